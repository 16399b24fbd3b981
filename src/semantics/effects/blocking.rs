//! What is noted for the check of deadlocks: when a thread may have to wait, what it may hold meanwhile, and locks that are used wrongly.
//!
//! A moment is noted with the past *before* the acquisition: that of a thread that waits. Nothing of this is done unless deadlocks are
//! checked.

use pepsin_digests::{LockKind, LockMode, MayBe};

use super::holdings::{Holding, may_meet};
use crate::deadlocks::{Fault, Held, Kept, LockPlaces, Misuse, Moment, Relock, Wanted};
use crate::ir::{BinaryOp, Expr, Place, Projection};
use crate::library::model::Kind;
use crate::races::Bytes;
use crate::semantics::origins::SymbolicAddress;
use crate::semantics::settings::Blocking;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, Locks, Transfer};
use crate::values::{Addresses, Scalar, SignedOverflow, Value};

impl Transfer<'_, '_> {
    /// Whether it is kept which locks may be held.
    fn keeps_holdings(&self) -> bool {
        self.analysis.settings.blocking == Blocking::Recorded
    }

    /// A thread is about to take a lock, and waits for it if it must.
    pub fn note_wait_for_lock(
        &mut self,
        state: &State,
        locks: &Locks,
        pointer: Option<&Expr>,
        (mode, named, kind): (LockMode, Kind, LockKind),
    ) {
        if !self.keeps_holdings() || !self.records() {
            return;
        }
        let wanted = Wanted::Lock {
            places: places(&locks.addresses),
            mode,
            relock: match kind {
                LockKind::Normal => Relock::Waits,
                LockKind::Recursive | LockKind::ErrorCheck => Relock::Returns,
                LockKind::Unknown if !self.may_be_odd(named) => Relock::Waits,
                LockKind::Unknown => Relock::Unknown,
            },
        };
        let mut state = state.clone();
        let address = pointer.and_then(|pointer| self.unrecorded(|transfer| transfer.wanted(&mut state, pointer)));
        let held = self.held_before(&state, address);
        self.note_moment(&state, wanted, held);
    }

    /// The symbolic address of a lock that is wanted; `&row[i + 1]` lies an element behind `&row[i]`.
    fn wanted(&mut self, state: &mut State, pointer: &Expr) -> Option<SymbolicAddress> {
        if let Some(address) = self.symbolic(state, pointer) {
            return Some(address);
        }
        let Expr::AddressOf(place, ty) = pointer else {
            return None;
        };
        let Some((Projection::Index(index, element), outer)) = place.projections.split_last() else {
            return None;
        };
        let (variable, steps) = self.stepped(state, index)?;
        let size = i64::try_from(self.analysis.program.types.size(*element)?).ok()?;
        let mut projections = outer.to_vec();
        projections.push(Projection::Index(Box::new(variable.clone()), *element));
        let start = Place {
            projections,
            ..Place::clone(place)
        };
        self.symbolic(state, &Expr::AddressOf(start.into(), *ty))?
            .moved(steps.checked_mul(size)?)
    }

