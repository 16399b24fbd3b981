//! What lies outside of the program: functions without body or model, memory whose address came from there, and calls through
//! pointers that may lead there.
//!
//! What memory they give may be is told in [`super::memory`]. Where the settings call memory from different sources different, it
//! holds any number, addresses of itself, and what the program stored there.
//!
//! A pointer that may be anything may be any function of its type whose address the program takes, or one outside.

use std::collections::BTreeSet;

use pepsin_lattice::Lattice;

use crate::ir::{Expr, FunctionId, FunctionType, GlobalId, Place, Program, Projection, Root, TypeId, TypeKind};
use crate::library::is_reserved;
use crate::semantics::evaluate::is_numeric_address;
use crate::semantics::outside::{arguments, given, results};
use crate::semantics::settings::{OutsideMemory, UnknownFunctions};
use crate::semantics::sharing::interference;
use crate::semantics::sharing::interference::{anything_from, pointer_from};
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, LibraryCall, Transfer, variables};
use crate::values::{Addresses, Contents, ObjectId, ObjectKind, Source, Value};

/// What a pointer to a function may lead to.
pub struct Callees {
    /// Functions that the program declares.
    pub functions: Vec<FunctionId>,
    /// Whether it may be another one, of which nothing is known.
    pub others: bool,
}

/// A call of a function of which nothing is known.
pub struct OutsideCall<'c> {
    /// The function as messages name it.
    pub name: &'c str,
    /// Where the result goes.
    pub to: Option<&'c Place>,
    /// The arguments as they were written, if they were.
    pub expressions: &'c [Expr],
    /// The values of the arguments.
    pub values: &'c [Value],
    /// The type of the result.
    pub result: TypeId,
    /// Where a pointer comes from that it returns.
    pub source: Source,
    /// Whose function it is.
    pub origin: Origin,
}

/// Whose a function is that has neither a body nor a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// C, POSIX, Linux or glibc have it, so it does something.
    Standard,
    /// Nothing is known.
    Unknown,
}

/// Calls a function that has a name, but neither a body nor a model.
pub fn call_unknown(transfer: &Transfer<'_, '_>, state: State, call: &LibraryCall<'_>) -> Vec<State> {
    let function = transfer.analysis.program.function(call.function);
    let after = call_outside(
        transfer,
        state,
        &OutsideCall {
            name: &format!("`{}`", function.name),
            to: call.to,
            expressions: call.expressions,
            values: call.values,
            result: results::result_type(transfer.analysis.program, call.function),
            source: Source::Function(call.function),
            origin: match is_reserved(&function.name) {
                true => Origin::Standard,
                false => Origin::Unknown,
            },
        },
    );
    if function.no_return { Vec::new() } else { vec![after] }
}

