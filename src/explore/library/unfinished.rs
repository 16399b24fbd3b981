//! Calls of which executions know what they access, and nothing of what comes behind.
//!
//! A thread may be interrupted within such a call for as long as the others like. So it stays there when it has made its accesses, and the
//! others go on: whatever they access then is not ordered with the call, and nothing rests on what it would give. They do so until they
//! call the library themselves, which may have to wait for what the unfinished call holds inside of it; what their call accesses is
//! accessed before.

use crate::explore::code::Row;
use crate::explore::machine::{Machine, PathEnd, Purpose, Stop};
use crate::explore::thread::Wait;
use crate::ir::Position;

/// Operations that the others do at most.
const PATIENCE: u64 = 1_000;

/// The call in which a thread stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    reason: String,
    at: Position,
    step: u64,
}

impl Machine<'_> {
    /// The end of an execution that was to end where a call is not finished.
    pub(in crate::explore) fn end_of_unfinished(&self) -> Option<PathEnd> {
        let call = self.unfinished.as_ref()?;
        Some(PathEnd::Open(call.reason.clone(), call.at))
    }

    /// Whether the others have gone on for long enough.
    pub(in crate::explore) fn is_overdue(&self) -> bool {
        let call = self.unfinished.as_ref();
        call.is_some_and(|call| self.steps > call.step.saturating_add(PATIENCE))
    }

    /// What stops a thread in a call of which no more is known.
    pub(super) fn leave_unfinished(&mut self, thread: usize, row: &Row, reason: String) -> Stop {
        let may_stay = self.settings.purpose == Purpose::DetectRaces && self.synchronisation.atomic_block.is_none();
        if !may_stay || !row.touches_memory() {
            return Stop::Open(reason);
        }
        self.unfinished = Some(Unfinished {
            reason,
            at: self.current_position(thread),
            step: self.steps,
        });
        Stop::Wait(Wait::Unknown)
    }
}
