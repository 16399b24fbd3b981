//! `pepsin models`: what is known of a function that a program does not define, and where that is said.

use super::{Exit, Failure, output};
use crate::config::{Convention, SettingArguments};
use crate::library::{Library, is_reserved};
use std::path::PathBuf;

/// Shows the model of a function: its row, and the file and line where it stands.
#[derive(clap::Args)]
pub struct Arguments {
    /// The functions.
    #[arg(value_name = "FUNCTION", required = true)]
    functions: Vec<String>,
    /// A file or folder of the project whose pepsin-models.toml counts; the current folder by default.
    #[arg(long = "for", value_name = "FILE")]
    input: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let anchor = match &arguments.input {
        // A folder is searched itself, not only those above.
        Some(path) if path.is_dir() => path.join("any"),
        Some(path) => path.clone(),
        None => PathBuf::from("any"),
    };
    let settings = arguments.settings.resolve(Convention::Check, Some(&anchor))?;
    let told = arguments
        .functions
        .iter()
        .map(|function| tell(function, &settings.library));
    let told: Vec<Told> = told.collect();
    output::tell(&told.iter().map(|told| told.text.as_str()).collect::<String>())?;
    Ok(match told.iter().all(|told| told.is_known) {
        true => Exit::Success,
        false => Exit::Undecided,
    })
}

/// What is told of a function.
struct Told {
    text: String,
    is_known: bool,
}

fn tell(function: &str, library: &Library) -> Told {
    let Some((name, model)) = library.name_of_row(function).zip(library.model(function)) else {
        let what = match is_reserved(function) {
            true => "is a function of the C library without a model: where it is called, nothing is proved",
            false => "has no model",
        };
        return Told {
            text: format!("`{function}` {what}.\n"),
            is_known: false,
        };
    };
    let text = match (&model.stated, Library::shipped_row(&name)) {
        (Some(stated), _) => format!("# {}\n{name} = {}\n", stated.at, stated.row),
        (None, Some((at, row))) => format!("# {at}, which comes with Pepsin\n{row}\n"),
        (None, None) => format!("# `{name}` comes with Pepsin.\n"),
    };
    Told { text, is_known: true }
}
