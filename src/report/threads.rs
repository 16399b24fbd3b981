//! How threads are called in reports. A signal handler is a thread to the analysis; people know it as what it is.

use super::code::Code;
use crate::ir::{Files, Position};
use crate::races::{Creation, Multiplicity, Repetition, Thread, ThreadId};

/// What stands between the name of a handler and the place where it is installed.
const INSTALLED: &str = ", a signal handler installed at ";

/// Whether a thread is known by its name as a signal handler.
pub fn is_handler(name: &str) -> bool {
    name.contains(INSTALLED)
}

/// A thread as people know it: `main`, ‘worker created at line 17, in a loop’, or ‘stop, a signal handler installed at line 4’.
/// A creation in another file than `seen_from` is given with its file.
pub fn thread_name(threads: &[Thread], id: ThreadId, code: &Code<'_>, files: &Files, seen_from: Position) -> String {
    let Some(thread) = threads.iter().find(|thread| thread.id == id) else {
        return "an unknown thread".to_owned();
    };
    if thread.created_at.is_empty() {
        return thread.routine.clone();
    }
    let places: Vec<String> = thread
        .created_at
        .iter()
        .map(|creation| place(creation, files, seen_from))
        .collect();
    // It may run any number of times, however it is told apart from itself.
    if thread
        .created_at
        .iter()
        .all(|creation| code.installs_handler(creation.at))
    {
        return format!("{}{INSTALLED}{}", thread.routine, places.join(" or "));
    }
    let repeated = thread
        .created_at
        .iter()
        .any(|creation| creation.repetition == Repetition::Repeated);
    let count = match (thread.multiplicity, repeated) {
        (Multiplicity::Unique, _) => "",
        (Multiplicity::Multiple, true) => ", in a loop",
        (Multiplicity::Multiple, false) => ", several times",
    };
    let alike: Vec<&Thread> = threads.iter().filter(|other| looks_like(other, thread)).collect();
    let which = match alike.len() {
        0 | 1 => String::new(),
        count => format!(
            ", number {} of {count}",
            alike.iter().filter(|other| other.id <= id).count()
        ),
    };
    format!("{} created at {}{count}{which}", thread.routine, places.join(" or "))
}

/// Whether the names of two threads would not tell them apart.
fn looks_like(one: &Thread, other: &Thread) -> bool {
    let lines = |thread: &Thread| -> Vec<_> {
        let places = thread.created_at.iter();
        places.map(|creation| (creation.at.file, creation.at.line)).collect()
    };
    (&one.routine, one.multiplicity, lines(one)) == (&other.routine, other.multiplicity, lines(other))
}

fn place(creation: &Creation, files: &Files, seen_from: Position) -> String {
    if creation.at.file == seen_from.file {
        format!("line {}", creation.at.line)
    } else {
        format!("{}:{}", files.name(creation.at.file), creation.at.line)
    }
}

/// A place of creation, and whether it is passed more than once.
pub(super) fn creation_place(creation: &Creation, place: String) -> String {
    match creation.repetition {
        Repetition::Once => place,
        Repetition::Repeated => format!("{place}, in a loop"),
    }
}
