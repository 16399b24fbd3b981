//! Candidates in words, and why they are given up, for people who ask why something is not proved.

use super::candidates::{Candidate, Cell, Ends, Kind, Lock, WhenEmpty};
use super::heap::Broken;
use crate::ir::{FunctionId, Position, Program, RecordId};

impl Candidate {
    /// Tells that it is given up, where, and why.
    pub(super) fn refuse(&self, program: &Program, at: Option<(FunctionId, Position)>, Broken(why): Broken) {
        let what = self.told(program);
        match at {
            Some((function, at)) => log::trace!(
                target: "claim",
                "{}: {what} hands nothing over, because in {} {why}",
                program.files.display(at),
                program.function(function).name
            ),
            None => log::trace!(target: "claim", "{what} hands nothing over, because {why}"),
        }
    }

    /// What it is, in words.
    pub fn told(&self, program: &Program) -> String {
        let cell = |cell| match cell {
            Cell::Field(record, number) => field(program, (record, number)),
            Cell::Global(global) => program.global(global).name.clone(),
        };
        let beside = |words: &str, it: Option<Cell>| it.map_or(String::new(), |it| format!(" {words} {}", cell(it)));
        let payload = self
            .payload()
            .map(|payload| format!(" with what {} leads to", field(program, payload)));
        let what = match self.kind {
            Kind::List {
                link, tail, when_empty, ..
            } => {
                let words = match when_empty {
                    WhenEmpty::EndsAtHead => "with the last link at",
                    WhenEmpty::TailIsNull => "up to",
                    WhenEmpty::TailIsAnything => "up to, unless it is empty,",
                };
                format!("the list by {}{}", field(program, link), beside(words, tail))
            }
            Kind::Lists { link, other, .. } => {
                format!("the list by {} beside that at {}", field(program, link), cell(other))
            }
            Kind::Slot { flag } => format!("the slot{}", beside("with the flag", flag)),
            Kind::Ring(ring) => format!(
                "the {} of {}{}{}{}{}",
                if ring.ends == Ends::Top { "stack" } else { "ring" },
                ring.size,
                ring.carrier
                    .map_or(String::new(), |carrier| format!(" {}", field(program, carrier))),
                beside("from", ring.output()),
                beside("to", ring.input()),
                beside("counted by", ring.count)
            ),
        };
        let lock = match self.lock {
            Lock::Before(bytes) => format!("a lock {bytes} bytes before"),
            Lock::Global(global, bytes) => format!("the lock at {}+{bytes}", program.global(global).name),
        };
        format!(
            "{what}{} at {} under {lock}",
            payload.unwrap_or_default(),
            cell(self.head)
        )
    }
}

/// A field, in words.
fn field(program: &Program, (record, number): (RecordId, u32)) -> String {
    let name = program
        .types
        .fields(record)
        .get(number as usize)
        .map(|field| &field.name);
    format!(
        "{}.{}",
        program.types.record(record).name,
        name.map_or("?", String::as_str)
    )
}
