//! States: what is known at a place of the program, and the short lists and sets that it is made of.
//!
//! A [`State`] stands for the local traces that end at a place. It has one component for each kind of thing that is known, and joins,
//! orders and widens them one by one; where a component is a theory of its own, it stands in the room of that theory.
//!
//! This room does not know what instructions do to a state.

mod currency;
mod localised;
mod past;
mod permits;
mod set;
mod states;
mod table;
mod variable;

pub(in crate::semantics) use localised::Localised;
pub(in crate::semantics) use past::Past;
pub(in crate::semantics) use permits::{Permits, Source};
pub(in crate::semantics) use set::Set;
pub(in crate::semantics) use states::{Allocation, Entrance, GuardValue, SplitKey, State, States};
pub(in crate::semantics) use table::Table;
pub(in crate::semantics) use variable::{Extent, Meeting, Variable};
