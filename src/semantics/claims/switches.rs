//! Switches: the first reader takes a semaphore for all readers, and the last one gives it back.
//!
//! ```text
//!     reader:  ⟨r = r + 1; if (r == 1) wait(s)⟩  … reads …  ⟨r = r − 1; if (r == 0) post(s)⟩        writer:  wait(s)  … writes …  post(s)
//! ```
//!
//! The number `r` is a tally ([`super::tallies`]), with the set `P` of those whom it counts, so that `|P| ≤ r`, and the semaphore is one of which the permit is a
//! lock ([`crate::semantics::effects::semaphores`]). That permit may belong to the readers together; call that `G`. A thread of `P` is treated as one that
//! holds the lock for reading, but for one that is *in debt*: it came when `r` was zero, and has not waited for the permit since. Then
//!
//! ```text
//!     (1)  r > 0  ⇒  G, or somebody is in debt                (2)  t holds the lock for reading  ⇒  t ∈ P and G
//!     (3)  who is in debt has held a lock that protects r ever since it came
//! ```
//!
//! hold at the start, where `r` is zero, and are kept if
//! - who comes where `r` was greater than zero holds the lock for reading from then on: by (3) nobody else is in debt, so `G` holds by (1). Who comes where it was
//!   zero is in debt, until it holds the lock for reading. Nobody comes who holds it already, or is counted by another number with the same lock;
//! - the permit that somebody takes who is in debt, or has when it comes so to be, is the readers' from then on, who have none then, as there is only one;
//! - who leaves where that makes `r` zero has the permit for itself from then on, because `P` is empty, and `G` held by (2); where there are others left it
//!   has nothing. Whoever leaves holds a lock that protects `r`, so nobody else is in debt;
//! - nobody is in debt without a lock that has protected `r` since it came, behind any instruction;
//! - what others write to `r` while they are alone is zero.
//!
//! Who posts the semaphore for the readers is who left last: else the post is a stray one, and the permit is no lock any more. So the permit is taken and
//! given back as often as before, only not by the same threads. A normal mutex in place of the semaphore is the same: nobody unlocks it who does not have it
//! alone, and glibc does not ask whether that is who locked it. (POSIX leaves that undefined; mutexes of other kinds refuse it.)
//!
//! A number and a semaphore for which this is not seen are no switch, and the program is analysed again if they were used as one.
//! (Courtois, Heymans and Parnas, "Concurrent control with readers and writers", CACM 1971; Downey, "The Little Book of Semaphores", 4.2, has the name.)

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, LockName, MayBe};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::BinaryOp;
use crate::semantics::acts::locks;
use crate::semantics::claims::tallies::{self, Counting};
use crate::semantics::prepare::Switch;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Locks, Transfer, variables, words};
use crate::values::Value;

/// What becomes of a number, in the parts that a switch tells apart: the first one comes or the last one goes, and others.
pub fn parts(transfer: &Transfer<'_, '_>, counting: Option<Counting>, after: &Value) -> Vec<Value> {
    let (number, bound) = match counting {
        Some(Counting::Enters(number)) => (number, 1),
        Some(Counting::Leaves(number)) => (number, 0),
        Some(Counting::Closes(_) | Counting::Opens(_)) | None => return vec![after.clone()],
    };
    if switches_of(transfer, number).next().is_none() {
        return vec![after.clone()];
    }
    let scalar = &transfer.analysis.text.inside.tallies[number];
    let ty = variables::scalar(transfer.analysis.program, scalar.ty);
    let part = |op| {
        after
            .refine(&Value::constant(bound), op, ty, &transfer.analysis.objects)
            .0
    };
    let mut parts = vec![part(BinaryOp::Equal), part(BinaryOp::NotEqual)];
    parts.retain(|part| !part.is_bottom());
    parts
}

