//! Witness documents: what is read back to run an execution again.

use super::digest::sha256;
use super::document::{Choices, EXECUTION, EXECUTION_FILE};
use crate::explore::{Execution, Segment};
use crate::ir::DataModel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// What a witness of a race tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What is to be run.
    pub told: Told,
    /// Sizes of the basic types of the program.
    pub data_model: DataModel,
    /// The SHA-256 of its source files, in ascending order.
    hashes: Vec<String>,
}

/// How much is told of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// All its choices.
    Execution(Execution),
    /// The accesses that it ends with, one or two, never none; and what it does before.
    Official {
        /// The accesses.
        targets: Vec<Target>,
        /// The steps before, in their order.
        steps: Vec<Waypoint>,
    },
}

/// A step of an execution, or something that is avoided.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Waypoint {
    /// What kind of step it is: `function_enter`, `function_return`, `assumption`, `branching` or `target`.
    pub r#type: String,
    /// `follow`, or `avoid`.
    #[serde(default)]
    pub action: String,
    /// The number of the thread, by the order of creations; since version 2.2.
    pub thread_id: Option<u32>,
    /// Where it stands.
    pub location: Target,
    /// What holds there.
    constraint: Option<Constraint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Constraint {
    #[serde(default)]
    value: yaml_serde::Value,
}

impl Waypoint {
    /// The number that a call returns, if that is what is told: `\result == 5`.
    pub fn returned(&self) -> Option<i64> {
        let text = match &self.constraint.as_ref()?.value {
            yaml_serde::Value::String(text) => text.replace(['(', ')'], " "),
            _ => return None,
        };
        let number = match text.split_once("==").map(|(one, other)| (one.trim(), other.trim())) {
            Some(("\\result", number) | (number, "\\result")) => number,
            _ => return None,
        };
        let digits = number.trim_end_matches(['u', 'U', 'l', 'L']);
        let digits: String = digits.split_whitespace().collect();
        let wide = |text: &str| text.parse::<i128>().ok();
        let hexadecimal = digits
            .strip_prefix("0x")
            .map(|digits| i128::from_str_radix(digits, 16).ok());
        let number = hexadecimal.unwrap_or_else(|| wide(&digits))?;
        // Numbers without sign are told as what they are; a register holds their bits.
        i64::try_from(number)
            .ok()
            .or_else(|| u64::try_from(number).ok().map(|bits| bits as i64))
    }
}

/// A place that the format calls a target.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// The file.
    pub file_name: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1; tools differ in what they mark.
    pub column: Option<u32>,
}

/// Which parts of a witness count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// All; an execution of Pepsin's own before anything else.
    Everything,
    /// Those that the official format knows.
    OfficialPart,
}

impl Recorded {
    /// Whether these are the source files of the program that the witness is about. Files that they include are not compared.
    pub fn is_about(&self, inputs: &[PathBuf]) -> bool {
        let hash = |path: &PathBuf| crate::files::read(path).map(|bytes| sha256(&bytes)).unwrap_or_default();
        let mut hashes: Vec<String> = inputs.iter().map(hash).collect();
        hashes.sort();
        hashes == self.hashes
    }
}

/// A witness that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessError {
    /// Where: `file`, or `file:line:column`.
    pub at: String,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl fmt::Display for WitnessError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: error: {}", self.at, self.message)
    }
}

impl std::error::Error for WitnessError {}

#[derive(Deserialize)]
struct Entry {
    entry_type: String,
    metadata: Option<Metadata>,
    #[serde(default)]
    content: Option<yaml_serde::Value>,
}

#[derive(Deserialize)]
struct Metadata {
    producer: Option<Producer>,
    task: Option<Task>,
}

#[derive(Deserialize)]
struct Producer {
    description: Option<String>,
}

#[derive(Deserialize)]
struct Task {
    #[serde(default)]
    input_file_hashes: BTreeMap<String, String>,
    data_model: Option<String>,
}

#[derive(Deserialize)]
struct Segments {
    segment: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    waypoint: Waypoint,
}

/// Reads what a witness file tells of an execution, and the file beside it that its metadata name.
///
/// # Errors
/// If a file cannot be read or is not a witness, or no race is told of.
pub fn read(path: &Path, trust: Trust) -> Result<Recorded, WitnessError> {
    let entries = entries(path, &text(path)?)?;
    if trust == Trust::OfficialPart {
        return targets(path, entries);
    }
    let beside = execution_file(path, &entries).filter(|beside| beside.exists());
    match (own(&entries), beside) {
        (None, Some(beside)) => told(&beside, self::entries(&beside, &text(&beside)?)?),
        _ => told(path, entries),
    }
}

