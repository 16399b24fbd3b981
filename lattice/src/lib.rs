//! Lattices: the vocabulary in which the solver, the digests and the values state what they know.
//!
//! This crate knows no C, no threads, no constraint systems.
//! It holds a ladder of small traits, from [`Lattice`] up to [`Widen`], and the combinators beside them:
//!
//! | lattice | elements | join |
//! | --- | --- | --- |
//! | [`Flat`] | bottom, one exact value, top | equal, or top |
//! | [`MaySet`] | what may be | union |
//! | [`MustSet`] | what must be | intersection |
//! | tuples | one element of each | by component |
//! | [`Lifted`] | those of another lattice, and a new bottom | as there |
//! | `Arc<L>` | those of `L`, cheap to clone | as there, nothing if physically the same |
//! | [`PatriciaMap`] | functions from keys, bottom almost everywhere | by key |
//!
//! The laws that all of them satisfy are in [`laws`], as functions, for the tests of other lattices.
//!
//! A lattice element stands for a set of concrete things, its *concretisation*; joining two elements
//! stands for at least the union of their sets, and `a.leq(b)` promises that the set of `a` is contained in that of `b`.
//!
//! ```
//! use pepsin_lattice::{Lattice, MaySet, MustSet};
//!
//! let mut may = MaySet::new([1]);
//! assert!(may.join(&MaySet::new([2])) && MaySet::new([1]).leq(&may));
//! let mut must = MustSet::new([1, 2]);
//! assert!(must.join(&MustSet::new([2, 3])) && must.contains(&2) && !must.contains(&1));
//! ```

mod flat;
pub mod laws;
mod lifted;
mod may_set;
mod must_set;
pub mod patricia;
mod product;
pub mod seeded;
pub mod shared;
mod sorted;

pub use flat::Flat;
pub use lifted::Lifted;
pub use may_set::MaySet;
pub use must_set::MustSet;
pub use patricia::PatriciaMap;

/// A join-semilattice: elements that can be joined and compared.
pub trait Lattice: Clone + PartialEq {
    /// Makes `self` the least upper bound of itself and `other`, and returns whether `self` changed.
    fn join(&mut self, other: &Self) -> bool;

    /// Whether `self` is at most `other` in the order: all that `self` stands for, `other` stands for too.
    fn leq(&self, other: &Self) -> bool {
        let mut joined = other.clone();
        !joined.join(self)
    }
}

/// A lattice with a least element, which stands for nothing (unreachable, never written, no contribution).
pub trait Bottom: Lattice {
    /// The least element.
    fn bottom() -> Self;
    /// Whether this is the least element.
    fn is_bottom(&self) -> bool;
}

/// A lattice whose ascending and descending chains can be cut short.
///
/// `widen` must make every ascending sequence `x, x ▽ y1, (x ▽ y1) ▽ y2, …` stationary,
/// `narrow` every descending one; `a ⊒ b` implies `a ⊒ a △ b ⊒ b`.
/// (Cousot and Cousot, POPL 1977, section 9.)
pub trait Widen: Bottom {
    /// Makes `self` an upper bound of itself and `next` (`self ▽ next`), and returns whether `self` changed.
    fn widen(&mut self, next: &Self) -> bool {
        self.join(next)
    }
    /// Brings `self` down towards `next`, which is at most `self` (`self △ next`), and returns whether `self` changed.
    fn narrow(&mut self, next: &Self) -> bool {
        let changed = *self != *next;
        if changed {
            *self = next.clone();
        }
        changed
    }
}
