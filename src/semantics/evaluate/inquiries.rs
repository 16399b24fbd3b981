//! Inquiries: what places denote where control stands before an instruction, for who asks.
//!
//! The places are evaluated as if the thread read them there. That changes no state and is told to nobody but the one who asks: neither
//! the solver nor the rest of what is recorded learns of it.

use super::{accesses, places};
use crate::ir::Place;
use crate::races::{Access, SourcePoint};
use crate::semantics::state::State;
use crate::semantics::system::{Located, PseudoAccesses, Transfer};

/// Records what is asked for of the states that reach an instruction, in the verification pass.
pub fn answer(transfer: &Transfer<'_, '_>, states: &[State]) {
    let Some(inquiry) = transfer
        .analysis
        .settings
        .inquiry
        .as_ref()
        .filter(|_| transfer.records())
    else {
        return;
    };
    let point = SourcePoint {
        function: transfer.unknown.function,
        at: transfer.at,
    };
    let activation = (point.function, transfer.unknown.context);
    for state in states {
        record(transfer, |pseudo| pseudo.reached(activation, state.past.id));
        let mut seen = state.clone();
        for (id, place) in inquiry.places_at(point) {
            let found = transfer.onlooking(|transfer| reads(transfer, &mut seen, place));
            record(transfer, |pseudo| pseudo.denotes((activation, point.at, id), found));
        }
    }
}

fn record(transfer: &Transfer<'_, '_>, note: impl FnOnce(&mut PseudoAccesses)) {
    transfer.record(|recorder, _| {
        if let Some(pseudo) = &mut recorder.pseudo {
            note(pseudo);
        }
    });
}

/// The reads of a place in a state; nothing where it is not known what it denotes. Where a pointer on the way seems to be null, that is not known, as
/// states hold of memory only what their function touches, and the place need not be among that.
fn reads(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Vec<Access>> {
    let located = places::locate_bytes(transfer, state, place)?;
    let clues = (transfer.analysis.clues)(transfer, state, place, &located);
    accesses::pseudo_reads(transfer, state, &Located { clues, ..located })
}
