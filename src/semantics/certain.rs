//! Sets of names of which something certainly holds: *must* sets, with the intersection as join.

use std::rc::Rc;

use pepsin_lattice::Lattice;

/// A set that stands for what is certainly in it; sharing is cheap, growth is not.
#[derive(Clone, Debug, PartialEq)]
pub struct Certain<T> {
    /// Sorted, without repetition.
    elements: Rc<Vec<T>>,
}

impl<T> Default for Certain<T> {
    fn default() -> Self {
        Certain {
            elements: Rc::new(Vec::new()),
        }
    }
}

impl<T: Copy + Ord> Certain<T> {
    /// Whether the element is certainly in the set.
    pub fn contains(&self, element: T) -> bool {
        self.elements.binary_search(&element).is_ok()
    }

    /// Adds an element.
    pub fn insert(&mut self, element: T) {
        if let Err(place) = self.elements.binary_search(&element) {
            Rc::make_mut(&mut self.elements).insert(place, element);
        }
    }
}

impl<T: Copy + Ord> Lattice for Certain<T> {
    fn join(&mut self, other: &Self) -> bool {
        if self.is_within(other) {
            return false;
        }
        let common = self.elements.iter().copied().filter(|element| other.contains(*element));
        self.elements = Rc::new(common.collect());
        true
    }

    fn leq(&self, other: &Self) -> bool {
        other.is_within(self)
    }
}

impl<T: Copy + Ord> Certain<T> {
    /// Whether all elements are in another set.
    fn is_within(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.elements, &other.elements) || self.elements.iter().all(|element| other.contains(*element))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_on_both_ways_is_certain_behind_them() {
        let set = |elements: &[u32]| {
            let mut set = Certain::default();
            elements.iter().for_each(|element| set.insert(*element));
            set
        };
        let mut joined = set(&[3, 1, 2]);
        assert!(joined.join(&set(&[2, 3, 4])));
        assert_eq!(joined, set(&[2, 3]));
        assert!(!joined.join(&set(&[1, 2, 3])));
        assert!(set(&[1, 2, 3]).leq(&joined) && !joined.leq(&set(&[1, 2, 3])));
    }
}
