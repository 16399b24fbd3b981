//! Texts to floating-point numbers: `strtod` and its kin (C17 7.22.1.3), in the C locale, rounded to the nearest.

use super::integers::is_space;
use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::OUT_OF_RANGE;
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("strtod", to_double),
    ("__strtod_internal", to_double),
    ("strtof", to_float),
    ("__strtof_internal", to_float),
    ("atof", to_double_only),
];

/// A floating-point type: binary32 or binary64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Single,
    Double,
}

impl Precision {
    /// Bits of the significand, and the exponent of the least normal number.
    fn limits(self) -> (i64, i64) {
        match self {
            Precision::Single => (24, -126),
            Precision::Double => (53, -1022),
        }
    }

    /// The nearest number to a decimal text without white space, as binary64.
    fn nearest(self, text: &str) -> f64 {
        // The grammar of the standard library contains these texts.
        match self {
            Precision::Single => text.parse::<f32>().map_or(0.0, f64::from),
            Precision::Double => text.parse().unwrap_or(0.0),
        }
    }
}

/// What stands at the beginning of a text.
pub(super) struct Parsed {
    /// The value.
    pub value: f64,
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
        b'i' | b'I' => named(&mut reader, b"inf", b"inity", f64::INFINITY)?,
        b'n' | b'N' => not_a_number(&mut reader)?,
        b'0' => number_behind_zero(&mut reader, precision)?,
        _ => decimal(&mut reader, precision)?,
    };
    let Some((value, is_beyond)) = magnitude else {
        return Ok(Parsed {
            value: 0.0,
            length: 0,
            is_beyond: false,
        });
    };
    Ok(Parsed {
        value: if negative { -value } else { value },
        length: reader.at,
        is_beyond,
    })
}

/// A value, and whether it is beyond what its type holds exactly.
type Magnitude = Option<(f64, bool)>;

fn named(reader: &mut Reader<'_>, word: &[u8], rest: &[u8], value: f64) -> Result<Magnitude, Stop> {
    if !reader.word(word)? {
        return Ok(None);
    }
    let end = reader.at;
    // What follows changes no value.
    if reader.wants_end && !reader.word(rest)? {
        reader.at = end;
    }
    Ok(Some((value, false)))
}

/// `nan`, or `nan(…)` with letters, digits and underscores, whose number becomes the payload.
fn not_a_number(reader: &mut Reader<'_>) -> Result<Magnitude, Stop> {
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
        true => Ok(Some((f64::from_bits(0x7ff8_0000_0000_0000), false))),
        false => Err(Stop::Open("a NaN with a payload".to_owned())),
    }
}

/// A zero may begin a hexadecimal number.
fn number_behind_zero(reader: &mut Reader<'_>, precision: Precision) -> Result<Magnitude, Stop> {
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
        return Ok(Some((0.0, false)));
    }
    let exponent = reader.exponent(b'p')?;
    Ok(Some(hexadecimal(&digits, exponent - 4 * behind as i64, precision)))
}

fn decimal(reader: &mut Reader<'_>, precision: Precision) -> Result<Magnitude, Stop> {
    let (digits, behind) = reader.digits(u8::is_ascii_digit)?;
    if digits.is_empty() {
        return Ok(None);
    }
    let exponent = reader.exponent(b'e')? - behind as i64;
    let text = format!("{}e{exponent}", String::from_utf8_lossy(&digits));
    let value = precision.nearest(&text);
    let is_zero = digits.iter().all(|digit| *digit == b'0');
    let tiny = value < 2f64.powi(precision.limits().1 as i32 + 1);
    let is_beyond = value.is_infinite() || (!is_zero && tiny && underflows(&digits, exponent, value, precision));
    Ok(Some((value, is_beyond)))
}

/// Whether a decimal number, rounded with as many bits as normal numbers have, is below them, and is not the value exactly.
fn underflows(digits: &[u8], exponent: i64, value: f64, precision: Precision) -> bool {
    let first = digits.iter().position(|digit| *digit != b'0').unwrap_or(0);
    let last = digits.iter().rposition(|digit| *digit != b'0').unwrap_or(0);
    let significant = &digits[first..=last];
    // The position of the first digit before the point, as in scientific notation.
    let magnitude = exponent + (digits.len() - first) as i64 - 1;
    let least = 2f64.powi(precision.limits().1 as i32);
    let exact = |number: f64| {
        let text = format!("{number:.1200e}");
        let (mantissa, power) = text.split_once('e').unwrap_or((&text, "0"));
        let kept: Vec<u8> = mantissa.bytes().filter(u8::is_ascii_digit).collect();
        let end = kept.iter().rposition(|digit| *digit != b'0').map_or(1, |end| end + 1);
        (power.parse::<i64>().unwrap_or(0), kept[..end].to_vec())
    };
    let written = (magnitude, significant.to_vec());
    if value != 0.0 && exact(value) == written {
        return false;
    }
    // Tiny after rounding: below the least normal number by more than half of a unit there, were the exponent unlimited.
    let half_below = halfway_below(least, precision);
    value < least || written < half_below
}

