//! Internet addresses as text: `inet_addr`, `inet_aton`, `inet_pton`, `inet_ntop` (POSIX.1-2017; BSD's forms of IPv4; RFC 4291, 2.2).

use super::{Arguments, Body, Host};
use crate::explore::library::error_codes::{NO_SPACE, NO_SUCH_FAMILY};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("inet_addr", number_of),
    ("inet_aton", number_into),
    ("inet_pton", from_text),
    ("inet_ntop", to_text),
];

/// `AF_INET` of Linux.
const INTERNET: i32 = 2;
/// `AF_INET6` of Linux.
const INTERNET_6: i32 = 10;
/// The longest text of an address of IPv4: `255.255.255.255`.
const LONGEST: usize = 15;

/// One to four numbers between dots, decimal, octal or hexadecimal, the last of which fills the rest; space may follow, and then anything.
/// What it gives is in the order of the network, and how many bytes were looked at.
fn parse(host: &mut dyn Host, text: u64) -> Result<Option<[u8; 4]>, Stop> {
    let mut at = text;
    let mut parts: Vec<u8> = Vec::new();
    loop {
        let Some((value, end)) = number(host, at)? else {
            return Ok(None);
        };
        let next = host.read(end)?;
        if next == b'.' {
            match u8::try_from(value) {
                Ok(part) if parts.len() < 3 => parts.push(part),
                _ => return Ok(None),
            }
            at = end.wrapping_add(1);
            continue;
        }
        if next != 0 && !(next.is_ascii_whitespace() || next == 0x0b) {
            return Ok(None);
        }
        let room = 8 * (4 - parts.len() as u32);
        if u64::from(value) >> room != 0 {
            return Ok(None);
        }
        let mut bytes = value.to_be_bytes();
        bytes[..parts.len()].copy_from_slice(&parts);
        return Ok(Some(bytes));
    }
}

/// A number of at most 32 bits that begins with a digit, and where it ends.
fn number(host: &mut dyn Host, start: u64) -> Result<Option<(u32, u64)>, Stop> {
    let first = host.read(start)?;
    if !first.is_ascii_digit() {
        return Ok(None);
    }
    let (mut at, mut base) = (start, 10);
    if first == b'0' {
        base = 8;
        if matches!(host.read(start.wrapping_add(1))?, b'x' | b'X')
            && char::from(host.read(start.wrapping_add(2))?).is_ascii_hexdigit()
        {
            (at, base) = (start.wrapping_add(2), 16);
        }
    }
    let mut value: u64 = 0;
    while let Some(digit) = char::from(host.read(at)?).to_digit(base) {
        value = (value * u64::from(base) + u64::from(digit)).min(1 << 33);
        at = at.wrapping_add(1);
    }
    Ok(u32::try_from(value).ok().map(|value| (value, at)))
}

fn number_of(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    let bytes = parse(host, *text)?.unwrap_or([255; 4]);
    Ok(u64::from(u32::from_le_bytes(bytes)))
}

fn number_into(host: &mut dyn Host, [text, to, ..]: &Arguments) -> Result<u64, Stop> {
    match parse(host, *text)? {
        None => Ok(0),
        Some(bytes) => {
            if *to != 0 {
                host.write_all(*to, &bytes)?;
            }
            Ok(1)
        }
    }
}

/// `inet_pton`: four decimal numbers without zeroes in front.
fn from_text(host: &mut dyn Host, [family, text, to, ..]: &Arguments) -> Result<u64, Stop> {
    match *family as i32 {
        INTERNET => {}
        INTERNET_6 => return Err(Stop::Open("`inet_pton` of an address of IPv6".to_owned())),
        _ => {
            host.may_read_string(*text)?;
            host.fail(NO_SUCH_FAMILY)?;
            return Ok(u64::MAX);
        }
    }
    let text = host.string(*text)?;
    let parts: Vec<Option<u8>> = text.split(|byte| *byte == b'.').map(plain_part).collect();
    match parts.as_slice() {
        [Some(one), Some(two), Some(three), Some(four)] => {
            host.write_all(*to, &[*one, *two, *three, *four])?;
            Ok(1)
        }
        _ => Ok(0),
    }
}

fn plain_part(digits: &[u8]) -> Option<u8> {
    let is_plain = digits.iter().all(u8::is_ascii_digit) && (digits.len() == 1 || digits.first() != Some(&b'0'));
    let text = std::str::from_utf8(digits).ok().filter(|_| is_plain)?;
    text.parse().ok()
}

/// The text of four bytes.
pub fn text(bytes: [u8; 4]) -> String {
    bytes.map(|byte| byte.to_string()).join(".")
}

fn to_text(host: &mut dyn Host, [family, from, to, size, ..]: &Arguments) -> Result<u64, Stop> {
    match *family as i32 {
        INTERNET => {}
        INTERNET_6 => return Err(Stop::Open("`inet_ntop` of an address of IPv6".to_owned())),
        _ => {
            host.fail(NO_SUCH_FAMILY)?;
            return Ok(0);
        }
    }
    let text = text((host.read_number(*from, 4)? as u32).to_le_bytes());
    debug_assert!(text.len() <= LONGEST);
    if text.len() as u64 >= *size & 0xffff_ffff {
        host.fail(NO_SPACE)?;
        return Ok(0);
    }
    host.write_all(*to, text.as_bytes())?;
    host.write(to.wrapping_add(text.len() as u64), 0)?;
    Ok(*to)
}
