//! Which functions code outside calls.
//!
//! Code outside can name what has external linkage, unless that is said to be the program's own affair (`open-entries`), as in a driver that is one
//! file to the linker. The address of another function may come there if it stands anywhere but
//!
//! - where a function of the library is passed what it calls back, or runs as a thread: then that is followed there (the rows of
//!   `src/library/models` say where);
//! - in a variable with internal linkage whose own address is never taken, and of which pointers are read only to call what they lead to: a
//!   table that only the program reads.
//!
//! That is more than what code outside knows, never less: a function that is handed on within the program counts.

use std::collections::BTreeSet;

use super::Entries;
use crate::ir::{
    Callee, Declaration, EntryPoint, Expr, FunctionId, GlobalId, Instruction, InstructionKind, Known, Linkage, Order,
    Place, Program, Root, Terminator, TypeId, TypeKind,
};
use crate::library::Library;
use crate::library::model::Effect;

/// The entry points, in the order of their numbers. Those that are called alone, or interrupt, are among them; those that nobody outside
/// calls, as is declared, are not.
pub(super) fn of(
    program: &Program,
    declarations: &[Declaration],
    which: Entries,
    library: &Library,
) -> Vec<EntryPoint> {
    let handed_out = handed_out(program, library);
    let is_declared = |name: &str, internal: bool| {
        let mut about = declarations
            .iter()
            .filter(|declaration| (declaration.order == Order::Internal) == internal);
        about.any(|declaration| declaration.functions.iter().any(|known| known == name))
    };
    let functions = program.functions.iter().enumerate();
    let entries = functions.filter_map(|(number, function)| {
        let id = FunctionId(number as u32);
        let runs_alone = function.constructor.is_some() || function.destructor.is_some();
        let is_called = function.body.is_some() && id != program.main && !is_declared(&function.name, true);
        let is_exported = function.linkage == Linkage::External && which == Entries::Exported;
        let known = if is_exported && !runs_alone {
            Known::Exported
        } else if handed_out.contains(&id) {
            Known::HandedOut
        } else {
            Known::Declared
        };
        let counts = known != Known::Declared || is_declared(&function.name, false);
        (is_called && counts && function.name != "main").then_some(EntryPoint { function: id, known })
    });
    entries.collect()
}

/// Whether the program calls functions of which nothing is known.
pub(super) fn calls_outside(program: &Program, library: &Library) -> bool {
    let is_outside = |instruction: &Instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Pointer(_),
            ..
        } => true,
        InstructionKind::Call {
            callee: Callee::Function(function),
            ..
        } => {
            let function = program.function(*function);
            function.body.is_none() && library.model(&function.name).is_none()
        }
        _ => false,
    };
    instructions(program).any(is_outside)
}

fn instructions(program: &Program) -> impl Iterator<Item = &Instruction> {
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
}

/// The functions whose addresses may leave the program.
fn handed_out(program: &Program, library: &Library) -> BTreeSet<FunctionId> {
    let mut functions = BTreeSet::new();
    let mut variables = BTreeSet::new();
    let mut see = |expr: &Expr| match expr {
        Expr::Function(function, _) => drop(functions.insert(*function)),
        Expr::AddressOf(place, _) => variables.extend(root(place)),
        Expr::Load(place) if may_lead_to_code(program, place.ty) => variables.extend(root(place)),
        _ => {}
    };
    for instruction in instructions(program) {
        each_handed_on(program, library, &instruction.kind, &mut see);
    }
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for block in &body.blocks {
            if let Terminator::Return(Some(value)) = &block.terminator {
                value.expressions(&mut see);
            }
        }
    }
    // What an initialiser names is known to whoever knows its variable.
    loop {
        let before = (functions.len(), variables.len());
        for (number, global) in program.globals.iter().enumerate() {
            let is_known = global.linkage == Linkage::External && global.function.is_none();
            if is_known || variables.contains(&GlobalId(number as u32)) {
                for initial in &global.initial {
                    initial.value.expressions(&mut |expr| match expr {
                        Expr::Function(function, _) => drop(functions.insert(*function)),
                        Expr::AddressOf(place, _) => variables.extend(root(place)),
                        _ => {}
                    });
                }
            }
        }
        if before == (functions.len(), variables.len()) {
            return functions;
        }
    }
}

/// The variable in which a place lies.
fn root(place: &Place) -> Option<GlobalId> {
    match place.root {
        Root::Global(global) => Some(global),
        _ => None,
    }
}

/// Whether a value of a type may be the address of a function, hold one, or lead to one.
fn may_lead_to_code(program: &Program, ty: TypeId) -> bool {
    let is_number = |ty| {
        matches!(
            program.types.kind(ty),
            TypeKind::Integer { .. } | TypeKind::Float { .. } | TypeKind::Bool
        )
    };
    match program.types.kind(ty) {
        TypeKind::Pointer(target) => !is_number(*target),
        _ => !is_number(ty),
    }
}

/// Shows the expressions of an instruction whose values may go anywhere: not what a function of the library runs itself.
fn each_handed_on<'p>(
    program: &Program,
    library: &Library,
    instruction: &'p InstructionKind,
    see: &mut dyn FnMut(&'p Expr),
) {
    let InstructionKind::Call { to, callee, arguments } = instruction else {
        return instruction.expressions(see);
    };
    let run: Vec<usize> = match callee {
        Callee::Function(function) => {
            let function = program.function(*function);
            let model = library.model(&function.name).filter(|_| function.body.is_none());
            let effect = model.and_then(|model| model.effect.as_ref());
            effect.map_or_else(Vec::new, routines_of)
        }
        // What is only called goes nowhere.
        Callee::Pointer(Expr::Load(place)) => {
            place.expressions(see);
            Vec::new()
        }
        Callee::Pointer(pointer) => {
            pointer.expressions(see);
            Vec::new()
        }
    };
    to.iter().for_each(|to| to.expressions(see));
    for (number, argument) in arguments.iter().enumerate() {
        if !run.contains(&number) {
            argument.expressions(see);
        }
    }
}

/// The arguments with functions that a function of the library runs.
fn routines_of(effect: &Effect) -> Vec<usize> {
    match effect {
        Effect::Create { routine, .. } | Effect::Once { routine, .. } => vec![*routine],
        Effect::KeyCreate { destructor, .. } => vec![*destructor],
        Effect::AtExit { function, .. } | Effect::CallBack { function, .. } => vec![*function],
        Effect::CallLater { function, also, .. } => [*function].into_iter().chain(*also).collect(),
        Effect::SignalHandler { handler } => vec![*handler],
        Effect::Sort { compare, .. } | Effect::Search { compare, .. } => vec![*compare],
        _ => Vec::new(),
    }
}
