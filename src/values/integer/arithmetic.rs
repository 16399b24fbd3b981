//! Sums, products, quotients and conversions, in the width and sign of a type.
//!
//! Each operator computes a set of mathematical results and then brings it into the range of the type: modulo 2^bits,
//! or by assuming that a signed overflow doesn't happen.

use pepsin_lattice::{Bottom, Lattice};

use super::super::scalar::{IntegerType, SignedOverflow};
use super::{Integer, Parts, build, common_stride, divides, gcd};

impl Integer {
    /// Conversion to a type, modulo 2^bits.
    pub fn cast(&self, to: IntegerType) -> Self {
        match self.parts() {
            Some(parts) if parts.low < to.low() || parts.high > to.high() => wrap(&parts, to),
            _ => self.clone(),
        }
    }

    /// Brings mathematical results into the range of the type in which an operator computes. Those that are outside are assumed not to
    /// be met if there are others; where all are, what follows would be taken for dead, so that they wrap around.
    pub fn bring_into(&self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        let inside = match (ty.signed, overflow) {
            (true, SignedOverflow::Undefined) => self.meet(&Self::all(ty)),
            _ => return self.cast(ty),
        };
        match inside.is_bottom() {
            true => self.cast(ty),
            false => inside,
        }
    }

    /// The mathematical `self + other`; `None` if a bound leaves `i128`.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Some(Self::EMPTY);
        };
        let (low, high) = (a.low.checked_add(b.low)?, a.high.checked_add(b.high)?);
        let moved = |excluded: &[i128], by: i128| excluded.iter().filter_map(|value| value.checked_add(by)).collect();
        let excluded = match (a.stride, b.stride) {
            (_, 0) => moved(a.excluded, b.low),
            (0, _) => moved(b.excluded, a.low),
            _ => Vec::new(),
        };
        Some(build(low, high, gcd(a.stride, b.stride), excluded))
    }

    /// The mathematical `−self`; `None` if a bound leaves `i128`.
    pub fn negated(&self) -> Option<Self> {
        let Some(parts) = self.parts() else {
            return Some(Self::EMPTY);
        };
        let (low, high) = (parts.high.checked_neg()?, parts.low.checked_neg()?);
        let excluded = parts.excluded.iter().map(|value| -value).collect();
        Some(build(low, high, parts.stride, excluded))
    }

    /// The mathematical `self · other`; `None` if a bound leaves `i128`.
    ///
    /// `(a + i·s)(b + j·t) = ab + (at)j + (bs)i + (st)ij`, so the stride is `gcd(at, bs, st)`.
    pub fn times(&self, other: &Self) -> Option<Self> {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Some(Self::EMPTY);
        };
        let (low, high) = corners(&a, &b, i128::checked_mul)?;
        let product = |left: u128, right: u128| left.checked_mul(right);
        let strides = [
            product(a.low.unsigned_abs(), b.stride),
            product(b.low.unsigned_abs(), a.stride),
            product(a.stride, b.stride),
        ];
        // A factor that leaves u128 says nothing about the others, so only the class of all integers is left.
        let stride = strides
            .into_iter()
            .try_fold(0, |common, next| next.map(|next| gcd(common, next)));
        Some(build(low, high, stride.unwrap_or(1), Vec::new()))
    }

    /// `self + other` in a type.
    pub fn add(&self, other: &Self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        self.plus(other)
            .map_or(Self::all(ty), |sum| sum.bring_into(ty, overflow))
    }

    /// `self - other` in a type.
    pub fn subtract(&self, other: &Self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        let difference = other.negated().and_then(|negated| self.plus(&negated));
        difference.map_or(Self::all(ty), |difference| difference.bring_into(ty, overflow))
    }

    /// `-self` in a type.
    pub fn negate(&self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        self.negated()
            .map_or(Self::all(ty), |negated| negated.bring_into(ty, overflow))
    }

    /// `self * other` in a type.
    pub fn multiply(&self, other: &Self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        self.times(other)
            .map_or(Self::all(ty), |product| product.bring_into(ty, overflow))
    }

    /// `self / other` in a type, rounded towards zero. Division by zero is undefined behaviour and gives nothing.
    pub fn divide(&self, other: &Self, ty: IntegerType, overflow: SignedOverflow) -> Self {
        if !ty.is_exact() && (self.may_be_negative() || other.may_be_negative()) {
            return if self.is_bottom() || other.is_bottom() {
                Self::EMPTY
            } else {
                Self::all(ty)
            };
        }
        let mut quotients = self.quotient(&other.at_least(1));
        match (quotients.as_mut(), self.quotient(&other.at_most(-1))) {
            (Some(all), Some(negative)) => {
                all.join(&negative);
            }
            _ => return Self::all(ty),
        }
        quotients.map_or(Self::all(ty), |all| all.bring_into(ty, overflow))
    }

    /// `self % other` in a type, with the sign of `self`. Division by zero is undefined behaviour and gives nothing.
    pub fn remainder(&self, other: &Self, ty: IntegerType) -> Self {
        let divisor = other.exclude(0);
        let (Some(a), Some(b)) = (self.parts(), divisor.parts()) else {
            return Self::EMPTY;
        };
        if !ty.is_exact() && (a.low < 0 || b.low < 0) {
            return Self::all(ty);
        }
        let least = if b.low <= 0 && b.high >= 0 {
            1
        } else {
            b.low.unsigned_abs().min(b.high.unsigned_abs())
        };
        let most = b.low.unsigned_abs().max(b.high.unsigned_abs()) - 1;
        if a.low.unsigned_abs() < least && a.high.unsigned_abs() < least {
            return self.clone();
        }
        let low = if a.low < 0 {
            -(a.low.unsigned_abs().min(most).min(i128::MAX as u128) as i128)
        } else {
            0
        };
        let high = if a.high > 0 {
            a.high.unsigned_abs().min(most) as i128
        } else {
            0
        };
        // r = a − q·b, so r ≡ a modulo every common divisor of the stride of a, of b and of the stride of b.
        let class = Parts {
            low: 0,
            high: 0,
            stride: gcd(b.stride, b.low.unsigned_abs()),
            excluded: &[],
        };
        let stride = gcd(a.stride, class.stride);
        match super::first_in_class(low, a.low, stride) {
            Some(first) => build(first, high, stride, Vec::new()),
            None => Self::interval(low, high),
        }
    }

    /// Whether a member may be negative.
    pub(crate) fn may_be_negative(&self) -> bool {
        self.low().is_some_and(|low| low < 0)
    }

    /// The quotients by a divisor that doesn't change its sign and isn't zero; `None` if a bound leaves `i128`.
    fn quotient(&self, other: &Self) -> Option<Self> {
        let (Some(a), Some(b)) = (self.parts(), other.parts()) else {
            return Some(Self::EMPTY);
        };
        let (low, high) = corners(&a, &b, i128::checked_div)?;
        let exact = b.stride == 0 && divides(b.low.unsigned_abs(), a.stride) && a.low % b.low == 0;
        let stride = if exact { a.stride / b.low.unsigned_abs() } else { 1 };
        Some(build(low, high, stride, Vec::new()))
    }
}

