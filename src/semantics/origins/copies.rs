//! Copies: variables that hold what the ego last read from a watched variable.
//!
//! `tmp = flag; if (tmp) …` tells as much of `flag` as `if (flag) …` does, and an atomic operation gives its result in no
//! other way. A copy is forgotten when either side gets another value, or the ego looks at the watched variable again.
//!
//! Testing a copy is a *look* at the watched variable if all that matters of the ego's past lies before the reading, too. Who looks
//! at a signal, counts itself in, and then tests what it saw has not looked behind counting in: so looks are forgotten sooner
//! than copies (row CD).

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
    /// Those of them whose test is a look.
    looks: Table<(ObjectId, usize)>,
}

impl Copies {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    fn retain(&mut self, keep: impl Fn(&(ObjectId, usize)) -> bool) {
        self.looks.retain(&keep);
        self.pairs.retain(keep);
    }
}

impl Lattice for Copies {
    fn join(&mut self, other: &Self) -> bool {
        let before = (self.pairs.len(), self.looks.len());
        self.pairs.retain(|pair| other.pairs.contains(pair));
        self.looks.retain(|pair| other.looks.contains(pair));
        (self.pairs.len(), self.looks.len()) != before
    }

    fn leq(&self, other: &Self) -> bool {
        let has_all =
            |mine: &Table<_>, theirs: &Table<_>| mine.same(theirs) || theirs.iter().all(|pair| mine.contains(pair));
        has_all(&self.pairs, &other.pairs) && has_all(&self.looks, &other.looks)
    }
}

impl Transfer<'_, '_> {
    /// The watched variable whose value an expression is, but for conversions that keep it.
    pub fn copied(&mut self, state: &mut State, value: &Expr) -> Option<usize> {
        self.copied_among(state, value, &|copies| &copies.pairs)
    }

    /// The watched variable at which the ego looks, or has looked with nothing since that matters, for the value of an expression.
    pub fn looked_up(&mut self, state: &mut State, value: &Expr) -> Option<usize> {
        self.copied_among(state, value, &|copies| &copies.looks)
    }

    fn copied_among(
        &mut self,
        state: &mut State,
        value: &Expr,
        among: &dyn Fn(&Copies) -> &Table<(ObjectId, usize)>,
    ) -> Option<usize> {
        match value {
            Expr::Cast(operand, ty)
                if self.scalar(operand.ty()).keeps_values_apart(self.scalar(*ty))
                    || is_seeded(Bug::CopiesThroughAnyCast) =>
            {
                self.copied_among(state, operand, among)
            }
            Expr::Load(place) if self.analysis.is_watched_place(place) => {
                let located = self.locate_bytes(state, place)?;
                self.watched_at(&located.addresses, located.size)
            }
            Expr::Load(place) if !state.copies.is_empty() => {
                let variable = self.local_object(place)?;
                let mut pairs = among(&state.copies).iter();
                pairs.find(|pair| pair.0 == variable).map(|pair| pair.1)
            }
            _ => None,
        }
    }

    /// A variable of the ego now holds, whole, what was just read from a watched variable.
    /// It `looked` at that just now, or nothing has happened since that matters.
    pub fn note_copy(&self, state: &mut State, variable: ObjectId, watched: Option<usize>, looked: Option<usize>) {
        let kept_apart = !self.is_shared(state, variable) && self.strength_of_own(state, variable) == Strength::Strong;
        if let Some(watched) = watched.filter(|_| kept_apart) {
            state.copies.pairs.push((variable, watched));
            if looked == Some(watched) {
                state.copies.looks.push((variable, watched));
            }
        }
    }

    /// Something happens before which looks at some variables were other looks than those behind it.
    pub fn forget_looks(&self, state: &mut State, is_meant: impl Fn(Variable) -> bool) {
        if !state.copies.looks.is_empty() && !is_seeded(Bug::LooksStay) {
            let keep = |pair: &(ObjectId, usize)| !is_meant(self.watched_variable(pair.1));
            state.copies.looks.retain(keep);
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