/// What a text tells of an execution; `name` is the file's name in messages.
///
/// # Errors
/// If the text is not a witness, or no race is told of.
pub fn parse(name: &str, text: &str) -> Result<Recorded, WitnessError> {
    told(Path::new(name), entries(Path::new(name), text)?)
}

fn failure(path: &Path, message: impl Into<String>) -> WitnessError {
    WitnessError {
        at: path.display().to_string(),
        message: message.into(),
    }
}

fn text(path: &Path) -> Result<String, WitnessError> {
    crate::files::read_text(path).map_err(|error| failure(path, format!("The file can't be read: {error}.")))
}

fn entries(path: &Path, text: &str) -> Result<Vec<Entry>, WitnessError> {
    crate::yaml::parse(text).map_err(|error| {
        let place = error.location();
        let place = place.map_or(String::new(), |place| format!(":{}:{}", place.line(), place.column()));
        WitnessError {
            at: format!("{}{place}", path.display()),
            message: format!("This is not a witness: {error}."),
        }
    })
}

/// The number of the entry of our own.
fn own(entries: &[Entry]) -> Option<usize> {
    entries.iter().position(|entry| entry.entry_type == EXECUTION)
}

/// What the entry of our own tells, or the official ones where there is none.
fn told(path: &Path, entries: Vec<Entry>) -> Result<Recorded, WitnessError> {
    match own(&entries) {
        Some(number) => execution(path, entries, number),
        None => targets(path, entries),
    }
}

/// The file beside a witness in which its metadata say that an execution stands; a name only, which leads nowhere else.
fn execution_file(path: &Path, entries: &[Entry]) -> Option<PathBuf> {
    let descriptions = entries
        .iter()
        .filter_map(|entry| entry.metadata.as_ref()?.producer.as_ref()?.description.as_deref());
    let name = descriptions
        .filter_map(|text| text.strip_prefix(EXECUTION_FILE))
        .next()?;
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(Component::Normal(name)), None) => Some(path.with_file_name(name)),
        _ => None,
    }
}

/// The execution that an entry of our own holds.
fn execution(path: &Path, mut entries: Vec<Entry>, number: usize) -> Result<Recorded, WitnessError> {
    let entry = entries.swap_remove(number);
    let none = || failure(path, "The witness records no execution of Pepsin.");
    let choices: Choices = yaml_serde::from_value(entry.content.ok_or_else(none)?)
        .map_err(|error| failure(path, format!("The execution is not recorded as it should be: {error}.")))?;
    let segment = |(thread, steps): (u32, u64)| Segment { thread, steps };
    let told = Told::Execution(Execution {
        segments: choices.schedule.into_iter().map(segment).collect(),
        inputs: choices.inputs,
        threads: choices.threads,
    });
    Ok(recorded(told, entry.metadata))
}

