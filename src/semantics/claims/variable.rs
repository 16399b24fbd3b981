//! Where the variables lie of which something is claimed ([`Variable`]), and which one an access is to.

use crate::semantics::prepare::Watched;
use crate::semantics::state::Variable;
use crate::semantics::system::Transfer;
use crate::values::Addresses;
use pepsin_lattice::seeded::{Bug, is_seeded};

impl Transfer<'_, '_> {
    /// Where a scalar in static storage lies.
    pub fn variable_of(&self, scalar: &Watched) -> Variable {
        Variable {
            object: self.analysis.global(scalar.global, self.context.thread),
            offset: scalar.offset as i64,
            size: self.analysis.program.types.size(scalar.ty).unwrap_or(1),
        }
    }

    /// The watched variable with a number.
    pub fn watched_variable(&self, number: usize) -> Variable {
        self.variable_of(&self.analysis.text.watched[number])
    }

    /// The watched variable that some bytes are, if there is just one.
    pub fn watched_at(&self, addresses: &Addresses, size: u64) -> Option<usize> {
        let accessed = Variable::at(addresses, size)?;
        let is_accessed = |number: &usize| {
            let variable = self.watched_variable(*number);
            variable == accessed || is_seeded(Bug::SizeIgnored) && variable.place() == accessed.place()
        };
        (0..self.analysis.text.watched.len()).find(is_accessed)
    }

    /// The variable of the dispenser with a number.
    pub fn dispenser_variable(&self, dispenser: usize) -> Variable {
        self.variable_of(&self.analysis.text.dispensers[dispenser])
    }

    /// The dispenser that some bytes are, if there is just one.
    pub fn dispenser_among(&self, addresses: &Addresses, size: u64) -> Option<usize> {
        let accessed = Variable::at(addresses, size)?;
        (0..self.analysis.text.dispensers.len()).find(|dispenser| self.dispenser_variable(*dispenser) == accessed)
    }
}
