//! `pepsin study`: which digests prove how many tasks.

use super::checking::Checking;
use super::keeping::{Kept, KeptOutcome};
use super::sources::{Preprocessor, Sources};
use super::{Exit, Failure, output, progress, signals, svcomp};
use crate::config::{Resolved, Selection, SettingArguments, Settings};
use crate::frontend::Input;
use crate::limits::{Limits, Watch, wish};
use crate::pipeline::{self, Analysis, Member, Project};
use crate::races::facts::full_catalogue;
use crate::races::{self, Rows, Verdict};
use crate::study::{self, Answer, Configuration, Outcome, Published, Solved, Study};
use crate::tasks::{Expected, Task, find_tasks};
use clap::builder::PossibleValuesParser;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Tells which sets of digests prove how many tasks, or programs of one's own.
///
/// A program of one's own, given by its files or by a build (`-p`), counts as race-free: what is asked is which digests prove it.
#[derive(clap::Args)]
pub struct Arguments {
    /// A set file, a folder that is searched for task definitions, or a single one; or the files of a program (`.c`, `.i`).
    #[arg(value_name = "SET|FOLDER|FILES", required_unless_present = "compile_commands")]
    tasks: Vec<PathBuf>,
    /// The files and options that a build recorded: compile_commands.json or its folder; each program is a task.
    #[arg(short = 'p', value_name = "FOLDER|compile_commands.json")]
    compile_commands: Option<PathBuf>,
    /// Of the programs that a build makes, the one whose `main` stands in this file: its path, or its name without the ending.
    #[arg(long, value_name = "NAME")]
    program: Option<String>,
    #[command(flatten)]
    preprocessor: Preprocessor,
    /// The configurations: `paper`, `each`, `all-pairs`, or a file with one a line, such as `L+TF`.
    #[arg(long, default_value = "paper", value_name = "PRESET|FILE")]
    preset: String,
    /// Solves each configuration anew and tracks its digests only.
    #[arg(long)]
    track: bool,
    /// Keeps what comes of each task in a folder, and takes from there what was kept: a study that was stopped goes on.
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
    /// Solves one part of N of the tasks only; parts with one folder of results are put together by a study without `--shard`.
    #[arg(long, value_name = "I/N", requires = "results", value_parser = shard)]
    shard: Option<Shard>,
    /// Adds a line, and columns in the tables of tasks, for each other tool of a file: CSV with a column `task` and a column `verdict` (`true`,
    /// `false…`, anything else), or what BenchExec writes (`….results….xml`) and its `table-generator` (`….table.csv`).
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// The format of the table.
    #[arg(long, value_name = "FORMAT", default_value = study::TABLES[0].0,
          value_parser = PossibleValuesParser::new(study::TABLES.iter().map(|table| table.0)))]
    format: String,
    /// Writes a table of tasks as CSV: which configurations prove each, what is answered, and what other tools say.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Writes all results as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes a picture of the configurations, their digests and what they prove.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draws into a file that ends in `.svg` or `.png`: `quantiles`, the times of what is proved; `scatter`, times against those that tables
    /// of `--against` have in a column `time`; `bars`, how much each configuration proves. Times differ from run to run.
    #[arg(long, value_name = "PLOT=FILE", value_parser = drawing)]
    plot: Vec<Drawing>,
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
    let mut tasks = match (arguments.tasks.as_slice(), &arguments.compile_commands) {
        ([set], None) if !is_source(set) => find_tasks(set)?.into_iter().map(Subject::Task).collect(),
        _ => programs(arguments)?,
    };
    if let Some(Shard { number, of }) = arguments.shard {
        tasks = tasks.into_iter().skip(number - 1).step_by(of).collect();
    }
    let published = arguments.against.iter().map(|path| published(path));
    let published = published.collect::<Result<Vec<Vec<Published>>, _>>()?.concat();
    let configurations = configurations(&arguments.preset)?;
    let inputs: Vec<Input> = tasks.iter().flat_map(Subject::inputs).collect();
    let plots = arguments.plot.iter().map(|drawing| &drawing.file);
    let tables = [&arguments.csv, &arguments.json, &arguments.svg].into_iter().flatten();
    output::check_written(&inputs, tables.chain(plots))?;
    let mut study = solve(&tasks, configurations, arguments)?;
    for drawing in &arguments.plot {
        drawing.write(&study, &published)?;
    }
    if !arguments.stats {
        let outcomes = study.outcomes.iter_mut().flatten();
        outcomes.for_each(|outcome| outcome.time = None);
    }
    let table = study::TABLES.iter().find(|table| table.0 == arguments.format);
    let render = table.map_or(study::TABLES[0].1, |table| table.1);
    output::tell(&render(&study, &published))?;
    let files = [
        (&arguments.csv, study::csv as study::Table),
        (&arguments.json, study::json),
        (&arguments.svg, |study, _| study::svg(study)),
    ];
    for (file, render) in files {
        if let Some(file) = file {
            output::write(&render(&study, &published), Some(file))?;
        }
    }
    Ok(Exit::Success)
}

