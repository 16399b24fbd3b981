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

/// Why an input gives no program. Displayed, it is the message with its place, and the line with a mark below the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub at: Location,
    /// What is wrong, as a sentence.
    pub message: String,
    /// The line of the preprocessed source that the place is in, where there is one.
    pub line: Option<String>,
}

/// How many characters of a line are shown on each side of the place.
const SHOWN: usize = 80;

impl Error {
    /// An error at a place.
    pub fn new(at: Location, message: impl Into<String>) -> Self {
        Error {
            at,
            message: message.into(),
            line: None,
        }
    }

    /// The line and the mark below it, with the number of the line in front.
    fn snippet(&self) -> Option<String> {
        let line = self.line.as_deref()?;
        let before = line.get(..(self.at.column as usize).checked_sub(1)?)?;
        let clipped = before.chars().count().saturating_sub(SHOWN);
        let before: String = before.chars().skip(clipped).collect();
        let behind = line.get(self.at.column as usize - 1..)?.chars().take(SHOWN);
        let shown: String = before.chars().chain(behind).collect();
        // Tabs stay, so that the mark stands below the place however wide they are.
        let blank: String = before
            .chars()
            .map(|letter| if letter == '\t' { '\t' } else { ' ' })
            .collect();
        let number = self.at.line.to_string();
        let margin = " ".repeat(number.len());
        Some(format!(
            "{margin} |\n{number} | {}\n{margin} | {blank}^",
            shown.trim_end()
        ))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: error: {}", self.at, self.message)?;
        match self.snippet() {
            Some(snippet) => write!(out, "\n{snippet}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, column: u32) -> String {
        let at = Location {
            file: "x.c".to_owned(),
            line: 12,
            column,
        };
        let error = Error {
            line: Some(line.to_owned()),
            ..Error::new(at, "It is wrong.")
        };
        error.to_string()
    }

    #[test]
    fn the_mark_stands_below_the_place() {
        let expected = "x.c:12:9: error: It is wrong.\n   |\n12 | \treturn y;\n   | \t       ^";
        assert_eq!(shown("\treturn y;", 9), expected);
    }

    #[test]
    fn long_lines_are_clipped_and_odd_places_show_no_line() {
        let long = format!("{}y{}", "a".repeat(1000), "b".repeat(1000));
        let text = shown(&long, 1001);
        assert!(
            text.len() < 500 && text.ends_with(&format!("{}^", " ".repeat(SHOWN))),
            "{text}"
        );
        for column in [0, 50] {
            assert!(!shown("short", column).contains('\n'));
        }
    }
}
