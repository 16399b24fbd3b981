//! Locks that a thread may hold, for the check of deadlocks: where they may lie, and where they were acquired.
//!
//! A lockset tells what is certainly held, and excludes. Whether a thread waits for a lock *while it holds another one* is the opposite
//! question, so here is a *may*-set of acquisitions, and an upper bound of how many locks are held at all:
//!
//! ```text
//! ⟦lock(a)⟧(H, n)    =  H ∪ {a, acquired here}, n + 1
//! ⟦unlock(a)⟧(H, n)  =  H without {a}, n − 1          if a is one certain lock, or only one acquisition in H may be a
//!                    =  H, n − 1                      otherwise
//! (H, 0)             =  ∅
//! ```
//!
//! The bound tells that nothing is held any more where it is not known which of two locks was released first. It counts a release only if
//! one of the locks in H may be meant, and takes for granted that a thread holds what it releases where POSIX leaves anything else
//! undefined. The functions of a program know how many locks they gained since they were entered, so that what they return
//! with does not mix their callers.
//!
//! Nothing of this is kept unless deadlocks are checked, or a proof depends on whether a lock may be held where it is released.

use pepsin_digests::LockMode;
use pepsin_lattice::Lattice;

use super::table::Table;
use crate::ir::Position;
use crate::values::{Addresses, Objects};

/// At most so many acquisitions are told apart; more are one of an unknown lock.
const MOST_HELD: usize = 24;
/// A number of locks that is no bound.
const MANY: u8 = 16;

/// An acquisition whose lock may be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Holding {
    /// Where the lock may lie.
    pub places: Addresses,
    /// Whether it is one lock in the whole execution.
    pub is_one: bool,
    /// For reading or writing.
    pub mode: LockMode,
    /// Where it was acquired.
    pub at: Position,
    /// Whether the running function was entered with it.
    inherited: bool,
    /// How many such locks are held at most.
    most: u8,
}

impl Holding {
    /// An acquisition in the running function.
    pub fn new(places: Addresses, is_one: bool, mode: LockMode, at: Position) -> Self {
        Holding {
            places,
            is_one,
            mode,
            at,
            inherited: false,
            most: 1,
        }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.at == other.at && self.mode == other.mode && self.places == other.places
    }

    /// Whether it stands for any number of any locks.
    fn is_any(&self) -> bool {
        self.places.origin().is_some() && self.mode == LockMode::Write && self.most == MANY && !self.inherited
    }

    /// Whether it may be of one of some locks.
    pub fn meets(&self, addresses: &Addresses, objects: &Objects) -> bool {
        may_meet(&self.places, addresses, objects)
    }
}

/// Whether two pointers to locks may lead to one.
pub fn may_meet(left: &Addresses, right: &Addresses, objects: &Objects) -> bool {
    if left.origin().is_some() || right.origin().is_some() {
        return true;
    }
    left.targets().iter().any(|(one, from)| {
        let mut others = right.targets().iter();
        others.any(|(other, to)| objects.may_be_same(*one, *other) && from.overlaps(1, *to, 1))
    })
}

/// The locks that a thread may hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Holdings {
    held: Table<Holding>,
    /// How many locks are held at most.
    most: u8,
    /// How many more than when the running function was entered, at most.
    gained: i8,
}

impl Holdings {
    /// The acquisitions whose locks may be held.
    pub fn held(&self) -> &[Holding] {
        &self.held
    }

    /// How many locks are held at most, if there is a bound.
    pub fn most(&self) -> Option<usize> {
        (self.most < MANY).then_some(usize::from(self.most))
    }

    /// What a callee knows.
    pub fn entered(&self) -> Self {
        let mut entered = Holdings {
            most: self.most,
            ..Holdings::default()
        };
        for holding in self.held.iter() {
            entered.add(Holding {
                inherited: true,
                ..holding.clone()
            });
        }
        entered
    }

