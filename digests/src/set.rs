//! Small sets and maps as sorted vectors.
//!
//! The sets of digests are small, are compared and hashed often, and are iterated in a fixed order.

/// A set as an ascending vector without repetition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedSet<T>(Vec<T>);

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy + Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items: Vec<T> = items.into_iter().collect();
        items.sort_unstable();
        items.dedup();
        Self(items)
    }
}

impl<T: Copy + Ord> SortedSet<T> {
    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many things are in the set.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether `item` is in the set.
    pub fn contains(&self, item: T) -> bool {
        self.0.binary_search(&item).is_ok()
    }

    /// The things in the set, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.0.iter().copied()
    }

    /// Adds `item`, and returns whether it was new.
    pub fn insert(&mut self, item: T) -> bool {
        let Err(position) = self.0.binary_search(&item) else {
            return false;
        };
        self.0.insert(position, item);
        true
    }

    /// Removes `item`, and returns whether it was there.
    pub fn remove(&mut self, item: T) -> bool {
        let Ok(position) = self.0.binary_search(&item) else {
            return false;
        };
        self.0.remove(position);
        true
    }

    /// Keeps what `keep` accepts, and returns whether anything was removed.
    pub fn retain(&mut self, mut keep: impl FnMut(T) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain(|&item| keep(item));
        self.0.len() != before
    }

    /// Adds all of `other`, and returns whether anything was new.
    pub fn unite(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        self.0.extend_from_slice(&other.0);
        self.0.sort_unstable();
        self.0.dedup();
        self.0.len() != before
    }

    /// Removes what is not in `other`, and returns whether anything was removed.
    pub fn intersect(&mut self, other: &Self) -> bool {
        self.retain(|item| other.contains(item))
    }
}

/// A map as a vector of pairs, ascending by key, without a repeated key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Ord, V> SortedMap<K, V> {
    /// Whether no key has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many keys have a value.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn position(&self, key: K) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |&(known, _)| known)
    }

    /// The value of `key`.
    pub fn get(&self, key: K) -> Option<&V> {
        self.position(key).ok().map(|at| &self.0[at].1)
    }

    /// The value of `key`, to be changed in place.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.position(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Whether `key` has a value.
    pub fn contains(&self, key: K) -> bool {
        self.position(key).is_ok()
    }

    /// Gives `key` a value, and returns the value that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.position(key) {
            Ok(at) => Some(core::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes the value of `key` away, and returns it.
    pub fn remove(&mut self, key: K) -> Option<V> {
        self.position(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The keys and their values, ascending by key.
    pub fn iter(&self) -> impl Iterator<Item = (K, &V)> + '_ {
        self.0.iter().map(|(key, value)| (*key, value))
    }

    /// The keys, in ascending order.
    pub fn keys(&self) -> impl Iterator<Item = K> + '_ {
        self.0.iter().map(|&(key, _)| key)
    }

    /// Keeps the entries that `keep` accepts, which may change their values; returns whether anything was removed.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &mut V) -> bool) -> bool {
        let before = self.0.len();
        self.0.retain_mut(|(key, value)| keep(*key, value));
        self.0.len() != before
    }
}

impl<K: Copy + Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}
