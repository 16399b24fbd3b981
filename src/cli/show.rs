//! `pepsin show`: what the stages of the analysis see.

use super::run::Run;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::ir::printer::ProgramText;
use crate::report::{Findings, dump};
use crate::{pipeline, races};
use clap::ValueEnum;
use std::path::PathBuf;

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
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let inputs = arguments.sources.inputs()?;
    let anchor = arguments.sources.anchor().map(PathBuf::as_path);
    let settings = arguments.settings.resolve(Convention::Check, anchor)?;
    let run = Run::begin_without_report(&settings);
    let dumped = |dump: fn(&Findings<'_>) -> String| {
        let analysis = pipeline::analyse(
            &inputs,
            &settings,
            &races::Arguments::standard(),
            run.watch(),
            &mut |_| (),
        )?;
        Ok::<String, pipeline::Errors>(dump(&analysis.findings(&analysis.code())))
    };
    let text = match arguments.what {
        What::Ir => ProgramText(&pipeline::read(&inputs, &settings, run.watch())?.0).to_string(),
        What::Cfg => dump::graphs(&pipeline::read(&inputs, &settings, run.watch())?.0),
        What::Threads => dumped(dump::threads)?,
        What::Locks => dumped(dump::locks)?,
        What::Solution => dumped(dump::solution)?,
    };
    run.tell(&text, None, Exit::Success)?;
    Ok(Exit::Success)
}
