//! Projects that try to have code of theirs executed, or files written, by being checked.
//!
//! Each attempt is a folder. What it wants executed leaves the file `executed` there; after the run nothing may be in the folder that
//! was not put there.

mod written;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

const HARMLESS: &str = "int main(void) { return 0; }\n";

/// A shared library that leaves its mark as soon as it is loaded.
const LIBRARY: &str = "#include <fcntl.h>\n\
    int plugin_is_GPL_compatible;\n\
    __attribute__((constructor)) static void execute(void) { creat(\"executed\", 0644); }\n";

const SCRIPT: &str = "#!/bin/sh\ntouch executed\nexec \"$@\"\n";

/// A project in a folder of its own.
struct Project(tempfile::TempDir);

impl Project {
    /// A project with a harmless program `x.c`, what could be executed, and some files.
    fn new(files: &[(&str, &str)]) -> Self {
        let project = Project(tempfile::tempdir().expect("the temporary folder is writable"));
        project.put("x.c", HARMLESS);
        project.put("evil.sh", SCRIPT);
        project.put("bin/cc1", SCRIPT);
        project.put("evil.specs", "*cpp:\n-fplugin=./evil.so\n");
        project.put("flags", "-fplugin=./evil.so\n");
        project.put("value", "x -fplugin=./evil.so\n");
        project.put("evil.c", LIBRARY);
        for script in ["evil.sh", "bin/cc1"] {
            run(project.path(), "chmod", &["+x", script]);
        }
        run(project.path(), "cc", &["-shared", "-fPIC", "-o", "evil.so", "evil.c"]);
        for (name, text) in files {
            project.put(name, text);
        }
        project
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(&path)).expect("the folder is writable");
        std::fs::write(path, text).expect("the folder is writable");
    }

    /// Names of all files.
    fn files(&self) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("is readable").flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                    _ => drop(found.insert(entry.path())),
                }
            }
        }
        found
    }

    fn was_executed(&self) -> bool {
        self.path().join("executed").exists()
    }

    /// Runs Pepsin, and says what is in the folder that was not there before.
    fn checked(&self, arguments: &[&str]) -> Vec<PathBuf> {
        let before = self.files();
        let begin = Instant::now();
        run(self.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
        assert!(
            begin.elapsed() < Duration::from_secs(80),
            "{arguments:?} takes too long"
        );
        self.files().difference(&before).cloned().collect()
    }
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    command.output().expect("the program can be started")
}

/// Makes a folder a repository with one commit of some files.
fn commit(folder: &Path, files: &[&str]) {
    for arguments in [
        &["init", "-q"][..],
        &[&["add"][..], files].concat(),
        &["-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm", "first"],
    ] {
        assert!(run(folder, "git", arguments).status.success(), "{arguments:?}");
    }
}

/// A compilation database with one command for `x.c`.
fn database(flags: &[&str]) -> String {
    let arguments: Vec<&str> = ["cc"].iter().chain(flags).chain(&["-c", "x.c"]).copied().collect();
    serde_json::json!([{"directory": ".", "file": "x.c", "arguments": arguments}]).to_string()
}

#[test]
fn what_the_attempts_want_executed_can_be_executed() {
    for flags in [
        &["-fplugin=./evil.so"][..],
        &["@flags"],
        &["-I", "@value"],
        &["-I@value"],
        &["-D@value"],
        &["--sysroot=@value"],
        &["-wrapper", "./evil.sh"],
        &["-B./bin/"],
        &["-specs=./evil.specs"],
    ] {
        let project = Project::new(&[]);
        run(project.path(), "cc", &[flags, &["-E", "x.c"]].concat());
        assert!(project.was_executed(), "{flags:?} does not attack anything");
    }
}

