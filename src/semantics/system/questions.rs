//! What right-hand sides ask the solver, and tell it.

use std::cell::RefCell;

use pepsin_solver::{Io, Stop};

use super::analysis::Analysis;
use super::unknowns::{Fact, Global, Unknown};
use crate::semantics::state::States;

/// The solver, as a right-hand side asks it and tells it things. What it is asked does not change the right-hand side, so that is
/// possible wherever a state is only looked at.
pub trait Questions {
    /// The value of a local unknown.
    ///
    /// # Errors
    /// [`Stop`] when a budget ended.
    fn get(&self, unknown: Unknown) -> Result<States, Stop>;

    /// The fact of a global unknown.
    fn global(&self, global: Global) -> Fact;

    /// Contributes to a global unknown.
    fn side(&self, global: Global, fact: Fact);

    /// Contributes to a local unknown.
    fn start(&self, unknown: Unknown, states: States);

    /// Has a local unknown solved, too.
    fn demand(&self, unknown: Unknown);
}

impl<'p> Questions for RefCell<&mut dyn Io<Analysis<'p>>> {
    fn get(&self, unknown: Unknown) -> Result<States, Stop> {
        self.borrow_mut().get(unknown)
    }

    fn global(&self, global: Global) -> Fact {
        self.borrow_mut().global(global)
    }

    fn side(&self, global: Global, fact: Fact) {
        self.borrow_mut().side(global, fact);
    }

    fn start(&self, unknown: Unknown, states: States) {
        self.borrow_mut().start(unknown, states);
    }

    fn demand(&self, unknown: Unknown) {
        self.borrow_mut().demand(unknown);
    }
}

/// Asks a solver, and tells it nothing.
pub struct Onlooker<'q>(pub &'q dyn Questions);

impl Questions for Onlooker<'_> {
    fn get(&self, unknown: Unknown) -> Result<States, Stop> {
        self.0.get(unknown)
    }

    fn global(&self, global: Global) -> Fact {
        self.0.global(global)
    }

    fn side(&self, _: Global, _: Fact) {}

    fn start(&self, _: Unknown, _: States) {}

    fn demand(&self, _: Unknown) {}
}
