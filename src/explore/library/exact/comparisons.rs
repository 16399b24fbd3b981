//! Comparisons. What the standard gives by its sign only is the difference of the first bytes that differ, as in glibc.

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("strcmp", compare),
    ("strcoll", compare),
    ("strncmp", compare_bounded),
    ("strcasecmp", compare_in_any_case),
    ("strncasecmp", compare_bounded_in_any_case),
    ("memcmp", compare_bytes),
    ("bcmp", compare_bytes),
];

/// Compares texts up to the first difference, the zero of both, or so many bytes.
fn compare_texts(host: &mut dyn Host, [one, other]: [u64; 2], most: u64, folded: fn(u8) -> u8) -> Result<u64, Stop> {
    for offset in 0..most {
        let first = folded(host.read(one.wrapping_add(offset))?);
        let second = folded(host.read(other.wrapping_add(offset))?);
        if first != second {
            return Ok(difference(first, second));
        }
        if first == 0 {
            break;
        }
    }
    Ok(0)
}

fn difference(first: u8, second: u8) -> u64 {
    (i64::from(first) - i64::from(second)) as u64
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn compare(host: &mut dyn Host, [one, other, ..]: &Arguments) -> Result<u64, Stop> {
    compare_texts(host, [*one, *other], u64::MAX, |byte| byte)
}

fn compare_bounded(host: &mut dyn Host, [one, other, most, ..]: &Arguments) -> Result<u64, Stop> {
    compare_texts(host, [*one, *other], *most, |byte| byte)
}

fn compare_in_any_case(host: &mut dyn Host, [one, other, ..]: &Arguments) -> Result<u64, Stop> {
    compare_texts(host, [*one, *other], u64::MAX, lower)
}

fn compare_bounded_in_any_case(host: &mut dyn Host, [one, other, most, ..]: &Arguments) -> Result<u64, Stop> {
    compare_texts(host, [*one, *other], *most, lower)
}

/// `memcmp`: it may look at all bytes, whatever differs first.
fn compare_bytes(host: &mut dyn Host, [one, other, size, ..]: &Arguments) -> Result<u64, Stop> {
    for offset in 0..*size {
        let first = host.read(one.wrapping_add(offset))?;
        let second = host.read(other.wrapping_add(offset))?;
        if first != second {
            host.may_read_bytes(*one, *size)?;
            host.may_read_bytes(*other, *size)?;
            return Ok(difference(first, second));
        }
    }
    Ok(0)
}