/// The least and the greatest value of a monotone (in each argument) operator, at the corners; `None` if one leaves `i128`.
pub(super) fn corners(a: &Parts<'_>, b: &Parts<'_>, op: impl Fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    let first = op(a.low, b.low)?;
    let others = [op(a.low, b.high)?, op(a.high, b.low)?, op(a.high, b.high)?];
    Some(
        others
            .into_iter()
            .fold((first, first), |(low, high), next| (low.min(next), high.max(next))),
    )
}

/// Reduction modulo 2^bits. An interval that stays in one piece keeps its shape; otherwise only the stride modulo 2^bits is left.
fn wrap(parts: &Parts<'_>, to: IntegerType) -> Integer {
    let modulus = 1_u128.checked_shl(to.bits).unwrap_or(0);
    let (low, high) = (to.wrap(parts.low), to.wrap(parts.high));
    if super::distance(parts.low, parts.high) < modulus && low <= high {
        let excluded = parts.excluded.iter().map(|value| to.wrap(*value)).collect();
        return build(low, high, parts.stride, excluded);
    }
    let whole = Parts {
        low,
        high: low,
        stride: modulus,
        excluded: &[],
    };
    let stride = common_stride(parts, &whole);
    match super::first_in_class(to.low(), low, stride) {
        Some(first) => build(first, to.high(), stride, Vec::new()),
        None => Integer::all(to),
    }
}
