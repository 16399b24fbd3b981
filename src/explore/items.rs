//! Vectors that are quick to compare when they are empty.
//!
//! Equality of slices of numbers is a call of `memcmp`. On processors with AVX-512 the C library's reads even no bytes at all through
//! a masked load, and where the pointer dangles, as that of an empty vector does, the processor takes hundreds of cycles to
//! suppress the fault. Most vectors of a state are empty, and states are compared all the time.

use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// A vector that is compared by its length first.
#[derive(Clone, Debug, Eq)]
pub struct Items<T>(Vec<T>);

impl<T: PartialEq> PartialEq for Items<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && (self.0.is_empty() || self.0 == other.0)
    }
}

impl<T: Hash> Hash for Items<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl<T> Default for Items<T> {
    fn default() -> Self {
        Items(Vec::new())
    }
}

impl<T> From<Vec<T>> for Items<T> {
    fn from(items: Vec<T>) -> Self {
        Items(items)
    }
}

impl<T> Deref for Items<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Items<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_equal_exactly_if_vectors_are() {
        let items = |numbers: &[u32]| Items::from(numbers.to_vec());
        assert_eq!(items(&[]), Items::default());
        assert_eq!(items(&[1, 2]), items(&[1, 2]));
        assert_ne!(items(&[1, 2]), items(&[1, 3]));
        assert_ne!(items(&[]), items(&[1]));
    }
}
