//! Clues: what only the race check asks of an access, beside what it touches.
//!
//! Where the abstract address of an access is a set, the way in which the address was written may still tell that a lock
//! belongs to the bytes (rows SL and R), or that no other thread can come to them (row OW).
//! Library functions access memory through pointers that are written as arguments, so their accesses have clues as well.

use super::enclosures::LockInside;
use super::owners::OwnerCells;
use crate::ir::{Place, Root};
use crate::races::cells::Cell;
use crate::races::{AccessKind, HandOver, OwnedBytes, SymbolicLock, TakenBytes};
use crate::semantics::origins::{Located, NamedRoot};
use crate::semantics::state::State;
use crate::semantics::system::{LibraryCall, Transfer};
use crate::values::ObjectId;

/// What the way in which an address is written tells of the accessed bytes.
#[derive(Clone, Debug, Default)]
pub struct Clues {
    /// Locks held at constant distances from the first byte touched.
    near: Vec<SymbolicLock>,
    /// Locks held in the very object that is accessed.
    inside: Vec<LockInside>,
    /// The cell of an array in which the bytes lie, with the locks held that belong to it.
    pub cell: Option<Cell>,
    /// From which root alone the memory is reached.
    pub owners: OwnerCells,
    /// The bytes touched as a function of what only the ego was given, if they are one.
    pub owned: Option<OwnedBytes>,
    /// The bytes touched as a function of what no running thread was given, of those that the ego created at some places.
    pub vacant: Vec<OwnedBytes>,
    /// The bytes touched as what the ego took, if they are that.
    pub taken: Option<TakenBytes>,
    /// What part the access has in handing objects over, if it reads.
    pub handed_reading: Vec<HandOver>,
    /// What part the access has in handing objects over, if it writes or releases.
    pub handed_writing: Vec<HandOver>,
}

impl Clues {
    /// What part the access has in handing objects over, by what it does.
    pub fn handed(&self, kind: AccessKind) -> &[HandOver] {
        match kind {
            AccessKind::Read => &self.handed_reading,
            AccessKind::Write | AccessKind::Free | AccessKind::Destroy => &self.handed_writing,
        }
    }

    /// The locks that belong to an access to one of the objects that the address may lead to.
    pub fn locks_of(&self, object: ObjectId) -> Vec<SymbolicLock> {
        let inside = self.inside.iter().filter_map(|lock| lock.seen_from(object));
        self.near.iter().copied().chain(inside).collect()
    }
}

impl Transfer<'_, '_> {
    /// The clues of an access to a place.
    pub fn clues(&mut self, state: &mut State, place: &Place, located: &Located) -> Clues {
        let inside = self.locks_inside(state, place, located);
        self.with_locks_inside(state, place, located, inside)
    }

    fn with_locks_inside(
        &mut self,
        state: &mut State,
        place: &Place,
        located: &Located,
        inside: Vec<LockInside>,
    ) -> Clues {
        let (start, size) = located.touched;
        let analysis = self.analysis;
        let hand_overs = analysis.text.hand_overs();
        let parts = hand_overs.parts(analysis.program, self.unknown.function, place);
        Clues {
            handed_reading: parts.reading,
            handed_writing: parts.writing,
            near: self.locks_near(state, place, start),
            inside,
            cell: self.accessed_cell(state, place, located),
            owners: self.owner_cells(state, place, located),
            owned: self.owned_bytes(state, place, start, size),
            vacant: self.vacant_bytes(state, place, start, size),
            taken: self.taken_bytes(state, place, start, size),
        }
    }

    /// The clues of an access to bytes from where an argument of a call points; to an unknown number of them without a size.
    pub fn argument_clues(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        number: usize,
        size: Option<u64>,
    ) -> Clues {
        let Some(pointer) = call.expressions.get(number).filter(|_| self.records()) else {
            return Clues::default();
        };
        let place = Place {
            root: Root::Deref(Box::new(pointer.clone())),
            projections: Vec::new(),
            ty: pointer.ty(),
            at: self.at,
        };
        let bytes = size.unwrap_or(u64::MAX >> 1);
        let located = Located {
            addresses: call.argument(number).as_addresses().clone(),
            root: NamedRoot::Pointer,
            ty: pointer.ty(),
            size: bytes,
            bits: None,
            touched: (0, bytes),
            clues: Clues::default(),
            at: self.at,
        };
        // What the argument loads was recorded when it was evaluated.
        self.unrecorded(|transfer| {
            let inside = transfer.locks_inside_argument(state, call, number, size);
            transfer.with_locks_inside(state, &place, &located, inside)
        })
    }
}
