//! Accesses: the elements of `[R_g]`, what the race check compares in pairs.
//!
//! An access stands for every execution of one program point in one context: who does it is told by its digest.

use std::sync::Arc;

use super::cells::Cell;
use super::locations::Bytes;
use super::polynomials::Letter;
use super::segments::Segment;
use crate::ir::{FunctionId, Position, TypeId};

use pepsin_digests::barrier::Phase;
use pepsin_digests::{BarrierId, EdgeId, Section};
pub use pepsin_digests::{DigestId, LockMode, ObjectId, ThreadId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// One access to memory, as the final solution knows it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Access {
    /// The object.
    pub object: ObjectId,
    /// The bytes of the object that may be touched. A bit-field access touches its whole run, see [`super::locations::bit_field_run`].
    pub bytes: Bytes,
    /// Read, write or release.
    pub kind: AccessKind,
    /// Whether the access is atomic in C's sense.
    pub atomicity: Atomicity,
    /// The summary of the accessing thread's past.
    pub digest: DigestId,
    /// The accessing thread.
    pub thread: ThreadId,
    /// Where it stands in the source.
    pub at: Position,
    /// The function it stands in; for what a library call does to memory, the function that calls.
    pub function: FunctionId,
    /// The type of the place accessed, where it is known.
    pub ty: Option<TypeId>,
    /// Whether the accessed memory was still unknown to all other threads.
    pub freshness: Freshness,
    /// Locks held at a constant distance from the accessed byte or from the start of its object.
    pub symbolic_locks: Vec<SymbolicLock>,
    /// The cell of an array in which the bytes lie, with the locks held that belong to it.
    pub cell: Option<Cell>,
    /// The cell from which alone the heap memory is reached, with the locks held that belong to it (row R).
    pub owner: Option<Cell>,
    /// The bytes as a function of what only this thread was given, if they are one.
    pub owned: Option<OwnedBytes>,
    /// The bytes as a function of tickets that none of the threads has that this thread, their creator, has not joined yet.
    pub vacant: Vec<OwnedBytes>,
    /// The bytes as what this thread took from a variable that only grows, if they are that.
    pub taken: Option<TakenBytes>,
    /// The bytes as those of parts of an array that are the thread's own, for each way in which they are (row SG).
    pub segments: Vec<Segment>,
    /// Where the pointers stood that alone lead to the memory, the last one first (row RW).
    pub rows: Vec<Stand>,
    /// Of the barriers that all threads of a creation pass together, this one among them: where it has arrived (row BC).
    pub phases: Vec<(BarrierId, Phase)>,
    /// What part it has in handing objects over, for each claim of which that is known.
    pub handed: Vec<HandOver>,
    /// What is known of watched variables at the time of the access, in the order in which they are watched.
    pub watched: Arc<[WatchedValue]>,
    /// How the address was known.
    pub origin: Origin,
}

/// The part that an access has in a hand-over (row HO).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HandOver {
    /// Which lists it is about, by a number.
    pub claim: u32,
    /// What is accessed.
    pub part: Part,
    /// Whether the claim rests on an order between this access and all others to cells.
    pub needs_order: bool,
}

impl HandOver {
    /// Whether the thread has a right to what it accesses.
    pub fn is_by_right(self) -> bool {
        matches!(self.part, Part::Node | Part::Content | Part::Owned)
    }
}

/// What is accessed in a hand-over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A node, by right: the thread owns it, or it is in the list and the thread holds the list's lock.
    Node,
    /// Bytes of a node but neither its link nor the pointer to its payload, by right.
    Content,
    /// Memory that the thread owns, by right; nothing that is found there is relied on.
    Owned,
    /// A node, by right at times only.
    SometimesNode,
    /// The cell that leads to the first node.
    Head,
    /// The cell that leads to the first node, or the link of one to which there is a right: what a pointer to pointers to nodes leads to.
    HeadOrLink,
    /// The cell that leads to the last node.
    Tail,
    /// The cell that tells whether there is a node.
    Flag,
    /// A slot of a ring.
    Slots,
    /// All cells at once, which become zero.
    Whole,
}

