//! Sets of byte offsets: rows, and rows of rows.
//!
//! ```text
//!     a[i].b[j]        outer + inner,   where   outer = { low + k·stride | … }   and   inner = { 0, step, …, span }
//! ```
//!
//! An element stands for the sums of a member of a row and one of a shorter row that starts at zero and ends before the next member, so that bytes
//! between the inner rows are known not to be touched: other members of the records `a[i]`. Where there is one index only, the inner row is zero alone.
//! A set is never empty: where there is no offset there is no address. Operations whose result is neither give a row that has it.
//!
//! Addresses, locations and symbolic indices share this one notion, and [`Offsets::overlaps`] is the one test
//! of whether two accesses touch a common byte.

mod row;

use std::fmt;

use pepsin_lattice::Lattice;

use super::integer::{self, Integer};
use super::truth::Truth;
use row::Row;

/// A set of byte offsets that is not empty; see the head of this module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offsets {
    outer: Row,
    inner: Inner,
}

/// `{ 0, step, …, span }`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Inner {
    span: u32,
    /// 0 exactly for zero alone; else it divides the span.
    step: u32,
}

impl Inner {
    const ZERO: Inner = Inner { span: 0, step: 0 };

    /// The sums of a member of each.
    fn plus(self, other: Inner) -> Option<Inner> {
        Some(Inner {
            span: self.span.checked_add(other.span)?,
            step: gcd(self.step, other.step),
        })
    }

    /// A row from its first member on.
    fn of(row: Row) -> Option<Inner> {
        if !row.is_bounded() {
            return None;
        }
        Some(Inner {
            span: u32::try_from(row.low().abs_diff(row.high())).ok()?,
            step: u32::try_from(row.stride()).ok()?,
        })
    }

    fn contains(self, distance: u64) -> bool {
        distance <= self.span.into() && integer::in_class(distance.into(), 0, self.step.into())
    }
}

fn gcd(one: u32, other: u32) -> u32 {
    u32::try_from(integer::gcd(one.into(), other.into())).unwrap_or(1)
}

impl Offsets {
    /// The first byte.
    pub const ZERO: Offsets = Offsets::row(Row::ZERO);
    /// Any offset.
    pub const ANY: Offsets = Offsets::row(Row::ANY);

    const fn row(outer: Row) -> Self {
        Offsets {
            outer,
            inner: Inner::ZERO,
        }
    }

    /// The multiples of a number that is not 0.
    pub fn multiples_of(stride: u64) -> Self {
        Self::row(Row::multiples_of(stride))
    }

    /// Exactly one offset, in bytes.
    pub fn constant(offset: i64) -> Self {
        Self::row(Row::constant(offset))
    }

    /// `{ low + k·stride | k ≥ 0, low + k·stride ≤ high }`; `low` alone if `high` is below it.
    pub fn strided(low: i64, high: i64, stride: u64) -> Self {
        Self::row(Row::strided(low, high, stride))
    }

    /// The sums of a row and an inner one; nothing if that reaches the next member.
    fn nested(outer: Row, inner: Inner) -> Option<Self> {
        let nested = Offsets { outer, inner };
        match (outer.single(), inner.step) {
            (_, 0) => Some(nested),
            (Some(only), step) => {
                let high = only.checked_add(inner.span.into())?;
                Some(Self::strided(only, high, step.into()))
            }
            (None, step) => {
                let gap = outer.stride().checked_sub(inner.span.into()).filter(|gap| *gap > 0)?;
                let is_row = gap == u64::from(step);
                Some(if is_row { Self::row(nested.flat()) } else { nested })
            }
        }
    }

    /// The least row that has all members.
    fn flat(self) -> Row {
        match self.inner {
            Inner::ZERO => self.outer,
            Inner { span, step } => {
                let inner = Row::strided(0, span.into(), step.into());
                self.outer.plus(inner)
            }
        }
    }

    /// The offsets that an integer may be; `None` if it is empty.
    pub fn of_integer(integer: &Integer) -> Option<Self> {
        Row::of_integer(integer).map(Self::row)
    }

    /// The same set as integers, or one that has it. Unbounded means within the address space.
    pub fn to_integer(self) -> Integer {
        self.flat().to_integer()
    }

    /// The least offset.
    pub fn low(self) -> i64 {
        self.outer.low()
    }

    /// The greatest offset.
    pub fn high(self) -> i64 {
        self.flat().high()
    }

    /// The distance of which all differences are multiples; 0 for a single offset.
    pub fn stride(self) -> u64 {
        self.flat().stride()
    }

