//! Garbage collection of unknowns: what nobody reaches any more contributes no more.
//!
//! While values grow and then narrow, unknowns are met that the solution does not need: a callee in a
//! context that was only there before narrowing, a thread started at a point that turned out dead.
//! Such an unknown is evaluated no more, so nothing would take its contributions back.
//! When no evaluation is under way, the unknowns reached from the roots are determined, along
//! what each last evaluation got, started and demanded; the contributions of the others are withdrawn.
//! (Stemmler et al., PLDI 2025, section "abstract garbage collection".)

use pepsin_lattice::Bottom;

use crate::graph::{LocalId, Number, Status};
use crate::system::System;
use crate::td::Solver;

impl<S: System + ?Sized> Solver<'_, S> {
    /// For each local, whether it is reached from the roots.
    pub(crate) fn reached(&self, roots: &[LocalId]) -> Vec<bool> {
        let mut reached = vec![false; self.locals.len()];
        let mut frontier: Vec<LocalId> = roots.to_vec();
        while let Some(x) = frontier.pop() {
            if std::mem::replace(&mut reached[x.index()], true) {
                continue;
            }
            let local = &self.locals[x];
            frontier.extend(&local.dependencies);
            let Some(effects) = local.effects() else {
                continue;
            };
            frontier.extend(&effects.demands);
            frontier.extend(effects.starts.iter().filter(|y| {
                let starts = self.locals[**y].starts.as_ref();
                starts.is_some_and(|cell| cell.contributed_in(self.evaluation_of(x)))
            }));
        }
        reached
    }

    /// Withdraws what the unknowns that are not reached contribute, and forgets their values.
    pub(crate) fn collect(&mut self, roots: &[LocalId]) {
        self.statistics.collections += 1;
        self.abandoned = false;
        let reached = self.reached(roots);
        self.statistics.reached = reached.iter().filter(|reached| **reached).count();
        for number in 0..u32::try_from(reached.len()).unwrap_or(u32::MAX) {
            let x = LocalId::new(number);
            if !reached[x.index()] && self.locals[x].evaluation > 0 {
                self.forget(x);
            }
        }
        // Whoever was started by the forgotten alone is forgotten too.
        self.abandoned = false;
    }

    /// Forgets the local `x`: if it is reached again, it starts anew.
    fn forget(&mut self, x: LocalId) {
        let local = &mut self.locals[x];
        local.wanted = false;
        local.status = Status::Dirty;
        local.value = S::Value::bottom();
        local.given = S::Value::bottom();
        local.dependencies.clear();
        if let Some(effects) = local.known_effects() {
            effects.demands.clear();
        }
        // No contribution is of an evaluation that did not take place, so all are withdrawn.
        local.evaluation += 1;
        local.unsettled = false;
        self.settle(x);
    }
}
