//! J, must-join: which threads have certainly ended.
//!
//! **Elements.** A map `J` from unique thread ids to sets of thread ids: if `J(t) = X`, the ego knows that `t` has
//! ended, and all threads that `t` itself ever created have ids in `X`
//! (Schwarz and Erhard, 2025, section 5; the sets `X` take the place of the flag *clean* there, see below).
//!
//! **Operations.** `init = ∅`.
//! ```text
//! new(J, e)        = J without the id of the created thread
//! ⟦create e⟧(J)    = J without the ids of the created thread
//! ⟦join x⟧(J)      = J ∪ {t ↦ created [end t]} ∪ joined [end t]    if x is exactly one unique thread t
//!                  = J                                             otherwise
//!                  = ∅                                             if t never ends
//! ⟦observe⟧(J0, J1) = ∅ if the ego's own unique id is in J1, or if some id in J1 is definitely not started at the ego
//! ```
//! `[end t]` is joined over every end of `t`: return, exit at any depth, cancellation.
//!
//! *Clean.* Main is alone again (`SJ_main`, see TF) when all it ever created has ended, and all that these created, and
//! so on. That is the closure [`Joined::cover`]: starting from the ids that main created, each must be in `J`, and then
//! the ids in its `J(t)`. An id that is not unique is never in `J`. A flag at `[end t]`, that `t` has joined all it
//! created, would do as well, but misses threads that main joins in their creator's place.
//!
//! **Joining.** Intersection of the ids, union of their sets.
//!
//! **Why the predicate is sound.** An ended thread's access comes before its end, which comes before the access that
//! knows it. If the first access knows that `x` has ended, while at the second `x` is definitely not started (TID), then
//! the second comes before the creation of `x`, and so before the first. These are exactly the pairs for which
//! observing is impossible in one direction: the predicate is that of Proposition 2.

use crate::action::Action;
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::live_children::{Children, LiveChildren};
use crate::names::{Describe, Names, ThreadId};
use crate::product::Siblings;
use crate::set::{SortedMap, SortedSet};
use crate::thread_id::{ThreadHistory, ThreadIds};
use crate::verdict::{Judgement, Piece, Reason};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The threads that have certainly ended, each with the ids of all that it may have created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Joined(SortedMap<ThreadId, SortedSet<ThreadId>>);

impl Joined {
    /// Whether the thread has certainly ended.
    pub fn contains(&self, thread: ThreadId) -> bool {
        self.0.contains(thread)
    }

    /// The threads that have certainly ended, in ascending order.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.0.keys()
    }

    /// The ids of all threads that an ended thread may have created itself.
    pub fn created_by(&self, thread: ThreadId) -> Option<&SortedSet<ThreadId>> {
        self.0.get(thread)
    }

    /// Whether all of `created`, and all that these created in turn, has certainly ended.
    pub fn cover(&self, created: &SortedSet<ThreadId>) -> bool {
        let mut known: SortedSet<ThreadId> = SortedSet::default();
        let mut open: Vec<ThreadId> = created.iter().collect();
        while let Some(thread) = open.pop() {
            let Some(created) = self.0.get(thread) else {
                return false;
            };
            if known.insert(thread) {
                open.extend(created.iter());
            }
        }
        true
    }

    pub(crate) fn add(&mut self, thread: ThreadId, created: &SortedSet<ThreadId>) {
        match self.0.get_mut(thread) {
            // Both sets are complete.
            Some(known) => {
                known.intersect(created);
            }
            None => {
                self.0.insert(thread, created.clone());
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        for (thread, created) in other.0.iter() {
            self.add(thread, created);
        }
    }

    /// `J` without the id of a created thread; nothing is left if that is not known.
    fn without_created(&self, created: Option<ThreadId>) -> Next<Self> {
        let mut rest = self.0.clone();
        let changed = rest.retain(|thread, _| created.is_some_and(|created| created != thread));
        Next::from_change(Self(rest), changed)
    }

    /// `⟦join⟧` of the unique thread `thread`, which ended as `end` says.
    fn joining(&self, thread: ThreadId, end: &EndSummary) -> Next<Self> {
        let mut after = self.clone();
        after.add(thread, &end.created);
        after.add_all(&end.joined);
        Next::from_change(after.clone(), after != *self)
    }
}

impl Lattice for Joined {
    fn join(&mut self, other: &Self) -> bool {
        let mut more = false;
        let fewer = self.0.retain(|thread, created| {
            let Some(others) = other.created_by(thread) else {
                return false;
            };
            more |= created.unite(others);
            true
        });
        fewer || more
    }
}

/// `[end t]`: what is known whenever a thread has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EndSummary {
    /// The threads that have certainly ended by then.
    pub joined: Joined,
    /// The ids of all threads that the thread may have created itself.
    pub created: SortedSet<ThreadId>,
    /// Which of the threads that it created may still be running.
    pub children: Children,
}

