//! L, the lockset: which locks the thread certainly holds.
//!
//! **Elements.** A map from locks to the mode in which they are held, and to a depth: `L(a) = (m, d)` stands for the
//! local traces in which the ego holds the lock `a` at least in mode `m`, and has acquired it at least `d` times more
//! often than released. Nothing is said of other locks. This is a must-lockset, not the exact one of Schwarz and Erhard
//! (2025, Fig. 6): locks whose name is not certain are left out. Only locks with one definite, unique object and one
//! definite offset have a name that can enter.
//!
//! **Operations.** `init = new = ∅`.
//! ```text
//! ⟦lock(a, m)⟧(L) = L                       if a is not definite
//!                 = L ∪ {a ↦ (m, 1)}        if a ∉ L
//!                 = L ∪ {a ↦ (read, d + 1)} if m = read and L(a) = (read, d): reading counts
//!                 = L ∪ {a ↦ (read, 1)}     if m = write and L(a) = (read, _)
//!                 = L                       if m = read and L(a) = (write, _)
//!                 = ∅                       if m = write, L(a) = (write, _), a is a normal mutex, and locking blocks
//!                 = L with one more depth   if m = write, L(a) = (write, _), and a is recursive
//!                 = L                       otherwise
//! ⟦unlock(a)⟧(L)  = L with one less depth for each lock that may be a; depth 0 leaves
//! ⟦reset(a)⟧(L)   = L without each lock that may be a
//! ```
//! Unlocking is never impossible: the thread may hold more than `L` says. A read-write lock that the ego holds may not be taken
//! again, for one side writing: the call fails, which nobody need look at, and what is held stays as it was (POSIX.1-2017,
//! `pthread_rwlock_wrlock`).
//!
//! **Joining.** Intersection, the weaker mode, the smaller depth.
//!
//! **Why the predicate is sound.** If `a` is in both locksets, and not for reading in both, the two critical sections
//! exclude each other: one ends with an unlock that the lock of the other one comes after. So the accesses are
//! ordered. They do follow each other, in either order, so `⟦lock m_g⟧(A, B)` must not be empty, and the predicate is
//! not the one of Proposition 2.

use crate::action::{Acquisition, Action, LockKind, LockMode, LockTarget};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Facts, MayBe};
use crate::names::{Describe, LockId, Names};
use crate::set::SortedMap;
use crate::verdict::{Judgement, Reason};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The greatest depth that is told apart; a greater one counts as this, which is a sound lower bound.
const MAX_DEPTH: u8 = 8;

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hold {
    /// At least in this mode; the weaker mode is the greater one.
    pub mode: LockMode,
    /// At least this often, at least once.
    pub depth: u8,
}

/// The locks certainly held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lockset(SortedMap<LockId, Hold>);

impl Lockset {
    /// How a lock is held, if it certainly is.
    pub fn hold(&self, lock: LockId) -> Option<Hold> {
        self.0.get(lock).copied()
    }

