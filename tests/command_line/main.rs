//! The command line as a user meets it: exit statuses, messages, formats.

mod dispositions;
mod fast;
mod inputs;
mod models;
mod studies;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `pepsin` in the folder of the package.
fn pepsin(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pepsin"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program was built for this test")
}

/// Standard output and error as text.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file with the given content in a folder for this test.
fn file(name: &str, content: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command_line");
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap_or(&folder)).expect("the folder of tests can be written");
    std::fs::write(&path, content).expect("the folder of tests can be written");
    path
}

const PROVED: &str = "sv-benchmarks-subset/mutexes/counter-under-one-mutex.c";

const RACY: &str = "sv-benchmarks-subset/mutexes/counter-read-behind-unlock.c";

#[test]
fn a_proved_program_ends_with_0_and_a_racy_one_with_1() {
    assert_eq!(pepsin(&["check", PROVED]).status.code(), Some(0));
    assert_eq!(pepsin(&["check", RACY]).status.code(), Some(1));
}

#[test]
fn the_last_line_of_svcomp_is_the_answer() {
    let answer = |task: &str| {
        let output = pepsin(&["svcomp", &task.replace(".c", ".yml")]);
        text(&output.stdout).lines().last().map(str::to_owned)
    };
    assert_eq!(answer(PROVED).as_deref(), Some("SV-COMP verdict: true"));
    assert_ne!(answer(RACY).as_deref(), Some("SV-COMP verdict: true"));
}

