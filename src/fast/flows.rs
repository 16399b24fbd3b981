//! Where addresses flow: each assignment, call and initialiser unifies what its two sides lead to.

use std::collections::BTreeSet;

use super::classes::Class;
use super::memory::Memory;
use super::numbers;
use super::rows::{self, Call};
use crate::ir::{
    BinaryOp, Body, Callee, Expr, FunctionId, GlobalId, InstructionKind, Place, Projection, RecordKind, Root,
    Terminator, TypeId, TypeKind, UnaryOp,
};

/// Unifies until nothing changes. One pass over the text is enough but for code outside, which calls the functions that it learns of, and for
/// addresses that come back from numbers: as soon as any may, the text is looked at again.
pub fn solve(memory: &mut Memory<'_>) {
    flow_in_program(memory);
    if memory.numbers.come_back {
        let sent = memory.pools.sent;
        let sent = memory.classes.target(sent);
        memory.classes.unify(sent, memory.numbers.class);
        flow_in_program(memory);
    }
    memory.sort_objects();
}

fn flow_in_program(memory: &mut Memory<'_>) {
    let program = memory.program;
    for (number, global) in program.globals.iter().enumerate() {
        let class = memory.globals[number];
        for initial in &global.initial {
            if let Some(value) = value(memory, program.main, &initial.value) {
                let target = memory.classes.target(class);
                memory.classes.unify(target, value);
            }
        }
    }
    for (number, function) in program.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            flow_in(memory, FunctionId(number as u32), body);
        }
    }
    flow_in_library_functions(memory);
    join_outside(memory);
    while call_from_outside(memory) | add_addresses(memory) {}
}

fn flow_in(memory: &mut Memory<'_>, function: FunctionId, body: &Body) {
    for block in &body.blocks {
        for instruction in &block.instructions {
            match &instruction.kind {
                InstructionKind::Assign { to, value: from } => {
                    let led = value(memory, function, from);
                    if let Some(led) = led
                        && carries(memory, to)
                    {
                        store(memory, function, to, led);
                    }
                    if !matches!(from, Expr::Integer(..)) {
                        numbers::store(memory, function, to);
                    }
                }
                InstructionKind::Call { to, callee, arguments } => {
                    let result = call(memory, function, callee, arguments, instruction.at);
                    if let (Some(to), Some(result)) = (to, result)
                        && carries(memory, to)
                    {
                        store(memory, function, to, result);
                    }
                    to.iter().for_each(|to| numbers::store(memory, function, to));
                }
                InstructionKind::Assembly {
                    outputs,
                    inputs,
                    memory: operands,
                    ..
                } => {
                    let outside = memory.pools.outside;
                    for input in inputs {
                        if let Some(input) = value(memory, function, input) {
                            memory.classes.unify(input, outside);
                        }
                    }
                    for place in outputs.iter().chain(operands) {
                        store(memory, function, place, outside);
                    }
                }
                InstructionKind::ScopeEntry(_)
                | InstructionKind::ScopeEnd(_)
                | InstructionKind::Zero { .. }
                | InstructionKind::Obstacle { .. } => {}
            }
        }
        if let Terminator::Return(Some(returned)) = &block.terminator
            && let Some(returned) = value(memory, function, returned)
        {
            let code = memory.functions[function.0 as usize];
            let result = memory.classes.result(code);
            let target = memory.classes.target(result);
            memory.classes.unify(target, returned);
        }
    }
}

/// A call; where what it returns leads.
fn call(
    memory: &mut Memory<'_>,
    function: FunctionId,
    callee: &Callee,
    arguments: &[Expr],
    at: crate::ir::Position,
) -> Option<Class> {
    let values: Vec<Option<Class>> = arguments.iter().map(|it| value(memory, function, it)).collect();
    let code = match callee {
        Callee::Function(called) if memory.program.function(*called).body.is_none() => {
            return rows::flow(
                memory,
                &Call {
                    caller: function,
                    called: *called,
                    expressions: arguments,
                    values: &values,
                    at,
                },
            );
        }
        Callee::Function(called) => memory.functions[called.0 as usize],
        Callee::Pointer(pointer) => value(memory, function, pointer).unwrap_or_else(|| memory.classes.fresh()),
    };
    for (number, value) in values.iter().enumerate() {
        let parameter = memory.classes.parameter(code, number);
        if let Some(value) = value {
            let target = memory.classes.target(parameter);
            memory.classes.unify(target, *value);
        }
    }
    let result = memory.classes.result(code);
    Some(memory.classes.target(result))
}

