//! Shared memory: what a thread finds there, out of what others write.
//!
//! Three views of the same memory, each of which holds whoever looks: what other threads published and the ego's digest does not exclude,
//! what holds whenever a lock is free, and what holds at any time.
//!
//! This room does not know which instruction looks or writes.

pub(in crate::semantics) mod held;
pub(in crate::semantics) mod interference;
pub(in crate::semantics) mod leaks;
pub(in crate::semantics) mod looks;
pub(in crate::semantics) mod names;
pub(in crate::semantics) mod publication;
pub(in crate::semantics) mod views;
