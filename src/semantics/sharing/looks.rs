//! What was read of variables, and is not known any more: their copies, and which of them are looks.

use crate::semantics::state::{State, Variable};
use crate::semantics::system::{Transfer, variables};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Something happens before which looks at some variables were other looks than those behind it.
pub fn forget_looks(transfer: &Transfer<'_, '_>, state: &mut State, is_meant: impl Fn(Variable) -> bool) {
    if !is_seeded(Bug::LooksStay) {
        let keep = |pair: &(ObjectId, usize)| !is_meant(variables::watched_variable(transfer, pair.1));
        state.copies.retain_looks(keep);
    }
}

/// An object, or the view of it, changes.
pub fn forget_copies_of(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    if !state.copies.is_empty() {
        let copied = |number: usize| variables::watched_variable(transfer, number).object;
        let is_origin = |number: usize| copied(number) == object && !is_seeded(Bug::CopiesStay);
        state.copies.retain(|pair| pair.0 != object && !is_origin(pair.1));
    }
}
