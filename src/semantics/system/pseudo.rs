//! Pseudo-accesses, as the verification pass records them: in a channel of their own, so that nothing else of the solution changes.
//!
//! They are told apart by the activation that they are made in, because a call that a thread is in gives it the pasts of the activations
//! that the call leads to.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hashbrown::HashMap;
use pepsin_digests::DigestId;
use rustc_hash::FxBuildHasher;

use super::unknowns::ContextId;
use crate::ir::{FunctionId, Position};
use crate::races::{Access, Denoted, Entry, Inquiry, PlaceId, SourcePoint};

/// A function in a context.
pub type Activation = (FunctionId, ContextId);

/// What was recorded of pseudo-accesses.
#[derive(Clone, Debug, Default)]
pub struct PseudoAccesses {
    /// What is asked for.
    pub inquiry: Arc<Inquiry>,
    /// The pseudo-accesses, each once.
    pub accesses: Vec<Access>,
    /// What places denote where control stands before instructions.
    pub denoted: BTreeMap<(Activation, Position, PlaceId), Denoted>,
    /// The pasts with which instructions of an activation are reached.
    pub pasts: HashMap<Activation, BTreeSet<DigestId>, FxBuildHasher>,
    /// The pasts that a thread comes to have while it executes an instruction, but for those of functions that are called.
    pub steps: BTreeMap<(Activation, Position), BTreeSet<DigestId>>,
    /// The activations that instructions call.
    pub calls: BTreeMap<(Activation, Position), BTreeSet<Activation>>,
    /// The functions that instructions enter, and how.
    pub entered: BTreeMap<SourcePoint, BTreeSet<(FunctionId, Entry)>>,
    numbers: HashMap<Access, u32, FxBuildHasher>,
}

impl PseudoAccesses {
    /// Nothing yet of what is asked for.
    pub fn new(inquiry: Arc<Inquiry>) -> Self {
        PseudoAccesses {
            inquiry,
            ..PseudoAccesses::default()
        }
    }

    /// A thread reaches an instruction of an activation.
    pub fn reached(&mut self, activation: Activation, past: DigestId) {
        self.pasts.entry(activation).or_default().insert(past);
    }

    /// A thread comes to have another past.
    pub fn stepped(&mut self, activation: Activation, at: Position, past: DigestId) {
        self.steps.entry((activation, at)).or_default().insert(past);
    }

    /// A function is called.
    pub fn called(&mut self, caller: Activation, at: Position, callee: Activation) {
        self.calls.entry((caller, at)).or_default().insert(callee);
        self.entered(caller.0, at, (callee.0, Entry::Call));
    }

    /// A function is entered.
    pub fn entered(&mut self, function: FunctionId, at: Position, entered: (FunctionId, Entry)) {
        self.entered
            .entry(SourcePoint { function, at })
            .or_default()
            .insert(entered);
    }

    /// A place is what some pseudo-accesses touch, or nothing that is known.
    pub fn denotes(&mut self, key: (Activation, Position, PlaceId), accesses: Option<Vec<Access>>) {
        let numbers: Option<Vec<u32>> = accesses.map(|found| found.into_iter().map(|it| self.number(it)).collect());
        let denoted = self.denoted.entry(key).or_default();
        denoted.is_uncertain |= numbers.is_none();
        denoted.accesses.extend(numbers.into_iter().flatten());
    }

    /// The number of a pseudo-access.
    pub fn number(&mut self, access: Access) -> u32 {
        let next = self.accesses.len() as u32;
        let number = *self.numbers.entry(access.clone()).or_insert(next);
        if number == next {
            self.accesses.push(access);
        }
        number
    }
}