impl Part {
    /// Whether it may be a cell of what hands over.
    pub fn is_heads_or_cell(self) -> bool {
        self.is_cell() || self == Part::HeadOrLink
    }

    /// Whether it is a cell of what hands over.
    pub fn is_cell(self) -> bool {
        matches!(self, Part::Head | Part::Tail | Part::Flag | Part::Slots)
    }
}

/// What an access does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccessKind {
    /// Reads bytes.
    Read,
    /// Writes bytes.
    Write,
    /// Ends the object's life: conflicts with everything, as a write of all bytes does.
    Free,
    /// Ends an object of synchronisation, whose memory stays: as a write.
    Destroy,
}

impl AccessKind {
    /// Whether the access conflicts with reads.
    pub fn modifies(self) -> bool {
        self != AccessKind::Read
    }
}

/// Whether an access is atomic in C's sense; two atomic accesses never race with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atomicity {
    /// An ordinary access.
    Plain,
    /// An access by an `_Atomic` lvalue or an atomic builtin, of any memory order.
    Atomic,
}

/// Whether the accessed memory is known only to the accessing thread (row FR of the catalogue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freshness {
    /// The most recent instance, made by this thread and not yet escaped.
    Fresh,
    /// Anything else.
    Shared,
}

/// Where a pointer stood that alone leads to some memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stand {
    /// In one of these objects, if they are known: each is named for all instances of its allocation.
    pub objects: Vec<ObjectId>,
    /// At which bytes there.
    pub bytes: Bytes,
    /// As parts of an array that are the thread's own, for each way in which they are.
    pub segments: Vec<Segment>,
    /// Locks held at constant distances from the pointer, or in the object in which it stood.
    pub locks: Vec<SymbolicLock>,
}

impl Stand {
    /// A pointer that stood anywhere.
    pub fn anywhere() -> Self {
        Stand {
            objects: Vec::new(),
            bytes: Bytes::ANYWHERE,
            segments: Vec::new(),
            locks: Vec::new(),
        }
    }

    /// Whether it is not known where.
    pub fn is_anywhere(&self) -> bool {
        *self == Stand::anywhere()
    }

    /// Whether one lock is held at both accesses if the two stood at the same place.
    pub fn is_under_one_lock(&self, other: &Self) -> bool {
        let mut mine = self.locks.iter();
        let is_one = |mine: &SymbolicLock, theirs: &SymbolicLock| mine.is_one_with(theirs, Some(0));
        mine.any(|mine| {
            let mut theirs = other.locks.iter();
            theirs.any(|theirs| is_one(mine, theirs) || is_seeded(Bug::LocksBesideAnyPointer))
        })
    }

    /// Whether the two stood at different places.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        let is_known = !self.objects.is_empty() && !other.objects.is_empty();
        let mut mine = self.segments.iter();
        is_known && self.objects.iter().all(|object| !other.objects.contains(object))
            || !self.bytes.overlaps(&other.bytes)
            || mine.any(|mine| other.segments.iter().any(|theirs| mine.is_apart_from(theirs)))
    }
}

/// How the address of an access was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The pointer's targets were known.
    Direct,
    /// The pointer may point to any escaped object that its type may reach; where it became unknown, or was used.
    UnknownPointer(Position),
}

/// A lock that is certainly held, named relative to what is accessed (row SL of the catalogue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolicLock {
    /// Where it lies.
    pub place: RelativePlace,
    /// Whether the lock is held in read mode.
    pub mode: LockMode,
    /// The declared section that it stands for, if it is no lock: each object has one of its own.
    pub section: Option<Section>,
}

impl SymbolicLock {
    /// Whether two locks are one, not held for reading both times, if both accesses touch a common byte; `difference` is by how much the first one
    /// starts behind the other one, if that is always the same.
    pub fn is_one_with(&self, other: &Self, difference: Option<i128>) -> bool {
        (self.mode, other.mode) != (LockMode::Read, LockMode::Read)
            && self.section == other.section
            && self.place.is_same(other.place, difference)
    }
}

