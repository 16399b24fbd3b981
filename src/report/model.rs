//! The data model of a report; its serialisation is the JSON format, version 1.
//!
//! What is marked as not serialised serves the other renderers only, so that the JSON format stays as it is.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The version of the JSON format; it changes when a reader of the old one would break.
pub const VERSION: u32 = 1;

/// What was found out about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The version of the format.
    pub version: u32,
    /// What is said of the program.
    pub verdict: VerdictReport,
    /// Whether the solution is complete, and verified: no limit ended the analysis.
    pub complete: bool,
    /// How many states were visited, if that is what settles the pairs that the digests leave open.
    #[serde(skip)]
    pub explored_states: Option<u64>,
    /// The locations with conflicting accesses: races first, ranked.
    pub locations: Vec<LocationReport>,
    /// What could not be modelled soundly.
    pub obstacles: Vec<ObstacleReport>,
    /// What the result takes for granted.
    pub assumptions: Vec<AssumptionReport>,
    /// Code found unreachable behind an operation that waits.
    pub dead_code: Vec<DeadCodeReport>,
    /// Figures, in the order of the stages.
    pub statistics: Ordered<u64>,
}

/// The verdict on the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictReport {
    /// Proved free of data races.
    RaceFree,
    /// Has a data race that was executed.
    Race,
    /// May have a data race.
    PossibleRace,
    /// Nothing could be said.
    Undecided,
}

/// A location: bytes of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LocationReport {
    /// The object's name.
    pub object: String,
    /// The bytes, such as `0..4`, or `0..40 by 8` for 4 bytes out of each 8.
    pub bytes: String,
    /// The object's type, where it is known.
    #[serde(rename = "type")]
    pub ty: Option<String>,
    /// Safe, possible or confirmed.
    pub status: Status,
    /// For a safe location: the smallest set of digests that excludes all its pairs, each with a fact.
    pub because: Vec<String>,
    /// The races.
    pub races: Vec<RaceReport>,
    /// The part of the object that holds the bytes, as it is selected in C: `.next`, `[*].lock`; empty for the whole object.
    #[serde(skip)]
    pub part: String,
    /// The type of that part.
    #[serde(skip)]
    pub part_type: Option<String>,
    /// How many more pairs of accesses remain than are listed.
    #[serde(skip)]
    pub unlisted: u64,
    /// Where the object is declared or allocated.
    #[serde(skip)]
    pub declared: PlaceReport,
}

/// Whether a location may race, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// An execution showed the race.
    Confirmed,
    /// Pairs remain.
    Possible,
    /// All pairs are excluded.
    Safe,
}

/// Two accesses that race, or may race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RaceReport {
    /// An access that writes.
    pub first: AccessReport,
    /// The other access.
    pub second: AccessReport,
    /// For each digest, by its id, why it did not exclude the pair; empty if the race was executed only.
    pub not_excluded_because: Ordered<String>,
    /// Whether an execution showed this race.
    #[serde(skip)]
    pub status: Status,
}

/// One access of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AccessReport {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function it stands in.
    pub function: String,
    /// `read` or `write`.
    pub kind: &'static str,
    /// How the write came about if it is not an assignment: `free`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<&'static str>,
    /// The thread, such as ‘worker created at line 17, in a loop’.
    pub thread: String,
    /// The locks certainly held.
    pub locks: Vec<String>,
    /// Why the address was not known, if it was not.
    #[serde(skip)]
    pub address: Option<String>,
    /// Where the thread is created; nothing for main.
    #[serde(skip)]
    pub created: Vec<PlaceReport>,
    /// In a confirmed race, the calls that led to the access, innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<CallReport>,
}

/// A function that was being executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CallReport {
    /// Where it stood.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function.
    pub function: String,
}

/// A place in the source, after line markers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct PlaceReport {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column in bytes, from 1; 0 if it is unknown.
    pub column: u32,
}

/// Something that could not be modelled soundly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObstacleReport {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// What, as a sentence.
    pub what: String,
    /// Whether it could hide a race.
    pub may_hide_race: bool,
}

/// Something that the result takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AssumptionReport {
    /// What, as a sentence.
    pub what: String,
    /// The setting that lifts it, if there is one.
    pub setting: Option<&'static str>,
}

/// Code found unreachable behind an operation that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadCodeReport {
    /// The first unreachable place.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function.
    pub function: String,
    /// The operation that never returns.
    pub operation: String,
    /// Where it is called.
    pub behind: PlaceReport,
}

/// A map that keeps the order in which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered<V>(pub Vec<(&'static str, V)>);

impl<V> Default for Ordered<V> {
    fn default() -> Self {
        Ordered(Vec::new())
    }
}

impl<V: Serialize> Serialize for Ordered<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl PlaceReport {
    /// `file:line:column`, without what is unknown.
    pub fn display(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}", self.file),
        }
    }
}