#[test]
fn svcomp_takes_the_files_of_a_program_with_property_and_data_model() {
    let property = "sv-benchmarks-subset/properties/no-data-race.prp";
    let other = file(
        "unreach-call.prp",
        b"CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    );
    let other = other.to_string_lossy().into_owned();
    let cases = [
        (property, PROVED, "SV-COMP verdict: true"),
        (property, RACY, "SV-COMP verdict: false(no-data-race)"),
        (&other, PROVED, "SV-COMP verdict: unknown"),
    ];
    for (property, program, answer) in cases {
        let output = pepsin(&["svcomp", "--property", property, "--data-model", "LP64", program]);
        assert_eq!(text(&output.stdout).lines().last(), Some(answer), "{output:?}");
        assert_eq!(output.status.code(), Some(0));
    }
    for wrong in [
        ["--property", PROVED, PROVED],
        ["--property", "no/such.prp", PROVED],
        ["--data-model", "LLP64", PROVED],
    ] {
        let output = pepsin(&[&["svcomp"], &wrong[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    let task = PROVED.replace(".c", ".yml");
    assert_eq!(pepsin(&["svcomp", PROVED, &task]).status.code(), Some(2));
}

#[test]
fn json_has_the_documented_keys_and_two_runs_are_the_same() {
    let first = pepsin(&["check", "--format", "json", RACY]);
    assert_eq!(first.stdout, pepsin(&["check", "--format", "json", RACY]).stdout);
    let report: serde_json::Value = serde_json::from_slice(&first.stdout).expect("the output is JSON");
    for key in [
        "version",
        "run",
        "verdict",
        "findings",
        "threads",
        "complete",
        "locations",
        "obstacles",
        "assumptions",
        "dead_code",
        "statistics",
    ] {
        assert!(!report[key].is_null(), "{key}");
    }
    let race = &report["locations"][0]["races"][0];
    for key in ["file", "line", "column", "function", "kind", "thread", "locks"] {
        assert!(!race["first"][key].is_null() && !race["second"][key].is_null(), "{key}");
    }
    assert!(race["not_excluded_because"]["L"].is_string());
}

#[test]
fn what_a_run_took_is_reported_only_if_it_is_asked_for() {
    let figures = |arguments: &[&str]| {
        let output = pepsin(&[&["check", "--format", "json", RACY][..], arguments].concat());
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
        report["statistics"].clone()
    };
    let (usual, asked_for) = (figures(&[]), figures(&["--stats"]));
    for figure in ["evaluations", "contexts", "local unknowns"] {
        assert!(usual[figure].is_u64() && asked_for[figure].is_u64(), "{figure}");
    }
    for figure in ["milliseconds reading", "milliseconds solving"] {
        assert!(usual[figure].is_null() && asked_for[figure].is_u64(), "{figure}");
    }
}

#[test]
fn an_analysis_that_is_cut_says_so_and_lists_what_it_has() {
    let output = pepsin(&["check", "--format", "json", "--evaluations=8", RACY]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    assert_eq!(report["complete"], serde_json::Value::Bool(false));
    assert_ne!(report["verdict"], "race-free");
}

#[test]
fn a_profile_tells_where_evaluations_go() {
    let output = pepsin(&["profile", RACY]);
    let profile = text(&output.stdout);
    assert!(
        profile
            .lines()
            .next()
            .is_some_and(|total| total.contains(" evaluations, of which ")),
        "{profile}"
    );
    assert!(profile.lines().any(|line| line.ends_with("  main")), "{profile}");
    assert!(profile.contains("what changed"), "{profile}");
}

#[test]
fn a_program_is_proved_with_the_digest_it_needs_and_not_without_it() {
    let status = |predicates: &str| {
        pepsin(&["check", "--exploration=off", PROVED, predicates])
            .status
            .code()
    };
    assert_eq!(status("--predicates=all"), Some(0));
    assert_eq!(status("--predicates=-L"), Some(1));
}

#[test]
fn a_configuration_file_counts_for_the_files_beside_it() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("configured");
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let source = folder.join("counter.c");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROVED);
    std::fs::copy(shipped, &source).expect("the program is shipped");
    std::fs::write(
        folder.join("pepsin.toml"),
        "predicates = \"none\"\nexploration = \"off\"\n",
    )
    .expect("the folder of tests can be written");
    let source = source.to_string_lossy();
    assert_eq!(pepsin(&["check", &source]).status.code(), Some(1));
    assert_eq!(pepsin(&["check", &source, "--predicates=all"]).status.code(), Some(0));
}

#[test]
fn a_race_is_replayed_from_its_witness() {
    let witness = file("race.yml", b"");
    let witness = witness.to_string_lossy();
    pepsin(&["check", "--witness", &witness, RACY]);
    let replayed = pepsin(&["replay", &witness, RACY]);
    assert_eq!(replayed.status.code(), Some(1), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).starts_with("Data race on counter"));
    let refused = pepsin(&["replay", &witness, PROVED]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));
    assert!(text(&refused.stderr).contains("about other sources"));
    let other = pepsin(&["replay", "--other-program", &witness, PROVED]);
    assert_eq!(other.status.code(), Some(3), "{}", text(&other.stdout));
}

#[test]
fn a_witness_is_the_same_each_time_where_the_time_is_given() {
    let witness = |name: &str| {
        let path = file(name, b"");
        let mut command = Command::new(env!("CARGO_BIN_EXE_pepsin"));
        command
            .args(["check", "--witness"])
            .arg(&path)
            .arg(RACY)
            .env("SOURCE_DATE_EPOCH", "86400");
        let status = command
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("was built")
            .status;
        assert_eq!(status.code(), Some(1));
        std::fs::read_to_string(path).expect("was written")
    };
    let first = witness("first/witness.yml");
    assert_eq!(first, witness("second/witness.yml"));
    assert!(first.contains("1970-01-02T00:00:00Z"), "{first}");
}

#[test]
fn every_subcommand_tells_something_about_a_shipped_program() {
    for (arguments, expected) in [
        (&["show", "ir", PROVED][..], "pthread_mutex_lock(&mutex)"),
        (&["show", "cfg", PROVED], "digraph"),
        (&["show", "threads", PROVED], "worker: one thread"),
        (&["show", "locks", PROVED], "mutex"),
        (&["show", "solution", PROVED], "counter"),
        (&["explain", PROVED], "by L (both accesses hold mutex)."),
        (&["digests"], "must-join"),
        (&["digests", "--settings"], "unknown-functions"),
        (&["models", "pthread_join"], "pthread.toml:"),
        (&["models", "__builtin_memcpy"], "effect = \"copy\""),
        (&["models", "g_mutex_lock"], "# glib.toml:"),
        (
            &["models", "--models", "tests/c/models/wrappers.toml", "take"],
            "# tests/c/models/wrappers.toml:2:1\ntake = {",
        ),
        (
            &["models", "tsearch"],
            "`tsearch` is a function of the C library without a model",
        ),
        (&["models", "nobody_knows"], "`nobody_knows` has no model"),
        (&["config", "--unroll=3"], "unroll = 3  # --unroll; default: 16"),
        (&["completions", "bash"], "_pepsin()"),
        (&["schema"], "json-schema.org"),
        (&["man"], ".TH pepsin 1"),
        (&["man", "check"], "exploration"),
        (
            &["study", "--preset", "each", "sv-benchmarks-subset/mutexes.set"],
            "configuration",
        ),
        (&["check", "--format", "sarif", RACY], "\"ruleId\": \"data-race\""),
        (&["check", "--format", "html", RACY], "<!DOCTYPE html>"),
    ] {
        let output = pepsin(arguments);
        assert!(
            text(&output.stdout).contains(expected),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn the_verdict_stands_first_and_little_is_told_where_little_is_asked() {
    let first = |flag: &str| {
        let output = text(&pepsin(&["check", RACY, flag]).stdout);
        (output.lines().next().map(str::to_owned), output.lines().count())
    };
    let (quiet, ordinary, verbose) = (first("--quiet"), first("--format=text"), first("--verbose"));
    assert_eq!(quiet.0.as_deref(), Some("Data race on 1 location."));
    assert_eq!((&quiet.0, &quiet.0), (&ordinary.0, &verbose.0));
    assert!(quiet.1 < ordinary.1 && ordinary.1 < verbose.1);
}

#[test]
fn the_shipped_files_for_builds_are_well_formed() {
    for name in ["github-workflow.yml", "pre-commit-hooks.yaml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ci").join(name);
        let content = std::fs::read_to_string(&path).expect("the file is shipped");
        let value: serde_json::Value = yaml_serde::from_str(&content).expect("the file is YAML");
        assert!(!value.is_null(), "{name}");
    }
}

/// The program and the report that the README begins with.
#[test]
fn the_readme_shows_what_check_prints() {
    let readme = include_str!("../../README.md");
    let (_, behind) = readme.split_once("```c\n").expect("the README begins with a program");
    let (program, behind) = behind.split_once("```\n").expect("the program ends");
    let (_, behind) = behind.split_once("```\n").expect("a report follows");
    let (report, _) = behind.split_once("```\n").expect("the report ends");
    let counter = file("readme/counter.c", program.as_bytes());
    let output = Command::new(env!("CARGO_BIN_EXE_pepsin"))
        .args(["check", "counter.c"])
        .current_dir(counter.parent().expect("the file lies in a folder"))
        .output()
        .expect("the program was built for this test");
    assert_eq!(text(&output.stdout), report);
}
