//! Functions on `long double` whose results the standard determines (C17 7.12, Annex F), in the default rounding mode, with glibc's `errno`.
//!
//! The others only approximate, and end the path.

use std::cmp::Ordering;

use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

use super::error_codes::{OUT_OF_DOMAIN, OUT_OF_RANGE};
use super::exact::Host;
use super::exact::decimals::{self, Precision};
use super::host::CallHost;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::wide::{INVALID, QUIET, SIGN};

/// What a function gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A `long double`.
    Number(u128),
    /// That, with an error.
    Error(u128, u64),
    /// An integer.
    Integer(i64),
    /// What C leaves open.
    Open,
}

/// A function of two numbers, the second of which may be missing.
type Body = fn(u128, u128) -> Given;

/// The functions of `long double`s, by name.
const FUNCTIONS: &[(&str, Body)] = &[
    ("fabsl", |value, _| Given::Number(value & !SIGN)),
    ("floorl", |value, _| rounded(value, Round::TowardNegative)),
    ("ceill", |value, _| rounded(value, Round::TowardPositive)),
    ("truncl", |value, _| rounded(value, Round::TowardZero)),
    ("roundl", |value, _| rounded(value, Round::NearestTiesToAway)),
    ("rintl", |value, _| rounded(value, Round::NearestTiesToEven)),
    ("roundevenl", |value, _| rounded(value, Round::NearestTiesToEven)),
    ("nearbyintl", |value, _| rounded(value, Round::NearestTiesToEven)),
    ("lroundl", |value, _| whole(value, Round::NearestTiesToAway)),
    ("llroundl", |value, _| whole(value, Round::NearestTiesToAway)),
    ("lrintl", |value, _| whole(value, Round::NearestTiesToEven)),
    ("llrintl", |value, _| whole(value, Round::NearestTiesToEven)),
    ("copysignl", |value, sign| Given::Number(value & !SIGN | sign & SIGN)),
    ("fminl", |one, other| extreme(one, other, Ordering::Less)),
    ("fmaxl", |one, other| extreme(one, other, Ordering::Greater)),
    ("sqrtl", |value, _| square_root(value)),
    ("fmodl", remainder),
    ("remainderl", nearest_remainder),
    ("fdiml", difference),
    ("ilogbl", exponent),
    ("isnanl", |value, _| no_number(value)),
    ("__isnanl", |value, _| no_number(value)),
    ("isinfl", |value, _| infinite(value)),
    ("__isinfl", |value, _| infinite(value)),
    ("finitel", |value, _| {
        Given::Integer(i64::from(number(value).is_finite()))
    }),
    ("__finitel", |value, _| {
        Given::Integer(i64::from(number(value).is_finite()))
    }),
];

/// Functions of a `long double` and an integer.
const SCALING: [&str; 2] = ["ldexpl", "scalbnl"];

/// A function that gives a `long double` and touches memory. The second argument is an address, and the first is one, too, or a number.
type OnMemory = fn(&mut dyn Host, u128, u64) -> Result<u128, Stop>;

/// Functions on memory whose first argument is a number.
const WITH_PARTS: &[(&str, OnMemory)] = &[("modfl", split), ("frexpl", fraction_and_exponent)];

/// Functions of texts.
const OF_TEXTS: &[(&str, OnMemory)] = &[("strtold", read), ("__strtold_internal", read)];

/// A function on `long double`, by its place in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extended {
    /// A function of numbers.
    OfNumbers(u8),
    /// A function of a number and an integer.
    Scaling,
    /// A function that stores a part of its result.
    WithParts(u8),
    /// A function of a text.
    OfText(u8),
}

impl Extended {
    /// The function with a name.
    pub fn of(name: &str) -> Option<Extended> {
        let place = |known: &[(&str, OnMemory)]| known.iter().position(|known| known.0 == name);
        let of_numbers = FUNCTIONS.iter().position(|known| known.0 == name);
        of_numbers
            .map(|place| Extended::OfNumbers(place as u8))
            .or_else(|| SCALING.contains(&name).then_some(Extended::Scaling))
            .or_else(|| place(WITH_PARTS).map(|place| Extended::WithParts(place as u8)))
            .or_else(|| place(OF_TEXTS).map(|place| Extended::OfText(place as u8)))
    }

    /// The names of functions of numbers.
    #[cfg(test)]
    pub fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|function| function.0).chain(SCALING)
    }

    /// What a function of numbers gives; the second operand of a scaling function is an integer.
    pub fn apply(self, first: u128, second: u128) -> Given {
        match self {
            Extended::OfNumbers(number) => FUNCTIONS[usize::from(number)].1(first, second),
            Extended::Scaling => scaled(first, second as i32),
            Extended::WithParts(_) | Extended::OfText(_) => Given::Open,
        }
    }

    /// What a function of a number stores, of so many bytes, and what it gives.
    #[cfg(test)]
    pub fn parts(self, number: u128, size: usize) -> Option<(u128, u128)> {
        let mut host = super::exact::against_libc::host::Recorder::new(4096, &[0; 16]);
        let given = self.on_memory()?(&mut host, number, 4096).ok()?;
        let stored = host.memory[..size].iter().rev();
        Some((stored.fold(0, |stored, byte| stored << 8 | u128::from(*byte)), given))
    }

    /// What a function on memory does; none for others.
    pub fn on_memory(self) -> Option<OnMemory> {
        match self {
            Extended::WithParts(number) => Some(WITH_PARTS[usize::from(number)].1),
            Extended::OfText(number) => Some(OF_TEXTS[usize::from(number)].1),
            Extended::OfNumbers(_) | Extended::Scaling => None,
        }
    }
}

