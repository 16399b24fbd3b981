//! From preprocessed text to a syntax tree: the token pass, then the parser.

use lang_c::ast::TranslationUnit;

use super::error::{Error, Location};
use super::lines::LineTable;
use super::normalize::{OffsetMap, StringLiteral, normalise};
use super::parser;

/// A parsed translation unit with everything that leads from its spans to the user's places.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) unit: TranslationUnit,
    pub(super) offsets: OffsetMap,
    pub(super) lines: LineTable,
    pub(super) strings: Vec<StringLiteral>,
    pub(super) file_assembly: Vec<u32>,
}

/// Parses the preprocessed text of the file `name`. Needs a large stack: the parser recurses with the nesting of the source.
pub(super) fn parse(name: &str, text: &[u8]) -> Result<Parsed, Error> {
    let mut lines = LineTable::new(name);
    let normalised = normalise(text, &mut lines).map_err(|(at, message)| Error::new(location(&lines, at), message))?;
    let unit = parser::parse(&normalised.text).map_err(|error| {
        let at = location(&lines, normalised.offsets.original(error.offset));
        Error::new(at, error.message)
    })?;
    Ok(Parsed {
        unit,
        offsets: normalised.offsets,
        lines,
        strings: normalised.strings,
        file_assembly: normalised.file_assembly,
    })
}

/// The place of a byte of the source.
pub(super) fn location(lines: &LineTable, offset: u32) -> Location {
    let (file, line, column) = lines.resolve(offset);
    Location {
        file: lines.files().get(file as usize).cloned().unwrap_or_default(),
        line,
        column,
    }
}
