//! Counters that threads count down: which changes, promises and findings the digest of countdowns hears of (row CD).
//!
//! A counter is a variable of those that may be dispensers (see [`crate::semantics::state::Takes`]): an integer in static storage that is
//! computed from itself. A change is recognised as a take is: the ego has looked at the counter under a lock that it holds
//! ever since, and stores what it saw and a constant; or the change is an atomic operation. Any other write spoils the
//! counter, unless main makes it while it is alone: then what is stored is the number of tokens.
//!
//! What counts up to a number that the program compares it with counts down what is missing to it: `done` up to `n` is the counter
//! `n − done`. So each variable is one counter, and one more for each number that it meets.
//!
//! That a counter is zero or less is found where a condition holds that looked at it, or by the change that made it so.
//!
//! How many tokens threads need stands at `[needs t]`, so that who creates `t` can promise them:
//!
//! ```text
//!     [needs t]  ⊒  { k ↦ −b(k) }      behind each change of a counter k, and each promise, by a thread with id t
//! ```

use std::rc::Rc;

use pepsin_digests::countdown::{Countdowns, Finding};
use pepsin_digests::set::SortedMap;
use pepsin_digests::thread_id::ThreadIds;
use pepsin_digests::{
    Action, CounterId, CounterName, CounterOperand, EdgeId, Exclusion, LockId, MayBe, PlaceName, Repetition,
};
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice};

use super::wrapping::SignedSteps;
use crate::ir::BinaryOp;
use crate::semantics::acts::locks;
use crate::semantics::claims::{signals, wrapping};
use crate::semantics::prepare::Counter;
use crate::semantics::sharing::{interference, looks, views};
use crate::semantics::state::{Meeting, Needs, State, Variable};
use crate::semantics::system::{Analysis, Fact, Global, OperandFacts, Transfer, Write, variables};
use crate::values::{Addresses, Integer, Offsets, Scalar, Value};

/// The only operand of an action.
const COUNTER: CounterOperand = CounterOperand(0);

impl Counter {
    /// How many tokens there are at least if the variable holds one of some numbers.
    fn least(self, value: &Integer) -> Option<i64> {
        match self.up_to {
            None => i64::try_from(value.low()?).ok(),
            Some(target) => target.checked_sub(i64::try_from(value.high()?).ok()?),
        }
    }

    /// Whether there are none.
    fn is_gone(self, value: &Integer) -> bool {
        match self.up_to {
            None => value.high().is_some_and(|high| high <= 0),
            Some(target) => value.low().is_some_and(|low| low >= i128::from(target)),
        }
    }
}

/// A change of a variable by a constant.
#[derive(Clone, Debug)]
pub struct Change {
    /// The number of the variable among the dispensers.
    pub dispenser: usize,
    /// By how much.
    by: i64,
    /// Whether it may wrap around.
    range: Range,
    /// What makes it one step.
    exclusion: Exclusion,
    /// The locks held since the ego looked.
    locks: Vec<LockId>,
}

/// What is known of a variable that grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Range {
    /// No execution counts so far that it wraps around.
    Kept,
    /// It may begin anew.
    Left,
}

impl Change {
    /// What the change is for a counter; `zero` if it made the variable zero or less.
    fn actions(&self, counter: Counter, zero: bool) -> Vec<Action> {
        let by = if counter.up_to.is_none() { self.by } else { -self.by };
        if by > 0 && (self.range == Range::Left || counter.up_to.is_some()) {
            return vec![Action::CounterOverwrite { counter: COUNTER }];
        }
        let change = Action::CounterAdd {
            counter: COUNTER,
            by,
            exclusion: self.exclusion,
        };
        let gone = Action::CounterGone {
            counter: COUNTER,
            by: Finding::Destroyer,
        };
        let gone = (zero && counter.up_to.is_none()).then_some(gone);
        core::iter::once(change).chain(gone).collect()
    }
}

/// What a value is as a number, if it is nothing else.
pub fn number(value: &Value) -> Option<&Integer> {
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    is_number.then(|| value.as_integer())
}

fn counter_name(transfer: &Transfer<'_, '_>, counter: Counter) -> CounterId {
    let Variable { object, offset, .. } = variables::dispenser_variable(transfer, counter.dispenser);
    transfer.analysis.digests.names().counter(CounterName {
        place: PlaceName { object, offset },
        up_to: counter.up_to,
    })
}

/// The change of a counter that is made under locks, after which it holds `value`.
pub fn change_under_locks(
    transfer: &Transfer<'_, '_>,
    dispenser: usize,
    by: i64,
    value: &Value,
    locks: Vec<LockId>,
) -> Change {
    Change {
        dispenser,
        by,
        range: range(transfer, dispenser, by, value, SignedSteps::Plain),
        exclusion: Exclusion::Locks,
        locks,
    }
}

