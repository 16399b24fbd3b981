//! What is noted for the check of deadlocks: when a thread may have to wait, what it may hold meanwhile, and locks that are used wrongly.
//!
//! A moment is noted with the past *before* the acquisition: that of a thread that waits. Nothing of this is done unless deadlocks are
//! checked, or a proof depends on whether a lock may be held where it is released (`pipeline::solving`).

use pepsin_digests::{LockKind, LockMode, MayBe};

use crate::deadlocks::{Fault, Held, Kept, LockPlaces, Misuse, Moment, Relock, Wanted};
use crate::ir::{BinaryOp, Expr, Place, Projection};
use crate::library::model::Kind;
use crate::races::Bytes;
use crate::semantics::acts::{kinds, locks};
use crate::semantics::effects::reentry;
use crate::semantics::evaluate::expressions;
use crate::semantics::origins::symbolic;
use crate::semantics::settings::Blocking;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::state::{Holding, SymbolicAddress, may_meet};
use crate::semantics::system::{Fact, Global, Locks, Transfer, variables};
use crate::values::{Addresses, Scalar, SignedOverflow, Value};

/// Whether it is kept which locks may be held.
pub fn keeps_holdings(transfer: &Transfer<'_, '_>) -> bool {
    transfer.analysis.settings.blocking == Blocking::Recorded
}

/// A thread is about to take a lock, and waits for it if it must.
pub fn note_wait_for_lock(
    transfer: &Transfer<'_, '_>,
    state: &State,
    locks: &Locks,
    pointer: Option<&Expr>,
    (mode, named, kind): (LockMode, Kind, LockKind),
) {
    if !keeps_holdings(transfer) || !transfer.records() {
        return;
    }
    let wanted = Wanted::Lock {
        places: places(&locks.addresses),
        mode,
        relock: match kind {
            LockKind::Normal => Relock::Waits,
            LockKind::Recursive | LockKind::ErrorCheck => Relock::Returns,
            LockKind::Unknown if !may_be_odd(transfer, named) => Relock::Waits,
            LockKind::Unknown => Relock::Unknown,
        },
    };
    let mut state = state.clone();
    let address =
        pointer.and_then(|pointer| transfer.unrecorded(|transfer| wanted_address(transfer, &mut state, pointer)));
    let held = held_before(transfer, &state, address);
    note_moment(transfer, &state, wanted, held);
}

/// The symbolic address of a lock that is wanted; `&row[i + 1]` lies an element behind `&row[i]`.
fn wanted_address(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<SymbolicAddress> {
    if let Some(address) = symbolic::symbolic(transfer, state, pointer) {
        return Some(address);
    }
    let Expr::AddressOf(place, ty) = pointer else {
        return None;
    };
    let Some((Projection::Index(index, element), outer)) = place.projections.split_last() else {
        return None;
    };
    let (variable, steps) = stepped(transfer, state, index)?;
    let size = i64::try_from(transfer.analysis.program.types.size(*element)?).ok()?;
    let mut projections = outer.to_vec();
    projections.push(Projection::Index(Box::new(variable.clone()), *element));
    let start = Place {
        projections,
        ..Place::clone(place)
    };
    symbolic::symbolic(transfer, state, &Expr::AddressOf(start.into(), *ty))?.moved(steps.checked_mul(size)?)
}

/// The other operand and the constant of a sum that does not wrap around.
fn stepped<'e>(transfer: &Transfer<'_, '_>, state: &mut State, index: &'e Expr) -> Option<(&'e Expr, i64)> {
    let (operator, left, right, ty) = match index {
        Expr::Binary(operator, left, right, ty) => (*operator, left, right, *ty),
        Expr::Cast(operand, ty)
            if variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_every_value(variables::scalar(transfer.analysis.program, *ty)) =>
        {
            return stepped(transfer, state, operand);
        }
        _ => return None,
    };
    let is_signed = matches!(variables::scalar(transfer.analysis.program, ty), Scalar::Integer(ty) if ty.signed);
    if !is_signed || transfer.analysis.settings.signed_overflow != SignedOverflow::Undefined {
        return None;
    }
    let mut number = |expr: &Expr| i64::try_from(expressions::value(transfer, state, expr).as_constant()?).ok();
    let (first, second) = (number(left), number(right));
    match (operator, first, second) {
        (BinaryOp::Add, _, Some(steps)) => Some((left, steps)),
        (BinaryOp::Add, Some(steps), _) => Some((right, steps)),
        (BinaryOp::Subtract, _, Some(steps)) => Some((left, steps.checked_neg()?)),
        _ => None,
    }
}

