//! Comparisons of integers, and what is learned when one holds.

use crate::ir::BinaryOp;

use super::super::truth::Truth;
use super::{Integer, first_in_class};
use pepsin_lattice::Bottom;

impl Integer {
    /// The truth of `self op other`; unknown for operators that don't compare.
    pub fn compare(&self, op: BinaryOp, other: &Self) -> Truth {
        match op {
            BinaryOp::Equal => self.equal(other),
            BinaryOp::NotEqual => self.equal(other).negate(),
            BinaryOp::Less => self.less(other),
            BinaryOp::GreaterEqual => self.less(other).negate(),
            BinaryOp::Greater => other.less(self),
            BinaryOp::LessEqual => other.less(self).negate(),
            _ => Truth::UNKNOWN,
        }
    }

    /// Both sides, narrowed to the members for which `self op other` holds for some member of the other side.
    pub fn refine(&self, op: BinaryOp, other: &Self) -> (Self, Self) {
        let swap = |(left, right)| (right, left);
        match op {
            BinaryOp::Equal => (self.meet(other), other.meet(self)),
            BinaryOp::NotEqual => (self.unequal_to(other), other.unequal_to(self)),
            BinaryOp::Less => self.refine_ordered(other, 1),
            BinaryOp::LessEqual => self.refine_ordered(other, 0),
            BinaryOp::Greater => swap(other.refine_ordered(self, 1)),
            BinaryOp::GreaterEqual => swap(other.refine_ordered(self, 0)),
            _ => (self.clone(), other.clone()),
        }
    }

    /// The members that are at least `bound`.
    pub fn at_least(&self, bound: i128) -> Self {
        match self.parts() {
            Some(parts) if parts.low < bound => match first_in_class(bound, parts.low, parts.stride) {
                Some(low) => super::build(low, parts.high, parts.stride, parts.excluded.to_vec()),
                None => Self::EMPTY,
            },
            _ => self.clone(),
        }
    }

    /// The members that are at most `bound`.
    pub fn at_most(&self, bound: i128) -> Self {
        match self.parts() {
            Some(parts) if parts.high > bound => super::build(parts.low, bound, parts.stride, parts.excluded.to_vec()),
            _ => self.clone(),
        }
    }

    fn equal(&self, other: &Self) -> Truth {
        if self.is_bottom() || other.is_bottom() {
            return Truth::NEVER;
        }
        let both_constant = self.as_constant().is_some() && self.as_constant() == other.as_constant();
        Truth {
            may_hold: both_constant || !self.meet(other).is_bottom(),
            may_fail: !both_constant,
        }
    }

    fn less(&self, other: &Self) -> Truth {
        match (self.parts(), other.parts()) {
            (Some(left), Some(right)) => Truth {
                may_hold: left.low < right.high,
                may_fail: left.high >= right.low,
            },
            _ => Truth::NEVER,
        }
    }

    fn unequal_to(&self, other: &Self) -> Self {
        match other.as_constant() {
            Some(value) => self.exclude(value),
            None if other.is_bottom() => Self::EMPTY,
            None => self.clone(),
        }
    }

    /// Narrows by `self + gap ≤ other`.
    fn refine_ordered(&self, other: &Self, gap: i128) -> (Self, Self) {
        let (Some(low), Some(high)) = (self.low(), other.high()) else {
            return (Self::EMPTY, Self::EMPTY);
        };
        let left = high.checked_sub(gap).map_or(Self::EMPTY, |bound| self.at_most(bound));
        let right = low.checked_add(gap).map_or(Self::EMPTY, |bound| other.at_least(bound));
        (left, right)
    }
}
