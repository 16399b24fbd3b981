//! TID, the thread id: who the thread is by its creation history, and which threads it has created so far.
//!
//! **Elements.** `(t, C, M)`: the ego's id is `t` (of any thread, if unknown), it has created threads at edges in `C`
//! only, and more than one at edges in `M` only (Schwarz and Erhard, 2025, section 5; the ids are explained at
//! [`CreationHistory`](crate::names::CreationHistory)).
//!
//! **Operations.**
//! ```text
//! init                  = (main, ∅, ∅)
//! new((t, C, M), e)     = {(t ∘ e, ∅, ∅)}                        if e ∉ C and the creation is executed once
//!                       = {(t ∘ e, ∅, ∅), (t ∘∘ e, ∅, ∅)}        otherwise, where t ∘∘ e = (p, S ∪ {e}) is not unique
//! ⟦create e⟧(t, C, M)   = (t, C ∪ {e}, M)                        if e ∉ C and the creation is executed once
//!                       = (t, C ∪ {e}, M ∪ {e})                  otherwise
//! ⟦observe⟧(A0, A1)     = ∅ if t1 is definitely not started, seen from A0; else A0
//! ```
//!
//! *Definitely not started.* Seen from `(t, C, M)`, no thread with id `t'` runs if `t` is a must-ancestor of `t'`, and
//! none of the ids that `t` composed from `C`, and from `M` the non-unique ones, is `t'` or a may-ancestor of `t'`: then
//! every thread with id `t'` descends from a creation that `t` has yet to do.
//!
//! **Joining.** `C` and `M` by union. The own id is never joined by the semantics; two different ones become unknown.
//!
//! **Why the predicate is sound.** Accesses of one unique thread are in program order. If `t'` is definitely not
//! started, seen from the access of `t`, that access comes before a creation from which the thread of the other access
//! descends (the paper's equation 15, there for `may_run`).

use crate::action::{Action, Repetition};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::names::{Describe, EdgeId, Names, ThreadId};
use crate::set::SortedSet;
use crate::verdict::{Judgement, Reason};
use pepsin_lattice::Lattice;

/// Who the thread is, and what it has created so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThreadHistory {
    /// `t`; nothing if it is not known.
    own: Option<ThreadId>,
    /// `C`: where it may have created threads.
    created: SortedSet<EdgeId>,
    /// `M`: where it may have created more than one.
    again: SortedSet<EdgeId>,
}

impl ThreadHistory {
    /// A thread that has created nothing yet.
    pub fn newborn(own: Option<ThreadId>) -> Self {
        Self {
            own,
            created: SortedSet::default(),
            again: SortedSet::default(),
        }
    }

    /// The thread's own id, if it is known.
    pub fn own(&self) -> Option<ThreadId> {
        self.own
    }

    /// The thread's own id; [`Names::ANY_THREAD`] if it is not known.
    pub fn own_or_any(&self) -> ThreadId {
        self.own.unwrap_or(Names::ANY_THREAD)
    }

    /// The edges at which the thread may have created threads.
    pub fn created_at(&self) -> &SortedSet<EdgeId> {
        &self.created
    }

    /// The edges at which the thread may have created more than one thread.
    pub fn created_again_at(&self) -> &SortedSet<EdgeId> {
        &self.again
    }

    /// The ids of all threads that the thread may have created itself.
    pub fn created_ids(&self, names: &Names) -> SortedSet<ThreadId> {
        let Some(own) = self.own else {
            let something = !self.created.is_empty();
            return something.then_some(Names::ANY_THREAD).into_iter().collect();
        };
        let first = self.created.iter().map(|edge| names.compose(own, edge));
        let again = self.again.iter();
        first.chain(again.map(|edge| names.compose_again(own, edge))).collect()
    }

    /// Whether, seen from here, no thread with id `other` is started.
    pub fn not_started(&self, other: ThreadId, names: &Names) -> bool {
        let Some(own) = self.own else { return false };
        names.must_ancestor(own, other)
            && !self
                .created_ids(names)
                .iter()
                .any(|created| created == other || names.may_ancestor(created, other))
    }

    /// Whether both belong to the one thread with a unique id.
    pub fn same_unique(&self, other: &Self, names: &Names) -> bool {
        self.own.is_some_and(|own| names.is_unique(own)) && self.own == other.own
    }

    /// The ids of the threads that creating at `edge` may start: the first one there, and a further one if there may
    /// have been one before. Nothing if the own id is not known.
    pub fn creates(&self, edge: EdgeId, repetition: Repetition, names: &Names) -> SortedSet<ThreadId> {
        let Some(own) = self.own else {
            return SortedSet::default();
        };
        let again = self.creates_again(edge, repetition);
        let again = again.then(|| names.compose_again(own, edge));
        let first = core::iter::once(names.compose(own, edge));
        first.chain(again).collect()
    }

    /// Whether creating at `edge` may be another creation there.
    fn creates_again(&self, edge: EdgeId, repetition: Repetition) -> bool {
        repetition == Repetition::MaybeAgain || self.created.contains(edge)
    }
}

impl Lattice for ThreadHistory {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        if self.own.is_some() && self.own != other.own {
            self.own = None;
            changed = true;
        }
        changed |= self.created.unite(&other.created);
        changed |= self.again.unite(&other.again);
        changed
    }
}

/// The digest of thread ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct ThreadIds;

impl Digest for ThreadIds {
    type Element = ThreadHistory;

