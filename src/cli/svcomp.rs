//! `pepsin svcomp`: answer a task of the competition on software verification.

use super::{Exit, Failure, output, witness};
use crate::config::{Convention, SettingArguments, Settings};
use crate::frontend::Input;
use crate::ir::DataModel;
use crate::report::{Detail, FORMATS, VerdictReport};
use crate::tasks::Task;
use crate::{pipeline, races};
use std::path::PathBuf;

/// Answers a task of the competition on software verification.
///
/// The last line of the output is `SV-COMP verdict: true`, `false(no-data-race)` or `unknown`; above it stands the report.
#[derive(clap::Args)]
pub struct Arguments {
    /// The task definition, a YAML file.
    #[arg(value_name = "TASK.yml")]
    task: PathBuf,
    /// Writes a witness of a race, or of race freedom, to a file.
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let task = Task::read(&arguments.task)?;
    let settings = settings(&task, &arguments.settings)?;
    let analysis = pipeline::analyse(&inputs(&task), &settings, &races::Arguments::standard(), &mut |_| ())?;
    let report = analysis.report();
    if let Some(file) = &arguments.witness {
        witness::write(&analysis, report.verdict, &task.inputs, &settings, file)?;
    }
    let answer = match report.verdict {
        VerdictReport::RaceFree => "true",
        VerdictReport::Race => "false(no-data-race)",
        VerdictReport::PossibleRace | VerdictReport::Undecided => "unknown",
    };
    let text = (FORMATS[0].render)(&report, Detail::Ordinary);
    output::write(&format!("{text}SV-COMP verdict: {answer}\n"), None)?;
    Ok(Exit::Success)
}

/// The translation units of a task.
pub fn inputs(task: &Task) -> Vec<Input> {
    task.inputs.iter().map(Input::new).collect()
}

/// The settings for a task: its data model (ILP32 if it names none) is a default that the command line can change.
pub fn settings(task: &Task, arguments: &SettingArguments) -> Result<Settings, Failure> {
    let mut defaults = Settings::new(Convention::SvComp);
    defaults.data_model = task.data_model.unwrap_or(DataModel::Ilp32);
    Ok(arguments.resolve_from(defaults, Some(&task.path))?)
}
