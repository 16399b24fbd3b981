//! Open programs in reports: who calls the program, what is declared of these calls, and what of the races lies in its own variables.

use super::model::{LocationReport, PlaceReport, Report, Status};
use super::text::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many entry points a text names at most.
const NAMED: usize = 12;

/// How a program is entered that has no `main`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OpenReport {
    /// The functions that code outside calls.
    pub entries: Vec<EntryReport>,
    /// What is declared of these calls.
    pub declarations: Vec<DeclarationReport>,
    /// How many locations that may race lie in variables with static or thread storage.
    pub direct_races: u64,
    /// How many are reached through pointers only: memory that was allocated, of a running function, or that callers pass.
    pub indirect_races: u64,
}

/// A function that code outside calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EntryReport {
    /// The function.
    pub function: String,
    /// How code outside knows of it: `exported`, `handed out` or `declared`.
    pub known: String,
    /// Where it is defined.
    #[serde(flatten)]
    pub place: PlaceReport,
}

/// What is declared of the calls of some functions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DeclarationReport {
    /// Its name.
    pub name: String,
    /// The order of the calls, as in `pepsin.toml`.
    pub order: String,
    /// The parameter, from 0, whose object the order is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<u64>,
    /// The functions.
    pub functions: Vec<String>,
    /// Where it is written.
    pub at: String,
}

impl OpenReport {
    /// Counts the races of a report, by location.
    pub(super) fn count(&mut self, locations: &[LocationReport]) {
        let open = || locations.iter().filter(|location| location.status != Status::Safe);
        self.direct_races = open().filter(|location| location.variable).count() as u64;
        self.indirect_races = open().count() as u64 - self.direct_races;
    }

    /// What there is to say of it, line by line.
    pub(super) fn sentences(&self) -> Vec<String> {
        let names = self.entries.iter().take(NAMED).map(|entry| match entry.known.as_str() {
            "exported" => format!("`{}`", entry.function),
            known => format!("`{}` ({known})", entry.function),
        });
        let names: Vec<String> = names.collect();
        let more = match self.entries.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let mut sentences = vec![format!(
            "{}: {}{more}.",
            count(self.entries.len() as u64, "entry point", "entry points"),
            names.join(", ")
        )];
        if self.direct_races + self.indirect_races > 0 {
            sentences.push(format!(
                "Locations that may race: {} in variables of the program, {} reached through pointers only.",
                self.direct_races, self.indirect_races
            ));
        }
        sentences
    }
}

/// What a text says of how the program is entered; nothing if it has a `main`.
pub(super) fn said(report: &Report) -> Vec<String> {
    report.open.as_ref().map_or_else(Vec::new, OpenReport::sentences)
}