    fn start(&self, _names: &Names) -> ThreadHistory {
        ThreadHistory::newborn(Some(Names::MAIN))
    }

    fn child(&self, creator: &ThreadHistory, creation: &Creation, context: &Context<'_>) -> Next<ThreadHistory> {
        if creator.own.is_none() {
            return Next::To(ThreadHistory::newborn(None));
        }
        let ids = creator.creates(creation.edge, creation.repetition, context.names);
        let starts = ids.iter().map(|id| ThreadHistory::newborn(Some(id)));
        Next::Either(starts.collect())
    }

    fn step(&self, before: &ThreadHistory, action: &Action, _: &Context<'_>) -> Next<ThreadHistory> {
        let Action::Create { edge, repetition } = *action else {
            return Next::Unchanged;
        };
        let mut after = before.clone();
        let mut changed = after.created.insert(edge);
        if before.creates_again(edge, repetition) {
            changed |= after.again.insert(edge);
        }
        Next::from_change(after, changed)
    }

    fn observe(
        &self,
        before: &ThreadHistory,
        action: &Action,
        seen: &ThreadHistory,
        context: &Context<'_>,
    ) -> Next<ThreadHistory> {
        match seen.own {
            Some(other) if before.not_started(other, context.names) => Next::Impossible,
            _ => self.step(before, action, context),
        }
    }

    fn excludes(&self, a: &ThreadHistory, b: &ThreadHistory, pair: &Pair<'_>) -> Judgement {
        let names = pair.names;
        if a.same_unique(b, names) {
            let reason = Reason::new("same-thread").text("both accesses are made by ");
            return Judgement::Excluded(reason.thread(a.own_or_any()));
        }
        for (one, other, side) in [(a, b, "first"), (b, a, "second")] {
            let Some(late) = other.own else { continue };
            if one.not_started(late, names) {
                let reason = Reason::new("not-started").thread(late);
                return Judgement::Excluded(reason.text(format!(" is not started when the {side} access is made")));
            }
        }
        Judgement::NotExcluded(may_run_reason(a.own_or_any(), b.own_or_any(), names))
    }

    fn render(&self, element: &ThreadHistory, describe: &dyn Describe) -> String {
        let own = element.own.map(|own| describe.thread(own));
        let edges = |edges: &SortedSet<EdgeId>| {
            let edges: Vec<String> = edges.iter().map(|edge| describe.edge(edge)).collect();
            edges.join(", ")
        };
        format!(
            "{}, created at {{{}}}, again at {{{}}}",
            own.as_deref().unwrap_or("any thread"),
            edges(&element.created),
            edges(&element.again)
        )
    }
}

/// Why the threads of two accesses may be running at once.
fn may_run_reason(a: ThreadId, b: ThreadId, names: &Names) -> Reason {
    if a == b {
        return Reason::new("several-instances")
            .text("several threads may be ")
            .thread(a)
            .text(", and run at the same time");
    }
    if !names.is_unique(a) && !names.is_unique(b) {
        return Reason::new("may-run")
            .thread(a)
            .text(" and ")
            .thread(b)
            .text(", of each of which there may be several, may be running at the same time");
    }
    Reason::new("may-run")
        .thread(a)
        .text(" and ")
        .thread(b)
        .text(" may be running at the same time")
}

#[cfg(test)]
mod tests {
    use crate::action::Repetition;
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    #[test]
    fn an_access_before_a_creation_does_not_race_with_the_created_thread_or_its_descendants() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let (both, worker) = scene.create(start, 1);
        let (worker, grandchild) = scene.create(worker, 2);
        for late in [worker, grandchild] {
            assert!(scene.excludes("TID", start, late));
            assert!(!scene.excludes("TID", both, late));
        }
    }

    #[test]
    fn unique_threads_do_not_race_with_themselves_and_threads_created_again_do() {
        let scene = Scenario::new();
        let (again, worker) = scene.create(scene.digests.start(), 1);
        let (starts, _) = scene.create_each(again, 1, Repetition::Once);
        assert_eq!(starts.len(), 2);
        let is_other = |start: &DigestId| scene.digests.thread(*start) != scene.digests.thread(worker);
        let others: Vec<_> = starts.into_iter().filter(is_other).collect();
        assert!(scene.excludes("TID", worker, worker));
        assert!(!scene.excludes("TID", others[0], others[0]));
        assert!(!scene.excludes("TID", worker, others[0]));
    }

    #[test]
    fn a_creation_in_a_loop_starts_a_unique_thread_and_others() {
        let scene = Scenario::new();
        let start = scene.digests.start();
        let (starts, goes_on) = scene.create_each(start, 1, Repetition::MaybeAgain);
        let names = scene.digests.names();
        let unique = starts.iter().filter(|&&id| names.is_unique(scene.digests.thread(id)));
        assert_eq!((starts.len(), unique.count()), (2, 1));
        assert!(starts.iter().all(|&late| scene.excludes("TID", start, late)));
        assert!(starts.iter().all(|&late| !scene.excludes("TID", goes_on, late)));
    }

    #[test]
    fn threads_that_create_themselves_have_finitely_many_ids() {
        let scene = Scenario::new();
        let mut id = scene.digests.start();
        for _ in 0..10 {
            id = scene.create(id, 1).1;
        }
        assert_eq!(scene.digests.thread(id), scene.digests.thread(scene.create(id, 1).1));
        assert!(!scene.digests.names().is_unique(scene.digests.thread(id)));
    }
}
