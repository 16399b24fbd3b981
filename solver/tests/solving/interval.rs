//! Intervals of integers: the smallest lattice with infinite chains both ways.

use pepsin_lattice::{Bottom, Lattice, Widen};

/// The integers from `low` to `high`; empty if `low > high`. The ends of `i64` stand for infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval {
    low: i64,
    high: i64,
}

/// The integers from `low` to `high`.
pub fn interval(low: i64, high: i64) -> Interval {
    if low > high {
        return Interval::bottom();
    }
    Interval { low, high }
}

impl Interval {
    /// Each member plus `by`.
    pub fn plus(self, by: i64) -> Self {
        let shift = |end: i64| match end {
            i64::MIN | i64::MAX => end,
            _ => end.saturating_add(by),
        };
        if self.is_bottom() {
            return self;
        }
        interval(shift(self.low), shift(self.high))
    }

    /// The least interval with the members of both.
    pub fn or(mut self, other: Self) -> Self {
        self.join(&other);
        self
    }

    /// The members between `low` and `high`.
    pub fn within(self, low: i64, high: i64) -> Self {
        interval(self.low.max(low), self.high.min(high))
    }
}

impl Lattice for Interval {
    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        self.is_bottom() || (other.low <= self.low && self.high <= other.high)
    }
}

impl Bottom for Interval {
    fn bottom() -> Self {
        Self {
            low: i64::MAX,
            high: i64::MIN,
        }
    }

    fn is_bottom(&self) -> bool {
        self.low > self.high
    }
}

impl Widen for Interval {
    fn widen(&mut self, next: &Self) -> bool {
        let before = *self;
        if self.is_bottom() {
            *self = *next;
        } else if !next.is_bottom() {
            if next.low < self.low {
                self.low = i64::MIN;
            }
            if next.high > self.high {
                self.high = i64::MAX;
            }
        }
        *self != before
    }

    fn narrow(&mut self, next: &Self) -> bool {
        let before = *self;
        if next.is_bottom() {
            *self = *next;
        } else {
            if self.low == i64::MIN {
                self.low = next.low;
            }
            if self.high == i64::MAX {
                self.high = next.high;
            }
        }
        *self != before
    }
}
