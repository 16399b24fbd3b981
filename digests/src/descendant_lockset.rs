//! DL, the descendant lockset: locks held without a break since a thread was created.
//!
//! **Elements.** `(H, T)`:
//! - `H(c)`, for each id `c` of threads that the ego may have created: the locks that it has held without a break since
//!   before each creation of a thread with this id, with the weakest mode since. An id without an entry was not created;
//! - `T`, taken: pairs of a thread id `x` and a lock, such that in the ego's past some thread with id `x` has acquired the
//!   lock, with the mode.
//!
//! **Operations.** `init = (∅, ∅)`, `new((H, T), e) = (∅, T)`. `L` is the lockset.
//! ```text
//! ⟦create e⟧(H, T)     = (H(c) ⊓ L for each id c of a thread that may be created, where H(c) is L if it has no entry, T)
//! ⟦lock(a, m)⟧(H, T)   = (H, T ∪ {(t, a) ↦ m})          if a is definite, t the ego's id
//! after each action, a lock that is no longer in the lockset leaves every H(c)
//! ⟦observe⟧(A0, A1)    = (H0, T0 ∪ T1) and then as the action says
//! ```
//!
//! **Joining.** `H` by union of the ids, intersection of their locks, the weaker modes; `T` by intersection, the weaker
//! modes.
//!
//! **Why the predicate is sound.** Let `t1` make the first access, and let the second one know that `x` has taken `a`,
//! where `t1` is a must-ancestor of `x`. Each thread with id `x` descends from a child `c` of `t1`. If no such child is
//! created at the first access, that access comes before the creation. If it is, and `a ∈ H1(c)` for each `c` that is `x`
//! or a may-ancestor of it, then `t1` has held `a` since before the creation and holds it at the first access, so `x`
//! can have taken it only after that access (unless both only read). In either case the first access comes before
//! the acquisition by `x`, and that before the second access.

use crate::action::{Action, LockMode, Repetition};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::lockset::{Lockset, Locksets};
use crate::names::{Describe, EdgeId, LockId, Names, ThreadId};
use crate::product::Siblings;
use crate::set::SortedMap;
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Reason};
use pepsin_lattice::Lattice;

/// Locks, each with a mode.
type Modes<K> = SortedMap<K, LockMode>;

/// The locks held since creations, and the locks taken in the past.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct DescendantLocks {
    /// `H`.
    held: SortedMap<ThreadId, Modes<LockId>>,
    /// `T`.
    taken: Modes<(ThreadId, LockId)>,
}

impl DescendantLocks {
    /// The locks held without a break since before each creation of a thread with this id; nothing if there was none.
    pub fn held_since(&self, created: ThreadId) -> Option<impl Iterator<Item = (LockId, LockMode)> + '_> {
        let locks = self.held.get(created)?;
        Some(locks.iter().map(|(lock, &mode)| (lock, mode)))
    }

    /// The ids of the threads that may have been created.
    pub fn created(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.held.keys()
    }

    /// The locks taken in the past: by whom, which, and how.
    pub fn taken(&self) -> impl Iterator<Item = (ThreadId, LockId, LockMode)> + '_ {
        let entries = self.taken.iter();
        entries.map(|((thread, lock), &mode)| (thread, lock, mode))
    }

    fn create(&mut self, created: ThreadId, locks: &Modes<LockId>) {
        match self.held.get_mut(created) {
            Some(held) => {
                keep_weaker(held, locks);
            }
            None => {
                self.held.insert(created, locks.clone());
            }
        }
    }

    fn take(&mut self, thread: ThreadId, lock: LockId, mode: LockMode) {
        let known = self.taken.get((thread, lock)).copied();
        let strongest = known.map_or(mode, |known| known.min(mode));
        self.taken.insert((thread, lock), strongest);
    }

    /// Whether the access with this element, by the unique thread `own`, comes before any acquisition of `lock` by `taker`.
    fn precedes(&self, own: ThreadId, (taker, lock, mode): (ThreadId, LockId, LockMode), names: &Names) -> bool {
        let keeps_out = |held: &Modes<LockId>| match held.get(lock) {
            Some(&held) => held == LockMode::Write || mode == LockMode::Write,
            None => false,
        };
        let leads = |child: ThreadId| child == taker || names.may_ancestor(child, taker);
        names.must_ancestor(own, taker) && self.held.iter().all(|(child, held)| !leads(child) || keeps_out(held))
    }
}

/// Keeps the keys of both maps, each with the weaker mode; returns whether anything changed.
fn keep_weaker<K: Copy + Ord>(mine: &mut Modes<K>, others: &Modes<K>) -> bool {
    let mut weaker = false;
    let fewer = mine.retain(|key, mode| {
        let Some(&other) = others.get(key) else {
            return false;
        };
        weaker |= other > *mode;
        *mode = other.max(*mode);
        true
    });
    fewer || weaker
}

fn modes(lockset: &Lockset) -> Modes<LockId> {
    lockset.iter().map(|(lock, hold)| (lock, hold.mode)).collect()
}

impl Lattice for DescendantLocks {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (created, locks) in other.held.iter() {
            changed |= match self.held.get_mut(created) {
                Some(held) => keep_weaker(held, locks),
                None => self.held.insert(created, locks.clone()).is_none(),
            };
        }
        changed |= keep_weaker(&mut self.taken, &other.taken);
        changed
    }
}

/// The digest of descendant locksets. It uses thread ids and locksets.
#[derive(Clone, Copy, Debug, Default)]
pub struct DescendantLocksets;

