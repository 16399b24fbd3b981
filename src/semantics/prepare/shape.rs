//! What is known of a function from its text alone, before any analysis.
//!
//! It decides what is told apart, never what is true: which calls make up call strings, and which variables split states.

use std::collections::BTreeSet;

use super::needs::needed_parameters;
use crate::ir::graph::Graph;
use crate::ir::loops::{destinations, loops};
use crate::ir::{
    BinaryOp, Body, Callee, Expr, FunctionId, GlobalId, InstructionKind, Local, LocalId, LocalKind, Program, Root,
    Terminator, UnaryOp,
};
use crate::library::Library;
use crate::library::model::Effect;

/// At most this many variables of a function split states.
const MOST_GUARDS: usize = 4;
/// A function of at most so many blocks, those of the functions that it calls included, is analysed anew for each call.
const SMALL: usize = 24;
/// A function that is called at more places than these is no wrapper of the creation of threads: each thread has a copy
/// of all that it runs, and so many different threads are more than a program has.
const MOST_CREATING_CALLS: usize = 16;

/// What the text of a function shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Whether it creates threads, or returns memory that it allocates, itself or by what it calls: each of its calls
    /// makes something that needs a name of its own.
    pub makes_by_call: bool,
    /// Whether it is so small that a copy of it costs less than the changes of state that callers would bring to each
    /// other through a common one.
    pub is_small: bool,
    /// Which of its parameters are needed ([`super::needs`]).
    pub needed: Vec<bool>,
    /// Whether a call of it creates, joins, locks or allocates, so that each of several calls may need a name of its own.
    pub makes_names: bool,
    /// Whether it creates threads, itself or by what it calls.
    pub creates: bool,
    /// Whether it locks, creates, joins or the like, itself or by what it calls.
    pub synchronises: bool,
    /// Whether it waits at a barrier, itself or by what it calls.
    pub meets: bool,
    /// Variables that are tested in a function that synchronises: states with different truth of these are kept apart.
    pub guards: Vec<LocalId>,
    /// Variables that bound loops in which threads are created, joined or the like, and that these loops leave alone.
    pub bounds: Vec<LocalId>,
    /// Parameters that hold what was passed as long as the function runs: never assigned, their address never taken.
    pub lasting: Vec<LocalId>,
}

/// The once-controls that `pthread_once` is given by name.
pub fn once_controls(program: &Program, library: &Library) -> BTreeSet<GlobalId> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let instructions = bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.instructions));
    let controls = instructions.filter_map(|instruction| {
        let InstructionKind::Call {
            callee: Callee::Function(function),
            arguments,
            ..
        } = &instruction.kind
        else {
            return None;
        };
        let model = library.model(&program.function(*function).name)?;
        let Some(Effect::Once { control, .. }) = &model.effect else {
            return None;
        };
        named_global(arguments.get(*control)?)
    });
    controls.collect()
}

fn named_global(expr: &Expr) -> Option<GlobalId> {
    match expr {
        Expr::Cast(operand, _) => named_global(operand),
        Expr::AddressOf(place, _) => match place.root {
            Root::Global(global) => Some(global),
            Root::Local(_) | Root::Deref(_) => None,
        },
        _ => None,
    }
}

/// What a function does directly.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Traits {
    creates: bool,
    allocates: bool,
    synchronises: bool,
    meets: bool,
}

