//! Side-effecting constraint systems and a top-down solver for them.
//!
//! In: a [`System`] of right-hand sides over two lattices, and the roots to solve.
//! Out: a [`Solution`] that satisfies the constraints of all that the roots reach, and [`Solution::verify`], which
//! checks that independently of how the solution was found.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`system`] | what a client writes: [`System`], and [`Io`], what its right-hand sides can do |
//! | `td` | the solver; its head tells the algorithm |
//! | `cell`, `join_tree`, [`update`] | contributions by origin, their join, and the rules by which they make up a fact |
//! | `evaluation`, `destabilise` | what an evaluation reads, and who is told when that changes |
//! | `effects`, `collect` | contributions made, settled, and withdrawn when their origin is no longer reached |
//! | `warrowing` | widening and narrowing as one operator that ends without monotonicity |
//! | `graph` | the unknowns met so far, and who read whom |
//! | [`budget`], [`Interrupt`], [`statistics`], [`profile`] | what a run may take, who may end it, what it took, and for what |
//! | [`solution`], [`verify`] | the result, and its check |
//! | [`trace`] | what is told of the way there |
//!
//! This crate has never heard of C or of threads. What the values mean is the client's business;
//! the solver knows only the laws in `pepsin-lattice`.
//! It is deterministic: unknowns are numbered in the order in which they are met, and nothing
//! depends on the order of a hash map or on addresses.
//!
//! ```
//! use pepsin_lattice::{Lattice, MaySet};
//! use pepsin_solver::{Io, SolverSettings, Stop, System, solve};
//!
//! /// x₀ ⊒ {0} and xₙ ⊒ xₙ₋₁ ∪ {n}.
//! struct Chain;
//!
//! impl System for Chain {
//!     type Local = u32;
//!     type Value = MaySet<u32>;
//!     type Global = u32;
//!     type Fact = MaySet<u32>;
//!
//!     fn eval(&self, x: u32, io: &mut dyn Io<Self>) -> Result<MaySet<u32>, Stop> {
//!         let mut value = MaySet::new([x]);
//!         if x > 0 {
//!             value.join(&io.get(x - 1)?);
//!         }
//!         Ok(value)
//!     }
//! }
//!
//! let solution = solve(&Chain, &[3], &SolverSettings::default());
//! assert_eq!(solution.value(2), Some(&MaySet::new([0, 1, 2])));
//! assert!(solution.verify(&Chain).is_ok());
//! ```

pub mod budget;
mod cell;
mod collect;
mod destabilise;
mod effects;
mod evaluation;
mod graph;
mod interrupt;
mod join_tree;
pub mod profile;
pub mod solution;
pub mod statistics;
pub mod system;
mod td;
pub mod trace;
pub mod update;
pub mod verify;
mod warrowing;

pub use budget::{Cut, Extrapolation, Pace, SolverSettings};
pub use interrupt::Interrupt;
pub use profile::{Changes, Profile, Profiling};
pub use solution::Solution;
pub use statistics::Statistics;
pub use system::{Io, Stop, System};
pub use td::solve;
pub use update::UpdateRule;
pub use verify::{Verified, Violation};
