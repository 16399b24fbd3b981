//! Execution: what an instruction that calls nothing does to a state, which are stores, assignments, conditions and assembly.
//!
//! This room does not know what functions do, nor the order of instructions.

pub(in crate::semantics) mod assembly;
pub(in crate::semantics) mod assignments;
pub(in crate::semantics) mod guards;
pub(in crate::semantics) mod parameters;
pub(in crate::semantics) mod stores;
pub(in crate::semantics) mod turns;
pub(in crate::semantics) mod writes;
