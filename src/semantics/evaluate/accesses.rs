//! Accesses: what is recorded of each, and what it asks of the state.

use crate::races::{Access, AccessKind, Atomicity, Bytes, Freshness, Origin, SymbolicLock, WatchedValue};
use crate::semantics::claims::watched;
use crate::semantics::evaluate::of_all;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::inscriptions::{Inscribed, NumberId, Pattern, Slot};
use crate::semantics::state::{Extent, Meeting, State, Variable};
use crate::semantics::system::{Clues, Located, Touch, Transfer, UnknownAccess, WrittenBeside, variables};
use crate::values::{Addresses, ObjectId, Offsets};
use pepsin_digests::DigestId;
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::sync::Arc;

/// So many bytes from one of some offsets on; where these are rows in a row, all bytes of each of them.
pub fn bytes(offsets: Offsets, size: u64) -> Bytes {
    let (first, last, stride, run) = offsets.runs();
    match stride {
        0 => Bytes::at(first, size),
        _ if size == 0 => Bytes::strided(first, last, stride, 0),
        _ => Bytes::strided(first, last, stride, size.saturating_add(run)),
    }
}

/// Records an access at addresses, and which objects have escaped.
pub fn record_access(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses, touch: &Touch) {
    let may_be_shared = touch_accessed(transfer, state, addresses);
    if !transfer.records() {
        return;
    }
    note_across(transfer, state, addresses, touch);
    if state.fences.has_unlearned_addresses() {
        // What only the ego knows is its own: no address that it read leads there.
        let foreign = addresses
            .objects()
            .filter(|object| interference::is_shared(transfer, state, *object));
        transfer.record(|recorder, _| recorder.leaked.extend(foreign));
    }
    // What is touched behind a release fence is not published by it.
    let is_atomic = touch.atomicity == Atomicity::Atomic && !is_seeded(Bug::BehindFenceNoted);
    let is_behind = is_atomic && state.fences.is_behind_release();
    let watched = match may_be_shared && !is_behind {
        true => watched::watched_values(transfer, state),
        false => Arc::from([]),
    };
    let guard = touch
        .intent
        .guard
        .filter(|guard| touch.kind == AccessKind::Write && guard.covers(addresses, touch.size));
    let past = guard.map_or(state.past.id, |guard| guard.past);
    let access = access_anywhere(transfer, touch, past, watched);
    for access in accesses_to_objects(transfer, state, addresses, (touch, &access)) {
        transfer.record(|recorder, _| {
            if access.freshness == Freshness::Shared {
                recorder.escaped.insert(access.object);
            }
            recorder.access(access);
        });
    }
    if let (AccessKind::Write, Inscribed::At(pattern, slot)) = (touch.kind, touch.intent.inscribes) {
        note_written(
            transfer,
            state,
            addresses,
            touch.size,
            (pattern, slot),
            touch.intent.number,
        );
    }
    if let Some(origin) = addresses.origin() {
        transfer.record(|recorder, _| recorder.unknown_accesses.push(UnknownAccess { access, origin }));
    }
}

/// An access of which it is not told what it touches.
fn access_anywhere(transfer: &Transfer<'_, '_>, touch: &Touch, past: DigestId, watched: Arc<[WatchedValue]>) -> Access {
    Access {
        object: ObjectId::new(0),
        bytes: Bytes::ANYWHERE,
        kind: touch.kind,
        atomicity: touch.atomicity,
        digest: past,
        thread: transfer.analysis.digests.thread(past),
        at: touch.at,
        function: transfer.unknown.function,
        ty: touch.ty,
        freshness: Freshness::Shared,
        symbolic_locks: Vec::new(),
        cell: None,
        owner: None,
        owned: touch.clues.owned,
        vacant: touch.clues.vacant.clone(),
        taken: touch.clues.taken.clone(),
        segments: touch.clues.segments.clone(),
        rows: touch.clues.rows.clone(),
        phases: Vec::new(),
        handed: touch.clues.handed(touch.kind).to_vec(),
        watched,
        origin: Origin::Direct,
    }
}

/// An access by what it touches of each object to which addresses lead.
fn accesses_to_objects<'a>(
    transfer: &'a Transfer<'_, '_>,
    state: &'a State,
    addresses: &'a Addresses,
    (touch, access): (&'a Touch, &'a Access),
) -> impl Iterator<Item = Access> + 'a {
    let targets = addresses.targets().iter();
    let targets = targets.filter(|(object, _)| transfer.analysis.is_data(*object));
    targets.map(move |&(object, offsets)| {
        let shared = interference::is_shared(transfer, state, object);
        Access {
            object,
            bytes: bytes(offsets, touch.size),
            freshness: if shared { Freshness::Shared } else { Freshness::Fresh },
            symbolic_locks: symbolic_locks(transfer, touch, access.digest, object, offsets),
            cell: touch.clues.cell.clone().filter(|cell| cell.object == object),
            owner: touch.clues.owners.of(object, transfer.analysis.objects.kind(object)),
            ..access.clone()
        }
    })
}

