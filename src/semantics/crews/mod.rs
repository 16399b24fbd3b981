//! Crews: threads created in one loop and joined in another, as instructions change what is known of them ([`crate::semantics::state::Crews`]).
//!
//! This room does not know what the threads of a crew do, nor where a ticket comes from that they were passed.

pub(in crate::semantics) mod berths;
pub(in crate::semantics) mod delegation;
pub(in crate::semantics) mod gathering;
pub(in crate::semantics) mod vacancies;

pub(in crate::semantics) use delegation::Delegated;
