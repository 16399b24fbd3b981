//! Sets of mathematical integers: interval × congruence × excluded values, reduced.
//!
//! An element `[l, h] ≡ l (mod s) \ X` stands for `{ l + k·s | k ≥ 0, l + k·s ≤ h } \ X`.
//! The reduction keeps one representation of each set: `l` and `h` are members, `X` lies strictly between them and in the class of `l`,
//! and `s` is the greatest stride for which that holds, so a constant has `l = h`, and `{3, 7}` is `[3, 7] ≡ 3 (mod 4)`.
//! Intervals are due to Cousot and Cousot (ISOP 1976), congruences to Granger (1989).
//!
//! Elements don't know their type; the operators are told the width and sign in which they compute ([`arithmetic`], [`bitwise`]).
//! Constants and plain intervals of C's usual types need no allocation and take three words, all others have one allocation.

pub mod arithmetic;
pub mod bitwise;
mod classes;
pub mod compare;
pub mod inverse;
pub mod widen;

#[cfg(test)]
mod soundness;

use std::fmt;
use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice};

use super::scalar::IntegerType;
use super::truth::Truth;
use classes::{meet_classes, remainder};

pub(crate) use classes::{distance, divides, first_in_class, gcd, in_class};

/// At most this many values are excluded; beyond it those farthest from zero are forgotten.
const MOST_EXCLUDED: usize = 16;

/// A set of integers; see the head of this module.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer(Shape);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Shape {
    Empty,
    /// All integers.
    Any,
    /// `low` and the `more` integers behind it.
    Near {
        low: i64,
        more: u64,
    },
    /// All others.
    Refined(Arc<Refined>),
}

#[derive(PartialEq, Eq, Hash)]
struct Refined {
    low: i128,
    high: i128,
    /// 0 for a constant.
    stride: u128,
    /// Sorted.
    excluded: Vec<i128>,
}

/// The components of an element that is not empty.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub(crate) low: i128,
    pub(crate) high: i128,
    /// 0 for a constant.
    pub(crate) stride: u128,
    pub(crate) excluded: &'a [i128],
}

impl Integer {
    /// All integers; what is known of a floating-point number, or of bytes that are not understood.
    pub const ANY: Integer = Integer(Shape::Any);

    /// Zero alone.
    pub const ZERO: Integer = Integer(Shape::Near { low: 0, more: 0 });

    /// The empty set.
    pub const EMPTY: Integer = Integer(Shape::Empty);

    /// Exactly one integer.
    pub fn constant(value: i128) -> Self {
        Self::interval(value, value)
    }

    /// All integers from `low` to `high`, both included; empty if `low > high`.
    pub fn interval(low: i128, high: i128) -> Self {
        if low > high {
            return Self::EMPTY;
        }
        match (i64::try_from(low), u64::try_from(distance(low, high))) {
            (Ok(low), Ok(more)) => Integer(Shape::Near { low, more }),
            _ if low == i128::MIN && high == i128::MAX => Self::ANY,
            _ => Self::refined(low, high, u128::from(low != high), Vec::new()),
        }
    }

    fn refined(low: i128, high: i128, stride: u128, excluded: Vec<i128>) -> Self {
        Integer(Shape::Refined(Arc::new(Refined {
            low,
            high,
            stride,
            excluded,
        })))
    }

    /// All values of a type.
    pub fn all(ty: IntegerType) -> Self {
        Self::interval(ty.low(), ty.high())
    }

    /// The values of C's truth: all that a comparison with this outcome may give, as `int`.
    pub fn of_truth(truth: Truth) -> Self {
        match (truth.may_fail, truth.may_hold) {
            (false, false) => Self::EMPTY,
            (true, false) => Self::constant(0),
            (false, true) => Self::constant(1),
            (true, true) => Self::interval(0, 1),
        }
    }

    /// `{ low + k·stride | k ≥ 0, low + k·stride ≤ high }`.
    pub fn strided(low: i128, high: i128, stride: u128) -> Self {
        build(low, high, stride, Vec::new())
    }

    /// The smallest element that holds all of `values`, and exactly them if they are one or two.
    pub fn of_values(values: impl IntoIterator<Item = i128>) -> Self {
        let mut all = Self::EMPTY;
        for value in values {
            all.join(&Self::constant(value));
        }
        all
    }

    /// The least member.
    pub fn low(&self) -> Option<i128> {
        self.parts().map(|parts| parts.low)
    }

    /// The greatest member.
    pub fn high(&self) -> Option<i128> {
        self.parts().map(|parts| parts.high)
    }

