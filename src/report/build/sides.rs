//! One side of a race: who accesses, how it got there, and which locks it holds.

use super::{Findings, kind, operation};
use crate::ir::{FunctionId, Position};
use crate::races::FOR_READING;
use crate::races::{Access, Atomicity, Origin, ThreadId};
use crate::report::code::OpenLock;
use crate::report::model::{AccessReport, CallReport, HeldReport, PlaceReport};
use crate::report::threads::thread_name;

impl Findings<'_> {
    /// An access as the solution knows it.
    pub(super) fn access(&self, access: &Access) -> AccessReport {
        let locks = self.evidence().predicates.locks(access.digest);
        let frames = self.frames(access);
        let address = match access.origin {
            Origin::Direct => None,
            Origin::UnknownPointer(at) => Some(format!(
                "through a pointer whose target is unknown at {}",
                self.place(at).display()
            )),
        };
        AccessReport {
            place: self.place(access.at),
            function: self.program.function(access.function).name.clone(),
            kind: kind(access.kind).into(),
            operation: operation(access.kind).map(Into::into),
            thread: self.thread_of(access),
            held: self.held(access, &locks, &frames),
            locks,
            atomic: access.atomicity == Atomicity::Atomic,
            address,
            created: self.creations(access.thread),
            stack: self.stack_of(&frames),
        }
    }

    /// The name of the thread that makes an access.
    pub(super) fn thread_of(&self, access: &Access) -> String {
        self.thread_name(access.thread, access.at)
    }

    /// The name of a thread, for a reader of the file of a place.
    pub(in crate::report) fn thread_name(&self, thread: ThreadId, seen_from: Position) -> String {
        thread_name(
            &self.evidence().threads,
            thread,
            self.code,
            &self.program.files,
            seen_from,
        )
    }

    /// Where the threads with an id are created.
    fn creations(&self, id: ThreadId) -> Vec<PlaceReport> {
        let thread = self.evidence().threads.iter().find(|thread| thread.id == id);
        let creations = thread.map_or(&[][..], |thread| &thread.created_at);
        creations.iter().map(|creation| self.place(creation.at)).collect()
    }

    /// A shortest way from the start of the thread to the access, outermost call first; only the access if no way is known.
    pub(in crate::report) fn frames(&self, access: &Access) -> Vec<(FunctionId, Position)> {
        let thread = self.evidence().threads.iter().find(|thread| thread.id == access.thread);
        let routine = thread.and_then(|thread| self.program.function_named(&thread.routine));
        let way = routine.and_then(|routine| self.code.paths.shortest(routine, access.function));
        let mut frames = way.unwrap_or_default();
        frames.push((access.function, access.at));
        frames
    }

    /// Frames as they are reported: nothing for an access in the routine of its thread, which stands beside it already.
    fn stack_of(&self, frames: &[(FunctionId, Position)]) -> Vec<CallReport> {
        let call = |(function, at): &(FunctionId, Position)| CallReport {
            place: self.place(*at),
            function: self.program.function(*function).name.clone(),
        };
        match frames {
            [_] => Vec::new(),
            frames => frames.iter().rev().map(call).collect(),
        }
    }

    /// The locks held: those that the solution names, and others that the code or a distance shows.
    fn held(&self, access: &Access, locks: &[String], frames: &[(FunctionId, Position)]) -> Vec<HeldReport> {
        let mut held = self.held_by_name(locks, frames);
        let cells = [&access.cell, &access.owner];
        let related =
            !access.symbolic_locks.is_empty() || cells.into_iter().flatten().any(|cell| !cell.locks.is_empty());
        if held.is_empty() && related {
            held.push(HeldReport {
                lock: "lock that belongs to the memory".to_owned(),
                certain: false,
                taken: None,
            });
        }
        held
    }

    /// The named locks, each with where it is taken if that can be told; then those that are open by the code besides.
    pub(in crate::report) fn held_by_name(
        &self,
        locks: &[String],
        frames: &[(FunctionId, Position)],
    ) -> Vec<HeldReport> {
        let innermost_first = frames.iter().rev();
        let mut open: Vec<OpenLock> = innermost_first
            .flat_map(|(function, at)| self.code.locks.at(*function, *at))
            .collect();
        let mut taken: Vec<Option<OpenLock>> = vec![None; locks.len()];
        let plain = |lock: &str| lock.strip_suffix(FOR_READING).unwrap_or(lock).to_owned();
        // The same text first, then the same member, then what is left over.
        let ways: [fn(&str, &str) -> bool; 3] = [|name, text| name == text, same_member, |_, _| true];
        for alike in ways {
            for (name, place) in locks.iter().zip(&mut taken).filter(|(_, place)| place.is_none()) {
                if let Some(found) = open.iter().position(|open| alike(&plain(name), &open.lock.text)) {
                    *place = Some(open.remove(found));
                }
            }
        }
        let named = locks.iter().zip(taken).map(|(lock, taken)| HeldReport {
            lock: match &taken {
                // `memory allocated at line 7` says less than how the lock is written.
                Some(taken) if plain(lock).contains(' ') => {
                    let mode = if lock.ends_with(FOR_READING) { FOR_READING } else { "" };
                    format!("{}{mode}", taken.lock.text)
                }
                _ => lock.clone(),
            },
            certain: true,
            taken: taken.map(|taken| self.place(taken.at)),
        });
        let others = open.iter().map(|open| HeldReport {
            lock: open.lock.text.clone(),
            certain: false,
            taken: Some(self.place(open.at)),
        });
        named.chain(others).collect()
    }
}

/// Whether a lock's name and a text end in the same member.
fn same_member(name: &str, text: &str) -> bool {
    let last = |text: &str| text.rsplit(['.', '>']).next().unwrap_or_default().to_owned();
    name.contains('.') && last(name) == last(text)
}
