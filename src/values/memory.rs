//! The memory as one thread sees it, or as one action publishes it: the contents of objects.

use std::rc::Rc;

use pepsin_lattice::patricia::{Combined, OneSided, PatriciaMap, Rewritten, Summary};
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::contents::Contents;
use super::object::ObjectId;

/// A persistent map from objects to their contents. Of an object that is missing nothing is known to be there (bottom).
///
/// Clones share everything, and join and order skip what both sides share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    objects: PatriciaMap<u32, Contents, Pointees>,
}

/// A superset of the objects that contents point to, as a Bloom filter with one hash function
/// (Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13(7), 1970).
///
/// Most memory points nowhere, and most of the rest to few objects: a subtree that points to some thirty objects is passed
/// over for more than half of all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pointees(u64);

impl Pointees {
    /// The one bit of an object: the upper six of its number times 2^64 divided by the golden ratio
    /// (Knuth, The Art of Computer Programming 3, section 6.4).
    fn only(object: ObjectId) -> Self {
        Pointees(1 << ((object.index() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58))
    }

    fn may_contain(self, object: ObjectId) -> bool {
        self.0 & Self::only(object).0 != 0
    }
}

impl Summary<Contents> for Pointees {
    fn of(contents: &Contents) -> Self {
        Pointees(contents.objects().fold(0, |bits, object| bits | Self::only(object).0))
    }

    fn join(&self, other: &Self) -> Self {
        Pointees(self.0 | other.0)
    }
}

impl Memory {
    /// The memory without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// The contents of an object, if it is there.
    pub fn get(&self, object: ObjectId) -> Option<&Contents> {
        self.objects.get(key(object))
    }

    /// Gives an object its contents; with nothing in it, it goes.
    pub fn set(&mut self, object: ObjectId, contents: Contents) {
        match contents.is_bottom() {
            true => self.remove(object),
            false => {
                self.objects.insert(key(object), contents);
            }
        }
    }

    /// Forgets an object.
    pub fn remove(&mut self, object: ObjectId) {
        self.objects.remove(key(object));
    }

    /// Joins `contents` into those of an object, and returns whether they changed.
    pub fn join_into(&mut self, object: ObjectId, contents: &Contents) -> bool {
        let Some(known) = self.get(object) else {
            self.set(object, contents.clone());
            return !contents.is_bottom();
        };
        let mut joined = known.clone();
        let changed = joined.join(contents);
        if changed {
            self.set(object, joined);
        }
        changed
    }

    /// All objects with their contents, by increasing id.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Contents)> {
        self.objects
            .iter()
            .map(|(number, contents)| (ObjectId::new(number), contents))
    }

    /// The part of the memory that consists of some objects.
    pub fn restricted<V>(&self, objects: &PatriciaMap<ObjectId, V>) -> Self {
        Memory {
            objects: self.objects.restricted(objects),
        }
    }

    /// Puts `by` in the place of `part`, which was taken out of this memory.
    pub fn replace_part(&mut self, part: &Self, by: &Self) {
        self.objects.replace_part(&part.objects, &by.objects);
    }

    /// The part of the memory that consists of the objects that `keep` keeps.
    pub fn filtered(&self, keep: impl Fn(ObjectId) -> bool) -> Self {
        let mut kept = self.clone();
        kept.objects.retain(|number, _| keep(ObjectId::new(number)));
        kept
    }

    /// Number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The memory with other objects in place of those that `rename` renames, as keys and in all values.
    /// Contents of objects that become the same are joined.
    pub fn substitute(&self, rename: &dyn Fn(ObjectId) -> ObjectId) -> Self {
        let mut renamed = self.clone();
        let mut moved = Vec::new();
        renamed.objects.rewrite(|number, contents| {
            let (object, changed) = (ObjectId::new(number), contents.renamed(rename));
            let target = rename(object);
            match changed {
                changed if target != object => {
                    moved.push((target, changed.unwrap_or_else(|| contents.clone())));
                    Rewritten::Removed
                }
                Some(changed) => Rewritten::Replaced(changed),
                None => Rewritten::Kept,
            }
        });
        for (target, contents) in moved {
            renamed.join_into(target, &contents);
        }
        renamed
    }

