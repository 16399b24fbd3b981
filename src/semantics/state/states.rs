//! The value of a local unknown: for each split key an abstract state.
//!
//! A [`State`] stands for the local traces that end here, and for what the ego thread sees in them.
//!
//! **Views.** Memory that other threads may reach is held as the ego's *view*: its contents as if nobody else had
//! written since the ego last looked. What is really there is covered by the view joined with the *interference* of
//! all writers whose writes the ego's digest does not exclude (see [`crate::semantics::sharing::interference`]). A created thread starts
//! with its creator's view, and joining a thread absorbs the view that the ended thread had of what it wrote.
//! (After the write-centred and protection-based readings of Schwarz et al., SAS 2021, sections 3 and 4.)
//!
//! **Splitting.** States with different [`SplitKey`]s are kept apart: one entry is the paper's unknown `[u, A]`.

use std::rc::Rc;
use std::sync::Arc;

use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::localised::Localised;
use super::past::Past;
use super::set::{CertainSet, Set};
use crate::ir::LocalId;
use crate::semantics::state::{Bounds, Copies, Crews, Extent, Fences, Holdings, MaybeHeld, Owned, Symbolic, Takes};
use crate::values::{Contents, Memory, ObjectId, Objects, Truth, Value};

/// How many states a point keeps apart before those that differ in guards only are joined.
const GUARD_STATES: usize = 24;
/// How many states a point keeps apart before all are joined into one for each lockset.
const LOCK_STATES: usize = 64;

/// An abstract state.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The digest of the ego's past.
    pub past: Past,
    /// The variables of the running function whose address is never taken.
    pub frame: Memory,
    /// What is known of all other memory, and what else calls pass on in part.
    pub localised: Localised,
    /// What was taken from dispensers.
    pub takes: Takes,
    /// What was read from watched variables.
    pub copies: Copies,
    /// What is known by symbolic address.
    pub symbolic: Symbolic,
    /// What was computed from a value that only this thread was given.
    pub owned: Owned,
    /// What integer variables of the running function are, and between what they lie.
    pub bounds: Bounds,
    /// Objects that the running function allocated, to which no pointer was stored into memory that threads share.
    pub unlinked: CertainSet<ObjectId>,
    /// Threads that the running function created, whose ids stand side by side.
    pub crews: Crews,
    /// Shared objects that may have been written under a lock since it was taken.
    pub pending: Set<(ObjectId, LockId)>,
    /// Names of most recent instances that may have passed to other objects since the running function was entered:
    /// what its callers know under such a name may be an older instance now.
    pub renamed: Set<ObjectId>,
    /// How the running function was entered.
    pub entrance: Entrance,
    /// The thread's values of the keys of thread-specific data, all together.
    pub specific: Value,
    /// The variadic arguments of the running functions, as far as others may know what they point to, all together.
    pub variadic: Value,
    /// The locks that the thread may hold, of those that it cannot take again.
    pub maybe_held: MaybeHeld,
    /// The locks that the thread may hold, of all kinds, if deadlocks are checked.
    pub holdings: Holdings,
    /// What fences have ordered, and have yet to order.
    pub fences: Fences,
    /// What the function that just ended returned.
    pub result: Contents,
}

/// How a function is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entrance {
    /// A thread starts with it.
    Started,
    /// It may have been called.
    Called,
}

impl Lattice for Entrance {
    fn join(&mut self, other: &Self) -> bool {
        let joined = (*self).max(*other);
        std::mem::replace(self, joined) != joined
    }

    fn leq(&self, other: &Self) -> bool {
        self <= other
    }
}

/// A program point at which something is made, with the chain of wrapper calls that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Allocation {
    /// The interned program point.
    pub site: u32,
    /// The interned call string.
    pub chain: u32,
}

impl State {
    /// The state in which a thread starts.
    pub fn started(past: Past, localised: Localised, owned: Owned, bounds: Bounds) -> Self {
        State {
            past,
            frame: Memory::bottom(),
            localised,
            copies: Copies::default(),
            takes: Takes::nothing(),
            symbolic: Symbolic::default(),
            owned,
            bounds,
            unlinked: CertainSet::default(),
            crews: Crews::default(),
            pending: Set::default(),
            renamed: Set::default(),
            entrance: Entrance::Started,
            specific: Value::ZERO,
            variadic: Value::NOTHING,
            maybe_held: MaybeHeld::default(),
            holdings: Holdings::default(),
            fences: Fences::default(),
            result: Contents::nothing(),
        }
    }

