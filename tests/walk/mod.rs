//! Programs that call a function of the library while another thread touches what an argument leads to.

#[cfg(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
mod pages;

use std::collections::{BTreeMap, BTreeSet};

/// The model files by name, of which every row is walked over.
const FILES: [(&str, &str); 24] = [
    ("pthread", include_str!("../../src/library/models/pthread.toml")),
    ("c11_threads", include_str!("../../src/library/models/c11_threads.toml")),
    ("verifier", include_str!("../../src/library/models/verifier.toml")),
    ("atomics", include_str!("../../src/library/models/atomics.toml")),
    ("memory", include_str!("../../src/library/models/memory.toml")),
    ("text", include_str!("../../src/library/models/text.toml")),
    ("system", include_str!("../../src/library/models/system.toml")),
    ("posix", include_str!("../../src/library/models/posix.toml")),
    ("mathematics", include_str!("../../src/library/models/mathematics.toml")),
    ("glibc", include_str!("../../src/library/models/glibc.toml")),
    ("c_library", include_str!("../../src/library/models/c_library.toml")),
    ("zlib", include_str!("../../src/library/models/zlib.toml")),
    ("ncurses", include_str!("../../src/library/models/ncurses.toml")),
    ("openssl", include_str!("../../src/library/models/openssl.toml")),
    ("pcre", include_str!("../../src/library/models/pcre.toml")),
    ("pcap", include_str!("../../src/library/models/pcap.toml")),
    ("sqlite", include_str!("../../src/library/models/sqlite.toml")),
    ("compression", include_str!("../../src/library/models/compression.toml")),
    ("kernel", include_str!("../../src/library/models/kernel.toml")),
    ("glib", include_str!("../../src/library/models/glib.toml")),
    ("sdl", include_str!("../../src/library/models/sdl.toml")),
    ("libuv", include_str!("../../src/library/models/libuv.toml")),
    ("apr", include_str!("../../src/library/models/apr.toml")),
    ("openmp", include_str!("../../src/library/models/openmp.toml")),
];

/// The name of the memory that an argument leads to and another thread touches.
pub const MEMORY: &str = "memory";

/// Keys of a row under which numbers of arguments stand that lead to memory: lists, and single ones.
const LISTS: [&str; 8] = [
    "reads",
    "writes",
    "sends",
    "receives",
    "keeps",
    "operates-on",
    "initialises",
    "destroys",
];
const SINGLE: [&str; 18] = [
    "id",
    "result",
    "lock",
    "barrier",
    "control",
    "semaphore",
    "action",
    "to",
    "pointer",
    "from",
    "base",
    "text",
    "position",
    "object",
    "expected",
    "desired-from",
    "prints",
    "scans",
];

/// Keys of single arguments that are functions of the program.
const FUNCTIONS: [&str; 5] = ["routine", "handler", "compare", "destructor", "function"];

/// How the other thread touches the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    Read,
    Write,
}

/// A program about one argument of one function.
pub struct Probe {
    /// The function, the argument and the touch.
    pub name: String,
    pub touch: Touch,
    /// The program.
    pub text: String,
}

/// Two programs for each argument that leads to memory.
pub fn probes() -> Vec<Probe> {
    let mut probes = Vec::new();
    for (_, file) in FILES {
        let rows: toml::Table = file.parse().expect("the model files are TOML");
        for (function, row) in &rows {
            let row = row.as_table().expect("a row is a table");
            // What only the compiler spells has no declaration; a name that ends in a star is none.
            if function.starts_with("__builtin_") || function.ends_with('*') {
                continue;
            }
            let pointers = pointers(row);
            for argument in &pointers {
                for touch in [Touch::Read, Touch::Write] {
                    let word = if touch == Touch::Read { "read" } else { "written" };
                    let text = program(function, row, (&pointers, *argument), touch);
                    let name = format!("{function} {argument} {word}");
                    probes.push(Probe { name, touch, text });
                }
            }
        }
    }
    probes
}

