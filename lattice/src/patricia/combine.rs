//! Two maps combined key by key, without visiting what they share.
//!
//! The result of combining two subtrees is described relative to them: it *is* the left one,
//! the right one, both, or something new. So a subtree is built only where the result differs
//! from both operands, and one that is physically shared is not entered.

use std::sync::Arc;

use super::Summary;
use super::node::{Node, Tree, split};

/// What becomes of a key that only one of two maps has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OneSided {
    /// The key stays, with its value.
    Keep,
    /// The key goes.
    Drop,
}

/// What becomes of a key that both maps have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combined<V> {
    /// Both values are the same, and stay.
    Both,
    /// The left value stays.
    Left,
    /// The right value stays.
    Right,
    /// Another value takes their place.
    New(V),
    /// The key goes.
    Neither,
}

/// How two maps are combined.
///
/// `both` is not asked about subtrees that the maps share, so it must be [`Combined::Both`] (or the like) of equal values.
pub(super) struct Rules<F> {
    pub(super) only_left: OneSided,
    pub(super) only_right: OneSided,
    pub(super) both: F,
}

/// The result, relative to the operands.
pub(super) enum Outcome<V, S> {
    Both,
    Left,
    Right,
    New(Tree<V, S>),
}

impl<F> Rules<F> {
    pub(super) fn combine<V, S>(&mut self, left: &Tree<V, S>, right: &Tree<V, S>) -> Outcome<V, S>
    where
        S: Summary<V>,
        F: FnMut(u64, &V, &V) -> Combined<V>,
    {
        self.combine_halves(left.as_ref(), right.as_ref())
    }

    fn combine_halves<V, S>(&mut self, left: Option<&Arc<Node<V, S>>>, right: Option<&Arc<Node<V, S>>>) -> Outcome<V, S>
    where
        S: Summary<V>,
        F: FnMut(u64, &V, &V) -> Combined<V>,
    {
        match (left, right) {
            (Some(left), Some(right)) => self.combine_nodes(left, right),
            (Some(_), None) => match self.only_left {
                OneSided::Keep => Outcome::Left,
                // Nothing, as on the right.
                OneSided::Drop => Outcome::Right,
            },
            (None, Some(_)) => match self.only_right {
                OneSided::Keep => Outcome::Right,
                OneSided::Drop => Outcome::Left,
            },
            (None, None) => Outcome::Both,
        }
    }

    fn combine_nodes<V, S>(&mut self, left: &Arc<Node<V, S>>, right: &Arc<Node<V, S>>) -> Outcome<V, S>
    where
        S: Summary<V>,
        F: FnMut(u64, &V, &V) -> Combined<V>,
    {
        if Arc::ptr_eq(left, right) {
            return Outcome::Both;
        }
        let bit = left.branching_bit(right);
        if let (0, Node::Leaf(a), Node::Leaf(b)) = (bit, &**left, &**right) {
            return match (self.both)(a.key, &a.value, &b.value) {
                Combined::Both => Outcome::Both,
                Combined::Left => Outcome::Left,
                Combined::Right => Outcome::Right,
                Combined::New(value) => Outcome::New(Some(Node::leaf(a.key, value))),
                Combined::Neither => Outcome::New(None),
            };
        }
        let (left_clear, left_set) = split(left, bit);
        let (right_clear, right_set) = split(right, bit);
        let clear = self.combine_halves(left_clear, right_clear);
        let set = self.combine_halves(left_set, right_set);
        match (&clear, &set) {
            (Outcome::Both, Outcome::Both) => Outcome::Both,
            (Outcome::Both | Outcome::Left, Outcome::Both | Outcome::Left) => Outcome::Left,
            (Outcome::Both | Outcome::Right, Outcome::Both | Outcome::Right) => Outcome::Right,
            _ => Outcome::New(Node::branch(
                left.prefix(),
                bit,
                clear.resolve(left_clear, right_clear),
                set.resolve(left_set, right_set),
            )),
        }
    }
}

impl<V, S> Outcome<V, S> {
    fn resolve(self, left: Option<&Arc<Node<V, S>>>, right: Option<&Arc<Node<V, S>>>) -> Tree<V, S> {
        match self {
            Self::Both | Self::Left => left.cloned(),
            Self::Right => right.cloned(),
            Self::New(tree) => tree,
        }
    }
}

/// Visits the keys at which two trees differ physically, in ascending order, until `visit` says false.
pub(super) fn all_differences<V, S>(
    left: Option<&Arc<Node<V, S>>>,
    right: Option<&Arc<Node<V, S>>>,
    visit: &mut impl FnMut(u64, Option<&V>, Option<&V>) -> bool,
) -> bool {
    let (left, right) = match (left, right) {
        (None, None) => return true,
        (Some(left), Some(right)) => (left, right),
        (Some(one), None) => return all_leaves(one, &mut |key, v| visit(key, Some(v), None)),
        (None, Some(one)) => return all_leaves(one, &mut |key, v| visit(key, None, Some(v))),
    };
    if Arc::ptr_eq(left, right) {
        return true;
    }
    let bit = left.branching_bit(right);
    if let (0, Node::Leaf(a), Node::Leaf(b)) = (bit, &**left, &**right) {
        return visit(a.key, Some(&a.value), Some(&b.value));
    }
    let (left_clear, left_set) = split(left, bit);
    let (right_clear, right_set) = split(right, bit);
    all_differences(left_clear, right_clear, visit) && all_differences(left_set, right_set, visit)
}

fn all_leaves<V, S>(node: &Node<V, S>, visit: &mut impl FnMut(u64, &V) -> bool) -> bool {
    match node {
        Node::Leaf(leaf) => visit(leaf.key, &leaf.value),
        Node::Branch(branch) => all_leaves(&branch.left, visit) && all_leaves(&branch.right, visit),
    }
}

/// Whether each key of `left` is in `right`, with values in the relation given, which must be reflexive.
pub(super) fn below<V, S>(
    left: &Arc<Node<V, S>>,
    right: &Arc<Node<V, S>>,
    related: &mut impl FnMut(&V, &V) -> bool,
) -> bool {
    if Arc::ptr_eq(left, right) {
        return true;
    }
    if left.len() > right.len() {
        return false;
    }
    let bit = left.branching_bit(right);
    if let (0, Node::Leaf(a), Node::Leaf(b)) = (bit, &**left, &**right) {
        return related(&a.value, &b.value);
    }
    let (left_clear, left_set) = split(left, bit);
    let (right_clear, right_set) = split(right, bit);
    [(left_clear, right_clear), (left_set, right_set)]
        .into_iter()
        .all(|halves| match halves {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(left), Some(right)) => below(left, right, related),
        })
}
