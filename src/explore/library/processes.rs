//! Other processes: what waiting for one tells (POSIX.1-2017, `waitpid`), also for a shell that the library starts (`system`, `pclose`).
//!
//! Whoever started the program may have left it children, and chooses how they end. What a process of the program's own does is not
//! executed: a path that waits for one ends.

use super::error_codes::NO_CHILDREN;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};

/// The greatest number of a process on Linux.
const MOST_PROCESSES: i64 = 4_194_304;

impl Machine<'_> {
    /// The program made a process that it may wait for.
    pub(super) fn note_process(&mut self) {
        self.has_processes = true;
    }

    /// `waitpid` and its kin; where the status goes is the argument with a number.
    pub(super) fn wait_for_process(&mut self, thread: usize, call: &CallSite, status: u8) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.has_processes {
            return Err(Stop::Open("how a process ended".to_owned()));
        }
        if self.inputs.choice(2) == 0 {
            self.set_error_number(thread, NO_CHILDREN)?;
            return Ok(u64::MAX);
        }
        let asked = match status {
            0 => 0,
            _ => self.argument(thread, call, 0) as i32,
        };
        let ended = self.exit_status();
        let to = self.argument(thread, call, usize::from(status));
        self.write_result(thread, call, to, Scalar::I32, ended)?;
        match asked {
            1.. => Ok(asked as u64),
            _ => Ok(self.input_between(call, (2, MOST_PROCESSES))),
        }
    }

    /// The status of a process that ended by itself: that one was ended by a signal is left out.
    fn exit_status(&mut self) -> u64 {
        self.inputs.among(0x100) << 8
    }

    /// `pclose`, and `system` of a command: the status of a shell that ended, which is waited for, or an error.
    pub(super) fn status_of_shell(&mut self, thread: usize) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("how a process ended".to_owned()));
        }
        if self.inputs.choice(2) == 0 {
            self.error_may_have_changed(thread);
            return Ok(u64::MAX);
        }
        Ok(self.exit_status())
    }

    /// `system`: without a command it asks whether there is a shell.
    pub(super) fn shell(&mut self, thread: usize, command: u64) -> Result<u64, Stop> {
        match command {
            0 => Err(Stop::Open("whether there is a shell".to_owned())),
            _ => self.status_of_shell(thread),
        }
    }
}
