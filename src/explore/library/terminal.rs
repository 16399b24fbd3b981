//! `ioctl` as far as it asks for terminals: in executions the standard streams are files, which have no lines and columns.
//!
//! That nothing is a terminal is an input: an execution in which `isatty` said something else ends here.

use super::error_codes::NO_TERMINAL;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};

/// The last one of the descriptors that a program begins with.
const STANDARD: u64 = 2;

/// What is asked of terminals (`asm-generic/ioctls.h`: `TCGETS` to `TIOCSSOFTCAR`).
const OF_TERMINALS: std::ops::RangeInclusive<u64> = 0x5401..=0x541a;

/// The function that tells terminals.
const TELLING: &str = "isatty";

impl Machine<'_> {
    /// `ioctl`: what asks a standard stream for a terminal is refused.
    pub(super) fn control_device(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [descriptor, request] = [0, 1].map(|number| self.argument(thread, call, number) & 0xffff_ffff);
        let is_terminal = self.constant_inputs.get(TELLING).is_some_and(|told| *told != 0);
        let is_known = descriptor <= STANDARD && OF_TERMINALS.contains(&request);
        if self.settings.purpose == Purpose::Exhaust || is_terminal || !is_known {
            return Err(Stop::Open("what `ioctl` does to a device".to_owned()));
        }
        if self.refuses_descriptor(descriptor)? {
            return self.refuse_descriptor(thread);
        }
        self.constant_inputs.insert(TELLING.to_owned(), 0);
        self.set_error_number(thread, NO_TERMINAL)?;
        Ok(u64::MAX)
    }
}
