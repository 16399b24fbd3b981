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

use pepsin_digests::{BarrierId, LockId, ThreadFlag, ThreadId};
use pepsin_lattice::{Bottom, Lattice, MaySet, Widen};

use super::past::Past;
use super::set::Set;
use crate::ir::{BlockId, FunctionId};
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

/// A global unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Global {
    /// `[unlock m_g]`: the keys under which the object was written.
    Writers(ObjectId),
    /// `[unlock m_g, key]`: what was written to the object, and the past of the writers.
    Written(ObjectId, Key),
    /// The locks held at every write to the object that others may see.
    Protecting(ObjectId),
    /// `[unlock m]` and `[init m]`: the keys under which the lock became free.
    Releases(LockId),
    /// `[unlock m, key]`: the past of those who made the lock free.
    Released(LockId, Key),
    /// `[end t]`: what ended threads leave to those who join them.
    Ended(ThreadId),
    /// The functions that a thread must run before it ends: destructors of thread-specific data.
    Destructors,
    /// The functions that run when the process exits.
    ExitHandlers,
    /// Whether the program writes to the once-control, which then may be run again.
    OnceRewritten(ObjectId),
    /// For how many threads the barrier was initialised.
    BarrierCount(BarrierId),
    /// The keys of those who wait at the barrier.
    BarrierWaiters(BarrierId),
    /// The keys of those who wait at a barrier that is not known.
    UnknownBarrier,
    /// The kinds with which the mutex was initialised, as a value of the attribute type.
    MutexKind(LockId),
}

/// What a global unknown holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// Nothing was contributed.
    Nothing,
    /// The keys under which something was seen.
    Keys(MaySet<Key>),
    /// The past of those who did it.
    Past(Past),
    /// The past of writers, and what they wrote.
    Written(Past, Contents),
    /// The locks that all have in common.
    Locks(Rc<[LockId]>),
    /// What ended threads leave.
    Ended(Box<Ended>),
    /// A set of values.
    Value(Value),
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
}

impl Fact {
    /// Combines two facts of the same kind; facts of one unknown are always of one kind.
    fn combine(&mut self, other: &Self, operations: &Operations) -> bool {
        match (&mut *self, other) {
            (_, Fact::Nothing) => false,
            (Fact::Nothing, _) => {
                *self = other.clone();
                true
            }
            (Fact::Keys(mine), Fact::Keys(theirs)) => mine.join(theirs),
            (Fact::Past(mine), Fact::Past(theirs)) => mine.join(theirs),
            (Fact::Written(mine, contents), Fact::Written(theirs, other)) => {
                mine.join(theirs) | (operations.contents)(contents, other)
            }
            (Fact::Locks(mine), Fact::Locks(theirs)) => intersect(mine, theirs),
            (Fact::Ended(mine), Fact::Ended(theirs)) => {
                mine.past.join(&theirs.past)
                    | (operations.memory)(&mut mine.view, &theirs.view)
                    | mine.written.join(&theirs.written)
                    | (operations.value)(&mut mine.value, &theirs.value)
            }
            (Fact::Value(mine), Fact::Value(theirs)) => (operations.value)(mine, theirs),
            (mine, theirs) => unreachable!("facts of different kinds meet: {mine:?} and {theirs:?}"),
        }
    }
}

/// The operation of the value lattices by which facts are combined.
struct Operations {
    contents: fn(&mut Contents, &Contents) -> bool,
    memory: fn(&mut Memory, &Memory) -> bool,
    value: fn(&mut Value, &Value) -> bool,
}

fn intersect(mine: &mut Rc<[LockId]>, theirs: &[LockId]) -> bool {
    let common: Rc<[LockId]> = mine.iter().copied().filter(|lock| theirs.contains(lock)).collect();
    let changed = common.len() != mine.len();
    *mine = common;
    changed
}

impl Lattice for Fact {
    fn join(&mut self, other: &Self) -> bool {
        self.combine(
            other,
            &Operations {
                contents: Contents::join,
                memory: Memory::join,
                value: Value::join,
            },
        )
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
        self.combine(
            next,
            &Operations {
                contents: Contents::widen,
                memory: Memory::widen,
                value: Value::widen,
            },
        )
    }
}
