//! Builds that make several programs, as a user meets them.

mod schema;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs `pepsin` in a folder.
fn pepsin(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pepsin"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const COMMON: &str = "#include <pthread.h>\n#include \"common.h\"\nint shared;\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
    void add(void) { pthread_mutex_lock(&m); shared++; pthread_mutex_unlock(&m); }\n";

/// A program whose second thread adds, and whose main function does `then`.
fn program(then: &str) -> String {
    format!(
        "#include <pthread.h>\n#include \"common.h\"\nstatic void *work(void *p) {{ add(); return p; }}\n\
         int main(void) {{\n  pthread_t t;\n  if (pthread_create(&t, 0, work, 0)) return 1;\n  {then}\n  pthread_join(t, 0);\n  return 0;\n}}\n"
    )
}

/// A build of a server with a race, of a client without one, and of what they share.
fn build(name: &str, more: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("src")).expect("the folder of tests can be written");
    let (server, client) = (program("shared = 7;"), program("add();"));
    let header = "extern int shared;\nvoid add(void);\n";
    let files = [
        ("src/server.c", server.as_str()),
        ("src/common.c", COMMON),
        ("src/client.c", client.as_str()),
        ("src/common.h", header),
    ];
    let mut entries = Vec::new();
    for (file, content) in files.iter().chain(more) {
        std::fs::write(folder.join(file), content).expect("the folder of tests can be written");
        if file.ends_with(".c") {
            entries
                .push(serde_json::json!({ "directory": folder, "file": file, "command": format!("cc -O2 -c {file}") }));
        }
    }
    let database = Value::Array(entries).to_string();
    std::fs::write(folder.join("compile_commands.json"), database).expect("the folder of tests can be written");
    folder
}

#[test]
fn all_programs_of_a_build_are_checked_in_one_run() {
    let folder = build("all", &[]);
    let output = pepsin(&folder, &["check", "-p", "."]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let lines: Vec<&str> = report.lines().take(3).collect();
    assert_eq!(lines[0], "1 of 2 programs are proved free of data races.");
    assert!(
        lines[1].starts_with("  server (src/server.c): Data race on 1 location"),
        "{report}"
    );
    assert!(
        lines[2].starts_with("  client (src/client.c): No data race"),
        "{report}"
    );
    assert!(
        report.contains("=== server (src/server.c) ===\n\nData race on"),
        "{report}"
    );
    // Files on the command line are a build as well.
    let files = ["check", "src/server.c", "src/common.c", "src/client.c"];
    assert_eq!(text(&pepsin(&folder, &files).stdout), report);
}

#[test]
fn one_program_is_chosen_by_its_name_or_its_file() {
    let folder = build("one", &[]);
    for (name, status, verdict) in [
        ("client", 0, "No data race"),
        ("src/client.c", 0, "No data race"),
        ("server", 1, "Data race on"),
    ] {
        let output = pepsin(&folder, &["check", "-p", ".", "--program", name]);
        assert_eq!(output.status.code(), Some(status), "{name}: {}", text(&output.stderr));
        assert!(
            text(&output.stdout).starts_with(verdict),
            "{name}: {}",
            text(&output.stdout)
        );
    }
    for (name, message) in [
        ("nobody", "--program: error: No unit is named `nobody`."),
        ("common", "src/common.c: error: No unit of this name defines `main`."),
    ] {
        let output = pepsin(&folder, &["check", "-p", ".", "--program", name]);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr).trim(), message);
    }
}

