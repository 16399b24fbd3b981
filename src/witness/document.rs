//! Witness documents: what is written.

use super::digest::sha256;
use crate::explore::{Race, RacingAccess};
use crate::ir::{DataModel, FunctionId, Position, Program};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What a witness is about.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its source files.
    pub inputs: &'a [PathBuf],
    /// When the witness is made.
    pub made_at: Timestamp,
}

/// A moment, in seconds since 1970-01-01 00:00:00 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The moment as in `2026-11-21T04:05:06Z`.
    pub fn text(self) -> String {
        let (days, seconds) = (self.0 / 86_400, self.0 % 86_400);
        let (year, month, day) = date(days);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// The Gregorian date a number of days after 1970-01-01.
///
/// Years are counted from 1 March, so that the leap day is the last one; 400 years have 146,097 days.
fn date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// What stands at the head of each entry.
#[derive(Clone, Debug, Serialize)]
pub struct Metadata {
    format_version: &'static str,
    uuid: String,
    creation_time: String,
    producer: Producer,
    task: TaskMetadata,
}

#[derive(Clone, Debug, Serialize)]
struct Producer {
    name: &'static str,
    version: &'static str,
    /// Where an execution of our own stands, in the words of [`EXECUTION_FILE`]; or why there is no race, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct TaskMetadata {
    input_files: Vec<String>,
    input_file_hashes: serde_json::Map<String, serde_json::Value>,
    specification: &'static str,
    data_model: &'static str,
    language: &'static str,
}

#[derive(Serialize)]
struct Entry<C> {
    entry_type: &'static str,
    metadata: Metadata,
    content: C,
}

#[derive(Serialize)]
struct Segment {
    segment: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    waypoint: Waypoint,
}

#[derive(Serialize)]
struct Waypoint {
    r#type: &'static str,
    action: &'static str,
    thread_id: u32,
    location: Location,
}

/// A statement. Its column is left out where it is the first one on its line, because macros move columns.
#[derive(Serialize)]
struct Location {
    file_name: String,
    line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function: Option<String>,
}

/// What holds whenever control is at the head of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// Where the condition of the loop stands.
    pub at: Position,
    /// The function that the loop is in.
    pub function: FunctionId,
    /// An expression in C over the variables of that place.
    pub formula: String,
}

#[derive(Serialize)]
struct InvariantEntry {
    invariant: InvariantContent,
}

#[derive(Serialize)]
struct InvariantContent {
    r#type: &'static str,
    location: Location,
    value: String,
    format: &'static str,
}

/// All choices of an execution, as our own entry holds them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Choices {
    /// A thread that creates more threads than this does not go on.
    pub(super) threads: usize,
    /// The inputs, in the order in which the execution takes them.
    pub(super) inputs: Vec<u64>,
    /// Which thread runs for how many operations.
    pub(super) schedule: Vec<(u32, u64)>,
}

/// The name of the entry that holds [`Choices`].
pub(super) const EXECUTION: &str = "pepsin_execution";

/// What precedes the name of the file with our own entry, in the description of the producer.
pub(super) const EXECUTION_FILE: &str = "Execution for `pepsin replay`: ";

/// A witness of a race (version 2.2): the calls that create the threads up to those of the race, a segment each, by whose order threads have
/// their numbers, and then both accesses as targets of one segment, because nothing orders them. The name of the file with the execution
/// itself stands in the metadata.
pub fn violation(subject: &Subject<'_>, race: &Race, execution_file: &str) -> String {
    let mut metadata = subject.metadata("2.2", "violation_sequence");
    metadata.producer.description = Some(format!("{EXECUTION_FILE}{execution_file}"));
    let last = race.first.thread.max(race.second.thread) as usize;
    let creations = race.creations.iter().take(last);
    let creations = creations.map(|&(creator, at)| vec![creation(subject.program, creator, at)]);
    let targets = [&race.first, &race.second].map(|access| target(subject.program, access));
    let segments = creations.chain([targets.into()]);
    yaml(&[&Entry {
        entry_type: "violation_sequence",
        metadata,
        content: segments.map(|segment| Segment { segment }).collect::<Vec<_>>(),
    }])
}

/// The execution that makes the accesses of a race, in an entry of our own.
pub fn execution(subject: &Subject<'_>, race: &Race) -> String {
    let segments = race.execution.segments.iter();
    yaml(&[&Entry {
        entry_type: EXECUTION,
        metadata: subject.metadata("2.2", EXECUTION),
        content: Choices {
            threads: race.execution.threads,
            inputs: race.execution.inputs.clone(),
            schedule: segments.map(|segment| (segment.thread, segment.steps)).collect(),
        },
    }])
}

