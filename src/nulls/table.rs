//! What is told of dereferences: those of one program one by one, or numbers of several programs.

use super::Setting;
use crate::ir::{Files, Position};
use std::fmt::Write;

/// A dereference of a pointer that was read from memory that two threads access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dereference {
    /// Where it stands.
    pub at: Position,
    /// The name of the function.
    pub function: String,
    /// The pointer as C, where it has a name.
    pub pointer: Option<String>,
    /// Whether it is safe, by the places of [`Setting::ALL`].
    pub safe: [bool; Setting::ALL.len()],
    /// Why it is not proved with all that is known.
    pub why: Why,
}

/// Why a dereference is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is.
    Proved,
    /// Not even a single thread shows it.
    NothingShows,
    /// Another thread may write the pointer, or a place on the way to it.
    WrittenAt(Position),
    /// What another thread may do, or which memory is meant, is not known.
    Untold,
}

/// What was found of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// What it is called.
    pub name: String,
    /// Its dereferences, by place.
    pub dereferences: Vec<Dereference>,
    /// Why nothing can be told of it, if that is so.
    pub failure: Option<String>,
    /// How many obstacles the analysis met, each of which may hide a write.
    pub obstacles: usize,
}

impl Program {
    /// How many dereferences are safe in each setting.
    pub fn safe(&self) -> [usize; Setting::ALL.len()] {
        std::array::from_fn(|setting| self.dereferences.iter().filter(|it| it.safe[setting]).count())
    }
}

/// The dereferences of a program that are not proved, one a line, and how many are.
pub fn list(program: &Program, files: &Files) -> String {
    let mut out = String::new();
    for dereference in program.dereferences.iter().filter(|it| it.why != Why::Proved) {
        let pointer = dereference
            .pointer
            .as_deref()
            .map_or("a pointer".to_owned(), |it| format!("`{it}`"));
        let why = match dereference.why {
            Why::Proved | Why::NothingShows => "nothing shows that it is not null".to_owned(),
            Why::WrittenAt(at) => format!("another thread may write it at {}", files.display(at)),
            Why::Untold => "it is not known what other threads write".to_owned(),
        };
        // Writing to a text does not fail.
        let _ = writeln!(
            out,
            "{}: {pointer} in {} may be null: {why}",
            files.display(dereference.at),
            dereference.function
        );
    }
    let proved = program.safe()[Setting::ALL.len() - 1];
    let all = program.dereferences.len();
    let _ = writeln!(
        out,
        "{proved} of {all} dereferences of pointers in memory that two threads access are safe."
    );
    if program.obstacles > 0 {
        let _ = writeln!(
            out,
            "That rests on {} obstacles, each of which may hide a write: see `pepsin check`.",
            program.obstacles
        );
    }
    out
}

const HEAD: [&str; 2] = ["program", "dereferences"];

/// The cells of a row: the numbers of a program, or why there are none.
fn cells(program: &Program) -> Vec<String> {
    let numbers = std::iter::once(program.dereferences.len()).chain(program.safe());
    let numbers: Vec<String> = match &program.failure {
        None => numbers
            .chain([program.obstacles])
            .map(|number| number.to_string())
            .collect(),
        Some(_) => vec![String::new(); 2 + Setting::ALL.len()],
    };
    let name = std::iter::once(program.name.clone());
    let note = std::iter::once(program.failure.clone().unwrap_or_default());
    name.chain(numbers).chain(note).collect()
}

fn head() -> Vec<String> {
    let settings = Setting::ALL.iter().map(|(_, name)| *name);
    let all = HEAD.into_iter().chain(settings).chain(["obstacles", "note"]);
    all.map(str::to_owned).collect()
}

/// The sum of all programs of which something is told.
fn sum(programs: &[Program]) -> Program {
    let told = programs.iter().filter(|program| program.failure.is_none());
    Program {
        name: "all".to_owned(),
        dereferences: told.clone().flat_map(|program| program.dereferences.clone()).collect(),
        failure: None,
        obstacles: told.map(|program| program.obstacles).sum(),
    }
}

/// A table of programs, as Markdown.
pub fn table(programs: &[Program]) -> String {
    let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut out = row(&head());
    out.push_str(&row(&vec!["---".to_owned(); head().len()]));
    out.extend(
        programs
            .iter()
            .chain([&sum(programs)])
            .map(|program| row(&cells(program))),
    );
    out
}

/// The same as CSV.
pub fn csv(programs: &[Program]) -> String {
    let quoted = |cell: &String| match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    let row = |cells: &[String]| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    let mut out = row(&head());
    out.extend(programs.iter().map(|program| row(&cells(program))));
    out
}

/// The same as JSON.
pub fn json(programs: &[Program]) -> String {
    let settings = |program: &Program| {
        let safe = program.safe();
        let named = Setting::ALL
            .iter()
            .zip(safe)
            .map(|((_, name), safe)| ((*name).to_owned(), safe.into()));
        named.collect::<serde_json::Map<String, serde_json::Value>>()
    };
    let program = |program: &Program| {
        serde_json::json!({
            "program": program.name,
            "dereferences": program.dereferences.len(),
            "safe": settings(program),
            "obstacles": program.obstacles,
            "failure": program.failure,
        })
    };
    let programs: Vec<serde_json::Value> = programs.iter().map(program).collect();
    let mut text = serde_json::json!({ "programs": programs }).to_string();
    text.push('\n');
    text
}
