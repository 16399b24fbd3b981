//! Where results are written: over nothing that was read, and no two of them to one file.

use super::{HARMLESS, Project, run};
use std::path::PathBuf;

const TASK: &str = "format_version: '2.0'\ninput_files: ['x.c', 'y.c']\n";

/// A project of which much is read: each file has a text of its own.
fn project_with_inputs() -> Project {
    let project = Project::new(&[
        ("x.c", "#include \"h.h\"\nint main(void) { return 0; }\n"),
        ("y.c", "int y;\n"),
        ("h.h", "#include \"sub/na\\me.h\"\nint h;\n"),
        ("sub/na\\me.h", "int deep;\n"),
        ("before.h", "int before;\n"),
        ("macros.h", "#define MACRO 1\n"),
        ("pepsin.toml", "[[allow]]\nobject = \"a\"\nreason = \"b\"\n"),
        ("pepsin-models.toml", "f = {}\n"),
        ("more.toml", "g = {}\n"),
        ("old.json", "{\"version\": 1, \"findings\": []}\n"),
        ("task.yml", TASK),
        ("tasks.set", "task.yml\n"),
        ("asked.prp", "CHECK( init(main()), LTL(G ! data-race) )\n"),
        ("rows.txt", "L\n"),
        ("others.csv", "task,verdict\n"),
        ("build/compile_commands.json", &database_in("../", "x.c")),
    ]);
    let link = |from: &str, to: &str| {
        std::fs::hard_link(project.path().join(from), project.path().join(to)).expect("the folder takes links");
    };
    link("x.c", "hard.c");
    link("h.h", "hard.h");
    run(project.path(), "ln", &["-s", "x.c", "soft.c"]);
    run(project.path(), "ln", &["-s", "../h.h", "sub/soft.h"]);
    project
}

/// A compilation database of a build in another folder.
fn database_in(folder: &str, file: &str) -> String {
    serde_json::json!([{"directory": folder, "file": file, "arguments": ["cc", "-c", file]}]).to_string()
}

#[test]
fn no_result_is_written_over_what_was_read() {
    let project = project_with_inputs();
    let contents = || -> Vec<(PathBuf, Vec<u8>)> {
        let read = |path: PathBuf| std::fs::read(&path).map(|text| (path, text)).ok();
        project.files().into_iter().filter_map(read).collect()
    };
    let before = contents();
    let refused = |folder: &str, arguments: &[&str]| {
        let output = run(&project.path().join(folder), env!("CARGO_BIN_EXE_pepsin"), arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && said.contains("would be overwritten"),
            "{arguments:?}: {said}"
        );
        assert!(contents() == before, "{arguments:?}");
    };
    let check = [
        "check",
        "--include=before.h",
        "--compiler-flag=-imacrosmacros.h",
        "--models=more.toml",
    ];
    let check = [&check[..], &["--baseline=old.json", "x.c"]].concat();
    for file in [
        "x.c",
        "./sub/../x.c",
        "hard.c",
        "soft.c",
        "h.h",
        "hard.h",
        "sub/soft.h",
        "sub/na\\me.h",
        "before.h",
        "macros.h",
        "pepsin.toml",
        "pepsin-models.toml",
        "more.toml",
        "old.json",
    ] {
        for option in ["-o", "--witness"] {
            refused("", &[&check[..], &[option, file]].concat());
        }
    }
    // Else an old baseline is no input.
    for file in ["x.c", "h.h", "pepsin.toml"] {
        refused("", &["check", "x.c", "--write-baseline", file]);
    }
    for file in ["../x.c", "../h.h", "../build/compile_commands.json"] {
        refused("sub", &["check", "-p", "../build", "-o", file]);
    }
    for file in ["task.yml", "x.c", "y.c", "h.h", "pepsin.toml"] {
        refused("", &["svcomp", "--witness", file, "task.yml"]);
    }
    refused(
        "",
        &[
            "svcomp",
            "--witness",
            "asked.prp",
            "--property",
            "asked.prp",
            "task.yml",
        ],
    );
    let study = ["study", "--preset=rows.txt", "--against=others.csv", "tasks.set"];
    for file in [
        "rows.txt",
        "others.csv",
        "tasks.set",
        "task.yml",
        "y.c",
        "h.h",
        "pepsin.toml",
    ] {
        for option in ["--json", "--csv", "--svg"] {
            refused("", &[&study[..], &[option, file]].concat());
        }
    }
    run(project.path(), "ln", &["h.h", "plot.svg"]);
    let before = contents();
    let output = run(
        project.path(),
        env!("CARGO_BIN_EXE_pepsin"),
        &[&study[..], &["--plot", "bars=plot.svg"]].concat(),
    );
    assert!(output.status.code() == Some(2) && contents() == before, "{output:?}");
}

