//! Warrowing: one operator that widens while a value grows and narrows when it can shrink.
//!
//! ```text
//!     a ⊟ b  =  a △ b   if b ⊑ a
//!               a ▽ b   otherwise
//! ```
//!
//! (Amato, Scozzari, Seidl, Apinis and Vojdani, "Efficiently intertwining widening and narrowing", 2016, section 3;
//! Apinis, Seidl and Vojdani, PLDI 2013.)
//!
//! With right-hand sides that are not monotone, ⊟ alone may alternate for ever. So each value has a
//! *course*, which counts: the first growths are joined only (the widening delay); each growth
//! after a descent is a *switch*; after a bounded number of switches the value descends no more,
//! and from then on it is an ascending chain of widenings, which is stationary by the law of ▽.
//! Descents in a row are bounded too, so termination does not depend on the law of △.

use pepsin_lattice::Widen;

use crate::budget::Extrapolation;

/// Where one extrapolated value is in its ups and downs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Course {
    growths: u32,
    switches: u32,
    descents: u32,
}

/// How a growth was taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Growth {
    Joined,
    Widened,
}

impl Course {
    /// Counts a growth, and says whether it is to be joined or widened.
    pub(crate) fn count_growth(&mut self, limits: &Extrapolation) -> Growth {
        self.turn_up();
        self.growths = self.growths.saturating_add(1);
        if self.growths > limits.delay {
            Growth::Widened
        } else {
            Growth::Joined
        }
    }

    /// Counts a switch if the value descended before; a growth from bottom counts as no more than that.
    pub(crate) fn turn_up(&mut self) {
        if self.descents > 0 {
            self.descents = 0;
            self.switches = self.switches.saturating_add(1);
        }
    }

    /// The way growths are taken in now, without counting one.
    pub(crate) fn growth(&self, limits: &Extrapolation) -> Growth {
        if self.growths > limits.delay {
            Growth::Widened
        } else {
            Growth::Joined
        }
    }

    /// Counts a descent to bottom, which no further descent follows, unless the value must not descend any more.
    pub(crate) fn count_withdrawal(&mut self, limits: &Extrapolation) -> bool {
        let allowed = self.switches < limits.switches;
        if allowed {
            self.descents = self.descents.max(1);
        }
        allowed
    }

    /// Counts a descent, unless the value must not descend any more.
    pub(crate) fn count_descent(&mut self, limits: &Extrapolation) -> bool {
        let allowed = self.switches < limits.switches && self.descents < limits.descents;
        if allowed {
            self.descents += 1;
        }
        allowed
    }
}

/// Makes `value` an upper bound of itself and `next`.
pub(crate) fn ascend<V: Widen>(value: &mut V, next: &V, growth: Growth) -> bool {
    match growth {
        Growth::Joined => value.join(next),
        Growth::Widened => {
            // Many widenings are written for a second operand that is at least the first.
            let mut joined = value.clone();
            joined.join(next) && value.widen(&joined)
        }
    }
}