/// The rows by function, but for those of some files.
pub fn rows(without: &[&str]) -> BTreeMap<String, toml::Table> {
    let mut found = BTreeMap::new();
    for (_, text) in FILES.iter().filter(|(file, _)| !without.contains(file)) {
        let rows: toml::Table = text.parse().expect("the model files are TOML");
        for (function, row) in rows {
            let toml::Value::Table(row) = row else {
                panic!("{function} is no row")
            };
            found.insert(function, row);
        }
    }
    found
}

/// A program for each function and each variable of the library that it reads or sets: another thread writes the variable.
pub fn programs_with_variables() -> Vec<(String, String)> {
    let mut programs = Vec::new();
    for (function, row) in rows(&[]) {
        if function.starts_with("__builtin_") || function.ends_with('*') {
            continue;
        }
        let variables = ["sets", "consults", "follows"].iter().flat_map(|key| list(&row, key));
        for variable in variables.filter_map(toml::Value::as_str) {
            let text = program(&function, &row, (&pointers(&row), usize::MAX), Touch::Write);
            let written = text.replace(&format!("{MEMORY}[0] = '1';"), &format!("{variable} = 0;"));
            programs.push((
                format!("{function} {variable}"),
                format!("extern char *{variable};\n{written}"),
            ));
        }
    }
    programs
}

pub fn number(value: &toml::Value) -> Option<usize> {
    value.as_integer().and_then(|number| usize::try_from(number).ok())
}

pub fn list<'r>(row: &'r toml::Table, key: &str) -> impl Iterator<Item = &'r toml::Value> {
    row.get(key).and_then(toml::Value::as_array).into_iter().flatten()
}

/// The arguments that are functions of the program.
pub fn functions(row: &toml::Table) -> BTreeSet<usize> {
    FUNCTIONS
        .iter()
        .filter_map(|key| row.get(*key).and_then(number))
        .collect()
}

/// The arguments that lead to memory.
pub fn pointers(row: &toml::Table) -> BTreeSet<usize> {
    let listed = LISTS.iter().flat_map(|key| list(row, key)).filter_map(number);
    let single = SINGLE.iter().filter_map(|key| row.get(*key).and_then(number));
    listed.chain(single).chain(streams(row)).collect()
}

/// The arguments that are streams.
pub fn streams(row: &toml::Table) -> impl Iterator<Item = usize> {
    let kinds = row.get("streams").and_then(toml::Value::as_table);
    let lists = kinds.into_iter().flat_map(toml::Table::values);
    lists.filter_map(toml::Value::as_array).flatten().filter_map(number)
}

/// The first of the values that a row demands of an argument, as C spells it; 2 where it demands nothing.
fn integer(row: &toml::Table, argument: usize) -> i64 {
    demanded(row, argument).unwrap_or(2)
}

/// The first of the values that a row demands of an argument, if it demands any.
pub fn demanded(row: &toml::Table, argument: usize) -> Option<i64> {
    let demanded = |key: &'static str| {
        let demands = list(row, key).filter_map(toml::Value::as_array);
        demands.filter(move |demand| demand.first().and_then(number) == Some(argument))
    };
    let interval = demanded("succeeds").next().and_then(|demand| {
        let (least, most) = (demand.get(1)?.as_integer()?, demand.get(2)?.as_integer()?);
        Some(2.clamp(least, most))
    });
    let bits = demanded("bits").next().map(|demand| {
        let bits = demand.get(1).and_then(toml::Value::as_integer).unwrap_or(0);
        2 & bits
    });
    interval.or(bits)
}

