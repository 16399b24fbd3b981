//! The data model of a report; its serialisation is the JSON format, version 1, whose schema is made from these types, too.
//!
//! What is marked as not serialised stands elsewhere in the JSON format, or is the source itself.

use super::deadlocks::DeadlocksReport;
use super::open::OpenReport;
use super::sources::Sources;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The version of the JSON format; it changes when a reader of the old one would break.
pub const VERSION: u32 = 1;

/// What was found out about a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The version of the format.
    pub version: u32,
    /// What made the report, of what.
    pub run: RunReport,
    /// What is said of the program.
    pub verdict: VerdictReport,
    /// Whether the solution is complete, and verified: no limit ended the analysis.
    pub complete: bool,
    /// How much the analysis told apart.
    pub analysis: AnalysisReport,
    /// How many states were visited, if that is what settles the pairs that the digests leave open.
    pub explored_states: Option<u64>,
    /// What to look at: one entry for each cause of races, the most suspicious first.
    pub findings: Vec<FindingReport>,
    /// The locations with conflicting accesses: races first, ranked.
    pub locations: Vec<LocationReport>,
    /// What could not be modelled soundly.
    pub obstacles: Vec<ObstacleReport>,
    /// What the result takes for granted.
    pub assumptions: Vec<AssumptionReport>,
    /// Code found unreachable behind an operation that waits.
    pub dead_code: Vec<DeadCodeReport>,
    /// Where executions ended before the program did: behind it they saw nothing.
    pub execution_ends: Vec<ExecutionEndReport>,
    /// Figures, in the order of the stages.
    pub statistics: Ordered<u64>,
    /// Where races are allowed of which there is none.
    pub unused_allowances: Vec<String>,
    /// The threads, creators first; the first is main.
    pub threads: Vec<ThreadReport>,
    /// What is said of deadlocks, if they are checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadlocks: Option<DeadlocksReport>,
    /// Who calls the program, if it has no `main` of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenReport>,
    /// The sources, for renderers that show them.
    #[serde(skip)]
    #[schemars(skip)]
    pub sources: Sources,
}

/// How much the analysis told apart that the result is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AnalysisReport {
    /// What most programs need.
    #[default]
    Ordinary,
    /// Little, because more took too long.
    Coarse,
}

impl AnalysisReport {
    /// What there is to say of it.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            AnalysisReport::Ordinary => None,
            AnalysisReport::Coarse => Some(COARSE),
        }
    }
}

/// What is said of a coarse analysis.
const COARSE: &str = "The ordinary analysis took too long. In this one, what memory holds is the same at all places of the program, \
calls are told apart by thread and locks only, and pointers that may lead to more than a few objects are not followed; \
so more may be reported than there is, and less may be proved.";

/// What made a report, of what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RunReport {
    /// The version of Pepsin, with the commit where it is known.
    pub tool: String,
    /// The files that were analysed.
    pub inputs: Vec<String>,
    /// The folder that file names are relative to, if they are.
    #[serde(skip)]
    #[schemars(skip)]
    pub root: Option<String>,
    /// The configuration file that was used.
    pub configuration: Option<String>,
    /// The settings that differ from their defaults.
    pub settings: Vec<SettingReport>,
}

impl RunReport {
    /// The configuration file, if no setting that is listed names it as its source: it allows findings, or states defaults.
    pub fn silent_configuration(&self) -> Option<&str> {
        let file = self.configuration.as_deref()?;
        let names = |setting: &SettingReport| {
            setting
                .source
                .strip_prefix(file)
                .is_some_and(|place| place.starts_with(':'))
        };
        (!self.settings.iter().any(names)).then_some(file)
    }
}

/// A setting that differs from its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SettingReport {
    /// Its key.
    pub key: String,
    /// Its value.
    pub value: String,
    /// What it would be otherwise.
    pub default: String,
    /// Where it was set: `pepsin.toml:3:1`, or `--unroll`.
    pub source: String,
}

/// A thread, or several that the analysis does not tell apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ThreadReport {
    /// The start routine.
    pub routine: String,
    /// Whether there may be several.
    pub several: bool,
    /// Whether it is a signal handler, which is installed and not created.
    #[serde(default)]
    pub handler: bool,
    /// The threads that create it, by their numbers in `threads`, from 0.
    pub creators: Vec<usize>,
    /// Where it is created.
    pub created: Vec<PlaceReport>,
    /// Where it is certainly joined.
    pub joined: Vec<PlaceReport>,
}

