//! What the fast stage calls safe is safe for the precise analysis: no pair of accesses remains there.

mod fixture;
mod schema;
mod stack;

use pepsin::config::{Convention, Search, Settings};
use pepsin::fast::{self, Kind, Reason};
use pepsin::frontend::Input;
use pepsin::ir::{Position, Program};
use pepsin::limits::Watch;
use pepsin::pipeline::{self, Analysis};
use pepsin::races::{Access, Arguments, Location, ObjectKind, Origin};
use pepsin::report::RunReport;
use pepsin::report::fast::{build, render_json};
use pepsin::tasks::find_tasks;
use rayon::prelude::*;
use serde_json::Value;
use stack::STACK;
use std::path::{Path, PathBuf};

/// All C files in a folder and below.
fn programs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let below = |path: PathBuf| match path.is_dir() {
        true => programs(&path),
        false => vec![path],
    };
    let mut found: Vec<PathBuf> = paths.flat_map(below).collect();
    found.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    found.sort();
    found
}

/// A location: whether it is allocated, where it is declared or allocated, and its bytes if they are not all.
type Declared = (bool, Position, Option<fast::Bytes>);

/// The locations that the fast stage calls safe, each with the reason. Of one declaration in several programs, or of one that is made several times, all must be.
fn safe_locations(program: &Program, settings: &Settings) -> Vec<(Declared, Reason)> {
    let found = pipeline::fast(program, settings);
    let safe = found
        .findings
        .iter()
        .filter(|finding| !matches!(finding.reason, Reason::Open { .. }));
    let declared = safe.filter_map(|finding| {
        let object = &found.objects[finding.object];
        let is_heap = match object.kind {
            Kind::Global(_) | Kind::ThreadLocal(_) | Kind::Local(..) => false,
            Kind::Heap => true,
            _ => return None,
        };
        Some(((is_heap, object.at, finding.bytes), finding.reason))
    });
    declared.collect()
}

/// The locations that the fast stage calls safe, and of which the precise analysis says that a pair remains; nothing if that came to no end.
fn contradictions(inputs: &[Input], settings: &Settings) -> Option<Vec<String>> {
    let settings = Settings {
        exploration: Search::Off,
        steps: settings.steps.min(5_000_000),
        listed_pairs: 1000,
        ..settings.clone()
    };
    let watch = Watch::default();
    // What is no C is the matter of other tests.
    let (program, _) = pipeline::read(inputs, &settings, &watch).ok()?;
    let safe = safe_locations(&program, &settings);
    let analysis = pipeline::analyse(inputs, &settings, &Arguments::standard(), &watch, &mut |_| ()).ok()?;
    if analysis.evidence.cut.is_some() {
        return None;
    }
    let file = inputs.first().map(|input| input.path.display().to_string());
    let file = file.unwrap_or_default();
    let open = analysis.pairing.locations.iter();
    let open = open.filter(|location| location.classes.keys().any(|rows| rows.is_empty()));
    let contradicted = open.filter(|location| is_contradicted(&analysis, &safe, location));
    let name = |location: &Location| analysis.evidence.objects[location.object.index()].name.clone();
    let contradicted = contradicted.map(|location| format!("{file}: {}", name(location)));
    Some(contradicted.collect())
}

/// Whether a location that has pairs is called safe. Where the precise analysis has lost a pointer, it takes the pointer for one to anything: no pair with such an access
/// tells anything, and neither does what it says of memory that only its owner can reach.
fn is_contradicted(analysis: &Analysis, safe: &[(Declared, Reason)], location: &Location) -> bool {
    let (evidence, accesses) = (&analysis.evidence, &analysis.pairing.accesses);
    let object = &evidence.objects[location.object.index()];
    if object.kind == ObjectKind::External {
        // What a variable leads to that is declared there.
        return false;
    }
    let is_lost = |access: &Access| access.origin != Origin::Direct;
    let of = |number: u32| &accesses[number as usize];
    let mut pairs = location.remaining.iter();
    if !pairs.any(|pair| !is_lost(of(pair.first)) && !is_lost(of(pair.second))) {
        return false;
    }
    let overlap = |bytes: &Option<fast::Bytes>| {
        bytes.is_none_or(|bytes| {
            let (start, end) = (i128::from(bytes.start), i128::from(bytes.end));
            i128::from(location.bytes.first()) < end && start < location.bytes.end()
        })
    };
    let is_heap = object.kind == ObjectKind::Heap;
    let mut reasons = safe
        .iter()
        .filter(|((heap, at, bytes), _)| (*heap, *at) == (is_heap, object.at) && overlap(bytes));
    let has_lost = accesses.iter().any(is_lost);
    reasons.any(|(_, reason)| !(has_lost && *reason == Reason::NeverShared))
}

