//! What is declared of the calls of an open program, as acts of its callers: sections that do not overlap, and phases (row DO). A section
//! that each object has for itself is a lock by symbolic address, in name only (row SL).

use std::rc::Rc;

use pepsin_digests::{Action, Section};

use crate::library::model::Mode;
use crate::semantics::acts::locks;
use crate::semantics::origins::symbolic;
use crate::semantics::state::State;
use crate::semantics::system::{LibraryCall, OperandFacts, Transfer};

/// Begins a section: the states inside of it.
pub fn enter(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    section: usize,
    (object, mode): (Option<usize>, Mode),
) -> Vec<State> {
    let Some(section) = named(call, section) else {
        return vec![state];
    };
    let Some(object) = object else {
        return act(transfer, state, &Action::SectionEnter { section });
    };
    let mut inside = vec![state];
    symbolic::hold_symbolically(
        transfer,
        &mut inside,
        call.expressions.get(object),
        &call.argument(object),
        locks::mode_of(mode),
        Some(section),
    );
    inside
}

/// Ends a section.
pub fn leave(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    section: usize,
    object: Option<usize>,
) -> Vec<State> {
    let Some(section) = named(call, section) else {
        return vec![state];
    };
    match object {
        None => act(transfer, state, &Action::SectionLeave { section }),
        Some(_) => {
            state.symbolic.retain(|held| held.section != Some(section));
            vec![state]
        }
    }
}

/// What the thread does belongs to a phase from now on.
pub fn enter_phase(transfer: &Transfer<'_, '_>, state: State, call: &LibraryCall<'_>, phase: usize) -> Vec<State> {
    let number = call.argument(phase).as_constant();
    match number.and_then(|number| u32::try_from(number).ok()) {
        Some(phase) => act(transfer, state, &Action::PhaseEnter { phase }),
        None => vec![state],
    }
}

/// Goes on when all other threads of the phase have ended.
pub fn begin_phase(transfer: &Transfer<'_, '_>, state: State) -> Vec<State> {
    act(transfer, state, &Action::PhaseBegin)
}

fn act(transfer: &Transfer<'_, '_>, state: State, action: &Action) -> Vec<State> {
    let digests = Rc::clone(&transfer.analysis.digests);
    let next = digests.step(state.past.id, action, &OperandFacts::none(transfer.analysis));
    locks::continue_with(transfer, state, &next)
}

/// The section that an argument names by its number.
fn named(call: &LibraryCall<'_>, section: usize) -> Option<Section> {
    let number = call.argument(section).as_constant()?;
    Some(Section(u32::try_from(number).ok()?))
}
