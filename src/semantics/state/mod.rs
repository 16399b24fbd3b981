//! States: what is known at a place of the program, and the short lists and sets that it is made of.
//!
//! A [`State`] stands for the local traces that end at a place. It has one component for each kind of thing that is known, and joins,
//! orders and widens them one by one. A component is a lattice here; its theory, and what instructions do to it, stands in the room that it
//! names at its head.
//!
//! This room does not know what instructions do to a state.

mod bindings;
pub(in crate::semantics) mod bounds;
mod copies;
pub(in crate::semantics) mod crews;
mod currency;
mod fences;
mod footprint;
mod held;
mod holdings;
pub(in crate::semantics) mod inscriptions;
#[cfg(test)]
mod laws;
mod localised;
mod maybe_held;
mod needs;
mod outlook;
mod owners;
mod past;
mod permits;
mod set;
mod states;
pub(in crate::semantics) mod symbolic;
mod table;
mod takes;
mod tickets;
mod variable;

pub(in crate::semantics) use bindings::Bindings;
pub(in crate::semantics) use bounds::Bounds;
pub(in crate::semantics) use copies::Copies;
pub(in crate::semantics) use crews::Crews;
pub(in crate::semantics) use crews::berths::{Berth, Berths, Bound, Start, Term};
pub(in crate::semantics) use crews::spelling::Spelling;
pub(in crate::semantics) use crews::{Newcomer, Origin, Passed, PassedAs};
pub(in crate::semantics) use fences::{Fences, Unlearned};
pub(in crate::semantics) use footprint::Footprint;
pub(in crate::semantics) use held::Held;
pub(in crate::semantics) use holdings::{Holding, Holdings, may_meet};
pub(in crate::semantics) use localised::Localised;
pub(in crate::semantics) use maybe_held::MaybeHeld;
pub(in crate::semantics) use needs::Needs;
pub(in crate::semantics) use outlook::{Outlook, View};
pub(in crate::semantics) use owners::{OwnedPointer, Owner, Way};
pub(in crate::semantics) use past::Past;
pub(in crate::semantics) use permits::{Permits, Source};
pub(in crate::semantics) use set::{CertainSet, Set};
pub(in crate::semantics) use states::{Allocation, Entrance, GuardValue, SplitKey, State, States};
pub(in crate::semantics) use symbolic::{Base, HeldSymbolically, Index, Symbolic, SymbolicAddress};
pub(in crate::semantics) use table::Table;
pub(in crate::semantics) use takes::{DispenserWrites, Line, LineWrites, NarrowStep, Part, Share, Stage, Takes};
pub(in crate::semantics) use tickets::{Basis, Found, Limit, Linear, Marks, Member, Owned, Ticket};
pub(in crate::semantics) use variable::{Extent, Meeting, Variable};
