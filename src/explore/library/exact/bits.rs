//! Functions of numbers alone: absolute values, byte order, counted bits (C17 7.22.6, POSIX, GNU C).

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("abs", |_, [x, ..]| Ok((*x as i32).wrapping_abs() as i64 as u64)),
    ("labs", long_absolute),
    ("llabs", |_, [x, ..]| Ok((*x as i64).wrapping_abs() as u64)),
    ("imaxabs", |_, [x, ..]| Ok((*x as i64).wrapping_abs() as u64)),
    ("htonl", |_, [x, ..]| Ok(u64::from((*x as u32).swap_bytes()))),
    ("ntohl", |_, [x, ..]| Ok(u64::from((*x as u32).swap_bytes()))),
    ("htons", |_, [x, ..]| Ok(u64::from((*x as u16).swap_bytes()))),
    ("ntohs", |_, [x, ..]| Ok(u64::from((*x as u16).swap_bytes()))),
    ("bswap16", |_, [x, ..]| Ok(u64::from((*x as u16).swap_bytes()))),
    ("bswap32", |_, [x, ..]| Ok(u64::from((*x as u32).swap_bytes()))),
    ("bswap64", |_, [x, ..]| Ok(x.swap_bytes())),
    ("ffs", |_, [x, ..]| Ok(first_set(u64::from(*x as u32)))),
    ("ffsl", |host, [x, ..]| Ok(first_set(long(host, *x)))),
    ("ffsll", |_, [x, ..]| Ok(first_set(*x))),
    ("popcount", |_, [x, ..]| Ok(u64::from((*x as u32).count_ones()))),
    ("popcountl", |host, [x, ..]| Ok(u64::from(long(host, *x).count_ones()))),
    ("popcountll", |_, [x, ..]| Ok(u64::from(x.count_ones()))),
    ("parity", |_, [x, ..]| Ok(u64::from((*x as u32).count_ones() % 2))),
    ("parityl", |host, [x, ..]| {
        Ok(u64::from(long(host, *x).count_ones() % 2))
    }),
    ("parityll", |_, [x, ..]| Ok(u64::from(x.count_ones() % 2))),
    ("clz", |_, [x, ..]| leading(u64::from(*x as u32), 32)),
    ("clzl", |host, [x, ..]| leading(long(host, *x), 8 * host.word())),
    ("clzll", |_, [x, ..]| leading(*x, 64)),
    ("ctz", |_, [x, ..]| trailing(u64::from(*x as u32))),
    ("ctzl", |host, [x, ..]| trailing(long(host, *x))),
    ("ctzll", |_, [x, ..]| trailing(*x)),
    ("clrsb", |_, [x, ..]| Ok(sign_bits(*x as i32 as i64) - 32)),
    ("clrsbl", |host, [x, ..]| Ok(signed_long_bits(host, *x))),
    ("clrsbll", |_, [x, ..]| Ok(sign_bits(*x as i64))),
];

/// The bits of an `unsigned long`.
fn long(host: &mut dyn Host, value: u64) -> u64 {
    value & (u64::MAX >> (64 - 8 * host.word()))
}

fn long_absolute(host: &mut dyn Host, [x, ..]: &Arguments) -> Result<u64, Stop> {
    Ok(match host.word() {
        4 => (*x as i32).wrapping_abs() as i64 as u64,
        _ => (*x as i64).wrapping_abs() as u64,
    })
}

/// The number of the lowest bit that is set, from 1; 0 if none is.
fn first_set(value: u64) -> u64 {
    if value == 0 {
        0
    } else {
        u64::from(value.trailing_zeros()) + 1
    }
}

/// Bits above the highest one that is set; what it gives for 0 is undefined.
fn leading(value: u64, bits: u64) -> Result<u64, Stop> {
    defined(value)?;
    Ok(u64::from(value.leading_zeros()) + bits - 64)
}

/// Bits below the lowest one that is set; what it gives for 0 is undefined.
fn trailing(value: u64) -> Result<u64, Stop> {
    defined(value)?;
    Ok(u64::from(value.trailing_zeros()))
}

fn defined(value: u64) -> Result<(), Stop> {
    match value {
        0 => Err(Stop::Open("counting zeroes of 0, which is undefined".to_owned())),
        _ => Ok(()),
    }
}

/// How many bits below the sign bit are the same as it.
fn sign_bits(value: i64) -> u64 {
    u64::from((value ^ (value >> 63)).leading_zeros()) - 1
}

fn signed_long_bits(host: &mut dyn Host, value: u64) -> u64 {
    match host.word() {
        4 => sign_bits(value as i32 as i64) - 32,
        _ => sign_bits(value as i64),
    }
}
