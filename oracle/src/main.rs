//! The developer's command of the oracle: `cargo run --release -p pepsin-oracle -- --programs N --seed S`.
//!
//! Without further flags it compares programs, and its exit status is 1 if the analysis and the executions contradict
//! each other. With `--features seeded-bugs` it looks for each seeded defect instead, and fails if one is not found.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use pepsin::explore::Until;
use pepsin::tasks::{Expected, find_tasks};
use pepsin_oracle::campaign::Plan;
use pepsin_oracle::compare::Effort;
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Shapes, Size};
use pepsin_oracle::sanitizer::{Agreements, Sanitizer};
use pepsin_oracle::speed::measure;
use pepsin_oracle::tasks::{Search, Shares, execute};

/// Random concurrent programs, executed and analysed: finds where the analysis is wrong.
#[derive(Parser)]
#[command(name = "pepsin-oracle")]
struct Arguments {
    /// How many programs.
    #[arg(long, default_value_t = 1000)]
    programs: u64,
    /// Where all random choices come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How large programs are: small, medium or large.
    #[arg(long, default_value = "small", value_parser = size)]
    size: Size,
    /// The number of the first program.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// How many contradictions of each kind are reduced.
    #[arg(long, default_value_t = 1)]
    reduced: usize,
    /// Threads that work at it.
    #[arg(long, default_value_t = 1)]
    workers: usize,
    /// Programs without a race in the usual executions get so many times as many.
    #[arg(long, default_value_t = 0)]
    again: u64,
    /// The analysis is the coarse one, which large programs get.
    #[arg(long)]
    coarse: bool,
    /// Programs are made without shapes.
    #[arg(long)]
    without_shapes: bool,
    /// Deadlocks are looked for as well, in programs with orders of locks.
    #[arg(long)]
    deadlocks: bool,
    /// Dereferences of null pointers are looked for as well, in programs with pointers that are set to null.
    #[arg(long, conflicts_with = "deadlocks")]
    nulls: bool,
    /// A table of shapes follows, as Markdown.
    #[arg(long)]
    table: bool,
    /// Only execute the tasks of a folder, a set or a definition, and tell which of them show a race.
    #[arg(long, value_name = "FOLDER", group = "instead")]
    tasks: Option<PathBuf>,
    /// How often each task is executed.
    #[arg(long, default_value_t = 200)]
    schedules: u64,
    /// Operations of one execution of a task at most.
    #[arg(long, default_value_t = 20_000)]
    steps: u64,
    /// Only compare the executions of the tasks that race with what ThreadSanitizer reports of them.
    #[arg(long, value_name = "FOLDER", group = "instead")]
    sanitizer: Option<PathBuf>,
    /// Only measure how fast executions are.
    #[arg(long, group = "instead")]
    speed: bool,
    /// Only print the programs.
    #[arg(long, group = "instead")]
    print: bool,
    /// Only look for the defect with this name.
    #[cfg(feature = "seeded-bugs")]
    #[arg(long, value_parser = defect)]
    defect: Option<pepsin_lattice::seeded::Bug>,
    /// Only tell which side conditions are needed for which of the programs; at least half of them must be.
    #[cfg(feature = "seeded-bugs")]
    #[arg(long)]
    conditions: bool,
    /// Only print the table of what caught which defect, as Markdown.
    #[cfg(feature = "seeded-bugs")]
    #[arg(long)]
    markdown: bool,
}

fn size(name: &str) -> Result<Size, String> {
    let named = Size::NAMED.iter().find(|named| named.0 == name);
    named
        .map(|named| named.1)
        .ok_or_else(|| "there are small, medium and large programs".to_owned())
}

#[cfg(feature = "seeded-bugs")]
fn defect(name: &str) -> Result<pepsin_lattice::seeded::Bug, String> {
    pepsin_oracle::mutants::named(name).ok_or_else(|| format!("the defects are {:?}", pepsin_lattice::seeded::Bug::ALL))
}

