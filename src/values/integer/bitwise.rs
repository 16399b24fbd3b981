//! Shifts and bitwise operators.
//!
//! `&`, `|`, `^` and `~` compute with *known bits*: those that all members share. The leading ones follow from the interval
//! (the common prefix of its bounds), the trailing ones from the stride (its factors of two); the result is turned back likewise.

use pepsin_lattice::Bottom;

use super::super::scalar::IntegerType;
use super::arithmetic::corners;
use super::{Integer, Parts, build, divides};

/// Bits known to be one, and bits not known, in two's complement of 128 bits. The others are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bits {
    ones: u128,
    unknown: u128,
}

impl Integer {
    /// `~self`; no type is needed, but [`Integer::cast`] to an unsigned type must follow.
    pub fn complement(&self) -> Self {
        let Some(parts) = self.parts() else {
            return Self::EMPTY;
        };
        let excluded = parts.excluded.iter().map(|value| !value).collect();
        build(!parts.high, !parts.low, parts.stride, excluded)
    }

    /// `self & other`.
    pub fn and(&self, other: &Self) -> Self {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Self::EMPTY;
        };
        let (left, right) = (Bits::of(&a), Bits::of(&b));
        let ones = left.ones & right.ones;
        let possible = (left.ones | left.unknown) & (right.ones | right.unknown);
        let unknown = possible & !ones;
        let result = Bits { ones, unknown }.integer_within(&a, &b);
        // A result is not greater than an operand that is not negative.
        let bounds = [&a, &b]
            .into_iter()
            .filter(|parts| parts.low >= 0)
            .map(|parts| parts.high);
        let result = bounds.min().map_or(result.clone(), |bound| result.at_most(bound));
        match (keeps_all_bits(&a, &b), keeps_all_bits(&b, &a)) {
            (true, _) => self.clone(),
            (_, true) => other.clone(),
            _ => result,
        }
    }

    /// `self | other`.
    pub fn or(&self, other: &Self) -> Self {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Self::EMPTY;
        };
        let (left, right) = (Bits::of(&a), Bits::of(&b));
        let ones = left.ones | right.ones;
        let unknown = (left.unknown | right.unknown) & !ones;
        let result = Bits { ones, unknown }.integer_within(&a, &b);
        match a.low >= 0 && b.low >= 0 {
            true => result.at_least(a.low.max(b.low)),
            false => result,
        }
    }

    /// `self ^ other`.
    pub fn xor(&self, other: &Self) -> Self {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Self::EMPTY;
        };
        let (left, right) = (Bits::of(&a), Bits::of(&b));
        let unknown = left.unknown | right.unknown;
        let ones = (left.ones ^ right.ones) & !unknown;
        Bits { ones, unknown }.integer_within(&a, &b)
    }

    /// `self << amount` in a type. Amounts outside of the width are undefined behaviour and give any value.
    ///
    /// Bits that leave the type are lost, signed or not: compilers define what C17 6.5.7 4 does not
    /// (GCC manual, "Integers": no latitude is taken with signed `<<`).
    pub fn shift_left(&self, amount: &Self, ty: IntegerType) -> Self {
        let Some((value, count)) = shift_operands(self, amount, ty) else {
            return self.any_unless_empty(amount, ty);
        };
        let power = |count: i128| 1_i128.checked_shl(count as u32).filter(|power| *power > 0);
        let scaled = |value: i128, count: i128| value.checked_mul(power(count)?);
        let Some((low, high)) = corners(&value, &count, scaled) else {
            return Self::all(ty);
        };
        let stride = match count.stride {
            0 => value
                .stride
                .checked_shl(count.low as u32)
                .filter(|_| value.stride.leading_zeros() as i128 >= count.low),
            _ => Some(1 << count.low),
        };
        build(low, high, stride.unwrap_or(1), Vec::new()).cast(ty)
    }

    /// `self >> amount` in a type; signed numbers are shifted arithmetically.
    pub fn shift_right(&self, amount: &Self, ty: IntegerType) -> Self {
        let operands = shift_operands(self, amount, ty);
        let Some((value, count)) = operands.filter(|(value, _)| ty.is_exact() || value.low >= 0) else {
            return self.any_unless_empty(amount, ty);
        };
        let Some((low, high)) = corners(&value, &count, |value, count| Some(value >> count)) else {
            return Self::all(ty);
        };
        let exact = count.stride == 0 && divides(1 << count.low, value.stride);
        let stride = if exact { value.stride >> count.low } else { 1 };
        build(low, high, stride, Vec::new())
    }

    fn any_unless_empty(&self, other: &Self, ty: IntegerType) -> Self {
        if self.is_bottom() || other.is_bottom() {
            Self::EMPTY
        } else {
            Self::all(ty)
        }
    }
}

/// The operands of a shift, if the amount is within the width.
fn shift_operands<'a>(value: &'a Integer, amount: &'a Integer, ty: IntegerType) -> Option<(Parts<'a>, Parts<'a>)> {
    let (value, amount) = (value.parts()?, amount.parts()?);
    (0 <= amount.low && amount.high < i128::from(ty.bits)).then_some((value, amount))
}

/// Whether `mask` is a constant of low ones that keeps all members of `value` as they are.
fn keeps_all_bits(value: &Parts<'_>, mask: &Parts<'_>) -> bool {
    let low_ones = mask.stride == 0 && mask.low >= 0 && mask.low & mask.low.wrapping_add(1) == 0;
    low_ones && value.low >= 0 && value.high <= mask.low
}

impl Bits {
    /// The bits that all members share.
    fn of(parts: &Parts<'_>) -> Bits {
        let (low, high) = (parts.low as u128, parts.high as u128);
        let leading = 128 - (low ^ high).leading_zeros();
        let above = u128::MAX.checked_shl(leading).unwrap_or(0);
        // All members are congruent to `low` modulo the stride, hence modulo its factor of two.
        let below = match parts.stride {
            0 => u128::MAX,
            stride => (1 << stride.trailing_zeros()) - 1,
        };
        let known = above | below;
        Bits {
            ones: low & known,
            unknown: !known,
        }
    }

    /// All integers with these bits that need no more digits than the operands: all digits above are copies of the sign.
    fn integer_within(self, a: &Parts<'_>, b: &Parts<'_>) -> Integer {
        let digits = |value: i128| 128 - (value ^ (value >> 127)).leading_zeros();
        let most = [a.low, a.high, b.low, b.high]
            .into_iter()
            .map(digits)
            .max()
            .unwrap_or(127);
        let high = 1_i128
            .checked_shl(most)
            .map_or(i128::MAX, |power| power.wrapping_sub(1));
        self.integer().at_least(!high).at_most(high)
    }

    /// All integers with these bits: from the one with all unknown bits zero (the sign bit one) to the one with the opposite.
    fn integer(self) -> Integer {
        let sign = self.unknown & (1 << 127);
        let low = (self.ones | sign) as i128;
        let high = (self.ones | (self.unknown & !sign)) as i128;
        let stride = match self.unknown {
            0 => 0,
            unknown => 1 << unknown.trailing_zeros(),
        };
        build(low, high, stride, Vec::new())
    }
}