    /// The other operand and the constant of a sum that does not wrap around.
    fn stepped<'e>(&mut self, state: &mut State, index: &'e Expr) -> Option<(&'e Expr, i64)> {
        let (operator, left, right, ty) = match index {
            Expr::Binary(operator, left, right, ty) => (*operator, left, right, *ty),
            Expr::Cast(operand, ty) if self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty)) => {
                return self.stepped(state, operand);
            }
            _ => return None,
        };
        let is_signed = matches!(self.scalar(ty), Scalar::Integer(ty) if ty.signed);
        if !is_signed || self.analysis.settings.signed_overflow != SignedOverflow::Undefined {
            return None;
        }
        let mut number = |expr: &Expr| i64::try_from(self.value(state, expr).as_constant()?).ok();
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
    pub fn note_wait_for_once(&mut self, state: &State, control: &Value) {
        let locks = self.locks_at(state, control);
        self.note_wait_for_lock(state, &locks, None, (LockMode::Write, Kind::Normal, LockKind::Normal));
    }

    /// A thread runs the routine of a once-control.
    pub fn note_inside_once(&mut self, state: &mut State, control: &Value) {
        let locks = self.locks_at(state, control);
        self.note_holding(
            std::slice::from_mut(state),
            &locks,
            LockMode::Write,
            (Kind::Normal, LockKind::Normal),
        );
    }

    /// A thread is about to wait for the end of another one.
    pub fn note_wait_for_end(&mut self, state: &State, handle: &Value) {
        if !self.keeps_holdings() || !self.records() {
            return;
        }
        let handles = handle.as_threads();
        let known = !handles.has_unknown() && !handles.known().is_empty();
        let wanted = Wanted::End(known.then(|| handles.known().to_vec()));
        let held = self.held_before(state, None);
        self.note_moment(state, wanted, held);
    }

    fn note_moment(&self, state: &State, wanted: Wanted, held: Vec<Held>) {
        let thread = self.analysis.digests.thread(state.past.id);
        self.record(|recorder, at| {
            recorder.blocking.moments.insert(Moment {
                wanted,
                held,
                digest: state.past.id,
                thread,
                at,
                function: self.unknown.function,
            });
        });
    }

    /// Whether a lock may be a mutex of another kind than the normal one.
    fn may_be_odd(&mut self, named: Kind) -> bool {
        named == Kind::Unknown || self.io.global(Global::OddMutexes) != Fact::Nothing
    }

    /// One of some locks was acquired.
    pub fn note_holding(
        &mut self,
        states: &mut [State],
        locks: &Locks,
        mode: LockMode,
        (named, kind): (Kind, LockKind),
    ) {
        if !self.keeps_holdings() {
            return;
        }
        let replaces = match kind {
            LockKind::Normal | LockKind::ErrorCheck => true,
            LockKind::Recursive => false,
            LockKind::Unknown => !self.may_be_odd(named),
        };
        for state in states {
            let is_one = locks.names.definite().is_some();
            let holding = Holding::new(locks.addresses.clone(), is_one, mode, self.at);
            state.holdings.acquire(holding, replaces, &self.analysis.objects);
        }
    }

    /// One of some locks is about to be released, through a pointer.
    pub fn note_release(&mut self, state: &mut State, pointer: Option<&Expr>, value: &Value) {
        if !self.keeps_holdings() {
            return;
        }
        let locks = self.locks_at(state, value);
        let is_one = locks.names.definite().is_some();
        let objects = &self.analysis.objects;
        let meets = |holding: &Holding| holding.meets(&locks.addresses, objects);
        if is_one && !state.holdings.held().iter().any(meets) {
            self.note_misuse(Fault::NotHeld, &locks);
        }
        let is_held = self.is_certainly_held(state, &locks, pointer) || !self.may_refuse(&locks);
        state
            .holdings
            .release(&locks.addresses, is_one, is_held, &self.analysis.objects);
    }

    fn is_certainly_held(&mut self, state: &mut State, locks: &Locks, pointer: Option<&Expr>) -> bool {
        if let MayBe::Definite(lock) = &locks.names
            && self.locks_held(state).contains(lock)
        {
            return true;
        }
        let address = pointer.and_then(|pointer| self.unrecorded(|transfer| transfer.symbolic(state, pointer)));
        let held = state.symbolic.held().iter();
        address.is_some_and(|address| {
            held.map(|held| held.address.distance_to(&address))
                .any(|it| it == Some(0))
        })
    }

    /// A thread is about to take a lock again, which it released to wait for a signal; that it is held is still noted.
    pub fn note_wait_for_signal(&mut self, state: &State, locks: &Locks, kind: LockKind) {
        if !self.keeps_holdings() || !self.records() {
            return;
        }
        let objects = &self.analysis.objects;
        let is_one = locks.names.definite().is_some();
        let others = State {
            holdings: state.holdings.without(&locks.addresses, is_one, objects),
            ..state.clone()
        };
        let held = self.held_before(&others, None);
        if let Some(other) = held.first() {
            let misuse = Misuse {
                fault: Fault::WaitsWithLock,
                at: self.at,
                function: self.unknown.function,
                places: other.places.clone(),
            };
            self.record(|recorder, _| {
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
        self.note_moment(state, wanted, held);
    }

    /// A lock is destroyed or initialised anew.
    pub fn note_lock_ended(&mut self, state: &State, pointer: &Value) {
        if !self.keeps_holdings() || !self.records() {
            return;
        }
        let locks = self.locks_at(state, pointer);
        let held = self.locks_held(state);
        if locks.names.definite().is_some_and(|lock| held.contains(&lock)) {
            self.note_misuse(Fault::EndedWhileHeld, &locks);
        }
    }

    fn note_misuse(&self, fault: Fault, locks: &Locks) {
        self.record(|recorder, at| {
            recorder.blocking.misuses.insert(Misuse {
                fault,
                at,
                function: self.unknown.function,
                places: places(&locks.addresses),
            });
        });
    }

    /// The thread ends.
    pub fn note_kept(&self, state: &State) {
        if !self.keeps_holdings() || !self.records() || state.holdings.held().is_empty() {
            return;
        }
        let held = self.held_before(state, None);
        let thread = self.analysis.digests.thread(state.past.id);
        self.record(|recorder, at| {
            recorder.blocking.kept.insert(Kept {
                held,
                digest: state.past.id,
                thread,
                at,
                function: self.unknown.function,
            });
        });
    }

    /// A function of the program that handles a signal interrupts a thread, whatever that holds.
    pub fn note_handler(&self) {
        if self.keeps_holdings() {
            let what = "a signal handler may take a lock that the thread holds which it interrupts".to_owned();
            self.record(|recorder, at| {
                recorder.blocking.obstacles.insert((at, what));
            });
        }
    }

    /// The locks that may be held, and how far from each lies the address that is wanted.
    fn held_before(&self, state: &State, wanted: Option<SymbolicAddress>) -> Vec<Held> {
        let exact = wanted.and_then(|wanted| self.exactly_held(state, wanted));
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
    fn exactly_held(&self, state: &State, wanted: SymbolicAddress) -> Option<Vec<Held>> {
        let objects = &self.analysis.objects;
        let mut certain: Vec<Held> = Vec::new();
        let mut locks: Vec<&Addresses> = Vec::new();
        for held in state.symbolic.held() {
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
        (state.holdings.most() <= certain.len()).then_some(certain)
    }
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
        unknown: addresses.origin(),
    }
}
