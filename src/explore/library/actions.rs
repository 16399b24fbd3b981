//! What a process does on signals: `signal`, `sigaction`, and `alarm` (POSIX.1-2017; Linux, sigaction(2)).
//!
//! No signal comes from outside here: one that may come at any time may come after all else.

use super::error_codes::INVALID;
use super::masks::{INTERNAL, bit};
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// `SIGKILL` and `SIGSTOP`, for which there is no other action.
const UNCHANGEABLE: [u64; 2] = [9, 19];
/// `SIG_DFL`, which names no function (POSIX, `<signal.h>`).
pub(super) const DEFAULT: u64 = 0;
/// `SA_SIGINFO` and `SA_RESETHAND`: the handler is told more, or runs once.
const UNUSUAL: u64 = 0x4 | 0x8000_0000;
/// What `signal` of glibc asks for: `SA_RESTART`.
const RESTART: u64 = 0x1000_0000;
/// What glibc adds to all flags: `SA_RESTORER`.
const RESTORER: u64 = 0x0400_0000;
/// Where glibc has the members of `struct sigaction` where pointers have 8 bytes.
const MASK: u64 = 8;
const FLAGS: u64 = 136;
const RESTORING: u64 = 144;

/// The action on a signal, besides its handler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Action {
    /// Signals that are blocked in the handler, by bits from 1.
    pub mask: u64,
    /// `sa_flags`.
    pub flags: u64,
}

impl Action {
    /// Whether a call that the handler interrupts waits again.
    pub fn restarts(self) -> bool {
        self.flags & RESTART != 0
    }

    /// Whether a handler is called with the number of the signal only, each time.
    pub fn is_plain(self) -> bool {
        self.flags & UNUSUAL == 0
    }
}

impl Machine<'_> {
    /// Handlers interrupt threads anywhere: a search through all states would have to deliver each signal after each step.
    pub(super) fn end_search_at_signal(&self) -> Result<(), Stop> {
        match self.settings.purpose {
            Purpose::Exhaust => Err(Stop::Open("a signal in a search of all states".to_owned())),
            Purpose::DetectRaces | Purpose::Run => Ok(()),
        }
    }

    /// `signal`: gives the handler that was there before.
    pub(super) fn signal(&mut self, number: u64, handler: u64) -> Result<u64, Stop> {
        self.end_search_at_signal()?;
        let action = Action {
            mask: bit(number).unwrap_or(0),
            flags: RESTART,
        };
        self.signal_actions.insert(number, action);
        let before = self.signal_handlers.insert(number, handler);
        self.discard_ignored(number);
        Ok(before.unwrap_or(DEFAULT))
    }

    /// `sigaction`: tells the action that there was, and takes a new one, where there are pointers to them.
    pub(super) fn signal_action(
        &mut self,
        thread: usize,
        call: &CallSite,
        (signal, new, old): (u64, u64, u64),
    ) -> Result<u64, Stop> {
        let is_changeable = !UNCHANGEABLE.contains(&signal);
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 || !is_changeable {
            return Err(Stop::Open("an action on a signal".to_owned()));
        }
        if bit(signal).is_none_or(|bit| bit & INTERNAL != 0) {
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        }
        let replacement = match new {
            0 => None,
            new => {
                for (at, size) in [(new, MASK + 8), (new.wrapping_add(FLAGS), 4)] {
                    self.memory.bytes(at, size)?;
                    self.require_value(at, size)?;
                    self.access(thread, at, size, AccessKind::Read, call.access);
                }
                let handler = self.memory.read(new, 8)?;
                let mask = self.memory.read(new.wrapping_add(MASK), 8)?;
                let flags = self.memory.read(new.wrapping_add(FLAGS), 4)?;
                Some((handler, Action { mask, flags }))
            }
        };
        if old != 0 {
            self.tell_action(thread, call, (signal, old))?;
        }
        if let Some((handler, action)) = replacement {
            self.signal_handlers.insert(signal, handler);
            self.signal_actions.insert(signal, action);
            self.discard_ignored(signal);
        }
        Ok(0)
    }

    /// Writes the action on a signal. What the program did not choose is what it was started with: the default here.
    fn tell_action(&mut self, thread: usize, call: &CallSite, (signal, old): (u64, u64)) -> Result<(), Stop> {
        let known = self.signal_handlers.get(&signal).copied();
        let chosen = self.signal_actions.get(&signal).copied().unwrap_or_default();
        let (handler, flags, restorer) = match known {
            None => (DEFAULT, 0, 0),
            // Where the library lies, and so where it returns from handlers, is up to the environment.
            Some(handler) => (
                handler,
                chosen.flags | RESTORER,
                self.input_of(Scalar::U64, (1, i64::MAX)),
            ),
        };
        self.memory.write(old, 8, handler)?;
        self.memory.write(old.wrapping_add(MASK), 8, chosen.mask)?;
        self.memory.write(old.wrapping_add(FLAGS), 4, flags)?;
        self.memory.write(old.wrapping_add(RESTORING), 8, restorer)?;
        for (at, size) in [
            (old, MASK + 8),
            (old.wrapping_add(FLAGS), 4),
            (old.wrapping_add(RESTORING), 8),
        ] {
            self.access(thread, at, size, AccessKind::Write, call.access);
        }
        Ok(())
    }

    /// `alarm`: gives the seconds that were left of the last one. The clock decides how many these are.
    pub(super) fn alarm(&mut self, call: &CallSite, seconds: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("an alarm in a search of all states".to_owned()));
        }
        let left = std::mem::replace(&mut self.alarm, seconds & 0xffff_ffff);
        match left {
            0 => Ok(0),
            left => Ok(self.input_between(call, (1, left as i64))),
        }
    }
}