/// The shapes of all functions.
pub fn shapes(program: &Program, library: &Library) -> Vec<Shape> {
    let mut traits: Vec<Traits> = program
        .functions
        .iter()
        .map(|function| library_traits(library, &function.name, function.body.is_some()))
        .collect();
    let callees: Vec<Vec<FunctionId>> = program
        .functions
        .iter()
        .map(|function| function.body.as_ref().map_or_else(Vec::new, direct_callees))
        .collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (caller, callees) in callees.iter().enumerate() {
            let mut joined = traits[caller];
            let returns_pointer = returns_pointer(program, FunctionId(caller as u32));
            for callee in callees {
                let callee = traits[callee.0 as usize];
                joined.creates |= callee.creates;
                joined.synchronises |= callee.synchronises;
                joined.meets |= callee.meets;
                joined.allocates |= callee.allocates && returns_pointer;
            }
            let before = traits[caller];
            changed |= joined != before;
            traits[caller] = joined;
        }
    }
    let calls = call_counts(program);
    let small = small_functions(program);
    let needed = needed_parameters(program, library);
    let shape = |(number, (function, traits)): (usize, (&crate::ir::Function, &Traits))| Shape {
        makes_by_call: function.body.is_some()
            && (traits.creates && calls[number] <= MOST_CREATING_CALLS || traits.allocates),
        is_small: function.body.is_some() && small[number],
        needed: needed[number].clone(),
        makes_names: traits.creates || traits.allocates || traits.synchronises,
        creates: traits.creates,
        synchronises: traits.synchronises,
        meets: traits.meets,
        guards: match (&function.body, traits.synchronises) {
            (Some(body), true) => guards(program, body),
            _ => Vec::new(),
        },
        bounds: match (&function.body, traits.synchronises) {
            (Some(body), true) => bounds(program, body),
            _ => Vec::new(),
        },
        lasting: function.body.as_ref().map_or_else(Vec::new, lasting_parameters),
    };
    program.functions.iter().zip(&traits).enumerate().map(shape).collect()
}

fn library_traits(library: &Library, name: &str, has_body: bool) -> Traits {
    if has_body {
        return Traits {
            synchronises: name.starts_with("__VERIFIER_atomic_"),
            ..Traits::default()
        };
    }
    match library.model(name).and_then(|model| model.effect.as_ref()) {
        Some(Effect::Create { .. } | Effect::CallLater { .. }) => Traits {
            creates: true,
            synchronises: true,
            ..Traits::default()
        },
        Some(Effect::Allocate { .. } | Effect::Reallocate { .. } | Effect::ReadLine { .. }) => Traits {
            allocates: true,
            ..Traits::default()
        },
        Some(Effect::BarrierWait { .. }) => Traits {
            meets: true,
            ..Traits::default()
        },
        Some(
            Effect::Lock { .. }
            | Effect::Unlock { .. }
            | Effect::Wait { .. }
            | Effect::SemaphoreWait { .. }
            | Effect::SemaphorePost { .. }
            | Effect::Join { .. }
            | Effect::AtomicBegin {}
            | Effect::AtomicEnd {}
            | Effect::SectionEnter { .. }
            | Effect::SectionLeave { .. }
            | Effect::PhaseEnter { .. }
            | Effect::PhaseBegin {},
        ) => Traits {
            synchronises: true,
            ..Traits::default()
        },
        _ => Traits::default(),
    }
}

fn direct_callees(body: &Body) -> Vec<FunctionId> {
    let callees = callees(body).filter_map(|callee| match callee {
        Callee::Function(function) => Some(*function),
        Callee::Pointer(_) => None,
    });
    let mut callees: Vec<FunctionId> = callees.collect();
    callees.sort_unstable();
    callees.dedup();
    callees
}

/// What a body calls, call by call.
fn callees(body: &Body) -> impl Iterator<Item = &Callee> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call { callee, .. } => Some(callee),
        _ => None,
    })
}

/// Which functions have at most [`SMALL`] blocks, those of the functions that they call included, call by call:
///
/// ```text
///     size f  =  blocks of f  +  Σ { size g | f calls g }        from below: recursive functions have none
/// ```
fn small_functions(program: &Program) -> Vec<bool> {
    let mut sizes: Vec<Option<usize>> = vec![None; program.functions.len()];
    let mut changed = true;
    // A function of known size has a block more than each that it calls, so this ends after `SMALL` rounds at most.
    while changed {
        changed = false;
        for (number, function) in program.functions.iter().enumerate() {
            if sizes[number].is_none() {
                sizes[number] = size_with_callees(function.body.as_ref(), &sizes).filter(|size| *size <= SMALL);
                changed |= sizes[number].is_some();
            }
        }
    }
    sizes.iter().map(Option::is_some).collect()
}

