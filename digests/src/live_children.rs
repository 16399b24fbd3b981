//! LC, live children: which of the threads that a thread created may still be running, with all that these created.
//!
//! Threads that are started and joined again and again share one id, which is not unique, so J says nothing of them.
//! But their creator knows when none of them is running, and then creates the next one.
//!
//! **Elements.** `(A, c, B)`. Call a thread *finished* for the ego if the ego knows that it has ended, and that all
//! threads have ended that descend from it.
//!
//! - `A`, a map from edges to *one* or *many*: every thread that the ego created at an edge outside of `A` is finished, and
//!   at an edge with *one*, every thread but at most one is.
//! - `c = (t, e)`: the ego was created at `e` by the unique thread `t`; or nothing, if that is not known.
//! - `B`, a map from unique threads to sets of edges: `a` is an ancestor of the ego, and when it created the thread that is,
//!   or leads to, the ego, every thread that `a` had created at an edge outside of `B(a)` was finished for it.
//!
//! **Operations.** `init = (∅, –, ∅)`; `t` is the ego's, or the creator's, id.
//! ```text
//! new((A, c, B), e)      = (∅, (t, e), B ∪ {t ↦ dom A})      if t is unique
//!                        = (∅, –, B)                         otherwise
//! ⟦create e⟧(A, c, B)    = (A ∪ {e ↦ one}, c, B)             if e ∉ dom A, and the creation is executed once
//!                        = (A ∪ {e ↦ many}, c, B)            otherwise
//! ⟦join x⟧(A, c, B)      = (A \ e, c, B)                     if A(e) = one, and whatever thread x is, it was created by
//!                                                            the ego at e, and A [end x] = ∅
//!                        = (A, c, B)                         otherwise
//! ⟦gather e⟧(A, c, B)    = (A \ e, c, B)
//! ```
//! The ego gathers at `e` when it has joined each thread that it created there, and they left nothing running. A thread is joined at most once: joining it again is undefined (POSIX, `pthread_join`). So the thread joined is the one
//! that was left.
//!
//! **Joining.** `A` by union, and *many* prevails; `c` if it is the same; `B` on common threads, by union of their edges.
//!
//! **Why the predicate is sound.** Let `a` be a unique must-ancestor of a thread (TID). From `a` to the thread leads one
//! thread that `a` created; its edge is the next one on the thread's path behind that of `a`, or, where the path ends, one
//! of its set (see [`CreationHistory`](crate::names::CreationHistory)): these are the edges *towards* the thread.
//!
//! - The first access is made by `a`, and no edge towards the second thread is in its `A`. Then each thread that `a` had
//!   created there was finished, and what the others do comes behind their creation.
//! - `a` is an ancestor of both, by different threads that it created. One of them is created later, say that towards the
//!   first access. If no edge towards the second thread is in the first one's `B(a)`, the thread towards it was finished.
//!   As it is not known which one is later, it must hold both ways. The threads differ if no edge leads towards both. If
//!   both threads themselves were created by `a`, they may as well be the same one, whose accesses are in order.

use crate::action::{Action, Repetition};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::must_join::EndSummary;
use crate::names::{Describe, EdgeId, EdgeSet, Names, ThreadId};
use crate::product::Siblings;
use crate::set::{SortedMap, SortedSet};
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Reason};
use pepsin_lattice::Lattice;

/// How many threads created at an edge may be running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Running {
    /// At most one, with all that descend from it.
    One,
    /// Any number.
    Many,
}

/// Which threads may be running that the ego created, and which might have been when it was created itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Children {
    running: SortedMap<EdgeId, Running>,
    created: Option<(ThreadId, EdgeId)>,
    before: SortedMap<ThreadId, SortedSet<EdgeId>>,
}

impl Children {
    /// `A`: how many of the threads may be running that the ego created at each edge.
    pub fn running(&self) -> impl Iterator<Item = (EdgeId, Running)> + '_ {
        self.running.iter().map(|(edge, running)| (edge, *running))
    }

    /// `c`: the unique thread that created the ego, and where, if that is known.
    pub fn created(&self) -> Option<(ThreadId, EdgeId)> {
        self.created
    }

    /// `B`: for unique ancestors, where they had created threads that might be running when they created the ego, or what
    /// leads to it.
    pub fn before(&self) -> impl Iterator<Item = (ThreadId, &SortedSet<EdgeId>)> + '_ {
        self.before.iter()
    }

    /// Whether all threads have ended that the ego created, and all that descend from them.
    pub fn all_finished(&self) -> bool {
        self.running.is_empty()
    }

    /// Takes all that the ego created to be finished.
    pub(crate) fn finish(&mut self) {
        self.running = SortedMap::default();
    }

    /// Takes the ego to be created elsewhere.
    pub(crate) fn adopt(&mut self, created: Option<(ThreadId, EdgeId)>) {
        self.created = created;
    }

    fn creating(&self, edge: EdgeId, repetition: Repetition) -> Next<Self> {
        let running = match repetition == Repetition::Once && !self.running.contains(edge) {
            true => Running::One,
            false => Running::Many,
        };
        let mut after = self.clone();
        let changed = after.running.insert(edge, running) != Some(running);
        Next::from_change(after, changed)
    }

    /// What is known when the thread is joined that `own` created at `edge`, and that left nothing running.
    fn joining(&self, edge: EdgeId) -> Next<Self> {
        match self.running.get(edge) {
            Some(Running::One) => self.gathering(edge),
            Some(Running::Many) | None => Next::Unchanged,
        }
    }

    /// What is known when no thread is running any more that the ego created at `edge`.
    fn gathering(&self, edge: EdgeId) -> Next<Self> {
        let mut after = self.clone();
        let changed = after.running.remove(edge).is_some();
        Next::from_change(after, changed)
    }

    /// Where `own` created the thread that ended like this, if it left nothing running.
    fn finished_child(&self, own: Option<ThreadId>) -> Option<EdgeId> {
        let (creator, edge) = self.created?;
        (own == Some(creator) && self.all_finished()).then_some(edge)
    }
}

