//! Which lists and slots a program may have: cells of a type, and a lock beside them. Nothing is true because it is proposed here.

use std::collections::BTreeSet;

use super::heap::Base;
use super::places::{constant_bytes, resolve};
use crate::ir::{Callee, Expr, GlobalId, InstructionKind, Place, Program, Projection, RecordId, Root, TypeId, Types};
use crate::library::Library;
use crate::library::model::Effect;
use crate::races::Part;

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
    /// It is the address of the head, or null, which nobody can follow; otherwise it is the address of the link of the last node.
    EndsAtHead,
}

/// What hands nodes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A list of nodes.
    List {
        /// The record of a node, and its field that leads to the next one.
        link: (RecordId, u32),
        /// The field of a node that leads to its payload.
        payload: Option<u32>,
        /// The cell that leads to the last node.
        tail: Option<Cell>,
        /// What the tail holds otherwise.
        when_empty: WhenEmpty,
    },
    /// Two lists under one lock.
    Lists {
        /// The record of a node, and its field that leads to the next one.
        link: (RecordId, u32),
        /// The field of a node that leads to its payload.
        payload: Option<u32>,
        /// The cell that leads to the first node of the second list.
        other: Cell,
    },
    /// A slot for one node of any type.
    Slot {
        /// The number that is zero where the slot is empty, whatever it holds.
        flag: Option<Cell>,
    },
    /// An array of slots that are used in turn.
    Ring(Ring),
}

/// The numbers of a ring, whose slots start at the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ring {
    /// Where objects are put and taken.
    pub ends: Ends,
    /// How many there are, if that is counted.
    pub count: Option<Cell>,
    /// The number of slots.
    pub size: i64,
    /// Whether `in` and `out` run on, and only their remainders are indices.
    pub running: bool,
    /// The record that each slot is, and its field that leads to the object; without one, slots are pointers.
    pub carrier: Option<(RecordId, u32)>,
}

/// The ends of a ring, as the program has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ends {
    /// Where the next object is put, and where the next one is taken.
    Both(Cell, Cell),
    /// Where the next object is taken. The next one is put as many slots further as there are objects.
    Output(Cell),
    /// None: objects are put and taken behind those that are there, so that the last one is the first to be taken.
    Top,
}

impl Kind {
    /// The same, whose nodes lead to a payload by a field.
    fn with_payload(self, field: u32) -> Self {
        match self {
            Kind::List {
                link, tail, when_empty, ..
            } => Kind::List {
                link,
                payload: Some(field),
                tail,
                when_empty,
            },
            Kind::Lists { link, other, .. } => Kind::Lists {
                link,
                payload: Some(field),
                other,
            },
            Kind::Slot { .. } | Kind::Ring(_) => self,
        }
    }
}

impl Ring {
    /// The cell that tells where the next object is put.
    pub fn input(&self) -> Option<Cell> {
        match self.ends {
            Ends::Both(input, _) => Some(input),
            Ends::Output(_) | Ends::Top => None,
        }
    }

    /// The cell that tells where the next object is taken.
    pub fn output(&self) -> Option<Cell> {
        match self.ends {
            Ends::Both(_, output) | Ends::Output(output) => Some(output),
            Ends::Top => None,
        }
    }

    /// How many objects there may be.
    pub fn most(&self) -> i64 {
        match self.count.is_some() || self.running {
            true => self.size,
            false => self.size - 1,
        }
    }
}

/// A list or a slot that the program may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// What hands over.
    pub kind: Kind,
    /// The cell that leads to the first node, or to the only one.
    pub head: Cell,
    /// The lock.
    pub lock: Lock,
}

/// How many lists are looked at, and how many slots.
pub const MOST_CANDIDATES: usize = 24;

impl Candidate {
    /// The record of a node and its link, if it has one.
    pub fn link(&self) -> Option<(RecordId, u32)> {
        match self.kind {
            Kind::List { link, .. } | Kind::Lists { link, .. } => Some(link),
            Kind::Slot { .. } | Kind::Ring(_) => None,
        }
    }

    /// The record of a node and the field that leads to its payload, if that is handed over with it.
    pub fn payload(&self) -> Option<(RecordId, u32)> {
        match self.kind {
            Kind::List { link, payload, .. } | Kind::Lists { link, payload, .. } => {
                payload.map(|field| (link.0, field))
            }
            Kind::Slot { .. } | Kind::Ring(_) => None,
        }
    }

