//! Shared elements: a pointer that is cheap to clone, and to compare with itself.

use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

use crate::{Bottom, Lattice, Widen};

/// A pointer to an element that several may share.
pub trait Pointer<L>: Clone + Deref<Target = L> + From<L> {
    /// Whether both point to one and the same element.
    fn same(&self, other: &Self) -> bool;

    /// The element, if nobody else points to it.
    fn own(&mut self) -> Option<&mut L>;
}

/// Changes the left element by an operation of the lattice, idempotent like join and widening, and returns whether that changed it.
///
/// The operation is spared if both are physically the same. Nothing is copied where nobody else looks.
pub fn change<L: Lattice, P: Pointer<L>>(left: &mut P, right: &P, operation: impl FnOnce(&mut L, &L) -> bool) -> bool {
    if left.same(right) {
        return false;
    }
    if let Some(own) = left.own() {
        return operation(own, right);
    }
    let mut copy = L::clone(left);
    let changed = operation(&mut copy, right);
    if changed {
        // Where the result is the other operand, comparing the two again costs nothing.
        *left = if copy == **right { right.clone() } else { P::from(copy) };
    }
    changed
}

/// What is shared is ordered as it is.
macro_rules! lattice_of_shared {
    ($pointer:ident) => {
        impl<L> Pointer<L> for $pointer<L> {
            fn same(&self, other: &Self) -> bool {
                Self::ptr_eq(self, other)
            }

            fn own(&mut self) -> Option<&mut L> {
                Self::get_mut(self)
            }
        }

        impl<L: Lattice> Lattice for $pointer<L> {
            fn join(&mut self, other: &Self) -> bool {
                change(self, other, L::join)
            }

            fn leq(&self, other: &Self) -> bool {
                self.same(other) || L::leq(self, other)
            }
        }

        impl<L: Bottom> Bottom for $pointer<L> {
            fn bottom() -> Self {
                Self::new(L::bottom())
            }

            fn is_bottom(&self) -> bool {
                L::is_bottom(self)
            }
        }

        impl<L: Widen> Widen for $pointer<L> {
            fn widen(&mut self, next: &Self) -> bool {
                change(self, next, L::widen)
            }

            fn narrow(&mut self, next: &Self) -> bool {
                change(self, next, L::narrow)
            }
        }
    };
}

lattice_of_shared!(Arc);
lattice_of_shared!(Rc);

#[cfg(test)]
mod tests {
    use crate::laws::check_widening;
    use crate::{Lattice, MaySet};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn shared_elements_satisfy_the_laws(sets in [vec(0..3_u8, 0..3), vec(0..3_u8, 0..3), vec(0..3_u8, 0..3)]) {
            let [a, b, c] = sets.map(|set| Arc::new(MaySet::new(set)));
            prop_assert_eq!(check_widening(&a, &b, &c), Ok(()));
        }
    }

    #[test]
    fn a_join_that_gives_the_other_operand_shares_it() {
        let small = Arc::new(MaySet::new([1]));
        let great = Arc::new(MaySet::new([1, 2]));
        let mut joined = Arc::clone(&small);
        assert!(joined.join(&great));
        assert!(Arc::ptr_eq(&joined, &great));
    }
}
