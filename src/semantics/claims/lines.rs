//! Lines: ticket locks whose numbers may be given again, because their counters begin anew ([`crate::semantics::state::Takes`] has the theory).
//!
//! What is recorded of a solution tells whether the dispenser of a lock ([`super::turns`]) and the variable that tells whose turn it is start alike,
//! whether the turn is passed on by one only, and whether it is the last number of each thread that comes to its turn.

use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Line, Part, Share, Stage, State, Variable};
use crate::semantics::system::{Transfer, variables};
use crate::values::{Offsets, Scalar};
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::value_locks;

/// A thread is started, perhaps the first one.
pub fn note_start(transfer: &Transfer<'_, '_>, state: &State) {
    let analysis = transfer.analysis;
    let text = &analysis.text;
    let may_be_first = analysis.digests.thread_flag(state.past.id).may_be_alone_at_first();
    if text.dispensers.is_empty() || text.watched.is_empty() || !may_be_first {
        return;
    }
    let held = |variable: Variable, ty| {
        let ty = variables::scalar(analysis.program, ty);
        let contents = views::view(transfer, state, variable.object);
        contents.read(Offsets::constant(variable.offset), ty).as_constant()
    };
    // What is looked at is noted also while nothing is recorded.
    let given = text.dispensers.iter().enumerate();
    let given = given.map(|(number, dispenser)| {
        let is_outside = state.takes.line(number) == Line::Outside || is_seeded(Bug::StartersNeverWait);
        held(variables::dispenser_variable(transfer, number), dispenser.ty).filter(|_| is_outside)
    });
    let given: Vec<Option<i128>> = given.collect();
    let served = text.watched.iter().enumerate();
    let served = served.map(|(number, watched)| held(variables::watched_variable(transfer, number), watched.ty));
    let served: Vec<Option<i128>> = served.collect();
    transfer.record(|recorder, _| {
        (0..)
            .zip(&given)
            .for_each(|(number, first)| recorder.lines.give_first(number, *first));
        (0..)
            .zip(&served)
            .for_each(|(number, first)| recorder.lines.serve_first(number, *first));
    });
}

/// A watched variable gets a value, otherwise than by passing the turn on by one.
pub fn note_skipped(transfer: &Transfer<'_, '_>, state: &State, number: usize) {
    if !interference::is_at_first(transfer.analysis, state) {
        transfer.record(|recorder, _| {
            recorder.lines.skip(number);
        });
    }
}

/// A number of the ego's has come to its turn at a watched variable.
pub fn be_served(transfer: &Transfer<'_, '_>, state: &mut State, part: Part, number: usize) {
    let text = &transfer.analysis.text;
    let bits = |ty| variables::scalar(transfer.analysis.program, ty).integer_type().bits;
    let is_as_wide = bits(text.watched[number].ty) == bits(text.dispensers[part.dispenser].ty);
    let is_last = part.is_last && state.takes.line(part.dispenser) == Line::Inside;
    if transfer.analysis.is_turn(number) && !(is_as_wide && is_last) {
        transfer.record(|recorder, _| {
            recorder.lines.jump(part.dispenser);
        });
    }
    state.takes.be_served(part.dispenser);
}

/// Whether a share is one more than what the ego, who has the turn at a watched variable, found there.
pub fn is_next(transfer: &Transfer<'_, '_>, state: &State, number: usize, share: Option<Share>) -> bool {
    let Some(Share::Part(part)) = share else { return false };
    let look = state.takes.look(part.dispenser);
    let lock = value_locks::lock_of(transfer, number);
    part == Part::of(part.dispenser, Stage::Seen, 1)
        && variables::dispenser_variable(transfer, part.dispenser) == variables::watched_variable(transfer, number)
        && look.is_some_and(|look| look.grown.is_none() && look.locks.contains(&lock))
}

/// Whether an atomic addition to a number of a type is one of one.
pub fn is_one_more(operand: Option<i128>, ty: Scalar) -> bool {
    let numbers = 1_i128 << ty.integer_type().bits;
    operand.is_some_and(|operand| operand.rem_euclid(numbers) == 1)
}