/// Calls a function of which nothing is known.
pub fn call_outside(transfer: &Transfer<'_, '_>, mut state: State, call: &OutsideCall<'_>) -> State {
    let analysis = transfer.analysis;
    given::hand_out_arguments(transfer, &mut state, call.expressions, call.values);
    let is_shared = |value: &Value| {
        let is_the_programs = |object| analysis.is_data(object) && !is_of_the_library(transfer.analysis, object);
        value.as_addresses().origin().is_some() || value.objects().any(is_the_programs)
    };
    let shares = call.values.iter().any(is_shared);
    let hands_over_code = call
        .values
        .iter()
        .any(|value| leads_to_a_body(transfer.analysis, value));
    if call.origin == Origin::Standard {
        transfer.obstacle(format!("{} is a function of the C library without a model", call.name));
    }
    let functions = match call.origin {
        Origin::Standard => UnknownFunctions::Obstacle,
        Origin::Unknown => analysis.settings.unknown_functions,
    };
    match functions {
        UnknownFunctions::Pure => transfer.record(|recorder, _| recorder.unknown_function(call.name)),
        UnknownFunctions::WriteArgs | UnknownFunctions::Obstacle => {
            for (number, value) in call.values.iter().enumerate() {
                interference::escape(transfer, &mut state, value);
                let (size, written) = match functions {
                    UnknownFunctions::Obstacle => (
                        named_size(transfer.analysis.program, call.expressions.get(number)),
                        likely(transfer.analysis, call),
                    ),
                    _ => (None, Value::unknown(transfer.at)),
                };
                arguments::overwrite_through(transfer, &mut state, value, size, &written);
            }
            if hands_over_code && !are_entry_points(analysis, call) && functions == UnknownFunctions::Obstacle {
                transfer.obstacle(format!(
                    "{} has neither a body nor a model, and is passed a function, which it may call",
                    call.name
                ));
            } else if call.origin == Origin::Standard {
                transfer.obstacle(format!("{} is a function of the library that has no model", call.name));
            } else if shares && functions == UnknownFunctions::Obstacle {
                transfer.obstacle(format!(
                    "{} has neither a body nor a model, and is passed a pointer",
                    call.name
                ));
            } else {
                transfer.record(|recorder, _| recorder.unknown_function(call.name));
            }
        }
    }
    let value = match analysis.program.types.is_pointer(call.result) {
        true => pointer_from_outside(transfer, &mut state, call),
        false => Value::any_number_of(variables::scalar(transfer.analysis.program, call.result)),
    };
    results::finish_at(transfer, state, call.to, &value)
}

/// What a function of which nothing is known most likely writes: numbers, and addresses in memory of its own. That it may write
/// anything is what the obstacle says.
fn likely(analysis: &Analysis<'_>, call: &OutsideCall<'_>) -> Value {
    anything_from(analysis.external(call.source))
}

/// How many bytes such a function most likely writes where an argument leads: those of the variable or field whose address it is,
/// if that is no array or a part of one. That it may write more is what the obstacle says.
fn named_size(program: &Program, argument: Option<&Expr>) -> Option<u64> {
    let types = &program.types;
    let mut argument = argument?;
    while let Expr::Cast(inner, _) = argument {
        argument = inner;
    }
    let Expr::AddressOf(place, _) = argument else {
        return None;
    };
    let is_named = match place.projections.last() {
        Some(Projection::Field(..)) => true,
        Some(Projection::Index(..)) => false,
        None => !matches!(place.root, Root::Deref(_)),
    };
    let is_array = matches!(types.kind(place.ty), TypeKind::Array(..));
    types.size(place.ty).filter(|_| is_named && !is_array)
}

/// A pointer that a function returns of which nothing is known. It may also be one that the program stored in memory from outside.
fn pointer_from_outside(transfer: &Transfer<'_, '_>, state: &mut State, call: &OutsideCall<'_>) -> Value {
    let analysis = transfer.analysis;
    if analysis.settings.outside_memory == OutsideMemory::Separate {
        return pointer_from(analysis.external(call.source));
    }
    let mut value = analysis.pointer_from_outside(analysis.program.types.pointee(call.result));
    let mut own = BTreeSet::new();
    for memory in analysis.outside_objects() {
        let stored = interference::contents(transfer, state, memory);
        let is_own = |object: &ObjectId| !matches!(analysis.objects.kind(*object), ObjectKind::External(_));
        own.extend(stored.objects().filter(is_own));
    }
    value.join(&Value::addresses(Addresses::anywhere_in(own)));
    if let (Some(_), Some(pointee)) = (&analysis.program.open, analysis.program.types.pointee(call.result)) {
        value.join(&given::given_back(transfer, state, pointee));
    }
    value
}

/// Whether an object is what a function of the library gave: a stream, a directory, a text.
fn is_of_the_library(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    match analysis.objects.kind(object) {
        ObjectKind::External(Source::Function(function)) => {
            let name = &analysis.program.function(function).name;
            analysis.library.model(name).is_some()
        }
        _ => false,
    }
}