impl Arguments {
    fn plan(&self) -> Plan {
        Plan {
            seed: self.seed,
            first: self.first,
            programs: self.programs,
            size: self.size,
            shapes: match (self.without_shapes, self.deadlocks, self.nulls) {
                (true, ..) => Shapes::Off,
                (false, true, _) => Shapes::WithLockOrders,
                (false, false, true) => Shapes::WithPointers,
                (false, false, false) => Shapes::Woven,
            },
            effort: Effort {
                again: self.again,
                deadlocks: self.deadlocks,
                nulls: self.nulls,
                ..match self.coarse {
                    true => Effort::USUAL.coarser(),
                    false => Effort::USUAL,
                }
            },
            reduced: self.reduced,
            workers: self.workers,
            folder: std::env::temp_dir(),
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let out = &mut io::stdout();
    // Panics are findings; their messages stand in the summary.
    std::panic::set_hook(Box::new(|_| ()));
    let passed = match &arguments {
        Arguments { print: true, .. } => print(&arguments.plan(), out),
        Arguments { speed: true, .. } => speed(out),
        Arguments {
            tasks: Some(folder), ..
        } => tasks(folder, &arguments, out),
        Arguments {
            sanitizer: Some(folder),
            ..
        } => sanitizer(folder, out),
        _ => compare(&arguments, out),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            // Without standard error there is nobody to tell.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn print(plan: &Plan, out: &mut dyn Write) -> io::Result<bool> {
    for number in plan.first..plan.first + plan.programs {
        let text = emit(&plan.program(number), Header::Included);
        writeln!(out, "{text}")?;
    }
    Ok(true)
}

/// How often each compiled task is run.
const EXECUTIONS: u64 = 5;

/// Operations of each program that is measured.
const MEASURED: u64 = 50_000_000;

fn speed(out: &mut dyn Write) -> io::Result<bool> {
    for speed in measure(&std::env::temp_dir(), MEASURED).map_err(io::Error::other)? {
        writeln!(out, "{speed}")?;
    }
    Ok(true)
}

/// Executes tasks; it fails if one shows a race that has none.
fn tasks(folder: &Path, arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    let tasks = find_tasks(folder).map_err(io::Error::other)?;
    let search = Search {
        schedules: arguments.schedules,
        steps: arguments.steps,
        until: Until::FirstRace,
        workers: arguments.workers,
    };
    let executed = execute(&tasks, search)?;
    let shares = Shares(&executed);
    write!(out, "{shares}")?;
    Ok(shares.wrong().next().is_none())
}

/// Compares executions of the tasks that race with reports; it fails if a report has no execution of ours beside it.
fn sanitizer(folder: &Path, out: &mut dyn Write) -> io::Result<bool> {
    let sanitizer = match Sanitizer::find(&std::env::temp_dir()) {
        Ok(sanitizer) => sanitizer,
        Err(why) => {
            writeln!(out, "Skipped: ThreadSanitizer does not work here. {why}")?;
            return Ok(true);
        }
    };
    let mut tasks = find_tasks(folder).map_err(io::Error::other)?;
    tasks.retain(|task| task.expected == Expected::Race);
    let compared = sanitizer.compare(&tasks, EXECUTIONS)?;
    let agreements = Agreements(&compared);
    write!(out, "{agreements}")?;
    Ok(agreements.missed_tasks().next().is_none())
}

/// Compares the programs of a plan.
#[cfg(not(feature = "seeded-bugs"))]
fn compare(arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    let summary = pepsin_oracle::campaign::run(&arguments.plan());
    write!(out, "{summary}")?;
    if arguments.table {
        let table = pepsin_oracle::tallies::Table {
            tallies: &summary.shapes,
            programs: summary.programs,
        };
        write!(out, "\n{table}")?;
    }
    Ok(summary.cases.is_empty())
}

/// Looks for seeded defects with the programs of a plan.
#[cfg(feature = "seeded-bugs")]
fn compare(arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    use pepsin_lattice::seeded::Bug;
    use pepsin_oracle::mutants::{hunt, markdown};
    let plan = arguments.plan();
    if arguments.conditions {
        let bugs = arguments.defect.map_or(Bug::CONDITIONS.to_vec(), |bug| vec![bug]);
        let caught = pepsin_oracle::conditions::caught(&bugs, &plan);
        out.write_all(pepsin_oracle::conditions::markdown(&bugs, &caught).as_bytes())?;
        return Ok(2 * caught.len() >= bugs.len());
    }
    let all = match arguments.nulls {
        true => Bug::CLIENTS.to_vec(),
        false => Bug::ALL.to_vec(),
    };
    let bugs = arguments.defect.map_or(all, |bug| vec![bug]);
    let mut catches = Vec::new();
    for catch in hunt(&bugs, &plan) {
        if !arguments.markdown {
            out.write_all(catch.text(&plan).as_bytes())?;
        }
        catches.push(catch);
    }
    if arguments.markdown {
        out.write_all(markdown(&catches, &plan).as_bytes())?;
    }
    Ok(catches.iter().all(|catch| catch.case.is_some()))
}