/// The id of the thread to which these components belong.
fn own(siblings: Siblings<'_>) -> Option<ThreadId> {
    siblings.get::<ThreadIds>()?.own()
}

impl DescendantLocksets {
    fn create(
        before: &DescendantLocks,
        edge: EdgeId,
        repetition: Repetition,
        context: &Context<'_>,
    ) -> Next<DescendantLocks> {
        let Some(history) = context.before.get::<ThreadIds>() else {
            return Next::Unchanged;
        };
        let lockset = context.before.get::<Locksets>();
        let locks = lockset.map(|lockset| modes(&lockset)).unwrap_or_default();
        let mut after = before.clone();
        for created in history.creates(edge, repetition, context.names).iter() {
            after.create(created, &locks);
        }
        Next::To(after)
    }

    /// Lets locks that are no longer held leave.
    fn keep_held(after: &mut DescendantLocks, context: &Context<'_>) {
        let lockset = context.after.get::<Locksets>();
        let locks = lockset.map(|lockset| modes(&lockset)).unwrap_or_default();
        after.held.retain(|_, held| {
            keep_weaker(held, &locks);
            true
        });
    }
}

impl Digest for DescendantLocksets {
    type Element = DescendantLocks;

    fn start(&self, _names: &Names) -> DescendantLocks {
        DescendantLocks::default()
    }

    fn child(&self, creator: &DescendantLocks, _: &Creation, _: &Context<'_>) -> Next<DescendantLocks> {
        Next::To(DescendantLocks {
            held: SortedMap::default(),
            taken: creator.taken.clone(),
        })
    }

    fn step(&self, before: &DescendantLocks, action: &Action, context: &Context<'_>) -> Next<DescendantLocks> {
        match *action {
            Action::Create { edge, repetition } => Self::create(before, edge, repetition, context),
            Action::Lock { lock, mode, .. } => {
                let mut after = before.clone();
                Self::keep_held(&mut after, context);
                let definite = context.facts.locks(lock).definite();
                if let (Some(lock), Some(own)) = (definite, own(context.before)) {
                    after.take(own, lock, mode);
                }
                Next::To(after)
            }
            Action::Unlock { .. } | Action::LockReset { .. } => {
                let mut after = before.clone();
                Self::keep_held(&mut after, context);
                Next::To(after)
            }
            _ => Next::Unchanged,
        }
    }

    fn observe(
        &self,
        before: &DescendantLocks,
        action: &Action,
        seen: &DescendantLocks,
        context: &Context<'_>,
    ) -> Next<DescendantLocks> {
        let mut informed = before.clone();
        for (thread, lock, mode) in seen.taken() {
            informed.take(thread, lock, mode);
        }
        match self.step(&informed, action, context) {
            Next::Unchanged => {
                let changed = informed != *before;
                Next::from_change(informed, changed)
            }
            next => next,
        }
    }

    fn excludes(&self, a: &DescendantLocks, b: &DescendantLocks, pair: &Pair<'_>) -> Judgement {
        let sides = [
            (a, own(pair.first), b, "first", "second"),
            (b, own(pair.second), a, "second", "first"),
        ];
        for (earlier, thread, later, side, other_side) in sides {
            let Some(thread) = thread else { continue };
            let taken = later.taken().find(|&taken| earlier.precedes(thread, taken, pair.names));
            if let Some((taker, lock, _)) = taken {
                let reason = Reason::new("held-since-creation")
                    .text(format!("at the {side} access, "))
                    .thread(thread)
                    .text(" keeps ")
                    .lock(lock)
                    .text(" from ")
                    .thread(taker);
                return Judgement::Excluded(reason.text(format!(", which takes it before the {other_side}")));
            }
        }
        Judgement::NotExcluded(
            Reason::new("not-held-since-creation")
                .text("neither thread holds a lock since it created what leads to the other, which must take it first"),
        )
    }

    fn is_silent(&self, element: &DescendantLocks) -> bool {
        element.held.is_empty() && *element == DescendantLocks::default()
    }

    fn render(&self, element: &DescendantLocks, describe: &dyn Describe) -> String {
        let held = element.held.iter().map(|(created, locks)| {
            let locks: Vec<String> = locks.keys().map(|lock| describe.lock(lock)).collect();
            format!("{} {{{}}}", describe.thread(created), locks.join(", "))
        });
        let held: Vec<String> = held.collect();
        let taken = element
            .taken()
            .map(|(thread, lock, _)| format!("{} by {}", describe.lock(lock), describe.thread(thread)));
        let taken: Vec<String> = taken.collect();
        let (held, taken) = (held.join(", "), taken.join(", "));
        format!("held since creating {{{held}}}, taken {{{taken}}}")
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;

    #[test]
    fn a_lock_held_since_the_creation_orders_the_creator_before_what_needs_it() {
        let scene = Scenario::new();
        let held = scene.lock(scene.digests.start(), 0);
        let (main, worker) = scene.create(held, 1);
        let taken = scene.unlock(scene.lock(worker, 0), 0);
        assert!(scene.excludes("DL", main, taken));
        assert!(!scene.excludes("DL", main, worker));
        let (_, grandchild) = scene.create(taken, 2);
        assert!(scene.excludes("DL", main, grandchild));
    }

    #[test]
    fn a_lock_that_was_released_since_the_creation_orders_nothing() {
        let scene = Scenario::new();
        let held = scene.lock(scene.digests.start(), 0);
        let (main, worker) = scene.create(held, 1);
        let taken = scene.unlock(scene.lock(worker, 0), 0);
        let again = scene.lock(scene.unlock(main, 0), 0);
        assert!(!scene.excludes("DL", again, taken));
    }
}
