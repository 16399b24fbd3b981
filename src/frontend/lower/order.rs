//! The order of evaluation: left to right.
//!
//! Expressions have no side effects, so a value may be read later than its operand stands.
//! Where the operand behind it turned out to have side effects, the value is kept in a temporary *at the point where it stood*.
//! Reads of local variables need not be kept: unless it is undefined (C17 6.5 2), nothing between changes them.

use super::Lowering;
use super::flow::Mark;
use crate::ir::{Expr, InstructionKind, Place, Position, Projection, Root};

impl Lowering<'_> {
    /// The value as it was at `mark`, if instructions came since.
    pub(super) fn kept(&mut self, value: Expr, mark: Mark) -> Expr {
        if self.flow.mark() == mark || is_stable(&value) {
            return value;
        }
        self.keep_at(value, mark)
    }

    /// Stores a value in a temporary at an earlier point.
    pub(super) fn keep_at(&mut self, value: Expr, mark: Mark) -> Expr {
        let ty = self.unqualified(value.ty());
        let at = position_of(&value);
        let place = Place::local(self.flow.temporary(ty, at), ty, at);
        self.flow.insert(
            mark,
            InstructionKind::Assign {
                to: place.clone(),
                value,
            },
            at,
        );
        Expr::Load(Box::new(place))
    }

    /// Keeps what a place depends on as it was at `mark`, so that the place can be used behind side effects, or twice.
    pub(super) fn stabilise(&mut self, place: &mut Place, mark: Mark) {
        for projection in place.projections.iter_mut().rev() {
            if let Projection::Index(index, _) = projection
                && !is_stable(index)
            {
                let value = std::mem::replace(&mut **index, Expr::Unknown(self.basic.int));
                **index = self.keep_at(value, mark);
            }
        }
        if let Root::Deref(pointer) = &mut place.root
            && !is_stable(pointer)
        {
            let value = std::mem::replace(&mut **pointer, Expr::Unknown(self.basic.int));
            **pointer = self.keep_at(value, mark);
        }
    }
}

/// Whether a value does not change when instructions come between: it reads nothing but local variables.
pub(super) fn is_stable(value: &Expr) -> bool {
    match value {
        Expr::Load(place) => matches!(place.root, Root::Local(_)) && has_stable_indices(place),
        Expr::AddressOf(place, _) => {
            has_stable_indices(place)
                && match &place.root {
                    Root::Deref(pointer) => is_stable(pointer),
                    Root::Local(_) | Root::Global(_) => true,
                }
        }
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => is_stable(operand),
        Expr::Binary(_, left, right, _) => is_stable(left) && is_stable(right),
        Expr::Integer(..) | Expr::Float(..) | Expr::Function(..) | Expr::String(..) | Expr::Unknown(_) => true,
    }
}

fn has_stable_indices(place: &Place) -> bool {
    place.projections.iter().all(|projection| match projection {
        Projection::Index(index, _) => is_stable(index),
        Projection::Field(..) => true,
    })
}

/// Where the first access of a value stands.
pub(super) fn position_of(value: &Expr) -> Position {
    match value {
        Expr::Load(place) | Expr::AddressOf(place, _) => place.at,
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => position_of(operand),
        Expr::Binary(_, left, right, _) => match position_of(left) {
            Position::BUILT_IN => position_of(right),
            at => at,
        },
        _ => Position::BUILT_IN,
    }
}
