//! Texts to floating-point numbers: `strtod` and its kin (C17 7.22.1.3), in the C locale, rounded to the nearest.

use rustc_apfloat::ieee::X87DoubleExtended;
use rustc_apfloat::{Float, Round};

use super::expansion::{Decimal, Magnitude};
use super::integers::is_space;
use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::OUT_OF_RANGE;
use crate::explore::stop::Stop;
use crate::explore::wide::SIGN;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("strtod", to_double),
    ("__strtod_internal", to_double),
    ("strtof", to_float),
    ("__strtof_internal", to_float),
    ("atof", to_double_only),
];

/// A floating-point type: binary32, binary64, or the extended format of the x87.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::explore::library) enum Precision {
    Single,
    Double,
    Extended,
}

/// Decimal digits by which two numbers of any type, and what lies halfway between them, differ at most.
const TELLING: usize = 12_000;

impl Precision {
    /// Bits of the significand, and the exponent of the least normal number.
    fn limits(self) -> (i64, i64) {
        match self {
            Precision::Single => (24, -126),
            Precision::Double => (53, -1022),
            Precision::Extended => (64, -16382),
        }
    }

    /// The nearest number, as it is held.
    fn nearest(self, written: &Decimal) -> u128 {
        let mut digits: Vec<u8> = written
            .digits()
            .iter()
            .take(TELLING)
            .map(|digit| b'0' + digit)
            .collect();
        if written.digits().len() > TELLING {
            digits.push(b'1');
        }
        if digits.is_empty() {
            return 0;
        }
        let power = written.exponent() - digits.len() as i64 + 1;
        let text = format!("{}e{power}", String::from_utf8_lossy(&digits));
        // The grammars of both libraries contain these texts.
        match self {
            Precision::Single => held(text.parse::<f32>().map_or(0.0, f64::from)),
            Precision::Double => held(text.parse().unwrap_or(0.0)),
            Precision::Extended => {
                let read = X87DoubleExtended::from_str_r(&text, Round::NearestTiesToEven);
                read.map_or(0, |read| read.value.to_bits())
            }
        }
    }

    /// `fraction · 2^power`, where that needs no rounding, or is too large.
    fn assembled(self, fraction: u128, power: i64) -> u128 {
        match self {
            Precision::Extended => {
                let whole = X87DoubleExtended::from_u128(fraction).value;
                let scaled = whole.scalbn_r(power.clamp(-40_000, 40_000) as i32, Round::NearestTiesToEven);
                scaled.to_bits()
            }
            Precision::Double => held(scaled(fraction as u64, power)),
            Precision::Single => {
                let value = scaled(fraction as u64, power);
                held(if value > f64::from(f32::MAX) {
                    f64::INFINITY
                } else {
                    value
                })
            }
        }
    }

    fn magnitude(self, value: u128) -> Magnitude {
        match self {
            Precision::Single | Precision::Double => Magnitude::of_double(value as u64),
            Precision::Extended => Magnitude::of_extended(value),
        }
    }

    fn infinite(self) -> u128 {
        match self {
            Precision::Single | Precision::Double => held(f64::INFINITY),
            Precision::Extended => X87DoubleExtended::INFINITY.to_bits(),
        }
    }

    /// What is no number, without a sign.
    fn not_a_number(self) -> u128 {
        match self {
            Precision::Single | Precision::Double => 0x7ff8_0000_0000_0000,
            Precision::Extended => X87DoubleExtended::NAN.to_bits(),
        }
    }

    fn sign(self) -> u128 {
        match self {
            Precision::Single | Precision::Double => 1 << 63,
            Precision::Extended => SIGN,
        }
    }
}

/// A number as a register holds it.
fn held(value: f64) -> u128 {
    u128::from(value.to_bits())
}

/// What stands at the beginning of a text.
pub(super) struct Parsed {
    /// The value: in binary64, or in the extended format of the x87.
    pub value: u128,
    /// The bytes that belong to it; 0 if there is no number.
    pub length: u64,
    /// Whether it overflows, or is tiny and not exact.
    pub is_beyond: bool,
}

/// The bytes in front of the one looked at.
struct Reader<'a> {
    next: &'a mut dyn FnMut(u64) -> Result<u8, Stop>,
    at: u64,
    /// Whether somebody asks where the number ends.
    wants_end: bool,
}

