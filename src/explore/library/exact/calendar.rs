//! Dates: seconds since 1970 as a `struct tm` and back (C17 7.27; POSIX.1-2017, XBD 4.16; the structure of glibc where `long` has 8 bytes).
//!
//! The zone is Universal Time: whoever starts the program chooses it, and this is one choice.

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("gmtime_r", |host, arguments| break_down(host, arguments, b"GMT")),
    ("localtime_r", |host, arguments| break_down(host, arguments, b"UTC")),
    ("timegm", |host, arguments| put_together(host, arguments, b"GMT")),
    ("mktime", |host, arguments| put_together(host, arguments, b"UTC")),
    ("difftime", difference),
];

/// Seconds of a day, and days of 400 years.
const DAY: i64 = 86_400;
const CYCLE: i64 = 146_097;
/// Days from the first of March of the year 0 to the first of January 1970.
const EPOCH: i64 = 719_468;
/// Where the distance from Universal Time and the name of the zone lie.
const OFFSET: u64 = 40;
const ZONE: u64 = 48;
/// Bytes of a `struct tm`.
pub const SIZE: u64 = 56;
/// Seconds whose year certainly is an `int`.
const MOST: i64 = 1 << 55;

/// The members of a `struct tm` from `tm_sec` to `tm_yday`.
pub fn members(seconds: i64) -> [i32; 8] {
    let (days, rest) = (seconds.div_euclid(DAY), seconds.rem_euclid(DAY));
    let (year, month, day) = date(days);
    let begins = days_before(year, 0);
    let fields = [
        rest % 60,
        rest / 60 % 60,
        rest / 3600,
        day,
        month,
        year - 1900,
        (days + 4).rem_euclid(7),
        days - begins,
    ];
    fields.map(|field| field as i32)
}

/// Year, month from 0 and day of the month of a day since 1970 (Howard Hinnant, "chrono-compatible low-level date algorithms", 2021).
fn date(days: i64) -> (i64, i64, i64) {
    let shifted = days + EPOCH;
    let (cycle, day) = (shifted.div_euclid(CYCLE), shifted.rem_euclid(CYCLE));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 2, 0) } else { (month - 10, 1) };
    (400 * cycle + year + later, month, of_month)
}

/// Days from 1970 to the first of a month, which counts from 0 and may lie in other years.
fn days_before(year: i64, month: i64) -> i64 {
    let (year, month) = (year + month.div_euclid(12), month.rem_euclid(12));
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let (cycle, of_cycle) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5;
    cycle * CYCLE + 365 * of_cycle + of_cycle / 4 - of_cycle / 100 + of_year - EPOCH
}

/// Writes a `struct tm`.
pub fn write(host: &mut dyn Host, to: u64, seconds: i64, zone: &[u8]) -> Result<(), Stop> {
    if host.word() != 8 || !(-MOST..MOST).contains(&seconds) {
        return Err(Stop::Open("a date that is far away".to_owned()));
    }
    for (number, member) in (0..).zip(members(seconds).into_iter().chain([0])) {
        host.write_number(to.wrapping_add(4 * number), 4, member as u32 as u64)?;
    }
    host.write_number(to.wrapping_add(OFFSET), 8, 0)?;
    let zone = host.constant(zone)?;
    host.write_number(to.wrapping_add(ZONE), 8, zone)
}

fn break_down(host: &mut dyn Host, [seconds, to, ..]: &Arguments, zone: &[u8]) -> Result<u64, Stop> {
    let seconds = host.read_number(*seconds, 8)? as i64;
    write(host, *to, seconds, zone)?;
    Ok(*to)
}

/// Seconds of a `struct tm`, whose members may be out of their ranges; it is brought into order.
fn put_together(host: &mut dyn Host, [at, ..]: &Arguments, zone: &[u8]) -> Result<u64, Stop> {
    let mut fields = [0; 6];
    for (number, field) in (0..).zip(&mut fields) {
        *field = i64::from(host.read_number(at.wrapping_add(4 * number), 4)? as i32);
    }
    // Summer time, which the zone has not.
    if host.read_number(at.wrapping_add(32), 4)? as i32 > 0 {
        return Err(Stop::Open("summer time".to_owned()));
    }
    let [second, minute, hour, day, month, year] = fields;
    let days = days_before(year + 1900, month) + day - 1;
    let seconds = days * DAY + hour * 3600 + minute * 60 + second;
    write(host, *at, seconds, zone)?;
    Ok(seconds as u64)
}

/// `difftime`: the distance as a `double`.
fn difference(_: &mut dyn Host, [end, start, ..]: &Arguments) -> Result<u64, Stop> {
    let (end, start) = (*end as i64, *start as i64);
    let distance = end.abs_diff(start) as f64;
    Ok(if end < start { -distance } else { distance }.to_bits())
}
