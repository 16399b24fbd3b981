//! Rows: sets of byte offsets that are intervals with a stride.
//!
//! An element stands for `{ low + k·stride | k ≥ 0, low + k·stride ≤ high }`. It is never empty.
//! No object is larger than 2⁶² bytes, so bounds beyond ±2⁶² mean "unbounded".

use std::fmt;

use pepsin_lattice::Lattice;

use crate::values::integer::{self, Integer};

/// Bounds at least this far from zero mean "unbounded".
const FAR: i64 = 1 << 62;

/// Strides beyond this are not kept for unbounded sets.
const COARSE: u128 = 1 << 48;

/// A set of byte offsets that is not empty; see the head of this module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    low: i64,
    high: i64,
    /// 0 exactly for a single offset.
    stride: u64,
}

impl Row {
    /// The first byte.
    pub const ZERO: Row = Row {
        low: 0,
        high: 0,
        stride: 0,
    };

    /// Any offset.
    pub const ANY: Row = Row {
        low: -FAR,
        high: FAR,
        stride: 1,
    };

    /// The multiples of a number that is not 0.
    pub fn multiples_of(stride: u64) -> Self {
        match i64::try_from(stride) {
            Ok(stride) if stride > 0 => {
                let far = FAR / stride * stride;
                Self::strided(-far, far, stride as u64)
            }
            _ => Self::ANY,
        }
    }

    /// Exactly one offset, in bytes.
    pub fn constant(offset: i64) -> Self {
        Self::strided(offset, offset, 0)
    }

    /// `{ low + k·stride | k ≥ 0, low + k·stride ≤ high }`; `low` alone if `high` is below it.
    pub fn strided(low: i64, high: i64, stride: u64) -> Self {
        Self::reduced(i128::from(low), i128::from(high), u128::from(stride))
    }

    /// The offsets that an integer may be; `None` if it is empty.
    pub fn of_integer(integer: &Integer) -> Option<Self> {
        let parts = integer.parts()?;
        Some(Self::reduced(parts.low, parts.high, parts.stride))
    }

    /// The same set as integers. Unbounded means within the address space.
    pub fn to_integer(self) -> Integer {
        const ADDRESS_SPACE: i128 = 1 << 64;
        let (anchor, stride) = (i128::from(self.low), u128::from(self.stride));
        let low = match self.is_unbounded_below() {
            true => integer::first_in_class(-ADDRESS_SPACE, anchor, stride).unwrap_or(anchor),
            false => anchor,
        };
        let high = match self.is_unbounded_above() {
            true => ADDRESS_SPACE,
            false => i128::from(self.high),
        };
        Integer::strided(low, high, stride)
    }

    /// The least offset.
    pub fn low(self) -> i64 {
        self.low
    }

    /// The greatest offset.
    pub fn high(self) -> i64 {
        self.high
    }

    /// The distance of which all differences are multiples; 0 for a single offset.
    pub fn stride(self) -> u64 {
        self.stride
    }

    /// The offset, if there is only one.
    pub fn single(self) -> Option<i64> {
        (self.stride == 0).then_some(self.low)
    }

    /// Whether neither side is unbounded.
    pub fn is_bounded(self) -> bool {
        !self.is_unbounded_below() && !self.is_unbounded_above()
    }

    /// Whether `offset` is a member.
    pub fn contains(self, offset: i64) -> bool {
        (self.low <= offset || self.is_unbounded_below())
            && (offset <= self.high || self.is_unbounded_above())
            && integer::in_class(offset.into(), self.low.into(), self.stride.into())
    }

    /// Whether there is no least offset.
    pub fn is_unbounded_below(self) -> bool {
        self.low < -FAR + self.slack()
    }

    fn is_unbounded_above(self) -> bool {
        self.high > FAR - self.slack()
    }

    /// The outermost members of an unbounded set may lie up to a stride inside of the bounds.
    fn slack(self) -> i64 {
        self.stride.min(FAR as u64 / 2) as i64
    }

    /// The members from `low` to `high`; `None` if there is none.
    pub fn clamped(self, low: i64, high: i64) -> Option<Self> {
        let first = integer::first_in_class(low.max(self.low).into(), self.low.into(), self.stride.into())?;
        let high = i128::from(high.min(self.high));
        (first <= high).then(|| Self::reduced(first, high, self.stride.into()))
    }

