//! Functions on floating-point numbers whose results the standard or IEEE 754 determines (C17 7.12, Annex F), in the default rounding mode.
//!
//! Registers hold a `float` as the `double` of the same value, and results are rounded to the type of the call, so that one function
//! does for both. Results that glibc only approximates (`sin`, `pow`) are known where they can be represented exactly: there its errors
//! are too small to matter.

use std::cmp::Ordering;

use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::{OUT_OF_DOMAIN, OUT_OF_RANGE};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("fabs", |_, a| one(a, f64::abs)),
    ("fabsf", |_, a| one(a, f64::abs)),
    ("floor", |_, a| one(a, f64::floor)),
    ("floorf", |_, a| one(a, f64::floor)),
    ("ceil", |_, a| one(a, f64::ceil)),
    ("ceilf", |_, a| one(a, f64::ceil)),
    ("trunc", |_, a| one(a, f64::trunc)),
    ("truncf", |_, a| one(a, f64::trunc)),
    ("round", |_, a| one(a, f64::round)),
    ("roundf", |_, a| one(a, f64::round)),
    ("rint", |_, a| one(a, f64::round_ties_even)),
    ("rintf", |_, a| one(a, f64::round_ties_even)),
    ("nearbyint", |_, a| one(a, f64::round_ties_even)),
    ("nearbyintf", |_, a| one(a, f64::round_ties_even)),
    ("roundeven", |_, a| one(a, f64::round_ties_even)),
    ("sqrt", square_root),
    ("sqrtf", square_root),
    ("fmod", remainder),
    ("fmodf", remainder),
    ("fmin", |_, a| two(a, least)),
    ("fminf", |_, a| two(a, least)),
    ("fmax", |_, a| two(a, greatest)),
    ("fmaxf", |_, a| two(a, greatest)),
    ("copysign", |_, a| two(a, f64::copysign)),
    ("copysignf", |_, a| two(a, f64::copysign)),
    ("lround", |host, a| whole(host.word(), a, f64::round)),
    ("lroundf", |host, a| whole(host.word(), a, f64::round)),
    ("llround", |_, a| whole(8, a, f64::round)),
    ("llroundf", |_, a| whole(8, a, f64::round)),
    ("lrint", |host, a| whole(host.word(), a, f64::round_ties_even)),
    ("lrintf", |host, a| whole(host.word(), a, f64::round_ties_even)),
    ("llrint", |_, a| whole(8, a, f64::round_ties_even)),
    ("llrintf", |_, a| whole(8, a, f64::round_ties_even)),
    ("ldexp", |host, a| scaled(host, a, |value| value)),
    ("scalbn", |host, a| scaled(host, a, |value| value)),
    ("ldexpf", |host, a| scaled(host, a, single)),
    ("scalbnf", |host, a| scaled(host, a, single)),
    ("isnan", |_, a| truth(a, f64::is_nan)),
    ("isnanf", |_, a| truth(a, f64::is_nan)),
    ("__isnan", |_, a| truth(a, f64::is_nan)),
    ("__isnanf", |_, a| truth(a, f64::is_nan)),
    ("isinf", |_, a| truth(a, f64::is_infinite)),
    ("isinff", |_, a| truth(a, f64::is_infinite)),
    ("isinf_sign", |_, a| Ok(infinite_with_sign(first(a)))),
    ("__isinf", |_, a| Ok(infinite_with_sign(first(a)))),
    ("__isinff", |_, a| Ok(infinite_with_sign(first(a)))),
    ("isfinite", |_, a| truth(a, f64::is_finite)),
    ("finite", |_, a| truth(a, f64::is_finite)),
    ("__finite", |_, a| truth(a, f64::is_finite)),
    ("__finitef", |_, a| truth(a, f64::is_finite)),
    ("isnormal", |_, a| {
        known_class(first(a)).map(|class| u64::from(class == Class::Normal))
    }),
    ("signbit", |_, a| truth(a, f64::is_sign_negative)),
    ("signbitf", |_, a| truth(a, f64::is_sign_negative)),
    ("__signbit", |_, a| truth(a, f64::is_sign_negative)),
    ("__signbitf", |_, a| truth(a, f64::is_sign_negative)),
    ("isgreater", |_, a| compared(a, |one, other| one > other)),
    ("isgreaterequal", |_, a| compared(a, |one, other| one >= other)),
    ("isless", |_, a| compared(a, |one, other| one < other)),
    ("islessequal", |_, a| compared(a, |one, other| one <= other)),
    ("islessgreater", |_, a| {
        compared(a, |one, other| one.partial_cmp(&other).is_some_and(Ordering::is_ne))
    }),
    ("isunordered", |_, a| {
        compared(a, |one, other| one.is_nan() || other.is_nan())
    }),
    ("inf", |_, _| Ok(f64::INFINITY.to_bits())),
    ("inff", |_, _| Ok(f64::INFINITY.to_bits())),
    ("huge_val", |_, _| Ok(f64::INFINITY.to_bits())),
    ("huge_valf", |_, _| Ok(f64::INFINITY.to_bits())),
];