    /// The outer row, as its least and its greatest member and their distance, and how many bytes lie from each of these to the last one before the next.
    pub fn runs(self) -> (i64, i64, u64, u64) {
        (
            self.outer.low(),
            self.outer.high(),
            self.outer.stride(),
            self.inner.span.into(),
        )
    }

    /// The inner row: the distance of its members, and how far the last one lies behind the first; zeroes if there is none.
    pub fn steps(self) -> (u32, u32) {
        (self.inner.step, self.inner.span)
    }

    /// The offset, if there is only one.
    pub fn single(self) -> Option<i64> {
        self.outer.single()
    }

    /// Whether neither side is unbounded.
    pub fn is_bounded(self) -> bool {
        self.outer.is_bounded()
    }

    /// Whether `offset` is a member.
    pub fn contains(self, offset: i64) -> bool {
        if self.inner == Inner::ZERO {
            return self.outer.contains(offset);
        }
        let distance = self.distance_behind(offset);
        let start = offset.checked_sub_unsigned(distance);
        self.inner.contains(distance) && start.is_some_and(|start| self.outer.contains(start))
    }

    /// How far an offset lies behind the last member of the outer row, or of that row if it had no ends.
    fn distance_behind(self, offset: i64) -> u64 {
        let distance = i128::from(offset) - i128::from(self.outer.low());
        match self.outer.stride() {
            0 => u64::try_from(distance).unwrap_or(u64::MAX),
            stride => distance.rem_euclid(stride.into()) as u64,
        }
    }

    /// Whether there is no least offset.
    pub fn is_unbounded_below(self) -> bool {
        self.outer.is_unbounded_below()
    }

    /// The members from `low` to `high`, or more of them; `None` if there is none.
    pub fn clamped(self, low: i64, high: i64) -> Option<Self> {
        if self.inner == Inner::ZERO {
            return self.outer.clamped(low, high).map(Self::row);
        }
        let starts = self.outer.clamped(low.saturating_sub(self.inner.span.into()), high)?;
        let nested = Self::nested(starts, self.inner)?;
        match nested.inner {
            Inner::ZERO => nested.outer.clamped(low, high).map(Self::row),
            _ => Some(nested),
        }
    }

    /// The members, row by row, if there are at most `most`.
    pub fn members(self, most: usize) -> Option<impl Iterator<Item = i64>> {
        let Inner { span, step } = self.inner;
        let inner = move || (0..=span.checked_div(step).unwrap_or(0)).map(move |number| i64::from(number * step));
        let starts = self.outer.members(most / inner().count().max(1))?;
        Some(starts.flat_map(move |start| inner().map(move |distance| start + distance)))
    }

    /// All sums of a member of each. (Named as a method because it reads `address + displacement`.)
    pub fn plus(self, other: Offsets) -> Self {
        self.sum(other)
            .unwrap_or_else(|| Self::row(self.flat().plus(other.flat())))
    }

    /// The sums, if they are a row of rows.
    fn sum(self, other: Offsets) -> Option<Self> {
        let (wide, narrow) = match self.outer.stride() > other.outer.stride() {
            true => (self, other),
            false => (other, self),
        };
        wide.with_between(narrow)
            .or_else(|| Self::nested(self.outer.plus(other.outer), self.inner.plus(other.inner)?))
    }

    /// The sums with a row of smaller steps that lies between the members of the outer one.
    fn with_between(self, narrow: Offsets) -> Option<Self> {
        let is_row = narrow.inner == Inner::ZERO && narrow.single().is_none();
        let is_narrow = is_row && narrow.outer.stride() < self.outer.stride();
        let within = Inner::of(narrow.outer).filter(|_| is_narrow)?;
        let starts = self.outer.plus(Row::constant(narrow.low()));
        Self::nested(starts, self.inner.plus(within)?)
    }

    /// All members times `factor`; unbounded sets keep their stride, because an address that wraps around is not valid C.
    pub fn scaled(self, factor: i64) -> Self {
        self.multiple(factor)
            .unwrap_or_else(|| Self::row(self.flat().scaled(factor)))
    }

    fn multiple(self, factor: i64) -> Option<Self> {
        let by = u32::try_from(factor.unsigned_abs()).ok()?;
        let inner = Inner {
            span: self.inner.span.checked_mul(by)?,
            step: self.inner.step.checked_mul(by)?,
        };
        let starts = self.outer.scaled(factor);
        // From the last member of an inner row to the first one.
        let behind = if factor < 0 { -i64::from(inner.span) } else { 0 };
        Self::nested(starts.plus(Row::constant(behind)), inner)
    }

