//! Origins: where an address comes from, besides which objects it may lead to.
//!
//! An address as a base, a multiple of a variable and a distance, the root from which memory is reached, the value that only this thread
//! was given, the variable from which a value was copied. The race check gets them as clues of an access: that a lock belongs to the
//! bytes, or that no other thread can come to them.
//!
//! This room does not know what of it excludes a race.

pub(in crate::semantics) mod assigned;
pub(in crate::semantics) mod bindings;
pub(in crate::semantics) mod bounds;
pub(in crate::semantics) mod clues;
pub(in crate::semantics) mod copies;
pub(in crate::semantics) mod cycles;
pub(in crate::semantics) mod distances;
pub(in crate::semantics) mod enclosures;
pub(in crate::semantics) mod found;
pub(in crate::semantics) mod inscriptions;
pub(in crate::semantics) mod lasts;
pub(in crate::semantics) mod lengths;
pub(in crate::semantics) mod letters;
pub(in crate::semantics) mod owned;
pub(in crate::semantics) mod owners;
pub(in crate::semantics) mod ranges;
pub(in crate::semantics) mod regions;
pub(in crate::semantics) mod rooms;
pub(in crate::semantics) mod roots;
pub(in crate::semantics) mod rounds;
pub(in crate::semantics) mod rows;
pub(in crate::semantics) mod segments;
pub(in crate::semantics) mod shares;
pub(in crate::semantics) mod symbolic;
pub(in crate::semantics) mod tickets;
