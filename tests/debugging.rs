//! What tells why something is not proved: `PEPSIN_TRACE`, and `pepsin show state | globals | contexts | claims`.
//!
//! `docs/debugging.md` follows the same program by hand.

use std::process::{Command, Output};

/// A program whose lock is reset by somebody who does not hold it; `FIXED` leaves that out.
const PROGRAM: &str = "tests/programs/reset-lock.c";

fn pepsin(trace: Option<&str>, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pepsin"));
    command
        .args(arguments)
        .env_remove("PEPSIN_TRACE")
        .env("PEPSIN_NO_CACHE", "1");
    if let Some(targets) = trace {
        command.env("PEPSIN_TRACE", targets);
    }
    command.output().expect("Pepsin runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is text")
}

/// What `pepsin show` prints.
fn shown(arguments: &[&str]) -> String {
    let output = pepsin(None, &[&["show"], arguments].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The lines of a trace of `check`, on the targets that are listed.
fn trace(targets: &str, arguments: &[&str]) -> Vec<String> {
    let check = ["check", "--exploration", "off", "--quiet"];
    let output = pepsin(Some(targets), &[&check, arguments].concat());
    text(&output.stderr).lines().map(str::to_owned).collect()
}

#[test]
fn a_trace_names_the_write_that_refutes_a_lock() {
    let lines = trace("claim", &[PROGRAM]);
    let refuted = "claim: tests/programs/reset-lock.c:36:5: busy is no lock, because this write is none of a lock";
    assert!(lines.iter().any(|line| line == refuted), "{lines:#?}");
    assert!(lines.iter().all(|line| line.starts_with("claim: ")), "{lines:#?}");
    // Without the write, the lock is one.
    let fixed = trace("claim", &["-D", "FIXED", PROGRAM]);
    assert!(fixed.iter().all(|line| !line.contains("is no lock")), "{fixed:#?}");
}

#[test]
fn a_trace_tells_widenings_with_what_changed() {
    let lines = trace("widen", &[PROGRAM]);
    let widened = |line: &&String| line.starts_with("widen: widens worker, before the branch") && line.contains(" i: ");
    assert!(lines.iter().any(|line| widened(&line)), "{lines:#?}");
}

#[test]
fn a_trace_tells_contexts_and_when_they_are_too_many() {
    let lines = trace("context", &[PROGRAM]);
    assert!(lines.iter().any(|line| line.contains(": worker(")), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains("too many")), "{lines:#?}");
}

#[test]
fn a_trace_changes_no_report() {
    let report = |trace| text(&pepsin(trace, &["check", "--format", "json", PROGRAM]).stdout);
    assert_eq!(report(Some("solve,widen,context,claim")), report(None));
}

#[test]
fn what_is_not_traced_is_an_error() {
    let output = pepsin(Some("claim,everything"), &["check", PROGRAM]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("`everything`"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn claims_are_shown_with_what_refuted_them() {
    let claims = shown(&["claims", PROGRAM]);
    assert!(claims.contains("busy: watched\n"), "{claims}");
    assert!(
        claims.contains("refuted at tests/programs/reset-lock.c:36:5: busy is no lock"),
        "{claims}"
    );
    let fixed = shown(&["claims", "-D", "FIXED", PROGRAM]);
    assert!(
        fixed.contains("busy: watched, and a lock that is zero when it is free"),
        "{fixed}"
    );
    assert!(!fixed.contains("is no lock"), "{fixed}");
}

#[test]
fn a_state_is_shown_where_a_line_begins() {
    let place = format!("{PROGRAM}:24");
    let held = shown(&["state", &place, "-D", "FIXED"]);
    assert!(held.contains("in worker, context "), "{held}");
    assert!(
        held.lines()
            .any(|line| line.trim_start().starts_with("L ") && line.contains("busy")),
        "{held}"
    );
    let lost = shown(&["state", &place]);
    assert!(
        !lost
            .lines()
            .any(|line| line.trim_start().starts_with("L ") && line.contains("busy")),
        "{lost}"
    );
    // The files may be named apart from the place.
    assert_eq!(shown(&["state", "reset-lock.c:24", PROGRAM]), lost);
}

#[test]
fn a_place_that_nothing_reaches_is_an_error() {
    let output = pepsin(None, &["show", "state", &format!("{PROGRAM}:2")]);
    assert_eq!(output.status.code(), Some(2));
    let output = pepsin(None, &["show", "state", PROGRAM]);
    assert!(text(&output.stderr).contains("FILE:LINE"), "{}", text(&output.stderr));
}

#[test]
fn globals_and_contexts_are_shown() {
    let globals = shown(&["globals", PROGRAM]);
    assert!(globals.contains("the writers of counter"), "{globals}");
    assert!(globals.contains("the footprint of enter"), "{globals}");
    let contexts = shown(&["contexts", PROGRAM]);
    assert!(contexts.contains(": enter() in main/"), "{contexts}");
}
