//! Files `pepsin-models.toml`: what functions do of which users know more than Pepsin does.
//!
//! Their rows are those of Pepsin's own table (`src/library/models`), and come before these:
//!
//! ```toml
//! my_lock = { effect = "lock", lock = 0, kind = "normal", returns = "zero", operates-on = [0] }
//! my_unlock = { effect = "unlock", lock = 0, returns = "zero", operates-on = [0] }
//! ```
//!
//! Two things differ. A function that the program defines has a row only with `replace = true`; and executions follow the effect of a row,
//! so that a routine (`executed-by`) can be named only by a row that is one of the own table under another name.

use super::options::{ConfigurationError, read};
use super::places::Places;
use crate::library::model::Effect;
use crate::library::{Library, Model, Stated};
use serde::Deserialize;
use std::path::Path;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

/// The name of the file.
pub(super) const FILE_NAME: &str = "pepsin-models.toml";

/// The key by which a row counts in place of a body.
const REPLACE: &str = "replace";
/// The key of a row for what it does.
const EFFECT: &str = "effect";
/// The key of a row for the routine that performs it.
const EXECUTED_BY: &str = "executed-by";
/// The routine that is the effect of the row.
const BY_EFFECT: &str = "its-effect";

/// The text of a file with models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// The name in messages.
    pub name: String,
    /// What it says.
    pub text: String,
}

impl ModelFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn read(path: &Path) -> Result<Self, ConfigurationError> {
        Ok(ModelFile {
            name: path.display().to_string(),
            text: read(path)?,
        })
    }
}

/// The library with the rows of some files, of which later ones count.
///
/// # Errors
/// If a file is not TOML, or holds what is no row.
pub fn library_with(library: &Arc<Library>, files: &[ModelFile]) -> Result<Arc<Library>, ConfigurationError> {
    if files.is_empty() {
        return Ok(Arc::clone(library));
    }
    let mut extended = Library::clone(library);
    for file in files {
        for (name, model) in rows(file, library)? {
            extended.add(name, model);
        }
    }
    Ok(Arc::new(extended))
}

/// The rows of a file, in its order.
fn rows(file: &ModelFile, own: &Library) -> Result<Vec<(String, Model)>, ConfigurationError> {
    let places = Places::new(&file.name, &file.text);
    let not_toml = |error: toml::de::Error| ConfigurationError {
        at: places.at(error.span().map_or(0, |span| span.start)),
        message: format!("This is not TOML: {}.", error.message().trim_end_matches('.')),
    };
    let spans = DeTable::parse(&file.text).map_err(not_toml)?;
    let values: Table = toml::from_str(&file.text).map_err(not_toml)?;
    let mut found = Vec::new();
    for (key, value) in spans.get_ref() {
        let (name, start) = (key.get_ref().to_string(), key.span().start);
        let at = places.at(start);
        let key_at = |key: &str| match value.get_ref() {
            DeValue::Table(table) => {
                let found = table.iter().find(|(other, _)| other.get_ref() == key);
                found.map_or_else(|| at.clone(), |(other, _)| places.at(other.span().start))
            }
            _ => at.clone(),
        };
        let row = values.get(&name).and_then(Value::as_table);
        let model = match row {
            None => Err((
                at.clone(),
                format!("The row of `{name}` is no table, such as `{{ effect = \"lock\", lock = 0 }}`."),
            )),
            Some(row) => model(&name, row, own).map_err(|(key, message)| match key {
                Some(key) => (key_at(&key), message),
                None => (at.clone(), message),
            }),
        };
        let (mut model, replaces_body) = model.map_err(|(at, message)| ConfigurationError { at, message })?;
        let named = row.map(arguments).unwrap_or_default().into_iter();
        model.stated = Some(Stated {
            at: at.clone(),
            arguments: named.map(|(key, argument)| (argument, key_at(&key))).collect(),
            row: row.map(|row| Value::Table(row.clone()).to_string()).unwrap_or_default(),
            replaces_body,
        });
        found.push((start, name, model));
    }
    found.sort_by_key(|(start, ..)| *start);
    Ok(found.into_iter().map(|(_, name, model)| (name, model)).collect())
}

/// The keys of rows under which a number is no argument.
const NO_ARGUMENTS: [&str; 3] = ["fails-with", "input", "parameter"];

/// The keys of rows under which pairs stand whose second number is an argument, and the first one a parameter of another function.
const SECOND_OF_PAIRS: [&str; 1] = ["passes"];

