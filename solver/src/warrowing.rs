//! Warrowing: one operator that widens while a value grows and narrows when it can shrink.
//!
//! ```text
//!     a ⊟ b  =  a △ b   if b ⊑ a
//!               a ▽ b   otherwise
//! ```
//!
//! (Apinis, Seidl and Vojdani, "How to combine widening and narrowing for non-monotonic systems of equations",
//! PLDI 2013, section 3; Amato, Scozzari, Seidl, Apinis and Vojdani, "Efficiently intertwining widening and narrowing",
//! Science of Computer Programming 2016.)
//!
//! With right-hand sides that are not monotone, ⊟ alone may alternate for ever. So each value has a
//! *course*, which counts: the first growths are joined only (the widening delay); each growth
//! after a descent is a *switch*; after a bounded number of switches the value descends no more,
//! and from then on it is an ascending chain of widenings, which is stationary by the law of ▽.
//! Descents in a row are bounded too, so termination does not depend on the law of △.

use pepsin_lattice::Widen;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::budget::Extrapolation;

/// Where one extrapolated value is in its ups and downs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    /// Growths counted; the first is the beginning, and counts as none.
    growths: Option<u32>,
    switches: u32,
    descents: u32,
    /// Whether the last change was a widening, which must be heard of before it is taken back.
    extrapolated: bool,
    /// Whether the growths now count as one with the one before.
    continued: bool,
}

impl Course {
    /// What grows from now on is another growth than what grew before.
    pub(crate) fn begin(&mut self) {
        self.continued = false;
    }

    /// Whether the last change was a widening.
    pub(crate) fn is_extrapolated(&self) -> bool {
        self.extrapolated
    }

    /// Counts a growth, unless it continues the one before, and returns how many there were.
    fn count_growth(&mut self) -> u32 {
        let growths = match self.growths {
            None => 0,
            Some(growths) if self.continued => growths,
            Some(growths) => growths.saturating_add(1),
        };
        self.growths = Some(growths);
        self.continued = true;
        growths
    }

    /// Notes that the value goes up, which is a switch if it came down before.
    fn turn_up(&mut self) {
        if self.descents > 0 {
            self.descents = 0;
            self.switches = self.switches.saturating_add(1);
        }
    }
}

/// Applies ⊟ within limits, and counts what it did.
#[derive(Debug)]
pub(crate) struct Extrapolator {
    limits: Extrapolation,
    pub(crate) widenings: u64,
    pub(crate) narrowings: u64,
    pub(crate) withdrawals: u64,
}

impl Extrapolator {
    pub(crate) fn new(limits: Extrapolation) -> Self {
        Self {
            limits,
            widenings: 0,
            narrowings: 0,
            withdrawals: 0,
        }
    }

    /// Joins `next` into `value` as a growth that needs no extrapolation, and returns whether it changed.
    pub(crate) fn join<V: Widen>(&self, course: &mut Course, value: &mut V, next: &V) -> bool {
        course.turn_up();
        if value.is_bottom() {
            value.clone_from(next);
            return !value.is_bottom();
        }
        value.join(next)
    }

    /// Makes `value` an upper bound of itself and `next`, and returns whether it changed.
    pub(crate) fn grow<V: Widen>(&mut self, course: &mut Course, value: &mut V, next: &V) -> bool {
        if course.count_growth() <= self.limits.delay || value.is_bottom() {
            return self.join(course, value, next);
        }
        course.turn_up();
        if is_seeded(Bug::WideningForgets) {
            return false;
        }
        // Many widenings are written for a second operand that is at least the first.
        let mut joined = value.clone();
        let changed = joined.join(next) && value.widen(&joined);
        course.extrapolated |= changed;
        self.widenings += u64::from(changed);
        changed
    }

    /// Whether a value on this course may still be narrowed.
    pub(crate) fn may_descend(&self, course: &Course) -> bool {
        course.switches < self.limits.switches && course.descents < self.limits.descents
    }

    /// Brings `value` down towards `next`, which is below it, if it may still descend, and returns whether it changed.
    pub(crate) fn shrink<V: Widen>(&mut self, course: &mut Course, value: &mut V, next: &V) -> bool {
        let changed = self.may_descend(course) && value.narrow(next);
        if changed {
            course.descents += 1;
            course.extrapolated = false;
            self.narrowings += 1;
        }
        changed
    }

    /// Makes `value` bottom, from where it cannot descend further, if it may still descend, and returns whether it changed.
    pub(crate) fn vanish<V: Widen>(&mut self, course: &mut Course, value: &mut V) -> bool {
        let changed = course.switches < self.limits.switches && !value.is_bottom();
        if changed {
            *value = V::bottom();
            course.descents = course.descents.saturating_add(1);
            course.extrapolated = false;
            self.withdrawals += 1;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::{Course, Extrapolator};
    use crate::budget::Extrapolation;
    use pepsin_lattice::{Bottom, Lattice, MaySet};

    /// With default widening and narrowing, which are join and replacement.
    type Set = MaySet<u8>;

    fn extrapolator(delay: u32, switches: u32, descents: u32) -> Extrapolator {
        Extrapolator::new(Extrapolation {
            delay,
            switches,
            descents,
        })
    }

    #[test]
    fn growths_beyond_the_delay_are_widened_and_the_first_does_not_count() {
        let (mut course, mut value) = (Course::default(), Set::bottom());
        let mut extrapolator = extrapolator(2, 1, 1);
        for (next, widenings) in [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2)] {
            course.begin();
            assert!(extrapolator.grow(&mut course, &mut value, &Set::new([next])));
            assert_eq!(extrapolator.widenings, widenings);
        }
    }

    #[test]
    fn growths_that_are_not_separated_count_once() {
        let (mut course, mut value) = (Course::default(), Set::new([0]));
        let mut extrapolator = extrapolator(1, 1, 1);
        for next in 1..9 {
            extrapolator.grow(&mut course, &mut value, &Set::new([next]));
        }
        assert_eq!(extrapolator.widenings, 0);
    }

    #[test]
    fn a_value_that_goes_up_and_down_stays_up_after_the_switches_allowed() {
        let (mut course, mut value) = (Course::default(), Set::new([0]));
        let (small, great) = (Set::new([0]), Set::new([0, 1]));
        let mut extrapolator = extrapolator(0, 3, 1);
        let mut descents = 0;
        for _ in 0..10 {
            course.begin();
            extrapolator.grow(&mut course, &mut value, &great);
            descents += u32::from(extrapolator.shrink(&mut course, &mut value, &small));
        }
        assert_eq!(descents, 3);
        assert!(great.leq(&value));
        assert!(!extrapolator.vanish(&mut course, &mut value));
    }
}