    /// The locks and how they are held, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (LockId, Hold)> + '_ {
        self.0.iter().map(|(lock, &hold)| (lock, hold))
    }

    /// The locks, in ascending order.
    pub fn locks(&self) -> impl Iterator<Item = LockId> + '_ {
        self.0.keys()
    }

    /// Whether no lock is certainly held.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A lock that both hold, at least one of them for writing.
    pub fn common(&self, other: &Self) -> Option<LockId> {
        let exclusive = |(lock, hold): (LockId, Hold)| {
            let held = other.hold(lock)?;
            let exclusive = hold.mode == LockMode::Write || held.mode == LockMode::Write;
            (exclusive || is_seeded(Bug::ReadersExclude)).then_some(lock)
        };
        self.iter().find_map(exclusive)
    }

    /// `⟦lock(a, m)⟧` for a definite lock.
    fn lock(&self, lock: LockId, mode: LockMode, kind: LockKind, acquisition: Acquisition) -> Next<Self> {
        let Some(held) = self.hold(lock) else {
            return Next::To(self.with(lock, Hold { mode, depth: 1 }));
        };
        let deeper = (held.depth + 1).min(MAX_DEPTH);
        let (mode, depth) = match (mode, held.mode, kind, acquisition) {
            (LockMode::Read, LockMode::Read, ..) => (LockMode::Read, deeper),
            (LockMode::Write, LockMode::Read, ..) => (LockMode::Read, 1),
            (_, _, LockKind::Normal, Acquisition::Blocking) => return Next::Impossible,
            (_, _, LockKind::Recursive, _) => (LockMode::Write, deeper),
            _ => return Next::Unchanged,
        };
        Next::To(self.with(lock, Hold { mode, depth }))
    }

    fn with(&self, lock: LockId, hold: Hold) -> Self {
        let mut locks = self.0.clone();
        locks.insert(lock, hold);
        Self(locks)
    }

    /// The lockset after one release of each lock that is `affected`.
    fn released(&self, affected: impl Fn(LockId) -> bool) -> Next<Self> {
        if !self.locks().any(&affected) {
            return Next::Unchanged;
        }
        let mut locks = self.0.clone();
        locks.retain(|lock, hold| {
            if affected(lock) {
                hold.depth -= 1;
            }
            hold.depth > 0
        });
        Next::To(Self(locks))
    }

    /// The lockset without the locks that are `affected`.
    fn without(&self, affected: impl Fn(LockId) -> bool) -> Next<Self> {
        let mut locks = self.0.clone();
        let changed = locks.retain(|lock, _| !affected(lock));
        Next::from_change(Self(locks), changed)
    }
}

/// Whether an operand with this meaning may denote `lock`.
pub(crate) fn may_denote(operand: &MayBe<LockId>, lock: LockId, facts: &dyn Facts) -> bool {
    match operand.candidates() {
        Some(candidates) => candidates.iter().any(|&c| facts.may_equal(c, lock)),
        None => facts.may_be_reached(lock),
    }
}

/// Whether a reset of `target` may affect `lock`.
pub(crate) fn may_reset(target: LockTarget, lock: LockId, context: &Context<'_>) -> bool {
    match target {
        LockTarget::Lock(operand) => may_denote(&context.facts.locks(operand), lock, context.facts),
        LockTarget::Inside(object) => context.names.lock_of(lock).object == object,
        LockTarget::Anything => context.facts.may_be_reached(lock),
    }
}

impl Lattice for Lockset {
    fn join(&mut self, other: &Self) -> bool {
        let mut weaker = false;
        let fewer = self.0.retain(|lock, hold| {
            let Some(held) = other.hold(lock) else {
                return false;
            };
            let joined = Hold {
                mode: hold.mode.max(held.mode),
                depth: hold.depth.min(held.depth),
            };
            weaker |= joined != *hold;
            *hold = joined;
            true
        });
        fewer || weaker
    }
}

/// The digest of locksets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Locksets;

impl Digest for Locksets {
    type Element = Lockset;

    fn start(&self, _names: &Names) -> Lockset {
        Lockset::default()
    }

    fn child(&self, _: &Lockset, _: &Creation, _: &Context<'_>) -> Next<Lockset> {
        Next::To(Lockset::default())
    }

    fn step(&self, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
        let facts = context.facts;
        match *action {
            Action::Lock {
                lock,
                mode,
                kind,
                acquisition,
            } => match facts.locks(lock).definite() {
                Some(lock) => before.lock(lock, mode, kind, acquisition),
                None => Next::Unchanged,
            },
            Action::Unlock { lock } => {
                let operand = facts.locks(lock);
                let uncertain = operand.definite().is_none();
                if is_seeded(Bug::UnlockKeepsLock) || uncertain && is_seeded(Bug::UncertainUnlock) {
                    return Next::Unchanged;
                }
                before.released(|held| may_denote(&operand, held, facts))
            }
            Action::LockReset { target } => before.without(|held| may_reset(target, held, context)),
            _ => Next::Unchanged,
        }
    }

