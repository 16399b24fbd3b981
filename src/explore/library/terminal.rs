//! Terminals: `isatty`, `tcgetattr`, `tcsetattr`, and `ioctl` as far as it asks for them (POSIX.1-2017, `<termios.h>`).
//!
//! Whether a descriptor leads to a terminal is chosen once ([`super::open_files`]). What a terminal is like, the environment chooses; how many
//! lines and columns it has, and what else `ioctl` does to it, is not executed.

use serde::Deserialize;

use super::open_files::Kind;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// What is done with a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terminal {
    /// `isatty`.
    Is,
    /// `tcgetattr`.
    Get,
    /// `tcsetattr`.
    Set,
    /// `ioctl`.
    Control,
}

/// What is asked of terminals (`asm-generic/ioctls.h`: `TCGETS` to `TIOCSSOFTCAR`).
const OF_TERMINALS: std::ops::RangeInclusive<u64> = 0x5401..=0x541a;

impl Machine<'_> {
    /// Performs a call.
    pub(super) fn terminal(&mut self, thread: usize, call: &CallSite, does: Terminal) -> Result<u64, Stop> {
        let [descriptor, second] = [0, 1].map(|number| self.argument(thread, call, number));
        let unknown = match does {
            Terminal::Is => "whether a descriptor leads to a terminal",
            Terminal::Get => "what a terminal is like",
            Terminal::Set => "what becomes of a terminal",
            Terminal::Control => "what `ioctl` does to a device",
        };
        let unknown = || Stop::Open(unknown.to_owned());
        let is_known = does != Terminal::Control || OF_TERMINALS.contains(&(second & 0xffff_ffff));
        if self.settings.purpose == Purpose::Exhaust || !is_known {
            return Err(unknown());
        }
        let refused = if does == Terminal::Is { 0 } else { u64::MAX };
        if self.refuses_descriptor(descriptor)? {
            self.refuse_descriptor(thread)?;
            return Ok(refused);
        }
        let is_terminal = self.kind(descriptor)? == Kind::Terminal;
        match does {
            // Sockets know some of the requests, too.
            Terminal::Control if is_terminal || self.socket(descriptor).is_some() => Err(unknown()),
            _ if !is_terminal => self.refuse_as_terminal(thread, refused),
            Terminal::Is => Ok(1),
            Terminal::Get => self.terminal_attributes(thread, call, second),
            Terminal::Set | Terminal::Control => self.may_fail(thread),
        }
    }

    /// Stores what the environment chooses of a terminal.
    fn terminal_attributes(&mut self, thread: usize, call: &CallSite, at: u64) -> Result<u64, Stop> {
        let size = call.pointee_sizes.get(1).copied().flatten();
        let size = u64::from(size.unwrap_or(0));
        if size == 0 {
            return Err(Stop::Open("what the environment stores".to_owned()));
        }
        self.fill_with_inputs(at, size)?;
        self.access(thread, at, size, AccessKind::Write, call.access);
        Ok(0)
    }
}
