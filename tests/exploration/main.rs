//! Executions of C programs: which synchronisation orders accesses, and which does not.
//!
//! Each program is executed under many schedules, and searched through all its states where that is possible; both must agree with the expectation.

mod cases;
mod library;

use std::path::Path;

use pepsin::explore::{
    Conclusion, ExhaustSettings, ExploreSettings, Releases, Until, exhaust, exhaust_traces, replay, run,
};
use pepsin::frontend::{FrontendOptions, Input, load};
use pepsin::ir::Program;

use cases::Expected::{NoRace, Race};
use cases::{CASES, Case, HEADER, ONLY_EXECUTED, case};
use library::{LIBRARY, LIBRARY_EXECUTED};

/// The program of a case; each test has files of its own.
fn read(case: &Case, test: &str) -> Program {
    let Case {
        globals, thread, main, ..
    } = case;
    let text = format!(
        "{HEADER}{globals}
        void *run(void *argument) {{ {thread} return 0; }}
        int main(void) {{ pthread_create(&t, 0, run, 0); {main} pthread_join(t, 0); return x + y; }}"
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{test}-{}.i", case.name.replace([' ', '\''], "-")));
    std::fs::write(&file, text).expect("the folder for temporary files can be written");
    match load(&[Input::new(&file)], &FrontendOptions::default()) {
        Ok(loaded) => loaded.program,
        Err(errors) => panic!("{}: {errors:?}", case.name),
    }
}

fn settings() -> ExploreSettings {
    ExploreSettings {
        schedules: 300,
        steps: 20_000,
        until: Until::BudgetUsed,
        ..ExploreSettings::default()
    }
}

#[test]
fn executions_show_a_race_where_there_is_one_and_only_there() {
    for case in CASES.iter().chain(ONLY_EXECUTED).chain(LIBRARY).chain(LIBRARY_EXECUTED) {
        let found = run(&read(case, "executions"), &settings());
        assert!(found.open.is_empty(), "{}: {:?}", case.name, found.open);
        assert!(found.bad_accesses.is_empty(), "{}: {:?}", case.name, found.bad_accesses);
        assert_eq!(!found.races.is_empty(), case.expected == Race, "{}", case.name);
    }
}

#[test]
fn all_states_show_the_same() {
    for case in CASES.iter().chain(LIBRARY) {
        match (
            exhaust(&read(case, "states"), &ExhaustSettings::default()).conclusion,
            case.expected,
        ) {
            (Conclusion::RaceFree, NoRace) | (Conclusion::Race { .. }, Race) => {}
            (other, expected) => panic!("{}: expected {expected:?}, got {other:?}", case.name),
        }
    }
}

#[test]
fn a_search_of_all_states_does_not_take_what_it_cannot_do_for_proved() {
    for case in ONLY_EXECUTED {
        let conclusion = exhaust(&read(case, "open"), &ExhaustSettings::default()).conclusion;
        assert!(
            matches!(conclusion, Conclusion::Open(_)),
            "{}: {conclusion:?}",
            case.name
        );
    }
}

#[test]
fn one_execution_of_each_trace_shows_the_same_where_executions_are_bounded() {
    // Loops that wait have executions of any length.
    let settings = ExhaustSettings {
        steps: 1_000_000,
        ..ExhaustSettings::default()
    };
    for case in CASES {
        match (
            exhaust_traces(&read(case, "traces"), &settings).conclusion,
            case.expected,
        ) {
            (Conclusion::RaceFree, NoRace) | (Conclusion::Race { .. }, Race) => {}
            (Conclusion::Open(_), _) if [case.thread, case.main].concat().contains("while (") => {}
            (other, expected) => panic!("{}: expected {expected:?}, got {other:?}", case.name),
        }
    }
}

#[test]
fn every_race_is_found_again_by_replaying_it() {
    for case in CASES.iter().chain(ONLY_EXECUTED).filter(|case| case.expected == Race) {
        let program = read(case, "replay");
        for race in run(&program, &settings()).races {
            let again = replay(&program, &settings(), &race.execution).races;
            let same = again
                .iter()
                .any(|other| (&other.first, &other.second) == (&race.first, &race.second));
            assert!(same, "{}: {race:?} became {again:?}", case.name);
        }
    }
}

/// Where the memory is released first, the other access is undefined, so this is no case like the others.
const RELEASED: Case = case(
    "a release of memory and a read of it",
    Race,
    "int *p; __attribute__((constructor)) void prepare(void) { p = malloc(4); *p = 1; }",
    "y = *p;",
    "free(p);",
);

#[test]
fn a_release_of_memory_races_unless_releases_are_ignored() {
    let program = read(&RELEASED, "releases");
    for (releases, expected) in [(Releases::Race, true), (Releases::Ignored, false)] {
        let settings = ExploreSettings { releases, ..settings() };
        let found = run(&program, &settings);
        assert_eq!(!found.races.is_empty(), expected, "{releases:?}");
    }
    let conclusion = exhaust(&program, &ExhaustSettings::default()).conclusion;
    assert!(matches!(conclusion, Conclusion::Race { .. }), "{conclusion:?}");
}

/// `main` has arguments, which users give.
const ARGUMENTS: &str = "
int atoi(const char *); unsigned long strlen(const char *);
void *run(void *argument) { x = 1; return 0; }
int main(int argc, char **argv) {
  pthread_create(&t, 0, run, 0);
  if (argc == 3 && argv[1][0] == '-' && atoi(argv[2]) > 4 && !argv[3]) x = 2;
  return 0;
}";

#[test]
fn main_is_given_arguments_if_it_reads_them() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arguments.i");
    std::fs::write(&file, format!("{HEADER}{ARGUMENTS}")).expect("the folder for temporary files can be written");
    let program = load(&[Input::new(&file)], &FrontendOptions::default()).map(|loaded| loaded.program);
    let program = program.unwrap_or_else(|errors| panic!("{errors:?}"));
    let settings = ExploreSettings {
        schedules: 1_000,
        ..settings()
    };
    let found = run(&program, &settings);
    assert!(!found.races.is_empty());
    assert!(found.bad_accesses.is_empty(), "{:?}", found.bad_accesses);
    let conclusion = exhaust(&program, &ExhaustSettings::default()).conclusion;
    assert!(matches!(conclusion, Conclusion::Open(_)), "{conclusion:?}");
}
