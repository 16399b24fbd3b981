//! Texts of bytes as wide characters, and how wide these are, in the C locale of glibc, where a character is a byte below 128 (C17 7.22.8; POSIX.1-2017).

use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::ILLEGAL_SEQUENCE;
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[("mbstowcs", to_wide), ("wcwidth", width), ("wcswidth", width_of_text)];

/// Bytes of a wide character.
const SIZE: u64 = 4;

/// The first number that is no character of the C locale.
const NO_CHARACTER: u8 = 0x80;

/// What a conversion gives, and how wide a text is that cannot be shown.
const NONE: u64 = u64::MAX;

/// Converts up to the end of the text, or to a number of characters; without a place for these, all are counted.
fn to_wide(host: &mut dyn Host, [to, from, most, ..]: &Arguments) -> Result<u64, Stop> {
    let (mut number, mut is_malformed) = (0, false);
    while *to == 0 || number < *most {
        let one = host.read(from.wrapping_add(number))?;
        // The end of the text is looked for first, so that what stands behind is read as well.
        is_malformed |= one >= NO_CHARACTER;
        if *to != 0 && !is_malformed {
            host.write_number(to.wrapping_add(SIZE * number), SIZE, u64::from(one))?;
        }
        if one == 0 {
            break;
        }
        number += 1;
    }
    if is_malformed {
        host.fail(ILLEGAL_SEQUENCE)?;
        return Ok(NONE);
    }
    Ok(number)
}

/// How many columns a character takes; nothing if it cannot be shown.
fn columns(character: u32) -> Option<u64> {
    match character {
        0 => Some(0),
        0x20..=0x7e => Some(1),
        _ => None,
    }
}

fn width(_: &mut dyn Host, [character, ..]: &Arguments) -> Result<u64, Stop> {
    Ok(columns(*character as u32).unwrap_or(NONE))
}

fn width_of_text(host: &mut dyn Host, [text, most, ..]: &Arguments) -> Result<u64, Stop> {
    let mut width = 0;
    for number in 0..*most {
        let one = host.read_number(text.wrapping_add(SIZE * number), SIZE)? as u32;
        match columns(one) {
            Some(0) => break,
            Some(columns) => width += columns,
            None => return Ok(NONE),
        }
    }
    Ok(width)
}
