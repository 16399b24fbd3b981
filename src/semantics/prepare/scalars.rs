//! Scalars in static storage, and what the text of a program does with them: which ones are tested, and how they are written. Nearly all
//! of that is told by name; what is reached through pointers comes behind it ([`super::members`]).
//!
//! From that it is proposed which of them may be flags, signals, or counters that hand out numbers (the room of claims). What is proposed
//! decides how much is proved, never what is true.

use std::collections::{BTreeMap, BTreeSet};

use pepsin_lattice::seeded::{Bug, is_seeded};

use super::conditions::is_condition;
use super::members::Members;
use crate::ir::{
    Begins, Callee, Expr, GlobalId, InstructionKind, Place, Program, Projection, Root, Terminator, TypeId,
};

/// At most this many variables are watched.
const MOST_WATCHED: usize = 16;

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
    /// Whether it holds zero when the program starts.
    pub fn is_zero_at_first(&self, program: &Program) -> bool {
        if program.global(self.global).storage.begins() == Begins::Indeterminate {
            return false;
        }
        let size = |ty| program.types.size(ty).unwrap_or(u64::MAX >> 1);
        let end = self.offset + size(self.ty);
        let initial = program.global(self.global).initial.iter();
        let mut met = initial.filter(|initial| {
            let starts_before = initial.offset < end && !is_seeded(Bug::InitialAcross) || initial.offset == self.offset;
            starts_before && self.offset < initial.offset + size(initial.value.ty())
        });
        met.all(|initial| initial.value.as_number() == Some(0))
    }

    /// Whether there is one in the whole program, in which threads may be counted from zero.
    pub fn may_count(&self, program: &Program) -> bool {
        let is_one = !program.global(self.global).thread_local || is_seeded(Bug::EachThreadCounts);
        is_one && self.is_zero_at_first(program)
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
    /// A constant, or what is computed, is assigned as well.
    pub fn assign(&mut self, constant: Option<i128>) {
        match constant {
            Some(0) => self.zero = true,
            Some(_) => self.constant = true,
            None => self.computed = true,
        }
    }

    fn add(&mut self, other: Writes) {
        self.zero |= other.zero;
        self.constant |= other.constant;
        self.computed |= other.computed;
        self.by_address |= other.by_address;
    }

    /// Whether these are writes of a lock. One that is never zero again is taken once and for all.
    fn are_of_lock(self) -> bool {
        !self.computed && (self.by_address || self.constant)
    }
}

/// The variables of a program that are watched.
pub fn watched(program: &Program) -> Vec<Watched> {
    let text = Text::of(program);
    text.watched().map(|(variable, _)| variable).collect()
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
fn given_one_value(program: &Program) -> Vec<(Watched, i128)> {
    let text = Text::of(program);
    let tested = text.tested_and_written().filter(|(_, writes)| !writes.computed);
    let value = |(variable, writes): (Watched, Writes)| {
        let mut values = text.values.get(&variable).into_iter().flatten();
        let value = match (values.next(), values.next()) {
            (Some(value), None) => *value,
            (None, _) if writes.by_address => i128::from(variable.is_zero_at_first(program)),
            _ => return None,
        };
        Some((variable, value))
    };
    tested.filter_map(value).collect()
}

/// What the text of a program does.
struct Text<'p> {
    program: &'p Program,
    tested: BTreeSet<Watched>,
    written: BTreeMap<Watched, Writes>,
    /// The constants that are assigned.
    values: BTreeMap<Watched, BTreeSet<i128>>,
    /// What is reached through pointers.
    members: Members,
    /// The variables that are such members, and written nowhere by name.
    reached: Vec<(Watched, Writes)>,
}

