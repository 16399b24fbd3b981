//! `pepsin study`: which digests prove how many tasks.

use super::{Exit, Failure, output, progress, signals, svcomp};
use crate::config::{Selection, SettingArguments, Settings};
use crate::limits::{Limits, Watch};
use crate::pipeline::{self, Analysis};
use crate::races;
use crate::races::Rows;
use crate::races::facts::full_catalogue;
use crate::study::{self, Configuration, Outcome, Solved, Study};
use crate::tasks::{Task, find_tasks};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Tells which sets of digests prove how many tasks.
#[derive(clap::Args)]
pub struct Arguments {
    /// A set file, a folder that is searched for task definitions, or a single one.
    #[arg(value_name = "SET|FOLDER")]
    tasks: PathBuf,
    /// The configurations: `paper`, `each`, `all-pairs`, or a file with one a line, such as `L+TF`.
    #[arg(long, default_value = "paper", value_name = "PRESET|FILE")]
    preset: String,
    /// Solves each configuration anew and tracks its digests only.
    #[arg(long)]
    track: bool,
    /// Writes a table of tasks as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes all results as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes a picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How many tasks are solved at once; by default as many as there are processors.
    #[arg(long, short = 'j', default_value_t = 0)]
    jobs: usize,
    /// Adds how long each configuration took, which differs from run to run.
    #[arg(long)]
    stats: bool,
    #[command(flatten)]
    settings: SettingArguments,
}

/// Stack of a worker, in bytes: as for the main analysis.
const STACK: usize = 256 << 20;

pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    // A task on which Pepsin fails has its line in the table; the message of the panic would only tear the progress apart.
    std::panic::set_hook(Box::new(|_| ()));
    signals::listen();
    let tasks = find_tasks(&arguments.tasks)?;
    let configurations = configurations(&arguments.preset)?;
    let mut study = solve(&tasks, configurations, arguments)?;
    if !arguments.stats {
        let outcomes = study.outcomes.iter_mut().flatten();
        outcomes.for_each(|outcome| outcome.time = None);
    }
    output::write(&study::text(&study), None)?;
    let files = [
        (&arguments.csv, study::csv as fn(&Study) -> String),
        (&arguments.json, study::json),
        (&arguments.svg, study::svg),
    ];
    for (file, render) in files {
        if let Some(file) = file {
            output::write(&render(&study), Some(file))?;
        }
    }
    Ok(Exit::Success)
}

/// The configurations of a preset, or of the file with that name.
fn configurations(preset: &str) -> Result<Vec<Configuration>, Failure> {
    let catalogue = full_catalogue();
    if matches!(preset, "paper" | "each" | "all-pairs") {
        return study::configurations(preset, &catalogue).map_err(Failure::general);
    }
    let text = std::fs::read_to_string(Path::new(preset))
        .map_err(|error| Failure(vec![format!("{preset}: error: The file can't be read: {error}.")]))?;
    study::configurations(&text, &catalogue).map_err(|message| Failure(vec![format!("{preset}: error: {message}")]))
}

/// Solves all tasks, once for all configurations or once for each.
fn solve(tasks: &[Task], configurations: Vec<Configuration>, arguments: &Arguments) -> Result<Study, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.jobs)
        .stack_size(STACK)
        .build()?;
    let all = tracking(tasks, &arguments.settings, None)?;
    if !arguments.track {
        return Ok(Study {
            configurations: configurations.into_iter().map(|it| (it, 0)).collect(),
            outcomes: vec![pool.install(|| outcomes(tasks, &all))],
        });
    }
    let mut study = Study {
        configurations: Vec::new(),
        outcomes: Vec::new(),
    };
    for configuration in configurations {
        let settings = tracking(tasks, &arguments.settings, Some(&configuration))?;
        study.configurations.push((configuration, study.outcomes.len()));
        study.outcomes.push(pool.install(|| outcomes(tasks, &settings)));
    }
    Ok(study)
}

/// The settings of each task; only the digests of the configuration are tracked if there is one.
fn tracking(
    tasks: &[Task],
    arguments: &SettingArguments,
    only: Option<&Configuration>,
) -> Result<Vec<Settings>, Failure> {
    let settings = |task| {
        let mut settings: Settings = svcomp::settings(task, arguments)?;
        if let Some(configuration) = only {
            let tracked = settings.digests.ids(&full_catalogue());
            let ids = configuration.ids.iter().copied().filter(|id| tracked.contains(id));
            settings.digests = Selection::listed(&ids.collect::<Vec<_>>());
        }
        Ok(settings)
    };
    tasks.iter().map(settings).collect()
}

/// What becomes of all tasks, in their order.
fn outcomes(tasks: &[Task], settings: &[Settings]) -> Vec<Outcome> {
    let bar = progress::bar(tasks.len());
    let outcomes = (tasks, settings).into_par_iter().map(|(task, settings)| {
        let outcome = outcome(task, settings);
        bar.inc(1);
        outcome
    });
    let outcomes = outcomes.collect();
    bar.finish_and_clear();
    outcomes
}

/// Solves a task. A panic is a mistake of ours that must not end the study of the other tasks.
fn outcome(task: &Task, settings: &Settings) -> Outcome {
    let start = Instant::now();
    let watch = Watch::start(limits(settings), |_| ());
    let analyse = || {
        pipeline::analyse(
            &svcomp::inputs(task),
            settings,
            &races::Arguments::standard(),
            &watch,
            &mut |_| (),
        )
    };
    let solved = catch_unwind(AssertUnwindSafe(|| analyse().map(|analysis| solved(&analysis))));
    Outcome {
        task: task.path.display().to_string(),
        expected: task.expected,
        solved: match solved {
            Ok(Ok(solved)) => Ok(solved),
            Ok(Err(errors)) => Err(errors.to_string()),
            Err(_) => Err("Pepsin failed on this task, which is a mistake in Pepsin.".to_owned()),
        },
        time: Some(start.elapsed()),
    }
}

/// What a task may take. Others run in the same process, so its own time is that of the clock.
fn limits(settings: &Settings) -> Limits {
    let limits = settings.limits();
    Limits {
        wall: limits.wall.or(limits.processor),
        processor: None,
        ..limits
    }
}

/// What a study keeps of an analysis.
fn solved(analysis: &Analysis) -> Solved {
    let locations = analysis.pairing.locations.iter();
    let classes: BTreeSet<Rows> = locations
        .flat_map(|location| location.classes.keys().copied())
        .collect();
    let evidence = &analysis.evidence;
    let hidden = evidence.may_hide_race();
    let unknowns = evidence
        .statistics
        .iter()
        .find(|figure| figure.name == "local unknowns");
    Solved {
        rows: analysis.pairing.catalogue.iter().map(|row| row.id).collect(),
        classes: classes.into_iter().collect(),
        stopped: hidden || evidence.cut.is_some(),
        unknowns: unknowns.map_or(0, |figure| figure.value),
    }
}
