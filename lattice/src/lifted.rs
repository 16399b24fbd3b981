//! A lattice with a new bottom below it.

use crate::{Bottom, Lattice, Widen};

/// The elements of `L`, and below them one that stands for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lifted<L> {
    /// Nothing: unreachable.
    #[default]
    Bottom,
    /// What the element stands for.
    Value(L),
}

impl<L> Lifted<L> {
    /// The element of `L`, if it is not the new bottom.
    pub fn value(&self) -> Option<&L> {
        match self {
            Self::Bottom => None,
            Self::Value(value) => Some(value),
        }
    }

    /// Applies `operation` if both are elements of `L`; otherwise the other is taken where this is the new bottom.
    fn combine(&mut self, other: &Self, operation: impl FnOnce(&mut L, &L) -> bool) -> bool
    where
        L: Clone,
    {
        match (&mut *self, other) {
            (_, Self::Bottom) => false,
            (Self::Bottom, Self::Value(_)) => {
                *self = other.clone();
                true
            }
            (Self::Value(left), Self::Value(right)) => operation(left, right),
        }
    }
}

impl<L: Lattice> Lattice for Lifted<L> {
    fn join(&mut self, other: &Self) -> bool {
        self.combine(other, L::join)
    }

    fn leq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bottom, _) => true,
            (Self::Value(_), Self::Bottom) => false,
            (Self::Value(left), Self::Value(right)) => left.leq(right),
        }
    }
}

impl<L: Lattice> Bottom for Lifted<L> {
    fn bottom() -> Self {
        Self::Bottom
    }

    fn is_bottom(&self) -> bool {
        matches!(self, Self::Bottom)
    }
}

impl<L: Widen> Widen for Lifted<L> {
    fn widen(&mut self, next: &Self) -> bool {
        self.combine(next, L::widen)
    }

    fn narrow(&mut self, next: &Self) -> bool {
        match (&mut *self, next) {
            (Self::Value(left), Self::Value(right)) => left.narrow(right),
            (Self::Bottom, Self::Bottom) => false,
            _ => {
                *self = next.clone();
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lifted;
    use crate::laws::check_widening;
    use crate::{Flat, MaySet};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn lifted() -> impl Strategy<Value = Lifted<(MaySet<u8>, Flat<u8>)>> {
        let flats = prop_oneof![Just(Flat::Top), (0..2_u8).prop_map(Flat::Exactly)];
        let pairs = (vec(0..3_u8, 0..3).prop_map(MaySet::new), flats);
        prop_oneof![1 => Just(Lifted::Bottom), 4 => pairs.prop_map(Lifted::Value)]
    }

    proptest! {
        #[test]
        fn lifted_lattices_satisfy_the_laws(a in lifted(), b in lifted(), c in lifted()) {
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }
    }
}
