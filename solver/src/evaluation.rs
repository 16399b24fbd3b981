//! One evaluation of a right-hand side: what it reads is recorded, what it contributes is taken in.

use pepsin_lattice::Bottom;

use crate::graph::LocalId;
use crate::system::{Io, Stop, System};
use crate::td::Solver;

/// The evaluation of the right-hand side of `x`.
pub(crate) struct Evaluation<'e, 's, S: System + ?Sized> {
    solver: &'e mut Solver<'s, S>,
    x: LocalId,
}

impl<'e, 's, S: System + ?Sized> Evaluation<'e, 's, S> {
    pub(crate) fn new(solver: &'e mut Solver<'s, S>, x: LocalId) -> Self {
        Self { solver, x }
    }

    fn count_question(&mut self) {
        self.solver.spend_work(1);
    }
}

impl<S: System + ?Sized> Io<S> for Evaluation<'_, '_, S> {
    fn get(&mut self, y: S::Local) -> Result<S::Value, Stop> {
        self.count_question();
        let y = self.solver.local(y);
        self.solver.solve_for_reader(y)?;
        let edge = self.solver.evaluation_of(self.x);
        let dependencies = &mut self.solver.locals[self.x].dependencies;
        if dependencies.last() != Some(&y) {
            dependencies.push(y);
        }
        let influence = &mut self.solver.locals[y].influence;
        if influence.add(edge) {
            let mut influence = influence.lend();
            influence.sweep(|edge| self.solver.lives(edge));
            self.solver.locals[y].influence = influence;
        }
        Ok(self.solver.locals[y].value.clone())
    }

    fn global(&mut self, g: S::Global) -> S::Fact {
        self.count_question();
        let g = self.solver.global(g);
        let edge = self.solver.evaluation_of(self.x);
        let influence = &mut self.solver.globals[g].influence;
        if influence.add(edge) {
            let mut influence = influence.lend();
            influence.sweep(|edge| self.solver.lives(edge));
            self.solver.globals[g].influence = influence;
        }
        self.solver.globals[g].cell.value().clone()
    }

    fn side(&mut self, g: S::Global, v: S::Fact) {
        self.count_question();
        if !v.is_bottom() {
            self.solver.side(self.x, g, v);
        }
    }

    fn start(&mut self, y: S::Local, v: S::Value) {
        self.count_question();
        if !v.is_bottom() {
            self.solver.start(self.x, y, v);
        }
    }

    fn demand(&mut self, y: S::Local) {
        let y = self.solver.local(y);
        self.solver.locals[self.x].effects_mut().demands.push(y);
        self.solver.want(y);
    }
}
