//! Tallies: numbers of those who are somewhere, in a critical section or waiting for one.
//!
//! ```text
//!     ⟨c = c + 1⟩  … the ego is inside …  ⟨c = c − 1⟩
//! ```
//!
//! Let `P` be the set of threads that did the one and not the other. Then
//!
//! ```text
//!     |P| ≤ c ≤ |P| + 2³⁰
//! ```
//!
//! holds at the start, where `c` is zero, and is kept by every write to `c` that
//! - adds one, while a lock is held that protects `c`, by the ego, which is in `P` from then on and was certainly not before;
//! - takes one, by the ego in `P`, which leaves it;
//! - is made while no other thread runs and the ego is not in `P`, and is neither negative nor greater than 2³⁰.
//!
//! No thread ends in `P`, so there are at most as many in it as threads live at once, of which each takes memory: fewer than 2³⁰ − 1. Hence `c` never
//! begins anew in 32 bits, and whoever reads it while a lock is held that protects it finds
//!
//! ```text
//!     0 ≤ c < 2³¹ − 1,    and    1 ≤ c    if it is in P
//! ```
//!
//! which is what intervals alone lose where one thread takes from what another one left. So `active + waiting > 0` fails only where both are zero.
//! That the ego is in `P` is treated as holding a lock for reading which nobody takes otherwise: its name lies in the second byte of `c`, where no
//! lock can begin. A tally that must be zero before somebody else goes on is a number of readers ([`super::readers`]); one that may be negative is a gate
//! ([`super::gates`]); and there are switches ([`super::switches`]).
//!
//! A variable for which this is not seen is no tally, and the program is analysed again if it was used as one.

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, LockName, MayBe};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, GlobalId};
use crate::semantics::acts::locks;
use crate::semantics::claims::{gates, readers, switches, value_locks};
use crate::semantics::prepare::{ByOne, Watched};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Meeting, State, Variable};
use crate::semantics::system::{Analysis, Fact, Global, Located, Locks, Transfer, Write, variables, words};
use crate::values::{Contents, Offsets, Strength, Value};

/// No tally begins with more.
const MOST_AT_FIRST: i128 = 1 << 30;
/// No tally ever holds more: fewer threads than this live at once, on top of what it began with.
const MOST: i128 = 2 * MOST_AT_FIRST - 2;

/// What an assignment does to a tally, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The ego is inside from now on.
    Enters(usize),
    /// It is not any more.
    Leaves(usize),
    /// It has the number for itself from now on ([`gates`]).
    Closes(usize),
    /// It has that no more.
    Opens(usize),
}

/// What an assignment does that makes a variable one more, or one less, if that is a tally and it is allowed.
pub fn counting(transfer: &Transfer<'_, '_>, state: &State, variable: Variable, by: ByOne) -> Option<Counting> {
    let number = tally_at(transfer, variable)?;
    match by {
        ByOne::More => {
            let is_protected = is_protected(transfer, state, number);
            let is_new = !may_be_inside(transfer, state, number) || is_seeded(Bug::CountedTwice);
            let is_allowed = is_protected && is_new && gates::lets_in(transfer, state, number);
            is_allowed.then_some(Counting::Enters(number))
        }
        ByOne::Less => {
            let is_allowed = is_inside(transfer, state, number) || is_seeded(Bug::StrangersLeave);
            is_allowed.then_some(Counting::Leaves(number))
        }
    }
}

/// Makes a write of `after` that may change a tally.
pub fn write_as_count(
    transfer: &Transfer<'_, '_>,
    state: State,
    (counting, after): (Option<Counting>, &Value),
    write: impl Fn(State, Option<usize>) -> Vec<State>,
) -> Vec<State> {
    match counting {
        None => write(state, None),
        Some(Counting::Enters(number)) => {
            note_used(transfer, number);
            let admitting = readers::admitting(transfer, &state, number);
            let entered = write(state, Some(number)).into_iter();
            let inside = entered.flat_map(|state| enter(transfer, state, number));
            inside
                .flat_map(|state| switches::enter(transfer, state, number, after))
                .flat_map(|state| readers::enter(transfer, state, &admitting))
                .collect()
        }
        Some(Counting::Leaves(number)) => {
            let outside = readers::leave(transfer, state, number).into_iter();
            let outside = outside
                .flat_map(|state| switches::leave(transfer, state, number, after))
                .flat_map(|state| leave(transfer, state, number));
            outside.flat_map(|state| write(state, Some(number))).collect()
        }
        Some(Counting::Closes(number)) => {
            note_used(transfer, number);
            let written = write(state, Some(number)).into_iter();
            written
                .flat_map(|state| gates::close(transfer, state, number))
                .collect()
        }
        Some(Counting::Opens(number)) => {
            let opened = gates::open(transfer, state, number).into_iter();
            opened.flat_map(|state| write(state, Some(number))).collect()
        }
    }
}

