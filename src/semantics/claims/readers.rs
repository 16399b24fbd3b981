//! Locks for readers and writers that a program makes itself: a number of readers beside the flag of a writer, under one mutex.
//!
//! ```text
//!     reader:  ⟨while (w) wait; r = r + 1⟩  … reads …  ⟨r = r − 1⟩        writer:  ⟨while (w or r) wait; w = 1⟩  … writes …  ⟨w = 0⟩
//! ```
//!
//! The flag `w` is a lock of a variable ([`super::value_locks`]), with the set `H` of its holders. Who adds one to `r` where `w` is known to be zero
//! is treated as one who acquires that lock for reading, and who takes one from `r` as one who releases it. Let `R` be those who did the one and
//! not the other. Then
//!
//! ```text
//!     |R| ≤ r    and    H ≠ ∅  ⇒  R = ∅
//! ```
//!
//! holds at the start, where `r` is zero, and is kept by every write to `r` that
//! - adds one where `w` is known to be zero, because then `H = ∅`, and the ego is in `R` from then on, which it was certainly not before;
//! - takes one, by the ego in `R`, which leaves it;
//! - is made while no other thread runs and the ego is not in `R`, and is not negative;
//!
//! and by every acquisition of `w` where `r` is known not to be greater than zero, because then `R = ∅`. *Known* means: while a lock is held that protects the
//! variable. As nobody is counted twice, `r` is at most the number of threads, and a number of 32 bits does not begin anew.
//!
//! A variable for which this is not seen is no number of readers, and the program is analysed again if it was used as one.
//! (Courtois, Heymans and Parnas, "Concurrent control with readers and writers", CACM 1971.)

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, MayBe};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::acts::locks;
use crate::semantics::claims::value_locks;
use crate::semantics::prepare::{ByOne, Watched};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Meeting, State, Variable};
use crate::semantics::system::{Transfer, Write, variables, words};
use crate::values::{Contents, Offsets, Strength, Value};

/// What an assignment does to a number of readers, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The ego is a reader from now on.
    Enters(usize),
    /// It is none any more.
    Leaves(usize),
}

/// What an assignment does that makes a variable one more, or one less, if that is a number of readers and it is allowed.
pub fn counting(transfer: &Transfer<'_, '_>, state: &State, variable: Variable, by: ByOne) -> Option<Counting> {
    let number = live_counts(transfer).find(|number| count_variable(transfer, *number) == variable)?;
    let counting = match by {
        ByOne::More => Counting::Enters(number),
        ByOne::Less => Counting::Leaves(number),
    };
    is_allowed(transfer, state, counting).then_some(counting)
}

fn is_allowed(transfer: &Transfer<'_, '_>, state: &State, counting: Counting) -> bool {
    match counting {
        Counting::Enters(number) => {
            let count = &transfer.analysis.text.reader_counts[number];
            let may_be_inside = state
                .maybe_held
                .may_be(&name(transfer, number), |one, other| one == other);
            let flag = known(transfer, state, &transfer.analysis.text.watched[count.flag]);
            let nobody_writes =
                flag.and_then(|flag| flag.as_constant()) == Some(0) || is_seeded(Bug::ReadersPassWriters);
            let is_protected = interference::is_current(transfer, state, count_variable(transfer, number).object);
            is_protected && nobody_writes && !may_be_inside
        }
        Counting::Leaves(number) => is_inside(transfer, state, number) || is_seeded(Bug::StrangersLeave),
    }
}

/// Makes a write that may change a number of readers.
pub fn write_as_count(
    transfer: &Transfer<'_, '_>,
    state: State,
    counting: Option<Counting>,
    write: impl Fn(State, Option<usize>) -> Vec<State>,
) -> Vec<State> {
    match counting {
        None => write(state, None),
        Some(Counting::Enters(number)) => {
            transfer.record(|recorder, _| {
                recorder.used_reader_counts.insert(number);
            });
            let entered = write(state, Some(number)).into_iter();
            entered.flat_map(|state| enter(transfer, state, number)).collect()
        }
        Some(Counting::Leaves(number)) => {
            let left = leave(transfer, state, number).into_iter();
            left.flat_map(|state| write(state, Some(number))).collect()
        }
    }
}

fn enter(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.acquire(&name(transfer, number));
    let kind = Some(LockKind::Normal);
    let pointer = value_locks::lock_pointer(transfer, flag(transfer, number));
    locks::lock(transfer, state, &pointer, LockMode::Read, kind, Acquisition::Blocking)
}

