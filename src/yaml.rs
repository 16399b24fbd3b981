//! YAML of others: read within bounds.
//!
//! The parser remembers, for each open bracket, that a key may begin there, and looks at all of them for each token: a million brackets take hours.
//! So the nesting is counted first. Aliases that multiply are refused by the parser itself.

use serde::de::{DeserializeOwned, Error as _};
use yaml_serde::Error;

/// How many brackets may be open: no file that means something has more, even if those in texts count.
const MOST_BRACKETS: usize = 1_000;

/// What a text says.
///
/// # Errors
/// If the text is not YAML, says something else, or is nested too deeply.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    let mut open = 0_usize;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        if open > MOST_BRACKETS {
            return Err(Error::custom(format!("more than {MOST_BRACKETS} brackets are open")));
        }
    }
    yaml_serde::from_str(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted_before_anything_is_parsed() {
        assert_eq!(parse::<Vec<u8>>("[1, 2]").expect("is a list"), [1, 2]);
        let error = parse::<Vec<u8>>(&"[".repeat(1_000_000)).expect_err("is too deep");
        assert!(error.to_string().contains("brackets"), "{error}");
    }
}
