//! Texts of wide characters, of four bytes each (C17 7.29.4).

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("wcslen", length),
    ("wcscpy", copy),
    ("wcscat", append),
    ("wcschr", find),
];

/// Bytes of a wide character.
const SIZE: u64 = 4;

fn character(host: &mut dyn Host, text: u64, number: u64) -> Result<u32, Stop> {
    Ok(host.read_number(text.wrapping_add(SIZE * number), SIZE)? as u32)
}

fn count(host: &mut dyn Host, text: u64) -> Result<u64, Stop> {
    let mut number = 0;
    while character(host, text, number)? != 0 {
        number += 1;
    }
    Ok(number)
}

fn length(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    count(host, *text)
}

/// Copies a text with its end.
fn copy_to(host: &mut dyn Host, to: u64, from: u64) -> Result<(), Stop> {
    for number in 0.. {
        let one = character(host, from, number)?;
        host.write_number(to.wrapping_add(SIZE * number), SIZE, u64::from(one))?;
        if one == 0 {
            break;
        }
    }
    Ok(())
}

fn copy(host: &mut dyn Host, [to, from, ..]: &Arguments) -> Result<u64, Stop> {
    copy_to(host, *to, *from)?;
    Ok(*to)
}

fn append(host: &mut dyn Host, [to, from, ..]: &Arguments) -> Result<u64, Stop> {
    let end = count(host, *to)?;
    copy_to(host, to.wrapping_add(SIZE * end), *from)?;
    Ok(*to)
}

fn find(host: &mut dyn Host, [text, wanted, ..]: &Arguments) -> Result<u64, Stop> {
    for number in 0.. {
        let one = character(host, *text, number)?;
        if one == *wanted as u32 {
            return Ok(text.wrapping_add(SIZE * number));
        }
        if one == 0 {
            break;
        }
    }
    Ok(0)
}
