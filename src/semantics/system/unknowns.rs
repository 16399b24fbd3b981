//! The unknowns of the constraint system, and what the global ones hold.
//!
//! Local unknowns are (program point, context). The point of a block is its *end*, before the terminator, so that each
//! block is one right-hand side:
//!
//! ```text
//!     [end of b, c]    ⊒  ⟦b⟧ (⨆ { ⟦edge p → b⟧ [end of p, c] | p → b })
//!     [exit of f, c]   ⊒  ⨆ { ⟦return⟧ [end of b, c] | b returns }
//!     [entry of f, c]  ⊒  what callers and creators start it with
//! ```
//!
//! Global unknowns are contributed to by side effect:
//! `[act]`, the index of the keys under which an observable action was seen, and `[act, key]`, what it left there
//! (Schwarz and Erhard, "Data race detection by digest-driven abstract interpretation", 2025, section 4).

use std::rc::Rc;

use pepsin_digests::{BarrierId, DigestId, LockId, LockMode, SemaphoreId, ThreadFlag, ThreadId};
use pepsin_lattice::{Bottom, Lattice, MaySet, Widen, shared};

use crate::ir::{BlockId, FunctionId};
use crate::semantics::state::{Footprint, Held, Needs, Past, Permits, Set, SymbolicAddress, Unlearned};
use crate::values::{Contents, Memory, ObjectId, Value};

/// An interned [`Context`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContextId(pub u32);

/// In what circumstances a function is analysed; each context has its own copy of the function's unknowns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Context {
    /// The executing thread.
    pub thread: ThreadId,
    /// The thread flag at entry.
    pub flag: ThreadFlag,
    /// The locks certainly held at entry.
    pub locks: Rc<[LockId]>,
    /// The locks certainly held at entry by symbolic address.
    pub symbolic_locks: Rc<[(SymbolicAddress, LockMode)]>,
    /// The digest of the past at entry, as far as contexts tell it apart.
    pub past: Option<DigestId>,
    /// What is known of the arguments, as far as contexts tell them apart.
    pub arguments: Vec<Value>,
    /// The calls through wrappers of creation and allocation that led here, interned.
    pub chain: u32,
}

/// Where in a function an unknown stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Point {
    /// Before the first block: only started, never computed.
    Entry,
    /// At the end of a block, before its terminator.
    End(BlockId),
    /// Behind the returns.
    Exit,
    /// The end of the thread whose start routine the function is.
    Thread,
}

/// A local unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unknown {
    /// The function.
    pub function: FunctionId,
    /// The point in it.
    pub point: Point,
    /// The context.
    pub context: ContextId,
}

impl Unknown {
    /// Another point of the same function in the same context.
    pub fn at(self, point: Point) -> Self {
        Unknown { point, ..self }
    }
}

/// Who left something to be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The thread.
    pub thread: ThreadId,
    /// Its flag.
    pub flag: ThreadFlag,
}

/// Which writes to an object a reader looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Channel {
    /// `[unlock m_g]`: all of them, as they are made.
    All,
    /// `[unlock m]`: what the object held when a lock was released under which it had been written.
    Unlock(LockId),
    /// What the object held when it became known to other threads.
    Introduction,
}

