//! Inline assembly.

use super::loads::Rvalue;
use super::state::State;
use super::transfer::Transfer;
use crate::ir::{Expr, Place};
use crate::races::AccessKind;
use crate::values::Value;

impl Transfer<'_, '_> {
    /// Inline assembly: outputs become unknown, memory operands are accessed. Returns whether an input is a pointer to shared memory.
    pub fn assembly(&mut self, state: &mut State, outputs: &[Place], inputs: &[Expr], memory: &[Place]) -> bool {
        let mut pointers = false;
        for input in inputs {
            let value = self.value(state, input);
            pointers |=
                value.objects().any(|object| self.is_shared(state, object)) || value.as_addresses().origin().is_some();
        }
        for place in memory {
            if let Some(located) = self.locate(state, place) {
                self.record_place(state, &located, AccessKind::Read);
            }
        }
        for place in outputs {
            if let Some(located) = self.locate(state, place) {
                let value = Value::top(self.scalar(place.ty), place.at);
                self.mix(&located.addresses);
                self.store_at(state, &located, &Rvalue::Scalar(value));
            }
        }
        pointers
    }
}
