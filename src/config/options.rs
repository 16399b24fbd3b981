//! What a file `pepsin.toml` says.
//!
//! The file is a table of settings; keys and values are those of [`super::SETTINGS`].
//! Numbers may stand without quotes, and lists of ids as arrays:
//!
//! ```toml
//! unknown-functions = "write-args"
//! predicates = ["L", "TF", "TID"]
//! unroll = 8
//! ```

use super::allowances::{self, AllowRow};
use super::catalogue::{likely_setting, setting_named};
use super::models::{self, ModelFile};
use super::open;
use super::places::Places;
use super::settings::Settings;
use crate::files::{owner, user};
use std::fmt;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const FILE_NAME: &str = "pepsin.toml";

/// What a configuration file says, not yet applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The name of the file in messages, if there is one and it says anything.
    pub name: Option<String>,
    /// The settings in the order of the file's keys.
    pub entries: Vec<Entry>,
    /// The findings that it allows.
    pub allowed: Vec<AllowRow>,
    /// The file with models of functions that was found.
    pub models: Option<ModelFile>,
}

/// One setting and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// The value as it would stand on the command line.
    pub value: String,
    /// Where: `pepsin.toml:3:1`, or `--set`.
    pub at: String,
}

/// A setting that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationError {
    /// Where it is written: `pepsin.toml:3:1`, or `--set`.
    pub at: String,
    /// What is wrong, as a sentence.
    pub message: String,
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: error: {}", self.at, self.message)
    }
}

impl std::error::Error for ConfigurationError {}

impl Entry {
    /// Takes the files that the setting names from a folder: that of the file in which it stands.
    fn look_in(&mut self, folder: &Path) {
        if self.key == "models" {
            let names = self
                .value
                .split(',')
                .map(|name| folder.join(name.trim()).display().to_string());
            self.value = names.collect::<Vec<_>>().join(",");
        }
    }

    /// Changes the settings.
    ///
    /// # Errors
    /// If there is no such setting, or the value is not one of its values.
    pub fn apply(&self, settings: &mut Settings) -> Result<(), ConfigurationError> {
        let error = |message| ConfigurationError {
            at: self.at.clone(),
            message,
        };
        let setting = setting_named(&self.key).ok_or_else(|| {
            error(match likely_setting(&self.key) {
                Some(likely) => format!("There is no setting `{}`; `{likely}` is one.", self.key),
                None => format!("There is no setting `{}`; `pepsin config` lists them.", self.key),
            })
        })?;
        (setting.set)(settings, &self.value)
            .map(|()| settings.note_place(&self.at))
            .map_err(|reason| error(format!("`{}` cannot be `{}`. {reason}", self.key, self.value)))
    }
}

/// The text of a file.
pub(super) fn read(path: &Path) -> Result<String, ConfigurationError> {
    crate::files::read_text(path).map_err(|error| ConfigurationError {
        at: path.display().to_string(),
        message: format!("The file can't be read: {error}."),
    })
}

impl Options {
    /// The options of the nearest `pepsin.toml` in the folder of `input` or above, and the nearest file with models; empty if there is none.
    ///
    /// # Errors
    /// If a file cannot be read, or is not a table of settings.
    pub fn find(input: &Path) -> Result<Self, ConfigurationError> {
        let options = match nearest(input, FILE_NAME) {
            None => Options::default(),
            Some(path) => {
                let mut options = Options::parse(&path.display().to_string(), &read(&path)?)?;
                let folder = path.parent().unwrap_or(Path::new(""));
                options.entries.iter_mut().for_each(|entry| entry.look_in(folder));
                options
            }
        };
        let models = nearest(input, models::FILE_NAME)
            .map(|path| ModelFile::read(&path))
            .transpose()?;
        Ok(Options { models, ..options })
    }

    /// The options that a text states; `name` is the file's name in messages.
    ///
    /// # Errors
    /// If the text is not TOML, or a value is not a text, a number, a truth value or an array of these.
    pub fn parse(name: &str, text: &str) -> Result<Self, ConfigurationError> {
        let places = Places::new(name, text);
        let table = DeTable::parse(text).map_err(|error| ConfigurationError {
            at: places.at(error.span().map_or(0, |span| span.start)),
            message: format!("This is not TOML: {}.", error.message().trim_end_matches('.')),
        })?;
        let mut entries = Vec::new();
        for (key, value) in table.get_ref() {
            if key.get_ref() == allowances::KEY {
                continue;
            }
            let place = places.at(key.span().start);
            if key.get_ref() == open::KEY && matches!(value.get_ref(), DeValue::Table(_)) {
                let tables = open::parse(name, text, &place)?.into_iter();
                entries.extend(tables.map(|entry| (key.span().start, entry)));
                continue;
            }
            let value = written(value.get_ref()).ok_or_else(|| ConfigurationError {
                at: place.clone(),
                message: format!(
                    "`{}` is neither a text, nor a number, nor an array of these.",
                    key.get_ref()
                ),
            })?;
            entries.push((
                key.span().start,
                Entry {
                    key: key.get_ref().to_string(),
                    value,
                    at: place,
                },
            ));
        }
        entries.sort_by_key(|(start, _)| *start);
        let allowed = allowances::parse(name, text)?;
        let says_anything = !(entries.is_empty() && allowed.is_empty());
        Ok(Options {
            name: says_anything.then(|| name.to_owned()),
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
            allowed,
            models: None,
        })
    }
}

