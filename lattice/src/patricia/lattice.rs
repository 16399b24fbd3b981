//! Maps as a lattice: the functions from keys to values with a bottom below them.
//!
//! ```text
//!     (m ⊔ n)(k) = m(k) ⊔ n(k),    m ⊑ n  iff  m(k) ⊑ n(k) for all k,    m(k) = ⊥ for k missing
//! ```
//!
//! The bottom of missing keys is one below all values, even if values have a bottom of their own;
//! store no bottom if the two should be the same.

use super::{Combined, Key, OneSided, PatriciaMap, Summary};
use crate::{Bottom, Lattice, Widen};

impl<K: Key, V: Lattice, S: Summary<V>> Lattice for PatriciaMap<K, V, S> {
    fn join(&mut self, other: &Self) -> bool {
        self.combine(other, OneSided::Keep, OneSided::Keep, |_, left, right| {
            grown(left, right, |value| value.join(right))
        })
    }

    fn leq(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(left), Some(right)) => super::combine::below(left, right, &mut V::leq),
        }
    }
}

impl<K: Key, V: Lattice, S: Summary<V>> Bottom for PatriciaMap<K, V, S> {
    fn bottom() -> Self {
        Self::new()
    }

    fn is_bottom(&self) -> bool {
        self.is_empty()
    }
}

impl<K: Key, V: Widen, S: Summary<V>> Widen for PatriciaMap<K, V, S> {
    fn widen(&mut self, next: &Self) -> bool {
        self.combine(next, OneSided::Keep, OneSided::Keep, |_, left, right| {
            grown(left, right, |value| value.widen(right))
        })
    }

    /// Keys that `next` lacks go: of those there are finitely many.
    fn narrow(&mut self, next: &Self) -> bool {
        self.combine(next, OneSided::Drop, OneSided::Keep, |_, left, right| {
            grown(left, right, |value| value.narrow(right))
        })
    }
}

/// The left value after a change, described relative to both, so that trees share what they can.
fn grown<V: Lattice>(left: &V, right: &V, change: impl FnOnce(&mut V) -> bool) -> Combined<V> {
    let mut value = left.clone();
    if !change(&mut value) {
        Combined::Left
    } else if value == *right {
        Combined::Right
    } else {
        Combined::New(value)
    }
}