#[test]
fn programs_together_are_reported_in_every_format() {
    let folder = build("formats", &[]);
    let run = |format: &str| text(&pepsin(&folder, &["check", "-p", ".", "--format", format]).stdout);
    let parsed = |text: String| serde_json::from_str::<Value>(&text).expect("the output is JSON");
    let json = parsed(run("json"));
    let root = parsed(pepsin::report::schema());
    let mut breaches = Vec::new();
    schema::breaches(&json, &root, &root, "report", &mut breaches);
    assert!(breaches.is_empty(), "{breaches:#?}");
    let verdicts: Vec<_> = (0..2)
        .map(|number| json["programs"][number]["report"]["verdict"].clone())
        .collect();
    assert_eq!(verdicts, ["race", "race-free"]);
    assert_eq!(json["programs"][0]["name"], "server");
    assert_eq!(
        json["programs"][1]["report"]["run"]["inputs"],
        serde_json::json!(["src/common.c", "src/client.c"])
    );
    let sarif = parsed(run("sarif"));
    let official = std::fs::read_to_string("tests/schemas/sarif-2.1.0-rtm.5.json").expect("the schema is committed");
    let official = parsed(official);
    schema::breaches(&sarif, &official, &official, "log", &mut breaches);
    assert!(breaches.is_empty(), "{breaches:#?}");
    let ids: Vec<_> = (0..2)
        .map(|number| sarif["runs"][number]["automationDetails"]["id"].clone())
        .collect();
    assert_eq!(ids, ["pepsin/server/", "pepsin/client/"]);
    let page = run("html");
    let mut ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "an id stands twice");
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&link), "{link} leads nowhere");
    }
    assert!(ids.contains(&"program-1-finding-1"), "{ids:?}");
}

