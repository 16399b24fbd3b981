//! Before anything is solved: what the text of a function tells of it, and copies of code that let more be told apart.
//!
//! Nearly all of it decides what is told apart, what is claimed of a variable at first, or where widening halts, and not what is true.
//!
//! This room knows the program only: no state, no unknown.

mod by_one;
mod conditions;
mod counted;
mod decided;
mod declared;
mod doubled;
mod hand_over;
mod indices;
mod inscribed;
mod literals;
mod made;
mod members;
mod named;
mod names_of_ids;
mod needs;
mod once;
mod only_tested;
mod outside;
mod presumptions;
mod readers;
mod recomputed;
mod recursion;
mod scalars;
mod shape;
mod spread;
mod statics;
mod steady;
mod switches;
mod tails;
mod text;
mod thresholds;
mod unroll;

pub(in crate::semantics) use by_one::{ByOne, changed_by_one};
pub(in crate::semantics) use conditions::{condition_behind, equality, is_condition};
pub(in crate::semantics) use counted::Counter;
pub(in crate::semantics) use decided::pass_decided_conditions;
pub(in crate::semantics) use declared::variables_taken;
pub(in crate::semantics) use doubled::double_loops_that_meet;
#[cfg(doc)]
pub(in crate::semantics) use hand_over::HandOvers;
pub(in crate::semantics) use indices::name_indices;
pub(in crate::semantics) use made::made_for;
pub(in crate::semantics) use names_of_ids::{Named, ProgramPoint};
pub(in crate::semantics) use only_tested::OnlyTested;
#[cfg(doc)]
pub(in crate::semantics) use outside::Outside;
pub(in crate::semantics) use outside::pointees;
pub(in crate::semantics) use presumptions::Presumptions;
pub(in crate::semantics) use readers::ReaderCount;
pub(in crate::semantics) use recomputed::name_recomputed;
pub(in crate::semantics) use scalars::{MOST_DISPENSERS, Signal, Watched};
pub(in crate::semantics) use shape::{Shape, shapes, tested};
pub(in crate::semantics) use spread::spread_literals;
pub(in crate::semantics) use statics::settle;
pub(in crate::semantics) use steady::Steady;
pub(in crate::semantics) use switches::Switch;
pub(in crate::semantics) use tails::duplicate_tails;
pub(in crate::semantics) use text::TextFacts;
pub(in crate::semantics) use thresholds::{Halts, Thresholds};
pub(in crate::semantics) use unroll::{Rounds, Told, unroll};