/// Stores a number; what lies behind its ten bytes is padding.
fn store(host: &mut dyn Host, at: u64, bits: u128) -> Result<(), Stop> {
    host.write_all(at, &bits.to_le_bytes()[..10])
}

/// `modfl`: the whole part is stored, the rest is the result; both have the sign of the value.
fn split(host: &mut dyn Host, value: u128, at: u64) -> Result<u128, Stop> {
    let all = number(value);
    if all.is_nan() {
        store(host, at, value | QUIET)?;
        return Ok(value | QUIET);
    }
    let whole = all.round_to_integral(Round::TowardZero).value;
    store(host, at, whole.to_bits())?;
    let rest = match all.is_infinite() {
        true => 0,
        false => (all - whole).value.to_bits(),
    };
    Ok(rest & !SIGN | value & SIGN)
}

/// `frexpl`: a fraction from one half to below one, and the power of two that it is multiplied by.
fn fraction_and_exponent(host: &mut dyn Host, value: u128, at: u64) -> Result<u128, Stop> {
    let all = number(value);
    let (mut fraction, mut exponent) = (value, 0);
    if all.is_nan() {
        fraction = value | QUIET;
    } else if !all.is_zero() && !all.is_infinite() {
        fraction = all.frexp_r(&mut exponent, Round::NearestTiesToEven).to_bits();
    }
    host.write_number(at, 4, exponent as u32 as u64)?;
    Ok(fraction)
}

/// `strtold`.
fn read(host: &mut dyn Host, text: u128, end: u64) -> Result<u128, Stop> {
    decimals::convert(host, text as u64, end, Precision::Extended)
}

fn number(bits: u128) -> X87DoubleExtended {
    X87DoubleExtended::from_bits(bits)
}

fn rounded(value: u128, way: Round) -> Given {
    Given::Number(match number(value).is_nan() {
        true => value | QUIET,
        false => number(value).round_to_integral(way).value.to_bits(),
    })
}

/// What does not fit is undefined.
fn whole(value: u128, way: Round) -> Given {
    let converted = number(value).to_i128_r(64, way, &mut false);
    match converted.status.contains(rustc_apfloat::Status::INVALID_OP) {
        true => Given::Open,
        false => Given::Integer(converted.value as i64),
    }
}

/// The least or the greatest: what is not a number counts as missing, if it is quiet. Of zeroes the standard takes any.
fn extreme(one: u128, other: u128, wanted: Ordering) -> Given {
    let (first, second) = (number(one), number(other));
    match (first.is_nan(), second.is_nan()) {
        _ if first.is_signaling() || second.is_signaling() => Given::Open,
        (true, true) => Given::Open,
        (_, true) => Given::Number(one),
        (true, false) => Given::Number(other),
        (false, false) if first == second && one != other => Given::Open,
        (false, false) if first.partial_cmp(&second) == Some(wanted) => Given::Number(one),
        (false, false) => Given::Number(other),
    }
}

/// glibc gives these bits where the value is no number.
fn no_number(value: u128) -> Given {
    Given::Integer(if number(value).is_nan() { 0xffff } else { 0 })
}

fn infinite(value: u128) -> Given {
    Given::Integer(match (number(value).is_infinite(), value & SIGN) {
        (false, _) => 0,
        (true, 0) => 1,
        (true, _) => -1,
    })
}

/// The root of `m · 2^(2e)` is that of `m`, scaled: with 128 bits of `m` there are 64 of the root, and the rest tells how to round.
fn square_root(value: u128) -> Given {
    let radicand = number(value);
    if radicand.is_nan() {
        return Given::Number(value | QUIET);
    }
    if radicand.is_zero() || value == INFINITE {
        return Given::Number(value);
    }
    if value & SIGN != 0 {
        return Given::Error(INVALID, OUT_OF_DOMAIN);
    }
    let mut exponent = 0;
    let fraction = radicand.frexp_r(&mut exponent, Round::NearestTiesToEven);
    // The fraction lies from one half on below one and has 64 bits.
    let bits = fraction.to_bits() & u128::from(u64::MAX);
    let (bits, exponent) = match exponent % 2 {
        0 => (bits << 64, exponent),
        _ => (bits << 63, exponent + 1),
    };
    let root = bits.isqrt();
    // The root is never half-way between two numbers of 64 bits.
    let root = root + u128::from(bits - root * root > root);
    let wide = X87DoubleExtended::from_u128(root).value;
    Given::Number(wide.scalbn_r(exponent / 2 - 64, Round::NearestTiesToEven).to_bits())
}