#[test]
fn a_run_that_ends_before_all_is_read_spares_what_it_would_have_read() {
    let project = Project::new(&[
        (
            "x.c",
            "#include \"h.h\"\n# include <in.h> // first\n#include \"pipe.h\"\nint main(void) { return 0; }\n",
        ),
        ("h.h", "#include \"sub/deep.h\"\n"),
        ("sub/deep.h", "#include \"deep.h\"\n#include \"deeper.h\"\n"),
        ("sub/deeper.h", "int deeper;\n"),
        ("include/in.h", "int in;\n"),
        ("before.h", "int before;\n"),
    ]);
    run(project.path(), "mkfifo", &["pipe.h"]);
    for file in [
        "x.c",
        "h.h",
        "sub/deep.h",
        "sub/deeper.h",
        "include/in.h",
        "before.h",
        "new",
    ] {
        let before = std::fs::read(project.path().join(file)).ok();
        let output = run(
            project.path(),
            env!("CARGO_BIN_EXE_pepsin"),
            &[
                "check",
                "x.c",
                "-I",
                "include",
                "--include=before.h",
                "--seconds=1",
                "-o",
                file,
            ],
        );
        let is_new = before.is_none();
        assert_eq!(
            output.status.code(),
            Some(if is_new { 3 } else { 2 }),
            "{file}: {output:?}"
        );
        assert!(
            is_new || std::fs::read(project.path().join(file)).ok() == before,
            "{file}"
        );
    }
}

#[test]
fn an_old_result_is_replaced() {
    let project = project_with_inputs();
    for arguments in [
        &["check", "x.c", "-o", "result"][..],
        &["check", "x.c", "--write-baseline", "old.json"],
        &["check", "x.c", "--baseline", "old.json", "--write-baseline", "old.json"],
        &["check", "x.c", "-o", "/dev/null", "--witness", "/dev/null"],
        &["study", "task.yml", "--json", "result"],
    ] {
        for _ in 0..2 {
            let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments:?}: {output:?}");
        }
    }
}

#[test]
fn no_file_is_written_twice() {
    let project = project_with_inputs();
    run(project.path(), "ln", &["-s", "a", "b"]);
    project.put("z.c", HARMLESS);
    let two = serde_json::json!([
        {"directory": "..", "file": "x.c", "arguments": ["cc", "x.c"]},
        {"directory": "..", "file": "z.c", "arguments": ["cc", "z.c"]},
    ]);
    project.put("two/compile_commands.json", &two.to_string());
    for arguments in [
        &["check", "x.c", "-o", "a", "--witness", "a"][..],
        &["check", "x.c", "-o", "a", "--write-baseline", "./sub/../a"],
        &["check", "x.c", "-o", "a.execution.yml", "--witness", "a.yml"],
        &["check", "-p", "two", "-o", "a.z.yml", "--witness", "a.yml"],
        &["study", "task.yml", "--json", "a", "--csv", "a"],
        &["study", "task.yml", "--json", "a.svg", "--plot", "bars=a.svg"],
    ] {
        let output = run(project.path(), env!("CARGO_BIN_EXE_pepsin"), arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && said.contains("Two results"),
            "{arguments:?}: {said}"
        );
        assert!(!project.path().join("a").exists());
    }
}
