//! Library calls on mutexes, and what kinds of mutexes they are.
//!
//! The kind decides what locking a mutex twice does: wait for ever, count, or fail (POSIX.1-2017, `pthread_mutexattr_settype`).
//! It comes from the calls that initialise the mutex, and for a variable also from its initialiser, of which the member named
//! `__kind` in the headers of glibc and musl holds the kind, and all else is zero.

use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::Lattice;

use crate::library::model::{Attempt, Kind, Mode, Model};
use crate::semantics::acts::{kinds, locks};
use crate::semantics::claims::switches;
use crate::semantics::effects::{blocking, reentry};
use crate::semantics::execute::writes;
use crate::semantics::origins::symbolic;
use crate::semantics::outside::{arguments, failure, results};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Fact, Global, LibraryCall, Locks, Transfer, Write};
use crate::values::{Scalar, Strength, Value};
use pepsin_lattice::seeded::{Bug, is_seeded};

pub fn lock_call(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (lock, mode, kind, attempt): (usize, Mode, Kind, Attempt),
) -> Vec<State> {
    let mode = locks::mode_of(mode);
    let named = kind;
    let kind = match kind {
        Kind::Initialised => None,
        Kind::Normal => Some(LockKind::Normal),
        Kind::Recursive => Some(LockKind::Recursive),
        Kind::NormalOrRecursive | Kind::Unknown => Some(LockKind::Unknown),
    };
    let locks = locks::locks_at(transfer, &state, &call.argument(lock));
    let kind = kind.unwrap_or_else(|| kinds::kind_of(transfer, &locks));
    let outcomes = reentry::outcomes(transfer, &state, &locks, named, kind);
    if attempt == Attempt::Blocking {
        if outcomes.may_fail {
            blocking::note_refusal(transfer, &locks);
        }
        blocking::note_wait_for_lock(
            transfer,
            &state,
            &locks,
            call.expressions.get(lock),
            (mode, named, kind),
        );
    }
    let (acquisition, success, failure) = match attempt {
        Attempt::Blocking => {
            let failure = outcomes.may_fail.then(|| failure(model));
            (Acquisition::Blocking, outcomes.acquired, failure)
        }
        Attempt::Tried => {
            let failure = match outcomes.may_fail {
                // For another reason than that it is busy, too.
                true => Value::any_number_of(Scalar::INT).nonzero(),
                false => failure(model),
            };
            (Acquisition::Tried, outcomes.acquired, Some(failure))
        }
        Attempt::TriedNonzero => (Acquisition::Tried, Value::constant(1), Some(Value::ZERO)),
    };
    let failed = failure.map(|value| results::finish(transfer, state.clone(), call, &value));
    let mut held = locks::acquire(transfer, state, locks.clone(), mode, kind, acquisition);
    reentry::note_maybe_held(transfer, &mut held, &locks, named, kind);
    // Of a mutex that changes hands, it is not kept who may hold it.
    if let (Some(lock), LockKind::Normal, false) = (locks.names.definite(), kind, blocking::keeps_holdings(transfer)) {
        let taken = held.into_iter().flat_map(|state| switches::take(transfer, state, lock));
        held = taken.collect();
    }
    blocking::note_holding(transfer, &mut held, &locks, mode, (named, kind));
    symbolic::hold_symbolically(
        transfer,
        &mut held,
        call.expressions.get(lock),
        &call.argument(lock),
        mode,
        None,
    );
    let mut after = results::finish_all(transfer, held, call, &success);
    after.extend(failed);
    after
}

pub fn attribute_kind(transfer: &Transfer<'_, '_>, state: &mut State, attribute: Option<Value>) -> Value {
    let Some(attribute) = attribute else { return Value::ZERO };
    let mut kind = if attribute.may_be_null() {
        Value::ZERO
    } else {
        Value::NOTHING
    };
    for &(object, offsets) in attribute.as_addresses().targets() {
        kind.join(&interference::contents(transfer, state, object).read(offsets, Scalar::INT));
    }
    kind
}

pub fn set_attribute(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    attribute: usize,
    kind: &Value,
) -> State {
    let pointer = call.argument(attribute);
    let only = pointer.as_addresses().single().is_some();
    for &(object, offsets) in pointer.as_addresses().targets() {
        let strength = if only {
            interference::strength(transfer, &state, object)
        } else {
            Strength::Weak
        };
        let write = Write::plain(object, Extent::new(offsets, Some(4)), strength);
        writes::store(transfer, &mut state, &write, offsets, Scalar::INT.into(), kind);
    }
    results::finish(transfer, state, call, &Value::ZERO)
}

/// Records that a mutex was initialised with a kind.
pub fn note_kind(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value, kind: &Value) {
    if !matches!(kind.as_constant(), Some(0 | 3)) {
        transfer.io.side(Global::OddMutexes, Fact::value(kind.clone()));
        arguments::fill_initialised(transfer, state, pointer);
    }
    if let Some(locks) = locks::locks_at(transfer, state, pointer).names.candidates() {
        for lock in locks {
            transfer.io.side(Global::MutexKind(*lock), Fact::value(kind.clone()));
        }
    }
}

/// Waits on a condition variable: `unlock(m); lock(m)`. It fails at once where a stranger may not release the mutex, and without the
/// mutex where that cannot be acquired again.
pub fn wait_call(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    lock: usize,
) -> Vec<State> {
    let pointer = call.argument(lock);
    let locks = locks::locks_at(transfer, &state, &pointer);
    let kind = kinds::kind_of(transfer, &locks);
    let mut waiting = state.clone();
    blocking::note_holder(transfer, &mut waiting, call.expressions.get(lock), &locks);
    let refused = reentry::note_released(transfer, &mut waiting, &pointer).nonzero();
    let outcomes = reentry::outcomes(transfer, &waiting, &locks, Kind::Initialised, kind);
    let mut after = Vec::new();
    if refused != Value::NOTHING {
        after.push(results::finish(transfer, state, call, &refused));
    }
    if outcomes.may_fail {
        let mut without = waiting.clone();
        symbolic::release_symbolically(transfer, &mut without, call.expressions.get(lock), &pointer);
        let without = locks::release(transfer, without, locks.clone());
        after.extend(results::finish_all(transfer, without, call, &failure(model)));
    }
    // The lock is held again afterwards, so what is known of it symbolically stays true.
    let mut held = wait(transfer, waiting, &locks, kind);
    reentry::note_maybe_held(transfer, &mut held, &locks, Kind::Initialised, kind);
    let mut success = results::returned(transfer, call, model);
    success.join(&outcomes.acquired);
    after.extend(results::finish_all(transfer, held, call, &success));
    after
}

/// The wait itself. Wake-ups may be spurious, so the signal orders nothing.
fn wait(transfer: &Transfer<'_, '_>, state: State, held: &Locks, kind: LockKind) -> Vec<State> {
    let released = match is_seeded(Bug::WaitKeepsLock) {
        true => vec![state],
        false => locks::release(transfer, state, held.clone()),
    };
    let acquired = released.into_iter().flat_map(|state| {
        blocking::note_wait_for_signal(transfer, &state, held, kind);
        let mode = LockMode::Write;
        locks::acquire(transfer, state, held.clone(), mode, kind, Acquisition::Blocking)
    });
    acquired.collect()
}
