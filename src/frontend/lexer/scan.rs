//! The scanner. Works on bytes, because sources may hold any encoding in strings and comments.

use super::keywords::{Dialect, Keyword, keyword};
use super::packing::Packing;
use super::parallel::makes_threads;
use super::second_names::SecondName;
use super::tokens::{Kind, Token, punctuator};
use crate::frontend::lines::LineTable;

/// What could not be cut: where, and a sentence.
type Fault = (u32, &'static str);

/// The tokens of a source, ended by one of kind [`Kind::End`], and its pragmas.
pub(super) struct Scanned {
    pub(super) tokens: Vec<Token>,
    pub(super) packing: Packing,
    pub(super) second_names: Vec<SecondName>,
    pub(super) parallel: Vec<u32>,
}

/// Cuts `source`, while the line table learns markers and lines.
pub(super) fn tokens(
    source: &[u8],
    dialect: Dialect,
    packing: Packing,
    lines: &mut LineTable,
) -> Result<Scanned, Fault> {
    let mut scanner = Scanner {
        source,
        dialect,
        at: if source.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len()
        } else {
            0
        },
        line_start: true,
        // Dense text has a token in each 3.7 bytes; memory that is not written costs nothing.
        tokens: Vec::with_capacity(source.len() / 2 + 1),
        pragma: None,
        packing,
        second_names: Vec::new(),
        parallel: Vec::new(),
    };
    scanner.run(lines)?;
    Ok(Scanned {
        tokens: scanner.tokens,
        packing: scanner.packing,
        second_names: scanner.second_names,
        parallel: scanner.parallel,
    })
}

/// What some editors put in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

