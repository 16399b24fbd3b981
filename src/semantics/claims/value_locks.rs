//! Locks made of variables: spin locks, busy flags under a mutex, locks of `__VERIFIER_atomic_` functions.
//!
//! Whoever changes a variable `x` from zero to another value, in one step, has what `x` guards until it sets `x` to zero.
//! Such a change is treated as the acquisition of a lock that lies where `x` does, its reset as the release.
//! Let `H` be the set of threads that acquired it and did not release it. Then
//!
//! ```text
//!     |H| ≤ 1    and    x = 0  ⇒  H = ∅
//! ```
//!
//! holds at the start and is kept by every write to `x` that
//! - changes it from zero in one step with looking at it: by an atomic operation, or while a lock is held that protects `x`;
//! - does not make it zero;
//! - is made by the thread in `H`, which leaves `H` with a write that may make `x` zero, whatever its order;
//! - is made while no other thread runs, or changes nothing.
//!
//! All of this is seen in the text of the solution only when it is complete. So the watched variables are *taken* to be
//! locks, and the verification pass looks for writes of another kind. Those that have one are struck off, and the program is
//! analysed again, unless nothing was ever done with them as with a lock: then the solution is one without that presumption, too. (Assume and check, as for the invariants of Vojdani et al., ASE 2016, section 3.)
//! The write that acquires begins the ego's critical section and the write that releases ends it, so both are recorded as
//! made under the lock: another thread's accesses under it, a look at `x` by its holder among them, come before or after.
//! A write is one to `x` only if it touches the bytes of `x` and no others ([`super::variable`]).
//! Under C11 the acquisition must have the order *acquire*, the release the order *release*, or there is no order between them, unless
//! a fence gives it ([`super::fences`]). A lock that is set without order keeps others out at once, and is acquired by the next acquire
//! fence; a write behind a release fence releases, and is itself none under the lock.

use pepsin_digests::{Acquisition, DigestId, LockKind, LockMode, LockName};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{Place, Root};
use crate::semantics::settings::MemoryModel;
use crate::semantics::state::{Extent, Meeting, State, Variable};
use crate::semantics::system::Transfer;
use crate::values::{Addresses, ObjectId, Offsets, Rvalue, Value};

/// What a write does to a variable that is taken to be a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transition {
    /// The ego acquires the lock of the watched variable with this number.
    Acquires(usize),
    /// The ego releases it.
    Releases(usize),
    /// The ego releases it by a fence, behind which the write stands.
    ReleasesByFence(usize),
    /// The ego sets it without order, and acquires it by the next acquire fence.
    Takes(usize),
    /// Neither; the variable with this number is still a lock.
    Keeps(usize),
    /// The write is none of a lock, or of a variable that is not taken to be one.
    Other,
}

impl Transition {
    /// The variable that the write was checked for, by its number.
    fn variable(self) -> Option<usize> {
        match self {
            Transition::Acquires(number)
            | Transition::Releases(number)
            | Transition::ReleasesByFence(number)
            | Transition::Takes(number)
            | Transition::Keeps(number) => Some(number),
            Transition::Other => None,
        }
    }

    /// The variable, by its number, if the solution would be another one were it not taken to be a lock.
    fn uses(self) -> Option<usize> {
        self.variable().filter(|_| !matches!(self, Transition::Keeps(_)))
    }
}

/// The lock that a write acquires or releases, and the ego's past with the lock held.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    variable: Variable,
    /// The summary under which the write to the variable is recorded.
    pub past: DigestId,
}

impl Guard {
    /// Whether an access at these addresses is one to the variable that the lock is made of.
    pub fn covers(&self, addresses: &Addresses, size: u64) -> bool {
        Variable::at(addresses, size) == Some(self.variable)
    }
}

/// What an atomic operation orders (C17 7.17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orders {
    /// What the ego does later comes after what it reads from.
    pub acquires: bool,
    /// What the ego did before comes before who reads from it.
    pub releases: bool,
}

impl Orders {
    /// The order of operations that name none, and of all that stands under a lock.
    pub const BOTH: Orders = Orders {
        acquires: true,
        releases: true,
    };
}

impl Transfer<'_, '_> {
    /// What a write of `after` does. `before` is what the variable held in the same atomic step, if the write is part of one.
    pub fn transition(
        &mut self,
        state: &State,
        addresses: &Addresses,
        size: u64,
        before: Option<&Value>,
        after: &Value,
        orders: Orders,
    ) -> Transition {
        let transition = self.transition_of_lock(state, addresses, size, before, after, orders);
        if let Some(number) = transition.uses() {
            self.use_as_lock(number);
        }
        transition
    }

    /// The solution would be another one if a variable were not taken to be a lock.
    pub fn use_as_lock(&self, number: usize) {
        self.record(|recorder, _| {
            recorder.used_as_locks.insert(number);
        });
    }

