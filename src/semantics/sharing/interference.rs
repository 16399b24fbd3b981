//! Shared memory: the ego's view, the interference of others, and escape.
//!
//! Each write to shared memory is contributed to `[unlock m_g, key]`, and its key to the index `[unlock m_g]`.
//! What a thread may find in an object is its own view joined with what all writers wrote that its digest does not
//! exclude:
//!
//! ```text
//!     read g  =  view g  ⊔  ⨆ { [unlock m_g, key] | key ∈ [unlock m_g], interferes(A, A_key) }
//! ```
//!
//! A lock that was held at all writes and is held by the ego ever since it last looked keeps the view current
//! ("protection", Schwarz et al., SAS 2021, section 4; Vojdani et al., ASE 2016, section 3). If the ego holds such a lock
//! now, it finds what was published when that was released (see [`super::publication`]).
//! Writes made while no other thread runs reach others by creation only, so they are not contributed.

use std::collections::BTreeSet;
use std::rc::Rc;

use pepsin_digests::lockset::Locksets;
use pepsin_digests::{LockId, LockMode};
use pepsin_lattice::{Lattice, MaySet};

use crate::semantics::sharing::{held, leaks, looks, publication, views};
use crate::semantics::state::{Extent, Meeting, State};
use crate::semantics::system::{Analysis, Channel, Fact, Global, Key, Transfer, Written, variables};
use crate::values::{
    Addresses, Contents, Instance, Multiplicity, ObjectId, ObjectKind, Offsets, Source, Strength, Value,
};

/// Null, or an address in memory.
pub fn pointer_from(memory: ObjectId) -> Value {
    let mut value = Value::addresses(Addresses::of(memory, Offsets::ANY));
    value.join(&Value::ZERO);
    value
}

/// Any number, or an address in memory.
pub fn anything_from(memory: ObjectId) -> Value {
    let mut value = pointer_from(memory);
    value.join(&Value::ANY_NUMBER);
    value
}

/// The key under which the ego leaves things.
pub fn key(analysis: &Analysis<'_>, state: &State) -> Key {
    Key {
        thread: analysis.digests.thread(state.past.id),
        flag: analysis.digests.thread_flag(state.past.id),
    }
}

/// The locks certainly held.
pub fn locks_held(analysis: &Analysis<'_>, state: &State) -> Rc<[LockId]> {
    analysis.locks_held(&state.past)
}

/// The locks certainly held exclusively.
pub fn exclusive_locks(analysis: &Analysis<'_>, state: &State) -> Rc<[LockId]> {
    let Some(lockset) = analysis.digests.element::<Locksets>(state.past.id) else {
        return Rc::from([]);
    };
    lockset
        .iter()
        .filter(|(_, hold)| hold.mode == LockMode::Write)
        .map(|(lock, _)| lock)
        .collect()
}

/// Whether other threads may reach the object.
pub fn is_shared(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    match transfer.analysis.owner(object) {
        Some(owner) => owner != transfer.context.thread || views::has_escaped(transfer, state, object),
        None => true,
    }
}

/// Whether no other thread exists that could interfere.
pub fn is_alone(analysis: &Analysis<'_>, state: &State) -> bool {
    analysis.digests.thread_flag(state.past.id).is_alone()
}

/// Whether certainly no other thread was started yet.
pub fn is_at_first(analysis: &Analysis<'_>, state: &State) -> bool {
    analysis.digests.thread_flag(state.past.id).is_alone_at_first()
}

/// What the object may hold now, for the ego. Brings the view up to date.
pub fn contents(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) -> Contents {
    if is_outdated(transfer, state, object) {
        refresh(transfer, state, object);
    }
    let view = views::view(transfer, state, object);
    with_outside(transfer.analysis, object, view)
}