/// Functions of the library whose addresses are taken: what they do to whatever they are called with through pointers.
fn flow_in_library_functions(memory: &mut Memory<'_>) {
    for called in memory.library_functions_by_address.clone() {
        let code = memory.functions[called.0 as usize];
        let values = values_through_pointers(memory, called);
        let returned = rows::flow(memory, &Call::through_pointers(memory.program, called, &values));
        if let Some(returned) = returned {
            let result = memory.classes.result(code);
            let target = memory.classes.target(result);
            memory.classes.unify(target, returned);
        }
    }
}

/// What the arguments of a function lead to where it is called through pointers.
pub fn values_through_pointers(memory: &mut Memory<'_>, called: FunctionId) -> Vec<Option<Class>> {
    let code = memory.functions[called.0 as usize];
    let declared = match memory.program.types.kind(memory.program.function(called).ty) {
        TypeKind::Function(ty) => ty.parameters.len(),
        _ => 0,
    };
    let many = memory.classes.parameters(code).max(declared);
    let parameters: Vec<Class> = (0..many).map(|number| memory.classes.parameter(code, number)).collect();
    let targets = parameters.into_iter().map(|parameter| memory.classes.target(parameter));
    targets.map(Some).collect()
}

/// Variables that are not defined here are outside, but for the streams of the library; memory from outside may be variables that others can name.
fn join_outside(memory: &mut Memory<'_>) {
    let program = memory.program;
    for (number, global) in program.globals.iter().enumerate() {
        let class = memory.globals[number];
        if memory.library.leads_to_stream(&global.name) && !global.defined {
            memory.classes.close(class);
        } else if !global.defined {
            memory.classes.unify(class, memory.pools.outside);
        }
    }
    if memory.outside.separate_memory && program.open.is_none() || !rows::takes_from_outside(memory) {
        return;
    }
    for number in 0..program.globals.len() {
        if memory.is_exported(GlobalId(number as u32)) {
            memory.classes.unify(memory.globals[number], memory.pools.outside);
        }
    }
}

/// Functions of which code outside knows are called with what it knows of. Whether that changed anything.
fn call_from_outside(memory: &mut Memory<'_>) -> bool {
    let outside = memory.pools.outside;
    let mut changed = false;
    for number in 0..memory.functions.len() {
        let code = memory.functions[number];
        if !memory.classes.same(code, outside) {
            continue;
        }
        let result = memory.classes.result(code);
        let mut variables = vec![result];
        let many = memory.classes.parameters(code);
        variables.extend((0..many).map(|parameter| memory.classes.parameter(code, parameter)));
        for variable in variables {
            let target = memory.classes.target(variable);
            if !memory.classes.same(target, outside) {
                memory.classes.unify(target, outside);
                changed = true;
            }
        }
    }
    // A pointer from outside may be called although no function of the program is known there.
    let many = memory.classes.parameters(outside);
    for parameter in 0..many {
        let variable = memory.classes.parameter(outside, parameter);
        let target = memory.classes.target(variable);
        if !memory.classes.same(target, outside) {
            memory.classes.unify(target, outside);
            changed = true;
        }
    }
    changed
}

/// Where a number that is added to a pointer may be an address, it leads where the pointer does. Whether that changed anything.
fn add_addresses(memory: &mut Memory<'_>) -> bool {
    let sums = std::mem::take(&mut memory.sums);
    let mut inhabited = BTreeSet::new();
    for object in &memory.objects {
        inhabited.insert(memory.classes.find(object.class));
    }
    for function in &memory.functions {
        inhabited.insert(memory.classes.find(*function));
    }
    let mut changed = numbers::gather(memory, &inhabited);
    for (pointer, number) in &sums {
        let leads_somewhere = inhabited.contains(&memory.classes.find(*number));
        if leads_somewhere && !memory.classes.same(*pointer, *number) {
            memory.classes.unify(*pointer, *number);
            changed = true;
        }
    }
    memory.sums = sums;
    changed
}

