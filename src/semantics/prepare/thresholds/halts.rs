//! The thresholds of the objects met so far, by their ids.

use std::cell::RefCell;
use std::rc::Rc;

use crate::values::ObjectId;

/// Where widening of what objects hold halts. It grows while it is shared, as the table of objects does.
#[derive(Debug, Default)]
pub struct Halts {
    /// By number of the object; nothing of one that was not noted.
    of: RefCell<Vec<Option<Rc<[i128]>>>>,
}

impl Halts {
    /// Where an object halts, in ascending order; nowhere if that was not noted.
    pub fn of(&self, object: ObjectId) -> Rc<[i128]> {
        let of = self.of.borrow();
        let known = of.get(object.index()).and_then(Option::as_ref);
        known.map_or_else(|| Rc::from([]), Rc::clone)
    }

    /// An object is met, perhaps for the first time; then its thresholds are asked for.
    pub fn note(&self, object: ObjectId, thresholds: impl FnOnce() -> Rc<[i128]>) {
        let is_known = |of: &Vec<Option<_>>| of.get(object.index()).is_some_and(Option::is_some);
        if is_known(&self.of.borrow()) {
            return;
        }
        let thresholds = thresholds();
        let mut of = self.of.borrow_mut();
        let length = of.len().max(object.index() + 1);
        of.resize(length, None);
        of[object.index()] = Some(thresholds);
    }
}
