//! Statements.

use super::operands::{Condition, Guard, Index, Lock, Order, Place, Record, Value};
use crate::shapes::Piece;

/// Whether a created thread is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Always.
    Always,
    /// If an input says so.
    Sometimes,
    /// Of several, only the one at an index; a single one always.
    One(Index),
    /// Never.
    Never,
}

/// What is passed to a called function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// A record.
    pub record: Record,
    /// An integer; it must be a plain one.
    pub place: Place,
    /// A mutex.
    pub lock: Lock,
    /// A number.
    pub number: Index,
}

/// Whose functions create and join a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// `<pthread.h>`.
    Posix,
    /// `<threads.h>`.
    Standard,
}

/// The creation of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Creation {
    /// The body that they run.
    pub routine: usize,
    /// How many, at least one.
    pub count: u8,
    /// What is passed to them.
    pub arguments: Arguments,
    /// Whether they are joined.
    pub joined: Joined,
    /// By which functions.
    pub library: Library,
}

/// A thread that is started again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// The body that it runs.
    pub routine: usize,
    /// How many are started at most before the last one is joined.
    pub most: u8,
    /// What is passed to it.
    pub arguments: Arguments,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By its name.
    Direct,
    /// Through a table of two functions: this one and the other, by an index.
    Table(usize, Index),
    /// By `pthread_once`, with a control.
    Once(u8),
    /// By itself, with a smaller number.
    Again,
    /// Through the member of a global structure, if a function is installed there; only functions do not call so.
    Installed(u8),
    /// By `qsort`, when it compares two elements.
    Comparing,
}

/// How a lock, the address of an integer and a value get to where they are used together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carrier {
    /// By assignment of a structure.
    Assigned,
    /// By `memcpy` of a structure.
    Copied,
    /// In a structure on the heap.
    Allocated,
    /// In a structure as argument.
    Passed,
    /// In a structure that a function returns.
    Returned,
    /// As the integers of a union of pointers and integers.
    Punned,
}

/// How the nodes of a list are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// All of them, under the lock of the list.
    UnderListLock,
    /// The first, under its own lock only.
    UnderNodeLock,
    /// The first, which is taken out of the list.
    Detached,
    /// The same, which is freed then.
    Freed,
}

impl Visit {
    /// All of them.
    pub const ALL: [Visit; 4] = [
        Visit::UnderListLock,
        Visit::UnderNodeLock,
        Visit::Detached,
        Visit::Freed,
    ];
}

/// How a thread finds out that it is the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It adds to a counter that was 0.
    Counted,
    /// It replaces 0 by another value.
    Exchanged,
}

/// How a function is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Installing {
    /// Under the lock under which it is looked up.
    Locked,
    /// Without it.
    Bare,
}

