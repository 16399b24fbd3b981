//! Actions: the alphabet that the semantics, the digests and the laws share.
//!
//! An action is what a thread does that a digest may care about. *Observable* actions leave something that others can
//! read, *observing* actions read what was left, *creating* actions start threads, all others are *local*
//! (Schwarz, Saan, Seidl, Apinis, Erhard and Vojdani, "Improving thread-modular abstract interpretation", SAS 2021).
//!
//! Which lock, thread, once-control or barrier an action operates on is an opaque operand; [`Facts`](crate::Facts)
//! resolves it from the abstract state.
//!
//! Composed operations are sequences: waiting on a condition variable is an unlock and a lock, and gives no order of
//! its own; passing a barrier is an arrival and a passage; an access to a global is [`Action::AccessLock`], the access,
//! and [`Action::AccessUnlock`].

use crate::countdown::Finding;
use crate::names::{EdgeId, ObjectId};

macro_rules! operand {
    ($(#[$meaning:meta])* $operand:ident) => {
        $(#[$meaning])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $operand(pub u32);
    };
}

operand! {
    /// A lock named by an expression of the program; [`Facts::locks`](crate::Facts::locks) resolves it.
    LockOperand
}
operand! {
    /// A thread named by an expression of the program; [`Facts::threads`](crate::Facts::threads) resolves it.
    JoinOperand
}
operand! {
    /// A once-control named by an expression of the program; [`Facts::onces`](crate::Facts::onces) resolves it.
    OnceOperand
}
operand! {
    /// A barrier named by an expression of the program; [`Facts::barriers`](crate::Facts::barriers) resolves it.
    BarrierOperand
}
operand! {
    /// A semaphore named by an expression of the program; [`Facts::semaphores`](crate::Facts::semaphores) resolves it.
    SemaphoreOperand
}
operand! {
    /// A counter named by an expression of the program; [`Facts::counters`](crate::Facts::counters) resolves it.
    CounterOperand
}
operand! {
    /// A signal named by an expression of the program; [`Facts::signals`](crate::Facts::signals) resolves it.
    SignalOperand
}
operand! {
    /// An atomic object named by an expression of the program.
    AtomicOperand
}
operand! {
    /// A declared section, by its number: stretches of execution of which a user declares that no two overlap.
    Section
}

/// With whom a lock may be shared while it is held. The weaker mode is the greater one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockMode {
    /// Nobody else holds the lock: a mutex, or a read-write lock locked for writing.
    Write,
    /// Others may hold the lock for reading: a read-write lock locked for reading.
    Read,
}

/// What happens when a thread locks a lock that it already holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockKind {
    /// It waits for itself for ever.
    Normal,
    /// The lock counts how often it is held.
    Recursive,
    /// The lock reports an error and stays as it was.
    ErrorCheck,
    /// Any of these. A read-write lock is of this kind, too.
    Unknown,
}

/// Whether locking waits for the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Acquisition {
    /// It waits until the lock is free.
    Blocking,
    /// It was tried, or had a time limit, and succeeded. A try that fails is no action at all.
    Tried,
}

/// How often a thread executes a creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repetition {
    /// The semantics follows each execution of this creation by itself: this is one of them.
    Once,
    /// This stands for any number of executions, such as a creation in a loop that is not unrolled.
    MaybeAgain,
}

/// Why nobody else changes a counter while it is being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exclusion {
    /// It is an atomic operation.
    Atomic,
    /// Locks are held; [`Facts::counter_locks`](crate::Facts::counter_locks) tells which.
    Locks,
}

