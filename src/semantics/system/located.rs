//! What a place denotes: bytes of objects, and what is known of the way to them.

use crate::ir::{BitField, Position, TypeId};
use crate::semantics::system::Clues;
use crate::values::{Addresses, ObjectId};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// What a place denotes.
pub struct Located {
    /// The addresses of its first byte.
    pub addresses: Addresses,
    /// The variable that it is part of, if it is part of one that is named in the place itself.
    pub root: NamedRoot,
    /// Its type.
    pub ty: TypeId,
    /// Its size in bytes.
    pub size: u64,
    /// Its bits in the storage unit, for a bit-field.
    pub bits: Option<BitField>,
    /// The bytes that an access to it touches besides itself: its run of bit-fields, relative to its address.
    pub touched: (i64, u64),
    /// What only the race check asks of an access to it.
    pub clues: Clues,
    /// Where it stands.
    pub at: Position,
}

impl Located {
    /// Whether it is all of its bytes: a bit-field shares them with others, and holds no number that is wider.
    pub fn is_whole(&self) -> bool {
        self.bits.is_none() || is_seeded(Bug::BitFieldsAreVariables)
    }
}

/// Whether a place names the variable that it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedRoot {
    /// A local whose address is never taken: it lives in the frame.
    Frame(ObjectId),
    /// Another variable.
    Variable,
    /// It is reached by a pointer.
    Pointer,
}
