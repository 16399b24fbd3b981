//! Inline assembly.

use pepsin_lattice::Lattice;

use crate::ir::{Expr, Place};
use crate::races::AccessKind;
use crate::semantics::evaluate::{expressions, places};
use crate::semantics::execute::stores;
use crate::semantics::origins::regions;
use crate::semantics::sharing::{interference, leaks};
use crate::semantics::state::State;
use crate::semantics::system::{Intent, Transfer, variables};
use crate::values::{Addresses, Rvalue, Value};

/// What executing inline assembly leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembled {
    /// It accessed nothing but its operands.
    Operands,
    /// An input leads to shared memory, in which it may have accessed anything.
    Pointers,
    /// An operand cannot be accessed: execution does not go on.
    Nowhere,
}

/// Inline assembly: outputs become unknown, memory operands are accessed.
pub fn assembly(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    outputs: &[Place],
    inputs: &[Expr],
    memory: &[Place],
) -> Assembled {
    let mut assembled = Assembled::Operands;
    for input in inputs {
        let value = expressions::value(transfer, state, input);
        if leads_to_shared(transfer, state, &value) {
            assembled = Assembled::Pointers;
        }
    }
    for place in memory {
        let Some(located) = places::locate(transfer, state, place) else {
            return Assembled::Nowhere;
        };
        places::record_place(transfer, state, &located, AccessKind::Read, Intent::PLAIN);
        let held = held_at(transfer, state, &located.addresses);
        if leads_to_shared(transfer, state, &held) {
            assembled = Assembled::Pointers;
        }
    }
    for place in outputs {
        let Some(located) = places::locate(transfer, state, place) else {
            return Assembled::Nowhere;
        };
        let value = Value::top(variables::scalar(transfer.analysis.program, place.ty), place.at);
        regions::mix(transfer, &located.addresses);
        stores::store_at(transfer, state, &located, &Rvalue::Scalar(value), Intent::PLAIN);
    }
    assembled
}

/// What the objects at some addresses hold.
fn held_at(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> Value {
    let mut found = Value::NOTHING;
    for object in Value::addresses(addresses.clone()).objects() {
        for target in interference::peek(transfer, state, object).objects() {
            found.join(&Value::address(target, 0));
        }
    }
    found
}

/// Whether a value leads to shared memory, directly or through memory of the ego's own.
fn leads_to_shared(transfer: &Transfer<'_, '_>, state: &State, value: &Value) -> bool {
    if value.as_addresses().origin().is_some() {
        return true;
    }
    let reached = leaks::reachable(transfer, state, std::slice::from_ref(value));
    reached
        .into_iter()
        .any(|object| interference::is_shared(transfer, state, object))
}