/// Functions whose first argument is no floating-point number.
pub(super) const OF_CHOICES: &[(&str, Body)] = &[("fpclassify", chosen_class)];

/// Functions of a text.
pub(super) const OF_TEXTS: &[(&str, Body)] = &[
    ("nan", |host, a| tagged(host, a, 0)),
    ("nanf", |host, a| tagged(host, a, 29)),
];

/// Functions that store a part of their result.
pub(super) const WITH_PARTS: &[(&str, Body)] = &[
    ("modf", |host, a| split(host, a, 8)),
    ("modff", |host, a| split(host, a, 4)),
    ("frexp", fraction_and_exponent),
    ("frexpf", fraction_and_exponent),
];

/// Functions that are known for some arguments only.
pub(super) const PARTIAL: &[(&str, Body)] = &[
    ("pow", power),
    ("powf", single_power),
    ("sin", |_, a| known_at(a, 0.0, first(a))),
    ("sinf", |_, a| known_at(a, 0.0, first(a))),
    ("tan", |_, a| known_at(a, 0.0, first(a))),
    ("asin", |_, a| known_at(a, 0.0, first(a))),
    ("atan", |_, a| known_at(a, 0.0, first(a))),
    ("atanf", |_, a| known_at(a, 0.0, first(a))),
    ("sinh", |_, a| known_at(a, 0.0, first(a))),
    ("tanh", |_, a| known_at(a, 0.0, first(a))),
    ("cos", |_, a| known_at(a, 0.0, 1.0)),
    ("cosf", |_, a| known_at(a, 0.0, 1.0)),
    ("cosh", |_, a| known_at(a, 0.0, 1.0)),
    ("exp", |_, a| known_at(a, 0.0, 1.0)),
    ("expf", |_, a| known_at(a, 0.0, 1.0)),
    ("log", |_, a| known_at(a, 1.0, 0.0)),
    ("logf", |_, a| known_at(a, 1.0, 0.0)),
    ("log10", |_, a| known_at(a, 1.0, 0.0)),
    ("acos", |_, a| known_at(a, 1.0, 0.0)),
    ("log2", binary_logarithm),
    ("hypot", |_, a| hypotenuse(a)),
    ("exp2", |host, a| power(host, &[2f64.to_bits(), a[0], 0, 0, 0, 0])),
];

/// A quiet NaN without a sign.
const NOT_A_NUMBER: u64 = 0x7ff8_0000_0000_0000;

/// What x86-64 gives where an operation has no result: a quiet NaN with a sign.
const INVALID: u64 = 0xfff8_0000_0000_0000;

fn first(arguments: &Arguments) -> f64 {
    f64::from_bits(arguments[0])
}

fn one(arguments: &Arguments, function: fn(f64) -> f64) -> Result<u64, Stop> {
    Ok(match first(arguments).is_nan() {
        true => arguments[0],
        false => function(first(arguments)).to_bits(),
    })
}

fn two(arguments: &Arguments, function: fn(f64, f64) -> f64) -> Result<u64, Stop> {
    Ok(function(first(arguments), f64::from_bits(arguments[1])).to_bits())
}

fn truth(arguments: &Arguments, holds: fn(f64) -> bool) -> Result<u64, Stop> {
    Ok(u64::from(holds(first(arguments))))
}

fn compared(arguments: &Arguments, holds: fn(f64, f64) -> bool) -> Result<u64, Stop> {
    Ok(u64::from(holds(first(arguments), f64::from_bits(arguments[1]))))
}

/// What is not a number counts as missing (C17 F.10.9). Of zeroes with different signs glibc gives the second, as `minsd` does.
fn least(one: f64, other: f64) -> f64 {
    if is_signaling(one) || is_signaling(other) {
        return f64::from_bits(NOT_A_NUMBER);
    }
    if other.is_nan() || one < other { one } else { other }
}

fn greatest(one: f64, other: f64) -> f64 {
    if is_signaling(one) || is_signaling(other) {
        return f64::from_bits(NOT_A_NUMBER);
    }
    if other.is_nan() || one > other { one } else { other }
}

fn is_signaling(value: f64) -> bool {
    value.is_nan() && value.to_bits() & 1 << 51 == 0
}

