//! Formatted output: the text that `printf` and its kin make (C17 7.21.6.1, POSIX, and glibc's additions), in the C locale.
//!
//! First the format is read as a whole ([`directive`]), then the arguments are fetched in their order, then the text is made.
//! So numbered arguments (`%2$d`), and the strings that arguments point to, need no special order.

mod directive;
mod floating;
mod integer;
mod messages;

use super::Host;
use crate::explore::library::error_codes::ILLEGAL_SEQUENCE;
use crate::explore::memory::BadAccess;
use crate::explore::stop::Stop;

pub use directive::ArgumentKind;
use directive::{Conversion, Directive, Length, Piece};
pub use messages::message;

/// Texts longer than this are not made: a width can ask for more than there is memory.
const LONGEST: usize = 1 << 20;

/// Where the values behind a format come from.
pub trait Values {
    /// The next value: integers extended to 64 bits, `double`s as binary64, `long double`s in the extended format of the x87.
    ///
    /// # Errors
    /// If there is none, or it is of another kind: the behaviour is undefined.
    fn next(&mut self, host: &mut dyn Host, kind: ArgumentKind) -> Result<u128, Stop>;
}

/// The environment of a formatting call.
#[derive(Clone, Copy)]
pub struct Purpose {
    /// Whether the text can be seen by the program: then it must not show an address.
    pub is_seen: bool,
    /// `errno`, for `%m`; none if it is not known.
    pub error: Option<i32>,
}

/// A text, or the error by which the call failed.
pub enum Printed {
    /// The bytes.
    Text(Vec<u8>),
    /// `errno`.
    Failed(u64),
}

/// The text of a format and its values.
///
/// # Errors
/// If the format is undefined, or its text depends on what an execution does not know.
pub fn format(host: &mut dyn Host, at: u64, values: &mut dyn Values, purpose: Purpose) -> Result<Printed, Stop> {
    let pattern = host.string(at)?;
    let Some(pieces) = directive::pieces(&pattern) else {
        return Err(open("a conversion of printf that is not modelled"));
    };
    let kinds =
        directive::kinds(&pieces, host.word()).ok_or_else(|| open("a format with numbered and other arguments"))?;
    let mut fetched = Vec::with_capacity(kinds.len());
    for kind in kinds {
        fetched.push(values.next(host, kind)?);
    }
    let mut text = Vec::new();
    for piece in &pieces {
        match piece {
            Piece::Literal(literal) => text.extend_from_slice(literal),
            Piece::Directive(directive) => {
                if let Some(error) = convert(host, directive, &fetched, purpose, &mut text)? {
                    return Ok(Printed::Failed(error));
                }
            }
        }
        if text.len() > LONGEST {
            return Err(open("a text of more than a million bytes"));
        }
    }
    Ok(Printed::Text(text))
}

fn open(why: &str) -> Stop {
    Stop::Open(why.to_owned())
}