fn store(memory: &mut Memory<'_>, function: FunctionId, to: &Place, from: Class) {
    let class = place(memory, function, to);
    let target = memory.classes.target(class);
    memory.classes.unify(target, from);
}

/// The class that a place lies in.
pub fn place(memory: &mut Memory<'_>, function: FunctionId, place: &Place) -> Class {
    match &place.root {
        Root::Local(local) => memory.local(function, *local),
        Root::Global(global) => memory.globals[global.0 as usize],
        Root::Deref(pointer) => value(memory, function, pointer).unwrap_or_else(|| memory.classes.fresh()),
    }
}

/// Where a value leads, if it may lead anywhere.
pub fn value(memory: &mut Memory<'_>, function: FunctionId, expr: &Expr) -> Option<Class> {
    match expr {
        Expr::Integer(..) | Expr::Float(..) => None,
        Expr::Load(from) => {
            numbers::read(memory, function, from);
            if !carries(memory, from) {
                return None;
            }
            let class = place(memory, function, from);
            Some(memory.classes.target(class))
        }
        Expr::AddressOf(of, _) => Some(place(memory, function, of)),
        Expr::Function(of, _) => Some(memory.functions[of.0 as usize]),
        Expr::String(string, _) => Some(memory.string(*string)),
        Expr::Unary(UnaryOp::Not, ..) => None,
        Expr::Unary(_, operand, ty) => {
            let operand = value(memory, function, operand);
            numbers::compute(memory, operand, *ty)
        }
        Expr::Binary(BinaryOp::PointerAdd, pointer, distance, _) => {
            let pointer = value(memory, function, pointer);
            // What is narrower than an address is none.
            let distance = match &**distance {
                Expr::Cast(inner, _) if !is_wide(memory, inner.ty()) => None,
                distance => value(memory, function, distance),
            };
            // Whether a number may be an address is known when all addresses have flowed.
            memory.sums.extend(pointer.zip(distance));
            pointer.or(distance)
        }
        Expr::Binary(BinaryOp::PointerDifference, left, right, _) => {
            // A distance leads from one object to the other.
            if let (Some(left), Some(right)) = (value(memory, function, left), value(memory, function, right)) {
                memory.classes.unify(left, right);
            }
            None
        }
        Expr::Binary(operator, ..) if operator.is_comparison() => None,
        Expr::Binary(_, left, right, ty) => {
            let (left, right) = [left, right]
                .map(|operand| value(memory, function, operand))
                .map(|operand| numbers::compute(memory, operand, *ty))
                .into();
            if let (Some(left), Some(right)) = (left, right) {
                memory.classes.unify(left, right);
            }
            left.or(right)
        }
        Expr::Cast(inner, ty) => {
            let value = value(memory, function, inner);
            numbers::convert(memory, inner, value, *ty)
        }
        Expr::Unknown(ty) => memory.program.types.is_pointer(*ty).then_some(memory.pools.outside),
    }
}

/// Whether a scalar has room for an address; records and arrays have.
pub fn is_wide(memory: &Memory<'_>, ty: TypeId) -> bool {
    let types = &memory.program.types;
    match types.kind(ty) {
        TypeKind::Void | TypeKind::Bool => false,
        TypeKind::Integer { size, .. } | TypeKind::Float { size, .. } => {
            u64::from(*size) >= types.model().pointer_size()
        }
        TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Record(_) | TypeKind::Function(_) => true,
    }
}

/// Whether what a place holds may be an address, or one byte of one that is copied by bytes: then it is no member with a name.
pub fn carries(memory: &Memory<'_>, place: &Place) -> bool {
    let types = &memory.program.types;
    let is_byte = matches!(types.kind(place.ty), TypeKind::Integer { size: 1, .. });
    let is_member = match place.projections.last() {
        Some(Projection::Field(record, _)) => types.record(*record).kind == RecordKind::Struct,
        _ => false,
    };
    is_wide(memory, place.ty) || is_byte && !is_member
}
