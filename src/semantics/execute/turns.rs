//! Taking turns: who finds its own number in a variable has the lock that this is (`crate::semantics::claims::turns`).

use crate::ir::Expr;
use crate::semantics::acts::locks;
use crate::semantics::claims::{lines, value_locks};
use crate::semantics::origins::{copies, shares};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Part, Share, Stage, State, Variable};
use crate::semantics::system::{Transfer, variables};
use pepsin_digests::{Acquisition, LockKind, LockMode, LockName};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Whether a share is one number that belongs to the ego.
fn is_owned_number(share: &Share) -> bool {
    let Share::Part(Part {
        stage: Stage::Taken(taken),
        scale: 1,
        offset,
        spread,
        object: None,
        or_zero: false,
        ..
    }) = share
    else {
        return false;
    };
    (0..*taken).contains(offset) && (*spread == 0 || is_seeded(Bug::BoundedNumbersServed))
}

/// The ego learns that two values are equal: it may be its turn. False if that is impossible.
pub fn take_turn(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr, number: &Expr) -> bool {
    let Some(variable) = copies::copied(transfer, state, value) else {
        return true;
    };
    let Some(Share::Part(part)) = shares::share_of(transfer, state, number).filter(is_owned_number) else {
        return true;
    };
    transfer.record(|recorder, _| {
        recorder.turns.entry(variable).or_default().insert(part.dispenser);
    });
    let Variable { object, offset, .. } = variables::watched_variable(transfer, variable);
    let lock = transfer.analysis.digests.names().lock(LockName { object, offset });
    if interference::locks_held(transfer.analysis, state).contains(&lock) {
        return true;
    }
    lines::be_served(transfer, state, part, variable);
    if !transfer.analysis.is_turn(variable) {
        return true;
    }
    let pointer = value_locks::lock_pointer(transfer, variable);
    let kind = Some(LockKind::Normal);
    let mut states = locks::lock(
        transfer,
        state.clone(),
        &pointer,
        LockMode::Write,
        kind,
        Acquisition::Blocking,
    )
    .into_iter();
    let Some(mut acquired) = states.next() else {
        return false;
    };
    states.for_each(|other| {
        acquired.join(&other);
    });
    *state = acquired;
    true
}
