//! The memory as one thread sees it, or as one action publishes it: the contents of objects.

use pepsin_lattice::{Bottom, Lattice, Widen};

use super::contents::Contents;
use super::map::Map;
use super::object::ObjectId;

/// A persistent map from objects to their contents. Of an object that is missing nothing is known to be there (bottom).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    objects: Map<Contents>,
}

impl Memory {
    /// The memory without objects.
    pub fn new() -> Self {
        Self::default()
    }

    /// The contents of an object, if it is there.
    pub fn get(&self, object: ObjectId) -> Option<&Contents> {
        self.objects.get(object)
    }

    /// Gives an object its contents.
    pub fn set(&mut self, object: ObjectId, contents: Contents) {
        self.objects.insert(object, contents);
    }

    /// Forgets an object.
    pub fn remove(&mut self, object: ObjectId) {
        self.objects.remove(object);
    }

    /// Joins `contents` into those of an object, and returns whether they changed.
    pub fn join_into(&mut self, object: ObjectId, contents: &Contents) -> bool {
        let Some(known) = self.get(object) else {
            self.set(object, contents.clone());
            return true;
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
        self.objects.iter()
    }

    /// The part of the memory that consists of the objects that `keep` keeps.
    pub fn filtered(&self, keep: impl Fn(ObjectId) -> bool) -> Self {
        let mut kept = self.clone();
        for (object, _) in self.iter().filter(|(object, _)| !keep(*object)) {
            kept.remove(object);
        }
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
        for (object, contents) in self.iter() {
            let changed = contents.substitute(rename);
            let target = rename(object);
            if target == object && changed == *contents {
                continue;
            }
            renamed.remove(object);
        }
        for (object, contents) in self.iter() {
            let (target, changed) = (rename(object), contents.substitute(rename));
            if target != object || changed != *contents {
                renamed.join_into(target, &changed);
            }
        }
        renamed
    }

    /// `self ▽ next` with thresholds (sorted) for numbers; returns whether `self` changed.
    pub fn widen_with(&mut self, next: &Self, thresholds: &[i128]) -> bool {
        self.objects
            .widen_by(&next.objects, |mine, next| mine.widen_with(next, thresholds))
    }
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
