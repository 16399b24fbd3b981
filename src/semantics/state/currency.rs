//! Currency: since when the ego's view of an object is up to date.

use std::rc::Rc;

use pepsin_digests::LockId;
use pepsin_lattice::Lattice;
use pepsin_lattice::patricia::{Combined, OneSided, PatriciaMap, Rewritten};

use crate::values::ObjectId;

/// For each object, the locks that were held all the time since the view of it was last brought up to date.
///
/// As long as one of them protects the object, nobody else can have written to it.
/// An object that is missing was never brought up to date, or not under a lock.
#[derive(Clone, Debug, PartialEq)]
pub struct Currency {
    since: PatriciaMap<ObjectId, Rc<[LockId]>>,
    /// The locks held ever since the running function was entered.
    throughout: Rc<[LockId]>,
}

impl Default for Currency {
    fn default() -> Self {
        Currency {
            since: PatriciaMap::new(),
            throughout: Rc::from([]),
        }
    }
}

impl Currency {
    /// The locks held since the view of `object` is current.
    pub fn since(&self, object: ObjectId) -> &[LockId] {
        self.since.get(object).map_or(&[], |locks| &locks[..])
    }

    /// The view of `object` is current now, while `held` are held.
    pub fn refresh(&mut self, object: ObjectId, held: &Rc<[LockId]>) {
        if !held.is_empty() {
            self.since.insert(object, Rc::clone(held));
        }
    }

    /// A function is entered with some locks held.
    pub fn enter(&mut self, held: Rc<[LockId]>) {
        self.throughout = held;
    }

    /// What is known of some objects.
    pub fn restricted<V>(&self, objects: &PatriciaMap<ObjectId, V>) -> Self {
        Currency {
            since: self.since.restricted(objects),
            throughout: Rc::clone(&self.throughout),
        }
    }

    /// Puts what a function left of a part in the place of that part.
    pub fn replace_part(&mut self, part: &Self, by: &Self) {
        if by.throughout != part.throughout {
            self.keep(&by.throughout);
        }
        self.since.replace_part(&part.since, &by.since);
    }

    /// Only the locks in `held` are still held.
    pub fn keep(&mut self, held: &[LockId]) {
        self.throughout = common(&self.throughout, held);
        self.since.rewrite(|_, since| match common(since, held) {
            common if common.len() == since.len() => Rewritten::Kept,
            common if common.is_empty() => Rewritten::Removed,
            common => Rewritten::Replaced(common),
        });
    }
}

/// The locks that are on both sides.
fn common(some: &[LockId], others: &[LockId]) -> Rc<[LockId]> {
    some.iter().copied().filter(|lock| others.contains(lock)).collect()
}

/// Fewer locks, and fewer objects, say less.
impl Lattice for Currency {
    fn join(&mut self, other: &Self) -> bool {
        let throughout = common(&self.throughout, &other.throughout);
        let changed = throughout.len() != self.throughout.len();
        self.throughout = throughout;
        changed
            | self.since.combine(
                &other.since,
                OneSided::Drop,
                OneSided::Drop,
                |_, mine, theirs| match common(mine, theirs) {
                    common if common.len() == mine.len() => Combined::Left,
                    common if common.is_empty() => Combined::Neither,
                    common => Combined::New(common),
                },
            )
    }

    fn leq(&self, other: &Self) -> bool {
        other.throughout.iter().all(|lock| self.throughout.contains(lock))
            && self.since.all_differences(&other.since, |_, mine, theirs| {
                let mine = mine.map_or(&[][..], |locks| &locks[..]);
                theirs.is_none_or(|theirs| theirs.iter().all(|lock| mine.contains(lock)))
            })
    }
}
