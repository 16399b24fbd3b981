//! Points of executions, and the accesses that are made there.

use super::code::AccessId;
use super::shadow::AccessKind;

/// A point of an execution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// Operations executed before it.
    pub steps: u64,
    /// Inputs given before it.
    pub inputs: usize,
}

/// Points where an execution could have gone on differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Before the last outermost atomic block began.
    pub block: Mark,
    /// Before the last operation that others could notice.
    pub visible: Mark,
}

/// An access to memory that an operation makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The first address.
    pub address: u64,
    /// Number of bytes.
    pub size: u64,
    /// How it accesses.
    pub kind: AccessKind,
    /// Where it stands in the program.
    pub site: AccessId,
}

impl Footprint {
    /// Whether two accesses of different threads would race.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        let overlap = self.address < other.address + other.size && other.address < self.address + self.size;
        overlap && self.kind.conflicts(other.kind)
    }
}