/// The decimal digits of the number halfway between a power of two and the number with full precision below it.
fn halfway_below(least: f64, precision: Precision) -> (i64, Vec<u8>) {
    // least · (1 - 2^-(p+1)) = least · (2^(p+1) - 1) / 2^(p+1): all digits are those of an integer, shifted.
    let bits = precision.limits().0 + 1;
    let steps = (1u64 << bits) - 1;
    let mut number: Vec<u8> = steps.to_string().bytes().map(|digit| digit - b'0').collect();
    // Dividing by two is multiplying by five and moving the point.
    let halvings = bits - least.log2() as i64;
    for _ in 0..halvings {
        let mut carry = 0;
        for digit in number.iter_mut().rev() {
            let product = *digit * 5 + carry;
            (*digit, carry) = (product % 10, product / 10);
        }
        if carry > 0 {
            number.insert(0, carry);
        }
    }
    let power = number.len() as i64 - 1 - halvings;
    let end = number.iter().rposition(|digit| *digit != 0).map_or(1, |end| end + 1);
    (power, number[..end].iter().map(|digit| digit + b'0').collect())
}

/// The nearest number to `digits · 2^exponent`, by the digits' bits: the first 64 of them, and whether others follow.
fn hexadecimal(digits: &[u8], exponent: i64, precision: Precision) -> (f64, bool) {
    let (mut bits, mut exponent, mut rest) = (0u64, exponent, false);
    for digit in digits {
        let digit = (*digit as char).to_digit(16).unwrap_or(0);
        if bits >> 60 == 0 {
            bits = bits << 4 | u64::from(digit);
        } else {
            rest |= digit != 0;
            exponent += 4;
        }
    }
    if bits == 0 {
        return (0.0, false);
    }
    let (width, least) = precision.limits();
    let shift = bits.leading_zeros();
    bits <<= shift;
    // The value is bits · 2^(power - 63), and the first bit is set.
    let power = exponent - i64::from(shift) + 63;
    let rounded_normally = round(bits, 64 - width, rest);
    let tiny = power < least && !(power == least - 1 && rounded_normally.0 >> width == 1);
    let dropped = (64 - width + (least - power).max(0)).min(65);
    let (kept, inexact) = round(bits, dropped, rest);
    let value = scaled(kept, power - 63 + dropped);
    let largest = match precision {
        Precision::Single => f64::from(f32::MAX),
        Precision::Double => f64::MAX,
    };
    let value = if value > largest { f64::INFINITY } else { value };
    (value, value.is_infinite() || (tiny && inexact))
}

/// Bits without the lowest ones, rounded to the nearest, to even where both are equally near; and whether something was lost.
fn round(bits: u64, dropped: i64, rest: bool) -> (u64, bool) {
    let all = u128::from(bits) << 1 | u128::from(rest);
    let dropped = dropped as u32 + 1;
    let (kept, lost) = ((all >> dropped) as u64, all & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    let up = lost > half || (lost == half && kept & 1 == 1);
    (kept + u64::from(up), lost != 0)
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

fn convert(host: &mut dyn Host, text: u64, end: u64, precision: Precision) -> Result<u64, Stop> {
    let parsed = parse(&mut |offset| host.read(text.wrapping_add(offset)), precision, end != 0)?;
    if parsed.is_beyond {
        host.fail(OUT_OF_RANGE)?;
    }
    if end != 0 {
        let word = host.word();
        host.write_number(end, word, text.wrapping_add(parsed.length))?;
    }
    Ok(parsed.value.to_bits())
}

fn to_double(host: &mut dyn Host, [text, end, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, *end, Precision::Double)
}

fn to_float(host: &mut dyn Host, [text, end, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, *end, Precision::Single)
}

fn to_double_only(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    convert(host, *text, 0, Precision::Double)
}
