//! The names that objects have after an escape: the most recent instance of an allocation is one of the older ones then.

use crate::semantics::sharing::views;
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{Addresses, Instance, ObjectId, ObjectKind, Rvalue, Value};
use pepsin_lattice::Lattice;

/// The addresses under the names that their objects have after an escape.
pub fn renamed(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> Addresses {
    addresses.map(|object, offsets| Some((new_name(transfer, state, object), offsets)))
}

/// A value under the names that objects have after an escape.
pub fn under_new_names(transfer: &Transfer<'_, '_>, state: &State, value: &Rvalue) -> Rvalue {
    let new_name = |object| new_name(transfer, state, object);
    match value {
        Rvalue::Scalar(value) => Rvalue::Scalar(value.substitute(&new_name)),
        Rvalue::Record(contents) => Rvalue::Record(contents.substitute(&new_name)),
    }
}

/// What was computed before something that may have given other names to objects: it may mean what has its names now, or what had
/// them then.
pub fn with_former(transfer: &Transfer<'_, '_>, state: &State, value: &Value) -> Value {
    let mut either = value.clone();
    either.join(&value.substitute(&|object| match state.renamed.contains(object) {
        true => transfer.analysis.instance(object, Instance::Older),
        false => object,
    }));
    either
}

fn new_name(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> ObjectId {
    match transfer.analysis.objects.kind(object) {
        ObjectKind::Heap {
            instance: Instance::Recent,
            ..
        } if views::seen(transfer, state, object).is_none() => transfer.analysis.instance(object, Instance::Older),
        _ => object,
    }
}
