//! Limits of the process: `getrlimit` and `setrlimit` (POSIX.1-2017, `<sys/resource.h>`; Linux, getrlimit(2)).
//!
//! Whoever started the process chose them: a soft one, and a hard one that is no less. What the program sets is kept.
//! A limit that becomes lower may let calls fail that executions let succeed, so that ends the path, but for the size of core files.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::configuration::{LEAST_OPEN_FILES, OPEN_MAX};
use super::descriptors::MOST;
use super::error_codes::{INVALID, NOT_OWNER};
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// `RLIMIT_NOFILE`, `RLIMIT_CORE`, and how many resources Linux has.
const OPEN_FILES: u64 = 7;
const CORE_FILES: u64 = 4;
const RESOURCES: u64 = 16;
/// `RLIM_INFINITY`.
const NONE: u64 = u64::MAX;
/// More than executions take of anything.
const MUCH: i64 = 1 << 40;
/// The kernel takes no more than so many open files.
const MOST_OPEN_FILES: u64 = 1 << 30;

/// Which way a call of these goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Limiting {
    /// `getrlimit`.
    Get,
    /// `setrlimit`.
    Set,
}

/// The limits that are known: the soft and the hard one, by the number of the resource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits(BTreeMap<u64, (u64, u64)>);

impl Limits {
    /// Forgets them: another execution begins.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many files may be open, if that is known.
    pub(super) fn open_files(&self) -> Option<u64> {
        self.0.get(&OPEN_FILES).map(|limit| limit.0)
    }
}

impl Machine<'_> {
    /// `getrlimit` and `setrlimit`.
    pub(super) fn limit(&mut self, thread: usize, call: &CallSite, way: Limiting) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 {
            return Err(Stop::Open("a limit of the process".to_owned()));
        }
        let [resource, at] = [0, 1].map(|number| self.argument(thread, call, number));
        let resource = resource & u64::from(u32::MAX);
        if resource >= RESOURCES {
            return self.refuse_limit(thread, INVALID);
        }
        match way {
            Limiting::Get => {
                let (soft, hard) = self.limit_of(thread, resource)?;
                self.write_bytes(thread, call, at, &[soft.to_le_bytes(), hard.to_le_bytes()].concat())?;
                Ok(0)
            }
            Limiting::Set => {
                self.require_value(at, 16)?;
                let wanted = (self.memory.read(at, 8)?, self.memory.read(at.wrapping_add(8), 8)?);
                self.access(thread, at, 16, AccessKind::Read, call.access);
                self.set_limit(thread, resource, wanted)
            }
        }
    }

    fn set_limit(&mut self, thread: usize, resource: u64, (soft, hard): (u64, u64)) -> Result<u64, Stop> {
        if soft > hard {
            return self.refuse_limit(thread, INVALID);
        }
        let known = self.limit_of(thread, resource)?;
        // Only who has the right may raise the hard limit, and nobody beyond what the kernel takes.
        let is_too_much = resource == OPEN_FILES && hard > MOST_OPEN_FILES;
        if is_too_much || hard > known.1 && self.inputs.among(2) == 0 {
            return self.refuse_limit(thread, NOT_OWNER);
        }
        if soft < known.0 && resource != CORE_FILES {
            return Err(Stop::Open("a limit of the process that becomes lower".to_owned()));
        }
        self.limits.0.insert(resource, (soft, hard));
        Ok(0)
    }

    /// The limit on a resource, which somebody has chosen.
    fn limit_of(&mut self, thread: usize, resource: u64) -> Result<(u64, u64), Stop> {
        if let Some(known) = self.limits.0.get(&resource) {
            return Ok(*known);
        }
        let chosen = match resource {
            OPEN_FILES => {
                let soft = self.system_configuration(thread, OPEN_MAX)?;
                (soft, self.input_of(Scalar::I64, (soft as i64, MOST_OPEN_FILES as i64)))
            }
            _ => {
                // What the program does is not held against any other limit.
                let least = if resource == CORE_FILES { 0 } else { MUCH };
                match self.inputs.among(3) {
                    0 => (NONE, NONE),
                    1 => (self.input_of(Scalar::I64, (least, i64::MAX)), NONE),
                    _ => {
                        let soft = self.input_of(Scalar::I64, (least, i64::MAX));
                        (soft, self.input_of(Scalar::I64, (soft as i64, i64::MAX)))
                    }
                }
            }
        };
        self.limits.0.insert(resource, chosen);
        Ok(chosen)
    }

    /// The number below which descriptors are, where one is asked for. What nobody asked for so far is as usual.
    pub(super) fn limit_of_descriptors(&mut self, asked: u64) -> u64 {
        if let Some(limit) = self.limits.open_files() {
            return limit;
        }
        match asked < LEAST_OPEN_FILES {
            true => LEAST_OPEN_FILES,
            false => *self.configuration.entry(OPEN_MAX).or_insert(MOST),
        }
    }

    fn refuse_limit(&mut self, thread: usize, error: u64) -> Result<u64, Stop> {
        self.set_error_number(thread, error)?;
        Ok(u64::MAX)
    }
}