/// What is studied.
enum Subject {
    /// A task of the competition.
    Task(Task),
    /// A program of one's own.
    Program {
        /// What it is called.
        name: String,
        /// The units of the build that makes it.
        inputs: Vec<Input>,
        /// Its settings, which choose its `main`.
        resolved: Box<Resolved>,
    },
}

impl Subject {
    fn name(&self) -> String {
        match self {
            Subject::Task(task) => task.path.display().to_string(),
            Subject::Program { name, .. } => name.clone(),
        }
    }

    fn expected(&self) -> Expected {
        match self {
            Subject::Task(task) => task.expected,
            Subject::Program { .. } => Expected::RaceFree,
        }
    }

    fn inputs(&self) -> Vec<Input> {
        match self {
            Subject::Task(task) => svcomp::inputs(task),
            Subject::Program { inputs, .. } => inputs.clone(),
        }
    }

    fn resolved(&self, arguments: &SettingArguments) -> Result<Resolved, Failure> {
        match self {
            Subject::Task(task) => svcomp::resolved(task, arguments),
            Subject::Program { resolved, .. } => Ok(Resolved::clone(resolved)),
        }
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "c" || ending == "i")
}

/// The programs that the command line gives by their files or by a build.
fn programs(arguments: &Arguments) -> Result<Vec<Subject>, Failure> {
    let sources = Sources {
        files: arguments.tasks.clone(),
        compile_commands: arguments.compile_commands.clone(),
        program: arguments.program.clone(),
        preprocessor: arguments.preprocessor.clone(),
    };
    let checking = Checking::new(&sources, &arguments.settings)?;
    let settings = &checking.resolved.settings;
    let watch = Watch::start(limits(settings), |_| ());
    let mut project = Project::read(&checking.inputs, settings, &watch)?;
    let members = project.members(settings, &watch)?;
    let names = project.names(&members);
    let inputs = project.inputs().to_vec();
    let program = |(member, name): (&Member, String)| {
        let mut resolved = checking.resolved.clone();
        if let Some(main) = member.main {
            resolved.settings.main = Some(inputs[main].path.clone());
        }
        Subject::Program {
            name,
            inputs: inputs.clone(),
            resolved: Box::new(resolved),
        }
    };
    Ok(members.iter().zip(names).map(program).collect())
}

/// A plot that is wanted.
#[derive(Clone)]
struct Drawing {
    kind: study::Kind,
    file: PathBuf,
}