/// One cause of races: a part of an object, or a pointer of which too little is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FindingReport {
    /// Its number, from 1, by suspicion.
    pub number: u32,
    /// What names the cause without lines, so that it outlives edits elsewhere; as 16 hexadecimal digits.
    pub fingerprint: String,
    /// The cause for people.
    pub title: String,
    /// Possible or confirmed.
    pub status: Status,
    /// Why it stands where it stands among the findings.
    pub suspicion: Suspicion,
    /// Where the object is declared or allocated, or the pointer became unknown.
    pub declared: PlaceReport,
    /// The most telling race.
    pub race: RaceReport,
    /// What would order its accesses, as sentences.
    pub remedies: Vec<String>,
    /// The threads that may make two accesses at the same time, each pair once.
    pub threads: Vec<[String; 2]>,
    /// The kinds of access and the functions of all races, each once: `write in f, read in g`.
    pub sides: Vec<String>,
    /// The places of all races, each once.
    pub places: Vec<[PlaceReport; 2]>,
    /// The locations, by their numbers in `locations`, from 0.
    pub locations: Vec<usize>,
    /// What the user has said of it.
    pub disposition: Disposition,
}

/// What a user has said of a finding. It changes exit statuses, never the verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Disposition {
    /// Nothing.
    #[default]
    New,
    /// It stands in the baseline.
    Known,
    /// It is allowed.
    Allowed {
        /// Why.
        reason: String,
        /// Where that is said.
        at: String,
    },
}

impl Disposition {
    /// What is told of it behind a finding.
    pub fn words(&self) -> String {
        match self {
            Disposition::New => String::new(),
            Disposition::Known => ", known".to_owned(),
            Disposition::Allowed { reason, .. } => format!(", allowed: {reason}"),
        }
    }
}

/// How likely a finding is a mistake in the program, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Suspicion {
    /// An execution showed the race.
    Confirmed,
    /// A lock is held at one access and not at the other.
    ProtectedElsewhere,
    /// Two writes to known memory.
    UnorderedWrites,
    /// A write and a read of known memory.
    Unordered,
    /// One access is to an element of an array, or to one of the objects that one call allocates, and it is not known to which.
    OneOfMany,
    /// One access is made by the creator of the other's thread behind joins: by then threads should have ended.
    BehindJoins,
    /// Both accesses are made by signal handlers: one would have to interrupt another one.
    BetweenHandlers,
    /// One access stands, without lock, where the object is made or released: it may not be shared yet, or any more.
    BeginOrEnd,
    /// Locks are held at both accesses that are written alike, and could not be told to be the same one.
    LocksNotTold,
    /// One access touches bytes of which it is not known where they end: they may be those of one member only.
    UnknownExtent,
    /// Memory of which the program shows only pointers: they may lead to another one each time.
    FromOutside,
    /// One access stands where the program is not understood: a function of which nothing is known may make it.
    NotUnderstood,
    /// What one access touches is not known.
    UnknownPointer,
}

impl Suspicion {
    /// The reason in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Suspicion::Confirmed => "an execution shows it",
            Suspicion::ProtectedElsewhere => "protected at one access and not at the other",
            Suspicion::UnorderedWrites => "two writes that nothing orders",
            Suspicion::Unordered => "a write and a read that nothing orders",
            Suspicion::OneOfMany => "nothing orders them, but they may be to different elements or objects",
            Suspicion::BehindJoins => "one access stands behind joins, which may leave a thread out",
            Suspicion::BetweenHandlers => "one signal handler would have to interrupt another one",
            Suspicion::BeginOrEnd => "one access stands where the object is made or released",
            Suspicion::LocksNotTold => "locks written alike, which could not be told to be the same",
            Suspicion::UnknownExtent => "one access is of unknown length, and may not reach as far",
            Suspicion::FromOutside => "the memory comes from outside, and may be another one each time",
            Suspicion::NotUnderstood => "one access stands where the program is not understood",
            Suspicion::UnknownPointer => "the target of a pointer is not known",
        }
    }
}

/// The verdict on the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    pub part: String,
    /// The type of that part.
    pub part_type: Option<String>,
    /// How many more pairs of accesses remain than are listed.
    pub unlisted: u64,
    /// Where the object is declared or allocated.
    pub declared: PlaceReport,
    /// Whether the object is a variable with static or thread storage, and not only reached through pointers.
    #[serde(default)]
    pub variable: bool,
}

/// Whether a location may race, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RaceReport {
    /// An access that writes.
    pub first: AccessReport,
    /// The other access.
    pub second: AccessReport,
    /// For each digest, by its id, why it did not exclude the pair; empty if the race was executed only.
    pub not_excluded_because: Ordered<String>,
    /// Whether an execution showed this race.
    pub confirmed: bool,
    /// Of an executed race, the calls that must fail for it: creations of threads, and allocations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<PlaceReport>,
}

