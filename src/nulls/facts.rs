//! What is known of pointers: the lattice of a must-analysis, sets of facts ordered by ⊇, joined by intersection.

use super::paths::PathId;
use std::collections::BTreeSet;

/// Something that certainly holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The pointer at a path is not null.
    NotNull(PathId),
    /// The unshared variable holds what the pointer at the path holds.
    Same {
        /// The variable.
        variable: PathId,
        /// The pointer.
        pointer: PathId,
    },
}

impl Fact {
    /// The paths of which it tells.
    pub fn paths(self) -> impl Iterator<Item = PathId> {
        let (one, other) = match self {
            Fact::NotNull(path) => (path, None),
            Fact::Same { variable, pointer } => (variable, Some(pointer)),
        };
        std::iter::once(one).chain(other)
    }
}

/// Facts that hold together. Where control does not come, all hold; that is told apart by whoever has them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(BTreeSet<Fact>);

impl Facts {
    /// Whether a pointer is certainly not null.
    pub fn is_not_null(&self, path: PathId) -> bool {
        self.0.contains(&Fact::NotNull(path))
    }

    /// Adds a fact, and what follows: of two pointers that hold the same, either both are null or none.
    pub fn add(&mut self, fact: Fact) {
        if !self.0.insert(fact) {
            return;
        }
        match fact {
            Fact::NotNull(path) => {
                let equal: Vec<PathId> = self.same_as(path).collect();
                equal.into_iter().for_each(|path| self.add(Fact::NotNull(path)));
            }
            Fact::Same { variable, pointer } => {
                if self.is_not_null(variable) || self.is_not_null(pointer) {
                    self.add(Fact::NotNull(variable));
                    self.add(Fact::NotNull(pointer));
                }
            }
        }
    }

    fn same_as(&self, path: PathId) -> impl Iterator<Item = PathId> {
        self.0.iter().filter_map(move |fact| match *fact {
            Fact::Same { variable, pointer } if variable == path => Some(pointer),
            Fact::Same { variable, pointer } if pointer == path => Some(variable),
            _ => None,
        })
    }

    /// Keeps the facts of which something holds.
    pub fn retain(&mut self, keep: impl FnMut(&Fact) -> bool) {
        self.0.retain(keep);
    }

    /// The facts.
    pub fn iter(&self) -> impl Iterator<Item = Fact> {
        self.0.iter().copied()
    }

    /// The facts that hold either way; returns whether that is less than before.
    pub fn meet(&mut self, other: &Facts) -> bool {
        let before = self.0.len();
        self.0.retain(|fact| other.0.contains(fact));
        self.0.len() < before
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<I: IntoIterator<Item = Fact>>(facts: I) -> Self {
        Facts(facts.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_the_same_is_not_null_together() {
        let (variable, pointer) = (PathId(0), PathId(1));
        let mut facts = Facts::default();
        facts.add(Fact::Same { variable, pointer });
        facts.add(Fact::NotNull(variable));
        assert!(facts.is_not_null(pointer));
        let mut facts = Facts::default();
        facts.add(Fact::NotNull(pointer));
        facts.add(Fact::Same { variable, pointer });
        assert!(facts.is_not_null(variable));
    }

    #[test]
    fn only_what_holds_either_way_holds_behind_both() {
        let (one, two) = (Fact::NotNull(PathId(0)), Fact::NotNull(PathId(1)));
        let mut facts: Facts = [one, two].into_iter().collect();
        assert!(facts.meet(&[two].into_iter().collect()));
        assert!(!facts.is_not_null(PathId(0)) && facts.is_not_null(PathId(1)));
        assert!(!facts.meet(&[two].into_iter().collect()));
    }
}
