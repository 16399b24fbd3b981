//! Whether a place stands behind calls that wait for ends of threads, and in no loop with them.
//!
//! A loop that joins as many threads as were created joins all of them, and the analysis may not know that. A reader sees at once that
//! the program means to be alone by then.

use super::locks::OpenLocks;
use crate::ir::{BlockId, Body, Callee, FunctionId, InstructionKind, Position, Program};
use crate::library::model::Effect;
use std::collections::BTreeSet;

/// So many calls away from a function its joins count as its own.
const DEEPEST: u32 = 3;

/// Whether a place in a function stands behind a call of one that joins.
pub fn is_behind_join(program: &Program, joining: &BTreeSet<FunctionId>, function: FunctionId, at: Position) -> bool {
    let Some(body) = &program.function(function).body else {
        return false;
    };
    let calls = calls(body).filter(|(_, callee)| joining.contains(callee));
    let joins: BTreeSet<Position> = calls.map(|(at, _)| at).collect();
    let blocks = |is_meant: &dyn Fn(Position) -> bool| -> BTreeSet<BlockId> {
        let numbered = (0..).map(BlockId).zip(&body.blocks);
        let has = numbered.filter(|(_, block)| block.instructions.iter().any(|it| is_meant(it.at)));
        has.map(|(number, _)| number).collect()
    };
    let joining = blocks(&|place| joins.contains(&place));
    let behind = reached(body, &joining);
    // An access is part of the last instruction that begins before it in the text, or on its line.
    let places = body.blocks.iter().flat_map(|block| &block.instructions).map(|it| it.at);
    let begins = places.filter(|place| place.file == at.file && *place <= at).max();
    let is_here = |place: Position| begins == Some(place) || (place.file, place.line) == (at.file, at.line);
    let here = blocks(&is_here);
    let leads_back = reached(body, &here);
    let is_behind = |block: &BlockId| {
        let mut places = body.blocks[block.0 as usize].instructions.iter().map(|it| it.at);
        let joins_before = places.find(|place| joins.contains(place) || is_here(*place));
        behind.contains(block) || joins_before.is_some_and(|place| joins.contains(&place) && !is_here(place))
    };
    here.iter().any(is_behind) && joining.is_disjoint(&leads_back)
}

/// The functions that join threads: those of the library that do, and those that call one.
pub fn joining_functions(program: &Program, library: &OpenLocks<'_>) -> BTreeSet<FunctionId> {
    let numbered = || (0..).map(FunctionId).zip(&program.functions);
    let of_library = numbered().filter(|(_, function)| {
        function.body.is_none() && matches!(library.effect(&function.name), Some(Effect::Join { .. }))
    });
    let mut joining: BTreeSet<FunctionId> = of_library.map(|(number, _)| number).collect();
    for _ in 0..DEEPEST {
        let calling = numbered().filter(|(_, function)| {
            let mut bodies = function.body.iter();
            bodies.any(|body| calls(body).any(|(_, callee)| joining.contains(&callee)))
        });
        let calling: Vec<FunctionId> = calling.map(|(number, _)| number).collect();
        joining.extend(calling);
    }
    joining
}

/// The calls of functions by their names.
fn calls(body: &Body) -> impl Iterator<Item = (Position, FunctionId)> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } => Some((instruction.at, *callee)),
        _ => None,
    })
}

/// The blocks that can be reached from some by at least one edge.
fn reached(body: &Body, from: &BTreeSet<BlockId>) -> BTreeSet<BlockId> {
    let mut reached = BTreeSet::new();
    let mut work: Vec<BlockId> = from.iter().copied().collect();
    while let Some(block) = work.pop() {
        let Some(block) = body.blocks.get(block.0 as usize) else {
            continue;
        };
        let new: Vec<BlockId> = block
            .terminator
            .successors()
            .into_iter()
            .filter(|next| reached.insert(*next))
            .collect();
        work.extend(new);
    }
    reached
}
