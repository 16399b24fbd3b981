//! The questions that digests ask of the abstract state.

use crate::action::{
    BarrierOperand, CounterOperand, JoinOperand, LockOperand, OnceOperand, SemaphoreOperand, SignalOperand,
};
use crate::must_join::EndSummary;
use crate::names::{BarrierId, CounterId, LockId, OnceId, SemaphoreId, SignalId, ThreadId};

/// What an operand may denote.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MayBe<T> {
    /// Exactly this one thing, in every execution that reaches here. For a lock: one definite, *unique* object and one
    /// definite offset. For a thread: one definite, unique id.
    Definite(T),
    /// One of these things; the list is complete, and an entry may stand for several concrete things.
    OneOf(Vec<T>),
    /// Any thing that a pointer may reach.
    Unknown,
}

impl<T> MayBe<T> {
    /// What the operand denotes under other names, one for each.
    pub fn map<U>(self, mut rename: impl FnMut(T) -> U) -> MayBe<U> {
        match self {
            Self::Definite(thing) => MayBe::Definite(rename(thing)),
            Self::OneOf(things) => MayBe::OneOf(things.into_iter().map(rename).collect()),
            Self::Unknown => MayBe::Unknown,
        }
    }
}

impl<T: Copy> MayBe<T> {
    /// The one thing that is denoted, if that is certain.
    pub fn definite(&self) -> Option<T> {
        match self {
            Self::Definite(thing) => Some(*thing),
            Self::OneOf(_) | Self::Unknown => None,
        }
    }

    /// All that may be denoted; none if that is unknown.
    pub fn candidates(&self) -> Option<&[T]> {
        match self {
            Self::Definite(thing) => Some(core::slice::from_ref(thing)),
            Self::OneOf(things) => Some(things),
            Self::Unknown => None,
        }
    }
}

/// Who waits at a barrier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BarrierUse {
    /// How many arrivals open the barrier, if one number is certain in every initialisation of it.
    pub count: Option<u32>,
    /// The ids of all threads that may ever wait at it, in the whole program.
    pub waiters: MayBe<ThreadId>,
}

/// How often threads with one id post a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Poster {
    /// The id.
    pub thread: ThreadId,
    /// How often all threads with this id together post it, at most; nothing if there is no bound.
    pub posts: Option<u32>,
}

/// Where the permits of a semaphore come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SemaphoreUse {
    /// How many permits all initialisations together give, at most; nothing if there is no bound.
    pub initial: Option<u32>,
    /// All threads that may ever post it, in the whole program, each id once.
    pub posters: MayBe<Poster>,
}

impl SemaphoreUse {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        initial: None,
        posters: MayBe::Unknown,
    };
}

/// What the abstract state knows about operands. Answered by the semantics.
///
/// Each answer must cover every concrete state that the abstract state stands for.
/// The defaults know nothing, which is always sound.
pub trait Facts {
    /// The locks that an operand may denote.
    fn locks(&self, _operand: LockOperand) -> MayBe<LockId> {
        MayBe::Unknown
    }

    /// Whether two names may denote one lock. Two unique locks that differ never are one.
    fn may_equal(&self, a: LockId, b: LockId) -> bool {
        a == b
    }

    /// Whether an operand of which nothing is known may denote this lock. Some locks have no address.
    fn may_be_reached(&self, _lock: LockId) -> bool {
        true
    }

    /// The threads that an operand may denote.
    fn threads(&self, _operand: JoinOperand) -> MayBe<ThreadId> {
        MayBe::Unknown
    }

    /// `[end t]`: what is known whenever the thread has ended, joined over all its ends; `None` if it never ends.
    fn ended(&self, _thread: ThreadId) -> Option<EndSummary> {
        Some(EndSummary::unknown())
    }

    /// The once-controls that an operand may denote.
    fn onces(&self, _operand: OnceOperand) -> MayBe<OnceId> {
        MayBe::Unknown
    }

    /// The barriers that an operand may denote.
    fn barriers(&self, _operand: BarrierOperand) -> MayBe<BarrierId> {
        MayBe::Unknown
    }

    /// Who waits at a barrier.
    fn barrier_use(&self, _barrier: BarrierId) -> BarrierUse {
        BarrierUse {
            count: None,
            waiters: MayBe::Unknown,
        }
    }

    /// The semaphores that an operand may denote.
    fn semaphores(&self, _operand: SemaphoreOperand) -> MayBe<SemaphoreId> {
        MayBe::Unknown
    }

    /// Where the permits of a semaphore come from.
    fn semaphore_use(&self, _semaphore: SemaphoreId) -> SemaphoreUse {
        SemaphoreUse::UNKNOWN
    }

    /// The counters that an operand may denote.
    fn counters(&self, _operand: CounterOperand) -> MayBe<CounterId> {
        MayBe::Unknown
    }

    /// The signals that an operand may denote.
    fn signals(&self, _operand: SignalOperand) -> MayBe<SignalId> {
        MayBe::Unknown
    }

    /// The locks that the ego has held for writing since it looked at a counter that it now changes.
    fn counter_locks(&self) -> Vec<LockId> {
        Vec::new()
    }

    /// The tokens that the thread which is being created is given, each counter once. Any promise is sound.
    fn promised(&self) -> Vec<(CounterId, u8)> {
        Vec::new()
    }
}

/// Knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl Facts for NoFacts {}
