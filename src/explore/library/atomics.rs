//! Atomic operations: GCC's `__atomic_*` and `__sync_*`, C11's `atomic_*`, with their orders.
//!
//! Under C11 a release store sets the location's clock (it begins a new release sequence), a relaxed store leaves there
//! what its own thread released before, in that store or by a fence, a read-modify-write adds to it (both continue sequences);
//! an acquire load learns it, a relaxed load keeps it for the next acquire fence (C11 5.1.2.4, 7.17.3, 7.17.4).

use crate::explore::arithmetic;
use crate::explore::clock::Clock;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, MemoryModel, Purpose, Stop};
use crate::explore::memory::ARENA;
use crate::explore::shadow::AccessKind;
use crate::ir::BinaryOp;

/// What a read-modify-write stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// The operator applied to the old value and the operand.
    Operator(BinaryOp),
    /// The complement of `and`.
    Nand,
    /// The operand.
    Exchange,
}

/// Which value a read-modify-write gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The old one.
    Old,
    /// The new one.
    New,
}

/// Whether a compare-and-exchange may fail although the values are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Never.
    Strong,
    /// Always.
    Weak,
    /// If the fourth argument is not zero.
    Argument,
}

/// An atomic operation. Numbers name the argument that holds the order; without one it is sequentially consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomicRoutine {
    /// Gives the value.
    Load(Option<u8>),
    /// Stores the second argument.
    Store(Option<u8>),
    /// `atomic_init`: not an atomic access.
    Initialise,
    /// The same, by what the second argument points to. It may be a relaxed store with an order that is written as a number.
    InitialiseFrom,
    /// `__atomic_load`: stores the value through the second argument.
    LoadInto,
    /// `__atomic_store`: stores what the second argument points to.
    StoreFrom,
    /// `__atomic_exchange`: by pointers.
    ExchangeThrough,
    /// Reads, combines, writes.
    Modify(Combine, Given, Option<u8>),
    /// Compares with what the second argument points to and stores the third; gives whether it did.
    CompareExchange(Option<u8>, Failure),
    /// `__atomic_compare_exchange`: the third argument is a pointer too.
    CompareExchangeThrough,
    /// Compares with the second argument: `__sync_bool_compare_and_swap` or, giving the old value, `…_val_…`.
    CompareSwap(Given),
    /// `__sync_lock_test_and_set`: an exchange that acquires and does not release.
    LockTestAndSet,
    /// `__sync_lock_release`: stores zero, with release.
    LockRelease,
    /// Sets a flag to 1 and gives whether it was set.
    TestAndSet(Option<u8>),
    /// Clears a flag.
    Clear(Option<u8>),
    /// A fence.
    Fence(Option<u8>),
    /// A fence for signal handlers: nothing between threads.
    SignalFence,
    /// Gives 1: every size is lock-free.
    IsLockFree,
}

/// `__ATOMIC_RELAXED`.
const RELAXED: u64 = 0;
/// `__ATOMIC_SEQ_CST`.
const SEQUENTIALLY_CONSISTENT: u64 = 5;

/// The orders of C11, by GCC's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Order {
    acquires: bool,
    releases: bool,
}

impl AtomicRoutine {
    /// The arguments that hold orders of accesses: that of success, and that of failure.
    fn orders(self) -> [Option<u8>; 2] {
        use AtomicRoutine as A;
        match self {
            A::Load(order) | A::Store(order) | A::Modify(_, _, order) | A::TestAndSet(order) | A::Clear(order) => {
                [order, None]
            }
            A::LoadInto | A::StoreFrom => [Some(2), None],
            A::ExchangeThrough => [Some(3), None],
            A::CompareExchange(order, _) => [order, order.map(|order| order + 1)],
            A::CompareExchangeThrough => [Some(4), Some(5)],
            A::Initialise
            | A::InitialiseFrom
            | A::CompareSwap(_)
            | A::LockTestAndSet
            | A::LockRelease
            | A::Fence(_)
            | A::SignalFence
            | A::IsLockFree => [None, None],
        }
    }