/// Whether all functions that a call passes are called by callers of an open program anyway, at any time and with any arguments.
fn are_entry_points(analysis: &Analysis<'_>, call: &OutsideCall<'_>) -> bool {
    let Some(open) = &analysis.program.open else {
        return false;
    };
    let passed = call.values.iter().flat_map(|value| callees(analysis, value).functions);
    let mut bodies = passed.filter(|function| analysis.program.function(*function).body.is_some());
    bodies.all(|function| open.entries.iter().any(|entry| entry.function == function))
}

/// Whether a value may be the address of a function with a body.
fn leads_to_a_body(analysis: &Analysis<'_>, value: &Value) -> bool {
    let functions = callees(analysis, value).functions;
    let mut functions = functions.into_iter();
    functions.any(|function| analysis.program.function(function).body.is_some())
}

/// The functions that a value of pointer type may lead to.
pub fn callees(analysis: &Analysis<'_>, pointer: &Value) -> Callees {
    let objects = &analysis.objects;
    let mut functions: Vec<FunctionId> = pointer
        .objects()
        .filter_map(|object| match objects.kind(object) {
            ObjectKind::Function(function) => Some(function),
            _ => None,
        })
        .collect();
    functions.sort_unstable();
    let is_outside = |object| matches!(objects.kind(object), ObjectKind::External(_));
    Callees {
        functions,
        others: pointer.as_addresses().origin().is_some() || pointer.objects().any(is_outside),
    }
}

/// The functions that a call through a pointer may call, and whether it may call others.
pub fn callees_of_call(analysis: &Analysis<'_>, pointer: &Value, ty: TypeId) -> Callees {
    let mut callees = callees(analysis, pointer);
    if pointer.as_addresses().origin().is_some() {
        let known = callees.functions.clone();
        let possible = analysis.text.address_taken().iter().copied();
        let possible =
            possible.filter(|function| !known.contains(function) && may_be_called_as(analysis.program, *function, ty));
        callees.functions.extend(possible);
    }
    callees.others |= is_numeric_address(pointer);
    callees
}

/// The functions that the library, or the system, calls back; it is an obstacle if it may call others.
pub fn functions_of(transfer: &Transfer<'_, '_>, pointer: &Value) -> Vec<FunctionId> {
    let callees = callees(transfer.analysis, pointer);
    if callees.others {
        transfer.obstacle("a pointer to a function is handed on of which not all targets are known".to_owned());
    }
    callees.functions
}

/// Whether a function may be called through a pointer of a type: they have as many parameters of the same sizes
/// (a call by another type would be undefined behaviour; C11, 6.5.2.2, 9).
fn may_be_called_as(program: &Program, function: FunctionId, pointer: TypeId) -> bool {
    let types = &program.types;
    let called = types.pointee(pointer).and_then(|ty| function_type(program, ty));
    let own = function_type(program, program.function(function).ty);
    let (Some(called), Some(own)) = (called, own) else {
        return true;
    };
    let same = |(mine, theirs): (&TypeId, &TypeId)| types.size(*mine) == types.size(*theirs);
    let first = own.parameters.iter().zip(&called.parameters).all(same);
    first && (own.parameters.len() == called.parameters.len() || own.variadic || called.variadic)
}

/// What a variable holds that is declared and not defined. Those of the library that lead to streams have one each.
pub fn undefined_contents(analysis: &Analysis<'_>, global: GlobalId) -> Contents {
    if analysis.leads_to_stream(global) {
        return Contents::uniform(&Value::address(analysis.external(Source::Variable(global)), 0));
    }
    let held = match analysis.settings.outside_memory {
        OutsideMemory::Separate => anything_from(analysis.external(Source::Variable(global))),
        OutsideMemory::Any | OutsideMemory::Typed => analysis.held_undefined(global),
    };
    Contents::uniform(&held)
}

/// The function type that a type is.
pub fn function_type(program: &Program, ty: TypeId) -> Option<&FunctionType> {
    match program.types.kind(ty) {
        TypeKind::Function(function) => Some(function),
        _ => None,
    }
}
