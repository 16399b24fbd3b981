//! What a file `pepsin.toml` allows: tables `[[allow]]`.
//!
//! ```toml
//! [[allow]]
//! object = "stats.hits"
//! reason = "A figure for people, which may be a little wrong."
//! ```

use super::options::ConfigurationError;
use super::places::Places;
use serde::Deserialize;

/// The key of the tables.
pub(super) const KEY: &str = "allow";

/// A table `[[allow]]`: findings that count as no failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowRow {
    /// Which findings.
    pub which: AllowedFindings,
    /// Why.
    pub reason: String,
    /// Where it is written: `pepsin.toml:3`.
    pub at: String,
}

/// Which findings a table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedFindings {
    /// Those on an object, named as the report names it.
    OnObject(String),
    /// The one with a fingerprint.
    WithFingerprint(String),
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    allow: Vec<toml::Spanned<Row>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    object: Option<String>,
    fingerprint: Option<String>,
    reason: String,
}

/// The tables of a text; `name` is the file's name in messages.
///
/// # Errors
/// If a table names not exactly one of `object` and `fingerprint`, or no reason, or anything else.
pub(super) fn parse(name: &str, text: &str) -> Result<Vec<AllowRow>, ConfigurationError> {
    let places = Places::new(name, text);
    let file: File = toml::from_str(text).map_err(|error| ConfigurationError {
        at: places.line(error.span().map_or(0, |span| span.start)),
        message: format!("This allows nothing: {}.", error.message().trim_end_matches('.')),
    })?;
    let row = |row: toml::Spanned<Row>| {
        let at = places.line(row.span().start);
        let row = row.into_inner();
        let which = match (row.object, row.fingerprint) {
            (Some(object), None) => AllowedFindings::OnObject(object),
            (None, Some(fingerprint)) => AllowedFindings::WithFingerprint(fingerprint),
            _ => {
                let message = "It is either an `object` or a `fingerprint` that is allowed.".to_owned();
                return Err(ConfigurationError { at, message });
            }
        };
        let reason = row.reason;
        Ok(AllowRow { which, reason, at })
    };
    file.allow.into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_and_mistakes_have_their_place() {
        let good = parse("p.toml", "unroll = 3\n[[allow]]\nobject = \"x\"\nreason = \"r\"\n").expect("is right");
        assert_eq!(good[0].which, AllowedFindings::OnObject("x".to_owned()));
        assert_eq!(good[0].at, "p.toml:2");
        for wrong in ["[[allow]]\nreason = \"r\"\n", "[[allow]]\nobject = \"x\"\n"] {
            let error = parse("p.toml", wrong).expect_err(wrong).to_string();
            assert!(error.starts_with("p.toml:1: error: "), "{error}");
        }
    }
}
