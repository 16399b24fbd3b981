//! TF, the thread flag: whether the thread is main, and whether any other thread may be running.
//!
//! **Elements.** A non-empty set of flags; it stands for the local traces that have one of them:
//! - `ST_main`: the ego is main and has started nothing;
//! - `SJ_main`: the ego is main, and everything ever started has ended, which the ego knows because all was joined;
//! - `MT_main`: the ego is main and has started something (what has `SJ_main` has `MT_main`, too);
//! - `MT`: the ego is another thread.
//!
//! **Operations.** `init = {ST_main}`, `new(A, u) = {MT}`, all others flag by flag:
//! ```text
//! ⟦create⟧(F)        = MT if F = MT, else MT_main
//! ⟦observe⟧(F0, F1)  = ∅ if F0 = ST_main and F1 ≠ ST_main, else F0
//! ⟦join⟧(MT_main)    = SJ_main if every thread ever created is unique and certainly ended, and so on for what these
//!                      created; else MT_main
//! ```
//! Main with `ST_main` cannot observe what another thread, or what it did after creating one, left. Main with `SJ_main`
//! does observe what ended threads left. What was created and what has ended is known by the siblings TID and J; without
//! them there is no `SJ_main`.
//!
//! **Joining.** Union. (Schwarz and Erhard, 2025, join two different flags of main to `MT_main`. A set tells more: main is
//! still alone after a branch that started threads and joined them, and one that did not.)
//!
//! **Why the predicate is sound.** With `ST_main`, every other thread's access comes after a creation that main has yet
//! to do. With `SJ_main`, another thread's access comes before an end that main knows, or after a creation that main has
//! yet to do. With main on both sides, program order holds. For sets, every flag of one side must exclude every flag of
//! the other; as flags of one side are all main or all not, that is to say: one side is alone, or both are main.

use crate::action::Action;
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::must_join::MustJoins;
use crate::names::{Describe, Names};
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Reason};
use core::fmt;
use pepsin_lattice::Lattice;

/// Which thread this is, and what else may be running: a set of flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadFlag(u8);

impl ThreadFlag {
    /// `ST_main`: main, and nothing was started.
    pub const ALONE: Self = Self(1);
    /// `SJ_main`: main, and everything ever started has ended.
    pub const ALONE_AGAIN: Self = Self(2);
    /// `MT_main`: main, and something was started. What was started may have ended, so this contains `SJ_main`.
    pub const MAIN: Self = Self(4 | Self::ALONE_AGAIN.0);
    /// `MT`: another thread.
    pub const OTHER: Self = Self(8);

    /// Whether every flag of this set is in `other`.
    pub fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the thread is certainly main.
    pub fn is_main(self) -> bool {
        !Self::OTHER.is_subset(self)
    }

    /// Whether certainly no other thread is running.
    pub fn is_alone(self) -> bool {
        self.is_subset(Self(Self::ALONE.0 | Self::ALONE_AGAIN.0))
    }

    /// Whether certainly no other thread was started yet.
    pub fn is_alone_at_first(self) -> bool {
        self.is_subset(Self::ALONE)
    }

    /// Whether perhaps no other thread was started yet.
    pub fn may_be_alone_at_first(self) -> bool {
        Self::ALONE.is_subset(self)
    }

    /// `⟦create⟧`: whatever main was, it now has started something.
    fn after_creation(self) -> Self {
        match Self(self.0 & Self::OTHER.0) {
            others if others == self => self,
            others => Self(others.0 | Self::MAIN.0),
        }
    }

    /// `⟦join⟧` after which everything has ended.
    fn after_last_join(self) -> Self {
        Self(self.0 & !Self::MAIN.0 | self.0 & Self::ALONE_AGAIN.0)
    }
}

impl fmt::Display for ThreadFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let main = if Self::MAIN.is_subset(*self) {
            (Self::MAIN, "MT_main")
        } else {
            (Self::ALONE_AGAIN, "SJ_main")
        };
        let flags = [(Self::ALONE, "ST_main"), main, (Self::OTHER, "MT")];
        let possible = flags.iter().filter(|(flag, _)| flag.is_subset(*self));
        let names: Vec<&str> = possible.map(|&(_, name)| name).collect();
        f.write_str(&names.join(" or "))
    }
}

impl Lattice for ThreadFlag {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0;
        self.0 |= other.0;
        self.0 != before
    }
}

/// The digest of thread flags.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadFlags;

impl ThreadFlags {
    /// Whether all that was ever created, and all that this created in turn, has certainly ended.
    fn everything_has_ended(context: &Context<'_>) -> bool {
        let threads = context.after.get::<ThreadIds>();
        let joined = context.after.get::<MustJoins>();
        match (threads, joined) {
            (Some(threads), Some(joined)) => joined.cover(&threads.created_ids(context.names)),
            _ => false,
        }
    }
}

