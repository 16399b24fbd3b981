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
//! *In the object*: if a lock is held at byte `o` of the very object that is accessed, then two accesses to the same byte,
//! which lie in the same object, hold the same lock if `o` is the same, whichever bytes each of them touches.
//!
//! *In the element*: if the lock is held at a byte `ℓ ≡ r (mod s)` of the object, and the bytes touched lie in
//! `[ℓ + a, ℓ + b)`, then two accesses to byte `x` hold locks at `ℓ₁ ≡ ℓ₂ (mod s)` that are less than
//! `max(b₂ − a₁, b₁ − a₂)` bytes apart. If that is at most `s`, it is one lock.
//!
//! *Declared*: where it is declared that calls do not overlap which are passed one object (programs without `main`), each object has a lock of its own, in
//! name only, which callers hold; two declarations make two such locks.
//!
//! *In step*: if the accessed bytes lie in cell `n` of an array and a lock is held at `locks[k·n + c]`, then two accesses to
//! the same byte, which lie in the same cell, hold the same lock if `k`, `c` and the lock array are the same (see [`Cell`]). So they do if the locks begin
//! anew after `m` cells, at `locks[k·(n mod m) + c]`, and `m` is the same.

use super::{AccessFact, Judgement};
use crate::races::access::{Access, RelativePlace, SymbolicLock};
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
            "Locks held at a constant byte distance from the accessed byte, inside of the object or element accessed, or in step with the array element accessed; excludes a pair with a common one that is not held in read mode on both sides.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        if let (Some(mine), Some(theirs)) = (&first.cell, &second.cell)
            && mine.common_lock(theirs).is_some()
        {
            return Judgement::Excluded("both hold the lock that goes in step with the element accessed".into());
        }
        let difference = first.bytes.only_difference(&second.bytes);
        let excludes = |mine: &&SymbolicLock| {
            let mut theirs = second.symbolic_locks.iter();
            theirs.any(|theirs| mine.is_one_with(theirs, difference))
        };
        match first.symbolic_locks.iter().find(excludes) {
            Some(lock) if lock.section.is_some() => {
                Judgement::Excluded("it is declared that calls with one object do not overlap".into())
            }
            Some(lock) => Judgement::Excluded(match lock.place {
                RelativePlace::NearByte(distance) => {
                    format!("both hold the lock that lies {distance} bytes from the accessed byte")
                }
                RelativePlace::InObject(byte) => format!("both hold the lock at byte {byte} of the object accessed"),
                RelativePlace::InElement { .. } => "both hold the lock of the element accessed".into(),
            }),
            None if difference.is_none() => {
                Judgement::Open("the accesses may start at different bytes of the memory they share".into())
            }
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
    use crate::races::access::LockMode;
    use crate::races::fixture::write;

    fn locked(at: i64, distance: i64, mode: LockMode) -> Access {
        Access {
            bytes: Bytes::at(at, 4),
            symbolic_locks: vec![SymbolicLock {
                place: RelativePlace::NearByte(distance),
                mode,
                section: None,
            }],
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

    fn locked_at(place: RelativePlace) -> Access {
        Access {
            bytes: Bytes::ANYWHERE,
            symbolic_locks: vec![SymbolicLock {
                place,
                mode: LockMode::Write,
                section: None,
            }],
            ..write(0, 0)
        }
    }

    #[test]
    fn a_lock_of_the_object_protects_all_of_it() {
        let lock = locked_at(RelativePlace::InObject(32));
        assert!(excluded(&lock, &lock));
        assert!(!excluded(&lock, &locked_at(RelativePlace::InObject(40))));
        assert!(!excluded(&lock, &locked_at(RelativePlace::NearByte(32))));
    }

    #[test]
    fn a_lock_of_the_element_protects_no_more_than_that() {
        let element = |residue, from, to| {
            locked_at(RelativePlace::InElement {
                stride: 48,
                residue,
                from,
                to,
            })
        };
        let all = element(8, -8, 40);
        assert!(excluded(&all, &all) && excluded(&all, &element(8, 0, 4)));
        assert!(!excluded(&all, &element(16, -8, 40)), "another lock of the element");
        assert!(!excluded(&all, &element(8, 36, 44)), "bytes of the element behind");
        assert!(
            !excluded(&element(8, -16, 0), &element(8, 36, 44)),
            "locks of neighbours"
        );
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
