//! Which private variables hold what was read of watched ones ([`crate::semantics::origins::copies`] has the theory).

use crate::semantics::state::Table;
use crate::values::ObjectId;
use pepsin_lattice::Lattice;

/// Pairs of a private variable and the watched variable (by its number) whose value it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Copies {
    pub pairs: Table<(ObjectId, usize)>,
    /// Those of them whose test is a look.
    pub looks: Table<(ObjectId, usize)>,
}

impl Copies {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Forgets the copies that do not meet a condition.
    pub fn retain(&mut self, keep: impl Fn(&(ObjectId, usize)) -> bool) {
        self.looks.retain(&keep);
        self.pairs.retain(keep);
    }
}

impl Copies {
    /// Forgets which copies are looks, but for those that meet a condition.
    pub fn retain_looks(&mut self, keep: impl Fn(&(ObjectId, usize)) -> bool) {
        if !self.looks.is_empty() {
            self.looks.retain(keep);
        }
    }
}

impl Lattice for Copies {
    fn join(&mut self, other: &Self) -> bool {
        let before = (self.pairs.len(), self.looks.len());
        self.pairs.retain(|pair| other.pairs.contains(pair));
        self.looks.retain(|pair| other.looks.contains(pair));
        (self.pairs.len(), self.looks.len()) != before
    }

    fn leq(&self, other: &Self) -> bool {
        let has_all =
            |mine: &Table<_>, theirs: &Table<_>| mine.same(theirs) || theirs.iter().all(|pair| mine.contains(pair));
        has_all(&self.pairs, &other.pairs) && has_all(&self.looks, &other.looks)
    }
}
