//! The top-down solver: the algorithm.
//!
//! # Solving on demand
//!
//! To *solve* x is to evaluate its right-hand side f_x until its value σ x satisfies x's constraint.
//! When f_x gets y, y is solved first, so values flow from the leaves up and each unknown that lies on no
//! cycle is evaluated once. An unknown is *called* while it is being solved, and *stable* when its value
//! satisfies its constraint, assuming that those of the called unknowns will. A stable unknown is answered at once;
//! a called one too, with the value it has: that closes a cycle, so it becomes a *widening point*.
//! Each cycle of dependencies therefore contains one.
//! The solver records who read whom (the *influence*); when σ y changes, those that read it are told.
//! (Le Charlier and Van Hentenryck 1992; Seidl and Vogler, "Three improvements to the top-down solver",
//! PPDP 2018 and MSCS 2022: dynamic detection of widening points, phases of widening and narrowing, side effects.)
//!
//! # Destabilisation is deferred
//!
//! The textbook solver destabilises all that y influences, transitively, and evaluates all of it again.
//! Here a change of σ y makes its direct readers *dirty* and the indirect ones only *suspect*.
//! A suspect unknown that is solved first solves what its last evaluation read, in that order.
//! If that makes it dirty it is evaluated; otherwise nothing it read has changed, so the evaluation is spared.
//! (The demanded computation graphs of Hammer et al., "Adapton", PLDI 2014, do the same; here the
//! cycles need care: a called unknown is not entered, and becomes a widening point as in a query.)
//! Invariant: the readers of an unknown that is not stable are not stable either, unless the unknown is called.
//!
//! # Up, then down
//!
//! A new value is taken in by assignment, but at a widening point by ⊟ of [`crate::warrowing`]: growths are
//! joined, then widened; a value that could be smaller is narrowed, once everything that the
//! evaluation relied on is stable, because a value computed amid changes is no reason to come down.
//!
//! # Turns
//!
//! Roots, and what is started or demanded, are *wanted*: they wait in a queue, and are queued again when they
//! become unstable. A turn solves one of them, and with it all that it gets.
//! A global has no right-hand side: reading it never solves who contributes to it. When its fact changes, those that
//! read it are told at the end of the turn, or when a widening point is about to narrow, which it should not do
//! amid growth. So many changes of facts in one turn cost a reader one evaluation.
//!
//! # Contributions
//!
//! Contributions to globals and starts of locals are kept by origin in cells ([`crate::cell`]). They take
//! effect at once if they raise the cell. They are lowered or withdrawn when their origin is stable: starts at once,
//! lest a loop that narrows its argument goes on with what the callee returned before, and sides at the end of
//! the turn. Contributions that were widened wait until the effect has come back, or everything is stable.
//!
//! Unknowns that were met on the way but are no longer reached from the roots may still contribute. That is
//! withdrawn ([`crate::collect`]) when the queue is empty, and already between two turns if a start was withdrawn, lest
//! what a callee did in a context that narrowing gave up spreads. That may queue unknowns again, but not for
//! ever, since a contribution may only come and go a bounded number of times.
//!
//! # Termination
//!
//! If finitely many unknowns are met, every cycle of influence passes a widening point or a cell, whose values
//! are in the end ascending chains of widenings; so the number of changes is finite, whether
//! right-hand sides are monotone or not. Infinitely many unknowns are cut by the budgets.

use std::collections::VecDeque;

use pepsin_lattice::{Bottom, Lattice};

use crate::budget::{Budget, EVALUATION, SolverSettings};
use crate::cell::Cell;
use crate::evaluation::Evaluation;
use crate::graph::{EvaluationId, Global, GlobalId, Local, LocalId, Status, Unknowns};
use crate::profile::{Profile, Profiling};
use crate::solution::Solution;
use crate::statistics::Statistics;
use crate::system::{Stop, System};
use crate::trace;
use crate::warrowing::Extrapolator;

/// The stack that one evaluation, up to its next query, may use without asking for more.
const RED_ZONE_BYTES: usize = 256 * 1024;
/// The size of a further piece of stack.
const STACK_PIECE_BYTES: usize = 8 * 1024 * 1024;

/// Solves `system` for the roots and all that they reach.
///
/// If a budget ended, the solution is partial, and [`Solution::cut_by`] says which.
pub fn solve<S: System + ?Sized>(system: &S, roots: &[S::Local], settings: &SolverSettings) -> Solution<S> {
    let mut solver = Solver::new(system, settings);
    let roots: Vec<LocalId> = roots.iter().map(|&root| solver.local(root)).collect();
    // A cut is recorded in the budget, where the solution finds it.
    let _ = solver.run(&roots);
    solver.into_solution(&roots)
}

