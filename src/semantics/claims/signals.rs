//! Signals: variables that get one value, for good, such as the flag by which workers are told to end (row CD).
//!
//! Taken for signals are variables that the program tests, and to which its text assigns one constant only. A write of this
//! constant gives the signal, and a condition tells whether it was given, where it holds. Any other write takes it back, which
//! only main may do, and only while it is alone; the verification pass finds writes by others.
//!
//! Who counts itself in and then finds no signal, and who gives the signal and then finds nobody counted in, do not both: that is store
//! buffering. A lock around each change of the counter forbids it. Under C11 atomic changes do only if they, the looks at the
//! counter and all accesses to the signal are sequentially consistent; with weaker orders, release and acquire included, both may find
//! what was there before (Batty et al., POPL 2011, section 2). Then the signal counts as taken back.
//!
//! Both have to look *then*, whenever they test what they saw: `s = stop; active++; if (!s) …` looks too early, and so does
//! `n = active; stop = 1; if (n == 0) …`. So counting makes earlier looks at signals void, and a signal those at counters.

use pepsin_digests::{Action, MayBe, PlaceName, SignalId, SignalOperand};
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::counters::number;
use crate::semantics::prepare::Signal;
use crate::semantics::state::{Extent, Meeting, State, Variable};
use crate::semantics::system::{Fact, Global, OperandFacts, Transfer};
use crate::values::{Addresses, Contents, ObjectId, Offsets, Strength, Value};

/// The only operand of an action.
const SIGNAL: SignalOperand = SignalOperand(0);

impl Transfer<'_, '_> {
    fn signal_name(&self, signal: &Signal) -> SignalId {
        let Variable { object, offset, .. } = self.variable_of(&signal.scalar);
        self.analysis.digests.names().signal(PlaceName { object, offset })
    }

    fn act_on_signal(&mut self, state: &mut State, signal: &Signal, action: &Action) {
        let facts = OperandFacts {
            signals: MayBe::Definite(self.signal_name(signal)),
            ..OperandFacts::none(self.analysis)
        };
        self.act_in_one(state, action, &facts);
        if matches!(action, Action::SignalGiven { .. }) {
            self.forget_looks_at_counters(state);
        }
    }

    /// What the ego has seen of signals so far tells nothing of when it has counted itself in.
    pub fn forget_looks_at_signals(&self, state: &mut State) {
        let signals = &self.analysis.text.signals;
        let is_signal = |variable| {
            signals
                .iter()
                .any(|signal| self.variable_of(&signal.scalar) == variable)
        };
        self.forget_looks(state, is_signal);
    }

    /// An object was written to: what that does to the signals in it.
    pub fn note_signal_write(
        &mut self,
        state: &mut State,
        object: ObjectId,
        extent: Extent,
        change: &impl Fn(&mut Contents, Strength),
        strength: Strength,
    ) {
        let analysis = self.analysis;
        for signal in &analysis.text.signals {
            let variable = self.variable_of(&signal.scalar);
            let meeting = variable.meeting(extent);
            if variable.object != object || meeting == Meeting::Apart {
                continue;
            }
            let mut written = Contents::nothing();
            change(&mut written, Strength::Strong);
            let value = written.read(Offsets::constant(variable.offset), self.scalar(signal.scalar.ty));
            let gives = meeting == Meeting::Exact && value.as_constant() == Some(signal.value);
            if self.is_alone(state) {
                self.act_on_signal(state, signal, &Action::SignalReset { signal: SIGNAL });
            } else if !gives {
                self.act_on_signal(state, signal, &Action::SignalOverwrite { signal: SIGNAL });
            }
            if gives && strength == Strength::Strong {
                self.act_on_signal(state, signal, &Action::SignalGiven { signal: SIGNAL });
            }
        }
    }

    /// Under C11, an atomic access is made that is not sequentially consistent.
    pub fn note_weak(&mut self, state: &State, addresses: &Addresses) {
        let analysis = self.analysis;
        if analysis.text.signals.is_empty() || self.is_alone(state) || is_seeded(Bug::WeakSignals) {
            return;
        }
        let is_meant = |object| addresses.origin().is_some() || addresses.objects().any(|other| other == object);
        for signal in &analysis.text.signals {
            let object = self.variable_of(&signal.scalar).object;
            if is_meant(object) {
                self.io
                    .side(Global::WeakSignals, Fact::value(Value::address(object, 0)));
            }
        }
        let mut counters = analysis.text.counters.iter();
        if counters.any(|counter| is_meant(self.dispenser_variable(counter.dispenser).object)) {
            self.take_back(|_| true);
        }
    }

    /// A counter is changed atomically, which orders nothing with a look at a signal that is not sequentially consistent.
    pub fn take_back_weak_signals(&mut self) {
        if let Fact::Value(weak) = self.io.global(Global::WeakSignals) {
            self.take_back(|object| weak.objects().any(|other| other == object));
        }
    }

    /// Signals in some objects may have been taken back at any time.
    fn take_back(&self, is_meant: impl Fn(ObjectId) -> bool) {
        let analysis = self.analysis;
        for signal in &analysis.text.signals {
            if is_meant(self.variable_of(&signal.scalar).object) {
                let facts = OperandFacts {
                    signals: MayBe::Definite(self.signal_name(signal)),
                    ..OperandFacts::none(analysis)
                };
                let action = Action::SignalOverwrite { signal: SIGNAL };
                analysis.digests.step(analysis.start.id, &action, &facts);
            }
        }
    }

    /// A condition holds that looked at places: perhaps it tells whether signals are given.
    pub fn note_signals(&mut self, state: &mut State, looked_at: &[Variable]) {
        let analysis = self.analysis;
        for signal in &analysis.text.signals {
            let variable = self.variable_of(&signal.scalar);
            if !looked_at.contains(&variable) {
                continue;
            }
            let value = self.view(state, variable.object);
            let value = value.read(Offsets::constant(variable.offset), self.scalar(signal.scalar.ty));
            if value.as_constant() == Some(signal.value) {
                self.act_on_signal(state, signal, &Action::SignalGiven { signal: SIGNAL });
            } else if number(&value).is_some_and(|number| !number.contains(signal.value)) {
                self.act_on_signal(state, signal, &Action::SignalAwaited { signal: SIGNAL });
            }
        }
    }
}
