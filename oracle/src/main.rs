//! `cargo run --release -p pepsin-oracle -- --programs N --seed S [--size small|medium|large]` compares programs.
//!
//! With `--features seeded-bugs` it looks for each seeded defect instead, and lists what caught it.

use std::io::Write;
use std::process::ExitCode;

use pepsin_oracle::campaign::Plan;
use pepsin_oracle::compare::Effort;
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Size, generate};

const USAGE: &str = "usage: pepsin-oracle [--programs N] [--seed S] [--size small|medium|large] [--first NUMBER]
       [--reduced N] [--workers N] [--again TIMES] [--print]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout();
    let Some((plan, print)) = plan(&arguments) else {
        // Without standard output there is nobody to tell.
        let _ = writeln!(out, "{USAGE}");
        return ExitCode::from(2);
    };
    if print {
        for number in plan.first..plan.first + plan.programs {
            let text = emit(&generate(plan.seed, number, plan.size), Header::Included);
            let _ = writeln!(out, "{text}");
        }
        return ExitCode::SUCCESS;
    }
    // Panics are findings; their messages stand in the summary.
    std::panic::set_hook(Box::new(|_| ()));
    #[cfg(feature = "seeded-bugs")]
    {
        let all = pepsin_oracle::mutants::hunt(&plan, &mut |line| drop(out.write_all(line.as_bytes())));
        return if all { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    #[cfg(not(feature = "seeded-bugs"))]
    campaign(&plan, &mut out)
}

/// Compares the programs of a plan.
#[cfg(not(feature = "seeded-bugs"))]
fn campaign(plan: &Plan, out: &mut dyn Write) -> ExitCode {
    let summary = pepsin_oracle::campaign::run(plan);
    let _ = write!(out, "{summary}");
    match summary.cases.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn plan(arguments: &[String]) -> Option<(Plan, bool)> {
    let mut plan = Plan {
        seed: 1,
        first: 0,
        programs: 1000,
        size: Size::Small,
        effort: Effort::USUAL,
        reduced: 1,
        workers: 1,
        folder: std::env::temp_dir(),
    };
    let mut print = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--print" {
            print = true;
            continue;
        }
        let value = rest.next()?;
        let number = value.parse::<u64>();
        match argument.as_str() {
            "--programs" => plan.programs = number.ok()?,
            "--again" => plan.effort.again = number.ok()?,
            "--seed" => plan.seed = number.ok()?,
            "--first" => plan.first = number.ok()?,
            "--reduced" => plan.reduced = usize::try_from(number.ok()?).ok()?,
            "--workers" => plan.workers = usize::try_from(number.ok()?).ok()?,
            "--size" => plan.size = Size::NAMED.iter().find(|named| named.0 == value)?.1,
            _ => return None,
        }
    }
    Some((plan, print))
}