/// The state of the solver.
pub(crate) struct Solver<'s, S: System + ?Sized> {
    pub(crate) system: &'s S,
    pub(crate) locals: Unknowns<LocalId, S::Local, Local<S::Local, S::Value>>,
    pub(crate) globals: Unknowns<GlobalId, S::Global, Global<S::Global, S::Fact>>,
    /// The wanted unknowns that are not stable.
    queue: VecDeque<LocalId>,
    /// Whether a start was withdrawn since unknowns were last collected, so that much may be reached no longer.
    pub(crate) abandoned: bool,
    /// Origins of contributions that are to be settled when everything is stable.
    pub(crate) deferred: Vec<LocalId>,
    /// Who read a global that has changed since, and is not told yet.
    pub(crate) outdated: Vec<EvaluationId>,
    /// Origins of contributions that are to be settled at the end of the turn.
    pub(crate) settling: Vec<LocalId>,
    /// Unstable unknowns whose readers still have to be told; empty between operations.
    pub(crate) telling: Vec<LocalId>,
    pub(crate) budget: Budget,
    depth: usize,
    points: Extrapolator,
    pub(crate) contributions: Extrapolator,
    pub(crate) statistics: Statistics,
    /// The account of the effort, if one is kept.
    pub(crate) profile: Option<Profile>,
}

impl<'s, S: System + ?Sized> Solver<'s, S> {
    fn new(system: &'s S, settings: &SolverSettings) -> Self {
        Self {
            system,
            locals: Unknowns::new(),
            globals: Unknowns::new(),
            queue: VecDeque::new(),
            abandoned: false,
            deferred: Vec::new(),
            outdated: Vec::new(),
            settling: Vec::new(),
            telling: Vec::new(),
            budget: Budget::new(settings),
            depth: 0,
            points: Extrapolator::new(settings.locals),
            contributions: Extrapolator::new(settings.contributions),
            statistics: Statistics::default(),
            profile: (settings.profiling == Profiling::On).then(Profile::default),
        }
    }

    fn run(&mut self, roots: &[LocalId]) -> Result<(), Stop> {
        for &root in roots {
            self.want(root);
        }
        loop {
            self.end_turn();
            if let Some(x) = self.queue.pop_front() {
                self.locals[x].queued = false;
                if self.locals[x].wanted {
                    self.solve(x)?;
                }
                if std::mem::take(&mut self.abandoned) {
                    self.collect(roots);
                }
                continue;
            }
            self.collect(roots);
            self.settle_deferred();
            if self.queue.is_empty() {
                return Ok(());
            }
        }
    }

    /// The number of the local unknown `x`.
    pub(crate) fn local(&mut self, x: S::Local) -> LocalId {
        self.locals.number(x, || Local::new(x))
    }

    /// The number of the global unknown `g`.
    pub(crate) fn global(&mut self, g: S::Global) -> GlobalId {
        let system = self.system;
        self.globals
            .number(g, || Global::new(g, Cell::new(system.update_rule(g))))
    }

    /// Has `x` solved for its own sake, later.
    pub(crate) fn want(&mut self, x: LocalId) {
        self.locals[x].wanted = true;
        if self.locals[x].status != Status::Stable {
            self.queue(x);
        }
    }

    pub(crate) fn queue(&mut self, x: LocalId) {
        let local = &mut self.locals[x];
        if local.wanted && !local.queued && !local.called {
            local.queued = true;
            self.queue.push_back(x);
        }
    }

    /// Makes `x` stable, unless it is called already.
    fn solve(&mut self, x: LocalId) -> Result<(), Stop> {
        let local = &mut self.locals[x];
        if local.called || local.status == Status::Stable {
            return Ok(());
        }
        self.budget.enter()?;
        local.called = true;
        self.depth += 1;
        self.statistics.max_depth = self.statistics.max_depth.max(self.depth);
        let result = stacker::maybe_grow(RED_ZONE_BYTES, STACK_PIECE_BYTES, || self.iterate(x));
        self.depth -= 1;
        self.locals[x].called = false;
        self.budget.leave();
        result
    }

    /// Evaluates or checks `x` until it is stable.
    fn iterate(&mut self, x: LocalId) -> Result<(), Stop> {
        while self.locals[x].status != Status::Stable {
            let local = &mut self.locals[x];
            let status = std::mem::replace(&mut local.status, Status::Stable);
            match status {
                Status::Dirty => self.evaluate(x)?,
                Status::Suspect | Status::Stable => {
                    self.check(x)?;
                    if self.locals[x].status != Status::Stable {
                        continue;
                    }
                    self.statistics.spared += 1;
                }
            }
            let before = self.profile.as_ref().map(|_| self.locals[x].value.clone());
            if self.update(x) {
                self.account_for(x, before);
                self.tell_readers(x);
            } else if status == Status::Dirty {
                self.statistics.unchanging += 1;
            }
            if self.locals[x].status == Status::Stable && self.locals[x].unsettled {
                self.settle_stable(x);
            }
        }
        Ok(())
    }

