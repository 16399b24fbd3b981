//! Sets of what must be: fewer members, more behaviour.

use std::fmt;

use crate::sorted::{self, Sorted};
use crate::{Bottom, Lattice, Widen};

/// A set that stands for *at least these*. Join is intersection; bottom is the set of everything.
///
/// Everything is what must be where nothing gets to, so it needs an element of its own. The others
/// are sorted vectors, shared between copies. Ascending chains end at the empty set, which is top.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MustSet<T> {
    /// The members; none for everything.
    members: Option<Sorted<T>>,
}

impl<T: Ord + Clone> MustSet<T> {
    /// The set of the members given.
    pub fn new(members: impl IntoIterator<Item = T>) -> Self {
        Self {
            members: Some(sorted::sorted(members)),
        }
    }

    /// The set of everything, which is bottom.
    pub const fn everything() -> Self {
        Self { members: None }
    }

    /// The members in ascending order; `None` if that is everything.
    pub fn as_slice(&self) -> Option<&[T]> {
        self.members.as_ref().map(|members| members.as_slice())
    }

    /// Whether `member` must be.
    pub fn contains(&self, member: &T) -> bool {
        self.as_slice()
            .is_none_or(|members| members.binary_search(member).is_ok())
    }

    /// Adds a member, and returns whether it was missing.
    pub fn insert(&mut self, member: T) -> bool {
        let members = self.members.as_mut();
        members.is_some_and(|members| sorted::insert(members, member))
    }

    /// Keeps the members that satisfy `keep`, and returns whether any went. Everything stays everything.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) -> bool {
        let members = self.members.as_mut();
        members.is_some_and(|members| sorted::retain(members, keep))
    }
}

impl<T: Ord + Clone> FromIterator<T> for MustSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        Self::new(members)
    }
}

impl<T: fmt::Debug> fmt::Debug for MustSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.members {
            None => f.write_str("everything"),
            Some(members) => f.debug_set().entries(members.iter()).finish(),
        }
    }
}

impl<T: Ord + Clone> Lattice for MustSet<T> {
    fn join(&mut self, other: &Self) -> bool {
        match (&mut self.members, &other.members) {
            (_, None) => false,
            (members @ None, Some(_)) => {
                members.clone_from(&other.members);
                true
            }
            (Some(left), Some(right)) => sorted::intersect(left, right),
        }
    }

    fn leq(&self, other: &Self) -> bool {
        match (&self.members, &other.members) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(left), Some(right)) => sorted::is_subset(right, left),
        }
    }
}

impl<T: Ord + Clone> Bottom for MustSet<T> {
    fn bottom() -> Self {
        Self::everything()
    }

    fn is_bottom(&self) -> bool {
        self.members.is_none()
    }
}

impl<T: Ord + Clone> Widen for MustSet<T> {}

#[cfg(test)]
mod tests {
    use super::MustSet;
    use crate::Lattice;
    use crate::laws::check_widening;
    use proptest::collection::btree_set;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn sets() -> impl Strategy<Value = BTreeSet<u8>> {
        btree_set(0..6_u8, 0..5)
    }

    fn must_sets() -> impl Strategy<Value = MustSet<u8>> {
        prop_oneof![1 => Just(MustSet::everything()), 5 => sets().prop_map(MustSet::new)]
    }

    proptest! {
        #[test]
        fn must_sets_satisfy_the_laws(a in must_sets(), b in must_sets(), c in must_sets()) {
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }

        #[test]
        fn join_is_intersection(a in sets(), b in sets()) {
            let mut joined = MustSet::new(a.clone());
            joined.join(&MustSet::new(b.clone()));
            prop_assert_eq!(joined, MustSet::new(a.intersection(&b).copied()));
        }
    }
}
