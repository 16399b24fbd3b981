//! Persistent maps from dense numbers: big-endian Patricia trees.
//!
//! Copies share what they have in common, and two maps that share most of their tree are joined and compared
//! in time proportional to what they do not share: a subtree that is physically the same in both is skipped.
//! Results keep the subtrees of their operands, the left one's first, so the next comparison is cheap too.
//! (Okasaki and Gill, "Fast mergeable integer maps", ML Workshop 1998, section 4; the use of physical
//! equality in static analysis: Blanchet et al., PLDI 2003, section 6.1.2.)

mod combine;
mod iter;
mod lattice;
mod node;
mod part;
mod summary;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

pub use combine::{Combined, OneSided};
pub use iter::Iter;
pub use summary::Summary;

use combine::{Outcome, Rules};
use node::{Node, Tree};

/// A key: something that is a number, preferably a small one.
pub trait Key: Copy {
    /// The number. Different keys have different numbers.
    fn number(self) -> u64;
    /// The key of a number that [`Key::number`] gave.
    fn from_number(number: u64) -> Self;
}

impl Key for u64 {
    fn number(self) -> u64 {
        self
    }

    fn from_number(number: u64) -> Self {
        number
    }
}

impl Key for u32 {
    fn number(self) -> u64 {
        u64::from(self)
    }

    fn from_number(number: u64) -> Self {
        // Only numbers of keys come back, so nothing is cut off.
        number as Self
    }
}

/// A pair of keys whose numbers have 32 bits each, ordered by the first one.
impl<A: Key, B: Key> Key for (A, B) {
    fn number(self) -> u64 {
        debug_assert!((self.0.number() | self.1.number()) >> 32 == 0, "numbers of 32 bits");
        self.0.number() << 32 | self.1.number()
    }

    fn from_number(number: u64) -> Self {
        (
            A::from_number(number >> 32),
            B::from_number(number & u64::from(u32::MAX)),
        )
    }
}

/// A persistent map; cloning takes constant time.
///
/// As a lattice, it is ordered key by key, and a key that is missing is below every value.
///
/// Each subtree carries a [`Summary`] of its values, by default none.
pub struct PatriciaMap<K, V, S = ()> {
    root: Tree<V, S>,
    keys: PhantomData<K>,
}

/// What becomes of an entry when a map is rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewritten<V> {
    /// It stays.
    Kept,
    /// Its value is replaced.
    Replaced(V),
    /// It goes.
    Removed,
}

impl<K: Key, V, S: Summary<V>> PatriciaMap<K, V, S> {
    /// The map without keys.
    pub const fn new() -> Self {
        Self::of(None)
    }

    const fn of(root: Tree<V, S>) -> Self {
        Self {
            root,
            keys: PhantomData,
        }
    }

    fn put(&mut self, key: u64, value: V) {
        match &mut self.root {
            Some(root) => put(root, key, value),
            None => self.root = Some(Node::leaf(key, value)),
        }
    }

