//! Reports as a whole, for people and for programs, on a few of the line-annotated programs.

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::pipeline;
use pepsin::report::{Ordered, format_named};

/// Programs whose reports show each kind of explanation.
const PROGRAMS: &[&str] = &[
    "locks/one-mutex-on-both-sides",
    "locks/two-mutexes-for-one-variable",
    "locks/read-lock-on-both-sides",
    "joins/joined-by-a-child-that-is-not-joined",
    "threads/create-many-in-a-loop-body",
    "values/members-of-one-union",
    "heap/filled-after-published",
];

/// The report on a program in a format, without figures, which change with each refinement of the analysis.
fn report(program: &str, format: &str) -> String {
    let input = Input::new(format!("tests/c/{program}.c"));
    let mut report = pipeline::check(&[input], &Settings::new(Convention::Check)).expect("the program is understood");
    report.statistics = Ordered::default();
    let format = format_named(format).expect("the format exists");
    (format.render)(&report)
}

#[test]
fn reports_for_people_say_what_and_why() {
    for program in PROGRAMS {
        insta::assert_snapshot!(format!("{program}.text"), report(program, "text"));
    }
}

#[test]
fn reports_for_programs_hold_the_same() {
    for program in PROGRAMS {
        insta::assert_snapshot!(format!("{program}.json"), report(program, "json"));
    }
}
