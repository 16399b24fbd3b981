//! Seeded defects, one at a time, each with the first program that finds it: how good the oracle is.

use std::fmt::Write;

use pepsin_lattice::seeded::{Bug, seed};

use crate::campaign::{Plan, run};
use crate::emit::{Header, emit};

/// Programs that are tried at once.
const BATCH: u64 = 25;

/// Looks for each defect with the programs of a plan, and lists what caught it. Returns the list, and whether all were caught.
pub fn hunt(plan: &Plan) -> (String, bool) {
    let mut list = String::new();
    let mut all = true;
    for bug in Bug::ALL {
        seed(Some(bug));
        let caught = first_case(plan);
        seed(None);
        all &= caught.is_some();
        let line = match caught {
            Some((programs, text)) => format!("{bug:?}: found after {programs} programs\n{text}\n"),
            None => format!("{bug:?}: not found in {} programs\n", plan.programs),
        };
        // Writing to a string does not fail.
        let _ = list.write_str(&line);
    }
    (list, all)
}

fn first_case(plan: &Plan) -> Option<(u64, String)> {
    let mut first = plan.first;
    while first < plan.first + plan.programs {
        let batch = Plan {
            first,
            programs: BATCH,
            ..plan.clone()
        };
        let mut cases = run(&batch).cases;
        cases.sort_by_key(|case| !case.reduced);
        if let Some(case) = cases.first() {
            let text = emit(&case.program, Header::Included);
            return Some((
                first + BATCH - plan.first,
                format!("{:?}: {}\n{text}", case.kind, case.what),
            ));
        }
        first += BATCH;
    }
    None
}
