//! Strings: lengths, copies, searches (C17 7.24, POSIX `<string.h>`, glibc).

use super::{Arguments, Body, Host};
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("strlen", length),
    ("strnlen", length_within),
    ("strcpy", copy),
    ("stpcpy", copy_to_end),
    ("strncpy", copy_bounded),
    ("stpncpy", copy_bounded_to_end),
    ("strlcpy", copy_for_size),
    ("strcat", append),
    ("strncat", append_bounded),
    ("strlcat", append_for_size),
    ("strdup", duplicate),
    ("__strdup", duplicate),
    ("strndup", duplicate_bounded),
    ("__strndup", duplicate_bounded),
    ("strchr", find),
    ("index", find),
    ("strchrnul", find_or_end),
    ("strrchr", find_last),
    ("rindex", find_last),
    ("strstr", find_string),
    ("strcasestr", find_string_in_any_case),
    ("strspn", span),
    ("strcspn", span_without),
    ("strpbrk", find_any),
];

fn length(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    Ok(host.string(*text)?.len() as u64)
}

fn length_within(host: &mut dyn Host, [text, most, ..]: &Arguments) -> Result<u64, Stop> {
    Ok(host.string_within(*text, *most)?.len() as u64)
}

/// Writes a string and the zero at its end; gives where that lies.
fn put(host: &mut dyn Host, to: u64, text: &[u8]) -> Result<u64, Stop> {
    host.write_all(to, text)?;
    let end = to.wrapping_add(text.len() as u64);
    host.write(end, 0)?;
    Ok(end)
}

