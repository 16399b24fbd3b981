//! Copies: variables that hold what the ego last read from a watched variable.
//!
//! `tmp = flag; if (tmp) …` tells as much of `flag` as `if (flag) …` does, and an atomic operation gives its result in no
//! other way. A copy is forgotten when either side gets another value, or the ego looks at the watched variable again.

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice};

use crate::ir::{BinaryOp, Expr};
use crate::semantics::state::{State, Table, Variable};
use crate::semantics::system::Transfer;
use crate::values::{ObjectId, Offsets, Scalar, Strength, Value};

/// Pairs of a private variable and the watched variable (by its number) whose value it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copies {
    pairs: Table<(ObjectId, usize)>,
}

impl Copies {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    fn retain(&mut self, keep: impl Fn(&(ObjectId, usize)) -> bool) {
        self.pairs.retain(keep);
    }
}

impl Lattice for Copies {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.pairs.len();
        self.retain(|pair| other.pairs.contains(pair));
        self.pairs.len() != before
    }

    fn leq(&self, other: &Self) -> bool {
        self.pairs.same(&other.pairs) || other.pairs.iter().all(|pair| self.pairs.contains(pair))
    }
}

impl Transfer<'_, '_> {
    /// The watched variable whose value an expression is, but for conversions that keep it.
    pub fn copied(&mut self, state: &mut State, value: &Expr) -> Option<usize> {
        match value {
            Expr::Cast(operand, ty)
                if self.scalar(operand.ty()).keeps_values_apart(self.scalar(*ty))
                    || is_seeded(Bug::CopiesThroughAnyCast) =>
            {
                self.copied(state, operand)
            }
            Expr::Load(place) if self.analysis.is_watched_place(place) => {
                let located = self.locate_bytes(state, place)?;
                self.watched_at(&located.addresses, located.size)
            }
            Expr::Load(place) if !state.copies.is_empty() => {
                let variable = self.local_object(place)?;
                let mut pairs = state.copies.pairs.iter();
                pairs.find(|pair| pair.0 == variable).map(|pair| pair.1)
            }
            _ => None,
        }
    }

    /// A variable of the ego now holds, whole, what was just read from a watched variable.
    pub fn note_copy(&self, state: &mut State, variable: ObjectId, watched: Option<usize>) {
        let kept_apart = !self.is_shared(state, variable) && self.strength_of_own(state, variable) == Strength::Strong;
        if let Some(watched) = watched.filter(|_| kept_apart) {
            state.copies.pairs.push((variable, watched));
        }
    }

    /// An object, or the view of it, changes.
    pub fn forget_copies_of(&self, state: &mut State, object: ObjectId) {
        if !state.copies.is_empty() {
            let copied = |number: usize| self.watched_variable(number).object;
            let is_origin = |number: usize| copied(number) == object && !is_seeded(Bug::CopiesStay);
            state.copies.retain(|pair| pair.0 != object && !is_origin(pair.1));
        }
    }

    /// A variable turns out to hold one of some values, of a type as wide as itself: so does what it was copied from. False if
    /// that is impossible.
    pub fn learn_copies(&mut self, state: &mut State, variable: ObjectId, ty: Scalar, value: &Value) -> bool {
        if self.analysis.objects.size(variable) != Some(u64::from(ty.bits() / 8)) {
            return true;
        }
        let copies = state.copies.clone();
        let mut of_variable = copies.pairs.iter().filter(|pair| pair.0 == variable);
        of_variable.all(|&(_, watched)| {
            let Variable { object, offset, .. } = self.watched_variable(watched);
            let watched_ty = self.scalar(self.analysis.text.watched[watched].ty);
            let Some(mut contents) = self.seen(state, object) else {
                return true;
            };
            let offsets = Offsets::constant(offset);
            let before = contents.read(offsets, watched_ty);
            let value = value.cast(ty, watched_ty);
            let (narrowed, _) = before.refine(&value, BinaryOp::Equal, watched_ty, &self.analysis.objects);
            contents.write(offsets, watched_ty, &narrowed, Strength::Strong);
            self.refine_view(state, object, contents);
            !narrowed.is_bottom()
        })
    }
}
