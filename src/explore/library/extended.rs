//! Functions on `long double` whose results the standard determines (C17 7.12, Annex F), in the default rounding mode, with glibc's `errno`.
//!
//! The others only approximate, and end the path.

use std::cmp::Ordering;

use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

use super::error_codes::{OUT_OF_DOMAIN, OUT_OF_RANGE};
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

/// Functions of a `long double` and an `int`.
const SCALING: [&str; 2] = ["ldexpl", "scalbnl"];

/// A function on `long double`, by its place among all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extended(u8);

impl Extended {
    /// The function with a name.
    pub fn of(name: &str) -> Option<Extended> {
        let known = FUNCTIONS.iter().map(|function| function.0).chain(SCALING);
        known
            .into_iter()
            .position(|known| known == name)
            .map(|place| Extended(place as u8))
    }

    /// All names.
    #[cfg(test)]
    pub fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|function| function.0).chain(SCALING)
    }

    /// What it gives; the second operand of a scaling function is an integer.
    pub fn apply(self, first: u128, second: u128) -> Given {
        match FUNCTIONS.get(usize::from(self.0)) {
            Some((_, body)) => body(first, second),
            None => scaled(first, second as i32),
        }
    }

    fn scales(self) -> bool {
        usize::from(self.0) >= FUNCTIONS.len()
    }
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
        let fits = takes(0) && (function.scales() || takes(1)) && call.arguments.len() <= 2;
        if self.settings.purpose == Purpose::Exhaust || !fits {
            return Err(Stop::Open("a function of `long double`s".to_owned()));
        }
        let [first, second] = [0, 1].map(|number| self.argument(thread, call, number));
        let second = match function.scales() {
            true => u128::from(second),
            false => self.wide_numbers.number(second),
        };
        let given = function.apply(self.wide_numbers.number(first), second);
        let is_number = call.result.is_some_and(|result| matches!(result, Scalar::Extended(_)));
        match given {
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
