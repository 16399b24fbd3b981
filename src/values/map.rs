//! Persistent maps from objects, which share what they have in common.

use std::sync::Arc;

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::object::ObjectId;

/// A persistent map from objects to lattice elements; what is missing is bottom.
///
/// Cloning is cheap, and join and order skip parts that both sides share.
#[derive(Clone, Debug, PartialEq)]
pub struct Map<V> {
    entries: Arc<Vec<(ObjectId, V)>>,
}

impl<V> Default for Map<V> {
    fn default() -> Self {
        Map {
            entries: Arc::new(Vec::new()),
        }
    }
}

impl<V: Widen> Map<V> {
    /// The empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// What an object maps to, if it is not missing.
    pub fn get(&self, key: ObjectId) -> Option<&V> {
        let found = self.entries.binary_search_by_key(&key, |entry| entry.0).ok()?;
        Some(&self.entries[found].1)
    }

    /// Lets an object map to `value`.
    pub fn insert(&mut self, key: ObjectId, value: V) {
        let entries = Arc::make_mut(&mut self.entries);
        match entries.binary_search_by_key(&key, |entry| entry.0) {
            Ok(found) => entries[found].1 = value,
            Err(place) => entries.insert(place, (key, value)),
        }
    }

    /// Removes what an object maps to.
    pub fn remove(&mut self, key: ObjectId) {
        if let Ok(found) = self.entries.binary_search_by_key(&key, |entry| entry.0) {
            Arc::make_mut(&mut self.entries).remove(found);
        }
    }

    /// All entries, by increasing key.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &V)> {
        self.entries.iter().map(|(key, value)| (*key, value))
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Combines with `other` where `other` has an entry: `combine` for those that both have, a copy where only `other` has one.
    fn merge(&mut self, other: &Self, mut combine: impl FnMut(&mut V, &V) -> bool) -> bool {
        if Arc::ptr_eq(&self.entries, &other.entries) {
            return false;
        }
        let mut changed = false;
        for (key, value) in other.entries.iter() {
            match self.get(*key) {
                Some(mine) => {
                    let mut mine = mine.clone();
                    if combine(&mut mine, value) {
                        self.insert(*key, mine);
                        changed = true;
                    }
                }
                None => {
                    self.insert(*key, value.clone());
                    changed = true;
                }
            }
        }
        changed
    }

    /// Widening with thresholds passed to the elements by `widen`.
    pub fn widen_by(&mut self, next: &Self, widen: impl FnMut(&mut V, &V) -> bool) -> bool {
        self.merge(next, widen)
    }
}

impl<V: Widen> Lattice for Map<V> {
    fn join(&mut self, other: &Self) -> bool {
        self.merge(other, V::join)
    }

    fn leq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.entries, &other.entries)
            || self.entries.iter().all(|(key, value)| match other.get(*key) {
                Some(bound) => value.leq(bound),
                None => value.is_bottom(),
            })
    }
}

impl<V: Widen> Bottom for Map<V> {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        self.is_empty()
    }
}

impl<V: Widen> Widen for Map<V> {
    fn widen(&mut self, next: &Self) -> bool {
        self.merge(next, V::widen)
    }

    fn narrow(&mut self, next: &Self) -> bool {
        if Arc::ptr_eq(&self.entries, &next.entries) {
            return false;
        }
        let mut narrowed = self.clone();
        for (key, value) in self.entries.iter() {
            match next.get(*key) {
                Some(bound) => {
                    let mut value = value.clone();
                    if value.narrow(bound) {
                        narrowed.insert(*key, value);
                    }
                }
                None => narrowed.remove(*key),
            }
        }
        let changed = narrowed != *self;
        *self = narrowed;
        changed
    }
}
