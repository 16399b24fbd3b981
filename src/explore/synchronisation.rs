//! Synchronisation objects: their state, and the clocks by which they order threads.
//!
//! An object is known by the address of its first byte and comes to be on first use, so static initialisers need no code.
//! Each releasing operation stores the thread's clock in the object and begins a new epoch of the thread;
//! each acquiring operation joins the object's clock into the thread's.

use std::collections::BTreeMap;

use super::clock::Clock;

/// What a mutex does when its owner locks it again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MutexKind {
    /// It waits for ever.
    Normal,
    /// It counts.
    Recursive,
    /// It fails.
    ErrorChecking,
}

/// A mutex or spinlock.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mutex {
    /// What a second lock by the owner does.
    pub kind: MutexKind,
    /// The owner, and how often it locked.
    pub owner: Option<(u32, u32)>,
    /// What the last unlock left.
    pub released: Clock,
    /// What the last lock left, seen by those who fail to lock.
    pub taken: Clock,
}

/// A reader-writer lock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ReadWriteLock {
    /// The writer.
    pub writer: Option<u32>,
    /// The readers, one entry per lock.
    pub readers: Vec<u32>,
    /// What the last write unlock left.
    pub written: Clock,
    /// What read unlocks left since.
    pub read: Clock,
    /// What lock operations left, seen by those who fail to lock.
    pub taken: Clock,
}

/// A condition variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// Threads that wait for a signal.
    pub waiting: Vec<u32>,
    /// What signals left for the threads that they woke.
    pub signalled: Clock,
}

/// A counting semaphore.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Semaphore {
    /// Its value.
    pub count: u64,
    /// What posts left.
    pub posted: Clock,
    /// What waits left, seen by those who fail to wait.
    pub taken: Clock,
}

/// A barrier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Barrier {
    /// Threads a round.
    pub count: u64,
    /// Threads that arrived in this round.
    pub arrived: u64,
    /// Number of the round.
    pub round: u32,
    /// What the arrivals of this round leave.
    pub arriving: Clock,
    /// What the arrivals of the round before left.
    pub departing: Clock,
}

/// A once-control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Once {
    /// The thread that runs the routine.
    pub running: Option<u32>,
    /// Whether the routine has returned.
    pub done: bool,
    /// What the routine left.
    pub finished: Clock,
}

/// A synchronisation object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SyncObject {
    /// A mutex or spinlock.
    Mutex(Mutex),
    /// A reader-writer lock.
    ReadWriteLock(ReadWriteLock),
    /// A condition variable.
    Condition(Condition),
    /// A semaphore.
    Semaphore(Semaphore),
    /// A barrier.
    Barrier(Barrier),
    /// A once-control.
    Once(Once),
}

/// The object at an address is of another kind than the operation expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongKind;

/// An atomic location under C11.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AtomicLocation {
    /// What those learn that read it and acquire.
    left: Clock,
    /// What each thread released that heads a release sequence which goes on.
    heads: BTreeMap<usize, Clock>,
}

impl AtomicLocation {
    /// A thread stores plainly: the sequences of all others end, its own goes on (C11 5.1.2.4p10), with what it releases now.
    pub fn store(&mut self, thread: usize, released: &Clock) {
        self.heads.retain(|head, _| *head == thread);
        self.note(thread, released);
        match self.heads.get(&thread) {
            Some(own) => self.left.set(own),
            None => self.left.clear(),
        }
    }

    /// A thread reads and writes in one step: all sequences go on, with what it releases now.
    pub fn modify(&mut self, thread: usize, released: &Clock) {
        self.note(thread, released);
        self.left.join(released);
    }

    /// Where nothing is released there is no sequence: clocks are empty where they are not kept.
    fn note(&mut self, thread: usize, released: &Clock) {
        if *released != Clock::default() {
            self.heads.entry(thread).or_default().join(released);
        }
    }
}

