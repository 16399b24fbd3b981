//! Locks for readers and writers that a program makes itself: a number of readers beside the flag of a writer, under one mutex.
//!
//! ```text
//!     reader:  ⟨while (w) wait; r = r + 1⟩  … reads …  ⟨r = r − 1⟩        writer:  ⟨while (w or r) wait; w = 1⟩  … writes …  ⟨w = 0⟩
//! ```
//!
//! The flag `w` is a lock of a variable ([`super::value_locks`]), with the set `H` of its holders; it may as well be a number of writers that steps
//! from zero to one and back. The number `r` is a tally ([`super::tallies`]), with the set `P` of those whom it counts, so that `|P| ≤ r`. Who comes to be
//! in `P` is treated as one who acquires the lock for reading, and who leaves it as one who releases it. That needs
//!
//! ```text
//!     H ≠ ∅  ⇒  P = ∅
//! ```
//!
//! which holds at the start, and is kept if
//! - everybody comes into `P` where `w` is known to be zero, because then `H = ∅`;
//! - `w` is acquired where `r` is known not to be greater than zero, because then `P = ∅`.
//!
//! *Known* means: while a lock is held that protects the variable.
//!
//! A variable for which this is not seen is no number of readers, and the program is analysed again if it was used as one.
//! (Courtois, Heymans and Parnas, "Concurrent control with readers and writers", CACM 1971.)

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, MayBe};
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::acts::locks;
use crate::semantics::claims::tallies::{is_number, known};
use crate::semantics::claims::value_locks;
use crate::semantics::prepare::ReaderCount;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Transfer, variables, words};

/// The numbers of readers that somebody who is counted by a tally enters by: nobody is known to write then. Of the others, nothing is claimed.
pub fn admitting(transfer: &Transfer<'_, '_>, state: &State, tally: usize) -> Vec<usize> {
    let counts = live(transfer).filter(|number| count(transfer, *number).tally == tally);
    let (admitting, refuted): (Vec<usize>, Vec<usize>) = counts.partition(|number| admits(transfer, state, *number));
    for number in refuted {
        refute(transfer, number, "somebody may write when a reader comes");
    }
    admitting
}

fn admits(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let flag = known(
        transfer,
        state,
        &transfer.analysis.text.watched[count(transfer, number).flag],
    );
    let nobody_writes = flag.and_then(|flag| flag.as_constant()) == Some(0) || is_seeded(Bug::ReadersPassWriters);
    let may_read = state
        .maybe_held
        .may_be(&name(transfer, number), |one, other| one == other);
    nobody_writes && !may_read
}

/// Who is counted enters as a reader.
pub fn enter(transfer: &Transfer<'_, '_>, state: State, admitting: &[usize]) -> Vec<State> {
    let mut states = vec![state];
    for number in admitting {
        transfer.record(|recorder, _| {
            recorder.used_reader_counts.insert(*number);
        });
        let acquire = |mut state: State| {
            state.maybe_held.acquire(&name(transfer, *number));
            let kind = Some(LockKind::Normal);
            let pointer = value_locks::lock_pointer(transfer, count(transfer, *number).flag);
            locks::lock(transfer, state, &pointer, LockMode::Read, kind, Acquisition::Blocking)
        };
        states = states.into_iter().flat_map(acquire).collect();
    }
    states
}

/// Who will not be counted by a tally any more is no reader any more.
pub fn leave(transfer: &Transfer<'_, '_>, state: State, tally: usize) -> Vec<State> {
    let mut states = vec![state];
    for number in live(transfer).filter(|number| count(transfer, *number).tally == tally) {
        let release = |mut state: State| {
            state.maybe_held.release(&name(transfer, number));
            let pointer = value_locks::lock_pointer(transfer, count(transfer, number).flag);
            locks::unlock(transfer, state, &pointer)
        };
        states = states.into_iter().flat_map(release).collect();
    }
    states
}

/// The ego acquires the lock that a flag is: of numbers of readers that are not known to be zero then, nothing is claimed.
pub fn hold_against_writer(transfer: &Transfer<'_, '_>, state: &State, flag: usize) {
    if interference::is_alone(transfer.analysis, state) || is_seeded(Bug::WritersPassReaders) {
        return;
    }
    for number in live(transfer).filter(|number| count(transfer, *number).flag == flag) {
        let tally = &transfer.analysis.text.inside.tallies[count(transfer, number).tally];
        let readers = known(transfer, state, tally);
        let is_zero = readers
            .is_some_and(|readers| is_number(&readers) && readers.as_integer().high().is_some_and(|most| most <= 0));
        if !is_zero {
            refute(transfer, number, "a writer does not look at it");
        }
    }
}

fn refute(transfer: &Transfer<'_, '_>, number: usize, why: &str) {
    transfer.record(|recorder, _| {
        recorder.no_reader_counts.insert(number);
    });
    transfer.refute(|| {
        let tally = &transfer.analysis.text.inside.tallies[count(transfer, number).tally];
        let object = words::object(transfer.analysis, variables::variable_of(transfer, tally).object);
        format!("{object} holds no number of readers, because {why}")
    });
}

fn live<'t>(transfer: &'t Transfer<'_, '_>) -> impl Iterator<Item = usize> + 't {
    let all = 0..transfer.analysis.text.inside.reader_counts.len();
    all.filter(|number| transfer.analysis.is_reader_count(*number))
}

fn count(transfer: &Transfer<'_, '_>, number: usize) -> ReaderCount {
    transfer.analysis.text.inside.reader_counts[number]
}

fn name(transfer: &Transfer<'_, '_>, number: usize) -> MayBe<LockId> {
    MayBe::Definite(value_locks::lock_of(transfer, count(transfer, number).flag))
}
