//! The command line as a user meets it: exit statuses, messages, formats.

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
fn bad_input_gives_one_message_with_its_place_and_status_2() {
    let cases = [
        ("no/such/file.c".into(), "no/such/file.c: error: "),
        (
            file("syntax.c", b"int main(void) {\n  return 0\n}\n"),
            "syntax.c:3:1: error: ",
        ),
        (file("empty.c", b""), "empty.c: error: "),
        (
            file("binary.i", &[0x7f, b'E', b'L', b'F', 0, 0, 1, 2]),
            "binary.i: error: ",
        ),
        (
            file("binary.c", &[0x7f, b'E', b'L', b'F', 0, 0, 1, 2]),
            "binary.c:1:1: error: ",
        ),
        (PathBuf::from("src"), "src: error: "),
    ];
    for (path, message) in cases {
        let output = pepsin(&["check", &path.to_string_lossy()]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{path:?}: {error}");
        assert_eq!(error.matches(": error: ").count(), 1, "{error}");
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn an_error_shows_the_line_and_marks_the_place() {
    let path = file("marked.c", b"int main(void) {\n  return missing;\n}\n");
    let error = text(&pepsin(&["check", &path.to_string_lossy()]).stderr);
    assert!(
        error.ends_with("  |\n2 |   return missing;\n  |          ^\n"),
        "{error}"
    );
}

#[test]
fn bad_tasks_give_one_message_with_their_place_and_status_2() {
    let cases = [
        (PathBuf::from("no/such/task.yml"), "task.yml: error: "),
        (
            file("no_input.yml", b"format_version: '2.0'\n"),
            "no_input.yml: error: ",
        ),
        (file("no_yaml.yml", b"input_files: [\n"), "no_yaml.yml:"),
        (file("no_file.yml", b"input_files: gone.c\n"), "gone.c: error: "),
        (file("binary.yml", &[0xff, 0xfe, 0, 1]), "binary.yml: error: "),
    ];
    for (path, message) in cases {
        let output = pepsin(&["svcomp", &path.to_string_lossy()]);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{path:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn wrong_settings_are_told_where_they_stand() {
    for (arguments, message) in [
        (["check", PROVED, "--unroll=many"], "--unroll: error: "),
        (
            ["check", PROVED, "--set=unrol=9"],
            "--set: error: There is no setting `unrol`; `unroll` is one.",
        ),
        (
            ["check", PROVED, "--set=colour=red"],
            "--set: error: There is no setting `colour`",
        ),
        (["check", PROVED, "--predicates=L,XYZ"], "--predicates: error: "),
    ] {
        let output = pepsin(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).starts_with(message), "{}", text(&output.stderr));
    }
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
fn flags_of_compilers_are_taken_and_a_folder_stands_for_its_database() {
    let flags = ["check", "-O2", "-Wall", "-g", "-pthread", "-fno-common", PROVED];
    assert_eq!(
        pepsin(&flags).status.code(),
        Some(0),
        "{}",
        text(&pepsin(&flags).stderr)
    );
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(PROVED);
    let entry = serde_json::json!([{ "directory": "/", "file": source, "arguments": ["cc", "-c", source] }]);
    let database = file("build/compile_commands.json", b"");
    std::fs::write(&database, entry.to_string()).expect("the folder of tests can be written");
    let folder = database.parent().expect("a file has a folder").to_string_lossy();
    assert_eq!(pepsin(&["check", "-p", &folder]).status.code(), Some(0));
    let line = 11;
    let explained = pepsin(&["explain", "-p", &folder, &format!("{PROVED}:{line}")]);
    assert!(
        text(&explained.stdout).contains("both accesses hold mutex"),
        "{}",
        text(&explained.stderr)
    );
    let elsewhere = pepsin(&["explain", "-p", &folder, &format!("elsewhere.c:{line}")]);
    assert!(
        text(&elsewhere.stdout).starts_with("No two threads"),
        "{}",
        text(&elsewhere.stderr)
    );
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
fn what_a_name_would_make_a_terminal_do_is_escaped() {
    let source = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return p; }\n# 4 \"evil\\033[31m.c\"\n\
                  int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; return 0; }\n";
    let path = file("evil.c", source.as_bytes());
    let output = pepsin(&["check", "--exploration=off", &path.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!output.stdout.contains(&0x1b), "{}", text(&output.stdout));
}

const COUNTED: &str = "#include <pthread.h>
static int hits;
static void *worker(void *argument) { hits++; /*HERE*/ return argument; }
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return hits;
}
";

/// The exit status of a check in JSON, its verdict, and how its findings are disposed of.
fn disposed(path: &Path, flags: &[&str]) -> (Option<i32>, String, Vec<String>) {
    let path = path.to_string_lossy();
    let output = pepsin(&[&["check", "--format=json", "--steps=1000000", &*path][..], flags].concat());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let findings = report["findings"].as_array().cloned().unwrap_or_default();
    let kinds = findings
        .iter()
        .map(|it| it["disposition"]["kind"].as_str().unwrap_or_default().to_owned());
    let verdict = report["verdict"].as_str().unwrap_or_default().to_owned();
    (output.status.code(), verdict, kinds.collect())
}

#[test]
fn a_race_that_is_allowed_stays_a_race_and_does_not_fail_the_run() {
    let allowed = COUNTED.replace("/*HERE*/", "// pepsin: allow race -- only a figure\n");
    let path = file("allowed/counted.c", allowed.as_bytes());
    let race = |code, kind: &str| (Some(code), "race".to_owned(), vec![kind.to_owned()]);
    assert_eq!(disposed(&path, &[]), race(0, "allowed"));
    assert_eq!(disposed(&path, &["--fail-on=any"]), race(1, "allowed"));
    assert_eq!(disposed(&path, &["--trust-project=no"]), race(1, "new"));
    let by_object = file("by_object/counted.c", COUNTED.as_bytes());
    file(
        "by_object/pepsin.toml",
        b"[[allow]]\nobject = \"hits\"\nreason = \"A figure.\"\n",
    );
    assert_eq!(disposed(&by_object, &[]), race(0, "allowed"));
    let unused = file(
        "unused/proved.c",
        b"int main(void) { return 0; } // pepsin: allow race -- gone\n",
    );
    let told = text(&pepsin(&["check", &unused.to_string_lossy()]).stdout);
    assert!(told.contains("there is none:") && told.contains("proved.c:1"), "{told}");
}

#[test]
fn what_stands_in_the_baseline_is_known_and_what_does_not_is_new() {
    let path = file("baseline/counted.c", COUNTED.as_bytes());
    let baseline = file("baseline/known.json", b"");
    let (write, read) = (
        format!("--write-baseline={}", baseline.display()),
        format!("--baseline={}", baseline.display()),
    );
    let race = |code, kinds: &[&str]| {
        let kinds = kinds.iter().map(|kind| (*kind).to_owned()).collect();
        (Some(code), "race".to_owned(), kinds)
    };
    assert_eq!(disposed(&path, &[]), race(1, &["new"]));
    assert_eq!(disposed(&path, &[&write]), race(0, &["known"]));
    let moved = file("baseline/counted.c", format!("/* Moved. */\n\n{COUNTED}").as_bytes());
    assert_eq!(disposed(&moved, &[&read]), race(0, &["known"]));
    let more = COUNTED
        .replace("static int hits;", "static int hits, more;")
        .replace("hits++;", "hits++; more++;");
    let more = file("baseline/counted.c", more.as_bytes());
    let (code, _, mut kinds) = disposed(&more, &[&read]);
    kinds.sort();
    assert_eq!((code, kinds), (Some(1), vec!["known".to_owned(), "new".to_owned()]));
}

const CROSSED: &str = "#include <pthread.h>
static pthread_mutex_t forks[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void *up(void *argument) {
  pthread_mutex_lock(&forks[0]);
  pthread_mutex_lock(&forks[1]); /*HERE*/
  pthread_mutex_unlock(&forks[1]);
  pthread_mutex_unlock(&forks[0]);
  return argument;
}
static void *down(void *argument) {
  pthread_mutex_lock(&forks[1]);
  pthread_mutex_lock(&forks[0]);
  pthread_mutex_unlock(&forks[0]);
  pthread_mutex_unlock(&forks[1]);
  return argument;
}
int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, up, 0);
  pthread_create(&other, 0, down, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
";

#[test]
fn a_deadlock_names_elements_as_c_does_and_is_allowed_or_known_like_a_race() {
    let path = file("crossed/crossed.c", CROSSED.as_bytes());
    let baseline = file("crossed/known.json", b"");
    let check = |path: &Path, flags: &[&str]| {
        let path = path.to_string_lossy();
        pepsin(
            &[
                &["check", "--checks=race,deadlock", "--steps=1000000", &*path][..],
                flags,
            ]
            .concat(),
        )
    };
    let told = check(&path, &[]);
    assert_eq!(told.status.code(), Some(1), "{}", text(&told.stderr));
    assert!(
        text(&told.stdout).contains("threads take forks[0], forks[1]"),
        "{}",
        text(&told.stdout)
    );
    let write = check(&path, &[&format!("--write-baseline={}", baseline.display())]);
    assert_eq!(write.status.code(), Some(0), "{}", text(&write.stdout));
    let moved = file("crossed/crossed.c", format!("/* Moved. */\n\n{CROSSED}").as_bytes());
    let known = check(&moved, &[&format!("--baseline={}", baseline.display())]);
    assert_eq!(known.status.code(), Some(0), "{}", text(&known.stdout));
    assert!(text(&known.stdout).starts_with("No data race") && text(&known.stdout).contains(", known"));
    let allowed = CROSSED.replace("/*HERE*/", "// pepsin: allow deadlock -- never at the same time");
    let allowed = file("crossed/allowed.c", allowed.as_bytes());
    let told = check(&allowed, &[]);
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stdout));
    assert!(
        text(&told.stdout).contains("allowed: never at the same time"),
        "{}",
        text(&told.stdout)
    );
    assert_eq!(check(&allowed, &["--fail-on=any"]).status.code(), Some(1));
}

const TRANSFERS: &str = "#include <pthread.h>
#include <stdlib.h>
struct account { long money; pthread_mutex_t lock; };
static struct account *left, *right;
static void pay(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->money--;
  to->money++;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}
static void *there(void *argument) { pay(left, right); return argument; }
static void *back(void *argument) { pay(right, left); return argument; }
int main(void) {
  pthread_t one, other;
  left = calloc(1, sizeof *left);
  right = calloc(1, sizeof *right);
  if (!left || !right) return 1;
  pthread_mutex_init(&left->lock, 0);
  pthread_mutex_init(&right->lock, 0);
  pthread_create(&one, 0, there, 0);
  pthread_create(&other, 0, back, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
";

#[test]
fn a_lock_in_allocated_memory_is_named_as_it_is_written() {
    let path = file("transfers.c", TRANSFERS.as_bytes());
    let output = pepsin(&[
        "check",
        "--checks=race,deadlock",
        "--steps=1000000",
        &path.to_string_lossy(),
    ]);
    let told = text(&output.stdout);
    assert!(told.contains("confirmed: an execution ends"), "{told}");
    assert!(
        told.contains("waits for to->lock") && told.contains("having from->lock"),
        "{told}"
    );
    assert!(!told.contains("0x"), "{told}");
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

#[test]
fn an_input_is_never_written_over() {
    let source = file("spared/x.c", b"int main(void) { return 0; }\n");
    let name = source.to_string_lossy();
    for flag in ["-o", "--witness", "--write-baseline"] {
        let output = pepsin(&["check", flag, &name, &name]);
        assert_eq!(output.status.code(), Some(2), "{flag}: {}", text(&output.stderr));
    }
    let kept = std::fs::read(&source).expect("is there");
    assert_eq!(kept, b"int main(void) { return 0; }\n");
}

#[test]
fn a_terminal_obeys_no_name_of_a_file() {
    let output = pepsin(&["check", "no\u{1b}[31msuch.c"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.contains(&0x1b), "{}", text(&output.stderr));
}

#[test]
fn a_study_in_parts_is_put_together_to_the_same_table() {
    let set = "sv-benchmarks-subset/mutexes.set";
    let whole = pepsin(&["study", set]);
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study-results");
    // It need not be there.
    let _ = std::fs::remove_dir_all(&folder);
    let results = folder.to_string_lossy().into_owned();
    let kept = || std::fs::read_dir(&folder).map_or(0, |entries| entries.count());
    // The second of three parts never runs: it is done when all is put together.
    for part in ["1/3", "3/3"] {
        let output = pepsin(&["study", set, "--results", &results, "--shard", part]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let tasks = pepsin::tasks::find_tasks(Path::new(set))
        .expect("the set can be read")
        .len();
    assert_eq!(kept(), tasks - (tasks + 1) / 3);
    let together = pepsin(&["study", set, "--results", &results]);
    assert_eq!(text(&together.stdout), text(&whole.stdout));
    assert_eq!(kept(), tasks);
    let again = pepsin(&["study", set, "--results", &results, "--format", "markdown"]);
    assert!(
        text(&again.stdout).starts_with("| configuration | proved | "),
        "{again:?}"
    );
    for wrong in [
        &["study", set, "--shard", "1/2"][..],
        &["study", set, "--results", &results, "--shard", "3/2"],
        &["study", set, "--against", set],
    ] {
        assert_eq!(pepsin(wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn a_study_is_the_same_for_any_number_of_jobs() {
    let study = |jobs: &str| {
        let json = file(&format!("study{jobs}.json"), b"");
        let json = json.to_string_lossy();
        let set = "sv-benchmarks-subset/mutexes.set";
        let output = pepsin(&["study", "--jobs", jobs, "--json", &json, "--preset", "each", set]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        (output.stdout, std::fs::read(&*json).expect("was written"))
    };
    assert_eq!(study("1"), study("3"));
}

/// A program that calls a lock of which only `pepsin-models.toml` knows, beside that file.
fn with_models(folder: &str, models: &str) -> String {
    let source = "void enter(int *l);\nvoid leave(int *l);\nint l, guarded;\n\
        #include <pthread.h>\n\
        static void helper(void) { guarded++; }\n\
        static void *worker(void *unused) { enter(&l); helper(); leave(&l); return 0; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, worker, 0); enter(&l); helper(); leave(&l); return 0; }\n";
    file(&format!("{folder}/pepsin-models.toml"), models.as_bytes());
    let source = file(&format!("{folder}/x.c"), source.as_bytes());
    source.to_string_lossy().into_owned()
}

const LOCKS: &str = "enter = { effect = \"lock\", lock = 0, operates-on = [0] }\n\
    leave = { effect = \"unlock\", lock = 0, operates-on = [0] }\n\
    never_called = { reads = [0] }\n";

#[test]
fn models_of_users_count_for_the_files_beside_them_and_stand_in_every_report() {
    let source = with_models("models", LOCKS);
    for format in ["text", "json", "sarif", "html"] {
        let output = pepsin(&["check", "--format", format, &source]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
        let said = text(&output.stdout);
        for (function, line) in [("enter", 1), ("leave", 2)] {
            let what = format!("`{function}` does what its model says (");
            let place = format!("pepsin-models.toml:{line}:1)");
            assert!(said.contains(&what) && said.contains(&place), "{format}: {said}");
        }
        assert!(!said.contains("never_called"), "{format}: {said}");
    }
    assert_ne!(pepsin(&["check", "--trust-project=no", &source]).status.code(), Some(0));
    let listed = text(&pepsin(&["config", &source]).stdout);
    assert!(
        listed.contains("models = ") && listed.contains("pepsin-models.toml;"),
        "{listed}"
    );
}

#[test]
fn models_of_users_that_are_wrong_are_told_with_their_place() {
    for (folder, models, message) in [
        (
            "misspelt",
            "enter = { effect = \"lock\", lcok = 0 }\n",
            "pepsin-models.toml:1:11: error: The effect of `enter` is none",
        ),
        (
            "idle",
            "\nleave = { wirtes = [0] }\n",
            "pepsin-models.toml:2:11: error: The row of `leave` has no use for `wirtes`",
        ),
        (
            "defined",
            "helper = {}\n",
            "pepsin-models.toml:1:1: error: `helper` has a body in the program",
        ),
        (
            "main",
            "main = { replace = true }\n",
            "pepsin-models.toml:1:1: error: `main` is the program itself",
        ),
        (
            "absent",
            "enter = { effect = \"lock\", lock = 1 }\n",
            "pepsin-models.toml:1:28: error: The row of `enter` names argument 1, and the function has one parameter",
        ),
    ] {
        let output = pepsin(&["check", &with_models(folder, models)]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
}

#[test]
fn a_model_may_count_in_place_of_a_body() {
    let source = with_models("replaced", &format!("{LOCKS}helper = {{ replace = true }}\n"));
    let said = text(&pepsin(&["check", &source]).stdout);
    assert!(
        said.contains("`helper` does what its model says") && !said.contains("guarded"),
        "{said}"
    );
}

/// The program and the report that the README begins with.
#[test]
fn the_readme_shows_what_check_prints() {
    let readme = include_str!("../README.md");
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
