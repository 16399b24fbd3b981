//! Evidence: from a program to what the race check is given.
//!
//! The system is solved, its solution verified, and what the verification pass recorded is handed over in words of the program, with what
//! the result takes for granted and what limits it.
//!
//! This room knows all others, and none of them knows it.

mod answers;
mod anywhere;
mod assumptions;
mod blocking;
mod claims;
mod endless;
mod hand_over;
mod handlers;
mod heads_or_links;
mod members;
mod objects;
mod opaque;
mod outcome;
mod phases;
mod picture;
mod segments;
mod threads;
mod undefined;

pub use claims::Claims;
pub use outcome::{Detail, Outcome, analyse, analyse_in_detail, cut_of};
pub use picture::Picture;
