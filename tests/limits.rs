//! Runs that would take more than they may: each ends in time, within its memory, with a report and the right status.

mod hostile;

use hostile::{HOSTILE, Hostile};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What every machine can spare while other tests run.
const SECONDS: u64 = 1;
const MEBIBYTES: u64 = 400;
/// How late a run may be by its own measure, and how late it may seem to a test that shares the machine with others.
const LATE: Duration = Duration::from_secs(2);
const SHARED: Duration = Duration::from_secs(6);

fn pepsin(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pepsin"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

fn folder_with(file: &str, text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the temporary folder is writable");
    std::fs::write(folder.path().join(file), text).expect("the folder is writable");
    folder
}

/// The report of a run in JSON.
fn report(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("no report ({error}): {text} {output:?}"))
}

/// Runs `pepsin check` on an input, a quarter of its full size, with little time and memory.
fn check(input: &Hostile) -> (Output, Duration) {
    let folder = folder_with(input.file, &(input.text)(input.size.div_ceil(4)));
    let limits = [format!("--seconds={SECONDS}"), format!("--memory={MEBIBYTES}M")];
    let begin = Instant::now();
    let output = pepsin(folder.path())
        .args(["check", "--format=json", "--stats", input.file])
        .args(limits)
        .output();
    (output.expect("the program was built for this test"), begin.elapsed())
}

