//! Shared elements: a pointer that is cheap to clone, and to compare with itself.

use std::sync::Arc;

use crate::{Bottom, Lattice, Widen};

/// Changes the left element by an operation of the lattice, idempotent like join and widening, and returns whether that changed it.
///
/// The operation is spared if both are physically the same. Nothing is copied where nobody else looks.
pub fn change<L: Lattice>(left: &mut Arc<L>, right: &Arc<L>, operation: impl FnOnce(&mut L, &L) -> bool) -> bool {
    if Arc::ptr_eq(left, right) {
        return false;
    }
    if let Some(own) = Arc::get_mut(left) {
        return operation(own, right);
    }
    let mut copy = L::clone(left);
    let changed = operation(&mut copy, right);
    if changed {
        // Where the result is the other operand, comparing the two again costs nothing.
        *left = if copy == **right {
            Arc::clone(right)
        } else {
            Arc::new(copy)
        };
    }
    changed
}

impl<L: Lattice> Lattice for Arc<L> {
    fn join(&mut self, other: &Self) -> bool {
        change(self, other, L::join)
    }

    fn leq(&self, other: &Self) -> bool {
        Self::ptr_eq(self, other) || L::leq(self, other)
    }
}

impl<L: Bottom> Bottom for Arc<L> {
    fn bottom() -> Self {
        Self::new(L::bottom())
    }

    fn is_bottom(&self) -> bool {
        L::is_bottom(self)
    }
}

impl<L: Widen> Widen for Arc<L> {
    fn widen(&mut self, next: &Self) -> bool {
        change(self, next, L::widen)
    }

    fn narrow(&mut self, next: &Self) -> bool {
        change(self, next, L::narrow)
    }
}

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