impl Reader<'_> {
    fn peek(&mut self) -> Result<u8, Stop> {
        (self.next)(self.at)
    }

    /// Passes a word in any case, letter by letter; whether it is there as a whole.
    fn word(&mut self, word: &[u8]) -> Result<bool, Stop> {
        for letter in word {
            if !self.peek()?.eq_ignore_ascii_case(letter) {
                return Ok(false);
            }
            self.at += 1;
        }
        Ok(true)
    }

    /// Passes digits and a point among them; gives the digits, and how many of them stand behind the point.
    fn digits(&mut self, belongs: fn(&u8) -> bool) -> Result<(Vec<u8>, u64), Stop> {
        let (mut digits, mut point) = (Vec::new(), None);
        loop {
            match self.peek()? {
                digit if belongs(&digit) => digits.push(digit),
                b'.' if point.is_none() => point = Some(digits.len() as u64),
                _ => break,
            }
            self.at += 1;
        }
        if digits.is_empty() && point.is_some() {
            // A point alone is no number.
            self.at -= 1;
        }
        let behind = point.map_or(0, |point| digits.len() as u64 - point);
        Ok((digits, behind))
    }

    /// Passes an exponent, if there is one; saturated, so that it cannot overflow.
    fn exponent(&mut self, letter: u8) -> Result<i64, Stop> {
        let start = self.at;
        if !self.peek()?.eq_ignore_ascii_case(&letter) {
            return Ok(0);
        }
        self.at += 1;
        let sign = self.peek()?;
        self.at += u64::from(matches!(sign, b'+' | b'-'));
        let first = self.at;
        let mut value = 0i64;
        while let digit @ b'0'..=b'9' = self.peek()? {
            value = (value * 10 + i64::from(digit - b'0')).min(1 << 40);
            self.at += 1;
        }
        if self.at == first {
            self.at = start;
        }
        Ok(if sign == b'-' { -value } else { value })
    }
}

/// Reads a number; bytes come from `next`, by their offset.
pub(super) fn parse(
    next: &mut dyn FnMut(u64) -> Result<u8, Stop>,
    precision: Precision,
    wants_end: bool,
) -> Result<Parsed, Stop> {
    let mut reader = Reader { next, at: 0, wants_end };
    while is_space(reader.peek()?) {
        reader.at += 1;
    }
    let sign = reader.peek()?;
    let negative = sign == b'-';
    reader.at += u64::from(matches!(sign, b'-' | b'+'));
    let magnitude = match reader.peek()? {
        b'i' | b'I' => infinite(&mut reader, precision)?,
        b'n' | b'N' => not_a_number(&mut reader, precision)?,
        b'0' => number_behind_zero(&mut reader, precision)?,
        _ => decimal(&mut reader, precision)?,
    };
    let Some((value, is_beyond)) = magnitude else {
        return Ok(Parsed {
            value: 0,
            length: 0,
            is_beyond: false,
        });
    };
    Ok(Parsed {
        value: if negative { value | precision.sign() } else { value },
        length: reader.at,
        is_beyond,
    })
}

/// A value, and whether it is beyond what its type holds exactly.
type Read = Option<(u128, bool)>;

fn infinite(reader: &mut Reader<'_>, precision: Precision) -> Result<Read, Stop> {
    if !reader.word(b"inf")? {
        return Ok(None);
    }
    let end = reader.at;
    // What follows changes no value.
    if reader.wants_end && !reader.word(b"inity")? {
        reader.at = end;
    }
    Ok(Some((precision.infinite(), false)))
}

/// `nan`, or `nan(…)` with letters, digits and underscores, whose number becomes the payload.
fn not_a_number(reader: &mut Reader<'_>, precision: Precision) -> Result<Read, Stop> {
    if !reader.word(b"nan")? {
        return Ok(None);
    }
    let end = reader.at;
    let mut payload = Vec::new();
    if reader.peek()? == b'(' {
        reader.at += 1;
        while matches!(reader.peek()?, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_') {
            payload.push(reader.peek()?);
            reader.at += 1;
        }
        match reader.peek()? {
            b')' => reader.at += 1,
            _ => (reader.at, payload) = (end, Vec::new()),
        }
    }
    match payload.is_empty() {
        true => Ok(Some((precision.not_a_number(), false))),
        false => Err(Stop::Open("a NaN with a payload".to_owned())),
    }
}

/// A zero may begin a hexadecimal number.
fn number_behind_zero(reader: &mut Reader<'_>, precision: Precision) -> Result<Read, Stop> {
    let start = reader.at;
    reader.at += 1;
    if !reader.peek()?.eq_ignore_ascii_case(&b'x') {
        reader.at = start;
        return decimal(reader, precision);
    }
    reader.at += 1;
    let (digits, behind) = reader.digits(u8::is_ascii_hexdigit)?;
    if digits.is_empty() {
        // The zero alone is the number.
        reader.at = start + 1;
        return Ok(Some((0, false)));
    }
    let exponent = reader.exponent(b'p')?;
    Ok(Some(hexadecimal(&digits, exponent - 4 * behind as i64, precision)))
}

