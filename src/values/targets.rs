//! Sets of targets, each once in memory.
//!
//! Programs that keep their pointers in lists and tables have few sets of targets, but each of them stands in many places: whoever
//! reads a pointer through a pointer joins n sets of n targets, most often the same one n times. So sets that are not small are
//! *hash-consed*: equal ones are one allocation, and what was once asked of two of them, whether one is part of the other and
//! what both are together, is remembered by their addresses.
//! (Barbar and Sui, "Hash consed points-to sets", SAS 2021.)
//!
//! What is remembered is forgotten altogether when it becomes large. That costs time and changes nothing: sets are compared by
//! what they hold where they are not physically the same.

use std::cell::RefCell;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

use hashbrown::{HashMap, HashTable};
use pepsin_lattice::Lattice;
use rustc_hash::FxBuildHasher;

use super::object::ObjectId;
use super::offsets::Offsets;

/// Sets of fewer targets are compared as fast as they are looked up.
const LEAST_SHARED: usize = 8;
/// So many targets may the sets have that are kept, all together.
const MOST_KEPT: usize = 1 << 19;
/// So many answers are remembered.
const MOST_ANSWERS: usize = 1 << 16;

/// An object, and the offsets in it.
type Target = (ObjectId, Offsets);

/// Objects with the offsets at which they are pointed to.
#[derive(Clone, Debug, Default)]
pub enum Targets {
    /// None.
    #[default]
    None,
    /// One.
    One(Target),
    /// At least two, sorted by object.
    Many(Arc<[Target]>),
}

/// How sets grow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// To the least set that contains both.
    Join,
    /// To one at which growing ends.
    Widen,
}

impl Targets {
    /// The targets by increasing object.
    pub fn as_slice(&self) -> &[Target] {
        match self {
            Targets::None => &[],
            Targets::One(target) => std::slice::from_ref(target),
            Targets::Many(targets) => targets,
        }
    }

    /// Sorts the targets, and joins the offsets of those with the same object.
    pub fn collect(mut all: Vec<Target>) -> Self {
        all.sort_by_key(|target| target.0);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1.join(&next.1);
            }
            same
        });
        Self::of_sorted(all)
    }

    /// Whether each target is one of the other side, too.
    pub fn leq(&self, other: &Self) -> bool {
        let (Targets::Many(mine), Targets::Many(theirs)) = (self, other) else {
            return are_among(self.as_slice(), other.as_slice());
        };
        if Arc::ptr_eq(mine, theirs) {
            return true;
        }
        if mine.len() > theirs.len() {
            return false;
        }
        match mine.len() < LEAST_SHARED {
            true => are_among(mine, theirs),
            false => SETS.with_borrow_mut(|sets| sets.are_among(mine, theirs)),
        }
    }

    /// Takes in the targets of the other side.
    pub fn grow(&mut self, other: &Self, growth: Growth) {
        *self = match (growth, &*self, other) {
            (Growth::Join, mine, theirs) if mine.leq(theirs) => theirs.clone(),
            (Growth::Join, Targets::Many(mine), Targets::Many(theirs))
                if mine.len().min(theirs.len()) >= LEAST_SHARED =>
            {
                Targets::Many(SETS.with_borrow_mut(|sets| sets.union(mine, theirs)))
            }
            (Growth::Join, mine, theirs) => Self::of_sorted(union(mine.as_slice(), theirs.as_slice(), Offsets::join)),
            (Growth::Widen, mine, theirs) => Self::of_sorted(union(mine.as_slice(), theirs.as_slice(), Offsets::widen)),
        };
    }

    fn of_sorted(all: Vec<Target>) -> Self {
        match all.as_slice() {
            [] => Targets::None,
            [one] => Targets::One(*one),
            few if few.len() < LEAST_SHARED => Targets::Many(all.into()),
            _ => Targets::Many(SETS.with_borrow_mut(|sets| sets.once(all))),
        }
    }
}

impl PartialEq for Targets {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Targets::Many(mine), Targets::Many(theirs)) => Arc::ptr_eq(mine, theirs) || mine == theirs,
            _ => self.as_slice() == other.as_slice(),
        }
    }
}

impl Eq for Targets {}

impl Hash for Targets {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.as_slice().hash(hasher);
    }
}

/// Whether each target is one of `bounds`, too; both are sorted.
fn are_among(targets: &[Target], mut bounds: &[Target]) -> bool {
    if targets.len() > bounds.len() {
        return false;
    }
    targets.iter().all(|(object, offsets)| {
        let skipped = match bounds.first() {
            Some(bound) if bound.0 == *object => 0,
            _ => bounds.partition_point(|bound| bound.0 < *object),
        };
        bounds = &bounds[skipped..];
        let bound = bounds.first().filter(|bound| bound.0 == *object);
        bound.is_some_and(|bound| *offsets == bound.1 || offsets.leq(&bound.1))
    })
}

/// The targets on either side, both sorted; `merge` brings the right one of two into the left one.
fn union(mut left: &[Target], mut right: &[Target], merge: impl Fn(&mut Offsets, &Offsets) -> bool) -> Vec<Target> {
    let mut all = Vec::with_capacity(left.len().max(right.len()));
    while let ([mine, others_left @ ..], [theirs, others_right @ ..]) = (left, right) {
        let mut target = if mine.0 <= theirs.0 { *mine } else { *theirs };
        if mine.0 == theirs.0 {
            merge(&mut target.1, &theirs.1);
        }
        if mine.0 <= theirs.0 {
            left = others_left;
        }
        if theirs.0 <= mine.0 {
            right = others_right;
        }
        all.push(target);
    }
    all.extend(left.iter().chain(right));
    all
}