#[test]
fn flags_of_a_database_execute_and_write_nothing() {
    for flags in [
        &["-fplugin=./evil.so"][..],
        &["-fplugin=evil", "-B."],
        &["@flags"],
        &["-I", "@value"],
        &["-D", "@value"],
        &["-include", "@value"],
        &["--sysroot", "@value"],
        &["-I@value"],
        &["-D@value"],
        &["-U@value"],
        &["-isystem@value"],
        &["-iquote@value"],
        &["-idirafter@value"],
        &["-include@value"],
        &["-imacros@value"],
        &["-isysroot@value"],
        &["--sysroot=@value"],
        &["-wrapper", "./evil.sh"],
        &["-B./bin/"],
        &["-B", "./bin/"],
        &["-specs=./evil.specs"],
        &["--specs", "./evil.specs"],
        &["-save-temps"],
        &["-fdump-tree-all", "-dumpdir", "./"],
        &["-MD", "-MF", "written"],
        &["-Wp,-MD,written"],
        &["-Xpreprocessor", "-MD", "-Xpreprocessor", "-MF"],
        &["-fmodule-mapper=|./evil.sh"],
        &["-fdiagnostics-add-output=sarif:file=written"],
        &["-o", "written"],
        &["-owritten"],
        &["$(touch executed)", "; touch executed"],
    ] {
        let project = Project::new(&[("compile_commands.json", &database(flags))]);
        let new = project.checked(&["check", "-p", "compile_commands.json"]);
        assert!(new.is_empty(), "{flags:?} leaves {new:?}");
    }
}

#[test]
fn commands_and_names_of_a_database_are_no_scripts() {
    for entry in [
        serde_json::json!({"directory": ".", "file": "x.c", "command": "cc $(touch executed) `touch executed` -c x.c; touch executed"}),
        serde_json::json!({"directory": ".", "file": "x.c; touch executed;.c", "command": "cc"}),
        serde_json::json!({"directory": "@flags", "file": "x.c", "command": "cc"}),
        serde_json::json!({"directory": ".", "file": "@flags.c", "command": "cc"}),
        serde_json::json!({"directory": ".", "file": "-fplugin=evil.c", "command": "cc"}),
        serde_json::json!({"directory": ".", "file": "x.c", "command": "./evil.sh -c x.c"}),
    ] {
        let project = Project::new(&[
            ("compile_commands.json", &serde_json::json!([entry]).to_string()),
            ("@flags.c", HARMLESS),
            ("flags.c", "-fplugin=./evil.so\n"),
            ("-fplugin=evil.c", HARMLESS),
        ]);
        let new = project.checked(&["check", "-p", "compile_commands.json"]);
        assert!(new.is_empty(), "{entry} leaves {new:?}");
    }
}

#[test]
fn names_of_source_files_are_neither_options_nor_files_of_options() {
    for name in ["@flags.c", "-owritten.c", "-fplugin=.c"] {
        let project = Project::new(&[(name, HARMLESS), ("flags.c", "-fplugin=./evil.so\n")]);
        let new = project.checked(&["check", "--", name]);
        assert!(new.is_empty(), "{name} leaves {new:?}");
    }
}

#[test]
fn the_projects_configuration_starts_no_program() {
    let project = Project::new(&[("pepsin.toml", "compiler = \"./evil.sh\"\n")]);
    assert!(project.checked(&["check", "x.c"]).is_empty());
    assert!(project.checked(&["check", "--trust-project", "no", "x.c"]).is_empty());
    // The attempt is one: with the user's word it is executed.
    project.checked(&["check", "--allow-compiler", "x.c"]);
    assert!(project.was_executed());
}

#[test]
fn a_project_that_is_not_trusted_changes_no_setting() {
    let project = Project::new(&[("pepsin.toml", "unknown-functions = 3\n")]);
    let status = |arguments: &[&str]| {
        run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments)
            .status
            .code()
    };
    assert_eq!(status(&["check", "x.c"]), Some(2));
    assert_eq!(status(&["check", "--trust-project", "no", "x.c"]), Some(0));
}

