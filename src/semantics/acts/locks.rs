//! Locks: what acquiring and releasing does to states, and what it leaves for others.
//!
//! `unlock(m)` and `init(m)` are observable: their pasts stand at `[unlock m, key]`, indexed by `[unlock m]`.
//! `lock(m)` observes one of them:
//!
//! ```text
//!     ⟦lock m⟧ A  =  ⋃ { ⟦lock m⟧(A, [unlock m, key]) | key ∈ [unlock m] } ∪ ⟦lock m⟧(A, init)
//! ```
//!
//! The initial observable of a lock with static storage is the program's start; of another one it is the past in which its
//! memory was made, of which nothing is kept, so that locking it may have observed anything.

use std::rc::Rc;

use pepsin_digests::{
    Acquisition, Action, DigestId, LockId, LockKind, LockMode, LockOperand, LockTarget, MayBe, PlaceName,
};

use pepsin_lattice::MaySet;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::library::model::Mode;
use crate::semantics::acts::kinds;
use crate::semantics::sharing::{interference, publication};
use crate::semantics::state::{SplitKey, State};
use crate::semantics::system::{Analysis, Fact, Global, Locks, OperandFacts, Transfer, footprint};
use crate::values::{Addresses, ObjectId, Offsets, Value};

/// At most this many synchronisation objects of one array are named one by one.
const MOST_PLACES: usize = 64;
/// The only operand of an action.
const LOCK: LockOperand = LockOperand(0);

/// The mode in which a row of the library has a lock held.
pub fn mode_of(mode: Mode) -> LockMode {
    match mode {
        Mode::Write => LockMode::Write,
        Mode::Read => LockMode::Read,
    }
}

/// The locks that a pointer may denote, as far as digests can speak of them.
pub fn locks_at(transfer: &Transfer<'_, '_>, state: &State, pointer: &Value) -> Locks {
    let addresses = pointer.as_addresses().clone();
    Locks {
        names: lock_names(transfer, state, &addresses),
        addresses,
    }
}

