//! Source positions: where in the user's files something stands.
//!
//! Positions follow line markers (`# N "file"`, `#line N "file"`), so they name the original file and line, not the preprocessed text.

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
}

impl Files {
    /// The id of the file `name`, made on first use.
    pub fn intern(&mut self, name: &str) -> FileId {
        let known = self.names.iter().position(|known| known == name);
        FileId(known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }) as u32)
    }

    /// The name of a file as the line markers or the command line gave it; empty for an unknown id.
    pub fn name(&self, file: FileId) -> &str {
        self.names.get(file.0 as usize).map_or("", String::as_str)
    }

    /// The names of all files, in the order of their first appearance.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// `file:line:column`, the usual form for terminals.
    pub fn display(&self, at: Position) -> String {
        format!("{}:{}:{}", self.name(at.file), at.line, at.column)
    }
}
