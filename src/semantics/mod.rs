//! The semantics: from a program to a constraint system, and from its solution to the evidence for the race check.
//!
//! **In**: a linked [`Program`](crate::ir::Program), the [`Library`](crate::library::Library) of models, the tracked digests, [`Settings`].
//! **Out**: the [`Evidence`](crate::races::Evidence) for the race check, read off the verified solution.
//!
//! | room | what it is |
//! | --- | --- |
//! | `settings` | how a program is analysed |
//! | `prepare` | what the text alone tells of functions and variables, code that becomes several copies |
//! | `state` | what is known at a place of the program, and of what such knowledge is made |
//! | `system` | unknowns, global facts, the tables of one program, where a right-hand side stands |
//! | `sharing` | shared memory: what a thread finds of what others write |
//! | `acts` | what steps of the digests do to the past of a thread |
//! | `claims` | what is claimed of variables, until a write refutes it: flags, locks, turns, counters, signals |
//! | `evaluate` | expressions, places, loads, accesses |
//! | `crews` | threads created in one loop and joined in another |
//! | `origins` | where an address comes from: a variable, a root, what only this thread was given |
//! | `execute` | stores, assignments, conditions, assembly |
//! | `outside` | functions without body: what they touch and return |
//! | `effects` | what orders and starts threads |
//! | `calls` | calls of bodies and of models, ends of threads |
//! | `equations` | right-hand sides, block by block |
//! | `evidence` | from a program to what the race check is given |
//!
//! Each room tells at its head what it means and what it does not know; which one may know which stands in `tests/layers.rs`. What a right-hand side
//! does is a function of its room, whose first argument is the least that it needs: the program, the tables, or the evaluation.
//!
//! This layer does not know how C is parsed, what a pair of accesses is, or how a result is printed.

mod acts;
mod calls;
mod claims;
mod crews;
mod effects;
mod equations;
mod evaluate;
mod evidence;
mod execute;
mod origins;
mod outside;
mod prepare;
pub mod settings;
mod sharing;
mod state;
mod system;

pub use evidence::{Claims, Detail, Outcome, Picture, analyse, analyse_in_detail, cut_of};
pub use settings::{
    Blocking, Failures, LibraryState, MemoryModel, OutsideAccesses, OutsideMemory, Precision, Settings,
    UnknownFunctions,
};
pub use system::effort;