/// `nan`: the number that a text spells, as `strtoull` reads it in any base, fills the fraction; a `float` has that many bits less.
fn tagged(host: &mut dyn Host, arguments: &Arguments, fewer: u32) -> Result<u64, Stop> {
    let text = host.string(arguments[0])?;
    let text = String::from_utf8_lossy(&text).to_ascii_lowercase();
    let (digits, base) = match (text.strip_prefix("0x"), text.strip_prefix('0')) {
        (Some(digits), _) if !digits.is_empty() => (digits, 16),
        (_, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text.as_str(), 10),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    let tag = match is_number {
        true => u64::from_str_radix(digits, base).unwrap_or(u64::MAX),
        false => 0,
    };
    let fraction = (1u64 << 51) - 1;
    Ok(NOT_A_NUMBER | tag << fewer & fraction)
}

fn single(value: f64) -> f64 {
    f64::from(value as f32)
}

fn square_root(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let value = first(arguments);
    if value < 0.0 {
        host.fail(OUT_OF_DOMAIN)?;
        return Ok(INVALID);
    }
    one(arguments, f64::sqrt)
}

fn remainder(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let (value, by) = (first(arguments), f64::from_bits(arguments[1]));
    if value.is_nan() || by.is_nan() {
        return Ok(if value.is_nan() { arguments[0] } else { arguments[1] });
    }
    if value.is_infinite() || by == 0.0 {
        host.fail(OUT_OF_DOMAIN)?;
        return Ok(INVALID);
    }
    Ok((value % by).to_bits())
}

/// A whole number of so many bytes; what does not fit is undefined.
fn whole(size: u64, arguments: &Arguments, round: fn(f64) -> f64) -> Result<u64, Stop> {
    let value = round(first(arguments));
    let limit = 2f64.powi(8 * size as i32 - 1);
    match (-limit..limit).contains(&value) {
        true => Ok(value as i64 as u64),
        false => Err(Stop::Open(
            "a floating-point number rounded to an integer that is too small for it".to_owned(),
        )),
    }
}

/// `modf`: the whole part is stored, the rest is the result; both have the sign of the value.
fn split(host: &mut dyn Host, arguments: &Arguments, size: u64) -> Result<u64, Stop> {
    let value = first(arguments);
    let whole = value.trunc();
    let rest = if value.is_infinite() { 0.0 } else { value - whole };
    let raw = match size {
        4 => u64::from((whole as f32).to_bits()),
        // What is not a number is quiet behind an operation.
        _ if whole.is_nan() => whole.to_bits() | 1 << 51,
        _ => whole.to_bits(),
    };
    host.write_number(arguments[1], size, raw)?;
    Ok(rest.copysign(value).to_bits())
}

/// `frexp`: a fraction from one half to below one, and the power of two that it is multiplied by.
fn fraction_and_exponent(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let value = first(arguments);
    let (mut fraction, mut exponent) = (value, 0i64);
    if value != 0.0 && value.is_finite() {
        // Subnormal numbers become normal first.
        let (normal, shift) = if value.is_normal() {
            (value, 0)
        } else {
            (value * 2f64.powi(64), 64)
        };
        let bits = normal.to_bits();
        exponent = (bits >> 52 & 0x7ff) as i64 - 1022 - shift;
        fraction = f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52);
    }
    host.write_number(arguments[1], 4, exponent as u64)?;
    Ok(fraction.to_bits())
}

/// `ldexp`: rounded once; a range error if nothing finite and not zero comes out.
fn scaled(host: &mut dyn Host, arguments: &Arguments, rounded: fn(f64) -> f64) -> Result<u64, Stop> {
    let value = first(arguments);
    let exponent = i64::from(arguments[1] as i32).clamp(-5000, 5000) as i32;
    if value == 0.0 || !value.is_finite() {
        return Ok(arguments[0]);
    }
    let result = rounded(times_power(value, exponent));
    if result == 0.0 || result.is_infinite() {
        host.fail(OUT_OF_RANGE)?;
    }
    Ok(result.to_bits())
}

/// `value · 2^exponent`, rounded at most once: all steps but the last keep the value normal.
fn times_power(mut value: f64, mut exponent: i32) -> f64 {
    if !value.is_normal() {
        value *= 2f64.powi(64);
        exponent -= 64;
    }
    let own = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    let target = own + exponent;
    if target > 1023 {
        return f64::INFINITY.copysign(value);
    }
    let unit = f64::from_bits(value.to_bits() & !(0x7ff << 52) | 1023 << 52);
    match target {
        -1022.. => unit * 2f64.powi(target),
        -1080.. => unit * 2f64.powi(-1000) * 2f64.powi(target + 1000),
        _ => 0f64.copysign(value),
    }
}

fn infinite_with_sign(value: f64) -> u64 {
    match value.is_infinite() {
        true if value < 0.0 => u64::MAX,
        true => 1,
        false => 0,
    }
}

