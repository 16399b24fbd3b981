//! Cells: values made up of contributions, by origin.
//!
//! Several origins contribute to one global. Had it one accumulated value, that value could only grow,
//! since nothing tells which part of it an origin would give today. Keeping the contributions apart,
//!
//! ```text
//!     σ g  =  ⨆ { c(x, g) | x origin },     c(x, g) := c(x, g) ⊟ (what x contributes now)
//! ```
//!
//! lets each of them narrow, and vanish when its origin makes it no longer.
//! (Stemmler et al., "Taking out the toxic trash", PLDI 2025.)
//!
//! What is contributed in an evaluation raises c(x, g) at once, so that the same evaluation can
//! already see its effect (a call starts the callee and then gets its end); it is lowered only when
//! the evaluation is complete and its origin is stable. A contribution that was *widened* is not lowered to what it
//! was widened by, unless everything is stable: two origins that count each other's contribution up would otherwise
//! narrow theirs back before the other has heard of it, and go up by one at a time.

use pepsin_lattice::Widen;

use crate::graph::{EvaluationId, LocalId};
use crate::join_tree::JoinTree;
use crate::update::{Holding, Rule, UpdateRule};
use crate::warrowing::{Course, Extrapolator};

/// A value made up of contributions.
#[derive(Debug)]
pub(crate) struct Cell<V> {
    rule: UpdateRule,
    /// Who contributes, sorted, and where in `contributions`: these are large, and stay where they are.
    origins: Vec<(LocalId, usize)>,
    contributions: Vec<Contribution<V>>,
    /// What counts of each contribution: c(x, g), an upper bound of what x contributed last, made by ⊟.
    held: JoinTree<V>,
    bottom: V,
}

/// What one origin contributes.
#[derive(Debug)]
struct Contribution<V> {
    /// The evaluation of the origin that made `fresh`.
    evaluation: u32,
    /// What that evaluation contributed, exactly.
    fresh: V,
    /// Where it is held.
    held_at: usize,
    /// The evaluation in which it was last widened.
    widened_in: u32,
    /// What that evaluation contributed, once there is a later one.
    widened_by: V,
    course: Course,
}

/// When a contribution is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// The origin is stable, but others may not be.
    OriginStable,
    /// All that is reached is stable, or the origin is not reached.
    AllStable,
}

/// What came of a contribution when it was settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settled {
    /// Whether the cell's value changed.
    pub(crate) changed: bool,
    /// Whether the contribution is gone.
    pub(crate) withdrawn: bool,
    /// Whether it must be settled again when everything is stable.
    pub(crate) deferred: bool,
}

impl<V: Widen> Cell<V> {
    pub(crate) fn new(rule: UpdateRule) -> Self {
        Self {
            rule,
            origins: Vec::new(),
            contributions: Vec::new(),
            held: JoinTree::new(),
            bottom: V::bottom(),
        }
    }

    /// The join of all contributions.
    pub(crate) fn value(&self) -> &V {
        self.held.join().unwrap_or(&self.bottom)
    }

    /// Whether the origin contributed in this very evaluation.
    pub(crate) fn contributed_in(&self, evaluation: EvaluationId) -> bool {
        self.position(evaluation.of)
            .is_ok_and(|at| self.contributions[at].evaluation == evaluation.number)
    }

    /// Whether there is a contribution of `origin`, of whichever evaluation.
    pub(crate) fn holds(&self, origin: LocalId) -> bool {
        self.position(origin)
            .is_ok_and(|at| !self.held.get(self.contributions[at].held_at).is_bottom())
    }

    /// Takes in what is contributed in an evaluation, and returns whether the value changed.
    pub(crate) fn contribute(&mut self, evaluation: EvaluationId, next: V, extrapolator: &mut Extrapolator) -> bool {
        let at = self.position(evaluation.of).unwrap_or_else(|at| {
            let new = self.new_contribution();
            // Most cells have one origin.
            let room = usize::from(self.contributions.is_empty());
            self.contributions.reserve_exact(room);
            self.origins.reserve_exact(room);
            self.origins.insert(at, (evaluation.of, self.contributions.len()));
            self.contributions.push(new);
            self.contributions.len() - 1
        });
        let contribution = &mut self.contributions[at];
        contribution.renew(evaluation.number, next);
        let held = self.held.get(contribution.held_at);
        if contribution.fresh.leq(held) {
            return false;
        }
        let mut held = held.clone();
        let Contribution { fresh, course, .. } = contribution;
        let fact = self.held.join().unwrap_or(&self.bottom);
        let raised = self.rule.raise(&mut held, fresh, fact, course, extrapolator);
        if raised && course.is_extrapolated() {
            contribution.widened_in = evaluation.number;
        }
        raised && self.held.raise(contribution.held_at, held)
    }

