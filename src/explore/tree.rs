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

/// A sequence that was stored or read, with its numbers: most others have nearly all in common with the last one.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Its name.
    pub sequence: Option<Sequence>,
    /// Its numbers.
    pub numbers: &'a [u32],
}

impl Known<'_> {
    fn of_length(&self, length: u32) -> Option<u32> {
        let known = self.sequence.filter(|known| known.length == length);
        known.map(|known| known.root)
    }
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
    /// Stores a sequence that is not empty. What it has in common with a known one of its length is not looked up.
    pub fn store(&mut self, numbers: &[u32], known: Known<'_>) -> Sequence {
        let length = numbers.len() as u32;
        let root = match known.of_length(length) {
            Some(root) => self.root_beside(numbers, root, known.numbers),
            None => self.root(numbers),
        };
        Sequence { root, length }
    }

    /// Reads a sequence back. What it has in common with a known one of its length is copied from there.
    pub fn read(&self, sequence: Sequence, known: Known<'_>, numbers: &mut Vec<u32>) {
        numbers.clear();
        match known.of_length(sequence.length) {
            Some(root) => self.expand_beside(sequence.root, root, known.numbers, numbers),
            None => self.expand(sequence.root, sequence.length as usize, numbers),
        }
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

    fn root_beside(&mut self, numbers: &[u32], known: u32, like: &[u32]) -> u32 {
        match numbers {
            _ if numbers == like => known,
            [] | [_] => self.root(numbers),
            _ => {
                let half = numbers.len() / 2;
                let (left, right) = self.pairs[known as usize];
                let pair = (
                    self.root_beside(&numbers[..half], left, &like[..half]),
                    self.root_beside(&numbers[half..], right, &like[half..]),
                );
                self.number(pair)
            }
        }
    }

    fn expand_beside(&self, root: u32, known: u32, like: &[u32], numbers: &mut Vec<u32>) {
        if root == known {
            numbers.extend_from_slice(like);
        } else if like.len() < 2 {
            numbers.extend((like.len() == 1).then_some(root));
        } else {
            let half = like.len() / 2;
            let ((left, right), (known_left, known_right)) = (self.pairs[root as usize], self.pairs[known as usize]);
            self.expand_beside(left, known_left, &like[..half], numbers);
            self.expand_beside(right, known_right, &like[half..], numbers);
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
            let mut names: Vec<Sequence> = Vec::new();
            for (number, sequence) in sequences.iter().enumerate() {
                let known = Known {
                    sequence: names.last().copied(),
                    numbers: number.checked_sub(1).map_or(&[], |last| &sequences[last]),
                };
                names.push(trees.store(sequence, known));
            }
            for (numbers, name) in sequences.iter().zip(&names) {
                for (others, other) in sequences.iter().zip(&names) {
                    let known = Known { sequence: Some(*other), numbers: others };
                    let mut read = Vec::new();
                    trees.read(*name, known, &mut read);
                    prop_assert_eq!(&read, numbers);
                    prop_assert_eq!(numbers == others, name == other);
                }
            }
        }
    }
}
