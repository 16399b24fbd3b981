//! Destabilisation: telling those that relied on a value that it changed, or may.
//!
//! Direct readers of a value that changed become dirty, and those that rely on them suspect; see the head of `td`.
//! A called unknown is only marked: it will look at its mark when its evaluation is over, and tells its readers itself
//! if its value changes.

use crate::graph::{EvaluationId, GlobalId, LocalId, Status};
use crate::system::System;
use crate::td::Solver;

impl<S: System + ?Sized> Solver<'_, S> {
    /// Tells those that read the local `x` that its value changed.
    pub(crate) fn tell_readers(&mut self, x: LocalId) {
        let edges = self.locals[x].influence.take();
        self.make_dirty(&edges);
    }

    /// Notes that the fact of the global `g` changed; those that read it are told later, together with others.
    pub(crate) fn global_changed(&mut self, g: GlobalId) {
        self.statistics.global_updates += 1;
        if let Some(profile) = &mut self.profile {
            let global = &self.globals[g];
            let edges = global.influence.edges().iter();
            let readers = edges.filter(|edge| self.locals[edge.of].evaluation == edge.number);
            profile.note(&[self.system.kind_of_global(global.name)], readers.count());
        }
        self.outdated.append(&mut self.globals[g].influence.take());
    }

    /// Tells those that read a global that it has changed since.
    pub(crate) fn tell_outdated(&mut self) {
        let edges = std::mem::take(&mut self.outdated);
        self.make_dirty(&edges);
    }

    /// Whether `x`, which is stable, stays so when those that read globals are told of changes.
    pub(crate) fn stays_stable(&mut self, x: LocalId) -> bool {
        self.tell_outdated();
        self.locals[x].status == Status::Stable
    }

    fn make_dirty(&mut self, edges: &[EvaluationId]) {
        for edge in edges {
            if self.lives(edge) {
                self.destabilise(edge.of, Status::Dirty);
            }
        }
    }

    /// Makes `x` as unstable as `status` says, and all that it influences suspect.
    pub(crate) fn destabilise(&mut self, x: LocalId, status: Status) {
        self.lower(x, status);
        while let Some(y) = self.telling.pop() {
            for at in 0..self.locals[y].influence.edges().len() {
                let edge = self.locals[y].influence.edges()[at];
                if self.lives(&edge) {
                    self.lower(edge.of, Status::Suspect);
                }
            }
        }
    }

    /// Makes `x` as unstable as `status` says; if it was stable, its readers are to be told.
    fn lower(&mut self, x: LocalId, status: Status) {
        let local = &mut self.locals[x];
        let was = local.status;
        local.status = was.max(status);
        if was == Status::Stable && !local.called {
            self.telling.push(x);
            self.queue(x);
        }
    }

    pub(crate) fn lives(&self, edge: &EvaluationId) -> bool {
        self.locals[edge.of].evaluation == edge.number
    }
}
