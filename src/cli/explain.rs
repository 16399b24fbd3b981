//! `pepsin explain`: why locations are safe, and why pairs of accesses were not excluded.

use super::progress::Progress;
use super::run::Run;
use super::sources::{Preprocessor, Sources};
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
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
    /// Further source files of the program.
    #[arg(long = "with", value_name = "FILE")]
    others: Vec<PathBuf>,
    /// The files and options that a build recorded: compile_commands.json or its folder, of which the source file is one.
    #[arg(short = 'p', value_name = "FOLDER|compile_commands.json", conflicts_with = "others")]
    compile_commands: Option<PathBuf>,
    #[command(flatten)]
    preprocessor: Preprocessor,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (path, line) = file_and_line(&arguments.file);
    let settings = arguments.settings.resolve(Convention::Check, Some(&path))?;
    let sources = Sources {
        files: match arguments.compile_commands {
            Some(_) => Vec::new(),
            None => std::iter::once(&path).chain(&arguments.others).cloned().collect(),
        },
        compile_commands: arguments.compile_commands.clone(),
        preprocessor: arguments.preprocessor.clone(),
    };
    let inputs = sources.inputs()?;
    let run = Run::begin_without_report(&settings);
    let progress = Progress::new();
    let standard = races::Arguments::standard();
    let analysis = pipeline::analyse(&inputs, &settings, &standard, run.watch(), &mut |stage| {
        progress.begin(stage)
    })?;
    drop(progress);
    let on_line = line.map(|line| (path.as_path(), line));
    let text = explanation::render(
        &analysis.findings(&analysis.code()),
        on_line,
        arguments.object.as_deref(),
    );
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