fn check(contradictions: &[String]) {
    assert!(contradictions.is_empty(), "{}", contradictions.join("\n"));
}

/// Compares many programs; tells how many came to an end.
#[allow(clippy::print_stdout, reason = "This is what a reader of the result asks first.")]
fn in_parallel<T: Sync>(tasks: &[T], work: impl Fn(&T) -> Option<Vec<String>> + Sync + Send) -> Vec<String> {
    let threads = rayon::ThreadPoolBuilder::new().stack_size(STACK).build();
    let threads = threads.expect("threads can be started");
    let compared: Vec<Option<Vec<String>>> = threads.install(|| tasks.par_iter().map(&work).collect());
    let ended = compared.iter().flatten().count();
    println!("{ended} of {} programs compared", tasks.len());
    assert!(ended > 0, "no program could be compared");
    compared.into_iter().flatten().flatten().collect()
}

/// Compares every so many of the fixtures.
fn of_fixtures(every: usize) -> Vec<String> {
    let fixtures: Vec<PathBuf> = programs(Path::new("tests/c")).into_iter().step_by(every).collect();
    in_parallel(&fixtures, |path| {
        let text = std::fs::read_to_string(path).expect("the fixture can be read");
        let settings = fixture::settings(&text).expect("the settings of the fixture are right");
        contradictions(&[Input::new(path)], &settings)
    })
}

fn of_tasks(folder: &Path) -> Vec<String> {
    let tasks = find_tasks(folder).expect("the tasks can be read");
    in_parallel(&tasks, |task| {
        let mut settings = Settings::new(Convention::SvComp);
        settings.data_model = task.data_model.unwrap_or(settings.data_model);
        let inputs: Vec<Input> = task.inputs.iter().map(Input::new).collect();
        contradictions(&inputs, &settings)
    })
}

#[test]
fn what_is_safe_at_once_is_safe_for_the_precise_analysis() {
    check(&of_fixtures(40));
}

#[test]
#[ignore = "long"]
fn what_is_safe_at_once_is_safe_for_the_precise_analysis_of_all_fixtures() {
    check(&of_fixtures(1));
}

/// All tasks of the subset, and the programs of further folders: `PEPSIN_FAST_FOLDERS` lists those, with `:` between them. Where
/// a folder has tasks, they are compared, as SV-COMP asks for them.
#[test]
#[ignore = "long"]
fn what_is_safe_at_once_is_safe_for_the_precise_analysis_of_folders() {
    let further = std::env::var_os("PEPSIN_FAST_FOLDERS").unwrap_or_default();
    let further = std::env::split_paths(&further).filter(|folder| !folder.as_os_str().is_empty());
    for folder in std::iter::once(PathBuf::from("sv-benchmarks-subset")).chain(further) {
        if find_tasks(&folder).is_ok() {
            check(&of_tasks(&folder));
            continue;
        }
        check(&in_parallel(&programs(&folder), |path| {
            contradictions(&[Input::new(path)], &Settings::new(Convention::Check))
        }));
    }
}

/// A report of the fast stage on a program of a task.
fn report(program: &str) -> Value {
    let path = Path::new("sv-benchmarks-subset").join(program);
    let settings = Settings::new(Convention::Check);
    let read = pipeline::read(&[Input::new(&path)], &settings, &Watch::default());
    let (program, _) = read.expect("the program is C");
    let found = pipeline::fast(&program, &settings);
    let text = render_json(&[build(&program, &found, RunReport::default())]);
    serde_json::from_str(&text).expect("the report is JSON")
}

#[test]
fn the_schema_of_the_reports_is_committed() {
    let committed = std::fs::read_to_string("docs/fast-report.schema.json").unwrap_or_default();
    assert!(
        committed == pepsin::report::fast::schema(),
        "`cargo run -- schema --stage fast > docs/fast-report.schema.json` makes it anew"
    );
}

#[test]
fn reports_have_the_form_of_the_schema() {
    let schema: Value = serde_json::from_str(&pepsin::report::fast::schema()).expect("the schema is JSON");
    for program in ["mutexes/counter-under-one-mutex.c", "heap/list-walked-without-mutex.c"] {
        let mut breaches = Vec::new();
        schema::breaches(&report(program), &schema, &schema, "report", &mut breaches);
        assert!(breaches.is_empty(), "{breaches:#?}");
    }
}

#[test]
fn a_program_without_open_locations_is_not_called_race_free() {
    let report = report("mutexes/counter-under-one-mutex.c");
    assert_eq!(report["open"], Value::Array(Vec::new()));
    assert_eq!(report["verdict"], "undecided");
    assert!(report["assumptions"].as_array().is_some_and(|all| !all.is_empty()));
}