    /// Renames one object, as a key and in all values. If the other name has contents already, they are joined.
    ///
    /// Takes time in proportion to the pointers to the object, but for some visits in vain.
    pub fn rename(&mut self, from: ObjectId, to: ObjectId) {
        let rename = |object| if object == from { to } else { object };
        self.objects.rewrite_where(
            |pointees| pointees.may_contain(from),
            |_, contents| contents.renamed(&rename).map_or(Rewritten::Kept, Rewritten::Replaced),
        );
        if let Some(moved) = self.get(from).cloned() {
            self.remove(from);
            self.join_into(to, &moved);
        }
    }

    /// `self ▽ next` with thresholds (sorted) for each object; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: impl Fn(ObjectId) -> Rc<[i128]>) -> bool {
        self.combine(&next.objects, OneSided::Keep, |object, mine, next| {
            mine.widen_with(next, &thresholds(object))
        })
    }

    /// `self △ next` with the thresholds used for widening; returns whether `self` changed.
    pub fn narrow_with(&mut self, next: &Self, thresholds: impl Fn(ObjectId) -> Rc<[i128]>) -> bool {
        self.combine(&next.objects, OneSided::Drop, |object, mine, next| {
            mine.narrow_with(next, &thresholds(object))
        })
    }

    /// Combines the contents of objects that are on both sides; `only_here` tells what becomes of those that the other side lacks.
    fn combine(
        &mut self,
        other: &PatriciaMap<u32, Contents, Pointees>,
        only_here: OneSided,
        change: impl Fn(ObjectId, &mut Contents, &Contents) -> bool,
    ) -> bool {
        self.objects
            .combine(other, only_here, OneSided::Keep, |number, mine, theirs| {
                let mut changed = mine.clone();
                match change(ObjectId::new(number), &mut changed, theirs) {
                    false => Combined::Left,
                    true if changed == *theirs => Combined::Right,
                    true => Combined::New(changed),
                }
            })
    }
}

fn key(object: ObjectId) -> u32 {
    object.index() as u32
}

impl Lattice for Memory {
    fn join(&mut self, other: &Self) -> bool {
        self.objects.join(&other.objects)
    }

    fn leq(&self, other: &Self) -> bool {
        self.objects.leq(&other.objects)
    }
}

impl Bottom for Memory {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        self.is_empty()
    }
}

impl Widen for Memory {
    fn widen(&mut self, next: &Self) -> bool {
        self.objects.widen(&next.objects)
    }

    fn narrow(&mut self, next: &Self) -> bool {
        self.objects.narrow(&next.objects)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Offsets, Scalar, Strength, Value};

    fn contents(value: &Value) -> Contents {
        let mut contents = Contents::zero();
        let pointer = Scalar::Pointer { bits: 64 };
        contents.write(Offsets::ZERO, pointer, value, Strength::Strong);
        contents
    }

    fn read(memory: &Memory, object: u32) -> Value {
        let contents = memory.get(ObjectId::new(object)).cloned();
        contents
            .unwrap_or_else(Contents::nothing)
            .read(Offsets::ZERO, Scalar::Pointer { bits: 64 })
    }

    #[test]
    fn renaming_moves_objects_joins_what_meets_and_renames_pointers() {
        let mut memory = Memory::new();
        let address = |object| Value::address(ObjectId::new(object), 0);
        memory.set(ObjectId::new(1), contents(&Value::constant(7)));
        memory.set(ObjectId::new(2), contents(&address(1)));
        memory.set(ObjectId::new(3), contents(&Value::constant(9)));
        let (recent, older) = (ObjectId::new(1), ObjectId::new(3));
        let renamed = memory.substitute(&|object| if object == recent { older } else { object });
        memory.rename(recent, older);
        assert_eq!(memory, renamed);
        assert_eq!(read(&renamed, 2), address(3));
        assert_eq!(read(&renamed, 3), {
            let mut both = Value::constant(9);
            both.join(&Value::constant(7));
            both
        });
        assert!(renamed.get(ObjectId::new(1)).is_none());
    }

    #[test]
    fn an_object_without_contents_is_as_if_it_were_missing() {
        let mut memory = Memory::new();
        memory.set(ObjectId::new(1), Contents::nothing());
        assert!(memory.is_bottom() && !memory.join_into(ObjectId::new(1), &Contents::nothing()));
    }
}