impl EndSummary {
    /// The summary that knows nothing: nothing was joined, and any thread may have been created.
    pub fn unknown() -> Self {
        Self {
            joined: Joined::default(),
            created: [Names::ANY_THREAD].into_iter().collect(),
            children: Children::default(),
        }
    }

    /// The summary of one end, from the components of the product at that end.
    pub(crate) fn of(siblings: Siblings<'_>, names: &Names) -> Self {
        let joined = siblings.get::<MustJoins>();
        let history = siblings.get::<ThreadIds>();
        let Some(history) = history else {
            return Self::unknown();
        };
        let children = siblings.get::<LiveChildren>();
        Self {
            joined: joined.map(|joined| (*joined).clone()).unwrap_or_default(),
            created: history.created_ids(names),
            children: children.map(|children| (*children).clone()).unwrap_or_default(),
        }
    }
}

impl Lattice for EndSummary {
    fn join(&mut self, other: &Self) -> bool {
        let joined = self.joined.join(&other.joined);
        let created = self.created.unite(&other.created);
        let children = self.children.join(&other.children);
        joined || created || children
    }
}

/// The digest of must-joins.
#[derive(Clone, Copy, Debug, Default)]
pub struct MustJoins;

impl MustJoins {
    /// An id in `joined` that is definitely not started, seen from `history`.
    fn unstarted(joined: &Joined, history: &ThreadHistory, names: &Names) -> Option<ThreadId> {
        let mut ids = joined.threads();
        ids.find(|&thread| history.not_started(thread, names))
    }

    /// The ended thread, if one trace of an end is observed and belongs to a unique thread.
    fn observed_end(seen: Siblings<'_>, names: &Names) -> Option<ThreadId> {
        let own = seen.get::<ThreadIds>()?.own()?;
        names.is_unique(own).then_some(own)
    }
}

impl Digest for MustJoins {
    type Element = Joined;

    fn start(&self, _names: &Names) -> Joined {
        Joined::default()
    }

    fn child(&self, creator: &Joined, _: &Creation, context: &Context<'_>) -> Next<Joined> {
        let child = context.after.get::<ThreadIds>();
        creator.without_created(child.and_then(|history| history.own()))
    }