/// The ego has come to be counted, which made the number `after`.
pub fn enter(transfer: &Transfer<'_, '_>, state: State, tally: usize, after: &Value) -> Vec<State> {
    let is_first = after.as_constant() == Some(1);
    let was_some = after.as_integer().low().is_some_and(|least| least >= 2) || is_seeded(Bug::FirstReaderPasses);
    let mut states = vec![state];
    let numbers = switches_of(transfer, tally).filter(|number| !may_protect_number(transfer, *number));
    for number in numbers.collect::<Vec<_>>() {
        let enter = |state: State| {
            if shares_permit(transfer, &state, number) {
                refute(
                    transfer,
                    number,
                    "who comes is counted by another number with the same lock",
                );
                return vec![state];
            }
            if is_reading(transfer, &state, number) {
                refute(transfer, number, "who comes has it together with others already");
                return vec![state];
            }
            let has_permit = holds_exclusively(transfer, &state, number);
            match (has_permit, is_first, was_some) {
                (true, true, _) => hand_to_readers(transfer, state, number),
                (true, false, _) => {
                    refute(transfer, number, "a reader has it who may not be the first");
                    vec![state]
                }
                (false, _, true) => hold(transfer, state, number, LockMode::Read),
                (false, ..) => vec![state],
            }
        };
        states = states.into_iter().flat_map(enter).collect();
    }
    states
}

/// Whether the ego is counted by another number, of a switch with the same lock: the one permit would be that of both.
fn shares_permit(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let tally = switch(transfer, number).tally;
    let mut others = live(transfer).filter(|other| lock_of(transfer, *other) == lock_of(transfer, number));
    let is_counted = |other: usize| {
        let by = switch(transfer, other).tally;
        by != tally && tallies::is_inside(transfer, state, by)
    };
    others.any(is_counted) && !is_seeded(Bug::SwitchesShareLocks)
}

/// The ego is about not to be counted any more, which will make the number `after`.
pub fn leave(transfer: &Transfer<'_, '_>, state: State, tally: usize, after: &Value) -> Vec<State> {
    let is_last = after.as_constant() == Some(0) || is_seeded(Bug::AnyReaderIsLast);
    let mut states = vec![state];
    for number in switches_of(transfer, tally).collect::<Vec<_>>() {
        let is_protected = |state: &State| tallies::is_protected(transfer, state, tally);
        if !states.iter().all(is_protected) {
            refute(transfer, number, "a reader leaves without the lock of their number");
        }
        let leave = |state: State| {
            let was_reading = is_reading(transfer, &state, number);
            let left = match was_reading {
                true => locks::release(transfer, state, Locks::listed(name(transfer, number))),
                false => vec![state],
            };
            match was_reading && is_last {
                true => left
                    .into_iter()
                    .flat_map(|state| hold(transfer, state, number, LockMode::Write))
                    .collect(),
                false => left,
            }
        };
        states = states.into_iter().flat_map(leave).collect();
    }
    states
}

/// The ego has taken the permit of a semaphore, which is a lock, or a normal mutex.
pub fn take(transfer: &Transfer<'_, '_>, state: State, permit: LockId) -> Vec<State> {
    let mut states = vec![state];
    let taken = live(transfer).filter(|number| lock_of(transfer, *number) == permit);
    let taken = taken.filter(|number| !may_protect_number(transfer, *number));
    for number in taken.collect::<Vec<_>>() {
        let take = |state: State| {
            let tally = switch(transfer, number).tally;
            let is_in_debt = tallies::is_inside(transfer, &state, tally) && holds_exclusively(transfer, &state, number);
            match is_in_debt {
                true => hand_to_readers(transfer, state, number),
                false => vec![state],
            }
        };
        states = states.into_iter().flat_map(take).collect();
    }
    states
}

/// The ego unlocks one of some mutexes: for the readers only who left last does, who has it for itself. Any thread may, as a normal mutex knows no owner.
pub fn note_unlock(transfer: &Transfer<'_, '_>, state: &State, unlocked: &MayBe<LockId>) {
    for number in live(transfer) {
        let lock = lock_of(transfer, number);
        let may_be_meant = match unlocked.candidates() {
            Some(candidates) => candidates.contains(&lock),
            None => true,
        };
        let is_own = unlocked.definite() == Some(lock) && holds_exclusively(transfer, state, number);
        if may_be_meant && !is_own && !is_seeded(Bug::ReadersUnlock) {
            refute(transfer, number, "somebody unlocks it who does not have it alone");
        }
    }
}

