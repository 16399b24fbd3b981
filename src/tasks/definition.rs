//! Task definitions: YAML files in the format 2.0 of the competition on software verification.

use crate::ir::DataModel;
use serde::Deserialize;
use std::fmt;
use std::path::{Component, Path, PathBuf};

/// A task: a program, and what is known of its data races.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The definition.
    pub path: PathBuf,
    /// The source files, at least one.
    pub inputs: Vec<PathBuf>,
    /// Sizes of the basic types, where the definition names them.
    pub data_model: Option<DataModel>,
    /// The expected answer for the property ‘no data race’.
    pub expected: Expected,
}

/// What a definition says about data races.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expected {
    /// There are none.
    RaceFree,
    /// There are some.
    Race,
    /// The property is listed without an answer.
    Unknown,
    /// The property is not among those of the task.
    NotAsked,
}

/// A task definition or a set that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskError {
    /// Where: `file`, or `file:line:column`.
    pub at: String,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl fmt::Display for TaskError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: error: {}", self.at, self.message)
    }
}

impl std::error::Error for TaskError {}

impl TaskError {
    pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        TaskError::of_file(path, format!("The file can't be read: {error}."))
    }

    pub(super) fn of_file(path: &Path, message: impl Into<String>) -> Self {
        TaskError {
            at: path.display().to_string(),
            message: message.into(),
        }
    }
}

/// The file as it is written; keys that are not needed are ignored.
#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    options: WrittenOptions,
}

#[derive(Deserialize)]
struct Property {
    #[serde(default)]
    property_file: String,
    expected_verdict: Option<bool>,
}

#[derive(Deserialize, Default)]
struct WrittenOptions {
    language: Option<String>,
    data_model: Option<String>,
}

/// `input_files` is a name or a list of names.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        OneOrMany::Many(Vec::new())
    }
}

impl Task {
    /// Reads a task definition.
    ///
    /// # Errors
    /// If the file cannot be read, is not a task definition, or names no input or an unknown data model.
    pub fn read(path: &Path) -> Result<Self, TaskError> {
        if path.is_dir() {
            return Err(TaskError::of_file(path, "This is a folder, not a task definition."));
        }
        let bytes = crate::files::read(path).map_err(|error| TaskError::unreadable(path, &error))?;
        let text = String::from_utf8(bytes)
            .map_err(|_| TaskError::of_file(path, "This is not text, so it is no task definition."))?;
        let task = Task::parse(path, &text)?;
        task.check_links()?;
        Ok(task)
    }

    /// That no link leads out of the task's folder, as no name does.
    fn check_links(&self) -> Result<(), TaskError> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize();
        let folder = folder.map_err(|error| TaskError::unreadable(&self.path, &error))?;
        // What leads nowhere is told of by who reads it.
        let leaves = |input: &&PathBuf| input.canonicalize().is_ok_and(|real| !real.starts_with(&folder));
        match self.inputs.iter().find(leaves) {
            Some(input) => Err(TaskError::of_file(
                &self.path,
                format!(
                    "The input file `{}` is a link out of the task's folder.",
                    input.display()
                ),
            )),
            None => Ok(()),
        }
    }

    /// The task that a text defines; input files are relative to the folder of `path`.
    ///
    /// # Errors
    /// If the text is not a task definition, or names no input or an unknown data model.
    pub fn parse(path: &Path, text: &str) -> Result<Self, TaskError> {
        let written: Written = crate::yaml::parse(text).map_err(|error| not_yaml(path, &error))?;
        let names = match written.input_files {
            OneOrMany::One(name) => vec![name],
            OneOrMany::Many(names) => names,
        };
        if names.iter().all(String::is_empty) {
            return Err(TaskError::of_file(
                path,
                "The task definition names no input file (`input_files`).",
            ));
        }
        if let Some(name) = names.iter().find(|name| !stays_inside(name)) {
            return Err(TaskError::of_file(
                path,
                format!("The input file `{name}` lies outside of the task's folder."),
            ));
        }
        if let Some(language) = written.options.language.filter(|language| language != "C") {
            return Err(TaskError::of_file(
                path,
                format!("The program is written in {language}, not in C."),
            ));
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        Ok(Task {
            path: path.to_owned(),
            inputs: names.iter().map(|name| folder.join(name)).collect(),
            data_model: data_model(path, written.options.data_model.as_deref())?,
            expected: expected(&written.properties),
        })
    }
}

/// Whether a name leads to no place outside of the folder that it is relative to.
fn stays_inside(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

fn not_yaml(path: &Path, error: &yaml_serde::Error) -> TaskError {
    let place = error.location();
    let at = place.map_or(String::new(), |place| format!(":{}:{}", place.line(), place.column()));
    TaskError {
        at: format!("{}{at}", path.display()),
        message: format!("This is not a task definition: {error}."),
    }
}

fn data_model(path: &Path, name: Option<&str>) -> Result<Option<DataModel>, TaskError> {
    match name {
        None => Ok(None),
        Some("ILP32") => Ok(Some(DataModel::Ilp32)),
        Some("LP64") => Ok(Some(DataModel::Lp64)),
        Some(other) => Err(TaskError::of_file(
            path,
            format!("The data model `{other}` is unknown; it is ILP32 or LP64."),
        )),
    }
}

fn expected(properties: &[Property]) -> Expected {
    let races = |property: &&Property| property.property_file.ends_with("no-data-race.prp");
    match properties.iter().find(races).map(|property| property.expected_verdict) {
        None => Expected::NotAsked,
        Some(None) => Expected::Unknown,
        Some(Some(true)) => Expected::RaceFree,
        Some(Some(false)) => Expected::Race,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Task, TaskError> {
        Task::parse(Path::new("set/task.yml"), text)
    }

    #[test]
    fn a_definition_gives_inputs_model_and_expectation() {
        let text = "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n\
                    - property_file: ../properties/no-data-race.prp\n  expected_verdict: false\n\
                    options:\n  language: C\n  data_model: ILP32\n";
        let task = parsed(text).expect("the definition is right");
        assert_eq!(task.inputs, [PathBuf::from("set/a.c")]);
        assert_eq!(
            (task.data_model, task.expected),
            (Some(DataModel::Ilp32), Expected::Race)
        );
    }

    #[test]
    fn several_inputs_are_a_list() {
        let task = parsed("input_files: ['a.c', 'b.c']").expect("the definition is right");
        assert_eq!((task.inputs.len(), task.expected), (2, Expected::NotAsked));
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let cases = [
            ("", "set/task.yml"),
            (
                "properties: []",
                "set/task.yml: error: The task definition names no input file",
            ),
            (
                "input_files: ''",
                "set/task.yml: error: The task definition names no input file",
            ),
            ("input_files: a\n  - : [", "set/task.yml:2:"),
            (
                "input_files: ['a.c', '../b.c']",
                "set/task.yml: error: The input file `../b.c` lies outside",
            ),
            (
                "input_files: /etc/passwd",
                "set/task.yml: error: The input file `/etc/passwd` lies outside",
            ),
            (
                "input_files: a.c\noptions: {language: Java}",
                "set/task.yml: error: The program is written in Java",
            ),
            (
                "input_files: a.c\noptions: {data_model: LLP64}",
                "set/task.yml: error: The data model `LLP64`",
            ),
        ];
        for (text, message) in cases {
            let error = parsed(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
