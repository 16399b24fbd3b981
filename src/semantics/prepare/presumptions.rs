//! What is presumed of the watched variables (`crate::semantics::claims::turns` holds it against a solution).

use std::collections::BTreeSet;

use crate::ir::GlobalId;

/// Which watched variables are taken to be locks, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Presumptions {
    /// No locks that are zero when they are free.
    pub no_flags: BTreeSet<usize>,
    /// Locks that hold the number of the one whose turn it is.
    pub turns: BTreeSet<usize>,
    /// No such locks, as a solution has shown.
    pub no_turns: BTreeSet<usize>,
    /// No numbers of those who are somewhere, by their numbers among those that the text proposes.
    pub no_tallies: BTreeSet<usize>,
    /// No switches, likewise.
    pub no_switches: BTreeSet<usize>,
    /// No numbers of readers, likewise.
    pub no_reader_counts: BTreeSet<usize>,
    /// Semaphores whose permits go round through no others, as variables and distances.
    pub apart: BTreeSet<(GlobalId, i64)>,
}
