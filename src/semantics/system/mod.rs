//! The constraint system: its unknowns, the facts of the global ones, the tables of one program, and its right-hand sides.
//!
//! A [`Transfer`] evaluates one right-hand side. What an instruction, an expression or a call does to a state stands in the rooms above,
//! which give it their methods.
//!
//! This room does not know how a system is solved.

mod analysis;
mod called;
mod contexts;
pub mod effort;
mod footprint;
mod interner;
mod keys;
mod names;
mod objects;
mod operands;
mod questions;
mod recorder;
mod transfer;
mod unknowns;

pub(in crate::semantics) use analysis::{Analysis, ProgramPoint};
pub(in crate::semantics) use called::LibraryCall;
pub(in crate::semantics) use effort::Effort;
pub(in crate::semantics) use footprint::Footprint;
pub(in crate::semantics) use names::{SourceNames, place};
pub(in crate::semantics) use operands::{Locks, OperandFacts};
pub(in crate::semantics) use recorder::{Recorder, Returning, Touch, UnknownAccess};
pub(in crate::semantics) use transfer::Transfer;
pub(in crate::semantics) use unknowns::{
    Channel, Context, ContextId, Ended, Fact, Global, Key, Point, Unknown, Written,
};
