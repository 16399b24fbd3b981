//! What a loop does not assign, it does not change: bounds of outer loops survive inner loops, and those of callers the loops of the functions that they call.
//!
//! Widening at the header of a loop also widens what only a loop around it counts, or a loop around a call of its function, and the back edge then
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

use crate::ir::{BinaryOp, LocalId};
use crate::semantics::prepare::Steady;
use crate::semantics::state::{State, States};
use crate::semantics::system::{Transfer, variables};
use crate::values::{Contents, Offsets, Strength, Value};

/// The values of the steady variables on the edges into the loop.
pub fn entering(transfer: &Transfer<'_, '_>, steady: &Steady, entered: &States) -> Vec<(LocalId, Value)> {
    let joined = |variable: LocalId| {
        let mut value = Value::NOTHING;
        for (_, state) in entered.iter() {
            value.join(&counter_value(transfer, state, variable));
        }
        (variable, value)
    };
    steady.variables.iter().copied().map(joined).collect()
}

/// A state on a back edge, with the steady variables as they were on the edges into the loop; false if it is impossible.
pub fn returning(transfer: &Transfer<'_, '_>, state: &mut State, entering: &[(LocalId, Value)]) -> bool {
    entering.iter().all(|(variable, entered)| {
        let value = counter_value(transfer, state, *variable);
        if value.leq(entered) {
            return true;
        }
        let Some((object, ty)) = variables::frame_place(transfer, *variable) else {
            return true;
        };
        let (kept, _) = value.refine(entered, BinaryOp::Equal, ty, &transfer.analysis.objects);
        let mut contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
        contents.write(Offsets::ZERO, ty, &kept, Strength::Strong);
        state.frame.set(object, contents);
        !kept.is_bottom()
    })
}

fn counter_value(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Value {
    let place = variables::frame_place(transfer, variable);
    let contents = place.and_then(|(object, ty)| Some(state.frame.get(object)?.read(Offsets::ZERO, ty)));
    contents.unwrap_or_else(Value::indeterminate)
}
