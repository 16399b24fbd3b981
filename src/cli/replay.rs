//! `pepsin replay`: run an execution again that a witness records.

use super::run::Run;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::explore::{self, ExploreSettings, Guide, GuideStep, GuidedAct, Race, RacingAccess, Until};
use crate::ir::{FileId, Position, Program};
use crate::pipeline;
use crate::report::execution;
use crate::witness::{self, Target, Told, Trust, Waypoint};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// Runs the execution again that a witness records, and shows the race that it ends with.
///
/// Witnesses of the competition, by whatever tool, name the accesses of a race and some steps before: then executions are tried that take these
/// steps, with what is not told chosen by Pepsin, until one makes these accesses; what was chosen is said. Exit status: 1 if the race happens again, 3 if it does not.
/// A witness of another program is refused.
#[derive(clap::Args)]
pub struct Arguments {
    /// The witness, as `--witness` wrote it.
    #[arg(value_name = "WITNESS")]
    witness: PathBuf,
    /// Takes only what the official format tells, and no execution of Pepsin's own.
    #[arg(long)]
    official_part: bool,
    /// Runs the execution although the sources are not those of the witness.
    #[arg(long)]
    other_program: bool,
    #[command(flatten)]
    sources: Sources,
    #[command(flatten)]
    settings: SettingArguments,
}

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let trust = match arguments.official_part {
        true => Trust::OfficialPart,
        false => Trust::Everything,
    };
    let recorded = witness::read(&arguments.witness, trust)?;
    let inputs = arguments.sources.inputs()?;
    let paths: Vec<PathBuf> = inputs.iter().map(|input| input.path.clone()).collect();
    if !arguments.other_program && !recorded.is_about(&paths) {
        return Err(Failure::new(vec![format!(
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
    let execution_settings = pipeline::execution_settings(&settings);
    let found = match &recorded.told {
        Told::Execution(execution) => {
            let shown = explore::replay(&program, &execution_settings, execution);
            shown.races.last().map(|race| execution::render(&program, race))
        }
        Told::Official { targets, steps } => search(&program, &execution_settings, targets, steps),
    };
    match found {
        Some(text) => {
            run.tell(&text, Exit::Races)?;
            Ok(Exit::Races)
        }
        None => {
            let text = match &recorded.told {
                Told::Execution(_) => "The execution shows no race.\n",
                Told::Official { .. } => {
                    "No execution was found that makes the accesses of the witness side by side.\n"
                }
            };
            run.tell(text, Exit::Undecided)?;
            Ok(Exit::Undecided)
        }
    }
}

/// Executions that follow the steps of a witness, before others are tried.
const GUIDED: u64 = 60;

/// Tries executions until one makes the accesses that a witness names, and tells of it what was chosen.
fn search(program: &Program, settings: &ExploreSettings, targets: &[Target], steps: &[Waypoint]) -> Option<String> {
    let (guide, left_out) = guide(program, steps);
    let accesses = match targets.len() {
        1 => "one access",
        _ => "both accesses",
    };
    let settings = ExploreSettings {
        until: Until::BudgetUsed,
        ..settings.clone()
    };
    if !guide.steps.is_empty() {
        let settings = ExploreSettings {
            schedules: GUIDED,
            ..settings.clone()
        };
        let (found, executions) = explore::run_guided(program, &settings, &guide);
        let races = found.iter().filter_map(|guided| {
            // Of races on the same lines, one that has the columns as well; and the one that follows the witness furthest.
            let met = guided.steps + guided.inputs;
            Some((fit(program, &guided.race, targets)?, Reverse(met), guided))
        });
        if let Some((.., guided)) = races.min_by_key(|(fit, met, _)| (*fit, *met)) {
            let choices = format!(
                "The witness names {accesses} and {} before: {} met in this order{}{}; the rest of the schedule{} chosen in {executions} executions.\n\n",
                steps_before(steps.len()),
                counted(guided.steps),
                match guided.inputs {
                    0 => String::new(),
                    1 => ", one input is as it says".to_owned(),
                    inputs => format!(", {inputs} inputs are as it says"),
                },
                match left_out {
                    0 => String::new(),
                    _ => format!(", {} not understood", counted(left_out)),
                },
                match guided.race.execution.inputs.len().saturating_sub(guided.inputs) {
                    0 => " was",
                    _ if guided.inputs == 0 => " and the inputs were",
                    _ => " and other inputs were",
                },
            );
            return Some(choices + &execution::render(program, &guided.race));
        }
    }
    let explored = explore::run(program, &settings);
    let races = explored.races.iter().filter_map(|race| {
        let exact = fit(program, race, targets)?;
        Some((exact, race))
    });
    // Of races on the same lines, the first one that has the columns as well.
    let (_, race) = races.min_by_key(|(fit, _)| *fit)?;
    let told = match steps.len() {
        0 => format!("The witness names {accesses} only"),
        count => format!(
            "The witness names {accesses}, and {} before, which did not lead to them",
            steps_before(count)
        ),
    };
    let choices = format!(
        "{told}; the schedule{} chosen in {} executions.\n\n",
        if race.execution.inputs.is_empty() {
            " was"
        } else {
            " and the inputs were"
        },
        explored.schedules
    );
    Some(choices + &execution::render(program, race))
}

fn steps_before(count: usize) -> String {
    match count {
        1 => "one step".to_owned(),
        count => format!("{count} steps"),
    }
}

fn counted(count: usize) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "one is".to_owned(),
        count => format!("{count} are"),
    }
}

/// What the steps of a witness tell of an execution, and how many of them tell nothing that can be followed: what is avoided, and what
/// is said of variables.
fn guide(program: &Program, steps: &[Waypoint]) -> (Guide, usize) {
    let step = |waypoint: &Waypoint| {
        let returned = waypoint.returned();
        let act = match (waypoint.r#type.as_str(), returned) {
            _ if waypoint.action == "avoid" => return None,
            ("function_enter", _) => GuidedAct::Call,
            ("function_return", Some(value)) => GuidedAct::Return(value),
            ("branching" | "assumption" | "target", _) => GuidedAct::Any,
            _ => return None,
        };
        let names = program.files.names().zip(0..);
        let files = names.filter(|(name, _)| is_same_file(name, &waypoint.location.file_name));
        Some(GuideStep {
            thread: waypoint.thread_id,
            files: files.map(|(_, number)| FileId(number)).collect(),
            line: waypoint.location.line,
            act,
        })
    };
    let told: Vec<GuideStep> = steps.iter().filter_map(step).collect();
    let left_out = steps.len() - told.len();
    (Guide { steps: told }, left_out)
}

fn is_same_file(one: &str, other: &str) -> bool {
    Path::new(one).file_name() == Path::new(other).file_name()
}

/// How well an access is the target of a witness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It stands at the same place.
    Exact,
    /// It stands on the same line: tools differ in the columns that they mark.
    Line,
}

/// How well a race is the one that targets name, if it is.
fn fit(program: &Program, race: &Race, targets: &[Target]) -> Option<Fit> {
    let of = |target: &Target, access: &RacingAccess| {
        let same_file = is_same_file(program.files.name(access.at.file), &target.file_name);
        // The format names the statement, and tools the access as well.
        let places = [access.at, program.statement_of(access.function, access.at)];
        let mut on_line = places.iter().filter(|place| same_file && place.line == target.line);
        let exact = |place: &Position| {
            target
                .column
                .is_none_or(|column| column == program.files.column(*place))
        };
        let first = on_line.next()?;
        let is_exact = exact(first) || on_line.any(exact);
        Some(if is_exact { Fit::Exact } else { Fit::Line })
    };
    let both = |first, second| Some(of(first, &race.first)?.max(of(second, &race.second)?));
    match targets {
        [one] => of(one, &race.first).into_iter().chain(of(one, &race.second)).min(),
        [one, other, ..] => both(one, other).into_iter().chain(both(other, one)).min(),
        [] => None,
    }
}