    /// The number of keys, in constant time.
    pub fn len(&self) -> usize {
        self.root.as_ref().map_or(0, |root| root.len())
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Whether two maps are physically the same, and thereby equal.
    pub fn same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            (None, None) => true,
            _ => false,
        }
    }

    /// The value of `key`.
    pub fn get(&self, key: K) -> Option<&V> {
        let key = key.number();
        let mut node = self.root.as_deref()?;
        loop {
            match node {
                Node::Leaf(leaf) => return (leaf.key == key).then_some(&leaf.value),
                Node::Branch(branch) => node = branch.child(key),
            }
        }
    }

    /// Whether `key` has a value.
    pub fn contains_key(&self, key: K) -> bool {
        self.get(key).is_some()
    }

    /// The entries in ascending order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V, S> {
        Iter::new(self.root.as_deref(), self.len())
    }

    /// The keys in ascending order.
    pub fn keys(&self) -> impl Iterator<Item = K> {
        self.iter().map(|(key, _)| key)
    }

    /// The values in ascending order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    /// Removes `key`, and returns whether it was there.
    pub fn remove(&mut self, key: K) -> bool {
        let Some(root) = &self.root else {
            return false;
        };
        let removed = removed(root, key.number());
        let found = removed.is_some();
        if let Some(tree) = removed {
            self.root = tree;
        }
        found
    }

    /// Keeps the entries that satisfy `keep`, and returns whether any went. Subtrees that stay whole are shared.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &V) -> bool) -> bool {
        self.rewrite(|key, value| {
            if keep(key, value) {
                Rewritten::Kept
            } else {
                Rewritten::Removed
            }
        })
    }

    /// Rewrites each entry, in ascending order of the keys, and returns whether any changed.
    /// Subtrees in which none changes are shared.
    pub fn rewrite(&mut self, rewriting: impl FnMut(K, &V) -> Rewritten<V>) -> bool {
        self.rewrite_where(|_| true, rewriting)
    }

    /// Rewrites the entries in subtrees whose summary `concerns` the rewriting, and returns whether any changed.
    ///
    /// Other subtrees stay without a visit, so each value of which the rewriting changes something must have a summary that
    /// concerns it, and so must all that covers this summary.
    pub fn rewrite_where(
        &mut self,
        concerns: impl Fn(&S) -> bool,
        mut rewriting: impl FnMut(K, &V) -> Rewritten<V>,
    ) -> bool {
        let Some(root) = &self.root else {
            return false;
        };
        let result = rewritten(root, &concerns, &mut |key, value| rewriting(K::from_number(key), value));
        let changed = result.is_some();
        if let Some(tree) = result {
            self.root = tree;
        }
        changed
    }

    /// Combines this map with another, key by key, and returns whether it changed physically.
    ///
    /// Subtrees that both maps share stay without a visit, so `both` must give the value back when asked
    /// about two equal ones. Subtrees of the result that are one operand's are shared with it.
    pub fn combine(
        &mut self,
        other: &Self,
        only_here: OneSided,
        only_there: OneSided,
        mut both: impl FnMut(K, &V, &V) -> Combined<V>,
    ) -> bool {
        let mut rules = Rules {
            only_left: only_here,
            only_right: only_there,
            both: |key, left: &V, right: &V| both(K::from_number(key), left, right),
        };
        match rules.combine(&self.root, &other.root) {
            Outcome::Both | Outcome::Left => return false,
            Outcome::Right => self.root.clone_from(&other.root),
            Outcome::New(tree) => self.root = tree,
        }
        true
    }

    /// The map of what `entry` makes of each key that either map has, visited in ascending order.
    ///
    /// All keys are visited; the maps may be of different values. [`PatriciaMap::combine`] is faster where it can be used.
    pub fn merge<W, R, T: Summary<W>>(
        &self,
        other: &PatriciaMap<K, W, T>,
        mut entry: impl FnMut(K, Option<&V>, Option<&W>) -> Option<R>,
    ) -> PatriciaMap<K, R> {
        let mut result = PatriciaMap::new();
        let mut left = self.iter().peekable();
        let mut right = other.iter().peekable();
        loop {
            let key = match (left.peek(), right.peek()) {
                (Some((l, _)), Some((r, _))) => l.number().min(r.number()),
                (Some((one, _)), None) | (None, Some((one, _))) => one.number(),
                (None, None) => return result,
            };
            let l = left.next_if(|(k, _)| k.number() == key);
            let r = right.next_if(|(k, _)| k.number() == key);
            let value = entry(K::from_number(key), l.map(|l| l.1), r.map(|r| r.1));
            if let Some(value) = value {
                result.put(key, value);
            }
        }
    }

    /// Visits the keys at which the two maps differ, in ascending order, until `visit` returns false.
    ///
    /// Subtrees that they share are skipped. Values that are equal without being shared are visited.
    /// Returns whether all visits returned true.
    pub fn all_differences(&self, other: &Self, mut visit: impl FnMut(K, Option<&V>, Option<&V>) -> bool) -> bool {
        combine::all_differences(self.root.as_ref(), other.root.as_ref(), &mut |key, left, right| {
            visit(K::from_number(key), left, right)
        })
    }
}

impl<K: Key, V: PartialEq, S: Summary<V>> PatriciaMap<K, V, S> {
    /// Gives `key` the value, and returns whether that changed the map; if not, it stays physically the same.
    pub fn insert(&mut self, key: K, value: V) -> bool {
        if self.get(key) == Some(&value) {
            return false;
        }
        self.put(key.number(), value);
        true
    }

    /// Replaces each value by what `value_of` makes of it, and returns whether any changed.
    /// Subtrees in which none changes are shared.
    pub fn map_values(&mut self, mut value_of: impl FnMut(K, &V) -> V) -> bool {
        self.rewrite(|key, value| {
            let new = value_of(key, value);
            if new == *value {
                Rewritten::Kept
            } else {
                Rewritten::Replaced(new)
            }
        })
    }
}

impl<K: Key, V: Clone> PatriciaMap<K, V> {
    /// The value of `key`, to be changed in place; what other maps share is copied first.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        // A search that fails must not copy.
        if !self.contains_key(key) {
            return None;
        }
        let key = key.number();
        let mut node = self.root.as_mut()?;
        loop {
            match Arc::make_mut(node) {
                Node::Leaf(leaf) => return Some(&mut leaf.value),
                Node::Branch(branch) => node = branch.child_mut(key),
            }
        }
    }
}

