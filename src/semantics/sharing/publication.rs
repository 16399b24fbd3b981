//! Values that hold while a lock is held ("mutex-meet"; Schwarz et al., "Clustered relational thread-modular abstract
//! interpretation with local traces", 2023, section 4, for single globals; Miné, VMCAI 2014).
//!
//! If a lock `m` is held exclusively at every write to an object, then whoever holds `m` finds in the object what it held
//! when `m` was last released by a thread that had written to it, or what the ego knows itself. What was there in between,
//! nobody sees who holds `m`:
//!
//! ```text
//!     write g    :  (g, m) ∈ pending                            for each m held exclusively
//!     unlock m   :  [g, unlock m]  ⊒  view g                    for each (g, m) ∈ pending
//!     read g     =  view g ⊔ ⨅ { [g, introduction] ⊔ [g, unlock m] | m protects g, m held }
//! ```
//!
//! The view of a writer is what the object really holds when it releases `m`, because only it can have written since.
//! *Introduction* is what an object held when it became known to other threads.
//! A lock may leave a lockset without being released, where states with and without it are joined; so a pair stays pending
//! until its lock certainly leaves by an action, and is published by every action behind which the lock may be free.

use pepsin_digests::{DigestId, LockId};
use pepsin_lattice::Lattice;

use crate::semantics::sharing::{interference, views};
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, Channel, Fact, Global, Transfer, footprint};
use crate::values::{Contents, ObjectId};

/// Of so many locks that are held and protect an object, what is published under them is compared.
const MOST_LOCKS: usize = 4;

/// An object was written to: those who take the locks held now will find what it holds when they are released.
pub fn await_unlock(analysis: &Analysis<'_>, state: &mut State, object: ObjectId) {
    for &lock in interference::exclusive_locks(analysis, state).iter() {
        state.pending.insert((object, lock));
    }
}

/// Publishes what was written under locks that are free, or may be, once the state has another past.
pub fn publish_unlocked(transfer: &Transfer<'_, '_>, state: &mut State, next: DigestId) {
    let before = interference::locks_held(transfer.analysis, state);
    let after = transfer.analysis.locks_held(&state.past.with(next));
    for &lock in before.iter().filter(|lock| !after.contains(lock)) {
        footprint::touch_released(transfer, lock);
    }
    if state.pending.is_empty() {
        return;
    }
    let (kept, free): (Vec<_>, Vec<_>) = state.pending.iter().partition(|(_, lock)| after.contains(lock));
    for &(object, lock) in &free {
        let view = views::view(transfer, state, object);
        interference::publish(transfer, state, object, Channel::Unlock(lock), view);
    }
    let may_be_held = free.into_iter().filter(|(_, lock)| !before.contains(lock));
    state.pending = kept.into_iter().chain(may_be_held).collect();
}

/// What others may have left in an object, for an ego that holds a lock which protects it; nothing if it holds none.
pub fn published(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Option<Contents> {
    let held = interference::locks_held(transfer.analysis, state);
    if held.is_empty() {
        return None;
    }
    let Fact::Locks(protecting) = transfer.io.global(Global::Protecting(object)) else {
        return None;
    };
    let locks = held.iter().filter(|lock| protecting.contains(lock)).take(MOST_LOCKS);
    let mut least: Option<Contents> = None;
    for lock in locks.copied().collect::<Vec<LockId>>() {
        let shown = interference::shown(transfer, state, object, Channel::Unlock(lock));
        if least.as_ref().is_none_or(|least| shown.leq(least)) {
            least = Some(shown);
        }
    }
    let mut published = least?;
    published.join(&interference::shown(transfer, state, object, Channel::Introduction));
    Some(published)
}
