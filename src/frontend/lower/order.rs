//! The order of evaluation: left to right, or either way where that matters.
//!
//! Expressions have no side effects, so a value may be read later than its operand stands.
//! Where the operand behind it turned out to have side effects, the value is kept in a temporary *at the point where it stood*.
//! Reads of local variables need not be kept: unless it is undefined (C17 6.5 2), nothing between changes them.
//!
//! C does not say in which order the operands of an operator, or the arguments of a call, are evaluated (C17 6.5 3, 6.5.2.2 10),
//! and compilers choose differently. Where one of them synchronises, the accesses of the others stand before it or behind it, so both
//! orders are followed: from first to last, and from last to first. These put any two operands in both orders.

use super::Lowering;
use super::flow::Mark;
use crate::ir::{Callee, Expr, Instruction, InstructionKind, LocalId, LocalKind, Place, Position, Projection, Root};

/// The function that chooses between two orders: an input of the program, by its row.
const ORDER: &str = "__pepsin_order";

/// Of more instructions than this in a function, no order but the first is followed.
const MOST_COPIED: usize = 20_000;

/// After as many instructions and expressions in a function were looked at, no order but the first is followed: hostile sources nest deeply.
const MOST_SEEN: usize = 20_000_000;

/// An operand that was lowered: the expressions whose values it gives, and the point behind it.
pub(super) struct Evaluated<'e> {
    pub(super) values: Vec<&'e mut Expr>,
    pub(super) end: Mark,
}

/// What an operand does, as far as other threads may see it.
#[derive(Debug, Default)]
struct Footprint {
    /// Whether it may synchronise with other threads.
    loud: bool,
    /// Whether it touches memory that may be shared.
    shared: bool,
    /// The local variables that it touches, which are shared if their addresses are taken anywhere.
    locals: Vec<LocalId>,
}