    /// Whether it accesses what its first argument points to, and nothing else.
    pub(super) fn works_on_first(self) -> bool {
        match self {
            AtomicRoutine::Load(_)
            | AtomicRoutine::Store(_)
            | AtomicRoutine::Initialise
            | AtomicRoutine::Modify(..)
            | AtomicRoutine::CompareSwap(_)
            | AtomicRoutine::LockTestAndSet
            | AtomicRoutine::LockRelease
            | AtomicRoutine::TestAndSet(_)
            | AtomicRoutine::Clear(_) => true,
            AtomicRoutine::LoadInto
            | AtomicRoutine::InitialiseFrom
            | AtomicRoutine::StoreFrom
            | AtomicRoutine::ExchangeThrough
            | AtomicRoutine::CompareExchange(..)
            | AtomicRoutine::CompareExchangeThrough
            | AtomicRoutine::Fence(_)
            | AtomicRoutine::SignalFence
            | AtomicRoutine::IsLockFree => false,
        }
    }
}

impl Order {
    const SEQUENTIAL: Order = Order {
        acquires: true,
        releases: true,
    };
    const ACQUIRE: Order = Order {
        acquires: true,
        releases: false,
    };
    const RELEASE: Order = Order {
        acquires: false,
        releases: true,
    };

    fn from_number(number: u64) -> Self {
        match number & 0xff {
            0 => Order {
                acquires: false,
                releases: false,
            },
            1 | 2 => Order::ACQUIRE,
            3 => Order::RELEASE,
            _ => Order::SEQUENTIAL,
        }
    }
}