/// An instruction was executed: who is in debt still holds a lock that protects the number.
pub fn note_debts(transfer: &Transfer<'_, '_>, state: &State) {
    if !transfer.records() || transfer.analysis.text.inside.switches.is_empty() || is_seeded(Bug::DebtsAreForgotten) {
        return;
    }
    for number in live(transfer) {
        let tally = switch(transfer, number).tally;
        let is_in_debt = tallies::may_be_inside(transfer, state, tally) && !is_reading(transfer, state, number);
        if is_in_debt && !tallies::is_protected(transfer, state, tally) {
            refute(transfer, number, "a reader may go on without it");
        }
    }
}

/// A tally is written to by somebody who is alone, otherwise than by one who comes or goes.
pub fn note_initialisation(transfer: &Transfer<'_, '_>, tally: usize, written: &Value) {
    if written.as_constant() == Some(0) || is_seeded(Bug::ReadersAtFirst) {
        return;
    }
    for number in switches_of(transfer, tally) {
        refute(transfer, number, "there may be readers before one has come");
    }
}

/// The permit that only the ego has belongs to the readers from now on.
fn hand_to_readers(transfer: &Transfer<'_, '_>, state: State, number: usize) -> Vec<State> {
    let released = locks::release(transfer, state, Locks::listed(name(transfer, number)));
    let held = released
        .into_iter()
        .flat_map(|state| hold(transfer, state, number, LockMode::Read));
    held.collect()
}

fn hold(transfer: &Transfer<'_, '_>, state: State, number: usize, mode: LockMode) -> Vec<State> {
    transfer.record(|recorder, _| {
        recorder.used_switches.insert(number);
    });
    let lock = Locks::listed(name(transfer, number));
    locks::acquire(transfer, state, lock, mode, LockKind::Normal, Acquisition::Blocking)
}

fn refute(transfer: &Transfer<'_, '_>, number: usize, why: &str) {
    transfer.record(|recorder, _| {
        recorder.no_switches.insert(number);
    });
    transfer.refute(|| {
        let semaphore = words::object(transfer.analysis, place(transfer, number).object);
        format!("{semaphore} is not taken for all readers by the first, because {why}")
    });
}

fn live<'t>(transfer: &'t Transfer<'_, '_>) -> impl Iterator<Item = usize> + 't {
    let all = 0..transfer.analysis.text.inside.switches.len();
    all.filter(|number| transfer.analysis.is_switch(*number))
}

fn switches_of<'t>(transfer: &'t Transfer<'_, '_>, tally: usize) -> impl Iterator<Item = usize> + 't {
    live(transfer).filter(move |number| switch(transfer, *number).tally == tally)
}

/// Whether the permit may be held at all writes to the number: then it is no permit of the readers, but takes the place of the mutex.
fn may_protect_number(transfer: &Transfer<'_, '_>, number: usize) -> bool {
    tallies::may_be_protected_by(transfer, switch(transfer, number).tally, lock_of(transfer, number))
}

fn switch(transfer: &Transfer<'_, '_>, number: usize) -> Switch {
    transfer.analysis.text.inside.switches[number]
}

fn place(transfer: &Transfer<'_, '_>, number: usize) -> LockName {
    let Switch { global, offset, .. } = switch(transfer, number);
    LockName {
        object: transfer.analysis.global(global, transfer.context.thread),
        offset: offset as i64,
    }
}

fn lock_of(transfer: &Transfer<'_, '_>, number: usize) -> LockId {
    transfer.analysis.digests.names().lock(place(transfer, number))
}

fn name(transfer: &Transfer<'_, '_>, number: usize) -> MayBe<LockId> {
    MayBe::Definite(lock_of(transfer, number))
}

/// Whether the ego certainly holds the lock for reading.
fn is_reading(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let holds = interference::locks_held(transfer.analysis, state).contains(&lock_of(transfer, number));
    holds && !holds_exclusively(transfer, state, number)
}

fn holds_exclusively(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    interference::exclusive_locks(transfer.analysis, state).contains(&lock_of(transfer, number))
}
