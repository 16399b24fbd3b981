//! Effects: what orders threads, starts and ends them, and what calls pass on.
//!
//! Locks, semaphores, barriers, once-controls, atomic operations, threads and calls, each with the action of the digests that it is.
//!
//! This room does not know which function of which library has an effect.

mod atomics;
mod blocking;
mod calls;
mod ends;
mod holdings;
mod locks;
mod mutexes;
mod reentry;
mod returning;
mod rounds;
mod semaphores;
mod threads;

pub(in crate::semantics) use holdings::Holdings;
pub(in crate::semantics) use reentry::MaybeHeld;
