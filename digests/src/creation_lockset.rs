//! CL, the creation lockset: locks that an ancestor holds for as long as the thread may run.
//!
//! **Elements.** `P`, a set of pairs of a unique thread `a` and a lock: `a` is an ancestor of the ego, and held the lock
//! for writing when it created the thread that is, or leads to, the ego.
//!
//! **Operations.** `init = ∅`, and only creation changes anything. `L` is the lockset, `t` the creator's id.
//! ```text
//! new(P, e) = P ∪ {(t, ℓ) | ℓ ∈ L for writing}   if t is unique, else P
//! ```
//!
//! **Joining.** Intersection.
//!
//! **What is noted beside the elements.** Whether `a` keeps the lock while the ego runs is not in the ego's past. So the
//! digest notes each release: that a thread with id `a`, which has created `(C, M)` and joined `J` so far, releases `ℓ` (or
//! resets it). Let `cl[t](a)` be the locks of `a` in the element of `t`, but for those that `a` releases while `t` may
//! run or has yet to be started by what runs: when `t` is neither in `J` nor definitely not started, seen from
//! `(a, C, M)`. The notes grow while operations are computed. They have to be complete before the predicate is asked:
//! it speaks of the solved program, or of a run that is over.
//!
//! **Why the predicate is sound.** Let `ℓ ∈ cl[t1](a)`. Then `a` acquires `ℓ` before `t1` starts, and does not release it
//! before it knows that `t1` has ended. Let the second access be made by a thread other than `a` that holds `ℓ` (in any
//! mode; `a` holds it for writing). Its critical section is before that of `a`, and so before `t1`; or behind it, and so
//! behind `t1`. The same holds if the second thread's `cl[t2](b)` contains `ℓ`, and `b ≠ a`: then the critical section is
//! that of `b`, which contains all of `t2`.

use crate::action::{Action, LockMode};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::MayBe;
use crate::lockset::{Lockset, Locksets, may_denote, may_reset};
use crate::must_join::{Joined, MustJoins};
use crate::names::{Describe, LockId, Names, ThreadId};
use crate::product::Siblings;
use crate::set::SortedSet;
use crate::thread_id::{ThreadHistory, ThreadIds};
use crate::verdict::{Judgement, Reason};
use core::cell::RefCell;
use hashbrown::HashSet;
use pepsin_lattice::Lattice;
use rustc_hash::FxBuildHasher;
use std::sync::Arc;

/// The locks that ancestors held at the creations which lead to the thread.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CreationLocks(SortedSet<(ThreadId, LockId)>);

impl CreationLocks {
    /// The pairs of an ancestor and a lock that it held, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (ThreadId, LockId)> + '_ {
        self.0.iter()
    }
}

impl Lattice for CreationLocks {
    fn join(&mut self, other: &Self) -> bool {
        self.0.intersect(&other.0)
    }
}

/// Locks that an action releases.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Released {
    /// These ones,
    locks: SortedSet<LockId>,
    /// and all that had no name yet: those from this number on.
    unnamed_from: usize,
}

impl Released {
    fn contains(&self, lock: LockId) -> bool {
        lock.index() >= self.unnamed_from || self.locks.contains(lock)
    }
}

/// A release, with what the releasing thread had created and joined before.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Release {
    history: Arc<ThreadHistory>,
    joined: Option<Arc<Joined>>,
    released: Released,
}

impl Release {
    /// Whether thread `holder` may release `lock` here while `thread` may run, or what leads to it.
    fn ends(&self, holder: ThreadId, lock: LockId, thread: ThreadId, names: &Names) -> bool {
        let by_holder = self.history.own().is_none_or(|own| own == holder);
        let joined = self.joined.as_ref();
        let over = joined.is_some_and(|joined| joined.contains(thread));
        by_holder && self.released.contains(lock) && !over && !self.history.not_started(thread, names)
    }
}