impl Lattice for Children {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (edge, &running) in other.running.iter() {
            if self.running.get(edge).is_none_or(|mine| *mine < running) {
                self.running.insert(edge, running);
                changed = true;
            }
        }
        if self.created.is_some() && self.created != other.created {
            self.created = None;
            changed = true;
        }
        let mut more = false;
        let fewer = self.before.retain(|ancestor, edges| {
            let Some(others) = other.before.get(ancestor) else {
                return false;
            };
            more |= edges.unite(others);
            true
        });
        changed || fewer || more
    }
}

/// The digest of live children. It uses thread ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct LiveChildren;

impl LiveChildren {
    /// Where the ego created the thread that it joins, if that is certain whichever it is, and it left nothing running.
    fn joined_at(own: Option<ThreadId>, action: &Action, context: &Context<'_>) -> Option<EdgeId> {
        let Action::Join { thread } = *action else { return None };
        let threads = context.facts.threads(thread);
        let ends: Vec<EndSummary> = threads
            .candidates()?
            .iter()
            .filter_map(|&thread| context.facts.ended(thread))
            .collect();
        let edges: Option<SortedSet<EdgeId>> = ends.iter().map(|end| end.children.finished_child(own)).collect();
        let edges = edges?;
        let edge = edges.iter().next();
        edge.filter(|_| edges.len() == 1)
    }

    /// The first access is made by an ancestor of the second thread.
    fn by_ancestor(element: &Children, one: Siblings<'_>, other: Siblings<'_>, names: &Names) -> Option<Reason> {
        let (own, other) = (one.get::<ThreadIds>()?.own()?, other.get::<ThreadIds>()?.own()?);
        let towards = edges_towards(own, other, names)?;
        let running = element.running.keys().any(|edge| towards.contains(edge));
        (!running).then(|| {
            Reason::new("none-running")
                .text("none of ")
                .thread(other)
                .text(" is running at the access of its ancestor")
        })
    }

    /// Both threads descend from one thread, by different threads that it created.
    fn by_common_ancestor(a: &Children, b: &Children, pair: &Pair<'_>) -> Option<Reason> {
        let first = pair.first.get::<ThreadIds>()?.own()?;
        let second = pair.second.get::<ThreadIds>()?.own()?;
        let one_after_the_other = |(ancestor, before_first): (ThreadId, &SortedSet<EdgeId>)| {
            let before_second = b.before.get(ancestor)?;
            let towards_first = edges_towards(ancestor, first, pair.names)?;
            let towards_second = edges_towards(ancestor, second, pair.names)?;
            let both_created = [a, b].map(|element| element.created.map(|created| created.0)) == [Some(ancestor); 2];
            let apart = both_created || are_disjoint(&towards_first, &towards_second);
            let ordered = !before_first.iter().any(|edge| towards_second.contains(edge))
                && !before_second.iter().any(|edge| towards_first.contains(edge));
            (apart && ordered).then_some(ancestor)
        };
        let ancestor = a.before.iter().find_map(one_after_the_other)?;
        Some(
            Reason::new("one-after-the-other")
                .thread(ancestor)
                .text(" creates what leads to the one access only when what leads to the other has ended, or before"),
        )
    }
}

/// Where `ancestor` may have created the thread that leads to `descendant`, if it is a must-ancestor.
fn edges_towards(ancestor: ThreadId, descendant: ThreadId, names: &Names) -> Option<EdgeSet> {
    let is_ancestor = names.must_ancestor(ancestor, descendant);
    is_ancestor.then(|| names.history(ancestor).edges_towards(&names.history(descendant)))
}

fn are_disjoint(one: &EdgeSet, other: &EdgeSet) -> bool {
    match (one, other) {
        (EdgeSet::Edges(edges), other) | (other, EdgeSet::Edges(edges)) => {
            !edges.iter().any(|&edge| other.contains(edge))
        }
        (EdgeSet::All, EdgeSet::All) => false,
    }
}

impl Digest for LiveChildren {
    type Element = Children;

    fn start(&self, _names: &Names) -> Children {
        Children::default()
    }