    /// The distance of which all differences of members are multiples; 0 for a constant and for the empty set.
    pub fn stride(&self) -> u128 {
        self.parts().map_or(0, |parts| parts.stride)
    }

    /// The only member, if there is exactly one.
    pub fn as_constant(&self) -> Option<i128> {
        match &self.0 {
            Shape::Near { low, more: 0 } => Some((*low).into()),
            Shape::Refined(refined) if refined.stride == 0 => Some(refined.low),
            _ => None,
        }
    }

    /// Whether `value` is a member.
    pub fn contains(&self, value: i128) -> bool {
        self.parts().is_some_and(|parts| parts.contains(value))
    }

    /// The members in increasing order, if there are at most `most`.
    pub fn members(&self, most: usize) -> Option<Vec<i128>> {
        self.parts().map_or(Some(Vec::new()), |parts| parts.members(most))
    }

    /// Whether the value is zero or not, as a condition.
    pub fn truth(&self) -> Truth {
        Truth {
            may_fail: self.contains(0),
            may_hold: !self.is_bottom() && self.as_constant() != Some(0),
        }
    }

    /// Removes one value.
    pub fn exclude(&self, value: i128) -> Self {
        match self.parts() {
            Some(parts) if parts.contains(value) => {
                let mut excluded = parts.excluded.to_vec();
                excluded.push(value);
                build(parts.low, parts.high, parts.stride, excluded)
            }
            _ => self.clone(),
        }
    }

    /// An element that holds all that both hold, and nothing that the left one doesn't.
    pub fn meet(&self, other: &Self) -> Self {
        let (Some(left), Some(right)) = (self.parts(), other.parts()) else {
            return Self::EMPTY;
        };
        let Some((anchor, stride)) = meet_classes(&left, &right) else {
            return Self::EMPTY;
        };
        let (low, high) = (left.low.max(right.low), left.high.min(right.high));
        let Some(low) = first_in_class(low, anchor, stride) else {
            return Self::EMPTY;
        };
        // What is full stays full: of more exclusions than fit the left ones are kept, so that the result is below the left side.
        let mut excluded = left.excluded.to_vec();
        let room = MOST_EXCLUDED.saturating_sub(excluded.len());
        excluded.extend(right.excluded.iter().filter(|value| left.contains(**value)).take(room));
        build(low, high, stride, excluded)
    }

    /// The components, unless the set is empty.
    pub(crate) fn parts(&self) -> Option<Parts<'_>> {
        match &self.0 {
            Shape::Empty => None,
            Shape::Any => Some(Parts::interval(i128::MIN, i128::MAX)),
            Shape::Near { low, more } => Some(Parts::interval((*low).into(), i128::from(*low) + i128::from(*more))),
            Shape::Refined(refined) => Some(Parts {
                low: refined.low,
                high: refined.high,
                stride: refined.stride,
                excluded: &refined.excluded,
            }),
        }
    }
}

impl Parts<'_> {
    fn interval(low: i128, high: i128) -> Self {
        Parts {
            low,
            high,
            stride: u128::from(low != high),
            excluded: &[],
        }
    }

    /// Whether `value` is a member.
    pub(crate) fn contains(&self, value: i128) -> bool {
        self.low <= value
            && value <= self.high
            && in_class(value, self.low, self.stride)
            && self.excluded.binary_search(&value).is_err()
    }

    fn members(&self, most: usize) -> Option<Vec<i128>> {
        let steps = distance(self.low, self.high).checked_div(self.stride).unwrap_or(0);
        if steps >= (most as u128).saturating_add(self.excluded.len() as u128) {
            return None;
        }
        let all = (0..=steps).map(|step| self.low.wrapping_add_unsigned(step * self.stride));
        let members: Vec<i128> = all
            .filter(|value| self.excluded.binary_search(value).is_err())
            .collect();
        (members.len() <= most).then_some(members)
    }
}

impl Lattice for Integer {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        *self = if self.leq(other) {
            other.clone()
        } else {
            hull(self, other)
        };
        true
    }

    fn leq(&self, other: &Self) -> bool {
        let (Some(left), Some(right)) = (self.parts(), other.parts()) else {
            return self.is_bottom();
        };
        right.low <= left.low
            && left.high <= right.high
            && in_class(left.low, right.low, right.stride)
            && divides(right.stride, left.stride)
            && !right.excluded.iter().any(|value| left.contains(*value))
    }
}

impl Bottom for Integer {
    fn bottom() -> Self {
        Self::EMPTY
    }

    fn is_bottom(&self) -> bool {
        self.0 == Shape::Empty
    }
}

