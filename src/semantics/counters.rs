//! Counters that threads count down: which changes, promises and findings the digest of countdowns hears of (row CD).
//!
//! A counter is a variable of those that may be dispensers (see [`super::takes`]): an integer in static storage that is
//! computed from itself. A change is recognised as a take is: the ego has looked at the counter under a lock that it holds
//! ever since, and stores what it saw and a constant; or the change is an atomic operation. Any other write spoils the
//! counter, unless main makes it while it is alone: then what is stored is the number of tokens.
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
use pepsin_digests::{Action, CounterId, CounterOperand, EdgeId, Exclusion, LockId, MayBe, PlaceName, Repetition};
use pepsin_lattice::{Bottom, Lattice};

use super::locks::OperandFacts;
use super::state::State;
use super::takes::{Part, Share, Stage};
use super::transfer::Transfer;
use super::unknowns::{Fact, Global};
use crate::ir::{BinaryOp, Place};
use crate::values::{Contents, Integer, ObjectId, Offsets, Scalar, SignedOverflow, Strength, Value};

/// The only operand of an action.
const COUNTER: CounterOperand = CounterOperand(0);

/// How many tokens of each counter threads with an id need; nothing for any number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Needs(Rc<SortedMap<CounterId, Option<u8>>>);

impl Lattice for Needs {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (counter, need) in other.0.iter() {
            let known = self.0.get(counter).copied();
            let joined = known.map_or(*need, |known| known.zip(*need).map(|(mine, theirs)| mine.max(theirs)));
            if known != Some(joined) {
                Rc::make_mut(&mut self.0).insert(counter, joined);
                changed = true;
            }
        }
        changed
    }
}

/// A change of a counter by a constant.
#[derive(Clone, Debug)]
pub struct Change {
    /// The number of the counter among the dispensers.
    pub counter: usize,
    /// By how much.
    pub by: i64,
    /// What makes it one step.
    exclusion: Exclusion,
    /// The locks held since the ego looked.
    locks: Vec<LockId>,
}

/// What a value is as a number, if it is nothing else.
pub fn number(value: &Value) -> Option<&Integer> {
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    is_number.then(|| value.as_integer())
}

impl Transfer<'_, '_> {
    fn counter_name(&self, counter: usize) -> CounterId {
        let (object, offset) = self.place_of_watched(&self.analysis.dispensers[counter]);
        self.analysis.digests.names().counter(PlaceName { object, offset })
    }

    fn counters_in(&self, object: ObjectId) -> Vec<usize> {
        let dispensers = self.analysis.dispensers.iter();
        let places = dispensers.map(|dispenser| self.place_of_watched(dispenser).0);
        let inside = places.enumerate().filter(|(_, place)| *place == object);
        inside.map(|(number, _)| number).collect()
    }

    /// The change of a counter that an assignment makes.
    pub fn change_by_store(
        &mut self,
        state: &mut State,
        to: &Place,
        share: Option<Share>,
        value: &Value,
    ) -> Option<Change> {
        let Share::Part(part) = share? else { return None };
        let counter = self.dispenser_at(state, to)?;
        let look = state.takes.look(counter).filter(|look| look.grown.is_none())?;
        let is_change = part.offset != 0 && part == Part::of(counter, Stage::Seen, part.offset);
        let locks = look.locks.clone();
        (is_change && self.stays_in_range(counter, part.offset, value)).then_some(Change {
            counter,
            by: part.offset,
            exclusion: Exclusion::Locks,
            locks,
        })
    }

    /// The change of a counter that an atomic operation makes, after which it holds `value`.
    pub fn change_by_atomic(&self, counter: usize, by: i64, value: &Value) -> Option<Change> {
        let in_range = by != 0 && (by < 0 || self.is_wide(counter) || self.is_bounded(counter, value));
        in_range.then_some(Change {
            counter,
            by,
            exclusion: Exclusion::Atomic,
            locks: Vec::new(),
        })
    }

