//! Watched variables: what certain variables hold at the time of each access (row V of the catalogue).
//!
//! Programs hand memory over by variables: a flag that is set when the data are there, the state of a protocol, the number
//! of those who are done. Such variables are tested. For each access the verification pass notes what the tested variables
//! would be read as at that moment, and the race check asks whether two accesses agree on it.
//!
//! Watched are global variables, or members of them, that the text of the program both tests and writes by name. Which ones
//! they are decides how much is proved, never what is true.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pepsin_digests::LockId;
use pepsin_lattice::Bottom;

use super::variable::Variable;
use crate::ir::{Expr, GlobalId, InstructionKind, Place, Program, Projection, Root, Terminator, TypeId};
use crate::races::{Possible, WatchedValue};
use crate::semantics::evaluate::is_condition;
use crate::semantics::evidence::place as name_of;
use crate::semantics::state::State;
use crate::semantics::system::{Analysis, Transfer};
use crate::values::{Contents, Offsets, Value};

/// At most this many variables are watched.
const MOST_WATCHED: usize = 16;
/// At most this many values of a variable are told apart.
const MOST_VALUES: usize = 8;

/// A scalar in static storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watched {
    /// The variable that it is, or lies in.
    pub global: GlobalId,
    /// In bytes from its start.
    pub offset: u64,
    /// Its type.
    pub ty: TypeId,
}

impl Watched {
    fn is_zero_at_first(&self, program: &Program) -> bool {
        let initial = program.global(self.global).initial.iter();
        let mut own = initial.filter(|initial| initial.offset == self.offset);
        own.all(|initial| initial.value.as_number() == Some(0))
    }
}

/// How the text of a program writes to a variable.
#[derive(Clone, Copy, Debug, Default)]
pub struct Writes {
    /// Zero is assigned.
    pub zero: bool,
    /// Another constant is assigned.
    pub constant: bool,
    /// What is computed is assigned.
    pub computed: bool,
    /// Its address is an operand, as in an atomic operation.
    pub by_address: bool,
}

impl Writes {
    /// Whether these are writes of a lock. One that is never zero again is taken once and for all.
    fn are_of_lock(self) -> bool {
        !self.computed && (self.by_address || self.constant)
    }
}

/// The variables of a program that are watched.
pub fn watched(program: &Program) -> Vec<Watched> {
    let text = Text::of(program);
    text.watched().map(|(variable, _)| *variable).collect()
}

/// The numbers of the watched variables that by the text alone are no locks that are zero when they are free.
pub fn no_flags_by_text(program: &Program) -> BTreeSet<usize> {
    let text = Text::of(program);
    let numbered = text.watched().enumerate();
    let no_flags =
        numbered.filter(|(_, (variable, writes))| !writes.are_of_lock() || !program.types.is_integer(variable.ty));
    no_flags.map(|(number, _)| number).collect()
}

/// The variables that a program tests, and to which its text assigns one constant only, with that constant. Of a variable that
/// only atomic operations write to, it is one if the variable is zero at first, else zero.
pub fn signals(program: &Program) -> Vec<(Watched, i128)> {
    let text = Text::of(program);
    let tested = text
        .written
        .iter()
        .filter(|(variable, writes)| text.tested.contains(variable) && !writes.computed);
    let value = |(variable, writes): (&Watched, &Writes)| {
        let mut values = text.values.get(variable).into_iter().flatten();
        let value = match (values.next(), values.next()) {
            (Some(value), None) => *value,
            (None, _) if writes.by_address => i128::from(variable.is_zero_at_first(program)),
            _ => return None,
        };
        Some((*variable, value))
    };
    tested.filter_map(value).collect()
}

/// The scalars in static storage that the text of a program writes by name, and how.
pub fn written(program: &Program) -> BTreeMap<Watched, Writes> {
    Text::of(program).written
}

/// What the text of a program does by name.
struct Text<'p> {
    program: &'p Program,
    tested: BTreeSet<Watched>,
    written: BTreeMap<Watched, Writes>,
    /// The constants that are assigned.
    values: BTreeMap<Watched, BTreeSet<i128>>,
}

