//! A study in parts by several processes: one of them is killed and started again, and the table has the bytes of that of one process.

#![allow(clippy::print_stderr)] // What is not tested is said.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PEPSIN: &str = env!("CARGO_BIN_EXE_pepsin");

/// What is studied.
const SET: &str = "sv-benchmarks-subset/mutexes.set";

/// A folder for a test, without what an earlier run left there.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster").join(name);
    // It need not be there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder of tests can be written");
    folder
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn study(arguments: &[&str]) -> Command {
    command(PEPSIN, &[&["study", SET], arguments].concat())
}

fn finished(mut command: Command) -> Output {
    let output = command.output().expect("it can be started");
    assert!(output.status.success(), "{output:?}");
    output
}

fn files_in(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, |entries| entries.count())
}

/// Kills a process as soon as so many results are kept; whether it was still running.
fn kill_behind(child: &mut Child, results: &Path, kept: usize) -> bool {
    let start = Instant::now();
    while files_in(results) < kept && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let was_running = child.try_wait().is_ok_and(|status| status.is_none());
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
    was_running
}

#[test]
fn a_part_that_is_killed_goes_on_and_the_table_is_that_of_one_process() {
    let whole = finished(study(&[])).stdout;
    let results = folder("processes");
    let kept_in = results.display().to_string();
    let part = |number: &str| study(&["--results", &kept_in, "--jobs", "1", "--shard", number]);
    let mut killed = part("1/3").spawn().expect("it can be started");
    assert!(kill_behind(&mut killed, &results, 2), "it ended before it was killed");
    let before = files_in(&results);
    let parts: Vec<Child> = ["1/3", "2/3", "3/3"]
        .iter()
        .map(|number| part(number).spawn().expect("it can be started"))
        .collect();
    for part in parts {
        let output = part.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
    }
    assert!(before < files_in(&results), "nothing was left to do");
    assert_eq!(finished(study(&["--results", &kept_in])).stdout, whole);
}

#[test]
fn snakemake_goes_on_behind_a_kill_and_makes_the_table_of_one_process() {
    let version = Command::new("snakemake").arg("--version").output();
    if !version.is_ok_and(|output| output.status.success()) {
        eprintln!("Snakemake is not installed: the workflow itself is not tested.");
        return;
    }
    let whole = finished(study(&[])).stdout;
    let folder = folder("snakemake");
    let results = folder.join("results");
    let settings = [
        format!("pepsin={PEPSIN}"),
        format!("tasks={}", Path::new(env!("CARGO_MANIFEST_DIR")).join(SET).display()),
        format!("out={}", folder.display()),
        format!("results={}", results.display()),
        "parts=3".to_owned(),
        "threads=1".to_owned(),
    ];
    let state = folder.display().to_string();
    let run = |more: &[&str]| {
        let fixed = [
            "--snakefile",
            "cluster/Snakefile",
            "--directory",
            &state,
            "--cores",
            "2",
        ];
        let mut command = command("snakemake", &[&fixed, more].concat());
        command.arg("--config").args(&settings);
        command
    };
    let mut first = run(&["--quiet", "all"]).spawn().expect("it can be started");
    kill_behind(&mut first, &results, 2);
    finished(run(&["--unlock"]));
    finished(run(&["--rerun-incomplete"]));
    let table = |path: &Path| fs::read_to_string(path).expect("the workflow writes it");
    let named = |text: String| text.replace(&format!("{}/", env!("CARGO_MANIFEST_DIR")), "");
    assert_eq!(named(table(&folder.join("study.txt"))).into_bytes(), whole);
    // Nothing is left to do.
    let again = finished(run(&[]));
    assert!(
        String::from_utf8_lossy(&again.stderr).contains("Nothing to be done"),
        "{again:?}"
    );
}