    /// Some bytes of an object may be written: what numbers stand there, or are told by what stands there, is not known any more.
    pub fn forget_numbers(&mut self, object: ObjectId, bytes: Extent, objects: &Objects) {
        self.bounds.write(object, bytes, objects);
    }

    /// Applies an operation of the lattice to each component; returns whether any changed.
    fn each(
        &mut self,
        other: &Self,
        memory: impl Fn(&mut Memory, &Memory) -> bool,
        contents: impl Fn(&mut Contents, &Contents) -> bool,
    ) -> bool {
        let mut changed = self.past.join(&other.past);
        changed |= memory(&mut self.frame, &other.frame);
        changed |= self.localised.each(&other.localised, memory);
        changed |= self.takes.join(&other.takes);
        changed |= self.copies.join(&other.copies);
        changed |= self.symbolic.join(&other.symbolic);
        changed |= self.owned.join(&other.owned);
        changed |= self.bounds.join(&other.bounds);
        changed |= self.unlinked.join(&other.unlinked);
        changed |= self.crews.join(&other.crews);
        changed |= self.pending.join(&other.pending);
        changed |= self.renamed.join(&other.renamed);
        changed |= self.entrance.join(&other.entrance);
        changed |= self.specific.join(&other.specific);
        changed |= self.variadic.join(&other.variadic);
        changed |= self.maybe_held.join(&other.maybe_held);
        changed |= self.holdings.join(&other.holdings);
        changed |= self.fences.join(&other.fences);
        changed | contents(&mut self.result, &other.result)
    }
}

impl Lattice for State {
    fn join(&mut self, other: &Self) -> bool {
        self.each(other, Memory::join, Contents::join)
    }

    fn leq(&self, other: &Self) -> bool {
        self.past.leq(&other.past)
            && self.frame.leq(&other.frame)
            && self.localised.leq(&other.localised)
            && self.takes.leq(&other.takes)
            && self.copies.leq(&other.copies)
            && self.symbolic.leq(&other.symbolic)
            && self.owned.leq(&other.owned)
            && self.bounds.leq(&other.bounds)
            && self.unlinked.leq(&other.unlinked)
            && self.crews.leq(&other.crews)
            && self.pending.leq(&other.pending)
            && self.renamed.leq(&other.renamed)
            && self.entrance.leq(&other.entrance)
            && self.specific.leq(&other.specific)
            && self.variadic.leq(&other.variadic)
            && self.maybe_held.leq(&other.maybe_held)
            && self.holdings.leq(&other.holdings)
            && self.fences.leq(&other.fences)
            && self.result.leq(&other.result)
    }
}

impl GuardValue {
    /// What is known of a value with this truth.
    pub fn of(truth: Truth) -> Option<Self> {
        match (truth.may_hold, truth.may_fail) {
            (false, true) => Some(GuardValue::Zero),
            (true, false) => Some(GuardValue::NonZero),
            _ => None,
        }
    }
}

/// What a variable that guards synchronisation is known to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GuardValue {
    /// Zero or null.
    Zero,
    /// Certainly neither zero nor null.
    NonZero,
    /// Exactly one number.
    Number(i64),
}

/// What keeps states apart: the locks held and other digests, by the setting, and the values of variables that guard
/// synchronisation.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SplitKey {
    /// The locks certainly held.
    pub locks: Rc<[LockId]>,
    /// The components of digests by which states are split.
    pub digests: Arc<[u32]>,
    /// Values of guarding variables of the running function, where they are known.
    pub guards: Vec<(LocalId, GuardValue)>,
    /// What a function that synchronises returned, or what the branch at the end of a block tests, where that is known.
    pub outcome: Option<GuardValue>,
}

/// The states at a point, by split key; unreachable if there are none.
#[derive(Clone, Debug, Default)]
pub struct States {
    entries: Rc<Vec<(SplitKey, State)>>,
}

impl PartialEq for States {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.entries, &other.entries) || self.entries == other.entries
    }
}

impl States {
    /// A single state.
    pub fn single(key: SplitKey, state: State) -> Self {
        States {
            entries: Rc::new(vec![(key, state)]),
        }
    }

