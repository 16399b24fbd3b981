//! The flat lattice: nothing, exactly one value, or anything.

use crate::{Bottom, Lattice, Widen};

/// A value that is known exactly, or not at all. Its height is 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Flat<T> {
    /// No value: stands for nothing.
    #[default]
    Bottom,
    /// Stands for this value.
    Exactly(T),
    /// Stands for every value.
    Top,
}

impl<T> Flat<T> {
    /// The value, if it is known exactly.
    pub fn exactly(&self) -> Option<&T> {
        match self {
            Self::Exactly(value) => Some(value),
            Self::Bottom | Self::Top => None,
        }
    }
}

impl<T: Clone + PartialEq> Lattice for Flat<T> {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        *self = match self {
            Self::Bottom => other.clone(),
            Self::Exactly(_) | Self::Top => Self::Top,
        };
        true
    }

    fn leq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bottom, _) | (_, Self::Top) => true,
            (Self::Exactly(a), Self::Exactly(b)) => a == b,
            (Self::Top | Self::Exactly(_), _) => false,
        }
    }
}

impl<T: Clone + PartialEq> Bottom for Flat<T> {
    fn bottom() -> Self {
        Self::Bottom
    }

    fn is_bottom(&self) -> bool {
        matches!(self, Self::Bottom)
    }
}

impl<T: Clone + PartialEq> Widen for Flat<T> {}

#[cfg(test)]
mod tests {
    use super::Flat;
    use crate::laws::check_widening;
    use proptest::prelude::*;

    fn flats() -> impl Strategy<Value = Flat<u8>> {
        prop_oneof![Just(Flat::Bottom), (0..3_u8).prop_map(Flat::Exactly), Just(Flat::Top)]
    }

    proptest! {
        #[test]
        fn flat_lattices_satisfy_the_laws(a in flats(), b in flats(), c in flats()) {
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }
    }
}
