//! Effects: what library functions do to threads, locks and memory besides reading and writing their arguments.
//!
//! Arguments are counted from 0.

use serde::Deserialize;

/// How a lock is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Exclusively.
    #[default]
    Write,
    /// Shared with other readers.
    Read,
}

/// Whether a call waits until it succeeds, and how its result tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attempt {
    /// It waits.
    #[default]
    Blocking,
    /// It may fail; 0 means success.
    Tried,
    /// It may fail; anything but 0 means success.
    TriedNonzero,
}

/// Who gives a semaphore its first permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstPermits {
    /// The call that initialises it; without one there are none.
    #[default]
    ByCall,
    /// Its initialiser or the program itself, too: without a call they are not known.
    ByAnybody,
}

/// What a call takes back that ends an object's life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Released {
    /// What an allocation gave, from its first byte on.
    #[default]
    Allocation,
    /// Pages, which may lie in the middle of an object, or be those of a variable.
    Mapping,
}

/// How a call is told which thread it is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Named {
    /// By its id.
    #[default]
    ById,
    /// By a pointer to its id.
    ByPointer,
}

/// What locking a lock twice does, where the library fixes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// As the lock was initialised.
    #[default]
    Initialised,
    /// The thread waits for itself.
    Normal,
    /// It counts, and as many releases are needed.
    Recursive,
    /// One of both, as it was initialised.
    NormalOrRecursive,
    /// It cannot be said.
    Unknown,
}

/// What memory holds after an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AllocatedContents {
    /// Nothing that may be relied on.
    Indeterminate,
    /// Zeroes.
    Zero,
    /// Something that the library stored.
    Any,
    /// The same, with pointers into it.
    Linked,
}

/// How an atomic update makes the new value of the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Update {
    /// `old + value`.
    Add,
    /// `old - value`.
    Subtract,
    /// `old & value`.
    And,
    /// `old | value`.
    Or,
    /// `old ^ value`.
    Xor,
    /// `value`.
    Exchange,
    /// 1, as in a flag that is set.
    Set,
    /// Anything.
    Any,
}

/// The memory order of an atomic operation; where a model names none, it is sequentially consistent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Order {
    /// What an argument says.
    Argument(usize),
    /// Always the same one.
    Fixed(FixedOrder),
}

/// An order that a function has by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FixedOrder {
    /// It acquires, and does not release.
    Acquire,
    /// It releases, and does not acquire.
    Release,
}

/// Which value an atomic update returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtomicResult {
    /// The value before.
    Old,
    /// The value after.
    New,
    /// Whether a compare-and-exchange succeeded.
    #[default]
    Success,
}