    /// Whether an access of `size` bytes at a member may share a byte with one of `other_size` bytes at a member of `other`.
    pub fn overlaps(self, size: u64, other: Offsets, other_size: u64) -> bool {
        let is_plain = (self.inner, other.inner) == (Inner::ZERO, Inner::ZERO);
        let run = |inner: Inner, size: u64| match size {
            0 => 0,
            _ => size.saturating_add(inner.span.into()),
        };
        let runs_meet = self
            .outer
            .overlaps(run(self.inner, size), other.outer, run(other.inner, other_size));
        runs_meet && (is_plain || self.flat().overlaps(size, other.flat(), other_size))
    }

    /// Whether a member of each may be equal, and may differ.
    pub fn equal(self, other: Offsets) -> Truth {
        Truth {
            may_hold: self.overlaps(1, other, 1),
            may_fail: self.single().is_none() || other.single().is_none() || self.low() != other.low(),
        }
    }

    /// Widening (`self ▽ next`): a bound of the outer row that grows goes to zero or becomes unbounded, and an inner row grows as long as it
    /// becomes at least twice as long. Returns whether `self` changed.
    pub fn widen(&mut self, next: &Self) -> bool {
        let mut joined = *self;
        if !joined.join(next) {
            return false;
        }
        let is_longer = joined.inner.span / 2 >= self.inner.span && joined.inner.span > 0;
        let is_nested = joined.inner == self.inner || is_longer;
        let (mut outer, inner) = match is_nested && joined.outer.stride() == self.outer.stride() {
            true => (self.outer, joined.inner),
            false => (self.flat(), Inner::ZERO),
        };
        outer.widen(&if inner == Inner::ZERO {
            joined.flat()
        } else {
            joined.outer
        });
        *self = Self::nested(outer, inner)
            .filter(|widened| joined.leq(widened))
            .unwrap_or_else(|| {
                let mut flat = self.flat();
                flat.widen(&joined.flat());
                Self::row(flat)
            });
        true
    }

    /// Narrowing (`self △ next`) of the bounds that widening may have set. Returns whether `self` changed.
    pub fn narrow(&mut self, next: &Self) -> bool {
        let mut outer = self.outer;
        if self.inner != next.inner || !outer.narrow(&next.outer) {
            return false;
        }
        match Self::nested(outer, self.inner) {
            Some(narrowed) if next.leq(&narrowed) && narrowed.leq(self) && narrowed != *self => {
                *self = narrowed;
                true
            }
            _ => false,
        }
    }

    /// The union, if it is a row of rows with the same distance.
    fn united(self, other: &Self) -> Option<Self> {
        let stride = integer::gcd(self.outer.stride().into(), other.outer.stride().into());
        let stride = u64::try_from(stride).ok().filter(|stride| *stride > 0)?;
        let distance = i128::from(other.outer.low()) - i128::from(self.outer.low());
        let behind = distance.rem_euclid(stride.into()) as u64;
        // The inner rows of one start behind those of the other one.
        let (first, second, behind) = match behind + u64::from(other.inner.span) < stride {
            true => (self, *other, behind),
            false => (*other, self, stride - behind),
        };
        let behind = u32::try_from(behind).ok()?;
        let inner = Inner {
            span: first.inner.span.max(second.inner.span.checked_add(behind)?),
            step: gcd(gcd(first.inner.step, second.inner.step), behind),
        };
        let mut outer = first.outer;
        outer.join(&second.outer.plus(Row::constant(-i64::from(behind))));
        Self::nested(outer, inner)
    }
}

impl Lattice for Offsets {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        let united = self.united(other);
        let united = united.filter(|united| self.leq(united) && other.leq(united));
        *self = united.unwrap_or_else(|| {
            let mut flat = self.flat();
            flat.join(&other.flat());
            Self::row(flat)
        });
        true
    }

    fn leq(&self, other: &Self) -> bool {
        let stride = other.outer.stride();
        if other.inner == Inner::ZERO {
            return self.flat().leq(&other.outer);
        }
        // As rows between the members of the other's outer row, or in one of these.
        let (starts, inner) = match self.outer.stride().is_multiple_of(stride) {
            true => (self.outer, self.inner),
            false => match Inner::of(self.flat()) {
                Some(inner) => (Row::constant(self.low()), inner),
                None => return false,
            },
        };
        let behind = other.distance_behind(starts.low());
        let fits = behind.saturating_add(inner.span.into()) <= other.inner.span.into();
        let is_in_class = integer::in_class(behind.into(), 0, other.inner.step.into())
            && integer::divides(other.inner.step.into(), inner.step.into());
        let Ok(behind) = i64::try_from(behind) else {
            return false;
        };
        fits && is_in_class && starts.plus(Row::constant(-behind)).leq(&other.outer)
    }
}

