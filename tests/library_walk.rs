//! The walk over all rows of the library: what a row says that a function touches, the analysis and executions must both see.
//!
//! For each function with a row, and each of its arguments that leads to memory, two generated programs call the function in one thread while
//! another one writes, or reads, the first byte of that memory. Where an execution shows a race, the analysis must have reported it: there is no
//! exception. Where the analysis reports one that no execution shows, `tests/walk/unseen.txt` says why; the list is complete both ways.

mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pepsin::config::{Convention, Search, Settings};
use pepsin::explore::{ExploreSettings, Performance, Releases, UnknownFunctions, Until, Uses, performance, run};
use pepsin::frontend::{FrontendOptions, Input, load};
use pepsin::library::Library;
use pepsin::pipeline;
use pepsin::report::Status;

use walk::{Probe, Touch, probes, programs_with_variables};

/// What was seen of the call's access to the memory that another thread touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    by_analysis: bool,
    by_execution: bool,
}

/// Schedules of each program: the call may fail, or come too early, in some.
const SCHEDULES: u64 = 16;

/// Why executions do not show what the analysis reports: `function argument touch: reason`, sorted.
const UNSEEN: &str = include_str!("walk/unseen.txt");

fn seen(probe: &Probe, file: &Path) -> Result<Seen, String> {
    std::fs::write(file, &probe.text).map_err(|error| error.to_string())?;
    let settings = Settings {
        exploration: Search::Off,
        ..Settings::new(Convention::Check)
    };
    let input = || [Input::new(file)];
    let report = pipeline::check(&input(), &settings).map_err(|error| error.to_string())?;
    let mut locations = report.locations.iter();
    let by_analysis = locations.any(|location| location.status != Status::Safe);
    let loaded = load(&input(), &FrontendOptions::default()).map_err(|errors| format!("{errors:?}"))?;
    let settings = ExploreSettings {
        schedules: SCHEDULES,
        steps: 2_000,
        threads: 3,
        memory: 1 << 20,
        until: Until::FirstRace,
        unknown_functions: UnknownFunctions::Open,
        releases: Releases::Race,
        uses: Uses::Race,
        ..ExploreSettings::default()
    };
    let by_execution = !run(&loaded.program, &settings).races.is_empty();
    Ok(Seen {
        by_analysis,
        by_execution,
    })
}

/// All probes with what was seen; by name, so that the order does not depend on who came first.
fn walk_over(probes: &[Probe]) -> BTreeMap<String, Result<Seen, String>> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let share = probes.len().div_ceil(workers).max(1);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::thread::scope(|scope| {
        let threads: Vec<_> = probes
            .chunks(share)
            .enumerate()
            .map(|(number, chunk)| {
                let file = folder.join(format!("library-walk-{number}.c"));
                let work = move || -> Vec<_> {
                    let probed = chunk.iter().map(|probe| (probe.name.clone(), seen(probe, &file)));
                    probed.collect()
                };
                let builder = std::thread::Builder::new().stack_size(256 << 20);
                builder.spawn_scoped(scope, work).expect("a thread can be made")
            })
            .collect();
        let results = threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no probe panics"));
        results.collect()
    })
}

#[test]
#[ignore = "long"]
fn analysis_and_executions_see_the_same_accesses() {
    let probes = probes();
    assert!(probes.len() > 1_000, "the rows are walked over");
    let found = walk_over(&probes);
    let (mut wrong, mut unseen) = (Vec::new(), BTreeSet::new());
    for (name, seen) in &found {
        match seen {
            Err(error) => wrong.push(format!("{name} is no program: {error}")),
            Ok(Seen {
                by_analysis: false,
                by_execution: true,
            }) => {
                wrong.push(format!("{name} is executed, and the analysis does not know it"));
            }
            Ok(Seen {
                by_analysis: true,
                by_execution: false,
            }) => {
                unseen.insert(name.as_str());
            }
            Ok(_) => {}
        }
    }
    let listed: BTreeSet<&str> = UNSEEN
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": ").map(|(name, _)| name))
        .collect();
    wrong.extend(
        unseen
            .difference(&listed)
            .map(|name| format!("{name}: not seen by any execution, and not listed")),
    );
    wrong.extend(
        listed
            .difference(&unseen)
            .map(|name| format!("{name}: listed, and seen")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn functions_race_on_the_variables_of_the_library_that_they_use() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library-walk-variables.c");
    let programs = programs_with_variables();
    assert!(programs.len() > 150, "the rows are walked over");
    let mut wrong = Vec::new();
    for (name, text) in programs {
        std::fs::write(&file, text).expect("the program can be written");
        let report = pipeline::check(&[Input::new(&file)], &Settings::new(Convention::Check));
        let report = report.unwrap_or_else(|error| panic!("{name} is no program: {error}"));
        if !report.locations.iter().any(|location| location.status != Status::Safe) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "no race is reported: {}", wrong.join(", "));
}

/// The rows that are performed in one way.
fn rows_of(class: Performance) -> usize {
    let library = Library::shared();
    let rows = library.rows().filter(|(name, _)| performance(name) == class);
    rows.count()
}

#[test]
fn the_architecture_tells_how_many_rows_are_performed() {
    let [exact, input, range, none] = Performance::ALL.map(rows_of);
    let sentence = format!(
        "Of {} rows, executions perform {exact} exactly, {input} by what the environment chooses, {range} for some arguments only, and {none} not at all.",
        exact + input + range + none
    );
    let text = include_str!("../ARCHITECTURE.md").replace('\n', " ");
    assert!(text.contains(&sentence), "ARCHITECTURE.md should say: {sentence}");
}

#[test]
fn each_touch_is_walked_in_both_directions() {
    let probes = probes();
    let touched = |touch: Touch| probes.iter().filter(|probe| probe.touch == touch).count();
    assert_eq!(touched(Touch::Read), touched(Touch::Write));
}