fn lock_names(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> MayBe<LockId> {
    let names = transfer.analysis.digests.names();
    places_at(transfer, state, addresses).map(|place| names.lock(place))
}

/// The places of synchronisation objects that addresses may denote; definite if it is one in the whole execution.
pub fn places_at(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> MayBe<PlaceName> {
    if addresses.origin().is_some() {
        return MayBe::Unknown;
    }
    let mut places = Vec::new();
    for &(object, offsets) in addresses.targets() {
        let Some(members) = offsets.members(MOST_PLACES) else {
            return MayBe::Unknown;
        };
        places.extend(members.map(|offset| PlaceName { object, offset }));
    }
    match places.as_slice() {
        [place] if is_one_object(transfer, state, place.object) => MayBe::Definite(*place),
        _ => MayBe::OneOf(places),
    }
}

/// Whether the object is one object in the whole execution.
fn is_one_object(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    transfer.analysis.objects.is_unique(object) && !interference::is_of_reentered(transfer, state, object)
}

/// Acquires a lock: the states in which it is held.
pub fn lock(
    transfer: &Transfer<'_, '_>,
    state: State,
    pointer: &Value,
    mode: LockMode,
    kind: Option<LockKind>,
    acquisition: Acquisition,
) -> Vec<State> {
    let locks = locks_at(transfer, &state, pointer);
    let kind = kind.unwrap_or_else(|| kinds::kind_of(transfer, &locks));
    acquire(transfer, state, locks, mode, kind, acquisition)
}

/// Acquires one of some locks.
pub fn acquire(
    transfer: &Transfer<'_, '_>,
    state: State,
    locks: Locks,
    mode: LockMode,
    kind: LockKind,
    acquisition: Acquisition,
) -> Vec<State> {
    let action = Action::Lock {
        lock: LOCK,
        mode,
        kind,
        acquisition,
    };
    let definite = locks.names.definite();
    let facts = OperandFacts {
        locks,
        ..OperandFacts::none(transfer.analysis)
    };
    let digests = Rc::clone(&transfer.analysis.digests);
    let observed = definite.filter(|lock| transfer.analysis.has_static_storage(*lock));
    let mut next: Vec<DigestId> = match observed {
        Some(lock) => {
            let mut next = match is_seeded(Bug::NoInitialObservable) {
                true => Vec::new(),
                false => digests.observe(state.past.id, &action, transfer.analysis.start.id, &facts),
            };
            if let Fact::Keys(keys) = transfer.io.global(Global::Releases(lock)) {
                for &key in keys.iter() {
                    if let Fact::Past(past) = transfer.io.global(Global::Released(lock, key)) {
                        next.extend(digests.observe(state.past.id, &action, past.id, &facts));
                    }
                }
            }
            next
        }
        None => digests.step(state.past.id, &action, &facts),
    };
    next.sort_unstable();
    next.dedup();
    continue_with(transfer, state, &next)
}

/// The ego's past with a normal lock that it has just acquired, whoever held it before.
pub fn past_under(analysis: &Analysis<'_>, state: &State, locks: Locks) -> Option<DigestId> {
    let action = Action::Lock {
        lock: LOCK,
        mode: LockMode::Write,
        kind: LockKind::Normal,
        acquisition: Acquisition::Blocking,
    };
    let facts = OperandFacts {
        locks,
        ..OperandFacts::none(analysis)
    };
    match analysis.digests.step(state.past.id, &action, &facts).as_slice() {
        [single] => Some(*single),
        _ => None,
    }
}

/// Releases a lock.
pub fn unlock(transfer: &Transfer<'_, '_>, state: State, pointer: &Value) -> Vec<State> {
    let locks = locks_at(transfer, &state, pointer);
    release(transfer, state, locks)
}

/// Releases one of some locks.
pub fn release(transfer: &Transfer<'_, '_>, state: State, locks: Locks) -> Vec<State> {
    if let Some(candidates) = locks.names.candidates() {
        let key = interference::key(transfer.analysis, &state);
        for &lock in candidates {
            if transfer.analysis.has_static_storage(lock) {
                transfer.io.side(Global::Releases(lock), Fact::Keys(MaySet::new([key])));
                transfer
                    .io
                    .side(Global::Released(lock, key), Fact::Past(state.past.clone()));
            }
        }
    }
    let facts = OperandFacts {
        locks,
        ..OperandFacts::none(transfer.analysis)
    };
    let next = transfer
        .analysis
        .digests
        .step(state.past.id, &Action::Unlock { lock: LOCK }, &facts);
    continue_with(transfer, state, &next)
}

/// A lock object is initialised, destroyed, overwritten or freed.
pub fn reset_lock(transfer: &Transfer<'_, '_>, state: State, pointer: &Value) -> Vec<State> {
    if is_seeded(Bug::ResetStaysHeld) {
        return vec![state];
    }
    let locks = locks_at(transfer, &state, pointer);
    let facts = OperandFacts {
        locks,
        ..OperandFacts::none(transfer.analysis)
    };
    let action = Action::LockReset {
        target: LockTarget::Lock(LOCK),
    };
    let next = transfer.analysis.digests.step(state.past.id, &action, &facts);
    continue_with(transfer, state, &next)
}

/// Every lock inside an object loses its state.
pub fn reset_locks_inside(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    let held = interference::locks_held(transfer.analysis, state);
    let names = transfer.analysis.digests.names();
    if held.iter().all(|lock| names.lock_of(*lock).object != object) {
        return;
    }
    let action = Action::LockReset {
        target: LockTarget::Inside(object),
    };
    let next = transfer
        .analysis
        .digests
        .step(state.past.id, &action, &OperandFacts::none(transfer.analysis));
    if let Some(next) = joined(transfer.analysis, &next) {
        set_past(transfer, state, next);
    }
}

/// A write to bytes in which a lock that is held begins: it is not the same lock any more.
pub fn overwrite_locks(transfer: &Transfer<'_, '_>, state: &mut State, addresses: &Addresses, size: u64) {
    if is_seeded(Bug::OverwrittenStaysHeld) {
        return;
    }
    state.symbolic.overwritten(addresses, size, &transfer.analysis.objects);
    let names = transfer.analysis.digests.names();
    let overwritten = |lock: &&LockId| {
        let name = names.lock_of(**lock);
        let lock_starts = Offsets::constant(name.offset);
        addresses.targets().iter().any(|(object, offsets)| {
            transfer.analysis.objects.may_be_same(*object, name.object) && offsets.overlaps(size, lock_starts, 1)
        })
    };
    let held = interference::locks_held(transfer.analysis, state);
    let locks: Vec<LockId> = held.iter().filter(overwritten).copied().collect();
    if locks.is_empty() {
        return;
    }
    let facts = OperandFacts {
        locks: Locks::listed(MayBe::OneOf(locks)),
        ..OperandFacts::none(transfer.analysis)
    };
    let action = Action::LockReset {
        target: LockTarget::Lock(LOCK),
    };
    let next = transfer.analysis.digests.step(state.past.id, &action, &facts);
    if let Some(next) = joined(transfer.analysis, &next) {
        set_past(transfer, state, next);
    }
}

/// Begins an atomic block; inside of another one that does nothing.
pub fn begin_atomic(transfer: &Transfer<'_, '_>, mut state: State) -> Vec<State> {
    state.fences.leave();
    acquire(
        transfer,
        state,
        Locks::listed(MayBe::Definite(transfer.analysis.atomic_block)),
        LockMode::Write,
        LockKind::Recursive,
        Acquisition::Blocking,
    )
}

/// Ends an atomic block.
pub fn end_atomic(transfer: &Transfer<'_, '_>, state: State) -> Vec<State> {
    release(
        transfer,
        state,
        Locks::listed(MayBe::Definite(transfer.analysis.atomic_block)),
    )
}

/// Ends all atomic blocks that a thread is in which ends: it keeps nobody out any more.
pub fn leave_atomic_blocks(transfer: &Transfer<'_, '_>, state: State) -> Vec<State> {
    let block = transfer.analysis.atomic_block;
    let is_inside = |state: &State| interference::locks_held(transfer.analysis, state).contains(&block);
    if is_seeded(Bug::BlocksOutliveThreads) {
        return vec![state];
    }
    let may_be_inside = state.pending.iter().any(|(_, lock)| lock == block);
    let (mut inside, mut outside) = match may_be_inside && !is_inside(&state) {
        true => (Vec::new(), end_atomic(transfer, state)),
        false => (vec![state], Vec::new()),
    };
    while let Some(state) = inside.pop() {
        if !is_inside(&state) {
            outside.push(state);
            continue;
        }
        let before = state.past.id;
        // What one release does not change, no further one does.
        let (same, left): (Vec<_>, Vec<_>) = end_atomic(transfer, state)
            .into_iter()
            .partition(|state| state.past.id == before);
        outside.extend(same);
        inside.extend(left);
    }
    outside
}

/// The state with each of the pasts; those that are not kept apart are joined.
pub fn continue_with(transfer: &Transfer<'_, '_>, state: State, next: &[DigestId]) -> Vec<State> {
    let mut groups: Vec<(SplitKey, DigestId)> = Vec::new();
    for &id in next {
        let key = transfer.analysis.kept_apart(&state.past.with(id));
        match groups.iter_mut().find(|group| group.0 == key) {
            Some(group) => group.1 = transfer.analysis.digests.join(group.1, id),
            None => groups.push((key, id)),
        }
    }
    let mut continued = Vec::with_capacity(groups.len());
    for (_, id) in groups {
        let mut state = state.clone();
        set_past(transfer, &mut state, id);
        continued.push(state);
    }
    continued
}

/// Gives a state another past; views stay current only under locks that are still held.
pub fn set_past(transfer: &Transfer<'_, '_>, state: &mut State, id: DigestId) {
    publication::publish_unlocked(transfer, state, id);
    if state.past.id != id {
        footprint::touch_past(transfer);
        state.past.id = id;
        note_step(transfer, id);
        let held = interference::locks_held(transfer.analysis, state);
        state.localised.keep_locks(&held);
        state.takes.keep_looks(&held);
    }
}

/// Notes for who asks what is known while an instruction is executed that the thread has another past.
fn note_step(transfer: &Transfer<'_, '_>, past: DigestId) {
    transfer.record(|recorder, _| {
        if let Some(pseudo) = &mut recorder.pseudo {
            let activation = (transfer.unknown.function, transfer.unknown.context);
            pseudo.stepped(activation, transfer.instruction_at(), past);
        }
    });
}

/// The join of some pasts.
pub fn joined(analysis: &Analysis<'_>, ids: &[DigestId]) -> Option<DigestId> {
    ids.iter().copied().reduce(|a, b| analysis.digests.join(a, b))
}

/// An action of which the outcomes are not told apart.
pub fn act_in_one(transfer: &Transfer<'_, '_>, state: &mut State, action: &Action, facts: &OperandFacts) {
    let next = transfer.analysis.digests.step(state.past.id, action, facts);
    if let Some(next) = joined(transfer.analysis, &next) {
        set_past(transfer, state, next);
    }
}