/// A thread is about to wait until the routine of a once-control has returned, if another thread runs it: as for a lock that is held
/// meanwhile.
pub fn note_wait_for_once(transfer: &Transfer<'_, '_>, state: &State, control: &Value) {
    let locks = locks::locks_at(transfer, state, control);
    note_wait_for_lock(
        transfer,
        state,
        &locks,
        None,
        (LockMode::Write, Kind::Normal, LockKind::Normal),
    );
}

/// A thread runs the routine of a once-control.
pub fn note_inside_once(transfer: &Transfer<'_, '_>, state: &mut State, control: &Value) {
    let locks = locks::locks_at(transfer, state, control);
    note_holding(
        transfer,
        std::slice::from_mut(state),
        &locks,
        LockMode::Write,
        (Kind::Normal, LockKind::Normal),
    );
}

/// A thread is about to wait for the end of another one.
pub fn note_wait_for_end(transfer: &Transfer<'_, '_>, state: &State, handle: &Value) {
    if !keeps_holdings(transfer) || !transfer.records() {
        return;
    }
    let handles = handle.as_threads();
    let known = !handles.has_unknown() && !handles.known().is_empty();
    let wanted = Wanted::End(known.then(|| handles.known().to_vec()));
    let held = held_before(transfer, state, None);
    note_moment(transfer, state, wanted, held);
}

fn note_moment(transfer: &Transfer<'_, '_>, state: &State, wanted: Wanted, held: Vec<Held>) {
    let thread = transfer.analysis.digests.thread(state.past.id);
    transfer.record(|recorder, at| {
        recorder.blocking.moments.insert(Moment {
            wanted,
            held,
            digest: state.past.id,
            thread,
            at,
            function: transfer.unknown.function,
        });
    });
}

/// Whether a lock may be a mutex of another kind than the normal one.
fn may_be_odd(transfer: &Transfer<'_, '_>, named: Kind) -> bool {
    matches!(named, Kind::Unknown | Kind::NormalOrRecursive) || transfer.io.global(Global::OddMutexes) != Fact::Nothing
}

/// One of some locks may be held already, and then be refused.
pub fn note_refusal(transfer: &Transfer<'_, '_>, locks: &Locks) {
    if keeps_holdings(transfer) {
        transfer.record(|recorder, _| {
            recorder.blocking.refused.insert(places(&locks.addresses));
        });
    }
}

/// One of some locks was acquired.
pub fn note_holding(
    transfer: &Transfer<'_, '_>,
    states: &mut [State],
    locks: &Locks,
    mode: LockMode,
    (named, kind): (Kind, LockKind),
) {
    if !keeps_holdings(transfer) {
        return;
    }
    let replaces = match kind {
        LockKind::Normal | LockKind::ErrorCheck => true,
        LockKind::Recursive => false,
        LockKind::Unknown => !may_be_odd(transfer, named),
    };
    for state in states {
        let is_one = locks.names.definite().is_some();
        let holding = Holding::new(locks.addresses.clone(), is_one, mode, transfer.at);
        state.holdings.acquire(holding, replaces, &transfer.analysis.objects);
    }
}

/// One of some locks is about to be released, through a pointer.
pub fn note_release(transfer: &Transfer<'_, '_>, state: &mut State, pointer: Option<&Expr>, value: &Value) {
    let locks = locks::locks_at(transfer, state, value);
    note_holder(transfer, state, pointer, &locks);
    forget_holding(transfer, state, pointer, &locks);
}

