//! What an object may hold at any time ([`crate::semantics::sharing::held`] has the theory).

use crate::values::Contents;
use pepsin_lattice::{Lattice, Widen};
use std::cell::OnceCell;

/// What an object may hold at any time: what it begins with, and what is written to it. Both are kept apart, because the order of a
/// record and of contents that are none ([`Contents`]) is not one that widening respects.
#[derive(Clone, Debug)]
pub struct Held {
    whole: Contents,
    record: Contents,
    /// Both together, once somebody asked.
    together: OnceCell<Contents>,
}

impl Held {
    pub fn new(contents: Contents) -> Self {
        let (whole, record) = match contents.is_record() {
            true => (Contents::nothing(), contents),
            false => (contents, Contents::nothing()),
        };
        Held {
            whole,
            record,
            together: OnceCell::new(),
        }
    }

    /// What the object may hold.
    pub fn contents(&self) -> Contents {
        let together = || {
            let mut contents = self.whole.clone();
            contents.join(&self.record);
            contents
        };
        self.together.get_or_init(together).clone()
    }

    fn each(&mut self, other: &Self, combine: impl Fn(&mut Contents, &Contents) -> bool) -> bool {
        let changed = combine(&mut self.whole, &other.whole) | combine(&mut self.record, &other.record);
        if changed {
            self.together = OnceCell::new();
        }
        changed
    }

    /// `self ▽ next`.
    pub fn widen(&mut self, next: &Self) -> bool {
        self.each(next, Contents::widen)
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.whole == other.whole && self.record == other.record
    }
}

impl Lattice for Held {
    fn join(&mut self, other: &Self) -> bool {
        self.each(other, Contents::join)
    }

    fn leq(&self, other: &Self) -> bool {
        self.whole.leq(&other.whole) && self.record.leq(&other.record)
    }
}
