//! From preprocessed text to a syntax tree: the lexer, then the parser.

use std::path::PathBuf;
use std::sync::Arc;

use lang_c::ast::TranslationUnit;

use super::columns::{Columns, columns};
use super::error::{Error, Location};
use super::flags::Reading;
use super::lexer::{Dialect, SecondName, StringLiteral, lex};
use super::lines::LineTable;
use super::parser::{self, FileAssembly, Syntax};
use super::preprocess::Input;
use crate::ir::FileId;

/// The command of a build that a unit comes from, as far as it says what is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// The file, in the folder that the compiler runs in.
    pub(super) file: PathBuf,
    /// The arguments for the preprocessor.
    pub(super) arguments: Vec<String>,
}

impl Origin {
    /// The origin of an input.
    pub(super) fn of(input: &Input) -> Self {
        Origin {
            file: input.file(),
            arguments: input.arguments.clone(),
        }
    }
}

/// A parsed translation unit with everything that leads from its spans to the user's places.
#[derive(Debug)]
pub(super) struct Parsed {
    /// Where it comes from: a build may compile a file several times, with other arguments.
    pub(super) origin: Origin,
    pub(super) unit: TranslationUnit,
    pub(super) lines: LineTable,
    /// Where tokens stand in the source files.
    pub(super) columns: Columns,
    pub(super) strings: Vec<StringLiteral>,
    pub(super) file_assembly: Vec<FileAssembly>,
    pub(super) second_names: Vec<SecondName>,
    /// Where pragmas stand that make threads.
    pub(super) parallel: Vec<u32>,
    /// How the source was read.
    pub(super) reading: Reading,
    /// The preprocessed source, to show lines of it.
    text: Arc<Vec<u8>>,
}

impl Parsed {
    /// The string literal that the tree names by a number.
    pub(super) fn string(&self, number: &str) -> Option<&StringLiteral> {
        self.strings.get(number.parse::<usize>().ok()?)
    }

    /// Whether this is what a text of an input reads as.
    pub(super) fn is_of(&self, input: &Input, text: &Arc<Vec<u8>>, reading: &Reading) -> bool {
        self.reading == *reading && self.origin.file == input.file() && self.text == *text
    }

    /// Adds the line that an error is about, if it stands in this unit.
    pub(super) fn illustrate(&self, error: &mut Error) {
        error.line = error
            .line
            .take()
            .or_else(|| line_at(&self.lines, &self.text, &error.at));
    }
}

/// Parses the preprocessed text of the file `name`, in the first of its dialects that it is right in.
/// Needs a large stack: the parser recurses with the nesting of the source.
///
/// # Errors
/// Where it is right in none, the first place that is wrong in the first of them.
pub(super) fn parse(input: &Input, text: Arc<Vec<u8>>, reading: Reading) -> Result<Parsed, Error> {
    let name = &*input.path.to_string_lossy();
    let mut first = None;
    for dialect in reading.dialects {
        let mut lines = LineTable::new(name);
        match syntax(&text, *dialect, reading.packing, &mut lines) {
            Ok((syntax, Pragmas { second_names, parallel })) => {
                return Ok(Parsed {
                    origin: Origin::of(input),
                    unit: syntax.unit,
                    columns: columns(input, &text, &lines),
                    lines,
                    strings: syntax.strings,
                    file_assembly: syntax.file_assembly,
                    second_names,
                    parallel,
                    reading,
                    text,
                });
            }
            Err((offset, message)) => {
                let at = location(&lines, offset);
                let line = line_at(&lines, &text, &at);
                first.get_or_insert(Error {
                    line,
                    ..Error::new(at, message)
                });
            }
        }
    }
    Err(first.unwrap_or_else(|| Error::new(Location::file(name), "There is no dialect to read it in.")))
}

fn syntax(
    text: &[u8],
    dialect: Dialect,
    packing: u32,
    lines: &mut LineTable,
) -> Result<(Syntax, Pragmas), (u32, String)> {
    let lexed = lex(text, dialect, packing, lines).map_err(|(offset, message)| (offset, message.to_owned()))?;
    let syntax = parser::parse(&lexed).map_err(|error| (error.offset as u32, error.message))?;
    let pragmas = Pragmas {
        second_names: lexed.second_names,
        parallel: lexed.parallel,
    };
    Ok((syntax, pragmas))
}

/// What pragmas say beside the tokens.
struct Pragmas {
    second_names: Vec<SecondName>,
    parallel: Vec<u32>,
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
        file: lines.files().name(FileId(file)).to_owned(),
        line,
        column,
    }
}