/// The reads of what a place denotes in a state that nothing makes; nothing where that is not known. What needs the whole solution to be
/// kept to stays out of them: what a thread was given, took or owns, and what is handed over.
pub fn pseudo_reads(transfer: &Transfer<'_, '_>, state: &State, located: &Located) -> Option<Vec<Access>> {
    let (start, size) = located.touched;
    let touch = Touch {
        size,
        ty: Some(located.ty),
        clues: Clues {
            near: located.clues.near.clone(),
            inside: located.clues.inside.clone(),
            cell: located.clues.cell.clone(),
            owners: located.clues.owners.clone(),
            ..Clues::default()
        },
        ..Touch::bytes(size, AccessKind::Read, Atomicity::Plain, located.at)
    };
    let addresses = located.addresses.moved(Offsets::constant(start));
    if addresses.origin().is_some() {
        return None;
    }
    let watched = match interference::is_alone(transfer.analysis, state) {
        true => Arc::from([]),
        false => watched::watched_values(transfer, state),
    };
    let access = access_anywhere(transfer, &touch, state.past.id, watched);
    Some(accesses_to_objects(transfer, state, &addresses, (&touch, &access)).collect())
}

/// The locks that belong to an access to an object: those of the bytes, and those of all bytes that they may be.
fn symbolic_locks(
    transfer: &Transfer<'_, '_>,
    touch: &Touch,
    past: DigestId,
    object: ObjectId,
    offsets: Offsets,
) -> Vec<SymbolicLock> {
    let mut locks = touch.clues.locks_of(object);
    for lock in of_all::locks_of_all(transfer.analysis, past, object, offsets) {
        if !locks.contains(&lock) {
            locks.push(lock);
        }
    }
    locks
}

/// Bytes are written, by a pattern or not, in a slot of a row or not, where threads may find numbers.
pub fn note_written(
    transfer: &Transfer<'_, '_>,
    state: &State,
    addresses: &Addresses,
    size: u64,
    (pattern, slot): (Option<Pattern>, Option<Slot>),
    number: Option<NumberId>,
) {
    let is_asked = transfer.analysis.text.inscribes() || transfer.analysis.text.has_segments();
    if !is_asked || interference::is_alone(transfer.analysis, state) {
        return;
    }
    let targets = addresses.targets().iter();
    let written = targets.map(|(object, offsets)| WrittenBeside {
        object: *object,
        bytes: bytes(*offsets, size),
        by: transfer.context.thread,
        pattern,
        slot,
        number,
        shared: interference::is_shared(transfer, state, *object),
    });
    transfer.record(|recorder, _| recorder.written_beside_threads.extend(written));
}

/// An access asks of its objects, and of the watched variables if another thread may make one there. Returns whether
/// one may.
fn touch_accessed(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> bool {
    addresses.objects().for_each(|object| views::touch(transfer, object));
    let may_be_shared = may_be_shared(transfer, state, addresses);
    if may_be_shared {
        for number in 0..transfer.analysis.text.watched.len() {
            views::touch(transfer, variables::watched_variable(transfer, number).object);
        }
    }
    may_be_shared
}

/// What is claimed of a variable holds for its bytes as one, not for some of them or for more.
fn note_across(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses, touch: &Touch) {
    if interference::is_alone(transfer.analysis, state)
        || touch.kind == AccessKind::Read && touch.atomicity == Atomicity::Plain
    {
        return;
    }
    let is_across = |variable: &Variable| {
        let mut targets = addresses.targets().iter();
        targets.any(|(object, offsets)| {
            *object == variable.object && variable.meeting(Extent::new(*offsets, Some(touch.size))) == Meeting::Across
        })
    };
    let watched = (0..transfer.analysis.text.watched.len()).map(|number| variables::watched_variable(transfer, number));
    let across = watched.filter(is_across);
    transfer.record(|recorder, _| recorder.accessed_across.extend(across));
}

/// Whether another thread may run that can reach what stands at one of some addresses.
fn may_be_shared(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> bool {
    let reachable = |object| transfer.analysis.is_data(object) && interference::is_shared(transfer, state, object);
    !interference::is_alone(transfer.analysis, state)
        && (addresses.origin().is_some() || addresses.objects().any(reachable))
}
