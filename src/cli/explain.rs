//! `pepsin explain`: why locations are safe, and why pairs of accesses were not excluded.

use super::progress::Progress;
use super::run::Run;
use super::sources::Preprocessor;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::frontend::Input;
use crate::report::explanation;
use crate::{pipeline, races};
use std::path::{Path, PathBuf};

/// Explains why locations are safe, and why pairs of accesses were not excluded.
#[derive(clap::Args)]
pub struct Arguments {
    /// The source file; with `:LINE`, only locations accessed on that line are explained.
    #[arg(value_name = "FILE[:LINE]")]
    file: String,
    /// Only locations in objects with this name.
    #[arg(value_name = "LOCATION")]
    object: Option<String>,
    #[command(flatten)]
    preprocessor: Preprocessor,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (path, line) = file_and_line(&arguments.file);
    let settings = arguments.settings.resolve(Convention::Check, Some(&path))?;
    let input = Input {
        arguments: arguments.preprocessor.arguments(),
        ..Input::new(&path)
    };
    let run = Run::begin_without_report(&settings);
    let progress = Progress::new();
    let standard = races::Arguments::standard();
    let analysis = pipeline::analyse(&[input], &settings, &standard, run.watch(), &mut |stage| {
        progress.begin(stage)
    })?;
    drop(progress);
    let text = explanation::render(&analysis.findings(&analysis.code()), line, arguments.object.as_deref());
    run.tell(&text, None, Exit::Success)?;
    Ok(Exit::Success)
}

/// Splits `file.c:12` unless there is a file with that very name.
fn file_and_line(text: &str) -> (PathBuf, Option<u32>) {
    match text.rsplit_once(':') {
        Some((file, line)) if !Path::new(text).exists() => match line.parse() {
            Ok(line) => (file.into(), Some(line)),
            Err(_) => (text.into(), None),
        },
        _ => (text.into(), None),
    }
}
