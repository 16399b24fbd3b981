//! Sequences of numbers, each stored once, sharing what they have in common
//! (tree compression: Laarman, van de Pol and Weber, "Parallel recursive state compression for free", 2011).
//!
//! A sequence is a binary tree whose inner nodes are pairs of numbers; equal pairs are one node. Two sequences of the same length
//! are equal iff their roots are, so nothing is lost. A sequence that differs from a known one in one place
//! costs at most one pair for each level of the tree.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

/// A sequence in a [`Trees`]: its root and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    root: u32,
    length: u32,
}

/// A set of pairs, numbered.
#[derive(Debug, Default)]
pub struct Trees {
    pairs: Vec<(u32, u32)>,
    numbers: HashTable<u32>,
}

/// Estimated bytes that a pair takes, with its share of the table.
const PAIR: usize = 18;

impl Trees {
    /// Stores a sequence that is not empty.
    pub fn store(&mut self, numbers: &[u32]) -> Sequence {
        Sequence {
            root: self.root(numbers),
            length: numbers.len() as u32,
        }
    }

    /// Reads a sequence back.
    pub fn read(&self, sequence: Sequence, numbers: &mut Vec<u32>) {
        numbers.clear();
        self.expand(sequence.root, sequence.length as usize, numbers);
    }

    /// Estimated bytes in use.
    pub fn bytes(&self) -> usize {
        self.pairs.len() * PAIR
    }

    fn root(&mut self, numbers: &[u32]) -> u32 {
        match numbers {
            [] => 0,
            [single] => *single,
            _ => {
                let (left, right) = numbers.split_at(numbers.len() / 2);
                let pair = (self.root(left), self.root(right));
                self.number(pair)
            }
        }
    }

    fn number(&mut self, pair: (u32, u32)) -> u32 {
        let hash = |pair: &(u32, u32)| FxBuildHasher.hash_one(pair);
        let pairs = &self.pairs;
        let known = self.numbers.entry(
            hash(&pair),
            |number| pairs[*number as usize] == pair,
            |number| hash(&pairs[*number as usize]),
        );
        match known {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get(),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let number = pairs.len() as u32;
                place.insert(number);
                self.pairs.push(pair);
                number
            }
        }
    }

    fn expand(&self, root: u32, length: usize, numbers: &mut Vec<u32>) {
        if length < 2 {
            numbers.extend((length == 1).then_some(root));
            return;
        }
        let (left, right) = self.pairs[root as usize];
        self.expand(left, length / 2, numbers);
        self.expand(right, length - length / 2, numbers);
    }
}

/// Numbers for values, each stored once.
#[derive(Debug)]
pub struct Interner<T> {
    numbers: HashTable<u32>,
    values: Vec<T>,
    bytes: usize,
}

impl<T: Hash + Eq + Clone> Interner<T> {
    /// No values.
    pub fn new() -> Self {
        Interner {
            numbers: HashTable::new(),
            values: Vec::new(),
            bytes: 0,
        }
    }

    /// The number of a value; `size` tells how many bytes a new one takes.
    pub fn number<Q>(&mut self, value: &Q, size: impl FnOnce(&T) -> usize) -> u32
    where
        Q: Hash + ?Sized + PartialEq<T> + ToOwned<Owned = T>,
    {
        let values = &self.values;
        let known = self.numbers.entry(
            FxBuildHasher.hash_one(value),
            |number| *value == values[*number as usize],
            |number| FxBuildHasher.hash_one(&values[*number as usize]),
        );
        match known {
            hashbrown::hash_table::Entry::Occupied(known) => *known.get(),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let number = values.len() as u32;
                place.insert(number);
                let new = value.to_owned();
                self.bytes += size(&new) + size_of::<T>() + 10;
                self.values.push(new);
                number
            }
        }
    }

    /// The value of a number.
    pub fn value(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    /// Estimated bytes in use.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sequences_are_read_back_and_equal_exactly_if_their_names_are(
            sequences in prop::collection::vec(prop::collection::vec(0u32..4, 1..9), 1..20),
        ) {
            let mut trees = Trees::default();
            let names: Vec<Sequence> = sequences.iter().map(|numbers| trees.store(numbers)).collect();
            for (numbers, name) in sequences.iter().zip(&names) {
                let mut read = Vec::new();
                trees.read(*name, &mut read);
                prop_assert_eq!(&read, numbers);
                for (others, other) in sequences.iter().zip(&names) {
                    prop_assert_eq!(numbers == others, name == other);
                }
            }
        }
    }
}
