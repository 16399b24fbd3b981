//! The control-flow graph of a body as a graph: predecessors, and the blocks from which control never returns.

use super::body::{BlockId, Body, Terminator};

/// The edges of a body, backwards, and what a demand-driven analysis must ask for besides the returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    predecessors: Vec<Vec<BlockId>>,
    reachable: Vec<bool>,
    returns: Vec<BlockId>,
    sinks: Vec<BlockId>,
}

impl Graph {
    /// The graph of a body.
    pub fn new(body: &Body) -> Self {
        let reachable = reachable_from_entry(body);
        let mut predecessors = vec![Vec::new(); body.blocks.len()];
        let mut returns = Vec::new();
        for (number, block) in body.blocks.iter().enumerate().filter(|(number, _)| reachable[*number]) {
            let from = BlockId(number as u32);
            for to in block.terminator.successors() {
                let into: &mut Vec<BlockId> = &mut predecessors[to.0 as usize];
                if into.last() != Some(&from) && !into.contains(&from) {
                    into.push(from);
                }
            }
            if matches!(block.terminator, Terminator::Return(_)) {
                returns.push(from);
            }
        }
        let sinks = sinks(body, &reachable, &predecessors, &returns);
        Graph {
            predecessors,
            reachable,
            returns,
            sinks,
        }
    }

    /// The blocks with an edge to `block`, each once.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.0 as usize]
    }

    /// Whether there is a path from the entry to `block` in the graph.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.reachable[block.0 as usize]
    }

    /// The blocks that return.
    pub fn returns(&self) -> &[BlockId] {
        &self.returns
    }

    /// Blocks that together with the returns are reached from every reachable block:
    /// ends without return, and one block of each loop that has no way out.
    pub fn sinks(&self) -> &[BlockId] {
        &self.sinks
    }
}

fn reachable_from_entry(body: &Body) -> Vec<bool> {
    let mut reachable = vec![false; body.blocks.len()];
    let mut open = if body.blocks.is_empty() {
        Vec::new()
    } else {
        vec![BlockId(0)]
    };
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reachable[block.0 as usize], true) {
            open.extend(body.blocks[block.0 as usize].terminator.successors());
        }
    }
    reachable
}

/// Marks everything from which a returning block is reached; what is left belongs to ends without return.
fn sinks(body: &Body, reachable: &[bool], predecessors: &[Vec<BlockId>], returns: &[BlockId]) -> Vec<BlockId> {
    let mut covered = vec![false; body.blocks.len()];
    cover(&mut covered, predecessors, returns);
    let mut sinks = Vec::new();
    let ends = |number: &usize| reachable[*number] && body.blocks[*number].terminator == Terminator::Unreachable;
    for number in (0..body.blocks.len()).filter(ends) {
        let end = BlockId(number as u32);
        sinks.push(end);
        cover(&mut covered, predecessors, &[end]);
    }
    for number in (0..body.blocks.len()).rev() {
        if reachable[number] && !covered[number] {
            let inside = BlockId(number as u32);
            sinks.push(inside);
            cover(&mut covered, predecessors, &[inside]);
        }
    }
    sinks
}

fn cover(covered: &mut [bool], predecessors: &[Vec<BlockId>], from: &[BlockId]) {
    let mut open = from.to_vec();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut covered[block.0 as usize], true) {
            open.extend(&predecessors[block.0 as usize]);
        }
    }
}

/// For each node, whether edges lead there from one of some nodes, or it is one of them.
pub fn reached(edges: &[Vec<usize>], from: Vec<usize>) -> Vec<bool> {
    let mut reached = vec![false; edges.len()];
    let mut open = from;
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut reached[node], true) {
            open.extend(&edges[node]);
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_without_exit_is_a_sink_and_a_return_is_not() {
        let graph = Graph::new(&Body::of_terminators([
            Terminator::Computed {
                value: crate::ir::Expr::Unknown(crate::ir::TypeId(0)),
                targets: vec![BlockId(1), BlockId(2)],
            },
            Terminator::Goto(BlockId(1)),
            Terminator::Return(None),
        ]));
        assert_eq!(graph.sinks(), [BlockId(1)]);
        assert_eq!(graph.returns(), [BlockId(2)]);
    }

    #[test]
    fn an_unreachable_block_has_no_edges() {
        let graph = Graph::new(&Body::of_terminators([
            Terminator::Return(None),
            Terminator::Goto(BlockId(0)),
        ]));
        assert_eq!(graph.predecessors(BlockId(0)), []);
        assert!(!graph.is_reachable(BlockId(1)));
    }
}
