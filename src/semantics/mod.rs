//! The semantics: from a program to a constraint system, and from its solution to the evidence for the race check.
//!
//! **In**: a linked [`Program`](crate::ir::Program), the [`Library`] of models, the tracked digests, [`Settings`].
//! **Out**: the [`Evidence`](crate::races::Evidence) for the race check, read off the verified solution.
//!
//! | room | what it is |
//! | --- | --- |
//! | `settings` | how a program is analysed |
//! | `prepare` | what the text alone tells of functions and variables, code that becomes several copies |
//! | `state` | what is known at a place of the program |
//! | `system` | unknowns, global facts, the tables of one program, right-hand sides |
//! | `sharing` | shared memory: what a thread finds of what others write |
//! | `evaluate` | expressions, places, loads, stores, conditions |
//! | `claims` | what is claimed of variables, until a write refutes it: flags, locks, turns, counters, signals |
//! | `crews` | threads created in one loop and joined in another |
//! | `origins` | where an address comes from: a variable, a root, what only this thread was given |
//! | `effects` | what orders, starts and ends threads, and calls |
//! | `outside` | functions without body, by their models or by settings |
//! | `evidence` | from a program to what the race check is given |
//!
//! Each room tells at its head what it means and what it does not know; which one may know which stands in `tests/layers.rs`.
//!
//! This layer does not know how C is parsed, what a pair of accesses is, or how a result is printed.

mod claims;
mod crews;
mod effects;
mod evaluate;
mod evidence;
mod origins;
mod outside;
mod prepare;
pub mod settings;
mod sharing;
mod state;
mod system;

pub use evidence::{Claims, Detail, Outcome, analyse, analyse_in_detail, cut_of};
pub use settings::{
    Blocking, Failures, LibraryState, MemoryModel, OutsideAccesses, OutsideMemory, Precision, Settings,
    UnknownFunctions,
};
pub use system::effort;
