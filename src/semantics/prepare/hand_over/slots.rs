//! Which slots a program may have: cells of one pointer, and where that stays behind when the slot is emptied, a flag beside it. A pointer to
//! which no zero is ever stored may be a slot that is always full, once it was filled: what is put in takes the place of what was there.
//! Nothing is true because it is proposed here.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::{
    Candidate, Cell, Kind, Lock, MOST_CANDIDATES, are_beside, cell_of, distances, is_of_objects, locks,
};
use crate::ir::{InstructionKind, Program, TypeId};
use crate::library::Library;

/// What the text stores in a cell.
#[derive(Default)]
struct Stored {
    zero: bool,
    constant: bool,
    other: bool,
}

/// The slots that a program may have.
pub fn slots(program: &Program, library: &Library) -> Vec<Candidate> {
    let types = &program.types;
    let mut pointers: BTreeMap<Cell, Stored> = BTreeMap::new();
    let mut numbers: BTreeMap<Cell, Stored> = BTreeMap::new();
    let bodies = program.functions.iter().filter_map(|function| function.body.as_ref());
    for instruction in bodies
        .flat_map(|body| &body.blocks)
        .flat_map(|block| &block.instructions)
    {
        let (InstructionKind::Assign { to, .. } | InstructionKind::Call { to: Some(to), .. }) = &instruction.kind
        else {
            continue;
        };
        let Some(cell) = cell_of(to) else { continue };
        let stored = if leads_to_objects(program, to.ty) {
            pointers.entry(cell).or_default()
        } else if types.is_integer(to.ty) && !is_bit_field(program, cell) {
            numbers.entry(cell).or_default()
        } else {
            continue;
        };
        match &instruction.kind {
            InstructionKind::Assign { value, .. } => match value.as_number() {
                Some(0) => stored.zero = true,
                Some(_) => stored.constant = true,
                None => stored.other = true,
            },
            _ => stored.other = true,
        }
    }
    pointers.retain(|_, stored| stored.other && !stored.constant);
    numbers.retain(|_, stored| stored.zero && stored.constant && !stored.other);
    let locks = locks(program, library);
    let mut found = Vec::new();
    let mut always_full = Vec::new();
    for (head, stored) in pointers {
        let flags = numbers.keys().copied().filter(|flag| are_beside(head, *flag));
        let flags: Vec<Option<Cell>> = stored.zero.then_some(None).into_iter().chain(flags.map(Some)).collect();
        let locks: BTreeSet<Lock> = distances(types, head, &locks);
        for lock in locks {
            always_full.extend((!stored.zero).then_some(Candidate {
                kind: Kind::Slot { flag: None },
                head,
                lock,
            }));
            found.extend(flags.iter().map(|flag| Candidate {
                kind: Kind::Slot { flag: *flag },
                head,
                lock,
            }));
        }
    }
    found.extend(always_full);
    // One lock for all is more seldom than one for each.
    found.sort_by_key(Candidate::has_one_lock);
    found.truncate(MOST_CANDIDATES);
    found
}

/// Whether slots are looked at as soon as a lock is taken: those of records that have one lock for all need to be found by a cell first.
pub fn are_found(head: Cell, lock: Lock) -> bool {
    matches!(
        (head, lock),
        (Cell::Field(..), Lock::Before(_)) | (Cell::Global(_), Lock::Global(..))
    )
}

fn leads_to_objects(program: &Program, ty: TypeId) -> bool {
    let types = &program.types;
    types.pointee(ty).is_some_and(|pointee| is_of_objects(types, pointee))
}

fn is_bit_field(program: &Program, cell: Cell) -> bool {
    match cell {
        Cell::Field(record, field) => {
            let field = program.types.fields(record).get(field as usize);
            field.is_none_or(|field| field.bits.is_some())
        }
        Cell::Global(_) => false,
    }
}
