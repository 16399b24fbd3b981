//! The constraint system: its unknowns, the facts of the global ones, the tables of one program, and its right-hand sides.
//!
//! A [`Transfer`] says where the evaluation of a right-hand side stands, and whom it asks. What an instruction, an expression or a call does
//! to a state stands in the rooms above.
//!
//! This room does not know how a system is solved.

mod analysis;
mod called;
mod clues;
pub(in crate::semantics) mod constants;
mod contexts;
pub mod effort;
pub(in crate::semantics) mod footprint;
mod interner;
pub(in crate::semantics) mod keys;
mod located;
mod names;
mod objects;
mod operands;
mod outside;
mod pseudo;
mod questions;
mod recorder;
mod transfer;
mod unknowns;
pub(in crate::semantics) mod variables;
pub(in crate::semantics) mod words;
mod write;

pub(in crate::semantics) use analysis::Analysis;
pub(in crate::semantics) use called::LibraryCall;
pub(in crate::semantics) use clues::{Clues, LockInside, OwnerCells};
pub(in crate::semantics) use effort::Effort;
pub(in crate::semantics) use located::{Located, NamedRoot};
pub(in crate::semantics) use names::{SourceNames, place};
pub(in crate::semantics) use operands::{Locks, OperandFacts};
pub(in crate::semantics) use pseudo::{Activation, PseudoAccesses};
pub(in crate::semantics) use recorder::{
    BarrierRecord, MemberRecord, Recorder, Returning, Room, Rooms, Touch, Undefined, UnknownAccess, WrittenBeside,
    WrittenCalls,
};
pub(in crate::semantics) use transfer::Transfer;
pub(in crate::semantics) use unknowns::{
    Channel, Context, ContextId, Ended, Fact, Global, Key, Point, Unknown, Written,
};
pub(in crate::semantics) use write::{Guard, Intent, KIND, LEAST_SYNCHRONISATION, Over, Taking, Write};
