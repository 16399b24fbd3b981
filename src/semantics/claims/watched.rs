//! Watched variables: what certain variables hold at the time of each access (row V of the catalogue).
//!
//! Programs hand memory over by variables: a flag that is set when the data are there, the state of a protocol, the number
//! of those who are done. Such variables are tested. For each access the verification pass notes what the tested variables
//! would be read as at that moment, and the race check asks whether two accesses agree on it.
//!
//! Watched are global variables, or members of them, that the text of the program both tests and writes by name. Which ones
//! they are decides how much is proved, never what is true.

use std::sync::Arc;

use pepsin_digests::LockId;
use pepsin_lattice::Bottom;

use crate::ir::{Expr, GlobalId, Place, Root};
use crate::races::{Possible, WatchedValue};
use crate::semantics::state::{State, Variable};
use crate::semantics::system::{Analysis, Transfer, place as name_of};
use crate::values::{Contents, Offsets, Value};

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

impl Transfer<'_, '_> {
    /// Whether an expression loads from a watched variable.
    pub fn loads_watched(&mut self, state: &mut State, expr: &Expr) -> bool {
        match expr {
            Expr::Load(place) => match place.root {
                Root::Local(_) => false,
                Root::Global(_) => self.analysis.is_watched_place(place),
                Root::Deref(_) => {
                    let located = self.locate_bytes(state, place);
                    located.is_some_and(|located| self.watched_at(&located.addresses, located.size).is_some())
                }
            },
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.loads_watched(state, operand),
            Expr::Binary(_, left, right, _) => self.loads_watched(state, left) || self.loads_watched(state, right),
            _ => false,
        }
    }

    /// The variables that an expression reads, or of which it holds copies that count as looks.
    pub fn looked_at(&mut self, state: &mut State, expr: &Expr) -> Vec<Variable> {
        match expr {
            Expr::Load(place) => {
                let copied = self.looked_up(state, expr).map(|number| self.watched_variable(number));
                let is_local = matches!(place.root, Root::Local(_));
                let located = if is_local {
                    None
                } else {
                    self.locate_bytes(state, place)
                };
                let read = located.filter(|located| located.bits.is_none());
                let read = read.and_then(|located| Variable::at(&located.addresses, located.size));
                copied.into_iter().chain(read).collect()
            }
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.looked_at(state, operand),
            Expr::Binary(_, left, right, _) => {
                let mut places = self.looked_at(state, left);
                places.extend(self.looked_at(state, right));
                places
            }
            _ => Vec::new(),
        }
    }

    /// What is known of the watched variables at this moment, but for those of which the ego has read what no fence has ordered.
    pub fn watched_values(&mut self, state: &State) -> Arc<[WatchedValue]> {
        let values = self.look_around(state);
        let unlearned = self.unlearned(state);
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
    fn look_around(&mut self, state: &State) -> Arc<[WatchedValue]> {
        let analysis = self.analysis;
        let Some(recorder) = &analysis.recorder else {
            return self.look_at_watched(state);
        };
        let outlook = self.outlook(state);
        let known = recorder.borrow().outlooks.get(&state.past.id).cloned();
        if let Some((_, values)) = known.filter(|(known, _)| *known == outlook) {
            return values;
        }
        let values = self.look_at_watched(state);
        let found = (outlook, Arc::clone(&values));
        recorder.borrow_mut().outlooks.insert(state.past.id, found);
        values
    }

    fn outlook(&self, state: &State) -> Outlook {
        let watched = 0..self.analysis.text.watched.len();
        let views = watched.map(|number| {
            let object = self.watched_variable(number).object;
            View {
                contents: self.view(state, object),
                since: self.held_since(state, object).to_vec(),
                is_shared: self.is_shared(state, object),
            }
        });
        Outlook { views: views.collect() }
    }

    fn look_at_watched(&mut self, state: &State) -> Arc<[WatchedValue]> {
        let analysis = self.analysis;
        let values = analysis
            .text
            .watched
            .iter()
            .enumerate()
            .filter_map(|(number, watched)| {
                let Variable { object, offset, size } = self.watched_variable(number);
                let contents = self.peek(state, object);
                let value = contents.read(Offsets::constant(offset), self.scalar(watched.ty));
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
}

/// All of a state besides its past on which it depends what the watched variables hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// In the order in which the variables are watched.
    views: Vec<View>,
}

/// What the ego knows of a watched variable.
#[derive(Clone, Debug, PartialEq)]
struct View {
    contents: Contents,
    /// The locks held since that is current.
    since: Vec<LockId>,
    /// Whether others may reach it.
    is_shared: bool,
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
