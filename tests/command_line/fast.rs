//! The fast stage on the command line: its status, its formats, and what it refuses.

use super::{PROVED, RACY, file, pepsin, text};

#[test]
fn the_fast_stage_leaves_every_program_undecided() {
    for program in [PROVED, RACY] {
        let output = pepsin(&["check", "--stage", "fast", program]);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        assert!(
            text(&output.stdout).starts_with("UNDECIDED"),
            "{}",
            text(&output.stdout)
        );
    }
}

#[test]
fn the_fast_stage_writes_json_to_a_file() {
    let report = file("fast.json", b"");
    let output = pepsin(&[
        "check",
        "--stage",
        "fast",
        "--format",
        "json",
        "-o",
        &report.to_string_lossy(),
        RACY,
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "");
    let written = std::fs::read(&report).expect("the report was written");
    let value: serde_json::Value = serde_json::from_slice(&written).expect("the report is JSON");
    assert_eq!(value["verdict"], "undecided", "{value}");
}

#[test]
fn options_that_mean_nothing_to_the_fast_stage_are_refused() {
    let refused: [(&[&str], &str); 8] = [
        (&["--stats"], "--stats"),
        (&["--witness", "w.yml"], "--witness"),
        (&["--cache-dir", "kept"], "--cache-dir"),
        (&["--baseline", "b.json"], "--baseline"),
        (&["--write-baseline", "b.json"], "--write-baseline"),
        (&["--fail-on", "any"], "--fail-on"),
        (&["--checks", "race,deadlock"], "deadlocks"),
        (&["--format", "sarif"], "text or json"),
    ];
    for (options, named) in refused {
        let output = pepsin(&[&["check", "--stage", "fast", RACY], options].concat());
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{options:?}: {error}");
        assert!(
            error.contains("fast stage") && error.contains(named),
            "{options:?}: {error}"
        );
    }
}

#[test]
fn the_fast_stage_spares_its_input() {
    let source = file("fast-input.c", b"int main(void) { return 0; }\n");
    let name = source.to_string_lossy();
    let output = pepsin(&["check", "--stage", "fast", "-o", &name, &name]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(
        std::fs::read(&source).expect("is there"),
        b"int main(void) { return 0; }\n"
    );
}