    /// The members in increasing order, if there are at most `most`.
    pub fn members(self, most: usize) -> Option<impl Iterator<Item = i64>> {
        let steps = self.low.abs_diff(self.high).checked_div(self.stride).unwrap_or(0);
        (steps < most as u64).then(move || (0..=steps).map(move |step| self.low + (step * self.stride) as i64))
    }

    /// All sums of a member of each. (Named as a method because it reads `address + displacement`.)
    pub fn plus(self, other: Row) -> Self {
        let stride = integer::gcd(self.stride.into(), other.stride.into());
        let sum = |left: i64, right: i64| i128::from(left) + i128::from(right);
        let low = match self.is_unbounded_below() || other.is_unbounded_below() {
            true => {
                integer::first_in_class(-i128::from(FAR), sum(self.low, other.low), stride).unwrap_or(-i128::from(FAR))
            }
            false => sum(self.low, other.low),
        };
        let high = match self.is_unbounded_above() || other.is_unbounded_above() {
            true => FAR.into(),
            false => sum(self.high, other.high),
        };
        Self::reduced(low, high, stride)
    }

    /// All members times `factor`; unbounded sets keep their stride, because an address that wraps around is not valid C.
    pub fn scaled(self, factor: i64) -> Self {
        let (first, last) = (
            i128::from(self.low) * i128::from(factor),
            i128::from(self.high) * i128::from(factor),
        );
        let stride = u128::from(self.stride) * u128::from(factor.unsigned_abs());
        Self::reduced(first.min(last), first.max(last), stride)
    }

    /// Whether an access of `size` bytes at a member may share a byte with one of `other_size` bytes at a member of `other`.
    ///
    /// With x ∈ `self`, y ∈ `other`, the ranges [x, x + size) and [y, y + other_size) meet iff −other_size < y − x < size.
    /// The differences y − x lie in one class modulo the greatest common divisor of the strides.
    pub fn overlaps(self, size: u64, other: Row, other_size: u64) -> bool {
        if size == 0 || other_size == 0 {
            return false;
        }
        let wide = i128::from;
        let stride = integer::gcd(self.stride.into(), other.stride.into());
        let low = (wide(other.low) - wide(self.high)).max(1 - i128::from(other_size));
        let high = (wide(other.high) - wide(self.low)).min(i128::from(size) - 1);
        integer::first_in_class(low, wide(other.low) - wide(self.low), stride).is_some_and(|first| first <= high)
    }

    /// Widening (`self ▽ next`): a bound that grows goes to zero or becomes unbounded. Returns whether `self` changed.
    pub fn widen(&mut self, next: &Self) -> bool {
        let mut joined = *self;
        if !joined.join(next) {
            return false;
        }
        let low = match joined.low < self.low {
            true if joined.low >= 0 => 0,
            true => -FAR,
            false => self.low,
        };
        let high = match joined.high > self.high {
            true if joined.high <= 0 => 0,
            true => FAR,
            false => self.high,
        };
        let (stride, anchor) = (u128::from(joined.stride), i128::from(joined.low));
        let first = integer::first_in_class(low.into(), anchor, stride).unwrap_or(anchor);
        *self = Self::reduced(first, high.into(), stride);
        true
    }

    /// Narrowing (`self △ next`) of the bounds that widening may have set. Returns whether `self` changed.
    pub fn narrow(&mut self, next: &Self) -> bool {
        let near = |bound: i64, target: i64| bound.abs_diff(target) <= self.stride;
        let low = if near(self.low, -FAR) || near(self.low, 0) {
            next.low
        } else {
            self.low
        };
        let high = if near(self.high, FAR) || near(self.high, 0) {
            next.high
        } else {
            self.high
        };
        let (stride, anchor) = (u128::from(next.stride), i128::from(next.low));
        let Some(first) = integer::first_in_class(low.into(), anchor, stride) else {
            return false;
        };
        let narrowed = Self::reduced(first, high.into(), stride);
        let changed = narrowed != *self && narrowed.leq(self);
        if changed {
            *self = narrowed;
        }
        changed
    }

