//! Names: what threads, locks, objects, edges, once-controls, barriers, semaphores, counters and signals are called.
//!
//! Every name is a `Copy` number that stands for an entry of an interning table, so that sets of names are
//! sorted vectors of numbers and comparing two names costs nothing. The numbers are handed out in the order of
//! discovery: two runs that ask the same questions in the same order get the same names.
//!
//! The tables know no C. An object is whatever the semantics numbers as an object; a lock, a once-control, a
//! barrier, a semaphore or a signal is an object and a byte offset, a counter that and a bound; an edge is three opaque numbers.

mod describe;
mod ids;
mod intern;
mod thread;

pub use describe::{Describe, Plain};
pub use ids::{BarrierId, CounterId, EdgeId, LockId, ObjectId, OnceId, SemaphoreId, SignalId, ThreadId};
pub use intern::Interner;
pub use thread::{CreationHistory, EdgeSet};

use core::cell::RefCell;
use thread::ThreadTable;

/// An edge of the creation graph: a place where a thread may create another one.
///
/// The numbers are opaque here; two edges are the same if and only if all three agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The start routine of the created thread.
    pub routine: u32,
    /// The program point of the creation.
    pub point: u32,
    /// Tells apart the calls of a wrapper through which the point is reached; 0 where there is no wrapper.
    pub wrapper: u32,
}

/// Where a synchronisation object lies: an object and a byte offset inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceName {
    /// The object that contains it.
    pub object: ObjectId,
    /// The offset from the object's start, in bytes.
    pub offset: i64,
}

/// The name of a lock: where the lock lies.
pub type LockName = PlaceName;

/// The name of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterName {
    /// Where it lies.
    pub place: PlaceName,
    /// Up to what it is counted, if it counts what is still missing to that.
    pub up_to: Option<i64>,
}

/// The interning tables of one analysed program.
///
/// The tables grow behind a shared reference. A `Names` may be sent to another thread, but not shared between threads.
#[derive(Debug)]
pub struct Names {
    edges: RefCell<Interner<Edge>>,
    locks: RefCell<Interner<LockName>>,
    onces: RefCell<Interner<PlaceName>>,
    barriers: RefCell<Interner<PlaceName>>,
    semaphores: RefCell<Interner<PlaceName>>,
    counters: RefCell<Interner<CounterName>>,
    signals: RefCell<Interner<PlaceName>>,
    threads: RefCell<ThreadTable>,
}

impl Default for Names {
    fn default() -> Self {
        Self::with_thread_limit(Self::THREAD_LIMIT)
    }
}

impl Names {
    /// How many thread ids a program gets before creations are summarised by [`Names::compose`].
    pub const THREAD_LIMIT: usize = 1024;

    /// Empty tables that know only [`Names::MAIN`] and [`Names::ANY_THREAD`].
    pub fn new() -> Self {
        Self::default()
    }

    /// Empty tables that summarise creations beyond `limit` thread ids.
    pub fn with_thread_limit(limit: usize) -> Self {
        Self {
            edges: RefCell::default(),
            locks: RefCell::default(),
            onces: RefCell::default(),
            barriers: RefCell::default(),
            semaphores: RefCell::default(),
            counters: RefCell::default(),
            signals: RefCell::default(),
            threads: RefCell::new(ThreadTable::new(limit)),
        }
    }

    /// Beyond how many thread ids creations are summarised.
    pub fn thread_limit(&self) -> usize {
        self.threads.borrow().limit()
    }

    /// The name of an edge.
    pub fn edge(&self, edge: Edge) -> EdgeId {
        EdgeId::new(self.edges.borrow_mut().intern(edge))
    }

    /// The edge that a name stands for.
    pub fn edge_of(&self, id: EdgeId) -> Edge {
        **self.edges.borrow().get(id.index())
    }

    /// The name of the lock at a place.
    pub fn lock(&self, name: LockName) -> LockId {
        LockId::new(self.locks.borrow_mut().intern(name))
    }

    /// The place of a lock.
    pub fn lock_of(&self, id: LockId) -> LockName {
        **self.locks.borrow().get(id.index())
    }

    /// How many locks have a name; their names are the numbers below it.
    pub fn lock_count(&self) -> usize {
        self.locks.borrow().len()
    }

    /// The name of the once-control at a place.
    pub fn once(&self, name: PlaceName) -> OnceId {
        OnceId::new(self.onces.borrow_mut().intern(name))
    }

    /// The place of a once-control.
    pub fn once_of(&self, id: OnceId) -> PlaceName {
        **self.onces.borrow().get(id.index())
    }

    /// How many once-controls have a name; their names are the numbers below it.
    pub fn once_count(&self) -> usize {
        self.onces.borrow().len()
    }

    /// The name of the barrier at a place.
    pub fn barrier(&self, name: PlaceName) -> BarrierId {
        BarrierId::new(self.barriers.borrow_mut().intern(name))
    }