    /// Lowers the contribution of the origin to what this evaluation contributed, as far as ⊟ allows;
    /// if it contributed nothing, the contribution is withdrawn.
    pub(crate) fn settle(
        &mut self,
        evaluation: EvaluationId,
        moment: Moment,
        extrapolator: &mut Extrapolator,
    ) -> Settled {
        let (Ok(at), Holding::ByOrigin) = (self.position(evaluation.of), self.rule.holding()) else {
            return Settled::default();
        };
        let contribution = &mut self.contributions[at];
        let made = contribution.evaluation == evaluation.number;
        let mut held = self.held.get(contribution.held_at).clone();
        if moment == Moment::OriginStable && made && contribution.is_unanswered() {
            return Settled {
                deferred: contribution.fresh != held,
                ..Settled::default()
            };
        }
        let lowered = if made {
            contribution.fresh != held && extrapolator.shrink(&mut contribution.course, &mut held, &contribution.fresh)
        } else {
            extrapolator.vanish(&mut contribution.course, &mut held)
        };
        Settled {
            changed: lowered && self.held.replace(contribution.held_at, held),
            withdrawn: lowered && !made,
            deferred: false,
        }
    }

    /// A contribution of nothing; evaluations count from 1.
    fn new_contribution(&mut self) -> Contribution<V> {
        let held_at = match self.rule.holding() {
            Holding::Together if !self.contributions.is_empty() => 0,
            Holding::Together | Holding::ByOrigin => self.held.push_bottom(),
        };
        Contribution {
            evaluation: 0,
            fresh: V::bottom(),
            held_at,
            widened_in: 0,
            widened_by: V::bottom(),
            course: Course::default(),
        }
    }

    /// Where the contribution of an origin is; if there is none, where the origin belongs among the others.
    fn position(&self, origin: LocalId) -> Result<usize, usize> {
        let found = self.origins.binary_search_by_key(&origin, |(origin, _)| *origin);
        found.map(|at| self.origins[at].1)
    }
}

impl<V: Widen> Contribution<V> {
    /// Takes in what is contributed in an evaluation: beside what it contributed before, or in place of an earlier one.
    fn renew(&mut self, evaluation: u32, next: V) {
        if self.evaluation == evaluation {
            self.fresh.join(&next);
            return;
        }
        let before = std::mem::replace(&mut self.fresh, next);
        if self.widened_in == self.evaluation {
            self.widened_by = before;
        }
        self.evaluation = evaluation;
        self.course.begin();
    }

    /// Whether it was widened, and the origin contributes still what made it so: nothing has come back yet.
    fn is_unanswered(&self) -> bool {
        self.course.is_extrapolated() && (self.widened_in == self.evaluation || self.fresh == self.widened_by)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Moment, Settled};
    use crate::budget::{Extrapolation, SolverSettings};
    use crate::graph::{EvaluationId, LocalId, Number};
    use crate::update::UpdateRule;
    use crate::warrowing::Extrapolator;
    use pepsin_lattice::{Bottom, Lattice, MaySet, Widen};

    /// Numbers up to 9, where widening goes at once.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Capped(u8);

    impl Lattice for Capped {
        fn join(&mut self, other: &Self) -> bool {
            let before = *self;
            self.0 = self.0.max(other.0);
            *self != before
        }
    }

    impl Bottom for Capped {
        fn bottom() -> Self {
            Self(0)
        }

        fn is_bottom(&self) -> bool {
            self.0 == 0
        }
    }

    impl Widen for Capped {
        fn widen(&mut self, next: &Self) -> bool {
            let grows = next.0 > self.0;
            if grows {
                self.0 = 9;
            }
            grows
        }
    }

    const KEPT_APART: [UpdateRule; 3] = [UpdateRule::ByOrigin, UpdateRule::Reluctant, UpdateRule::Unwidened];

    fn evaluation(origin: u32, number: u32) -> EvaluationId {
        EvaluationId {
            of: LocalId::new(origin),
            number,
        }
    }

    fn extrapolator() -> Extrapolator {
        Extrapolator::new(SolverSettings::default().contributions)
    }

