//! Deadlocks: threads that wait for locks and for ends of threads in a circle.
//!
//! In come the [`Notes`] of the verified solution: the moments at which threads may wait, each with its digest and with the locks that
//! the thread may hold meanwhile. Out goes what is said of the program ([`Verdict`]), with the circles that nothing excluded.
//!
//! **The graph.** What can be waited for are locks, and threads, which as it were hold themselves until they end. An edge `h → w`
//! stands for a thread at a moment when it holds `h` and waits for `w`. Threads `t₁ … tₙ` that wait in a circle are edges
//! `h₁ → w₁, …, hₙ → wₙ` with `wᵢ = hᵢ₊₁`, of different threads, whose moments are *all at once*.
//! (Havelund, "Using Runtime Analysis to Guide Model Checking of Java Programs", SPIN 2000; Bensalem and Havelund, "Dynamic deadlock
//! analysis of multi-threaded programs", PADTAD 2005, who call a common lock of two edges their gate.)
//!
//! **Which edges exclude each other.** Two threads that wait at once have both done their last action, so neither is ordered before the
//! other, and no lock is held by both: accesses to a variable of nobody else, made just before the two waits, would race. So
//!
//! ```text
//!     edge e with digest A, edge f with digest B:   A ||? B = false   ⟹   not at once
//! ```
//!
//! for every sound predicate: same unique thread (TID), not created or joined already (TF, TID, J), a lock held by both (L), and what other
//! digests know of barriers, semaphores, and creators that hold locks. That is Kroening, Poetzl, Schrammel and Wachter, "Sound static
//! deadlock analysis for C/Pthreads" (ASE 2016), with the digests' predicate for their non-concurrency.
//!
//! **Absence.** A closed walk of edges, consecutive ones not excluded, stays in one strongly connected component. A component without
//! cycle, or one in which all locks that are waited for lie behind those that are held in the same object, or all before, has no
//! circle. In the others circles are enumerated up to a length, with all pairs of edges tested; a circle that visits an edge twice
//! can be cut short there. If something is left, or not enumerated, nothing is proved.
//!
//! This layer does not know how digests are computed, how memory is abstracted, or how a result is printed.

mod check;
mod components;
mod edges;
mod notes;
mod verdict;

pub use check::{Checked, Circle, MOST_THREADS, Shape, check};
pub use edges::{Edge, Source, edges};
pub use notes::{Fault, Held, Kept, LockPlaces, Misuse, Moment, Notes, Relock, Uncovered, Wanted};
pub use verdict::{Blocked, Execution, Executions, Verdict, decide};
