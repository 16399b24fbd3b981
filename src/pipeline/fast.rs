//! The fast stage: source files to what needs no precise analysis.

use crate::config::{OutsideMemory, Settings, UnknownFunctions};
use crate::fast::{self, Findings, Outside};
use crate::ir::Program;

/// What needs no precise analysis in a program, and what does.
pub fn fast(program: &Program, settings: &Settings) -> Findings {
    let outside = Outside {
        pure_functions: settings.unknown_functions == UnknownFunctions::Pure,
        writes_addresses: settings.unknown_functions == UnknownFunctions::WriteArguments,
        separate_memory: settings.outside_memory == OutsideMemory::Separate,
    };
    fast::analyse(program, &settings.library, outside)
}
