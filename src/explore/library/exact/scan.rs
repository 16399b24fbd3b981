//! Formatted input from memory: `sscanf` (C17 7.21.6.2), with the ways of glibc where input is malformed, in the C locale.

use super::Host;
use super::decimals::{self, Precision};
use super::directives::{Conversion, Piece, What, pieces};
use super::format::{ArgumentKind, Values};
use super::integers::{self, Kind, is_space};
use crate::explore::library::error_codes::OUT_OF_RANGE;
use crate::explore::stop::Stop;

/// What becomes of `errno`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorNumber {
    /// It stays as it was.
    Kept,
    /// A number was beyond its type.
    Range,
    /// It is 0: glibc looks for white space with `errno` cleared.
    Zero,
}

/// A text in memory that is read.
///
/// glibc keeps `errno` where it meets the end of the text, and restores that whenever it asks for a character there again.
struct Source {
    at: u64,
    read: u64,
    error: ErrorNumber,
    /// The error when the end was met first.
    at_end: Option<ErrorNumber>,
}

impl Source {
    /// The next character; none at the end.
    fn peek(&mut self, host: &mut dyn Host) -> Result<Option<u8>, Stop> {
        let byte = host.read(self.at.wrapping_add(self.read))?;
        if byte == 0 {
            self.error = *self.at_end.get_or_insert(self.error);
        }
        Ok((byte != 0).then_some(byte))
    }

    fn skip_space(&mut self, host: &mut dyn Host) -> Result<(), Stop> {
        while self.peek(host)?.is_some_and(is_space) {
            self.read += 1;
        }
        Ok(())
    }

    /// Skips white space in front of a conversion.
    fn skip_space_in_front(&mut self, host: &mut dyn Host) -> Result<(), Stop> {
        let kept = std::mem::replace(&mut self.error, ErrorNumber::Zero);
        self.skip_space(host)?;
        self.error = kept;
        Ok(())
    }

    /// Passes a character if there is one and it is wanted.
    fn take(&mut self, host: &mut dyn Host, wanted: impl Fn(u8) -> bool) -> Result<Option<u8>, Stop> {
        let next = self.peek(host)?.filter(|byte| wanted(*byte));
        self.read += u64::from(next.is_some());
        Ok(next)
    }
}

/// How a conversion ended.
enum Outcome {
    /// These bytes were read.
    Read(Vec<u8>),
    /// The text ended before it.
    Ended,
    /// Something else stands there.
    Mismatch,
}

/// Reads by a format; gives the number of values stored, or -1 if the text ended before the first.
///
/// # Errors
/// If the format is undefined or not known, or memory cannot be accessed.
pub fn scan(host: &mut dyn Host, text: u64, format: u64, values: &mut dyn Values) -> Result<i32, Stop> {
    let pattern = host.string(format)?;
    let unknown = || Stop::Open("a conversion of scanf that is not modelled".to_owned());
    let pieces = pieces(&pattern).ok_or_else(unknown)?;
    let mut source = Source {
        at: text,
        read: 0,
        error: ErrorNumber::Kept,
        at_end: None,
    };
    let stored = all(host, &mut source, pieces, values)?;
    match source.error {
        ErrorNumber::Kept => {}
        ErrorNumber::Range => host.fail(OUT_OF_RANGE)?,
        ErrorNumber::Zero => host.fail(0)?,
    }
    Ok(stored)
}

fn all(host: &mut dyn Host, source: &mut Source, pieces: Vec<Piece>, values: &mut dyn Values) -> Result<i32, Stop> {
    let (mut stored, mut skips) = (0, false);
    for piece in pieces {
        let space_in_front = std::mem::take(&mut skips);
        match piece {
            // What follows skips it.
            Piece::Space => skips = true,
            Piece::Literal(literal) => {
                if space_in_front {
                    source.skip_space(host)?;
                }
                if source.take(host, |byte| byte == literal)?.is_none() {
                    let ended = source.peek(host)?.is_none();
                    return Ok(if ended && stored == 0 { -1 } else { stored });
                }
            }
            Piece::Conversion(conversion) => {
                if space_in_front || !matches!(conversion.what, What::Characters | What::Set(_) | What::Count) {
                    source.skip_space_in_front(host)?;
                }
                if conversion.what == What::Count {
                    if !conversion.is_suppressed {
                        let to = place(host, values)?;
                        let size = sized(host, conversion.size);
                        host.write_number(to, size, source.read)?;
                    }
                    continue;
                }
                match convert(host, source, &conversion)? {
                    Outcome::Read(bytes) if conversion.what != What::Percent => {
                        if !store(host, source, &conversion, &bytes, values)? {
                            return Ok(stored);
                        }
                        stored += i32::from(!conversion.is_suppressed);
                    }
                    Outcome::Read(_) => {}
                    Outcome::Ended => return Ok(if stored == 0 { -1 } else { stored }),
                    Outcome::Mismatch => return Ok(stored),
                }
            }
        }
    }
    if skips {
        source.skip_space(host)?;
    }
    Ok(stored)
}

