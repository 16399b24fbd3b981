//! `pepsin show`: what the stages of the analysis see.

use super::checking::each_program;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::ir::printer::ProgramText;
use crate::races;
use crate::report::{Findings, dump};
use clap::ValueEnum;

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
    let anchor = arguments.sources.anchor();
    let mut settings = arguments.settings.resolve(Convention::Check, anchor.as_deref())?;
    arguments.sources.choose(&inputs, &mut settings)?;
    let standard = races::Arguments::standard();
    each_program(&inputs, &settings, None, |project, member, watch| {
        let mut dumped = |dump: fn(&Findings<'_>) -> String| {
            let analysis = project.analyse(member, &settings, &standard, watch, &mut |_| ())?;
            Ok(dump(&analysis.findings(&analysis.code())))
        };
        match arguments.what {
            What::Ir => Ok(ProgramText(&project.program(member, &settings, watch)?.0).to_string()),
            What::Cfg => Ok(dump::graphs(&project.program(member, &settings, watch)?.0)),
            What::Threads => dumped(dump::threads),
            What::Locks => dumped(dump::locks),
            What::Solution => dumped(dump::solution),
        }
    })
}
