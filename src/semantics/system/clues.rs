//! Clues: how the bytes of an access are related to locks, and to what only the ego has, as the race check asks it.

use crate::races::cells::Cell;
use crate::races::{
    AccessKind, HandOver, LockMode, OwnedBytes, RelativePlace, Segment, Stand, SymbolicLock, TakenBytes,
};
use crate::values::{Addresses, ObjectId, ObjectKind, Offsets};
use pepsin_digests::Section;

/// What the way in which an address is written tells of the accessed bytes.
#[derive(Clone, Debug, Default)]
pub struct Clues {
    /// Locks held at constant distances from the first byte touched.
    pub near: Vec<SymbolicLock>,
    /// Locks held in the very object that is accessed.
    pub inside: Vec<LockInside>,
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
    /// The bytes touched as those of parts of an array that are the ego's own.
    pub segments: Vec<Segment>,
    /// Where the pointers stood that alone lead to the memory, the last one first.
    pub rows: Vec<Stand>,
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

/// A lock that lies in the object that is accessed, at a constant distance from a part that encloses the access.
#[derive(Clone, Debug)]
pub struct LockInside {
    /// Where the part may lie.
    pub part: Addresses,
    /// Between which bytes of it the access stays, if that is known.
    pub touched: Option<(i64, i64)>,
    /// How many bytes behind the part's first one the lock lies.
    pub distance: i64,
    /// In which mode it is held.
    pub mode: LockMode,
    /// The declared section that it stands for, if it is no lock.
    pub section: Option<Section>,
}

impl LockInside {
    /// The lock as a function of the bytes accessed in an object.
    pub fn seen_from(&self, object: ObjectId) -> Option<SymbolicLock> {
        let offsets: Offsets = self.part.offsets_in(object)?;
        let lock = offsets.low().checked_add(self.distance)?;
        let place = match (offsets.single(), self.touched) {
            (Some(_), _) => RelativePlace::InObject(lock),
            (None, Some((first, end))) if !offsets.is_unbounded_below() => RelativePlace::InElement {
                stride: offsets.stride(),
                residue: lock.checked_rem_euclid(i64::try_from(offsets.stride()).ok()?)?,
                from: first.checked_sub(self.distance)?,
                to: end.checked_sub(self.distance)?,
            },
            _ => return None,
        };
        Some(SymbolicLock {
            place,
            mode: self.mode,
            section: self.section,
        })
    }
}

/// The cells of the owners of what a place may denote.
#[derive(Clone, Debug, Default)]
pub struct OwnerCells {
    /// Of heap memory.
    pub heap: Option<Cell>,
    /// Of bytes in the root in which the owner lies.
    pub root: Option<Cell>,
    /// The objects that are roots.
    pub roots: Vec<ObjectId>,
}

impl OwnerCells {
    /// The cell of the owner of bytes in an object.
    pub fn of(&self, object: ObjectId, kind: ObjectKind) -> Option<Cell> {
        match kind {
            ObjectKind::Heap { .. } if !self.roots.contains(&object) => self.heap.clone(),
            _ => self.root.clone().filter(|cell| cell.object == object),
        }
    }
}