fn decimal(reader: &mut Reader<'_>, precision: Precision) -> Result<Read, Stop> {
    let (digits, behind) = reader.digits(u8::is_ascii_digit)?;
    if digits.is_empty() {
        return Ok(None);
    }
    let exponent = reader.exponent(b'e')? - behind as i64;
    let digits = digits.iter().map(|digit| digit - b'0').collect();
    let written = Decimal::of_digits(digits, exponent);
    let value = precision.nearest(&written);
    Ok(Some((value, is_beyond(&written, value, precision))))
}

/// Whether a decimal number is too large for its type, or is below the normal numbers of the type, when rounded with as many bits as these
/// have, and is not the value exactly.
fn is_beyond(written: &Decimal, value: u128, precision: Precision) -> bool {
    let Magnitude::Finite { fraction, power } = precision.magnitude(value) else {
        return true;
    };
    let (bits, least) = precision.limits();
    // Far above the least normal number; a power of two has about 0.30103 times as many digits.
    if written.is_zero() || written.exponent() > least * 30_103 / 100_000 + 1 {
        return false;
    }
    let exact = Decimal::of_binary(u128::from(fraction), power);
    // Halfway between the least normal number and the one below it, were the exponent unlimited: 2^least · (1 - 2^-(bits + 1)).
    let half_below = Decimal::of_binary((1 << (bits + 1)) - 1, least - bits - 1);
    exact != *written && (exact < Decimal::of_binary(1, least) || *written < half_below)
}

/// The nearest number to `digits · 2^exponent`, by the digits' bits: the first of them, and whether others follow.
fn hexadecimal(digits: &[u8], exponent: i64, precision: Precision) -> (u128, bool) {
    let (mut bits, mut exponent, mut rest) = (0u128, exponent, false);
    for digit in digits {
        let digit = (*digit as char).to_digit(16).unwrap_or(0);
        if bits >> 92 == 0 {
            bits = bits << 4 | u128::from(digit);
        } else {
            rest |= digit != 0;
            exponent += 4;
        }
    }
    if bits == 0 {
        return (0, false);
    }
    let (width, least) = precision.limits();
    let shift = bits.leading_zeros() - (128 - SIGNIFICANT);
    bits <<= shift;
    // The value is bits · 2^(power - 95), and the first of 96 bits is set.
    let power = exponent - i64::from(shift) + i64::from(SIGNIFICANT) - 1;
    let all = i64::from(SIGNIFICANT);
    let rounded_normally = round(bits, all - width, rest);
    let tiny = power < least && !(power == least - 1 && rounded_normally.0 >> width == 1);
    let dropped = (all - width + (least - power).max(0)).min(all + 1);
    let (kept, inexact) = round(bits, dropped, rest);
    let value = precision.assembled(kept, power - (all - 1) + dropped);
    let is_infinite = precision.magnitude(value) == Magnitude::Infinite;
    (value, is_infinite || (tiny && inexact))
}

/// Bits of a hexadecimal number that are looked at one by one: more than any type has, and two.
const SIGNIFICANT: u32 = 96;

/// Bits without the lowest ones, rounded to the nearest, to even where both are equally near; and whether something was lost.
fn round(bits: u128, dropped: i64, rest: bool) -> (u128, bool) {
    let all = bits << 1 | u128::from(rest);
    let dropped = dropped as u32 + 1;
    let (kept, lost) = (all >> dropped, all & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    let up = lost > half || (lost == half && kept & 1 == 1);
    (kept + u128::from(up), lost != 0)
}

/// `number · 2^power`, where that needs no rounding, or is too large.
fn scaled(number: u64, power: i64) -> f64 {
    let mut value = number as f64;
    let mut power = power.clamp(-2200, 2200);
    while power > 0 {
        let step = power.min(1000);
        value *= 2f64.powi(step as i32);
        power -= step;
    }
    while power < 0 {
        let step = (-power).min(1000);
        value /= 2f64.powi(step as i32);
        power += step;
    }
    value
}

/// Reads a number at an address, and stores where it ends.
pub(in crate::explore::library) fn convert(
    host: &mut dyn Host,
    text: u64,
    end: u64,
    precision: Precision,
) -> Result<u128, Stop> {
    let parsed = parse(&mut |offset| host.read(text.wrapping_add(offset)), precision, end != 0)?;
    if parsed.is_beyond {
        host.fail(OUT_OF_RANGE)?;
    }
    if end != 0 {
        let word = host.word();
        host.write_number(end, word, text.wrapping_add(parsed.length))?;
    }
    Ok(parsed.value)
}

fn to_double(host: &mut dyn Host, [text, end, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, *end, Precision::Double).map(|value| value as u64)
}

fn to_float(host: &mut dyn Host, [text, end, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, *end, Precision::Single).map(|value| value as u64)
}

fn to_double_only(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, 0, Precision::Double).map(|value| value as u64)
}