/// A global unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Global {
    /// The keys under which the object was written, of the writes that a channel shows.
    Writers(ObjectId, Channel),
    /// What was written to the object under a key, and the past of the writers.
    Written(ObjectId, Channel, Key),
    /// The locks held at every write to the object that others may see.
    Protecting(ObjectId),
    /// The locks held at every write that others may see to bytes of the watched variable with a number.
    ProtectingWatched(usize),
    /// `[unlock m]` and `[init m]`: the keys under which the lock became free.
    Releases(LockId),
    /// `[unlock m, key]`: the past of those who made the lock free.
    Released(LockId, Key),
    /// `[end t]`: what ended threads leave to those who join them.
    Ended(ThreadId),
    /// The functions that a thread must run before it ends: destructors of thread-specific data.
    Destructors,
    /// The threads that are asked to end.
    Cancelled,
    /// The threads that wait for a thread.
    Joiners(ThreadId),
    /// The threads that are detached by a call.
    Detached,
    /// The threads that are made with an attribute.
    WithAttribute,
    /// Whether there may be attributes by which threads are detached from their start.
    DetachingAttributes,
    /// The addresses that left the program, through a pipe or a file.
    Sent,
    /// The addresses that callers of an open program were given as those of objects of a class of types.
    HandedOut(u16),
    /// What the library keeps under a name, by the number of that state.
    Kept(u16),
    /// The functions that run when the process exits.
    ExitHandlers,
    /// What these functions may be passed.
    ExitArguments,
    /// Whether the program writes to the once-control, which then may be run again.
    OnceRewritten(ObjectId),
    /// Which bytes of the object the program copies over, and with them over objects of synchronisation there.
    Overwritten(ObjectId),
    /// Whether there may be mutexes that are neither normal nor recursive.
    OddMutexes,
    /// Whether there may be robust mutexes.
    RobustMutexes,
    /// The variables taken for signals that are accessed without sequential consistency.
    WeakSignals,
    /// Whether a signal handler may run.
    SignalHandlers,
    /// Where the barrier was initialised, and for how many threads.
    BarrierCounts(BarrierId),
    /// The keys of those who wait at the barrier.
    BarrierWaiters(BarrierId),
    /// The keys of those who wait at a barrier that is not known.
    UnknownBarrier,
    /// `[post s]`: the keys under which the semaphore was posted.
    Posts(SemaphoreId),
    /// `[post s, key]`: the past of those who posted it.
    Posted(SemaphoreId, Key),
    /// Where the permits of the semaphore come from.
    Permits(SemaphoreId),
    /// Semaphores whose permit was given back by posting this one, or the other way round.
    PassedOn(SemaphoreId),
    /// `[needs t]`: how many tokens of counters the threads with an id need.
    Needs(ThreadId),
    /// The keys of those who initialise or post a semaphore that is not known.
    UnknownSemaphore,
    /// Whether more than one object is allocated, named for all instances of the allocation.
    Repeated(ObjectId),
    /// Whether pointers of which nothing is known are stored in the object, or in one of the same allocation.
    Mixed(ObjectId),
    /// Whether pointers may stand in the object, named for all instances of its allocation, that are not the only ones to what they
    /// lead to (row RW).
    Disorderly(ObjectId),
    /// For how many bytes the memory, or another instance of the same allocation, was asked, as a value.
    Extent(ObjectId),
    /// The kinds with which the mutex was initialised, as a value of the attribute type.
    MutexKind(LockId),
    /// What a function touches in a context.
    Footprint(FunctionId, ContextId),
    /// What the object may hold at any time, where that is all that is known of it.
    Held(ObjectId),
    /// Whether the address of the object ever leaves its thread, where that is all that is known of it.
    Escaped(ObjectId),
}

/// What a global unknown holds. The larger facts are shared: by contributions, their join, and those who read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Nothing was contributed.
    Nothing,
    /// The keys under which something was seen.
    Keys(MaySet<Key>),
    /// The past of those who did it.
    Past(Past),
    /// What was written to an object.
    Written(Rc<Written>),
    /// The locks that all have in common.
    Locks(Rc<[LockId]>),
    /// Where permits come from.
    Permits(Permits),
    /// A set of semaphores.
    Semaphores(Set<SemaphoreId>),
    /// How many tokens threads need.
    Needs(Needs),
    /// What ended threads leave.
    Ended(Rc<Ended>),
    /// A set of values.
    Value(Rc<Value>),
    /// What an object may hold at any time.
    Held(Rc<Held>),
    /// A part of a state.
    Footprint(Rc<Footprint>),
}

/// What some threads wrote to an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// Their pasts.
    pub past: Past,
    /// The object.
    pub object: ObjectId,
    /// A record of what they wrote.
    pub contents: Contents,
}

/// What the threads of one id leave when they end: `[end t]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// Their pasts.
    pub past: Past,
    /// Their view of shared memory.
    pub view: Memory,
    /// What they may have written.
    pub written: Set<ObjectId>,
    /// What they returned.
    pub value: Value,
    /// What they had read without order, by then.
    pub unlearned: Unlearned,
}

