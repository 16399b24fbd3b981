//! `errno`: one `int` of each thread (C17 7.5), 0 at its start. Routines set it where they fail, and leave it alone otherwise.
//!
//! A call whose outcome the environment chooses may have failed: what `errno` is then, is chosen when the program asks.

use super::exact::format::message;
use crate::explore::code::Scalar;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;

/// The error numbers of Linux are positive and below this.
const ERRORS: u64 = 134;

/// The `errno` of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorNumber {
    /// Where it lies; 0 as long as nobody asked.
    address: u64,
    /// Its value as long as nobody asked.
    value: i32,
    /// Whether a call that may have failed came since its value was certain.
    may_have_changed: bool,
}

impl Machine<'_> {
    /// `__errno_location`.
    pub(super) fn error_location(&mut self, thread: usize) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("errno in a search of all states".to_owned()));
        }
        let mut known = self.error_numbers.get(&thread).copied().unwrap_or_default();
        if known.address == 0 {
            known.address = self.allocate_filled(thread, 4, ObjectKind::Library, 0)?;
            self.memory.write(known.address, 4, known.value as u64)?;
        }
        if known.may_have_changed {
            known.may_have_changed = false;
            if self.inputs.choice(2) == 1 {
                let error = self.some_error();
                self.memory.write(known.address, 4, error)?;
            }
        }
        self.error_numbers.insert(thread, known);
        Ok(known.address)
    }

    /// An error, most likely one that the program looks for.
    fn some_error(&mut self) -> u64 {
        let wanted = self.inputs.value(Scalar::I32, &self.code.constants);
        match (1..ERRORS).contains(&wanted) {
            true => wanted,
            false => 1 + wanted % (ERRORS - 1),
        }
    }

    /// `strerror`: the same text for the same error.
    pub(super) fn error_message(&mut self, thread: usize, error: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("`strerror` in a search of all states".to_owned()));
        }
        let error = error as i32;
        if let Some(known) = self.messages.get(&error) {
            return Ok(*known);
        }
        let text = message(error);
        let size = text.len() as u64;
        let at = self.allocate_filled(thread, size + 1, ObjectKind::Library, 0)?;
        self.memory.bytes_mut(at, size)?.copy_from_slice(&text);
        self.messages.insert(error, at);
        Ok(at)
    }

    /// The value, if it is certain.
    pub(super) fn known_error(&self, thread: usize) -> Option<i32> {
        let known = self.error_numbers.get(&thread).copied().unwrap_or_default();
        if known.may_have_changed || self.settings.purpose == Purpose::Exhaust {
            return None;
        }
        match known.address {
            0 => Some(known.value),
            address => self.memory.read(address, 4).ok().map(|value| value as i32),
        }
    }

    /// A routine fails.
    pub(super) fn set_error_number(&mut self, thread: usize, error: i32) -> Result<(), Stop> {
        let known = self.error_numbers.entry(thread).or_default();
        (known.value, known.may_have_changed) = (error, false);
        match known.address {
            0 => Ok(()),
            address => Ok(self.memory.write(address, 4, error as u64)?),
        }
    }

    /// A call whose outcome the environment chooses may have failed.
    pub(in crate::explore) fn error_may_have_changed(&mut self, thread: usize) {
        self.error_numbers.entry(thread).or_default().may_have_changed = true;
    }
}
