//! Reports of programs in the repository, kept as snapshots: what a user reads must not change by accident.

mod schema;

use pepsin::config::{Convention, Selection, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Detail, Sources, format_named};

/// The report on a program of the subset in a format.
fn report(program: &str, format: &str) -> String {
    let input = Input::new(format!("sv-benchmarks-subset/{program}.c"));
    // Only the oldest digests speak, so that a new one does not change every snapshot.
    let settings = Settings {
        predicates: Selection::listed(&["TID", "J", "TF", "L"]),
        steps: 20_000_000,
        ..Settings::new(Convention::Check)
    };
    let mut report = pipeline::check(&[input], &settings).expect("the program is C");
    let file = format!("sv-benchmarks-subset/{program}.c");
    report.sources = Sources::read([file.as_str()], |file| std::fs::read_to_string(file).ok());
    let format = format_named(format).expect("a format of the catalogue");
    (format.render)(&report, Detail::Ordinary)
}

#[test]
fn reports_in_text_are_as_they_were() {
    for program in [
        "mutexes/counter-under-one-mutex",
        "mutexes/counter-read-behind-unlock",
        "joins/wrong-worker-joined",
        "memory-layout/bit-fields-adjacent",
        "heap/list-walked-without-mutex",
        "thread-creation/workers-in-a-loop-without-mutex",
    ] {
        insta::assert_snapshot!(program.replace('/', "_"), report(program, "text"));
    }
}

#[test]
fn two_runs_give_the_same_bytes_in_every_format() {
    for format in ["text", "json", "sarif", "html"] {
        let once = || report("thread-creation/struct-element-for-two-threads", format);
        assert_eq!(once(), once(), "{format}");
    }
}

#[test]
fn the_schema_of_the_json_format_is_committed() {
    let schema = pepsin::report::schema();
    let committed = std::fs::read_to_string("docs/report.schema.json").unwrap_or_default();
    if committed != schema {
        let made = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("report.schema.json");
        std::fs::write(&made, schema).expect("the folder of tests can be written");
        panic!("docs/report.schema.json differs from {}", made.display());
    }
}

#[test]
fn reports_have_the_form_of_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(&pepsin::report::schema()).expect("the schema is JSON");
    for program in ["mutexes/counter-under-one-mutex", "heap/list-walked-without-mutex"] {
        let report: serde_json::Value = serde_json::from_str(&report(program, "json")).expect("the report is JSON");
        let mut breaches = Vec::new();
        schema::breaches(&report, &schema, &schema, "report", &mut breaches);
        assert!(breaches.is_empty(), "{breaches:#?}");
    }
}
