//! The memory as one thread sees it, or as one action publishes it: the contents of objects.

use pepsin_lattice::patricia::{Combined, OneSided, PatriciaMap, Rewritten};
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::contents::Contents;
use super::object::ObjectId;

/// A persistent map from objects to their contents. Of an object that is missing nothing is known to be there (bottom).
///
/// Clones share everything, and join and order skip what both sides share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    objects: PatriciaMap<u32, Contents>,
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

    /// `self ▽ next` with thresholds (sorted) for numbers; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        self.combine(&next.objects, OneSided::Keep, |mine, next| {
            mine.widen_with(next, thresholds)
        })
    }

    /// `self △ next` with the thresholds used for widening; returns whether `self` changed.
    pub fn narrow_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        self.combine(&next.objects, OneSided::Drop, |mine, next| {
            mine.narrow_with(next, thresholds)
        })
    }

    /// Combines the contents of objects that are on both sides; `only_here` tells what becomes of those that the other side lacks.
    fn combine(
        &mut self,
        other: &PatriciaMap<u32, Contents>,
        only_here: OneSided,
        change: impl Fn(&mut Contents, &Contents) -> bool,
    ) -> bool {
        self.objects
            .combine(other, only_here, OneSided::Keep, |_, mine, theirs| {
                let mut changed = mine.clone();
                match change(&mut changed, theirs) {
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
        let older = |object: ObjectId| if object.index() == 1 { ObjectId::new(3) } else { object };
        let renamed = memory.substitute(&older);
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
