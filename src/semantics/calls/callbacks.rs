//! Functions that the library calls back: the comparisons of sorting and searching, and those that visit files and the like.
//!
//! The library calls such a function any number of times, also none, with pointers to the elements that it was given, or to what it has itself.
//! So the states behind the call are the least ones that contain those before it and that a call of the function does not leave:
//! what a comparison counts, or which branch it takes at its second call, is seen. An object that is passed may have another name at the
//! second call, if the first one allocated what has that name now.
//! Sorting reads and writes the whole array besides, and any of its elements may stand anywhere, already when elements are compared.

use pepsin_lattice::{Bottom, Lattice, Widen};
use pepsin_solver::Stop;

use crate::ir::{FunctionId, Local};
use crate::library::model::Model;
use crate::races::{AccessKind, Atomicity};
use crate::semantics::calls::{bodies, ends, library};
use crate::semantics::effects::threads;
use crate::semantics::outside::{arguments, functions, results};
use crate::semantics::settings::UnknownFunctions;
use crate::semantics::sharing::{interference, names};
use crate::semantics::state::{SplitKey, State, States};
use crate::semantics::system::{Analysis, LibraryCall, Transfer, variables};
use crate::values::{Addresses, Contents, Offsets, Rvalue, Scalar, Source, Value};

/// So many rounds of calls are joined before they are widened.
const JOINED_ROUNDS: u32 = 2;

/// An array among the arguments: where it starts, and how many elements there are and how large each is, if that is told.
type ArrayArguments = (usize, Option<(usize, usize)>);

/// Sorts the array that an argument points to, by a function that may be passed another argument besides.
pub fn sort(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    array: ArrayArguments,
    (compare, passed): (usize, Option<usize>),
) -> Result<Vec<State>, Stop> {
    let (base, elements) = (array.0, Elements::of(call, array));
    arguments::access_argument(
        transfer,
        &mut state,
        call,
        base,
        elements.bytes,
        (AccessKind::Read, Atomicity::Plain),
    );
    let element = any_element(transfer, &mut state, &call.argument(base));
    arguments::overwrite_argument(transfer, &mut state, call, base, elements.bytes, &element);
    let mut compared = vec![elements.pointers.clone(), elements.pointers];
    compared.extend(passed.map(|passed| call.argument(passed)));
    call_back(transfer, state, call, &call.argument(compare), &compared)
}

/// Searches the array that an argument points to.
pub fn search(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    key: usize,
    array: ArrayArguments,
    compare: usize,
) -> Result<Vec<State>, Stop> {
    let compared = [call.argument(key), Elements::of(call, array).pointers];
    call_back(transfer, state, call, &call.argument(compare), &compared)
}

/// The elements of an array that is sorted or searched.
struct Elements {
    /// How many bytes they take, if that is one number.
    bytes: Option<u64>,
    /// A pointer to any of them; anywhere around the array where their number is not known.
    pointers: Value,
}

impl Elements {
    fn of(call: &LibraryCall<'_>, (base, elements): ArrayArguments) -> Self {
        let array = call.argument(base);
        let told = |argument: usize| {
            let number = i64::try_from(call.argument(argument).as_constant()?).ok()?;
            Some(number).filter(|number| *number > 0)
        };
        let count_and_size = elements.and_then(|(count, size)| Some((told(count)?, told(size)?)));
        let bytes = count_and_size.and_then(|(count, size)| count.checked_mul(size).map(|bytes| (bytes, size)));
        let offsets = bytes.map_or(Offsets::ANY, |(bytes, size)| {
            Offsets::strided(0, bytes - size, size as u64)
        });
        Elements {
            bytes: bytes.and_then(|(bytes, _)| u64::try_from(bytes).ok()),
            pointers: array.with_addresses(array.as_addresses().moved(offsets)),
        }
    }
}

/// Calls the function that an argument points to with memory of the library, any numbers, and the arguments that are passed on.
pub fn visit(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (function, passes): (usize, &[(usize, usize)]),
) -> Result<Vec<State>, Stop> {
    let mut after = Vec::new();
    for body in bodies_of(transfer, &call.argument(function)) {
        let passed = visited_with(transfer, call, body, passes);
        let reached = closure(transfer, state.clone(), &[body], &|_| passed.clone())?;
        after.extend(reached.iter().map(|(_, state)| state.clone()));
    }
    if after.is_empty() {
        after.push(state);
    }
    let value = results::returned(transfer, call, model);
    Ok(results::finish_all(transfer, after, call, &value))
}

/// Registers functions that others call from now on, in threads of their own. What a third one knows of those before it, all further ones know.
/// By the convention that functions without body touch nothing, nobody calls them but who does so in the text.
pub fn register(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (functions, passes): ([Option<usize>; 2], &[(usize, usize)]),
) -> Result<Vec<State>, Stop> {
    for (_, argument) in passes {
        interference::escape(transfer, &mut state, &call.argument(*argument));
    }
    let analysis = transfer.analysis;
    let is_pure = analysis.settings.unknown_functions == UnknownFunctions::Pure && analysis.program.open.is_none();
    let registered = functions.into_iter().flatten().filter(|_| !is_pure);
    let given: Vec<Value> = registered.map(|function| call.argument(function)).collect();
    let mut after = vec![state];
    for body in given.iter().flat_map(|function| bodies_of(transfer, function)) {
        let passed = visited_with(transfer, call, body, passes);
        for _ in 0..ends::DIFFERENT_RUNS {
            let created = after
                .into_iter()
                .map(|state| threads::create_with(transfer, state, body, &passed));
            after = created.collect::<Result<Vec<_>, Stop>>()?.concat();
        }
    }
    let value = results::returned(transfer, call, model);
    Ok(results::finish_all(transfer, after, call, &value))
}

