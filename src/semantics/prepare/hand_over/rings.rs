//! Which rings a program may have: an array of pointers, or of records that have them, with the numbers beside it by which it is used as one. Nothing is true
//! because it is proposed here.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{
    Candidate, Cell, Ends, Kind, MOST_CANDIDATES, Ring, are_beside, cell_of, distances, is_of_objects, locks,
};
use super::slots::are_found;
use crate::ir::{Expr, InstructionKind, Place, Program, Projection, RecordId, RecordKind, TypeId, TypeKind, Types};
use crate::library::Library;

/// So many slots a ring may have.
const MOST_SLOTS: i64 = 1 << 20;

/// How the text uses a number.
#[derive(Default)]
struct Use {
    /// It becomes a remainder, or zero at times.
    goes_around: bool,
    /// It becomes some number, and one more or less.
    steps: bool,
    /// It becomes less.
    shrinks: bool,
}

/// The rings that a program may have.
pub fn rings(program: &Program, library: &Library) -> Vec<Candidate> {
    let arrays = arrays(program);
    if arrays.is_empty() {
        return Vec::new();
    }
    let numbers = numbers(program);
    let locks = locks(program, library);
    let mut found = Vec::new();
    for (head, size, carrier) in arrays {
        let beside: Vec<(Cell, &Use)> = numbers
            .iter()
            .filter(|(cell, _)| are_beside(head, **cell))
            .map(|(cell, used)| (*cell, used))
            .collect();
        let locks = distances(&program.types, head, &locks);
        for lock in locks.into_iter().filter(|lock| are_found(head, *lock)) {
            found.extend(kinds(program, &beside, size).into_iter().map(|ring| Candidate {
                kind: Kind::Ring(Ring { carrier, ..ring }),
                head,
                lock,
            }));
        }
    }
    found.truncate(MOST_CANDIDATES);
    found
}

/// The ways in which numbers may be those of a ring.
fn kinds(program: &Program, numbers: &[(Cell, &Use)], size: i64) -> Vec<Ring> {
    let mut kinds = Vec::new();
    let ring = |ends, count, running| Ring {
        ends,
        count,
        size,
        running,
        carrier: None,
    };
    let around = numbers.iter().filter(|(_, used)| used.goes_around).count();
    let indices = |running: bool| {
        let fits = move |(cell, used): &&(Cell, &Use)| match running {
            true => !used.goes_around && used.steps && runs_on(program, *cell, size),
            // An index that starts again at zero is only counted, too.
            false => used.goes_around || around < 2 && used.steps,
        };
        let indices = numbers.iter().filter(|(_, used)| !used.shrinks).filter(fits);
        indices.map(|(cell, _)| *cell)
    };
    for running in [false, true] {
        for input in indices(running) {
            for output in indices(running).filter(|output| *output != input) {
                let counts = numbers.iter().filter(|(_, used)| used.steps && used.shrinks);
                let counts = counts.map(|(cell, _)| Some(*cell)).chain([None]);
                kinds.extend(counts.map(|count| ring(Ends::Both(input, output), count, running)));
            }
        }
    }
    let outputs = |count: Cell| {
        let outputs = numbers.iter().filter(|(_, used)| used.goes_around && !used.shrinks);
        outputs.map(|(cell, _)| *cell).filter(move |cell| *cell != count)
    };
    for (count, _) in numbers {
        kinds.extend(outputs(*count).map(|output| ring(Ends::Output(output), Some(*count), false)));
        kinds.push(ring(Ends::Top, Some(*count), false));
    }
    kinds
}

/// Whether numbers of a cell may be counted on, without end, as far as remainders by the number of slots tell.
fn runs_on(program: &Program, cell: Cell, size: i64) -> bool {
    let kind = type_of(program, cell).map(|ty| program.types.kind(ty));
    matches!(kind, Some(TypeKind::Integer { signed: false, .. })) && size.count_ones() == 1
}

/// An array: its cell, the number of its slots, and of which record these are and which of its fields is the pointer, if they are no pointers.
type Slots = (Cell, i64, Option<(RecordId, u32)>);