fn copy(host: &mut dyn Host, [to, from, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string(*from)?;
    put(host, *to, &text)?;
    Ok(*to)
}

fn copy_to_end(host: &mut dyn Host, [to, from, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string(*from)?;
    put(host, *to, &text)
}

/// `strncpy`: writes all `size` bytes, zeroes behind the text.
fn copy_bounded(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    copy_bounded_to_end(host, arguments)?;
    Ok(arguments[0])
}

/// `stpncpy`: gives where the zeroes begin.
fn copy_bounded_to_end(host: &mut dyn Host, [to, from, size, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string_within(*from, *size)?;
    host.write_all(*to, &text)?;
    for offset in text.len() as u64..*size {
        host.write(to.wrapping_add(offset), 0)?;
    }
    Ok(to.wrapping_add(text.len() as u64))
}

/// `strlcpy`: at most `size` bytes with the zero; gives the length of the whole text.
fn copy_for_size(host: &mut dyn Host, [to, from, size, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string(*from)?;
    if let Some(most) = size.checked_sub(1) {
        put(host, *to, &text[..text.len().min(most as usize)])?;
    }
    Ok(text.len() as u64)
}

fn append(host: &mut dyn Host, [to, from, ..]: &Arguments) -> Result<u64, Stop> {
    let end = to.wrapping_add(host.string(*to)?.len() as u64);
    let text = host.string(*from)?;
    put(host, end, &text)?;
    Ok(*to)
}

fn append_bounded(host: &mut dyn Host, [to, from, size, ..]: &Arguments) -> Result<u64, Stop> {
    let end = to.wrapping_add(host.string(*to)?.len() as u64);
    let text = host.string_within(*from, *size)?;
    put(host, end, &text)?;
    Ok(*to)
}

fn append_for_size(host: &mut dyn Host, [to, from, size, ..]: &Arguments) -> Result<u64, Stop> {
    let old = host.string_within(*to, *size)?.len() as u64;
    let text = host.string(*from)?;
    if let Some(most) = (size - old).checked_sub(1) {
        put(host, to.wrapping_add(old), &text[..text.len().min(most as usize)])?;
    }
    Ok(old + text.len() as u64)
}

fn duplicate(host: &mut dyn Host, [text, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string(*text)?;
    let to = host.allocate(text.len() as u64 + 1)?;
    put(host, to, &text)?;
    Ok(to)
}

fn duplicate_bounded(host: &mut dyn Host, [text, size, ..]: &Arguments) -> Result<u64, Stop> {
    let text = host.string_within(*text, *size)?;
    let to = host.allocate(text.len() as u64 + 1)?;
    put(host, to, &text)?;
    Ok(to)
}

/// The first place with the byte, which may be the zero at the end; else the end, and whether it was found.
fn search(host: &mut dyn Host, text: u64, byte: u8) -> Result<(u64, bool), Stop> {
    let mut at = text;
    loop {
        match host.read(at)? {
            found if found == byte => return Ok((at, true)),
            0 => return Ok((at, false)),
            _ => at = at.wrapping_add(1),
        }
    }
}

fn find(host: &mut dyn Host, [text, byte, ..]: &Arguments) -> Result<u64, Stop> {
    let (at, found) = search(host, *text, *byte as u8)?;
    Ok(if found { at } else { 0 })
}

fn find_or_end(host: &mut dyn Host, [text, byte, ..]: &Arguments) -> Result<u64, Stop> {
    Ok(search(host, *text, *byte as u8)?.0)
}

fn find_last(host: &mut dyn Host, [text, byte, ..]: &Arguments) -> Result<u64, Stop> {
    let mut bytes = host.string(*text)?;
    bytes.push(0);
    let place = bytes.iter().rposition(|known| *known == *byte as u8);
    Ok(place.map_or(0, |place| text.wrapping_add(place as u64)))
}

fn find_string(host: &mut dyn Host, [text, wanted, ..]: &Arguments) -> Result<u64, Stop> {
    find_text(host, *text, *wanted, |byte| byte)
}

fn find_string_in_any_case(host: &mut dyn Host, [text, wanted, ..]: &Arguments) -> Result<u64, Stop> {
    find_text(host, *text, *wanted, |byte| byte.to_ascii_lowercase())
}

fn find_text(host: &mut dyn Host, text: u64, wanted: u64, folded: fn(u8) -> u8) -> Result<u64, Stop> {
    let mut pattern = Pattern::new(wanted, None, folded);
    let mut at = text;
    while pattern.wants(host)?.is_some() {
        let byte = host.read(at)?;
        if byte == 0 {
            host.may_read_string(wanted)?;
            return Ok(0);
        }
        pattern.meet(host, folded(byte))?;
        at = at.wrapping_add(1);
    }
    host.may_read_string(text)?;
    Ok(at.wrapping_sub(pattern.matched as u64))
}

/// Bytes that are looked for (Knuth, Morris, Pratt, 1977), read as far as they are needed.
pub(super) struct Pattern {
    at: u64,
    /// How many there are; none for a string.
    length: Option<u64>,
    folded: fn(u8) -> u8,
    known: Vec<u8>,
    /// For each beginning of what is known, how long its longest proper end is that is a beginning, too.
    failures: Vec<usize>,
    /// How many bytes of the pattern stand in front of the place reached.
    pub matched: usize,
}

impl Pattern {
    pub fn new(at: u64, length: Option<u64>, folded: fn(u8) -> u8) -> Self {
        Pattern {
            at,
            length,
            folded,
            known: Vec::new(),
            failures: Vec::new(),
            matched: 0,
        }
    }

    /// The byte that would come next; none if all were found.
    pub fn wants(&mut self, host: &mut dyn Host) -> Result<Option<u8>, Stop> {
        if self.matched < self.known.len() {
            return Ok(Some(self.known[self.matched]));
        }
        if self.length == Some(self.matched as u64) {
            return Ok(None);
        }
        let byte = host.read(self.at.wrapping_add(self.matched as u64))?;
        if self.length.is_none() && byte == 0 {
            return Ok(None);
        }
        let byte = (self.folded)(byte);
        let mut failure = self.failures.last().copied().unwrap_or(0);
        while failure > 0 && self.known[failure] != byte {
            failure = self.failures[failure - 1];
        }
        let extends = !self.known.is_empty() && self.known[failure] == byte;
        self.failures.push(failure + usize::from(extends));
        self.known.push(byte);
        Ok(Some(byte))
    }

    /// Passes a byte of the text.
    pub fn meet(&mut self, host: &mut dyn Host, byte: u8) -> Result<(), Stop> {
        while self.wants(host)? != Some(byte) {
            match self.matched {
                0 => return Ok(()),
                matched => self.matched = self.failures[matched - 1],
            }
        }
        self.matched += 1;
        Ok(())
    }
}

/// How many bytes at the beginning of a text satisfy a condition; the first that does not is read, too.
pub(super) fn prefix(host: &mut dyn Host, text: u64, belongs: impl Fn(u8) -> bool) -> Result<u64, Stop> {
    let mut count = 0;
    while belongs(host.read(text.wrapping_add(count))?) {
        count += 1;
    }
    Ok(count)
}

/// A set of bytes, read as far as it is needed.
struct Set {
    at: u64,
    known: Vec<u8>,
    is_complete: bool,
}

impl Set {
    fn at(at: u64) -> Self {
        Set {
            at,
            known: Vec::new(),
            is_complete: false,
        }
    }

    fn contains(&mut self, host: &mut dyn Host, byte: u8) -> Result<bool, Stop> {
        if self.known.contains(&byte) {
            return Ok(true);
        }
        while !self.is_complete {
            match host.read(self.at.wrapping_add(self.known.len() as u64))? {
                0 => self.is_complete = true,
                member => {
                    self.known.push(member);
                    if member == byte {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

/// How many bytes at the beginning of a text are in a set, or are not.
fn span_in(host: &mut dyn Host, text: u64, set: u64, wanted: bool) -> Result<u64, Stop> {
    let mut members = Set::at(set);
    let mut count = 0;
    loop {
        let byte = host.read(text.wrapping_add(count))?;
        if byte == 0 || members.contains(host, byte)? != wanted {
            host.may_read_string(set)?;
            return Ok(count);
        }
        count += 1;
    }
}

fn span(host: &mut dyn Host, [text, set, ..]: &Arguments) -> Result<u64, Stop> {
    span_in(host, *text, *set, true)
}

fn span_without(host: &mut dyn Host, [text, set, ..]: &Arguments) -> Result<u64, Stop> {
    span_in(host, *text, *set, false)
}

fn find_any(host: &mut dyn Host, arguments: &Arguments) -> Result<u64, Stop> {
    let at = arguments[0].wrapping_add(span_without(host, arguments)?);
    Ok(if host.read(at)? == 0 { 0 } else { at })
}