struct Scanner<'a> {
    source: &'a [u8],
    dialect: Dialect,
    at: usize,
    line_start: bool,
    tokens: Vec<Token>,
    /// The token that is a `_Pragma` whose parentheses are not read yet.
    pragma: Option<usize>,
    packing: Packing,
    second_names: Vec<SecondName>,
    parallel: Vec<u32>,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.line_start = false;
        self.tokens.push(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        });
    }

    fn run(&mut self, lines: &mut LineTable) -> Result<(), Fault> {
        while let Some(first) = self.source.get(self.at) {
            match first {
                b'\n' => {
                    self.at += 1;
                    self.line_start = true;
                    lines.line_starts_at(self.at);
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(lines)?,
                b'0'..=b'9' => self.number(),
                b'\\' if matches!(self.peek(1), b'\n' | b'\r') => self.at += 1,
                b'\\' if matches!(self.peek(1), b'u' | b'U') => self.word(lines)?,
                b'#' if self.line_start => self.directive(lines),
                b'/' if self.peek(1) == b'/' => self.line_comment(lines),
                b'/' if self.peek(1) == b'*' => self.block_comment(lines)?,
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'"' | b'\'' => self.literal(self.at, lines)?,
                b'$' | 0x80.. => self.word(lines)?,
                0 => return Err((self.at as u32, "A zero byte: this is not a C source file.")),
                _ => self.punctuator(),
            }
        }
        self.at = self.source.len();
        self.push(Kind::End, self.at);
        Ok(())
    }

    fn line_comment(&mut self, lines: &mut LineTable) {
        while let Some(byte) = self.source.get(self.at).filter(|byte| **byte != b'\n') {
            let continues = *byte == b'\\' && self.peek(1) == b'\n';
            self.at += if continues { 2 } else { 1 };
            if continues {
                lines.line_starts_at(self.at);
            }
        }
    }

    fn block_comment(&mut self, lines: &mut LineTable) -> Result<(), Fault> {
        let start = self.at;
        self.at += 2;
        loop {
            match self.source.get(self.at) {
                None => return Err((start as u32, "A comment that does not end.")),
                Some(b'*') if self.peek(1) == b'/' => break,
                Some(b'\n') => lines.line_starts_at(self.at + 1),
                Some(_) => {}
            }
            self.at += 1;
        }
        self.at += 2;
        Ok(())
    }

    /// A directive that preprocessing left: a line marker or a pragma.
    fn directive(&mut self, lines: &mut LineTable) {
        let start = self.at;
        let rest = &self.source[start..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let text = &self.source[start + 1..self.at];
        if let Some((line, file)) = crate::frontend::lines::marker(text) {
            lines.mark(self.at + 1, line, file);
        } else if let Some(pragma) = text.trim_ascii_start().strip_prefix(b"pragma") {
            self.apply_pragma(start as u32, &String::from_utf8_lossy(pragma));
        }
    }

    /// A preprocessing number (C17 6.4.8): a sign belongs to it behind the letter of an exponent, and C23 separates digits by `'`.
    fn number(&mut self) {
        let start = self.at;
        let hexadecimal = matches!(self.peek(1), b'x' | b'X');
        while let Some(byte) = self.source.get(self.at) {
            let last = self.source[self.at.max(1) - 1];
            let exponent = matches!(last, b'p' | b'P') || !hexadecimal && matches!(last, b'e' | b'E');
            let goes_on = match byte {
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'.' | b'_' => true,
                b'+' | b'-' => exponent && self.at > start,
                b'\'' => self.peek(1).is_ascii_hexdigit(),
                _ => false,
            };
            if !goes_on {
                break;
            }
            self.at += 1;
        }
        self.push(Kind::Number, start);
    }

    /// A string or character constant whose quote stands at the current byte and whose token starts at `start`.
    fn literal(&mut self, start: usize, lines: &mut LineTable) -> Result<(), Fault> {
        let quote = self.source[self.at];
        self.at += 1;
        loop {
            match self.source.get(self.at) {
                Some(b'\\') => {
                    if self.peek(1) == b'\n' {
                        lines.line_starts_at(self.at + 2);
                    }
                    self.at += 2;
                }
                Some(byte) if *byte == quote => break,
                Some(b'\n') | None => return Err((start as u32, "A string or character constant that does not end.")),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let kind = if quote == b'"' { Kind::Text } else { Kind::Character };
        self.push(kind, start);
        Ok(())
    }

    fn word(&mut self, lines: &mut LineTable) -> Result<(), Fault> {
        let start = self.at;
        self.at += word_length(&self.source[start..]);
        let text = &self.source[start..self.at];
        if matches!(self.peek(0), b'"' | b'\'') && matches!(text, b"L" | b"u" | b"U" | b"u8") {
            return self.literal(start, lines);
        }
        match keyword(text, self.dialect) {
            Some(Keyword::Extension) => self.line_start = false,
            Some(keyword) => {
                if keyword == Keyword::Pragma {
                    self.pragma = Some(self.tokens.len());
                }
                self.push(Kind::Keyword(keyword), start);
            }
            None if std::str::from_utf8(text).is_ok() => self.push(Kind::Name, start),
            None => return Err((start as u32, "A name that is not in UTF-8.")),
        }
        Ok(())
    }

    fn punctuator(&mut self) {
        let start = self.at;
        let (kind, length) = punctuator(&self.source[start..]);
        self.at += length;
        if kind == Kind::Mark(b')')
            && let Some(operator) = self.pragma.take()
        {
            return self.pragma_operator(operator, start);
        }
        self.push(kind, start);
    }

    /// `_Pragma("…")` is what `#pragma …` is; anything else between its parentheses stays, for the parser to refuse.
    fn pragma_operator(&mut self, operator: usize, close: usize) {
        let [_, open, text] = self.tokens[operator..] else {
            return self.push(Kind::Mark(b')'), close);
        };
        if (open.kind, text.kind) != (Kind::Mark(b'('), Kind::Text) {
            return self.push(Kind::Mark(b')'), close);
        }
        let pragma = String::from_utf8_lossy(&self.source[text.start as usize..text.end as usize]).into_owned();
        self.apply_pragma(text.start, pragma.trim_matches('"'));
        self.tokens.truncate(operator);
    }

    /// Takes what a pragma at a byte of the source says, which is the text behind the word `pragma`.
    fn apply_pragma(&mut self, start: u32, text: &str) {
        self.packing.apply(start, text);
        self.second_names.extend(SecondName::of_pragma(text));
        if makes_threads(text) {
            self.parallel.push(start);
        }
    }
}

/// The length of the word at the head of `rest`: `$`, UTF-8 and universal character names may stand in it.
fn word_length(rest: &[u8]) -> usize {
    let mut length = 0;
    while let Some(byte) = rest.get(length) {
        let universal = *byte == b'\\' && matches!(rest.get(length + 1), Some(b'u' | b'U'));
        if !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..) || universal) {
            break;
        }
        length += 1;
    }
    length
}
