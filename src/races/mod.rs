//! From the solution to the verdict: accesses, locations, pairs, what excludes them, what remains.
//!
//! In comes the [`Evidence`] that the semantics collects from the final solution: all accesses, each with its digest,
//! the objects, the threads, and whatever stopped or limited the analysis.
//! Out goes a [`Verdict`] with every pair that could not be excluded, and why each digest could not.
//!
//! This layer does not know how digests are computed, how memory is abstracted, or how a result is printed.

pub mod access;
pub mod arguments;
pub mod cells;
pub mod evidence;
pub mod exempt;
pub mod explain;
pub mod facts;
#[cfg(test)]
pub mod fixture;
pub mod inquiry;
pub mod locations;
pub mod modified;
pub mod oracle;
pub mod pair;
pub mod polynomials;
pub mod predicates;
pub mod product;
pub mod segments;
pub mod verdict;

pub use access::{
    Access, AccessKind, Atomicity, DigestId, Freshness, Given, HandOver, LockMode, ObjectId, Origin, OwnedBytes, Part,
    Possible, RelativePlace, Stand, SymbolicLock, TakenBytes, ThreadId, Tickets, WatchedValue,
};
pub use arguments::Arguments;
pub use evidence::{
    Assumption, Call, Creation, Cut, DeadCode, Effect, Evidence, Granularity, Keeper, Multiplicity, Object, ObjectKind,
    Obstacle, Reach, Repetition, Statistic, Thread,
};
pub use explain::{Argument, Explainer};
pub use facts::AccessFact;
pub use inquiry::{Answers, Denoted, Entry, Inquiry, Moment, PlaceId, SourcePoint};
pub use locations::Bytes;
pub use modified::Modified;
pub use oracle::{Oracle, Race};
pub use pair::{Location, Pair, Pairing, PairingOptions, Releases, pair};
pub use polynomials::{Letter, LetterPlace, Polynomial, Symbol, greatest_common_divisor};
pub use predicates::{FOR_READING, Predicates, Rows};
pub use product::Product;
pub use segments::{Elements, Segment, Series};
pub use verdict::{Confirmation, Ended, ExecutionEnd, Exploration, Sighting, Verdict, decide};
