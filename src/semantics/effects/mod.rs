//! Effects: what orders and starts threads.
//!
//! Mutexes, semaphores, barriers, atomic operations, creations and joins, each with the acts of the digests that it is.
//!
//! This room does not know which function of which library has an effect.

mod atomic_objects;
pub(in crate::semantics) mod atomics;
pub(in crate::semantics) mod blocking;
pub(in crate::semantics) mod declared;
pub(in crate::semantics) mod mutexes;
pub(in crate::semantics) mod reentry;
pub(in crate::semantics) mod rounds;
pub(in crate::semantics) mod semaphores;
pub(in crate::semantics) mod threads;
