//! `pepsin explain`: why locations are safe, and why pairs of accesses were not excluded.

use super::checking::each_program;
use super::progress::Progress;
use super::sources::{Preprocessor, Sources};
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::races;
use crate::report::explanation;
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
    /// Of the programs that a build makes, the one whose `main` stands in this file; by default all that the source file is part of.
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    #[command(flatten)]
    preprocessor: Preprocessor,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let (path, line) = file_and_line(&arguments.file);
    let sources = Sources {
        files: match arguments.compile_commands {
            Some(_) => Vec::new(),
            None => std::iter::once(&path).chain(&arguments.others).cloned().collect(),
        },
        compile_commands: arguments.compile_commands.clone(),
        program: arguments.program.clone(),
        preprocessor: arguments.preprocessor.clone(),
    };
    let mut settings = arguments.settings.resolve(Convention::Check, Some(&path))?;
    let inputs = sources.inputs()?;
    sources.choose(&inputs, &mut settings)?;
    let on_line = line.map(|line| (path.as_path(), line));
    let own = races::Arguments::installed();
    each_program(&inputs, &settings, Some(&path), |project, member, watch| {
        let progress = Progress::new();
        let analysis = project.analyse(member, &settings, own, watch, &mut |stage| progress.begin(stage))?;
        let code = analysis.code();
        Ok(explanation::render(
            &analysis.findings(&code),
            on_line,
            arguments.object.as_deref(),
        ))
    })
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