/// What the object may hold now, for the ego, who does not look.
pub fn peek(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Contents {
    let contents = match is_outdated(transfer, state, object) {
        true => with_interference(transfer, state, object),
        false => views::view(transfer, state, object),
    };
    with_outside(transfer.analysis, object, contents)
}

fn is_outdated(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    !held::is_held(transfer.analysis, object)
        && is_shared(transfer, state, object)
        && !is_alone(transfer.analysis, state)
        && !is_current(transfer, state, object)
}

fn with_outside(analysis: &Analysis<'_>, object: ObjectId, mut contents: Contents) -> Contents {
    if let Some(outside) = outside(analysis, object) {
        contents.join(&Contents::uniform(&outside));
    }
    contents
}

/// Whether the view is current: a lock that protects the object was held ever since it was.
pub fn is_current(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    is_current_by(transfer, state, (object, Global::Protecting(object)))
}

/// Whether the view of the watched variable with a number is current: a lock that protects it was held ever since that of its object was.
pub fn is_watched_current(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let object = variables::watched_variable(transfer, number).object;
    is_current(transfer, state, object) || is_current_by(transfer, state, (object, Global::ProtectingWatched(number)))
}

fn is_current_by(transfer: &Transfer<'_, '_>, state: &State, (object, protecting): (ObjectId, Global)) -> bool {
    let since = views::held_since(transfer, state, object);
    if since.is_empty() {
        return false;
    }
    match transfer.io.global(protecting) {
        Fact::Locks(protecting) => protecting.iter().any(|lock| since.contains(lock)),
        _ => true,
    }
}

pub fn refresh(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    let view = with_interference(transfer, state, object);
    note_foreign(transfer, state, &view);
    looks::forget_copies_of(transfer, state, object);
    views::set_view(transfer, state, object, view);
    let held = locks_held(transfer.analysis, state);
    views::note_current(transfer, state, object, &held);
}

/// The ego's view of an object, joined with what others wrote.
fn with_interference(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Contents {
    let mut view = views::view(transfer, state, object);
    match publication::published(transfer, state, object) {
        Some(published) => view.join(&published),
        None => view.join(&shown(transfer, state, object, Channel::All)),
    };
    view
}

/// What a channel shows of the writes to an object by others that the ego's digest does not exclude.
pub fn shown(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId, channel: Channel) -> Contents {
    let mut shown = Contents::nothing();
    let Fact::Keys(keys) = transfer.io.global(Global::Writers(object, channel)) else {
        return shown;
    };
    let own = transfer.analysis.digests.thread(state.past.id);
    let alone_of_its_id = transfer.analysis.digests.names().is_unique(own);
    for &key in keys.iter() {
        // The ego's own writes are in its view. Not to ask spares it from being woken by each of them.
        if key.thread == own && alone_of_its_id {
            continue;
        }
        if let Fact::Written(written) = transfer.io.global(Global::Written(object, channel, key))
            && transfer.analysis.digests.interferes(state.past.id, written.past.id)
        {
            shown.join(&written.contents);
        }
    }
    shown
}

/// What is read from shared memory may name objects that other threads of the ego's id made: those are shared.
fn note_foreign(transfer: &Transfer<'_, '_>, state: &mut State, view: &Contents) {
    if transfer.analysis.digests.names().is_unique(transfer.context.thread) {
        return;
    }
    for object in view.objects() {
        if transfer.analysis.owner(object) == Some(transfer.context.thread) {
            views::note_escaped(transfer, state, object);
        }
    }
}

/// Shows what was written to an object on a channel.
pub fn publish(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId, channel: Channel, contents: Contents) {
    let key = key(transfer.analysis, state);
    let keys = Fact::Keys(MaySet::new([key]));
    transfer.io.side(Global::Writers(object, channel), keys);
    let written = Written {
        past: state.past.clone(),
        object,
        contents,
    };
    let written = Fact::Written(Rc::new(written));
    transfer.io.side(Global::Written(object, channel, key), written);
}

/// Shows what an object holds that becomes known to other threads, or that begins anew under a name they know.
pub fn introduce(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId, contents: &Contents) {
    for channel in [Channel::All, Channel::Introduction] {
        publish(transfer, state, object, channel, contents.clone());
    }
}

/// Only the locks held exclusively now can protect the object, and the watched variables that meet some bytes of it.
pub fn weaken_protection(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId, bytes: Extent) {
    let protecting = exclusive_locks(transfer.analysis, state);
    for number in 0..transfer.analysis.text.watched.len() {
        let variable = variables::watched_variable(transfer, number);
        if variable.object == object && variable.meeting(bytes) != Meeting::Apart {
            let locks = Fact::Locks(protecting.clone());
            transfer.io.side(Global::ProtectingWatched(number), locks);
        }
    }
    transfer.io.side(Global::Protecting(object), Fact::Locks(protecting));
}

/// Lets the objects that a value points to be known to other threads, and returns the value as they know it.
pub fn escape(transfer: &Transfer<'_, '_>, state: &mut State, value: &Value) -> Value {
    leaks::leak_foreign(transfer, state, value);
    let (value, merged) = retire_recent(transfer, state, value, BTreeSet::new());
    make_known(transfer, state, value.objects().collect(), merged);
    value
}

/// Shows what objects hold that become known to others, and what can be reached from them. An object that is known on some
/// ways only is shown again; so is one into which another instance was *merged*.
fn make_known(transfer: &Transfer<'_, '_>, state: &mut State, mut open: Vec<ObjectId>, mut merged: BTreeSet<ObjectId>) {
    while let Some(object) = open.pop() {
        if transfer.analysis.owner(object) != Some(transfer.context.thread) {
            continue;
        }
        if held::is_held(transfer.analysis, object) {
            views::note_escaped(transfer, state, object);
            continue;
        }
        if views::is_introduced(transfer, state, object) && !merged.remove(&object) {
            continue;
        }
        views::note_escaped(transfer, state, object);
        views::note_introduced(transfer, state, object);
        let contents = views::view(transfer, state, object);
        open.extend(contents.objects());
        views::note_written(transfer, state, object);
        if !is_alone(transfer.analysis, state) {
            introduce(transfer, state, object, &contents);
            // Nobody has a view of an object that is just becoming known, unless its name is that of others, too.
            if !transfer.analysis.objects.is_unique(object) {
                weaken_protection(transfer, state, object, Extent::ANYWHERE);
            }
        }
    }
}

/// The most recent instance of an allocation loses that name when it escapes, because other threads' recent instances are
/// others. Returns the value with the other names, and adds these to those that another instance was merged into.
fn retire_recent(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    value: &Value,
    mut merged: BTreeSet<ObjectId>,
) -> (Value, BTreeSet<ObjectId>) {
    let mut value = value.clone();
    while let Some(recent) = reachable_recent(transfer, state, &value, &merged) {
        let older = transfer.analysis.instance(recent, Instance::Older);
        rename(transfer, state, recent, older);
        merged.insert(older);
        value = value.substitute(&|object| if object == recent { older } else { object });
    }
    (value, merged)
}

/// Merges the recent instance of an allocation into the older ones; if others may know those, what it holds becomes known.
pub fn merge_into_older(transfer: &Transfer<'_, '_>, state: &mut State, recent: ObjectId, older: ObjectId) {
    rename(transfer, state, recent, older);
    if views::has_escaped(transfer, state, older) {
        let (_, merged) = retire_recent(transfer, state, &Value::address(older, 0), BTreeSet::from([older]));
        make_known(transfer, state, vec![older], merged);
    }
}

/// A most recent instance that can be reached from a value. What was shown to others points to none, but for what came
/// there when another instance was merged into it.
fn reachable_recent(
    transfer: &Transfer<'_, '_>,
    state: &State,
    value: &Value,
    merged: &BTreeSet<ObjectId>,
) -> Option<ObjectId> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<ObjectId> = value.objects().collect();
    while let Some(object) = open.pop() {
        if transfer.analysis.owner(object) != Some(transfer.context.thread) || !seen.insert(object) {
            continue;
        }
        if matches!(
            transfer.analysis.objects.kind(object),
            ObjectKind::Heap {
                instance: Instance::Recent,
                ..
            }
        ) {
            return Some(object);
        }
        if merged.contains(&object) || !views::is_introduced(transfer, state, object) {
            open.extend(views::view(transfer, state, object).objects());
        }
    }
    None
}

/// Merges an object into another one, in all that the state knows.
pub fn rename(transfer: &Transfer<'_, '_>, state: &mut State, from: ObjectId, to: ObjectId) {
    if held::is_held(transfer.analysis, to) {
        return held::settle(transfer, state, from, to);
    }
    views::rename_view(transfer, state, from, to);
    rename_elsewhere(state, from, to);
}

/// Merges an object into another one, in all that the state knows besides memory.
pub fn rename_elsewhere(state: &mut State, from: ObjectId, to: ObjectId) {
    state.frame.rename(from, to);
    let renamed = |object| if object == from { to } else { object };
    state.specific = state.specific.substitute(&renamed);
    state.variadic = state.variadic.substitute(&renamed);
    state.renamed.insert(from);
}

/// Whether an object is a local variable of a function that may have two running activations.
pub fn is_of_reentered(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    match transfer.analysis.objects.kind(object) {
        ObjectKind::Local { function, .. } => views::is_reentered(transfer, state, function),
        _ => false,
    }
}

/// How a write to an object through a pointer that may only point there changes it.
pub fn strength(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Strength {
    match transfer.analysis.objects.multiplicity(object) {
        Multiplicity::Current if views::has_escaped(transfer, state, object) => Strength::Weak,
        _ => strength_of_own(transfer, state, object),
    }
}

/// How a write to an object changes it that is certainly the ego's own one, whatever others have of the same name.
pub fn strength_of_own(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Strength {
    let reentered = is_of_reentered(transfer, state, object);
    match transfer.analysis.objects.multiplicity(object) {
        Multiplicity::Once | Multiplicity::Current if !reentered => Strength::Strong,
        _ => Strength::Weak,
    }
}

/// What memory holds that the program did not make itself: literals hold numbers, and what comes from outside of
/// the program holds anything that does, and what the program stored there.
pub fn outside(analysis: &Analysis<'_>, object: ObjectId) -> Option<Value> {
    match analysis.objects.kind(object) {
        ObjectKind::Strings | ObjectKind::LibraryLocal(..) => Some(Value::ANY_NUMBER),
        ObjectKind::External(Source::Outside(class)) => Some(analysis.held_outside(class)),
        ObjectKind::External(_) => Some(anything_from(object)),
        _ => None,
    }
}
