//! `pepsin digests`: the catalogue of arguments against a race, and the settings.

use super::{Exit, Failure, output};
use crate::config::{Convention, SETTINGS, Settings};
use crate::races::facts::full_catalogue;
use pepsin_digests::{ByDefault, Kind, Row};

/// Lists the digests and access facts: what an access carries, and when it excludes a pair.
#[derive(clap::Args)]
pub struct Arguments {
    /// Lists the settings instead, with their values and defaults.
    #[arg(long)]
    settings: bool,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let text: String = if arguments.settings {
        let defaults = [Convention::Check, Convention::SvComp].map(Settings::new);
        SETTINGS
            .iter()
            .map(|setting| {
                let (check, svcomp) = ((setting.get)(&defaults[0]), (setting.get)(&defaults[1]));
                let default = if check == svcomp {
                    check
                } else {
                    format!("{check}; svcomp: {svcomp}")
                };
                format!(
                    "{}\n    {}\n    Values: {}.\n    Default: {default}.\n",
                    setting.key, setting.help, setting.values
                )
            })
            .collect()
    } else {
        full_catalogue().rows().iter().map(entry).collect()
    };
    output::tell(&text)?;
    Ok(Exit::Success)
}

fn entry(row: &Row) -> String {
    let kind = match row.kind {
        Kind::Digest => "digest",
        Kind::AccessFact => "access fact",
    };
    let off = match row.default {
        ByDefault::On => "",
        ByDefault::Off => ", off by default",
    };
    format!("{:<4} {} ({kind}{off})\n     {}\n", row.id, row.name, row.help)
}
