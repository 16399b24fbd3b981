//! The oracle: random concurrent C programs, executed and analysed, and told where the two contradict each other.
//!
//! `race-free` said once wrongly costs all trust, so the project looks for such programs itself.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`program`] | programs as trees, valid whatever is cut out of them |
//! | [`generate`] | random trees from a seed |
//! | [`shapes`] | small protocols, and ways to break them, that are woven into trees |
//! | [`emit`] | trees as C |
//! | [`compare`] | analysis against executions, for one program |
//! | [`contain`] | what an execution does against what the solution claims |
//! | [`reduce`] | cuts programs down while a contradiction stays |
//! | [`campaign`] | many programs, and their summary |
//! | [`tallies`] | how often shapes occur, and what becomes of their programs |
//! | [`tasks`] | tasks of the competition, executed |
//! | [`sanitizer`] | what ThreadSanitizer reports of tasks, against their executions |
//! | [`speed`] | how fast executions are |
//! | `mutants` | defects on purpose, and what finds them (feature `seeded-bugs`) |
//! | `conditions` | side conditions left out, and what finds that (feature `seeded-bugs`) |
//!
//! This crate knows the analysis only by its results.
//!
//! ```
//! use pepsin_oracle::emit::{Header, emit};
//! use pepsin_oracle::generate::{Shapes, Size, generate};
//!
//! // The third program of seed 1, as C that people can read; each number is the same program each time.
//! let text = emit(&generate(1, 3, Size::Small, Shapes::Woven), Header::Included);
//! assert!(text.contains("int main(void)"));
//! ```

pub mod campaign;
pub mod compare;
#[cfg(feature = "seeded-bugs")]
pub mod conditions;
pub mod contain;
pub mod emit;
pub mod generate;
#[cfg(feature = "seeded-bugs")]
pub mod mutants;
pub mod program;
pub mod reduce;
pub mod sanitizer;
pub mod shapes;
pub mod speed;
pub mod tallies;
pub mod tasks;