/// Where the next value goes.
fn place(host: &mut dyn Host, values: &mut dyn Values) -> Result<u64, Stop> {
    let word = host.word();
    values.next(host, ArgumentKind::Integer(word)).map(|place| place as u64)
}

fn sized(host: &mut dyn Host, size: u64) -> u64 {
    if size == 0 { host.word() } else { size }
}

/// Reads the characters of a conversion.
fn convert(host: &mut dyn Host, source: &mut Source, conversion: &Conversion) -> Result<Outcome, Stop> {
    let Some(_) = source.peek(host)? else {
        return Ok(Outcome::Ended);
    };
    let most = conversion.width.unwrap_or(u64::MAX);
    match &conversion.what {
        What::Percent => Ok(match source.take(host, |byte| byte == b'%')? {
            Some(_) => Outcome::Read(Vec::new()),
            None => Outcome::Mismatch,
        }),
        What::Characters => while_in(host, source, conversion.width.unwrap_or(1), |_| true),
        What::Word => while_in(host, source, most, |byte| !is_space(byte)),
        What::Set(set) => while_in(host, source, most, |byte| set[usize::from(byte)]),
        What::Integer(base, _) => integer(host, source, *base, most),
        What::Floating => floating(host, source, most),
        What::Count => Ok(Outcome::Mismatch),
    }
}

