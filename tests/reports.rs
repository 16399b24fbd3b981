//! Reports of programs in the repository, kept as snapshots: what a user reads must not change by accident.

use pepsin::config::{Convention, Selection, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::format_named;

/// The report on a program of the subset in a format.
fn report(program: &str, format: &str) -> String {
    let input = Input::new(format!("sv-benchmarks-subset/{program}.c"));
    // Only the oldest digests speak, so that a new one does not change every snapshot.
    let settings = Settings {
        predicates: Selection::listed(&["TID", "J", "TF", "L"]),
        steps: 20_000_000,
        ..Settings::new(Convention::Check)
    };
    let report = pipeline::check(&[input], &settings).expect("the program is C");
    let format = format_named(format).expect("a format of the catalogue");
    (format.render)(&report)
}

#[test]
fn reports_in_text_are_as_they_were() {
    for program in [
        "mutexes/counter-under-one-mutex",
        "mutexes/counter-read-behind-unlock",
        "joins/wrong-worker-joined",
        "memory-layout/bit-fields-adjacent",
        "heap/list-walked-without-mutex",
        "thread-creation/workers-in-a-loop-without-mutex",
    ] {
        insta::assert_snapshot!(program.replace('/', "_"), report(program, "text"));
    }
}

#[test]
fn two_runs_give_the_same_bytes_in_every_format() {
    for format in ["text", "json", "sarif", "html"] {
        let once = || report("thread-creation/struct-element-for-two-threads", format);
        assert_eq!(once(), once(), "{format}");
    }
}
