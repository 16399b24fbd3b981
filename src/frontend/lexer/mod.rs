//! The lexer: cuts preprocessed C into tokens, and reads what is no token on the way.
//!
//! Comments, blanks and line directives vanish here; markers go to the line table, and `#pragma pack` to a table of what is in force where.
//! `__extension__`, which means nothing to a verifier, vanishes as well.
//! One file holds one part: [`tokens`], [`keywords`], [`scan`], [`literals`], [`packing`], [`second_names`].

mod keywords;
mod literals;
mod packing;
mod parallel;
mod scan;
mod second_names;
mod tokens;

use std::borrow::Cow;

use super::lines::LineTable;
pub(crate) use keywords::{Dialect, Keyword};
pub(crate) use literals::{Encoding, StringLiteral};
pub(crate) use packing::Packing;
pub(crate) use second_names::SecondName;
pub(crate) use tokens::{Kind, Operator, Token};

/// A source cut into tokens.
#[derive(Debug)]
pub(crate) struct Lexed<'s> {
    /// The source; bytes that are no UTF-8 are replaced, one by one.
    pub(crate) text: Cow<'s, str>,
    /// The source as it is: literals may be in any encoding.
    pub(crate) bytes: &'s [u8],
    /// The tokens, ended by one of kind [`Kind::End`].
    pub(crate) tokens: Vec<Token>,
    /// What `#pragma pack` says, and where.
    pub(crate) packing: Packing,
    /// What pragmas say of names with linkage.
    pub(crate) second_names: Vec<SecondName>,
    /// Where pragmas stand that make threads.
    pub(crate) parallel: Vec<u32>,
    /// Which words are keywords.
    pub(crate) dialect: Dialect,
}

/// Cuts a source, and fills the line table on the way; `packing` is the limit on alignments before the first pragma.
///
/// # Errors
/// The first place that is no C, as an offset, and a sentence.
pub(crate) fn lex<'s>(
    source: &'s [u8],
    dialect: Dialect,
    packing: u32,
    lines: &mut LineTable,
) -> Result<Lexed<'s>, (u32, &'static str)> {
    let scan::Scanned {
        tokens,
        packing,
        second_names,
        parallel,
    } = scan::tokens(source, dialect, Packing::new(packing), lines)?;
    Ok(Lexed {
        text: text_of(source),
        bytes: source,
        tokens,
        packing,
        second_names,
        parallel,
        dialect,
    })
}

/// A source as text of the same length.
fn text_of(source: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(source) {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(source.len());
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_utf8_keeps_its_length() {
        let source = b"char *s = \"\xff\xfe \xc3\xa9\"; /* \xe9 */ int x;";
        let text = text_of(source);
        assert_eq!(text.len(), source.len());
        assert!(text.ends_with("int x;") && text.contains('é'));
    }
}
