//! Evaluation: expressions, places, loads and what is recorded of accesses, as the language defines them.
//!
//! This room does not know what functions without a body do, nor what synchronises.

pub(in crate::semantics) mod accesses;
pub(in crate::semantics) mod expressions;
pub(in crate::semantics) mod extents;
pub(in crate::semantics) mod inquiries;
pub(in crate::semantics) mod loads;
pub(in crate::semantics) mod lost;
mod numbers;
mod of_all;
pub(in crate::semantics) mod places;

pub(in crate::semantics) use loads::part;
pub(in crate::semantics) use lost::LOST;
pub(in crate::semantics) use numbers::{is_made_of_numbers, is_numeric_address};
