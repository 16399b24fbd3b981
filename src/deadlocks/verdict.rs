//! The verdict: what may be said of deadlocks.
//!
//! - *deadlock*: an execution ended with threads that wait for each other.
//! - *possible deadlock*: circles remain that nothing excluded, or were not all enumerated.
//! - *undecided*: something stopped the analysis, or could hide a deadlock from it.
//! - *no lock deadlock*: no threads wait in a circle for mutexes, read-write locks and ends of threads, and none ends with a lock that
//!   another one waits for; if there are races, up to the first one.
//! - *deadlock-free*: a search visited all states, and in none of them threads wait for ever.
//!
//! What hides a race may hide a deadlock, because it may hide a lock, or a thread.

use super::check::Checked;
use super::notes::Notes;
use crate::ir::Position;
use crate::races::{Evidence, LockMode};

/// What is said of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// No threads wait for ever in any state.
    DeadlockFree,
    /// No threads wait for locks and ends of threads in a circle.
    NoLockDeadlock,
    /// Some execution ends so, and it can be replayed.
    Deadlock,
    /// Circles remain.
    PossibleDeadlock,
    /// The analysis could not be completed.
    Undecided,
}

/// What executing the program under controlled schedules found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Executions {
    /// Not run, or none has a deadlock.
    #[default]
    Open,
    /// All states were visited, and in none of them threads wait for ever.
    Complete {
        /// How many states.
        states: u64,
    },
    /// Some have.
    Found(Vec<Execution>),
}

/// An execution that ended with threads that wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Execution {
    /// The threads, each of which waits for the next one, the last one for the first one or for one that has ended.
    pub threads: Vec<Blocked>,
    /// Which thread ran for how many operations, and the inputs.
    pub schedule: Vec<(u32, u64)>,
    /// The inputs, in the order in which they were taken.
    pub inputs: Vec<u64>,
    /// A thread that creates more threads than this does not go on.
    pub most_threads: usize,
}

/// A thread that waits for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// The thread, for people.
    pub thread: String,
    /// Its number, in the order of creation.
    pub number: u32,
    /// Where it waits.
    pub at: Position,
    /// In which function.
    pub function: String,
    /// What it waits for: the name of a lock that is a variable, or of a thread; nothing for a lock elsewhere.
    pub wanted: Option<String>,
    /// How it wants a lock; nothing if it waits for a thread.
    pub mode: Option<LockMode>,
    /// Whether who has that lock has ended.
    pub is_kept: bool,
    /// The locks that it holds.
    pub held: Vec<String>,
    /// The calls that led there, outermost first: each function, and where it stands.
    pub stack: Vec<(String, Position)>,
}

/// The verdict that follows.
pub fn decide(checked: &Checked<'_>, notes: &Notes, evidence: &Evidence, executions: &Executions) -> Verdict {
    let hidden = evidence.may_hide_race() || !notes.obstacles.is_empty();
    match executions {
        Executions::Found(_) => Verdict::Deadlock,
        Executions::Complete { .. } if !hidden => Verdict::DeadlockFree,
        _ if evidence.cut.is_some() => Verdict::Undecided,
        _ if !checked.is_clear() => Verdict::PossibleDeadlock,
        _ if hidden => Verdict::Undecided,
        _ => Verdict::NoLockDeadlock,
    }
}
