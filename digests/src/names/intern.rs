//! Interning: equal things get equal numbers, in the order of discovery.

use core::hash::Hash;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// A table that numbers things from 0 on, equal things alike.
#[derive(Debug)]
pub struct Interner<T> {
    entries: Vec<Arc<T>>,
    numbers: HashMap<Arc<T>, u32, FxBuildHasher>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            numbers: HashMap::default(),
        }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of `entry`, which is added if it is new.
    pub fn intern(&mut self, entry: T) -> u32 {
        if let Some(&number) = self.numbers.get(&entry) {
            return number;
        }
        let number = u32::try_from(self.entries.len()).expect("fewer than 2^32 things are named");
        let entry = Arc::new(entry);
        self.entries.push(entry.clone());
        self.numbers.insert(entry, number);
        number
    }

    /// The number of `entry`, if it has one.
    pub fn find(&self, entry: &T) -> Option<u32> {
        self.numbers.get(entry).copied()
    }

    /// The thing with a number of this table.
    pub fn get(&self, number: usize) -> &Arc<T> {
        &self.entries[number]
    }

    /// How many things the table holds.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing has a number yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}