fn size_with_callees(body: Option<&Body>, sizes: &[Option<usize>]) -> Option<usize> {
    let Some(body) = body else { return Some(0) };
    callees(body).try_fold(body.blocks.len(), |size, callee| match callee {
        Callee::Function(function) => sizes[function.0 as usize].map(|callee| size + callee),
        Callee::Pointer(_) => None,
    })
}

/// At how many places each function is called by its name.
fn call_counts(program: &Program) -> Vec<usize> {
    let mut counts = vec![0; program.functions.len()];
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for callee in bodies.flat_map(callees) {
        if let Callee::Function(function) = callee {
            counts[function.0 as usize] += 1;
        }
    }
    counts
}

fn returns_pointer(program: &Program, function: FunctionId) -> bool {
    let result = program.types.result(program.function(function).ty);
    result.is_some_and(|result| program.types.is_pointer(result))
}

/// The variables with which conditions compare that end a loop, if nothing in the loop changes them.
fn bounds(program: &Program, body: &Body) -> Vec<LocalId> {
    let mut bounds = BTreeSet::new();
    for found in loops(body, &Graph::new(body)) {
        let assigned = found.assigned(body);
        for block in &found.blocks {
            let terminator = &body.blocks[block.0 as usize].terminator;
            if let Terminator::Branch { condition, .. } = terminator
                && terminator.successors().iter().any(|target| !found.contains(*target))
            {
                let compared = compared_variables(condition).into_iter();
                bounds.extend(compared.filter(|local| assigned.binary_search(local).is_err()));
            }
        }
    }
    bounds.retain(|local| is_guard(program, body, *local));
    bounds.into_iter().take(MOST_GUARDS).collect()
}

/// The local variables that a condition compares with something.
fn compared_variables(condition: &Expr) -> Vec<LocalId> {
    let mut variables = Vec::new();
    condition.expressions(&mut |expr| {
        if let Expr::Binary(op, left, right, _) = expr
            && op.is_comparison()
        {
            variables.extend([left, right].into_iter().filter_map(|side| whole_variable(side)));
        }
    });
    variables
}

/// The variable whose value an expression is, but for conversions.
fn whole_variable(expr: &Expr) -> Option<LocalId> {
    match expr {
        Expr::Load(place) => place.as_local(),
        Expr::Cast(operand, _) => whole_variable(operand),
        _ => None,
    }
}

/// The parameters that nothing in a body changes.
fn lasting_parameters(body: &Body) -> Vec<LocalId> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let assigned: BTreeSet<LocalId> = instructions
        .flat_map(|instruction| destinations(&instruction.kind))
        .collect();
    let lasts = |(number, local): (usize, &Local)| {
        let id = LocalId(number as u32);
        let is_parameter = local.kind == LocalKind::Parameter;
        (is_parameter && !local.address_taken && !assigned.contains(&id)).then_some(id)
    };
    body.locals.iter().enumerate().filter_map(lasts).collect()
}

/// The variables that conditions of a body test for zero, or compare with a constant.
fn guards(program: &Program, body: &Body) -> Vec<LocalId> {
    let mut guards = Vec::new();
    for block in &body.blocks {
        if let Terminator::Branch { condition, .. } = &block.terminator
            && let Some(local) = tested(condition)
            && is_guard(program, body, local)
            && !guards.contains(&local)
        {
            guards.push(local);
        }
    }
    guards.truncate(MOST_GUARDS);
    guards
}

fn is_guard(program: &Program, body: &Body, local: LocalId) -> bool {
    let variable = &body.locals[local.0 as usize];
    let scalar = program.types.is_integer(variable.ty) || program.types.is_pointer(variable.ty);
    !variable.address_taken && variable.kind != LocalKind::Temporary && scalar
}

/// The local variable that a condition tests, if it tests just one.
pub fn tested(condition: &Expr) -> Option<LocalId> {
    match condition {
        Expr::Load(place) => place.as_local(),
        Expr::Unary(UnaryOp::Not, operand, _) | Expr::Cast(operand, _) => tested(operand),
        Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right, _) => match &**right {
            Expr::Integer(0, _) => tested(left),
            Expr::Cast(..) if tested(right).is_none() => tested(left),
            _ => None,
        },
        _ => None,
    }
}
