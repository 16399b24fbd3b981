//! `pepsin replay`: run an execution again that a witness records.

use super::run::Run;
use super::sources::Sources;
use super::{Exit, Failure};
use crate::config::{Convention, SettingArguments};
use crate::explore::{self, ExploreSettings, Race, RacingAccess, Until};
use crate::ir::{Position, Program};
use crate::pipeline;
use crate::report::execution;
use crate::witness::{self, Target, Told, Trust};
use std::path::{Path, PathBuf};

/// Runs the execution again that a witness records, and shows the race that it ends with.
///
/// Witnesses of the competition, by whatever tool, name the accesses of a race only: then executions are tried, under schedules and with inputs of
/// Pepsin's choice, until one makes these accesses. Exit status: 1 if the race happens again, 3 if it does not.
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
        Told::Targets(targets) => search(&program, &execution_settings, targets),
    };
    match found {
        Some(text) => {
            run.tell(&text, Exit::Races)?;
            Ok(Exit::Races)
        }
        None => {
            let text = match &recorded.told {
                Told::Execution(_) => "The execution shows no race.\n",
                Told::Targets(_) => "No execution was found that makes the accesses of the witness side by side.\n",
            };
            run.tell(text, Exit::Undecided)?;
            Ok(Exit::Undecided)
        }
    }
}

/// Tries executions until one makes the accesses that a witness names, and tells of it what was chosen.
fn search(program: &Program, settings: &ExploreSettings, targets: &[Target]) -> Option<String> {
    let settings = ExploreSettings {
        until: Until::BudgetUsed,
        ..settings.clone()
    };
    let explored = explore::run(program, &settings);
    let races = explored.races.iter().filter_map(|race| {
        let exact = fit(program, race, targets)?;
        Some((exact, race))
    });
    // Of races on the same lines, the first one that has the columns as well.
    let (_, race) = races.min_by_key(|(fit, _)| *fit)?;
    let choices = format!(
        "The witness names {} only; the schedule{} chosen in {} executions.\n\n",
        if targets.len() > 1 {
            "both accesses"
        } else {
            "one access"
        },
        if race.execution.inputs.is_empty() {
            " was"
        } else {
            " and the inputs were"
        },
        explored.schedules
    );
    Some(choices + &execution::render(program, race))
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
        let name = |path: &str| Path::new(path).file_name().map(std::ffi::OsStr::to_owned);
        let same_file = name(program.files.name(access.at.file)) == name(&target.file_name);
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
