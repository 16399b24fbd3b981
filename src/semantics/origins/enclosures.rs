//! Enclosures: the part of an object in which an access stays, and the locks that lie at a constant distance from it.
//!
//! In `users[i].name[j]` the address of the byte is not known, but that of the element is: `users + 48 · i`. A lock that is
//! held at `users + 48 · i + 40` lies in the same object, and with `name` in the same element, whatever `j` is.
//! What C computes from one pointer lies in one object, and what is reached by fields and indices lies in the part that
//! they are taken of (C17, 6.5.6, 8), so a part that has a symbolic form encloses the access.

use crate::ir::{BinaryOp, Expr, Place, Program, Projection, Root, TypeId, TypeKind, Types};
use crate::races::LockMode;
use crate::semantics::evaluate::places;
use crate::semantics::origins::{lengths, symbolic};
use crate::semantics::state::{State, SymbolicAddress};
use crate::semantics::system::{LibraryCall, Located, LockInside, Transfer, variables};
use pepsin_digests::Section;
use std::rc::Rc;

/// A part of an object that encloses an access.
struct Enclosure {
    part: Place,
    /// Between which bytes of it the access stays, if that is known.
    touched: Option<(i64, i64)>,
}

/// The locks held that lie in the object of an accessed place.
pub fn locks_inside(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    located: &Located,
) -> Vec<LockInside> {
    let end = i64::try_from(located.touched.1).ok();
    let end = end.and_then(|size| located.touched.0.checked_add(size));
    locks_around(
        transfer,
        state,
        Enclosure {
            part: place.clone(),
            touched: end.map(|end| (located.touched.0, end)),
        },
    )
}

/// The locks held that lie in the object that a library function accesses through an argument.
pub fn locks_inside_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    size: Option<u64>,
) -> Vec<LockInside> {
    let Some(part) = argument_part(transfer, call, number) else {
        return Vec::new();
    };
    let size = size.or_else(|| bytes_in_array(transfer, call, number, &part));
    let touched = size.and_then(|size| Some((0, i64::try_from(size).ok()?)));
    locks_around(transfer, state, Enclosure { part, touched })
}

/// What an argument points to, as it is written.
pub fn argument_part(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize) -> Option<Place> {
    let pointer = call.expressions.get(number)?;
    Some(match behind_casts(pointer) {
        Expr::AddressOf(place, _) => (**place).clone(),
        pointer => Place {
            root: Root::Deref(Box::new(pointer.clone())),
            projections: Vec::new(),
            ty: pointer.ty(),
            at: transfer.at,
        },
    })
}

/// How many bytes a library function touches at most through an argument that is an array of a known size: an array that is
/// passed is not left, unless the call says so. (One at the end of an object may be longer than it says, as flexible ones were
/// written before C99.)
pub fn bytes_of_array(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize) -> Option<u64> {
    let part = argument_part(transfer, call, number)?;
    let types = &transfer.analysis.program.types;
    let is_followed = |projection: &Projection| match projection {
        Projection::Field(record, number) => !types.is_last_field(*record, *number),
        Projection::Index(..) => true,
    };
    let is_followed = part.projections.iter().any(is_followed);
    bytes_in_array(transfer, call, number, &part).filter(|_| is_followed)
}

/// The bytes of an array that is passed, or those that the call asks for, if these are more whatever they are. Rows of an array of arrays
/// lie side by side, and several are touched at once by who asks for more bytes than those of one: then it is not known how many. Nor is
/// it where a text that is written there certainly has no room.
fn bytes_in_array(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize, part: &Place) -> Option<u64> {
    let array = size_of_array(transfer.analysis.program, part)?;
    let Some(asked) = lengths::asked_for(transfer, call, number) else {
        return Some(array).filter(|array| lengths::least_text(transfer, call, number) <= *array);
    };
    let (least, most) = (asked.low()?, asked.high()?);
    match part.projections.last() {
        _ if most <= i128::from(array) => Some(array),
        _ if least > i128::from(array) => u64::try_from(most).ok(),
        Some(Projection::Index(..)) => None,
        // One of several lengths may be that of all that lies there.
        _ if size_of_whole(transfer, part).is_some_and(|whole| most <= i128::from(whole)) => u64::try_from(most).ok(),
        _ => Some(array),
    }
}

/// The bytes of what a part is a part of.
fn size_of_whole(transfer: &Transfer<'_, '_>, part: &Place) -> Option<u64> {
    let whole = places::type_of_root(transfer, &part.root)?;
    transfer.analysis.program.types.size(whole)
}

fn size_of_array(program: &Program, part: &Place) -> Option<u64> {
    let types = &program.types;
    let is_array = matches!(types.kind(part.ty), TypeKind::Array(..));
    types.size(part.ty).filter(|_| is_array && !part.projections.is_empty())
}

