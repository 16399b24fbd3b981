//! Digests: summaries of the past of an access, and arguments that two accesses are ordered.
//!
//! Two accesses to the same memory race if both orders are possible. A *digest* summarises what one thread knows of the
//! past at an access, so well that from two summaries alone one can often see that only one order is possible
//! (Schwarz and Erhard, "Data Race Detection by Digest-Driven Abstract Interpretation", 2025).
//!
//! **What goes in.** The actions of threads ([`Action`]), as an analysis finds them, and the answers of the analysis to
//! questions about their operands ([`Facts`]).
//!
//! **What comes out.** A [`DigestId`] for each program point and access, which is an element of the product of the
//! tracked digests ([`Digests`]); for two of them, which digests exclude a race, and why ([`Digests::verdict`]); for a
//! reader and a writer, whether a write may be news to the reader ([`Digests::interferes`]).
//!
//! **The parts**, from the bottom:
//! - [`names`]: threads by creation history, locks, objects, edges;
//! - [`Action`], [`Facts`]: the alphabet, and what must be asked;
//! - [`Digest`]: what a digest is, the laws that it must obey, and Proposition 2;
//! - the digests, one file each: [`thread_id`], [`must_join`], [`live_children`], [`thread_flag`], [`lockset`], [`once`], [`barrier`],
//!   [`semaphore`], [`countdown`], [`creation_lockset`], [`descendant_lockset`];
//! - [`Catalogue`]: one row for each digest; [`Digests`]: the product of those that are tracked;
//! - [`laws`]: what every digest must obey, checked on an executable local-trace semantics.
//!
//! **What this crate does not know.** C, memory, values, constraint systems.
//!
//! ```
//! use pepsin_digests::{Catalogue, Edge, NoFacts, Repetition};
//!
//! let digests = Catalogue::standard().track(&["TF"]).expect("TF has a row");
//! let before = digests.start();
//! let edge = digests.names().edge(Edge { routine: 1, point: 1, wrapper: 0 });
//! let (_, worker) = digests.child(before, edge, Repetition::Once, &NoFacts)[0];
//! assert!(digests.excludes(before, worker, digests.all()), "what main does before any thread is there comes first");
//! ```
//!
//! To add a digest, implement [`Digest`] and add a row: `Catalogue::standard().with(Row::digest::<Mine>(…))`.
//!
//! ```
//! use pepsin_digests::Catalogue;
//!
//! let digests = Catalogue::standard().track_defaults();
//! assert!(digests.thread_flag(digests.start()).is_alone());
//! ```

mod action;
pub mod barrier;
mod catalogue;
mod congruence;
pub mod countdown;
pub mod counting;
pub mod creation_lockset;
pub mod declared_order;
pub mod descendant_lockset;
mod digest;
mod erased;
mod facts;
pub mod laws;
pub mod live_children;
pub mod lockset;
pub mod must_join;
pub mod names;
pub mod once;
mod product;
#[cfg(test)]
mod scenario;
pub mod semaphore;
pub mod set;
pub mod thread_flag;
pub mod thread_id;
mod verdict;
mod visibility;

pub use action::{
    Acquisition, Action, AtomicOperand, BarrierOperand, CounterOperand, Exclusion, JoinOperand, LockKind, LockMode,
    LockOperand, LockTarget, OnceOperand, Repetition, Section, SemaphoreOperand, SignalOperand,
};
pub use catalogue::{ByDefault, Catalogue, Kind, Row, UnknownRow};
pub use digest::{Context, Creation, Digest, Next, Pair};
pub use facts::{BarrierUse, Facts, MayBe, NoFacts, Poster, SemaphoreUse};
pub use must_join::EndSummary;
pub use names::{
    BarrierId, CounterId, CounterName, Describe, Edge, EdgeId, LockId, LockName, Names, ObjectId, OnceId, PlaceName,
    Plain, SemaphoreId, SignalId, ThreadId,
};
pub use product::{DigestId, Digests, Siblings};
pub use thread_flag::ThreadFlag;
pub use verdict::{DigestSet, Judgement, Piece, Reason, Verdict};