    /// Whether a counter that grows by a store does not wrap around to zero.
    fn stays_in_range(&self, counter: usize, by: i64, value: &Value) -> bool {
        let ty = self.scalar(self.analysis.dispensers[counter].ty).integer_type();
        let undefined =
            ty.bits >= 32 && ty.signed && self.analysis.settings.signed_overflow == SignedOverflow::Undefined;
        by < 0 || undefined || self.is_wide(counter) || self.is_bounded(counter, value)
    }

    /// Whether no execution counts so far that the counter wraps around.
    fn is_wide(&self, counter: usize) -> bool {
        self.scalar(self.analysis.dispensers[counter].ty).bits() >= 64
    }

    fn is_bounded(&self, counter: usize, value: &Value) -> bool {
        let ty = self.scalar(self.analysis.dispensers[counter].ty).integer_type();
        value.as_integer().high().is_some_and(|high| high < ty.high())
    }

    /// Makes a write that changes a counter, or none.
    pub fn write_as_change(
        &mut self,
        state: &mut State,
        counter: Option<usize>,
        write: impl Fn(&mut Self, &mut State) -> bool,
    ) -> bool {
        self.counting = counter;
        let goes_on = write(self, state);
        self.counting = None;
        goes_on
    }

    /// The ego has changed a counter; `gone` if that made it zero or less.
    pub fn count(&mut self, state: State, change: &Change, gone: bool) -> Vec<State> {
        let facts = OperandFacts {
            counters: MayBe::Definite(self.counter_name(change.counter)),
            counter_locks: change.locks.clone(),
            ..OperandFacts::none(self.analysis)
        };
        let action = Action::CounterAdd {
            counter: COUNTER,
            by: change.by,
            exclusion: change.exclusion,
        };
        let digests = Rc::clone(&self.analysis.digests);
        let mut next = digests.step(state.past.id, &action, &facts);
        if gone {
            let action = Action::CounterGone {
                counter: COUNTER,
                by: Finding::Destroyer,
            };
            next = next
                .into_iter()
                .flat_map(|id| digests.step(id, &action, &facts))
                .collect();
        }
        let states = self.continue_with(state, &next);
        states.iter().for_each(|state| self.note_needs(state));
        states
    }

    /// Notes how many tokens the ego needs.
    pub fn note_needs(&mut self, state: &State) {
        let Some(tokens) = self.analysis.digests.element::<Countdowns>(state.past.id) else {
            return;
        };
        let counters = (0..self.analysis.dispensers.len()).map(|counter| self.counter_name(counter));
        let needs = counters.map(|counter| (counter, tokens.need(counter)));
        let needs: SortedMap<CounterId, Option<u8>> = needs.filter(|(_, need)| *need != Some(0)).collect();
        if !needs.is_empty() {
            let thread = self.analysis.digests.thread(state.past.id);
            self.io.side(Global::Needs(thread), Fact::Needs(Needs(Rc::new(needs))));
        }
    }

    /// The tokens that are promised to the threads created at an edge.
    pub fn promised(&mut self, state: &State, edge: EdgeId) -> Vec<(CounterId, u8)> {
        let digests = Rc::clone(&self.analysis.digests);
        if self.analysis.dispensers.is_empty() {
            return Vec::new();
        }
        let Some(history) = digests.element::<ThreadIds>(state.past.id) else {
            return Vec::new();
        };
        let mut needs = Needs::default();
        for thread in history.creates(edge, Repetition::Once, digests.names()).iter() {
            if let Fact::Needs(more) = self.io.global(Global::Needs(thread)) {
                needs.join(&more);
            }
        }
        let promised = needs.0.iter().filter_map(|(counter, need)| Some((counter, (*need)?)));
        promised.collect()
    }

    /// Tokens were given away: what was read of their counters before says nothing of what is left.
    pub fn forget_promised(&self, state: &mut State, promised: &[(CounterId, u8)]) {
        for (counter, _) in promised {
            let object = self.analysis.digests.names().counter_of(*counter).object;
            self.forget_copies_of(state, object);
        }
    }

