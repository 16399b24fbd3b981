//! Null dereferences: programs of which each line with a dereference that counts says in which settings it is safe.
//!
//! `// safe: unsound full` means that all dereferences of the line are proved in these settings, and not all in the others. Programs come as
//! twins that differ in what the proof rests on.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use pepsin::config::{Convention, Settings};
use pepsin::frontend::Input;
use pepsin::limits::Watch;
use pepsin::nulls::{Program, Setting, Text, Why, inquiry};
use pepsin::pipeline::{nulls, read};
use pepsin::races::Arguments;
use pepsin::semantics;

fn analysed(file: &Path) -> (Program, pepsin::ir::Program) {
    let settings = Settings::new(Convention::Check);
    let watch = Watch::default();
    let (program, _) = read(&[Input::new(file)], &settings, &watch).expect("it is C");
    let found = nulls(&program, &settings, &Arguments::standard(), &watch).expect("it can be analysed");
    (found, program)
}

/// The settings in which all dereferences of each line are safe.
fn safe_by_line(program: &Program) -> BTreeMap<u32, Vec<&'static str>> {
    let mut lines: BTreeMap<u32, [bool; Setting::ALL.len()]> = BTreeMap::new();
    for dereference in &program.dereferences {
        let safe = lines.entry(dereference.at.line).or_insert([true; Setting::ALL.len()]);
        for (all, one) in safe.iter_mut().zip(dereference.safe) {
            *all &= one;
        }
    }
    let names = |safe: [bool; Setting::ALL.len()]| {
        let named = Setting::ALL.iter().zip(safe).filter(|(_, safe)| *safe);
        named.map(|((_, name), _)| *name).collect()
    };
    lines.into_iter().map(|(line, safe)| (line, names(safe))).collect()
}

/// What the lines of a text say.
fn expected(text: &str) -> BTreeMap<u32, Vec<&str>> {
    let lines = text.lines().enumerate();
    let expected = lines.filter_map(|(number, line)| {
        let (_, names) = line.split_once("// safe:")?;
        Some((number as u32 + 1, names.split_whitespace().collect()))
    });
    expected.collect()
}

fn programs() -> Vec<PathBuf> {
    let files = fs::read_dir("tests/nulls").expect("the folder can be read");
    let files = files.map(|file| file.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|ending| ending == "c"))
        .collect();
    files.sort();
    files
}

#[test]
fn each_line_is_safe_in_the_settings_that_it_says() {
    let mut wrong = Vec::new();
    for file in programs() {
        let text = fs::read_to_string(&file).expect("the file can be read");
        let (found, expected) = (safe_by_line(&analysed(&file).0), expected(&text));
        let lines = found.keys().chain(expected.keys());
        for line in lines.copied().collect::<std::collections::BTreeSet<u32>>() {
            if found.get(&line) != expected.get(&line) {
                let [found, expected] = [found.get(&line), expected.get(&line)];
                wrong.push(format!(
                    "{}:{line}: found {found:?}, expected {expected:?}",
                    file.display()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn settings_that_know_more_prove_more() {
    for file in programs() {
        for dereference in analysed(&file).0.dereferences {
            let [unsound, lost, locks, full] = dereference.safe;
            let is_ordered = lost <= locks && locks <= full && full <= unsound;
            assert!(is_ordered, "{}:{}", file.display(), dereference.at.line);
        }
    }
}

#[test]
fn it_is_told_where_another_thread_may_write() {
    let (found, _) = analysed(Path::new("tests/nulls/used-behind-the-lock.c"));
    let why: Vec<Why> = found.dereferences.iter().map(|it| it.why).collect();
    assert!(
        matches!(why.as_slice(), [Why::WrittenAt(at)] if at.line == 11),
        "{why:?}"
    );
}

#[test]
fn whoever_inquires_changes_nothing_of_what_is_found() {
    for file in programs() {
        let settings = Settings::new(Convention::Check);
        let (program, _) = read(&[Input::new(&file)], &settings, &Watch::default()).expect("it is C");
        let analysed = |inquiry| {
            let limits = semantics::Settings {
                inquiry,
                ..semantics::Settings::default()
            };
            let digests = Arguments::standard().catalogue().track_defaults();
            semantics::analyse(&program, &settings.library, digests, &limits)
        };
        let inquiry = inquiry(&Text::new(&program));
        assert!(!inquiry.is_empty(), "{}", file.display());
        let (plain, asked) = (analysed(None), analysed(Some(inquiry.into())));
        assert_eq!(plain.evidence.accesses, asked.evidence.accesses, "{}", file.display());
        assert_eq!(
            plain.evidence.statistics,
            asked.evidence.statistics,
            "{}",
            file.display()
        );
        assert_eq!(plain.evidence.cut, asked.evidence.cut, "{}", file.display());
        assert!(plain.answers.is_none() && asked.answers.is_some());
    }
}