impl Fact {
    /// The fact that a value is among those that a global unknown holds.
    pub fn value(value: Value) -> Self {
        Fact::Value(Rc::new(value))
    }

    /// Combines two facts of the same kind; facts of one unknown are always of one kind.
    fn combine(&mut self, other: &Self, operator: Operator) -> bool {
        match (&mut *self, other) {
            (_, Fact::Nothing) => false,
            (Fact::Nothing, _) => {
                *self = other.clone();
                true
            }
            (Fact::Keys(mine), Fact::Keys(theirs)) => mine.join(theirs),
            (Fact::Past(mine), Fact::Past(theirs)) => mine.join(theirs),
            (Fact::Written(mine), Fact::Written(theirs)) => operator.apply(mine, theirs, Written::widen),
            (Fact::Locks(mine), Fact::Locks(theirs)) => intersect(mine, theirs),
            (Fact::Permits(mine), Fact::Permits(theirs)) => mine.join(theirs),
            (Fact::Semaphores(mine), Fact::Semaphores(theirs)) => mine.join(theirs),
            (Fact::Needs(mine), Fact::Needs(theirs)) => mine.join(theirs),
            (Fact::Ended(mine), Fact::Ended(theirs)) => operator.apply(mine, theirs, Ended::widen),
            (Fact::Value(mine), Fact::Value(theirs)) => operator.apply(mine, theirs, Value::widen),
            (Fact::Held(mine), Fact::Held(theirs)) => operator.apply(mine, theirs, Held::widen),
            (Fact::Footprint(mine), Fact::Footprint(theirs)) => mine.join(theirs),
            (mine, theirs) => unreachable!("facts of different kinds meet: {mine:?} and {theirs:?}"),
        }
    }
}

impl Lattice for Written {
    fn join(&mut self, other: &Self) -> bool {
        self.past.join(&other.past) | self.contents.join(&other.contents)
    }
}

impl Written {
    fn widen(&mut self, next: &Self) -> bool {
        let thresholds = next.past.halts().of(self.object);
        self.past.join(&next.past) | self.contents.widen_with(&next.contents, &thresholds)
    }
}

impl Lattice for Ended {
    fn join(&mut self, other: &Self) -> bool {
        self.past.join(&other.past)
            | self.written.join(&other.written)
            | self.view.join(&other.view)
            | self.value.join(&other.value)
            | self.unlearned.join(&other.unlearned)
    }
}

impl Ended {
    fn widen(&mut self, next: &Self) -> bool {
        self.past.join(&next.past)
            | self.written.join(&next.written)
            | self.view.widen_with(&next.view, |object| next.past.halts().of(object))
            | self.value.widen(&next.value)
            | self.unlearned.join(&next.unlearned)
    }
}

/// By which operation of the value lattices facts are combined.
#[derive(Clone, Copy)]
enum Operator {
    Join,
    Widen,
}

impl Operator {
    fn apply<V: Lattice>(self, mine: &mut Rc<V>, theirs: &Rc<V>, widen: impl Fn(&mut V, &V) -> bool) -> bool {
        match self {
            Operator::Join => mine.join(theirs),
            Operator::Widen => shared::change(mine, theirs, widen),
        }
    }
}

fn intersect(mine: &mut Rc<[LockId]>, theirs: &[LockId]) -> bool {
    let common: Rc<[LockId]> = mine.iter().copied().filter(|lock| theirs.contains(lock)).collect();
    let changed = common.len() != mine.len();
    *mine = common;
    changed
}

impl Lattice for Fact {
    fn join(&mut self, other: &Self) -> bool {
        self.combine(other, Operator::Join)
    }
}

impl Bottom for Fact {
    fn bottom() -> Self {
        Fact::Nothing
    }

    fn is_bottom(&self) -> bool {
        *self == Fact::Nothing
    }
}

impl Widen for Fact {
    fn widen(&mut self, next: &Self) -> bool {
        self.combine(next, Operator::Widen)
    }
}
