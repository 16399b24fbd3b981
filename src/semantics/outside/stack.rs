//! Memory on the stack: arrays of variable length, and what `alloca` gives.
//!
//! It ends with the block or the function, and what is had there the next time may be the same bytes. So it has, unlike memory that is released,
//! the same name each time, as variables of the function have: whoever still uses it meets whoever uses what lies there now. Where several pieces live at once
//! (`alloca` in a loop, functions that call themselves), the address may be that of an older piece as well.

use pepsin_lattice::Lattice;

use crate::ir::Place;
use crate::library::model::Lifetime;
use crate::semantics::execute::stores;
use crate::semantics::outside::objects;
use crate::semantics::prepare::ProgramPoint;
use crate::semantics::sharing::views;
use crate::semantics::state::{Allocation, State};
use crate::semantics::system::{LibraryCall, Transfer};
use crate::values::{Contents, Instance, Value};

/// Makes a piece of memory that lives on the stack, and returns its address.
pub fn allocate(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    size: Option<u64>,
    lifetime: Lifetime,
) -> Value {
    let allocation = allocation(transfer, call);
    let is_first = views::pass_point(transfer, state, allocation);
    let instance = match transfer.analysis.digests.names().is_unique(transfer.context.thread) {
        true => Instance::First,
        false => Instance::Recent,
    };
    let newest = objects::object_of(transfer, allocation, instance, size);
    if is_first {
        views::set_view(transfer, state, newest, Contents::indeterminate());
        return Value::address(newest, 0);
    }
    let mut address = Value::address(newest, 0);
    if lifetime == Lifetime::Block && !views::is_reentered(transfer, state, transfer.unknown.function) {
        stores::begin_lifetime(transfer, state, newest);
        return address;
    }
    // The one that was had before may live on.
    let older = transfer.analysis.instance(newest, Instance::Older);
    for object in [newest, older] {
        let mut contents = views::view(transfer, state, object);
        contents.join(&Contents::indeterminate());
        views::set_view(transfer, state, object, contents);
    }
    address.join(&Value::address(older, 0));
    address
}

/// The name of a piece: its function and the variable that is given its address, whichever call leads there and whichever copy of the code it is.
fn allocation(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>) -> Allocation {
    let variable = call.to.and_then(Place::as_local);
    let site = variable.map_or(transfer.point(), |variable| {
        let point = ProgramPoint::of_variable(transfer.unknown.function, variable);
        transfer.analysis.point(point)
    });
    Allocation { site, chain: 0 }
}
