//! Widening and narrowing of integers, with thresholds.
//!
//! A bound that grows jumps to the next threshold: one of the caller's (constants of the program) or of the bounds of C's types.
//! Narrowing brings a bound down only if it lies at a threshold, that is, if widening may have put it there;
//! the thresholds are finitely many, and so every descending sequence ends.
//! (Cousot and Cousot, POPL 1977, section 9; thresholds: Blanchet et al., PLDI 2003, section 7.1.)

use pepsin_lattice::{Lattice, Widen};

use super::{Integer, Parts, build, common_stride, distance, excluded_from_both, first_in_class};

/// The bounds of C's types and of truth values, sorted.
const BOUNDS: [i128; 11] = [
    i128::MIN,
    i64::MIN as i128,
    i32::MIN as i128,
    -1,
    0,
    1,
    255,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

impl Integer {
    /// `self ▽ next` with thresholds (sorted) besides the bounds of types; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        if next.leq(self) {
            return false;
        }
        let widened = match (self.parts(), next.parts()) {
            (Some(mine), Some(new)) => widened(&mine, &new, thresholds),
            _ => next.clone(),
        };
        *self = widened;
        true
    }

    /// `self △ next`, where `next` is below `self`, with the thresholds used for widening; returns whether `self` changed.
    pub fn narrow_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        let (Some(mine), Some(new)) = (self.parts(), next.parts()) else {
            let changed = self != next;
            *self = next.clone();
            return changed;
        };
        if !next.leq(self) {
            return false;
        }
        let narrowed = narrowed(&mine, &new, thresholds);
        let changed = narrowed != *self;
        *self = narrowed;
        changed
    }
}

impl Widen for Integer {
    fn widen(&mut self, next: &Self) -> bool {
        self.widen_with(next, &[])
    }

    fn narrow(&mut self, next: &Self) -> bool {
        self.narrow_with(next, &[])
    }
}

fn widened(mine: &Parts<'_>, new: &Parts<'_>, thresholds: &[i128]) -> Integer {
    let stride = common_stride(mine, new);
    let low = match new.low < mine.low {
        true => first_in_class(threshold_below(new.low, thresholds), new.low, stride).unwrap_or(new.low),
        false => mine.low,
    };
    let high = match new.high > mine.high {
        true => threshold_above(new.high, thresholds),
        false => mine.high,
    };
    // Once the interval is stable only exclusions that `mine` has can stay, so they can only become fewer.
    let grows = low < mine.low || high > mine.high;
    let mut excluded = excluded_from_both(mine, new);
    excluded.retain(|value| grows || mine.excluded.binary_search(value).is_ok());
    build(low, high, stride, excluded)
}

fn narrowed(mine: &Parts<'_>, new: &Parts<'_>, thresholds: &[i128]) -> Integer {
    let low = if threshold_at_low(mine, thresholds) {
        new.low
    } else {
        mine.low
    };
    let high = if threshold_at_high(mine, thresholds) {
        new.high
    } else {
        mine.high
    };
    let mut excluded = mine.excluded.to_vec();
    let room = super::MOST_EXCLUDED.saturating_sub(excluded.len());
    excluded.extend(new.excluded.iter().filter(|value| mine.contains(**value)).take(room));
    match first_in_class(low, new.low, new.stride) {
        Some(low) => build(low, high, new.stride, excluded),
        None => build(new.low, high, new.stride, excluded),
    }
}

/// The greatest threshold at most `bound`.
fn threshold_below(bound: i128, thresholds: &[i128]) -> i128 {
    let below = |sorted: &[i128]| {
        sorted[..sorted.partition_point(|known| *known <= bound)]
            .last()
            .copied()
    };
    below(&BOUNDS).max(below(thresholds)).unwrap_or(i128::MIN)
}

/// The least threshold at least `bound`.
fn threshold_above(bound: i128, thresholds: &[i128]) -> i128 {
    let above = |sorted: &[i128]| sorted.get(sorted.partition_point(|known| *known < bound)).copied();
    let found = [above(&BOUNDS), above(thresholds)];
    found.into_iter().flatten().min().unwrap_or(i128::MAX)
}

/// Whether the lower bound is the first member at or above a threshold.
fn threshold_at_low(parts: &Parts<'_>, thresholds: &[i128]) -> bool {
    let gap = distance(threshold_below(parts.low, thresholds), parts.low);
    gap == 0 || gap < parts.stride || parts.low == i128::MIN
}

/// Whether the upper bound is the last member at or below a threshold.
fn threshold_at_high(parts: &Parts<'_>, thresholds: &[i128]) -> bool {
    let gap = distance(parts.high, threshold_above(parts.high, thresholds));
    gap == 0 || gap < parts.stride || parts.high == i128::MAX
}
