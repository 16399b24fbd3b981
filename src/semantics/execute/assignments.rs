//! Assignments: what is stored, and all that is known of the value besides what it is.

use std::rc::Rc;

use crate::ir::{Expr, Place, Root};
use crate::semantics::claims::tallies::Counting;
use crate::semantics::claims::value_locks::Transition;
use crate::semantics::claims::{Orders, Written, counters, gates, lines, switches, taking, tallies, value_locks};
use crate::semantics::crews::{berths, gathering};
use crate::semantics::evaluate::{loads, places};
use crate::semantics::execute::{guards, stores};
use crate::semantics::origins::inscriptions::WrittenNumbers;
use crate::semantics::origins::{
    bounds, copies, cycles, enclosures, inscriptions, letters, owned, regions, rows, shares, symbolic,
};
use crate::semantics::prepare::changed_by_one;
use crate::semantics::state::bounds::{Bound, Unit};
use crate::semantics::state::{Berth, Index, Linear, OwnedPointer, Share, State, SymbolicAddress, Variable};
use crate::semantics::system::{Intent, Taking, Transfer, variables};
use crate::values::{ObjectId, Rvalue, Value};

/// Where a value came from, in terms that outlive its abstraction.
struct Provenance {
    /// As a symbolic address.
    address: Option<SymbolicAddress>,
    /// As what remains of a variable.
    remainder: Option<Index>,
    /// As a pointer into a part of an object, as that is written.
    part: Option<Rc<Place>>,
    /// As a pointer into a region.
    owner: Option<OwnedPointer>,
    /// As the place that a variable names in a row.
    slot: Option<Berth>,
    /// As a pointer that stood in an array of them.
    stood: Vec<(Unit, Bound)>,
    /// As a pointer that stands somewhere, as that is written.
    word: Option<Rc<Place>>,
    /// As a function of the ego's ticket.
    linear: Option<Linear>,
    /// As polynomials that it is, is at least, or is below.
    bounds: Vec<Bound>,
    /// As numbers of variables, that are written into memory.
    written: WrittenNumbers,
    /// As the value of a watched variable.
    copied: Option<usize>,
    /// As what a look at a watched variable tells.
    looked: Option<usize>,
    /// As a share of a take.
    share: Option<Share>,
}

/// `to = value`. The states in which execution goes on.
pub fn execute_assignment(transfer: &Transfer<'_, '_>, mut state: State, to: &Place, expr: &Expr) -> Vec<State> {
    let Some(assigned) = gathering::assigned(transfer, &mut state, to, expr) else {
        return execute_store(transfer, state, to, expr);
    };
    let crews = gathering::crews_behind(transfer, &state, &assigned);
    let mut after = execute_store(transfer, state, to, expr);
    after.iter_mut().for_each(|state| state.crews = crews.clone());
    after
}

fn execute_store(transfer: &Transfer<'_, '_>, mut state: State, to: &Place, expr: &Expr) -> Vec<State> {
    let (provenance, value) = transfer.remembering(|transfer| {
        let provenance = transfer.unrecorded(|transfer| provenance(transfer, &mut state, to, expr));
        (provenance, loads::rvalue(transfer, &mut state, expr))
    });
    if value.is_bottom() {
        return Vec::new();
    }
    let counting = counting(transfer, &mut state, to, (expr, &value));
    if counting.is_none() {
        return store_counted(transfer, state, (to, expr), &value, &provenance, counting);
    }
    let mut after = Vec::new();
    for part in switches::parts(transfer, counting, &value.as_scalar()) {
        let mut state = state.clone();
        if guards::learn(transfer, &mut state, expr, &part) {
            let part = Rvalue::Scalar(part);
            after.extend(store_counted(transfer, state, (to, expr), &part, &provenance, counting));
        }
    }
    after
}

/// Stores a value, which is a change of a number of those who are somewhere, or not.
fn store_counted(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    (to, expr): (&Place, &Expr),
    value: &Rvalue,
    provenance: &Provenance,
    counting: Option<Counting>,
) -> Vec<State> {
    let number = value.as_scalar();
    let Some(change) = shares::change_by_store(transfer, &mut state, to, provenance.share, &number) else {
        return store_value(transfer, state, to, value, provenance, (None, counting));
    };
    let mut after = Vec::new();
    for (part, gone) in counters::left_apart(transfer.analysis, &number, &change) {
        let mut state = state.clone();
        if !guards::learn(transfer, &mut state, expr, &part) {
            continue;
        }
        let stored = store_value(
            transfer,
            state,
            to,
            &Rvalue::Scalar(part),
            provenance,
            (Some(change.dispenser), counting),
        );
        after.extend(
            stored
                .into_iter()
                .flat_map(|state| counters::count(transfer, state, &change, gone)),
        );
    }
    after
}

/// What an assignment does to a number of those who are somewhere.
fn counting(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    to: &Place,
    (expr, value): (&Expr, &Rvalue),
) -> Option<Counting> {
    if transfer.analysis.text.inside.tallies.is_empty() {
        return None;
    }
    let changed = changed_by_one(transfer.body()?, expr, transfer.previous_instruction());
    let variable = variable_at(transfer, state, to)?;
    let Some((read, by)) = changed else {
        return gates::moving(transfer, state, variable, &value.as_scalar());
    };
    let is_own = variable_at(transfer, state, read) == Some(variable);
    tallies::counting(transfer, state, variable, by).filter(|_| is_own)
}

