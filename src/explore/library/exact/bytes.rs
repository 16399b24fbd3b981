//! Memory as bytes: searches, and copies that stop or rearrange (C17 7.24, POSIX, glibc). Plain copies are no matter of single bytes.

use super::strings::Pattern;
use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("memchr", find),
    ("rawmemchr", find_unbounded),
    ("memrchr", find_last),
    ("memmem", find_bytes),
    ("memccpy", copy_until),
    ("mempcpy", copy_to_end),
    ("__mempcpy", copy_to_end),
    ("swab", swap_pairs),
    ("bzero", clear),
    ("explicit_bzero", clear),
    ("bcopy", copy_backwards),
];

/// `memchr` looks at the bytes one after the other and stops at the one that it finds (C17 7.24.5.1).
fn find(host: &mut dyn Host, [memory, byte, size, ..]: &Arguments) -> Result<u64, Stop> {
    let byte = *byte as u8;
    let known = host.read_some(*memory, *size, Some(byte));
    let end = memory.wrapping_add(known.len() as u64);
    if known.last() == Some(&byte) {
        return Ok(end - 1);
    }
    for offset in known.len() as u64..*size {
        let at = memory.wrapping_add(offset);
        if host.read(at)? == byte {
            return Ok(at);
        }
    }
    Ok(0)
}

fn find_unbounded(host: &mut dyn Host, [memory, byte, ..]: &Arguments) -> Result<u64, Stop> {
    find(host, &[*memory, *byte, u64::MAX, 0, 0, 0])
}

fn find_last(host: &mut dyn Host, [memory, byte, size, ..]: &Arguments) -> Result<u64, Stop> {
    for offset in (0..*size).rev() {
        let at = memory.wrapping_add(offset);
        if host.read(at)? == *byte as u8 {
            return Ok(at);
        }
    }
    Ok(0)
}

fn read_all(host: &mut dyn Host, memory: u64, size: u64) -> Result<Vec<u8>, Stop> {
    let mut bytes = host.read_some(memory, size, None);
    for offset in bytes.len() as u64..size {
        bytes.push(host.read(memory.wrapping_add(offset))?);
    }
    Ok(bytes)
}

fn find_bytes(host: &mut dyn Host, [memory, size, wanted, length, ..]: &Arguments) -> Result<u64, Stop> {
    if length > size {
        host.may_read_bytes(*wanted, *length)?;
        return Ok(0);
    }
    let mut pattern = Pattern::new(*wanted, Some(*length), |byte| byte);
    let mut offset = 0;
    while pattern.wants(host)?.is_some() {
        // What is left is too short.
        if size - (offset - pattern.matched as u64) < *length {
            host.may_read_bytes(*wanted, *length)?;
            host.may_read_bytes(*memory, *size)?;
            return Ok(0);
        }
        let byte = host.read(memory.wrapping_add(offset))?;
        pattern.meet(host, byte)?;
        offset += 1;
    }
    host.may_read_bytes(*memory, *size)?;
    Ok(memory.wrapping_add(offset - length))
}

/// `memccpy`: copies up to the byte, which is copied too; gives the place behind it.
fn copy_until(host: &mut dyn Host, [to, from, byte, size, ..]: &Arguments) -> Result<u64, Stop> {
    for offset in 0..*size {
        let copied = host.read(from.wrapping_add(offset))?;
        host.write(to.wrapping_add(offset), copied)?;
        if copied == *byte as u8 {
            return Ok(to.wrapping_add(offset + 1));
        }
    }
    Ok(0)
}

fn copy_to_end(host: &mut dyn Host, [to, from, size, ..]: &Arguments) -> Result<u64, Stop> {
    let bytes = read_all(host, *from, *size)?;
    host.write_all(*to, &bytes)?;
    Ok(to.wrapping_add(*size))
}

/// `bcopy`: the source comes first.
fn copy_backwards(host: &mut dyn Host, [from, to, size, ..]: &Arguments) -> Result<u64, Stop> {
    copy_to_end(host, &[*to, *from, *size, 0, 0, 0])
}

/// `swab`: exchanges the bytes of each pair; an odd one at the end stays out.
fn swap_pairs(host: &mut dyn Host, [from, to, size, ..]: &Arguments) -> Result<u64, Stop> {
    let pairs = u64::try_from(*size as i64).unwrap_or(0) / 2;
    let mut bytes = read_all(host, *from, 2 * pairs)?;
    bytes.chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
    host.write_all(*to, &bytes)?;
    Ok(0)
}

fn clear(host: &mut dyn Host, [memory, size, ..]: &Arguments) -> Result<u64, Stop> {
    for offset in 0..*size {
        host.write(memory.wrapping_add(offset), 0)?;
    }
    Ok(0)
}