    /// The record that each slot of a ring is, and its field that leads to the object, if slots are records.
    pub fn carrier(&self) -> Option<(RecordId, u32)> {
        match self.kind {
            Kind::Ring(ring) => ring.carrier,
            Kind::List { .. } | Kind::Lists { .. } | Kind::Slot { .. } => None,
        }
    }

    /// The cells, each with what it is; where the head of a ring is, are its slots.
    pub fn cells(&self) -> Vec<(Part, Cell)> {
        let beside: Vec<(Part, Option<Cell>)> = match self.kind {
            Kind::List { tail, .. } => vec![(Part::Head, Some(self.head)), (Part::Tail, tail)],
            Kind::Lists { other, .. } => vec![(Part::Head, Some(self.head)), (Part::Tail, Some(other))],
            Kind::Slot { flag } => vec![(Part::Head, Some(self.head)), (Part::Flag, flag)],
            Kind::Ring(ring) => vec![
                (Part::Slots, Some(self.head)),
                (Part::Tail, ring.input()),
                (Part::Head, ring.output()),
                (Part::Flag, ring.count),
            ],
        };
        let cells = beside.into_iter();
        cells.filter_map(|(part, cell)| Some((part, cell?))).collect()
    }

    /// Whether the tail holds the address of the last link, and that of the head where there is none.
    pub fn ends_at_head(&self) -> bool {
        let end = WhenEmpty::EndsAtHead;
        matches!(self.kind, Kind::List { when_empty, .. } if when_empty == end)
    }

    /// Whether one lock is that of all lists, which are told apart by where their heads are: as if each had a lock of its own there.
    pub fn has_one_lock(&self) -> bool {
        matches!((self.lock, self.head), (Lock::Global(..), Cell::Field(..)))
    }

    /// How far the head is from what tells lists apart: from the lock that each has of its own, or from itself. Variables need not be told apart.
    pub fn head_from_lock(&self) -> Option<i64> {
        match (self.lock, self.head) {
            (Lock::Before(distance), _) => Some(distance),
            (Lock::Global(..), Cell::Field(..)) => Some(0),
            (Lock::Global(..), Cell::Global(_)) => None,
        }
    }

    /// Whether nodes are followed of whatever type, not only those that have the link.
    pub fn has_any_nodes(&self) -> bool {
        self.link().is_none() || self.payload().is_some()
    }

    /// Where the link lies in a node: the first byte, and the one behind the last.
    pub fn link_bytes(&self, types: &Types) -> Option<(i64, i64)> {
        pointer_bytes(types, self.link()?)
    }

    /// Where the pointer to the object lies in a slot that is a record.
    pub fn carried_bytes(&self, types: &Types) -> Option<(i64, i64)> {
        pointer_bytes(types, self.carrier()?)
    }

    /// Where the pointer to the payload lies in a node.
    pub fn payload_bytes(&self, types: &Types) -> Option<(i64, i64)> {
        pointer_bytes(types, self.payload()?)
    }

    /// How far a cell is from the head, if both are fields of one record.
    pub fn distance_from_head(&self, types: &Types, part: Part) -> Option<i64> {
        let (_, cell) = self.cells().into_iter().find(|(known, _)| *known == part)?;
        match (self.head, cell) {
            (head, cell) if head == cell => Some(0),
            (Cell::Field(record, head), Cell::Field(other, cell)) if record == other => {
                Some(offset_of(types, record, cell)? - offset_of(types, record, head)?)
            }
            _ => None,
        }
    }
}

