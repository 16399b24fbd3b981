//! Reach: the bytes that a call touches through an argument.
//!
//! `recv(socket, s->text + s->used, space, 0)` is given an address of which neither the distance from the start of the array nor the
//! number of bytes need be known. What C computes from an array stays in it (C17, 6.5.6, 8), so that neither the neighbours of the array
//! nor a lock that lies beside it are touched: where the address and the length tell less, the call reaches some bytes of the array.

use crate::ir::{Place, Projection, TypeKind};
use crate::semantics::evaluate::places;
use crate::semantics::origins::{enclosures, lengths};
use crate::semantics::state::State;
use crate::semantics::system::{LibraryCall, Transfer};
use crate::values::{Offsets, Value};

/// The bytes that a call touches through an argument.
pub struct Reach {
    /// From where on.
    pub pointer: Value,
    /// How many bytes lie there, all to the end of the object if that is not known.
    pub size: Option<u64>,
    /// Whether only some of these bytes are touched.
    pub is_part: bool,
}

impl Reach {
    /// All of so many bytes.
    pub fn whole(pointer: Value, size: Option<u64>) -> Self {
        let is_part = false;
        Reach { pointer, size, is_part }
    }
}

/// What a call reaches through an argument that leads to `pointer`, where it touches `size` bytes.
pub fn of_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    (pointer, size): (Value, Option<u64>),
) -> Reach {
    let array = array_around(transfer, state, call, number);
    match array.filter(|array| !stays_inside(&pointer, size, array) && may_stay_inside(&pointer, size, array)) {
        Some(Array { start, bytes }) => Reach {
            pointer: start,
            size: Some(bytes),
            is_part: true,
        },
        None => Reach::whole(pointer, size),
    }
}

/// An array of known size.
struct Array {
    start: Value,
    bytes: u64,
}

impl Array {
    /// Where an array ends that starts at an offset.
    fn end(&self, start: i64) -> i64 {
        start.saturating_add(i64::try_from(self.bytes).unwrap_or(i64::MAX))
    }
}

/// The outermost array that encloses what an argument points to as it is written, if arrays of its kind are not longer than they say, and no
/// text is written there that certainly has no room.
fn array_around(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
) -> Option<Array> {
    let mut array = enclosures::start_of_arithmetic(call.expressions.get(number)?)?.clone();
    while matches!(array.projections.last(), Some(Projection::Index(..))) {
        array.projections.pop();
    }
    let bytes = size_of_closed_array(transfer, &array)?;
    if lengths::least_text(transfer, call, number) > bytes {
        return None;
    }
    let start = transfer.unrecorded(|transfer| places::address_of(transfer, state, &array));
    Some(Array { start, bytes })
}

fn size_of_closed_array(transfer: &Transfer<'_, '_>, array: &Place) -> Option<u64> {
    let types = &transfer.analysis.program.types;
    let ty = enclosures::type_of_part(transfer, array)?;
    let may_be_longer = match array.projections.last() {
        Some(Projection::Field(record, number)) => types.is_last_field(*record, *number),
        _ => false,
    };
    match types.kind(ty) {
        TypeKind::Array(_, Some(2..)) if !may_be_longer => types.size(ty),
        _ => None,
    }
}

/// Whether bytes from an address on lie in an array, each at a known distance from its start if there may be several such arrays.
fn stays_inside(pointer: &Value, size: Option<u64>, array: &Array) -> bool {
    let Some(size) = size.and_then(|size| i64::try_from(size).ok()) else {
        return false;
    };
    let is_inside = |offsets: Offsets, start: Offsets| {
        let is_alike = start.single().is_some() || offsets.stride() == start.stride();
        let ends_inside = offsets.high().saturating_add(size) <= array.end(start.high());
        is_alike && offsets.low() >= start.low() && ends_inside
    };
    holds_of_all(pointer, array, is_inside)
}

/// Whether bytes from an address on may lie in an array: else the program means more than that.
fn may_stay_inside(pointer: &Value, size: Option<u64>, array: &Array) -> bool {
    let size = size.map_or(0, |size| i64::try_from(size).unwrap_or(i64::MAX));
    holds_of_all(pointer, array, |offsets, start| {
        offsets.low().saturating_add(size) <= array.end(start.high()) && offsets.high() >= start.low()
    })
}

/// Whether something holds of each offset of a pointer and the start of the array in the same object.
fn holds_of_all(pointer: &Value, array: &Array, holds: impl Fn(Offsets, Offsets) -> bool) -> bool {
    let starts = array.start.as_addresses().targets();
    pointer.as_addresses().targets().iter().all(|(object, offsets)| {
        let mut starts = starts.iter().filter(|start| start.0 == *object);
        starts.any(|(_, start)| holds(*offsets, *start))
    })
}
