//! Inline assembly.

use super::loads::Rvalue;
use super::state::State;
use super::transfer::Transfer;
use crate::ir::{Expr, Place};
use crate::races::AccessKind;
use crate::values::Value;

/// What executing inline assembly leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assembled {
    /// It accessed nothing but its operands.
    Operands,
    /// An input is a pointer to shared memory, behind which it may have accessed anything.
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
            if value.objects().any(|object| self.is_shared(state, object)) || value.as_addresses().origin().is_some() {
                assembled = Assembled::Pointers;
            }
        }
        for place in memory {
            let Some(located) = self.locate(state, place) else {
                return Assembled::Nowhere;
            };
            self.record_place(state, &located, AccessKind::Read);
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
}
