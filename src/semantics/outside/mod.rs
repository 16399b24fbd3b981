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

pub(in crate::semantics) use effects::{LibraryCall, failure};
pub(in crate::semantics) use formatted::Literals;
pub(in crate::semantics) use functions::{
    Callees, Origin, OutsideCall, Undefined, address_taken, function_type, is_numeric_address, is_region_of_numbers,
};
pub(in crate::semantics) use memory::Outside;