/// The digest of creation locksets. It uses thread ids, must-joins and locksets.
#[derive(Debug, Default)]
pub struct CreationLocksets {
    releases: RefCell<HashSet<Release, FxBuildHasher>>,
}

impl CreationLocksets {
    /// `cl[t]`, without the locks that are released while `t` may run.
    fn kept<'a>(
        &'a self,
        element: &'a CreationLocks,
        thread: ThreadId,
        names: &'a Names,
    ) -> impl Iterator<Item = (ThreadId, LockId)> + 'a {
        element.iter().filter(move |&(holder, lock)| {
            let releases = self.releases.borrow();
            !releases.iter().any(|release| release.ends(holder, lock, thread, names))
        })
    }

    fn note(&self, affected: impl Fn(LockId) -> bool, context: &Context<'_>) {
        let Some(history) = context.before.get::<ThreadIds>() else {
            return;
        };
        // Only a unique thread's locks are in elements.
        if history.own().is_some_and(|own| !context.names.is_unique(own)) {
            return;
        }
        let still_held = context.after.get::<Locksets>();
        let is_held = |lock| {
            let lockset = still_held.as_ref();
            lockset.is_some_and(|lockset| lockset.hold(lock).is_some())
        };
        let count = context.names.lock_count();
        let named = (0..count).filter_map(|number| u32::try_from(number).ok().map(LockId::new));
        let release = Release {
            history,
            joined: context.before.get::<MustJoins>(),
            released: Released {
                locks: named.filter(|&lock| affected(lock) && !is_held(lock)).collect(),
                unnamed_from: count,
            },
        };
        self.releases.borrow_mut().insert(release);
    }
}

impl Digest for CreationLocksets {
    type Element = CreationLocks;

    fn start(&self, _names: &Names) -> CreationLocks {
        CreationLocks::default()
    }

    fn child(&self, creator: &CreationLocks, _: &Creation, context: &Context<'_>) -> Next<CreationLocks> {
        let history = context.before.get::<ThreadIds>();
        let own = history.and_then(|history| history.own());
        let (Some(own), Some(lockset)) = (own, context.before.get::<Locksets>()) else {
            return Next::Unchanged;
        };
        if !context.names.is_unique(own) {
            return Next::Unchanged;
        }
        let mut locks = creator.0.clone();
        let held: SortedSet<(ThreadId, LockId)> = lockset
            .iter()
            .filter(|(_, hold)| hold.mode == LockMode::Write)
            .map(|(lock, _)| (own, lock))
            .collect();
        let changed = locks.unite(&held);
        Next::from_change(CreationLocks(locks), changed)
    }

    fn step(&self, _: &CreationLocks, action: &Action, context: &Context<'_>) -> Next<CreationLocks> {
        match *action {
            Action::Unlock { lock } => {
                let operand: MayBe<LockId> = context.facts.locks(lock);
                self.note(|lock| may_denote(&operand, lock, context.facts), context);
            }
            Action::LockReset { target } => {
                self.note(|lock| may_reset(target, lock, context), context);
            }
            _ => {}
        }
        Next::Unchanged
    }

    fn excludes(&self, a: &CreationLocks, b: &CreationLocks, pair: &Pair<'_>) -> Judgement {
        let sides = [(a, pair.first, pair.second), (b, pair.second, pair.first)];
        for (element, one, other) in sides {
            if let Some(reason) = self.against_lockset(element, one, other, pair.names) {
                return Judgement::Excluded(reason);
            }
        }
        if let Some(reason) = self.against_each_other(a, b, pair) {
            return Judgement::Excluded(reason);
        }
        Judgement::NotExcluded(Reason::new("no-creation-lock").text(
            "no lock is held by an ancestor of one thread for as long as that may run, and held at the other's access",
        ))
    }

    fn observations(&self) -> usize {
        self.releases.borrow().len()
    }

    fn forget_observations(&self) {
        self.releases.borrow_mut().clear();
    }

