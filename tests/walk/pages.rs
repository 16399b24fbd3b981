//! The rows of the library against the C library of this machine: what a row says that a function touches is at least what it does touch.
//!
//! A compiled program (`tests/walk/pages.c`) calls each function, in a process of its own, with its arguments in pages that are closed; the
//! faults tell what is read and written. Nothing may be written that the row does not write, and nothing read that it neither reads nor
//! writes; `tests/walk/pages.txt` says why where it is otherwise, and why functions are not called. The list is complete both ways.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{demanded, functions, list, number, pointers, rows, streams};

/// What is not as the row says, or is not called: `function argument touch: reason` and `function: reason`, sorted.
const LISTED: &str = include_str!("pages.txt");

/// How many arguments are passed.
const ARGUMENTS: usize = 6;

/// Rows of these files are not of the C library.
const OTHERS: [&str; 10] = [
    "language",
    "verifier",
    "zlib",
    "ncurses",
    "openssl",
    "pcre",
    "pcap",
    "sqlite",
    "compression",
    "kernel",
];

/// The entries of a list, with their reasons.
fn listed() -> BTreeMap<&'static str, &'static str> {
    let lines = LISTED.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(": ")).collect()
}

/// Whether a function can be called by its name with integers and pointers.
fn is_callable(name: &str) -> bool {
    let of_compiler = ["__builtin_", "__sync_", "__atomic_"];
    !name.ends_with('*') && !of_compiler.iter().any(|prefix| name.starts_with(prefix))
}

/// The arguments that are floating-point numbers, of functions that take memory beside them.
fn floating(name: &str) -> &'static [usize] {
    match name {
        "frexp" | "frexpf" | "modf" | "modff" | "sincos" | "sincosf" | "lgamma_r" | "lgammaf_r" => &[0],
        "ecvt" | "fcvt" | "gcvt" => &[0],
        "remquo" | "remquof" => &[0, 1],
        _ => &[],
    }
}

/// How the arguments of a row are made, one letter for each, and the numbers that the row demands.
fn arguments(name: &str, row: &toml::Table) -> (String, [i64; ARGUMENTS]) {
    let (known, called_back) = (pointers(row), functions(row));
    let mut numbers = [0; ARGUMENTS];
    let kind = |(argument, number): (usize, &mut i64)| {
        let only = demanded(row, argument);
        *number = only.unwrap_or(0);
        match argument {
            _ if floating(name).contains(&argument) => 'd',
            _ if known.contains(&argument) => 'p',
            _ if called_back.contains(&argument) => 'f',
            _ if only.is_some() => 'i',
            _ => '?',
        }
    };
    let kinds = (0..).zip(&mut numbers).map(kind).collect();
    (kinds, numbers)
}

/// The table of functions for the C program.
fn table(rows: &BTreeMap<String, toml::Table>) -> Result<String, std::fmt::Error> {
    let (mut declared, mut entries) = (String::new(), String::new());
    for (name, row) in rows {
        let (kinds, numbers) = arguments(name, row);
        writeln!(
            declared,
            "extern void called_{name}(void) __asm__(\"{name}\") __attribute__((weak));"
        )?;
        let numbers: Vec<String> = numbers.iter().map(|number| format!("{number}L")).collect();
        writeln!(
            entries,
            "    {{\"{name}\", called_{name}, \"{kinds}\", {{{}}}}},",
            numbers.join(", ")
        )?;
    }
    Ok(format!(
        "{declared}static const struct row ROWS[] = {{\n{entries}    {{0}},\n}};\n"
    ))
}

/// What the C program says, line by line.
fn asked(rows: &BTreeMap<String, toml::Table>) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("library-pages-{}", std::process::id()));
    let work = folder.join("work");
    fs::create_dir_all(&work).expect("a folder can be made");
    let table = table(rows).expect("a text can be written");
    fs::write(folder.join("table.h"), table).expect("the table can be written");
    fs::write(folder.join("pages.c"), include_str!("pages.c")).expect("the source can be written");
    let program = folder.join("pages");
    let status = Command::new("cc")
        .args(["-O0", "-w", "-fno-builtin", "-o"])
        .args([&program, &folder.join("pages.c")])
        .args(["-Wl,--no-as-needed", "-lm", "-pthread"])
        .status()
        .expect("there is a C compiler");
    assert!(status.success(), "the program compiles");
    let shares = std::thread::available_parallelism().map_or(1, usize::from);
    let start = |share: usize| {
        let mut command = Command::new(&program);
        command.arg(&work).args([share.to_string(), shares.to_string()]);
        command.env("TZ", "UTC").stdout(Stdio::piped()).spawn()
    };
    let started: Vec<Child> = (0..shares)
        .map(|share| start(share).expect("the program runs"))
        .collect();
    let mut said = String::new();
    for child in started {
        let output = child.wait_with_output().expect("the program can be waited for");
        assert!(output.status.success(), "the program ends well: {:?}", output.status);
        said += &String::from_utf8_lossy(&output.stdout);
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    said
}