impl Machine<'_> {
    /// Executes an atomic operation.
    pub(super) fn atomic_routine(
        &mut self,
        thread: usize,
        routine: AtomicRoutine,
        call: &CallSite,
    ) -> Result<u64, Stop> {
        use AtomicRoutine as A;
        let argument = |number: usize| self.argument(thread, call, number);
        if let Some(weak) = self.weak_order(thread, routine, call) {
            return Err(weak);
        }
        let order = |number: Option<u8>| match number {
            Some(number) => Order::from_number(argument(usize::from(number))),
            None => Order::SEQUENTIAL,
        };
        let (address, second, third) = (argument(0), argument(1), argument(2));
        let scalar = atomic_scalar(call)?;
        match routine {
            A::Load(number) => self.atomic_load(thread, call, address, scalar, order(number)),
            A::Store(number) => self.atomic_store(thread, call, address, scalar, second, order(number)),
            A::Initialise => {
                self.write_result(thread, call, address, scalar, second)?;
                Ok(0)
            }
            A::InitialiseFrom if self.settings.purpose == Purpose::Exhaust && self.threads.len() > 1 => Err(
                Stop::Open("an atomic object is initialised beside other threads".to_owned()),
            ),
            A::InitialiseFrom => {
                let value = self.load(thread, second, scalar, call.access)?;
                self.atomic_store(thread, call, address, scalar, value, Order::from_number(RELAXED))
            }
            A::LoadInto => {
                let order = order(Some(2));
                let value = self.atomic_load(thread, call, address, scalar, order)?;
                self.write_result(thread, call, second, scalar, value)?;
                Ok(0)
            }
            A::StoreFrom => {
                let order = order(Some(2));
                let value = self.load(thread, second, scalar, call.access)?;
                self.atomic_store(thread, call, address, scalar, value, order)
            }
            A::ExchangeThrough => {
                let order = order(Some(3));
                let value = self.load(thread, second, scalar, call.access)?;
                let old = self.modify(thread, call, address, scalar, order, |_| Some(value))?;
                self.write_result(thread, call, third, scalar, old)?;
                Ok(0)
            }
            A::Modify(combine, given, number) => {
                self.require_no_address(address, scalar, combine, second)?;
                let new = |old| combined(combine, scalar, old, second);
                let old = self.modify(thread, call, address, scalar, order(number), |old| Some(new(old)))?;
                Ok(if given == Given::Old { old } else { new(old) })
            }
            A::CompareExchange(_, failure) => {
                let orders = routine.orders().map(order);
                let weak = failure == Failure::Weak || failure == Failure::Argument && argument(3) != 0;
                self.compare_exchange(thread, call, (address, second, third), scalar, orders, weak)
            }
            A::CompareExchangeThrough => {
                let orders = routine.orders().map(order);
                let weak = argument(3) != 0;
                let desired = self.load(thread, third, scalar, call.access)?;
                self.compare_exchange(thread, call, (address, second, desired), scalar, orders, weak)
            }
            A::CompareSwap(given) => {
                let expected = arithmetic::normalise(scalar, second);
                let new = arithmetic::normalise(scalar, third);
                self.held_for_certain(address, scalar, expected)?;
                let old = self.modify(thread, call, address, scalar, Order::SEQUENTIAL, |old| {
                    (old == expected).then_some(new)
                })?;
                Ok(if given == Given::Old {
                    old
                } else {
                    u64::from(old == expected)
                })
            }
            A::LockTestAndSet => self.modify(thread, call, address, scalar, Order::ACQUIRE, |_| {
                Some(arithmetic::normalise(scalar, second))
            }),
            A::LockRelease => self.atomic_store(thread, call, address, scalar, 0, Order::RELEASE),
            A::TestAndSet(number) => self.modify(thread, call, address, Scalar::Bool, order(number), |_| Some(1)),
            A::Clear(number) => {
                let order = order(number);
                self.atomic_store(thread, call, address, Scalar::U8, 0, order)
            }
            A::Fence(number) => {
                let order = order(number);
                self.fence(thread, order);
                Ok(0)
            }
            A::SignalFence => Ok(0),
            A::IsLockFree => is_lock_free(self.argument(thread, call, 0), scalar.size()),
        }
    }

    /// States are sequentially consistent, so under C11 an access with a weaker order makes a search through all of them open.
    /// A program that makes no such access, and has no data race, behaves as these states say (Boehm and Adve, PLDI 2008);
    /// fences only add order. What happens before the first creation of a thread happens before all that other threads do,
    /// whatever its order (C17, 7.17.2.1: `atomic_init` is such a store in some headers).
    fn weak_order(&self, thread: usize, routine: AtomicRoutine, call: &CallSite) -> Option<Stop> {
        let is_alone = self.threads.len() == 1;
        if self.settings.purpose != Purpose::Exhaust || self.settings.memory_model != MemoryModel::C11 || is_alone {
            return None;
        }
        let is_weak = |number: usize| self.argument(thread, call, number) & 0xff != SEQUENTIALLY_CONSISTENT;
        let by_name = matches!(routine, AtomicRoutine::LockTestAndSet | AtomicRoutine::LockRelease);
        let mut given = routine.orders().into_iter().flatten();
        let weak = by_name || given.any(|number| is_weak(usize::from(number)));
        weak.then(|| Stop::Open("an atomic order weaker than sequential consistency".to_owned()))
    }

    /// What is held at an address, if whether it is what is expected does not depend on the layout.
    fn held_for_certain(&self, address: u64, scalar: Scalar, expected: u64) -> Result<u64, Stop> {
        let held = arithmetic::from_memory(scalar, self.memory.read(address, scalar.size())?);
        self.require_as_equal_everywhere(held, expected)?;
        Ok(held)
    }

    /// That what comes of an operator does not depend on the layout.
    fn require_no_address(&self, at: u64, scalar: Scalar, combine: Combine, operand: u64) -> Result<(), Stop> {
        let operator = match combine {
            Combine::Exchange => return Ok(()),
            Combine::Nand => BinaryOp::And,
            Combine::Operator(operator) => operator,
        };
        let held = arithmetic::from_memory(scalar, self.memory.read(at, scalar.size())?);
        self.require_same_everywhere(operator, scalar, held, operand)
    }

    fn compare_exchange(
        &mut self,
        thread: usize,
        call: &CallSite,
        (address, expected_at, desired): (u64, u64, u64),
        scalar: Scalar,
        [success, failure]: [Order; 2],
        weak: bool,
    ) -> Result<u64, Stop> {
        let expected = self.load(thread, expected_at, scalar, call.access)?;
        let desired = arithmetic::normalise(scalar, desired);
        // "A weak compare-and-exchange may fail spuriously" (C17, 7.17.7.4, 4).
        let fails = weak && self.inputs.choice(2) == 1;
        let succeeds = self.held_for_certain(address, scalar, expected)? == expected && !fails;
        let order = if succeeds { success } else { failure };
        let old = self.modify(thread, call, address, scalar, order, |_| succeeds.then_some(desired))?;
        if !succeeds {
            self.write_result(thread, call, expected_at, scalar, old)?;
        }
        Ok(u64::from(succeeds))
    }

    fn atomic_load(
        &mut self,
        thread: usize,
        call: &CallSite,
        address: u64,
        scalar: Scalar,
        order: Order,
    ) -> Result<u64, Stop> {
        let raw = self.memory.read(address, scalar.size())?;
        self.require_value(address, scalar.size())?;
        self.learn(thread, address, order);
        self.access(thread, address, scalar.size(), AccessKind::AtomicRead, call.access);
        Ok(arithmetic::from_memory(scalar, raw))
    }

    fn atomic_store(
        &mut self,
        thread: usize,
        call: &CallSite,
        address: u64,
        scalar: Scalar,
        value: u64,
        order: Order,
    ) -> Result<u64, Stop> {
        self.memory
            .write(address, scalar.size(), arithmetic::to_memory(scalar, value))?;
        self.access(thread, address, scalar.size(), AccessKind::AtomicWrite, call.access);
        let released = self.released_by(thread, order);
        self.synchronisation.atomic_location(address).store(thread, &released);
        Ok(0)
    }

    /// A read-modify-write; without a new value it is only a load.
    fn modify(
        &mut self,
        thread: usize,
        call: &CallSite,
        address: u64,
        scalar: Scalar,
        order: Order,
        new: impl Fn(u64) -> Option<u64>,
    ) -> Result<u64, Stop> {
        let old = arithmetic::from_memory(scalar, self.memory.read(address, scalar.size())?);
        self.require_value(address, scalar.size())?;
        let Some(new) = new(old) else {
            return self.atomic_load(thread, call, address, scalar, order);
        };
        self.memory
            .write(address, scalar.size(), arithmetic::to_memory(scalar, new))?;
        self.learn(thread, address, order);
        self.access(thread, address, scalar.size(), AccessKind::AtomicWrite, call.access);
        let released = self.released_by(thread, order);
        self.synchronisation.atomic_location(address).modify(thread, &released);
        Ok(old)
    }

    /// What a write hands over: all before it where it releases, else what the last fence published.
    fn released_by(&mut self, thread: usize, order: Order) -> Clock {
        if !self.releases(order) {
            return self.threads[thread].fenced.clone();
        }
        let mut released = Clock::default();
        Self::release(&mut self.threads, thread, &mut released);
        released
    }

    fn releases(&self, order: Order) -> bool {
        order.releases || self.settings.memory_model == MemoryModel::SequentiallyConsistent
    }

    fn learn(&mut self, thread: usize, address: u64, order: Order) {
        let left = self.synchronisation.atomic(address);
        if order.acquires || self.settings.memory_model == MemoryModel::SequentiallyConsistent {
            self.threads[thread].clock.join(left);
        } else {
            self.threads[thread].pending.join(left);
        }
    }

    fn fence(&mut self, thread: usize, order: Order) {
        let state = &mut self.threads[thread];
        if order.acquires {
            state.clock.join(&state.pending);
        }
        if order.releases {
            let Self { threads, .. } = self;
            let mut fenced = std::mem::take(&mut threads[thread].fenced);
            Self::release(threads, thread, &mut fenced);
            threads[thread].fenced = fenced;
        }
    }

    /// A sequentially consistent load of a location: `C_t := C_t ⊔ C_x`.
    pub(in crate::explore) fn acquire_location(&mut self, thread: usize, address: u64) {
        let left = self.synchronisation.atomic(address);
        self.threads[thread].clock.join(left);
    }

    /// A sequentially consistent store to a location: `C_x := C_t`.
    pub(in crate::explore) fn release_location(&mut self, thread: usize, address: u64) {
        let mut released = Clock::default();
        Self::release(&mut self.threads, thread, &mut released);
        self.synchronisation.atomic_location(address).store(thread, &released);
    }
}

