//! Texts cut into tokens: `strtok`, `strtok_r`, `strsep` (C17 7.24.5.8, POSIX, glibc).

use super::strings::prefix;
use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("strtok", next),
    ("strtok_r", next_from),
    ("__strtok_r", next_from),
    ("strsep", separate),
];

fn next(host: &mut dyn Host, [text, separators, ..]: &Arguments) -> Result<u64, Stop> {
    let start = match *text {
        0 => *host.position()?,
        text => text,
    };
    let (token, rest) = token(host, start, *separators)?;
    *host.position()? = rest;
    Ok(token)
}

fn next_from(host: &mut dyn Host, [text, separators, position, ..]: &Arguments) -> Result<u64, Stop> {
    let word = host.word();
    let start = match *text {
        0 => host.read_number(*position, word)?,
        text => text,
    };
    let (token, rest) = token(host, start, *separators)?;
    host.write_number(*position, word, rest)?;
    Ok(token)
}

/// The next token of a text, null if there is none, and where the rest begins.
fn token(host: &mut dyn Host, text: u64, separators: u64) -> Result<(u64, u64), Stop> {
    if host.read(text)? == 0 {
        return Ok((0, text));
    }
    let separators = host.string(separators)?;
    let start = text.wrapping_add(prefix(host, text, |byte| separators.contains(&byte))?);
    if host.read(start)? == 0 {
        return Ok((0, start));
    }
    let inside = |byte| byte != 0 && !separators.contains(&byte);
    let end = start.wrapping_add(prefix(host, start, inside)?);
    if host.read(end)? == 0 {
        return Ok((start, end));
    }
    host.write(end, 0)?;
    Ok((start, end.wrapping_add(1)))
}

/// `strsep`: every separator ends a token, which may be empty.
fn separate(host: &mut dyn Host, [position, separators, ..]: &Arguments) -> Result<u64, Stop> {
    let word = host.word();
    let start = host.read_number(*position, word)?;
    if start == 0 {
        return Ok(0);
    }
    let separators = host.string(*separators)?;
    let end = start.wrapping_add(prefix(host, start, |byte| byte != 0 && !separators.contains(&byte))?);
    let rest = match host.read(end)? {
        0 => 0,
        _ => {
            host.write(end, 0)?;
            end.wrapping_add(1)
        }
    };
    host.write_number(*position, word, rest)?;
    Ok(start)
}
