//! Variables of which something is claimed: an object, the bytes from its start, and how many they are.
//!
//! That a variable is a lock, a counter, a flag or an index is claimed of certain bytes. An access is one *to* the variable
//! only if it touches these bytes, all of them and no others, as one scalar. An access that overlaps them without being that,
//! wider, narrower or across, does something of which no claim speaks:
//!
//! ```text
//!     union { int flag; long both; } u;        u.both = 0          clears the flag, and is no release of it
//!     __atomic_fetch_add((char *)&n, 1, …)                         changes n, and is no step of it by one
//! ```
//!
//! So whoever claims something asks here, and nowhere else, how an access lies to the variable.

use crate::races::Symbol;
use crate::values::{Addresses, ObjectId, Offsets};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Bytes of an object that an access touches: so many, from one of some offsets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Extent {
    /// Where they may start, in bytes.
    pub offsets: Offsets,
    /// How many there are, at most.
    pub size: u64,
}

/// How the bytes of an access lie to those of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They have none in common.
    Apart,
    /// They are the same.
    Exact,
    /// They have some in common, or may have.
    Across,
}

/// A scalar of which there is one in the whole execution, or one in each thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Variable {
    /// In which object it lies.
    pub object: ObjectId,
    /// In bytes from the object's start.
    pub offset: i64,
    /// In bytes.
    pub size: u64,
}

impl Extent {
    /// Any bytes of an object.
    pub const ANYWHERE: Extent = Extent {
        offsets: Offsets::ANY,
        size: u64::MAX >> 1,
    };

    /// The bytes from one of some offsets on; without a size, all that follow.
    pub fn new(offsets: Offsets, size: Option<u64>) -> Self {
        Extent {
            offsets,
            size: size.unwrap_or(Extent::ANYWHERE.size),
        }
    }
}

impl Variable {
    /// The variable that a symbol is.
    pub fn of_symbol(symbol: &Symbol) -> Option<Self> {
        match *symbol {
            Symbol::Variable {
                object, offset, size, ..
            } => Some(Variable { object, offset, size }),
            _ => None,
        }
    }

    /// The variable that `size` bytes at some addresses are, if there is just one.
    pub fn at(addresses: &Addresses, size: u64) -> Option<Self> {
        let (object, offsets) = addresses.single()?;
        let offset = offsets.single()?;
        Some(Variable { object, offset, size })
    }

    /// Its bytes.
    pub fn extent(&self) -> Extent {
        Extent::new(Offsets::constant(self.offset), Some(self.size))
    }

    /// Where it starts.
    pub fn place(&self) -> (ObjectId, i64) {
        (self.object, self.offset)
    }

    /// How an access to some bytes of the variable's object lies to it.
    pub fn meeting(&self, extent: Extent) -> Meeting {
        let own = Offsets::constant(self.offset);
        if !extent.offsets.overlaps(extent.size, own, self.size) {
            return Meeting::Apart;
        }
        match extent.offsets.single() == Some(self.offset) && extent.size == self.size {
            true => Meeting::Exact,
            false if is_seeded(Bug::StartsOnly) && extent.offsets.low() < self.offset => Meeting::Apart,
            false => Meeting::Across,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAG: Variable = Variable {
        object: ObjectId::new(0),
        offset: 4,
        size: 4,
    };

    fn meeting(offset: i64, size: u64) -> Meeting {
        FLAG.meeting(Extent::new(Offsets::constant(offset), Some(size)))
    }

    #[test]
    fn only_all_bytes_and_no_others_are_the_variable() {
        assert_eq!(meeting(4, 4), Meeting::Exact);
        for (offset, size) in [(4, 1), (4, 8), (0, 8), (7, 1), (2, 4), (6, 4), (0, 16)] {
            assert_eq!(meeting(offset, size), Meeting::Across, "{size} bytes at {offset}");
        }
        for (offset, size) in [(0, 4), (8, 4), (3, 1), (8, 8)] {
            assert_eq!(meeting(offset, size), Meeting::Apart, "{size} bytes at {offset}");
        }
    }

    #[test]
    fn bytes_at_unknown_offsets_may_lie_across() {
        assert_eq!(FLAG.meeting(Extent::ANYWHERE), Meeting::Across);
        let every_eighth = Extent::new(Offsets::strided(0, 64, 8), Some(4));
        assert_eq!(FLAG.meeting(every_eighth), Meeting::Apart);
        let every_fourth = Extent::new(Offsets::strided(0, 64, 4), Some(4));
        assert_eq!(FLAG.meeting(every_fourth), Meeting::Across);
        assert_eq!(FLAG.meeting(Extent::new(Offsets::constant(0), None)), Meeting::Across);
    }
}