    /// What the caller knows behind a call that ended with `ended`: of what it held, what its callee may not have released; and what that
    /// acquired.
    pub fn returned(&self, ended: &Self) -> Self {
        let mut returned = Holdings {
            held: Table::default(),
            most: match (self.most, ended.gained) {
                (MANY, _) => MANY,
                (most, gained) if gained >= MANY as i8 => MANY.max(most),
                (most, gained) => most.saturating_add_signed(gained).min(MANY),
            },
            gained: match (self.gained, ended.gained) {
                (before, gained) if before.max(gained) >= MANY as i8 => MANY as i8,
                (before, gained) => before.saturating_add(gained).clamp(-(MANY as i8), MANY as i8),
            },
        };
        let is_left = |holding: &&Holding| ended.held.iter().any(|left| left.inherited && left.is_like(holding));
        for holding in self.held.iter().filter(is_left) {
            returned.add(holding.clone());
        }
        for holding in ended.held.iter().filter(|holding| !holding.inherited) {
            returned.add(holding.clone());
        }
        returned.settle();
        returned
    }

    /// Adds acquisitions to those that are like them.
    fn add(&mut self, holding: Holding) {
        match self.alike(&holding) {
            Some(known) => {
                known.most = known.most.saturating_add(holding.most).min(MANY);
                known.is_one &= holding.is_one;
            }
            None => self.push(holding),
        }
    }

    /// The known acquisition that is like one.
    fn alike(&mut self, holding: &Holding) -> Option<&mut Holding> {
        let mut known = self.held.iter_mut();
        known.find(|known| known.is_like(holding) && known.inherited == holding.inherited)
    }

    /// Adds an acquisition. Too many are one of an unknown lock.
    fn push(&mut self, holding: Holding) {
        if self.held.iter().any(Holding::is_any) {
            return;
        }
        if self.held.len() < MOST_HELD {
            self.held.push(holding);
            return;
        }
        let places = self.held.iter().map(|known| known.at).min();
        let at = places.unwrap_or(holding.at);
        self.held = Table::default();
        self.held.push(Holding {
            places: Addresses::unknown(at),
            is_one: false,
            mode: LockMode::Write,
            at,
            inherited: false,
            most: MANY,
        });
    }

    fn count(&mut self, by: i8) {
        if self.most < MANY {
            self.most = self.most.saturating_add_signed(by).min(MANY);
        }
        if self.gained < MANY as i8 {
            self.gained = self.gained.saturating_add(by).max(-(MANY as i8));
        }
    }

    /// Where nothing is held, nothing may be.
    fn settle(&mut self) {
        if self.most == 0 {
            self.held = Table::default();
        }
    }

    /// A lock is acquired. If it is one that nobody holds twice, what else is said of it is past.
    pub fn acquire(&mut self, holding: Holding, replaces: bool, objects: &Objects) {
        if replaces && holding.is_one {
            self.held
                .retain(|known| !(known.is_one && known.meets(&holding.places, objects)));
        }
        self.add(holding);
        self.count(1);
    }

    /// Releases one of some locks; `is_held` if one is certainly held.
    pub fn release(&mut self, released: &Addresses, is_one: bool, is_held: bool, objects: &Objects) {
        let meeting = |holding: &Holding| holding.meets(released, objects);
        let candidates = self.held.iter().filter(|holding| meeting(holding)).count();
        if candidates == 0 {
            return;
        }
        let is_meant = |holding: &Holding| {
            meeting(holding) && (is_one && holding.is_one || candidates == 1 && is_held && holding.most < MANY)
        };
        if let Some(meant) = self.held.iter().rposition(is_meant) {
            if let Some(holding) = self.held.iter_mut().nth(meant).filter(|holding| holding.most < MANY) {
                holding.most -= 1;
            }
            self.held.retain(|holding| holding.most > 0);
        }
        if is_held {
            self.count(-1);
        }
        self.settle();
    }

    /// Without one of some locks, of which one is held.
    pub fn without(&self, released: &Addresses, is_one: bool, objects: &Objects) -> Self {
        let mut rest = self.clone();
        rest.release(released, is_one, true, objects);
        rest
    }
}

