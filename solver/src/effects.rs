//! Contributions while an unknown is evaluated, and their settlement when it is stable.

use crate::cell::Cell;
use crate::graph::{EvaluationId, LocalId, Status};
use crate::system::System;
use crate::td::Solver;
use crate::update::UpdateRule;

impl<S: System + ?Sized> Solver<'_, S> {
    /// `origin` contributes `v` to the global `g`.
    pub(crate) fn side(&mut self, origin: LocalId, g: S::Global, v: S::Fact) {
        let evaluation = self.evaluation_of(origin);
        let g = self.global(g);
        let cell = &mut self.globals[g.index()].cell;
        if !cell.holds(origin) {
            self.locals[origin.index()].effects.sides.push(g);
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
        let cell = self.locals[y.index()]
            .starts
            .get_or_insert_with(|| Box::new(Cell::new(UpdateRule::Reluctant)));
        let held = cell.holds(origin);
        let changed = cell.contribute(evaluation, v, &mut self.contributions);
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
        let evaluation = EvaluationId {
            of: origin,
            number: local.evaluation,
        };
        let mut sides = std::mem::take(&mut local.effects.sides);
        let mut starts = std::mem::take(&mut local.effects.starts);
        sides.retain(|&g| {
            let settled = self.globals[g.index()].cell.settle(evaluation, &mut self.contributions);
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
            let settled = cell.settle(evaluation, &mut self.contributions);
            if settled.changed {
                self.destabilise(y, Status::Suspect);
            }
            self.abandoned |= settled.withdrawn;
            !settled.withdrawn
        });
        let effects = &mut self.locals[origin.index()].effects;
        effects.sides = sides;
        effects.starts = starts;
    }
}
