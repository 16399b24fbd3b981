//! Interning: equal things get equal numbers, dense from 0 in the order of first appearance.

use std::hash::Hash;
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// A table of distinct things.
#[derive(Clone, Debug)]
pub struct Interner<T> {
    things: Vec<Rc<T>>,
    numbers: HashMap<Rc<T>, u32, FxBuildHasher>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner {
            things: Vec::new(),
            numbers: HashMap::default(),
        }
    }
}

impl<T: Eq + Hash> Interner<T> {
    /// A table in which `thing` has the number 0.
    pub fn starting_with(thing: T) -> Self {
        let mut table = Self::default();
        table.intern(thing);
        table
    }

    /// The number of a thing, given on first use.
    pub fn intern(&mut self, thing: T) -> u32 {
        if let Some(known) = self.find(&thing) {
            return known;
        }
        let number = self.things.len() as u32;
        let thing = Rc::new(thing);
        self.things.push(Rc::clone(&thing));
        self.numbers.insert(thing, number);
        number
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.things.len()
    }

    /// The number of a thing, if it has one.
    pub fn find(&self, thing: &T) -> Option<u32> {
        self.numbers.get(thing).copied()
    }

    /// The thing with a number that this table gave.
    pub fn get(&self, number: u32) -> Rc<T> {
        Rc::clone(&self.things[number as usize])
    }
}
