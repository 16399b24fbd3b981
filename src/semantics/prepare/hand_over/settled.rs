//! Which variables lead to one object for as long as it matters.
//!
//! A pointer of static storage may be assigned by another thread between two evaluations. It is *settled* if it has one value that is not null: nobody takes its
//! address, and it is never assigned, or it is null at program start and assigned at one place that is executed once; whoever follows it before has no execution.
//! A place is executed once if no path leads from its block to itself, and its function is `main`, which nobody calls, or is called
//! by its name only, from one place that is executed once.

use std::collections::BTreeSet;

use super::super::declared::variables_taken;
use crate::ir::{
    BlockId, Body, Callee, FunctionId, GlobalId, InstructionKind, LocalId, LocalKind, Place, Program, Root,
};

/// Where something stands: the function, and the block in it.
type Standing = (FunctionId, BlockId);

/// The pointers of static storage that may lead to several objects; `roots` are the functions that may be called by others than by their names.
pub fn unsettled(program: &Program, roots: &[FunctionId]) -> BTreeSet<GlobalId> {
    let taken = variables_taken(program);
    let mut calls: Vec<Vec<Standing>> = vec![Vec::new(); program.functions.len()];
    let mut stores: Vec<Vec<Standing>> = vec![Vec::new(); program.globals.len()];
    for (number, function) in (0..).zip(&program.functions) {
        let blocks = function.body.iter().flat_map(|body| (0..).zip(&body.blocks));
        for (block, instruction) in blocks.flat_map(|(block, held)| held.instructions.iter().map(move |it| (block, it)))
        {
            let here = (FunctionId(number), BlockId(block));
            if let InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } = &instruction.kind
            {
                calls[callee.0 as usize].push(here);
            }
            for place in written(&instruction.kind) {
                if let Root::Global(global) = place.root {
                    stores[global.0 as usize].push(here);
                }
            }
        }
    }
    let is_settled = |(number, global): &(u32, &crate::ir::Global)| {
        let is_one = match stores[*number as usize][..] {
            [] => true,
            [store] => global.initial.is_empty() && is_executed_once(program, roots, &calls, store),
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

fn is_executed_once(program: &Program, roots: &[FunctionId], calls: &[Vec<Standing>], place: Standing) -> bool {
    let (mut function, mut block) = place;
    // A way through more functions than there are runs in a circle.
    for _ in 0..=program.functions.len() {
        let is_repeated = program
            .function(function)
            .body
            .as_ref()
            .is_none_or(|body| is_on_a_cycle(body, block));
        if is_repeated || roots.contains(&function) {
            return false;
        }
        match calls[function.0 as usize][..] {
            [] => return function == program.main,
            [caller] if function != program.main => (function, block) = caller,
            _ => return false,
        }
    }
    false
}

pub fn is_on_a_cycle(body: &Body, block: BlockId) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![block];
    while let Some(at) = open.pop() {
        for next in body
            .blocks
            .get(at.0 as usize)
            .into_iter()
            .flat_map(|block| block.terminator.successors())
        {
            if next == block {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
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