/// The plot that a text such as `bars=a.png` names.
fn drawing(text: &str) -> Result<Drawing, String> {
    let (name, file) = text.split_once('=').unwrap_or((text, ""));
    let names: Vec<&str> = study::PLOTS.iter().map(|plot| plot.0).collect();
    let plot = study::PLOTS.iter().find(|plot| plot.0 == name);
    let (_, kind) = plot.ok_or_else(|| format!("It is one of {}, `=`, and a file.", names.join(", ")))?;
    let file = PathBuf::from(file);
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("svg" | "png") => Ok(Drawing { kind: *kind, file }),
        _ => Err("The file ends in `.svg` or `.png`.".to_owned()),
    }
}

impl Drawing {
    fn write(&self, study: &Study, published: &[Published]) -> Result<(), Failure> {
        let plot = (self.kind)(study, published);
        let bytes = match self.file.extension().is_some_and(|ending| ending == "png") {
            true => plot.png(),
            false => plot.svg().into_bytes(),
        };
        output::write_file(&bytes, &self.file)
    }
}

/// A part of the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    /// Its number, from 1.
    number: usize,
    /// How many there are.
    of: usize,
}

/// The part that a text such as `2/4` names.
fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(number, of)| {
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        Some(Shard { number, of })
    });
    let is_one = |part: &Shard| (1..=part.of).contains(&part.number);
    parts
        .filter(is_one)
        .ok_or_else(|| "It is a number from 1 to N, a slash, and N, as in `2/4`.".to_owned())
}

/// The results of other tools.
fn published(path: &Path) -> Result<Vec<Published>, Failure> {
    let failure = |message: &str| Failure::new(vec![format!("{}: error: {message}", path.display())]);
    if path.extension().is_some_and(|ending| ending == "bz2") {
        return Err(failure("The file is compressed; `bunzip2` makes one that can be read."));
    }
    let text = crate::files::read_text(path).map_err(|error| failure(&format!("The file can't be read: {error}.")))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Published::parse(name, &text).map_err(|message| failure(&message))
}

/// The configurations of a preset, or of the file with that name.
fn configurations(preset: &str) -> Result<Vec<Configuration>, Failure> {
    let catalogue = full_catalogue();
    if matches!(preset, "paper" | "each" | "all-pairs") {
        return study::configurations(preset, &catalogue).map_err(Failure::general);
    }
    let text = crate::files::read_text(Path::new(preset))
        .map_err(|error| Failure::new(vec![format!("{preset}: error: The file can't be read: {error}.")]))?;
    study::configurations(&text, &catalogue)
        .map_err(|message| Failure::new(vec![format!("{preset}: error: {message}")]))
}

/// Solves all tasks, once for all configurations or once for each.
fn solve(tasks: &[Subject], configurations: Vec<Configuration>, arguments: &Arguments) -> Result<Study, Failure> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(arguments.jobs)
        .stack_size(STACK)
        .build()?;
    let all = tracking(tasks, arguments, None)?;
    if !arguments.track {
        return Ok(Study {
            configurations: configurations.into_iter().map(|it| (it, 0)).collect(),
            outcomes: vec![pool.install(|| outcomes(tasks, &all))],
            scored: tasks.iter().all(|task| matches!(task, Subject::Task(_))),
        });
    }
    let mut study = Study {
        configurations: Vec::new(),
        outcomes: Vec::new(),
        scored: false,
    };
    for configuration in configurations {
        let settings = tracking(tasks, arguments, Some(&configuration))?;
        study.configurations.push((configuration, study.outcomes.len()));
        study.outcomes.push(pool.install(|| outcomes(tasks, &settings)));
    }
    Ok(study)
}

/// How a task is analysed, and what was kept of that.
struct Plan {
    settings: Settings,
    kept: Option<Kept>,
}

