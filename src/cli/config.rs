//! `pepsin config`: the settings as they are resolved, each with where it was set.

use super::{Exit, Failure, output};
use crate::config::{Convention, SETTINGS, SettingArguments, Settings};
use clap::ValueEnum;
use std::path::PathBuf;

/// Lists the settings for a file or folder: their values, and where each was set.
#[derive(clap::Args)]
pub struct Arguments {
    /// The file or folder; the current folder by default.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Whose defaults count.
    #[arg(long = "for", value_enum, default_value = "check")]
    convention: Rules,
    #[command(flatten)]
    settings: SettingArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum Rules {
    /// Those of `pepsin check`.
    Check,
    /// Those of `pepsin svcomp`.
    Svcomp,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let convention = match arguments.convention {
        Rules::Check => Convention::Check,
        Rules::Svcomp => Convention::SvComp,
    };
    let anchor = match &arguments.file {
        // A folder is searched itself, not only those above.
        Some(path) if path.is_dir() => path.join("any"),
        Some(path) => path.clone(),
        None => PathBuf::from("any"),
    };
    let resolved = arguments
        .settings
        .resolve_with_sources(Settings::new(convention), Some(&anchor))?;
    let row = |setting: &crate::config::Setting| {
        let value = (setting.get)(&resolved.settings);
        let change = resolved.changes.iter().find(|change| change.key == setting.key);
        match change {
            Some(change) => format!(
                "{} = {value}  # {}; default: {}\n",
                setting.key, change.at, change.default
            ),
            None => format!("{} = {value}\n", setting.key),
        }
    };
    output::tell(&SETTINGS.iter().map(row).collect::<String>())?;
    Ok(Exit::Success)
}
