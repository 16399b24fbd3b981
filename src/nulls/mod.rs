//! Null dereferences: a sequential analysis that is made fit for threads by asking, at each point, whether another thread may race there.
//!
//! For each point `p` of a function the analysis computes a set `S_p` of facts, each of which certainly holds when control is there: above all
//! that the pointer at a path (`queue->head`) is not null. It is a forward must-analysis with the equations of a sequential program,
//!
//! ```text
//!     S_p  =  ⋂ { ⟦e⟧ S'_q | e an edge from q to p }            ⟦e⟧ S  =  (S ∖ kill_e) ∪ gen_e
//! ```
//!
//! where tests, stores of addresses, and dereferences that succeed generate facts, and stores and calls kill what they may overwrite.
//! It knows nothing of threads. What makes it sound for them is one line (Chugh, Voung, Jhala and Lerner, "Dataflow analysis for concurrent
//! programs using datarace detection", PLDI 2008, section 3.2):
//!
//! ```text
//!     S'_p  =  { φ ∈ S_p | ¬ racy(cell, p) for each place in memory that φ reads }
//! ```
//!
//! A fact at `p` is invalidated by another thread only if that writes one of these places while control stands at `p`, and then
//! a read of it at `p` races with the write ([`crate::races::oracle`]). What an instruction does that takes its time, as a call does, is asked
//! for all moments of it. So a fact that was found under a lock ends with the lock, and one that was found before threads are created,
//! of memory that nobody writes later, lasts.
//!
//! Facts of variables with static storage enter functions: what holds at all calls of a function and at all creations of threads that start
//! with it holds at its entry, and what holds at all its returns holds behind its calls (Callahan, Cooper, Kennedy and Torczon,
//! "Interprocedural constant propagation", 1986, for their lattice).
//!
//! A dereference counts as *safe* if whenever the analysis comes there, the pointer is certainly not null. The oracle may be asked in several
//! [`Setting`]s, by which analyses are compared.
//!
//! The facts rest on what the race check rests on: up to the first race of an execution they hold, and only if the solution is complete.

pub mod conditions;
pub mod facts;
pub mod flow;
pub mod functions;
pub mod inquirer;
pub mod paths;
pub mod table;
pub mod text;

pub use functions::{Findings, Pointer, Site, find};
pub use inquirer::{Inquirer, inquiry};
pub use paths::{PathId, Paths};
pub use table::{Dereference, Program, Why, csv, json, list, table};
pub use text::Text;

use crate::ir::{FunctionId, Position};
use crate::races::{Entry, Moment, Race, SourcePoint};

/// How the oracle answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// No other thread ever writes: unsound.
    Unsound,
    /// All memory that two threads access is lost.
    Lost,
    /// Only locks protect memory.
    Locks,
    /// All that excludes races.
    Full,
}

impl Setting {
    /// All of them, in the order of tables, with their names.
    pub const ALL: [(Setting, &'static str); 4] = [
        (Setting::Unsound, "unsound"),
        (Setting::Lost, "lost"),
        (Setting::Locks, "locks"),
        (Setting::Full, "full"),
    ];

    /// The rows of the catalogue that are about locks alone.
    pub const LOCKS: [&'static str; 2] = ["L", "SL"];
}

/// What a sequential analysis asks about other threads, and about the effects of its own.
pub trait Oracle {
    /// Whether another thread may write a place while control stands at a point, or passes it.
    fn race(&self, cell: PathId, point: SourcePoint, moment: Moment) -> Option<Race>;

    /// Whether the instruction at a point may itself write a place: by what stands at some places in the source, or in functions that it calls.
    fn modifies(&self, cell: PathId, point: SourcePoint, written: &[Position]) -> bool;

    /// The functions with a body that the instruction at a point may enter.
    fn entered(&self, point: SourcePoint) -> Vec<(FunctionId, Entry)>;

    /// All functions that are entered, and where, as far as this is known.
    fn entries(&self) -> Vec<(SourcePoint, FunctionId)>;

    /// Whether functions may be entered by points of which this oracle does not tell.
    fn is_partial(&self) -> bool;
}