#[test]
#[ignore = "long"]
fn what_asks_for_much_ends_in_time_and_within_its_memory() {
    for input in HOSTILE {
        let (output, time) = check(input);
        let name = input.name;
        let most = Duration::from_secs(SECONDS).mul_f64(1.1) + LATE + SHARED;
        assert!(time < most, "{name}: {time:?}");
        match output.status.code() {
            // What is no program, or too deeply nested, is an error with a message.
            Some(2) => assert!(
                output.stdout.is_empty() && !output.stderr.is_empty(),
                "{name}: {output:?}"
            ),
            Some(0 | 1 | 3) => {
                let peak = report(&output)["statistics"]["peak MiB"].as_u64();
                assert!(
                    peak.is_none_or(|peak| peak <= MEBIBYTES + MEBIBYTES / 10),
                    "{name}: {peak:?} MiB"
                );
            }
            status => panic!("{name}: {status:?}, {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
}

/// A program whose analysis takes long.
fn endless() -> tempfile::TempDir {
    let states = HOSTILE
        .iter()
        .find(|input| input.file == "states.i")
        .expect("is in the list");
    folder_with("x.i", &(states.text)(200))
}

/// Waits for the end of a run that should not take long any more.
fn wait(mut run: Child) -> (Output, Duration) {
    let begin = Instant::now();
    while run.try_wait().expect("is a child").is_none() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let time = begin.elapsed();
    // Without effect on what has ended.
    let _ = run.kill();
    (run.wait_with_output().expect("is a child"), time)
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = pepsin(folder);
    command
        .args(arguments)
        .args(["--seconds=0", "--evaluations=1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let run = command.spawn().expect("the program was built for this test");
    std::thread::sleep(Duration::from_millis(700));
    run
}

fn send(signal: &str, run: &Child) {
    let sent = Command::new("kill").args([signal, &run.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn a_limit_that_ends_reading_leaves_open_whatever_was_asked() {
    let folder = folder_with("x.c", "#include \"pipe.h\"\nint main(void) { return 0; }\n");
    // A pipe that nobody writes to.
    let pipe = Command::new("mkfifo").arg(folder.path().join("pipe.h")).status();
    assert!(pipe.is_ok_and(|status| status.success()));
    for (arguments, told) in [
        (&["show", "threads", "x.c", "--seconds=1"][..], "pepsin: error: "),
        (&["show", "ir", "x.c", "--seconds=1"], "pepsin: error: "),
        (&["show", "claims", "x.c", "--seconds=1"], "pepsin: error: "),
        (&["explain", "x.c", "--seconds=1"], "pepsin: error: "),
        (&["profile", "x.c", "--seconds=1"], "pepsin: error: "),
        (&["study", "x.c", "--seconds=1"], "pepsin: error: "),
        (&["explain", "x.c", "--seconds=0", "--cpu-seconds=1"], "pepsin: error: "),
        (&["check", "x.c", "--seconds=1"], "Undecided"),
        (&["check", "x.c", "--seconds=0", "--cpu-seconds=1"], "Undecided"),
    ] {
        let begin = Instant::now();
        let output = pepsin(folder.path()).args(arguments).output().expect("was built");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {text}");
        assert!(
            text.starts_with(told) && text.contains("time limit"),
            "{arguments:?}: {text}"
        );
        assert!(begin.elapsed() < LATE + SHARED, "{arguments:?}");
    }
}

#[test]
fn signals_end_a_run_with_a_report_in_every_format() {
    let folder = endless();
    let cases = [
        ("-INT", "text"),
        ("-TERM", "json"),
        ("-HUP", "sarif"),
        ("-XCPU", "html"),
    ];
    for (signal, format) in cases {
        let run = start(folder.path(), &["check", &format!("--format={format}"), "x.i"]);
        send(signal, &run);
        let (output, time) = wait(run);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(3), "{signal}: {output:?}");
        assert!(time < LATE + SHARED, "{signal}: {time:?}");
        let said = "The run was asked to end before the analysis did.";
        assert!(text.contains(said), "{format} after {signal}: {text}");
    }
}

#[test]
fn a_task_that_is_ended_is_answered() {
    let folder = endless();
    let task =
        "format_version: '2.0'\ninput_files: x.i\nproperties:\n  - property_file: ../properties/no-data-race.prp\n";
    std::fs::write(folder.path().join("x.yml"), task).expect("the folder is writable");
    let run = start(folder.path(), &["svcomp", "x.yml"]);
    send("-TERM", &run);
    let (output, _) = wait(run);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.ends_with("SV-COMP verdict: unknown\n"),
        "{output:?}"
    );
}

#[test]
fn a_second_signal_ends_the_run_at_once() {
    let folder = endless();
    let run = start(folder.path(), &["check", "x.i"]);
    send("-STOP", &run);
    send("-INT", &run);
    send("-CONT", &run);
    send("-INT", &run);
    let (output, _) = wait(run);
    assert!(matches!(output.status.code(), Some(3 | 130)), "{output:?}");
}

/// Runs `pepsin check` on a file under limits of the shell.
fn check_under(limits: &str, folder: &Path, file: &str) -> Output {
    let script = format!("ulimit {limits}; exec \"$0\" check --no-cache --seconds=3 {file}");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_pepsin")])
        .current_dir(folder)
        .output();
    output.expect("there is a shell")
}

#[test]
fn too_little_address_space_is_said() {
    let declarations = HOSTILE
        .iter()
        .find(|input| input.file == "declarations.i")
        .expect("is in the list");
    let folder = endless();
    std::fs::write(folder.path().join("y.i"), (declarations.text)(300_000)).expect("the folder is writable");
    for kibibytes in [300_000, 450_000, 600_000, 750_000, 1_000_000, 2_000_000] {
        for file in ["x.i", "y.i"] {
            let output = check_under(&format!("-v {kibibytes}"), folder.path(), file);
            let error = String::from_utf8_lossy(&output.stderr);
            let is_told = !output.stdout.is_empty() || error.starts_with("pepsin: error: There is too little");
            assert!(is_told, "{kibibytes}, {file}: {output:?}");
            assert!(!error.contains("allocation of"), "{kibibytes}, {file}: {error}");
            assert!(
                matches!(output.status.code(), Some(0 | 3)),
                "{kibibytes}, {file}: {output:?}"
            );
        }
    }
}

#[test]
fn a_run_reports_before_the_system_ends_it() {
    let folder = endless();
    let output = check_under("-t 2", folder.path(), "x.i");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stdout).starts_with("Undecided"),
        "{output:?}"
    );
}

#[test]
fn a_hundred_threads_that_race_at_thousands_of_pairs_of_places_are_told_in_time() {
    let row = |number| format!("void *r{number}(void *p) {{ g++; h++; return p; }}\n");
    let creation = |number| format!("  pthread_create(&t, 0, r{number}, 0);\n");
    let routines: String = (0..100).map(row).collect();
    let creations: String = (0..100).map(creation).collect();
    let text = format!(
        "typedef unsigned long pthread_t;\n\
         int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);\n\
         int g, h;\n{routines}int main(void) {{\n  pthread_t t;\n{creations}  return 0;\n}}\n"
    );
    let folder = folder_with("x.i", &text);
    let output = pepsin(folder.path())
        .args(["check", "--no-cache", "--seconds=20", "x.i"])
        .output()
        .expect("the program was built for this test");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("Data race on 2 locations."), "{text}");
}

#[test]
fn brackets_without_end_are_an_error_in_every_file_that_is_read() {
    let nested = "[".repeat(1_000_000);
    let folder = folder_with("x.i", "int main(void) { return 0; }\n");
    for (file, text) in [
        ("x.yml", format!("input_files: {nested}")),
        ("compile_commands.json", nested.clone()),
        ("pepsin.toml", format!("unroll = {nested}")),
        ("rows.toml", format!("f = {{ reads = {nested}")),
    ] {
        std::fs::write(folder.path().join(file), text).expect("the folder is writable");
    }
    for arguments in [
        &["svcomp", "x.yml"][..],
        &["replay", "x.yml", "x.i"],
        &["check", "-p", "compile_commands.json", "--trust-project=no"],
        &["check", "x.i"],
        &["check", "x.i", "--trust-project=no", "--models=rows.toml"],
    ] {
        let begin = Instant::now();
        let output = pepsin(folder.path()).args(arguments).output();
        let output = output.expect("the program was built for this test");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(begin.elapsed() < SHARED, "{arguments:?}");
    }
}
