//! What is assigned while several threads run to variables of functions that create threads: what others know of these is not the same
//! for all ([`super::bounds`], [`crate::semantics::evidence`]).

use crate::ir::{FunctionId, LocalId};
use crate::races::Bytes;
use crate::semantics::sharing::interference;
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Transfer, WrittenBeside};
use crate::values::ObjectId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// A variable of a function that creates threads is assigned; while several threads run, it is not the same for all.
pub fn note_assigned(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) {
    if transfer.analysis.shape(transfer.unknown.function).creates {
        note_written_whole(transfer, state, object);
    }
}

/// A function is called: its parameters are assigned, of which others may know those whose address is taken, and the threads that the
/// function creates all of them.
pub fn note_passed(transfer: &Transfer<'_, '_>, state: &State, function: FunctionId) {
    let analysis = transfer.analysis;
    let Some(body) = &analysis.program.function(function).body else {
        return;
    };
    let creates = analysis.shape(function).creates;
    let parameters = body.locals.iter().take(analysis.parameters(function)).enumerate();
    for (number, _) in parameters.filter(|(_, local)| creates || local.address_taken) {
        let parameter = analysis.local(function, LocalId(number as u32), transfer.context.thread);
        note_written_whole(transfer, state, parameter);
    }
}

fn note_written_whole(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) {
    if transfer.analysis.recorder.is_none() || interference::is_alone(transfer.analysis, state) {
        return;
    }
    let size = match is_seeded(Bug::FirstBytesOnly) {
        true => 1,
        false => Extent::ANYWHERE.size,
    };
    let written = WrittenBeside {
        object,
        bytes: Bytes::at(0, size),
        by: transfer.context.thread,
        pattern: None,
        slot: None,
        number: None,
        shared: false,
    };
    transfer.record(|recorder, _| recorder.written_beside_threads.extend([written]));
}