    /// Evaluates the right-hand side of `x`.
    fn evaluate(&mut self, x: LocalId) -> Result<(), Stop> {
        self.budget.spend_evaluation(self.locals.len())?;
        self.statistics.evaluations += 1;
        self.spend_work(EVALUATION);
        let local = &mut self.locals[x];
        local.evaluation += 1;
        local.dependencies.clear();
        if let Some(effects) = local.known_effects() {
            effects.demands.clear();
        }
        local.unsettled = true;
        let (name, time) = (local.name, local.evaluation);
        let system = self.system;
        log::trace!(target: trace::SOLVE, "evaluates {}, time {time}", system.name_of_local(name));
        let given = system
            .eval(name, &mut Evaluation::new(self, x))
            .map_err(|Stop| self.budget.stopped())?;
        self.locals[x].given = given;
        Ok(())
    }

    /// Accounts for work.
    pub(crate) fn spend_work(&mut self, work: u64) {
        self.statistics.work += work;
        self.budget.spend_work(work);
    }

    /// Solves what the last evaluation of `x` read, until that shows that it must be evaluated again.
    fn check(&mut self, x: LocalId) -> Result<(), Stop> {
        self.statistics.checks += 1;
        let mut at = 0;
        while let Some(&y) = self.locals[x].dependencies.get(at) {
            self.solve_for_reader(y)?;
            if self.locals[x].status == Status::Dirty {
                break;
            }
            at += 1;
        }
        Ok(())
    }

    /// Solves `y`, which is needed by a called unknown; if `y` is called too, that closes a cycle.
    pub(crate) fn solve_for_reader(&mut self, y: LocalId) -> Result<(), Stop> {
        let local = &mut self.locals[y];
        if !local.called {
            return self.solve(y);
        }
        if local.widening.is_none() {
            local.widening = Some(Default::default());
            self.statistics.widening_points += 1;
        }
        Ok(())
    }

    /// What the right-hand side and the starts of `x` give.
    fn next(&self, x: LocalId) -> S::Value {
        let local = &self.locals[x];
        let mut next = local.given.clone();
        if let Some(starts) = &local.starts {
            next.join(starts.value());
        }
        next
    }

    /// Takes what the right-hand side and the starts of `x` give into its value, and returns whether that changed.
    fn update(&mut self, x: LocalId) -> bool {
        let next = self.next(x);
        let local = &mut self.locals[x];
        let Some(course) = &mut local.widening else {
            let changed = local.value != next;
            // What is equal stays the same in memory, so that comparing it with what was made from it costs nothing.
            if changed {
                local.value = next;
            }
            return changed;
        };
        if !next.leq(&local.value) {
            course.begin();
            let before = trace::is_on(trace::WIDEN).then(|| (local.value.clone(), self.points.widenings));
            let changed = self.points.grow(course, &mut local.value, &next);
            if let Some((before, widenings)) = before
                && self.points.widenings > widenings
            {
                trace::extrapolated(self.system, "widens", local.name, &before, &local.value);
            }
            return changed;
        }
        if next == local.value || !self.points.may_descend(course) || !self.stays_stable(x) {
            return false;
        }
        let local = &mut self.locals[x];
        let course = local.widening.get_or_insert_default();
        let before = trace::is_on(trace::WIDEN).then(|| local.value.clone());
        let changed = self.points.shrink(course, &mut local.value, &next);
        if let Some(before) = before.filter(|_| changed) {
            trace::extrapolated(self.system, "narrows", local.name, &before, &local.value);
        }
        changed
    }

    /// Notes in the profile what changed in the value of `x`.
    fn account_for(&mut self, x: LocalId, before: Option<S::Value>) {
        let (Some(profile), Some(before)) = (&mut self.profile, before) else {
            return;
        };
        let local = &self.locals[x];
        let edges = local.influence.edges().iter();
        let readers = edges.filter(|edge| self.locals[edge.of].evaluation == edge.number);
        profile.note(&self.system.parts_that_differ(&before, &local.value), readers.count());
    }

    /// The evaluation of `x` that was last begun.
    pub(crate) fn evaluation_of(&self, x: LocalId) -> EvaluationId {
        EvaluationId {
            of: x,
            number: self.locals[x].evaluation,
        }
    }

    fn into_solution(self, roots: &[LocalId]) -> Solution<S> {
        let cut_by = self.budget.cut();
        let reached = match cut_by {
            None => self.reached(roots),
            Some(_) => self.locals.rows().iter().map(|x| x.evaluation > 0).collect(),
        };
        let mut statistics = self.statistics;
        statistics.locals = self.locals.len();
        statistics.globals = self.globals.len();
        statistics.widenings = self.points.widenings + self.contributions.widenings;
        statistics.narrowings = self.points.narrowings + self.contributions.narrowings;
        statistics.withdrawals = self.contributions.withdrawals;
        let names = roots.iter().map(|&x| self.locals[x].name).collect();
        let locals = self.locals.into_rows().into_iter().zip(reached);
        Solution::new(
            names,
            locals
                .filter(|(_, reached)| *reached)
                .map(|(x, _)| (x.name, x.value, x.evaluation)),
            self.globals
                .into_rows()
                .into_iter()
                .filter(|g| !g.cell.value().is_bottom())
                .map(|g| (g.name, g.cell.value().clone())),
            statistics,
            self.profile.unwrap_or_default(),
            cut_by,
        )
    }
}