/// What becomes of allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is kept.
    Kept,
    /// It is freed.
    Freed,
    /// A global pointer gets its address.
    Published(u8),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `place = value`.
    Write(Place, Value),
    /// `last = place`.
    Read(Place),
    /// An atomic operation on a plain integer.
    AtomicAdd(Place),
    /// An atomic load of a plain integer.
    AtomicRead(Place),
    /// A copy of the two ordinary members.
    Copy(Record, Record),
    /// The two ordinary members become 0, by `memset`.
    Clear(Record),
    /// A protected block.
    Guarded(Guard, Vec<Statement>),
    /// A block protected by a mutex on one of two paths, and again at its end.
    Perhaps(Lock, Vec<Statement>),
    /// `trylock`, and what is done if it succeeds and if it fails.
    Try(Lock, Vec<Statement>, Vec<Statement>),
    /// Two locks, the first of which may be released in the middle through a pointer that may be either.
    Either(Lock, Lock, Vec<Statement>),
    /// A branch.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop with a number of rounds.
    Repeat(u8, Vec<Statement>),
    /// A loop whose end an input decides.
    While(Vec<Statement>),
    /// A call of a body.
    Call(usize, Way, Arguments),
    /// Threads created, one or more, what is done meanwhile, and whether they are joined.
    Spawn(Creation, Vec<Statement>),
    /// A thread, what is done meanwhile, and what is done with the record that it returned.
    Collect(usize, Arguments, Vec<Statement>, Vec<Statement>),
    /// The local record becomes what the thread will return.
    Keep,
    /// A record on the stack, and its use as the local one.
    OnStack(Vec<Statement>),
    /// A record becomes the thread's own by `pthread_setspecific`: a destructor writes to it when the thread ends.
    Attach(Record),
    /// The picked number becomes an input.
    Pick,
    /// A function is installed in a global structure.
    Install(u8, usize, Installing),
    /// A function gets the address of a part of a record, and writes to it under the lock that lies before it.
    Contained(Record),
    /// `place = value` under a lock, where all three were carried.
    Carried(Carrier, Lock, Place, Value),
    /// A new node of a list.
    Push(Index, Value),
    /// A value is written to nodes of a list.
    Visited(Index, Visit, Value),
    /// A flag is set by an atomic store.
    Signal(u8, Order),
    /// A block that is done only if an atomic load finds the flag set.
    Signalled(u8, Order, Vec<Statement>),
    /// A block that is done only by the first that comes.
    First(u8, Claim, Vec<Statement>),
    /// A new record, its use as the local one, and what becomes of it.
    Fresh(Vec<Statement>, Fate),
    /// The local pointer to integers gets a new target.
    PointTo(Place),
    /// A global pointer to integers gets a new target.
    Share(u8, Place),
    /// The local pointer to mutexes gets a new target.
    Choose(Lock),
    /// Waits for a condition variable until a global holds 1; the lock of the condition variable is held meanwhile.
    Await(u8),
    /// The same global becomes 1, under its lock, and all are woken.
    Announce(u8),
    /// A global pointer to mutexes gets a new target.
    ShareLock(u8, Lock),
    /// A block protected by a global mutex, with a wait on a condition variable in the middle.
    Waiting(u8, Vec<Statement>, Vec<Statement>),
    /// Those who wait there are woken.
    Wake(u8),
    /// A global pointer to records gets the local one, which stays in use.
    Hand(u8),
    /// Two threads, the second of which joins the first before it begins, and is joined itself.
    Relay(usize, usize, Arguments, Vec<Statement>),
    /// Two threads, one of which is joined at the end, as an input says.
    JoinEither(usize, usize, Arguments, Vec<Statement>),
    /// A thread that is started and joined in turns, with a block while it may be running, and one behind the join.
    Restarted(Restart, Vec<Statement>, Vec<Statement>),
    /// Ends the thread, by `pthread_exit`; not inside guarded blocks.
    Exit,
    /// Waits at the barrier for two.
    Barrier,
    /// `sem_post`.
    Post(u8),
    /// `sem_wait`.
    Take(u8),
    /// Leaves the function; not inside guarded blocks.
    Leave,
    /// A part of a shape.
    Shape(Piece),
}

impl Statement {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Guarded(_, body)
            | Statement::Perhaps(_, body)
            | Statement::Either(_, _, body)
            | Statement::Repeat(_, body)
            | Statement::While(body)
            | Statement::Spawn(_, body)
            | Statement::OnStack(body)
            | Statement::Signalled(_, _, body)
            | Statement::First(_, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
            | Statement::Collect(_, _, then, otherwise)
            | Statement::Restarted(_, then, otherwise)
            | Statement::Waiting(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// The blocks inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Guarded(_, body)
            | Statement::Perhaps(_, body)
            | Statement::Either(_, _, body)
            | Statement::Repeat(_, body)
            | Statement::While(body)
            | Statement::Spawn(_, body)
            | Statement::OnStack(body)
            | Statement::Signalled(_, _, body)
            | Statement::First(_, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
            | Statement::Collect(_, _, then, otherwise)
            | Statement::Restarted(_, then, otherwise)
            | Statement::Waiting(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }
}