fn leave(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.release(&name(transfer, number));
    let pointer = value_locks::lock_pointer(transfer, flag(transfer, number));
    locks::unlock(transfer, state, &pointer)
}

/// The ego acquires the lock that a flag is: of numbers of readers that are not known to be zero then, nothing is claimed.
pub fn hold_against_writer(transfer: &Transfer<'_, '_>, state: &State, flag_number: usize) {
    if interference::is_alone(transfer.analysis, state) || is_seeded(Bug::WritersPassReaders) {
        return;
    }
    for number in live_counts(transfer).filter(|number| flag(transfer, *number) == flag_number) {
        let count = known(transfer, state, &transfer.analysis.text.reader_counts[number].count);
        let is_zero =
            count.is_some_and(|count| is_number(&count) && count.as_integer().high().is_some_and(|most| most <= 0));
        if !is_zero {
            refute(transfer, number, "a writer does not look at it");
        }
    }
}

/// Bytes of an object are written to, otherwise than by readers who come and go.
pub fn note_unchecked(
    transfer: &Transfer<'_, '_>,
    state: &State,
    write: &Write,
    change: &impl Fn(&mut Contents, Strength),
) {
    for number in live_counts(transfer).filter(|number| write.intent.readers != Some(*number)) {
        let variable = count_variable(transfer, number);
        let meets = variable.object == write.object && variable.meeting(write.bytes) != Meeting::Apart;
        if meets && !is_initialisation(transfer, state, number, change) {
            refute(transfer, number, "this write is none of a reader who comes or goes");
        }
    }
}

/// Whether a write is made while no other thread runs and the ego is no reader, and leaves no negative number.
fn is_initialisation(
    transfer: &Transfer<'_, '_>,
    state: &State,
    number: usize,
    change: &impl Fn(&mut Contents, Strength),
) -> bool {
    let count = &transfer.analysis.text.reader_counts[number].count;
    let mut written = Contents::nothing();
    change(&mut written, Strength::Strong);
    let value = read(transfer, &written, count);
    let is_positive = is_number(&value) && value.as_integer().low().is_some_and(|least| least >= 0);
    let may_be_inside = state
        .maybe_held
        .may_be(&name(transfer, number), |one, other| one == other);
    interference::is_alone(transfer.analysis, state) && is_positive && !may_be_inside
}

fn refute(transfer: &Transfer<'_, '_>, number: usize, why: &str) {
    transfer.record(|recorder, _| {
        recorder.no_reader_counts.insert(number);
    });
    transfer.refute(|| {
        let object = words::object(transfer.analysis, count_variable(transfer, number).object);
        format!("{object} holds no number of readers, because {why}")
    });
}

fn live_counts<'t>(transfer: &'t Transfer<'_, '_>) -> impl Iterator<Item = usize> + 't {
    let all = 0..transfer.analysis.text.reader_counts.len();
    all.filter(|number| transfer.analysis.is_reader_count(*number))
}

fn flag(transfer: &Transfer<'_, '_>, number: usize) -> usize {
    transfer.analysis.text.reader_counts[number].flag
}

fn count_variable(transfer: &Transfer<'_, '_>, number: usize) -> Variable {
    variables::variable_of(transfer, &transfer.analysis.text.reader_counts[number].count)
}

fn lock_of(transfer: &Transfer<'_, '_>, number: usize) -> LockId {
    value_locks::lock_of(transfer, flag(transfer, number))
}

fn name(transfer: &Transfer<'_, '_>, number: usize) -> MayBe<LockId> {
    MayBe::Definite(lock_of(transfer, number))
}

/// Whether the ego certainly is a reader.
fn is_inside(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let lock = lock_of(transfer, number);
    interference::locks_held(transfer.analysis, state).contains(&lock)
        && !interference::exclusive_locks(transfer.analysis, state).contains(&lock)
}

/// What a variable holds, if a lock is held that protects it.
fn known(transfer: &Transfer<'_, '_>, state: &State, scalar: &Watched) -> Option<Value> {
    let object = variables::variable_of(transfer, scalar).object;
    let is_protected = interference::is_current(transfer, state, object);
    is_protected.then(|| read(transfer, &interference::peek(transfer, state, object), scalar))
}

fn is_number(value: &Value) -> bool {
    value.as_addresses().is_bottom() && value.as_threads().is_bottom()
}

fn read(transfer: &Transfer<'_, '_>, contents: &Contents, scalar: &Watched) -> Value {
    let ty = variables::scalar(transfer.analysis.program, scalar.ty);
    contents.read(Offsets::constant(scalar.offset as i64), ty)
}