/// What the memory holds at first: a word that the row demands; zeroes where it is an object of synchronisation; else a short text.
fn content(row: &toml::Table, argument: usize) -> String {
    let words = list(row, "words").filter_map(toml::Value::as_array);
    let word = words
        .filter(|words| words.first().and_then(number) == Some(argument))
        .find_map(|words| words.get(1)?.as_str()?.split(' ').next());
    let synchronises = ["operates-on", "initialises", "destroys"];
    match word {
        Some(word) => format!("{word:?}"),
        None if synchronises.iter().any(|key| row.contains_key(*key)) => "\"\"".to_owned(),
        None => "\"1\"".to_owned(),
    }
}

/// The program: arguments that lead to memory are pointers, functions are functions, and all others are numbers.
fn program(function: &str, row: &toml::Table, (pointers, probed): (&BTreeSet<usize>, usize), touch: Touch) -> String {
    let functions = functions(row);
    let others = ["size", "value", "length", "count", "thread", "succeeds", "bits"];
    let numbers = others.iter().flat_map(|key| {
        let listed = list(row, key).filter_map(|entry| number(entry).or_else(|| number(entry.as_array()?.first()?)));
        listed.chain(row.get(*key).and_then(number))
    });
    let last = pointers
        .iter()
        .chain(&functions)
        .copied()
        .chain(numbers)
        .max()
        .unwrap_or(0);
    // More arguments than the row names: lengths and flags mostly.
    let count = last + 3;
    let (mut declared, mut given, mut memories) = (Vec::new(), Vec::new(), String::new());
    for argument in 0..count {
        if argument == probed {
            declared.push("void *".to_owned());
            given.push(MEMORY.to_owned());
        } else if pointers.contains(&argument) {
            declared.push("void *".to_owned());
            given.push(format!("other{argument}"));
            memories += &format!("char other{argument}[256] = {};\n", content(row, argument));
        } else if functions.contains(&argument) {
            declared.push("int (*)(void *, void *)".to_owned());
            given.push("helper".to_owned());
        } else {
            declared.push("long".to_owned());
            // Without an attribute, objects are ordinary ones.
            let is_attribute = row.get("attribute").and_then(number) == Some(argument);
            given.push(if is_attribute { 0 } else { integer(row, argument) }.to_string());
        }
    }
    let touches = match touch {
        Touch::Read => format!("seen = {MEMORY}[0];"),
        Touch::Write => format!("{MEMORY}[0] = '1';"),
    };
    // The functions that the program needs itself have their own declarations.
    let own = [
        (
            "pthread_create",
            "int pthread_create(unsigned long *, void *, void *(*)(void *), void *);",
        ),
        ("pthread_join", "int pthread_join(unsigned long, void **);"),
    ];
    let threads: Vec<&str> = own.iter().map(|row| row.1).collect();
    let threads = threads.join("\n") + "\n";
    let declaration = match own.iter().any(|row| row.0 == function) {
        true => String::new(),
        false => format!("long {function}({});", declared.join(", ")),
    };
    if function == "pthread_create" {
        given.truncate(4);
    } else if function == "pthread_join" {
        given.truncate(2);
    }
    let effect = row.get("effect").and_then(toml::Value::as_str).unwrap_or_default();
    let is_heap = matches!(effect, "free" | "reallocate") && row.get("pointer").and_then(number) == Some(probed);
    let (memory, made) = match is_heap {
        true => (
            format!("void *malloc(unsigned long);\nchar *{MEMORY}"),
            format!("{MEMORY} = malloc(256);\n  "),
        ),
        false => (format!("char {MEMORY}[256] = {}", content(row, probed)), String::new()),
    };
    format!(
        "{threads}{memory};\nchar seen;\n{memories}\
         int helper(void *a, void *b) {{ return 0; }}\n\
         {declaration}\n\
         void *other(void *a) {{ {touches} return 0; }}\n\
         int main(void) {{\n  unsigned long t;\n  {made}pthread_create(&t, 0, other, 0);\n  {function}({});\n  pthread_join(t, 0);\n  return 0;\n}}\n",
        given.join(", ")
    )
}
