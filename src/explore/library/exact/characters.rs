//! Characters of the C locale (C17 7.4), with the values of glibc: its functions give a bit of its table, and its headers look into the tables
//! themselves, through `__ctype_b_loc` and its kin.

use super::{Arguments, Body};
use crate::explore::memory::BadAccess;
use crate::explore::stop::Stop;

pub(super) const ROUTINES: &[(&str, Body)] = &[
    ("isupper", |_, arguments| class(arguments, UPPER)),
    ("islower", |_, arguments| class(arguments, LOWER)),
    ("isalpha", |_, arguments| class(arguments, LETTER)),
    ("isdigit", |_, arguments| class(arguments, DIGIT)),
    ("isxdigit", |_, arguments| class(arguments, HEXADECIMAL)),
    ("isspace", |_, arguments| class(arguments, SPACE)),
    ("isprint", |_, arguments| class(arguments, PRINTABLE)),
    ("isgraph", |_, arguments| class(arguments, GRAPHICAL)),
    ("isblank", |_, arguments| class(arguments, BLANK)),
    ("iscntrl", |_, arguments| class(arguments, CONTROL)),
    ("ispunct", |_, arguments| class(arguments, PUNCTUATION)),
    ("isalnum", |_, arguments| class(arguments, ALPHANUMERIC)),
    ("toupper", |_, arguments| Ok(folded(CharacterTable::Upper, arguments))),
    ("tolower", |_, arguments| Ok(folded(CharacterTable::Lower, arguments))),
    ("_toupper", |_, arguments| Ok(folded(CharacterTable::Upper, arguments))),
    ("_tolower", |_, arguments| Ok(folded(CharacterTable::Lower, arguments))),
    ("isascii", |_, arguments| {
        Ok(u64::from(arguments[0] as u32 & !0x7f == 0))
    }),
    ("toascii", |_, arguments| Ok(arguments[0] & 0x7f)),
];

/// The bits of glibc's `<ctype.h>` on little-endian machines.
const BLANK: u16 = 1;
const CONTROL: u16 = 1 << 1;
const PUNCTUATION: u16 = 1 << 2;
const ALPHANUMERIC: u16 = 1 << 3;
const UPPER: u16 = 1 << 8;
const LOWER: u16 = 1 << 9;
const LETTER: u16 = 1 << 10;
const DIGIT: u16 = 1 << 11;
const HEXADECIMAL: u16 = 1 << 12;
const SPACE: u16 = 1 << 13;
const PRINTABLE: u16 = 1 << 14;
const GRAPHICAL: u16 = 1 << 15;

/// The least and the first too large number that the tables have an entry for: `char` of either sign, and `EOF`.
const LEAST: i64 = -128;
const END: i64 = 256;

/// The classes that a number belongs to; none outside of ASCII.
fn classes(number: i64) -> u16 {
    let Some(byte) = u8::try_from(number).ok().filter(u8::is_ascii) else {
        return 0;
    };
    let when = |holds: bool, bit: u16| if holds { bit } else { 0 };
    when(matches!(byte, b' ' | b'\t'), BLANK)
        | when(byte.is_ascii_control(), CONTROL)
        | when(byte.is_ascii_punctuation(), PUNCTUATION)
        | when(byte.is_ascii_alphanumeric(), ALPHANUMERIC)
        | when(byte.is_ascii_uppercase(), UPPER)
        | when(byte.is_ascii_lowercase(), LOWER)
        | when(byte.is_ascii_alphabetic(), LETTER)
        | when(byte.is_ascii_digit(), DIGIT)
        | when(byte.is_ascii_hexdigit(), HEXADECIMAL)
        | when(super::integers::is_space(byte), SPACE)
        | when(byte == b' ' || byte.is_ascii_graphic(), PRINTABLE)
        | when(byte.is_ascii_graphic(), GRAPHICAL)
}

/// `isalpha` and its kin look into the table without a check.
fn class(arguments: &Arguments, bit: u16) -> Result<u64, Stop> {
    let number = i64::from(arguments[0] as i32);
    match (LEAST..END).contains(&number) {
        true => Ok(u64::from(classes(number) & bit)),
        false => Err(Stop::Bad(BadAccess::OutOfBounds)),
    }
}

fn folded(table: CharacterTable, arguments: &Arguments) -> u64 {
    let number = i64::from(arguments[0] as i32);
    let entry = match (LEAST..END).contains(&number) {
        true => table.entry(number) as i32,
        false => number as i32,
    };
    i64::from(entry) as u64
}

/// A table that headers of glibc look into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharacterTable {
    /// `__ctype_b_loc`: the classes, of two bytes each.
    Classes,
    /// `__ctype_toupper_loc`, of four bytes each.
    Upper,
    /// `__ctype_tolower_loc`, of four bytes each.
    Lower,
}

impl CharacterTable {
    /// The table that a function of glibc gives a pointer to a pointer to.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "__ctype_b_loc" => Some(CharacterTable::Classes),
            "__ctype_toupper_loc" => Some(CharacterTable::Upper),
            "__ctype_tolower_loc" => Some(CharacterTable::Lower),
            _ => None,
        }
    }

    fn entry(self, number: i64) -> u32 {
        // Negative numbers are those of a signed `char`, but for `EOF`.
        let byte = if number == -1 {
            u32::MAX
        } else {
            u32::from(number as u8)
        };
        match (self, u8::try_from(number)) {
            (CharacterTable::Classes, _) => u32::from(classes(number)),
            (CharacterTable::Upper, Ok(known)) => u32::from(known.to_ascii_uppercase()),
            (CharacterTable::Lower, Ok(known)) => u32::from(known.to_ascii_lowercase()),
            _ => byte,
        }
    }

    /// The bytes of the table, and the offset of the entry for 0.
    pub fn bytes(self) -> (Vec<u8>, u64) {
        let size = if self == CharacterTable::Classes { 2 } else { 4 };
        let entries = (LEAST..END).flat_map(|number| {
            let entry = self.entry(number).to_le_bytes();
            entry.into_iter().take(size)
        });
        (entries.collect(), LEAST.unsigned_abs() * size as u64)
    }
}
