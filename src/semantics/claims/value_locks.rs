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
//! A write is one to `x` only if it touches the bytes of `x` and no others ([`crate::semantics::system::variables`]).
//! Under C11 the acquisition must have the order *acquire*, the release the order *release*, or there is no order between them, unless
//! a fence gives it ([`super::fences`]). A lock that is set without order keeps others out at once, and is acquired by the next acquire
//! fence; a write behind a release fence releases, and is itself none under the lock.

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, LockName};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::acts::locks;
use crate::semantics::claims::{lines, readers};
use crate::semantics::settings::MemoryModel;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Meeting, State, Variable};
use crate::semantics::system::{Guard, Intent, Transfer, Write, variables, words};
use crate::values::{Addresses, Offsets, Value};

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

/// What is written to a variable.
#[derive(Clone, Copy)]
pub struct Written<'v> {
    /// What the variable held in the same atomic step, if the write is part of one.
    pub before: Option<&'v Value>,
    /// The value.
    pub after: &'v Value,
    /// The watched variable, by its number, of which it is certainly one more than what the ego found there at its turn.
    pub next_at: Option<usize>,
}

/// What a write does.
pub fn transition(
    transfer: &Transfer<'_, '_>,
    state: &State,
    addresses: &Addresses,
    size: u64,
    written: Written<'_>,
    orders: Orders,
) -> Transition {
    let transition = transition_of_lock(transfer, state, addresses, size, written, orders);
    if let Some(number) = transition.uses() {
        use_as_lock(transfer, number);
    }
    if let Transition::Acquires(number) | Transition::Takes(number) = transition {
        readers::hold_against_writer(transfer, state, number);
    }
    transition
}

/// The solution would be another one if a variable were not taken to be a lock.
pub fn use_as_lock(transfer: &Transfer<'_, '_>, number: usize) {
    transfer.record(|recorder, _| {
        recorder.used_as_locks.insert(number);
    });
}

fn transition_of_lock(
    transfer: &Transfer<'_, '_>,
    state: &State,
    addresses: &Addresses,
    size: u64,
    written: Written<'_>,
    orders: Orders,
) -> Transition {
    let Some(number) =
        variables::watched_at(transfer, addresses, size).filter(|number| transfer.analysis.is_value_lock(*number))
    else {
        return Transition::Other;
    };
    let Variable { object, offset, .. } = variables::watched_variable(transfer, number);
    if transfer.analysis.is_turn(number) {
        let is_held = is_held(transfer, state, number);
        if !is_held || written.next_at != Some(number) {
            lines::note_skipped(transfer, state, number);
        }
        return match is_held {
            true => Transition::Releases(number),
            false if interference::is_alone(transfer.analysis, state) || is_seeded(Bug::StrangersServe) => {
                Transition::Keeps(number)
            }
            false => Transition::Other,
        };
    }
    let orders = match transfer.analysis.settings.memory_model {
        MemoryModel::SequentialConsistency => Orders::BOTH,
        MemoryModel::C11 => orders,
    };
    let after = written.after;
    let before = written.before.cloned().or_else(|| {
        let ty = variables::scalar(transfer.analysis.program, transfer.analysis.text.watched[number].ty);
        let protected = interference::is_watched_current(transfer, state, number);
        protected.then(|| views::view(transfer, state, object).read(Offsets::constant(offset), ty))
    });
    let was_zero = before.is_some_and(|before| before.as_constant() == Some(0));
    let may_be_zero = after.truth().may_fail;
    if !may_be_zero {
        let orders_later = orders.acquires || is_seeded(Bug::RelaxedAcquires);
        let sets = was_zero && !after.is_bottom();
        return match sets {
            true if orders_later => Transition::Acquires(number),
            true if !interference::is_alone(transfer.analysis, state) => Transition::Takes(number),
            _ => Transition::Keeps(number),
        };
    }
    let changes_nothing = was_zero && after.as_constant() == Some(0);
    let alone = interference::is_alone(transfer.analysis, state);
    match is_held(transfer, state, number) {
        // Who sets it to zero has it no more, whatever the order; who comes next comes behind only by that, or by creation.
        true if is_seeded(Bug::KeptWithoutOrder) && !orders.releases && alone => Transition::Keeps(number),
        true if orders.releases || alone || is_seeded(Bug::RelaxedReleases) => Transition::Releases(number),
        true if state.fences.publishes(None) => Transition::ReleasesByFence(number),
        false if changes_nothing || alone => Transition::Keeps(number),
        _ => Transition::Other,
    }
}