fn note_used(transfer: &Transfer<'_, '_>, number: usize) {
    transfer.record(|recorder, _| {
        recorder.used_tallies.insert(number);
    });
}

fn enter(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.acquire(&name(transfer, number));
    let place = Locks::listed(name(transfer, number));
    locks::acquire(
        transfer,
        state,
        place,
        LockMode::Read,
        LockKind::Normal,
        Acquisition::Blocking,
    )
}

fn leave(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.release(&name(transfer, number));
    locks::release(transfer, state, Locks::listed(name(transfer, number)))
}

/// What the ego reads of a variable, given what claims tell of it: of a tally, and of a lock that it holds.
pub fn known_inside(transfer: &Transfer<'_, '_>, state: &State, located: &Located, value: Value) -> Value {
    if transfer.analysis.text.inside.tallies.is_empty() || located.bits.is_some() || !is_number(&value) {
        return value;
    }
    let Some(variable) = Variable::at(&located.addresses, located.size) else {
        return value;
    };
    if !interference::is_current(transfer, state, variable.object) {
        return value;
    }
    let value = value_locks::known_to_holder(transfer, state, variable, value);
    match tally_at(transfer, variable) {
        Some(number) if is_read_as_counted(transfer, number, located) => bounded(transfer, state, number, value),
        Some(_) | None => value,
    }
}

/// Whether a tally is read as a number of its own type: another one may have other numbers for the same bytes.
fn is_read_as_counted(transfer: &Transfer<'_, '_>, number: usize, located: &Located) -> bool {
    let scalar = |ty| variables::scalar(transfer.analysis.program, ty);
    scalar(tally(transfer, number).ty) == scalar(located.ty) || is_seeded(Bug::TalliesOfAnyType)
}

fn bounded(transfer: &Transfer<'_, '_>, state: &State, number: usize, value: Value) -> Value {
    let ty = variables::scalar(transfer.analysis.program, tally(transfer, number).ty);
    let part = |value: &Value, op, bound| {
        let bound = Value::constant(bound);
        value.refine(&bound, op, ty, &transfer.analysis.objects).0
    };
    let (least, most) = bounds(transfer, state, number);
    let mut narrowed = part(&value, BinaryOp::LessEqual, most);
    if let Some(least) = least {
        narrowed = part(&narrowed, BinaryOp::GreaterEqual, least);
    }
    if narrowed != value {
        note_used(transfer, number);
    }
    narrowed
}

/// The least number that a tally may hold, as the ego knows, and the greatest.
fn bounds(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> (Option<i128>, i128) {
    match (is_inside(transfer, state, number), gates::is_gate(transfer, number)) {
        (true, _) => (Some(1), MOST),
        (false, false) => (Some(0), MOST),
        (false, true) if gates::has_closed(transfer, state, number) => (None, -1),
        (false, true) => (None, MOST),
    }
}

/// Bytes of an object are written to, otherwise than by those who come and go.
pub fn note_unchecked(
    transfer: &Transfer<'_, '_>,
    state: &State,
    write: &Write,
    change: &impl Fn(&mut Contents, Strength),
) {
    for number in live(transfer).filter(|number| write.intent.tally != Some(*number)) {
        let variable = variable(transfer, number);
        let meets = variable.object == write.object && variable.meeting(write.bytes) != Meeting::Apart;
        if meets && !is_initialisation(transfer, state, number, change) {
            refute(transfer, number, "this write is none of somebody who comes or goes");
        }
    }
}

/// Whether a write is made while no other thread runs and the ego is not inside, and leaves no negative number and no great one.
fn is_initialisation(
    transfer: &Transfer<'_, '_>,
    state: &State,
    number: usize,
    change: &impl Fn(&mut Contents, Strength),
) -> bool {
    let mut written = Contents::nothing();
    change(&mut written, Strength::Strong);
    let value = read(transfer, &written, tally(transfer, number));
    let integer = value.as_integer();
    let is_small = integer.high().is_some_and(|most| most <= MOST_AT_FIRST) || is_seeded(Bug::TalliesBeginAnywhere);
    let is_positive = is_number(&value) && integer.low().is_some_and(|least| least >= 0);
    let is_alone = interference::is_alone(transfer.analysis, state);
    let is_allowed = is_alone && is_positive && is_small && !may_be_inside(transfer, state, number);
    if is_allowed {
        switches::note_initialisation(transfer, number, &value);
    }
    is_allowed
}

/// The ego ends: it is inside of nothing, or there may be more inside than ever live at once.
pub fn note_end(transfer: &Transfer<'_, '_>, state: &State) {
    for number in live(transfer).filter(|number| may_be_inside(transfer, state, *number)) {
        if !is_seeded(Bug::EndedInside) {
            refute(transfer, number, "a thread may end that it counts");
        }
    }
}

fn refute(transfer: &Transfer<'_, '_>, number: usize, why: &str) {
    transfer.record(|recorder, _| {
        recorder.no_tallies.insert(number);
    });
    transfer.refute(|| {
        let object = words::object(transfer.analysis, variable(transfer, number).object);
        format!("{object} holds no number of those who are somewhere, because {why}")
    });
}

fn live<'t>(transfer: &'t Transfer<'_, '_>) -> impl Iterator<Item = usize> + 't {
    let all = 0..transfer.analysis.text.inside.tallies.len();
    all.filter(|number| transfer.analysis.is_tally(*number))
}

