//! Sets of signals (POSIX, `<signal.h>`) as glibc has them on Linux: one bit of the first eight bytes for each signal, from 1.

use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::INVALID;
use crate::explore::library::masks::{INTERNAL, bit};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("sigemptyset", |host, arguments| replace(host, arguments, 0)),
    ("sigfillset", |host, arguments| replace(host, arguments, ALL)),
    ("sigaddset", |host, arguments| {
        change(host, arguments, |set, bit| set | bit)
    }),
    ("sigdelset", |host, arguments| {
        change(host, arguments, |set, bit| set & !bit)
    }),
    ("sigismember", is_member),
];

/// All others.
const ALL: u64 = !INTERNAL;

/// Bytes of a set that are in use.
const SIZE: u64 = 8;

fn replace(host: &mut dyn Host, [set, ..]: &Arguments, signals: u64) -> Result<u64, Stop> {
    if *set == 0 {
        host.fail(INVALID)?;
        return Ok(u64::MAX);
    }
    host.write_number(*set, SIZE, signals)?;
    Ok(0)
}

fn change(host: &mut dyn Host, [set, signal, ..]: &Arguments, changed: fn(u64, u64) -> u64) -> Result<u64, Stop> {
    let Some(bit) = bit(*signal).filter(|bit| bit & INTERNAL == 0 && *set != 0) else {
        host.fail(INVALID)?;
        return Ok(u64::MAX);
    };
    let signals = host.read_number(*set, SIZE)?;
    host.write_number(*set, SIZE, changed(signals, bit))?;
    Ok(0)
}

fn is_member(host: &mut dyn Host, [set, signal, ..]: &Arguments) -> Result<u64, Stop> {
    let Some(bit) = bit(*signal).filter(|_| *set != 0) else {
        host.fail(INVALID)?;
        return Ok(u64::MAX);
    };
    Ok(u64::from(host.read_number(*set, SIZE)? & bit != 0))
}
