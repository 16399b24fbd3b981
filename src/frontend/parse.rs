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
    /// The preprocessed source, to show lines of it.
    text: Vec<u8>,
}

impl Parsed {
    /// Adds the line that an error is about, if it stands in this unit.
    pub(super) fn illustrate(&self, error: &mut Error) {
        error.line = error
            .line
            .take()
            .or_else(|| line_at(&self.lines, &self.text, &error.at));
    }
}

/// Parses the preprocessed text of the file `name`. Needs a large stack: the parser recurses with the nesting of the source.
pub(super) fn parse(name: &str, text: Vec<u8>) -> Result<Parsed, Error> {
    let mut lines = LineTable::new(name);
    let illustrated = |lines: &LineTable, offset, message: String| {
        let at = location(lines, offset);
        Error {
            line: line_at(lines, &text, &at),
            ..Error::new(at, message)
        }
    };
    let normalised = normalise(&text, &mut lines).map_err(|(at, message)| illustrated(&lines, at, message))?;
    let unit = parser::parse(&normalised.text)
        .map_err(|error| illustrated(&lines, normalised.offsets.original(error.offset), error.message))?;
    Ok(Parsed {
        unit,
        offsets: normalised.offsets,
        lines,
        strings: normalised.strings,
        file_assembly: normalised.file_assembly,
        text,
    })
}

/// The physical line that a place is in, as far as it was read; the end of the source is part of its last line.
fn line_at(lines: &LineTable, text: &[u8], at: &Location) -> Option<String> {
    let found = lines.find(&at.file, at.line).find_map(|start| {
        let rest = text.get(start as usize..)?;
        let line = rest.split(|byte| *byte == b'\n').next()?;
        // A marker stands in a physical line of its own, which may count as a line of the file.
        let is_marker = line.starts_with(b"# ") || line.starts_with(b"#line ");
        (line.len() + 1 >= at.column as usize && !is_marker).then_some(line)
    })?;
    String::from_utf8(found.to_vec()).ok()
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
