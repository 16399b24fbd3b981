//! Outside: functions of which the program has no body, the memory that comes from there, and the models of those that the library knows.
//!
//! This room does not know how an effect works that a model names.

pub(in crate::semantics) mod arguments;
pub(in crate::semantics) mod copying;
pub(in crate::semantics) mod failures;
pub(in crate::semantics) mod formatted;
pub(in crate::semantics) mod functions;
pub(in crate::semantics) mod given;
pub(in crate::semantics) mod heap;
mod memory;
mod objects;
mod reach;
pub(in crate::semantics) mod results;
mod stack;
pub(in crate::semantics) mod streams;

pub(in crate::semantics) use functions::{Callees, Origin, OutsideCall, function_type};
pub(in crate::semantics) use results::failure;