impl Lowering<'_> {
    /// Lets operands that were lowered one behind the other be evaluated in either order, if that may matter to other threads;
    /// then their values are kept, each as its operand gave it. Returns whether it did.
    pub(super) fn in_either_order(&mut self, start: Mark, operands: Vec<Evaluated<'_>>, at: Position) -> bool {
        if operands.len() < 2 || self.flow.is_scratch() || self.body_of.is_none() {
            return false;
        }
        let Some(locals) = self.order_matters(start, &operands) else {
            return false;
        };
        let ends: Vec<Mark> = operands.iter().map(|operand| operand.end).collect();
        let (regions, join) = self.flow.regions(start, &ends);
        for (operand, region) in operands.into_iter().zip(&regions) {
            for value in operand.values {
                let ty = self.unqualified(value.ty());
                if !self.is_settled(value) {
                    let width = self.bit_width(value);
                    let read = std::mem::replace(value, Expr::Unknown(ty));
                    let position = position_of(&read);
                    *value = self.flow.store_at_end(*region, read, ty, position);
                    self.note_width(value, width);
                }
            }
        }
        self.flow.copied += regions.iter().map(|region| self.flow.size_of(*region)).sum::<usize>();
        let int = self.basic.int;
        let chosen = Place::local(self.flow.temporary(int, at), int, at);
        let choice = InstructionKind::Call {
            to: Some(chosen.clone()),
            callee: Callee::Function(self.builtin(ORDER, int)),
            arguments: Vec::new(),
        };
        self.flow
            .choose_order(&regions, (start, join), (choice, chosen), locals, at);
        true
    }

    /// Whether other threads may see in which order operands are evaluated: one synchronises, and another one touches shared memory.
    /// If it touches only local variables, these are returned: the order matters if one of them is shared.
    fn order_matters(&mut self, start: Mark, operands: &[Evaluated<'_>]) -> Option<Vec<LocalId>> {
        if self.flow.mark() == start && !self.types().has_atomic() {
            return None;
        }
        if self.flow.copied > MOST_COPIED || self.flow.seen > MOST_SEEN {
            let at = operands.first().and_then(|operand| operand.values.first());
            let at = at.map_or(Position::BUILT_IN, |value| position_of(value));
            self.obstacle(
                at,
                "More operands that may synchronise than are followed in either order.",
            );
            return None;
        }
        let starts = [start].into_iter().chain(operands.iter().map(|operand| operand.end));
        let footprints: Vec<Footprint> = starts
            .zip(operands)
            .map(|(start, operand)| self.footprint(start, operand))
            .collect();
        let loud = footprints.iter().filter(|footprint| footprint.loud).count();
        let seen = |footprint: &&Footprint| loud > usize::from(footprint.loud);
        let others = || footprints.iter().filter(seen);
        let locals: Vec<LocalId> = others()
            .flat_map(|footprint| footprint.locals.iter().copied())
            .collect();
        let shared = others().any(|footprint| footprint.shared);
        if !shared && locals.is_empty() {
            return None;
        }
        Some(if shared { Vec::new() } else { locals })
    }

    fn footprint(&mut self, start: Mark, operand: &Evaluated<'_>) -> Footprint {
        let mut footprint = Footprint::default();
        let mut seen = 0;
        for instruction in self.flow.between(start, operand.end) {
            self.see_instruction(instruction, &mut footprint);
            seen += 1;
        }
        for value in &operand.values {
            value.expressions(&mut |expr| {
                seen += 1;
                if let Expr::Load(place) = expr {
                    self.see_access(place, &mut footprint);
                }
            });
        }
        self.flow.seen += seen;
        footprint
    }

    fn see_instruction(&self, instruction: &Instruction, footprint: &mut Footprint) {
        match &instruction.kind {
            InstructionKind::Call { callee, .. } => {
                footprint.shared = true;
                footprint.loud |= match callee {
                    Callee::Function(function) => !self.is_quiet(*function),
                    Callee::Pointer(_) => true,
                };
            }
            InstructionKind::Assembly { .. } | InstructionKind::Obstacle { .. } => {
                footprint.shared = true;
                footprint.loud = true;
            }
            _ => {}
        }
        instruction.kind.places(&mut |place| self.see_access(place, footprint));
    }

    fn see_access(&self, place: &Place, footprint: &mut Footprint) {
        footprint.loud |= self.types().get(place.ty).atomic;
        match place.root {
            Root::Local(local) if self.is_temporary(local) => {}
            Root::Local(local) => footprint.locals.push(local),
            Root::Global(_) | Root::Deref(_) => footprint.shared = true,
        }
    }

    /// Whether a value stays the same wherever it is computed: it is made of constants and temporaries.
    fn is_settled(&self, value: &Expr) -> bool {
        let mut settled = true;
        value.expressions(&mut |expr| {
            if let Expr::Load(place) = expr {
                settled &= matches!(place.root, Root::Local(local) if self.is_temporary(local));
            }
        });
        settled
    }

    fn is_temporary(&self, local: LocalId) -> bool {
        self.flow.locals[local.0 as usize].kind == LocalKind::Temporary
    }

    /// The value as it was at `mark`, if instructions came since.
    pub(super) fn kept(&mut self, value: Expr, mark: Mark) -> Expr {
        if self.flow.mark() == mark || is_stable(&value) {
            return value;
        }
        self.keep_at(value, mark)
    }

    /// Stores a value in a temporary at an earlier point.
    pub(super) fn keep_at(&mut self, value: Expr, mark: Mark) -> Expr {
        let (ty, width) = (self.unqualified(value.ty()), self.bit_width(&value));
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
        let kept = Expr::Load(Box::new(place));
        self.note_width(&kept, width);
        kept
    }

    /// The values of operands lowered one behind the other from `start` on, each as it was at the point behind its operand.
    pub(super) fn keep_in_order(&mut self, start: Mark, mut values: Vec<(Expr, Mark)>, at: Position) -> Vec<Expr> {
        let operands = values.iter_mut().map(|(value, end)| Evaluated {
            values: vec![value],
            end: *end,
        });
        if !self.in_either_order(start, operands.collect(), at) {
            let end = self.flow.mark();
            // From last to first, so that insertions leave the earlier points valid.
            for (value, mark) in values.iter_mut().rev() {
                if *mark != end && !is_stable(value) {
                    let original = std::mem::replace(value, Expr::Unknown(self.basic.int));
                    *value = self.keep_at(original, *mark);
                }
            }
        }
        values.into_iter().map(|(value, _)| value).collect()
    }

    /// The values of two operands, of which the first was evaluated from `start` to `mark`, and the second behind it.
    pub(super) fn keep_both(
        &mut self,
        start: Mark,
        (mut left, mark): (Expr, Mark),
        mut right: Expr,
        at: Position,
    ) -> [Expr; 2] {
        let end = self.flow.mark();
        let operands = vec![
            Evaluated {
                values: vec![&mut left],
                end: mark,
            },
            Evaluated {
                values: vec![&mut right],
                end,
            },
        ];
        if !self.in_either_order(start, operands, at) {
            left = self.kept(left, mark);
        }
        [left, right]
    }

    /// Keeps a place that was evaluated from `start` to `mark`, and the value of the operand behind it.
    pub(super) fn keep_place_and_value(
        &mut self,
        start: Mark,
        (place, mark): (&mut Place, Mark),
        value: &mut Expr,
        at: Position,
    ) {
        let end = self.flow.mark();
        let operands = vec![
            Evaluated {
                values: parts(place),
                end: mark,
            },
            Evaluated {
                values: vec![value],
                end,
            },
        ];
        if !self.in_either_order(start, operands, at) && end != mark {
            self.stabilise(place, mark);
        }
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

/// What a place depends on: the pointer that it is reached by, and its indices.
pub(super) fn parts(place: &mut Place) -> Vec<&mut Expr> {
    let pointer = match &mut place.root {
        Root::Deref(pointer) => Some(&mut **pointer),
        Root::Local(_) | Root::Global(_) => None,
    };
    let indices = place.projections.iter_mut().filter_map(|projection| match projection {
        Projection::Index(index, _) => Some(&mut **index),
        Projection::Field(..) => None,
    });
    pointer.into_iter().chain(indices).collect()
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