/// What a library function does besides plain accesses through its arguments. The fields are argument numbers, named by their role.
#[expect(missing_docs, reason = "the fields are argument numbers, named by their role")]
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "effect", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Effect {
    /// Starts a thread; its id is stored through `id` before it starts, or returned where no argument is named.
    Create {
        id: Option<usize>,
        attribute: Option<usize>,
        routine: usize,
        argument: usize,
        /// Which parameter of the routine gets the argument.
        #[serde(default)]
        parameter: usize,
    },
    /// Waits for a thread to end; its result is stored through `result`.
    Join {
        thread: usize,
        #[serde(default)]
        named: Named,
        result: Option<usize>,
        #[serde(default)]
        attempt: Attempt,
    },
    /// Ends the calling thread.
    ThreadExit { value: usize },
    /// Asks a thread to end at one of its next calls of the library.
    Cancel { thread: usize },
    /// Says that nobody will join a thread.
    Detach { thread: usize },
    /// Chooses whether the threads made with an attribute can be joined.
    AttributeDetach { state: usize },
    /// Chooses whether the calling thread, asked to end, ends at calls of the library only.
    CancelType { kind: usize },
    /// Gives the calling thread's id.
    #[serde(rename = "self")]
    Own {},
    /// Acquires a lock.
    Lock {
        lock: usize,
        #[serde(default)]
        mode: Mode,
        #[serde(default)]
        kind: Kind,
        #[serde(default)]
        attempt: Attempt,
    },
    /// Releases a lock.
    Unlock { lock: usize },
    /// Initialises a lock.
    LockInit { lock: usize, attribute: Option<usize> },
    /// Ends a lock's use.
    LockDestroy { lock: usize },
    /// Initialises a mutex attribute.
    AttributeInit { attribute: usize },
    /// Chooses the kind of the mutexes initialised with an attribute.
    AttributeKind { attribute: usize, kind: usize },
    /// Chooses whether the mutexes initialised with an attribute outlive the end of their holder.
    AttributeRobust { attribute: usize, robust: usize },
    /// Waits on a condition variable: releases the lock and acquires it again.
    Wait { lock: usize },
    /// Initialises a barrier for a number of threads.
    BarrierInit { barrier: usize, count: usize },
    /// Lets other processes arrive at the barriers that are initialised with an attribute, unless an argument is zero.
    BarrierShare { shared: usize },
    /// Waits at a barrier.
    BarrierWait { barrier: usize },
    /// Runs a routine unless it was run under this control; all callers wait until it has finished.
    Once { control: usize, routine: usize },
    /// Makes a key of thread-specific data.
    KeyCreate { key: usize, destructor: usize },
    /// Sets the calling thread's value of a key.
    KeySet { key: usize, value: usize },
    /// Gives the calling thread's value of a key.
    KeyGet { key: usize },
    /// Initialises a semaphore.
    SemaphoreInit { semaphore: usize, count: usize },
    /// Decrements a semaphore, waiting while it is 0.
    SemaphoreWait {
        semaphore: usize,
        #[serde(default)]
        attempt: Attempt,
        #[serde(default)]
        first_permits: FirstPermits,
    },
    /// Increments a semaphore.
    SemaphorePost { semaphore: usize },
    /// Begins a declared section, by its number; one that each object has for itself, if an argument points to it.
    SectionEnter {
        section: usize,
        object: Option<usize>,
        #[serde(default)]
        mode: Mode,
    },
    /// Ends a declared section.
    SectionLeave { section: usize, object: Option<usize> },
    /// What the thread does belongs to a declared phase, by its number.
    PhaseEnter { phase: usize },
    /// Goes on when all other threads that belong to the declared phase have ended.
    PhaseBegin {},
    /// Begins an atomic block.
    AtomicBegin {},
    /// Ends an atomic block.
    AtomicEnd {},
    /// Execution goes on only if the condition holds.
    Assume { condition: usize },
    /// Does something of which the analysis has no sound model.
    Unsupported { what: String },
    /// Goes on ending the thread, behind a function that cleaned up: reached only where a thread ends within a call.
    Unwind {},
    /// Calls the operating system directly: what it does is not known, but without a pointer it touches no memory.
    SystemCall {},
    /// Ends the process at once.
    Terminate {},
    /// Ends the process after the functions registered by `at-exit`; where a status is named, unless that is 0.
    ProcessExit { unless_zero: Option<usize> },
    /// Registers a function that is called when the process exits.
    AtExit { function: usize, argument: Option<usize> },
    /// Installs a signal handler.
    SignalHandler { handler: usize },
    /// Installs the signal handler that a `struct sigaction` names.
    SignalAction { action: usize },
    /// Makes a new object, of the product of the sizes; returned, or stored through `to`.
    Allocate {
        size: Vec<usize>,
        contents: AllocatedContents,
        to: Option<usize>,
        /// It fails unless this is a power of two, and at least the size of a pointer.
        alignment: Option<usize>,
        /// Flags of `mmap`: where they say so, the object lies where there may be another one.
        flags: Option<usize>,
    },
    /// Makes a new object, of the product of the sizes, with the bytes of an old one, which is freed.
    Reallocate { pointer: usize, size: Vec<usize> },
    /// Reads text into the memory that `to` leads to, or into new memory if that is too small.
    ReadLine { to: usize },
    /// Cuts the next part off a text, whose address stands where `text` points, and moves that address behind it.
    Separate { text: usize },
    /// Cuts the next part off a text. Where there is none, off what the last call left: its address stands where `position` points, or
    /// is kept by the library.
    NextToken { text: usize, position: Option<usize> },
    /// Ends an object's life.
    Free {
        pointer: usize,
        #[serde(default)]
        ends: Released,
    },
    /// Moves the end of the memory that the function gives: all that it gave may end, where the increment may be negative.
    Break { increment: usize },
    /// Memory may lose what it holds, and is zeroes then, as `madvise` with some kinds of advice makes it.
    Discard {
        pointer: usize,
        length: usize,
        advice: usize,
    },
    /// Copies bytes.
    Copy { to: usize, from: usize, length: usize },
    /// Sets bytes; to 0 where no value is named.
    Fill {
        to: usize,
        value: Option<usize>,
        length: usize,
    },
    /// Sorts an array by a function that compares two elements.
    Sort {
        base: usize,
        /// The arguments that tell how many elements there are, and how large each is.
        elements: Option<(usize, usize)>,
        compare: usize,
        /// The argument that the function is passed besides.
        passed: Option<usize>,
    },
    /// Searches an array by a function that compares a key with an element.
    Search {
        key: usize,
        base: usize,
        elements: Option<(usize, usize)>,
        compare: usize,
    },
    /// Calls a function any number of times with what the library has, and those of its own arguments that are passed on: pairs of the
    /// function's parameter and the argument.
    CallBack {
        function: usize,
        #[serde(default)]
        passes: Vec<(usize, usize)>,
    },
    /// Registers a function that others call from then on, any number of times and in threads of their own, with what they have and
    /// those of the arguments that are passed on.
    CallLater {
        function: usize,
        /// Another function that is called so.
        also: Option<usize>,
        #[serde(default)]
        passes: Vec<(usize, usize)>,
    },
    /// Reads atomically; the value is returned, or stored through `to`.
    AtomicLoad {
        object: usize,
        to: Option<usize>,
        order: Option<Order>,
    },
    /// Writes atomically: `value`, or what `from` points to, or 0. Where it is `plain`, it initialises, which is no atomic access.
    /// Of a `byte`, it writes no more than that, whatever the type.
    AtomicStore {
        object: usize,
        value: Option<usize>,
        from: Option<usize>,
        order: Option<Order>,
        #[serde(default)]
        plain: bool,
        #[serde(default)]
        byte: bool,
    },
    /// Reads and writes in one atomic step.
    AtomicUpdate {
        object: usize,
        value: Option<usize>,
        from: Option<usize>,
        to: Option<usize>,
        operator: Update,
        result: AtomicResult,
        order: Option<Order>,
    },
    /// Writes `desired` if the object holds what is expected, in one atomic step; otherwise tells what it holds through `expected`.
    CompareExchange {
        object: usize,
        expected: Option<usize>,
        expected_value: Option<usize>,
        desired: Option<usize>,
        desired_from: Option<usize>,
        #[serde(default)]
        result: AtomicResult,
        order: Option<Order>,
        /// The order of the read where it fails; that of success, where none is named.
        failure: Option<Order>,
    },
    /// Orders accesses of the thread with those of others, without one of its own.
    Fence { order: Option<Order> },
}

