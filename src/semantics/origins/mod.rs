//! Origins: where an address comes from, besides which objects it may lead to.
//!
//! An address as a base, a multiple of a variable and a distance, the root from which memory is reached, the value that only this thread
//! was given, the variable from which a value was copied. The race check gets them as clues of an access: that a lock belongs to the
//! bytes, or that no other thread can come to them.
//!
//! This room does not know what of it excludes a race.

mod bindings;
mod clues;
mod copies;
mod enclosures;
mod located;
mod owners;
mod regions;
mod symbolic;
mod tickets;

pub(in crate::semantics) use bindings::Bindings;
pub(in crate::semantics) use clues::Clues;
pub(in crate::semantics) use copies::Copies;
pub(in crate::semantics) use located::{Located, NamedRoot};
pub(in crate::semantics) use regions::OwnedPointer;
pub(in crate::semantics) use symbolic::{Symbolic, SymbolicAddress};
pub(in crate::semantics) use tickets::{Linear, Owned, Ticket};
