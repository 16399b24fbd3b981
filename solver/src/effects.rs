//! Contributions while an unknown is evaluated, and their settlement when it is stable.

use crate::cell::Cell;
use crate::graph::{EvaluationId, GlobalId, LocalId, Status};
use crate::system::System;
use crate::td::Solver;
use crate::update::UpdateRule;

impl<S: System + ?Sized> Solver<'_, S> {
    /// `origin` contributes `v` to the global `g`.
    pub(crate) fn side(&mut self, origin: LocalId, g: S::Global, v: S::Fact) {
        let evaluation = self.evaluation_of(origin);
        let g = self.global(g);
        let cell = &mut self.globals[g].cell;
        if !cell.holds(origin) {
            self.locals[origin].effects_mut().sides.push(g);
        }
        let changed = cell.contribute(evaluation, v, &mut self.contributions);
        if changed {
            self.statistics.global_updates += 1;
            self.tell_global_readers(g);
        }
    }

    /// `origin` contributes `v` to the local `y`, which is wanted from now on.
    pub(crate) fn start(&mut self, origin: LocalId, y: S::Local, v: S::Value) {
        let evaluation = self.evaluation_of(origin);
        let y = self.local(y);
        let cell = self.locals[y]
            .starts
            .get_or_insert_with(|| Box::new(Cell::new(UpdateRule::Reluctant)));
        let held = cell.holds(origin);
        let changed = cell.contribute(evaluation, v, &mut self.contributions);
        if !held {
            self.locals[origin].effects_mut().starts.push(y);
        }
        self.want(y);
        if changed {
            self.destabilise(y, Status::Suspect);
        }
    }

    /// Lowers the contributions of `origin`, which is stable, to those of its last evaluation.
    pub(crate) fn settle(&mut self, origin: LocalId) {
        let evaluation = self.evaluation_of(origin);
        let local = &mut self.locals[origin];
        let unsettled = std::mem::take(&mut local.unsettled);
        let Some(effects) = local.known_effects().filter(|_| unsettled) else {
            return;
        };
        let (mut sides, mut starts) = (std::mem::take(&mut effects.sides), std::mem::take(&mut effects.starts));
        sides.retain(|&g| self.settle_side(evaluation, g));
        starts.retain(|&y| self.settle_start(evaluation, y));
        let effects = self.locals[origin].effects_mut();
        effects.sides = sides;
        effects.starts = starts;
    }

    /// Lowers a contribution to the global `g`, and returns whether there still is one.
    fn settle_side(&mut self, evaluation: EvaluationId, g: GlobalId) -> bool {
        let settled = self.globals[g].cell.settle(evaluation, &mut self.contributions);
        if settled.changed {
            self.statistics.global_updates += 1;
            self.tell_global_readers(g);
        }
        !settled.withdrawn
    }

    /// Lowers a contribution to the local `y`, and returns whether there still is one.
    fn settle_start(&mut self, evaluation: EvaluationId, y: LocalId) -> bool {
        let Some(cell) = &mut self.locals[y].starts else {
            return false;
        };
        let settled = cell.settle(evaluation, &mut self.contributions);
        if settled.changed {
            self.destabilise(y, Status::Suspect);
        }
        self.abandoned |= settled.withdrawn;
        !settled.withdrawn
    }
}
