//! Texts to integers: `strtol` and its kin (C17 7.22.1.4), in the C locale.

use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::{INVALID, OUT_OF_RANGE};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("atoi", to_int),
    ("atol", to_long_only),
    ("atoll", to_long_long_only),
    ("strtol", to_long),
    ("strtoul", to_unsigned_long),
    ("strtoll", to_long_long),
    ("strtoq", to_long_long),
    ("strtoull", to_unsigned_long_long),
    ("strtouq", to_unsigned_long_long),
    ("strtoimax", to_long_long),
    ("strtoumax", to_unsigned_long_long),
    ("__strtol_internal", to_long),
    ("__strtoul_internal", to_unsigned_long),
    ("__strtoll_internal", to_long_long),
    ("__strtoull_internal", to_unsigned_long_long),
];

/// The integers of a type.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    /// Its bytes: 4 or 8.
    pub size: u64,
    pub signed: bool,
}

/// What stands at the beginning of a text.
pub(super) struct Parsed {
    /// The value as a register holds it; at a limit of the type if it is beyond.
    pub value: u64,
    /// The bytes that belong to it; 0 if there is no number.
    pub length: u64,
    /// Whether it is beyond the limits of the type.
    pub is_beyond: bool,
}

/// White space of the C locale (C17 7.4.1.10).
pub fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Reads a number by a base of 0 or from 2 to 36; bytes come from `next`, by their offset, in ascending order.
pub(super) fn parse(next: &mut dyn FnMut(u64) -> Result<u8, Stop>, base: u64, kind: Kind) -> Result<Parsed, Stop> {
    let mut at = 0;
    while is_space(next(at)?) {
        at += 1;
    }
    let sign = next(at)?;
    let negative = sign == b'-';
    at += u64::from(negative || sign == b'+');
    let (mut base, start) = (base, at);
    if matches!(base, 0 | 16) && next(at)? == b'0' && next(at + 1)?.eq_ignore_ascii_case(&b'x') {
        base = 16;
        at += 2;
    }
    if base == 0 {
        base = if next(at)? == b'0' { 8 } else { 10 };
    }
    let first = at;
    let mut magnitude = Some(0u64);
    while let Some(digit) = (next(at)? as char)
        .to_digit(36)
        .filter(|digit| u64::from(*digit) < base)
    {
        magnitude = magnitude
            .and_then(|value| value.checked_mul(base))
            .and_then(|value| value.checked_add(u64::from(digit)));
        at += 1;
    }
    if at == first {
        // `0x` without digits is the number 0, and `x` stands behind it.
        let length = if first > start { start + 1 } else { 0 };
        return Ok(Parsed {
            value: 0,
            length,
            is_beyond: false,
        });
    }
    let (value, is_beyond) = limited(magnitude, negative, kind);
    Ok(Parsed {
        value,
        length: at,
        is_beyond,
    })
}

/// A number with its sign in a type, at the limit if it is beyond; unsigned numbers wrap around where they are negative.
fn limited(magnitude: Option<u64>, negative: bool, kind: Kind) -> (u64, bool) {
    let most = u64::MAX >> (64 - 8 * kind.size);
    if !kind.signed {
        return match magnitude.filter(|value| *value <= most) {
            Some(value) if negative => (value.wrapping_neg() & most, false),
            Some(value) => (value, false),
            None => (most, true),
        };
    }
    let limit = most / 2 + u64::from(negative);
    let (value, is_beyond) = match magnitude.filter(|value| *value <= limit) {
        Some(value) => (value, false),
        None => (limit, true),
    };
    (if negative { value.wrapping_neg() } else { value }, is_beyond)
}

fn convert(host: &mut dyn Host, [text, end, base, ..]: &Arguments, kind: Kind) -> Result<u64, Stop> {
    let base = *base as i32;
    if base < 0 || base == 1 || base > 36 {
        host.fail(INVALID)?;
        return Ok(0);
    }
    let parsed = parse(&mut |offset| host.read(text.wrapping_add(offset)), base as u64, kind)?;
    if parsed.is_beyond {
        host.fail(OUT_OF_RANGE)?;
    }
    if *end != 0 {
        let word = host.word();
        host.write_number(*end, word, text.wrapping_add(parsed.length))?;
    }
    Ok(parsed.value)
}

fn to_long(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let size = host.word();
    convert(host, arguments, Kind { size, signed: true })
}

fn to_unsigned_long(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let size = host.word();
    convert(host, arguments, Kind { size, signed: false })
}

fn to_long_long(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    convert(host, arguments, Kind { size: 8, signed: true })
}

fn to_unsigned_long_long(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    convert(host, arguments, Kind { size: 8, signed: false })
}

/// `atoi` of glibc is `(int)strtol(text, NULL, 10)`.
fn to_int(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    Ok(to_long_only(host, arguments)? as i32 as i64 as u64)
}

fn to_long_only(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    to_long(host, &[*text, 0, 10, 0, 0, 0])
}

fn to_long_long_only(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    to_long_long(host, &[*text, 0, 10, 0, 0, 0])
}
