//! The directives of a format for input (C17 7.21.6.2): white space, literal bytes, and conversions.

use super::integers::is_space;

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Any white space.
    Space,
    /// A byte that must stand there.
    Literal(u8),
    /// A conversion.
    Conversion(Conversion),
}

/// A conversion: `%[*][width][m][length]conversion`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// Whether it is not stored.
    pub is_suppressed: bool,
    /// Characters at most.
    pub width: Option<u64>,
    /// Whether memory is allocated for it.
    pub allocates: bool,
    /// Bytes of the number that is stored; 0 for the size of a word.
    pub size: u64,
    /// What is read.
    pub what: What,
}

/// What a conversion reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// `%%`.
    Percent,
    /// An integer of a base; with a sign or without.
    Integer(u64, bool),
    /// A floating-point number.
    Floating,
    /// Characters, without a zero behind them.
    Characters,
    /// Characters that are no white space.
    Word,
    /// Characters of a set.
    Set(Box<[bool; 256]>),
    /// The number of characters read so far.
    Count,
}

/// The parts of a format; none if there is one that is not known.
pub fn pieces(format: &[u8]) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while let Some((byte, behind)) = rest.split_first() {
        rest = behind;
        pieces.push(match byte {
            b'%' => Piece::Conversion(conversion(&mut rest)?),
            space if is_space(*space) => Piece::Space,
            literal => Piece::Literal(*literal),
        });
    }
    Some(pieces)
}

fn conversion(rest: &mut &[u8]) -> Option<Conversion> {
    let mut take = |expected: u8| {
        let found = rest.first() == Some(&expected);
        if found {
            *rest = &rest[1..];
        }
        found
    };
    let is_suppressed = take(b'*');
    let mut width = None;
    while let Some(digit) = (b'0'..=b'9').find(|digit| take(*digit)) {
        width = Some(
            width
                .unwrap_or(0u64)
                .saturating_mul(10)
                .saturating_add(u64::from(digit - b'0')),
        );
    }
    let allocates = take(b'm');
    let size = match () {
        () if take(b'h') => {
            if take(b'h') {
                1
            } else {
                2
            }
        }
        () if take(b'l') => {
            if take(b'l') {
                8
            } else {
                0
            }
        }
        () if take(b'z') || take(b't') => 0,
        () if take(b'j') || take(b'q') => 8,
        () if take(b'L') => 16,
        () => 4,
    };
    let (letter, behind) = rest.split_first()?;
    *rest = behind;
    let what = match letter {
        b'%' => What::Percent,
        b'd' => What::Integer(10, true),
        b'i' => What::Integer(0, true),
        b'u' => What::Integer(10, false),
        b'o' => What::Integer(8, false),
        b'x' | b'X' => What::Integer(16, false),
        b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => What::Floating,
        b'c' if size == 4 => What::Characters,
        b's' if size == 4 => What::Word,
        b'[' if size == 4 => What::Set(set(rest)?),
        b'n' => What::Count,
        _ => return None,
    };
    Some(Conversion {
        is_suppressed,
        width: width.filter(|width| *width > 0),
        allocates,
        size,
        what,
    })
}

/// The set behind `[`: `^` complements it, `]` in front belongs to it, and `a-z` is a range.
fn set(rest: &mut &[u8]) -> Option<Box<[bool; 256]>> {
    let complemented = rest.first() == Some(&b'^');
    *rest = &rest[usize::from(complemented)..];
    let end = 1 + rest.get(1..)?.iter().position(|byte| *byte == b']')?;
    let members = &rest[..end];
    *rest = &rest[end + 1..];
    let mut set = Box::new([complemented; 256]);
    let mut at = 0;
    while at < members.len() {
        let (first, mut last) = (members[at], members[at]);
        if members.get(at + 1) == Some(&b'-') && members.get(at + 2).is_some_and(|last| *last >= first) {
            last = members[at + 2];
            at += 2;
        }
        for member in first..=last {
            set[usize::from(member)] = !complemented;
        }
        at += 1;
    }
    Some(set)
}