/// What a function is called with that the library calls for each of the things that it has.
fn visited_with(
    transfer: &Transfer<'_, '_>,
    call: &LibraryCall<'_>,
    function: FunctionId,
    passes: &[(usize, usize)],
) -> Vec<Rvalue> {
    let program = transfer.analysis.program;
    let body = program.function(function).body.as_ref();
    let parameters = body.map_or(&[][..], |body| &body.locals[..body.parameters()]);
    let has = transfer.analysis.external(Source::Function(call.function));
    let value = |(number, parameter): (usize, &Local)| {
        if let Some((_, argument)) = passes.iter().find(|(to, _)| *to == number) {
            return Rvalue::Scalar(call.argument(*argument));
        }
        if program.types.as_record(parameter.ty).is_some() {
            return Rvalue::Record(Contents::unknown(transfer.at));
        }
        Rvalue::Scalar(match program.types.is_pointer(parameter.ty) {
            true => Value::addresses(Addresses::of(has, Offsets::ANY)),
            false => Value::any_number_of(variables::scalar(transfer.analysis.program, parameter.ty)),
        })
    };
    parameters.iter().enumerate().map(value).collect()
}

/// The functions with a body that a pointer may lead to.
fn bodies_of(transfer: &Transfer<'_, '_>, function: &Value) -> Vec<FunctionId> {
    let functions = functions::functions_of(transfer, function);
    ends::called_back(transfer, functions)
}

/// What may stand anywhere in a sorted array: a number where it holds nothing but numbers, else anything.
fn any_element(transfer: &Transfer<'_, '_>, state: &mut State, array: &Value) -> Value {
    let is_number = |value: &Value| value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    let numbers = array
        .objects()
        .all(|object| interference::contents(transfer, state, object).values().all(is_number));
    match numbers {
        true => Value::ANY_NUMBER,
        false => Value::unknown(transfer.at),
    }
}

/// Calls a function that the library gets as an argument any number of times, and returns one of what it is called with, or a number.
fn call_back(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    function: &Value,
    arguments: &[Value],
) -> Result<Vec<State>, Stop> {
    let bodies = bodies_of(transfer, function);
    let passed: Vec<Rvalue> = arguments.iter().cloned().map(Rvalue::Scalar).collect();
    let after = closure(transfer, state, &bodies, &|_| passed.clone())?;
    let mut value = Value::any_number_of(Scalar::INT);
    for argument in arguments {
        value.join(argument);
    }
    let finish = |(_, state): (&SplitKey, &State)| {
        let value = names::with_former(transfer, state, &value);
        results::finish(transfer, state.clone(), call, &value)
    };
    Ok(after.iter().map(finish).collect())
}

/// An argument by the names that its objects may have by now.
fn with_former(transfer: &Transfer<'_, '_>, state: &State, argument: Rvalue) -> Rvalue {
    match argument {
        Rvalue::Scalar(value) => Rvalue::Scalar(names::with_former(transfer, state, &value)),
        record => record,
    }
}

/// The least states that contain one and that calls of the functions do not leave, with arguments that may depend on the state.
pub fn closure(
    transfer: &Transfer<'_, '_>,
    state: State,
    functions: &[FunctionId],
    arguments: &dyn Fn(&State) -> Vec<Rvalue>,
) -> Result<States, Stop> {
    let mut reached = States::bottom();
    reached.add(key_of(transfer.analysis, &state), state);
    let mut round = 0;
    loop {
        let mut next = reached.clone();
        for (_, before) in reached.iter() {
            let former = |value| with_former(transfer, before, value);
            let arguments: Vec<Rvalue> = arguments(before).into_iter().map(former).collect();
            for function in functions {
                for after in called(transfer, before.clone(), *function, &arguments)? {
                    next.add(key_of(transfer.analysis, &after), after);
                }
            }
        }
        let grew = match round < JOINED_ROUNDS {
            true => reached.join(&next),
            false => reached.widen(&next),
        };
        if !grew {
            return Ok(reached);
        }
        round += 1;
    }
}

/// Calls a function of the program, or one of the library.
fn called(
    transfer: &Transfer<'_, '_>,
    state: State,
    function: FunctionId,
    arguments: &[Rvalue],
) -> Result<Vec<State>, Stop> {
    if transfer.analysis.program.function(function).body.is_some() {
        return bodies::call_body(transfer, state, None, function, arguments);
    }
    let scalar = |argument: &Rvalue| match argument {
        Rvalue::Scalar(value) => value.clone(),
        Rvalue::Record(_) => Value::ANY_NUMBER,
    };
    let values: Vec<Value> = arguments.iter().map(scalar).collect();
    library::call_library(transfer, state, None, function, &[], &values)
}

fn key_of(analysis: &Analysis<'_>, state: &State) -> SplitKey {
    analysis.kept_apart(&state.past)
}
