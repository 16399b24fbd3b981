//! Property files: what a task asks, in the language of the competition.

use super::TaskError;
use std::path::Path;

/// What a property file asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No execution has a data race.
    NoDataRace,
    /// Anything else, or more than that.
    Other,
}

impl Property {
    /// Reads a property file.
    ///
    /// # Errors
    /// If the file cannot be read, or asks for nothing.
    pub fn read(path: &Path) -> Result<Self, TaskError> {
        let text = crate::files::read_text(path).map_err(|error| TaskError::unreadable(path, &error))?;
        Property::parse(&text).ok_or_else(|| {
            TaskError::of_file(
                path,
                "This is not a property file: it has no line `CHECK( init(main()), LTL(…) )`.",
            )
        })
    }

    /// The property that a text asks for, if it asks for one: each of its lines begins with `CHECK`, and spaces mean nothing.
    pub fn parse(text: &str) -> Option<Self> {
        let squeezed = text.lines().map(|line| line.split_whitespace().collect::<String>());
        let lines: Vec<String> = squeezed.filter(|line| !line.is_empty()).collect();
        match lines.as_slice() {
            [] => None,
            lines if lines.iter().any(|line| !line.starts_with("CHECK(")) => None,
            [only] if only == "CHECK(init(main()),LTL(G!data-race))" => Some(Property::NoDataRace),
            _ => Some(Property::Other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_file_that_asks_for_no_data_race_alone_does() {
        let cases = [
            (
                "CHECK( init(main()), LTL(G ! data-race) )\n",
                Some(Property::NoDataRace),
            ),
            (
                "\nCHECK(init(main()), LTL(G !data-race))\r\n",
                Some(Property::NoDataRace),
            ),
            (
                "CHECK( init(main()), LTL(G ! call(reach_error())) )",
                Some(Property::Other),
            ),
            (
                "CHECK( init(main()), LTL(G ! data-race) )\nCHECK( init(main()), LTL(G ! overflow) )",
                Some(Property::Other),
            ),
            ("", None),
            ("int main(void) { return 0; }", None),
        ];
        for (text, property) in cases {
            assert_eq!(Property::parse(text), property, "{text}");
        }
    }
}