impl RaceReport {
    /// What goes wrong in the execution of the race, by places as they are written somewhere.
    pub fn needs(&self, written: impl Fn(&PlaceReport) -> String) -> Option<String> {
        let places: Vec<String> = self.refused.iter().map(written).collect();
        (!places.is_empty()).then(|| {
            let (calls, fail) = if places.len() == 1 {
                ("call", "fails")
            } else {
                ("calls", "fail")
            };
            format!(
                "in the execution that shows it, the {calls} at {} {fail}",
                places.join(" and ")
            )
        })
    }
}

/// One access of a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AccessReport {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function it stands in.
    pub function: String,
    /// `read` or `write`.
    pub kind: Cow<'static, str>,
    /// How the write came about if it is not an assignment: `free`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<Cow<'static, str>>,
    /// The thread, such as ‘worker created at line 17, in a loop’.
    pub thread: String,
    /// The locks certainly held.
    pub locks: Vec<String>,
    /// These locks, and others that are open by the code: how each is written, and where it is taken.
    pub held: Vec<HeldReport>,
    /// Whether the access is atomic in C's sense.
    pub atomic: bool,
    /// Why the address was not known, if it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Where the thread is created; nothing for main.
    pub created: Vec<PlaceReport>,
    /// The calls that led to the access, innermost first: in a confirmed race those of the execution, else a shortest way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<CallReport>,
}

/// A lock that is held at an access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HeldReport {
    /// The lock's name, or how it is written where it is taken.
    pub lock: String,
    /// Whether it is one certain lock; otherwise it is held, but which lock it is depends on the execution.
    pub certain: bool,
    /// Where it is taken, if that is known.
    pub taken: Option<PlaceReport>,
}

impl HeldReport {
    /// `pool.lock`, or `some table[i].lock`.
    pub fn name(&self) -> String {
        match self.certain {
            true => self.lock.clone(),
            false => format!("some `{}`", self.lock),
        }
    }
}

impl AccessReport {
    /// `read`, `atomic write`, `free`.
    pub fn action(&self) -> String {
        let atomic = if self.atomic { "atomic " } else { "" };
        format!("{atomic}{}", self.operation.as_ref().unwrap_or(&self.kind))
    }

    /// `holding m, some t[i].m`, or `holding no lock`; objects stand in backquotes.
    pub fn holding(&self) -> String {
        match self.held.as_slice() {
            [] => "holding no lock".to_owned(),
            held => {
                let names: Vec<String> = held.iter().map(HeldReport::name).collect();
                format!("holding {}", names.join(", "))
            }
        }
    }
}

/// A function that was being executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CallReport {
    /// Where it stood.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The function.
    pub function: String,
}

/// A place in the source, after line markers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct PlaceReport {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// The column in bytes, from 1; 0 if it is unknown.
    pub column: u32,
}

/// Something that could not be modelled soundly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AssumptionReport {
    /// What, as a sentence.
    pub what: String,
    /// The setting that lifts it, if there is one.
    pub setting: Option<Cow<'static, str>>,
}

/// Code found unreachable behind an operation that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Where executions, or the search through all states, could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutionEndReport {
    /// Where.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// Why, as a part of a sentence.
    pub why: String,
    /// What ended: `executions` that were searched for races, or paths of the `search` through all states.
    pub of: Cow<'static, str>,
    /// How often.
    pub times: u64,
}

impl ExecutionEndReport {
    /// `executions ended at FILE:LINE: WHY`.
    pub fn sentence(&self) -> String {
        let who = match self.of.as_ref() {
            "search" => "the search through all states",
            _ => "executions",
        };
        match self.place.line {
            0 => format!("{who} ended: {}", self.why),
            _ => format!("{who} ended at {}: {}", self.place.display(), self.why),
        }
    }
}

/// A map that keeps the order in which it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered<V>(pub Vec<(Cow<'static, str>, V)>);

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

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Ordered<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Entries<V> {
            type Value = Ordered<V>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, V>()? {
                    entries.push((Cow::Owned(key), value));
                }
                Ok(Ordered(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}

impl PlaceReport {
    /// `line 12`, for a reader of the same file; otherwise with the file.
    pub fn seen_from(&self, file: &str) -> String {
        match self.file == file && self.line > 0 {
            true => format!("line {}", self.line),
            false => self.display(),
        }
    }

    /// `file:line:column`, without what is unknown.
    pub fn display(&self) -> String {
        match (self.line, self.column) {
            (0, _) => self.file.clone(),
            (line, 0) => format!("{}:{line}", self.file),
            (line, column) => format!("{}:{line}:{column}", self.file),
        }
    }
}

impl<V: JsonSchema> JsonSchema for Ordered<V> {
    fn schema_name() -> Cow<'static, str> {
        format!("MapOf{}", V::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let values = generator.subschema_for::<V>();
        schemars::json_schema!({ "type": "object", "additionalProperties": values })
    }
}
