//! Sets of names that grow: *may* sets, with the union as join.

use std::rc::Rc;

use pepsin_lattice::{Bottom, Lattice, Widen};

/// A set that stands for everything that may be in it; sharing is cheap, growth is not.
#[derive(Clone, Debug)]
pub struct Set<T> {
    /// Sorted, without repetition.
    elements: Rc<Vec<T>>,
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set {
            elements: Rc::new(Vec::new()),
        }
    }
}

impl<T: PartialEq> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.elements, &other.elements) || self.elements == other.elements
    }
}

impl<T: Copy + Ord> Set<T> {
    /// Whether the element may be in the set.
    pub fn contains(&self, element: T) -> bool {
        self.elements.binary_search(&element).is_ok()
    }

    /// Adds an element, and returns whether it is new.
    pub fn insert(&mut self, element: T) -> bool {
        match self.elements.binary_search(&element) {
            Ok(_) => false,
            Err(place) => {
                Rc::make_mut(&mut self.elements).insert(place, element);
                true
            }
        }
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.elements.iter().copied()
    }
}

impl<T: Copy + Ord> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut elements: Vec<T> = elements.into_iter().collect();
        elements.sort_unstable();
        elements.dedup();
        Set {
            elements: Rc::new(elements),
        }
    }
}

impl<T: Copy + Ord> Lattice for Set<T> {
    fn join(&mut self, other: &Self) -> bool {
        if other.leq(self) {
            return false;
        }
        *self = self.iter().chain(other.iter()).collect();
        true
    }

    fn leq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.elements, &other.elements) || self.iter().all(|element| other.contains(element))
    }
}

impl<T: Copy + Ord> Bottom for Set<T> {
    fn bottom() -> Self {
        Set::default()
    }

    fn is_bottom(&self) -> bool {
        self.elements.is_empty()
    }
}

impl<T: Copy + Ord> Widen for Set<T> {}
