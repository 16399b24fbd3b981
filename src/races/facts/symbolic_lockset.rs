//! SL: a lock that lies at a constant distance from the memory accessed.
//!
//! Where an object has many instances (list nodes, buckets), its lock has no definite name, so the lockset cannot hold it.
//! But if `address(lock) − address(accessed byte)` is the same constant on both sides, then two accesses to the same byte
//! hold the same lock, whichever instance it is.
//! A pair is excluded when a common distance is not held in read mode on both sides (Vojdani et al., ASE 2016, section 5).
//!
//! A distance counts from the first byte that the access touches. Let `s₁`, `s₂` be these first bytes and `d₁`, `d₂` distances.
//! The lock is the same iff `s₁ + d₁ = s₂ + d₂`; so the fact asks for `(s₁ − s₂) + d₁ = d₂`,
//! where `s₁ − s₂` must be the same number for all starts with which the accesses touch a common byte.
//!
//! *In step*: if the accessed bytes lie in cell `n` of an array and a lock is held at `locks[k·n + c]`, then two accesses to
//! the same byte, which lie in the same cell, hold the same lock if `k`, `c` and the lock array are the same (see [`Cell`]).

use super::{AccessFact, Judgement};
use crate::races::access::{Access, LockMode, SymbolicLock};
#[cfg(doc)]
use crate::races::cells::Cell;
use pepsin_digests::{ByDefault, Row};

/// The access fact SL.
#[derive(Clone, Copy, Debug)]
pub struct SymbolicLockset;

impl AccessFact for SymbolicLockset {
    fn row(&self) -> Row {
        Row::access_fact(
            "SL",
            "symbolic lockset",
            ByDefault::On,
            "Locks held at a constant byte distance from the accessed byte, or in step with the array element accessed; excludes a pair with a common one that is not held in read mode on both sides.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        if let (Some(mine), Some(theirs)) = (&first.cell, &second.cell)
            && mine.common_lock(theirs).is_some()
        {
            return Judgement::Excluded("both hold the lock that goes in step with the element accessed".into());
        }
        let Some(difference) = first.bytes.only_difference(&second.bytes) else {
            return Judgement::Open("the accesses may start at different bytes of the memory they share".into());
        };
        let same = |mine: &SymbolicLock, theirs: &SymbolicLock| {
            difference + i128::from(mine.distance) == i128::from(theirs.distance)
                && (mine.mode, theirs.mode) != (LockMode::Read, LockMode::Read)
        };
        let excludes = |mine: &&SymbolicLock| second.symbolic_locks.iter().any(|theirs| same(mine, theirs));
        match first.symbolic_locks.iter().find(excludes) {
            Some(lock) => Judgement::Excluded(format!(
                "both hold the lock that lies {} bytes from the accessed byte",
                lock.distance
            )),
            None => Judgement::Open("no lock is held at the same distance from the accessed byte on both sides".into()),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.symbolic_locks.is_empty() && access.cell.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::Bytes;
    use crate::races::fixture::write;

    fn locked(at: i64, distance: i64, mode: LockMode) -> Access {
        Access {
            bytes: Bytes::at(at, 4),
            symbolic_locks: vec![SymbolicLock { distance, mode }],
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        matches!(SymbolicLockset.judge(first, second), Judgement::Excluded(_))
    }

    #[test]
    fn the_same_place_of_the_lock_excludes_and_another_does_not() {
        let access = locked(8, -8, LockMode::Write);
        assert!(excluded(&access, &access));
        assert!(!excluded(&access, &locked(8, -4, LockMode::Write)));
        assert!(excluded(&access, &locked(10, -10, LockMode::Read)));
    }

    #[test]
    fn readers_do_not_exclude_each_other() {
        let reader = locked(8, -8, LockMode::Read);
        assert!(!excluded(&reader, &reader));
        assert!(excluded(&reader, &locked(8, -8, LockMode::Write)));
    }

    #[test]
    fn distances_from_bytes_that_may_differ_say_nothing() {
        let anywhere = Access {
            bytes: Bytes::ANYWHERE,
            ..locked(8, -8, LockMode::Write)
        };
        assert!(!excluded(&anywhere, &anywhere));
    }
}
