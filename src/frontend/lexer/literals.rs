//! String and character constants (C17 6.4.4.4, 6.4.5): from their spelling to their elements.

use std::borrow::Cow;

/// How wide the elements of a string or character constant are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// No prefix, or `u8`: bytes.
    Bytes,
    /// `u`: two bytes, unsigned.
    Char16,
    /// `U`: four bytes, unsigned.
    Char32,
    /// `L`: `wchar_t`, four bytes, signed.
    Wide,
}

/// A string literal or character constant: its elements without the terminating zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StringLiteral {
    pub(crate) encoding: Encoding,
    pub(crate) elements: Vec<u32>,
    /// The text, if it is ASCII.
    pub(crate) plain: Option<String>,
}

impl StringLiteral {
    /// The elements as part of a string with an encoding: without a prefix of its own a literal takes that of the others (C17 6.4.5 5).
    pub(crate) fn elements_as(&self, encoding: Encoding) -> Cow<'_, [u32]> {
        if encoding == self.encoding || self.plain.is_some() {
            return Cow::Borrowed(&self.elements);
        }
        let bytes: Vec<u8> = self.elements.iter().map(|element| *element as u8).collect();
        let mut elements = Vec::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            for character in chunk.valid().chars() {
                push_character(u32::from(character), encoding, &mut elements);
            }
            elements.extend(chunk.invalid().iter().map(|byte| u32::from(*byte)));
        }
        Cow::Owned(elements)
    }

    /// Decodes a literal with its prefix and quotes.
    pub(crate) fn decode(text: &[u8]) -> Self {
        let quote = text.iter().position(|byte| matches!(byte, b'"' | b'\'')).unwrap_or(0);
        let encoding = match &text[..quote] {
            b"L" => Encoding::Wide,
            b"u" => Encoding::Char16,
            b"U" => Encoding::Char32,
            _ => Encoding::Bytes,
        };
        let inner = text.get(quote + 1..text.len().saturating_sub(1)).unwrap_or(b"");
        let elements = decode_elements(inner, encoding);
        let ascii = elements.iter().all(|element| *element < 128);
        let plain = ascii.then(|| elements.iter().map(|element| char::from(*element as u8)).collect());
        StringLiteral {
            encoding,
            elements,
            plain,
        }
    }
}

fn decode_elements(mut rest: &[u8], encoding: Encoding) -> Vec<u32> {
    let mut elements = Vec::with_capacity(rest.len());
    while let Some((first, tail)) = rest.split_first() {
        if *first == b'\\' {
            rest = escape(tail, encoding, &mut elements);
        } else if encoding == Encoding::Bytes || first.is_ascii() {
            elements.push(u32::from(*first));
            rest = tail;
        } else {
            let width = rest.len().min(4);
            let decoded = (1..=width).find_map(|width| std::str::from_utf8(&rest[..width]).ok());
            let character = decoded.and_then(|text| text.chars().next());
            match character {
                Some(character) => push_character(u32::from(character), encoding, &mut elements),
                None => elements.push(u32::from(*first)),
            }
            rest = &rest[character.map_or(1, char::len_utf8)..];
        }
    }
    elements
}

/// Decodes the escape sequence behind a backslash, and returns what follows it.
fn escape<'a>(rest: &'a [u8], encoding: Encoding, elements: &mut Vec<u32>) -> &'a [u8] {
    let Some((kind, tail)) = rest.split_first() else {
        return rest;
    };
    let digits = |from: &[u8], base: u32, limit: usize| {
        let count = from
            .iter()
            .take(limit)
            .take_while(|byte| char::from(**byte).is_digit(base))
            .count();
        let value = from[..count].iter().fold(0_u32, |value, byte| {
            value
                .wrapping_mul(base)
                .wrapping_add(char::from(*byte).to_digit(base).unwrap_or(0))
        });
        (value, count)
    };
    let (value, used) = match kind {
        b'n' => (10, 1),
        b't' => (9, 1),
        b'r' => (13, 1),
        b'a' => (7, 1),
        b'b' => (8, 1),
        b'f' => (12, 1),
        b'v' => (11, 1),
        b'e' | b'E' => (27, 1),
        b'\n' => return tail,
        b'0'..=b'7' => digits(rest, 8, 3),
        b'x' => {
            let (value, count) = digits(tail, 16, usize::MAX);
            (value, count + 1)
        }
        b'u' | b'U' => {
            let (value, count) = digits(tail, 16, if *kind == b'u' { 4 } else { 8 });
            push_character(value, encoding, elements);
            return &tail[count..];
        }
        other => (u32::from(*other), 1),
    };
    elements.push(if encoding == Encoding::Bytes {
        value & 0xff
    } else {
        value
    });
    &rest[used..]
}

/// A character in the encoding of its string: UTF-8, UTF-16 or UTF-32.
fn push_character(value: u32, encoding: Encoding, elements: &mut Vec<u32>) {
    match (encoding, char::from_u32(value)) {
        (Encoding::Bytes, Some(character)) => {
            let mut buffer = [0; 4];
            elements.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        (Encoding::Char16, Some(character)) => {
            let mut buffer = [0; 2];
            elements.extend(character.encode_utf16(&mut buffer).iter().map(|unit| u32::from(*unit)));
        }
        _ => elements.push(value),
    }
}
