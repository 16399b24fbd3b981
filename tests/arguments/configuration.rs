//! The page of the book on configuration: its prose as it stands, and below it a line for each setting.

use std::fmt::Write;
use std::path::PathBuf;

use pepsin::config::{Convention, SETTINGS, Settings};

const FILE: &str = "docs/configuration.md";

/// What stands above the lines of the settings.
const HEADING: &str = "## All settings\n\n";

/// The page: its file, and what stands in it.
pub fn page() -> (PathBuf, String) {
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    let prose = written.split(HEADING).next().unwrap_or_default();
    let mut text =
        format!("{prose}{HEADING}| setting | values | default | what it means |\n| --- | --- | --- | --- |\n");
    let defaults = [Convention::Check, Convention::SvComp].map(Settings::new);
    for setting in SETTINGS {
        let [check, svcomp] = [0, 1].map(|number| code(&(setting.get)(&defaults[number])));
        let default = match check == svcomp {
            true => check,
            false => format!("{check}; in the competition {svcomp}"),
        };
        let (values, help) = (setting.values.replace('|', "\\|"), setting.help.replace('|', "\\|"));
        writeln!(text, "| `{}` | {values} | {default} | {help} |", setting.key)
            .expect("writing to a string never fails");
    }
    (PathBuf::from(FILE), text)
}

fn code(value: &str) -> String {
    match value {
        "" => "nothing".to_owned(),
        value => format!("`{value}`"),
    }
}