#[test]
fn models_of_a_project_that_is_not_trusted_do_not_count() {
    for (name, text) in [
        ("pepsin-models.toml", "f = 3\n"),
        ("pepsin.toml", "models = \"rows.toml\"\n"),
    ] {
        let project = Project::new(&[(name, text), ("rows.toml", "f = 3\n")]);
        let status = |arguments: &[&str]| {
            run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments)
                .status
                .code()
        };
        assert_eq!(status(&["check", "x.c"]), Some(2), "{name}");
        assert_eq!(status(&["check", "--trust-project", "no", "x.c"]), Some(0), "{name}");
        // What the user names himself counts.
        assert_eq!(
            status(&["check", "--trust-project=no", "--models=rows.toml", "x.c"]),
            Some(2)
        );
    }
}

#[test]
fn a_revision_judges_what_is_proposed_for_it() {
    let project = Project::new(&[
        ("pepsin.toml", "unroll = 3\n"),
        ("pepsin-models.toml", "f = {}\n"),
        ("src/y.c", HARMLESS),
    ]);
    commit(project.path(), &["pepsin.toml", "pepsin-models.toml"]);
    project.put("pepsin.toml", "unroll = 5\n");
    project.put("src/pepsin.toml", "unroll = 7\n");
    let said = |arguments: &[&str]| {
        let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    };
    project.put("src/pepsin-models.toml", "f = 3\n");
    assert_eq!(said(&["check", "src/y.c"]).0, Some(2));
    std::fs::remove_file(project.path().join("src/pepsin-models.toml")).expect("the folder is writable");
    project.put("pepsin-models.toml", "g = {}\n");
    let (_, now) = said(&["check", "src/y.c"]);
    assert!(now.contains("unroll = 7"), "{now}");
    for file in ["x.c", "src/y.c"] {
        let (status, before) = said(&["check", "--config-from", "HEAD", file]);
        assert!(
            status == Some(0) && before.contains("unroll = 3") && before.contains("HEAD:"),
            "{before}"
        );
    }
    for wrong in ["nowhere", "--output=executed", "HEAD:pepsin.toml"] {
        let (status, _) = said(&["check", &format!("--config-from={wrong}"), "x.c"]);
        assert_eq!(status, Some(2), "{wrong}");
    }
    assert!(!project.was_executed());
}

