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
mod places;
mod steady;
mod stores;

pub(in crate::semantics) use assembly::Assembled;
pub(in crate::semantics) use guards::{condition_behind, equality, is_condition, negated};
pub(in crate::semantics) use loads::{Rvalue, part};
pub(in crate::semantics) use lost::LOST;
pub(in crate::semantics) use places::{Located, NamedRoot};
pub(in crate::semantics) use steady::Steady;
pub(in crate::semantics) use stores::write_part;
