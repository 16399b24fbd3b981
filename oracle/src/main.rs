//! Catches Pepsin lying: random programs are executed and analysed, and the answers compared.
//!
//! `cargo run --release -p pepsin-oracle -- --programs 1000 --seed 1` compares for 1,000 programs of each size.
//! A disagreement is shrunk and printed; the exit status tells whether there was one.

mod compare;
mod generate;
mod print;
mod program;
mod reduce;
mod tasks;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};

use compare::{Budget, Outcome, compare};
use generate::{Size, generate};
use reduce::reduce;

/// Compares what Pepsin proves with what executions show.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Programs of each size.
    #[arg(long, default_value_t = 100)]
    programs: u64,
    /// The first seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only programs of this size.
    #[arg(long)]
    size: Option<Size>,
    /// Executions of each program.
    #[arg(long, default_value_t = 60)]
    schedules: u64,
    /// A folder for the shrunk programs of disagreements.
    #[arg(long)]
    keep: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Prints the program of a seed.
    Print {
        /// The size.
        size: Size,
        /// The seed.
        seed: u64,
    },
    /// Executes tasks in the competition's format.
    Tasks {
        /// Task definitions, or folders of them.
        paths: Vec<PathBuf>,
        /// How they are executed.
        #[arg(long, value_enum, default_value_t = tasks::Method::Find)]
        method: tasks::Method,
        /// Executions of each task at most.
        #[arg(long, default_value_t = 1000)]
        schedules: u64,
    },
}

fn main() -> std::io::Result<ExitCode> {
    let arguments = Arguments::parse();
    let mut out = std::io::stdout().lock();
    let agreed = match &arguments.command {
        None => compare_all(&arguments, &mut out)?,
        Some(Command::Print { size, seed }) => {
            write!(out, "{}", print::print(&generate(*size, *seed)))?;
            true
        }
        Some(Command::Tasks {
            paths,
            method,
            schedules,
        }) => tasks::run_tasks(paths, *method, *schedules, &mut out)?,
    };
    Ok(if agreed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compares for all programs; true if nothing disagreed.
fn compare_all(arguments: &Arguments, out: &mut impl Write) -> std::io::Result<bool> {
    let folder = std::env::temp_dir().join(format!("pepsin-oracle-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("program.i");
    let budget = Budget {
        schedules: arguments.schedules,
        steps: 300_000,
        states: 3_000,
    };
    let mut disagreements = 0;
    for size in Size::value_variants() {
        if arguments.size.is_some_and(|wanted| wanted != *size) {
            continue;
        }
        let mut counts: BTreeMap<Outcome, u64> = BTreeMap::new();
        for seed in arguments.seed..arguments.seed + arguments.programs {
            let program = generate(*size, seed);
            let outcome = compare(&program, &file, &budget);
            *counts.entry(outcome).or_default() += 1;
            if matches!(outcome, Outcome::Disagree(_)) {
                disagreements += 1;
                let small = reduce(&program, 2_000, |smaller| compare(smaller, &file, &budget) == outcome);
                report(&small, outcome, *size, seed, arguments.keep.as_deref(), out)?;
            }
        }
        summarise(*size, &counts, out)?;
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(disagreements == 0)
}

fn report(
    program: &program::Program,
    outcome: Outcome,
    size: Size,
    seed: u64,
    keep: Option<&Path>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let text = print::print(program);
    writeln!(out, "// {size:?} program of seed {seed}: {outcome:?}\n{text}")?;
    match keep {
        Some(folder) => std::fs::write(folder.join(format!("{size:?}-{seed}.i").to_lowercase()), text),
        None => Ok(()),
    }
}

fn summarise(size: Size, counts: &BTreeMap<Outcome, u64>, out: &mut impl Write) -> std::io::Result<()> {
    let count = |outcome| counts.get(&outcome).copied().unwrap_or(0);
    let (proved, open, undecided) = (count(Outcome::Proved), count(Outcome::Open), count(Outcome::Undecided));
    let without_race = proved + open + undecided;
    let share = 100.0 * proved as f64 / without_race.max(1) as f64;
    writeln!(
        out,
        "{size:?}: {} with an executed race, {without_race} without, of these {proved} proved ({share:.0} %), {open} open, {undecided} undecided",
        count(Outcome::Found)
    )?;
    for (outcome, count) in counts {
        if let Outcome::Disagree(how) = outcome {
            writeln!(out, "{size:?}: {count} × {how:?}")?;
        }
    }
    Ok(())
}