    fn transition_of_lock(
        &mut self,
        state: &State,
        addresses: &Addresses,
        size: u64,
        before: Option<&Value>,
        after: &Value,
        orders: Orders,
    ) -> Transition {
        let Some(number) = self
            .watched_at(addresses, size)
            .filter(|number| self.analysis.is_value_lock(*number))
        else {
            return Transition::Other;
        };
        let Variable { object, offset, .. } = self.watched_variable(number);
        let lock = self.analysis.digests.names().lock(LockName { object, offset });
        if self.analysis.is_turn(number) {
            return match self.locks_held(state).contains(&lock) {
                true => Transition::Releases(number),
                false if self.is_alone(state) || is_seeded(Bug::StrangersServe) => Transition::Keeps(number),
                false => Transition::Other,
            };
        }
        let orders = match self.analysis.settings.memory_model {
            MemoryModel::SequentialConsistency => Orders::BOTH,
            MemoryModel::C11 => orders,
        };
        let before = before.cloned().or_else(|| {
            let ty = self.scalar(self.analysis.text.watched[number].ty);
            let protected = self.is_current(state, object);
            protected.then(|| self.peek(state, object).read(Offsets::constant(offset), ty))
        });
        let was_zero = before.is_some_and(|before| before.as_constant() == Some(0));
        let may_be_zero = after.truth().may_fail;
        if !may_be_zero {
            let orders_later = orders.acquires || is_seeded(Bug::RelaxedAcquires);
            let sets = was_zero && !after.is_bottom();
            return match sets {
                true if orders_later => Transition::Acquires(number),
                true if !self.is_alone(state) => Transition::Takes(number),
                _ => Transition::Keeps(number),
            };
        }
        let changes_nothing = was_zero && after.as_constant() == Some(0);
        let alone = self.is_alone(state);
        match self.locks_held(state).contains(&lock) {
            // Who sets it to zero has it no more, whatever the order; who comes next comes behind only by that, or by creation.
            true if is_seeded(Bug::KeptWithoutOrder) && !orders.releases && alone => Transition::Keeps(number),
            true if orders.releases || alone || is_seeded(Bug::RelaxedReleases) => Transition::Releases(number),
            true if state.fences.publishes(None) => Transition::ReleasesByFence(number),
            false if changes_nothing || alone => Transition::Keeps(number),
            _ => Transition::Other,
        }
    }

    /// What an assignment does.
    pub fn transition_by_store(&mut self, state: &mut State, to: &Place, value: &Rvalue) -> Transition {
        let may_be_lock = match to.root {
            Root::Local(_) => false,
            Root::Global(_) => self.analysis.is_watched_place(to),
            Root::Deref(_) => !self.analysis.text.watched.is_empty(),
        };
        match value {
            Rvalue::Scalar(value) if may_be_lock => match self.locate_bytes(state, to) {
                Some(located) => self.transition(state, &located.addresses, located.size, None, value, Orders::BOTH),
                None => Transition::Other,
            },
            _ => Transition::Other,
        }
    }

    /// Makes a write that may be one of a lock. The states behind it, of those in which execution goes on.
    pub fn write_as_lock(
        &mut self,
        state: State,
        transition: Transition,
        write: impl Fn(&mut Self, &mut State) -> bool,
    ) -> Vec<State> {
        self.guard = self.guard(&state, transition);
        let mut states = match transition {
            Transition::Releases(number) | Transition::ReleasesByFence(number) => {
                let pointer = self.lock_pointer(number);
                self.unlock(state, &pointer)
            }
            Transition::Acquires(_) | Transition::Takes(_) | Transition::Keeps(_) | Transition::Other => vec![state],
        };
        self.checked = transition.variable();
        states.retain_mut(|state| {
            transition
                .variable()
                .into_iter()
                .for_each(|number| state.fences.drop_lock(number));
            write(self, state)
        });
        self.checked = None;
        self.guard = None;
        match transition {
            Transition::Acquires(number) => {
                let pointer = self.lock_pointer(number);
                let lock = |state| {
                    let kind = Some(LockKind::Normal);
                    self.lock(state, &pointer, LockMode::Write, kind, Acquisition::Blocking)
                };
                states.into_iter().flat_map(lock).collect()
            }
            Transition::Takes(number) => {
                states.iter_mut().for_each(|state| state.fences.take(number));
                states
            }
            _ => states,
        }
    }

    fn guard(&self, state: &State, transition: Transition) -> Option<Guard> {
        let recording = self.analysis.recorder.is_some();
        let (number, past) = match transition {
            Transition::Acquires(number) if recording => {
                let locks = self.locks_at(state, &self.lock_pointer(number));
                (number, self.past_under(state, locks)?)
            }
            Transition::Releases(number) if recording => (number, state.past.id),
            Transition::ReleasesByFence(number) if recording && is_seeded(Bug::BehindFenceUnderLock) => {
                (number, state.past.id)
            }
            _ => return None,
        };
        let variable = self.watched_variable(number);
        Some(Guard { variable, past })
    }

    /// Bytes of an object are written to: no variable that they meet is a lock, but for the one of which that was checked.
    pub fn note_unchecked(&self, state: &State, object: ObjectId, written: Extent) {
        if self.is_alone(state) || is_seeded(Bug::WritesUnchecked) {
            return;
        }
        let is_refuted = |number: &usize| {
            let variable = self.watched_variable(*number);
            self.analysis.is_value_lock(*number)
                && self.checked != Some(*number)
                && variable.object == object
                && variable.meeting(written) != Meeting::Apart
        };
        let refuted = (0..self.analysis.text.watched.len()).filter(is_refuted);
        self.record(|recorder, _| recorder.no_locks.extend(refuted));
    }

    pub fn lock_pointer(&self, number: usize) -> Value {
        let Variable { object, offset, .. } = self.watched_variable(number);
        Value::address(object, offset)
    }
}
