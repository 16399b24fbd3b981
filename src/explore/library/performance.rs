//! How well executions know what a library function does.

use std::fmt;

use super::by_effect::Returned;
use super::names::{result, routine};
use super::{ByEffect, Routine};
use crate::explore::code::RowResult;
use crate::library::{Library, is_reserved};

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
    let library = Library::shared();
    let model = library.model(name);
    let is_input = model.is_some_and(|model| model.input.is_some() || model.environment.is_some());
    let gives_input = matches!(result(model, is_reserved(name)), RowResult::Input(..));
    let by_effect = model.and_then(|model| ByEffect::of(model, Returned::Opaque)).is_some();
    match routine(model, name) {
        None if by_effect => Performance::Exact,
        None | Some(Routine::Unsupported) if gives_input => Performance::Input,
        None | Some(Routine::Unsupported | Routine::Fork) => Performance::None,
        Some(Routine::Exact(exact)) if exact.is_partial() => Performance::Range,
        Some(_) if is_input => Performance::Input,
        Some(_) => Performance::Exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explore::library::{OfStream, Scan};

    #[test]
    fn whatever_a_routine_draws_has_somebody_who_chooses_it() {
        let library = Library::shared();
        for (name, model) in library.rows() {
            let draws = matches!(
                routine(Some(model), name),
                Some(
                    Routine::Time
                        | Routine::ProcessorTime
                        | Routine::ShowTime(_)
                        | Routine::FillBytes(..)
                        | Routine::FillText(..)
                        | Routine::ReadLine
                        | Routine::ReadUntil
                        | Routine::FillItems
                        | Routine::ReadBytes(..)
                        | Routine::ReadItems
                        | Routine::WorkingFolder
                        | Routine::Scan(Scan { from_memory: false, .. })
                        | Routine::Fallible
                        | Routine::Handle(_)
                        | Routine::Descriptor(_)
                        | Routine::Close
                        | Routine::CloseStream(_)
                        | Routine::OnSocket(_)
                        | Routine::Status(_)
                        | Routine::Environment(super::super::Variable::Get)
                        | Routine::Random
                        | Routine::Pipe
                        | Routine::Await(_)
                        | Routine::SendTo
                        | Routine::ReceiveFrom
                        | Routine::HostName
                        | Routine::Configuration(_)
                        | Routine::Limit(_)
                        | Routine::ControlDescriptor
                        | Routine::Terminal(_)
                        | Routine::ChangeFolder
                        | Routine::Seek
                        | Routine::WriteAt
                        | Routine::RealPath
                        | Routine::Ticks
                        | Routine::OfStream(
                            OfStream::End | OfStream::Error | OfStream::Seek | OfStream::Tell | OfStream::PushBack
                        )
                        | Routine::ThreadSelf
                )
            );
            assert!(
                !draws || performance(name) != Performance::Exact,
                "{name} names no environment"
            );
        }
    }
}