/// The plan of each task; only the digests of the configuration are tracked if there is one.
fn tracking(tasks: &[Subject], arguments: &Arguments, only: Option<&Configuration>) -> Result<Vec<Plan>, Failure> {
    let plan = |task: &Subject| {
        let mut resolved = task.resolved(&arguments.settings)?;
        if let Some(configuration) = only {
            let tracked = resolved.settings.digests.ids(&full_catalogue());
            let ids = configuration.ids.iter().copied().filter(|id| tracked.contains(id));
            resolved.settings.digests = Selection::listed(&ids.collect::<Vec<_>>());
        }
        let folder = arguments.results.as_deref();
        let kept = folder.map(|folder| Kept::at(folder, &resolved).ok_or_else(|| not_ours(folder)));
        Ok(Plan {
            kept: kept.transpose()?,
            settings: resolved.settings,
        })
    };
    tasks.iter().map(plan).collect()
}

fn not_ours(folder: &Path) -> Failure {
    Failure::new(vec![format!(
        "{}: error: Results can't be kept here: the folder can't be made, or others may write to it.",
        folder.display()
    )])
}

/// What becomes of all tasks, in their order.
fn outcomes(tasks: &[Subject], plans: &[Plan]) -> Vec<Outcome> {
    let bar = progress::bar(tasks.len());
    let outcomes = (tasks, plans).into_par_iter().map(|(task, plan)| {
        let outcome = outcome(task, plan);
        bar.inc(1);
        outcome
    });
    let outcomes = outcomes.collect();
    bar.finish_and_clear();
    outcomes
}

/// Solves a task, or takes what was kept of it. A panic is a mistake of ours that must not end the study of the other tasks.
fn outcome(task: &Subject, plan: &Plan) -> Outcome {
    let Plan { settings, kept } = plan;
    let start = Instant::now();
    let watch = Watch::start(limits(settings), |_| ());
    let told = |solved, time| Outcome {
        task: task.name(),
        expected: task.expected(),
        solved,
        time: Some(time),
    };
    // A file that cannot be preprocessed is told of by the analysis.
    let inputs = pipeline::preprocess(&task.inputs(), settings, &watch).unwrap_or_else(|_| task.inputs());
    let has_text = inputs.iter().all(|input| input.text.is_some());
    let kept = kept.as_ref().filter(|_| has_text);
    let ids: Vec<&'static str> = full_catalogue().rows().iter().map(|row| row.id).collect();
    let known = kept.and_then(|kept| kept.outcome(&inputs, settings.main.as_deref())?.outcome(&ids));
    if let Some((solved, time)) = known {
        return told(solved, time);
    }
    let own = races::Arguments::installed();
    let analyse = || pipeline::analyse(&inputs, settings, own, &watch, &mut |_| ());
    let solved = catch_unwind(AssertUnwindSafe(|| analyse().map(|analysis| solved(&analysis))));
    let Ok(solved) = solved else {
        let mistake = "Pepsin failed on this task, which is a mistake in Pepsin.".to_owned();
        return told(Err(mistake), start.elapsed());
    };
    let (solved, time) = (solved.map_err(|errors| errors.to_string()), start.elapsed());
    // What was ended from outside is no result.
    if let Some(kept) = kept.filter(|_| !wish().load(Ordering::Relaxed)) {
        kept.keep_outcome(&inputs, settings.main.as_deref(), &KeptOutcome::of(&solved, time));
    }
    told(solved, time)
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
        answer: match races::decide(evidence, &analysis.pairing, &analysis.exploration) {
            Verdict::RaceFree => Answer::RaceFree,
            Verdict::Race => Answer::Race,
            Verdict::PossibleRace | Verdict::Undecided => Answer::Unknown,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_has_a_kind_and_a_file_of_a_known_format() {
        assert!(drawing("bars=a/b=c.png").is_ok_and(|drawing| drawing.file == Path::new("a/b=c.png")));
        for wrong in ["bars", "bars=", "bars=a.jpg", "pie=a.svg", "=a.svg"] {
            assert!(drawing(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_shard_is_one_of_its_number() {
        assert_eq!(shard("2/4"), Ok(Shard { number: 2, of: 4 }));
        for wrong in ["0/4", "5/4", "1/0", "1", "a/b", "-1/4"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
