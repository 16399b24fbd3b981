//! Switches, by the text: numbers of readers of which the first one takes a semaphore or a mutex, and the last one gives it back. Where a number that the
//! same function raises has just been compared, a call may wait for a semaphore, by name or by a pointer to one of its type. It
//! proposes what [`crate::semantics::claims::switches`] holds against the program.

use std::collections::BTreeSet;

use super::by_one::changed_by_one;
use super::named::{Named, loaded, places_of};
use crate::ir::{
    Block, Body, Callee, Expr, GlobalId, InstructionKind, Place, Program, Projection, RecordId, Root, Terminator,
    TypeId, Types,
};
use crate::library::Library;
use crate::library::model::Effect;

/// A number of readers, and the semaphore that the first of them takes for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The number, by its number among the tallies.
    pub tally: usize,
    /// The variable in which the semaphore lies.
    pub global: GlobalId,
    /// In bytes from its start.
    pub offset: u64,
}

/// A record as the text names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Passed {
    /// It lies in static storage, at a distance.
    Variable(GlobalId, u64),
    /// A pointer leads to it.
    Pointer(RecordId),
}

impl Passed {
    /// Where it may lie in static storage.
    pub fn places(self, program: &Program) -> Vec<(GlobalId, u64)> {
        match self {
            Passed::Variable(global, offset) => vec![(global, offset)],
            Passed::Pointer(record) => places_of(program, record),
        }
    }

    fn of(types: &Types, argument: &Expr) -> Option<Self> {
        match argument {
            Expr::Cast(operand, _) => Passed::of(types, operand),
            Expr::AddressOf(place, _) => match &place.root {
                Root::Global(global) => Some(Passed::Variable(*global, distance(types, place)?)),
                Root::Deref(_) => Some(Passed::Pointer(types.as_record(place.ty)?)),
                Root::Local(_) => None,
            },
            Expr::Load(place) => Some(Passed::Pointer(pointee(types, place.ty)?)),
            _ => None,
        }
    }
}

fn pointee(types: &Types, ty: TypeId) -> Option<RecordId> {
    types.as_record(types.pointee(ty)?)
}

/// How far a place lies from the start of its root, if it lies in no array.
fn distance(types: &Types, place: &Place) -> Option<u64> {
    let fields = place.projections.iter().map(|part| match part {
        Projection::Field(record, number) => Some(types.fields(*record).get(*number as usize)?.offset),
        Projection::Index(..) => None,
    });
    fields.sum()
}

/// The semaphores for which a function waits right behind a comparison of a number, before it lets go of anything, with that number.
pub fn behind_comparisons(program: &Program, library: &Library, body: &Body) -> BTreeSet<(Named, Passed)> {
    let types = &program.types;
    let mut found = BTreeSet::new();
    for block in &body.blocks {
        let Terminator::Branch {
            condition,
            then,
            otherwise,
        } = &block.terminator
        else {
            continue;
        };
        let compared = compared(types, body, block, condition);
        for next in [then, otherwise] {
            let passed = waited_for(program, library, &body.blocks[next.0 as usize]);
            found.extend(passed.flat_map(|passed| compared.iter().map(move |number| (*number, passed))));
        }
    }
    found
}

fn waited_for<'b>(program: &'b Program, library: &'b Library, block: &'b Block) -> impl Iterator<Item = Passed> + 'b {
    let calls = block
        .instructions
        .iter()
        .filter_map(|instruction| match &instruction.kind {
            InstructionKind::Call {
                callee: Callee::Function(function),
                arguments,
                ..
            } => {
                let function = program.function(*function);
                let model = library.model(&function.name).filter(|_| function.body.is_none());
                Some((model.and_then(|model| model.effect.as_ref()), arguments))
            }
            _ => None,
        });
    let before =
        calls.take_while(|(effect, _)| !matches!(effect, Some(Effect::SemaphorePost { .. } | Effect::Unlock { .. })));
    let waits = before.filter(|(effect, _)| matches!(effect, Some(Effect::SemaphoreWait { .. } | Effect::Lock { .. })));
    waits
        .flat_map(|(_, arguments)| arguments)
        .filter_map(|argument| Passed::of(&program.types, argument))
}

/// The numbers that a condition looks at, by name or by the temporary through which one was changed just before.
fn compared(types: &Types, body: &Body, block: &Block, condition: &Expr) -> BTreeSet<Named> {
    let mut places = Vec::new();
    looked_at(condition, &mut places);
    let mut found: BTreeSet<Named> = places.iter().filter_map(|place| Named::of(types, place)).collect();
    let temporaries: BTreeSet<_> = places.iter().filter_map(|place| place.as_local()).collect();
    for (number, instruction) in block.instructions.iter().enumerate() {
        let InstructionKind::Assign { to, value } = &instruction.kind else {
            continue;
        };
        let previous = number.checked_sub(1).map(|previous| &block.instructions[previous].kind);
        let by_way = |place: &Place| place.as_local().is_some_and(|local| temporaries.contains(&local));
        let changes = changed_by_one(body, value, previous).is_some();
        let is_from_temporary = loaded(value).is_some_and(by_way);
        if by_way(to) {
            found.extend(loaded(value).and_then(|place| Named::of(types, place)));
        }
        if changes && is_from_temporary {
            found.extend(Named::of(types, to));
        }
    }
    found
}

fn looked_at<'e>(condition: &'e Expr, places: &mut Vec<&'e Place>) {
    match condition {
        Expr::Load(place) => places.push(place),
        Expr::Unary(_, operand, _) | Expr::Cast(operand, _) => looked_at(operand, places),
        Expr::Binary(_, left, right, _) => {
            looked_at(left, places);
            looked_at(right, places);
        }
        _ => {}
    }
}
