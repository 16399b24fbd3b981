//! Sets of what may be: more members, more behaviour.

use std::fmt;

use crate::sorted::{self, Sorted};
use crate::{Bottom, Lattice, Widen};

/// A finite set that stands for *at most these*. Join is union, bottom is the empty set.
///
/// A sorted vector, shared between copies: meant for small sets. It is widened by join,
/// so the members must come from a finite stock.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaySet<T> {
    members: Sorted<T>,
}

impl<T: Ord + Clone> MaySet<T> {
    /// The set of the members given.
    pub fn new(members: impl IntoIterator<Item = T>) -> Self {
        Self {
            members: sorted::sorted(members),
        }
    }

    /// The members in ascending order.
    pub fn as_slice(&self) -> &[T] {
        &self.members
    }

    /// The members in ascending order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.members.iter()
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether `member` may be.
    pub fn contains(&self, member: &T) -> bool {
        self.members.binary_search(member).is_ok()
    }

    /// Adds a member, and returns whether it was missing.
    pub fn insert(&mut self, member: T) -> bool {
        sorted::insert(&mut self.members, member)
    }

    /// Keeps the members that satisfy `keep`, and returns whether any went.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) -> bool {
        sorted::retain(&mut self.members, keep)
    }
}

impl<T: Ord + Clone> Default for MaySet<T> {
    fn default() -> Self {
        Self::new([])
    }
}

impl<T: Ord + Clone> FromIterator<T> for MaySet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        Self::new(members)
    }
}

impl<'s, T: Ord + Clone> IntoIterator for &'s MaySet<T> {
    type Item = &'s T;
    type IntoIter = std::slice::Iter<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for MaySet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.members.iter()).finish()
    }
}

impl<T: Ord + Clone> Lattice for MaySet<T> {
    fn join(&mut self, other: &Self) -> bool {
        sorted::unite(&mut self.members, &other.members)
    }

    fn leq(&self, other: &Self) -> bool {
        sorted::is_subset(&self.members, &other.members)
    }
}

impl<T: Ord + Clone> Bottom for MaySet<T> {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Ord + Clone> Widen for MaySet<T> {}

#[cfg(test)]
mod tests {
    use super::MaySet;
    use crate::Lattice;
    use crate::laws::check_widening;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn sets() -> impl Strategy<Value = BTreeSet<u8>> {
        btree_set(0..6_u8, 0..5)
    }

    proptest! {
        #[test]
        fn may_sets_satisfy_the_laws(a in sets(), b in sets(), c in sets()) {
            let [a, b, c] = [a, b, c].map(MaySet::new);
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }

        #[test]
        fn join_is_union_and_order_is_inclusion(a in sets(), b in sets()) {
            let (mut joined, other) = (MaySet::new(a.clone()), MaySet::new(b.clone()));
            prop_assert_eq!(joined.leq(&other), a.is_subset(&b));
            joined.join(&other);
            prop_assert_eq!(joined, a.union(&b).copied().collect::<MaySet<_>>());
        }

        #[test]
        fn members_are_inserted_and_retained_as_in_other_sets(mut a in sets(), member in 0..6_u8) {
            let mut set = MaySet::new(a.clone());
            prop_assert_eq!(set.insert(member), a.insert(member));
            let before = a.len();
            a.retain(|m| m % 2 == 0);
            prop_assert_eq!(set.retain(|m| m % 2 == 0), a.len() < before);
            prop_assert!(set.iter().eq(&a));
            prop_assert_eq!(set.contains(&member), a.contains(&member));
        }
    }
}
