//! Reports of programs in the repository, kept as snapshots: what a user reads must not change by accident.

mod schema;

use pepsin::config::{Checks, Convention, Selection, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Detail, Sources, format_named};

/// The report on a program of the subset in a format.
fn report(program: &str, format: &str) -> String {
    let file = format!("sv-benchmarks-subset/{program}.c");
    // Only the oldest digests speak, so that a new one does not change every snapshot.
    let settings = Settings {
        predicates: Selection::listed(&["TID", "J", "TF", "L"]),
        steps: 20_000_000,
        ..Settings::new(Convention::Check)
    };
    report_on(&file, &settings, format)
}

/// The report on deadlocks of a fixture in a format.
fn report_on_deadlocks(fixture: &str, format: &str) -> String {
    let settings = Settings {
        checks: Checks::RacesAndDeadlocks,
        steps: 20_000_000,
        ..Settings::new(Convention::Check)
    };
    report_on(&format!("tests/c/deadlocks/{fixture}.c"), &settings, format)
}

fn report_on(file: &str, settings: &Settings, format: &str) -> String {
    let mut report = pipeline::check(&[Input::new(file)], settings).expect("the program is C");
    report.sources = Sources::read([file], |file| std::fs::read_to_string(file).ok());
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

/// The page without its style and script, which stand in files of their own.
fn without_style_and_script(page: &str) -> String {
    let cut = |text: &str, begin: &str, end: &str| match (text.find(begin), text.find(end)) {
        (Some(from), Some(to)) => format!("{}{}", &text[..from + begin.len()], &text[to..]),
        _ => text.to_owned(),
    };
    cut(&cut(page, "<style>", "</style>"), "<script>", "</script>")
}

#[test]
fn reports_for_programs_and_browsers_are_as_they_were() {
    let program = "mutexes/counter-read-behind-unlock";
    for format in ["json", "sarif", "html"] {
        let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let text = report(program, format).replace(&version, "\"version\": \"…\"");
        insta::assert_snapshot!(format!("in_{format}"), without_style_and_script(&text));
    }
    for format in ["text", "json", "sarif", "html"] {
        let text = report_on_deadlocks("order_opposite", format);
        let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
        let text = text.replace(&version, "\"version\": \"…\"");
        insta::assert_snapshot!(format!("deadlock_in_{format}"), without_style_and_script(&text));
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

/// Fixtures with an executed deadlock, a possible one, none, and something that could hide one.
const WITH_DEADLOCKS: [&str; 4] = ["order_opposite", "once_holding", "gate_common", "handler"];

#[test]
fn deadlocks_are_told_in_every_format() {
    let json: serde_json::Value = serde_json::from_str(&pepsin::report::schema()).expect("the schema is JSON");
    let sarif = std::fs::read_to_string("tests/schemas/sarif-2.1.0-rtm.5.json").expect("the schema is committed");
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("the schema is JSON");
    for fixture in WITH_DEADLOCKS {
        for (format, schema) in [("json", &json), ("sarif", &sarif)] {
            let report = report_on_deadlocks(fixture, format);
            let report: serde_json::Value = serde_json::from_str(&report).expect("the report is JSON");
            let mut breaches = Vec::new();
            schema::breaches(&report, schema, schema, "report", &mut breaches);
            assert!(breaches.is_empty(), "{fixture} in {format}: {breaches:#?}");
        }
    }
    let (deadlock, none) = ("Deadlock in 1 way.", "No lock deadlock: no threads wait in a circle");
    for format in ["text", "html"] {
        assert!(
            report_on_deadlocks("order_opposite", format).contains(deadlock),
            "{format}"
        );
        assert!(report_on_deadlocks("order_same", format).contains(none), "{format}");
        assert!(
            !report("mutexes/counter-under-one-mutex", format).contains("eadlock"),
            "{format}"
        );
    }
    assert!(report_on_deadlocks("order_opposite", "sarif").contains("\"ruleId\": \"deadlock\""));
    assert!(report_on_deadlocks("gate_common", "json").contains("\"verdict\": \"no-lock-deadlock\""));
}

/// Programs that are proved, race, may race, and are not understood.
const OF_ALL_KINDS: [&str; 5] = [
    "mutexes/counter-under-one-mutex",
    "mutexes/counter-read-behind-unlock",
    "joins/wrong-worker-joined",
    "heap/list-walked-without-mutex",
    "thread-creation/workers-in-a-loop-without-mutex",
];

#[test]
fn reports_in_sarif_have_the_form_of_its_official_schema() {
    let schema = std::fs::read_to_string("tests/schemas/sarif-2.1.0-rtm.5.json").expect("the schema is committed");
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("the schema is JSON");
    for program in OF_ALL_KINDS {
        let mut log: serde_json::Value = serde_json::from_str(&report(program, "sarif")).expect("the log is JSON");
        let mut breaches = Vec::new();
        schema::breaches(&log, &schema, &schema, "log", &mut breaches);
        assert!(breaches.is_empty(), "{program}: {breaches:#?}");
        // The schema is not one that everything fits.
        log["runs"][0]["tool"] = serde_json::json!({});
        schema::breaches(&log, &schema, &schema, "log", &mut breaches);
        assert!(!breaches.is_empty());
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "where the validator is missing, the test says so")]
fn the_validator_of_code_hosts_finds_no_error_in_sarif() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sarif");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    for program in OF_ALL_KINDS {
        let log = folder.join(program.replace('/', "_") + ".sarif");
        std::fs::write(&log, report(program, "sarif")).expect("the folder of tests can be written");
        let result = log.with_extension("validated.sarif");
        let mut validator = std::process::Command::new("sarif-multitool");
        let run = validator.arg("validate").arg(&log).arg("--output").arg(&result);
        let run = run
            .args(["--log", "ForceOverwrite"])
            .env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        let Ok(output) = run.output() else {
            eprintln!("`sarif-multitool` is not there: nothing is validated.");
            return;
        };
        let found = std::fs::read_to_string(&result).unwrap_or_default();
        let found: serde_json::Value =
            serde_json::from_str(&found).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        let results = found["runs"][0]["results"].as_array().cloned().unwrap_or_default();
        let errors: Vec<_> = results.iter().filter(|result| result["level"] == "error").collect();
        assert!(errors.is_empty(), "{program}: {errors:#?}");
    }
}

#[test]
fn that_other_processes_are_left_out_is_said_where_memory_is_theirs_too() {
    let settings = Settings::new(Convention::Check);
    let said = |fixture: &str| report_on(&format!("tests/c/{fixture}.c"), &settings, "text");
    assert!(said("library/mapping-of-a-file-behind-the-join").contains("Other processes are left out"));
    assert!(!said("library/stream-of-each-thread-closed").contains("Other processes are left out"));
}