    fn child(&self, creator: &Children, creation: &Creation, context: &Context<'_>) -> Next<Children> {
        let own = context.before.get::<ThreadIds>().and_then(|history| history.own());
        let unique = own.filter(|&own| context.names.is_unique(own));
        let mut before = creator.before.clone();
        if let Some(own) = unique {
            before.insert(own, creator.running.keys().collect());
        }
        Next::To(Children {
            running: SortedMap::default(),
            created: unique.map(|own| (own, creation.edge)),
            before,
        })
    }

    fn step(&self, before: &Children, action: &Action, context: &Context<'_>) -> Next<Children> {
        match *action {
            Action::Create { edge, repetition } => return before.creating(edge, repetition),
            Action::Gather { edge } => return before.gathering(edge),
            _ => {}
        }
        let own = context.before.get::<ThreadIds>().and_then(|history| history.own());
        match Self::joined_at(own, action, context) {
            Some(edge) => before.joining(edge),
            None => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Children, action: &Action, seen: &Children, context: &Context<'_>) -> Next<Children> {
        let Action::Join { .. } = action else {
            return self.step(before, action, context);
        };
        let own = context.before.get::<ThreadIds>().and_then(|history| history.own());
        match seen.finished_child(own) {
            Some(edge) => before.joining(edge),
            None => Next::Unchanged,
        }
    }

    fn excludes(&self, a: &Children, b: &Children, pair: &Pair<'_>) -> Judgement {
        let by_ancestor = Self::by_ancestor(a, pair.first, pair.second, pair.names)
            .or_else(|| Self::by_ancestor(b, pair.second, pair.first, pair.names))
            .or_else(|| Self::by_common_ancestor(a, b, pair));
        match by_ancestor {
            Some(reason) => Judgement::Excluded(reason),
            None => Judgement::NotExcluded(
                Reason::new("may-be-running")
                    .text("neither thread is created only when the other one, or what leads to it, has ended"),
            ),
        }
    }

    fn is_silent(&self, element: &Children) -> bool {
        element.running.is_empty() && element.before.is_empty()
    }

    fn render(&self, element: &Children, describe: &dyn Describe) -> String {
        let running: Vec<String> = element
            .running()
            .map(|(edge, running)| match running {
                Running::One => format!("one at {}", describe.edge(edge)),
                Running::Many => format!("many at {}", describe.edge(edge)),
            })
            .collect();
        format!("running: {{{}}}", running.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    /// A thread that creates another one at point 1, joins it, and creates one there again: itself, and both threads.
    fn again(scene: &mut Scenario, start: DigestId) -> (DigestId, DigestId, DigestId) {
        let (running, first) = scene.create(start, 1);
        let joined = scene.join(running, first);
        let (starts, running) = scene.create_each(joined, 1, crate::action::Repetition::Once);
        let second = starts.into_iter().find(|&start| start != first);
        (running, first, second.expect("a second thread starts"))
    }

    #[test]
    fn threads_that_are_joined_before_the_next_one_is_created_do_not_race() {
        let mut scene = Scenario::new();
        let start = scene.digests.start();
        let (running, first, second) = again(&mut scene, start);
        assert!(scene.excludes("LC", first, second) && scene.excludes("LC", second, second));
        assert!(!scene.excludes("LC", running, second));
        let joined = scene.join(running, second);
        assert!(scene.excludes("LC", joined, second) && scene.excludes("LC", joined, first));
    }

    #[test]
    fn threads_that_are_created_while_another_one_is_running_race() {
        let scene = Scenario::new();
        let (running, _) = scene.create(scene.digests.start(), 1);
        let (starts, running) = scene.create_each(running, 1, crate::action::Repetition::Once);
        for &late in &starts {
            assert!(!scene.excludes("LC", late, late) && !scene.excludes("LC", running, late));
        }
    }

    #[test]
    fn one_join_does_not_end_two_threads() {
        let mut scene = Scenario::new();
        let (running, first) = scene.create(scene.digests.start(), 1);
        let (_, running) = scene.create_each(running, 1, crate::action::Repetition::Once);
        let joined = scene.join(running, first);
        assert!(!scene.excludes("LC", joined, first));
    }

    #[test]
    fn what_a_joined_thread_left_running_may_race() {
        let mut scene = Scenario::new();
        let (running, worker) = scene.create(scene.digests.start(), 1);
        let (left, grandchild) = scene.create(worker, 2);
        let joined = scene.join(running, left);
        assert!(!scene.excludes("LC", joined, grandchild));
        let finished = scene.join(left, grandchild);
        let joined = scene.join(running, finished);
        assert!(scene.excludes("LC", joined, grandchild));
    }

    #[test]
    fn threads_of_one_child_are_not_ordered_by_its_creator() {
        let scene = Scenario::new();
        let (_, worker) = scene.create(scene.digests.start(), 1);
        let (worker, one) = scene.create(worker, 2);
        let (_, other) = scene.create(worker, 3);
        assert!(!scene.excludes("LC", one, other));
    }
}