impl fmt::Debug for Offsets {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl fmt::Display for Offsets {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inner {
            Inner::ZERO => self.outer.fmt(to),
            Inner { span, step } => write!(to, "({}) + (0..={span} by {step})", self.outer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn offsets() -> impl Strategy<Value = Offsets> {
        let rows = (-40_i64..40, 0_i64..60, 0_u64..9)
            .prop_map(|(low, length, stride)| Offsets::strided(low, low + length, stride));
        let nested =
            (-20_i64..20, 1_u32..4, 8_u32..24, 0_u32..4, 1_u32..5).prop_map(|(low, rounds, stride, members, step)| {
                let outer = Offsets::strided(low, low + i64::from(rounds * stride), stride.into());
                outer.plus(Offsets::strided(0, i64::from(members * step), step.into()))
            });
        prop_oneof![rows, nested]
    }

    fn members(offsets: Offsets) -> Vec<i64> {
        (-400..400).filter(|offset| offsets.contains(*offset)).collect()
    }

    proptest! {
        #![proptest_config(crate::values::repeatable::config())]

        #[test]
        fn join_is_an_upper_bound_and_order_is_within_inclusion(a in offsets(), b in offsets()) {
            let mut joined = a;
            let changed = joined.join(&b);
            prop_assert!(a.leq(&joined) && b.leq(&joined));
            prop_assert_eq!(changed, joined != a);
            prop_assert!(a.leq(&a));
            prop_assert!(!a.leq(&b) || members(a).iter().all(|offset| b.contains(*offset)));
        }

        #[test]
        fn order_is_transitive(a in offsets(), b in offsets(), c in offsets()) {
            let (mut above, mut further) = (b, c);
            above.join(&a);
            further.join(&above);
            prop_assert!(a.leq(&further));
        }

        #[test]
        fn sums_and_multiples_are_sound(a in offsets(), b in offsets(), factor in -5_i64..6) {
            let (sum, scaled) = (a.plus(b), a.scaled(factor));
            for x in members(a) {
                prop_assert!(scaled.contains(x * factor));
                for y in members(b) {
                    prop_assert!(sum.contains(x + y));
                }
            }
        }

        #[test]
        fn members_are_those_that_are_contained(a in offsets(), ends in (-60_i64..60, 0_i64..60)) {
            let all = a.members(1000).map(|all| all.collect::<std::collections::BTreeSet<_>>());
            prop_assert_eq!(all.map(|all| all.into_iter().collect::<Vec<_>>()), Some(members(a)));
            let (low, high) = (ends.0, ends.0 + ends.1);
            let inside = members(a).into_iter().filter(|offset| (low..=high).contains(offset));
            let clamped = a.clamped(low, high);
            for offset in inside {
                prop_assert!(clamped.is_some_and(|clamped| clamped.contains(offset)));
            }
            prop_assert!(clamped.is_none_or(|clamped| clamped.leq(&a)));
        }

        #[test]
        fn ranges_that_share_a_byte_overlap(a in offsets(), b in offsets(), sizes in (0_u64..6, 0_u64..6)) {
            let meets = |x: i64, y: i64| (x..x + sizes.0 as i64).any(|byte| (y..y + sizes.1 as i64).contains(&byte));
            let shared = members(a).iter().any(|x| members(b).iter().any(|y| meets(*x, *y)));
            prop_assert!(!shared || a.overlaps(sizes.0, b, sizes.1));
        }

        #[test]
        fn widening_is_above_the_join_and_narrowing_between(a in offsets(), b in offsets(), c in offsets()) {
            let mut widened = a;
            widened.widen(&b);
            prop_assert!(a.leq(&widened) && b.leq(&widened));
            let mut next = a;
            next.join(&c);
            let mut joined = widened;
            joined.join(&next);
            let mut narrowed = joined;
            narrowed.narrow(&next);
            prop_assert!(next.leq(&narrowed) && narrowed.leq(&joined));
        }
    }

    #[test]
    fn elements_of_a_member_that_is_an_array_leave_the_other_members_alone() {
        let records = Offsets::multiples_of(88);
        let elements = records.plus(Offsets::strided(48, 76, 4));
        assert_eq!(
            elements,
            records.plus(Offsets::constant(48)).plus(Offsets::strided(0, 28, 4))
        );
        assert!(!elements.overlaps(4, records, 48) && elements.overlaps(4, records, 49));
        assert!(!elements.overlaps(4, records.plus(Offsets::constant(80)), 8));
        assert_eq!(elements.runs().3, 28);
    }

    #[test]
    fn neighbouring_rows_are_one_row() {
        let matrix = Offsets::strided(0, 80, 16).plus(Offsets::strided(0, 12, 4));
        assert_eq!(matrix, Offsets::strided(0, 92, 4));
    }
}