/// Gives `key` the value, in place where nobody shares the nodes.
fn put<V, S: Summary<V>>(node: &mut Arc<Node<V, S>>, key: u64, value: V) {
    match Arc::get_mut(node) {
        Some(Node::Leaf(leaf)) if leaf.key == key => leaf.set(value),
        Some(Node::Branch(branch)) if branch.covers(key) => {
            put(branch.child_mut(key), key, value);
            branch.refresh();
        }
        _ => *node = with(node, key, value),
    }
}

/// The tree with `key` at the value, beside the one without.
fn with<V, S: Summary<V>>(node: &Arc<Node<V, S>>, key: u64, value: V) -> Arc<Node<V, S>> {
    match &**node {
        Node::Leaf(leaf) if leaf.key == key => Node::leaf(key, value),
        Node::Branch(branch) if branch.covers(key) => {
            let (left, right) = if key & branch.bit() == 0 {
                let left = with(&branch.left, key, value);
                (left, Arc::clone(&branch.right))
            } else {
                let right = with(&branch.right, key, value);
                (Arc::clone(&branch.left), right)
            };
            Node::two(key, branch.bit(), left, right)
        }
        _ => {
            let bit = node::highest_bit(key ^ node.prefix());
            let leaf = Node::leaf(key, value);
            if key & bit == 0 {
                Node::two(key, bit, leaf, Arc::clone(node))
            } else {
                Node::two(key, bit, Arc::clone(node), leaf)
            }
        }
    }
}

/// The tree without `key`; `None` if it is not there.
fn removed<V, S: Summary<V>>(node: &Arc<Node<V, S>>, key: u64) -> Option<Tree<V, S>> {
    match &**node {
        Node::Leaf(leaf) => (leaf.key == key).then_some(None),
        Node::Branch(branch) if key & branch.bit() == 0 => {
            let left = removed(&branch.left, key)?;
            let right = Some(Arc::clone(&branch.right));
            Some(Node::branch(branch.prefix(), branch.bit(), left, right))
        }
        Node::Branch(branch) => {
            let right = removed(&branch.right, key)?;
            let left = Some(Arc::clone(&branch.left));
            Some(Node::branch(branch.prefix(), branch.bit(), left, right))
        }
    }
}

/// The tree rewritten where that is of concern; `None` if nothing changes.
fn rewritten<V, S: Summary<V>>(
    node: &Arc<Node<V, S>>,
    concerns: &impl Fn(&S) -> bool,
    rewriting: &mut impl FnMut(u64, &V) -> Rewritten<V>,
) -> Option<Tree<V, S>> {
    if !concerns(node.summary()) {
        return None;
    }
    match &**node {
        Node::Leaf(leaf) => match rewriting(leaf.key, &leaf.value) {
            Rewritten::Kept => None,
            Rewritten::Replaced(value) => Some(Some(Node::leaf(leaf.key, value))),
            Rewritten::Removed => Some(None),
        },
        Node::Branch(branch) => {
            let left = rewritten(&branch.left, concerns, rewriting);
            let right = rewritten(&branch.right, concerns, rewriting);
            if left.is_none() && right.is_none() {
                return None;
            }
            let left = left.unwrap_or_else(|| Some(Arc::clone(&branch.left)));
            let right = right.unwrap_or_else(|| Some(Arc::clone(&branch.right)));
            Some(Node::branch(branch.prefix(), branch.bit(), left, right))
        }
    }
}

impl<K, V, S> Clone for PatriciaMap<K, V, S> {
    fn clone(&self) -> Self {
        Self {
            root: self.root.clone(),
            keys: PhantomData,
        }
    }
}

impl<K: Key, V, S: Summary<V>> Default for PatriciaMap<K, V, S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Key, V: PartialEq, S: Summary<V>> PartialEq for PatriciaMap<K, V, S> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        match (&self.root, &other.root) {
            (Some(left), Some(right)) => combine::below(left, right, &mut |a, b| a == b),
            _ => true,
        }
    }
}

impl<K: Key, V: Eq, S: Summary<V>> Eq for PatriciaMap<K, V, S> {}

impl<K: Key, V: Hash, S: Summary<V>> Hash for PatriciaMap<K, V, S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len().hash(state);
        for (key, value) in self {
            key.number().hash(state);
            value.hash(state);
        }
    }
}

impl<K: Key + fmt::Debug, V: fmt::Debug, S: Summary<V>> fmt::Debug for PatriciaMap<K, V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<'m, K: Key, V, S: Summary<V>> IntoIterator for &'m PatriciaMap<K, V, S> {
    type Item = (K, &'m V);
    type IntoIter = Iter<'m, K, V, S>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K: Key, V, S: Summary<V>> Extend<(K, V)> for PatriciaMap<K, V, S> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.put(key.number(), value);
        }
    }
}

impl<K: Key, V, S: Summary<V>> FromIterator<(K, V)> for PatriciaMap<K, V, S> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

#[cfg(test)]
mod tests;
