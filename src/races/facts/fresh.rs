//! FR: the memory accessed is still unknown to all other threads.
//!
//! A heap object is kept as its most *recent* instance and the *older* ones.
//! As long as the recent instance has not escaped, whoever accesses it is the thread that made it;
//! another thread learns the address by a later action of this thread, so its accesses are ordered after this one,
//! provided that the location through which the address travels has no race itself.
//! Therefore a pair is excluded when either side is fresh (Vojdani et al., ASE 2016, section 4).
//! Where a publication gives no order (a relaxed store under the C11 model), semantics must not call the access fresh.

use super::{AccessFact, Judgement};
use crate::races::access::{Access, Freshness};
use pepsin_digests::{ByDefault, Row};

/// The access fact FR.
#[derive(Clone, Copy, Debug)]
pub struct Fresh;

impl AccessFact for Fresh {
    fn row(&self) -> Row {
        Row::access_fact(
            "FR",
            "fresh",
            ByDefault::On,
            "The memory was just allocated and no other thread can know its address yet; excludes a pair when either side is fresh.",
        )
    }

    fn judge(&self, first: &Access, second: &Access) -> Judgement {
        if first.freshness == Freshness::Fresh || second.freshness == Freshness::Fresh {
            Judgement::Excluded("one access is to memory that no other thread knows yet".into())
        } else {
            Judgement::Open("other threads may know the memory at both accesses".into())
        }
    }

    fn is_silent(&self, access: &Access) -> bool {
        access.freshness == Freshness::Shared
    }
}
