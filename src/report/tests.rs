//! Reports of evidence made by hand.

use super::code::Code;
use super::{Detail, FORMATS, Findings, Report, build, dump, explanation, format_named};
use crate::ir::{DataModel, Files, Function, FunctionId, Linkage, Position, Program, TypeKind, Types};
use crate::library::Library;
use crate::races::fixture::{at, evidence, write};
use crate::races::{
    Access, AccessFact, AccessKind, Confirmation, Cut, Effect, Ended, Evidence, ExecutionEnd, Explainer, Exploration,
    ObjectKind, Obstacle, PairingOptions, Releases, Rows, Sighting, facts, pair,
};
use std::collections::BTreeSet;
use std::path::Path;

fn program() -> Program {
    let mut types = Types::new(DataModel::Lp64);
    let void = types.intern(TypeKind::Void);
    let mut files = Files::default();
    files.intern("counter.c");
    Program {
        types,
        globals: Vec::new(),
        functions: vec![Function {
            name: "worker".into(),
            ty: void,
            linkage: Linkage::External,
            body: None,
            no_return: false,
            constructor: None,
            destructor: None,
            at: Position::BUILT_IN,
        }],
        strings: Vec::new(),
        main: FunctionId(0),
        files,
        statements: Vec::new(),
        open: None,
    }
}

/// What `make` makes of the findings on a read and a write by two kinds of workers with the given locks.
fn found<T>(
    locks: (u32, u32),
    change: impl Fn(&mut Evidence),
    exploration: &Exploration,
    make: impl Fn(&Findings<'_>) -> T,
) -> T {
    let read = Access {
        kind: AccessKind::Read,
        ..write(2, 12)
    };
    let digests = vec![(0, 1), (locks.0, 2), (locks.1, 3)];
    let mut evidence = evidence(vec![write(1, 10), read], digests);
    change(&mut evidence);
    let (program, facts) = (program(), [&facts::Fresh as &dyn AccessFact, &facts::SymbolicLockset]);
    let options = PairingOptions {
        enabled: Rows::ALL,
        listed_pairs: 10,
        releases: Releases::Race,
    };
    let pairing = pair(&evidence, &program.types, &facts, &options);
    let code = Code::new(&program, Library::default(), &BTreeSet::new(), &[]);
    make(&Findings {
        program: &program,
        explainer: Explainer {
            evidence: &evidence,
            facts: &facts,
            pairing: &pairing,
            enabled: Rows::ALL,
        },
        exploration,
        code: &code,
        ends: &[ExecutionEnd {
            at: at(12),
            why: "`strtok_r` is not executed".into(),
            of: Ended::Executions,
            times: 3,
        }],
        blocking: None,
    })
}

fn report(locks: (u32, u32), change: impl Fn(&mut Evidence), exploration: &Exploration) -> Report {
    found(locks, change, exploration, build)
}

fn rendered(format: &str, report: &Report) -> String {
    (format_named(format).expect("a format of the catalogue").render)(report, Detail::Ordinary)
}

#[test]
fn a_possible_race_names_both_accesses_and_why_no_digest_excluded_it() {
    let report = report((1, 2), |_| (), &Exploration::Open);
    insta::assert_snapshot!("possible_text", rendered("text", &report));
    insta::assert_snapshot!("possible_json", rendered("json", &report));
    insta::assert_snapshot!("possible_sarif", rendered("sarif", &report));
    insta::assert_snapshot!("possible_html", rendered("html", &report));
}

#[test]
fn a_safe_location_tells_the_digests_that_suffice() {
    let report = report((1, 1), |_| (), &Exploration::Open);
    assert_eq!(report.locations[0].because, ["L: both hold m1."]);
    insta::assert_snapshot!("safe_text", rendered("text", &report));
}

#[test]
fn a_confirmed_race_is_marked_at_the_pair_that_stands_for_it() {
    let sighting = |line, kind| Sighting {
        at: at(line),
        function: "worker".into(),
        kind,
        thread: "worker 1".into(),
        locks: Vec::new(),
        stack: Vec::new(),
    };
    let confirmed = Exploration::Confirmed(vec![Confirmation {
        first: sighting(12, AccessKind::Read),
        second: sighting(10, AccessKind::Write),
        object: "counter".into(),
        kind: ObjectKind::Global,
        declared: Some(at(1)),
        bytes: (0, 4),
        refused: vec![at(4)],
    }]);
    let report = report((1, 2), |_| (), &confirmed);
    insta::assert_snapshot!("confirmed_text", rendered("text", &report));
    assert!(rendered("json", &report).contains("\"status\": \"confirmed\""));
}

#[test]
fn what_stopped_the_analysis_is_told() {
    let stop = |evidence: &mut Evidence| {
        evidence.cut = Some(Cut::Evaluations);
        evidence.obstacles.push(Obstacle {
            at: at(4),
            what: "The assembly template `lock; incl %0` is not known.".into(),
            effect: Effect::MayHideRace,
        });
    };
    insta::assert_snapshot!(
        "undecided_text",
        rendered("text", &report((1, 1), stop, &Exploration::Open))
    );
}

#[test]
fn every_format_renders_every_report_with_a_final_line_break() {
    for format in FORMATS {
        for locks in [(1, 1), (1, 2)] {
            let text = (format.render)(&report(locks, |_| (), &Exploration::Open), Detail::Full);
            assert!(text.ends_with('\n'), "{}", format.name);
        }
    }
}

#[test]
fn an_explanation_tells_what_suffices_or_what_is_missing() {
    let explained = |locks| {
        found(
            locks,
            |_| (),
            &Exploration::Open,
            |it| explanation::render(it, None, None),
        )
    };
    insta::assert_snapshot!("explained_safe", explained((1, 1)));
    insta::assert_snapshot!("explained_possible", explained((1, 0)));
}

#[test]
fn an_explanation_is_limited_to_a_line_and_an_object() {
    let about = |line: Option<u32>, object| {
        let render = |findings: &Findings<'_>| {
            explanation::render(findings, line.map(|line| (Path::new("counter.c"), line)), object)
        };
        found((1, 1), |_| (), &Exploration::Open, render).contains("safe")
    };
    assert!(about(Some(10), None) && about(None, Some("counter")));
    assert!(!about(Some(11), None) && !about(None, Some("other")));
}

#[test]
fn dumps_show_threads_locks_and_digests() {
    let dumped = |dump: fn(&Findings<'_>) -> String| found((1, 2), |_| (), &Exploration::Open, dump);
    insta::assert_snapshot!("threads", dumped(dump::threads));
    insta::assert_snapshot!("locks", dumped(dump::locks));
    insta::assert_snapshot!("solution", dumped(dump::solution));
}