impl Lattice for Holdings {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        let before = self.clone();
        for holding in other.held.iter() {
            match self.alike(holding) {
                Some(known) => {
                    known.most = known.most.max(holding.most);
                    known.is_one &= holding.is_one;
                }
                None => self.push(holding.clone()),
            }
        }
        self.most = self.most.max(other.most);
        self.gained = self.gained.max(other.gained);
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let is_known = |holding: &Holding| {
            other.held.iter().any(|known| {
                let is_same = known.is_like(holding) && known.inherited == holding.inherited;
                is_same && holding.most <= known.most && (holding.is_one || !known.is_one) || known.is_any()
            })
        };
        self.most <= other.most && self.gained <= other.gained && self.held.iter().all(is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{ObjectId, Offsets};

    fn at(line: u32) -> Position {
        Position {
            line,
            ..Position::BUILT_IN
        }
    }

    fn one(offset: i64) -> Addresses {
        Addresses::of(ObjectId::new(0), Offsets::constant(offset))
    }

    /// One of ten locks.
    fn some() -> Addresses {
        Addresses::of(ObjectId::new(0), Offsets::strided(0, 360, 40))
    }

    fn take(held: &mut Holdings, places: Addresses, line: u32) {
        let is_one = places.single().is_some_and(|(_, offsets)| offsets.single().is_some());
        let holding = Holding::new(places, is_one, LockMode::Write, at(line));
        held.acquire(holding, true, &Objects::new());
    }

    fn leave(held: &mut Holdings, places: &Addresses) {
        let is_one = places.single().is_some_and(|(_, offsets)| offsets.single().is_some());
        held.release(places, is_one, true, &Objects::new());
    }

    fn lines(held: &Holdings) -> Vec<u32> {
        held.held().iter().map(|holding| holding.at.line).collect()
    }

    #[test]
    fn what_was_released_is_not_held_and_the_rest_is() {
        let mut held = Holdings::default();
        take(&mut held, one(0), 1);
        take(&mut held, one(40), 2);
        leave(&mut held, &one(0));
        assert_eq!((lines(&held), held.most()), (vec![2], Some(1)));
        leave(&mut held, &one(40));
        assert_eq!(
            held,
            Holdings {
                gained: 0,
                ..Holdings::default()
            }
        );
    }

    #[test]
    fn of_two_locks_that_are_not_told_apart_none_is_left_when_both_are_released() {
        let mut held = Holdings::default();
        take(&mut held, some(), 1);
        take(&mut held, some(), 2);
        leave(&mut held, &some());
        assert_eq!((lines(&held), held.most()), (vec![1, 2], Some(1)));
        leave(&mut held, &some());
        assert!(held.held().is_empty());
    }

    #[test]
    fn what_is_not_held_cannot_be_released() {
        let mut held = Holdings::default();
        take(&mut held, one(0), 1);
        leave(&mut held, &one(40));
        assert_eq!((lines(&held), held.most()), (vec![1], Some(1)));
    }

    #[test]
    fn a_join_holds_what_either_side_does_and_knows_both() {
        let (mut left, mut right) = (Holdings::default(), Holdings::default());
        take(&mut left, one(0), 1);
        take(&mut right, one(40), 2);
        let before = left.clone();
        assert!(left.join(&right) && !left.join(&right));
        assert!(before.leq(&left) && right.leq(&left) && !left.leq(&before) && !left.leq(&right));
        assert_eq!((lines(&left), left.most()), (vec![1, 2], Some(1)));
    }

    #[test]
    fn a_call_gives_back_what_its_caller_held_and_nothing_of_other_callers() {
        let (mut mine, mut others) = (Holdings::default(), Holdings::default());
        take(&mut mine, one(0), 1);
        take(&mut others, one(40), 2);
        let mut inside = mine.entered();
        inside.join(&others.entered());
        take(&mut inside, one(80), 3);
        assert_eq!(lines(&mine.returned(&inside)), [1, 3]);
        leave(&mut inside, &one(80));
        leave(&mut inside, &one(0));
        assert!(mine.returned(&inside).held().is_empty());
        assert_eq!(lines(&others.returned(&inside)), Vec::<u32>::new());
    }

    #[test]
    fn too_many_acquisitions_are_any() {
        let mut held = Holdings::default();
        for line in 0..40 {
            take(&mut held, one(40 * i64::from(line)), line);
        }
        assert!(held.held().iter().any(Holding::is_any));
        let before = held.clone();
        take(&mut held, one(8000), 50);
        assert!(!held.join(&before));
    }
}
