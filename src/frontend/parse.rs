//! Parses normalised text. The only place that calls the parser.

use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};

use super::error::{Error, Location};
use super::lines::LineTable;
use super::normalize::{OffsetMap, StringLiteral, normalise};

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
    let config = Config {
        cpp_command: String::new(),
        cpp_options: Vec::new(),
        flavor: Flavor::GnuC11,
    };
    let parse = parse_preprocessed(&config, normalised.text).map_err(|error| {
        let at = location(&lines, normalised.offsets.original(error.offset));
        Error::new(at, syntax_message(&error.source, error.offset))
    })?;
    Ok(Parsed {
        unit: parse.unit,
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

fn syntax_message(text: &str, offset: usize) -> String {
    let token = text.get(offset..).and_then(|rest| rest.split_whitespace().next());
    match token {
        Some(token) => format!("Syntax error at `{token}`."),
        None => "Syntax error: the source ends too early.".to_owned(),
    }
}
