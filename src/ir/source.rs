//! Source positions: where in the user's files something stands.
//!
//! Positions follow line markers (`# N "file"`, `#line N "file"`), so they name the original file and line, not the preprocessed text.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A file that the source names, by order of first appearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A place in the source: file, line (from 1) and column in bytes of the line as it was read (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The file.
    pub file: FileId,
    /// The line after line markers, from 1; 0 for what the compiler itself made.
    pub line: u32,
    /// The column in bytes, from 1; 0 where it is unknown.
    pub column: u32,
}

impl Position {
    /// The position of what has no place in the source (built-in declarations, program start).
    pub const BUILT_IN: Position = Position {
        file: FileId(0),
        line: 0,
        column: 0,
    };
}

/// The names of all files that positions refer to; file 0 always is the first input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    names: Vec<String>,
    /// The ids by name: a source may claim to come from any number of files.
    ids: HashMap<String, FileId, FxBuildHasher>,
    /// For lines of files, by increasing column: the columns of what is written at another one, with that.
    columns: HashMap<(FileId, u32), Vec<(u32, u32)>, FxBuildHasher>,
}

impl Files {
    /// The id of the file `name`, made on first use.
    pub fn intern(&mut self, name: &str) -> FileId {
        if let Some(known) = self.ids.get(name) {
            return *known;
        }
        let id = FileId(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// The id of a file that was named before.
    pub fn find(&self, name: &str) -> Option<FileId> {
        self.ids.get(name).copied()
    }

    /// The name of a file as the line markers or the command line gave it; empty for an unknown id.
    pub fn name(&self, file: FileId) -> &str {
        self.names.get(file.0 as usize).map_or("", String::as_str)
    }

    /// The name of the first file; empty if there is none.
    pub fn first(&self) -> &str {
        self.name(FileId(0))
    }

    /// Notes at which columns of a line of a file things are written that were read at others: pairs of the column as it was read, increasing, and
    /// as it is written.
    pub fn note_columns(&mut self, file: FileId, line: u32, columns: &[(u32, u32)]) {
        self.columns.entry((file, line)).or_insert_with(|| columns.to_vec());
    }

    /// The column of a position in bytes of the line as it is written, from 1: macros, comments and spaces move what is read.
    pub fn column(&self, at: Position) -> u32 {
        let columns = self.columns.get(&(at.file, at.line)).map_or(&[][..], Vec::as_slice);
        match columns.binary_search_by_key(&at.column, |(read, _)| *read) {
            Ok(found) => columns[found].1,
            Err(_) => at.column,
        }
    }

    /// The names of all files, in the order of their first appearance.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// `file:line:column`, the usual form for terminals.
    pub fn display(&self, at: Position) -> String {
        format!("{}:{}:{}", self.name(at.file), at.line, self.column(at))
    }
}