/// The tally that a variable is, by its number.
pub fn tally_at(transfer: &Transfer<'_, '_>, accessed: Variable) -> Option<usize> {
    live(transfer).find(|number| variable(transfer, *number) == accessed)
}

fn tally<'t>(transfer: &'t Transfer<'_, '_>, number: usize) -> &'t Watched {
    &transfer.analysis.text.inside.tallies[number]
}

fn variable(transfer: &Transfer<'_, '_>, number: usize) -> Variable {
    variables::variable_of(transfer, tally(transfer, number))
}

/// The lock that who is inside holds.
pub fn lock_of(transfer: &Transfer<'_, '_>, number: usize) -> LockId {
    let Variable { object, offset, .. } = variable(transfer, number);
    let inside = inside_of(offset);
    transfer
        .analysis
        .digests
        .names()
        .lock(LockName { object, offset: inside })
}

/// Whether a lock is one that those hold whom some tally counts.
pub fn is_lock_at(analysis: &Analysis<'_>, global: GlobalId, offset: i64) -> bool {
    let mut tallies = analysis.text.inside.tallies.iter();
    tallies.any(|tally| (tally.global, inside_of(tally.offset as i64)) == (global, offset))
}

/// Where the lock of those who are inside is taken to lie: not where the number does.
fn inside_of(offset: i64) -> i64 {
    offset + 1
}

pub fn name(transfer: &Transfer<'_, '_>, number: usize) -> MayBe<LockId> {
    MayBe::Definite(lock_of(transfer, number))
}

/// Whether the ego may be inside.
pub fn may_be_inside(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    state
        .maybe_held
        .may_be(&name(transfer, number), |one, other| one == other)
}

/// Whether the ego certainly is inside.
pub fn is_inside(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let holds = interference::locks_held(transfer.analysis, state).contains(&lock_of(transfer, number));
    holds && !gates::has_closed(transfer, state, number)
}

/// Whether the ego has held a lock that protects a tally ever since it looked.
pub fn is_protected(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    interference::is_current(transfer, state, variable(transfer, number).object)
}

/// Whether a lock may have been held at all writes to a tally.
pub fn may_be_protected_by(transfer: &Transfer<'_, '_>, number: usize, lock: LockId) -> bool {
    match transfer
        .io
        .global(Global::Protecting(variable(transfer, number).object))
    {
        Fact::Locks(protecting) => protecting.contains(&lock),
        _ => true,
    }
}

/// What a variable holds, if a lock is held that protects it.
pub fn known(transfer: &Transfer<'_, '_>, state: &State, scalar: &Watched) -> Option<Value> {
    let object = variables::variable_of(transfer, scalar).object;
    let is_protected = interference::is_current(transfer, state, object);
    is_protected.then(|| read(transfer, &interference::peek(transfer, state, object), scalar))
}

/// Whether a value is nothing but a number.
pub fn is_number(value: &Value) -> bool {
    value.as_addresses().is_bottom() && value.as_threads().is_bottom()
}

fn read(transfer: &Transfer<'_, '_>, contents: &Contents, scalar: &Watched) -> Value {
    let ty = variables::scalar(transfer.analysis.program, scalar.ty);
    contents.read(Offsets::constant(scalar.offset as i64), ty)
}