/// The keys of rows under which a list stands for each demand, whose first number is an argument.
const FIRST_OF_LISTS: [&str; 7] = [
    "succeeds",
    "bits",
    "words",
    "lengths",
    "certain",
    "single",
    "uses-for-null",
];

/// The arguments that a row names, each with its key.
fn arguments(row: &Table) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (key, value) in row.iter().filter(|(key, _)| !NO_ARGUMENTS.contains(&key.as_str())) {
        let mut add = |value: &Value| {
            let number = match value {
                Value::Integer(number) => usize::try_from(*number).ok(),
                // What a row returns: `0 or null`, `into 1`.
                Value::String(text) if key == "returns" => text.split(' ').find_map(|word| word.parse().ok()),
                _ => None,
            };
            found.extend(number.map(|number| (key.clone(), number)));
        };
        for item in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
            match item.as_array().map(Vec::as_slice) {
                None => add(item),
                Some([first, ..]) if FIRST_OF_LISTS.contains(&key.as_str()) => add(first),
                Some([_, second]) if SECOND_OF_PAIRS.contains(&key.as_str()) => add(second),
                Some(numbers) => numbers.iter().for_each(&mut add),
            }
        }
    }
    found
}

/// What is wrong with a row: the key, where it is one of them, and a sentence.
type Wrong = (Option<String>, String);

/// What a row says, and whether it counts in place of a body.
fn model(name: &str, row: &Table, own: &Library) -> Result<(Model, bool), Wrong> {
    let mut row = row.clone();
    let replaces_body = match row.remove(REPLACE) {
        None | Some(Value::Boolean(false)) => false,
        Some(Value::Boolean(true)) if !name.ends_with('*') => true,
        Some(Value::Boolean(true)) => {
            return Err((
                Some(REPLACE.to_owned()),
                "A row for many names is in place of no body.".to_owned(),
            ));
        }
        Some(_) => return Err((Some(REPLACE.to_owned()), format!("`{REPLACE}` is true or false."))),
    };
    let parsed = parse(&row).map_err(|error| (None, format!("The row of `{name}` says nothing: {error}.")))?;
    // An effect that is none is passed over where rows are read.
    if row.contains_key(EFFECT)
        && let Err(error) = Effect::deserialize(Value::Table(row.clone()))
    {
        let message = format!("The effect of `{name}` is none: {}.", sentence(&error));
        return Err((Some(EFFECT.to_owned()), message));
    }
    if let Some(key) = row.keys().find(|key| is_idle(&row, key)) {
        let message = format!("The row of `{name}` has no use for `{key}`.");
        return Err((Some(key.clone()), message));
    }
    let names_routine = parsed
        .executed_by
        .as_ref()
        .is_some_and(|routine| routine.as_str() != Some(BY_EFFECT));
    if names_routine && !own.rows().any(|(_, model)| *model == parsed) {
        let message = format!(
            "No row of Pepsin's own is like that of `{name}`. Without `{EXECUTED_BY}`, executions follow the effect of the row."
        );
        return Err((Some(EXECUTED_BY.to_owned()), message));
    }
    Ok((parsed, replaces_body))
}

fn parse(row: &Table) -> Result<Model, String> {
    let parsed = Model::deserialize(Value::Table(row.clone()));
    parsed.map_err(|error| sentence(&error))
}

/// What is wrong, in one line and without its full stop.
fn sentence(error: &toml::de::Error) -> String {
    error.message().trim().trim_end_matches('.').replace('\n', " ")
}

