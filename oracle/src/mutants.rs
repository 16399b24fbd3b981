//! Seeded defects, one at a time, each with the first program that finds it: how good the oracle is.

use pepsin_lattice::seeded::{Bug, seed};

use crate::campaign::{Plan, run};
use crate::emit::{Header, emit};

/// Programs that are tried at once.
const BATCH: u64 = 25;

/// Tries of the reducer for each defect.
const TRIES: usize = 400;

/// Looks for each defect with the programs of a plan, and tells what caught it. Returns whether all were caught.
pub fn hunt(plan: &Plan, tell: &mut dyn FnMut(&str)) -> bool {
    let mut all = true;
    for bug in Bug::ALL {
        seed(Some(bug));
        let caught = first_case(plan);
        seed(None);
        all &= caught.is_some();
        tell(&match caught {
            Some(caught) => format!("{bug:?}: {caught}"),
            None => format!("{bug:?}: not found in {} programs\n", plan.programs),
        });
    }
    all
}

/// The first contradiction, reduced.
fn first_case(plan: &Plan) -> Option<String> {
    let mut first = plan.first;
    while first < plan.first + plan.programs {
        let batch = Plan {
            first,
            programs: BATCH,
            reduced: 0,
            ..plan.clone()
        };
        let cases = run(&batch).cases;
        if let Some(case) = cases.into_iter().min_by_key(|case| case.number) {
            let case = case.reduce(plan, TRIES);
            let text = emit(&case.program, Header::Included);
            let (number, kind, what) = (case.number, case.kind, case.what);
            return Some(format!("found by program {number}: {kind:?}: {what}\n{text}\n"));
        }
        first += BATCH;
    }
    None
}
