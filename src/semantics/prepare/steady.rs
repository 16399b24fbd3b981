//! Variables that loops around an inner loop assign, but the inner loop does not.

use crate::ir::graph::Graph;
use crate::ir::loops::{Loop, loops};
use crate::ir::{BlockId, Body, LocalId, Program};

/// An inner loop, and the variables that loops around it assign, but it does not.
#[derive(Clone, Debug)]
pub struct Steady {
    inner: Loop,
    /// What they assign, and it does not.
    pub variables: Vec<LocalId>,
}

impl Steady {
    /// The inner loops of a body with a steady variable.
    pub fn of(program: &Program, body: &Body, graph: &Graph) -> Vec<Self> {
        let loops = loops(body, graph);
        let assigned: Vec<Vec<LocalId>> = loops.iter().map(|each| each.assigned(body)).collect();
        let mut found = Vec::new();
        for (inner, own) in loops.iter().zip(&assigned) {
            let around = loops.iter().zip(&assigned).filter(|(outer, _)| {
                outer.header != inner.header && inner.blocks.iter().all(|block| outer.contains(*block))
            });
            let mut variables: Vec<LocalId> = around
                .flat_map(|(_, assigned)| assigned)
                .copied()
                .filter(|variable| own.binary_search(variable).is_err() && is_counter(program, body, *variable))
                .collect();
            variables.sort_unstable();
            variables.dedup();
            if !variables.is_empty() && inner.has_one_entry(graph) {
                let inner = inner.clone();
                found.push(Steady { inner, variables });
            }
        }
        found
    }

    /// The block through which the loop is entered.
    pub fn header(&self) -> BlockId {
        self.inner.header
    }

    /// Whether an edge from a block to the header is a back edge.
    pub fn is_inside(&self, from: BlockId) -> bool {
        self.inner.contains(from)
    }
}

fn is_counter(program: &Program, body: &Body, variable: LocalId) -> bool {
    let local = &body.locals[variable.0 as usize];
    !local.address_taken && program.types.is_integer(local.ty)
}