/// The classes of `fpclassify`, in the order of the arguments of the built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    NotANumber,
    Infinite,
    Normal,
    Subnormal,
    Zero,
}

/// The class of a number. A `float` was converted, so that a value that is subnormal in that type alone may be either.
fn known_class(value: f64) -> Result<Class, Stop> {
    let below_floats = value.abs() < 2f64.powi(-126);
    match value {
        _ if value.is_nan() => Ok(Class::NotANumber),
        _ if value.is_infinite() => Ok(Class::Infinite),
        _ if value == 0.0 => Ok(Class::Zero),
        _ if below_floats && single(value) == value => Err(Stop::Open(
            "the class of a number that is subnormal as a `float`".to_owned(),
        )),
        _ if value.is_normal() => Ok(Class::Normal),
        _ => Ok(Class::Subnormal),
    }
}

fn chosen_class(_: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let class = known_class(f64::from_bits(arguments[5]))?;
    Ok(arguments[class as usize])
}

fn approximated() -> Stop {
    Stop::Open("a mathematical function that the library approximates".to_owned())
}

/// `hypot`, where a leg is zero, or all three sides are whole numbers.
fn hypotenuse(arguments: &Arguments) -> Result<u64, Stop> {
    let (one, other) = (first(arguments).abs(), f64::from_bits(arguments[1]).abs());
    if one.is_nan() || other.is_nan() || one.is_infinite() || other.is_infinite() {
        return Err(approximated());
    }
    if one == 0.0 || other == 0.0 {
        return Ok((one + other).to_bits());
    }
    let limit = 2f64.powi(26);
    if one >= limit || other >= limit || one.fract() != 0.0 || other.fract() != 0.0 {
        return Err(approximated());
    }
    let squares = (one as u64).pow(2) + (other as u64).pow(2);
    let side = squares.isqrt();
    match side * side == squares {
        true => Ok((side as f64).to_bits()),
        false => Err(approximated()),
    }
}

fn known_at(arguments: &Arguments, at: f64, result: f64) -> Result<u64, Stop> {
    match first(arguments) == at {
        true => Ok(result.to_bits()),
        false => Err(approximated()),
    }
}

/// An odd integer and the power of two that make a number.
fn odd_and_power(value: f64) -> (u64, i64) {
    let bits = value.to_bits();
    let (biased, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let whole = if biased == 0 { fraction } else { fraction | 1 << 52 };
    let shift = i64::from(whole.trailing_zeros());
    (whole >> shift, biased.max(1) - 1075 + shift)
}

/// `powf`: glibc does not always round to the nearest `float`, so it is known where the power is one (a power that is not finite is none).
fn single_power(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let result = power(host, arguments)?;
    let value = f64::from_bits(result);
    match value.is_nan() || single(value) == value {
        true => Ok(result),
        false => Err(approximated()),
    }
}

/// `pow`, where the result can be represented: whole exponents, and square roots.
fn power(_: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let (base, exponent) = (first(arguments), f64::from_bits(arguments[1]));
    if base == 1.0 || exponent == 0.0 {
        return Ok(1f64.to_bits());
    }
    if exponent == 1.0 {
        return Ok(base.to_bits());
    }
    if base == 0.0 || !base.is_finite() || exponent.abs() > 2048.0 {
        return Err(approximated());
    }
    if exponent == 0.5 && base > 0.0 && exact_square(base.sqrt(), base) {
        return Ok(base.sqrt().to_bits());
    }
    if exponent.fract() != 0.0 {
        return Err(approximated());
    }
    let (odd, shift) = odd_and_power(base.abs());
    let exponent = exponent as i64;
    let raised = match exponent {
        _ if odd == 1 => Some(1),
        0.. => u32::try_from(exponent)
            .ok()
            .and_then(|exponent| odd.checked_pow(exponent)),
        _ => None,
    };
    let power = shift * exponent;
    let Some(raised) = raised.filter(|raised| *raised < 1 << 53 && (-1000..900).contains(&power)) else {
        return Err(approximated());
    };
    let magnitude = raised as f64 * 2f64.powi(power as i32);
    let negative = base < 0.0 && exponent % 2 != 0;
    Ok(if negative { -magnitude } else { magnitude }.to_bits())
}

/// Whether a number is the square of another exactly.
fn exact_square(root: f64, square: f64) -> bool {
    let ((odd, shift), (wanted, power)) = (odd_and_power(root), odd_and_power(square));
    odd.checked_mul(odd) == Some(wanted) && 2 * shift == power
}

fn binary_logarithm(_: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let value = first(arguments);
    match value > 0.0 && value.is_finite() && odd_and_power(value).0 == 1 {
        true => Ok((odd_and_power(value).1 as f64).to_bits()),
        false => Err(approximated()),
    }
}