/// A value as it would stand on the command line.
fn written(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Boolean(truth) => Some(if *truth { "on" } else { "off" }.to_owned()),
        DeValue::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(|item| written(item.get_ref())).collect();
            items.map(|items| items.join(","))
        }
        _ => None,
    }
}

/// The nearest file with a name in the folder of `input` or above, up to the root of its repository.
///
/// Above it anybody may have left one, as in a folder for temporary files: so the search ends at the first folder, and passes over
/// a file, that belongs neither to whoever runs Pepsin nor to the owner of the input's own folder.
fn nearest(input: &Path, name: &str) -> Option<PathBuf> {
    let folders = folders(input);
    let own = owner(folders.first()?);
    let files = folders.iter().map(|folder| folder.join(name));
    files.into_iter().find(|path| path.is_file() && is_ours(path, own))
}

/// The files in which the configuration of an input may stand, whether they are there or not.
pub fn configuration_files(input: &Path) -> Vec<PathBuf> {
    let folders = folders(input);
    let files = |folder: &PathBuf| [FILE_NAME, models::FILE_NAME].map(|name| folder.join(name));
    folders.iter().flat_map(files).collect()
}

/// The folders in which a configuration file of an input may lie, the nearest first.
pub(super) fn folders(input: &Path) -> Vec<PathBuf> {
    let Ok(absolute) = std::path::absolute(input) else {
        return Vec::new();
    };
    let own = absolute.parent().and_then(owner);
    let mut is_inside = true;
    let above = absolute
        .ancestors()
        .skip(1)
        .take_while(|folder| std::mem::replace(&mut is_inside, !is_repository(folder)) && is_ours(folder, own));
    above.map(Path::to_owned).collect()
}

/// Whether a folder is the root of a repository.
pub fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

/// Whether a file belongs to the owner of the input's folder, or to whoever runs Pepsin.
fn is_ours(path: &Path, own: Option<u32>) -> bool {
    owner(path) == own || owner(path) == user()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Convention, UnknownFunctions};

    fn applied(text: &str) -> Result<Settings, ConfigurationError> {
        let mut settings = Settings::new(Convention::Check);
        let options = Options::parse("pepsin.toml", text)?;
        options
            .entries
            .iter()
            .try_for_each(|entry| entry.apply(&mut settings))?;
        Ok(settings)
    }

    #[test]
    fn a_file_sets_words_numbers_and_lists() {
        let settings = applied("unknown-functions = \"pure\"\nunroll = 8\npredicates = [\"L\", \"TF\"]\n")
            .expect("the file is right");
        assert_eq!(settings.unknown_functions, UnknownFunctions::Pure);
        assert_eq!((settings.unroll, settings.predicates.text().as_str()), (8, "L,TF"));
    }

    #[test]
    fn a_file_is_found_above_the_input_up_to_the_root_of_the_repository() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let source = folder.path().join("outer/project/src/x.c");
        let make = |path: &str| std::fs::create_dir_all(folder.path().join(path)).expect("is writable");
        make("outer/project/src");
        std::fs::write(folder.path().join("outer").join(FILE_NAME), "").expect("is writable");
        assert_eq!(
            nearest(&source, FILE_NAME),
            Some(folder.path().join("outer").join(FILE_NAME))
        );
        make("outer/project/.git");
        assert_eq!(nearest(&source, FILE_NAME), None);
        std::fs::write(folder.path().join("outer/project").join(FILE_NAME), "").expect("is writable");
        assert_eq!(
            nearest(&source, FILE_NAME),
            Some(folder.path().join("outer/project").join(FILE_NAME))
        );
    }

    #[test]
    fn each_mistake_is_told_with_its_place() {
        let cases = [
            (
                "unroll = 8\nunrol = 9\n",
                "pepsin.toml:2:1: error: There is no setting `unrol`",
            ),
            (
                "  data-model = \"x\"",
                "pepsin.toml:1:3: error: `data-model` cannot be `x`",
            ),
            ("unroll =\n", "pepsin.toml:1:9: error: This is not TOML"),
            ("unroll = 1979-05-27\n", "pepsin.toml:1:1: error: `unroll` is neither"),
        ];
        for (text, message) in cases {
            let error = applied(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
