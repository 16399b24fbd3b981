//! Calls: which functions are called, and of what kind each one is.

use crate::ir::{Callee, Expr, FunctionId, Place, TypeId};
use crate::semantics::acts::locks;
use crate::semantics::calls::{bodies, library};
use crate::semantics::evaluate::{expressions, is_made_of_numbers, loads, places};
use crate::semantics::execute::guards;
use crate::semantics::origins::copies;
use crate::semantics::outside::{Callees, Origin, OutsideCall, function_type, functions, results};
use crate::semantics::prepare::is_condition;
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{Rvalue, Source, Value};
use pepsin_solver::Stop;

/// Executes a call. What a condition among the arguments says of watched variables is told apart, because a function
/// may return only if it holds.
pub fn call(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    to: Option<&Place>,
    callee: &Callee,
    arguments: &[Expr],
) -> Result<Vec<State>, Stop> {
    let mut conditions = arguments.iter().filter(|argument| is_condition(argument));
    let Some(condition) = conditions.find(|condition| copies::loads_watched(transfer, &mut state, condition)) else {
        return call_with(transfer, state, to, callee, arguments);
    };
    let mut after = Vec::new();
    for holds in [true, false] {
        let mut state = state.clone();
        if guards::assume(transfer, &mut state, condition, holds) {
            after.extend(call_with(transfer, state, to, callee, arguments)?);
        }
    }
    Ok(after)
}

fn call_with(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    to: Option<&Place>,
    callee: &Callee,
    arguments: &[Expr],
) -> Result<Vec<State>, Stop> {
    let callees = match callee {
        Callee::Function(function) => Callees {
            functions: vec![*function],
            others: false,
        },
        Callee::Pointer(pointer) => {
            let value = expressions::value(transfer, &mut state, pointer);
            let callees = functions::callees_of_call(transfer.analysis, &value, pointer.ty());
            let leads_somewhere = callees.others || !callees.functions.is_empty();
            places::note_followed(transfer, transfer.at, pointer, leads_somewhere);
            if is_made_of_numbers(transfer.analysis, &value) {
                transfer.obstacle("an address is made of numbers, so that its function is not known".to_owned());
            }
            callees
        }
    };
    let values: Vec<Rvalue> = arguments
        .iter()
        .map(|argument| loads::rvalue(transfer, &mut state, argument))
        .collect();
    if values.iter().any(Rvalue::is_bottom) {
        return Ok(Vec::new());
    }
    let mut after = Vec::new();
    if callees.others {
        after.push(call_others(transfer, state.clone(), to, (callee, arguments), &values));
    }
    for function in callees.functions {
        if let Callee::Pointer(pointer) = callee {
            note_type(transfer, pointer, function);
        }
        after.extend(call_function(
            transfer,
            state.clone(),
            to,
            function,
            arguments,
            &values,
        )?);
    }
    Ok(after)
}

/// Tells where a function is called through a pointer to functions of another type.
fn note_type(transfer: &Transfer<'_, '_>, pointer: &Expr, function: FunctionId) {
    let program = transfer.analysis.program;
    if program.types.pointee(pointer.ty()) != Some(program.function(function).ty) {
        transfer.record(|recorder, _| recorder.called_otherwise(function));
    }
}

/// Calls a function through a pointer that came from outside of the program.
fn call_others(
    transfer: &Transfer<'_, '_>,
    state: State,
    to: Option<&Place>,
    (callee, arguments): (&Callee, &[Expr]),
    values: &[Rvalue],
) -> State {
    let program = transfer.analysis.program;
    let result = match callee {
        Callee::Function(function) => Some(results::result_type(transfer.analysis.program, *function)),
        Callee::Pointer(pointer) => {
            let pointee = program.types.pointee(pointer.ty());
            pointee.and_then(|ty| function_type(program, ty)).map(|ty| ty.result)
        }
    };
    let values: Vec<Value> = values.iter().map(Rvalue::as_scalar).collect();
    let call = OutsideCall {
        name: "a function that is known by its address only",
        to,
        expressions: arguments,
        values: &values,
        result: result.or_else(|| to.map(|to| to.ty)).unwrap_or(TypeId(0)),
        source: Source::UnknownFunction,
        origin: Origin::Unknown,
    };
    functions::call_outside(transfer, state, &call)
}

fn call_function(
    transfer: &Transfer<'_, '_>,
    state: State,
    to: Option<&Place>,
    function: FunctionId,
    arguments: &[Expr],
    values: &[Rvalue],
) -> Result<Vec<State>, Stop> {
    if transfer.analysis.program.function(function).body.is_none() {
        let scalars: Vec<Value> = values.iter().map(Rvalue::as_scalar).collect();
        return library::call_library(transfer, state, to, function, arguments, &scalars);
    }
    if !transfer.analysis.is_atomic(function) {
        return bodies::call_written(transfer, state, to, function, arguments, values);
    }
    let mut after = Vec::new();
    for inside in locks::begin_atomic(transfer, state) {
        for done in bodies::call_written(transfer, inside, to, function, arguments, values)? {
            after.extend(locks::end_atomic(transfer, done));
        }
    }
    Ok(after)
}
