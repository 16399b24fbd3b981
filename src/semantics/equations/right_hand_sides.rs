//! The constraint system of a program: which right-hand side an unknown has.

use std::cell::RefCell;

use pepsin_lattice::Bottom;
use pepsin_solver::{Io, Stop, System, UpdateRule};

use super::blocks;
use crate::semantics::state::States;
use crate::semantics::system::{Analysis, Fact, Global, Point, Transfer, Unknown, effort, footprint, words};

impl<'p> System for Analysis<'p> {
    type Local = Unknown;
    type Value = States;
    type Global = Global;
    type Fact = Fact;

    fn eval(&self, x: Unknown, io: &mut dyn Io<Self>) -> Result<States, Stop> {
        let context = self.context(x.context);
        let (io, touched) = (RefCell::new(io), RefCell::default());
        let transfer = Transfer::new(self, x, &context.1, &io, &touched);
        let value = match x.point {
            Point::Entry => Ok(States::bottom()),
            Point::End(block) => blocks::block(&transfer, block),
            Point::Exit => blocks::exit(&transfer),
            Point::Thread => blocks::thread_end(&transfer),
        };
        footprint::leave_footprint(&transfer);
        value
    }

    fn update_rule(&self, g: Global) -> UpdateRule {
        match g {
            Global::Footprint(..) | Global::Held(_) | Global::Escaped(_) => UpdateRule::Accumulate,
            _ => UpdateRule::default(),
        }
    }

    fn parts_that_differ(&self, before: &States, after: &States) -> Vec<&'static str> {
        effort::parts_that_differ(before, after)
    }

    fn name_of_local(&self, x: Unknown) -> String {
        words::unknown(self, x)
    }

    fn name_of_global(&self, g: Global) -> String {
        words::global(self, g)
    }

    fn difference(&self, before: &States, after: &States) -> String {
        let variables = words::difference(self, before, after);
        match variables.is_empty() {
            true => self.parts_that_differ(before, after).join(", "),
            false => variables,
        }
    }

    fn kind_of_global(&self, g: Global) -> &'static str {
        effort::kind_of_global(g)
    }
}
