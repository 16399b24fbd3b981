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
    /// How many bytes behind the start of the cell it led, where it led into the cell, if that is known.
    pub from: Option<i64>,
    /// How many bytes it was moved since; nothing if that is not known. Moved so, it may have left the cell, but no heap object.
    pub moved: Option<Way>,
}

/// A number of bytes between bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// So many at least.
    pub least: i64,
    /// So many at most.
    pub most: i64,
}

impl Way {
    /// So many bytes.
    pub fn of(bytes: i64) -> Self {
        Way {
            least: bytes,
            most: bytes,
        }
    }

    /// The number of bytes, if only one is possible.
    pub fn single(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    /// One way behind the other.
    pub fn plus(self, other: Way) -> Option<Way> {
        Some(Way {
            least: self.least.checked_add(other.least)?,
            most: self.most.checked_add(other.most)?,
        })
    }
}

impl OwnedPointer {
    /// A pointer that was found in memory of the owner.
    pub fn found(owner: Owner) -> Self {
        OwnedPointer {
            owner,
            from: None,
            moved: Some(Way::of(0)),
        }
    }

    /// What is known of a pointer that may be either of two.
    pub fn joined(self, other: Self) -> Option<Self> {
        (self.owner == other.owner).then_some(OwnedPointer {
            from: self.from.filter(|_| self.from == other.from),
            moved: self.moved.filter(|_| self.moved == other.moved),
            ..self
        })
    }

    /// The same pointer, with the owner's cell spelled otherwise.
    pub fn starting_at(self, start: SymbolicAddress) -> Self {
        let owner = Owner { start, ..self.owner };
        OwnedPointer { owner, ..self }
    }

    /// The pointer moved; by a way that is not known without one.
    pub fn plus(self, way: Option<Way>) -> Self {
        let moved = self.moved.zip(way).and_then(|(moved, way)| moved.plus(way));
        OwnedPointer { moved, ..self }
    }

    /// How far behind the owner's start it leads, by what is known of where it was moved from.
    fn told_place(self) -> Option<Way> {
        self.moved?.plus(Way::of(self.from?))
    }

    /// Whether it is known to lead into the cell from where it was moved.
    pub fn is_in_cell(self) -> bool {
        self.told_place()
            .is_some_and(|place| place.least >= 0 && place.most < self.owner.grid.width)
    }

    /// Whether it may have been moved out of the cell from which it was moved.
    pub fn has_left_cell(self) -> bool {
        self.owner.grid.width > 0 && self.from.is_some() && !self.is_in_cell()
    }

    /// How far behind the owner's start the pointer leads, if it leads into the owner's variable, to one of `offsets` there.
    pub fn place_in_cell(self, offsets: Offsets) -> Option<Way> {
        let width = self.owner.grid.width;
        let moved = self.moved?;
        if width == 0 {
            return offsets.single().map(Way::of);
        }
        if self.from.is_some() {
            return self.told_place();
        }
        let moved = moved.single()?;
        let even = offsets.single().is_some() || offsets.stride().is_multiple_of(width.unsigned_abs());
        let from = even.then(|| self.owner.grid.within(offsets.low().wrapping_sub(moved)))?;
        from.checked_add(moved).map(Way::of)
    }
}
