//! Contributions while an unknown is evaluated, and their settlement when it is stable.

use crate::cell::{Cell, Moment, Settled};
use crate::graph::{EvaluationId, GlobalId, LocalId, Status};
use crate::system::System;
use crate::td::Solver;
use crate::trace;
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
        let widenings = self.contributions.widenings;
        let changed = cell.contribute(evaluation, v, &mut self.contributions);
        if self.contributions.widenings > widenings {
            let (name, origin) = (self.globals[g].name, self.locals[origin].name);
            log::trace!(
                target: trace::WIDEN,
                "widens {}, by {}",
                self.system.name_of_global(name),
                self.system.name_of_local(origin)
            );
        }
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
        let widenings = self.contributions.widenings;
        let changed = cell.contribute(evaluation, v, &mut self.contributions);
        if self.contributions.widenings > widenings {
            let (name, origin) = (self.locals[y].name, self.locals[origin].name);
            log::trace!(
                target: trace::WIDEN,
                "widens the start of {}, by {}",
                self.system.name_of_local(name),
                self.system.name_of_local(origin)
            );
        }
        if !held {
            self.locals[origin].effects_mut().starts.push(y);
        }
        self.want(y);
        if changed {
            self.destabilise(y, Status::Suspect);
        }
    }

    /// Settles the starts of `origin`, which is stable, and leaves its sides for the end of the turn.
    ///
    /// Nobody who read a global is told of changes before, so nothing is lost, and by then `origin` may
    /// have been told itself, and contribute more.
    pub(crate) fn settle_stable(&mut self, origin: LocalId) {
        self.locals[origin].unsettled = false;
        self.settle_starts(origin, Moment::OriginStable);
        if self.locals[origin]
            .effects()
            .is_some_and(|effects| !effects.sides.is_empty())
        {
            self.settling.push(origin);
        }
    }

    /// Tells those that read globals of changes, and settles the sides of those that stay stable.
    pub(crate) fn end_turn(&mut self) {
        self.tell_outdated();
        for origin in std::mem::take(&mut self.settling) {
            if self.locals[origin].status == Status::Stable {
                self.settle_sides(origin, Moment::OriginStable);
            } else {
                self.locals[origin].unsettled = true;
            }
        }
        self.tell_outdated();
    }

    /// Settles what was deferred until everything is stable, which it is now.
    pub(crate) fn settle_deferred(&mut self) {
        for origin in std::mem::take(&mut self.deferred) {
            self.locals[origin].effects_mut().deferred = false;
            self.settle(origin);
        }
        self.tell_outdated();
    }

    /// Settles all contributions of `origin` when everything is stable, or `origin` is not reached.
    pub(crate) fn settle(&mut self, origin: LocalId) {
        self.settle_starts(origin, Moment::AllStable);
        self.settle_sides(origin, Moment::AllStable);
    }

    /// Lowers what is held of `origin` at globals to what its last evaluation contributed.
    fn settle_sides(&mut self, origin: LocalId, moment: Moment) {
        let evaluation = self.evaluation_of(origin);
        let Some(effects) = self.locals[origin].known_effects() else {
            return;
        };
        let mut sides = std::mem::take(&mut effects.sides);
        sides.retain(|&g| {
            let settled = self.settle_side(evaluation, g, moment);
            !settled.withdrawn
        });
        self.locals[origin].effects_mut().sides = sides;
    }

    /// Lowers what is held of `origin` at locals to what its last evaluation contributed.
    fn settle_starts(&mut self, origin: LocalId, moment: Moment) {
        let evaluation = self.evaluation_of(origin);
        let Some(effects) = self.locals[origin].known_effects() else {
            return;
        };
        let mut starts = std::mem::take(&mut effects.starts);
        starts.retain(|&y| {
            let settled = self.settle_start(evaluation, y, moment);
            !settled.withdrawn
        });
        self.locals[origin].effects_mut().starts = starts;
    }

    fn settle_side(&mut self, evaluation: EvaluationId, g: GlobalId, moment: Moment) -> Settled {
        let cell = &mut self.globals[g].cell;
        let settled = cell.settle(evaluation, moment, &mut self.contributions);
        if settled.changed {
            self.global_changed(g);
        }
        self.note(evaluation.of, settled);
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
        self.note(evaluation.of, settled);
        settled
    }

    /// Notes that some contributions of `origin` will be settled when everything is stable.
    fn note(&mut self, origin: LocalId, settled: Settled) {
        if settled.deferred && !std::mem::replace(&mut self.locals[origin].effects_mut().deferred, true) {
            self.deferred.push(origin);
        }
    }
}
