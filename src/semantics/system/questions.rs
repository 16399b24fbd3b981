//! What right-hand sides ask the solver, and tell it.

use std::cell::RefCell;

use pepsin_solver::{Io, Stop};

use super::analysis::Analysis;
use super::unknowns::{Fact, Global, Unknown};
use crate::semantics::state::States;

/// The solver, as a right-hand side asks it and tells it things. What it is asked does not change the right-hand side, so that is
/// possible wherever a state is only looked at.
pub struct Questions<'t, 'p>(pub(super) RefCell<&'t mut dyn Io<Analysis<'p>>>);

impl Questions<'_, '_> {
    /// The value of a local unknown.
    pub fn get(&self, unknown: Unknown) -> Result<States, Stop> {
        self.0.borrow_mut().get(unknown)
    }

    /// The fact of a global unknown.
    pub fn global(&self, global: Global) -> Fact {
        self.0.borrow_mut().global(global)
    }

    /// Contributes to a global unknown.
    pub fn side(&self, global: Global, fact: Fact) {
        self.0.borrow_mut().side(global, fact);
    }

    /// Contributes to a local unknown.
    pub fn start(&self, unknown: Unknown, states: States) {
        self.0.borrow_mut().start(unknown, states);
    }

    /// Has a local unknown solved, too.
    pub fn demand(&self, unknown: Unknown) {
        self.0.borrow_mut().demand(unknown);
    }
}
