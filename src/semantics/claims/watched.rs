//! Watched variables: what certain variables hold at the time of each access (row V of the catalogue).
//!
//! Programs hand memory over by variables: a flag that is set when the data are there, the state of a protocol, the number
//! of those who are done. Such variables are tested. For each access the verification pass notes what the tested variables
//! would be read as at that moment, and the race check asks whether two accesses agree on it.
//!
//! Watched are global variables, or members of them, that the text of the program both tests and writes by name. Which ones
//! they are decides how much is proved, never what is true.

use std::sync::Arc;

use pepsin_lattice::Bottom;

use crate::ir::{GlobalId, Place, Root};
use crate::races::{Possible, WatchedValue};
use crate::semantics::claims::fences;
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Outlook, State, Variable, View};
use crate::semantics::system::{Analysis, Transfer, place as name_of, variables};
use crate::values::{Offsets, Value};

/// At most this many values of a variable are told apart.
const MOST_VALUES: usize = 8;

impl Analysis<'_> {
    /// Whether what lies at an offset of a global variable is watched, and taken to be a lock.
    pub fn is_value_lock_at(&self, global: GlobalId, offset: i64) -> bool {
        let mut watched = self.text.watched.iter().enumerate();
        watched.any(|(number, watched)| {
            self.is_value_lock(number) && (watched.global, watched.offset as i64) == (global, offset)
        })
    }

    /// Whether a place is a global variable of which a part is watched, or part of one.
    pub fn is_watched_place(&self, place: &Place) -> bool {
        match place.root {
            Root::Global(global) => self.text.watched.iter().any(|watched| watched.global == global),
            Root::Deref(_) | Root::Local(_) => false,
        }
    }
}

/// What is known of the watched variables at this moment, but for those of which the ego has read what no fence has ordered.
pub fn watched_values(transfer: &Transfer<'_, '_>, state: &State) -> Arc<[WatchedValue]> {
    let values = look_around(transfer, state);
    let unlearned = fences::unlearned(transfer, state);
    let is_learned = |value: &&WatchedValue| {
        let WatchedValue {
            object, offset, size, ..
        } = **value;
        !unlearned.contains(&Variable { object, offset, size })
    };
    match unlearned.is_empty() {
        true => values,
        false => values.iter().filter(is_learned).cloned().collect(),
    }
}

/// What the watched variables hold as the ego sees it. Most accesses find what the last one of the same past found.
fn look_around(transfer: &Transfer<'_, '_>, state: &State) -> Arc<[WatchedValue]> {
    let analysis = transfer.analysis;
    let Some(recorder) = &analysis.recorder else {
        return look_at_watched(transfer, state);
    };
    let outlook = outlook(transfer, state);
    let known = recorder.borrow().outlooks.get(&state.past.id).cloned();
    if let Some((_, values)) = known.filter(|(known, _)| *known == outlook) {
        return values;
    }
    let values = look_at_watched(transfer, state);
    let found = (outlook, Arc::clone(&values));
    recorder.borrow_mut().outlooks.insert(state.past.id, found);
    values
}

fn outlook(transfer: &Transfer<'_, '_>, state: &State) -> Outlook {
    let watched = 0..transfer.analysis.text.watched.len();
    let views = watched.map(|number| {
        let object = variables::watched_variable(transfer, number).object;
        View {
            contents: views::view(transfer, state, object),
            since: views::held_since(transfer, state, object).to_vec(),
            is_shared: interference::is_shared(transfer, state, object),
        }
    });
    Outlook { views: views.collect() }
}

fn look_at_watched(transfer: &Transfer<'_, '_>, state: &State) -> Arc<[WatchedValue]> {
    let analysis = transfer.analysis;
    let values = analysis
        .text
        .watched
        .iter()
        .enumerate()
        .filter_map(|(number, watched)| {
            let Variable { object, offset, size } = variables::watched_variable(transfer, number);
            let contents = interference::peek(transfer, state, object);
            let value = contents.read(
                Offsets::constant(offset),
                variables::scalar(transfer.analysis.program, watched.ty),
            );
            Some(WatchedValue {
                object,
                offset,
                size,
                possible: possible(&value)?,
                name: name_of(analysis, object, offset).into(),
            })
        });
    values.collect()
}

/// What a value may be, if that is little enough to be of use.
fn possible(value: &Value) -> Option<Possible> {
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    if let (true, Some(members)) = (is_number, value.as_integer().members(MOST_VALUES)) {
        return Some(Possible::Among(members));
    }
    let nonzero = !value.truth().may_fail;
    nonzero.then_some(Possible::NotZero)
}
