//! `errno`: one `int` of each thread (C17 7.5), 0 at its start. Routines set it where they fail, and leave it alone otherwise.
//!
//! A call whose outcome the environment chooses may have failed: what `errno` is then, is chosen when the program asks. If the call said
//! that it failed, it is an error, and not what it was before; if it said that it succeeded, it left `errno` alone, as calls of the system and
//! of glibc do.

use super::Routine;
use super::exact::format::message;
use crate::explore::arithmetic::normalise;
use crate::explore::code::{CallSite, Scalar, Target};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;

/// The error numbers of Linux are positive and below this.
const ERRORS: u64 = 134;

/// The errors of `getaddrinfo` in glibc, and what it calls them in the C locale.
const ADDRESS_ERRORS: [(i32, &str); 17] = [
    (-1, "Bad value for ai_flags"),
    (-2, "Name or service not known"),
    (-3, "Temporary failure in name resolution"),
    (-4, "Non-recoverable failure in name resolution"),
    (-5, "No address associated with hostname"),
    (-6, "ai_family not supported"),
    (-7, "ai_socktype not supported"),
    (-8, "Servname not supported for ai_socktype"),
    (-9, "Address family for hostname not supported"),
    (-10, "Memory allocation failure"),
    (-11, "System error"),
    (-100, "Processing request in progress"),
    (-101, "Request canceled"),
    (-102, "Request not canceled"),
    (-103, "All requests done"),
    (-104, "Interrupted by a signal"),
    (-105, "Parameter string not correctly encoded"),
];

/// The `errno` of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorNumber {
    /// Where it lies; 0 as long as nobody asked.
    address: u64,
    /// Its value as long as nobody asked.
    value: i32,
    /// Whether a call that may have failed came since its value was certain.
    doubt: Doubt,
    /// Whether one of these said that it had failed, so that it is an error now.
    is_error: bool,
}

/// Whether a call may have changed `errno`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Doubt {
    /// None.
    #[default]
    None,
    /// The one that is being performed.
    ThisCall,
    /// An earlier one.
    Earlier,
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
        if known.doubt != Doubt::None && (known.is_error || self.inputs.choice(2) == 1) {
            let error = self.some_error();
            self.memory.write(known.address, 4, error)?;
        }
        (known.doubt, known.is_error) = (Doubt::None, false);
        self.error_numbers.insert(thread, known);
        Ok(known.address)
    }

    /// Notes what a call told: if the environment let it fail, `errno` is an error from then on. Whoever knows its address may look
    /// at once.
    pub(in crate::explore) fn note_outcome(
        &mut self,
        thread: usize,
        (call, target): (&CallSite, Target),
        told: u64,
    ) -> Result<(), Stop> {
        let known = self.error_numbers.get(&thread).copied().unwrap_or_default();
        if self.settings.purpose == Purpose::Exhaust || known.doubt == Doubt::None {
            return Ok(());
        }
        if known.doubt == Doubt::ThisCall {
            let left_alone = self.tells_of_success(thread, (call, target), told);
            self.error_numbers.entry(thread).or_default().doubt = match left_alone {
                true => Doubt::None,
                false => Doubt::Earlier,
            };
        }
        if !self.tells_of_failure(call, told) {
            return Ok(());
        }
        match known.address {
            0 => self.error_numbers.entry(thread).or_default().is_error = true,
            _ => {
                let error = self.some_error();
                self.set_error_number(thread, error)?;
            }
        }
        Ok(())
    }

    /// Whether a result certainly tells that a call succeeded. What nobody looks at may be any number.
    fn tells_of_success(&self, thread: usize, (call, target): (&CallSite, Target), told: u64) -> bool {
        if call.result.is_none() || self.tells_of_failure(call, told) {
            return false;
        }
        match self.code.performing(target) {
            Some(Routine::FillItems | Routine::ReadItems) => told == self.argument(thread, call, 2),
            Some(Routine::Scan(_) | Routine::Environment(_)) => false,
            _ => true,
        }
    }

    /// Whether a result is null, where the function returns a pointer, or -1.
    fn tells_of_failure(&self, call: &CallSite, told: u64) -> bool {
        call.result.is_some_and(|result| {
            let told = normalise(result, told);
            told == normalise(result, u64::MAX) || result == self.code.pointer && told == 0
        })
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
        self.constant_text(thread, &message(error as i32))
    }

    /// `gai_strerror`.
    pub(super) fn address_error_message(&mut self, thread: usize, error: u64) -> Result<u64, Stop> {
        let known = ADDRESS_ERRORS.iter().find(|row| row.0 == error as i32);
        self.constant_text(thread, known.map_or("Unknown error", |row| row.1).as_bytes())
    }

    /// A text that the library has in memory of its own: the same one for the same text.
    pub(super) fn constant_text(&mut self, thread: usize, text: &[u8]) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a text of the library in a search of all states".to_owned()));
        }
        if let Some(known) = self.texts.get(text) {
            return Ok(*known);
        }
        let at = self.library_text(thread, text)?;
        self.texts.insert(text.to_vec(), at);
        Ok(at)
    }

    /// The value, if it is certain.
    pub(super) fn known_error(&self, thread: usize) -> Option<i32> {
        let known = self.error_numbers.get(&thread).copied().unwrap_or_default();
        if known.doubt != Doubt::None || self.settings.purpose == Purpose::Exhaust {
            return None;
        }
        match known.address {
            0 => Some(known.value),
            address => self.memory.read(address, 4).ok().map(|value| value as i32),
        }
    }

    /// A routine fails.
    pub(super) fn set_error_number(&mut self, thread: usize, error: u64) -> Result<(), Stop> {
        let known = self.error_numbers.entry(thread).or_default();
        (known.value, known.doubt, known.is_error) = (error as i32, Doubt::None, false);
        match known.address {
            0 => Ok(()),
            address => Ok(self.memory.write(address, 4, error)?),
        }
    }

    /// A call whose outcome the environment chooses may have failed.
    pub(in crate::explore) fn error_may_have_changed(&mut self, thread: usize) {
        let doubt = &mut self.error_numbers.entry(thread).or_default().doubt;
        if *doubt == Doubt::None {
            *doubt = Doubt::ThisCall;
        }
    }
}