thread_local! {
    static SETS: RefCell<Sets> = RefCell::default();
}

/// The sets that exist, and what was asked of them.
#[derive(Default)]
struct Sets {
    sets: HashTable<Arc<[Target]>>,
    /// How many targets these have, all together.
    kept: usize,
    orders: Answers<bool>,
    unions: Answers<Arc<[Target]>>,
}

/// Answers to a question about two sets, by their addresses. The sets are kept, so that no other one gets the address of one that
/// was asked about.
type Answers<A> = HashMap<(usize, usize), ([Arc<[Target]>; 2], A), FxBuildHasher>;

impl Sets {
    /// The set with these targets, which is one allocation.
    fn once(&mut self, targets: Vec<Target>) -> Arc<[Target]> {
        let hash = FxBuildHasher.hash_one(&targets);
        if let Some(known) = self.sets.find(hash, |known| **known == *targets) {
            return Arc::clone(known);
        }
        if self.kept > MOST_KEPT {
            *self = Sets::default();
        }
        self.kept += targets.len();
        let set: Arc<[Target]> = targets.into();
        self.sets
            .insert_unique(hash, Arc::clone(&set), |set| FxBuildHasher.hash_one(&**set));
        set
    }

    fn are_among(&mut self, targets: &Arc<[Target]>, bounds: &Arc<[Target]>) -> bool {
        recall(&mut self.orders, targets, bounds)
            .unwrap_or_else(|| remember(&mut self.orders, targets, bounds, are_among(targets, bounds)))
    }

    fn union(&mut self, left: &Arc<[Target]>, right: &Arc<[Target]>) -> Arc<[Target]> {
        recall(&mut self.unions, left, right).unwrap_or_else(|| {
            let both = self.once(union(left, right, Offsets::join));
            remember(&mut self.unions, left, right, both)
        })
    }
}

fn names(left: &Arc<[Target]>, right: &Arc<[Target]>) -> (usize, usize) {
    (Arc::as_ptr(left).addr(), Arc::as_ptr(right).addr())
}

fn recall<A: Clone>(answers: &mut Answers<A>, left: &Arc<[Target]>, right: &Arc<[Target]>) -> Option<A> {
    let known = answers.get(&names(left, right))?;
    Some(known.1.clone())
}

fn remember<A: Clone>(answers: &mut Answers<A>, left: &Arc<[Target]>, right: &Arc<[Target]>, answer: A) -> A {
    if answers.len() >= MOST_ANSWERS {
        answers.clear();
    }
    let sets = [Arc::clone(left), Arc::clone(right)];
    answers.insert(names(left, right), (sets, answer.clone()));
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    fn targets(most: usize) -> impl Strategy<Value = Targets> {
        let offsets = (0_i64..3, 0_i64..2).prop_map(|(low, more)| Offsets::strided(low * 8, (low + more) * 8, 8));
        btree_map(0_u32..24, offsets, 0..most).prop_map(|targets| {
            let targets = targets
                .into_iter()
                .map(|(object, offsets)| (ObjectId::new(object), offsets));
            Targets::collect(targets.collect())
        })
    }

    proptest! {
        #![proptest_config(crate::values::repeatable::config())]

        #[test]
        fn what_is_remembered_is_what_the_sets_say(a in targets(20), b in targets(20)) {
            let mut joined = a.clone();
            joined.grow(&b, Growth::Join);
            let plain = union(a.as_slice(), b.as_slice(), Offsets::join);
            prop_assert_eq!(joined.as_slice(), plain.as_slice());
            // Asked again, the answer is a remembered one.
            for _ in 0..2 {
                prop_assert_eq!(a.leq(&b), are_among(a.as_slice(), b.as_slice()));
                prop_assert!(a.leq(&joined) && b.leq(&joined));
            }
        }

        #[test]
        fn equal_sets_that_are_not_small_are_one(a in targets(20), b in targets(20)) {
            let (mut left, mut right) = (a.clone(), b.clone());
            left.grow(&b, Growth::Join);
            right.grow(&a, Growth::Join);
            prop_assert_eq!(&left, &right);
            if let (Targets::Many(left), Targets::Many(right)) = (&left, &right)
                && left.len() >= LEAST_SHARED
            {
                prop_assert!(Arc::ptr_eq(left, right));
            }
        }
    }

    #[test]
    fn what_was_kept_is_forgotten_when_it_becomes_large() {
        let set = |from: u32| {
            Targets::collect(
                (from..from + 4096)
                    .map(|at| (ObjectId::new(at), Offsets::ZERO))
                    .collect(),
            )
        };
        let first = set(0);
        let most = MOST_KEPT / 4096 + 2;
        (1..most as u32).for_each(|from| {
            assert!(!set(from).leq(&first));
        });
        assert!(SETS.with_borrow(|sets| sets.kept) <= MOST_KEPT + 4096);
        let again = set(0);
        assert!(first == again && first.leq(&again));
    }
}
