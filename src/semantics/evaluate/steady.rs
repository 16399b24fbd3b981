//! What a loop does not assign, it does not change: bounds of outer loops survive inner loops.
//!
//! Widening at the header of an inner loop also widens what only the outer loop counts, and the inner back edge then
//! feeds the widened value to itself, out of the reach of narrowing. But if control enters a loop only through its header,
//! and no instruction in it assigns a variable whose address is never taken, then on each back edge
//!
//! ```text
//!     value(x)  ⊑  ⨆ { value(x) on the edges into the loop }
//! ```
//!
//! so the back edge brings the meet of the two. (A simple form of localised widening; Amato, Scozzari, Seidl, Vojdani,
//! "Efficiently intertwining widening and narrowing", 2016, discuss the general one.)

use pepsin_lattice::{Bottom, Lattice};

use crate::ir::graph::Graph;
use crate::ir::loops::{Loop, loops};
use crate::ir::{BinaryOp, BlockId, Body, LocalId, Program};
use crate::semantics::state::{State, States};
use crate::semantics::system::Transfer;
use crate::values::{Contents, Offsets, Strength, Value};

/// An inner loop, and the variables that loops around it assign, but it does not.
#[derive(Clone, Debug)]
pub struct Steady {
    inner: Loop,
    variables: Vec<LocalId>,
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

impl Transfer<'_, '_> {
    /// The values of the steady variables on the edges into the loop.
    pub fn entering(&self, steady: &Steady, entered: &States) -> Vec<(LocalId, Value)> {
        let joined = |variable: LocalId| {
            let mut value = Value::NOTHING;
            for (_, state) in entered.iter() {
                value.join(&self.counter_value(state, variable));
            }
            (variable, value)
        };
        steady.variables.iter().copied().map(joined).collect()
    }

    /// A state on a back edge, with the steady variables as they were on the edges into the loop; false if it is impossible.
    pub fn returning(&self, state: &mut State, entering: &[(LocalId, Value)]) -> bool {
        entering.iter().all(|(variable, entered)| {
            let value = self.counter_value(state, *variable);
            if value.leq(entered) {
                return true;
            }
            let Some((object, ty)) = self.frame_place(*variable) else {
                return true;
            };
            let (kept, _) = value.refine(entered, BinaryOp::Equal, ty, &self.analysis.objects);
            let mut contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            contents.write(Offsets::ZERO, ty, &kept, Strength::Strong);
            state.frame.set(object, contents);
            !kept.is_bottom()
        })
    }

    fn counter_value(&self, state: &State, variable: LocalId) -> Value {
        let place = self.frame_place(variable);
        let contents = place.and_then(|(object, ty)| Some(state.frame.get(object)?.read(Offsets::ZERO, ty)));
        contents.unwrap_or_else(Value::indeterminate)
    }
}
