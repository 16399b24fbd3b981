//! A growing row of elements and their join, which is kept up to date as they go up and down.
//!
//! Level 0 is the row; each level above holds the joins of two neighbours below, and the top the join of all:
//!
//! ```text
//!     level (k + 1) at i  =  level k at 2i  ⊔  level k at 2i + 1
//! ```
//!
//! When one of n elements goes up or down, at most log n joins follow, and none above a level that does not change.
//! Without the levels, one element that goes down would cost n joins.

use pepsin_lattice::Bottom;

/// A row of elements with their join.
#[derive(Debug)]
pub(crate) struct JoinTree<V> {
    /// The row, and joins of two; the last level has at most one element.
    levels: Vec<Vec<V>>,
}

impl<V: Bottom> JoinTree<V> {
    /// The empty row.
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Vec::new()],
        }
    }

    /// The join of all elements; none if there is no element.
    pub(crate) fn join(&self) -> Option<&V> {
        self.levels.last().and_then(|level| level.first())
    }

    /// The element at `at`.
    pub(crate) fn get(&self, at: usize) -> &V {
        &self.levels[0][at]
    }

    /// Adds a bottom at the end, which leaves the join as it is, and returns where it is.
    pub(crate) fn push_bottom(&mut self) -> usize {
        let row = &mut self.levels[0];
        // Most rows have one element.
        row.reserve_exact(usize::from(row.is_empty()));
        row.push(V::bottom());
        let mut level = 0;
        while self.levels[level].len() > 1 {
            let pairs = self.levels[level].len().div_ceil(2);
            if level + 1 == self.levels.len() {
                let join = self.levels[level][0].clone();
                self.levels.push(vec![join]);
            } else if self.levels[level + 1].len() < pairs {
                self.levels[level + 1].push(V::bottom());
            }
            level += 1;
        }
        self.levels[0].len() - 1
    }

    /// Replaces the element at `at` by a greater one, and returns whether the join changed.
    pub(crate) fn raise(&mut self, at: usize, element: V) -> bool {
        self.levels[0][at] = element;
        self.raised(at)
    }

    /// Replaces the element at `at` by any other, and returns whether the join changed.
    pub(crate) fn replace(&mut self, at: usize, element: V) -> bool {
        self.levels[0][at] = element;
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let (below, above) = (&below[level - 1], &mut above[0][at >> level]);
            let left = (at >> level) * 2;
            let mut join = below[left].clone();
            if let Some(right) = below.get(left + 1) {
                join.join(right);
            }
            if *above == join {
                return false;
            }
            *above = join;
        }
        true
    }

    /// Joins what is above the element at `at` with it.
    fn raised(&mut self, at: usize) -> bool {
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            if !above[0][at >> level].join(&below[level - 1][at >> (level - 1)]) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::JoinTree;
    use pepsin_lattice::{Bottom, Lattice, MaySet};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn join_of(row: &[MaySet<u8>]) -> MaySet<u8> {
        row.iter().flatten().copied().collect()
    }

    proptest! {
        #[test]
        fn the_join_is_that_of_the_row(changes in vec((0..20_usize, vec(0..6_u8, 0..3)), 0..60)) {
            let (mut tree, mut row) = (JoinTree::new(), Vec::new());
            for (at, members) in changes {
                let element = MaySet::new(members);
                let before = join_of(&row);
                let at = at.min(row.len());
                if at == row.len() {
                    prop_assert_eq!(tree.push_bottom(), at);
                    row.push(MaySet::bottom());
                }
                let raised = row[at].leq(&element);
                row[at] = element.clone();
                let changed = if raised { tree.raise(at, element) } else { tree.replace(at, element) };
                let join = join_of(&row);
                prop_assert_eq!(tree.join(), Some(&join));
                prop_assert!(changed || join == before);
                prop_assert!(row.iter().enumerate().all(|(at, element)| tree.get(at) == element));
            }
        }
    }
}
