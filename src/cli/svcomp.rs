//! `pepsin svcomp`: answer a task of the competition on software verification.

use super::run::{LastWords, Run};
use super::{Exit, Failure, output, witness};
use crate::config::{Convention, Resolved, SettingArguments, Settings};
use crate::frontend::Input;
use crate::ir::DataModel;
use crate::pipeline::{self, Errors};
use crate::races;
use crate::report::{Detail, FORMATS, Report, VerdictReport, unfinished};
use crate::tasks::{Expected, Property, Task};
use std::path::{Path, PathBuf};

/// Answers a task of the competition on software verification.
///
/// The last line of the output is `SV-COMP verdict: true`, `false(no-data-race)` or `unknown`; above it stands the report.
/// A task is a definition in YAML, or program files with their property and data model, as the competition gives them to tools.
#[derive(clap::Args)]
pub struct Arguments {
    /// The task definition (`.yml`), or the files of a program (`.c`, `.i`).
    #[arg(value_name = "TASK.yml|FILES", required = true)]
    task: Vec<PathBuf>,
    /// The property file (`.prp`): the answer is `unknown` if it asks for anything but `no-data-race`.
    #[arg(long, value_name = "FILE.prp")]
    property: Option<PathBuf>,
    /// Writes a witness of a race, or of race freedom, to a file, and the execution of the race beside it (`….execution.yml`).
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let task = task(&arguments.task)?;
    if let Some(property) = &arguments.property
        && Property::read(property)? == Property::Other
    {
        let text = format!(
            "{}: Pepsin answers for `no-data-race` only.\nSV-COMP verdict: unknown\n",
            property.display()
        );
        output::tell(&text)?;
        return Ok(Exit::Success);
    }
    let execution = arguments.witness.as_deref().map(witness::execution_file);
    let settings = settings(&task, &arguments.settings)?;
    output::check_written(&inputs(&task), arguments.witness.iter().chain(&execution))?;
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
    let own = races::Arguments::installed();
    let analysis = pipeline::analyse(&inputs(&task), &settings, own, run.watch(), &mut |_| ());
    let report = match &analysis {
        Ok(analysis) => analysis.report(),
        Err(Errors::Cut(cut)) => unfinished(&first, *cut),
        Err(errors @ Errors::Input(_)) => return Err(errors.clone().into()),
    };
    run.tell(&answer(&report), Exit::Success)?;
    if let (Some(file), Ok(analysis)) = (&arguments.witness, &analysis) {
        witness::write(analysis, &report, &task.inputs, &settings, run.watch(), file)?;
    }
    Ok(Exit::Success)
}

/// The task that a definition describes, or that files of a program are.
fn task(given: &[PathBuf]) -> Result<Task, Failure> {
    let is_definition = |path: &&PathBuf| path.extension().is_some_and(|it| it == "yml" || it == "yaml");
    match (given, given.iter().find(is_definition)) {
        ([only], _) if !is_program(only) => Ok(Task::read(only)?),
        (_, Some(definition)) => Err(Failure::new(vec![format!(
            "{}: error: A task definition is given alone.",
            definition.display()
        )])),
        _ => Ok(Task {
            path: given.first().cloned().unwrap_or_default(),
            inputs: given.to_vec(),
            data_model: None,
            expected: Expected::NotAsked,
        }),
    }
}

fn is_program(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "c" || extension == "i")
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
    Ok(resolved(task, arguments)?.settings)
}

/// These settings, with where each was set.
pub fn resolved(task: &Task, arguments: &SettingArguments) -> Result<Resolved, Failure> {
    let mut defaults = Settings::new(Convention::SvComp);
    defaults.data_model = task.data_model.unwrap_or(DataModel::Ilp32);
    Ok(arguments.resolve_with_sources(defaults, Some(&task.path))?)
}
