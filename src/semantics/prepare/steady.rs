//! Variables that a function or its callers assign, but a loop in it does not.

use crate::ir::graph::Graph;
use crate::ir::loops::{Loop, loops};
use crate::ir::{BlockId, Body, InstructionKind, LocalId, Program};

/// A loop, and the variables that it does not assign, but what is around it does: the function, or its callers.
#[derive(Clone, Debug)]
pub struct Steady {
    inner: Loop,
    /// What it does not assign.
    pub variables: Vec<LocalId>,
}

impl Steady {
    /// The loops of a body with a steady variable.
    pub fn of(program: &Program, body: &Body, graph: &Graph) -> Vec<Self> {
        let loops = loops(body, graph);
        if loops.is_empty() {
            return Vec::new();
        }
        let set_outside = set_somewhere(body);
        let mut found = Vec::new();
        for inner in loops.into_iter().filter(|each| each.has_one_entry(graph)) {
            let own = inner.assigned(body);
            let is_steady =
                |variable: &LocalId| own.binary_search(variable).is_err() && is_counter(program, body, *variable);
            let variables: Vec<LocalId> = set_outside.iter().copied().filter(is_steady).collect();
            if !variables.is_empty() {
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

/// The parameters, and the variables that some instruction assigns, in order.
fn set_somewhere(body: &Body) -> Vec<LocalId> {
    let assigned =
        body.blocks
            .iter()
            .flat_map(|block| &block.instructions)
            .filter_map(|instruction| match &instruction.kind {
                InstructionKind::Assign { to, .. } => to.as_local(),
                InstructionKind::Call { to, .. } => to.as_ref()?.as_local(),
                _ => None,
            });
    let parameters = (0..body.parameters() as u32).map(LocalId);
    let mut set: Vec<LocalId> = parameters.chain(assigned).collect();
    set.sort_unstable();
    set.dedup();
    set
}
