//! R, regions: heap memory is reached from one root only.
//!
//! The heap is divided into *regions*: each object belongs to at most one *owner*, a variable, a table that is allocated once, or an element of
//! an array in one of these, from which it is reached, by pointers inside of the region. An object belongs to no owner until it is linked
//! into a region, and to one for ever afterwards; how that is established is told in `semantics::origins::regions`.
//! (Seidl and Vojdani, "Region analysis for race detection", SAS 2009; Vojdani et al., ASE 2016, section 5.)
//!
//! Two accesses to one object are accesses to memory of one owner. So a pair is excluded when
//! - the owners are certainly different: it is not the same object;
//! - or both hold a lock that belongs to the owner, not both for reading: if the owner is the same, the lock is.

use super::{AccessFact, Judgement};
use crate::races::access::Access;
use pepsin_digests::{ByDefault, Row};

/// The access fact R.
#[derive(Clone, Copy, Debug)]
pub struct Region;

impl AccessFact for Region {
    fn row(&self) -> Row {
        Row::access_fact(
            "R",
            "region",
            ByDefault::On,
            "The root from which alone the heap object is reached, such as a list's head; excludes a pair with different roots, or under a lock that belongs to the root.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        let (Some(mine), Some(theirs)) = (&first.owner, &second.owner) else {
            return Judgement::Open("it is not known from which one root the memory is reached".into());
        };
        if mine.differs(theirs) {
            return Judgement::Excluded("the memory is reached from different roots, which share nothing".into());
        }
        match mine.common_lock(theirs) {
            Some(_) => Judgement::Excluded("both hold the lock that belongs to the root of the memory".into()),
            None => Judgement::Open(
                "the memory may be reached from the same root, and no lock that belongs to it is held by both".into(),
            ),
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.owner.as_ref().is_none_or(|owner| owner.object == access.object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::access::{LockMode, ObjectId};
    use crate::races::cells::{Cell, CellLock, Grid, LockPlace};
    use crate::races::fixture::write;

    fn reached_from(number: Option<i64>, locks: &[i64]) -> Access {
        let lock = |distance: &i64| CellLock {
            place: LockPlace::Distance(*distance),
            mode: LockMode::Write,
        };
        let owner = Cell {
            object: ObjectId::new(9),
            grid: Grid { first: 0, width: 48 },
            number,
            locks: locks.iter().map(lock).collect(),
        };
        Access {
            owner: Some(owner),
            ..write(0, 0)
        }
    }

    fn excluded(first: &Access, second: &Access) -> bool {
        matches!(Region.judge(first, second), Judgement::Excluded(_))
    }

    #[test]
    fn different_buckets_share_nothing() {
        let (one, two) = (reached_from(Some(1), &[]), reached_from(Some(2), &[]));
        assert!(excluded(&one, &two));
        assert!(!excluded(&one, &one) && !excluded(&one, &reached_from(None, &[])));
    }

    #[test]
    fn the_lock_of_the_bucket_excludes_whichever_bucket_it_is() {
        let locked = reached_from(None, &[8]);
        assert!(excluded(&locked, &locked));
        assert!(!excluded(&locked, &reached_from(None, &[16])) && !excluded(&locked, &reached_from(None, &[])));
    }

    #[test]
    fn nothing_is_excluded_where_a_root_is_not_known() {
        assert!(!excluded(&reached_from(Some(1), &[8]), &write(0, 0)));
    }
}
