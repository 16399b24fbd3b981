//! Tasks: what the competition on software verification gives to verifiers, and sets of them.
//!
//! This layer knows the formats of task definitions and set files, and nothing of C.

mod definition;
mod property;
mod set;

pub use definition::{Expected, Task, TaskError};
pub use property::Property;
pub use set::find_tasks;
