//! The locks of all elements, which are held where one of them is accessed.
//!
//! ```text
//!     for (i = 0; i < 8; i++) lock(&a[i].m);      … a[k].x …      for (i = 0; i < 8; i++) unlock(&a[i].m);
//! ```
//!
//! Whoever holds them all holds the one that belongs to the element accessed, whichever that is:
//!
//! ```text
//!     first byte ∈ O      o + d ∈ locks held, for all o ∈ O      ⇒      the lock at  first byte + d  is held
//! ```
//!
//! So an access to all accounts of a bank excludes one to a single account under that account's lock (row SL).

use pepsin_digests::lockset::Locksets;
use pepsin_digests::{DigestId, LockMode};

use crate::races::{RelativePlace, SymbolicLock};
use crate::semantics::system::Analysis;
use crate::values::{ObjectId, Offsets};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// So many elements are looked at most.
const MOST_ELEMENTS: usize = 256;

/// The locks of an object that are held at a distance from bytes of it, wherever among some offsets these begin.
pub(super) fn locks_of_all(
    analysis: &Analysis<'_>,
    past: DigestId,
    object: ObjectId,
    offsets: Offsets,
) -> Vec<SymbolicLock> {
    // The lock of an element that is named is told by its name.
    let lockset = analysis.digests.element::<Locksets>(past);
    let Some(lockset) = lockset.filter(|_| offsets.single().is_none()) else {
        return Vec::new();
    };
    let inside = lockset.iter().filter_map(|(lock, hold)| {
        let name = analysis.digests.names().lock_of(lock);
        (name.object == object).then_some((name.offset, hold.mode))
    });
    let inside: Vec<(i64, LockMode)> = inside.collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let Some(firsts) = offsets.members(MOST_ELEMENTS).map(Iterator::collect::<Vec<i64>>) else {
        return Vec::new();
    };
    let mode_at = |byte: i64| inside.iter().find(|(offset, _)| *offset == byte).map(|(_, mode)| *mode);
    let of_all = |(offset, mode): &(i64, LockMode)| {
        let distance = offset.checked_sub(offsets.low())?;
        let modes = firsts.iter().map(|first| mode_at(first.checked_add(distance)?));
        let weakest = match is_seeded(Bug::LocksOfSome) {
            true => Some(*mode),
            false => modes.collect::<Option<Vec<LockMode>>>()?.into_iter().max(),
        };
        Some(SymbolicLock {
            place: RelativePlace::NearByte(distance),
            mode: weakest?,
            section: None,
        })
    };
    let mut locks: Vec<SymbolicLock> = inside.iter().filter_map(of_all).collect();
    locks.sort_unstable();
    locks.dedup();
    locks
}