impl RelativePlace {
    fn is_same(self, other: Self, difference: Option<i128>) -> bool {
        use RelativePlace::{InElement, InObject, NearByte};
        match (self, other) {
            (NearByte(mine), NearByte(theirs)) => {
                difference.is_some_and(|bytes| bytes + i128::from(mine) == i128::from(theirs))
            }
            (InObject(mine), InObject(theirs)) => mine == theirs,
            (
                InElement {
                    stride,
                    residue,
                    from,
                    to,
                },
                InElement {
                    stride: stride_of_theirs,
                    residue: residue_of_theirs,
                    from: from_of_theirs,
                    to: to_of_theirs,
                },
            ) => {
                let apart = |from: i64, to: i64| i128::from(to) - i128::from(from);
                (stride, residue) == (stride_of_theirs, residue_of_theirs)
                    && apart(from, to_of_theirs).max(apart(from_of_theirs, to)) <= i128::from(stride)
            }
            _ => false,
        }
    }
}

/// Where a lock lies, as a function of the accessed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RelativePlace {
    /// So many bytes from the first byte touched; both are computed from one base value that did not change in between.
    NearByte(i64),
    /// At this byte of the very object that is accessed.
    InObject(i64),
    /// At byte `stride · n + residue` of the very object that is accessed, for an `n` that is not known, and the bytes
    /// touched lie in `[lock + from, lock + to)`.
    InElement {
        /// The distance of elements.
        stride: u64,
        /// Where the lock lies in the first element.
        residue: i64,
        /// Where the bytes start at least, counted from the lock.
        from: i64,
        /// Where they end at most.
        to: i64,
    },
}

/// What a watched variable may hold at the time of an access (row V of the catalogue).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatchedValue {
    /// The variable's object.
    pub object: ObjectId,
    /// Where it lies there, in bytes.
    pub offset: i64,
    /// How many bytes it takes.
    pub size: u64,
    /// What a read in place of the access could find.
    pub possible: Possible,
    /// What the variable is called.
    pub name: Arc<str>,
}

/// A set of values of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Possible {
    /// One of these numbers.
    Among(Vec<i128>),
    /// Anything but zero.
    NotZero,
}

/// How the tickets differ that threads of one creation are given (row OW of the catalogue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tickets {
    /// Values of an integer type, at least `step` apart.
    Numbers {
        /// The least distance of two tickets.
        step: i64,
        /// The bits of the type.
        bits: u32,
        /// Whether the type is signed.
        signed: bool,
    },
    /// Addresses of different objects.
    Objects,
}

/// What a thread was given when it was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Given {
    /// The argument of its start routine.
    Argument,
    /// The number that stood so many bytes behind where its argument points.
    Member(i64),
    /// What the creator counted with, which is no value of the thread's: numbers that it was given are told by it.
    Count,
}

/// Bytes `[scale · ticket + first, scale · ticket + first + size)`, where the ticket is the accessing thread's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnedBytes {
    /// The thread that hands the tickets out, of which there is one.
    pub creator: ThreadId,
    /// The creation by which it does.
    pub edge: EdgeId,
    /// Which of the things given is the ticket.
    pub given: Given,
    /// How its tickets differ.
    pub tickets: Tickets,
    /// Bytes for each unit of the ticket.
    pub scale: i64,
    /// Where the bytes start.
    pub first: i64,
    /// How many there are.
    pub size: i64,
}

/// Bytes `[scale · b + first, scale · b + first + size)`, where the thread took `b, …, b + count − 1` for itself.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakenBytes {
    /// From where they were taken: no two takes from one dispenser overlap.
    pub dispenser: usize,
    /// Bytes for each number taken.
    pub scale: i64,
    /// How many numbers were taken.
    pub count: i64,
    /// Where the bytes start.
    pub first: i64,
    /// How many there are.
    pub size: i64,
    /// What stays as it is, or the bytes may be others.
    pub letters: Vec<Arc<Letter>>,
}
