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
//! the evaluation is complete and its origin is stable.

use pepsin_lattice::Widen;

use crate::graph::{EvaluationId, LocalId};
use crate::update::{Raise, Rule, UpdateRule};
use crate::warrowing::{Course, Extrapolator};

/// A value made up of contributions.
#[derive(Debug)]
pub(crate) struct Cell<V> {
    rule: UpdateRule,
    value: V,
    /// Sorted by origin.
    contributions: Vec<Contribution<V>>,
}

/// What one origin contributes.
#[derive(Debug)]
struct Contribution<V> {
    origin: LocalId,
    /// The evaluation of the origin that made `fresh`; evaluations count from 1.
    evaluation: u32,
    /// What that evaluation contributed, exactly.
    fresh: V,
    /// What counts: an upper bound of `fresh`, made by ⊟.
    held: V,
    course: Course,
}

/// What came of a contribution at the end of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

    /// Whether the origin contributed in this very evaluation.
    pub(crate) fn contributed_in(&self, evaluation: EvaluationId) -> bool {
        self.position(evaluation.of)
            .is_ok_and(|at| self.contributions[at].evaluation == evaluation.number)
    }

    /// Whether there is a contribution of `origin`, of whichever evaluation.
    pub(crate) fn holds(&self, origin: LocalId) -> bool {
        self.position(origin)
            .is_ok_and(|at| !self.contributions[at].held.is_bottom())
    }

    /// Takes in what is contributed in an evaluation, and returns whether the value changed.
    pub(crate) fn contribute(&mut self, evaluation: EvaluationId, next: V, extrapolator: &mut Extrapolator) -> bool {
        let at = self.position(evaluation.of).unwrap_or_else(|at| {
            let new = Contribution::new(evaluation.of);
            self.contributions.insert(at, new);
            at
        });
        let contribution = &mut self.contributions[at];
        if contribution.evaluation == evaluation.number {
            contribution.fresh.join(&next);
        } else {
            contribution.evaluation = evaluation.number;
            contribution.fresh = next;
            contribution.course.begin();
        }
        if contribution.fresh.leq(&contribution.held) {
            return false;
        }
        let operands = Raise {
            fact: &mut self.value,
            held: &mut contribution.held,
            next: &contribution.fresh,
            course: &mut contribution.course,
        };
        self.rule.raise(operands, extrapolator)
    }

    /// Lowers the contribution of the origin to what this evaluation contributed, as far as ⊟ allows;
    /// if it contributed nothing, the contribution is withdrawn.
    pub(crate) fn settle(&mut self, evaluation: EvaluationId, extrapolator: &mut Extrapolator) -> Settled {
        let (Ok(at), true) = (self.position(evaluation.of), self.rule.keeps_apart()) else {
            return Settled::default();
        };
        let contribution = &mut self.contributions[at];
        let made = contribution.evaluation == evaluation.number;
        let Contribution {
            fresh, held, course, ..
        } = contribution;
        let lowered = if made {
            fresh != held && extrapolator.shrink(course, held, fresh)
        } else {
            extrapolator.vanish(course, held)
        };
        Settled {
            changed: lowered && self.join_again(),
            withdrawn: lowered && !made,
        }
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

    fn position(&self, origin: LocalId) -> Result<usize, usize> {
        self.contributions
            .binary_search_by_key(&origin, |contribution| contribution.origin)
    }
}

impl<V: Widen> Contribution<V> {
    fn new(origin: LocalId) -> Self {
        Self {
            origin,
            evaluation: 0,
            fresh: V::bottom(),
            held: V::bottom(),
            course: Course::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, Settled};
    use crate::budget::SolverSettings;
    use crate::graph::{EvaluationId, LocalId};
    use crate::update::UpdateRule;
    use crate::warrowing::Extrapolator;
    use pepsin_lattice::MaySet;

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
            let settled = cell.settle(evaluation(0, 2), &mut extrapolator);
            assert_eq!(
                settled,
                Settled {
                    changed: true,
                    withdrawn: false
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
            let settled = cell.settle(evaluation(0, 2), &mut extrapolator);
            assert_eq!(
                settled,
                Settled {
                    changed: true,
                    withdrawn: true
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
        let settled = cell.settle(evaluation(0, 2), &mut extrapolator);
        assert_eq!(settled, Settled::default());
        assert_eq!(cell.value(), &MaySet::new([1]));
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