    fn excludes(&self, a: &Lockset, b: &Lockset, _: &Pair<'_>) -> Judgement {
        if let Some(lock) = a.common(b) {
            return Judgement::Excluded(Reason::new("common-lock").text("both accesses hold ").lock(lock));
        }
        if let Some(lock) = a.locks().find(|&lock| b.hold(lock).is_some()) {
            let reason = Reason::new("common-lock-for-reading")
                .text("both accesses hold ")
                .lock(lock);
            return Judgement::NotExcluded(reason.text(" only for reading"));
        }
        Judgement::NotExcluded(
            Reason::new("no-common-lock")
                .text("no lock is held by both for certain: the first access holds ")
                .locks(a.locks())
                .text(", the second ")
                .locks(b.locks()),
        )
    }

    fn render(&self, element: &Lockset, describe: &dyn Describe) -> String {
        let hold = |(lock, hold): (LockId, Hold)| {
            let mode = match hold.mode {
                LockMode::Write => "",
                LockMode::Read => " for reading",
            };
            match hold.depth {
                1 => format!("{}{mode}", describe.lock(lock)),
                depth => format!("{}{mode} × {depth}", describe.lock(lock)),
            }
        };
        let locks: Vec<String> = element.iter().map(hold).collect();
        format!("{{{}}}", locks.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, LockKind, LockMode, LockOperand, LockTarget};
    use crate::names::ObjectId;
    use crate::scenario::{EITHER, Scenario, UNKNOWN, lock};

    #[test]
    fn a_common_lock_excludes_and_different_locks_do_not() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let (one, other) = (scene.lock(start, 0), scene.lock(start, 1));
        assert!(scene.excludes("L", one, one));
        assert!(!scene.excludes("L", one, other));
        assert!(scene.excludes("L", one, scene.lock(other, 0)));
    }

    #[test]
    fn two_readers_race_and_a_reader_does_not_race_with_a_writer() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let reads = scene.then(start, lock(0, LockMode::Read, LockKind::Unknown));
        assert!(!scene.excludes("L", reads, reads));
        assert!(scene.excludes("L", reads, scene.lock(start, 0)));
    }

    #[test]
    fn a_normal_mutex_cannot_be_locked_twice_but_all_others_may() {
        let scene = Scenario::new();
        let held = scene.lock(scene.digests.start(), 0);
        let again = |kind| scene.act(held, lock(0, LockMode::Write, kind));
        assert!(again(LockKind::Normal).is_empty());
        for kind in [LockKind::Recursive, LockKind::ErrorCheck, LockKind::Unknown] {
            assert_eq!(again(kind).len(), 1, "{kind:?}");
        }
    }

    #[test]
    fn a_recursive_mutex_is_held_until_it_is_released_as_often_as_acquired() {
        let scene = Scenario::new();
        let recursive = lock(0, LockMode::Write, LockKind::Recursive);
        let once = scene.then(scene.digests.start(), recursive);
        let twice = scene.then(once, recursive);
        assert!(scene.excludes("L", scene.unlock(twice, 0), once));
        assert!(!scene.excludes("L", scene.unlock(scene.unlock(twice, 0), 0), once));
    }

    #[test]
    fn an_uncertain_unlock_releases_all_that_it_may_and_an_uncertain_lock_acquires_nothing() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let held = scene.lock(start, 1);
        for operand in [EITHER, UNKNOWN] {
            assert!(!scene.excludes("L", scene.unlock(held, operand), held));
            assert_eq!(scene.lock(start, operand), start);
        }
        assert!(scene.excludes("L", scene.unlock(held, 0), held));
    }

    #[test]
    fn a_lock_that_is_reset_leaves_at_any_depth() {
        let scene = Scenario::new();
        let recursive = lock(0, LockMode::Write, LockKind::Recursive);
        let held = scene.then(scene.then(scene.digests.start(), recursive), recursive);
        for target in [
            LockTarget::Lock(LockOperand(0)),
            LockTarget::Inside(ObjectId::new(0)),
            LockTarget::Anything,
        ] {
            let after = scene.then(held, Action::LockReset { target });
            assert!(!scene.excludes("L", after, held), "{target:?}");
        }
    }
}
