//! `pepsin nulls`: which dereferences of shared pointers are safe, and how much of that is due to which knowledge of other threads.

use super::checking::each_program;
use super::sources::{Preprocessor, Sources};
use super::{Exit, Failure, output, signals};
use crate::config::{Convention, SettingArguments, Settings};
use crate::frontend::Input;
use crate::limits::Watch;
use crate::pipeline::{self, Errors, Member, Project};
use crate::{nulls, races};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

/// Tells which dereferences of pointers in memory that two threads access may be of null pointers.
///
/// Of one program it lists those that are not proved, and who may write the pointer. Of the programs in a folder, each a file, it makes a table: how
/// many are proved if no other thread ever writes (unsound), if all memory of several threads is lost, by locks alone, and by all that excludes races.
#[derive(clap::Args)]
pub struct Arguments {
    /// The source files of a program, or folders with programs of one file each.
    #[arg(value_name = "FILES|FOLDER", required_unless_present = "compile_commands")]
    files: Vec<PathBuf>,
    /// The files and options that a build recorded: compile_commands.json or its folder.
    #[arg(short = 'p', value_name = "FOLDER|compile_commands.json")]
    compile_commands: Option<PathBuf>,
    /// Of the programs that a build makes, the one whose `main` stands in this file: its path, or its name without the ending.
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    /// Each file is a program, or each program of the build is meant, and there is a row of the table for each.
    #[arg(long)]
    each: bool,
    /// The format of the table.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    preprocessor: Preprocessor,
    #[command(flatten)]
    settings: SettingArguments,
}

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown
    #[default]
    Text,
    /// A line for each program
    Csv,
    /// The numbers by their names
    Json,
}

impl Arguments {
    /// The files of one program, or of one build.
    fn sources(&self) -> Sources {
        Sources {
            files: self.files.clone(),
            compile_commands: self.compile_commands.clone(),
            program: self.program.clone(),
            preprocessor: self.preprocessor.clone(),
        }
    }
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if arguments.each || arguments.files.iter().any(|path| path.is_dir()) {
        return tabulate(arguments);
    }
    let sources = arguments.sources();
    let inputs = sources.inputs()?;
    let mut settings = arguments
        .settings
        .resolve(Convention::Check, sources.anchor().as_deref())?;
    sources.choose(&inputs, &mut settings)?;
    let own = races::Arguments::installed();
    each_program(&inputs, &settings, None, |project, member, watch| {
        let (program, _) = project.program(member, &settings, watch)?;
        let found = pipeline::nulls(&program, &settings, own, watch)?;
        match &found.failure {
            Some(failure) => Ok(format!("Nothing is told. {failure}\n")),
            None => Ok(nulls::list(&found, &program.files)),
        }
    })
}

/// The table of programs: of one file each, or those of a build. Each has the limits for itself.
fn tabulate(arguments: &Arguments) -> Result<Exit, Failure> {
    signals::listen();
    let mut programs = Vec::new();
    match arguments.compile_commands {
        Some(_) => programs = of_build(arguments)?,
        None => {
            for file in files(&arguments.files)? {
                let input = Input {
                    arguments: arguments.preprocessor.arguments(),
                    ..Input::new(&file)
                };
                let settings = arguments.settings.resolve(Convention::Check, Some(&file))?;
                let watch = Watch::start(settings.limits(), |_| ());
                programs.push(named(&name(&file), of_file(input, &settings, &watch)));
            }
        }
    }
    output::tell(&match arguments.format {
        Format::Text => nulls::table(&programs),
        Format::Csv => nulls::csv(&programs),
        Format::Json => nulls::json(&programs),
    })?;
    Ok(Exit::Success)
}

/// The programs of a build.
fn of_build(arguments: &Arguments) -> Result<Vec<nulls::Program>, Failure> {
    let sources = arguments.sources();
    let inputs = sources.inputs()?;
    let mut settings = arguments
        .settings
        .resolve(Convention::Check, sources.anchor().as_deref())?;
    sources.choose(&inputs, &mut settings)?;
    let watch = Watch::start(settings.limits(), |_| ());
    let mut project = Project::read(&inputs, &settings, &watch)?;
    let members = project.members(&settings, &watch)?;
    let names = project.names(&members);
    let programs = members.iter().zip(names).map(|(member, name)| {
        let watch = Watch::start(settings.limits(), |_| ());
        named(&name, of_member(&mut project, member, &settings, &watch))
    });
    Ok(programs.collect())
}

/// The row of a program, also of one that cannot be analysed.
fn named(name: &str, found: Result<nulls::Program, Errors>) -> nulls::Program {
    let found = found.unwrap_or_else(|errors| nulls::Program {
        failure: errors.to_string().lines().next().map(str::to_owned),
        ..nulls::Program::default()
    });
    nulls::Program {
        name: name.to_owned(),
        ..found
    }
}

fn of_file(input: Input, settings: &Settings, watch: &Watch) -> Result<nulls::Program, Errors> {
    let mut project = Project::read(&[input], settings, watch)?;
    let members = project.members(settings, watch)?;
    let Some(member) = members.first() else {
        return Err(Errors::Input(vec!["There is no program in it.".to_owned()]));
    };
    of_member(&mut project, member, settings, watch)
}

fn of_member(
    project: &mut Project,
    member: &Member,
    settings: &Settings,
    watch: &Watch,
) -> Result<nulls::Program, Errors> {
    let (program, _) = project.program(member, settings, watch)?;
    pipeline::nulls(&program, settings, races::Arguments::installed(), watch)
}

/// The files that are programs: those that are named, and all of C that lie in folders, in the order of their names.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    let mut left: Vec<PathBuf> = given.iter().rev().cloned().collect();
    while let Some(path) = left.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        let unread = |error: std::io::Error| Failure::general(format!("{}: {error}", path.display()));
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(&path).map_err(unread)? {
            let entry = entry.map_err(unread)?.path();
            let is_source = entry.extension().is_some_and(|ending| ending == "c" || ending == "i");
            if entry.is_dir() || is_source {
                inside.push(entry);
            }
        }
        inside.sort();
        left.extend(inside.into_iter().rev());
    }
    Ok(found)
}

/// What a program is called: its file without folder and ending, or its folder if that is all that tells it from others.
fn name(file: &Path) -> String {
    let stem = file.file_stem().filter(|stem| *stem != "main");
    let stem = stem.or_else(|| file.parent()?.file_name()).unwrap_or(file.as_os_str());
    stem.to_string_lossy().into_owned()
}