    fn is_silent(&self, element: &CreationLocks) -> bool {
        element.0.is_empty()
    }

    fn render(&self, element: &CreationLocks, describe: &dyn Describe) -> String {
        let pairs = element
            .iter()
            .map(|(holder, lock)| format!("{} by {}", describe.lock(lock), describe.thread(holder)));
        let pairs: Vec<String> = pairs.collect();
        format!("{{{}}}", pairs.join(", "))
    }
}

impl CreationLocksets {
    /// `cl[t1](a) ∩ L2 ≠ ∅` and `a ≠ t2`.
    fn against_lockset(
        &self,
        element: &CreationLocks,
        one: Siblings<'_>,
        other: Siblings<'_>,
        names: &Names,
    ) -> Option<Reason> {
        let thread = one.get::<ThreadIds>()?.own()?;
        let other_thread = other.get::<ThreadIds>()?.own()?;
        let lockset: Arc<Lockset> = other.get::<Locksets>()?;
        let mut kept = self.kept(element, thread, names);
        let (holder, lock) = kept.find(|&(holder, lock)| holder != other_thread && lockset.hold(lock).is_some())?;
        let reason = kept_reason(thread, holder, lock);
        Some(reason.text(", and the other access is made under it"))
    }

    /// `cl[t1](a) ∩ cl[t2](b) ≠ ∅` and `a ≠ b`.
    fn against_each_other(&self, a: &CreationLocks, b: &CreationLocks, pair: &Pair<'_>) -> Option<Reason> {
        let first = pair.first.get::<ThreadIds>()?.own()?;
        let second = pair.second.get::<ThreadIds>()?.own()?;
        let others: Vec<(ThreadId, LockId)> = self.kept(b, second, pair.names).collect();
        let clashes =
            |&(holder, lock): &(ThreadId, LockId)| others.iter().any(|&(other, same)| same == lock && other != holder);
        let (holder, lock) = self.kept(a, first, pair.names).find(clashes)?;
        let reason = kept_reason(first, holder, lock);
        Some(reason.text(", and so it is, by another thread, while the other access can be made"))
    }
}

fn kept_reason(thread: ThreadId, holder: ThreadId, lock: LockId) -> Reason {
    Reason::new("creation-lock")
        .lock(lock)
        .text(" is held by ")
        .thread(holder)
        .text(" as long as ")
        .thread(thread)
        .text(" may run")
}

#[cfg(test)]
mod tests {
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    /// Main creates a worker while it holds lock 0, and another thread that takes it: main, the worker, the other one.
    fn guarded(scene: &Scenario) -> (DigestId, DigestId, DigestId) {
        let (main, other) = scene.create(scene.digests.start(), 1);
        let (main, worker) = scene.create(scene.lock(main, 0), 2);
        (main, worker, scene.lock(other, 0))
    }

    #[test]
    fn a_lock_that_the_creator_keeps_until_it_joins_protects_what_the_created_thread_does() {
        let mut scene = Scenario::new();
        let (main, worker, other) = guarded(&scene);
        let joined = scene.join(main, worker);
        scene.unlock(joined, 0);
        assert!(scene.excludes("CL", worker, other));
        assert!(!scene.excludes("CL", worker, main));
    }

    #[test]
    fn a_lock_that_the_creator_releases_while_the_thread_may_run_protects_nothing() {
        let scene = Scenario::new();
        let (main, worker, other) = guarded(&scene);
        assert!(scene.excludes("CL", worker, other));
        scene.unlock(main, 0);
        assert!(!scene.excludes("CL", worker, other));
    }

    #[test]
    fn threads_that_two_creators_protect_by_one_lock_do_not_race() {
        let scene = Scenario::new();
        let (_, worker, other) = guarded(&scene);
        let (_, theirs) = scene.create(other, 3);
        assert!(scene.excludes("CL", worker, theirs));
        assert!(!scene.excludes("CL", worker, worker));
    }
}
