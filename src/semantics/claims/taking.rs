//! Taking: how the ego comes by shares of takes, and what it does with them; see [`crate::semantics::state::Takes`].

use super::wrapping::SignedSteps;
use crate::ir::{FunctionId, LocalId};
use crate::semantics::claims::wrapping;
use crate::semantics::sharing::interference;
use crate::semantics::state::{Line, Meeting, NarrowStep, Part, Share, Stage, State, Takes};
use crate::semantics::system::{Analysis, Taking, Transfer, Write, variables, words};
use crate::values::{IntegerType, ObjectId, ObjectKind, Strength, Value};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Whether the program has no variable that may be a dispenser.
pub fn takes_nothing(analysis: &Analysis<'_>) -> bool {
    analysis.text.dispensers.is_empty()
}

/// By how much an assignment makes a dispenser grow: it must hold what was seen of it, and not wrap around.
pub fn growth(
    transfer: &Transfer<'_, '_>,
    state: &State,
    dispenser: usize,
    share: Option<Share>,
    value: &Value,
) -> Option<i64> {
    let looked = state.takes.look(dispenser).is_some_and(|look| look.grown.is_none());
    let Some(Share::Part(part)) = share.filter(|_| looked) else {
        return None;
    };
    let ty = variables::scalar(
        transfer.analysis.program,
        transfer.analysis.text.dispensers[dispenser].ty,
    )
    .integer_type();
    // What wraps around comes to lie less than the growth above the least value.
    let least = ty.low() + i128::from(part.offset);
    let bounded = value.as_integer().low().is_some_and(|low| low >= least);
    let grows = part.offset > 0 && part == Part::of(dispenser, Stage::Seen, part.offset);
    let never_wraps = || wrapping::never_wraps(transfer, ty, part.offset, SignedSteps::Plain);
    (grows && (bounded || never_wraps())).then_some(part.offset)
}

/// A variable of the ego gets a share.
pub fn hold_share(transfer: &Transfer<'_, '_>, state: &mut State, variable: ObjectId, share: Option<Share>) {
    let kept_apart = !interference::is_shared(transfer, state, variable)
        && interference::strength_of_own(transfer, state, variable) == Strength::Strong;
    if let Some(share) = share.filter(|_| kept_apart) {
        state.takes.hold(variable, share);
    }
}

/// The object that a variable of the running function is whose address is never taken, if it holds a number that the ego takes.
pub fn held_number(transfer: &Transfer<'_, '_>, state: &State, local: LocalId) -> Option<ObjectId> {
    if state.takes.shares().is_empty() {
        return None;
    }
    let object = transfer
        .analysis
        .local(transfer.unknown.function, local, transfer.context.thread);
    number_held(&state.takes, object).map(|_| object)
}

/// The number of a take that a variable holds, if it certainly is one.
pub fn number_held(takes: &Takes, variable: ObjectId) -> Option<Part> {
    match takes.share(variable)? {
        Share::Part(part) if part.scale == 1 && part.spread == 0 && part.object.is_none() && !part.or_zero => {
            Some(part)
        }
        _ => None,
    }
}

/// The ego changes an object.
pub fn forget_shares_of(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    if takes_nothing(transfer.analysis) {
        return;
    }
    state.takes.forget(object);
    for dispenser in 0..transfer.analysis.text.dispensers.len() {
        if variables::dispenser_variable(transfer, dispenser).object == object {
            state.takes.look_away(dispenser);
        }
    }
}

/// What the caller knows behind a call. What was only seen before may have been seen again.
pub fn takes_behind(analysis: &Analysis<'_>, before: &Takes, callee: &Takes, function: FunctionId) -> Takes {
    let mut takes = callee.clone();
    takes.retain(|entry| {
        let kind = analysis.objects.kind(entry.0);
        !matches!(kind, ObjectKind::Local { function: of, .. } if of == function)
    });
    // What was taken last may have been so before the callee took.
    let is_last_one = is_seeded(Bug::CalleesTakeNothing);
    for (variable, share) in before.shares() {
        if analysis.is_of_frame(*variable) && !share.is_seen() {
            takes.hold(*variable, if is_last_one { *share } else { share.not_last() });
        }
    }
    takes
}

