//! How well executions know what a library function does.

use std::fmt;

use super::names::routine;
use super::{Routine, Scan};
use crate::library::Library;

/// How executions perform a library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Performance {
    /// Its result, its accesses and `errno` are those of the C library.
    Exact,
    /// What it gives, or writes, is chosen by the environment of the program, and executions choose it.
    Input,
    /// Executions know which values there are, not which one it is.
    Range,
    /// Executions cannot go on behind it.
    None,
}

impl Performance {
    /// All of them, the best first.
    pub const ALL: [Performance; 4] = [
        Performance::Exact,
        Performance::Input,
        Performance::Range,
        Performance::None,
    ];
}

impl fmt::Display for Performance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Performance::Exact => "exact",
            Performance::Input => "input",
            Performance::Range => "range only",
            Performance::None => "none",
        })
    }
}

/// How executions perform a function without body, by its name.
pub fn performance(name: &str) -> Performance {
    match routine(name) {
        None | Some(Routine::Unsupported) => match Library::shared().model(name) {
            Some(model) if model.input.is_some() => Performance::Input,
            _ => Performance::None,
        },
        Some(Routine::Exact(exact)) if exact.is_partial() => Performance::Range,
        Some(
            Routine::Nondeterministic
            | Routine::Time
            | Routine::FillBytes(..)
            | Routine::FillText(..)
            | Routine::ReadBytes(..)
            | Routine::Scan(Scan { from_memory: false, .. })
            | Routine::Fallible
            | Routine::Handle
            | Routine::Descriptor
            | Routine::Random
            | Routine::RandomFromSeed
            | Routine::ThreadSelf,
        ) => Performance::Input,
        Some(_) => Performance::Exact,
    }
}
