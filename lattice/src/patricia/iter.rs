//! The entries of a map in ascending order of their keys.

use std::iter::FusedIterator;
use std::marker::PhantomData;

use super::Key;
use super::node::Node;

/// The entries of a [`super::PatriciaMap`], in ascending order of their keys.
pub struct Iter<'m, K, V, S = ()> {
    /// The subtrees still to come, the next one last.
    rest: Vec<&'m Node<V, S>>,
    left: usize,
    keys: PhantomData<K>,
}

impl<'m, K, V, S> Iter<'m, K, V, S> {
    pub(super) fn new(root: Option<&'m Node<V, S>>, len: usize) -> Self {
        Self {
            rest: root.into_iter().collect(),
            left: len,
            keys: PhantomData,
        }
    }
}

impl<'m, K: Key, V, S> Iterator for Iter<'m, K, V, S> {
    type Item = (K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        let mut node = self.rest.pop()?;
        loop {
            match node {
                Node::Leaf(leaf) => {
                    self.left -= 1;
                    return Some((K::from_number(leaf.key), &leaf.value));
                }
                Node::Branch(branch) => {
                    self.rest.push(&branch.right);
                    node = &branch.left;
                }
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<K: Key, V, S> ExactSizeIterator for Iter<'_, K, V, S> {}
impl<K: Key, V, S> FusedIterator for Iter<'_, K, V, S> {}
