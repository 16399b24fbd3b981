//! Library calls on mutexes.

use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::Lattice;

use super::effects::{LibraryCall, nonzero};
use super::library::model::{Attempt, Kind, Mode};
use super::state::State;
use super::transfer::Transfer;
use super::unknowns::{Fact, Global};
use crate::values::{Scalar, Strength, Value};

impl Transfer<'_, '_> {
    pub fn lock_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        lock: usize,
        mode: Mode,
        kind: Kind,
        attempt: Attempt,
    ) -> Vec<State> {
        let mode = match mode {
            Mode::Write => LockMode::Write,
            Mode::Read => LockMode::Read,
        };
        let kind = match kind {
            Kind::Initialised => None,
            Kind::Normal => Some(LockKind::Normal),
            Kind::Unknown => Some(LockKind::Unknown),
        };
        let (acquisition, success, failure) = match attempt {
            Attempt::Blocking => (Acquisition::Blocking, Value::ZERO, None),
            Attempt::Tried => (Acquisition::Tried, Value::ZERO, Some(nonzero())),
            Attempt::TriedNonzero => (Acquisition::Tried, Value::constant(1), Some(Value::ZERO)),
        };
        let failed = failure.map(|value| self.finish(state.clone(), call, &value));
        let mut held = self.lock(state, &call.argument(lock), mode, kind, acquisition);
        self.hold_symbolically(&mut held, call.expressions.get(lock), &call.argument(lock), mode);
        let mut after = self.finish_all(held, call, &success);
        after.extend(failed);
        after
    }

    pub fn attribute_kind(&mut self, state: &mut State, attribute: Option<Value>) -> Value {
        let Some(attribute) = attribute else { return Value::ZERO };
        let mut kind = if attribute.may_be_null() {
            Value::ZERO
        } else {
            Value::NOTHING
        };
        for &(object, offsets) in attribute.as_addresses().targets() {
            kind.join(&self.contents(state, object).read(offsets, Scalar::INT));
        }
        kind
    }

    pub fn set_attribute(&mut self, mut state: State, call: &LibraryCall<'_>, attribute: usize, kind: &Value) -> State {
        let pointer = call.argument(attribute);
        let only = pointer.as_addresses().single().is_some();
        for &(object, offsets) in pointer.as_addresses().targets() {
            let strength = if only {
                self.strength(&state, object)
            } else {
                Strength::Weak
            };
            self.store(&mut state, object, offsets, Scalar::INT.into(), kind, strength);
        }
        self.finish(state, call, &Value::ZERO)
    }

    /// Records that a mutex was initialised with a kind.
    pub fn note_kind(&mut self, state: &State, pointer: &Value, kind: &Value) {
        if let Some(locks) = self.locks_at(state, pointer).names.candidates() {
            for lock in locks {
                self.io.side(Global::MutexKind(*lock), Fact::Value(kind.clone()));
            }
        }
    }
}
