//! Input that is wrong, or hostile: messages with places, and what is never written or obeyed.

use super::{PROVED, file, pepsin, text};
use std::path::{Path, PathBuf};

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
fn what_a_name_would_make_a_terminal_do_is_escaped() {
    let source = "#include <pthread.h>\nint x;\nvoid *f(void *p) { x++; return p; }\n# 4 \"evil\\033[31m.c\"\n\
                  int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; return 0; }\n";
    let path = file("evil.c", source.as_bytes());
    let output = pepsin(&["check", "--exploration=off", &path.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!output.stdout.contains(&0x1b), "{}", text(&output.stdout));
}