fn variable_at(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Variable> {
    let located = transfer.unrecorded(|transfer| places::locate_bytes(transfer, state, place))?;
    Variable::at(&located.addresses, located.size).filter(|_| located.is_whole())
}

/// Stores a value, which is a change of a counter, or of a number of those who are somewhere, or not.
fn store_value(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    to: &Place,
    value: &Rvalue,
    provenance: &Provenance,
    (dispenser, counting): (Option<usize>, Option<Counting>),
) -> Vec<State> {
    let take = take_by_store(transfer, &mut state, to, provenance.share, &value.as_scalar());
    let holder = provenance.share.and_then(|_| shares::holder(transfer, &mut state, to));
    let transition = transition_by_store(transfer, &mut state, to, value, provenance.share);
    let store = |transfer: &Transfer<'_, '_>, state: &mut State, intent: Intent| {
        let looked = take.map(|_| state.takes.clone());
        let goes_on = stores::assign_owned(transfer, state, to, value, provenance.owner, intent);
        if let (Some(looked), Some((dispenser, by))) = (looked, take) {
            state.takes = looked.grown(dispenser, by);
        }
        note_provenance(transfer, state, to, holder, provenance);
        goes_on
    };
    let written = value.as_scalar();
    tallies::write_as_count(transfer, state, (counting, &written), |state, tally| {
        value_locks::write_as_lock(transfer, state, transition, |transfer, state, intent| {
            let intent = Intent {
                inscribes: provenance.written.intent(transfer),
                number: letters::intent(transfer, state, to, &provenance.bounds),
                tally,
                counter: dispenser,
                take: take.map_or(Taking::Nothing, |(dispenser, _)| Taking::UnderLock(dispenser)),
                ..intent
            };
            store(transfer, state, intent)
        })
    })
}

fn provenance(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, value: &Expr) -> Provenance {
    let pointer = transfer.analysis.program.types.is_pointer(to.ty);
    let bounds = bounds::of_value(transfer, state, value);
    Provenance {
        address: match variables::frame_variable(transfer, to) {
            Some(_) if pointer => symbolic::symbolic(transfer, state, value),
            _ => None,
        },
        remainder: match variables::frame_variable(transfer, to) {
            Some(_) if !pointer => symbolic::remainder(transfer, state, value),
            _ => None,
        },
        part: match variables::frame_variable(transfer, to) {
            Some(_) if pointer => enclosures::part_led_into(transfer, state, value),
            _ => None,
        },
        owner: if pointer {
            regions::owned_pointer(transfer, state, value)
        } else {
            None
        },
        slot: match pointer && !state.crews.is_empty() {
            true => berths::berth(transfer, state, value),
            false => None,
        },
        stood: match variables::frame_variable(transfer, to) {
            Some(_) if pointer => rows::stood(transfer, state, value),
            _ => Vec::new(),
        },
        word: match variables::frame_variable(transfer, to) {
            Some(_) if pointer => rows::word(transfer, state, value),
            _ => None,
        },
        linear: owned::linear(transfer, state, value),
        bounds: cycles::with_steps(transfer, state, value, bounds),
        written: inscriptions::written(transfer, state, to, value),
        copied: copies::copied(transfer, state, value),
        looked: copies::looked_up(transfer, state, value),
        share: shares::share_of(transfer, state, value),
    }
}

fn note_provenance(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    to: &Place,
    holder: Option<ObjectId>,
    provenance: &Provenance,
) {
    if let Some(variable) = variables::frame_variable(transfer, to) {
        state.owned.assign(variable, provenance.linear);
        bounds::assign(transfer, state, variable, &provenance.bounds);
        rows::assign(transfer, state, variable, &provenance.stood);
        state.symbolic.assign(variable, provenance.address, provenance.owner);
        if let Some(remainder) = provenance.remainder {
            state.symbolic.remain(variable, remainder);
        }
        if let Some(part) = &provenance.part {
            state.symbolic.lead_into(variable, part.clone());
        }
        if let Some(word) = &provenance.word {
            state.symbolic.take_from(variable, word.clone());
        }
        if let Some(slot) = provenance.slot {
            state.crews.point(variable, slot);
        }
    }
    provenance.written.note(transfer, state);
    letters::note_written(transfer, state, to, &provenance.bounds);
    if let Some(variable) = places::local_object(transfer, to) {
        copies::note_copy(transfer, state, variable, provenance.copied, provenance.looked);
    }
    if let Some(holder) = holder {
        taking::hold_share(transfer, state, holder, provenance.share);
    }
}

/// The dispenser from which an assignment takes, and how much.
fn take_by_store(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    to: &Place,
    share: Option<Share>,
    value: &Value,
) -> Option<(usize, i64)> {
    let dispenser = share.and_then(|_| shares::dispenser_at(transfer, state, to))?;
    Some((dispenser, taking::growth(transfer, state, dispenser, share, value)?))
}

/// What an assignment does.
fn transition_by_store(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    to: &Place,
    value: &Rvalue,
    share: Option<Share>,
) -> Transition {
    let may_be_lock = match to.root {
        Root::Local(_) => false,
        Root::Global(_) => transfer.analysis.is_watched_place(to),
        Root::Deref(_) => !transfer.analysis.text.watched.is_empty(),
    };
    match value {
        Rvalue::Scalar(value) if may_be_lock => match places::locate_bytes(transfer, state, to) {
            Some(located) if located.is_whole() => {
                let watched = variables::watched_at(transfer, &located.addresses, located.size);
                let written = Written {
                    before: None,
                    after: value,
                    next_at: watched.filter(|number| lines::is_next(transfer, state, *number, share)),
                };
                let size = located.size;
                value_locks::transition(transfer, state, &located.addresses, size, written, Orders::BOTH)
            }
            Some(_) | None => Transition::Other,
        },
        _ => Transition::Other,
    }
}
