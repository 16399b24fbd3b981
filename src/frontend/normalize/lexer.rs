//! Cuts preprocessed C into tokens.
//!
//! Works on bytes, because sources may hold any encoding in strings and comments.
//! Comments, blanks and line directives vanish here; markers go to the line table, other directives become tokens of their own.

use super::words::{Word, classify};
use crate::frontend::lines::LineTable;

/// A token: what it is and which bytes of the source it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: u32,
    pub(super) end: u32,
}

/// The kinds of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Identifier or keyword.
    Word(Word),
    /// A preprocessing number.
    Number,
    /// A character constant, prefix included.
    Character,
    /// A string literal, prefix included.
    String,
    /// A punctuator of one byte.
    Mark(u8),
    /// `&&`.
    AndAnd,
    /// A punctuator of several bytes.
    Operator,
    /// `#pragma …`.
    Pragma,
    /// The end of the source.
    End,
}

/// What could not be cut: where, and what.
pub(super) type Fault = (u32, &'static str);

/// The tokens of `source`, ended by one of kind [`Kind::End`], while the line table learns markers and lines.
pub(super) fn tokens(source: &[u8], lines: &mut LineTable) -> Result<Vec<Token>, Fault> {
    let mut lexer = Lexer {
        source,
        at: 0,
        line_start: true,
        tokens: Vec::with_capacity(source.len() / 5 + 1),
    };
    lexer.run(lines)?;
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    source: &'a [u8],
    at: usize,
    line_start: bool,
    tokens: Vec<Token>,
}

const OPERATORS: [&[u8]; 22] = [
    b"...", b"<<=", b">>=", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"+=", b"-=",
    b"*=", b"/=", b"%=", b"&=", b"|=", b"^=",
];

const DIGRAPHS: [(&[u8], u8); 4] = [(b"<:", b'['), (b":>", b']'), (b"<%", b'{'), (b"%>", b'}')];

impl Lexer<'_> {
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
        while self.at < self.source.len() {
            match self.source[self.at] {
                b'\n' => {
                    self.at += 1;
                    self.line_start = true;
                    lines.line_starts_at(self.at);
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if matches!(self.peek(1), b'\n' | b'\r') => self.at += 1,
                b'#' if self.line_start => self.directive(lines),
                b'/' if self.peek(1) == b'/' => self.line_comment(),
                b'/' if self.peek(1) == b'*' => self.block_comment(lines)?,
                b'0'..=b'9' => self.number(),
                b'.' if self.peek(1).is_ascii_digit() => self.number(),
                b'"' | b'\'' => self.literal(self.at, lines)?,
                byte if is_word_byte(byte) || (byte == b'\\' && matches!(self.peek(1), b'u' | b'U')) => {
                    self.word(lines)?;
                }
                0 => return Err((self.at as u32, "A zero byte: this is not a C source file.")),
                _ => self.punctuator(),
            }
        }
        self.push(Kind::End, self.at);
        Ok(())
    }

    fn line_comment(&mut self) {
        while self.at < self.source.len() && self.source[self.at] != b'\n' {
            self.at += if self.source[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at = self.at.min(self.source.len());
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
        while self.at < self.source.len() && self.source[self.at] != b'\n' {
            self.at += 1;
        }
        let text = &self.source[start + 1..self.at];
        if let Some((line, file)) = crate::frontend::lines::marker(text) {
            lines.mark(self.at + 1, line, file);
        } else if text.trim_ascii_start().starts_with(b"pragma") {
            self.push(Kind::Pragma, start);
        }
    }

    fn number(&mut self) {
        let start = self.at;
        while self.at < self.source.len() {
            let byte = self.source[self.at];
            let exponent = matches!(byte, b'+' | b'-') && matches!(self.source[self.at - 1], b'e' | b'E' | b'p' | b'P');
            let hexadecimal_e = exponent
                && self.source[start..self.at].starts_with(b"0x")
                && matches!(self.source[self.at - 1], b'e' | b'E');
            let separator = byte == b'\'' && self.peek(1).is_ascii_hexdigit();
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || separator || exponent && !hexadecimal_e)
            {
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
        let kind = if quote == b'"' { Kind::String } else { Kind::Character };
        self.push(kind, start);
        Ok(())
    }

    fn word(&mut self, lines: &mut LineTable) -> Result<(), Fault> {
        let start = self.at;
        let mut odd = false;
        while self.at < self.source.len() {
            let byte = self.source[self.at];
            let universal = byte == b'\\' && matches!(self.peek(1), b'u' | b'U');
            if !(is_word_byte(byte) || universal) {
                break;
            }
            odd |= !byte.is_ascii_alphanumeric() && byte != b'_';
            self.at += 1;
        }
        let text = &self.source[start..self.at];
        if matches!(self.peek(0), b'"' | b'\'') && matches!(text, b"L" | b"u" | b"U" | b"u8") {
            return self.literal(start, lines);
        }
        let word = if odd { Word::OddName } else { classify(text) };
        self.push(Kind::Word(word), start);
        Ok(())
    }

    fn punctuator(&mut self) {
        let start = self.at;
        let rest = &self.source[start..];
        if let Some((text, meaning)) = DIGRAPHS.iter().find(|(text, _)| rest.starts_with(text)) {
            self.at += text.len();
            return self.push(Kind::Mark(*meaning), start);
        }
        let Some(text) = OPERATORS.iter().find(|text| rest.starts_with(text)) else {
            self.at += 1;
            return self.push(Kind::Mark(rest[0]), start);
        };
        self.at += text.len();
        let kind = if *text == b"&&" { Kind::AndAnd } else { Kind::Operator };
        self.push(kind, start);
    }
}

/// Bytes that may stand in a name; all of UTF-8 beyond ASCII counts.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}
