//! Watched variables: what certain variables hold at the time of each access (row V of the catalogue).
//!
//! Programs hand memory over by variables: a flag that is set when the data are there, the state of a protocol, the number
//! of those who are done. Such variables are tested. For each access the verification pass notes what the tested variables
//! would be read as at that moment, and the race check asks whether two accesses agree on it.
//!
//! Watched are global variables, or members of them, that the text of the program both tests and writes by name. Which ones
//! they are decides how much is proved, never what is true.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ir::{Expr, GlobalId, InstructionKind, Place, Program, Projection, Root, Terminator, TypeId};
use crate::races::{Possible, WatchedValue};
use crate::values::{Offsets, Value};

use super::names::place as name_of;
use super::state::State;
use super::transfer::Transfer;

/// At most this many variables are watched.
const MOST_WATCHED: usize = 16;
/// At most this many values of a variable are told apart.
const MOST_VALUES: usize = 8;

/// A scalar in static storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watched {
    global: GlobalId,
    /// In bytes from its start.
    offset: u64,
    ty: TypeId,
}

/// The variables of a program that are watched.
pub fn watched(program: &Program) -> Vec<Watched> {
    let mut text = Text {
        program,
        tested: BTreeSet::new(),
        written: BTreeSet::new(),
    };
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        for block in &body.blocks {
            for instruction in &block.instructions {
                text.instruction(&instruction.kind);
            }
            match &block.terminator {
                Terminator::Branch { condition: value, .. } | Terminator::Switch { value, .. } => text.test(value),
                Terminator::Goto(_) | Terminator::Computed { .. } | Terminator::Return(_) | Terminator::Unreachable => {
                }
            }
        }
    }
    text.tested
        .intersection(&text.written)
        .copied()
        .take(MOST_WATCHED)
        .collect()
}

/// What the text of a program does by name.
struct Text<'p> {
    program: &'p Program,
    tested: BTreeSet<Watched>,
    written: BTreeSet<Watched>,
}

impl Text<'_> {
    fn instruction(&mut self, kind: &InstructionKind) {
        match kind {
            // A condition may have been computed into a temporary before it is tested.
            InstructionKind::Assign { to, value } if is_comparison(value) || to.as_local().is_some() => {
                self.test(value)
            }
            InstructionKind::Assign { to, .. } => self.written.extend(self.variable(to)),
            // An atomic operation names its object by address.
            InstructionKind::Call { arguments, .. } => {
                for place in arguments.iter().filter_map(pointed) {
                    let variable = self.variable(place);
                    self.tested.extend(variable);
                    self.written.extend(variable);
                }
            }
            _ => {}
        }
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

fn is_comparison(value: &Expr) -> bool {
    match value {
        Expr::Cast(operand, _) => is_comparison(operand),
        Expr::Binary(op, ..) => op.is_comparison(),
        Expr::Unary(op, ..) => *op == crate::ir::UnaryOp::Not,
        _ => false,
    }
}

fn pointed(argument: &Expr) -> Option<&Place> {
    match argument {
        Expr::Cast(operand, _) => pointed(operand),
        Expr::AddressOf(place, _) => Some(place),
        _ => None,
    }
}

impl Transfer<'_, '_> {
    /// What is known of the watched variables at this moment.
    pub fn watched_values(&mut self, state: &State) -> Arc<[WatchedValue]> {
        let analysis = self.analysis;
        let values = analysis.watched.iter().filter_map(|watched| {
            let object = analysis.global(watched.global, self.context.thread);
            let contents = self.peek(state, object);
            let offset = watched.offset as i64;
            let value = contents.read(Offsets::constant(offset), self.scalar(watched.ty));
            Some(WatchedValue {
                object,
                offset,
                possible: possible(&value)?,
                name: name_of(analysis, object, offset).into(),
            })
        });
        values.collect()
    }
}

/// What a value may be, if that is little enough to be of use.
fn possible(value: &Value) -> Option<Possible> {
    let is_number = value.objects().next().is_none()
        && value.as_addresses().origin().is_none()
        && value.as_threads().single().is_none()
        && !value.as_threads().has_unknown();
    if let (true, Some(members)) = (is_number, value.as_integer().members(MOST_VALUES)) {
        return Some(Possible::Among(members));
    }
    let nonzero = !value.truth().may_fail;
    nonzero.then_some(Possible::NotZero)
}
