//! A small hunt for seeded defects: `cargo test -p pepsin-oracle --features seeded-bugs --test mutants`.

use std::path::Path;

use pepsin_lattice::seeded::Bug;
use pepsin_oracle::campaign::Plan;
use pepsin_oracle::compare::Effort;
use pepsin_oracle::generate::{Shapes, Size};
use pepsin_oracle::mutants::hunt;

/// Defects that show in the first programs.
const SHOWN_SOON: [Bug; 4] = [
    Bug::UnlockKeepsLock,
    Bug::OverlapOfStarts,
    Bug::NoInitialObservable,
    Bug::PartReadsWhole,
];

// One test, because a defect is switched on for the whole process.
#[test]
fn defects_that_show_soon_are_found_by_executions_that_contradict_the_analysis() {
    let plan = Plan {
        seed: 1,
        first: 0,
        programs: 150,
        size: Size::Small,
        shapes: Shapes::Off,
        effort: Effort::USUAL,
        reduced: 0,
        workers: 1,
        folder: Path::new(env!("CARGO_TARGET_TMPDIR")).to_owned(),
    };
    for catch in hunt(&SHOWN_SOON, &plan) {
        assert!(catch.case.is_some(), "{}", catch.text(&plan));
    }
}

#[test]
fn the_table_in_the_documentation_names_every_defect() {
    let text = include_str!("../../docs/oracle.md");
    for bug in Bug::ALL {
        let row = format!("| `{bug:?}` | {} |", bug.change());
        assert!(text.contains(&row), "{row}");
    }
}
