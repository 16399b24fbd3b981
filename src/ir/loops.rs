//! The natural loops of a body, and the variables that a loop leaves alone.
//!
//! A back edge leads to a block on the way of a depth-first search, the *header*; its natural loop is the header with the
//! blocks from which the edge is reached without passing the header (Aho, Lam, Sethi, Ullman, "Compilers", 2006, section 9.6.6).

use super::body::{BlockId, Body, InstructionKind, LocalId};
use super::expression::{Place, Root};
use super::graph::Graph;
use std::collections::BTreeMap;

/// The natural loops with one header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block through which each round begins.
    pub header: BlockId,
    /// All blocks, in ascending order.
    pub blocks: Vec<BlockId>,
}

impl Loop {
    /// Whether a block belongs to the loop.
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }

    /// Whether control enters the loop through its header only.
    pub fn has_one_entry(&self, graph: &Graph) -> bool {
        let inside = |block: &BlockId| {
            *block != BlockId(0) && graph.predecessors(*block).iter().all(|from| self.contains(*from))
        };
        self.blocks.iter().all(|block| *block == self.header || inside(block))
    }

    /// The variables that an instruction of the loop names as its destination, in ascending order.
    /// A variable whose address is never taken changes in no other way.
    pub fn assigned(&self, body: &Body) -> Vec<LocalId> {
        let blocks = self.blocks.iter().map(|block| &body.blocks[block.0 as usize]);
        let mut assigned: Vec<LocalId> = blocks
            .flat_map(|block| &block.instructions)
            .flat_map(|instruction| destinations(&instruction.kind))
            .collect();
        assigned.sort_unstable();
        assigned.dedup();
        assigned
    }
}

/// The natural loops of a body, one for each header.
pub fn loops(body: &Body, graph: &Graph) -> Vec<Loop> {
    let mut headers: Vec<BlockId> = Vec::new();
    let mut ends: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for (from, header) in back_edges(body) {
        let ends = ends.entry(header).or_default();
        if ends.is_empty() {
            headers.push(header);
        }
        ends.push(from);
    }
    // By block, the number of the last loop that it was found in.
    let mut found = vec![0; body.blocks.len()];
    let headers = headers.into_iter().zip(1..);
    headers
        .map(|(header, number)| {
            let ends = ends.remove(&header).unwrap_or_default();
            let blocks = natural_loop(graph, ends, header, |block| {
                std::mem::replace(&mut found[block.0 as usize], number) != number
            });
            Loop { header, blocks }
        })
        .collect()
}

/// Edges to a block on the way of a depth-first search.
fn back_edges(body: &Body) -> Vec<(BlockId, BlockId)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; body.blocks.len()];
    let mut edges = Vec::new();
    if body.blocks.is_empty() {
        return edges;
    }
    let mut stack = vec![(BlockId(0), body.blocks[0].terminator.successors().into_iter())];
    marks[0] = Mark::Open;
    while let Some((block, successors)) = stack.last_mut() {
        let block = *block;
        match successors.next() {
            None => {
                marks[block.0 as usize] = Mark::Done;
                stack.pop();
            }
            Some(to) => match marks[to.0 as usize] {
                Mark::Open => edges.push((block, to)),
                Mark::Done => {}
                Mark::New => {
                    marks[to.0 as usize] = Mark::Open;
                    stack.push((to, body.blocks[to.0 as usize].terminator.successors().into_iter()));
                }
            },
        }
    }
    edges
}

/// The blocks from which one of the `ends` is reached without passing `header`, and `header`, in ascending order; of each block it is asked
/// once whether it is new.
fn natural_loop(
    graph: &Graph,
    ends: Vec<BlockId>,
    header: BlockId,
    mut is_new: impl FnMut(BlockId) -> bool,
) -> Vec<BlockId> {
    is_new(header);
    let mut blocks = vec![header];
    let mut open = ends;
    while let Some(block) = open.pop() {
        if is_new(block) {
            blocks.push(block);
            open.extend(graph.predecessors(block));
        }
    }
    blocks.sort_unstable();
    blocks
}

/// The variables that an instruction may write to by name.
pub fn destinations(kind: &InstructionKind) -> Vec<LocalId> {
    let local = |place: &Place| match place.root {
        Root::Local(local) => Some(local),
        Root::Global(_) | Root::Deref(_) => None,
    };
    match kind {
        InstructionKind::Assign { to, .. } | InstructionKind::Zero { place: to } => local(to).into_iter().collect(),
        InstructionKind::Call { to, .. } => to.as_ref().and_then(local).into_iter().collect(),
        InstructionKind::ScopeEntry(variable) | InstructionKind::ScopeEnd(variable) => vec![*variable],
        InstructionKind::Assembly { outputs, .. } => outputs.iter().filter_map(local).collect(),
        InstructionKind::Obstacle { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Block, Expr, Instruction, Position, Terminator, TypeId};

    const INT: TypeId = TypeId(0);

    fn block(assigned: Option<u32>, targets: &[u32]) -> Block {
        let to = |local| Place {
            root: Root::Local(LocalId(local)),
            projections: Vec::new(),
            ty: INT,
            at: Position::BUILT_IN,
        };
        let assign = |local| Instruction {
            kind: InstructionKind::Assign {
                to: to(local),
                value: Expr::Unknown(INT),
            },
            at: Position::BUILT_IN,
        };
        Block {
            instructions: assigned.map(assign).into_iter().collect(),
            terminator: Terminator::Computed {
                value: Expr::Unknown(INT),
                targets: targets.iter().copied().map(BlockId).collect(),
            },
            at: Position::BUILT_IN,
        }
    }

    fn loops_of(blocks: Vec<Block>) -> (Body, Graph, Vec<Loop>) {
        let body = Body {
            locals: Vec::new(),
            blocks,
        };
        let graph = Graph::new(&body);
        let loops = loops(&body, &graph);
        (body, graph, loops)
    }

    #[test]
    fn an_inner_loop_assigns_less_than_the_loop_around_it() {
        let (body, graph, loops) = loops_of(vec![
            block(Some(0), &[1]),
            block(Some(1), &[2, 4]),
            block(None, &[3, 1]),
            block(Some(2), &[2]),
            block(None, &[]),
        ]);
        let assigned = |header| {
            let found = loops.iter().find(|found| found.header == BlockId(header));
            found.map(|found| found.assigned(&body))
        };
        assert_eq!(assigned(1), Some(vec![LocalId(1), LocalId(2)]));
        assert_eq!(assigned(2), Some(vec![LocalId(2)]));
        assert!(loops.iter().all(|found| found.has_one_entry(&graph)));
    }

    #[test]
    fn a_jump_into_a_loop_is_a_second_entry() {
        let (_, graph, loops) = loops_of(vec![block(None, &[1, 2]), block(None, &[2]), block(None, &[1])]);
        assert_eq!(loops.len(), 1);
        assert!(!loops[0].has_one_entry(&graph));
    }
}
