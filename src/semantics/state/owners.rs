//! Pointers into the region of an owner ([`crate::semantics::origins::regions`] has the theory).

use crate::races::cells::Grid;
use crate::semantics::state::SymbolicAddress;
use crate::values::{ObjectId, Offsets};

/// A cell of a global variable, from which heap memory may be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The variable.
    pub object: ObjectId,
    /// How it is divided.
    pub grid: Grid,
    /// The address of the cell's first byte.
    pub start: SymbolicAddress,
}

/// A pointer that leads into the region of an owner: to heap objects of the owner, or into its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedPointer {
    /// The owner.
    pub owner: Owner,
    /// How many bytes it was moved since; nothing if that is not known. Moved so, it may have left the cell, but no heap object.
    pub moved: Option<i64>,
}

impl OwnedPointer {
    /// What is known of a pointer that may be either of two.
    pub fn joined(self, other: Self) -> Option<Self> {
        (self.owner == other.owner).then_some(OwnedPointer {
            moved: self.moved.filter(|_| self.moved == other.moved),
            ..self
        })
    }

    /// The same pointer, with the owner's cell spelled otherwise.
    pub fn starting_at(self, start: SymbolicAddress) -> Self {
        let owner = Owner { start, ..self.owner };
        OwnedPointer { owner, ..self }
    }

    pub fn plus(self, bytes: Option<i64>) -> Self {
        let moved = self
            .moved
            .zip(bytes)
            .and_then(|(moved, bytes)| moved.checked_add(bytes));
        OwnedPointer { moved, ..self }
    }

    /// How far behind the owner's start the pointer leads, if it leads into the owner's variable, to one of `offsets` there.
    pub fn place_in_cell(self, offsets: Offsets) -> Option<i64> {
        let width = self.owner.grid.width;
        let moved = self.moved?;
        if width == 0 {
            return offsets.single();
        }
        let even = offsets.single().is_some() || offsets.stride().is_multiple_of(width.unsigned_abs());
        even.then(|| {
            self.owner
                .grid
                .within(offsets.low().wrapping_sub(moved))
                .checked_add(moved)
        })?
    }
}
