//! Update rules: how contributions make up the fact of a global, or the starts of a local.
//!
//! Several origins contribute to one global. Had it one accumulated value, that value could only grow,
//! since nothing tells which part of it an origin would give today. Keeping the contributions apart,
//!
//! ```text
//!     σ g  =  ⨆ { c(x, g) | x origin },     c(x, g) := c(x, g) ⊟ (what x contributes now)
//! ```
//!
//! lets each of them narrow, and vanish when its origin makes it no longer.
//! (Stemmler, Schwarz, Erhard, Tilscher and Seidl, "Taking out the toxic trash: recovering precision in mixed
//! flow-sensitive static analyses", PLDI 2025.)
//!
//! What was contributed in an evaluation raises c(x, g) at once, so that the same evaluation can
//! already see its effect (a call starts the callee and then gets its end); it is lowered only when
//! the evaluation is complete and its origin is stable.

use pepsin_lattice::Widen;

use crate::budget::Extrapolation;
use crate::graph::LocalId;
use crate::statistics::Statistics;
use crate::warrowing::{Course, Growth, ascend};

/// How the contributions to one global make up its fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpdateRule {
    /// One value for all origins, which only grows: [`Accumulate`].
    Accumulate,
    /// Contributions by origin: [`ByOrigin`].
    ByOrigin,
    /// Contributions by origin, widened only if the fact grew: [`Reluctant`].
    #[default]
    Reluctant,
    /// Contributions by origin, never widened, for facts of finite height: [`Unwidened`].
    Unwidened,
}

/// The strategy behind an [`UpdateRule`].
pub(crate) trait Rule {
    /// Raises the cell by what `held` is asked to contribute, and returns whether the cell's value changed.
    fn raise<V: Widen>(&self, cell: Raise<'_, V>, limits: &Extrapolation) -> bool;

    /// Whether contributions are kept apart, so that they can be lowered.
    fn by_origin(&self) -> bool {
        true
    }
}

/// The operands of [`Rule::raise`].
pub(crate) struct Raise<'c, V> {
    /// The value of the cell, the join of all contributions.
    value: &'c mut V,
    /// The contribution of the origin.
    held: &'c mut V,
    /// What the origin contributes, not below `held`.
    next: &'c V,
    course: &'c mut Course,
    /// Whether the contribution already grew in this evaluation, which counts once.
    counted: &'c mut bool,
    statistics: &'c mut Statistics,
}

impl<V: Widen> Raise<'_, V> {
    /// Counts the growth and says how it is to be taken in.
    fn growth(&mut self, limits: &Extrapolation) -> Growth {
        let growth = if self.is_first() {
            *self.counted = true;
            self.course.turn_up();
            Growth::Joined
        } else if *self.counted {
            self.course.growth(limits)
        } else {
            *self.counted = true;
            self.course.count_growth(limits)
        };
        if growth == Growth::Widened {
            self.statistics.widenings += 1;
        }
        growth
    }

    /// Whether the origin contributes for the first time, or again after it was withdrawn.
    fn is_first(&self) -> bool {
        self.held.is_bottom()
    }

    /// Takes `next` into the contribution, and the contribution into the value.
    fn take(self, growth: Growth) -> bool {
        if self.is_first() {
            *self.held = self.next.clone();
        } else {
            ascend(self.held, self.next, growth);
        }
        self.value.join(self.held)
    }
}

/// The fact is one value that only grows.
///
/// Growths are counted by origin: that many origins contribute once each is no reason to widen.
pub(crate) struct Accumulate;

impl Rule for Accumulate {
    fn raise<V: Widen>(&self, mut cell: Raise<'_, V>, limits: &Extrapolation) -> bool {
        if cell.next.leq(cell.value) {
            cell.held.join(cell.next);
            return false;
        }
        let growth = cell.growth(limits);
        cell.held.join(cell.next);
        ascend(cell.value, cell.next, growth)
    }

    fn by_origin(&self) -> bool {
        false
    }
}

/// Contributions are kept by origin; each is widened and narrowed on its own.
pub(crate) struct ByOrigin;

impl Rule for ByOrigin {
    fn raise<V: Widen>(&self, mut cell: Raise<'_, V>, limits: &Extrapolation) -> bool {
        let growth = cell.growth(limits);
        cell.take(growth)
    }
}

/// Contributions are kept by origin; one is widened only if the joined value would grow.
///
/// A contribution that grows below the joined value wakes no reader, so it closes no cycle.
pub(crate) struct Reluctant;

impl Rule for Reluctant {
    fn raise<V: Widen>(&self, cell: Raise<'_, V>, limits: &Extrapolation) -> bool {
        if cell.next.leq(cell.value) {
            cell.course.turn_up();
            cell.held.join(cell.next);
            return false;
        }
        ByOrigin.raise(cell, limits)
    }
}

/// Contributions are kept by origin and joined only; the lattice must have no infinite ascending chain.
pub(crate) struct Unwidened;

impl Rule for Unwidened {
    fn raise<V: Widen>(&self, cell: Raise<'_, V>, _: &Extrapolation) -> bool {
        cell.course.turn_up();
        cell.take(Growth::Joined)
    }
}

/// What one origin contributes.
#[derive(Debug)]
struct Contribution<V> {
    origin: LocalId,
    /// The evaluation of the origin that made `fresh`.
    evaluation: u32,
    /// What that evaluation contributed, exactly.
    fresh: V,
    /// What counts, an upper bound of `fresh` made by ⊟.
    held: V,
    course: Course,
    /// Whether a growth was counted in this evaluation.
    counted: bool,
}

