//! Whether a place stands behind calls that wait for ends of threads, and in no loop with them.
//!
//! A loop that joins as many threads as were created joins all of them, and the analysis may not know that. A reader sees at once that
//! the program means to be alone by then.

use super::locks::OpenLocks;
use crate::ir::{BlockId, Body, Callee, FunctionId, InstructionKind, Position, Program};
use crate::library::model::Effect;
use std::collections::BTreeSet;

/// Whether a place in a function stands behind a join.
pub fn is_behind_join(program: &Program, library: &OpenLocks<'_>, function: FunctionId, at: Position) -> bool {
    let Some(body) = &program.function(function).body else {
        return false;
    };
    let joins = joins(program, library, body);
    let blocks = |is_meant: &dyn Fn(Position) -> bool| -> BTreeSet<BlockId> {
        let numbered = (0..).map(BlockId).zip(&body.blocks);
        let has = numbered.filter(|(_, block)| block.instructions.iter().any(|it| is_meant(it.at)));
        has.map(|(number, _)| number).collect()
    };
    let joining = blocks(&|place| joins.contains(&place));
    let behind = reached(body, &joining);
    // The instruction of an access begins on its line at the latest.
    let here = blocks(&|place| place.file == at.file && place.line == at.line);
    let leads_back = reached(body, &here);
    here.iter().any(|block| behind.contains(block)) && joining.is_disjoint(&leads_back)
}

fn joins(program: &Program, library: &OpenLocks<'_>, body: &Body) -> BTreeSet<Position> {
    let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    let join = instructions.filter(|instruction| match &instruction.kind {
        InstructionKind::Call {
            callee: Callee::Function(callee),
            ..
        } => matches!(
            library.effect(&program.function(*callee).name),
            Some(Effect::Join { .. })
        ),
        _ => false,
    });
    join.map(|instruction| instruction.at).collect()
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
