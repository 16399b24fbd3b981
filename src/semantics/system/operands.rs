//! Operands: what digests may ask of the operand of an action.

use pepsin_digests::{
    BarrierId, BarrierOperand, BarrierUse, CounterId, CounterOperand, EndSummary, Facts, JoinOperand, LockId,
    LockOperand, MayBe, OnceId, OnceOperand, SemaphoreId, SemaphoreOperand, SemaphoreUse, SignalId, SignalOperand,
    ThreadId,
};

use super::analysis::Analysis;
use crate::ir::Position;
use crate::values::{Addresses, ObjectId, Offsets};

/// The locks that a pointer may denote.
#[derive(Clone, Debug)]
pub struct Locks {
    /// As names, where they can be listed.
    pub names: MayBe<LockId>,
    /// Where they lie.
    pub addresses: Addresses,
}

impl Locks {
    /// Some locks, listed.
    pub fn listed(names: MayBe<LockId>) -> Self {
        Locks {
            names,
            addresses: Addresses::default(),
        }
    }
}

/// The answers to the digests' questions about the one operand that an action has.
pub struct OperandFacts<'a> {
    pub analysis: &'a Analysis<'a>,
    pub locks: Locks,
    pub threads: MayBe<ThreadId>,
    pub ended: Option<EndSummary>,
    pub onces: MayBe<OnceId>,
    pub barriers: MayBe<BarrierId>,
    pub barrier_use: BarrierUse,
    pub semaphores: MayBe<SemaphoreId>,
    pub semaphore_use: SemaphoreUse,
    pub counters: MayBe<CounterId>,
    pub counter_locks: Vec<LockId>,
    pub signals: MayBe<SignalId>,
    pub promised: Vec<(CounterId, u8)>,
}

impl<'a> OperandFacts<'a> {
    /// Facts for an action without operand.
    pub fn none(analysis: &'a Analysis<'a>) -> Self {
        OperandFacts {
            analysis,
            locks: Locks {
                names: MayBe::Unknown,
                addresses: Addresses::unknown(Position::BUILT_IN),
            },
            threads: MayBe::Unknown,
            ended: Some(EndSummary::unknown()),
            onces: MayBe::Unknown,
            barriers: MayBe::Unknown,
            barrier_use: BarrierUse {
                count: None,
                waiters: MayBe::Unknown,
            },
            semaphores: MayBe::Unknown,
            semaphore_use: SemaphoreUse::UNKNOWN,
            counters: MayBe::Unknown,
            counter_locks: Vec::new(),
            signals: MayBe::Unknown,
            promised: Vec::new(),
        }
    }
}

impl Facts for OperandFacts<'_> {
    fn locks(&self, _operand: LockOperand) -> MayBe<LockId> {
        self.locks.names.clone()
    }

    fn may_equal(&self, a: LockId, b: LockId) -> bool {
        self.analysis.may_be_one_lock(a, b)
    }

    fn may_be_reached(&self, lock: LockId) -> bool {
        let name = self.analysis.digests.names().lock_of(lock);
        let pointed_to = |&(object, offsets): &(ObjectId, Offsets)| {
            self.analysis.objects.may_be_same(object, name.object) && offsets.contains(name.offset)
        };
        lock != self.analysis.atomic_block
            && (self.locks.addresses.origin().is_some() || self.locks.addresses.targets().iter().any(pointed_to))
    }

    fn threads(&self, _operand: JoinOperand) -> MayBe<ThreadId> {
        self.threads.clone()
    }

    fn ended(&self, _thread: ThreadId) -> Option<EndSummary> {
        self.ended.clone()
    }

    fn onces(&self, _operand: OnceOperand) -> MayBe<OnceId> {
        self.onces.clone()
    }

    fn barriers(&self, _operand: BarrierOperand) -> MayBe<BarrierId> {
        self.barriers.clone()
    }

    fn barrier_use(&self, _barrier: BarrierId) -> BarrierUse {
        self.barrier_use.clone()
    }

    fn semaphores(&self, _operand: SemaphoreOperand) -> MayBe<SemaphoreId> {
        self.semaphores.clone()
    }

    fn semaphore_use(&self, _semaphore: SemaphoreId) -> SemaphoreUse {
        self.semaphore_use.clone()
    }

    fn counters(&self, _operand: CounterOperand) -> MayBe<CounterId> {
        self.counters.clone()
    }

    fn signals(&self, _operand: SignalOperand) -> MayBe<SignalId> {
        self.signals.clone()
    }

    fn counter_locks(&self) -> Vec<LockId> {
        self.counter_locks.clone()
    }

    fn promised(&self) -> Vec<(CounterId, u8)> {
        self.promised.clone()
    }
}
