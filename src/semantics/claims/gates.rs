//! Gates: tallies that are negative while somebody has them for itself.
//!
//! ```text
//!     reader:  ⟨while (c < 0) wait; c = c + 1⟩  … reads …  ⟨c = c − 1⟩        writer:  ⟨while (c ≠ 0) wait; c = −1⟩  … writes …  ⟨c = 0⟩
//! ```
//!
//! Let `P` be the set of those whom `c` counts ([`super::tallies`]), and `H` that of the threads that closed the gate and did not open it. Then
//!
//! ```text
//!     c < 0  ⇒  P = ∅,        c ≥ 0  ⇒  H = ∅  and  |P| ≤ c ≤ |P| + 2³⁰,        |H| ≤ 1
//! ```
//!
//! holds at the start, where `c` is zero, and is kept by every write to `c` that
//! - adds one, as for all tallies, but where `c` is known not to be negative;
//! - takes one, by the ego in `P`, which is not empty then, so that `c` is at least one;
//! - is negative where `c` is known to be zero, because then both sets are empty: the ego is in `H` from then on;
//! - is zero, by the ego in `H`, which leaves it: `P` is empty;
//! - is made while no other thread runs and the ego is in neither, as for all tallies.
//!
//! *Known* means: while a lock is held that protects `c`. To be in `P` is to hold a lock for reading, to be in `H` to hold the same one for writing.

use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::acts::locks;
use crate::semantics::claims::tallies::{self, Counting};
use crate::semantics::sharing::interference;
use crate::semantics::state::{State, Variable};
use crate::semantics::system::{Locks, Transfer};
use crate::values::Value;

/// What an assignment of a value does to a gate, if it is allowed.
pub fn moving(transfer: &Transfer<'_, '_>, state: &State, variable: Variable, value: &Value) -> Option<Counting> {
    let number = tallies::tally_at(transfer, variable).filter(|number| is_gate(transfer, *number))?;
    let closes = tallies::is_number(value) && value.as_integer().high().is_some_and(|most| most < 0);
    if closes {
        let is_free = held_now(transfer, state, number).and_then(|held| held.as_constant()) == Some(0);
        let is_allowed = is_free && !tallies::may_be_inside(transfer, state, number);
        return (is_allowed || is_seeded(Bug::ClosedOnReaders)).then_some(Counting::Closes(number));
    }
    let opens =
        value.as_constant() == Some(0) && (has_closed(transfer, state, number) || is_seeded(Bug::OpenedByAnybody));
    opens.then_some(Counting::Opens(number))
}

/// Whether somebody may come to be counted: the tally is no gate that may be closed.
pub fn lets_in(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    let is_open = || {
        let held = held_now(transfer, state, number);
        held.is_some_and(|held| held.as_integer().low().is_some_and(|least| least >= 0))
    };
    !is_gate(transfer, number) || is_open() || is_seeded(Bug::PassedWhileClosed)
}

/// The ego has the gate for itself.
pub fn close(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.acquire(&tallies::name(transfer, number));
    let place = Locks::listed(tallies::name(transfer, number));
    let (mode, kind) = (LockMode::Write, LockKind::Normal);
    locks::acquire(transfer, state, place, mode, kind, Acquisition::Blocking)
}

/// The ego has it no more.
pub fn open(transfer: &Transfer<'_, '_>, mut state: State, number: usize) -> Vec<State> {
    state.maybe_held.release(&tallies::name(transfer, number));
    locks::release(transfer, state, Locks::listed(tallies::name(transfer, number)))
}

/// Whether a tally is one that may be negative.
pub fn is_gate(transfer: &Transfer<'_, '_>, number: usize) -> bool {
    transfer.analysis.text.inside.gates.contains(&number)
}

/// Whether the ego certainly has closed a gate, and not opened it.
pub fn has_closed(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> bool {
    interference::exclusive_locks(transfer.analysis, state).contains(&tallies::lock_of(transfer, number))
}

fn held_now(transfer: &Transfer<'_, '_>, state: &State, number: usize) -> Option<Value> {
    let held = tallies::known(transfer, state, &transfer.analysis.text.inside.tallies[number]);
    held.filter(tallies::is_number)
}