/// All synchronisation objects of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Synchronisation {
    objects: BTreeMap<u64, SyncObject>,
    atomics: BTreeMap<u64, AtomicLocation>,
    /// The thread inside a `__VERIFIER_atomic` block, and how deep.
    pub atomic_block: Option<(u32, u32)>,
    /// What the last atomic block left.
    pub atomic_released: Clock,
}

macro_rules! accessor {
    ($name:ident, $kind:ident, $text:literal) => {
        #[doc = $text]
        pub fn $name(&mut self, address: u64, new: impl FnOnce() -> $kind) -> Result<&mut $kind, WrongKind> {
            let object = self
                .objects
                .entry(address)
                .or_insert_with(|| SyncObject::$kind(new()));
            match object {
                SyncObject::$kind(found) => Ok(found),
                _ => Err(WrongKind),
            }
        }
    };
}

impl Synchronisation {
    accessor!(mutex, Mutex, "The mutex at an address, made on first use.");
    accessor!(
        read_write_lock,
        ReadWriteLock,
        "The reader-writer lock at an address, made on first use."
    );
    accessor!(
        condition,
        Condition,
        "The condition variable at an address, made on first use."
    );
    accessor!(semaphore, Semaphore, "The semaphore at an address, made on first use.");
    accessor!(barrier, Barrier, "The barrier at an address, made on first use.");
    accessor!(once, Once, "The once-control at an address, made on first use.");

    /// The clock of an atomic location, made on first use.
    pub fn atomic(&mut self, address: u64) -> &mut Clock {
        &mut self.atomics.entry(address).or_default().left
    }

    /// Release sequences of an atomic location, made on first use.
    pub fn atomic_location(&mut self, address: u64) -> &mut AtomicLocation {
        self.atomics.entry(address).or_default()
    }

    /// Estimated bytes that it takes beyond its own size.
    pub fn bytes(&self) -> usize {
        self.objects.len() * (size_of::<SyncObject>() + 32)
    }

    /// Forgets the clocks of atomic locations, all of which are empty where clocks are not kept.
    pub fn forget_atomics(&mut self) {
        self.atomics.clear();
    }

    /// The object at an address, if there is one.
    pub fn get(&self, address: u64) -> Option<&SyncObject> {
        self.objects.get(&address)
    }

    /// Whether a thread runs the routine of a once-control.
    pub fn is_inside_once(&self, thread: usize) -> bool {
        let runs =
            |object: &SyncObject| matches!(object, SyncObject::Once(once) if once.running == Some(thread as u32));
        self.objects.values().any(runs)
    }

    /// Puts an object at an address, whatever was there.
    pub fn initialise(&mut self, address: u64, object: SyncObject) {
        self.objects.insert(address, object);
    }

    /// Removes the object at an address.
    pub fn destroy(&mut self, address: u64) {
        self.objects.remove(&address);
    }

    /// Whether there is an object that begins inside a range of memory.
    pub fn holds(&self, address: u64, size: u64) -> bool {
        self.objects
            .range(address..address.saturating_add(size))
            .next()
            .is_some()
    }

    /// Removes all objects inside memory whose lifetime ends.
    pub fn forget(&mut self, address: u64, size: u64) {
        let range = address..address.saturating_add(size.max(1));
        while let Some(known) = self.objects.range(range.clone()).next().map(|entry| *entry.0) {
            self.objects.remove(&known);
        }
        while let Some(known) = self.atomics.range(range.clone()).next().map(|entry| *entry.0) {
            self.atomics.remove(&known);
        }
    }

    /// Removes all objects.
    pub fn clear(&mut self) {
        *self = Synchronisation::default();
    }
}

impl Mutex {
    /// An unlocked mutex.
    pub fn new(kind: MutexKind) -> Self {
        Mutex {
            kind,
            owner: None,
            released: Clock::default(),
            taken: Clock::default(),
        }
    }
}
