//! What is known of all values of a subtree at once, so that who looks for certain values need not visit it.
//!
//! Each node carries the summary of its values: a leaf that of its value, a branch the join of its children's.
//! So it is as current as the tree itself, costs one join for each branch that is made, and is shared with the subtree.
//! (Trees with a monoid of measures: Hinze and Paterson, "Finger trees", J. Functional Programming 16(2), 2006, section 4.)

/// A summary of values: an over-approximation of what they have in common with a question that will be asked of many.
///
/// A summary *covers* values. `of(v)` covers v, and `a.join(b)` covers all that a covers and all that b covers.
/// Joins are commutative, associative and idempotent, so the summary of a map does not depend on how it came about.
pub trait Summary<V>: Clone {
    /// What covers one value.
    fn of(value: &V) -> Self;

    /// What covers all that either side covers.
    #[must_use]
    fn join(&self, other: &Self) -> Self;
}

/// Nothing is known, and that costs nothing.
impl<V> Summary<V> for () {
    fn of(_: &V) -> Self {}

    fn join(&self, (): &Self) -> Self {}
}