/// The routine of a once-control has returned.
pub fn note_outside_once(transfer: &Transfer<'_, '_>, state: &mut State, control: &Value) {
    let locks = locks::locks_at(transfer, state, control);
    forget_holding(transfer, state, None, &locks);
}

fn forget_holding(transfer: &Transfer<'_, '_>, state: &mut State, pointer: Option<&Expr>, locks: &Locks) {
    if !keeps_holdings(transfer) {
        return;
    }
    let is_one = locks.names.definite().is_some();
    let is_held = is_certainly_held(transfer, state, locks, pointer) || !reentry::may_refuse(transfer, locks);
    state
        .holdings
        .release(&locks.addresses, is_one, is_held, &transfer.analysis.objects);
}

/// One of some locks is about to be released, for good or while the thread waits: whether the thread holds it.
///
/// Who releases a lock that another thread holds lets a third one in, whatever the lock is of which POSIX says that this is
/// undefined: glibc looks at nothing. So where a lock is not known to be held, proofs wait for an answer to whether it may be.
pub fn note_holder(transfer: &Transfer<'_, '_>, state: &mut State, pointer: Option<&Expr>, locks: &Locks) {
    if !transfer.records() {
        return;
    }
    if !keeps_holdings(transfer) {
        if !is_certainly_held(transfer, state, locks, pointer) {
            transfer.record(|recorder, at| {
                recorder.uncertain_releases.insert(at);
            });
        }
        return;
    }
    let objects = &transfer.analysis.objects;
    let meets = |holding: &Holding| holding.meets(&locks.addresses, objects);
    let may_be_held = state.holdings.held().iter().any(meets);
    let is_known = locks.addresses.origin().is_none() && !locks.addresses.targets().is_empty();
    let thread = transfer.analysis.digests.thread(state.past.id);
    match may_be_held {
        true => transfer.record(|recorder, at| {
            recorder.blocking.releases.insert((at, thread));
        }),
        false if is_known => {
            let fault = match kinds::kind_of(transfer, locks) {
                LockKind::Recursive | LockKind::ErrorCheck => Fault::Refused,
                LockKind::Normal | LockKind::Unknown => Fault::NotHeld,
            };
            note_misuse(transfer, state, fault, locks);
        }
        false => {}
    }
}

fn is_certainly_held(transfer: &Transfer<'_, '_>, state: &mut State, locks: &Locks, pointer: Option<&Expr>) -> bool {
    if let MayBe::Definite(lock) = &locks.names
        && interference::locks_held(transfer.analysis, state).contains(lock)
    {
        return true;
    }
    let address =
        pointer.and_then(|pointer| transfer.unrecorded(|transfer| symbolic::symbolic(transfer, state, pointer)));
    let held = state.symbolic.locks();
    address.is_some_and(|address| {
        held.map(|held| held.address.distance_to(&address))
            .any(|it| it == Some(0))
    })
}

/// A thread is about to take a lock again, which it released to wait for a signal; that it is held is still noted.
pub fn note_wait_for_signal(transfer: &Transfer<'_, '_>, state: &State, locks: &Locks, kind: LockKind) {
    if !keeps_holdings(transfer) || !transfer.records() {
        return;
    }
    let objects = &transfer.analysis.objects;
    let is_one = locks.names.definite().is_some();
    let others = State {
        holdings: state.holdings.without(&locks.addresses, is_one, objects),
        ..state.clone()
    };
    let held = held_before(transfer, &others, None);
    if let Some(other) = held.first() {
        let misuse = Misuse {
            fault: Fault::WaitsWithLock,
            at: transfer.at,
            function: transfer.unknown.function,
            thread: transfer.analysis.digests.thread(state.past.id),
            places: other.places.clone(),
        };
        transfer.record(|recorder, _| {
            recorder.blocking.misuses.insert(misuse);
        });
    }
    let wanted = Wanted::Lock {
        places: places(&locks.addresses),
        mode: LockMode::Write,
        // The lock itself is not held while the thread waits.
        relock: match kind {
            LockKind::Recursive => Relock::Unknown,
            LockKind::Normal | LockKind::ErrorCheck | LockKind::Unknown => Relock::Returns,
        },
    };
    note_moment(transfer, state, wanted, held);
}

