//! Where the effort of a run went, as plain data: for those who want to know why solving takes so long.
//!
//! Two questions are answered: which unknowns were evaluated how often, and what it was in a value that changed when its
//! readers had to be evaluated again. The parts of a value are named by the client ([`crate::System::parts_that_differ`]).

use std::collections::BTreeMap;

/// Whether a run keeps account of its effort, which costs time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profiling {
    /// It does not.
    #[default]
    Off,
    /// It does.
    On,
}

/// How often something changed, and what that made necessary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changes.
    pub changes: u64,
    /// The readers that had to be evaluated again.
    pub readers: u64,
}

/// The account of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The changes of values and facts, by the parts that differed.
    pub changes: BTreeMap<String, Changes>,
}

impl Profile {
    /// Notes that some parts changed at once, and how many readers that concerns.
    pub(crate) fn note(&mut self, parts: &[&str], readers: usize) {
        let changes = self.changes.entry(parts.join(" + ")).or_default();
        changes.changes += 1;
        changes.readers += readers as u64;
    }
}
