//! Witnesses: files that let others check a verdict.
//!
//! The format is that of the competition on software verification (Ayaziová et al., "Software Verification Witnesses 2.0", 2024),
//! in version 2.2 for races, whose last segment has two targets, one for each thread, and in version 2.0 for proofs, as a set of invariants
//! of loops. All entries of a file have one version, because checkers of the form refuse others.
//! All choices of the execution stand in a file of their own beside it, which its metadata name, so that [`crate::explore::replay`] can
//! run it again. Witnesses of others name the accesses, and some of the steps before: an execution that makes them has to be found.
//!
//! This layer knows files and formats; it does not know how a race is found.

mod digest;
mod document;
mod read;

pub use document::{Invariant, Metadata, Subject, Timestamp, correctness, execution, violation};
pub use read::{Recorded, Target, Told, Trust, Waypoint, WitnessError, parse, read};
