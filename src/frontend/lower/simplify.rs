//! Simplifies the blocks of a finished body: fewer blocks are fewer unknowns for the analysis.
//!
//! 1. An edge to an empty block that only goes on leads to where that block leads (unless it goes round for ever).
//! 2. A block whose only predecessor goes nowhere else is appended to it.
//! 3. Blocks that the entry does not reach vanish, and the others are numbered in depth-first preorder.

use crate::ir::{Block, BlockId, Terminator};

/// The same control flow in fewer blocks; block 0 stays the entry.
pub(super) fn simplify(mut blocks: Vec<Block>) -> Vec<Block> {
    let ends = ends_of_chains(&blocks);
    for block in &mut blocks {
        redirect(&mut block.terminator, |to| ends[to.0 as usize]);
    }
    let order = preorder(&blocks);
    merge(&mut blocks, &order);
    let order = preorder(&blocks);
    let mut numbers = vec![BlockId(0); blocks.len()];
    for (number, block) in order.iter().enumerate() {
        numbers[block.0 as usize] = BlockId(number as u32);
    }
    let mut kept: Vec<Block> = Vec::with_capacity(order.len());
    for block in order {
        let empty = Block {
            instructions: Vec::new(),
            terminator: Terminator::Unreachable,
            at: blocks[block.0 as usize].at,
        };
        let mut block = std::mem::replace(&mut blocks[block.0 as usize], empty);
        redirect(&mut block.terminator, |to| numbers[to.0 as usize]);
        block.instructions.shrink_to_fit();
        kept.push(block);
    }
    kept
}

/// Where an edge to each block really leads; to the block itself for those of an empty loop.
fn ends_of_chains(blocks: &[Block]) -> Vec<BlockId> {
    let mut ends: Vec<Option<BlockId>> = vec![None; blocks.len()];
    let mut seen = vec![usize::MAX; blocks.len()];
    for start in 0..blocks.len() {
        let mut chain = Vec::new();
        let mut at = start;
        let end = loop {
            if let Some(end) = ends[at] {
                break end;
            }
            match blocks[at].terminator {
                Terminator::Goto(next) if blocks[at].instructions.is_empty() && seen[at] != start => {
                    seen[at] = start;
                    chain.push(at);
                    at = next.0 as usize;
                }
                _ => break BlockId(at as u32),
            }
        };
        ends[at].get_or_insert(end);
        for block in chain {
            ends[block].get_or_insert(end);
        }
    }
    ends.into_iter()
        .enumerate()
        .map(|(block, end)| end.unwrap_or(BlockId(block as u32)))
        .collect()
}

/// Appends blocks to their only predecessor.
fn merge(blocks: &mut [Block], order: &[BlockId]) {
    let mut predecessors = vec![0_u32; blocks.len()];
    for block in order {
        for to in blocks[block.0 as usize].terminator.successors() {
            predecessors[to.0 as usize] += 1;
        }
    }
    for block in order {
        while let Terminator::Goto(next) = blocks[block.0 as usize].terminator {
            if predecessors[next.0 as usize] != 1 || next == *block || next == BlockId(0) {
                break;
            }
            let absorbed = &mut blocks[next.0 as usize];
            let mut instructions = std::mem::take(&mut absorbed.instructions);
            let terminator = std::mem::replace(&mut absorbed.terminator, Terminator::Unreachable);
            let at = absorbed.at;
            let into = &mut blocks[block.0 as usize];
            into.instructions.append(&mut instructions);
            (into.terminator, into.at) = (terminator, at);
            predecessors[next.0 as usize] = 0;
        }
    }
}

/// The blocks that the entry reaches, in depth-first preorder.
fn preorder(blocks: &[Block]) -> Vec<BlockId> {
    let mut seen = vec![false; blocks.len()];
    let mut order = Vec::new();
    let mut open = vec![BlockId(0)];
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block.0 as usize], true) {
            order.push(block);
            open.extend(blocks[block.0 as usize].terminator.successors().iter().rev());
        }
    }
    order
}

/// Leads all edges of a terminator elsewhere.
pub(super) fn redirect(terminator: &mut Terminator, new: impl Fn(BlockId) -> BlockId) {
    match terminator {
        Terminator::Goto(next) => *next = new(*next),
        Terminator::Branch { then, otherwise, .. } => {
            *then = new(*then);
            *otherwise = new(*otherwise);
        }
        Terminator::Switch { cases, default, .. } => {
            cases.iter_mut().for_each(|case| case.2 = new(case.2));
            *default = new(*default);
        }
        Terminator::Computed { targets, .. } => targets.iter_mut().for_each(|to| *to = new(*to)),
        Terminator::Return(_) | Terminator::Unreachable => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Position;

    fn empty(terminator: Terminator) -> Block {
        Block {
            instructions: Vec::new(),
            terminator,
            at: Position::BUILT_IN,
        }
    }

    #[test]
    fn blocks_that_only_lead_on_vanish() {
        let goto = |to| empty(Terminator::Goto(BlockId(to)));
        let simplified = simplify(vec![goto(1), goto(3), goto(2), empty(Terminator::Return(None))]);
        assert_eq!(simplified, vec![empty(Terminator::Return(None))]);
    }

    #[test]
    fn an_empty_loop_stays_a_loop() {
        let goto = |to| empty(Terminator::Goto(BlockId(to)));
        let simplified = simplify(vec![goto(1), goto(2), goto(1)]);
        assert!(
            simplified
                .iter()
                .all(|block| matches!(block.terminator, Terminator::Goto(_)))
        );
        assert!(
            simplified.len() >= 2,
            "the entry must have no predecessor: {simplified:?}"
        );
    }
}