/// What the entries of the official format tell; the one counts that names most accesses.
fn targets(path: &Path, entries: Vec<Entry>) -> Result<Recorded, WitnessError> {
    let mut best: Option<(Vec<Target>, Vec<Waypoint>, Option<Metadata>)> = None;
    for entry in entries.into_iter().filter(|it| it.entry_type == "violation_sequence") {
        let content = entry.content.unwrap_or_default();
        let segments: Vec<Segments> = yaml_serde::from_value(content)
            .map_err(|error| failure(path, format!("The violation sequence is not as it should be: {error}.")))?;
        let last = segments.len().saturating_sub(1);
        let waypoints = segments.into_iter().enumerate().flat_map(|(number, segment)| {
            let steps = segment.segment.into_iter();
            steps.map(move |step| (number == last, step.waypoint))
        });
        let (ends, steps): (Vec<_>, Vec<_>) =
            waypoints.partition(|(is_last, waypoint)| *is_last && waypoint.r#type == "target");
        let most = best.as_ref().map_or(0, |(targets, ..)| targets.len());
        if ends.len() > most {
            let targets = ends.into_iter().map(|(_, waypoint)| waypoint.location);
            let steps = steps.into_iter().map(|(_, waypoint)| waypoint);
            best = Some((targets.collect(), steps.collect(), entry.metadata));
        }
    }
    match best {
        Some((targets, steps, metadata)) => Ok(recorded(Told::Official { targets, steps }, metadata)),
        None => Err(failure(path, "The witness tells of no race: it has no target.")),
    }
}

fn recorded(told: Told, metadata: Option<Metadata>) -> Recorded {
    let task = metadata.and_then(|metadata| metadata.task);
    let model = task.as_ref().and_then(|task| task.data_model.clone());
    let mut hashes: Vec<String> = task.map_or_else(Vec::new, |task| task.input_file_hashes.into_values().collect());
    hashes.sort();
    Recorded {
        told,
        data_model: match model.as_deref() {
            Some("ILP32") => DataModel::Ilp32,
            _ => DataModel::Lp64,
        },
        hashes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Recorded, WitnessError> {
        parse("w.yml", text)
    }

    fn sequence(targets: &[u32]) -> String {
        let steps = targets.iter().map(|line| {
            format!("    - waypoint:\n        type: target\n        action: follow\n        location: {{file_name: a.c, line: {line}}}\n")
        });
        format!(
            "- entry_type: violation_sequence\n  content:\n  - segment:\n{}",
            steps.collect::<String>()
        )
    }

    #[test]
    fn the_entry_with_both_accesses_counts() {
        let text = sequence(&[7]) + &sequence(&[3, 7]);
        let lines = match parsed(&text).expect("it has targets").told {
            Told::Official { targets, .. } => targets.iter().map(|target| target.line).collect(),
            Told::Execution(_) => Vec::new(),
        };
        assert_eq!(lines, [3, 7]);
    }

    #[test]
    fn what_a_call_returns_is_told_by_a_constraint() {
        let returned = |value: &str| {
            let text = format!(
                "{{type: function_return, action: follow, location: {{file_name: a.c, line: 1}}, constraint: {{format: acsl_expression, value: {value}}}}}"
            );
            let waypoint: Waypoint = yaml_serde::from_str(&text).expect("the test is a waypoint");
            waypoint.returned()
        };
        assert_eq!(returned(r"'\result == 5'"), Some(5));
        assert_eq!(returned(r"'(\result == (-7))'"), Some(-7));
        assert_eq!(returned(r"'0x1fUL == \result'"), Some(31));
        assert_eq!(returned(r"'\result == 18446744073709551615U'"), Some(-1));
        for other in [r"'\result >= 5'", "'x == 5'", r"'\result == x'", "true"] {
            assert_eq!(returned(other), None, "{other}");
        }
    }

    #[test]
    fn steps_before_the_accesses_are_read_in_their_order() {
        let step = |kind: &str, line: u32| {
            format!(
                "    - waypoint: {{type: {kind}, action: follow, thread_id: 0, location: {{file_name: a.c, line: {line}}}}}\n"
            )
        };
        let text = format!(
            "- entry_type: violation_sequence\n  content:\n  - segment:\n{}  - segment:\n{}{}{}",
            step("function_enter", 4),
            step("branching", 6),
            step("target", 8),
            step("target", 9)
        );
        match parsed(&text).expect("it has targets").told {
            Told::Official { targets, steps } => {
                assert_eq!(targets.len(), 2);
                let steps: Vec<(&str, u32)> = steps.iter().map(|it| (it.r#type.as_str(), it.location.line)).collect();
                assert_eq!(steps, [("function_enter", 4), ("branching", 6)]);
            }
            Told::Execution(_) => panic!("nothing of an execution was written"),
        }
    }

    #[test]
    fn a_witness_without_target_is_an_error() {
        assert!(parsed("- entry_type: invariant_set\n  content: []\n").is_err());
    }

    #[test]
    fn the_file_with_the_execution_lies_beside_the_witness_or_nowhere() {
        let file = |name: &str| {
            let text = format!(
                "- entry_type: violation_sequence\n  metadata: {{producer: {{description: '{EXECUTION_FILE}{name}'}}}}\n"
            );
            let entries: Vec<Entry> = crate::yaml::parse(&text).expect("the test is YAML");
            execution_file(Path::new("folder/w.yml"), &entries)
        };
        assert_eq!(file("w.execution.yml"), Some(PathBuf::from("folder/w.execution.yml")));
        for name in ["../w.yml", "/etc/passwd", "a/b.yml", "..", ""] {
            assert_eq!(file(name), None, "{name}");
        }
    }
}