/// What arithmetic of a pointer starts from, and what is added: indices, and the bytes of an element for each.
pub fn start_of_arithmetic<'p>(types: &Types, mut pointer: &'p Expr) -> Option<(&'p Place, Vec<(&'p Expr, i64)>)> {
    pointer = behind_casts(pointer);
    let mut added = Vec::new();
    while let Expr::Binary(BinaryOp::PointerAdd, start, index, ty) = pointer {
        let size = types.pointee(*ty).and_then(|element| types.size(element))?;
        added.push((&**index, i64::try_from(size).ok()?));
        pointer = start;
    }
    match pointer {
        Expr::AddressOf(place, _) => Some((place, added)),
        _ => None,
    }
}

/// The locks at constant distances from the smallest part around an access from which there are such locks.
fn locks_around(transfer: &Transfer<'_, '_>, state: &mut State, enclosure: Enclosure) -> Vec<LockInside> {
    if transfer.analysis.recorder.is_none() || state.symbolic.held().is_empty() {
        return Vec::new();
    }
    let mut enclosure = Some(enclosure);
    while let Some(Enclosure { part, touched }) = enclosure {
        if let Some(address) = symbolic::symbolic_place(transfer, state, &part) {
            let found = locks_from(transfer, state, &part, address, touched);
            if !found.is_empty() {
                return found;
            }
        }
        enclosure = enclosing(transfer, state, part);
    }
    Vec::new()
}

/// The part of an object into which an address leads, as long as the variables by which it is written are not assigned: in `&s->slots[h % 16]` that
/// is `s->slots`.
pub fn part_led_into(transfer: &Transfer<'_, '_>, state: &State, address: &Expr) -> Option<Rc<Place>> {
    match address {
        Expr::Load(place) => {
            let variable = variables::frame_variable(transfer, place)?;
            state.symbolic.part(variable).cloned()
        }
        Expr::AddressOf(place, _) => {
            let mut part = Place::clone(place);
            while part.projections.pop().is_some() {
                part.ty = type_of_part(transfer, &part)?;
                if is_told_by_variables(transfer, &part) {
                    return Some(Rc::new(part));
                }
            }
            None
        }
        _ => None,
    }
}

/// Whether a place is written by constants and variables of the running function only.
pub(super) fn is_told_by_variables(transfer: &Transfer<'_, '_>, place: &Place) -> bool {
    let is_steady = |expr: &Expr| match expr {
        Expr::Integer(..) => true,
        Expr::Load(place) => variables::frame_variable(transfer, place).is_some(),
        _ => false,
    };
    let mut projections = place.projections.iter();
    let is_root_steady = match &place.root {
        Root::Deref(pointer) => is_steady(pointer),
        Root::Local(_) | Root::Global(_) => true,
    };
    is_root_steady
        && projections.all(|projection| match projection {
            Projection::Field(..) => true,
            Projection::Index(index, _) => is_steady(index),
        })
}

fn locks_from(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    part: &Place,
    address: SymbolicAddress,
    touched: Option<(i64, i64)>,
) -> Vec<LockInside> {
    let at_distance = |state: &State| -> Vec<(i64, LockMode, Option<Section>)> {
        let held = state.symbolic.held().iter();
        held.filter_map(|held| Some((address.distance_to(&held.address)?, held.mode, held.section)))
            .collect()
    };
    let locks = at_distance(state);
    if locks.is_empty() {
        return Vec::new();
    }
    let part = places::address_of(transfer, state, part).as_addresses().clone();
    let inside = |(distance, mode, section)| LockInside {
        part: part.clone(),
        touched,
        distance,
        mode,
        section,
    };
    locks.into_iter().map(inside).collect()
}

/// The next larger part: what the last field or index is taken of, or where the arithmetic of a pointer starts, or where a pointer was taken that is
/// followed as what it is.
fn enclosing(transfer: &Transfer<'_, '_>, state: &State, mut part: Place) -> Option<Enclosure> {
    let types = &transfer.analysis.program.types;
    let whole = |part: Place| {
        let size = types.size(part.ty).and_then(|size| i64::try_from(size).ok());
        let touched = size.map(|size| (0, size));
        Enclosure { part, touched }
    };
    if part.projections.pop().is_some() {
        part.ty = type_of_part(transfer, &part)?;
        return Some(whole(part));
    }
    let Root::Deref(pointer) = &part.root else { return None };
    if let Expr::Load(place) = &**pointer {
        let led_into = state.symbolic.part(variables::frame_variable(transfer, place)?)?;
        return Some(whole(Place::clone(led_into)));
    }
    let Expr::Binary(BinaryOp::PointerAdd, start, ..) = behind_casts(pointer) else {
        return None;
    };
    part.root = Root::Deref(start.clone());
    Some(Enclosure { part, touched: None })
}

/// The type of a part of an object.
pub fn type_of_part(transfer: &Transfer<'_, '_>, part: &Place) -> Option<TypeId> {
    let types = &transfer.analysis.program.types;
    match (part.projections.last(), &part.root) {
        (Some(Projection::Field(record, number)), _) => Some(types.fields(*record).get(*number as usize)?.ty),
        (Some(Projection::Index(_, element)), _) => Some(*element),
        (None, root) => places::type_of_root(transfer, root),
    }
}

/// A pointer without conversions to other pointers.
fn behind_casts(mut pointer: &Expr) -> &Expr {
    while let Expr::Cast(operand, _) = pointer {
        pointer = operand;
    }
    pointer
}