impl<'p> Text<'p> {
    fn of(program: &'p Program) -> Self {
        let mut text = Text {
            program,
            tested: BTreeSet::new(),
            written: BTreeMap::new(),
            values: BTreeMap::new(),
            members: Members::default(),
            reached: Vec::new(),
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
        text.reach(program);
        text
    }

    /// What is reached by members through pointers may be tested and written there.
    fn reach(&mut self, program: &Program) {
        for (variable, usage) in self.members.flags(program) {
            self.tested.insert(variable);
            self.values.entry(variable).or_default().extend(&usage.values);
            // What is computed for other objects is not held against one that has a name.
            let writes = Writes {
                computed: false,
                ..usage.writes
            };
            match self.written.get_mut(&variable) {
                Some(known) => known.add(writes),
                None => self.reached.push((variable, writes)),
            }
        }
    }

    /// What is written: by name at first, then through pointers.
    fn written(&self) -> impl Iterator<Item = (Watched, Writes)> {
        let by_name = self.written.iter().map(|(variable, writes)| (*variable, *writes));
        let all = by_name.chain(self.reached.iter().copied());
        all.filter(|(variable, _)| self.has_one_type(variable) || is_seeded(Bug::OneVariableForEachType))
    }

    /// Whether the text gives a variable no other type of its size. Members of a union may hold different numbers by the same bits, and are
    /// one variable to all that is claimed of it.
    fn has_one_type(&self, variable: &Watched) -> bool {
        let of_type = |ty| Watched { ty, ..*variable };
        let here = of_type(TypeId(0))..=of_type(TypeId(u32::MAX));
        let named = self.tested.range(here.clone());
        let written = self.written.range(here).map(|(other, _)| other);
        let size = |ty| self.program.types.size(ty);
        named
            .chain(written)
            .all(|other| other.ty == variable.ty || size(other.ty) != size(variable.ty))
    }

    /// What is both tested and written.
    fn tested_and_written(&self) -> impl Iterator<Item = (Watched, Writes)> {
        self.written().filter(|(variable, _)| self.tested.contains(variable))
    }

    fn watched(&self) -> impl Iterator<Item = (Watched, Writes)> {
        self.tested_and_written().take(MOST_WATCHED)
    }

    fn instruction(&mut self, kind: &InstructionKind) {
        match kind {
            // What `<stdatomic.h>` makes of an atomic operation.
            InstructionKind::Assign { value, .. } if pointed(value).is_some_and(|place| self.is_atomic(place)) => {
                self.operand(value);
                self.member(value);
            }
            // A condition may have been computed into a temporary before it is tested.
            InstructionKind::Assign { to, value } if is_condition(value) || to.as_local().is_some() => self.test(value),
            InstructionKind::Assign { to, value } => {
                if let Some(variable) = self.variable(to) {
                    self.values.entry(variable).or_default().extend(value.as_number());
                    self.written.entry(variable).or_default().assign(value.as_number());
                }
                self.members.assign(to, value.as_number());
            }
            // An atomic operation names its object by address.
            InstructionKind::Call { callee, arguments, .. } => {
                for argument in arguments {
                    self.operand(argument);
                    self.test(argument);
                    if self.is_outside(callee) {
                        self.member(argument);
                    }
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

    fn member(&mut self, address: &Expr) {
        if let Some(place) = pointed(address) {
            self.members.operand(place);
        }
    }

    /// Whether a function without body is called, as atomic operations are.
    fn is_outside(&self, callee: &Callee) -> bool {
        let Callee::Function(function) = callee else {
            return false;
        };
        self.program.function(*function).body.is_none()
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
            Expr::Load(place) => {
                self.tested.extend(self.variable(place));
                self.members.test(place);
            }
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

/// At most this many variables are taken for dispensers.
pub const MOST_DISPENSERS: usize = 16;

/// The variables that may be dispensers by the text: sums are assigned to them, by name or as members that are tested, or their address is an operand.
pub fn dispensers(program: &Program) -> Vec<Watched> {
    let text = Text::of(program);
    let grows = text
        .written()
        .filter(|(variable, writes)| (writes.computed || writes.by_address) && program.types.is_integer(variable.ty));
    let grows: Vec<Watched> = grows.map(|(variable, _)| variable).collect();
    let reached = text.members.counters(program).into_iter();
    let reached = reached.filter(|variable| !grows.contains(variable) && program.types.is_integer(variable.ty));
    let all = grows.iter().copied().chain(reached);
    all.take(MOST_DISPENSERS).collect()
}

/// At most this many variables are taken for signals.
const MOST_SIGNALS: usize = 16;

/// A variable that is taken for a signal.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// Where it lies.
    pub scalar: Watched,
    /// What it holds when it is given.
    pub value: i128,
}

/// The variables of a program that are taken for signals.
pub fn signals(program: &Program) -> Vec<Signal> {
    let signals = given_one_value(program).into_iter();
    signals
        .map(|(scalar, value)| Signal { scalar, value })
        .take(MOST_SIGNALS)
        .collect()
}
