//! Witnesses: files that let others check a verdict.
//!
//! The format is that of the competition on software verification (Ayaziová et al., "Software Verification Witnesses 2.0", 2024),
//! in version 2.2 for races, whose last segment has two targets, one for each thread, and in version 2.0, which knows no threads;
//! for proofs as a set of invariants of loops (version 2.0).
//! An entry of our own beside it holds all choices of the execution, so that [`crate::explore::replay`] can run it again.
//!
//! This layer knows files and formats; it does not know how a race is found.

mod digest;
mod document;
mod read;

pub use document::{Invariant, Metadata, Subject, Timestamp, correctness, violation};
pub use read::{Recorded, WitnessError, parse, read};
