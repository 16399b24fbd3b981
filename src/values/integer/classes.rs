//! Residue classes: distances, divisibility, and the classes that two classes have in common.
//!
//! Computed with all 128 bits, since bounds are those of any C type, and their distances need one bit more.

use super::Parts;

/// `high − low`, where `low ≤ high`.
pub(crate) fn distance(low: i128, high: i128) -> u128 {
    high.abs_diff(low)
}

/// The greatest common divisor; 0 is its neutral element.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if a == 1 || b == 1 {
            return 1;
        }
        (a, b) = (b, remainder(a, b));
    }
    a
}

/// Whether `stride` divides `multiple`; 0 divides only 0.
pub(crate) fn divides(stride: u128, multiple: u128) -> bool {
    match stride {
        0 => multiple == 0,
        1 => true,
        _ => remainder(multiple, stride) == 0,
    }
}

/// `a mod b` for `b ≠ 0`. Nearly all numbers fit into 64 bits, in which division is many times faster.
pub(super) fn remainder(a: u128, b: u128) -> u128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => u128::from(a % b),
        _ => a % b,
    }
}

/// Whether `value ≡ anchor (mod stride)`.
pub(crate) fn in_class(value: i128, anchor: i128, stride: u128) -> bool {
    divides(stride, value.abs_diff(anchor))
}

/// The least value `≥ bound` that is congruent to `anchor`; `None` if there is none in `i128`. A stride of 0 leaves `anchor` alone.
pub(crate) fn first_in_class(bound: i128, anchor: i128, stride: u128) -> Option<i128> {
    if stride == 0 {
        return (bound <= anchor).then_some(anchor);
    }
    let beyond = remainder(anchor.abs_diff(bound), stride);
    match (beyond, anchor >= bound) {
        (0, _) => Some(bound),
        (rest, true) => bound.checked_add_unsigned(rest),
        (rest, false) => bound.checked_add_unsigned(stride - rest),
    }
}

/// A class (anchor and stride) that contains the intersection of two classes; `None` if they are disjoint.
/// It is the intersection itself (Chinese remainder theorem) unless the strides are huge; then it is the left class.
pub(super) fn meet_classes(left: &Parts<'_>, right: &Parts<'_>) -> Option<(i128, u128)> {
    if !divides(gcd(left.stride, right.stride), left.low.abs_diff(right.low)) {
        return None;
    }
    if divides(right.stride, left.stride) {
        return Some((left.low, left.stride));
    }
    if divides(left.stride, right.stride) {
        return Some((right.low, right.stride));
    }
    const HUGE: u128 = 1 << 40;
    if left.stride > HUGE || right.stride > HUGE {
        return Some((left.low, left.stride));
    }
    Some(chinese_remainder(left, right).unwrap_or((left.low, left.stride)))
}

/// The solution of `x ≡ a (mod m), x ≡ b (mod n)`, where gcd(m, n) divides `b − a`: `a + m·((b − a)/g · (m/g)⁻¹ mod n/g)`.
fn chinese_remainder(left: &Parts<'_>, right: &Parts<'_>) -> Option<(i128, u128)> {
    let (m, n) = (left.stride as i128, right.stride as i128);
    let common = gcd(left.stride, right.stride) as i128;
    let reduced = n / common;
    let difference = right.low.checked_sub(left.low)?.div_euclid(common).rem_euclid(reduced);
    let steps = (difference * inverse(m / common, reduced)).rem_euclid(reduced);
    Some((left.low.checked_add(m * steps)?, (m * reduced) as u128))
}

/// The inverse of `value` modulo `modulus`, which are coprime (extended Euclid).
fn inverse(value: i128, modulus: i128) -> i128 {
    let (mut old, mut new) = ((value.rem_euclid(modulus), 1), (modulus, 0));
    while new.0 != 0 {
        let quotient = old.0 / new.0;
        (old, new) = (new, (old.0 - quotient * new.0, old.1 - quotient * new.1));
    }
    old.1.rem_euclid(modulus)
}
