//! Clues: what only the race check asks of an access, beside what it touches.
//!
//! Where the abstract address of an access is a set, the way in which the address was written may still tell that a lock
//! belongs to the bytes (rows SL and R), or that no other thread can come to them (row OW).
//! Library functions access memory through pointers that are written as arguments, so their accesses have clues as well.

use crate::ir::{Place, Root};
use crate::semantics::crews::vacancies;
use crate::semantics::origins::{enclosures, owned, owners, rows, segments, shares, symbolic};
use crate::semantics::state::State;
use crate::semantics::system::{Clues, LibraryCall, Located, LockInside, NamedRoot, Transfer};

/// The clues of an access to a place.
pub fn clues(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> Clues {
    let inside = enclosures::locks_inside(transfer, state, place, located);
    with_locks_inside(transfer, state, place, located, inside)
}

fn with_locks_inside(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    located: &Located,
    inside: Vec<LockInside>,
) -> Clues {
    let (start, size) = located.touched;
    let analysis = transfer.analysis;
    let hand_overs = analysis.text.hand_overs();
    let parts = hand_overs.parts(analysis.program, transfer.unknown.function, place);
    Clues {
        handed_reading: parts.reading,
        handed_writing: parts.writing,
        near: symbolic::locks_near(transfer, state, place, start),
        inside,
        cell: owners::accessed_cell(transfer, state, place, located),
        owners: owners::owner_cells(transfer, state, place, located),
        owned: owned::bytes(transfer, state, place, start, size),
        vacant: vacancies::vacant_bytes(transfer, state, place, start, size),
        taken: shares::taken_bytes(transfer, state, place, start, size),
        segments: segments::touched(transfer, state, place, start, size),
        rows: rows::levels(transfer, state, place),
    }
}

/// The clues of an access to bytes from where an argument of a call points; to an unknown number of them without a size.
pub fn argument_clues(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    size: Option<u64>,
) -> Clues {
    let Some(pointer) = call.expressions.get(number).filter(|_| transfer.records()) else {
        return Clues::default();
    };
    let place = Place {
        root: Root::Deref(Box::new(pointer.clone())),
        projections: Vec::new(),
        ty: pointer.ty(),
        at: transfer.at,
    };
    let bytes = size.unwrap_or(u64::MAX >> 1);
    let located = Located {
        addresses: call.argument(number).as_addresses().clone(),
        root: NamedRoot::Pointer,
        ty: pointer.ty(),
        size: bytes,
        bits: None,
        touched: (0, bytes),
        clues: Clues::default(),
        at: transfer.at,
    };
    // What the argument loads was recorded when it was evaluated.
    transfer.unrecorded(|transfer| {
        let inside = enclosures::locks_inside_argument(transfer, state, call, number, size);
        with_locks_inside(transfer, state, &place, &located, inside)
    })
}
