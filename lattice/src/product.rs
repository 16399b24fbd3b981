//! Products: one element of each lattice, ordered by component.

use crate::{Bottom, Lattice, Widen};

macro_rules! product {
    ($($lattice:ident $at:tt),*) => {
        impl<$($lattice: Lattice),*> Lattice for ($($lattice,)*) {
            fn join(&mut self, other: &Self) -> bool {
                // Every component is joined, whether or not one before it changed.
                false $(| self.$at.join(&other.$at))*
            }

            fn leq(&self, other: &Self) -> bool {
                true $(&& self.$at.leq(&other.$at))*
            }
        }

        impl<$($lattice: Bottom),*> Bottom for ($($lattice,)*) {
            fn bottom() -> Self {
                ($($lattice::bottom(),)*)
            }

            fn is_bottom(&self) -> bool {
                true $(&& self.$at.is_bottom())*
            }
        }

        impl<$($lattice: Widen),*> Widen for ($($lattice,)*) {
            fn widen(&mut self, next: &Self) -> bool {
                false $(| self.$at.widen(&next.$at))*
            }

            fn narrow(&mut self, next: &Self) -> bool {
                false $(| self.$at.narrow(&next.$at))*
            }
        }
    };
}

product!(A 0);
product!(A 0, B 1);
product!(A 0, B 1, C 2);
product!(A 0, B 1, C 2, D 3);

#[cfg(test)]
mod tests {
    use crate::laws::check_widening;
    use crate::{MaySet, MustSet};
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn pairs() -> impl Strategy<Value = (MaySet<u8>, MustSet<u8>)> {
        let set = || vec(0..3_u8, 0..3);
        (set().prop_map(MaySet::new), set().prop_map(MustSet::new))
    }

    proptest! {
        #[test]
        fn products_satisfy_the_laws(a in pairs(), b in pairs(), c in pairs()) {
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }
    }
}
