//! Locks taken by who may have them already: where POSIX lets calls on locks fail, and what they return then.
//!
//! | kind | locking it | unlocking it |
//! | --- | --- | --- |
//! | normal | waits, and succeeds | succeeds |
//! | recursive | succeeds | fails if another thread holds it |
//! | error-checking | fails if the ego holds it | fails if the ego does not |
//! | robust | succeeds, but tells that its last holder has ended; or fails, if that left it so | fails if the ego does not hold it |
//! | read-write | fails if the ego holds it, one of both for writing | succeeds |
//!
//! (POSIX.1-2017, `pthread_mutex_lock` and `pthread_rwlock_wrlock`. That a normal mutex which is not held is unlocked is undefined.)
//! What is certainly held says the lockset; here are the locks that the ego *may* hold, of all kinds but the normal and the
//! recursive one. A lock of which the kind is not known is of none of the others unless the program makes one of those.

use pepsin_digests::LockKind;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::library::model::Kind;
use crate::semantics::acts::{kinds, locks};
use crate::semantics::claims::switches;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, Locks, Transfer};
use crate::values::Value;

/// `EPERM`.
const NOT_OWNER: i128 = 1;
/// `EOWNERDEAD`: the lock is acquired.
const OWNER_DEAD: i128 = 130;

/// What a call that locks may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// What it returns when the lock is acquired.
    pub acquired: Value,
    /// Whether it may return without.
    pub may_fail: bool,
}

/// What locking one of some locks may do, if the call waits.
pub fn outcomes(transfer: &Transfer<'_, '_>, state: &State, locks: &Locks, named: Kind, kind: LockKind) -> Outcomes {
    let robust = !is_seeded(Bug::OwnerNeverDead)
        && named == Kind::Initialised
        && !matches!(kind, LockKind::Normal | LockKind::Recursive)
        && transfer.io.global(Global::RobustMutexes) != Fact::Nothing;
    let mut acquired = Value::ZERO;
    if robust {
        acquired.join(&Value::constant(OWNER_DEAD));
    }
    let may_equal = |held, lock| transfer.analysis.may_be_one_lock(held, lock);
    let held = state.maybe_held.may_be(&locks.names, may_equal);
    Outcomes {
        acquired,
        may_fail: robust || held && fails_when_held(transfer, named, kind) && !is_seeded(Bug::NeverTakenAgain),
    }
}

/// Whether a lock cannot be taken by who holds it, and tells so.
fn fails_when_held(transfer: &Transfer<'_, '_>, named: Kind, kind: LockKind) -> bool {
    match kind {
        LockKind::Normal | LockKind::Recursive => false,
        LockKind::ErrorCheck => true,
        LockKind::Unknown => match named {
            Kind::Unknown => true,
            Kind::NormalOrRecursive => false,
            Kind::Initialised | Kind::Normal | Kind::Recursive => {
                transfer.io.global(Global::OddMutexes) != Fact::Nothing
            }
        },
    }
}

/// One of some locks was acquired: the ego may hold it.
pub fn note_maybe_held(transfer: &Transfer<'_, '_>, states: &mut [State], locks: &Locks, named: Kind, kind: LockKind) {
    if fails_when_held(transfer, named, kind) {
        for state in states {
            state.maybe_held.acquire(&locks.names);
        }
    }
}

/// One of some locks is released. What the call returns.
pub fn note_released(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) -> Value {
    let locks = locks::locks_at(transfer, state, pointer);
    switches::note_unlock(transfer, state, &locks.names);
    state.maybe_held.release(&locks.names);
    let certainly_held = locks
        .names
        .definite()
        .is_some_and(|lock| interference::locks_held(transfer.analysis, state).contains(&lock));
    let mut returned = Value::ZERO;
    if !certainly_held && may_refuse(transfer, &locks) && !is_seeded(Bug::StrangersUnlock) {
        returned.join(&Value::constant(NOT_OWNER));
    }
    returned
}

/// Whether a lock may be of a kind that nobody but its holder unlocks.
pub fn may_refuse(transfer: &Transfer<'_, '_>, locks: &Locks) -> bool {
    match kinds::kind_of(transfer, locks) {
        LockKind::Normal => false,
        LockKind::Recursive | LockKind::ErrorCheck => true,
        LockKind::Unknown => transfer.io.global(Global::OddMutexes) != Fact::Nothing,
    }
}
