//! What calls do to streams: those that hold the lock of a stream do not race with each other, but with all others.
//!
//! A call holds the lock of a stream for as long as it takes, so its accesses are recorded in a state in which the lock is held, and the
//! call goes on in the one before. What is known of the past is not more by that: a later holder of the lock has at least the past of
//! those before it who kept the lock, whoever came between.
//!
//! All of the stream is accessed: headers of glibc have bodies of functions without locks, which touch members of it.

use pepsin_digests::{Acquisition, LockKind, LockMode};

use super::arguments;
use crate::library::model::Model;
use crate::library::streams::{Stream, StreamUse};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::acts::locks;
use crate::semantics::origins::symbolic;
use crate::semantics::settings::LibraryState;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{LibraryCall, Transfer, variables};
use crate::values::{Offsets, Value};

/// Records what a call does to streams.
pub fn access_streams(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    let analysis = transfer.analysis;
    if analysis.settings.library_state != LibraryState::Races || !analysis.text.may_race_on_streams() {
        return;
    }
    for (stream, how) in model.streams.uses() {
        let holds = matches!(how, StreamUse::Locked | StreamUse::Asked) && analysis.text.may_hold_streams();
        let access = access_of(how);
        let pointer = address_of(transfer, state, call, stream);
        let mut states = match holds {
            true => holding(transfer, state, call, (stream, &pointer)),
            false => vec![state.clone()],
        };
        for state in &mut states {
            match stream {
                Stream::Argument(number) => {
                    arguments::access_argument(transfer, state, call, *number, None, access);
                }
                Stream::Variable(_) => {
                    arguments::access_through(transfer, state, &pointer, None, access.0, access.1);
                }
            }
        }
    }
}

fn access_of(how: StreamUse) -> (AccessKind, Atomicity) {
    match how {
        StreamUse::Locked => (AccessKind::Write, Atomicity::Atomic),
        StreamUse::Asked => (AccessKind::Read, Atomicity::Atomic),
        StreamUse::Unlocked => (AccessKind::Write, Atomicity::Plain),
        StreamUse::AskedUnlocked => (AccessKind::Read, Atomicity::Plain),
        StreamUse::Closed => (AccessKind::Destroy, Atomicity::Plain),
    }
}

/// The addresses that a stream may have. If the program does not name the variable that leads to it, no address of the program does.
fn address_of(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, stream: &Stream) -> Value {
    let analysis = transfer.analysis;
    let name = match stream {
        Stream::Argument(number) => return call.argument(*number),
        Stream::Variable(name) => name,
    };
    match analysis.undefined_variable(name) {
        Some(variable) => {
            let scalar = variables::scalar(analysis.program, analysis.program.global(variable).ty);
            let object = analysis.global(variable, transfer.context.thread);
            interference::contents(transfer, state, object).read(Offsets::ZERO, scalar)
        }
        None => arguments::library_state(analysis, name).unwrap_or(Value::NOTHING),
    }
}

/// The states in which the lock of a stream is held.
fn holding(
    transfer: &Transfer<'_, '_>,
    state: &State,
    call: &LibraryCall<'_>,
    (stream, pointer): (&Stream, &Value),
) -> Vec<State> {
    let names = locks::locks_at(transfer, state, pointer);
    let mut held = locks::acquire(
        transfer,
        state.clone(),
        names,
        LockMode::Write,
        LockKind::Recursive,
        Acquisition::Blocking,
    );
    if let Stream::Argument(number) = stream {
        let expression = call.expressions.get(*number);
        symbolic::hold_symbolically(transfer, &mut held, expression, pointer, LockMode::Write, None);
    }
    held
}
