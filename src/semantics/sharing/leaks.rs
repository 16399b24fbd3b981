//! Addresses that travel by accesses without order, and what they lead to.

use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{ObjectId, Value};
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::collections::BTreeSet;

/// An address travels without order: it may be used before what it points to was initialised, so that what can be reached from
/// there counts as known to others from the beginning (row FR).
pub fn leak(transfer: &Transfer<'_, '_>, state: &State, value: &Value) {
    leak_among(transfer, state, value, |_| true);
}

/// An address is handed on by who has read addresses without order. It may be one of them, unless only the ego knows what it leads to.
pub fn leak_foreign(transfer: &Transfer<'_, '_>, state: &State, value: &Value) {
    if state.fences.has_unlearned_addresses() {
        leak_among(transfer, state, value, |object| {
            interference::is_shared(transfer, state, object)
        });
    }
}

fn leak_among(transfer: &Transfer<'_, '_>, state: &State, value: &Value, is_meant: impl Fn(ObjectId) -> bool) {
    if is_seeded(Bug::RelaxedHandover) {
        return;
    }
    // While solving, too: what is looked at belongs to the footprint.
    let mut leaked = reachable(transfer, state, std::slice::from_ref(value));
    leaked.retain(|object| is_meant(*object));
    transfer.record(|recorder, _| recorder.leaked.extend(leaked));
}

/// The objects that some values lead to, as the ego knows them.
pub fn reachable(transfer: &Transfer<'_, '_>, state: &State, values: &[Value]) -> BTreeSet<ObjectId> {
    let mut found = BTreeSet::new();
    let mut open: Vec<ObjectId> = values.iter().flat_map(Value::objects).collect();
    while let Some(object) = open.pop() {
        if found.insert(object) {
            open.extend(interference::peek(transfer, state, object).objects());
        }
    }
    found
}
