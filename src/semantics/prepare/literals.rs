//! The literals of a program, as formats.

use crate::ir::Program;
use crate::library::format::{may_count, may_print_address};

/// What formats among the literals of a program may do.
pub struct Literals {
    /// Write the number of characters so far.
    pub count: bool,
    /// Print an address.
    pub print_addresses: bool,
}

impl Literals {
    /// Those of a program.
    pub fn of(program: &Program) -> Self {
        Literals {
            count: program.strings.iter().any(|text| may_count(text)),
            print_addresses: program.strings.iter().any(|text| may_print_address(text)),
        }
    }
}