    /// An object was written to: what that does to the counters in it, unless it is a change of one.
    pub fn note_counter_write(
        &mut self,
        state: &mut State,
        object: ObjectId,
        change: &impl Fn(&mut Contents, Strength),
    ) {
        let mut counters = self.counters_in(object);
        counters.retain(|counter| self.counting != Some(*counter));
        if counters.is_empty() {
            return;
        }
        let mut written = Contents::nothing();
        change(&mut written, Strength::Strong);
        for counter in counters {
            let (slot, ty) = self.slot_of_counter(counter);
            if !written.read(slot, ty).is_bottom() {
                self.set_counter(state, counter);
            }
        }
    }

    fn slot_of_counter(&self, counter: usize) -> (Offsets, Scalar) {
        let scalar = &self.analysis.dispensers[counter];
        (
            Offsets::constant(self.place_of_watched(scalar).1),
            self.scalar(scalar.ty),
        )
    }

    /// A counter holds what the ego's view says, which is not what it held before.
    pub fn set_counter(&mut self, state: &mut State, counter: usize) {
        let facts = OperandFacts {
            counters: MayBe::Definite(self.counter_name(counter)),
            ..OperandFacts::none(self.analysis)
        };
        let action = match self.is_alone(state) {
            true => Action::CounterSet {
                counter: COUNTER,
                least: self.least_of_counter(state, counter),
            },
            false => Action::CounterOverwrite { counter: COUNTER },
        };
        let next = self.analysis.digests.step(state.past.id, &action, &facts);
        if let Some(next) = self.joined(&next) {
            self.set_past(state, next);
        }
        self.note_needs(state);
    }

    /// The variables that are not zero at program start.
    pub fn set_counters_at_start(&mut self, state: &mut State) {
        for counter in 0..self.analysis.dispensers.len() {
            if self.least_of_counter(state, counter) != 0 {
                self.set_counter(state, counter);
            }
        }
    }

    fn least_of_counter(&self, state: &State, counter: usize) -> i64 {
        let value = self.viewed_counter(state, counter);
        let least = number(&value).and_then(Integer::low);
        least.and_then(|least| i64::try_from(least).ok()).unwrap_or(i64::MIN)
    }

    fn viewed_counter(&self, state: &State, counter: usize) -> Value {
        let object = self.place_of_watched(&self.analysis.dispensers[counter]).0;
        let (slot, ty) = self.slot_of_counter(counter);
        self.view(state, object).read(slot, ty)
    }

    /// A condition holds that looked at places: perhaps counters there are zero.
    pub fn note_gone(&mut self, state: &mut State, looked_at: &[(ObjectId, i64)]) {
        for counter in 0..self.analysis.dispensers.len() {
            if !looked_at.contains(&self.place_of_watched(&self.analysis.dispensers[counter])) {
                continue;
            }
            let value = self.viewed_counter(state, counter);
            if number(&value).and_then(Integer::high).is_none_or(|high| high > 0) {
                continue;
            }
            let facts = OperandFacts {
                counters: MayBe::Definite(self.counter_name(counter)),
                ..OperandFacts::none(self.analysis)
            };
            let action = Action::CounterGone {
                counter: COUNTER,
                by: Finding::Reader,
            };
            let next = self.analysis.digests.step(state.past.id, &action, &facts);
            if let Some(next) = self.joined(&next) {
                self.set_past(state, next);
            }
        }
    }

    /// The parts of what a counter held before an atomic change: those from which it becomes zero or less, and the others.
    pub fn last_apart(&self, old: &Value, change: &Change) -> Vec<(Value, bool)> {
        self.apart(old, change, -i128::from(change.by))
    }

    /// The parts of what a counter holds behind a change: those that are zero or less, and the others.
    pub fn left_apart(&self, value: &Value, change: &Change) -> Vec<(Value, bool)> {
        self.apart(value, change, 0)
    }

    fn apart(&self, value: &Value, change: &Change, bound: i128) -> Vec<(Value, bool)> {
        if change.by > 0 {
            return vec![(value.clone(), false)];
        }
        let ty = self.scalar(self.analysis.dispensers[change.counter].ty);
        let part = |op| value.refine(&Value::constant(bound), op, ty, &self.analysis.objects).0;
        let mut parts = vec![(part(BinaryOp::LessEqual), true), (part(BinaryOp::Greater), false)];
        parts.retain(|(part, _)| !part.is_bottom());
        parts
    }
}