/// Makes a write that may be one of a lock. The states behind it, of those in which execution goes on.
pub fn write_as_lock(
    transfer: &Transfer<'_, '_>,
    state: State,
    transition: Transition,
    write: impl Fn(&Transfer<'_, '_>, &mut State, Intent) -> bool,
) -> Vec<State> {
    let intent = Intent {
        lock: transition.variable(),
        guard: guard(transfer, &state, transition),
        ..Intent::PLAIN
    };
    let mut states = match transition {
        Transition::Releases(number) | Transition::ReleasesByFence(number) => {
            let pointer = lock_pointer(transfer, number);
            locks::unlock(transfer, state, &pointer)
        }
        Transition::Acquires(_) | Transition::Takes(_) | Transition::Keeps(_) | Transition::Other => vec![state],
    };
    states.retain_mut(|state| {
        transition
            .variable()
            .into_iter()
            .for_each(|number| state.fences.drop_lock(number));
        write(transfer, state, intent)
    });
    match transition {
        Transition::Acquires(number) => {
            let pointer = lock_pointer(transfer, number);
            let lock = |state| {
                let kind = Some(LockKind::Normal);
                locks::lock(transfer, state, &pointer, LockMode::Write, kind, Acquisition::Blocking)
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

fn guard(transfer: &Transfer<'_, '_>, state: &State, transition: Transition) -> Option<Guard> {
    let recording = transfer.analysis.recorder.is_some();
    let (number, past) = match transition {
        Transition::Acquires(number) if recording => {
            let locks = locks::locks_at(transfer, state, &lock_pointer(transfer, number));
            (number, locks::past_under(transfer.analysis, state, locks)?)
        }
        Transition::Releases(number) if recording => (number, state.past.id),
        Transition::ReleasesByFence(number) if recording && is_seeded(Bug::BehindFenceUnderLock) => {
            (number, state.past.id)
        }
        _ => return None,
    };
    let variable = variables::watched_variable(transfer, number);
    Some(Guard { variable, past })
}

/// Bytes of an object are written to: no variable that they meet is a lock, but for the one of which that was checked.
/// Who is alone may write to them as initialisation does, unless it holds the lock: it would hold it still.
pub fn note_unchecked(transfer: &Transfer<'_, '_>, state: &State, write: &Write) {
    if is_seeded(Bug::WritesUnchecked) {
        return;
    }
    let is_alone = interference::is_alone(transfer.analysis, state);
    let is_refuted = |number: &usize| {
        let variable = variables::watched_variable(transfer, *number);
        transfer.analysis.is_value_lock(*number)
            && write.intent.lock != Some(*number)
            && variable.object == write.object
            && variable.meeting(write.bytes) != Meeting::Apart
            && (!is_alone || is_held(transfer, state, *number))
    };
    let is_unchecked = |number: &usize| {
        let variable = variables::watched_variable(transfer, *number);
        transfer.analysis.is_turn(*number)
            && write.intent.lock != Some(*number)
            && variable.object == write.object
            && variable.meeting(write.bytes) != Meeting::Apart
    };
    let watched = 0..transfer.analysis.text.watched.len();
    watched
        .clone()
        .filter(is_unchecked)
        .for_each(|number| lines::note_skipped(transfer, state, number));
    for number in watched.filter(is_refuted) {
        transfer.record(|recorder, _| {
            recorder.no_locks.insert(number);
        });
        transfer.refute(|| {
            let name = words::object(transfer.analysis, write.object);
            format!("{name} is no lock, because this write is none of a lock")
        });
    }
}

/// What the ego reads of a variable: not zero, if that is a lock which it holds, because `x = 0 ⇒ H = ∅`. Only numbers of writers are asked, which
/// step back to zero from what they are found to hold.
pub fn known_to_holder(transfer: &Transfer<'_, '_>, state: &State, accessed: Variable, value: Value) -> Value {
    let mut flags = transfer.analysis.text.inside.stepping_flags.iter().copied();
    let is_held_here = |number: &usize| {
        variables::watched_variable(transfer, *number) == accessed
            && transfer.analysis.is_value_lock(*number)
            && !transfer.analysis.is_turn(*number)
            && (is_held(transfer, state, *number) || is_seeded(Bug::StrangersFindWriters))
    };
    match flags.find(is_held_here) {
        Some(number) => {
            use_as_lock(transfer, number);
            value.nonzero()
        }
        None => value,
    }
}

/// Whether the ego certainly holds the lock that a watched variable is, otherwise than as a reader.
pub fn is_held(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    interference::exclusive_locks(transfer.analysis, state).contains(&lock_of(transfer, number))
}

/// The lock that a variable is.
pub fn lock_of(transfer: &Transfer<'_, '_>, number: usize) -> LockId {
    let Variable { object, offset, .. } = variables::watched_variable(transfer, number);
    transfer.analysis.digests.names().lock(LockName { object, offset })
}

pub fn lock_pointer(transfer: &Transfer<'_, '_>, number: usize) -> Value {
    let Variable { object, offset, .. } = variables::watched_variable(transfer, number);
    Value::address(object, offset)
}
