//! Configurations: the sets of rows that a study compares.

use pepsin_digests::{Catalogue, Row};

/// A set of rows of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The ids of its rows, in the order of the catalogue.
    pub ids: Vec<&'static str>,
}

impl Configuration {
    /// The configuration as people write it: `L+TF`, or `none`.
    pub fn name(&self) -> String {
        if self.ids.is_empty() {
            "none".to_owned()
        } else {
            self.ids.join("+")
        }
    }

    /// The configuration that a text such as `L+TF` or `none` stands for.
    ///
    /// # Errors
    /// A sentence, if an id has no row.
    pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, String> {
        let words: Vec<&str> = text
            .split(['+', ','])
            .map(str::trim)
            .filter(|word| !word.is_empty())
            .collect();
        if words == ["none"] {
            return Ok(Configuration { ids: Vec::new() });
        }
        for word in &words {
            catalogue
                .row(word)
                .map_err(|_| format!("There is no digest `{word}` in the catalogue."))?;
        }
        let wanted = |row: &&Row| words.iter().any(|word| row.id.eq_ignore_ascii_case(word));
        Ok(Configuration {
            ids: catalogue.rows().iter().filter(wanted).map(|row| row.id).collect(),
        })
    }
}

/// The configurations of the paper's Fig. 8.
const PAPER: &[&str] = &[
    "none",
    "L",
    "TF",
    "TID",
    "FR",
    "SL",
    "R",
    "TID+J",
    "L+TF",
    "L+TID",
    "L+TID+J",
    "L+TF+TID+J+FR",
    "L+TF+TID+J+FR+SL",
    "L+TF+TID+J+FR+SL+R",
];

/// The configurations of a preset (`paper`, `each`, `all-pairs`) or those that a text lists, one a line.
///
/// `paper` leaves out the configurations whose rows are not all in the catalogue. The last configuration of `each` and
/// `all-pairs` is the whole catalogue.
///
/// # Errors
/// A sentence, if a line names an id that has no row, or there is no configuration.
pub fn configurations(preset: &str, catalogue: &Catalogue) -> Result<Vec<Configuration>, String> {
    let ids: Vec<&'static str> = catalogue.rows().iter().map(|row| row.id).collect();
    let of = |ids: Vec<&'static str>| Configuration { ids };
    let (none, all) = (of(Vec::new()), of(ids.clone()));
    let each = ids.iter().map(|id| of(vec![id]));
    match preset {
        "paper" => Ok(PAPER
            .iter()
            .filter_map(|text| Configuration::parse(text, catalogue).ok())
            .collect()),
        "each" => Ok(std::iter::once(none).chain(each).chain([all]).collect()),
        "all-pairs" => {
            let pairs = ids.iter().enumerate().flat_map(|(number, first)| {
                let later = ids[number + 1..].iter();
                later.map(move |second| Configuration {
                    ids: vec![first, second],
                })
            });
            Ok(pairs.chain([all]).collect())
        }
        text => listed(text, catalogue),
    }
}

fn listed(text: &str, catalogue: &Catalogue) -> Result<Vec<Configuration>, String> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim());
    let found: Result<Vec<_>, _> = lines
        .filter(|line| !line.is_empty())
        .map(|line| Configuration::parse(line, catalogue))
        .collect();
    match found {
        Ok(found) if found.is_empty() => Err("The file lists no configurations.".to_owned()),
        found => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::races::facts::full_catalogue;

    #[test]
    fn presets_and_lists_give_configurations_in_the_order_of_the_catalogue() {
        let catalogue = full_catalogue();
        let rows = catalogue.rows().len();
        let count = |preset| configurations(preset, &catalogue).expect(preset).len();
        assert_eq!(count("each"), rows + 2);
        assert_eq!(count("all-pairs"), rows * (rows - 1) / 2 + 1);
        assert_eq!(count("none\nL+TF # both\n\nTID,J"), 3);
        let names: Vec<String> = configurations("TF+TID", &catalogue)
            .expect("rows")
            .iter()
            .map(Configuration::name)
            .collect();
        assert_eq!(names, ["TID+TF"]);
    }

    #[test]
    fn an_unknown_row_and_an_empty_list_are_errors() {
        assert!(configurations("L+XYZ", &full_catalogue()).is_err());
        assert!(configurations("# nothing", &full_catalogue()).is_err());
    }
}
