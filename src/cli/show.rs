//! `pepsin show`: what the stages of the analysis see.

use super::checking::each_program;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::ir::printer::ProgramText;
use crate::ir::{Files, Position};
use crate::report::{Findings, dump};
use crate::semantics::Picture;
use crate::{pipeline, races};
use clap::ValueEnum;
use std::path::Path;

/// Shows what the analysis sees of a program.
#[derive(clap::Args)]
pub struct Arguments {
    /// What to show.
    #[arg(value_enum)]
    what: What,
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    settings: SettingArguments,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The intermediate representation.
    Ir,
    /// The control-flow graphs, in the language of Graphviz.
    Cfg,
    /// The tree of threads: where each is created and joined, and how often.
    Threads,
    /// The locks, and the accesses made while they are held.
    Locks,
    /// The accesses, each with its digest.
    Solution,
    /// What is known where instructions of a line begin: `show state FILE:LINE`.
    State,
    /// The facts of the whole program: who wrote what, which locks protect it, what calls touch.
    Globals,
    /// In what circumstances functions were analysed.
    Contexts,
    /// What is claimed of variables, and where a write refuted it.
    Claims,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    if matches!(
        arguments.what,
        What::State | What::Globals | What::Contexts | What::Claims
    ) {
        return show_picture(arguments);
    }
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor();
    let mut settings = arguments.settings.resolve(Convention::Check, anchor.as_deref())?;
    arguments.sources.choose(&inputs, &mut settings)?;
    let own = races::Arguments::installed();
    each_program(&inputs, &settings, None, |project, member, watch| {
        let mut dumped = |dump: fn(&Findings<'_>) -> String| {
            let analysis = project.analyse(member, &settings, own, watch, &mut |_| ())?;
            Ok(dump(&analysis.findings(&analysis.code())))
        };
        match arguments.what {
            What::Ir => Ok(ProgramText(&project.program(member, &settings, watch)?.0).to_string()),
            What::Cfg => Ok(dump::graphs(&project.program(member, &settings, watch)?.0)),
            What::Threads => dumped(dump::threads),
            What::Locks => dumped(dump::locks),
            What::Solution | What::State | What::Globals | What::Contexts | What::Claims => dumped(dump::solution),
        }
    })
}

/// Shows what the solution of the first analysis knows.
fn show_picture(arguments: &Arguments) -> Result<Exit, Failure> {
    let (place, sources) = match arguments.what {
        What::State => {
            let (file, line, sources) = placed(&arguments.sources)?;
            (Some((file, line)), sources)
        }
        _ => (None, arguments.sources.clone()),
    };
    let inputs = sources.inputs()?;
    let anchor = sources.anchor();
    let mut settings = arguments.settings.resolve(Convention::Check, anchor.as_deref())?;
    sources.choose(&inputs, &mut settings)?;
    let own = races::Arguments::installed();
    let part = place.as_ref().map(|(file, _)| Path::new(file));
    let mut is_reached = false;
    let exit = each_program(&inputs, &settings, part, |project, member, watch| {
        let (program, _) = project.program(member, &settings, watch)?;
        let picture = pipeline::picture(&program, &settings, own.catalogue(), watch)?;
        let lines = match (arguments.what, &place) {
            (What::Globals, _) => picture.globals,
            (What::Contexts, _) => picture.contexts,
            (What::Claims, _) => picture.claims,
            (_, Some((file, line))) => states_at(&picture, &program.files, file, *line),
            (_, None) => Vec::new(),
        };
        is_reached |= !lines.is_empty();
        let mut text = lines.join("\n");
        if !text.is_empty() {
            text.push('\n');
        }
        Ok(text)
    })?;
    match place {
        Some((file, line)) if !is_reached => {
            Err(Failure::general(format!("No instruction is reached at {file}:{line}")))
        }
        _ => Ok(exit),
    }
}

/// The place that the first of the files names, as `FILE:LINE`, and the sources without it: the file itself if there are no others.
fn placed(sources: &Sources) -> Result<(String, u32, Sources), Failure> {
    let first = sources.files.first().map(|file| file.display().to_string());
    let place = first.as_deref().and_then(|first| first.rsplit_once(':'));
    let Some((file, line)) = place.and_then(|(file, line)| Some((file, line.parse().ok()?))) else {
        return Err(Failure::general(
            "`show state` needs a place: `pepsin show state FILE:LINE [FILES]`",
        ));
    };
    let mut others = sources.clone();
    others.files.remove(0);
    if others.files.is_empty() && others.compile_commands.is_none() {
        others.files.push(file.into());
    }
    Ok((file.to_owned(), line, others))
}

/// What is known where instructions of a line begin.
fn states_at(picture: &Picture, files: &Files, file: &str, line: u32) -> Vec<String> {
    let is_meant = |at: &Position| at.line == line && Path::new(files.name(at.file)).ends_with(file);
    let found = picture.states.iter().filter(|(at, _)| is_meant(at));
    found
        .flat_map(|(at, states)| states.iter().map(|state| format!("{}: {state}", files.display(*at))))
        .collect()
}
