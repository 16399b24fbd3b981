//! Parts of the names of files: `basename` and `dirname` of POSIX.1-2017 and of glibc.

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("basename", behind_last_slash),
    ("__xpg_basename", last_component),
    ("dirname", folder),
];

/// `basename` of GNU: what stands behind the last slash.
fn behind_last_slash(host: &mut dyn Host, [path, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string(*path)?;
    let start = text.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1);
    Ok(path.wrapping_add(start as u64))
}

/// `basename` of POSIX: slashes at the end do not count, and are cut off.
fn last_component(host: &mut dyn Host, [path, ..]: &Arguments) -> Result<u64, Stop> {
    let text = match *path {
        0 => Vec::new(),
        path => host.string(path)?,
    };
    let Some(first) = text.first() else {
        return host.constant(b".");
    };
    let Some(last) = text.iter().rposition(|byte| *byte != b'/') else {
        debug_assert_eq!(*first, b'/');
        return Ok(path.wrapping_add(text.len() as u64 - 1));
    };
    let start = text[..last]
        .iter()
        .rposition(|byte| *byte == b'/')
        .map_or(0, |slash| slash + 1);
    if last + 1 < text.len() {
        host.write(path.wrapping_add(last as u64 + 1), 0)?;
    }
    Ok(path.wrapping_add(start as u64))
}

/// `dirname`: what stands before the last component, without the slashes between.
fn folder(host: &mut dyn Host, [path, ..]: &Arguments) -> Result<u64, Stop> {
    let text = match *path {
        0 => Vec::new(),
        path => host.string(path)?,
    };
    // Slashes at the end belong to the last component, unless there is nothing else.
    let last = text.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
    let slash = text[..last].iter().rposition(|byte| *byte == b'/');
    let end = match slash {
        None if text.first() == Some(&b'/') => 0,
        None => return host.constant(b"."),
        Some(slash) => text[..slash]
            .iter()
            .rposition(|byte| *byte != b'/')
            .map_or(0, |last| last + 1),
    };
    // Nothing but slashes before: one stays, or two if there are exactly two.
    let end = match end {
        0 => {
            let slashes = text.iter().take_while(|byte| **byte == b'/').count();
            if slashes == 2 { 2 } else { 1 }
        }
        end => end,
    };
    if end < text.len() {
        host.write(path.wrapping_add(end as u64), 0)?;
    }
    Ok(*path)
}