/// The change of a counter that an atomic operation makes, after which it holds `value`.
pub fn change_by_atomic(transfer: &Transfer<'_, '_>, dispenser: usize, by: i64, value: &Value) -> Option<Change> {
    (by != 0).then(|| Change {
        dispenser,
        by,
        range: range(transfer, dispenser, by, value, SignedSteps::Atomic),
        exclusion: Exclusion::Atomic,
        locks: Vec::new(),
    })
}

/// Whether a step up is one: what has wrapped around by it is less than that far behind the least number of the type.
fn range(transfer: &Transfer<'_, '_>, dispenser: usize, by: i64, value: &Value, signed: SignedSteps) -> Range {
    let ty = variables::scalar(
        transfer.analysis.program,
        transfer.analysis.text.dispensers[dispenser].ty,
    )
    .integer_type();
    let first = match is_seeded(Bug::WrappedIsKept) {
        true => ty.low(),
        false => ty.low() + i128::from(by),
    };
    let bounded = value.as_integer().low().is_some_and(|low| low >= first);
    match bounded || wrapping::never_wraps(transfer, ty, by, signed) {
        true => Range::Kept,
        false => Range::Left,
    }
}

/// The ego has changed a variable; `zero` if that made it zero or less.
pub fn count(transfer: &Transfer<'_, '_>, state: State, change: &Change, zero: bool) -> Vec<State> {
    let analysis = transfer.analysis;
    let digests = Rc::clone(&analysis.digests);
    if change.exclusion == Exclusion::Atomic {
        signals::take_back_weak_signals(transfer);
    }
    let mut next = vec![state.past.id];
    let counters = analysis.text.counters.iter();
    for &counter in counters.filter(|counter| counter.dispenser == change.dispenser) {
        let facts = OperandFacts {
            counters: MayBe::Definite(counter_name(transfer, counter)),
            counter_locks: change.locks.clone(),
            ..OperandFacts::none(analysis)
        };
        for action in change.actions(counter, zero) {
            next = next
                .into_iter()
                .flat_map(|id| digests.step(id, &action, &facts))
                .collect();
        }
    }
    let mut states = locks::continue_with(transfer, state, &next);
    for state in &mut states {
        signals::forget_looks_at_signals(transfer, state);
        note_needs(transfer, state);
    }
    states
}

/// Notes how many tokens the ego needs.
pub fn note_needs(transfer: &Transfer<'_, '_>, state: &State) {
    let Some(tokens) = transfer.analysis.digests.element::<Countdowns>(state.past.id) else {
        return;
    };
    let counters = transfer
        .analysis
        .text
        .counters
        .iter()
        .map(|counter| counter_name(transfer, *counter));
    let needs = counters.map(|counter| (counter, tokens.need(counter)));
    let needs: SortedMap<CounterId, Option<u8>> = needs.filter(|(_, need)| *need != Some(0)).collect();
    if !needs.is_empty() {
        let thread = transfer.analysis.digests.thread(state.past.id);
        transfer
            .io
            .side(Global::Needs(thread), Fact::Needs(Needs(Rc::new(needs))));
    }
}

/// The tokens that are promised to the threads created at an edge.
pub fn promised(transfer: &Transfer<'_, '_>, state: &State, edge: EdgeId) -> Vec<(CounterId, u8)> {
    let digests = Rc::clone(&transfer.analysis.digests);
    if transfer.analysis.text.counters.is_empty() {
        return Vec::new();
    }
    let Some(history) = digests.element::<ThreadIds>(state.past.id) else {
        return Vec::new();
    };
    let mut needs = Needs::default();
    for thread in history.creates(edge, Repetition::Once, digests.names()).iter() {
        if let Fact::Needs(more) = transfer.io.global(Global::Needs(thread)) {
            needs.join(&more);
        }
    }
    let promised = needs.0.iter().filter_map(|(counter, need)| Some((counter, (*need)?)));
    promised.collect()
}

/// Tokens were given away: what was read of their counters before says nothing of what is left.
pub fn forget_promised(transfer: &Transfer<'_, '_>, state: &mut State, promised: &[(CounterId, u8)]) {
    for (counter, _) in promised {
        let object = transfer.analysis.digests.names().counter_of(*counter).place.object;
        looks::forget_copies_of(transfer, state, object);
    }
}

/// An object was written to: what that does to the counters in it, unless it is a change of one.
pub fn note_counter_write(transfer: &Transfer<'_, '_>, state: &mut State, write: &Write) {
    let analysis = transfer.analysis;
    let inside = |counter: &&Counter| {
        let variable = variables::dispenser_variable(transfer, counter.dispenser);
        write.intent.counter != Some(counter.dispenser)
            && variable.object == write.object
            && variable.meeting(write.bytes) != Meeting::Apart
    };
    let counters: Vec<Counter> = analysis.text.counters.iter().filter(inside).copied().collect();
    for counter in counters.into_iter().filter(|_| !is_seeded(Bug::CounterOverwritten)) {
        set_counter(transfer, state, counter);
    }
}

fn slot_of_counter(transfer: &Transfer<'_, '_>, counter: Counter) -> (Offsets, Scalar) {
    let scalar = &transfer.analysis.text.dispensers[counter.dispenser];
    (
        Offsets::constant(variables::dispenser_variable(transfer, counter.dispenser).offset),
        variables::scalar(transfer.analysis.program, scalar.ty),
    )
}

