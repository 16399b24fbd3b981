//! Which variables lead to one object for as long as it matters.
//!
//! A pointer of static storage may be assigned by another thread between two evaluations. It is *settled* if it has one value that is not null: nobody takes its
//! address, and it is never assigned, or it is null at program start and assigned at one place that is executed once ([`super::super::once`]); whoever follows
//! it before has no execution.

use std::collections::BTreeSet;

use super::super::declared::variables_taken;
use super::super::names_of_ids::ProgramPoint;
use super::super::once::{Calls, instructions};
use crate::ir::{Body, FunctionId, GlobalId, InstructionKind, LocalId, LocalKind, Place, Program, Root};

/// The pointers of static storage that may lead to several objects; `roots` are the functions that may be called by others than by their names.
pub fn unsettled(program: &Program, roots: &[FunctionId]) -> BTreeSet<GlobalId> {
    let taken = variables_taken(program);
    let calls = Calls::of(program);
    let mut stores: Vec<Vec<ProgramPoint>> = vec![Vec::new(); program.globals.len()];
    for (point, kind) in instructions(program) {
        for place in written(kind) {
            if let Root::Global(global) = place.root {
                stores[global.0 as usize].push(point);
            }
        }
    }
    let may_be_called = |function| roots.contains(&function);
    let is_once = |store| calls.way_to(program, store, &may_be_called).is_some();
    let is_settled = |(number, global): &(u32, &crate::ir::Global)| {
        let is_one = match stores[*number as usize][..] {
            [] => true,
            [store] => global.initial.is_empty() && is_once(store),
            _ => false,
        };
        is_one && global.defined && !global.thread_local && !taken.contains(&GlobalId(*number))
    };
    let globals = (0..).zip(&program.globals);
    globals
        .filter(|global| !is_settled(global))
        .map(|(number, _)| GlobalId(number))
        .collect()
}

/// The places that an instruction writes to by name.
pub fn written(kind: &InstructionKind) -> Vec<&Place> {
    match kind {
        InstructionKind::Assign { to: place, .. }
        | InstructionKind::Call { to: Some(place), .. }
        | InstructionKind::Zero { place } => vec![place],
        InstructionKind::Assembly { outputs, .. } => outputs.iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a variable of a function may become a copy of another one, by a name: of lists, copies are no lists.
pub fn may_be_a_copy(program: &Program, body: &Body, local: LocalId) -> bool {
    let is_parameter = body
        .locals
        .get(local.0 as usize)
        .is_none_or(|local| local.kind == LocalKind::Parameter);
    let types = &program.types;
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let copies = |kind: &InstructionKind| {
        let is_filled = |place: &&Place| place.root == Root::Local(local) && types.as_record(place.ty).is_some();
        !matches!(kind, InstructionKind::Zero { .. }) && written(kind).iter().any(is_filled)
    };
    is_parameter || instructions.any(|instruction| copies(&instruction.kind))
}

/// Whether a variable is a parameter that is never assigned and whose address is never taken.
pub fn stays(body: &Body, parameter: LocalId) -> bool {
    let is_parameter = body.locals.get(parameter.0 as usize);
    let is_parameter = is_parameter.is_some_and(|local| local.kind == LocalKind::Parameter && !local.address_taken);
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let is_assigned = |kind: &InstructionKind| written(kind).iter().any(|place| place.as_local() == Some(parameter));
    is_parameter && !instructions.any(|instruction| is_assigned(&instruction.kind))
}
