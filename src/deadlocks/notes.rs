//! What the semantics hands over of a verified solution: when threads may wait for locks and for ends of threads, and what they
//! may hold meanwhile.
//!
//! Other than a lockset, which tells what is *certainly* held, these notes tell what *may* be held: what is missing in them is excluded.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{FunctionId, Position};
use crate::races::{Bytes, DigestId, LockMode, ObjectId, ThreadId};

/// Where a lock may lie.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockPlaces {
    /// First bytes of objects.
    pub known: Vec<(ObjectId, Bytes)>,
    /// Where the pointer became unknown, if it may lead anywhere else.
    pub unknown: Option<Position>,
}

/// What locking a lock does that the thread holds already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relock {
    /// The thread waits for itself.
    Waits,
    /// It succeeds, or says that it fails.
    Returns,
    /// It depends on how the lock was initialised, which is not known.
    Unknown,
}

/// What a thread waits for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wanted {
    /// A lock.
    Lock {
        /// Where it lies.
        places: LockPlaces,
        /// For reading or writing.
        mode: LockMode,
        /// What it does if the thread holds it.
        relock: Relock,
    },
    /// The end of a thread: one of these, or any if that is not known.
    End(Option<Vec<ThreadId>>),
}

/// A lock that may be held.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// Where it lies.
    pub places: LockPlaces,
    /// For reading or writing.
    pub mode: LockMode,
    /// Where it was acquired.
    pub at: Position,
    /// Where the lock that is wanted lies, counted in bytes from this one, if that is a constant.
    pub distance: Option<i64>,
}

/// A moment at which a thread may have to wait: the moment *before* the acquisition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// What it waits for.
    pub wanted: Wanted,
    /// The locks that it may hold.
    pub held: Vec<Held>,
    /// The summary of its past.
    pub digest: DigestId,
    /// The thread.
    pub thread: ThreadId,
    /// Where it waits.
    pub at: Position,
    /// In which function.
    pub function: FunctionId,
}

/// A thread may end with locks that it holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kept {
    /// The locks.
    pub held: Vec<Held>,
    /// The summary of its past.
    pub digest: DigestId,
    /// The thread.
    pub thread: ThreadId,
    /// Where it ends.
    pub at: Position,
    /// In which function.
    pub function: FunctionId,
}

/// What is wrong with an operation on a lock, whatever other threads do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A lock is released that the thread does not hold.
    NotHeld,
    /// The same of a lock that only its holder can release: the call says so, and does nothing.
    Refused,
    /// A lock is destroyed, or initialised again, that the thread holds.
    EndedWhileHeld,
    /// A thread waits for a signal while it holds another lock than the one that the wait releases.
    WaitsWithLock,
}

/// A faulty operation on a lock.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Misuse {
    /// What is wrong.
    pub fault: Fault,
    /// Where.
    pub at: Position,
    /// In which function.
    pub function: FunctionId,
    /// By which thread.
    pub thread: ThreadId,
    /// Which lock.
    pub places: LockPlaces,
}

/// How else threads wait: circles of these are not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Uncovered {
    /// For the signal of a condition variable.
    Signals,
    /// For a permit of a semaphore.
    Semaphores,
    /// At a barrier.
    Barriers,
    /// In a loop, for a variable that is a lock.
    VariableLocks,
}

impl Uncovered {
    /// What is waited for, in words.
    pub fn words(self) -> &'static str {
        match self {
            Uncovered::Signals => "waiting for signals of condition variables",
            Uncovered::Semaphores => "waiting for semaphores",
            Uncovered::Barriers => "waiting at barriers",
            Uncovered::VariableLocks => "loops that wait for variables that are locks",
        }
    }
}

impl Notes {
    /// The releases, in some state, of locks that the thread does not hold and that let others in all the same. Of locks that may have been
    /// refused, only those at places where no state holds them.
    pub fn strangers(&self) -> impl Iterator<Item = &Misuse> {
        let is_certain = |misuse: &&Misuse| {
            !self.refused.contains(&misuse.places) || !self.releases.contains(&(misuse.at, misuse.thread))
        };
        let releases = self.misuses.iter().filter(|misuse| misuse.fault == Fault::NotHeld);
        releases.filter(is_certain)
    }

    /// The operations that are faulty whenever they are made.
    pub fn faults(&self) -> impl Iterator<Item = &Misuse> {
        let is_always = |misuse: &&Misuse| {
            !matches!(misuse.fault, Fault::NotHeld | Fault::Refused)
                || !self.releases.contains(&(misuse.at, misuse.thread))
        };
        self.misuses.iter().filter(is_always)
    }
}

/// All that is handed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Moments at which threads may have to wait, each once.
    pub moments: BTreeSet<Moment>,
    /// Ends of threads with locks held.
    pub kept: BTreeSet<Kept>,
    /// Faulty operations, as some thread makes them in some state.
    pub misuses: BTreeSet<Misuse>,
    /// Locks that may be asked for again by a thread that holds them, and be refused: whether they were is not known where they are
    /// released.
    pub refused: BTreeSet<LockPlaces>,
    /// Where locks are released that may be held, and by which threads.
    pub releases: BTreeSet<(Position, ThreadId)>,
    /// Waiting of other kinds, each with its first place.
    pub uncovered: BTreeMap<Uncovered, Position>,
    /// What could hide a deadlock, besides what could hide a race.
    pub obstacles: BTreeSet<(Position, String)>,
}