/// A value made up of contributions.
#[derive(Debug)]
pub(crate) struct Cell<V> {
    rule: UpdateRule,
    value: V,
    /// Sorted by origin.
    contributions: Vec<Contribution<V>>,
}

/// What came of a contribution at the end of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settled {
    /// Whether the cell's value changed.
    pub(crate) changed: bool,
    /// Whether the contribution is gone.
    pub(crate) withdrawn: bool,
}

impl<V: Widen> Cell<V> {
    pub(crate) fn new(rule: UpdateRule) -> Self {
        Self {
            rule,
            value: V::bottom(),
            contributions: Vec::new(),
        }
    }

    /// The join of all contributions.
    pub(crate) fn value(&self) -> &V {
        &self.value
    }

    /// The join of all contributions, taken out.
    pub(crate) fn into_value(self) -> V {
        self.value
    }

    /// Whether `origin` contributed in the evaluation given.
    pub(crate) fn contributed_in(&self, origin: LocalId, evaluation: u32) -> bool {
        self.position(origin)
            .is_ok_and(|at| self.contributions[at].evaluation == evaluation)
    }

    /// Whether there is a contribution of `origin`, of whichever evaluation.
    pub(crate) fn holds(&self, origin: LocalId) -> bool {
        self.position(origin)
            .is_ok_and(|at| !self.contributions[at].held.is_bottom())
    }

    /// Takes in `next` from `origin`, and returns whether the value changed.
    pub(crate) fn contribute(
        &mut self,
        origin: LocalId,
        evaluation: u32,
        next: V,
        limits: &Extrapolation,
        statistics: &mut Statistics,
    ) -> bool {
        let at = self.position(origin).unwrap_or_else(|at| {
            self.contributions.insert(at, Contribution::new(origin));
            at
        });
        let contribution = &mut self.contributions[at];
        if contribution.evaluation == evaluation {
            contribution.fresh.join(&next);
        } else {
            contribution.evaluation = evaluation;
            contribution.fresh = next;
            contribution.counted = false;
        }
        if contribution.fresh.leq(&contribution.held) {
            return false;
        }
        let operands = Raise {
            value: &mut self.value,
            held: &mut contribution.held,
            next: &contribution.fresh,
            course: &mut contribution.course,
            counted: &mut contribution.counted,
            statistics,
        };
        match self.rule {
            UpdateRule::Accumulate => Accumulate.raise(operands, limits),
            UpdateRule::ByOrigin => ByOrigin.raise(operands, limits),
            UpdateRule::Reluctant => Reluctant.raise(operands, limits),
            UpdateRule::Unwidened => Unwidened.raise(operands, limits),
        }
    }

    /// Lowers the contribution of `origin` to what the given evaluation contributed, nothing included, as far as ⊟ allows.
    pub(crate) fn settle(
        &mut self,
        origin: LocalId,
        evaluation: u32,
        limits: &Extrapolation,
        statistics: &mut Statistics,
    ) -> Settled {
        let nothing = Settled {
            changed: false,
            withdrawn: false,
        };
        let Ok(at) = self.position(origin) else {
            return nothing;
        };
        if !self.keeps_apart() {
            return nothing;
        }
        let contribution = &mut self.contributions[at];
        if contribution.evaluation != evaluation {
            return self.withdraw(origin, limits, statistics);
        }
        if contribution.fresh == contribution.held || !contribution.course.count_descent(limits) {
            return nothing;
        }
        if !contribution.held.narrow(&contribution.fresh) {
            return nothing;
        }
        statistics.narrowings += 1;
        Settled {
            changed: self.join_again(),
            withdrawn: false,
        }
    }

    /// Takes the contribution of `origin` away, unless it has come and gone too often.
    pub(crate) fn withdraw(&mut self, origin: LocalId, limits: &Extrapolation, statistics: &mut Statistics) -> Settled {
        let mut settled = Settled {
            changed: false,
            withdrawn: false,
        };
        let Ok(at) = self.position(origin) else {
            return settled;
        };
        if !self.keeps_apart() {
            return settled;
        }
        let contribution = &mut self.contributions[at];
        if contribution.held.is_bottom() || !contribution.course.count_withdrawal(limits) {
            return settled;
        }
        contribution.held = V::bottom();
        contribution.fresh = V::bottom();
        statistics.withdrawals += 1;
        settled.withdrawn = true;
        settled.changed = self.join_again();
        settled
    }

    /// Joins the contributions anew after one was lowered, and returns whether the value changed.
    fn join_again(&mut self) -> bool {
        let mut joined = V::bottom();
        for contribution in &self.contributions {
            joined.join(&contribution.held);
        }
        let changed = joined != self.value;
        self.value = joined;
        changed
    }

    fn keeps_apart(&self) -> bool {
        match self.rule {
            UpdateRule::Accumulate => Accumulate.by_origin(),
            UpdateRule::ByOrigin => ByOrigin.by_origin(),
            UpdateRule::Reluctant => Reluctant.by_origin(),
            UpdateRule::Unwidened => Unwidened.by_origin(),
        }
    }

    fn position(&self, origin: LocalId) -> Result<usize, usize> {
        self.contributions
            .binary_search_by_key(&origin, |contribution| contribution.origin)
    }
}

impl<V: Widen> Contribution<V> {
    /// No contribution yet; evaluations count from 1.
    fn new(origin: LocalId) -> Self {
        Self {
            origin,
            evaluation: 0,
            fresh: V::bottom(),
            held: V::bottom(),
            course: Course::default(),
            counted: false,
        }
    }
}