/// Whether a write is one to a dispenser, as far as is known.
fn is_written(transfer: &Transfer<'_, '_>, write: &Write, dispenser: usize) -> bool {
    let variable = variables::dispenser_variable(transfer, dispenser);
    variable.object == write.object && variable.meeting(write.bytes) != Meeting::Apart
}

/// The ego may step a dispenser: what it took before is not the last that it took, and what it read before is not its turn.
pub fn forget_last_steps(transfer: &Transfer<'_, '_>, state: &mut State, write: &Write) {
    for dispenser in 0..transfer.analysis.text.dispensers.len() {
        if !is_written(transfer, write, dispenser) {
            continue;
        }
        state.takes.step(dispenser);
        match write.intent.take {
            Taking::Atomically(of, narrow) if of == dispenser => {
                state.takes.wait_in_line(dispenser);
                if narrow.is_some() && !is_seeded(Bug::TurnsReadBefore) {
                    state.copies.retain(|(_, watched)| !transfer.analysis.is_turn(*watched));
                }
            }
            Taking::UnderLock(of) if of == dispenser => state.takes.wait_in_line(dispenser),
            _ => {}
        }
    }
}

/// The step that an atomic addition is of a counter that may begin anew, if it is known where the ego's last one started, or the ego
/// waits with no other number.
pub fn narrow_step(state: &State, dispenser: usize, ty: IntegerType, by: i64) -> Option<NarrowStep> {
    let last_below = match is_seeded(Bug::NobodyAsksForTheLast) {
        true => Some(0),
        false => state.takes.last_below(dispenser),
    };
    let is_outside = state.takes.line(dispenser) == Line::Outside || is_seeded(Bug::TakenWhileWaiting);
    let step = NarrowStep {
        by,
        last_below,
        is_outside,
        high: ty.high(),
    };
    (ty.bits < 64 && (last_below.is_some() || is_outside)).then_some(step)
}

/// Records a write to an object with dispensers.
pub fn note_dispenser_write(transfer: &Transfer<'_, '_>, state: &State, write: &Write) {
    if transfer.analysis.recorder.is_none() || takes_nothing(transfer.analysis) {
        return;
    }
    let (thread, alone) = (
        transfer.context.thread,
        interference::is_alone(transfer.analysis, state),
    );
    let is_at_first = interference::is_at_first(transfer.analysis, state);
    // A lock that was released since the ego looked lets others look at the same.
    let locks = |dispenser| {
        state
            .takes
            .look(dispenser)
            .map_or_else(Vec::new, |look| look.locks.clone())
    };
    let dispensers = 0..transfer.analysis.text.dispensers.len();
    for dispenser in dispensers.filter(|dispenser| is_written(transfer, write, *dispenser)) {
        let mut is_refuted = false;
        transfer.record(|recorder, _| {
            let writes = recorder.dispenser_writes.entry(dispenser).or_default();
            let take = match write.intent.take {
                Taking::UnderLock(of) if of == dispenser => Some((thread, Some(locks(dispenser)))),
                Taking::Atomically(of, narrow) if of == dispenser => {
                    let is_one = transfer.analysis.digests.names().is_unique(thread);
                    writes.narrow.extend(narrow.map(|step| (thread, is_one, step)));
                    Some((thread, None))
                }
                _ => None,
            };
            is_refuted = take.is_none() && !alone;
            writes.others |= is_refuted;
            writes.alone.extend(Some(thread).filter(|_| take.is_none() && alone));
            writes.again |= take.is_none() && !is_at_first;
            writes.takes.extend(take);
        });
        if is_refuted {
            transfer.refute(|| {
                let name = words::object(transfer.analysis, write.object);
                format!("{name} hands out no numbers, because this write is no take")
            });
        }
    }
}
