//! Claims: what is taken for granted of certain variables of the whole program, until a write refutes it.
//!
//! A variable is a flag, a lock, the number of the one whose turn it is, a counter that hands out numbers, one that threads count down, or
//! a signal. The text proposes each of them, and each access to the variable is held against the claim; one that failed is not used.
//!
//! This room does not know which instruction made the access.

mod counters;
mod fences;
mod signals;
mod takes;
mod taking;
mod turns;
mod value_locks;
mod variable;
mod watched;
mod wrapping;

pub(in crate::semantics) use counters::{Change, Needs};
pub(in crate::semantics) use fences::{Fences, Ordered, Unlearned};
pub(in crate::semantics) use takes::{DispenserWrites, Share, Takes};
pub(in crate::semantics) use taking::Taking;
pub(in crate::semantics) use turns::{Findings, Presumptions};
pub(in crate::semantics) use value_locks::{Guard, Orders};
pub(in crate::semantics) use watched::Outlook;
pub(in crate::semantics) use wrapping::SignedSteps;