fn while_in(
    host: &mut dyn Host,
    source: &mut Source,
    most: u64,
    belongs: impl Fn(u8) -> bool,
) -> Result<Outcome, Stop> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < most {
        match source.take(host, &belongs)? {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    Ok(if bytes.is_empty() {
        Outcome::Mismatch
    } else {
        Outcome::Read(bytes)
    })
}

/// Characters of a number, as many as the width allows.
struct Gathered {
    bytes: Vec<u8>,
    left: u64,
}

impl Gathered {
    /// What a number begins with: its sign, if there is one, and how many characters that is.
    fn signed(host: &mut dyn Host, source: &mut Source, most: u64) -> Result<(Self, usize), Stop> {
        let mut gathered = Gathered {
            bytes: Vec::new(),
            left: most,
        };
        let sign = gathered.take(host, source, |byte| matches!(byte, b'+' | b'-'))?;
        Ok((gathered, usize::from(sign.is_some())))
    }

    /// Passes a character, which counts towards the width; it is kept.
    fn take(
        &mut self,
        host: &mut dyn Host,
        source: &mut Source,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<Option<u8>, Stop> {
        if self.left == 0 {
            return Ok(None);
        }
        let taken = source.take(host, wanted)?;
        if let Some(byte) = taken {
            self.left -= 1;
            self.bytes.push(byte);
        }
        Ok(taken)
    }
}

/// A sign, a prefix that fits the base, digits. A prefix without digits is the number 0, as in glibc.
fn integer(host: &mut dyn Host, source: &mut Source, base: u64, most: u64) -> Result<Outcome, Stop> {
    let (mut gathered, signs) = Gathered::signed(host, source, most)?;
    let mut base = base;
    if gathered.take(host, source, |byte| byte == b'0')?.is_some() {
        let may_be_prefix = matches!(base, 0 | 16);
        if may_be_prefix
            && gathered
                .take(host, source, |byte| byte.eq_ignore_ascii_case(&b'x'))?
                .is_some()
        {
            gathered.bytes.pop();
            base = 16;
        } else if base == 0 {
            base = 8;
        }
    }
    if base == 0 {
        base = 10;
    }
    let is_digit = |byte: u8| (byte as char).to_digit(36).is_some_and(|digit| u64::from(digit) < base);
    while gathered.take(host, source, is_digit)?.is_some() {}
    if gathered.bytes.len() == signs {
        return Ok(Outcome::Mismatch);
    }
    // The base is told by the first byte.
    gathered.bytes.insert(0, base as u8);
    Ok(Outcome::Read(gathered.bytes))
}

/// The characters that glibc takes for a floating-point number.
fn floating(host: &mut dyn Host, source: &mut Source, most: u64) -> Result<Outcome, Stop> {
    let (mut gathered, signs) = Gathered::signed(host, source, most)?;
    for (first, rest) in [(b'n', &b"an"[..]), (b'i', &b"nf"[..])] {
        if gathered
            .take(host, source, |byte| byte.eq_ignore_ascii_case(&first))?
            .is_some()
        {
            return named(host, source, gathered, rest);
        }
    }
    let (mut exponent, mut digits, mut behind_point, mut in_exponent) = (b'e', false, false, false);
    if gathered.take(host, source, |byte| byte == b'0')?.is_some() {
        match gathered.take(host, source, |byte| byte.eq_ignore_ascii_case(&b'x'))? {
            Some(_) => exponent = b'p',
            None => digits = true,
        }
    }
    loop {
        let at_exponent = in_exponent
            && gathered
                .bytes
                .last()
                .is_some_and(|last| last.eq_ignore_ascii_case(&exponent));
        let is_digit =
            |byte: u8| byte.is_ascii_digit() || (exponent == b'p' && !in_exponent && byte.is_ascii_hexdigit());
        let starts_exponent = |byte: u8| digits && !in_exponent && byte.eq_ignore_ascii_case(&exponent);
        let wanted = |byte: u8| {
            is_digit(byte)
                || (at_exponent && matches!(byte, b'+' | b'-'))
                || starts_exponent(byte)
                || (byte == b'.' && !behind_point)
        };
        match gathered.take(host, source, wanted)? {
            Some(byte) if is_digit(byte) => digits = true,
            Some(b'+' | b'-') => {}
            Some(b'.') => behind_point = true,
            Some(_) => (in_exponent, behind_point) = (true, true),
            None => break,
        }
    }
    let prefix = if exponent == b'p' { 2 } else { 0 };
    match gathered.bytes.len() == signs || (prefix > 0 && gathered.bytes.len() == signs + prefix) {
        true => Ok(Outcome::Mismatch),
        false => Ok(Outcome::Read(gathered.bytes)),
    }
}

/// `nan`, `inf` or `infinity`, all of whose letters must be there.
fn named(host: &mut dyn Host, source: &mut Source, mut gathered: Gathered, rest: &[u8]) -> Result<Outcome, Stop> {
    let mut word = |gathered: &mut Gathered, letters: &[u8]| {
        for letter in letters {
            if gathered
                .take(host, source, |byte| byte.eq_ignore_ascii_case(letter))?
                .is_none()
            {
                return Ok(false);
            }
        }
        Ok::<bool, Stop>(true)
    };
    if !word(&mut gathered, rest)? {
        return Ok(Outcome::Mismatch);
    }
    if rest == b"nf" && word(&mut gathered, b"i")? && !word(&mut gathered, b"nity")? {
        return Ok(Outcome::Mismatch);
    }
    Ok(Outcome::Read(gathered.bytes))
}

/// Stores what was read; whether it was a value.
fn store(
    host: &mut dyn Host,
    source: &mut Source,
    conversion: &Conversion,
    bytes: &[u8],
    values: &mut dyn Values,
) -> Result<bool, Stop> {
    let text = |offset: u64| Ok(bytes.get(offset as usize).copied().unwrap_or(0));
    match &conversion.what {
        What::Integer(_, signed) => {
            let kind = Kind {
                size: 8,
                signed: *signed,
            };
            let digits = &mut |offset: u64| Ok(bytes.get(offset as usize + 1).copied().unwrap_or(0));
            let parsed = integers::parse(digits, u64::from(bytes[0]), kind)?;
            if parsed.is_beyond {
                source.error = ErrorNumber::Range;
            }
            if !conversion.is_suppressed {
                let to = place(host, values)?;
                let size = sized(host, conversion.size).min(8);
                host.write_number(to, size, parsed.value)?;
            }
        }
        What::Floating => {
            let precision = match conversion.size {
                4 => Precision::Single,
                16 => Precision::Extended,
                _ => Precision::Double,
            };
            let parsed = decimals::parse(&mut { text }, precision, true)?;
            if parsed.is_beyond {
                source.error = ErrorNumber::Range;
            }
            if parsed.length == 0 {
                return Ok(false);
            }
            if !conversion.is_suppressed {
                let to = place(host, values)?;
                match precision {
                    Precision::Single => {
                        let single = f64::from_bits(parsed.value as u64) as f32;
                        host.write_number(to, 4, u64::from(single.to_bits()))?;
                    }
                    Precision::Double => host.write_number(to, 8, parsed.value as u64)?,
                    // What lies behind ten bytes is padding.
                    Precision::Extended => host.write_all(to, &parsed.value.to_le_bytes()[..10])?,
                }
            }
        }
        what => {
            if conversion.is_suppressed {
                return Ok(true);
            }
            let mut bytes = bytes.to_vec();
            if *what != What::Characters {
                bytes.push(0);
            }
            let word = host.word();
            let mut to = place(host, values)?;
            if conversion.allocates {
                let memory = host.allocate(bytes.len() as u64)?;
                host.write_number(to, word, memory)?;
                to = memory;
            }
            host.write_all(to, &bytes)?;
        }
    }
    Ok(true)
}
