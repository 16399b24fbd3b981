//! What is executed once at most, by the text.
//!
//! An instruction is, if no way leads from its block to itself, and its function is `main`, which nobody calls, or is called by its name only, from one
//! place that is executed once.

use std::collections::BTreeSet;

use super::names_of_ids::ProgramPoint;
use crate::ir::{BlockId, Body, Callee, FunctionId, InstructionKind, Program};

/// Where each function is called by its name.
pub struct Calls(Vec<Vec<ProgramPoint>>);

impl Calls {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        let mut calls = vec![Vec::new(); program.functions.len()];
        for (point, kind) in instructions(program) {
            if let InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } = kind
            {
                calls[callee.0 as usize].push(point);
            }
        }
        Calls(calls)
    }

    /// An instruction that is executed once at most, and the calls that lead there, the last one first; nothing if it may be executed again. Some
    /// functions may be called otherwise than by their names.
    pub fn way_to(
        &self,
        program: &Program,
        point: ProgramPoint,
        may_be_called: &dyn Fn(FunctionId) -> bool,
    ) -> Option<Vec<ProgramPoint>> {
        let mut way = vec![point];
        // A way through more functions than there are runs in a circle.
        for _ in 0..=program.functions.len() {
            let ProgramPoint { function, block, .. } = *way.last()?;
            let body = program.function(function).body.as_ref()?;
            if is_on_a_cycle(body, block) || may_be_called(function) {
                return None;
            }
            match self.0[function.0 as usize][..] {
                [] => return (function == program.main).then_some(way),
                [caller] if function != program.main => way.push(caller),
                _ => return None,
            }
        }
        None
    }
}

/// All instructions of a program, with where they stand.
pub fn instructions(program: &Program) -> impl Iterator<Item = (ProgramPoint, &InstructionKind)> {
    let functions = (0..).map(FunctionId).zip(&program.functions);
    let bodies = functions.filter_map(|(function, held)| Some((function, held.body.as_ref()?)));
    bodies.flat_map(|(function, body)| {
        let blocks = (0..).map(BlockId).zip(&body.blocks);
        blocks.flat_map(move |(block, held)| {
            let instructions = (0..).zip(&held.instructions);
            instructions.map(move |(instruction, made)| {
                let point = ProgramPoint {
                    function,
                    block,
                    instruction,
                };
                (point, &made.kind)
            })
        })
    })
}

fn is_on_a_cycle(body: &Body, block: BlockId) -> bool {
    let next = body.blocks.get(block.0 as usize);
    let next = next.into_iter().flat_map(|block| block.terminator.successors());
    reached(body, next, None).contains(&block)
}

/// Blocks, and all to which ways lead from there, around a block if one is given.
pub fn reached(body: &Body, from: impl IntoIterator<Item = BlockId>, around: Option<BlockId>) -> BTreeSet<BlockId> {
    let mut open: Vec<BlockId> = from.into_iter().collect();
    let mut reached = BTreeSet::new();
    while let Some(block) = open.pop() {
        if Some(block) != around && reached.insert(block) {
            let next = body.blocks.get(block.0 as usize);
            open.extend(next.into_iter().flat_map(|block| block.terminator.successors()));
        }
    }
    reached
}
