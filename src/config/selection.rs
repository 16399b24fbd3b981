//! Sets of rows of the catalogue, as a user writes them.
//!
//! A selection is a list of ids (`L,TF,TID`), or `all`, `none`, `default`;
//! ids with a sign change the default: `-J` is everything usual but J, `+CL` adds CL.

use crate::races::facts::full_catalogue;
use pepsin_digests::Row;

/// A set of rows of the catalogue of digests and access facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    ids: Vec<&'static str>,
}

impl Selection {
    /// The rows that take part by default.
    pub fn default_rows() -> Self {
        Selection {
            ids: full_catalogue().defaults(),
        }
    }

    /// All rows.
    pub fn all() -> Self {
        Selection::of(full_catalogue().rows(), |_| true)
    }

    /// The row with an id; none if there is no such row.
    pub fn named(id: &str) -> Self {
        Selection::of(full_catalogue().rows(), |row| row.id == id)
    }

    fn of(rows: &[Row], wanted: impl Fn(&Row) -> bool) -> Self {
        Selection {
            ids: rows.iter().filter(|row| wanted(row)).map(|row| row.id).collect(),
        }
    }

    /// The selection that a user wrote.
    ///
    /// # Errors
    /// A sentence, if an id is unknown or ids with and without sign are mixed.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "all" => return Ok(Selection::all()),
            "none" | "" => return Ok(Selection { ids: Vec::new() }),
            "default" => return Ok(Selection::default_rows()),
            _ => (),
        }
        let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let signed = words.iter().filter(|word| word.starts_with(['+', '-'])).count();
        if signed != 0 && signed != words.len() {
            return Err("Either all ids or none of them have a sign.".to_owned());
        }
        let mut selection = if signed == 0 {
            Selection { ids: Vec::new() }
        } else {
            Selection::default_rows()
        };
        let catalogue = full_catalogue();
        for word in words {
            let row = catalogue
                .row(word.trim_start_matches(['+', '-']))
                .map_err(|error| sentence(&error.to_string()))?;
            selection.ids.retain(|id| *id != row.id);
            if !word.starts_with('-') {
                selection.ids.push(row.id);
            }
        }
        Ok(Selection::of(catalogue.rows(), |row| selection.contains(row.id)))
    }

    /// Keeps only those rows that are among `ids`.
    pub fn retain(&mut self, ids: &[&str]) {
        self.ids.retain(|id| ids.contains(id));
    }

    /// Whether the row with an id is selected.
    pub fn contains(&self, id: &str) -> bool {
        self.ids.contains(&id)
    }

    /// The ids, in the order of the catalogue.
    pub fn ids(&self) -> &[&'static str] {
        &self.ids
    }

    /// As a user writes it.
    pub fn text(&self) -> String {
        if self.ids.is_empty() {
            "none".to_owned()
        } else {
            self.ids.join(",")
        }
    }
}

/// The text with a capital letter at the front.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + letters.as_str(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_read_back_as_it_is_written() {
        for text in ["L", "none", "L,FR", "all", "default", "-J"] {
            let selection = Selection::parse(text).expect(text);
            assert_eq!(Selection::parse(&selection.text()), Ok(selection));
        }
    }

    #[test]
    fn signs_change_the_default() {
        let without = Selection::parse("-J").expect("J is a row");
        assert!(!without.contains("J") && without.contains("L"));
    }

    #[test]
    fn an_unknown_id_and_mixed_signs_are_errors() {
        assert!(Selection::parse("L,XYZ").is_err_and(|error| error.contains("XYZ")));
        assert!(Selection::parse("L,-J").is_err());
    }
}
