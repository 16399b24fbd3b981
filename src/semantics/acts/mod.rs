//! Acts: what steps of the digests do to the past of a thread, above all locks by their names, and what is left by who ends.
//!
//! An act is an action with the facts of its operands. What is known of memory changes with it: released locks show what was written
//! under them.
//!
//! This room does not know which instruction or function is such an act.

pub(in crate::semantics) mod joins;
pub(in crate::semantics) mod kinds;
pub(in crate::semantics) mod locks;
