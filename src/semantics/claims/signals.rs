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
use crate::semantics::acts::locks;
use crate::semantics::claims::counters;
use crate::semantics::prepare::Signal;
use crate::semantics::sharing::{interference, looks, views};
use crate::semantics::state::{Meeting, State, Variable};
use crate::semantics::system::{Fact, Global, OperandFacts, Transfer, Write, variables};
use crate::values::{Addresses, Contents, ObjectId, Offsets, Strength, Value};

/// The only operand of an action.
const SIGNAL: SignalOperand = SignalOperand(0);

fn signal_name(transfer: &Transfer<'_, '_>, signal: &Signal) -> SignalId {
    let Variable { object, offset, .. } = variables::variable_of(transfer, &signal.scalar);
    transfer.analysis.digests.names().signal(PlaceName { object, offset })
}

fn act_on_signal(transfer: &Transfer<'_, '_>, state: &mut State, signal: &Signal, action: &Action) {
    let facts = OperandFacts {
        signals: MayBe::Definite(signal_name(transfer, signal)),
        ..OperandFacts::none(transfer.analysis)
    };
    locks::act_in_one(transfer, state, action, &facts);
    if matches!(action, Action::SignalGiven { .. }) {
        counters::forget_looks_at_counters(transfer, state);
    }
}

/// What the ego has seen of signals so far tells nothing of when it has counted itself in.
pub fn forget_looks_at_signals(transfer: &Transfer<'_, '_>, state: &mut State) {
    let signals = &transfer.analysis.text.signals;
    let is_signal = |variable| {
        signals
            .iter()
            .any(|signal| variables::variable_of(transfer, &signal.scalar) == variable)
    };
    looks::forget_looks(transfer, state, is_signal);
}

/// An object was written to: what that does to the signals in it.
pub fn note_signal_write(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    write: &Write,
    change: &impl Fn(&mut Contents, Strength),
) {
    let analysis = transfer.analysis;
    for signal in &analysis.text.signals {
        let variable = variables::variable_of(transfer, &signal.scalar);
        let meeting = variable.meeting(write.bytes);
        if variable.object != write.object || meeting == Meeting::Apart {
            continue;
        }
        let mut written = Contents::nothing();
        change(&mut written, Strength::Strong);
        let value = written.read(
            Offsets::constant(variable.offset),
            variables::scalar(transfer.analysis.program, signal.scalar.ty),
        );
        let gives = meeting == Meeting::Exact && value.as_constant() == Some(signal.value);
        if interference::is_alone(transfer.analysis, state) {
            act_on_signal(transfer, state, signal, &Action::SignalReset { signal: SIGNAL });
        } else if !gives {
            act_on_signal(transfer, state, signal, &Action::SignalOverwrite { signal: SIGNAL });
        }
        if gives && write.strength == Strength::Strong {
            act_on_signal(transfer, state, signal, &Action::SignalGiven { signal: SIGNAL });
        }
    }
}

/// Under C11, an atomic access is made that is not sequentially consistent.
pub fn note_weak(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) {
    let analysis = transfer.analysis;
    if analysis.text.signals.is_empty()
        || interference::is_alone(transfer.analysis, state)
        || is_seeded(Bug::WeakSignals)
    {
        return;
    }
    let is_meant = |object| addresses.origin().is_some() || addresses.objects().any(|other| other == object);
    for signal in &analysis.text.signals {
        let object = variables::variable_of(transfer, &signal.scalar).object;
        if is_meant(object) {
            transfer
                .io
                .side(Global::WeakSignals, Fact::value(Value::address(object, 0)));
        }
    }
    let mut counters = analysis.text.counters.iter();
    if counters.any(|counter| is_meant(variables::dispenser_variable(transfer, counter.dispenser).object)) {
        take_back(transfer, |_| true);
    }
}

/// A counter is changed atomically, which orders nothing with a look at a signal that is not sequentially consistent.
pub fn take_back_weak_signals(transfer: &Transfer<'_, '_>) {
    if let Fact::Value(weak) = transfer.io.global(Global::WeakSignals) {
        take_back(transfer, |object| weak.objects().any(|other| other == object));
    }
}

/// Signals in some objects may have been taken back at any time.
fn take_back(transfer: &Transfer<'_, '_>, is_meant: impl Fn(ObjectId) -> bool) {
    let analysis = transfer.analysis;
    for signal in &analysis.text.signals {
        if is_meant(variables::variable_of(transfer, &signal.scalar).object) {
            let facts = OperandFacts {
                signals: MayBe::Definite(signal_name(transfer, signal)),
                ..OperandFacts::none(analysis)
            };
            let action = Action::SignalOverwrite { signal: SIGNAL };
            analysis.digests.step(analysis.start.id, &action, &facts);
        }
    }
}

/// A condition holds that looked at places: perhaps it tells whether signals are given.
pub fn note_signals(transfer: &Transfer<'_, '_>, state: &mut State, looked_at: &[Variable]) {
    let analysis = transfer.analysis;
    for signal in &analysis.text.signals {
        let variable = variables::variable_of(transfer, &signal.scalar);
        if !looked_at.contains(&variable) {
            continue;
        }
        let value = views::view(transfer, state, variable.object);
        let value = value.read(
            Offsets::constant(variable.offset),
            variables::scalar(transfer.analysis.program, signal.scalar.ty),
        );
        if value.as_constant() == Some(signal.value) {
            act_on_signal(transfer, state, signal, &Action::SignalGiven { signal: SIGNAL });
        } else if number(&value).is_some_and(|number| !number.contains(signal.value)) {
            act_on_signal(transfer, state, signal, &Action::SignalAwaited { signal: SIGNAL });
        }
    }
}