/// What a row lets a call do to an argument, or to what addresses in its arguments lead to (none).
fn allows(row: &toml::Table, argument: Option<usize>, touch: &str) -> bool {
    let has = |keys: &[&str]| {
        keys.iter()
            .any(|key| list(row, key).filter_map(number).any(|one| Some(one) == argument))
    };
    let is = |keys: &[&str]| {
        keys.iter()
            .any(|key| argument.is_some() && row.get(*key).and_then(number) == argument)
    };
    let behind_rest = list(row, "reads").any(|one| one.as_str() == Some("rest"));
    let effect = row.get("effect").and_then(toml::Value::as_str).unwrap_or_default();
    let Some(argument) = argument else {
        let deep = match touch {
            "written" => vec!["writes-within", "receives-within"],
            _ => vec!["reads-within", "sends-within", "writes-within", "receives-within"],
        };
        let by_effect = matches!(
            effect,
            "separate" | "next-token" | "read-line" | "sort" | "search" | "call-back"
        );
        return deep.iter().any(|key| row.contains_key(*key)) || by_effect || effect == "unsupported";
    };
    let points = list(row, "points").filter_map(|pair| number(pair.as_array()?.first()?));
    let written = has(&["writes", "receives", "operates-on", "initialises", "destroys"])
        || is(&["id", "result", "lock", "barrier", "control", "semaphore", "to", "pointer", "base", "position", "key"])
        || is(&["object", "expected"])
        || streams(row).any(|one| one == argument)
        || matches!(effect, "separate" | "next-token") && is(&["text"])
        || points.into_iter().any(|one| one == argument)
        // What a format asks for lies behind it.
        || is_behind(row, "scans", argument)
        || is_behind(row, "prints", argument)
        || behind_rest && list(row, "writes").any(|one| one.as_str() == Some("rest"))
        || effect == "unsupported";
    written
        || touch == "read"
            && (has(&["reads", "sends"])
                || is(&["attribute", "prints", "scans", "action", "from", "text", "desired-from"])
                || behind_rest
                || is_null_state(row, argument))
}

/// Whether an argument stands behind the format of a row, or is the list of what does.
fn is_behind(row: &toml::Table, key: &str, argument: usize) -> bool {
    row.get(key).and_then(number).is_some_and(|format| argument > format)
}

fn is_null_state(row: &toml::Table, argument: usize) -> bool {
    list(row, "uses-for-null").any(|pair| pair.as_array().and_then(|pair| number(pair.first()?)) == Some(argument))
}

#[test]
#[ignore = "long"]
#[expect(clippy::print_stdout, reason = "the figures are for whoever asks the test for them")]
fn rows_say_all_that_functions_touch() {
    let listed = listed();
    let rows: BTreeMap<String, toml::Table> = rows(&OTHERS)
        .into_iter()
        .filter(|(name, _)| is_callable(name) && !listed.contains_key(name.as_str()))
        .collect();
    let said = asked(&rows);
    let (mut found, mut absent, mut blocking, mut touches) = (BTreeSet::new(), Vec::new(), Vec::new(), 0);
    for line in said.lines() {
        if let Some(name) = line.strip_suffix(" is not there") {
            absent.push(name);
            continue;
        }
        if let Some(name) = line.strip_suffix(" blocks") {
            blocking.push(name);
            continue;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [name, argument, touch] = words[..] else {
            panic!("the program says {line}");
        };
        touches += 1;
        let argument = argument.parse().ok();
        if !allows(&rows[name], argument, touch) {
            found.insert(line.to_owned());
        }
    }
    let expected: BTreeSet<String> = listed
        .keys()
        .filter(|entry| entry.contains(' '))
        .map(|entry| (*entry).to_owned())
        .collect();
    let called = rows.len() - absent.len();
    println!("{called} functions called, which touch {touches} arguments.");
    println!(
        "{} that this C library does not export: {}.",
        absent.len(),
        absent.join(" ")
    );
    println!("{} that wait, or end late: {}.", blocking.len(), blocking.join(" "));
    assert!(
        called > 900 && touches > 700,
        "{called} functions called, {touches} arguments touched"
    );
    let mut wrong: Vec<String> = found
        .difference(&expected)
        .map(|line| format!("{line}: the row does not say so"))
        .collect();
    wrong.extend(
        expected
            .difference(&found)
            .map(|line| format!("{line}: listed, and not so")),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