/// The lists that a program may have, nodes without payload.
pub fn lists(program: &Program, library: &Library) -> Vec<Candidate> {
    let types = &program.types;
    let mut cells: BTreeSet<(RecordId, Cell)> = BTreeSet::new();
    let mut ends: BTreeSet<(RecordId, Cell)> = BTreeSet::new();
    let mut links: BTreeSet<(RecordId, u32)> = BTreeSet::new();
    let record = |ty: TypeId| types.as_record(ty);
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        body.places(&mut |place| {
            let pointee = types.pointee(place.ty);
            let end = pointee.and_then(|link| types.pointee(link)).and_then(record);
            ends.extend(end.and_then(|node| Some((node, cell_of(place)?))));
            let Some(node) = pointee.and_then(record) else {
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
    }
    let locks = locks(program, library);
    let mut candidates = Vec::new();
    let mut twice = Vec::new();
    for link in links {
        let cells: Vec<Cell> = cells
            .iter()
            .filter(|(node, _)| *node == link.0)
            .map(|(_, cell)| *cell)
            .collect();
        for head in &cells {
            let ends = ends
                .iter()
                .filter(|(node, end)| *node == link.0 && are_beside(*head, *end));
            for (_, end) in ends {
                candidates.extend(distances(types, *head, &locks).into_iter().map(|lock| Candidate {
                    kind: Kind::List {
                        link,
                        payload: None,
                        tail: Some(*end),
                        when_empty: WhenEmpty::EndsAtHead,
                    },
                    head: *head,
                    lock,
                }));
            }
        }
        for (head, tail) in pairs(&cells) {
            for lock in distances(types, head, &locks) {
                twice.extend(tail.filter(|other| head < *other).map(|other| Candidate {
                    kind: Kind::Lists {
                        link,
                        payload: None,
                        other,
                    },
                    head,
                    lock,
                }));
                let kinds: &[WhenEmpty] = match tail {
                    Some(_) => &[WhenEmpty::TailIsNull, WhenEmpty::TailIsAnything],
                    None => &[WhenEmpty::TailIsAnything],
                };
                candidates.extend(kinds.iter().map(|&when_empty| Candidate {
                    kind: Kind::List {
                        link,
                        payload: None,
                        tail,
                        when_empty,
                    },
                    head,
                    lock,
                }));
            }
        }
    }
    candidates.extend(twice);
    candidates.truncate(MOST_CANDIDATES);
    candidates
}

/// The same list, with each pointer of its nodes that may lead to a payload.
pub fn with_payloads(program: &Program, candidate: Candidate) -> Vec<Candidate> {
    let Some(link) = candidate.link() else {
        return Vec::new();
    };
    let types = &program.types;
    let leads_to_payload = |field: &crate::ir::Field| {
        let pointee = types.pointee(field.ty);
        pointee.is_some_and(|pointee| types.as_record(pointee) != Some(link.0) && is_of_objects(types, pointee))
    };
    let fields = (0..).zip(types.fields(link.0));
    fields
        .filter(|(number, field)| *number != link.1 && leads_to_payload(field))
        .map(|(number, _)| Candidate {
            kind: candidate.kind.with_payload(number),
            ..candidate
        })
        .collect()
}

/// Whether a type is one of objects, and not of functions.
pub fn is_of_objects(types: &Types, ty: TypeId) -> bool {
    types.result(ty).is_none()
}

/// The cell that a place is.
pub fn cell_of(place: &Place) -> Option<Cell> {
    match (place.projections.last(), &place.root) {
        (Some(Projection::Field(record, field)), _) => Some(Cell::Field(*record, *field)),
        (None, Root::Global(global)) => Some(Cell::Global(*global)),
        _ => None,
    }
}

/// Whether two cells are different ones of one record, or variables.
pub fn are_beside(one: Cell, other: Cell) -> bool {
    match (one, other) {
        (Cell::Field(record, _), Cell::Field(same, _)) => one != other && record == same,
        (Cell::Global(_), Cell::Global(_)) => one != other,
        _ => false,
    }
}

/// Each cell as the head, alone or with another one beside it as the tail.
fn pairs(cells: &[Cell]) -> Vec<(Cell, Option<Cell>)> {
    let mut pairs = Vec::new();
    for &head in cells {
        pairs.extend(
            cells
                .iter()
                .filter(|tail| are_beside(head, **tail))
                .map(|tail| (head, Some(*tail))),
        );
        pairs.push((head, None));
    }
    pairs
}

/// A lock that the text takes: so many bytes from the start of a record of a type, or of a variable.
pub type TakenLock = (Option<RecordId>, Option<GlobalId>, i64);

/// The locks that the text takes.
pub fn locks(program: &Program, library: &Library) -> BTreeSet<TakenLock> {
    let mut locks = BTreeSet::new();
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
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
                locks.extend(lock_place(&program.types, body, program, argument));
            }
        }
    }
    locks
}

/// What the address of a lock is counted from: a record of this type, or a variable; and its distance.
fn lock_place(types: &Types, body: &crate::ir::Body, program: &Program, argument: &Expr) -> Vec<TakenLock> {
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
pub fn distances(types: &Types, head: Cell, locks: &BTreeSet<TakenLock>) -> BTreeSet<Lock> {
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

fn pointer_bytes(types: &Types, (record, field): (RecordId, u32)) -> Option<(i64, i64)> {
    let start = offset_of(types, record, field).unwrap_or(0);
    Some((start, start + types.model().pointer_size() as i64))
}

fn offset_of(types: &Types, record: RecordId, field: u32) -> Option<i64> {
    constant_bytes(types, &[Projection::Field(record, field)])
}
