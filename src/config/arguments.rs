//! What the command line says about settings: one flag for each row, and `--set key=value`.

use super::allowances::AllowRow;
use super::catalogue::SETTINGS;
use super::models::{self, ModelFile};
use super::options::{ConfigurationError, Entry, Options};
use super::settings::{Convention, Settings};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::path::{Path, PathBuf};

/// The settings given on the command line, in their order, and how far files of the project may change others.
#[derive(Clone, Debug, Default)]
pub struct SettingArguments {
    entries: Vec<Entry>,
    trust: ProjectTrust,
}

/// What a project that is checked may say about how it is checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProjectTrust {
    /// Nothing: its `pepsin.toml` and `pepsin-models.toml` are not read.
    Nothing,
    /// Nothing as it stands, but settings as a revision of its repository states them.
    Revision(String),
    /// Settings, but not which program is started to preprocess it.
    #[default]
    Settings,
    /// All settings.
    Everything,
}

impl SettingArguments {
    /// The settings for an input: the defaults of the convention, then the nearest file, then the command line.
    ///
    /// # Errors
    /// If the file or the command line holds a setting that cannot be used.
    pub fn resolve(&self, convention: Convention, input: Option<&Path>) -> Result<Settings, ConfigurationError> {
        self.resolve_from(Settings::new(convention), input)
    }

    /// The settings for an input, with defaults that the input itself may have given.
    ///
    /// # Errors
    /// If the file or the command line holds a setting that cannot be used.
    pub fn resolve_from(&self, defaults: Settings, input: Option<&Path>) -> Result<Settings, ConfigurationError> {
        Ok(self.resolve_with_sources(defaults, input)?.settings)
    }

    /// The settings for an input, and where each one that differs from the defaults was set.
    ///
    /// # Errors
    /// If the file or the command line holds a setting that cannot be used.
    pub fn resolve_with_sources(
        &self,
        defaults: Settings,
        input: Option<&Path>,
    ) -> Result<Resolved, ConfigurationError> {
        let mut settings = defaults.clone();
        let file = match (&self.trust, input) {
            (ProjectTrust::Nothing, _) | (_, None) => Options::default(),
            (ProjectTrust::Revision(revision), Some(input)) => Options::find_in_revision(input, revision)?,
            (ProjectTrust::Settings | ProjectTrust::Everything, Some(input)) => Options::find(input)?,
        };
        if self.trust != ProjectTrust::Everything {
            file.entries.iter().try_for_each(refuse_program)?;
        }
        if matches!(self.trust, ProjectTrust::Revision(_)) {
            file.entries.iter().try_for_each(refuse_files_of_the_tree)?;
        }
        let mut entries = file.entries.iter().chain(&self.entries);
        entries.try_for_each(|entry| entry.apply(&mut settings))?;
        let found = file.models.iter().cloned().map(Ok);
        let named = settings.models.iter().map(|path| ModelFile::read(path));
        let models: Vec<ModelFile> = found.chain(named).collect::<Result<_, _>>()?;
        if let Some(found) = &file.models {
            settings.models.insert(0, PathBuf::from(&found.name));
        }
        settings.library = models::library_with(&settings.library, &models)?;
        // The last word counts.
        let set_by = |key: &str| {
            let mut entries = self.entries.iter().rev().chain(file.entries.iter().rev());
            entries.find(|entry| entry.key == key)
        };
        let changes = SETTINGS.iter().filter_map(|setting| {
            let (value, default) = ((setting.get)(&settings), (setting.get)(&defaults));
            (value != default).then(|| Change {
                key: setting.key,
                value,
                default,
                at: match (set_by(setting.key), &file.models) {
                    (Some(entry), _) => entry.at.clone(),
                    (None, Some(found)) if setting.key == "models" => found.name.clone(),
                    (None, _) => String::new(),
                },
            })
        });
        Ok(Resolved {
            configuration: file.name.clone(),
            changes: changes.collect(),
            allowed: file.allowed.clone(),
            trust: self.trust.clone(),
            models,
            settings,
        })
    }
}

/// A file of the project must not choose a program that is started.
fn refuse_program(entry: &Entry) -> Result<(), ConfigurationError> {
    if entry.key != "compiler" {
        return Ok(());
    }
    Err(ConfigurationError {
        at: entry.at.clone(),
        message: "A file of the project names a program to start; that counts only with `--allow-compiler`.".to_owned(),
    })
}

