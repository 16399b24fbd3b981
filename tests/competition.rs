//! What the competition gets: the archive of the tool, and the module by which BenchExec runs it.
//!
//! Both need programs that are not everywhere; a test that finds them missing says so.

#![allow(clippy::print_stderr)] // What is not tested is said.

use pepsin::tasks::{Expected, Task, find_tasks};
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

/// What BenchExec says of tasks of the benchmark definition; nothing where it does not run.
fn benchexec(name: &str, more: &[&str]) -> Option<String> {
    if !works("python3", &["-c", "import benchexec.benchexec"]) {
        return None;
    }
    let tool = Path::new(PEPSIN).parent().expect("a program lies in a folder");
    let (tool, results) = (tool.display().to_string(), format!("{}/", folder(name).display()));
    // These tasks need little, and machines that test have less memory than the competition's.
    let fixed = [
        "-m",
        "benchexec.benchexec",
        "--memorylimit",
        "2 GB",
        "--no-container",
        "--no-compress-results",
        "--tool-directory",
        &tool,
        "--output",
        &results,
    ];
    let output = run("python3", &[&fixed, more, &["competition/pepsin.xml"]].concat()).expect("python can be started");
    let said = text(&output.stdout);
    if number(&said, "Statistics:").is_none() {
        eprintln!("BenchExec does not run here: {}", text(&output.stderr));
        return None;
    }
    Some(said)
}

/// The number behind a word of BenchExec's statistics.
fn number(said: &str, word: &str) -> Option<usize> {
    let mut lines = said.lines().map(str::trim);
    let line = lines.find_map(|line| line.strip_prefix(word));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok())
}

/// The tasks of a set or folder.
fn tasks(set: &str) -> Vec<Task> {
    find_tasks(Path::new(set)).expect("the tasks can be read")
}

#[test]
fn benchexec_understands_all_answers_and_finds_them_right() {
    let Some(said) = benchexec("benchexec", &["--tasks", "mutexes"]) else {
        return;
    };
    let tasks = tasks("sv-benchmarks-subset/mutexes.set").len();
    assert_eq!(number(&said, "Statistics:"), Some(tasks), "{said}");
    assert_eq!(number(&said, "incorrect:"), Some(0), "{said}");
    assert_eq!(number(&said, "correct:"), Some(tasks), "{said}");
    joins_a_study("benchexec", tasks);
}

/// What BenchExec wrote in a run joins a study, as XML and as the table that its own generator makes.
fn joins_a_study(name: &str, tasks: usize) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("competition").join(name);
    let results = std::fs::read_dir(&folder).expect("BenchExec wrote there");
    let mut files: Vec<PathBuf> = results.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".mutexes.xml"));
    let results = files
        .pop()
        .expect("there is a file for the set of tasks")
        .display()
        .to_string();
    let folder = folder.display().to_string();
    let generator = "from benchexec.tablegenerator import main; main()";
    let generator = [
        "-c", generator, "--format", "csv", "--name", "table", "-o", &folder, &results,
    ];
    let made = run("python3", &generator).expect("python can be started");
    assert!(made.status.success(), "{made:?}");
    let csv = format!("{folder}/tasks.csv");
    for against in [results, format!("{folder}/table.csv")] {
        let study = [
            "study",
            "sv-benchmarks-subset/mutexes.set",
            "--against",
            &against,
            "--csv",
            &csv,
        ];
        let study = run(PEPSIN, &study).expect("it can be started");
        assert!(study.status.success(), "{study:?}");
        let columns = std::fs::read_to_string(&csv).expect("the study writes it");
        let (head, lines) = columns.split_once('\n').expect("there is a line with names");
        let version = concat!("answer,Pepsin ", env!("CARGO_PKG_VERSION"));
        assert!(head.ends_with(version), "{head}");
        // It says the same as the study, of all tasks.
        let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        let agreeing = lines.lines().map(cells).filter(|cells| {
            let [.., here, there] = cells.as_slice() else {
                return false;
            };
            here == there && here != "unknown"
        });
        assert_eq!(agreeing.count(), tasks, "{columns}");
    }
}

#[test]
#[ignore = "long"]
fn benchexec_gives_all_points_of_the_subset() {
    let Some(said) = benchexec("whole-benchexec", &[]) else {
        return;
    };
    // Two points for each proof, and one for each race.
    let tasks = tasks("sv-benchmarks-subset");
    let races = tasks.iter().filter(|task| task.expected == Expected::Race).count();
    let points = 2 * (tasks.len() - races) + races;
    assert_eq!(number(&said, "Score:"), Some(points), "{said}");
    // The same that a study counts.
    let study = run(PEPSIN, &["study", "sv-benchmarks-subset"]).expect("it can be started");
    assert_eq!(points_of(&text(&study.stdout)), Some(points), "{study:?}");
}

/// The points that a study counts.
fn points_of(study: &str) -> Option<usize> {
    let line = study.lines().find(|line| line.starts_with("answered: "))?;
    line.strip_suffix(" points")?.rsplit(' ').next()?.parse().ok()
}
