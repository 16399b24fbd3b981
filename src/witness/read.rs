//! Witness documents: what is read back to run an execution again.

use super::digest::sha256;
use super::document::{Choices, EXECUTION};
use crate::explore::{Execution, Segment};
use crate::ir::DataModel;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// An execution that a witness records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Its choices.
    pub execution: Execution,
    /// Sizes of the basic types of the program.
    pub data_model: DataModel,
    /// The SHA-256 of its source files, in ascending order.
    hashes: Vec<String>,
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
    task: Option<Task>,
}

#[derive(Deserialize)]
struct Task {
    #[serde(default)]
    input_file_hashes: BTreeMap<String, String>,
    data_model: Option<String>,
}

/// Reads the execution that a witness file records.
///
/// # Errors
/// If the file cannot be read, is not a witness, or records no execution.
pub fn read(path: &Path) -> Result<Recorded, WitnessError> {
    let text = crate::files::read_text(path).map_err(|error| WitnessError {
        at: path.display().to_string(),
        message: format!("The file can't be read: {error}."),
    })?;
    parse(&path.display().to_string(), &text)
}

/// The execution that a text records; `name` is the file's name in messages.
///
/// # Errors
/// If the text is not a witness, or records no execution.
pub fn parse(name: &str, text: &str) -> Result<Recorded, WitnessError> {
    let failure = |place: String, message: String| WitnessError {
        at: format!("{name}{place}"),
        message,
    };
    let entries: Vec<Entry> = crate::yaml::parse(text).map_err(|error| {
        let place = error.location();
        let place = place.map_or(String::new(), |place| format!(":{}:{}", place.line(), place.column()));
        failure(place, format!("This is not a witness: {error}."))
    })?;
    let none = || failure(String::new(), "The witness records no execution of Pepsin.".to_owned());
    let entry = entries
        .into_iter()
        .find(|entry| entry.entry_type == EXECUTION)
        .ok_or_else(none)?;
    let task = entry.metadata.and_then(|metadata| metadata.task);
    let model = task.as_ref().and_then(|task| task.data_model.clone());
    let mut hashes: Vec<String> = task.map_or_else(Vec::new, |task| task.input_file_hashes.into_values().collect());
    hashes.sort();
    let choices: Choices = yaml_serde::from_value(entry.content.ok_or_else(none)?).map_err(|error| {
        failure(
            String::new(),
            format!("The execution is not recorded as it should be: {error}."),
        )
    })?;
    let segment = |(thread, steps): (u32, u64)| Segment { thread, steps };
    Ok(Recorded {
        execution: Execution {
            segments: choices.schedule.into_iter().map(segment).collect(),
            inputs: choices.inputs,
            threads: choices.threads,
        },
        data_model: match model.as_deref() {
            Some("ILP32") => DataModel::Ilp32,
            _ => DataModel::Lp64,
        },
        hashes,
    })
}
