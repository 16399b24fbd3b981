//! Statements.

use super::operands::{Condition, Guard, Index, Lock, Place, Record, Value};

/// Whether a created thread is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Always.
    Always,
    /// If an input says so.
    Sometimes,
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
    Spawn(usize, u8, Arguments, Joined, Vec<Statement>),
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
            | Statement::Spawn(_, _, _, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
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
            | Statement::Spawn(_, _, _, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
            | Statement::Waiting(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }
}
