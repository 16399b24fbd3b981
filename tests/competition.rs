//! What the competition gets: the archive of the tool, and the module by which BenchExec runs it.
//!
//! Both need programs that are not everywhere; a test that finds them missing says so.

#![allow(clippy::print_stderr)] // What is not tested is said.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program that was built for these tests.
const PEPSIN: &str = env!("CARGO_BIN_EXE_pepsin");

/// A folder for a test, without what an earlier run left there.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("competition").join(name);
    // It need not be there.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder of tests can be written");
    folder
}

/// Runs a program in the folder of the package.
fn run(program: &str, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PYTHONPATH", ".")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
}

/// Whether a program is there and does what it is asked for.
fn works(program: &str, arguments: &[&str]) -> bool {
    let works = run(program, arguments).is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("`{program} {}` does not run: this is not tested.", arguments.join(" "));
    }
    works
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_archive_answers_tasks_where_it_is_unpacked() {
    let tools = [
        ("python3", "--version"),
        ("unzip", "-v"),
        ("strip", "--version"),
        ("cc", "--version"),
    ];
    if !tools.iter().all(|(program, argument)| works(program, &[argument])) {
        return;
    }
    let folder = folder("archive");
    let archive = folder.join("pepsin.zip").display().to_string();
    let made = run("competition/make_archive.py", &[&archive, "--program", PEPSIN]).expect("it can be started");
    assert!(made.status.success(), "{made:?}");
    let unpacked = run("unzip", &["-q", &archive, "-d", &folder.display().to_string()]).expect("it can be started");
    assert!(unpacked.status.success(), "{unpacked:?}");
    let inside = folder.join("pepsin");
    for file in ["LICENSE-MIT", "LICENSE-APACHE", "licences/README", "README.md"] {
        assert!(inside.join(file).is_file(), "{file} is missing");
    }
    // The smoke test itself is tested by a program that gives no answers.
    let smoke_test = inside.join("smoketest.sh").display().to_string();
    let passed = run(&smoke_test, &[]).expect("it can be started");
    assert!(passed.status.success(), "{passed:?}");
    std::fs::copy("/bin/true", inside.join("pepsin")).expect("the program can be replaced");
    let failed = run(&smoke_test, &[]).expect("it can be started");
    assert!(!failed.status.success(), "{failed:?}");
}

#[test]
fn benchexec_understands_all_answers_and_finds_them_right() {
    if !works("python3", &["-c", "import benchexec.benchexec"]) {
        return;
    }
    let results = folder("benchexec");
    let tool = Path::new(PEPSIN)
        .parent()
        .expect("a program lies in a folder")
        .display()
        .to_string();
    let output = run(
        "python3",
        &[
            "-m",
            "benchexec.benchexec",
            "--no-container",
            "--no-compress-results",
            "--tool-directory",
            &tool,
            "--output",
            &format!("{}/", results.display()),
            "--tasks",
            "mutexes",
            "competition/pepsin.xml",
        ],
    );
    let output = output.expect("python can be started");
    let said = text(&output.stdout);
    let number = |word: &str| {
        let mut lines = said.lines().map(str::trim);
        let line = lines.find_map(|line| line.strip_prefix(word));
        line.and_then(|rest| rest.split_whitespace().next()?.parse::<usize>().ok())
    };
    let Some(files) = number("Statistics:") else {
        eprintln!("BenchExec does not run here: {}", text(&output.stderr));
        return;
    };
    let tasks = pepsin::tasks::find_tasks(Path::new("sv-benchmarks-subset/mutexes.set")).expect("the set can be read");
    assert_eq!(files, tasks.len(), "{said}");
    assert_eq!(number("incorrect:"), Some(0), "{said}");
    assert_eq!(number("correct:"), Some(files), "{said}");
}