impl Effect {
    /// Whether success is told by 0, where a row of Pepsin's own table does not say anything else. A user's row says so itself
    /// (`returns = "zero"`), or the result may be anything.
    pub fn succeeds_with_zero(&self) -> bool {
        match self {
            Effect::Create { id, .. } => id.is_some(),
            Effect::Lock { attempt, .. } | Effect::Join { attempt, .. } | Effect::SemaphoreWait { attempt, .. } => {
                *attempt == Attempt::Blocking
            }
            Effect::Cancel { .. }
            | Effect::Detach { .. }
            | Effect::AttributeDetach { .. }
            | Effect::CancelType { .. }
            | Effect::Unlock { .. }
            | Effect::LockInit { .. }
            | Effect::LockDestroy { .. }
            | Effect::AttributeInit { .. }
            | Effect::AttributeKind { .. }
            | Effect::AttributeRobust { .. }
            | Effect::Wait { .. }
            | Effect::BarrierInit { .. }
            | Effect::BarrierShare { .. }
            | Effect::Once { .. }
            | Effect::KeyCreate { .. }
            | Effect::KeySet { .. }
            | Effect::SemaphoreInit { .. }
            | Effect::SemaphorePost { .. }
            | Effect::ProcessExit { .. }
            | Effect::AtExit { .. }
            | Effect::SignalHandler { .. }
            | Effect::SignalAction { .. } => true,
            _ => false,
        }
    }

    /// Whether the call may wait for another thread for ever.
    pub fn waits(&self) -> bool {
        matches!(
            self,
            Effect::Lock { .. }
                | Effect::Join { .. }
                | Effect::Wait { .. }
                | Effect::BarrierWait { .. }
                | Effect::SemaphoreWait { .. }
                | Effect::Once { .. }
                | Effect::AtomicBegin {}
        )
    }
}