    fn step(&self, before: &Joined, action: &Action, context: &Context<'_>) -> Next<Joined> {
        let names = context.names;
        match *action {
            Action::Create { edge, .. } => {
                let creator = context.before.get::<ThreadIds>();
                let own = creator.and_then(|history| history.own());
                before.without_created(own.map(|own| names.compose(own, edge)))
            }
            Action::Join { thread } => match context.facts.threads(thread).definite() {
                Some(thread) if names.is_unique(thread) => match context.facts.ended(thread) {
                    Some(end) => before.joining(thread, &end),
                    None => Next::Impossible,
                },
                _ if is_seeded(Bug::JoinOfAny) => {
                    let threads = context.facts.threads(thread);
                    let first = threads.candidates().and_then(|threads| threads.first());
                    first.map_or(Next::Unchanged, |first| before.joining(*first, &EndSummary::default()))
                }
                _ => Next::Unchanged,
            },
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Joined, action: &Action, seen: &Joined, context: &Context<'_>) -> Next<Joined> {
        let names = context.names;
        if let Some(ego) = context.before.get::<ThreadIds>() {
            let has_ended = ego.own().is_some_and(|own| seen.contains(own));
            if has_ended || Self::unstarted(seen, &ego, names).is_some() {
                return Next::Impossible;
            }
        }
        let ended = context
            .seen
            .and_then(|seen| Some((Self::observed_end(seen, names)?, seen)));
        match (action, ended) {
            (Action::Join { .. }, Some((thread, seen))) => before.joining(thread, &EndSummary::of(seen, names)),
            _ => self.step(before, action, context),
        }
    }

    fn excludes(&self, a: &Joined, b: &Joined, pair: &Pair<'_>) -> Judgement {
        let sides = [(a, pair.second, "second", "first"), (b, pair.first, "first", "second")];
        for (joined, other, other_side, side) in sides {
            let Some(history) = other.get::<ThreadIds>() else {
                continue;
            };
            if let Some(ended) = history.own().filter(|&own| joined.contains(own)) {
                let reason = Reason::new("joined").thread(ended);
                return Judgement::Excluded(reason.text(format!(" has ended before the {side} access is made")));
            }
            if let Some(late) = Self::unstarted(joined, &history, pair.names) {
                let reason = Reason::new("joined-not-started").thread(late);
                return Judgement::Excluded(reason.text(format!(
                    " has ended before the {side} access, and is not started at the {other_side}"
                )));
            }
        }
        let threads = |joined: &Joined| Piece::Threads(joined.threads().collect());
        let reason = Reason::new("not-joined");
        Judgement::NotExcluded(match (a.threads().next(), b.threads().next()) {
            (None, None) => reason.text("neither access comes behind a join that has certainly happened"),
            _ => reason
                .text("neither access comes behind the end of the other's thread: ended before the first are ")
                .piece(threads(a))
                .text(", before the second ")
                .piece(threads(b)),
        })
    }

    fn render(&self, element: &Joined, describe: &dyn Describe) -> String {
        let threads: Vec<String> = element.threads().map(|t| describe.thread(t)).collect();
        format!("{{{}}}", threads.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, JoinOperand};
    use crate::scenario::Scenario;

    #[test]
    fn an_access_behind_a_join_does_not_race_with_the_joined_thread_or_those_that_it_joined() {
        let mut scene = Scenario::new();
        let (both, worker) = scene.create(scene.digests.start(), 1);
        let (waiting, grandchild) = scene.create(worker, 2);
        let worker = scene.join(waiting, grandchild);
        let after = scene.join(both, worker);
        assert!(scene.excludes("J", after, worker) && scene.excludes("J", after, grandchild));
        assert!(!scene.excludes("J", both, worker));
    }

    #[test]
    fn what_a_thread_left_running_is_not_joined_with_it() {
        let mut scene = Scenario::new();
        let (both, worker) = scene.create(scene.digests.start(), 1);
        let (worker, grandchild) = scene.create(worker, 2);
        let after = scene.join(both, worker);
        assert!(!scene.excludes("J", after, grandchild));
    }

    #[test]
    fn a_created_thread_knows_who_has_ended_before_its_creation() {
        let mut scene = Scenario::new();
        let (both, first) = scene.create(scene.digests.start(), 1);
        let between = scene.join(both, first);
        let (_, second) = scene.create(between, 2);
        assert!(scene.excludes("J", first, second));
    }

    #[test]
    fn a_thread_that_never_ends_cannot_be_joined() {
        let scene = Scenario::new();
        let (both, worker) = scene.create(scene.digests.start(), 1);
        let number = u64::from(scene.digests.thread(worker));
        let thread = JoinOperand(u32::try_from(number).expect("ids are 32 bits wide"));
        assert!(scene.act(both, Action::Join { thread }).is_empty());
    }

    #[test]
    fn an_access_before_the_creation_of_a_thread_does_not_race_with_one_behind_its_end() {
        let mut scene = Scenario::new();
        let (main, helper) = scene.create(scene.digests.start(), 1);
        let (waiting, worker) = scene.create(helper, 2);
        let behind = scene.join(main, worker);
        assert!(scene.excludes("J", helper, behind));
        assert!(!scene.excludes("J", waiting, behind));
    }
}
