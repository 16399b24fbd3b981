//! Task definitions of SV-COMP (format 2.0): which files make up the program, for which data model, and what is expected.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Error, Location};
use crate::ir::DataModel;

/// A verification task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The source files.
    pub inputs: Vec<PathBuf>,
    /// The properties to check.
    pub properties: Vec<Property>,
    /// Sizes of the basic types; ILP32 where the task does not say.
    pub data_model: DataModel,
}

/// A property of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The property file, relative to the task.
    pub file: PathBuf,
    /// The verdict that is expected, where one is.
    pub expected: Option<bool>,
}

#[derive(Deserialize)]
struct Definition {
    #[serde(default)]
    input_files: Option<OneOrMany>,
    #[serde(default)]
    properties: Vec<DefinedProperty>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct DefinedProperty {
    property_file: String,
    #[serde(default)]
    expected_verdict: Option<bool>,
}

#[derive(Deserialize, Default)]
struct Options {
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    data_model: Option<String>,
}

/// Reads a task definition. Input files are given relative to its folder.
pub fn read_task(path: &Path) -> Result<Task, Error> {
    let name = path.to_string_lossy();
    let whole = || Location::file(&name);
    let text = std::fs::read(path).map_err(|error| Error::new(whole(), format!("The task can't be read: {error}.")))?;
    let text = String::from_utf8(text).map_err(|_| Error::new(whole(), "The task is not a text file."))?;
    let definition: Definition = yaml_serde::from_str(&text).map_err(|error| {
        let at = error.location().map_or_else(whole, |at| Location {
            file: name.clone().into_owned(),
            line: at.line() as u32,
            column: at.column() as u32,
        });
        Error::new(at, format!("The task is not well-formed: {error}."))
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let inputs: Vec<PathBuf> = match definition.input_files {
        Some(OneOrMany::One(file)) => vec![folder.join(file)],
        Some(OneOrMany::Many(files)) => files.iter().map(|file| folder.join(file)).collect(),
        None => Vec::new(),
    };
    if inputs.is_empty() {
        return Err(Error::new(whole(), "The task names no input files."));
    }
    if let Some(language) = definition.options.language.filter(|language| language != "C") {
        return Err(Error::new(
            whole(),
            format!("The language `{language}` is not supported."),
        ));
    }
    let data_model = match definition.options.data_model.as_deref() {
        None | Some("ILP32") => DataModel::Ilp32,
        Some("LP64") => DataModel::Lp64,
        Some(other) => return Err(Error::new(whole(), format!("The data model `{other}` is not known."))),
    };
    let properties = definition
        .properties
        .into_iter()
        .map(|property| Property {
            file: PathBuf::from(property.property_file),
            expected: property.expected_verdict,
        })
        .collect();
    Ok(Task {
        inputs,
        properties,
        data_model,
    })
}
