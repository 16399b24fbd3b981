//! Ends of threads and of the process, and what runs besides the program's own calls: destructors, exit functions, signal handlers.

use pepsin_lattice::Lattice;
use pepsin_solver::Stop;

use crate::ir::FunctionId;
use crate::semantics::acts::locks;
use crate::semantics::calls::callbacks;
use crate::semantics::effects::{blocking, threads};
use crate::semantics::outside::{functions, results};
use crate::semantics::sharing::{interference, names};
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, LibraryCall, Transfer};
use crate::values::{Rvalue, Scalar, Value};

/// `PTHREAD_CANCELED`, what a cancelled thread leaves to who joins it.
const CANCELLED: i128 = -1;

/// A first run of a handler, one behind it, and one behind two.
pub const DIFFERENT_RUNS: usize = 3;

/// Ends the ego thread, destructors of thread-specific data included.
pub fn finish_thread(transfer: &Transfer<'_, '_>, state: State, value: &Value) -> Result<(), Stop> {
    let destructors = match transfer.io.global(Global::Destructors) {
        Fact::Value(destructors) => functions::functions_of(transfer, &destructors),
        _ => Vec::new(),
    };
    for state in locks::leave_atomic_blocks(transfer, state) {
        let ended = callbacks::closure(transfer, state, &destructors, &|state| {
            vec![Rvalue::Scalar(state.specific.clone())]
        })?;
        for (_, state) in ended.iter() {
            // A destructor may have allocated what has the name now that the result had.
            let value = names::with_former(transfer, state, value);
            threads::end_thread(transfer, state.clone(), &value);
        }
    }
    Ok(())
}

/// A thread that is asked to end does so at a call of the library, or not yet. (Which calls are cancellation points is up to
/// the implementation for many of them; POSIX.1-2017, 2.9.5.2.)
pub fn end_if_cancelled(transfer: &Transfer<'_, '_>, state: &State) -> Result<(), Stop> {
    let Fact::Value(cancelled) = transfer.io.global(Global::Cancelled) else {
        return Ok(());
    };
    let own = transfer.analysis.digests.thread(state.past.id);
    let threads = cancelled.as_threads();
    match threads.has_unknown() || threads.known().contains(&own) {
        true => finish_thread(transfer, state.clone(), &Value::constant(CANCELLED)),
        false => Ok(()),
    }
}

/// Ends the process: functions registered for that and destructors run, one after the other, while other threads still do.
pub fn process_exit(transfer: &Transfer<'_, '_>, state: State) -> Result<(), Stop> {
    let mut functions = match transfer.io.global(Global::ExitHandlers) {
        Fact::Value(handlers) => functions::functions_of(transfer, &handlers),
        _ => Vec::new(),
    };
    let program = transfer.analysis.program;
    let numbers = (0..program.functions.len() as u32).map(FunctionId);
    functions.extend(numbers.filter(|function| program.function(*function).destructor.is_some()));
    let functions = called_back(transfer, functions);
    if functions.is_empty() {
        return Ok(());
    }
    let argument = match transfer.io.global(Global::ExitArguments) {
        Fact::Value(argument) => Value::clone(&argument),
        _ => Value::ANY_NUMBER,
    };
    let arguments = [Value::ANY_NUMBER, argument].map(Rvalue::Scalar);
    callbacks::closure(transfer, state, &functions, &|_| arguments.to_vec())?;
    Ok(())
}

/// Registers a function that runs when the process ends, and what it is passed behind the status.
pub fn at_exit(transfer: &Transfer<'_, '_>, state: &mut State, function: &Value, argument: Option<&Value>) {
    transfer.io.side(Global::ExitHandlers, Fact::value(function.clone()));
    if let Some(argument) = argument {
        let argument = interference::escape(transfer, state, argument);
        transfer.io.side(Global::ExitArguments, Fact::value(argument));
    }
}

/// Those of some functions that have a body, of all that the library calls back. What its own do when it calls them is not followed.
pub fn called_back(transfer: &Transfer<'_, '_>, mut functions: Vec<FunctionId>) -> Vec<FunctionId> {
    functions.retain(|function| {
        let function = transfer.analysis.program.function(*function);
        if function.body.is_none() {
            transfer.obstacle(format!("the library calls `{}` back", function.name));
        }
        function.body.is_some()
    });
    functions
}

/// A signal handler runs at any time from now on, in any thread, and again while it runs: like any number of threads of its own. What a
/// third one knows of those before it, all further ones do.
pub fn install_handler(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    handler: &Value,
) -> Result<Vec<State>, Stop> {
    let functions = functions::functions_of(transfer, handler);
    if functions
        .iter()
        .any(|function| transfer.analysis.shape(*function).synchronises)
    {
        blocking::note_handler(transfer);
    }
    let with_body = !called_back(transfer, functions).is_empty();
    if with_body {
        transfer.io.side(Global::SignalHandlers, Fact::value(handler.clone()));
        transfer.record(|recorder, at| {
            recorder.handlers_installed.insert(at);
        });
    }
    let runs = match with_body {
        true => DIFFERENT_RUNS,
        false => 0,
    };
    let mut after = vec![state];
    for _ in 0..runs {
        let mut created = Vec::new();
        for state in after {
            let argument = Value::any_number_of(Scalar::INT);
            created.extend(threads::create(
                transfer,
                state,
                handler,
                (0, (&argument, None)),
                |_, _, _| {},
            )?);
        }
        after = created;
    }
    let value = Value::any_number_of(Scalar::INT);
    Ok(results::finish_all(transfer, after, call, &value))
}

pub fn functions_reachable(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) -> Value {
    let mut functions = Value::NOTHING;
    for object in pointer.objects() {
        for reached in interference::contents(transfer, state, object).objects() {
            functions.join(&Value::address(reached, 0));
        }
    }
    functions
}
