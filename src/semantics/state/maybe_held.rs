//! The locks that a thread may hold and cannot take again ([`crate::semantics::effects::reentry`] has the theory).

use pepsin_digests::{LockId, MayBe};
use pepsin_lattice::{Lattice, MaySet};

/// Locks that the ego may hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaybeHeld {
    locks: MaySet<LockId>,
    /// Those of them that it may have acquired more than once: one release may leave them held.
    again: MaySet<LockId>,
    /// Whether it may hold one without name.
    nameless: bool,
}

impl MaybeHeld {
    /// One of some locks is acquired.
    pub fn acquire(&mut self, locks: &MayBe<LockId>) {
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
    pub fn release(&mut self, locks: &MayBe<LockId>) {
        if let MayBe::Definite(lock) = locks
            && !self.again.contains(lock)
        {
            self.locks.retain(|held| held != lock);
        }
    }

    /// Whether one of some locks may be held.
    pub fn may_be(&self, locks: &MayBe<LockId>, may_equal: impl Fn(LockId, LockId) -> bool) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn one(lock: u32) -> MayBe<LockId> {
        MayBe::Definite(LockId::new(lock))
    }

    pub fn may_be(held: &MaybeHeld, locks: &MayBe<LockId>) -> bool {
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
