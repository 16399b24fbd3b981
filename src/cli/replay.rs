//! `pepsin replay`: run an execution again that a witness records.

use super::run::Run;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::explore;
use crate::report::execution;
use crate::{pipeline, witness};
use std::path::PathBuf;

/// Runs the execution again that a witness records, and shows the race that it ends with.
///
/// Exit status: 1 if the race happens again, 3 if it does not. A witness of another program is refused.
#[derive(clap::Args)]
pub struct Arguments {
    /// The witness, as `--witness` wrote it.
    #[arg(value_name = "WITNESS")]
    witness: PathBuf,
    /// Runs the execution although the sources are not those of the witness.
    #[arg(long)]
    other_program: bool,
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let recorded = witness::read(&arguments.witness)?;
    let inputs = arguments.sources.inputs()?;
    let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    if !arguments.other_program && !recorded.is_about(&paths) {
        return Err(Failure(vec![format!(
            "{}: error: The witness is about other sources than these; `--other-program` replays it all the same.",
            arguments.witness.display()
        )]));
    }
    let anchor = arguments.sources.anchor();
    let mut defaults = crate::config::Settings::new(Convention::Check);
    defaults.data_model = recorded.data_model;
    let mut settings = arguments.settings.resolve_from(defaults, anchor.as_deref())?;
    arguments.sources.choose(&inputs, &mut settings)?;
    let run = Run::begin_without_report(&settings);
    let (program, _) = pipeline::read(&inputs, &settings, run.watch())?;
    let shown = explore::replay(&program, &pipeline::execution_settings(&settings), &recorded.execution);
    match shown.races.last() {
        Some(race) => {
            run.tell(&execution::render(&program, race), None, Exit::Races)?;
            Ok(Exit::Races)
        }
        None => {
            run.tell("The execution shows no race.\n", None, Exit::Undecided)?;
            Ok(Exit::Undecided)
        }
    }
}
