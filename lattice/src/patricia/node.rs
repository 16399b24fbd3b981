//! Nodes of a big-endian Patricia tree.
//!
//! A branch at bit b holds the keys that agree above b, its *prefix*: those with b clear to the left,
//! those with b set to the right. Only bits at which keys differ have a branch, so a set of keys
//! has exactly one tree, whatever the order of insertion, and its depth is at most 64.

use std::sync::Arc;

use super::Summary;

/// A subtree that may be empty.
pub(super) type Tree<V, S> = Option<Arc<Node<V, S>>>;

#[derive(Clone)]
pub(super) enum Node<V, S> {
    Leaf(Leaf<V, S>),
    Branch(Branch<V, S>),
}

#[derive(Clone)]
pub(super) struct Leaf<V, S> {
    pub(super) key: u64,
    pub(super) value: V,
    /// Of the value.
    pub(super) summary: S,
}

pub(super) struct Branch<V, S> {
    /// The prefix, with the bit set that tells left from right: it is the lowest one.
    mark: u64,
    /// The number of keys below: more do not fit into memory.
    len: u32,
    /// Of the values below.
    pub(super) summary: S,
    pub(super) left: Arc<Node<V, S>>,
    pub(super) right: Arc<Node<V, S>>,
}

// Derived, it would ask that values can be cloned.
impl<V, S: Clone> Clone for Branch<V, S> {
    fn clone(&self) -> Self {
        Self {
            mark: self.mark,
            len: self.len,
            summary: self.summary.clone(),
            left: Arc::clone(&self.left),
            right: Arc::clone(&self.right),
        }
    }
}

impl<V, S> Branch<V, S> {
    /// The bits of the keys above `bit`; `bit` and those below it are zero.
    pub(super) fn prefix(&self) -> u64 {
        self.mark & (self.mark - 1)
    }

    /// The one bit that tells left from right.
    pub(super) fn bit(&self) -> u64 {
        self.mark & self.mark.wrapping_neg()
    }

    /// Whether the prefix of this branch is the beginning of `key`.
    pub(super) fn covers(&self, key: u64) -> bool {
        key & !(self.mark ^ (self.mark - 1)) == self.prefix()
    }

    /// The child in which `key` is, if it is here at all.
    pub(super) fn child(&self, key: u64) -> &Arc<Node<V, S>> {
        if key & self.bit() == 0 { &self.left } else { &self.right }
    }
}

impl<V, S> Branch<V, S> {
    /// The same, to be changed.
    pub(super) fn child_mut(&mut self, key: u64) -> &mut Arc<Node<V, S>> {
        if key & self.bit() == 0 {
            &mut self.left
        } else {
            &mut self.right
        }
    }
}

impl<V, S: Summary<V>> Branch<V, S> {
    /// Brings up to date what is known of the keys below, after a change to a child.
    pub(super) fn refresh(&mut self) {
        self.len = (self.left.len() + self.right.len()) as u32;
        self.summary = self.left.summary().join(self.right.summary());
    }
}

impl<V, S: Summary<V>> Leaf<V, S> {
    fn new(key: u64, value: V) -> Self {
        let summary = S::of(&value);
        Self { key, value, summary }
    }

    /// Gives the key another value.
    pub(super) fn set(&mut self, value: V) {
        *self = Self::new(self.key, value);
    }
}

impl<V, S: Summary<V>> Node<V, S> {
    pub(super) fn leaf(key: u64, value: V) -> Arc<Self> {
        Arc::new(Self::Leaf(Leaf::new(key, value)))
    }

    /// The node with the keys of both sides of `bit`; `member` is one of them, or their prefix.
    pub(super) fn two(member: u64, bit: u64, left: Arc<Self>, right: Arc<Self>) -> Arc<Self> {
        Arc::new(Self::Branch(Branch {
            mark: member & !(bit - 1) | bit,
            len: (left.len() + right.len()) as u32,
            summary: left.summary().join(right.summary()),
            left,
            right,
        }))
    }

    /// The same of sides that may be empty.
    pub(super) fn branch(member: u64, bit: u64, left: Tree<V, S>, right: Tree<V, S>) -> Tree<V, S> {
        match (left, right) {
            (Some(left), Some(right)) => Some(Self::two(member, bit, left, right)),
            (one, None) | (None, one) => one,
        }
    }
}

impl<V, S> Node<V, S> {
    /// What covers the values.
    pub(super) fn summary(&self) -> &S {
        match self {
            Self::Leaf(leaf) => &leaf.summary,
            Self::Branch(branch) => &branch.summary,
        }
    }

    /// The number of keys.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Branch(branch) => branch.len as usize,
        }
    }

    /// The bits that all keys have in common.
    pub(super) fn prefix(&self) -> u64 {
        match self {
            Self::Leaf(leaf) => leaf.key,
            Self::Branch(branch) => branch.prefix(),
        }
    }

    /// The bit at which this node branches; zero for a leaf.
    pub(super) fn bit(&self) -> u64 {
        match self {
            Self::Leaf(_) => 0,
            Self::Branch(branch) => branch.bit(),
        }
    }

    /// The highest bit at which two nodes, seen together, branch; zero if they are leaves of the same key.
    pub(super) fn branching_bit<W, T>(&self, other: &Node<W, T>) -> u64 {
        let differing = highest_bit(self.prefix() ^ other.prefix());
        differing.max(self.bit()).max(other.bit())
    }
}

/// The parts of a node, if any, without and with a bit at or above the one at which it branches.
pub(super) type Halves<'n, V, S> = (Option<&'n Arc<Node<V, S>>>, Option<&'n Arc<Node<V, S>>>);

/// Splits `node` at `bit`, which is at least that at which it branches.
pub(super) fn split<V, S>(node: &Arc<Node<V, S>>, bit: u64) -> Halves<'_, V, S> {
    match &**node {
        Node::Branch(branch) if branch.bit() == bit => (Some(&branch.left), Some(&branch.right)),
        _ if node.prefix() & bit == 0 => (Some(node), None),
        _ => (None, Some(node)),
    }
}

/// The highest bit set; zero if there is none.
pub(super) fn highest_bit(bits: u64) -> u64 {
    1_u64
        .checked_shl(63_u32.wrapping_sub(bits.leading_zeros()))
        .unwrap_or(0)
}