/// How many reasons a witness tells.
const REASONS: usize = 200;

/// A witness of race freedom: invariants of loops (version 2.0), and why no two accesses race in the metadata, for people: locks and threads have
/// no form in the format. It is checked by running the analysis again.
pub fn correctness(subject: &Subject<'_>, invariants: &[Invariant], reasons: &[String]) -> String {
    let mut metadata = subject.metadata("2.0", "invariant_set");
    let left_out = reasons.len().saturating_sub(REASONS);
    let rest = (left_out > 0).then(|| format!("{left_out} more."));
    let told: Vec<String> = reasons.iter().take(REASONS).cloned().chain(rest).collect();
    metadata.producer.description = (!told.is_empty()).then(|| told.join("\n"));
    let entry = |invariant: &Invariant| {
        let function = &subject.program.function(invariant.function).name;
        InvariantEntry {
            invariant: InvariantContent {
                r#type: "loop_invariant",
                location: Location {
                    // The loop begins on this line, in front of its condition.
                    column: None,
                    ..location(subject.program, invariant.at, Some(function.clone()))
                },
                value: invariant.formula.clone(),
                format: "c_expression",
            },
        }
    };
    yaml(&[&Entry {
        entry_type: "invariant_set",
        metadata,
        content: invariants.iter().map(entry).collect::<Vec<InvariantEntry>>(),
    }])
}

fn yaml<C: Serialize>(entries: &[&Entry<C>]) -> String {
    yaml_serde::to_string(entries).expect("the document has string keys and no fallible values")
}

/// The call by which a thread creates another one. The column would be that of its closing parenthesis, which only other calls on its
/// line make necessary.
fn creation(program: &Program, creator: u32, at: Position) -> Step {
    let waypoint = Waypoint {
        r#type: "function_enter",
        action: "follow",
        thread_id: creator,
        location: Location {
            column: None,
            ..location(program, at, None)
        },
    };
    Step { waypoint }
}

/// The statement or full expression that makes an access.
fn target(program: &Program, access: &RacingAccess) -> Step {
    let statement = program.statement_of(access.function, access.at);
    let name = program.function(access.function).name.clone();
    let waypoint = Waypoint {
        r#type: "target",
        action: "follow",
        thread_id: access.thread,
        location: location(program, statement, Some(name)),
    };
    Step { waypoint }
}

fn location(program: &Program, at: Position, function: Option<String>) -> Location {
    Location {
        file_name: program.files.name(at.file).to_owned(),
        line: at.line,
        column: (!program.is_first_on_line(at)).then(|| program.files.column(at)),
        function,
    }
}

impl Subject<'_> {
    fn metadata(&self, format_version: &'static str, entry: &str) -> Metadata {
        let names: Vec<String> = self.inputs.iter().map(|path| path.display().to_string()).collect();
        // A file that has gone since it was analysed has no hash to give.
        let hash = |path: &PathBuf| crate::files::read(path).map(|bytes| sha256(&bytes)).unwrap_or_default();
        let hashes: Vec<String> = self.inputs.iter().map(hash).collect();
        let creation_time = self.made_at.text();
        Metadata {
            format_version,
            uuid: uuid(&format!("{entry} {creation_time} {hashes:?}")),
            creation_time,
            producer: Producer {
                name: "Pepsin",
                version: env!("CARGO_PKG_VERSION"),
                description: None,
            },
            task: TaskMetadata {
                input_file_hashes: names.iter().cloned().zip(hashes.into_iter().map(Into::into)).collect(),
                input_files: names,
                specification: "CHECK( init(main()), LTL(G ! data-race) )",
                data_model: match self.program.types.model() {
                    DataModel::Ilp32 => "ILP32",
                    DataModel::Lp64 => "LP64",
                },
                language: "C",
            },
        }
    }
}

/// A name-based UUID (RFC 9562, version 8: made from the SHA-256 of what it names).
fn uuid(name: &str) -> String {
    let digest = sha256(name.as_bytes());
    format!(
        "{}-{}-8{}-8{}-{}",
        &digest[..8],
        &digest[8..12],
        &digest[13..16],
        &digest[17..20],
        &digest[20..32]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_dates() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_798_675_199, "2026-12-30T23:59:59Z"),
        ];
        for (seconds, text) in cases {
            assert_eq!(Timestamp(seconds).text(), text);
        }
    }
}
