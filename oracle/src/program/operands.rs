//! Operands: indices, records, places, locks, guards, values, conditions.

/// A number from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// Itself.
    Constant(u8),
    /// The innermost loop's counter, or the number that was passed.
    Counter,
    /// The number that was passed.
    Number,
    /// What was picked last.
    Picked,
    /// An input.
    Input,
}

/// A record, which has data and a lock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A global.
    Global(u8),
    /// An element of the global array.
    Element(Index),
    /// What a global pointer points to.
    Published(u8),
    /// What the local pointer points to.
    Local,
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Two ordinary ones, in a record of their own.
    X,
    /// The second.
    Y,
    /// Bit-fields: the first two are one memory location, the third is behind a border.
    Bits(u8),
    /// A union: as a whole.
    Whole,
    /// The union: a byte of it.
    Byte(u8),
    /// The union: a half of it.
    Half(u8),
}

/// An lvalue of integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A global.
    Global(u8),
    /// A byte of a global.
    ByteOf(u8, u8),
    /// An element of the global array of integers.
    Element(Index),
    /// A member of a record.
    Member(Record, Member),
    /// What the local pointer points to.
    Target,
    /// What a global pointer points to.
    Shared(u8),
    /// A thread-local variable.
    ThreadLocal,
    /// A global of atomic type.
    Atomic(u8),
    /// A local variable of the function, whose address may be handed out.
    Variable,
}

impl Place {
    /// Whether its address is that of an `int`.
    pub fn is_plain_integer(self) -> bool {
        match self {
            Place::Global(_) | Place::Element(_) | Place::Target | Place::Shared(_) | Place::ThreadLocal => true,
            Place::Member(_, member) => matches!(member, Member::X | Member::Y | Member::Whole),
            Place::ByteOf(..) | Place::Atomic(_) | Place::Variable => false,
        }
    }
}

/// A mutex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// A global.
    Global(u8),
    /// An element of the global array of mutexes.
    Element(Index),
    /// The one in a record.
    Of(Record),
    /// What the local pointer points to.
    Local,
    /// A recursive one.
    Recursive,
    /// What a global pointer points to.
    Shared(u8),
}

impl Lock {
    /// Whether the name stands for another lock when another number is picked.
    pub fn is_picked(self) -> bool {
        matches!(
            self,
            Lock::Element(Index::Picked) | Lock::Of(Record::Element(Index::Picked))
        )
    }

    /// Whether the name may stand for another lock when it is released.
    pub fn is_volatile(self) -> bool {
        match self {
            Lock::Element(index) | Lock::Of(Record::Element(index)) => index == Index::Input,
            Lock::Of(Record::Published(_)) | Lock::Shared(_) => true,
            Lock::Global(_) | Lock::Of(_) | Lock::Local | Lock::Recursive => false,
        }
    }
}

/// What protects a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// A mutex.
    Mutex(Lock),
    /// A mutex, through a function that takes its address.
    Wrapped(Lock),
    /// A read-write lock, for reading.
    Read(u8),
    /// A read-write lock, for writing.
    Write(u8),
    /// A spinlock.
    Spin(u8),
    /// An atomic block.
    Atomic,
    /// A mutex of `<threads.h>`.
    Standard(u8),
    /// A semaphore that is 1 at first.
    Permit,
    /// A lock made of an atomic exchange, which is tried again and again.
    Exchanged,
}

/// An order of atomic operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It orders nothing else.
    Relaxed,
    /// Release for stores, acquire for loads.
    ReleaseAcquire,
    /// All operations with it are in one order.
    Sequential,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant.
    Constant(u8),
    /// What was read last.
    LastRead,
    /// One more than what was read last.
    Next,
    /// The innermost loop's counter, or the number that was passed.
    Counter,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An input.
    Input,
    /// What was read last is this.
    LastReadIs(u8),
    /// A place holds this: reads it.
    Holds(Place, u8),
    /// The counter is odd.
    CounterOdd,
}
