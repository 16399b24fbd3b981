//! Contributions while an unknown is evaluated, and their settlement when it is stable.

use crate::cell::{Cell, Moment, Settled};
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
            self.global_changed(g);
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

    /// Settles the contributions of `origin`, which is stable, if it stays so.
    pub(crate) fn settle_stable(&mut self, origin: LocalId) {
        if self.makes_less(origin) && !self.stays_stable(origin) {
            return;
        }
        self.locals[origin].unsettled = false;
        self.settle(origin, Moment::OriginStable);
    }

    /// Whether the last evaluation of `origin` contributed less than is held of it.
    fn makes_less(&self, origin: LocalId) -> bool {
        let evaluation = self.evaluation_of(origin);
        self.locals[origin].effects().is_some_and(|effects| {
            let mut sides = effects.sides.iter().map(|&g| self.globals[g].cell.exceeds(evaluation));
            let mut starts = effects.starts.iter().map(|&y| {
                let cell = self.locals[y].starts.as_ref();
                cell.is_some_and(|cell| cell.exceeds(evaluation))
            });
            sides.any(|exceeds| exceeds) || starts.any(|exceeds| exceeds)
        })
    }

    /// Lowers the contributions of `origin`, which is stable, to those of its last evaluation.
    pub(crate) fn settle(&mut self, origin: LocalId, moment: Moment) {
        let evaluation = self.evaluation_of(origin);
        let Some(effects) = self.locals[origin].known_effects() else {
            return;
        };
        let (mut sides, mut starts) = (std::mem::take(&mut effects.sides), std::mem::take(&mut effects.starts));
        let mut deferred = false;
        sides.retain(|&g| {
            let settled = self.settle_side(evaluation, g, moment);
            deferred |= settled.deferred;
            !settled.withdrawn
        });
        starts.retain(|&y| {
            let settled = self.settle_start(evaluation, y, moment);
            deferred |= settled.deferred;
            !settled.withdrawn
        });
        let effects = self.locals[origin].effects_mut();
        effects.sides = sides;
        effects.starts = starts;
        if deferred && !std::mem::replace(&mut effects.deferred, true) {
            self.deferred.push(origin);
        }
    }

    /// Settles what was deferred until everything is stable, which it is now.
    pub(crate) fn settle_deferred(&mut self) {
        for origin in std::mem::take(&mut self.deferred) {
            self.locals[origin].effects_mut().deferred = false;
            self.settle(origin, Moment::AllStable);
        }
    }

    fn settle_side(&mut self, evaluation: EvaluationId, g: GlobalId, moment: Moment) -> Settled {
        let cell = &mut self.globals[g].cell;
        let settled = cell.settle(evaluation, moment, &mut self.contributions);
        if settled.changed {
            self.global_changed(g);
        }
        settled
    }

    fn settle_start(&mut self, evaluation: EvaluationId, y: LocalId, moment: Moment) -> Settled {
        let Some(cell) = &mut self.locals[y].starts else {
            return Settled::default();
        };
        let settled = cell.settle(evaluation, moment, &mut self.contributions);
        if settled.changed {
            self.destabilise(y, Status::Suspect);
        }
        self.abandoned |= settled.withdrawn;
        settled
    }
}