/// A lock is destroyed or initialised anew.
pub fn note_lock_ended(transfer: &Transfer<'_, '_>, state: &State, pointer: &Value) {
    if !keeps_holdings(transfer) || !transfer.records() {
        return;
    }
    let locks = locks::locks_at(transfer, state, pointer);
    let held = interference::locks_held(transfer.analysis, state);
    if locks.names.definite().is_some_and(|lock| held.contains(&lock)) {
        note_misuse(transfer, state, Fault::EndedWhileHeld, &locks);
    }
}

fn note_misuse(transfer: &Transfer<'_, '_>, state: &State, fault: Fault, locks: &Locks) {
    let thread = transfer.analysis.digests.thread(state.past.id);
    transfer.record(|recorder, at| {
        recorder.blocking.misuses.insert(Misuse {
            fault,
            at,
            function: transfer.unknown.function,
            thread,
            places: places(&locks.addresses),
        });
    });
}

/// The thread ends.
pub fn note_kept(transfer: &Transfer<'_, '_>, state: &State) {
    if !keeps_holdings(transfer) || !transfer.records() || state.holdings.held().is_empty() {
        return;
    }
    let held = held_before(transfer, state, None);
    let thread = transfer.analysis.digests.thread(state.past.id);
    transfer.record(|recorder, at| {
        recorder.blocking.kept.insert(Kept {
            held,
            digest: state.past.id,
            thread,
            at,
            function: transfer.unknown.function,
        });
    });
}

/// A function of the program that handles a signal interrupts a thread, whatever that holds.
pub fn note_handler(transfer: &Transfer<'_, '_>) {
    if keeps_holdings(transfer) {
        let what = "a signal handler may take a lock that the thread holds which it interrupts".to_owned();
        transfer.record(|recorder, at| {
            recorder.blocking.obstacles.insert((at, what));
        });
    }
}

/// The locks that may be held, and how far from each lies the address that is wanted.
fn held_before(transfer: &Transfer<'_, '_>, state: &State, wanted: Option<SymbolicAddress>) -> Vec<Held> {
    let exact = wanted.and_then(|wanted| exactly_held(transfer, state, wanted));
    let mut held = exact.unwrap_or_else(|| {
        let holdings = state.holdings.held().iter();
        let held = holdings.map(|holding| Held {
            places: places(&holding.places),
            mode: holding.mode,
            at: holding.at,
            distance: None,
        });
        held.collect()
    });
    held.sort();
    held.dedup();
    held
}

/// The locks held if they are exactly those that are held by symbolic address.
fn exactly_held(transfer: &Transfer<'_, '_>, state: &State, wanted: SymbolicAddress) -> Option<Vec<Held>> {
    let objects = &transfer.analysis.objects;
    let mut certain: Vec<Held> = Vec::new();
    let mut locks: Vec<&Addresses> = Vec::new();
    for held in state.symbolic.locks() {
        // Two addresses may be two spellings of one lock.
        if locks.iter().any(|known| may_meet(known, &held.addresses, objects)) {
            return None;
        }
        let mut taken = state.holdings.held().iter();
        let taken = taken.find(|holding| holding.meets(&held.addresses, objects))?;
        locks.push(&held.addresses);
        certain.push(Held {
            places: places(&held.addresses),
            mode: held.mode,
            at: taken.at,
            distance: held.address.distance_to(&wanted),
        });
    }
    let most = state.holdings.most()?;
    (most <= certain.len()).then_some(certain)
}

/// Addresses of locks, as the check of deadlocks sees them.
fn places(addresses: &Addresses) -> LockPlaces {
    let known = addresses.targets().iter().map(|&(object, offsets)| {
        let bytes = match offsets.single() {
            Some(offset) => Bytes::at(offset, 1),
            None => Bytes::strided(offsets.low(), offsets.high(), offsets.stride(), 1),
        };
        (object, bytes)
    });
    LockPlaces {
        known: known.collect(),
        unknown: addresses.origin().map(|origin| origin.at),
    }
}
