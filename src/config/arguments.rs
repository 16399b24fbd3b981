//! What the command line says about settings: one flag for each row, and `--set key=value`.

use super::catalogue::SETTINGS;
use super::options::{ConfigurationError, Entry, Options};
use super::settings::{Convention, Settings};
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::path::Path;

/// The settings given on the command line, in their order.
#[derive(Clone, Debug, Default)]
pub struct SettingArguments {
    entries: Vec<Entry>,
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
        let mut settings = defaults;
        let file = input.map_or(Ok(Options::default()), Options::find)?;
        let mut entries = file.entries.iter().chain(&self.entries);
        entries.try_for_each(|entry| entry.apply(&mut settings))?;
        Ok(settings)
    }
}

impl clap::Args for SettingArguments {
    fn augment_args(command: Command) -> Command {
        let set = Arg::new("set")
            .long("set")
            .value_name("KEY=VALUE")
            .action(ArgAction::Append)
            .help("Sets any setting, as pepsin.toml does.")
            .help_heading("Settings");
        SETTINGS.iter().fold(command.arg(set), |command, setting| {
            let flag = Arg::new(setting.key)
                .long(setting.key)
                .value_name("VALUE")
                .allow_hyphen_values(true)
                .help(format!("{} [{}]", setting.help, setting.values))
                .help_heading("Settings");
            command.arg(flag)
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
        Ok(SettingArguments { entries })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
