//! Lasts: the thread that takes the rest.
//!
//! ```text
//!     for (i = 0; i < n; i++) create(&t[i], w, i);
//!     thread:   end = i == n - 1 ? size : (i + 1) · chunk;      for (k = i · chunk; k < end; k++) … a[k] …
//! ```
//!
//! Threads of one creation differ by a number that they were given ([`super::tickets`]). If all of these numbers are below `n`, then of two threads
//! the one with the smaller number is not the one with `n - 1`: a bound that holds unless the number is `n - 1` holds for that thread. Segments
//! ([`crate::races::segments`]) ask of two threads only where the one with the smaller number ends, and where the other begins.
//!
//! A comparison tells that a count has come to a number; where two ways meet, a bound of one of them is kept, unless that is so
//! ([`crate::semantics::state::bounds`]). Below which number the threads of a creation are, the creator knows when it creates them. That this is the
//! same number for all, and the one with which they compare, is held against all writes ([`crate::semantics::evidence`]).

use std::sync::Arc;

use crate::ir::{BinaryOp, Expr, LocalId};
use crate::races::{Given, Letter, Polynomial, Symbol};
use crate::semantics::evaluate::loads;
use crate::semantics::origins::{bounds, letters, rounds};
use crate::semantics::state::bounds::{Known, Last, Told};
use crate::semantics::state::{Limit, State};
use crate::semantics::system::{Transfer, variables};
use pepsin_digests::EdgeId;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// A comparison holds, which may tell that what is counted has come to a number.
pub fn reached(transfer: &Transfer<'_, '_>, state: &mut State, op: BinaryOp, left: &Expr, right: &Expr) {
    let beyond = match op {
        BinaryOp::Equal | BinaryOp::GreaterEqual => 0,
        BinaryOp::Greater => 1,
        _ => return,
    };
    let Some(count) = bounds::number(transfer, state, left) else {
        return;
    };
    let Some((counted, plus)) = counted(transfer, &count) else {
        return;
    };
    let number = bounds::number(transfer, state, right);
    let number = number.and_then(|number| number.plus(&Polynomial::constant(beyond - plus)));
    if let Some(number) = number.filter(|number| !number.any(&|symbol| *symbol == counted)) {
        state.bounds.reach(Last { counted, number });
    }
}

/// What is counted, and what is added to it, if a number is that.
fn counted(transfer: &Transfer<'_, '_>, number: &Polynomial) -> Option<(Symbol, i64)> {
    let plus = number.constant_part();
    let rest = number.minus(&Polynomial::constant(plus))?;
    let symbol = rest.as_symbol()?;
    let counts = match symbol {
        Symbol::Ticket(_) => true,
        _ => variables::own_variable(transfer, symbol).is_some_and(|local| rounds::counts(transfer, local)),
    };
    counts.then(|| (symbol.clone(), plus))
}

/// Below what a number is that a thread is given, which is what a variable of its creator holds, and so much more.
pub fn limits(
    transfer: &Transfer<'_, '_>,
    state: &State,
    (given, variable, plus): (Given, LocalId, i64),
) -> Vec<Limit> {
    let value = loads::frame_value(transfer, state, variable);
    let least = value.and_then(|value| value.as_integer().low());
    let is_natural = least.is_some_and(|least| least + i128::from(plus) >= 0);
    let known = state.bounds.told(Known::Own(variable), Told::Below);
    let below = known.filter(|bound| bound.unless.is_none()).filter_map(|bound| {
        let below = letters::given(transfer, state, &bound.number)?;
        let below = letters::settled(transfer, state, &below)?;
        below.plus(&Polynomial::constant(plus))
    });
    let limits = below.map(|below| Limit {
        given,
        below: Arc::new(below),
        is_natural,
    });
    limits.collect()
}

/// Of two threads, only that with the greater number may be in a case.
pub struct ForOne {
    /// The number by which they differ.
    pub given: Given,
    /// Below what all these are.
    pub limit: Arc<Polynomial>,
    /// On what that relies.
    pub letters: Vec<Arc<Letter>>,
}

/// By what two threads differ of which only that with the greater number may be in a case.
pub fn is_for_one(state: &State, last: &Last) -> Option<ForOne> {
    let Symbol::Ticket(given) = last.counted else {
        return None;
    };
    let ticket = state.owned.ticket.as_ref()?;
    let (number, mut letters) = last.number.opened()?;
    letters.extend(bounds::relied_on(&number));
    let mut limits = ticket.marks.limits.iter().filter(|limit| limit.given == given);
    limits.find_map(|limit| {
        let (below, inner) = limit.below.opened()?;
        let beyond = number.ahead_of(&below)?;
        let is_last = beyond >= -1 || is_seeded(Bug::ManyAreLast);
        let letters = letters.iter().cloned().chain(inner);
        is_last.then(|| ForOne {
            given,
            limit: limit.below.clone(),
            letters: letters.collect(),
        })
    })
}

/// Records below what numbers are that a creation gives: what all its states tell.
pub fn record_limits(transfer: &Transfer<'_, '_>, (edge, given): (EdgeId, Given), limits: &[Limit]) {
    transfer.record(|recorder, _| {
        let key = (transfer.context.thread, edge, given);
        let known = recorder.limits.entry(key);
        known
            .and_modify(|known| known.retain(|limit| limits.contains(limit)))
            .or_insert_with(|| limits.to_vec());
    });
}
