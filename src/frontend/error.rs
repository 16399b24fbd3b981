//! What the front end reports when it can't give a program: a sentence and the place that it speaks about.

use std::fmt;

/// A place in a source file, as the user knows it (after line markers).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The file's name, as given by the command line or a line marker.
    pub file: String,
    /// The line, from 1; 0 when the whole file is meant.
    pub line: u32,
    /// The column in bytes, from 1; 0 when the whole line is meant.
    pub column: u32,
}

impl Location {
    /// The place that is a whole file.
    pub fn file(name: &str) -> Self {
        Location {
            file: name.to_owned(),
            line: 0,
            column: 0,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.file)?;
        if self.line > 0 {
            write!(out, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(out, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// Why an input gives no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub at: Location,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl Error {
    /// An error at a place.
    pub fn new(at: Location, message: impl Into<String>) -> Self {
        Error {
            at,
            message: message.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.at, self.message)
    }
}

impl std::error::Error for Error {}
