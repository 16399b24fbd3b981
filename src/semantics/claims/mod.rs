//! Claims: what is taken for granted of certain variables of the whole program, until a write refutes it.
//!
//! A variable is a flag, a lock, a number of those who are somewhere, the number of the one whose turn it is, a counter that hands out numbers, one that
//! threads count down, or a signal. The text proposes each of them, and each access to the variable is held against the claim; one that failed is not used.
//!
//! This room does not know which instruction made the access.

pub(in crate::semantics) mod counters;
pub(in crate::semantics) mod fences;
pub(in crate::semantics) mod gates;
pub(in crate::semantics) mod lines;
pub(in crate::semantics) mod readers;
pub(in crate::semantics) mod signals;
pub(in crate::semantics) mod switches;
pub(in crate::semantics) mod taking;
pub(in crate::semantics) mod tallies;
pub(in crate::semantics) mod turns;
pub(in crate::semantics) mod value_locks;
pub(in crate::semantics) mod watched;
pub(in crate::semantics) mod wrapping;

pub(in crate::semantics) use counters::Change;
pub(in crate::semantics) use fences::Ordered;
pub(in crate::semantics) use turns::Findings;
pub(in crate::semantics) use value_locks::{Orders, Written};
pub(in crate::semantics) use wrapping::SignedSteps;
