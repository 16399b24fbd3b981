//! Why a thread or an execution does not go on.

use crate::ir::Position;

use super::memory::{BadAccess, OutOfMemory};
use super::synchronisation::WrongKind;
use super::thread::Wait;

/// Why an execution ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathEnd {
    /// The program ended by itself.
    Exit,
    /// An assumption on inputs failed, or the program aborted.
    Rejected,
    /// No thread can run.
    Deadlock,
    /// The budget of steps was used up.
    StepLimit,
    /// No thread can run, and one waits to create a thread more than may be.
    ThreadLimit,
    /// An access that is undefined in C.
    Bad(BadAccess, Position),
    /// Something that cannot be executed.
    Open(String, Position),
}

/// What stops the current thread in the middle of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The operation waits and is tried again when the wait is over.
    Wait(Wait),
    /// A function was called on behalf of the operation, which is tried again when it has returned.
    Again,
    /// The thread goes on elsewhere: nobody gets a result of the operation.
    Elsewhere,
    /// The thread has ended.
    ThreadEnd,
    /// The execution ends.
    End(PathEnd),
    /// An undefined access; the place is added by the interpreter.
    Bad(BadAccess),
    /// Something that cannot be executed; the place is added by the interpreter.
    Open(String),
}

impl From<BadAccess> for Stop {
    fn from(bad: BadAccess) -> Self {
        Stop::Bad(bad)
    }
}

impl From<OutOfMemory> for Stop {
    fn from(_: OutOfMemory) -> Self {
        Stop::Open("the execution needs more memory than the limit".to_owned())
    }
}

impl From<WrongKind> for Stop {
    fn from(_: WrongKind) -> Self {
        Stop::Bad(BadAccess::BadSynchronisation)
    }
}
