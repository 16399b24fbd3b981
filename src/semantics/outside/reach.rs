//! Reach: the bytes that a call touches through an argument.
//!
//! `recv(socket, s->text + s->used, space, 0)` is given an address of which neither the distance from the start of the array nor the
//! number of bytes need be known. What C computes from an array stays in it (C17, 6.5.6, 8), so that neither the neighbours of the array
//! nor a lock that lies beside it are touched: where the address and the length tell less, the call reaches some bytes of the array.

use crate::ir::{Expr, Place, Projection, TypeKind};
use crate::semantics::evaluate::{expressions, extents, places};
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
    match array_around(transfer, state, call, number).filter(|array| array.bounds(size)) {
        Some(Array { start, bytes, .. }) => Reach {
            pointer: start,
            size: Some(bytes),
            is_part: true,
        },
        None => Reach::whole(pointer, size),
    }
}

/// An array of known size, and an address in it.
struct Array {
    start: Value,
    bytes: u64,
    /// How many bytes the address lies behind the start.
    displacement: Offsets,
}

impl Array {
    /// Whether bytes from the address on may lie in the array, and are not known better than that. Where they certainly do not, the program
    /// means more than the array.
    fn bounds(&self, size: Option<u64>) -> bool {
        let bytes = i64::try_from(self.bytes).unwrap_or(i64::MAX);
        let least = size.map_or(0, |size| i64::try_from(size).unwrap_or(i64::MAX));
        let ends_inside = |from: i64| from.saturating_add(least) <= bytes;
        let may_be_inside = self.displacement.high() >= 0 && ends_inside(self.displacement.low().max(0));
        let is_inside = size.is_some() && self.displacement.low() >= 0 && ends_inside(self.displacement.high());
        may_be_inside && !is_inside
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
    let types = &transfer.analysis.program.types;
    let (place, mut added) = enclosures::start_of_arithmetic(types, call.expressions.get(number)?)?;
    let is_index = |projection: &&Projection| matches!(projection, Projection::Index(..));
    let indices = place.projections.iter().rev().take_while(is_index);
    for projection in indices {
        let Projection::Index(index, element) = projection else {
            continue;
        };
        added.push((index, i64::try_from(types.size(*element)?).ok()?));
    }
    let mut array = place.clone();
    while array.projections.last().as_ref().is_some_and(is_index) {
        array.projections.pop();
    }
    transfer.unrecorded(|transfer| {
        let start = places::address_of(transfer, state, &array);
        let bytes = size_of_closed_array(transfer, &array, &start)?;
        let displacement = displacement(transfer, state, &added)?;
        let has_room = lengths::least_text(transfer, call, number) <= bytes;
        let may_be_meant = has_room && !asks_for_more(transfer, call, number, &start, bytes);
        may_be_meant.then_some(Array {
            start,
            bytes,
            displacement,
        })
    })
}

/// Whether a call certainly asks for more bytes than an array has, or may do so, but for no more than the object has: then the program may mean
/// what lies behind.
fn asks_for_more(
    transfer: &Transfer<'_, '_>,
    call: &LibraryCall<'_>,
    number: usize,
    start: &Value,
    bytes: u64,
) -> bool {
    let asked = lengths::asked_for(transfer, call, number);
    let Some((least, most)) = asked.and_then(|asked| asked.low().zip(asked.high())) else {
        return false;
    };
    let fits = |object| extents::extent(transfer, object).is_none_or(|extent| most <= i128::from(extent));
    least > i128::from(bytes) || most > i128::from(bytes) && start.objects().any(fits)
}

/// The sum of indices, each for so many bytes.
fn displacement(transfer: &Transfer<'_, '_>, state: &mut State, added: &[(&Expr, i64)]) -> Option<Offsets> {
    let mut sum = Offsets::ZERO;
    for (index, size) in added {
        let index = expressions::value(transfer, state, index);
        sum = sum.plus(Offsets::of_integer(index.as_integer())?.scaled(*size));
    }
    Some(sum)
}

fn size_of_closed_array(transfer: &Transfer<'_, '_>, array: &Place, start: &Value) -> Option<u64> {
    let types = &transfer.analysis.program.types;
    let ty = enclosures::type_of_part(transfer, array)?;
    let is_last = match array.projections.last() {
        Some(Projection::Field(record, number)) => types.is_last_field(*record, *number),
        _ => false,
    };
    let may_be_longer = is_last && places::may_be_longer_than_declared(transfer, start.as_addresses());
    match types.kind(ty) {
        TypeKind::Array(_, Some(2..)) if !may_be_longer => types.size(ty),
        _ => None,
    }
}
