//! Which lists a program may have: cells of a type, and a lock beside them. Nothing is true because it is proposed here.

use std::collections::BTreeSet;

use super::heap::Base;
use super::places::{constant_bytes, resolve};
use crate::ir::{Callee, Expr, GlobalId, InstructionKind, Place, Program, Projection, RecordId, Root, TypeId, Types};
use crate::library::Library;
use crate::library::model::Effect;

/// A cell that holds the address of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// A field.
    Field(RecordId, u32),
    /// A variable.
    Global(GlobalId),
}

/// Where the lock of a list lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lock {
    /// So many bytes before the head.
    Before(i64),
    /// At this byte of a variable, one lock for all lists.
    Global(GlobalId, i64),
}

/// What the invariant says of the tail of an empty list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WhenEmpty {
    /// It is null.
    TailIsNull,
    /// Nothing.
    TailIsAnything,
}

/// A list that the program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The record of a node, and its field that leads to the next one.
    pub link: (RecordId, u32),
    /// The cell that leads to the first node.
    pub head: Cell,
    /// The cell that leads to the last node.
    pub tail: Option<Cell>,
    /// What the tail holds otherwise.
    pub when_empty: WhenEmpty,
    /// The lock.
    pub lock: Lock,
}

/// How many candidates are looked at.
const MOST_CANDIDATES: usize = 24;

impl Candidate {
    /// Where the link lies in a node: the first byte, and the one behind the last.
    pub fn link_bytes(&self, types: &Types) -> (i64, i64) {
        let start = offset_of(types, self.link.0, self.link.1).unwrap_or(0);
        (start, start + types.model().pointer_size() as i64)
    }

    /// How far the tail is from the head, if both are fields of one record.
    pub fn tail_from_head(&self, types: &Types) -> Option<i64> {
        match (self.head, self.tail?) {
            (Cell::Field(record, head), Cell::Field(other, tail)) if record == other => {
                Some(offset_of(types, record, tail)? - offset_of(types, record, head)?)
            }
            _ => None,
        }
    }
}

/// The lists that a program may have.
pub fn candidates(program: &Program, library: &Library) -> Vec<Candidate> {
    let types = &program.types;
    let mut cells: BTreeSet<(RecordId, Cell)> = BTreeSet::new();
    let mut links: BTreeSet<(RecordId, u32)> = BTreeSet::new();
    let mut locks: BTreeSet<(Option<RecordId>, Option<GlobalId>, i64)> = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        body.places(&mut |place| {
            let Some(node) = types.pointee(place.ty).and_then(|ty| types.as_record(ty)) else {
                return;
            };
            match cell_of(place) {
                Some(Cell::Field(record, field)) if record == node => {
                    links.insert((record, field));
                }
                Some(cell) => {
                    cells.insert((node, cell));
                }
                None => {}
            }
        });
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::Call {
                callee: Callee::Function(function),
                arguments,
                ..
            } = &instruction.kind
                && let Some(Effect::Lock { lock, .. }) = library
                    .model(&program.function(*function).name)
                    .and_then(|model| model.effect.as_ref())
                && let Some(argument) = arguments.get(*lock)
            {
                locks.extend(lock_place(types, body, program, argument));
            }
        }
    }
    let mut candidates = Vec::new();
    for link in links {
        let cells: Vec<Cell> = cells
            .iter()
            .filter(|(node, _)| *node == link.0)
            .map(|(_, cell)| *cell)
            .collect();
        for (head, tail) in pairs(&cells) {
            for lock in distances(types, head, &locks) {
                let kinds: &[WhenEmpty] = match tail {
                    Some(_) => &[WhenEmpty::TailIsNull, WhenEmpty::TailIsAnything],
                    None => &[WhenEmpty::TailIsAnything],
                };
                candidates.extend(kinds.iter().map(|&when_empty| Candidate {
                    link,
                    head,
                    tail,
                    when_empty,
                    lock,
                }));
            }
        }
    }
    candidates.truncate(MOST_CANDIDATES);
    candidates
}

/// The cell that a place is.
pub fn cell_of(place: &Place) -> Option<Cell> {
    match (place.projections.last(), &place.root) {
        (Some(Projection::Field(record, field)), _) => Some(Cell::Field(*record, *field)),
        (None, Root::Global(global)) => Some(Cell::Global(*global)),
        _ => None,
    }
}

/// Each cell as the head, alone or with another one beside it as the tail.
fn pairs(cells: &[Cell]) -> Vec<(Cell, Option<Cell>)> {
    let beside = |one: Cell, other: Cell| match (one, other) {
        (Cell::Field(record, _), Cell::Field(same, _)) => one != other && record == same,
        (Cell::Global(_), Cell::Global(_)) => one != other,
        _ => false,
    };
    let mut pairs = Vec::new();
    for &head in cells {
        pairs.extend(
            cells
                .iter()
                .filter(|tail| beside(head, **tail))
                .map(|tail| (head, Some(*tail))),
        );
        pairs.push((head, None));
    }
    pairs
}

/// What the address of a lock is counted from: a record of this type, or a variable; and its distance.
fn lock_place(
    types: &Types,
    body: &crate::ir::Body,
    program: &Program,
    argument: &Expr,
) -> Vec<(Option<RecordId>, Option<GlobalId>, i64)> {
    let Some((base, bytes)) = resolve(types, body, argument) else {
        return Vec::new();
    };
    let record = |ty: TypeId| types.as_record(ty);
    let behind = |ty: TypeId| types.pointee(ty).and_then(record);
    match base {
        Base::Local(local) => vec![(
            body.locals.get(local.0 as usize).and_then(|local| record(local.ty)),
            None,
            bytes,
        )],
        Base::Behind(local) => vec![(
            body.locals.get(local.0 as usize).and_then(|local| behind(local.ty)),
            None,
            bytes,
        )],
        Base::Global(global) => {
            let inside = record(program.global(global).ty).map(|record| (Some(record), None, bytes));
            inside.into_iter().chain([(None, Some(global), bytes)]).collect()
        }
        Base::BehindGlobal(global) => vec![(behind(program.global(global).ty), None, bytes)],
        Base::Hidden => Vec::new(),
    }
}

/// Where the lock of a head may lie.
fn distances(types: &Types, head: Cell, locks: &BTreeSet<(Option<RecordId>, Option<GlobalId>, i64)>) -> BTreeSet<Lock> {
    let mut found = BTreeSet::new();
    for (record, global, bytes) in locks {
        match (head, record, global) {
            (Cell::Field(of, field), Some(record), _) => {
                let head = offset_of(types, of, field).unwrap_or(0);
                let places = places_within(types, *record, of, 0, 4);
                found.extend(places.into_iter().map(|place| Lock::Before(place + head - bytes)));
            }
            (_, None, Some(global)) => {
                found.insert(Lock::Global(*global, *bytes));
            }
            _ => {}
        }
    }
    found
}

/// Where records of one type lie in one of another type, or the same.
fn places_within(types: &Types, record: RecordId, searched: RecordId, from: i64, depth: u32) -> Vec<i64> {
    if record == searched {
        return vec![from];
    }
    if depth == 0 {
        return Vec::new();
    }
    let inner = |field: &crate::ir::Field| {
        let inner = types.as_record(field.ty)?;
        Some(places_within(
            types,
            inner,
            searched,
            from + field.offset as i64,
            depth - 1,
        ))
    };
    types.fields(record).iter().filter_map(inner).flatten().collect()
}

fn offset_of(types: &Types, record: RecordId, field: u32) -> Option<i64> {
    constant_bytes(types, &[Projection::Field(record, field)])
}