/// What makes Git start a program when it misses an object.
const FETCHING: &str = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n\
    [remote \"origin\"]\n\turl = .\n\tpromisor = true\n\tuploadpack = \"touch executed; false\"\n\
    [protocol]\n\tallow = always\n[protocol \"file\"]\n\tallow = always\n";

/// A commit that no repository has.
const ABSENT: &str = "0123456789abcdef0123456789abcdef01234567";

#[test]
fn a_folder_of_sources_that_git_takes_for_a_repository_judges_and_starts_nothing() {
    let project = Project::new(&[("pepsin.toml", "unroll = 3\n"), ("src/y.c", HARMLESS)]);
    commit(project.path(), &["pepsin.toml"]);
    assert!(run(project.path(), "git", &["branch", "base"]).status.success());
    for folder in ["src/objects", "src/refs/heads"] {
        std::fs::create_dir_all(project.path().join(folder)).expect("the folder is writable");
    }
    project.put("src/HEAD", "ref: refs/heads/base\n");
    project.put("src/refs/heads/base", ABSENT);
    project.put("src/config", FETCHING);
    let git = run(&project.path().join("src"), "git", &["cat-file", "-t", ABSENT]);
    assert!(!git.status.success());
    assert!(
        project.path().join("src/executed").exists(),
        "the folder does not attack anything"
    );
    std::fs::remove_file(project.path().join("src/executed")).expect("the folder is writable");

    let pepsin = env!("CARGO_BIN_EXE_pepsin");
    let output = run(project.path(), pepsin, &["check", "--config-from", "base", "src/y.c"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("unroll = 3") && said.contains("base:"), "{said}");
    assert!(!project.was_executed() && !project.path().join("src/executed").exists());
}

#[test]
fn a_revision_that_is_not_there_is_not_fetched() {
    let project = Project::new(&[]);
    assert!(run(project.path(), "git", &["init", "-q"]).status.success());
    project.put(".git/config", FETCHING);
    run(project.path(), "git", &["cat-file", "-t", ABSENT]);
    assert!(project.was_executed(), "the repository does not attack anything");
    std::fs::remove_file(project.path().join("executed")).expect("the folder is writable");
    let output = run(
        project.path(),
        env!("CARGO_BIN_EXE_pepsin"),
        &["check", "--config-from", ABSENT, "x.c"],
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(!project.was_executed());
}

#[test]
fn a_repository_within_another_one_does_not_judge_unless_one_stands_in_it() {
    let project = Project::new(&[("inner/y.c", HARMLESS), ("inner/pepsin.toml", "unroll = 3\n")]);
    let inner = project.path().join("inner");
    assert!(run(project.path(), "git", &["init", "-q"]).status.success());
    commit(&inner, &["pepsin.toml"]);
    let pepsin = env!("CARGO_BIN_EXE_pepsin");
    let outside = run(project.path(), pepsin, &["check", "--config-from", "HEAD", "inner/y.c"]);
    let said = String::from_utf8_lossy(&outside.stderr);
    assert!(
        outside.status.code() == Some(2) && said.contains("lies within"),
        "{said}"
    );
    let inside = run(&inner, pepsin, &["check", "--config-from", "HEAD", "y.c"]);
    let said = String::from_utf8_lossy(&inside.stdout);
    assert!(inside.status.code() == Some(0) && said.contains("unroll = 3"), "{said}");
}

#[test]
fn a_task_reads_no_file_outside_of_its_folder() {
    for name in ["../secret.c", "/etc/passwd", "a/../../secret.c"] {
        let task = format!("format_version: '2.0'\ninput_files: '{name}'\n");
        let project = Project::new(&[("set/task.yml", &task), ("secret.c", HARMLESS)]);
        let output = run(
            project.path(),
            env!("CARGO_BIN_EXE_pepsin"),
            &["svcomp", "set/task.yml"],
        );
        assert_eq!(output.status.code(), Some(2), "{name} is read");
    }
}

#[test]
fn a_task_follows_links_within_its_folder_only() {
    let task = |name: &str| format!("format_version: '2.0'\ninput_files: ['own.c', '{name}']\n");
    let project = Project::new(&[
        ("set/own.c", HARMLESS),
        ("set/other.c", "int other;\n"),
        ("set/below/x.c", "int below;\n"),
        ("secret.c", "int secret;\n"),
        ("outside/x.c", "int outside;\n"),
    ]);
    for (link, to) in [
        ("set/leaves.c", "../secret.c"),
        ("set/leaves", "../outside"),
        ("set/again.c", "leaves.c"),
        ("set/stays.c", "other.c"),
        ("set/stays", "below"),
        ("whole", "set"),
    ] {
        run(project.path(), "ln", &["-s", to, link]);
    }
    let status = |folder: &str, name: &str| {
        project.put("set/task.yml", &task(name));
        let set = format!("{folder}/task.yml");
        run(project.path(), env!("CARGO_BIN_EXE_pepsin"), &["svcomp", &set])
            .status
            .code()
    };
    for folder in ["set", "whole"] {
        for name in ["leaves.c", "leaves/x.c", "again.c"] {
            assert_eq!(status(folder, name), Some(2), "{folder}, {name}");
        }
        for name in ["stays.c", "stays/x.c"] {
            assert_eq!(status(folder, name), Some(0), "{folder}, {name}");
        }
    }
}

#[test]
fn what_a_terminal_obeys_is_escaped_in_all_that_is_told_to_people() {
    let folder = "a\u{1b}[31m\u{7}\u{9b}b";
    let name = &format!("{folder}/x\u{1b}]0;y\u{7}.c");
    let program = "#include <pthread.h>\n# 7 \"c\u{1b}[2Jd.h\"\nint shared;\nconst char *text = \"\u{1b}[31m\";\n\
        void *run(void *given) { shared++; text = \"\u{7}\"; return given; }\n\
        int main(void) { pthread_t id; pthread_create(&id, 0, run, 0); shared++; return *text; }\n";
    let project = Project::new(&[
        (name, program),
        (&format!("{folder}/pepsin.toml"), "unroll = 3\n"),
        (&format!("{folder}/pepsin-models.toml"), "f = {}\n"),
        (
            &format!("{folder}/t.yml"),
            &format!("input_files: {}\n", serde_json::json!(name[folder.len() + 1..])),
        ),
    ]);
    let task = &format!("{folder}/t.yml");
    let place = "c\u{1b}[2Jd.h:9";
    let shown = [
        "ir", "cfg", "threads", "locks", "solution", "globals", "contexts", "claims",
    ];
    let mut runs: Vec<Vec<&str>> = shown.iter().map(|what| vec!["show", what, name]).collect();
    runs.extend([
        vec!["check", name, "--witness", "race.yml"],
        vec!["check", "--verbose", name],
        vec!["show", "state", place, name],
        vec!["explain", name],
        vec!["profile", name],
        vec!["replay", "race.yml", name],
        vec!["svcomp", task],
        vec!["study", task],
        vec!["study", "--format=markdown", name],
        vec!["models", "--for", name, "f", "\u{1b}[31m"],
        vec!["config", name],
    ]);
    let absent = [vec!["check", "no\u{1b}[31m.c"], vec!["show", "ir", "no\u{1b}[31m.c"]];
    for (number, arguments) in runs.iter().chain(&absent).enumerate() {
        let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
        assert_eq!(
            output.status.code() == Some(2),
            number >= runs.len(),
            "{arguments:?}: {output:?}"
        );
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).expect("Pepsin tells text");
        let obeyed = |letter: char| letter.is_control() && letter != '\n';
        assert!(!told.contains(obeyed), "{arguments:?}: {told:?}");
        assert!(!told.is_empty(), "{arguments:?}");
    }
}

#[test]
fn devices_and_pipes_are_not_read() {
    for (name, text) in [
        ("device.c", "#include \"/dev/null\"\nint main(void) { return 0; }\n"),
        ("endless.c", "#include \"/dev/zero\"\n"),
    ] {
        let project = Project::new(&[(name, text)]);
        let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), &["check", name]);
        // The preprocessor runs into a limit; on a slow machine that is the one of time, which ends the run undecided.
        assert!(matches!(output.status.code(), Some(2 | 3)), "{name} is read");
    }
    let project = Project::new(&[("compile_commands.json", &database(&["@pipe"]))]);
    run(project.path(), "mkfifo", &["pipe"]);
    for arguments in [
        &["check", "pipe"][..],
        &["check", "-p", "pipe"],
        &["check", "-p", "compile_commands.json"],
    ] {
        let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} reads a pipe");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_preprocessor_ends_with_pepsin_even_if_that_is_killed() {
    let project = Project::new(&[("y.c", "#include \"pipe.h\"\n")]);
    assert!(run(project.path(), "mkfifo", &["pipe.h"]).status.success());
    let source = project.path().join("y.c").display().to_string();
    let under_way = || {
        let processes = std::fs::read_dir("/proc").expect("the system tells of its processes");
        let commands = processes.filter_map(|process| std::fs::read(process.ok()?.path().join("cmdline")).ok());
        let compilers = commands.filter(|command| !command.starts_with(env!("CARGO_BIN_EXE_pepsin").as_bytes()));
        let mut compilers = compilers.map(|command| String::from_utf8_lossy(&command).into_owned());
        compilers.any(|command| command.contains(&source))
    };
    let wait_until = |is_so: bool| {
        let begin = Instant::now();
        while under_way() != is_so && begin.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(10));
        }
        under_way() == is_so
    };
    let mut pepsin = Command::new(env!("CARGO_BIN_EXE_pepsin"));
    let pepsin = pepsin.args(["check", "--seconds", "0", &source]);
    let mut pepsin = pepsin.spawn().expect("the program can be started");
    assert!(wait_until(true), "the preprocessor does not wait for the pipe");
    pepsin.kill().expect("the program is under way");
    pepsin.wait().expect("the program ends");
    assert!(wait_until(false), "the preprocessor is still there");
}
