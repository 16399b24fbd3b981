//! Calls: of functions with a body, of those in the library by their models, of handlers and routines; and how threads end.
//!
//! A call passes on the part of a state that its callee touches ([`crate::semantics::state::Footprint`]); a model names an effect, which is dispatched
//! here.
//!
//! This room does not know in which order instructions are executed.

pub(in crate::semantics) mod bodies;
pub(in crate::semantics) mod callbacks;
pub(in crate::semantics) mod dispatch;
pub(in crate::semantics) mod ends;
pub(in crate::semantics) mod library;
pub(in crate::semantics) mod once;
pub(in crate::semantics) mod returning;
pub(in crate::semantics) mod threads;
