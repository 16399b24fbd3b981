//! `pepsin svcomp`: answer a task of the competition on software verification.

use super::run::{LastWords, Run};
use super::{Exit, Failure, output, witness};
use crate::config::{Convention, SettingArguments, Settings};
use crate::frontend::Input;
use crate::ir::DataModel;
use crate::pipeline::{self, Errors};
use crate::races;
use crate::report::{Detail, FORMATS, Report, VerdictReport, unfinished};
use crate::tasks::Task;
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
    output::check_spared(&task.inputs, &arguments.witness)?;
    let settings = settings(&task, &arguments.settings)?;
    let first = task
        .inputs
        .first()
        .map_or_else(String::new, |input| input.display().to_string());
    let run = Run::begin(&settings, {
        let first = first.clone();
        move |cut| LastWords {
            text: answer(&unfinished(&first, cut)),
            file: None,
            exit: Exit::Success,
        }
    });
    let standard = races::Arguments::standard();
    let analysis = pipeline::analyse(&inputs(&task), &settings, &standard, run.watch(), &mut |_| ());
    let report = match &analysis {
        Ok(analysis) => analysis.report(),
        Err(Errors::Cut(cut)) => unfinished(&first, *cut),
        Err(errors @ Errors::Input(_)) => return Err(errors.clone().into()),
    };
    run.tell(&answer(&report), None, Exit::Success)?;
    if let (Some(file), Ok(analysis)) = (&arguments.witness, &analysis) {
        witness::write(analysis, report.verdict, &task.inputs, &settings, run.watch(), file)?;
    }
    Ok(Exit::Success)
}

/// The report, and below it the answer in the words of the competition.
fn answer(report: &Report) -> String {
    let answer = match report.verdict {
        VerdictReport::RaceFree => "true",
        VerdictReport::Race => "false(no-data-race)",
        VerdictReport::PossibleRace | VerdictReport::Undecided => "unknown",
    };
    let text = (FORMATS[0].render)(report, Detail::Ordinary);
    format!("{text}SV-COMP verdict: {answer}\n")
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
