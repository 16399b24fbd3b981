//! The developer's command of the oracle: `cargo run --release -p pepsin-oracle -- --programs N --seed S`.
//!
//! Without further flags it compares programs, and its exit status is 1 if the analysis and the executions contradict
//! each other. With `--features seeded-bugs` it looks for each seeded defect instead, and fails if one is not found.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use pepsin_oracle::campaign::Plan;
use pepsin_oracle::compare::Effort;
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Size, generate};

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
    /// Only print the programs.
    #[arg(long)]
    print: bool,
    /// Only look for the defect with this name.
    #[cfg(feature = "seeded-bugs")]
    #[arg(long, value_parser = defect)]
    defect: Option<pepsin_lattice::seeded::Bug>,
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
            effort: Effort {
                again: self.again,
                ..Effort::USUAL
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
    let passed = match arguments.print {
        true => print(&arguments.plan(), out),
        false => compare(&arguments, out),
    };
    match passed {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Without standard output there is nobody to tell.
        Err(_) => ExitCode::from(2),
    }
}

fn print(plan: &Plan, out: &mut dyn Write) -> io::Result<bool> {
    for number in plan.first..plan.first + plan.programs {
        let text = emit(&generate(plan.seed, number, plan.size), Header::Included);
        writeln!(out, "{text}")?;
    }
    Ok(true)
}

/// Compares the programs of a plan.
#[cfg(not(feature = "seeded-bugs"))]
fn compare(arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    let summary = pepsin_oracle::campaign::run(&arguments.plan());
    write!(out, "{summary}")?;
    Ok(summary.cases.is_empty())
}

/// Looks for seeded defects with the programs of a plan.
#[cfg(feature = "seeded-bugs")]
fn compare(arguments: &Arguments, out: &mut dyn Write) -> io::Result<bool> {
    use pepsin_lattice::seeded::Bug;
    use pepsin_oracle::mutants::{hunt, markdown};
    let plan = arguments.plan();
    let bugs = arguments.defect.map_or(Bug::ALL.to_vec(), |bug| vec![bug]);
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