    /// The states, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&SplitKey, &State)> {
        self.entries.iter().map(|(key, state)| (key, state))
    }

    /// Adds a state; it is joined with the one that has the same key.
    pub fn add(&mut self, key: SplitKey, state: State) {
        let entries = Rc::make_mut(&mut self.entries);
        match entries.binary_search_by(|entry| entry.0.cmp(&key)) {
            Ok(found) => drop(entries[found].1.join(&state)),
            Err(place) => insert_at(entries, place, (key, state)),
        }
    }

    /// Joins states where there are too many to keep apart: first those that differ in guards only.
    pub fn limit(self) -> Self {
        match self.entries.len() {
            0..=GUARD_STATES => self,
            _ => self
                .coarsen(|key| SplitKey {
                    locks: key.locks.clone(),
                    digests: key.digests.clone(),
                    ..SplitKey::default()
                })
                .limit_locks(),
        }
    }

    fn limit_locks(self) -> Self {
        if self.entries.len() <= LOCK_STATES {
            self
        } else {
            self.coarsen(|_| SplitKey::default())
        }
    }

    fn coarsen(&self, key: impl Fn(&SplitKey) -> SplitKey) -> Self {
        let mut coarser = States::default();
        for (old, state) in self.iter() {
            coarser.add(key(old), state.clone());
        }
        coarser
    }

    fn each(&mut self, other: &Self, combine: impl Fn(&mut State, &State) -> bool) -> bool {
        if Rc::ptr_eq(&self.entries, &other.entries) {
            return false;
        }
        let mut changed = false;
        for (key, state) in other.iter() {
            let found = self.entries.binary_search_by(|entry| entry.0.cmp(key));
            match found {
                Ok(found) if state.leq(&self.entries[found].1) => {}
                Ok(found) => changed |= combine(&mut Rc::make_mut(&mut self.entries)[found].1, state),
                Err(place) => {
                    let entry = (key.clone(), state.clone());
                    insert_at(Rc::make_mut(&mut self.entries), place, entry);
                    changed = true;
                }
            }
        }
        changed
    }
}

/// Inserts an entry without room for more: most points have one state, for good.
fn insert_at(entries: &mut Vec<(SplitKey, State)>, place: usize, entry: (SplitKey, State)) {
    entries.reserve_exact(1);
    entries.insert(place, entry);
}

impl Lattice for States {
    fn join(&mut self, other: &Self) -> bool {
        self.each(other, State::join)
    }

    fn leq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.entries, &other.entries)
            || self.iter().all(|(key, state)| {
                let found = other.entries.binary_search_by(|entry| entry.0.cmp(key));
                found.is_ok_and(|found| state.leq(&other.entries[found].1))
            })
    }
}

impl Bottom for States {
    fn bottom() -> Self {
        States::default()
    }

    fn is_bottom(&self) -> bool {
        self.entries.is_empty()
    }
}

impl Widen for States {
    fn widen(&mut self, next: &Self) -> bool {
        self.each(next, |state, next| {
            let past = next.past.clone();
            state.each(
                next,
                |mine, next| mine.widen_with(next, |object| past.halts().of(object)),
                Contents::widen,
            )
        })
    }

    fn narrow(&mut self, next: &Self) -> bool {
        let mut changed = false;
        let mut narrowed = Vec::with_capacity(next.entries.len());
        for (key, state) in self.iter() {
            // A key that is gone was reached only on the way up.
            let Ok(found) = next.entries.binary_search_by(|entry| entry.0.cmp(key)) else {
                changed = true;
                continue;
            };
            let (mut state, next) = (state.clone(), &next.entries[found].1);
            let (mut frame, mut localised) = (state.frame.clone(), state.localised.clone());
            let halts = next.past.halts();
            changed |= frame.narrow_with(&next.frame, |object| halts.of(object))
                | localised.narrow_with(&next.localised, halts);
            let mut result = state.result.clone();
            changed |= result.narrow(&next.result);
            // The other components have finite height: the smaller one is taken as it is.
            changed |= !state.leq(next) && state != *next;
            state = State {
                frame,
                localised,
                result,
                ..next.clone()
            };
            narrowed.push((key.clone(), state));
        }
        if changed {
            self.entries = Rc::new(narrowed);
        }
        changed
    }
}
