//! Inline assembly.

use pepsin_lattice::Lattice;

use crate::ir::{Expr, Place};
use crate::races::AccessKind;
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
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

impl Transfer<'_, '_> {
    /// Inline assembly: outputs become unknown, memory operands are accessed.
    pub fn assembly(&mut self, state: &mut State, outputs: &[Place], inputs: &[Expr], memory: &[Place]) -> Assembled {
        let mut assembled = Assembled::Operands;
        for input in inputs {
            let value = self.value(state, input);
            if self.leads_to_shared(state, &value) {
                assembled = Assembled::Pointers;
            }
        }
        for place in memory {
            let Some(located) = self.locate(state, place) else {
                return Assembled::Nowhere;
            };
            self.record_place(state, &located, AccessKind::Read);
            let held = self.held_at(state, &located.addresses);
            if self.leads_to_shared(state, &held) {
                assembled = Assembled::Pointers;
            }
        }
        for place in outputs {
            let Some(located) = self.locate(state, place) else {
                return Assembled::Nowhere;
            };
            let value = Value::top(self.scalar(place.ty), place.at);
            self.mix(&located.addresses);
            self.store_at(state, &located, &Rvalue::Scalar(value));
        }
        assembled
    }

    /// What the objects at some addresses hold.
    fn held_at(&mut self, state: &State, addresses: &Addresses) -> Value {
        let mut found = Value::NOTHING;
        for object in Value::addresses(addresses.clone()).objects() {
            for target in self.peek(state, object).objects() {
                found.join(&Value::address(target, 0));
            }
        }
        found
    }

    /// Whether a value leads to shared memory, directly or through memory of the ego's own.
    fn leads_to_shared(&mut self, state: &State, value: &Value) -> bool {
        if value.as_addresses().origin().is_some() {
            return true;
        }
        let reached = self.reachable(state, std::slice::from_ref(value));
        reached.into_iter().any(|object| self.is_shared(state, object))
    }
}
