//! The program that comes of it: the new row stands beside the others in all that it does.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn own_digest(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_own-digest"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PEPSIN_NO_CACHE", "1")
        .output()
        .expect("the program was built for this test")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// `check` with these rows only, and nothing executed.
fn check(rows: &str) -> Option<i32> {
    let output = own_digest(&[
        "check",
        "--predicates",
        rows,
        "--exploration=off",
        "--states=0",
        "false_alarm.c",
    ]);
    output.status.code()
}

#[test]
fn the_false_alarm_is_gone_with_the_new_row() {
    assert_eq!(check("L"), Some(1));
    assert_eq!(check("L,BEGIN"), Some(0));
}

#[test]
fn the_explanation_says_what_the_row_says() {
    let output = own_digest(&["explain", "--predicates=BEGIN", "false_alarm.c:15"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("BEGIN (one access is made before any thread is created)"),
        "{output:?}"
    );
}

#[test]
fn a_copy_is_a_package_of_its_own_name() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hand-over");
    // It need not be there.
    let _ = std::fs::remove_dir_all(&copy);
    let begin = |arguments: &[&str]| Command::new("./begin").args(arguments).output();
    let folder = copy.to_string_lossy();
    let made = begin(&[&folder, "--no-study"]).expect("it can be started");
    assert!(made.status.success(), "{made:?}");
    let metadata = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--offline",
            "--manifest-path",
        ])
        .arg(copy.join("Cargo.toml"))
        .output()
        .expect("it can be started");
    assert!(
        text(&metadata.stdout).contains("\"name\":\"hand-over\""),
        "{metadata:?}"
    );
    let main = std::fs::read_to_string(copy.join("src/main.rs")).expect("it was copied");
    assert!(main.contains("hand_over::row()"), "{main}");
    // What is there is left alone, and a name must be one of a package.
    for wrong in [&[&*folder][..], &["/tmp/Hand Over"], &[]] {
        let refused = begin(wrong).expect("it can be started");
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    }
}

/// A folder with one task.
fn tasks(name: &str) -> PathBuf {
    let tasks = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&tasks).expect("the folder of tests can be written");
    std::fs::copy("false_alarm.c", tasks.join("false_alarm.c")).expect("the folder of tests can be written");
    let task = "format_version: '2.0'\ninput_files: false_alarm.c\nproperties:\n- property_file: no-data-race.prp\n  \
                expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n";
    std::fs::write(tasks.join("false_alarm.yml"), task).expect("the folder of tests can be written");
    tasks
}

/// How many tasks the new row proves alone, by the table of a study.
fn proved(output: &Output) -> Option<String> {
    let said = text(&output.stdout);
    let line = said.lines().find(|line| line.starts_with("BEGIN "))?;
    line.split_whitespace().nth(1).map(str::to_owned)
}

#[test]
fn the_study_has_a_line_for_the_row() {
    let output = own_digest(&["study", "--preset", "each", &tasks("study").to_string_lossy()]);
    assert_eq!(proved(&output).as_deref(), Some("1"), "{output:?}");
}

#[test]
#[ignore = "long"]
fn one_command_leads_from_a_copy_to_the_study() {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("begun");
    // It need not be there.
    let _ = std::fs::remove_dir_all(&copy);
    let output = Command::new("./begin")
        .args([&copy, &tasks("begun-study")])
        .env("PEPSIN_NO_CACHE", "1")
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .output()
        .expect("it can be started");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(proved(&output).as_deref(), Some("1"), "{output:?}");
}
