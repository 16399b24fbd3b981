//! The arguments against races that an analysis may use: digests and access facts, with one catalogue of rows for both.

use super::facts::{self, AccessFact};
use pepsin_digests::{Catalogue, Row};
use std::sync::OnceLock;

/// Those of this process, once they are chosen.
static INSTALLED: OnceLock<Arguments> = OnceLock::new();

/// The digests and access facts that there are.
#[derive(Clone)]
pub struct Arguments {
    catalogue: Catalogue,
    facts: Vec<&'static dyn AccessFact>,
}

impl Arguments {
    /// Those that come with Pepsin.
    pub fn standard() -> Self {
        facts::catalogue().into_iter().fold(
            Arguments {
                catalogue: Catalogue::standard(),
                facts: Vec::new(),
            },
            Arguments::with_fact,
        )
    }

    /// Makes these the arguments by whose rows settings are read and the command line program analyses, in this whole process.
    ///
    /// # Errors
    /// Those that are refused, because others were installed or used before.
    pub fn install(self) -> Result<(), Self> {
        INSTALLED.set(self)
    }

    /// The arguments of this process: those that were installed, otherwise the standard ones.
    pub fn installed() -> &'static Self {
        INSTALLED.get_or_init(Arguments::standard)
    }

    /// These, and one more digest, given by its row (`Row::digest::<Mine>(…)`).
    #[must_use]
    pub fn with_digest(mut self, row: Row) -> Self {
        self.catalogue = self.catalogue.with(row);
        self
    }

    /// These, and one more access fact.
    #[must_use]
    pub fn with_fact(mut self, fact: &'static dyn AccessFact) -> Self {
        self.catalogue = self.catalogue.with(fact.row());
        self.facts.push(fact);
        self
    }

    /// The rows of all digests and access facts.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The access facts, in the order of the catalogue.
    pub fn facts(&self) -> &[&'static dyn AccessFact] {
        &self.facts
    }
}
