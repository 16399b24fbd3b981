//! Which locations need no more.
//!
//! A location is an object, or those of its bytes that no access overlaps together with others. Accesses through pointers are accesses to all bytes of all objects of a
//! class. A lock counts as long as nobody overwrites it when there may be several threads.

use std::collections::BTreeSet;

use super::accesses::{Accesses, Summary};
use super::classes::Class;
use super::memory::{Kind, Memory, ObjectNumber};
use super::spots::Bytes;
use super::threads::Who;
use crate::ir::Position;

/// Why a location needs no precise analysis, or which accesses are the reason that it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is accessed only before the first thread is created.
    SingleThreaded,
    /// No other thread than its maker can reach it.
    NeverShared,
    /// Only one thread accesses it once there may be several.
    OneThread,
    /// It is only read once there may be several threads.
    OnlyRead,
    /// All accesses are atomic once there may be several threads.
    OnlyAtomic,
    /// The same lock is held at all accesses once there may be several threads: the object and the first byte of the lock.
    OneLock(ObjectNumber, u64),
    /// Two accesses that may be made at once as far as this stage knows; one writes.
    Open {
        /// The one that writes.
        write: Position,
        /// Another one.
        other: Position,
    },
}

/// What is found of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The object.
    pub object: ObjectNumber,
    /// The bytes, if they are not all.
    pub bytes: Option<Bytes>,
    /// Why it needs no more, or does.
    pub reason: Reason,
}

/// Looks at all locations that are accessed, in the order of objects and bytes.
pub fn verdicts(memory: &mut Memory<'_>, found: &Accesses) -> Vec<Finding> {
    let shared = memory.shared_classes();
    let locks = usable_locks(memory, found);
    let mut findings = Vec::new();
    for object in 0..memory.objects.len() {
        let class = memory.classes.find(memory.objects[object].class);
        for (bytes, summary) in locations(memory, found, object, class) {
            let reason = match reason_by_kind(memory, object, class, &shared) {
                Some(reason) => reason,
                None => reason_by_accesses(memory, found, &summary, (object, class), &locks),
            };
            findings.push(Finding { object, bytes, reason });
        }
    }
    findings
}

/// The locations of an object, each with all of its accesses.
fn locations(
    memory: &Memory<'_>,
    found: &Accesses,
    object: ObjectNumber,
    class: Class,
) -> Vec<(Option<Bytes>, Summary)> {
    let by_name = &found.objects[object];
    let through_pointers = found.classes.get(&class);
    let whole = by_name.get(&None).into_iter().chain(through_pointers);
    let mut everywhere: Option<Summary> = None;
    for summary in whole {
        match &mut everywhere {
            Some(known) => known.or(summary),
            none => *none = Some(summary.clone()),
        }
    }
    let mut parts: Vec<(Bytes, Summary)> = Vec::new();
    for (bytes, summary) in by_name {
        let Some(bytes) = bytes else { continue };
        match parts.last_mut() {
            Some((last, known)) if bytes.start < last.end => {
                last.end = last.end.max(bytes.end);
                known.or(summary);
            }
            _ => parts.push((*bytes, summary.clone())),
        }
    }
    let Some(everywhere) = everywhere else {
        let size = memory.objects[object].size;
        let is_all = |bytes: &Bytes| bytes.start == 0 && Some(bytes.end) == size;
        let located = parts.into_iter();
        return located
            .map(|(bytes, summary)| (Some(bytes).filter(|bytes| !is_all(bytes)), summary))
            .collect();
    };
    // What may be anywhere in the object meets each part, so the object is one location.
    let mut all = everywhere;
    for (_, summary) in &parts {
        all.or(summary);
    }
    vec![(None, all)]
}

/// The locks that nobody overwrites when there may be several threads, by their numbers.
fn usable_locks(memory: &mut Memory<'_>, found: &Accesses) -> Vec<bool> {
    let is_usable = |memory: &mut Memory<'_>, lock: &super::locks::Lock| {
        let class = memory.classes.find(memory.objects[lock.object].class);
        let overlaps = |bytes: &Option<Bytes>| {
            bytes.is_none_or(|bytes| bytes.start < lock.bytes.end && lock.bytes.start < bytes.end)
        };
        let by_name = found.objects[lock.object].iter().filter(|(bytes, _)| overlaps(bytes));
        let mut all = by_name.map(|(_, summary)| summary).chain(found.classes.get(&class));
        let is_outside = memory.is_touched_by_others(class);
        !is_outside && all.all(|summary| !summary.is_overwritten)
    };
    found.locks.iter().map(|lock| is_usable(memory, lock)).collect()
}

/// What the object itself tells.
fn reason_by_kind(memory: &Memory<'_>, object: ObjectNumber, class: Class, shared: &BTreeSet<Class>) -> Option<Reason> {
    let has_owner = matches!(
        memory.objects[object].kind,
        Kind::Local(..) | Kind::Heap | Kind::ThreadLocal(_) | Kind::Own(_)
    );
    (has_owner && !shared.contains(&class)).then_some(Reason::NeverShared)
}

fn reason_by_accesses(
    memory: &mut Memory<'_>,
    found: &Accesses,
    summary: &Summary,
    (object, class): (ObjectNumber, Class),
    locks: &[bool],
) -> Reason {
    let Some(any) = summary.written.or(summary.read) else {
        return Reason::SingleThreaded;
    };
    // Others may access what lies outside, in ways that the text does not show.
    let is_given = matches!(memory.objects[object].kind, Kind::Given(_) | Kind::Own(_));
    if is_given || memory.is_touched_by_others(class) {
        let other = summary.read.unwrap_or(any);
        return Reason::Open { write: any, other };
    }
    if summary.who != Who::Several {
        return Reason::OneThread;
    }
    let Some(write) = summary.written else {
        return Reason::OnlyRead;
    };
    if !summary.is_plain {
        return Reason::OnlyAtomic;
    }
    let guards = summary.locks.iter().flatten();
    let mut guards = guards.filter(|lock| locks[**lock as usize]);
    match guards.next() {
        Some(lock) => {
            let lock = &found.locks[*lock as usize];
            Reason::OneLock(lock.object, lock.bytes.start)
        }
        None => Reason::Open {
            write,
            other: summary.read.unwrap_or(write),
        },
    }
}
