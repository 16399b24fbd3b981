//! The oracle: what the static analysis says of a program against what executions of it show.
//!
//! - `race-free` against an executed race is unsound.
//! - A pair of places excluded by the analysis that an execution shows racing is unsound too, even if other pairs remain.
//! - A place that is executed is never dead: an executed access must be among the accesses of the solution.
//! - A program small enough is searched through all its states: what is `race-free` has no state with two threads before
//!   conflicting accesses, and an executed race is never missed by a complete search.
//! - No program makes the analysis panic, and every generated program is read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use pepsin::config::{Convention, Search, Settings};
use pepsin::explore::{Conclusion, ExhaustSettings, Exploration, ExploreSettings, Race, Until, exhaust, run};
use pepsin::frontend::Input;
use pepsin::ir::Position;
use pepsin::pipeline::{self, Analysis};
use pepsin::races::{self, Verdict, decide};

use crate::print::print;
use crate::program::Program;

/// How the two disagree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disagreement {
    /// The program is not read.
    NotRead,
    /// The analysis panicked.
    Panic,
    /// `race-free`, and an execution has a race.
    UnsoundVerdict,
    /// A pair that raced is not among the remaining pairs.
    UnsoundPair,
    /// `race-free`, and a state has two threads before conflicting accesses.
    UnsoundAgainstStates,
    /// The search through all states shows no race, and an execution has one.
    StatesMissRace,
    /// An executed access is not an access of the solution.
    DeadButExecuted,
}

/// What became of one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// `race-free`, and no execution has a race.
    Proved,
    /// An execution has a race, and the analysis leaves it open.
    Found,
    /// The analysis leaves something open, and no execution has a race.
    Open,
    /// The analysis was cut, or met an obstacle.
    Undecided,
    /// They disagree.
    Disagree(Disagreement),
}

/// How programs are executed.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Executions per program.
    pub schedules: u64,
    /// Operations of all executions of a program together.
    pub steps: u64,
    /// States visited at most.
    pub states: usize,
}

/// Writes a program where the front end can read it, and compares.
pub fn compare(program: &Program, file: &Path, budget: &Budget) -> Outcome {
    let text = print(program);
    if std::fs::write(file, &text).is_err() {
        return Outcome::Disagree(Disagreement::NotRead);
    }
    compare_file(&[file.to_owned()], budget)
}

/// Compares for a program given by its preprocessed files.
pub fn compare_file(files: &[PathBuf], budget: &Budget) -> Outcome {
    let inputs: Vec<Input> = files.iter().map(Input::new).collect();
    let mut settings = Settings::new(Convention::SvComp);
    settings.exploration = Search::Off;
    settings.listed_pairs = u64::MAX;
    settings.evaluations = 2_000_000;
    let arguments = races::Arguments::standard();
    let analyse = || pipeline::analyse(&inputs, &settings, &arguments, &mut |_| ());
    let analysis = match catch_unwind(AssertUnwindSafe(analyse)) {
        Err(_) => return Outcome::Disagree(Disagreement::Panic),
        Ok(Err(_)) => return Outcome::Disagree(Disagreement::NotRead),
        Ok(Ok(analysis)) => analysis,
    };
    let limits = ExploreSettings {
        schedules: budget.schedules,
        steps: 20_000,
        total_steps: budget.steps,
        until: Until::BudgetUsed,
        ..ExploreSettings::default()
    };
    match catch_unwind(AssertUnwindSafe(|| run(&analysis.program, &limits))) {
        Ok(executed) => match judge(&analysis, &executed) {
            Outcome::Disagree(how) => Outcome::Disagree(how),
            outcome => visit_all(&analysis, &executed, outcome, budget),
        },
        Err(_) => Outcome::Disagree(Disagreement::Panic),
    }
}

/// Compares with all states of the program, if they are few enough.
fn visit_all(analysis: &Analysis, executed: &Exploration, outcome: Outcome, budget: &Budget) -> Outcome {
    let limits = ExhaustSettings {
        states: budget.states,
        ..ExhaustSettings::default()
    };
    let Ok(all) = catch_unwind(AssertUnwindSafe(|| exhaust(&analysis.program, &limits))) else {
        return Outcome::Disagree(Disagreement::Panic);
    };
    match all.conclusion {
        Conclusion::Race { .. } if outcome == Outcome::Proved => Outcome::Disagree(Disagreement::UnsoundAgainstStates),
        Conclusion::RaceFree if !executed.races.is_empty() => Outcome::Disagree(Disagreement::StatesMissRace),
        _ => outcome,
    }
}

fn judge(analysis: &Analysis, executed: &Exploration) -> Outcome {
    let verdict = decide(&analysis.evidence, &analysis.pairing, &races::Exploration::Open);
    let races = &executed.races;
    match verdict {
        Verdict::RaceFree if !races.is_empty() => Outcome::Disagree(Disagreement::UnsoundVerdict),
        Verdict::RaceFree => Outcome::Proved,
        Verdict::Undecided => Outcome::Undecided,
        Verdict::PossibleRace | Verdict::Race => {
            let executed_places = races.iter().flat_map(|race| [race.first.at, race.second.at]);
            let dead = executed_places.into_iter().any(|at| !is_access(analysis, at));
            // Later races of an execution may be consequences of the first, and of values that only it made possible.
            let unexplained = races.iter().any(|race| race.is_first && !remains(analysis, race));
            match (dead, unexplained) {
                (true, _) => Outcome::Disagree(Disagreement::DeadButExecuted),
                (_, true) => Outcome::Disagree(Disagreement::UnsoundPair),
                _ if races.is_empty() => Outcome::Open,
                _ => Outcome::Found,
            }
        }
    }
}

/// Whether the solution has an access at a place.
fn is_access(analysis: &Analysis, at: Position) -> bool {
    analysis.evidence.accesses.iter().any(|access| access.at == at)
}

/// Whether a pair that raced is among the pairs that the analysis could not exclude.
fn remains(analysis: &Analysis, race: &Race) -> bool {
    let locations = &analysis.pairing.locations;
    locations.iter().any(|location| {
        location.unlisted > 0
            || location.remaining.iter().any(|pair| {
                let (one, other) = analysis.pairing.accesses_of(*pair);
                let places = (one.at, other.at);
                places == (race.first.at, race.second.at) || places == (race.second.at, race.first.at)
            })
    })
}
