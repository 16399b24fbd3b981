//! Other processes: what waiting for one tells (POSIX.1-2017, `waitpid`), also for a shell that the library starts (`system`, `pclose`).
//!
//! Whoever started the program may have left it a child, which ends once, and a shell ends as the environment likes. What a process of the program's own
//! does is not executed: a path that waits for one ends. So does one that gives the shell a command which the shell performs itself.

use super::error_codes::NO_CHILDREN;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};

/// The greatest number of a process on Linux.
const MOST_PROCESSES: i64 = 4_000_000;

/// The child that whoever started the program may have left it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeftChild {
    /// Nobody asked for it.
    #[default]
    Unasked,
    /// There is none.
    Nowhere,
    /// That with this number has ended.
    Ended(u64),
}

/// Commands of the shell itself whose status is no choice of the environment (POSIX.1-2017, XCU 2.14 and 1.6).
const BUILT_IN: [&[u8]; 5] = [b"exit", b"true", b"false", b":", b"return"];

impl Machine<'_> {
    /// The program made a process that it may wait for.
    pub(super) fn note_process(&mut self) {
        self.has_processes = true;
    }

    /// `wait` and `waitpid`; where the status goes is the argument with a number. Nobody knows the number of a child that was left before.
    pub(super) fn wait_for_process(&mut self, thread: usize, call: &CallSite, status: u8) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.has_processes {
            return Err(Stop::Open("how a process ended".to_owned()));
        }
        let asks_for_any = status == 0 || matches!(self.argument(thread, call, 0) as i32, -1 | 0);
        let may_be_there = asks_for_any && self.left_child == LeftChild::Unasked;
        if !may_be_there || self.inputs.choice(2) == 0 {
            if may_be_there {
                self.left_child = LeftChild::Nowhere;
            }
            self.set_error_number(thread, NO_CHILDREN)?;
            return Ok(u64::MAX);
        }
        let mut child = self.input_between(call, (2, MOST_PROCESSES));
        while self.constant_inputs.values().any(|known| *known == child) {
            child += 1;
        }
        self.left_child = LeftChild::Ended(child);
        let ended = self.exit_status();
        let to = self.argument(thread, call, usize::from(status));
        self.write_result(thread, call, to, Scalar::I32, ended)?;
        Ok(child)
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
            _ => {
                self.require_program(command)?;
                self.status_of_shell(thread)
            }
        }
    }

    /// Ends the path where the first word of a command is one of the shell itself.
    pub(super) fn require_program(&self, command: u64) -> Result<(), Stop> {
        let text = self.memory.bytes(command, self.memory.string_length(command)?)?;
        let is_letter = |byte: &u8| !byte.is_ascii_whitespace() && !b";&|".contains(byte);
        let first: Vec<u8> = text.trim_ascii_start().iter().copied().take_while(is_letter).collect();
        match BUILT_IN.contains(&first.as_slice()) {
            true => Err(Stop::Open("how the shell performs a command itself".to_owned())),
            false => Ok(()),
        }
    }
}
