//! Locks taken by who may have them already: where POSIX lets calls on locks fail, and what they return then.
//!
//! | kind | locking it | unlocking it |
//! | --- | --- | --- |
//! | normal | waits, and succeeds | succeeds |
//! | recursive | succeeds | fails if another thread holds it |
//! | error-checking | fails if the ego holds it | fails if the ego does not |
//! | robust | succeeds, but tells that its last holder has ended; or fails, if that left it so | fails if the ego does not hold it |
//! | read-write | fails if the ego holds it, one of both for writing | succeeds |
//!
//! (POSIX.1-2017, `pthread_mutex_lock` and `pthread_rwlock_wrlock`. That a normal mutex which is not held is unlocked is undefined.)
//! What is certainly held says the lockset; here are the locks that the ego *may* hold, of all kinds but the normal and the
//! recursive one. A lock of which the kind is not known is of none of the others unless the program makes one of those.

use pepsin_digests::{LockId, LockKind, MayBe};
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Lattice, MaySet};

use crate::library::model::Kind;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, Locks, Transfer};
use crate::values::Value;

/// `EPERM`.
const NOT_OWNER: i128 = 1;
/// `EOWNERDEAD`: the lock is acquired.
const OWNER_DEAD: i128 = 130;

/// Locks that the ego may hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaybeHeld {
    locks: MaySet<LockId>,
    /// Those of them that it may have acquired more than once: one release may leave them held.
    again: MaySet<LockId>,
    /// Whether it may hold one without name.
    nameless: bool,
}

/// What a call that locks may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// What it returns when the lock is acquired.
    pub acquired: Value,
    /// Whether it may return without.
    pub may_fail: bool,
}

impl MaybeHeld {
    /// One of some locks is acquired.
    fn acquire(&mut self, locks: &MayBe<LockId>) {
        match locks.candidates() {
            Some(candidates) => {
                for lock in candidates {
                    if !self.locks.insert(*lock) {
                        self.again.insert(*lock);
                    }
                }
            }
            None => self.nameless = true,
        }
    }

    /// One of some locks is released.
    fn release(&mut self, locks: &MayBe<LockId>) {
        if let MayBe::Definite(lock) = locks
            && !self.again.contains(lock)
        {
            self.locks.retain(|held| held != lock);
        }
    }

    /// Whether one of some locks may be held.
    fn may_be(&self, locks: &MayBe<LockId>, may_equal: impl Fn(LockId, LockId) -> bool) -> bool {
        let meets = |lock: &LockId| self.locks.iter().any(|held| may_equal(*held, *lock));
        match locks.candidates() {
            Some(candidates) => self.nameless || candidates.iter().any(meets),
            None => self.nameless || !self.locks.is_empty(),
        }
    }
}

impl Lattice for MaybeHeld {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.nameless;
        self.nameless |= other.nameless;
        let locks = self.locks.join(&other.locks);
        self.again.join(&other.again) | locks | (self.nameless != before)
    }

    fn leq(&self, other: &Self) -> bool {
        self.locks.leq(&other.locks) && self.again.leq(&other.again) && (!self.nameless || other.nameless)
    }
}

impl Transfer<'_, '_> {
    /// What locking one of some locks may do, if the call waits.
    pub fn outcomes(&mut self, state: &State, locks: &Locks, named: Kind, kind: LockKind) -> Outcomes {
        let robust = !is_seeded(Bug::OwnerNeverDead)
            && named == Kind::Initialised
            && !matches!(kind, LockKind::Normal | LockKind::Recursive)
            && self.io.global(Global::RobustMutexes) != Fact::Nothing;
        let mut acquired = Value::ZERO;
        if robust {
            acquired.join(&Value::constant(OWNER_DEAD));
        }
        let may_equal = |held, lock| self.analysis.may_be_one_lock(held, lock);
        let held = state.maybe_held.may_be(&locks.names, may_equal);
        Outcomes {
            acquired,
            may_fail: robust || held && self.fails_when_held(named, kind) && !is_seeded(Bug::NeverTakenAgain),
        }
    }

    /// Whether a lock cannot be taken by who holds it, and tells so.
    fn fails_when_held(&mut self, named: Kind, kind: LockKind) -> bool {
        match kind {
            LockKind::Normal | LockKind::Recursive => false,
            LockKind::ErrorCheck => true,
            LockKind::Unknown => named == Kind::Unknown || self.io.global(Global::OddMutexes) != Fact::Nothing,
        }
    }

    /// One of some locks was acquired: the ego may hold it.
    pub fn note_maybe_held(&mut self, states: &mut [State], locks: &Locks, named: Kind, kind: LockKind) {
        if self.fails_when_held(named, kind) {
            for state in states {
                state.maybe_held.acquire(&locks.names);
            }
        }
    }

    /// One of some locks is released. What the call returns.
    pub fn note_released(&mut self, state: &mut State, pointer: &Value) -> Value {
        let locks = self.locks_at(state, pointer);
        state.maybe_held.release(&locks.names);
        let certainly_held = locks
            .names
            .definite()
            .is_some_and(|lock| self.locks_held(state).contains(&lock));
        let mut returned = Value::ZERO;
        if !certainly_held && self.may_refuse(&locks) && !is_seeded(Bug::StrangersUnlock) {
            returned.join(&Value::constant(NOT_OWNER));
        }
        returned
    }

    /// Whether a lock may be of a kind that nobody but its holder unlocks.
    pub fn may_refuse(&mut self, locks: &Locks) -> bool {
        match self.kind_of(locks) {
            LockKind::Normal => false,
            LockKind::Recursive | LockKind::ErrorCheck => true,
            LockKind::Unknown => self.io.global(Global::OddMutexes) != Fact::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(lock: u32) -> MayBe<LockId> {
        MayBe::Definite(LockId::new(lock))
    }

    fn may_be(held: &MaybeHeld, locks: &MayBe<LockId>) -> bool {
        held.may_be(locks, |left, right| left == right)
    }

    #[test]
    fn what_was_acquired_once_and_released_is_not_held() {
        let mut held = MaybeHeld::default();
        held.acquire(&one(1));
        assert!(may_be(&held, &one(1)) && !may_be(&held, &one(2)) && may_be(&held, &MayBe::Unknown));
        held.release(&one(1));
        assert!(!may_be(&held, &one(1)));
    }

    #[test]
    fn what_was_acquired_twice_or_released_perhaps_may_be_held() {
        let mut held = MaybeHeld::default();
        held.acquire(&one(1));
        held.release(&MayBe::OneOf(vec![LockId::new(1), LockId::new(2)]));
        assert!(may_be(&held, &one(1)));
        held.acquire(&one(1));
        held.release(&one(1));
        assert!(may_be(&held, &one(1)));
    }

    #[test]
    fn a_join_may_hold_what_either_side_may() {
        let (mut left, mut right) = (MaybeHeld::default(), MaybeHeld::default());
        left.acquire(&one(1));
        right.acquire(&MayBe::Unknown);
        let before = left.clone();
        assert!(left.join(&right) && !left.join(&right));
        assert!(before.leq(&left) && right.leq(&left) && !left.leq(&before));
        assert!(may_be(&left, &one(7)));
    }
}