    /// The barrier at a place, if one is known there.
    pub fn known_barrier(&self, name: PlaceName) -> Option<BarrierId> {
        self.barriers.borrow().find(&name).map(BarrierId::new)
    }

    /// The place of a barrier.
    pub fn barrier_of(&self, id: BarrierId) -> PlaceName {
        **self.barriers.borrow().get(id.index())
    }

    /// How many barriers have a name; their names are the numbers below it.
    pub fn barrier_count(&self) -> usize {
        self.barriers.borrow().len()
    }

    /// The name of the semaphore at a place.
    pub fn semaphore(&self, name: PlaceName) -> SemaphoreId {
        SemaphoreId::new(self.semaphores.borrow_mut().intern(name))
    }

    /// The place of a semaphore.
    pub fn semaphore_of(&self, id: SemaphoreId) -> PlaceName {
        **self.semaphores.borrow().get(id.index())
    }

    /// The semaphore at a place, if it has a name.
    pub fn semaphore_at(&self, name: PlaceName) -> Option<SemaphoreId> {
        self.semaphores.borrow().find(&name).map(SemaphoreId::new)
    }

    /// How many semaphores have a name; their names are the numbers below it.
    pub fn semaphore_count(&self) -> usize {
        self.semaphores.borrow().len()
    }

    /// The id of a counter.
    pub fn counter(&self, name: CounterName) -> CounterId {
        CounterId::new(self.counters.borrow_mut().intern(name))
    }

    /// The name that an id stands for.
    pub fn counter_of(&self, id: CounterId) -> CounterName {
        **self.counters.borrow().get(id.index())
    }

    /// How many counters have a name; their names are the numbers below it.
    pub fn counter_count(&self) -> usize {
        self.counters.borrow().len()
    }

    /// The name of the signal at a place.
    pub fn signal(&self, name: PlaceName) -> SignalId {
        SignalId::new(self.signals.borrow_mut().intern(name))
    }

    /// The place of a signal.
    pub fn signal_of(&self, id: SignalId) -> PlaceName {
        **self.signals.borrow().get(id.index())
    }

    /// How many signals have a name; their names are the numbers below it.
    pub fn signal_count(&self) -> usize {
        self.signals.borrow().len()
    }

    /// The main thread, `([main], ∅)`.
    pub const MAIN: ThreadId = ThreadId::new(0);

    /// The id that stands for any thread but main, `([main], ⊤)`.
    pub const ANY_THREAD: ThreadId = ThreadId::new(1);

    /// The id of a creation history.
    ///
    /// It is handed out even beyond the limit on thread ids: whoever names a history must get that history.
    pub fn thread(&self, history: CreationHistory) -> ThreadId {
        self.threads.borrow_mut().intern(history)
    }

    /// The creation history that an id stands for.
    pub fn history(&self, id: ThreadId) -> CreationHistory {
        self.threads.borrow().get(id).clone()
    }

    /// How many thread ids exist; they are the numbers below it.
    pub fn thread_count(&self) -> usize {
        self.threads.borrow().len()
    }

    /// The id of the first thread that a thread with id `creator` creates at `edge`.
    ///
    /// Beyond the limit on thread ids this is the creator's non-unique summary `(p, ⊤)`, see [`CreationHistory`].
    /// The answer for one creator and edge never changes.
    pub fn compose(&self, creator: ThreadId, edge: EdgeId) -> ThreadId {
        self.threads.borrow_mut().compose(creator, edge)
    }

    /// The id of each further thread that a thread with id `creator` creates at `edge`: it is not unique.
    pub fn compose_again(&self, creator: ThreadId, edge: EdgeId) -> ThreadId {
        self.threads.borrow_mut().compose_again(creator, edge)
    }

    /// Whether at most one thread has this id: `S = ∅`.
    pub fn is_unique(&self, id: ThreadId) -> bool {
        self.threads.borrow().get(id).is_unique()
    }

    /// Whether every thread with id `descendant` was created by the thread `ancestor`, or by one of its descendants.
    pub fn must_ancestor(&self, ancestor: ThreadId, descendant: ThreadId) -> bool {
        let threads = self.threads.borrow();
        threads.get(ancestor).must_ancestor(threads.get(descendant))
    }

    /// Whether some thread with id `descendant` may have been created by one with id `ancestor`, or by its descendants.
    pub fn may_ancestor(&self, ancestor: ThreadId, descendant: ThreadId) -> bool {
        let threads = self.threads.borrow();
        threads.get(ancestor).may_ancestor(threads.get(descendant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_sent_to_another_thread() {
        fn sendable<T: Send>(_: &T) {}
        sendable(&Names::new());
    }

    #[test]
    fn the_same_place_has_the_same_name_and_other_places_have_other_names() {
        let names = Names::new();
        let object = ObjectId::new(7);
        let first = names.lock(LockName { object, offset: 0 });
        let second = names.lock(LockName { object, offset: 8 });
        assert_ne!(first, second);
        assert_eq!(first, names.lock(LockName { object, offset: 0 }));
        assert_eq!(names.lock_of(second).offset, 8);
    }
}