/// Whether a row says the same whatever stands under one of its keys, and without it: no value that a key of a row may have is a fraction.
fn is_idle(row: &Table, key: &str) -> bool {
    let said = parse(row);
    let mut other = row.clone();
    other.insert(key.to_owned(), Value::Float(0.5));
    let with_fraction = parse(&other);
    other.remove(key);
    said.is_ok() && said == with_fraction && said == parse(&other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_rows(text: &str) -> Result<Arc<Library>, ConfigurationError> {
        let file = ModelFile {
            name: "m.toml".to_owned(),
            text: text.to_owned(),
        };
        library_with(&Library::shared(), &[file])
    }

    #[test]
    fn a_row_says_where_it_stands_and_comes_before_those_of_the_own_table() {
        let library =
            read_rows("# Locks.\npthread_join = {}\n  my_lock = { effect = \"lock\", lock = 1, replace = true }\n");
        let library = library.expect("the rows are right");
        let model = library.model("my_lock").expect("there is a row");
        assert!(matches!(model.effect, Some(Effect::Lock { lock: 1, .. })));
        let stated = model.stated.clone().expect("it is a user's");
        assert_eq!((stated.at.as_str(), stated.replaces_body), ("m.toml:3:3", true));
        assert!(
            library
                .model("pthread_join")
                .is_some_and(|model| model.effect.is_none())
        );
        assert!(
            library
                .model("pthread_create")
                .is_some_and(|model| model.stated.is_none())
        );
    }

    #[test]
    fn rows_may_be_tables_of_their_own_and_for_many_names() {
        let library =
            read_rows("[\"my_*\"]\nreads = [0]\n[my_unlock]\neffect = \"unlock\"\nlock = 0\n").expect("they are right");
        assert_eq!(
            library
                .model("my_log")
                .and_then(|model| model.stated.clone())
                .map(|row| row.at)
                .as_deref(),
            Some("m.toml:1:2")
        );
        assert!(library.model("my_unlock").is_some_and(|model| model.effect.is_some()));
    }

    #[test]
    fn each_mistake_is_told_with_its_place() {
        let cases = [
            ("f = {\n", "m.toml:1:6: error: This is not TOML"),
            ("f = 3\n", "m.toml:1:1: error: The row of `f` is no table"),
            (
                "g = {}\nf = { effect = \"lokc\" }\n",
                "m.toml:2:7: error: The effect of `f` is none: unknown variant `lokc`",
            ),
            (
                "f = { effect = \"lock\" }\n",
                "m.toml:1:7: error: The effect of `f` is none: missing field `lock`",
            ),
            (
                "f = { reads = [0], wirtes = [1] }\n",
                "m.toml:1:20: error: The row of `f` has no use for `wirtes`",
            ),
            (
                "f = { effect = \"unlock\", lock = 0, mode = \"read\" }\n",
                "m.toml:1:36: error: The row of `f` has no use for `mode`",
            ),
            ("f = { replace = 1 }\n", "m.toml:1:7: error: `replace` is true or false"),
            (
                "\"f*\" = { replace = true }\n",
                "m.toml:1:10: error: A row for many names",
            ),
            (
                "f = { executed-by = \"succeed\", effect = \"lock\", lock = 0 }\n",
                "m.toml:1:7: error: No row of Pepsin's own is like that of `f`",
            ),
            ("f = {}\nf = {}\n", "m.toml:2:1: error: This is not TOML"),
        ];
        for (text, message) in cases {
            let error = read_rows(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn a_row_of_the_own_table_may_be_had_under_another_name() {
        let row = "executed-by = \"condition-signal\", returns = \"zero\", operates-on = [0]";
        assert!(read_rows(&format!("wake = {{ {row} }}\n")).is_ok());
        assert!(read_rows("wait = { executed-by = \"its-effect\", effect = \"wait\", lock = 1 }\n").is_ok());
    }

    #[test]
    fn the_arguments_that_a_row_names_are_known() {
        let row = "effect = \"call-back\"\nfunction = 4\npasses = [[7, 2]]\nreads = [0, \"rest\"]\npoints = [[1, 3]]\n\
            fails-with = [22]\nreturns = \"into 5\"\nsucceeds = [[6, 8, 9]]\nprints = 10\ninput = { from = \"the clock\", least = 11 }\n";
        let row: Table = row.parse().expect("is a row");
        let mut named: Vec<usize> = arguments(&row).into_iter().map(|(_, argument)| argument).collect();
        named.sort_unstable();
        assert_eq!(named, [0, 1, 2, 3, 4, 5, 6, 10]);
    }

    /// The rows of the own table as they are written, by name.
    fn own_rows() -> Vec<(String, Table)> {
        let row = |name: &str| {
            let (_, line) = Library::shipped_row(name).expect("each row stands in a file");
            let table: Table = line.parse().expect("a line is a row");
            let row = table.values().next().and_then(Value::as_table);
            (name.to_owned(), row.expect("a row is a table").clone())
        };
        Library::shared().rows().map(|(name, _)| row(name)).collect()
    }

    #[test]
    fn rows_of_the_own_table_name_no_argument_that_no_function_has() {
        for (name, row) in own_rows() {
            for (key, argument) in arguments(&row) {
                assert!(argument < 16, "{name} has {argument} under {key}");
            }
        }
    }

    #[test]
    fn no_key_of_the_own_table_is_idle() {
        let mut seen = 0;
        for (name, row) in own_rows() {
            for key in row.keys() {
                assert!(!is_idle(&row, key), "{name} has no use for {key}");
                seen += 1;
            }
        }
        assert!(seen > 2_000, "{seen} keys are seen");
    }
}
