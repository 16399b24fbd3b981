//! Evaluation: expressions, places, loads, stores, assignments and conditions, as the language defines them.
//!
//! This room does not know what functions without a body do, nor what synchronises.

mod assembly;
mod assignments;
mod expressions;
mod extents;
mod guards;
mod loads;
mod lost;
mod numbers;
mod places;
mod steady;
mod stores;

pub(in crate::semantics) use assembly::Assembled;
pub(in crate::semantics) use loads::part;
pub(in crate::semantics) use lost::LOST;
pub(in crate::semantics) use numbers::is_numeric_address;
pub(in crate::semantics) use stores::write_part;
