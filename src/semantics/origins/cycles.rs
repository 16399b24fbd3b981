//! Cycles: elements that are dealt out to threads in turn.
//!
//! ```text
//!     for (k = id; k < size; k += n) … a[k] …            k  is  id, and any multiple of n
//! ```
//!
//! Who adds the same number again and again to a variable makes *steps* from where that began. If all threads of a creation begin at numbers
//! from zero on that are below `n`, and differ, then they never come to one and the same element, whatever number of steps they have made
//! ([`crate::races::segments`]). What is added has to be what the numbers are below ([`super::lasts`]), times what a number stands for.

use std::rc::Rc;
use std::sync::Arc;

use crate::ir::{BinaryOp, Expr};
use crate::races::{Elements, Letter, Polynomial};
use crate::semantics::crews::berths;
use crate::semantics::origins::ranges::Cycle;
use crate::semantics::origins::{bounds, letters};
use crate::semantics::state::State;
use crate::semantics::state::bounds::{Bound, Known, Told};
use crate::semantics::system::{Transfer, variables};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What is known of a value, and from where it is some steps away: a variable that is, or is that itself, and one step more.
pub fn with_steps(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr, mut known: Vec<Bound>) -> Vec<Bound> {
    let may_tell = transfer.analysis.text.has_segments() && (!state.bounds.is_empty() || state.owned.ticket.is_some());
    if may_tell && transfer.analysis.program.types.is_integer(value.ty()) {
        let steps = transfer.unrecorded(|transfer| one_more(transfer, state, value));
        known.extend(steps.into_iter().flatten());
    }
    known
}

fn one_more(transfer: &Transfer<'_, '_>, state: &mut State, value: &Expr) -> Option<Vec<Bound>> {
    let (op, left, right, ty) = match value {
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => (op, left, right, *ty),
        Expr::Cast(operand, ty) if bounds::keeps_number(transfer, state, operand, *ty) => {
            return one_more(transfer, state, operand);
        }
        _ => return None,
    };
    let is_cycle = |by: &Polynomial| by.as_constant() != Some(1) && !letters::is_of_ego(by);
    let cycles = numbers(transfer, state, right).into_iter().filter(is_cycle);
    if !bounds::is_exact(transfer, state, (*op, left, right), ty) {
        return None;
    }
    let steps = cycles.flat_map(|cycle| {
        let cycle = Rc::new(cycle);
        let starts = starts(transfer, state, left, &cycle).into_iter();
        starts
            .map(move |start| Bound::by_steps(start, &cycle))
            .collect::<Vec<_>>()
    });
    Some(steps.collect())
}

/// What an expression is, as it is computed and as its value tells.
fn numbers(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Vec<Polynomial> {
    let computed = bounds::number(transfer, state, expr);
    let constant = berths::number(transfer, state, expr).map(Polynomial::constant);
    let constant = constant.filter(|constant| Some(constant) != computed.as_ref());
    computed.into_iter().chain(constant).collect()
}

/// From where an expression is some steps away, or none.
fn starts(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, cycle: &Polynomial) -> Vec<Polynomial> {
    let mut starts = numbers(transfer, state, expr);
    if let Some(place) = bounds::loaded_number(transfer, state, expr)
        && let Some(variable) = variables::frame_variable(transfer, place)
    {
        let steps = state.bounds.told(Known::Own(variable), Told::Steps);
        let same = steps.filter(|bound| bound.cycle.as_deref() == Some(cycle) && bound.unless.is_none());
        starts.extend(same.map(|bound| Polynomial::clone(&bound.number)));
    }
    starts
}

/// Below what all numbers of a series are, with what that relies on, if it is what a cycle adds to them.
pub fn length(state: &State, elements: &Elements, cycle: &Cycle) -> Option<(Arc<Polynomial>, Vec<Arc<Letter>>)> {
    let (series, ticket) = (elements.series?, state.owned.ticket.as_ref()?);
    let mut limits = ticket.marks.limits.iter().filter(|limit| limit.given == series.given);
    limits.find_map(|limit| {
        let (below, letters) = limit.below.opened()?;
        let is_added = below.times(&elements.scale.factor)? == cycle.by || is_seeded(Bug::CyclesOfAnyLength);
        is_added.then(|| (limit.below.clone(), letters))
    })
}
