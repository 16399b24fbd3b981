//! Features: rare means of the language and the library, of which each program uses a few.
//!
//! A program that used all of them would race in many ways at once, and say little about any of them.

use pepsin::explore::random::Random;

/// A means that only some programs use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    /// Locks taken on one of two paths.
    LockedPerhaps,
    /// `trylock`.
    Tried,
    /// Locks released through a pointer that may be either of two.
    EitherLock,
    /// Allocated records.
    Allocation,
    /// Functions that call themselves.
    Recursion,
    /// Tables of functions.
    Tables,
    /// Initialisation by `pthread_once`.
    Once,
    /// Global pointers to integers.
    SharedPointers,
    /// Waits for what another thread announces.
    Announcements,
    /// Barriers.
    Barriers,
    /// Locks that are released while a condition variable is waited for.
    Waiting,
    /// Threads that are joined by others, or one of several threads joined.
    Relays,
    /// Global pointers to records.
    Handing,
    /// Global pointers to mutexes.
    SharedLocks,
    /// Branches on shared data.
    SharedConditions,
    /// Numbers that are picked once and used as index of locks and data.
    Picking,
    /// From the address of a part to the lock of the whole.
    Containers,
    /// Locks and pointers carried in structures.
    Carriers,
    /// Functions in global structures.
    Installing,
    /// Comparison functions.
    Comparing,
    /// Lists with locks in their nodes.
    Lists,
    /// Threads that return records.
    Collecting,
    /// Records on the stack.
    Stacks,
    /// Data of threads, with a destructor.
    Destructors,
    /// Threads and mutexes of `<threads.h>`.
    StandardThreads,
}

impl Feature {
    /// All of them, as often as they are wanted.
    const ALL: [Feature; 32] = [
        Feature::LockedPerhaps,
        Feature::Tried,
        Feature::Tried,
        Feature::EitherLock,
        Feature::Allocation,
        Feature::Allocation,
        Feature::Recursion,
        Feature::Tables,
        Feature::Once,
        Feature::Once,
        Feature::SharedPointers,
        Feature::Announcements,
        Feature::Barriers,
        Feature::Waiting,
        Feature::Relays,
        Feature::Handing,
        Feature::SharedLocks,
        Feature::SharedConditions,
        Feature::Picking,
        Feature::Picking,
        Feature::Containers,
        Feature::Carriers,
        Feature::Carriers,
        Feature::Installing,
        Feature::Comparing,
        Feature::Lists,
        Feature::Lists,
        Feature::Lists,
        Feature::Collecting,
        Feature::Stacks,
        Feature::Destructors,
        Feature::StandardThreads,
    ];

    /// Up to four of them.
    pub(super) fn some(random: &mut Random) -> Vec<Feature> {
        let count = 1 + random.below(4);
        let one = |_| Feature::ALL[random.below(Feature::ALL.len() as u64) as usize];
        (0..count).map(one).collect()
    }
}