/// The locks that lose their state when an object changes under them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LockTarget {
    /// The lock that an operand denotes.
    Lock(LockOperand),
    /// Every lock inside an object.
    Inside(ObjectId),
    /// Every lock that an unknown pointer may reach.
    Anything,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The lock is acquired.
    Lock {
        /// Which lock.
        lock: LockOperand,
        /// For reading or for writing.
        mode: LockMode,
        /// What locking it twice does.
        kind: LockKind,
        /// Whether it waited.
        acquisition: Acquisition,
    },
    /// The lock is released.
    Unlock {
        /// Which lock.
        lock: LockOperand,
    },
    /// A lock object is initialised, destroyed, overwritten or freed: nobody holds it any more.
    LockReset {
        /// Which locks.
        target: LockTarget,
    },
    /// The atomicity mutex `m_g` of an accessed global is acquired.
    AccessLock,
    /// The atomicity mutex `m_g` of an accessed global is released.
    AccessUnlock,
    /// A thread is created. This is the creator's part; [`Digests::child`](crate::Digests::child) is the created thread's.
    Create {
        /// Where.
        edge: EdgeId,
        /// How often.
        repetition: Repetition,
    },
    /// A thread was waited for, and has ended.
    Join {
        /// Which thread.
        thread: JoinOperand,
    },
    /// The thread knows by now that every thread that it created at an edge has ended, and all that descend from these.
    Gather {
        /// Where.
        edge: EdgeId,
    },
    /// The thread itself ends: it returns from its start routine, exits or is cancelled.
    End,
    /// The thread is the one that runs the initialisation of a once-control, which begins.
    OnceEnter {
        /// Which once-control.
        once: OnceOperand,
    },
    /// The initialisation of a once-control, run by this thread, is finished.
    OnceFinish {
        /// Which once-control.
        once: OnceOperand,
    },
    /// The initialisation of a once-control had already been finished, by whomever, and is skipped.
    OnceSkip {
        /// Which once-control.
        once: OnceOperand,
    },
    /// The thread arrives at a barrier.
    BarrierArrive {
        /// Which barrier.
        barrier: BarrierOperand,
    },
    /// The thread leaves the barrier at which it last arrived: as many as the barrier counts have arrived.
    BarrierPass {
        /// Which barrier.
        barrier: BarrierOperand,
    },
    /// The thread is told that it is the one, of those who passed the barrier together, that does what is to be done once
    /// (`PTHREAD_BARRIER_SERIAL_THREAD`).
    BarrierServe {
        /// Which barrier.
        barrier: BarrierOperand,
    },
    /// A semaphore is incremented.
    SemaphorePost {
        /// Which semaphore.
        semaphore: SemaphoreOperand,
    },
    /// A semaphore was decremented, after waiting if need be. A try that fails is no action at all.
    SemaphoreWait {
        /// Which semaphore.
        semaphore: SemaphoreOperand,
    },
    /// A counter was changed by a constant, in one step.
    CounterAdd {
        /// Which counter.
        counter: CounterOperand,
        /// By how much.
        by: i64,
        /// What makes it one step.
        exclusion: Exclusion,
    },
    /// Main set a counter to a value, while no other thread was running.
    CounterSet {
        /// Which counter.
        counter: CounterOperand,
        /// The value is this one, or greater.
        least: i64,
    },
    /// A counter may have been written to in another way.
    CounterOverwrite {
        /// Which counter.
        counter: CounterOperand,
    },
    /// A counter was found to be zero or less.
    CounterGone {
        /// Which counter.
        counter: CounterOperand,
        /// How: by reading it, or by the change that made it so. Nobody but who found it is an heir.
        by: Finding,
    },
    /// A signal was given, or found to have been given.
    SignalGiven {
        /// Which signal.
        signal: SignalOperand,
    },
    /// A signal was found not to have been given.
    SignalAwaited {
        /// Which signal.
        signal: SignalOperand,
    },
    /// Main took a signal back, while no other thread was running.
    SignalReset {
        /// Which signal.
        signal: SignalOperand,
    },
    /// A signal may have been taken back at any time.
    SignalOverwrite {
        /// Which signal.
        signal: SignalOperand,
    },
    /// A declared section begins: nobody else is inside of it.
    SectionEnter {
        /// Which section.
        section: Section,
    },
    /// A declared section ends.
    SectionLeave {
        /// Which section.
        section: Section,
    },
    /// What the thread does from now on to its end belongs to a declared phase, which has begun.
    PhaseEnter {
        /// Its number: how many began before it.
        phase: u32,
    },
    /// Main goes on when all other threads that belong to the declared phase have ended: the next one begins.
    PhaseBegin,
    /// An atomic object is stored to with release order.
    Release {
        /// Which object.
        object: AtomicOperand,
    },
    /// An atomic object is loaded from with acquire order.
    Acquire {
        /// Which object.
        object: AtomicOperand,
    },
}
