//! Equations: the constraint system. Which right-hand side an unknown has, block by block.
//!
//! This room does not know how a system is solved.

pub(in crate::semantics) mod blocks;
mod right_hand_sides;
pub(in crate::semantics) mod steady;
