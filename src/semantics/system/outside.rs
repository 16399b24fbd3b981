//! What memory from outside of the program is made of, by class, once it was found.
//!
//! It depends on the text alone, and is asked for wherever such memory is read: a join of as many sets as there are classes each time.

use std::cell::RefCell;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::values::Value;

/// Values by the number of their class.
#[derive(Debug, Default)]
pub struct ByClass {
    known: RefCell<HashMap<usize, Value, FxBuildHasher>>,
}

impl ByClass {
    /// The value of a class, which is found when it is asked for first.
    pub fn get_or_find(&self, class: usize, find: impl FnOnce() -> Value) -> Value {
        if let Some(known) = self.known.borrow().get(&class) {
            return known.clone();
        }
        // What is found may ask for others.
        let found = find();
        self.known.borrow_mut().insert(class, found.clone());
        found
    }
}