impl fmt::Debug for Integer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(parts) = self.parts() else {
            return to.write_str("∅");
        };
        match (
            parts.low == parts.high,
            parts.low == i128::MIN && parts.high == i128::MAX,
        ) {
            (true, _) => write!(to, "{}", parts.low)?,
            (_, true) => to.write_str("any")?,
            _ => write!(to, "[{}, {}]", parts.low, parts.high)?,
        }
        if parts.stride > 1 {
            write!(to, " by {}", parts.stride)?;
        }
        if !parts.excluded.is_empty() {
            write!(to, " except {:?}", parts.excluded)?;
        }
        Ok(())
    }
}

/// The reduction: the one representation of `{ low + k·stride ≤ high } \ excluded`. A stride of 0 means `low` alone.
pub(crate) fn build(low: i128, high: i128, stride: u128, mut excluded: Vec<i128>) -> Integer {
    let high = if stride == 0 { high.min(low) } else { high };
    if low > high {
        return Integer::EMPTY;
    }
    if stride <= 1 && excluded.is_empty() {
        return Integer::interval(low, high);
    }
    let stride = stride.max(u128::from(low != high));
    excluded.sort_unstable();
    excluded.dedup();
    let Some((low, high)) = tighten(low, high, stride, &excluded) else {
        return Integer::EMPTY;
    };
    if low == high {
        return Integer::constant(low);
    }
    excluded.retain(|value| low < *value && *value < high && in_class(*value, low, stride));
    forget_farthest(&mut excluded);
    let stride = if excluded.is_empty() {
        stride
    } else {
        widest_stride(low, high, stride, &mut excluded)
    };
    if stride == 1 && excluded.is_empty() {
        return Integer::interval(low, high);
    }
    Integer::refined(low, high, stride, excluded)
}

/// Moves the bounds inwards until they are members; `None` if no member is left.
fn tighten(low: i128, high: i128, stride: u128, excluded: &[i128]) -> Option<(i128, i128)> {
    let out = |value: i128| excluded.binary_search(&value).is_ok();
    if stride == 0 {
        return (!out(low)).then_some((low, low));
    }
    let (mut low, mut high) = (low, high.wrapping_sub_unsigned(remainder(distance(low, high), stride)));
    while out(low) {
        low = low.checked_add_unsigned(stride).filter(|next| *next <= high)?;
    }
    while out(high) {
        high = high.wrapping_sub_unsigned(stride);
    }
    Some((low, high))
}

/// The greatest common stride of the members that the exclusions leave, and with it only the exclusions that still say something.
fn widest_stride(low: i128, high: i128, stride: u128, excluded: &mut Vec<i128>) -> u128 {
    let parts = Parts {
        low,
        high,
        stride,
        excluded,
    };
    // To double the stride at least every other member must be excluded, so only short sets need a look.
    let Some(members) = parts.members(MOST_EXCLUDED + 2) else {
        return stride;
    };
    let widest = members
        .iter()
        .fold(0, |common, member| gcd(common, distance(low, *member)));
    excluded.retain(|value| in_class(*value, low, widest));
    widest
}

/// Keeps the exclusions nearest to zero.
fn forget_farthest(excluded: &mut Vec<i128>) {
    if excluded.len() > MOST_EXCLUDED {
        excluded.sort_unstable_by_key(|value| (value.unsigned_abs(), *value));
        excluded.truncate(MOST_EXCLUDED);
        excluded.sort_unstable();
    }
}

/// An upper bound of two elements, neither below the other.
fn hull(left: &Integer, right: &Integer) -> Integer {
    let (Some(a), Some(b)) = (left.parts(), right.parts()) else {
        return if left.is_bottom() { right.clone() } else { left.clone() };
    };
    let (low, high) = (a.low.min(b.low), a.high.max(b.high));
    build(low, high, common_stride(&a, &b), excluded_from_both(&a, &b))
}

/// The stride of the class that contains both.
pub(crate) fn common_stride(left: &Parts<'_>, right: &Parts<'_>) -> u128 {
    gcd(gcd(left.stride, right.stride), left.low.abs_diff(right.low))
}

/// Values worth excluding between the bounds of both that neither side has.
/// Zero is always worth it: it tells a condition that holds from one that fails.
pub(crate) fn excluded_from_both(left: &Parts<'_>, right: &Parts<'_>) -> Vec<i128> {
    let (low, high) = (left.low.min(right.low), left.high.max(right.high));
    let candidates = left.excluded.iter().chain(right.excluded).chain(&[0]);
    candidates
        .filter(|value| low < **value && **value < high && !left.contains(**value) && !right.contains(**value))
        .copied()
        .collect()
}
