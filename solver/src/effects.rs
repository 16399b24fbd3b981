//! Contributions while an unknown is evaluated, and their settlement when it is stable.

use crate::graph::{LocalId, Status};
use crate::system::System;
use crate::td::Solver;
use crate::update::{Cell, UpdateRule};

impl<S: System + ?Sized> Solver<'_, S> {
    /// `origin` contributes `v` to the global `g`.
    pub(crate) fn side(&mut self, origin: LocalId, g: S::Global, v: S::Fact) {
        let g = self.global(g);
        let local = &mut self.locals[origin.index()];
        let global = &mut self.globals[g.index()];
        if !global.cell.holds(origin) {
            local.effects.sides.push(g);
        }
        let changed = global.cell.contribute(
            origin,
            local.evaluation,
            v,
            &self.contribution_limits,
            &mut self.statistics,
        );
        if changed {
            self.statistics.global_updates += 1;
            self.tell_global_readers(g);
        }
    }

    /// `origin` contributes `v` to the local `y`, which is wanted from now on.
    pub(crate) fn start(&mut self, origin: LocalId, y: S::Local, v: S::Value) {
        let y = self.local(y);
        let evaluation = self.locals[origin.index()].evaluation;
        let cell = self.locals[y.index()]
            .starts
            .get_or_insert_with(|| Box::new(Cell::new(UpdateRule::Reluctant)));
        let held = cell.holds(origin);
        let changed = cell.contribute(origin, evaluation, v, &self.contribution_limits, &mut self.statistics);
        if !held {
            self.locals[origin.index()].effects.starts.push(y);
        }
        self.want(y);
        if changed {
            self.destabilise(y, Status::Suspect);
        }
    }

    /// Lowers the contributions of `origin`, which is stable, to those of its last evaluation.
    pub(crate) fn settle(&mut self, origin: LocalId) {
        let local = &mut self.locals[origin.index()];
        if !std::mem::take(&mut local.unsettled) {
            return;
        }
        let evaluation = local.evaluation;
        let mut sides = std::mem::take(&mut local.effects.sides);
        let mut starts = std::mem::take(&mut local.effects.starts);
        sides.retain(|&g| {
            let settled = self.globals[g.index()].cell.settle(
                origin,
                evaluation,
                &self.contribution_limits,
                &mut self.statistics,
            );
            if settled.changed {
                self.statistics.global_updates += 1;
                self.tell_global_readers(g);
            }
            !settled.withdrawn
        });
        starts.retain(|&y| {
            let Some(cell) = &mut self.locals[y.index()].starts else {
                return false;
            };
            let settled = cell.settle(origin, evaluation, &self.contribution_limits, &mut self.statistics);
            if settled.changed {
                self.destabilise(y, Status::Suspect);
            }
            !settled.withdrawn
        });
        let effects = &mut self.locals[origin.index()].effects;
        effects.sides = sides;
        effects.starts = starts;
    }
}
