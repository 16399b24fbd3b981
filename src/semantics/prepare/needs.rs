//! Which arguments calls are told apart by, from the text alone.
//!
//! An argument is *needed* where it may decide which lock is taken, which thread is created, which function is called, or
//! which element of a global array is accessed:
//!
//! ```text
//!     needed x  ⇐  x occurs in an argument of a library function that synchronises, or that takes a function
//!               ⇐  x occurs in the expression that a call goes through
//!               ⇐  x is an integer by which a global array is indexed
//!               ⇐  x occurs in argument i of a function whose parameter i is needed
//!               ⇐  x occurs in a value that is assigned to a y that is needed
//! ```
//!
//! It decides what is told apart, never what is true. (Selective context sensitivity by a cheap pre-analysis: Oh, Lee, Heo,
//! Yang and Yi, PLDI 2014.)

use crate::ir::{Body, Callee, Expr, FunctionId, InstructionKind, LocalId, Place, Program, Projection, Root};
use crate::library::Library;
use crate::library::model::Effect;

/// For each function, which of its parameters are needed.
pub fn needed_parameters(program: &Program, library: &Library) -> Vec<Vec<bool>> {
    let count = program.functions.len();
    let mut needed: Vec<Vec<bool>> = program
        .functions
        .iter()
        .map(|function| vec![false; function.body.as_ref().map_or(0, |body| body.locals.len())])
        .collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (caller, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        for (callee, _) in calls_by_name(body) {
            callers[callee.0 as usize].push(caller);
        }
    }
    let mut open: Vec<usize> = (0..count).rev().collect();
    while let Some(number) = open.pop() {
        let Some(body) = &program.functions[number].body else {
            continue;
        };
        let parameters = body.parameters();
        let before = needed[number][..parameters].to_vec();
        let mut locals = std::mem::take(&mut needed[number]);
        need(program, library, body, &needed, number, &mut locals);
        needed[number] = locals;
        if needed[number][..parameters] != before[..] {
            open.extend(&callers[number]);
        }
    }
    for (locals, function) in needed.iter_mut().zip(&program.functions) {
        locals.truncate(function.body.as_ref().map_or(0, Body::parameters));
    }
    needed
}

fn calls_by_name(body: &Body) -> impl Iterator<Item = (FunctionId, &[Expr])> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(function),
            arguments,
            ..
        } => Some((*function, arguments.as_slice())),
        _ => None,
    })
}

/// Marks the locals of a body that are needed.
fn need(program: &Program, library: &Library, body: &Body, known: &[Vec<bool>], own: usize, locals: &mut [bool]) {
    index_by_needed(program, body, locals);
    loop {
        let before = locals.iter().filter(|needed| **needed).count();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.kind {
                InstructionKind::Assign { to, value } if is_needed(to, locals) => mark(value, locals),
                InstructionKind::Call {
                    callee: Callee::Pointer(pointer),
                    ..
                } => mark(pointer, locals),
                InstructionKind::Call {
                    callee: Callee::Function(function),
                    arguments,
                    ..
                } => {
                    let callee = function.0 as usize;
                    let decides = program.functions[callee].body.is_none() && decides(program, library, *function);
                    for (number, argument) in arguments.iter().enumerate() {
                        let passed_on = match callee == own {
                            true => locals.get(number).copied(),
                            false => known[callee].get(number).copied(),
                        };
                        if decides || passed_on == Some(true) {
                            mark(argument, locals);
                        }
                    }
                }
                _ => {}
            }
        }
        if locals.iter().filter(|needed| **needed).count() == before {
            return;
        }
    }
}

/// Marks the integers by which global arrays are indexed.
fn index_by_needed(program: &Program, body: &Body, locals: &mut [bool]) {
    body.places(&mut |place| {
        if !matches!(place.root, Root::Global(_)) {
            return;
        }
        for projection in &place.projections {
            if let Projection::Index(index, _) = projection {
                mark_if(index, locals, &|local| {
                    program.types.is_integer(body.locals[local.0 as usize].ty)
                });
            }
        }
    });
}

/// Whether the arguments of a library function decide what is ordered, created or called.
fn decides(program: &Program, library: &Library, function: FunctionId) -> bool {
    let model = library.model(&program.function(function).name);
    let Some(effect) = model.and_then(|model| model.effect.as_ref()) else {
        return false;
    };
    effect.waits()
        || matches!(
            effect,
            Effect::Create { .. }
                | Effect::Unlock { .. }
                | Effect::LockInit { .. }
                | Effect::LockDestroy { .. }
                | Effect::BarrierInit { .. }
                | Effect::SemaphoreInit { .. }
                | Effect::SemaphorePost { .. }
                | Effect::Cancel { .. }
                | Effect::KeyCreate { .. }
                | Effect::KeySet { .. }
                | Effect::KeyGet { .. }
                | Effect::AtExit { .. }
                | Effect::SignalHandler { .. }
                | Effect::Sort { .. }
                | Effect::Search { .. }
                | Effect::CallBack { .. }
                | Effect::CallLater { .. }
                | Effect::AtomicLoad { .. }
                | Effect::AtomicStore { .. }
                | Effect::AtomicUpdate { .. }
                | Effect::CompareExchange { .. }
        )
}

fn is_needed(place: &Place, locals: &[bool]) -> bool {
    matches!(place.root, Root::Local(local) if locals[local.0 as usize])
}

fn mark(expr: &Expr, locals: &mut [bool]) {
    mark_if(expr, locals, &|_| true);
}

/// Marks the locals that an expression reads, or of which it takes the address.
fn mark_if(expr: &Expr, locals: &mut [bool], which: &dyn Fn(LocalId) -> bool) {
    expr.expressions(&mut |inner| {
        if let Expr::Load(place) | Expr::AddressOf(place, _) = inner
            && let Root::Local(local) = place.root
            && which(local)
        {
            locals[local.0 as usize] = true;
        }
    });
}
