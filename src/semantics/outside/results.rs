//! Results: what library functions return, and where that goes.

use pepsin_lattice::Lattice;

use crate::ir::{FunctionId, Place, Program, TypeId};
use crate::library::model::{Effect, Model, Returns};
use crate::semantics::execute::stores;
use crate::semantics::outside::arguments;
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, LibraryCall, Transfer, variables};
use crate::values::{Addresses, Contents, Offsets, Rvalue, Scalar, Source, Value};

/// The value that a model without effect returns, but for new memory.
pub fn returned(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, model: &Model) -> Value {
    let result = result_type(transfer.analysis.program, call.function);
    match &model.returns {
        Returns::Zero => success(call, model),
        Returns::Argument(number) => call.argument(*number),
        Returns::Memory => Value::ZERO,
        Returns::ArgumentOrNull(number) | Returns::ArgumentOrMemory(number) => {
            let mut value = call.argument(*number);
            value.join(&Value::ZERO);
            value
        }
        Returns::Any => computed(
            transfer.analysis.program,
            call,
            variables::scalar(transfer.analysis.program, result),
        ),
        Returns::External => {
            let mut value = outside_or_null(transfer.analysis, call);
            if !model.fails_with.is_empty() {
                value.join(&failure(model));
            }
            value
        }
        Returns::ArgumentOrExternal(number) => {
            let mut value = outside_or_null(transfer.analysis, call);
            value.join(&call.argument(*number));
            value
        }
        Returns::State => {
            let first = model.uses.0.first();
            let mut value = first
                .and_then(|name| arguments::library_state(transfer.analysis, name))
                .unwrap_or(Value::NOTHING);
            value.join(&Value::ZERO);
            value
        }
        Returns::Kept => {
            let mut value = outside_or_null(transfer.analysis, call);
            let kept = arguments::kept(transfer, model.looks_through.as_deref());
            value.join(&kept.with_addresses(kept.as_addresses().moved(Offsets::ANY)));
            value
        }
        Returns::Own => Value::address(
            transfer.analysis.library_local(call.function, transfer.context.thread),
            0,
        ),
        Returns::Received => arguments::received_as(transfer, variables::scalar(transfer.analysis.program, result)),
        // What callers pass depends on the state, and is found where the call is performed.
        Returns::Given | Returns::GivenBack => Value::NOTHING,
        // A join says what it is itself.
        Returns::Unknown | Returns::Joined => Value::unknown(transfer.at),
        Returns::Into(number) => {
            let addresses = call.argument(*number).as_addresses().moved(Offsets::ANY);
            let mut value = Value::addresses(addresses);
            value.join(&Value::ZERO);
            value
        }
    }
}

/// What is computed of numbers among the arguments: any number, and any address in the objects whose addresses are in them.
fn computed(program: &Program, call: &LibraryCall<'_>, ty: Scalar) -> Value {
    let types = &program.types;
    let mut result = Value::any_number_of(ty);
    let arguments = call.expressions.iter().zip(call.values);
    for (_, value) in arguments.filter(|(expr, _)| !types.is_pointer(expr.ty())) {
        result.join(&value.garbled(ty.integer_type()));
    }
    result
}

/// What a model with an effect returns: 0, where it does not say anything else.
pub fn returned_by_effect(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, model: &Model) -> Value {
    match model.effect {
        Some(Effect::CancelType { .. } | Effect::AttributeRobust { .. }) => success(call, model),
        _ => returned(transfer, call, model),
    }
}

/// 0, and what the call fails with if an argument may lie where it does.
pub fn success(call: &LibraryCall<'_>, model: &Model) -> Value {
    let bounds = |argument: usize| {
        let number = call.argument(argument);
        let number = number.as_integer();
        number.low().zip(number.high())
    };
    let mut value = Value::ZERO;
    if !model.demands.hold_between(bounds) {
        value.join(&failure(model));
    }
    value
}

/// Null, or a pointer to memory outside of the program that all calls of the function share.
pub fn outside_or_null(analysis: &Analysis<'_>, call: &LibraryCall<'_>) -> Value {
    let outside = analysis.external(Source::Function(call.function));
    let mut value = Value::addresses(Addresses::of(outside, Offsets::ANY));
    value.join(&Value::ZERO);
    value
}

/// The type that a function returns.
pub fn result_type(program: &Program, function: FunctionId) -> TypeId {
    let result = program.types.result(program.function(function).ty);
    result.unwrap_or(TypeId(0))
}

/// The state after a call that returns `value`.
pub fn finish(transfer: &Transfer<'_, '_>, state: State, call: &LibraryCall<'_>, value: &Value) -> State {
    finish_at(transfer, state, call.to, value)
}

/// The state after a call that returns `value`, which goes to a place.
pub fn finish_at(transfer: &Transfer<'_, '_>, mut state: State, to: Option<&Place>, value: &Value) -> State {
    if let Some(to) = to {
        let value = match transfer.analysis.program.types.as_record(to.ty) {
            Some(_) => Rvalue::Record(Contents::unknown(transfer.at)),
            None => Rvalue::Scalar(value.clone()),
        };
        stores::assign(transfer, &mut state, to, &value);
    }
    state
}

/// The states after a call that returns `value`.
pub fn finish_all(
    transfer: &Transfer<'_, '_>,
    states: Vec<State>,
    call: &LibraryCall<'_>,
    value: &Value,
) -> Vec<State> {
    states
        .into_iter()
        .map(|state| finish(transfer, state, call, value))
        .collect()
}

/// What a call returns that was tried in vain, where success is 0.
pub fn failure(model: &Model) -> Value {
    let codes = model.fails_with.iter().map(|code| Value::constant(i128::from(*code)));
    codes
        .reduce(|mut all, code| {
            all.join(&code);
            all
        })
        .unwrap_or_else(|| Value::any_number_of(Scalar::INT).nonzero())
}