    #[test]
    fn contributions_of_one_evaluation_are_joined_and_those_of_the_next_take_their_place() {
        for rule in KEPT_APART {
            let (mut cell, mut extrapolator) = (Cell::new(rule), extrapolator());
            let mut contribute =
                |number, member: u8| cell.contribute(evaluation(0, number), MaySet::new([member]), &mut extrapolator);
            assert!(contribute(1, 1) && contribute(1, 2) && !contribute(1, 1));
            assert!(contribute(2, 3));
            assert_eq!(cell.value(), &MaySet::new([1, 2, 3]));
            let settled = cell.settle(evaluation(0, 2), Moment::OriginStable, &mut extrapolator);
            assert_eq!(
                settled,
                Settled {
                    changed: true,
                    withdrawn: false,
                    deferred: false
                }
            );
            assert_eq!(cell.value(), &MaySet::new([3]), "{rule:?}");
        }
    }

    #[test]
    fn a_contribution_that_is_withdrawn_leaves_those_of_others() {
        for rule in KEPT_APART {
            let (mut cell, mut extrapolator) = (Cell::new(rule), extrapolator());
            cell.contribute(evaluation(0, 1), MaySet::new([1_u8, 2]), &mut extrapolator);
            cell.contribute(evaluation(1, 1), MaySet::new([2, 3]), &mut extrapolator);
            let settled = cell.settle(evaluation(0, 2), Moment::OriginStable, &mut extrapolator);
            assert_eq!(
                settled,
                Settled {
                    changed: true,
                    withdrawn: true,
                    deferred: false
                }
            );
            assert_eq!(cell.value(), &MaySet::new([2, 3]), "{rule:?}");
            assert!(!cell.holds(LocalId::new(0)) && cell.holds(LocalId::new(1)));
        }
    }

    #[test]
    fn what_is_accumulated_stays() {
        let (mut cell, mut extrapolator) = (Cell::new(UpdateRule::Accumulate), extrapolator());
        cell.contribute(evaluation(0, 1), MaySet::new([1_u8]), &mut extrapolator);
        let settled = cell.settle(evaluation(0, 2), Moment::OriginStable, &mut extrapolator);
        assert_eq!(settled, Settled::default());
        assert_eq!(cell.value(), &MaySet::new([1]));
    }

    #[test]
    fn a_widened_contribution_is_lowered_when_the_origin_contributes_something_else() {
        let (mut cell, mut extrapolator) = (Cell::new(UpdateRule::ByOrigin), extrapolator());
        for number in 1..=9 {
            // The last two evaluations contribute the same.
            let members = 0..number.min(8);
            cell.contribute(evaluation(0, number), MaySet::new(members), &mut extrapolator);
        }
        assert!(extrapolator.widenings > 0);
        cell.contribute(evaluation(0, 10), MaySet::new(0..7), &mut extrapolator);
        let settled = cell.settle(evaluation(0, 10), Moment::OriginStable, &mut extrapolator);
        assert!(settled.changed);
        assert_eq!(cell.value(), &MaySet::new(0..7));
    }

    #[test]
    fn a_widened_contribution_is_kept_while_the_origin_contributes_the_same() {
        let mut extrapolator = Extrapolator::new(Extrapolation {
            delay: 0,
            ..SolverSettings::default().contributions
        });
        let mut cell = Cell::new(UpdateRule::ByOrigin);
        cell.contribute(evaluation(0, 1), Capped(1), &mut extrapolator);
        cell.contribute(evaluation(0, 2), Capped(2), &mut extrapolator);
        assert_eq!(cell.value(), &Capped(9));
        for number in 2..4 {
            cell.contribute(evaluation(0, number), Capped(2), &mut extrapolator);
            let settled = cell.settle(evaluation(0, number), Moment::OriginStable, &mut extrapolator);
            assert!(settled.deferred && !settled.changed);
        }
        let settled = cell.settle(evaluation(0, 3), Moment::AllStable, &mut extrapolator);
        assert!(settled.changed);
        assert_eq!(cell.value(), &Capped(2));
    }

    #[test]
    fn only_a_contribution_that_raises_the_fact_is_widened_reluctantly() {
        for (rule, widenings) in [(UpdateRule::Reluctant, 0), (UpdateRule::ByOrigin, 7)] {
            let (mut cell, mut extrapolator) = (Cell::new(rule), extrapolator());
            cell.contribute(evaluation(1, 1), MaySet::new(0..20_u8), &mut extrapolator);
            for number in 1..=11 {
                let members = 0..u8::try_from(number).unwrap_or(u8::MAX);
                cell.contribute(evaluation(0, number), MaySet::new(members), &mut extrapolator);
            }
            assert_eq!(extrapolator.widenings, widenings, "{rule:?}");
        }
    }
}