/// Positive infinity.
const INFINITE: u128 = 0x7fff << 64 | 1 << 63;

fn remainder(one: u128, other: u128) -> Given {
    let (value, by) = (number(one), number(other));
    match (value.is_nan(), by.is_nan()) {
        (true, false) => Given::Number(one | QUIET),
        (false, true) => Given::Number(other | QUIET),
        (true, true) => Given::Open,
        _ if value.is_infinite() || by.is_zero() => Given::Error(INVALID, OUT_OF_DOMAIN),
        _ if value.is_zero() || by.is_infinite() => Given::Number(one),
        _ => Given::Number(value.c_fmod(by).value.to_bits() & !SIGN | one & SIGN),
    }
}

/// `remainderl`: what is left of the nearest multiple, the even one of two.
fn nearest_remainder(one: u128, other: u128) -> Given {
    let (value, by) = (number(one), number(other));
    match (value.is_nan(), by.is_nan()) {
        (false, false) if value.is_infinite() || by.is_zero() => Given::Error(INVALID, OUT_OF_DOMAIN),
        (false, false) if value.is_zero() || by.is_infinite() => Given::Number(one),
        (false, false) => {
            let rest = value.ieee_rem(by).value;
            let sign = if rest.is_zero() {
                one & SIGN
            } else {
                rest.to_bits() & SIGN
            };
            Given::Number(rest.to_bits() & !SIGN | sign)
        }
        _ => Given::Open,
    }
}

/// `fdiml`: the difference, if it is positive.
fn difference(one: u128, other: u128) -> Given {
    let (first, second) = (number(one), number(other));
    if first.is_nan() || second.is_nan() {
        return Given::Open;
    }
    if first <= second {
        return Given::Number(0);
    }
    let rest = (first - second).value;
    match rest.is_infinite() && !first.is_infinite() && !second.is_infinite() {
        true => Given::Error(rest.to_bits(), OUT_OF_RANGE),
        false => Given::Number(rest.to_bits()),
    }
}

/// `ilogbl` of a number that has an exponent.
fn exponent(value: u128, _: u128) -> Given {
    let number = number(value);
    match number.is_nan() || number.is_infinite() || number.is_zero() {
        true => Given::Open,
        false => Given::Integer(i64::from(number.ilogb())),
    }
}

fn scaled(value: u128, by: i32) -> Given {
    let unscaled = number(value);
    if unscaled.is_nan() {
        return Given::Number(value | QUIET);
    }
    if unscaled.is_zero() || unscaled.is_infinite() {
        return Given::Number(value);
    }
    // Beyond this all numbers are zero or infinite.
    let by = by.clamp(-70_000, 70_000);
    let result = unscaled.scalbn_r(by, Round::NearestTiesToEven);
    match result.is_zero() || result.is_infinite() {
        true => Given::Error(result.to_bits(), OUT_OF_RANGE),
        false => Given::Number(result.to_bits()),
    }
}

impl Machine<'_> {
    /// Performs a function on `long double`s.
    pub(super) fn extended(&mut self, thread: usize, call: &CallSite, function: Extended) -> Result<u64, Stop> {
        let kind = |number: usize| call.scalars.get(number).copied().flatten();
        let takes = |number: usize| kind(number).is_none_or(|kind| matches!(kind, Scalar::Extended(_)));
        let is_number = call.result.is_some_and(|result| matches!(result, Scalar::Extended(_)));
        let fits = match function {
            Extended::OfNumbers(_) => takes(0) && takes(1) && call.arguments.len() <= 2,
            Extended::Scaling | Extended::WithParts(_) => takes(0) && call.arguments.len() == 2,
            Extended::OfText(_) => call.arguments.len() >= 2,
        };
        if self.settings.purpose == Purpose::Exhaust || !fits {
            return Err(Stop::Open("a function of `long double`s".to_owned()));
        }
        let [first, second] = [0, 1].map(|number| self.argument(thread, call, number));
        let number = match function {
            Extended::OfText(_) => u128::from(first),
            _ => self.wide_numbers.number(first),
        };
        if let Some(body) = function.on_memory() {
            let mut host = CallHost::new(self, thread, call);
            let given = body(&mut host, number, second);
            host.finish();
            let given = given?;
            return match (is_number, call.result) {
                (true, _) => Ok(self.wide_numbers.place(given)),
                (false, None) => Ok(0),
                (false, Some(_)) => Err(Stop::Open("a function of `long double`s".to_owned())),
            };
        }
        let second = match function {
            Extended::Scaling => u128::from(second),
            _ => self.wide_numbers.number(second),
        };
        match function.apply(number, second) {
            Given::Error(number, error) if is_number => {
                self.set_error_number(thread, error)?;
                Ok(self.wide_numbers.place(number))
            }
            Given::Number(number) if is_number => Ok(self.wide_numbers.place(number)),
            Given::Integer(number) if !is_number => Ok(number as u64),
            _ if call.result.is_none() => Ok(0),
            _ => Err(Stop::Open(
                "a result of a function of `long double`s that C leaves open".to_owned(),
            )),
        }
    }
}
