//! Sets of rows of the catalogue, as a user writes them.
//!
//! A selection is a list of ids (`L,TF,TID`), or `all`, `none`, `default`;
//! ids with a sign change the default: `-J` is everything usual but J, `+CL` adds CL.
//! It is resolved against a catalogue late, so that rows which a user of the library adds take part.

use crate::races::facts::full_catalogue;
use pepsin_digests::{ByDefault, Catalogue, Row};

/// A set of rows of the catalogue of digests and access facts: a base, and what is added to it or taken from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    base: Base,
    added: Vec<&'static str>,
    removed: Vec<&'static str>,
}

/// What a selection starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// No row.
    None,
    /// The rows that take part by default.
    Default,
    /// All rows.
    All,
}

impl Selection {
    /// The rows that take part by default.
    pub fn default_rows() -> Self {
        Selection::from_base(Base::Default)
    }

    /// All rows.
    pub fn all() -> Self {
        Selection::from_base(Base::All)
    }

    /// The rows with these ids.
    pub fn listed(ids: &[&'static str]) -> Self {
        Selection {
            added: ids.to_vec(),
            ..Selection::from_base(Base::None)
        }
    }

    fn from_base(base: Base) -> Self {
        Selection {
            base,
            added: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// The selection that a user wrote.
    ///
    /// # Errors
    /// A sentence, if an id is unknown or ids with and without sign are mixed.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            "all" => return Ok(Selection::all()),
            "none" | "" => return Ok(Selection::from_base(Base::None)),
            "default" => return Ok(Selection::default_rows()),
            _ => (),
        }
        let words: Vec<&str> = text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let signed = words.iter().filter(|word| word.starts_with(['+', '-'])).count();
        if signed != 0 && signed != words.len() {
            return Err("Either all ids or none of them have a sign.".to_owned());
        }
        let base = if signed == 0 { Base::None } else { Base::Default };
        let mut selection = Selection::from_base(base);
        for word in words {
            selection.change(word)?;
        }
        Ok(selection)
    }

    /// Adds the row with an id, or takes it away if the id has a minus sign.
    fn change(&mut self, word: &str) -> Result<(), String> {
        let catalogue = full_catalogue();
        let found = catalogue.row(word.trim_start_matches(['+', '-']));
        let id = found.map_err(|error| sentence(&error.to_string()))?.id;
        self.added.retain(|added| *added != id);
        self.removed.retain(|removed| *removed != id);
        if word.starts_with('-') {
            self.removed.push(id);
        } else {
            self.added.push(id);
        }
        Ok(())
    }

    /// Whether a row is selected.
    pub fn contains(&self, row: &Row) -> bool {
        let based = match self.base {
            Base::None => false,
            Base::Default => row.default == ByDefault::On,
            Base::All => true,
        };
        (based || self.added.contains(&row.id)) && !self.removed.contains(&row.id)
    }

    /// The ids of the selected rows, in the order of the catalogue.
    pub fn ids(&self, catalogue: &Catalogue) -> Vec<&'static str> {
        let selected = catalogue.rows().iter().filter(|row| self.contains(row));
        selected.map(|row| row.id).collect()
    }

    /// As a user writes it.
    pub fn text(&self) -> String {
        let signed = |sign: &'static str, ids: &[&'static str]| -> Vec<String> {
            ids.iter().map(|id| format!("{sign}{id}")).collect()
        };
        match self.base {
            Base::None if self.added.is_empty() => "none".to_owned(),
            Base::None => self.added.join(","),
            Base::All => "all".to_owned(),
            Base::Default if self.added.is_empty() && self.removed.is_empty() => "default".to_owned(),
            Base::Default => [signed("+", &self.added), signed("-", &self.removed)]
                .concat()
                .join(","),
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
        for text in ["L", "none", "L,FR", "all", "default", "-J", "+L,-TF"] {
            let selection = Selection::parse(text).expect(text);
            assert_eq!(selection.text(), text);
        }
    }

    #[test]
    fn signs_change_the_default() {
        let ids = Selection::parse("-j").expect("J is a row").ids(&full_catalogue());
        assert!(!ids.contains(&"J") && ids.contains(&"L"));
    }

    #[test]
    fn an_unknown_id_and_mixed_signs_are_errors() {
        assert!(Selection::parse("L,XYZ").is_err_and(|error| error.contains("XYZ")));
        assert!(Selection::parse("L,-J").is_err());
    }
}