impl<'p> Text<'p> {
    fn of(program: &'p Program) -> Self {
        let mut text = Text {
            program,
            tested: BTreeSet::new(),
            written: BTreeMap::new(),
            values: BTreeMap::new(),
        };
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            for block in &body.blocks {
                for instruction in &block.instructions {
                    text.instruction(&instruction.kind);
                }
                match &block.terminator {
                    Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => text.test(value),
                    Terminator::Goto(_)
                    | Terminator::Computed { .. }
                    | Terminator::Return(_)
                    | Terminator::Unreachable => {}
                }
            }
        }
        text
    }

    /// What is both tested and written.
    fn watched(&self) -> impl Iterator<Item = (&Watched, &Writes)> {
        let both = self
            .written
            .iter()
            .filter(|(variable, _)| self.tested.contains(variable));
        both.take(MOST_WATCHED)
    }

    fn instruction(&mut self, kind: &InstructionKind) {
        match kind {
            // What `<stdatomic.h>` makes of an atomic operation.
            InstructionKind::Assign { value, .. } if pointed(value).is_some_and(|place| self.is_atomic(place)) => {
                self.operand(value);
            }
            // A condition may have been computed into a temporary before it is tested.
            InstructionKind::Assign { to, value } if is_condition(value) || to.as_local().is_some() => self.test(value),
            InstructionKind::Assign { to, value } => {
                if let Some(variable) = self.variable(to) {
                    self.values.entry(variable).or_default().extend(value.as_number());
                    let writes = self.written.entry(variable).or_default();
                    match value.as_number() {
                        Some(0) => writes.zero = true,
                        Some(_) => writes.constant = true,
                        None => writes.computed = true,
                    }
                }
            }
            // An atomic operation names its object by address.
            InstructionKind::Call { arguments, .. } => {
                for argument in arguments {
                    self.operand(argument);
                    self.test(argument);
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, address: &Expr) {
        if let Some(variable) = pointed(address).and_then(|place| self.scalar_in(place)) {
            self.tested.insert(variable);
            self.written.entry(variable).or_default().by_address = true;
        }
    }

    /// The scalar in static storage at which the address of a place points: a flag may be the first member of a record.
    fn scalar_in(&self, place: &Place) -> Option<Watched> {
        let types = &self.program.types;
        let first = types
            .as_record(place.ty)
            .and_then(|record| types.fields(record).first());
        let first = first.filter(|_| self.is_atomic(place));
        self.variable(&Place {
            ty: first.map_or(place.ty, |field| field.ty),
            ..place.clone()
        })
    }

    fn is_atomic(&self, place: &Place) -> bool {
        self.program.types.get(place.ty).atomic
    }

    fn test(&mut self, value: &Expr) {
        match value {
            Expr::Load(place) => self.tested.extend(self.variable(place)),
            Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => self.test(operand),
            Expr::Binary(_, left, right, _) => {
                self.test(left);
                self.test(right);
            }
            _ => {}
        }
    }

    /// The scalar in static storage that a place names.
    fn variable(&self, place: &Place) -> Option<Watched> {
        let Root::Global(global) = place.root else {
            return None;
        };
        let types = &self.program.types;
        let scalar = types.is_integer(place.ty) || types.is_pointer(place.ty);
        if !scalar || self.program.global(global).thread_local {
            return None;
        }
        let mut offset = 0;
        for projection in &place.projections {
            let Projection::Field(record, number) = projection else {
                return None;
            };
            let field = types.fields(*record).get(*number as usize)?;
            if field.bits.is_some() {
                return None;
            }
            offset += field.offset;
        }
        let ty = place.ty;
        Some(Watched { global, offset, ty })
    }
}

fn pointed(argument: &Expr) -> Option<&Place> {
    match argument {
        Expr::Cast(operand, _) => pointed(operand),
        Expr::AddressOf(place, _) => Some(place),
        _ => None,
    }
}

impl Analysis<'_> {
    /// Whether what lies at an offset of a global variable is watched, and taken to be a lock.
    pub fn is_value_lock_at(&self, global: GlobalId, offset: i64) -> bool {
        let mut watched = self.watched.iter().enumerate();
        watched.any(|(number, watched)| {
            self.is_value_lock(number) && (watched.global, watched.offset as i64) == (global, offset)
        })
    }

    /// Whether a place is a global variable of which a part is watched, or part of one.
    pub fn is_watched_place(&self, place: &Place) -> bool {
        match place.root {
            Root::Global(global) => self.watched.iter().any(|watched| watched.global == global),
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

    /// The variables that an expression reads, or holds copies of.
    pub fn looked_at(&mut self, state: &mut State, expr: &Expr) -> Vec<Variable> {
        match expr {
            Expr::Load(place) => {
                let copied = self.copied(state, expr).map(|number| self.watched_variable(number));
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

    /// What is known of the watched variables at this moment. Most accesses find what the last one of the same past found.
    pub fn watched_values(&mut self, state: &State) -> Arc<[WatchedValue]> {
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
        let watched = 0..self.analysis.watched.len();
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
        let values = analysis.watched.iter().enumerate().filter_map(|(number, watched)| {
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
