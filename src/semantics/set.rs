//! Sets of names that grow: *may* sets, with the union as join.

use pepsin_lattice::patricia::{Key, PatriciaMap};
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::state::Allocation;
use crate::ir::FunctionId;

/// A persistent set that stands for everything that may be in it. Join and order skip what both sides share.
#[derive(Clone, Debug)]
pub struct Set<T: Key> {
    elements: PatriciaMap<T, Member>,
}

/// What is known of a member: that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Member;

impl Lattice for Member {
    fn join(&mut self, _: &Self) -> bool {
        false
    }

    fn leq(&self, _: &Self) -> bool {
        true
    }
}

impl<T: Key> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl<T: Key> Default for Set<T> {
    fn default() -> Self {
        Set {
            elements: PatriciaMap::new(),
        }
    }
}

impl<T: Key> Set<T> {
    /// Whether the element may be in the set.
    pub fn contains(&self, element: T) -> bool {
        self.elements.contains_key(element)
    }

    /// Adds an element, and returns whether it is new.
    pub fn insert(&mut self, element: T) -> bool {
        self.elements.insert(element, Member)
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The elements, in order.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.elements.keys()
    }
}

impl<T: Key> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Set {
            elements: elements.into_iter().map(|element| (element, Member)).collect(),
        }
    }
}

impl<T: Key> Lattice for Set<T> {
    fn join(&mut self, other: &Self) -> bool {
        self.elements.join(&other.elements)
    }

    fn leq(&self, other: &Self) -> bool {
        self.elements.leq(&other.elements)
    }
}

impl<T: Key> Bottom for Set<T> {
    fn bottom() -> Self {
        Set::default()
    }

    fn is_bottom(&self) -> bool {
        self.elements.is_empty()
    }
}

impl<T: Key> Widen for Set<T> {}

impl Key for FunctionId {
    fn number(self) -> u64 {
        u64::from(self.0)
    }

    fn from_number(number: u64) -> Self {
        FunctionId(Key::from_number(number))
    }
}

impl Key for Allocation {
    fn number(self) -> u64 {
        (self.site, self.chain).number()
    }

    fn from_number(number: u64) -> Self {
        let (site, chain) = Key::from_number(number);
        Allocation { site, chain }
    }
}