/// The arrays of pointers, or of records that have one, of which an element is written to or read by some index.
fn arrays(program: &Program) -> BTreeSet<Slots> {
    let types = &program.types;
    let mut arrays = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        body.places(&mut |place| {
            let indexed = place
                .projections
                .iter()
                .rposition(|projection| matches!(projection, Projection::Index(..)));
            let Some(indexed) = indexed else { return };
            let slots = Place {
                projections: place.projections[..indexed].to_vec(),
                ..place.clone()
            };
            if let Some(cell) = cell_of(&slots)
                && let Some(TypeKind::Array(element, Some(size))) = type_of(program, cell).map(|ty| types.kind(ty))
                && let Ok(size @ 1..=MOST_SLOTS) = i64::try_from(*size)
            {
                arrays.extend(carriers(types, *element).map(|carrier| (cell, size, carrier)));
            }
        });
    }
    arrays
}

/// In what slots of a type hold a pointer: nowhere else, or in one of these fields.
fn carriers(types: &Types, slot: TypeId) -> impl Iterator<Item = Option<(RecordId, u32)>> + '_ {
    let leads_to_objects = |ty| types.pointee(ty).is_some_and(|pointee| is_of_objects(types, pointee));
    let record = types
        .as_record(slot)
        .filter(|record| types.record(*record).kind == RecordKind::Struct);
    let pointers = record.into_iter().flat_map(move |record| {
        let fields = (0..).zip(types.fields(record));
        let pointers = fields.filter(move |(_, field)| leads_to_objects(field.ty));
        pointers.map(move |(number, _)| Some((record, number)))
    });
    leads_to_objects(slot).then_some(None).into_iter().chain(pointers)
}

/// The numbers that are counted.
fn numbers(program: &Program) -> BTreeMap<Cell, Use> {
    let mut numbers: BTreeMap<Cell, Use> = BTreeMap::new();
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    let instructions = bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions);
    for instruction in instructions {
        let InstructionKind::Assign { to, value } = &instruction.kind else {
            continue;
        };
        let Some(cell) = cell_of(to).filter(|cell| is_number(program, *cell)) else {
            continue;
        };
        let used = numbers.entry(cell).or_default();
        match value {
            // An index starts at zero, and is no flag.
            _ if value.as_number().is_some() => {}
            _ if has_remainder(value) => used.goes_around = true,
            _ if is_sum(value) => {
                used.steps = true;
                used.shrinks |= is_less(value);
            }
            _ => used.goes_around = true,
        }
    }
    numbers
}

fn type_of(program: &Program, cell: Cell) -> Option<TypeId> {
    match cell {
        Cell::Field(record, field) => {
            let field = program.types.fields(record).get(field as usize)?;
            field.bits.is_none().then_some(field.ty)
        }
        Cell::Global(global) => Some(program.global(global).ty),
    }
}

fn is_number(program: &Program, cell: Cell) -> bool {
    let ty = type_of(program, cell);
    ty.is_some_and(|ty| {
        matches!(program.types.kind(ty), TypeKind::Integer { size: 4 | 8, .. }) && !program.types.get(ty).atomic
    })
}

fn has_remainder(expr: &Expr) -> bool {
    use crate::ir::BinaryOp::{And, Remainder};
    let mut found = false;
    expr.expressions(&mut |expr| found |= matches!(expr, Expr::Binary(Remainder | And, ..)));
    found
}

/// Whether a value is some number less another one.
fn is_less(value: &Expr) -> bool {
    use crate::ir::BinaryOp::{Add, Subtract};
    let is_negative = |expr: &Expr| expr.as_number().is_some_and(|number| number < 0);
    let mut found = false;
    value.expressions(&mut |expr| {
        found |= match expr {
            Expr::Binary(Subtract, ..) => true,
            Expr::Binary(Add, left, right, _) => is_negative(left) || is_negative(right),
            _ => false,
        }
    });
    found
}

/// Whether a value is some number, and something besides.
fn is_sum(value: &Expr) -> bool {
    use crate::ir::BinaryOp::{Add, Subtract};
    let mut found = false;
    value.expressions(&mut |expr| found |= matches!(expr, Expr::Binary(Add | Subtract, ..)));
    found
}
