//! Seeded defects, one at a time, each with the first program whose executions contradict the analysis that has it.
//!
//! This is how good the oracle is: an analysis with a defect must be caught lying, which is more than that it crashes
//! or does not end. (Mutation testing: DeMillo, Lipton and Sayward, 1978.)

use std::fmt::Write;

use pepsin_lattice::seeded::{Bug, seed};

use crate::campaign::{Case, Plan, run};
use crate::emit::{Header, emit};

/// Programs that are tried at once.
const BATCH: u64 = 25;

/// Tries of the reducer for each defect.
const TRIES: usize = 400;

/// What a hunt for one defect found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catch {
    /// The defect.
    pub bug: Bug,
    /// Its first program, reduced; none if the programs of the plan do not show it.
    pub case: Option<Case>,
}

/// Looks for each of some defects with the programs of a plan.
pub fn hunt<'p>(bugs: &'p [Bug], plan: &'p Plan) -> impl Iterator<Item = Catch> + 'p {
    bugs.iter().map(move |bug| {
        let case = first_case(*bug, plan);
        Catch { bug: *bug, case }
    })
}

/// The defect with a name.
pub fn named(name: &str) -> Option<Bug> {
    let mut all = Bug::ALL.into_iter().chain(Bug::CLIENTS).chain(Bug::CONDITIONS);
    all.find(|bug| format!("{bug:?}") == name)
}

/// The first contradiction between an execution and the analysis, reduced.
fn first_case(bug: Bug, plan: &Plan) -> Option<Case> {
    let end = plan.first + plan.programs;
    let mut first = plan.first;
    while first < end {
        let batch = Plan {
            first,
            programs: BATCH.min(end - first),
            reduced: 0,
            ..plan.clone()
        };
        seed(Some(bug));
        let cases = run(&batch).cases;
        seed(None);
        let mut shown: Vec<Case> = cases.into_iter().filter(|case| case.kind.is_executed()).collect();
        shown.sort_by_key(|case| (case.number, case.kind));
        if let Some(case) = shown.into_iter().find(|case| is_due_to_the_defect(case, plan)) {
            seed(Some(bug));
            let case = case.reduce(plan, TRIES);
            seed(None);
            return Some(case);
        }
        first += BATCH;
    }
    None
}

/// Whether the analysis without the defect is not contradicted in the same way.
fn is_due_to_the_defect(case: &Case, plan: &Plan) -> bool {
    let alone = Plan {
        first: case.number,
        programs: 1,
        reduced: 0,
        ..plan.clone()
    };
    run(&alone).cases.iter().all(|other| other.kind != case.kind)
}

impl Catch {
    /// In which program of how many statements it shows, and the smaller program that is left of it.
    #[must_use]
    pub fn text(&self, plan: &Plan) -> String {
        let Some(case) = &self.case else {
            return format!("{:?}: not found in {} programs.\n\n", self.bug, plan.programs);
        };
        let whole = plan.program(case.number).size();
        format!(
            "{:?}: found by program {} of seed {}, {} statements of {whole} left: {:?}: {}\n{}\n",
            self.bug,
            case.number,
            plan.seed,
            case.program.size(),
            case.kind,
            case.what,
            emit(&case.program, Header::Included)
        )
    }
}

/// The table of what caught which defect, as Markdown.
#[must_use]
pub fn markdown(catches: &[Catch], plan: &Plan) -> String {
    let mut out = String::from(
        "| defect | what it changes | program | statements | left | contradiction |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for Catch { bug, case } in catches {
        let found = match case {
            Some(case) => format!(
                "{} | {} | {} | {}",
                case.number,
                plan.program(case.number).size(),
                case.program.size(),
                case.kind.meaning()
            ),
            None => "none | | | ".to_owned(),
        };
        // Writing to a text does not fail.
        let _ = writeln!(out, "| `{bug:?}` | {} | {found} |", bug.change());
    }
    out
}
