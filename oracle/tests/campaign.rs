//! A few hundred programs of each kind, in every run of the tests.

use std::path::Path;

use pepsin::explore::random::Random;
use pepsin_oracle::campaign::{Plan, run};
use pepsin_oracle::compare::{Effort, Kind, Model, Workshop};
use pepsin_oracle::emit::{Header, emit};
use pepsin_oracle::generate::{Shapes, Size, generate};
use pepsin_oracle::program::Statement;
use pepsin_oracle::reduce::{edits, reduce};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

fn plan(size: Size, programs: u64, shapes: Shapes) -> Plan {
    Plan {
        seed: 2026,
        first: 0,
        programs,
        size,
        shapes,
        effort: Effort::BRIEF,
        reduced: 0,
        workers: 2,
        folder: folder().to_owned(),
    }
}

#[test]
fn analysis_and_executions_of_random_programs_agree() {
    let (off, woven) = (Shapes::Off, Shapes::Woven);
    let sizes = [(Size::Small, 250, off), (Size::Medium, 50, off), (Size::Large, 10, off)];
    for (size, programs, shapes) in sizes
        .into_iter()
        .chain([(Size::Small, 150, woven), (Size::Medium, 30, woven)])
    {
        let summary = run(&plan(size, programs, shapes));
        assert!(summary.cases.is_empty(), "{size:?}: {summary}");
        // Broken shapes may use memory that is freed.
        assert!(summary.undefined == 0 || shapes == woven, "{size:?}: {summary}");
        assert!(
            summary.raced > 0 && summary.proved > 0 && summary.compared > 0,
            "{size:?}: {summary}"
        );
    }
}

#[test]
fn whatever_is_cut_out_of_a_program_leaves_one_that_is_understood() {
    let workshop = Workshop::new(folder());
    let mut random = Random::new(7, 0);
    for number in 0..40 {
        let mut program = generate(7, number, Size::Small, Shapes::Off);
        for _ in 0..6 {
            let smaller = edits(&program);
            let Some(next) = smaller
                .into_iter()
                .nth(random.below(program.size().max(1) as u64) as usize)
            else {
                break;
            };
            program = next;
        }
        let comparison = workshop.compare(&emit(&program, Header::WrittenOut), Effort::BRIEF, Model::C11);
        let rejected = |finding: &pepsin_oracle::compare::Finding| finding.kind == Kind::Rejected;
        assert!(
            !comparison.findings.iter().any(rejected),
            "program {number}: {comparison:?}"
        );
        assert_eq!(comparison.undefined, 0, "program {number}: {comparison:?}");
    }
}

#[test]
fn the_reducer_keeps_what_is_asked_for_and_little_else() {
    let is_write = |statement: &Statement| matches!(statement, Statement::Write(..));
    fn contains(block: &[Statement], wanted: &dyn Fn(&Statement) -> bool) -> bool {
        block
            .iter()
            .any(|statement| wanted(statement) || statement.blocks().into_iter().any(|block| contains(block, wanted)))
    }
    for number in 0..20 {
        let program = generate(3, number, Size::Medium, Shapes::Woven);
        let writes = |program: &pepsin_oracle::program::Program| contains(&program.bodies[0].statements, &is_write);
        if writes(&program) {
            assert_eq!(reduce(program, 10_000, writes).size(), 1, "program {number}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_summary_whatever_the_number_of_workers() {
    let summary = |workers| {
        run(&Plan {
            workers,
            ..plan(Size::Small, 20, Shapes::Woven)
        })
    };
    assert_eq!(summary(1), summary(3));
}
