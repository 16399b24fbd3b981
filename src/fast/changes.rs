//! What happens to the locks that a thread holds.
//!
//! A change is a set of locks that may have been released, and one of locks that were certainly acquired since then: held behind it is what was held
//! before without the former, and the latter. Changes are composed one after the other; of two paths the union of
//! what is lost and the intersection of what is gained are the change.

/// A lock, by its number, and how it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hold {
    /// The lock.
    pub lock: u32,
    /// Whether nobody else holds it, not even for reading.
    pub exclusive: bool,
}

/// Locks that are held, in ascending order.
pub type Holds = Vec<Hold>;

/// Locks that may have been released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    All,
    /// These, in ascending order.
    Some(Vec<u32>),
}

/// More of them are all.
pub const MOST_LOST: usize = 64;

impl Lost {
    /// None.
    pub const NONE: Lost = Lost::Some(Vec::new());

    /// Whether a lock is one of them.
    pub fn has(&self, lock: u32) -> bool {
        match self {
            Lost::All => true,
            Lost::Some(locks) => locks.binary_search(&lock).is_ok(),
        }
    }

    /// Adds others; whether that changed anything.
    pub fn add(&mut self, other: &Lost) -> bool {
        let Lost::Some(locks) = self else { return false };
        let Lost::Some(others) = other else {
            *self = Lost::All;
            return true;
        };
        let before = locks.len();
        for lock in others {
            if let Err(place) = locks.binary_search(lock) {
                locks.insert(place, *lock);
            }
        }
        let has_grown = locks.len() > before;
        if locks.len() > MOST_LOST {
            *self = Lost::All;
        }
        has_grown
    }
}

/// What happened to locks since the entry of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What may have been released.
    pub lost: Lost,
    /// What was certainly acquired since then.
    pub gained: Holds,
}

impl Change {
    /// Nothing.
    pub const NONE: Change = Change {
        lost: Lost::NONE,
        gained: Vec::new(),
    };

    /// What happened, and then something else.
    pub fn then(&mut self, next: &Change) {
        self.gained.retain(|hold| !next.lost.has(hold.lock));
        self.lost.add(&next.lost);
        for hold in &next.gained {
            gain(&mut self.gained, *hold);
        }
    }

    /// One or the other; whether that is less than before.
    pub fn or(&mut self, other: &Change) -> bool {
        let before = self.gained.len();
        self.gained.retain(|hold| other.gained.contains(hold));
        self.lost.add(&other.lost) || self.gained.len() < before
    }

    /// What is held if this happened to what was held before.
    pub fn applied(&self, held: &[Hold]) -> Holds {
        let mut now: Holds = held.iter().copied().filter(|hold| !self.lost.has(hold.lock)).collect();
        for hold in &self.gained {
            gain(&mut now, *hold);
        }
        now
    }
}

/// Adds a lock.
pub fn gain(holds: &mut Holds, hold: Hold) {
    if let Err(place) = holds.binary_search(&hold) {
        holds.insert(place, hold);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Hold = Hold {
        lock: 1,
        exclusive: true,
    };
    const SECOND: Hold = Hold {
        lock: 2,
        exclusive: true,
    };

    fn acquired(hold: Hold) -> Change {
        Change {
            lost: Lost::NONE,
            gained: vec![hold],
        }
    }

    fn released(lock: u32) -> Change {
        Change {
            lost: Lost::Some(vec![lock]),
            gained: Vec::new(),
        }
    }

    #[test]
    fn what_is_released_is_held_no_more_and_what_is_acquired_behind_it_is() {
        let mut change = acquired(FIRST);
        change.then(&released(1));
        assert_eq!(change.applied(&[FIRST, SECOND]), [SECOND]);
        change.then(&acquired(FIRST));
        assert_eq!(change.applied(&[]), [FIRST]);
    }

    #[test]
    fn where_paths_meet_only_what_both_acquired_is_held() {
        let mut change = acquired(FIRST);
        assert!(change.or(&Change::NONE));
        assert!(change.applied(&[]).is_empty());
        assert_eq!(change.applied(&[FIRST]), [FIRST]);
    }

    #[test]
    fn what_one_path_releases_is_not_held_where_paths_meet() {
        let mut change = Change::NONE;
        assert!(change.or(&released(2)));
        assert_eq!(change.applied(&[FIRST, SECOND]), [FIRST]);
    }

    #[test]
    fn more_lost_locks_than_are_counted_are_all() {
        let mut lost = Lost::NONE;
        let many = Lost::Some((0..=MOST_LOST as u32).collect());
        assert!(lost.add(&many));
        assert_eq!(lost, Lost::All);
        assert!(!lost.add(&many));
    }
}
