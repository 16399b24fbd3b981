//! Sets of names: *may* sets, with the union as join, and *must* sets, with the intersection.

use pepsin_lattice::patricia::{Combined, Key, OneSided, PatriciaMap};
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::states::Allocation;
use crate::ir::FunctionId;

/// A persistent set that stands for everything that may be in it. Join and order skip what both sides share.
#[derive(Clone, Debug)]
pub struct Set<T: Key> {
    elements: PatriciaMap<T, Member>,
}

/// What is known of a member: that it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member;

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

    /// The elements that another set has, too.
    pub fn restricted(&self, to: &Set<T>) -> Self {
        Set {
            elements: self.elements.restricted(&to.elements),
        }
    }

    /// The elements as the keys of a map.
    pub fn as_map(&self) -> &PatriciaMap<T, Member> {
        &self.elements
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

/// A persistent set of what certainly is. Join is the intersection.
#[derive(Clone, Debug)]
pub struct CertainSet<T: Key> {
    elements: Set<T>,
}

impl<T: Key> PartialEq for CertainSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.elements == other.elements
    }
}

impl<T: Key> Default for CertainSet<T> {
    fn default() -> Self {
        CertainSet {
            elements: Set::default(),
        }
    }
}

impl<T: Key> CertainSet<T> {
    /// Whether the element certainly is in the set.
    pub fn contains(&self, element: T) -> bool {
        self.elements.contains(element)
    }

    /// Adds an element.
    pub fn insert(&mut self, element: T) {
        self.elements.insert(element);
    }

    /// Takes an element away.
    pub fn remove(&mut self, element: T) {
        self.elements.elements.remove(element);
    }

    /// The elements that are certainly not in another set.
    pub fn without(&self, others: &Set<T>) -> Self {
        let mut rest = self.clone();
        rest.elements.elements.retain(|element, _| !others.contains(element));
        rest
    }

    /// Adds the elements of another set.
    pub fn extend(&mut self, others: &Self) {
        self.elements.join(&others.elements);
    }

    /// The elements that another set has, too.
    pub fn restricted(&self, to: &Set<T>) -> Self {
        CertainSet {
            elements: self.elements.restricted(to),
        }
    }
}

impl<T: Key> Lattice for CertainSet<T> {
    fn join(&mut self, other: &Self) -> bool {
        let elements = &mut self.elements.elements;
        elements.combine(&other.elements.elements, OneSided::Drop, OneSided::Drop, |_, _, _| {
            Combined::Left
        })
    }

    fn leq(&self, other: &Self) -> bool {
        other.elements.leq(&self.elements)
    }
}

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
