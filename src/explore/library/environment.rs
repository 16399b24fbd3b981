//! The variables of the environment: `getenv`, `setenv`, `unsetenv`, `putenv` (POSIX.1-2017, XBD 8).
//!
//! Whoever starts the program chooses which variables there are, and their texts; each choice is made when the program first asks.
//! What the program sets itself is known from then on. A text that `putenv` was given is part of the environment itself.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error_codes::INVALID;
use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// `LC_IDENTIFICATION` of glibc.
const LAST_CATEGORY: u64 = 12;

/// The variable that says in which zone the user is.
const ZONE: &[u8] = b"TZ";

/// What a function does to the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variable {
    /// `getenv`.
    Get,
    /// `setenv`.
    Set,
    /// `unsetenv`.
    Unset,
    /// `putenv`.
    Put,
}

/// A variable that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// Where its value begins.
    value: u64,
    /// Whether the program gave the memory, in which the name stands before the value.
    is_given: bool,
}

/// The variables that were asked for or set, by name; nothing for those that are not there.
pub type Variables = BTreeMap<Vec<u8>, Option<Text>>;

impl Machine<'_> {
    /// Performs a function of the environment.
    pub(super) fn environment(&mut self, thread: usize, call: &CallSite, does: Variable) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("the environment in a search of all states".to_owned()));
        }
        let (first, second) = (self.argument(thread, call, 0), self.argument(thread, call, 1));
        let name = self.read_string(thread, call, first)?;
        if self.code.names_environment {
            return Err(Stop::Open("the program has the environment itself".to_owned()));
        }
        if does != Variable::Get && name.starts_with(ZONE) {
            return Err(Stop::Open("the program changes its zone of time".to_owned()));
        }
        let is_name = !name.is_empty() && !name.contains(&b'=');
        match does {
            Variable::Put => self.put_variable(&name, first),
            Variable::Get if !is_name => Ok(0),
            Variable::Get => self.get_variable(thread, call, &name),
            Variable::Set | Variable::Unset if !is_name => {
                self.set_error_number(thread, INVALID)?;
                Ok(u64::MAX)
            }
            Variable::Unset => {
                self.variables.insert(name, None);
                Ok(0)
            }
            Variable::Set => {
                let value = self.read_string(thread, call, second)?;
                let replaces = self.argument(thread, call, 2) as i32 != 0;
                if replaces || self.variable(thread, &name)?.is_none() {
                    let text = self.new_text(thread, &value)?;
                    self.variables.insert(name, Some(text));
                }
                Ok(0)
            }
        }
    }

    /// `getenv`: what `putenv` was given is compared up to its value.
    fn get_variable(&mut self, thread: usize, call: &CallSite, name: &[u8]) -> Result<u64, Stop> {
        let Some(text) = self.variable(thread, name)? else {
            return Ok(0);
        };
        if text.is_given {
            let length = name.len() as u64 + 1;
            let at = text.value.wrapping_sub(length);
            if self.memory.bytes(at, length)? != [name, b"="].concat() {
                return Err(Stop::Open("a variable of the environment got another name".to_owned()));
            }
            self.access(thread, at, length, AccessKind::Read, call.access);
        }
        Ok(text.value)
    }

    /// `putenv`: the text becomes part of the environment; a name alone is taken out of it.
    fn put_variable(&mut self, text: &[u8], at: u64) -> Result<u64, Stop> {
        let place = text.iter().position(|byte| *byte == b'=');
        let (name, given) = match place {
            Some(0) => return Err(Stop::Open("a variable of the environment without a name".to_owned())),
            Some(place) => (&text[..place], Some(at.wrapping_add(place as u64 + 1))),
            None => (text, None),
        };
        let text = given.map(|value| Text { value, is_given: true });
        self.variables.insert(name.to_vec(), text);
        Ok(0)
    }

    /// A variable, if it is there; who started the program chose that, unless the program did.
    fn variable(&mut self, thread: usize, name: &[u8]) -> Result<Option<Text>, Stop> {
        if let Some(known) = self.variables.get(name) {
            return Ok(*known);
        }
        let text = match self.inputs.among(2) {
            0 => None,
            // Dates are those of Universal Time.
            _ if name == ZONE => None,
            _ => {
                let value = self.known_word();
                let value = value.unwrap_or_else(|| self.argument_text());
                Some(self.new_text(thread, &value)?)
            }
        };
        self.variables.insert(name.to_vec(), text);
        Ok(text)
    }

    /// `setlocale`: the user has the locale of C, and there is no other.
    pub(super) fn locale(&mut self, thread: usize, call: &CallSite, category: u64, name: u64) -> Result<u64, Stop> {
        if category > LAST_CATEGORY {
            return Ok(0);
        }
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a locale in a search of all states".to_owned()));
        }
        let is_there = match name {
            0 => true,
            name => matches!(self.read_string(thread, call, name)?.as_slice(), b"" | b"C" | b"POSIX"),
        };
        match is_there {
            true => self.constant_text(thread, b"C"),
            false => Ok(0),
        }
    }

    /// `gethostname`: the name of the machine, which is the same each time.
    pub(super) fn host_name(&mut self, thread: usize, call: &CallSite, to: u64, size: u64) -> Result<u64, Stop> {
        const NAME: &[u8] = b"h\0";
        if self.settings.purpose == Purpose::Exhaust || size < NAME.len() as u64 {
            return Err(Stop::Open("the name of the machine".to_owned()));
        }
        self.write_bytes(thread, call, to, NAME)?;
        Ok(0)
    }

    /// A value in memory of the library.
    fn new_text(&mut self, thread: usize, value: &[u8]) -> Result<Text, Stop> {
        let value = self.library_text(thread, value)?;
        Ok(Text { value, is_given: false })
    }

    /// A text in memory of the library.
    pub(super) fn library_text(&mut self, thread: usize, text: &[u8]) -> Result<u64, Stop> {
        let size = text.len() as u64;
        let at = self.allocate_filled(thread, size + 1, ObjectKind::Library, 0)?;
        self.memory.bytes_mut(at, size)?.copy_from_slice(text);
        Ok(at)
    }
}