/// What a revision says must not lead to files that are as the tree has them.
fn refuse_files_of_the_tree(entry: &Entry) -> Result<(), ConfigurationError> {
    if entry.key != "models" {
        return Ok(());
    }
    Err(ConfigurationError {
        at: entry.at.clone(),
        message: "With `--config-from`, models count as the revision has them, in `pepsin-models.toml` only."
            .to_owned(),
    })
}

/// The flags that say how far a project is trusted.
fn trust_arguments() -> [Arg; 3] {
    let trust = Arg::new("trust-project")
        .long("trust-project")
        .value_name("yes|no")
        .value_parser(["yes", "no"])
        .default_value("yes")
        .help("Whether pepsin.toml and pepsin-models.toml count; with no, nothing of the project changes how it is checked.")
        .help_heading("Trust");
    let compiler = Arg::new("allow-compiler")
        .long("allow-compiler")
        .action(ArgAction::SetTrue)
        .conflicts_with("trust-project")
        .help("Lets pepsin.toml choose the compiler that preprocesses: a program that is started.")
        .help_heading("Trust");
    let revision = Arg::new("config-from")
        .long("config-from")
        .value_name("REVISION")
        .conflicts_with_all(["trust-project", "allow-compiler"])
        .help("Takes pepsin.toml and pepsin-models.toml from a revision of the project's Git repository; nothing of the project as it stands changes how it is checked.")
        .help_heading("Trust");
    [trust, compiler, revision]
}

impl ProjectTrust {
    /// Whether comments in the sources count that allow a race.
    pub fn allows_comments(&self) -> bool {
        matches!(self, ProjectTrust::Settings | ProjectTrust::Everything)
    }

    fn of(matches: &ArgMatches) -> Self {
        if let Some(revision) = matches.get_one::<String>("config-from") {
            return ProjectTrust::Revision(revision.clone());
        }
        let given = matches.get_one::<String>("trust-project").map(String::as_str);
        match (given, matches.get_flag("allow-compiler")) {
            (Some("no"), _) => ProjectTrust::Nothing,
            (_, false) => ProjectTrust::Settings,
            (_, true) => ProjectTrust::Everything,
        }
    }
}

/// Resolved settings, and what changed them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The settings.
    pub settings: Settings,
    /// Those that differ from the defaults, in the order of [`SETTINGS`].
    pub changes: Vec<Change>,
    /// The configuration file that counts, if it says anything.
    pub configuration: Option<String>,
    /// The findings that the configuration file allows.
    pub allowed: Vec<AllowRow>,
    /// How far the project is trusted.
    pub trust: ProjectTrust,
    /// The files with models that count, with what they say.
    pub models: Vec<ModelFile>,
}

/// A setting that differs from its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its key.
    pub key: &'static str,
    /// Its value, as a user writes it.
    pub value: String,
    /// What it would be otherwise.
    pub default: String,
    /// Where it was set: `pepsin.toml:3:1`, or `--set`.
    pub at: String,
}

impl clap::Args for SettingArguments {
    fn augment_args(command: Command) -> Command {
        let set = Arg::new("set")
            .long("set")
            .value_name("KEY=VALUE")
            .action(ArgAction::Append)
            .help("Sets any setting, as pepsin.toml does.")
            .help_heading("Settings");
        SETTINGS
            .iter()
            .fold(command.arg(set).args(trust_arguments()), |command, setting| {
                let flag = Arg::new(setting.key)
                    .long(setting.key)
                    .value_name("VALUE")
                    .allow_hyphen_values(true)
                    .help(format!("{} [{}]", setting.help, setting.values))
                    .help_heading("Settings");
                // A value of such a flag stands behind `=`, so that files may follow it.
                command.arg(match setting.bare {
                    Some(value) => flag.num_args(0..=1).require_equals(true).default_missing_value(value),
                    None => flag,
                })
            })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for SettingArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let flags = SETTINGS.iter().filter_map(|setting| {
            let value = matches.get_one::<String>(setting.key)?;
            Some(Entry {
                key: setting.key.to_owned(),
                value: value.clone(),
                at: format!("--{}", setting.key),
            })
        });
        let set = matches.get_many::<String>("set").into_iter().flatten().map(|text| {
            let (key, value) = text.split_once('=').unwrap_or((text, ""));
            Entry {
                key: key.trim().to_owned(),
                value: value.trim().to_owned(),
                at: "--set".to_owned(),
            }
        });
        let entries = set.chain(flags).collect();
        let trust = ProjectTrust::of(matches);
        Ok(SettingArguments { entries, trust })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