fn combined(combine: Combine, scalar: Scalar, old: u64, operand: u64) -> u64 {
    let operand = arithmetic::normalise(scalar, operand);
    match combine {
        Combine::Exchange => operand,
        Combine::Nand => arithmetic::normalise(scalar, !(old & operand)),
        // Atomic operators never divide.
        Combine::Operator(operator) => arithmetic::binary(operator, scalar, old, operand).unwrap_or(old),
    }
}

/// The type that an operation works on: the pointee of the first argument, signed where the result is.
fn atomic_scalar(call: &CallSite) -> Result<Scalar, Stop> {
    let size = call.pointee_sizes.first().copied().flatten().unwrap_or(0);
    if size == 0 {
        return Ok(Scalar::I32);
    }
    let signed = matches!(call.result, Some(Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64));
    let scalar = if signed {
        Scalar::signed(u64::from(size))
    } else {
        Scalar::unsigned(u64::from(size))
    };
    scalar.ok_or_else(|| Stop::Open("an atomic operation on an object of unusual size".to_owned()))
}
/// Whether objects are accessed without a lock, by their size: what the first argument is, if that is no pointer.
fn is_lock_free(first: u64, size: u64) -> Result<u64, Stop> {
    match if first < ARENA { first } else { size } {
        1 | 2 | 4 | 8 => Ok(1),
        16 => Err(Stop::Open("whether 16 bytes are accessed without a lock".to_owned())),
        _ => Ok(0),
    }
}