    /// The set in range, with its bounds as members.
    fn reduced(low: i128, high: i128, stride: u128) -> Self {
        let (least, most) = (i128::from(-FAR), i128::from(FAR));
        let (beyond, outside) = (low < least || high > most, low > most || high < least);
        if outside || (beyond && stride > COARSE) {
            return Self::ANY;
        }
        let first = match low < least {
            true => integer::first_in_class(least, low, stride).unwrap_or(least),
            false => low,
        };
        let (first, high) = (first.min(most), high.min(most));
        if stride == 0 || high < first || high.abs_diff(first) < stride {
            let only = first.clamp(least, most) as i64;
            return Row {
                low: only,
                high: only,
                stride: 0,
            };
        }
        let last = high - (high.abs_diff(first) % stride) as i128;
        Row {
            low: first as i64,
            high: last as i64,
            stride: stride as u64,
        }
    }
}

impl Lattice for Row {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        let strides = integer::gcd(self.stride.into(), other.stride.into());
        let stride = integer::gcd(strides, self.low.abs_diff(other.low).into());
        let (low, high) = (self.low.min(other.low), self.high.max(other.high));
        *self = Self::reduced(low.into(), high.into(), stride);
        true
    }

    fn leq(&self, other: &Self) -> bool {
        other.low <= self.low
            && self.high <= other.high
            && integer::in_class(self.low.into(), other.low.into(), other.stride.into())
            && integer::divides(other.stride.into(), self.stride.into())
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl fmt::Display for Row {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.stride, self.is_bounded()) {
            (0, _) => write!(to, "{}", self.low),
            (1, false) => to.write_str("any"),
            (1, true) => write!(to, "{}..={}", self.low, self.high),
            (stride, true) => write!(to, "{}..={} by {stride}", self.low, self.high),
            (stride, false) => write!(to, "any by {stride} from {}", self.low),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rows() -> impl Strategy<Value = Row> {
        let bound = -40_i64..40;
        (bound, 0_i64..60, 0_u64..9).prop_map(|(low, length, stride)| Row::strided(low, low + length, stride))
    }

    fn members(offsets: Row) -> Vec<i64> {
        (-200..200).filter(|offset| offsets.contains(*offset)).collect()
    }

    proptest! {
        #![proptest_config(crate::values::repeatable::config())]

        #[test]
        fn join_is_an_upper_bound_and_order_is_inclusion(a in rows(), b in rows()) {
            let mut joined = a;
            let changed = joined.join(&b);
            prop_assert!(a.leq(&joined) && b.leq(&joined));
            prop_assert_eq!(changed, joined != a);
            prop_assert_eq!(a.leq(&b), members(a).iter().all(|offset| b.contains(*offset)));
        }

        #[test]
        fn ranges_that_share_a_byte_overlap(a in rows(), b in rows(), sizes in (0_u64..6, 0_u64..6)) {
            let meets = |x: i64, y: i64| (x..x + sizes.0 as i64).any(|byte| (y..y + sizes.1 as i64).contains(&byte));
            let shared = members(a).iter().any(|x| members(b).iter().any(|y| meets(*x, *y)));
            prop_assert!(!shared || a.overlaps(sizes.0, b, sizes.1));
            if a.single().is_some() || b.single().is_some() {
                prop_assert_eq!(shared, a.overlaps(sizes.0, b, sizes.1));
            }
        }
    }

    #[test]
    fn a_growing_bound_becomes_unbounded_and_stays_so() {
        let mut offsets = Row::ZERO;
        assert!(offsets.widen(&Row::strided(0, 8, 8)));
        assert!(!offsets.is_bounded() && offsets.contains(8_000) && !offsets.contains(4));
        assert!(!offsets.widen(&Row::strided(0, 80_000, 8)));
        assert!(offsets.narrow(&Row::strided(0, 72, 8)));
        assert_eq!(offsets, Row::strided(0, 72, 8));
    }

    #[test]
    fn fields_of_array_elements_do_not_overlap() {
        let (first, second) = (Row::strided(0, 800, 16), Row::strided(8, 808, 16));
        assert!(!first.overlaps(8, second, 8));
        assert!(first.overlaps(9, second, 1));
        assert!(Row::ANY.overlaps(1, first, 1));
    }
}