impl Digest for ThreadFlags {
    type Element = ThreadFlag;

    fn start(&self, _names: &Names) -> ThreadFlag {
        ThreadFlag::ALONE
    }

    fn child(&self, _: &ThreadFlag, _: &Creation, _: &Context<'_>) -> Next<ThreadFlag> {
        Next::To(ThreadFlag::OTHER)
    }

    fn step(&self, before: &ThreadFlag, action: &Action, context: &Context<'_>) -> Next<ThreadFlag> {
        match action {
            Action::Create { .. } => Next::To(before.after_creation()),
            Action::Join { .. } if ThreadFlag::MAIN.is_subset(*before) && Self::everything_has_ended(context) => {
                Next::To(before.after_last_join())
            }
            _ => Next::Unchanged,
        }
    }

    fn observe(
        &self,
        before: &ThreadFlag,
        action: &Action,
        seen: &ThreadFlag,
        context: &Context<'_>,
    ) -> Next<ThreadFlag> {
        if ThreadFlag::ALONE.is_subset(*seen) {
            return self.step(before, action, context);
        }
        // Only the flags other than ST_main can observe this; the others go on as in a step.
        let observers = ThreadFlag(before.0 & !ThreadFlag::ALONE.0);
        if observers.0 == 0 {
            return Next::Impossible;
        }
        match self.step(&observers, action, context) {
            Next::Unchanged => Next::from_change(observers, observers != *before),
            next => next,
        }
    }

    fn excludes(&self, a: &ThreadFlag, b: &ThreadFlag, _: &Pair<'_>) -> Judgement {
        let alone = |flag: &ThreadFlag| flag.is_alone();
        if alone(a) || alone(b) {
            let side = if alone(a) { "first" } else { "second" };
            let flag = if alone(a) { a } else { b };
            let words = match *flag {
                ThreadFlag::ALONE => "before any thread was started",
                _ => "by main while no thread is running",
            };
            let reason = Reason::new("main-alone");
            return Judgement::Excluded(reason.text(format!("the {side} access is made {words}")));
        }
        if a.is_main() && b.is_main() {
            let reason = Reason::new("both-main");
            return Judgement::Excluded(reason.text("both accesses are made by main"));
        }
        Judgement::NotExcluded(
            Reason::new("multi-threaded").text("both accesses are made while several threads may be running"),
        )
    }

    fn render(&self, element: &ThreadFlag, _: &dyn Describe) -> String {
        element.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::ThreadFlag;
    use crate::scenario::Scenario;

    #[test]
    fn main_is_alone_until_it_creates_and_again_when_it_has_joined_all() {
        let mut scene = Scenario::new();
        let start = scene.digests.start();
        let (both, worker) = scene.create(start, 1);
        let after = scene.join(both, worker);
        let flags = [start, both, worker, after].map(|id| scene.digests.thread_flag(id));
        let expected = [
            ThreadFlag::ALONE,
            ThreadFlag::MAIN,
            ThreadFlag::OTHER,
            ThreadFlag::ALONE_AGAIN,
        ];
        assert_eq!(flags, expected);
        assert!(scene.excludes("TF", start, worker) && scene.excludes("TF", after, worker));
        assert!(!scene.excludes("TF", both, worker) && scene.excludes("TF", both, both));
    }

    #[test]
    fn main_is_not_alone_while_a_thread_runs_that_a_joined_thread_created() {
        let mut scene = Scenario::new();
        let (both, worker) = scene.create(scene.digests.start(), 1);
        let (worker, grandchild) = scene.create(worker, 2);
        let joined = scene.join(both, worker);
        assert_eq!(scene.digests.thread_flag(joined), ThreadFlag::MAIN);
        // The grandchild can be joined by main as well as by the one that created it.
        let joined = scene.join(joined, grandchild);
        assert_eq!(scene.digests.thread_flag(joined), ThreadFlag::ALONE_AGAIN);
    }

    #[test]
    fn main_is_not_alone_after_joining_one_of_several_threads_of_one_edge() {
        let mut scene = Scenario::new();
        let (first, worker) = scene.create(scene.digests.start(), 1);
        let (second, _) = scene.create(first, 1);
        let joined = scene.join(second, worker);
        assert_eq!(scene.digests.thread_flag(joined), ThreadFlag::MAIN);
    }

    #[test]
    fn main_is_still_alone_behind_a_branch_that_joined_what_it_created() {
        let mut scene = Scenario::new();
        let start = scene.digests.start();
        let (both, worker) = scene.create(start, 1);
        let after = scene.join(both, worker);
        let merged = scene.digests.join(start, after);
        assert!(scene.digests.thread_flag(merged).is_alone());
        assert!(!scene.digests.thread_flag(scene.digests.join(start, both)).is_alone());
    }
}
