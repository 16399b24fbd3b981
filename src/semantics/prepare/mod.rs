//! Before anything is solved: what the text of a function tells of it, and copies of code that let more be told apart.
//!
//! All of it decides what is told apart or where widening halts, and none of it what is true: a program that is prepared in another way
//! has the same meaning.
//!
//! This room knows the program only: no state, no unknown, no setting.

mod needs;
mod recursion;
mod shape;
mod tails;
mod thresholds;
mod unroll;

pub(in crate::semantics) use recursion::recursive;
pub(in crate::semantics) use shape::{Shape, once_controls, shapes, tested};
pub(in crate::semantics) use tails::duplicate_tails;
pub(in crate::semantics) use thresholds::{Halts, Thresholds};
pub(in crate::semantics) use unroll::{Rounds, unroll};