#[test]
fn a_program_that_is_not_understood_leaves_the_others_their_reports() {
    let other = program("other();").replace("common.h", "other.h");
    let definition = "void other(void) {}\n";
    let more = [
        ("src/broken.c", other.as_str()),
        ("src/other.h", "extern int shared;\nvoid add(void); void other(void);\n"),
        ("src/one.c", definition),
        ("src/two.c", definition),
    ];
    let folder = build("broken", &more);
    let output = pepsin(&folder, &["check", "-p", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("`other` is defined here and at"),
        "{}",
        text(&output.stderr)
    );
    let report = text(&output.stdout);
    assert!(report.starts_with("1 of 3 programs are proved"), "{report}");
    assert!(report.contains("  broken (src/broken.c): Not read"), "{report}");
    assert!(report.contains("=== server (src/server.c) ==="), "{report}");
}

#[test]
fn what_is_allowed_for_one_program_is_not_unused_for_another() {
    let server = program("shared = 7; // pepsin: allow race -- set once");
    let folder = build("allowed", &[("src/server.c", server.as_str())]);
    std::fs::write(
        folder.join("pepsin.toml"),
        "[[allow]]\nobject = \"nothing\"\nreason = \"none\"\n",
    )
    .expect("is writable");
    let output = pepsin(&folder, &["check", "-p", ".", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("the output is JSON");
    for number in 0..2 {
        let unused = &json["programs"][number]["report"]["unused_allowances"];
        assert_eq!(unused.as_array().map(Vec::len), Some(1), "{unused}");
    }
    // A baseline knows the findings of all programs.
    let folder = build("baseline", &[]);
    pepsin(&folder, &["check", "-p", ".", "--write-baseline", "known.json"]);
    let known = pepsin(&folder, &["check", "-p", ".", "--baseline", "known.json"]);
    assert_eq!(known.status.code(), Some(0));
}

#[test]
fn places_are_explained_and_stages_shown_for_each_program_of_a_build() {
    let folder = build("explained", &[]);
    let explained = text(&pepsin(&folder, &["explain", "src/common.c:5", "-p", "."]).stdout);
    assert!(explained.starts_with("=== server ===\nshared"), "{explained}");
    assert!(explained.contains("=== client ===\nshared"), "{explained}");
    let explained = text(&pepsin(&folder, &["explain", "src/client.c", "-p", "."]).stdout);
    assert!(explained.starts_with("shared"), "{explained}");
    let shown = text(&pepsin(&folder, &["show", "threads", "-p", ".", "--program", "client"]).stdout);
    assert!(shown.contains("work") && !shown.contains("==="), "{shown}");
    let shown = text(&pepsin(&folder, &["show", "threads", "-p", "."]).stdout);
    assert!(shown.starts_with("=== server ===\n"), "{shown}");
    let profile = text(&pepsin(&folder, &["profile", "-p", "."]).stdout);
    assert!(profile.starts_with("=== server ===\n"), "{profile}");
    assert_eq!(profile.matches(" evaluations, of which ").count(), 2, "{profile}");
}

/// A build of commands, each the name of a file, its flags and its text; the report on it.
fn report_on(name: &str, commands: &[(&str, &str, &str)]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    let mut entries = Vec::new();
    for (file, flags, content) in commands {
        std::fs::write(folder.join(file), content).expect("the folder of tests can be written");
        let command = format!("cc {flags} -c {file}");
        entries.push(serde_json::json!({ "directory": folder, "file": file, "command": command }));
    }
    let database = Value::Array(entries).to_string();
    std::fs::write(folder.join("compile_commands.json"), database).expect("the folder of tests can be written");
    let output = pepsin(&folder, &["check", "-p", "."]);
    text(&output.stdout) + &text(&output.stderr)
}

/// A program of two threads, of which both call a function.
const BOTH: &str = "#include <pthread.h>\nvoid run(void);\nstatic void *work(void *p) { run(); return p; }\n\
    int main(void) { pthread_t t; if (pthread_create(&t, 0, work, 0)) return 1; run(); pthread_join(t, 0); return 0; }\n";
/// What is shared if the macro says so.
const RUN: &str = "int d;\nvoid run(void) {\n#ifdef A\n  d++;\n#endif\n}\n";

#[test]
fn a_file_that_is_compiled_in_several_ways_is_linked_as_the_main_unit_is_compiled() {
    for order in [["", "-DA"], ["-DA", ""]] {
        let commands = [
            ("one.c", "", BOTH),
            ("run.c", order[0], RUN),
            ("two.c", "-DA", BOTH),
            ("run.c", order[1], RUN),
        ];
        let report = report_on("ways", &commands);
        assert!(report.contains("one (one.c): No data race"), "{report}");
        assert!(report.contains("two (two.c): Data race on 1 location"), "{report}");
    }
    let same = [("one.c", "", BOTH), ("run.c", "-DB", RUN), ("run.c", "-DC", RUN)];
    assert!(report_on("same", &same).starts_with("No data race"));
    let only = [("one.c", "-DA", BOTH), ("run.c", "", RUN), ("run.c", "-DA", RUN)];
    assert!(report_on("only", &only).starts_with("Data race on 1 location"));
    let unclear = [("one.c", "-DB", BOTH), ("run.c", "", RUN), ("run.c", "-DA", RUN)];
    let report = report_on("unclear", &unclear);
    assert!(report.contains("`run` is defined here and at"), "{report}");
}

#[test]
fn a_definition_that_others_may_replace_is_replaced() {
    let weak = "int d;\n__attribute__((weak)) void hook(void) {}\nvoid run(void) { hook(); }\n";
    let strong = "extern int d;\nvoid hook(void) { d++; }\n";
    let other = "int main(void) { return 0; }\n";
    let commands = [
        ("one.c", "", BOTH),
        ("weak.c", "", weak),
        ("strong.c", "", strong),
        ("other.c", "", other),
    ];
    let report = report_on("weak", &commands);
    assert!(report.contains("one (one.c): Data race on 1 location"), "{report}");
    let alone = [commands[0], commands[1], commands[3]];
    assert!(report_on("weak-alone", &alone).starts_with("2 of 2 programs are proved free"));
}

#[test]
fn what_may_belong_to_a_program_and_is_not_read_is_told_and_forbids_a_proof() {
    let other = ("other.c", "", "int main(void) { return 0; }\n");
    let early = "extern int d;\n__attribute__((constructor)) static void start(void) { d++; }\n";
    let report = report_on(
        "early",
        &[("one.c", "", BOTH), ("run.c", "", RUN), ("early.c", "", early), other],
    );
    assert!(report.starts_with("0 of 2 programs are proved free"), "{report}");
    assert!(report.contains("`early.c` has a constructor or destructor"), "{report}");
    let report = report_on("more", &[("one.c", "", BOTH), ("run.c", "", RUN), ("more.cpp", "", "")]);
    assert!(report.starts_with("Undecided"), "{report}");
    assert!(
        report.contains("The build compiles `more.cpp`, which is not C and was not read."),
        "{report}"
    );
}

#[test]
fn units_are_needed_however_their_names_are_declared() {
    let hook = "extern int d;\nvoid hook(void) { d++; }\n";
    let other = "int main(void) { return 0; }\n";
    let label = "extern int d;\nvoid caught(void) __asm__(\"hook\");\nvoid caught(void) { d++; }\n";
    let run = "int d;\nvoid hook(void);\nvoid run(void) { hook(); }\n";
    let commands = [
        ("one.c", "", BOTH),
        ("run.c", "", run),
        ("label.c", "", label),
        ("other.c", "", other),
    ];
    let report = report_on("label", &commands);
    assert!(report.contains("one (one.c): Data race on 1 location"), "{report}");
    for (name, run) in [
        ("block", "int d;\nvoid run(void) { extern void hook(void); hook(); }\n"),
        (
            "type",
            "int d;\ntypedef void function(void);\nfunction hook;\nvoid run(void) { hook(); }\n",
        ),
        ("undeclared", "int d;\nvoid run(void) { hook(); }\n"),
        (
            "inline",
            "int d;\ninline void hook(void) {}\nvoid run(void) { hook(); }\n",
        ),
    ] {
        let commands = [
            ("one.c", "", BOTH),
            ("run.c", "-std=gnu11", run),
            ("hook.c", "", hook),
            ("other.c", "", other),
        ];
        let report = report_on(name, &commands);
        assert!(
            report.contains("one (one.c): Data race on 1 location"),
            "{name}: {report}"
        );
    }
}

#[test]
fn a_unit_that_cannot_be_read_is_told_and_the_rest_is_checked_and_not_proved() {
    let folder = build(
        "missing",
        &[
            ("src/gone.c", "int gone;\n"),
            ("src/broken.c", "#include \"nowhere.h\"\n"),
        ],
    );
    std::fs::remove_file(folder.join("src/gone.c")).expect("was written");
    let output = pepsin(&folder, &["check", "-p", ".", "--no-cache"]);
    let (report, told) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{report}{told}");
    assert!(
        told.contains("src/gone.c: warning: ") && told.contains("src/broken.c: warning: "),
        "{told}"
    );
    assert!(told.contains("nowhere.h"), "{told}");
    let lines: Vec<&str> = report.lines().take(3).collect();
    assert_eq!(lines[0], "0 of 2 programs are proved free of data races.", "{report}");
    assert!(lines[1].contains("Possible data race on 1 location"), "{report}");
    assert!(
        report.contains("The build compiles `src/gone.c`, which is not read"),
        "{report}"
    );
    let client = pepsin(&folder, &["check", "-p", ".", "--no-cache", "--program", "client"]);
    assert_eq!(client.status.code(), Some(3), "{}", text(&client.stdout));
    // Who names the file wants it.
    let named = pepsin(
        &folder,
        &["check", "-p", ".", "--no-cache", "src/gone.c", "src/client.c"],
    );
    assert_eq!(named.status.code(), Some(2));
}

#[test]
fn each_of_several_programs_has_a_witness() {
    let folder = build("witnesses", &[]);
    let output = pepsin(&folder, &["check", "-p", ".", "--witness", "w.yml"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    for file in ["w.server.yml", "w.server.execution.yml", "w.client.yml"] {
        assert!(folder.join(file).exists(), "{file}: {}", text(&output.stderr));
    }
    // In the order of the build, which the witness has.
    let files = ["src/server.c", "src/common.c"];
    let replayed = pepsin(&folder, &[&["replay", "w.server.yml"][..], &files].concat());
    assert!(
        text(&replayed.stdout).contains("shared"),
        "{}{}",
        text(&replayed.stdout),
        text(&replayed.stderr)
    );
}

#[test]
fn a_study_tells_what_proves_the_programs_of_a_build() {
    let folder = build("studied", &[]);
    let output = pepsin(&folder, &["study", "-p", ".", "--preset", "each", "--csv", "tasks.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let csv = std::fs::read_to_string(folder.join("tasks.csv")).expect("was written");
    assert!(csv.contains("server") && csv.contains("client"), "{csv}");
    let one = pepsin(&folder, &["study", "src/client.c", "src/common.c", "--csv", "one.csv"]);
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
}

#[test]
fn facts_are_shown_of_each_program_of_a_build() {
    let folder = build("facts", &[]);
    let shown = text(&pepsin(&folder, &["show", "contexts", "-p", "."]).stdout);
    assert!(
        shown.contains("=== server ===") && shown.contains("=== client ==="),
        "{shown}"
    );
    let state = text(&pepsin(&folder, &["show", "state", "src/common.c:5", "-p", "."]).stdout);
    assert!(
        state.contains("=== server ===") && state.contains("common.c:5"),
        "{state}"
    );
}
