//! Outside: functions of which the program has no body, the memory that comes from there, and the models of those that the library knows.
//!
//! This room does not know how an effect works that a model names.

mod arguments;
mod callbacks;
mod effects;
mod failures;
mod formatted;
mod functions;
mod heap;
mod memory;
mod results;

pub(in crate::semantics) use functions::{Callees, Origin, OutsideCall, function_type};
pub(in crate::semantics) use results::failure;