/// Adds the text of one directive; gives the error by which the call fails.
fn convert(
    host: &mut dyn Host,
    directive: &Directive,
    values: &[u128],
    purpose: Purpose,
    text: &mut Vec<u8>,
) -> Result<Option<u64>, Stop> {
    let mut directive = *directive;
    directive.resolve(values);
    if directive.width > LONGEST || directive.precision.is_some_and(|precision| precision > LONGEST) {
        return Err(open("a text of more than a million bytes"));
    }
    let value = directive.argument.and_then(|number| values.get(number)).copied();
    let given = value.unwrap_or(0);
    let value = given as u64;
    let word = host.word();
    let body = match directive.conversion {
        Conversion::Percent => {
            text.push(b'%');
            return Ok(None);
        }
        Conversion::Count => {
            host.write_number(value, directive.length.size(word), text.len() as u64)?;
            return Ok(None);
        }
        Conversion::Signed | Conversion::Unsigned(..) => {
            return match directive.length {
                Length::LongDouble => Err(open("a conversion of printf that is not modelled")),
                _ => {
                    integer::write(&directive, value, word, text);
                    Ok(None)
                }
            };
        }
        Conversion::Floating(style) => {
            let number = match directive.length {
                Length::LongDouble => floating::Number::of_extended(given),
                _ => floating::Number::of_double(value),
            };
            if floating::is_disputed(&directive, style, number) {
                return Err(open("a number rounded up by `%#g`"));
            }
            floating::write(&directive, style, number, text);
            return Ok(None);
        }
        Conversion::Character if directive.length == Length::Long => match value as u32 {
            wide @ 0..=127 => vec![wide as u8],
            _ => return Ok(Some(ILLEGAL_SEQUENCE)),
        },
        Conversion::Character => vec![value as u8],
        Conversion::String if directive.length == Length::Long => match wide_string(host, &directive, value)? {
            Some(bytes) => bytes,
            None => return Ok(Some(ILLEGAL_SEQUENCE)),
        },
        Conversion::String => string(host, &directive, value)?,
        Conversion::Pointer if value == 0 => {
            directive.precision = None;
            b"(nil)".to_vec()
        }
        Conversion::Pointer if purpose.is_seen => return Err(open("an address as text")),
        Conversion::Pointer => {
            integer::write(&directive.as_pointer(), value, word, text);
            return Ok(None);
        }
        Conversion::Message => {
            let error = purpose.error.ok_or_else(|| open("`%m` where errno is not known"))?;
            let bytes = message(error);
            truncated(bytes, directive.precision)
        }
    };
    pad(&directive, &body, text);
    Ok(None)
}

/// A text with spaces to the width.
fn pad(directive: &Directive, body: &[u8], text: &mut Vec<u8>) {
    let missing = directive.width.saturating_sub(body.len());
    if !directive.left {
        text.resize(text.len() + missing, b' ');
    }
    text.extend_from_slice(body);
    if directive.left {
        text.resize(text.len() + missing, b' ');
    }
}

fn truncated(mut bytes: Vec<u8>, precision: Option<usize>) -> Vec<u8> {
    bytes.truncate(precision.unwrap_or(usize::MAX));
    bytes
}

/// `%s`: with a precision, no byte behind it is read (C17 7.21.6.1p8). glibc prints `(null)` for null.
fn string(host: &mut dyn Host, directive: &Directive, at: u64) -> Result<Vec<u8>, Stop> {
    if at == 0 {
        let fits = directive.precision.is_none_or(|precision| precision >= 6);
        return Ok(if fits { b"(null)".to_vec() } else { Vec::new() });
    }
    host.string_within(at, directive.precision.map_or(u64::MAX, |precision| precision as u64))
}

/// `%ls`: only ASCII can be written in the C locale; none if there is something else.
fn wide_string(host: &mut dyn Host, directive: &Directive, at: u64) -> Result<Option<Vec<u8>>, Stop> {
    if at == 0 {
        return string(host, directive, at).map(Some);
    }
    let mut bytes = Vec::new();
    while directive.precision.is_none_or(|precision| bytes.len() < precision) {
        match host.read_number(at.wrapping_add(4 * bytes.len() as u64), 4)? {
            0 => break,
            wide @ 1..=127 => bytes.push(wide as u8),
            _ => return Ok(None),
        }
    }
    Ok(Some(bytes))
}

/// Values that a call has in its registers, with the kind of each; none for what no format takes.
pub struct Registers<'a> {
    /// The values.
    pub values: &'a [(u128, Option<ArgumentKind>)],
}

impl Values for Registers<'_> {
    fn next(&mut self, _: &mut dyn Host, kind: ArgumentKind) -> Result<u128, Stop> {
        let (first, rest) = self.values.split_first().ok_or(Stop::Bad(BadAccess::OutOfBounds))?;
        self.values = rest;
        match first.1.is_some_and(|given| given.fits(kind)) {
            true => Ok(first.0),
            false => Err(open("a format that does not fit its arguments")),
        }
    }
}