fn viewed_counter(transfer: &Transfer<'_, '_>, state: &State, counter: Counter) -> Value {
    let (slot, ty) = slot_of_counter(transfer, counter);
    views::view(
        transfer,
        state,
        variables::dispenser_variable(transfer, counter.dispenser).object,
    )
    .read(slot, ty)
}

fn least_of_counter(transfer: &Transfer<'_, '_>, state: &State, counter: Counter) -> i64 {
    let value = viewed_counter(transfer, state, counter);
    number(&value)
        .and_then(|value| counter.least(value))
        .unwrap_or(i64::MIN)
}

fn act_on_counter(transfer: &Transfer<'_, '_>, state: &mut State, counter: Counter, action: &Action) {
    let facts = OperandFacts {
        counters: MayBe::Definite(counter_name(transfer, counter)),
        ..OperandFacts::none(transfer.analysis)
    };
    locks::act_in_one(transfer, state, action, &facts);
}

/// Under C11, an access without order is made to what lies at some addresses: changes of counters there order nothing.
pub fn spoil_counters(transfer: &Transfer<'_, '_>, addresses: &Addresses) {
    let analysis = transfer.analysis;
    for &counter in &analysis.text.counters {
        let object = variables::dispenser_variable(transfer, counter.dispenser).object;
        let is_meant = addresses.origin().is_some() || addresses.objects().any(|other| other == object);
        if is_meant && !is_seeded(Bug::RelaxedCountdown) {
            let facts = OperandFacts {
                counters: MayBe::Definite(counter_name(transfer, counter)),
                ..OperandFacts::none(analysis)
            };
            let action = Action::CounterOverwrite { counter: COUNTER };
            analysis.digests.step(analysis.start.id, &action, &facts);
        }
    }
}

/// A counter holds what the ego's view says, which is not what it held before.
fn set_counter(transfer: &Transfer<'_, '_>, state: &mut State, counter: Counter) {
    let action = match interference::is_alone(transfer.analysis, state) {
        true => Action::CounterSet {
            counter: COUNTER,
            least: least_of_counter(transfer, state, counter),
        },
        false => Action::CounterOverwrite { counter: COUNTER },
    };
    act_on_counter(transfer, state, counter, &action);
    signals::forget_looks_at_signals(transfer, state);
    note_needs(transfer, state);
}

/// What the ego has seen of counters so far is not seen behind the signal that is given now.
pub fn forget_looks_at_counters(transfer: &Transfer<'_, '_>, state: &mut State) {
    let counters = &transfer.analysis.text.counters;
    let is_counter = |variable| {
        let mut counters = counters.iter();
        counters.any(|counter| variables::dispenser_variable(transfer, counter.dispenser) == variable)
    };
    looks::forget_looks(transfer, state, is_counter);
}

/// The counters that are not zero at program start.
pub fn set_counters_at_start(transfer: &Transfer<'_, '_>, state: &mut State) {
    let analysis = transfer.analysis;
    for &counter in &analysis.text.counters {
        if least_of_counter(transfer, state, counter) != 0 {
            set_counter(transfer, state, counter);
        }
    }
}

/// A condition holds that looked at places: perhaps counters there are zero.
pub fn note_gone(transfer: &Transfer<'_, '_>, state: &mut State, looked_at: &[Variable]) {
    let analysis = transfer.analysis;
    for &counter in &analysis.text.counters {
        if !looked_at.contains(&variables::dispenser_variable(transfer, counter.dispenser)) {
            continue;
        }
        let value = viewed_counter(transfer, state, counter);
        if number(&value).is_some_and(|value| counter.is_gone(value)) {
            let by = Finding::Reader;
            act_on_counter(transfer, state, counter, &Action::CounterGone { counter: COUNTER, by });
        }
    }
}

/// The parts of what a counter held before an atomic change: those from which it becomes zero or less, and the others.
pub fn last_apart(analysis: &Analysis<'_>, old: &Value, change: &Change) -> Vec<(Value, bool)> {
    apart(analysis, old, change, -i128::from(change.by))
}

/// The parts of what a counter holds behind a change: those that are zero or less, and the others.
pub fn left_apart(analysis: &Analysis<'_>, value: &Value, change: &Change) -> Vec<(Value, bool)> {
    apart(analysis, value, change, 0)
}

fn apart(analysis: &Analysis<'_>, value: &Value, change: &Change, bound: i128) -> Vec<(Value, bool)> {
    if change.by > 0 {
        return vec![(value.clone(), false)];
    }
    let ty = variables::scalar(analysis.program, analysis.text.dispensers[change.dispenser].ty);
    let part = |op| value.refine(&Value::constant(bound), op, ty, &analysis.objects).0;
    let mut parts = vec![(part(BinaryOp::LessEqual), true), (part(BinaryOp::Greater), false)];
    parts.retain(|(part, _)| !part.is_bottom());
    parts
}
