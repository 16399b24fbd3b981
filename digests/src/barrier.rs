//! B, barriers: at which barriers threads have arrived, and how often.
//!
//! **Elements.** [`Counts`] of arrivals: the ego has arrived at `b` at most `most(b)` and at least `least(b)` times, and the
//! arrival with number `observed(t, b)`, of the unique thread `t`, is in its past. And of loops, in which these counts are soon any number,
//! the congruence `rounds(b)`: the number of times that the ego has arrived at `b` is in that class. And the barriers at which the ego *serves*:
//! it was told that it is the one to do what is to be done once in the round that it passed last, and has not arrived again.
//!
//! **Operations.** `init` knows nothing, and a created thread inherits what was observed; both have arrived nowhere.
//! ```text
//! ⟦arrive b⟧(A)      = A with one more arrival at all that b may be, at least one more, and one more round, if b is definite; the ego serves there no more
//! ⟦pass b⟧(A)        = A with observed(t, b) ≥ least(b) for all t that wait at b    if as many unique threads do as b counts
//!                    = ∅                                                            if fewer do
//!                    = A                                                            otherwise, or if this is not known
//! ⟦serve b⟧(A)       = A where the ego serves at b
//! ⟦observe⟧(A0, A1)  = A0 with what A1 has observed, and then as the action says
//! ```
//! Who waits at `b`, in the whole program, and how many it counts, is a fact of the solution. If these are `n` unique
//! threads and the count is `n`, then each round consists of one arrival of each of them, because a thread that has arrived
//! waits for the round to end. So what ends the ego's round `k` are the arrivals with number `k`.
//!
//! **Why the predicate is sound.** See the order that [`Counts`] give: the first access comes behind an arrival of the
//! second one's thread that the second access comes before.
//!
//! **In step.** If `t₁` and `t₂` wait at `b`, as one of them has observed, and `rounds₁(b)` and `rounds₂(b)` have no number in common, then one
//! of the accesses stands behind more rounds than the other one, say behind round `k`. That round began with the `k`th arrival of the other
//! thread, which lies behind the other access. So the phases of a loop are in order, whatever its number of rounds.
//!
//! **Served.** If both threads wait at `b`, and both serve there, they do not so behind the same round, of which one thread serves (POSIX.1-2017,
//! `pthread_barrier_wait`). So one of the accesses stands behind more rounds than the other one, and they are in order, as above.

use crate::action::Action;
use crate::congruence::Congruence;
use crate::counting::{Counts, informed, order};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{BarrierUse, MayBe};
use crate::names::{BarrierId, Describe, Names, ThreadId};
use crate::product::Siblings;
use crate::set::{SortedMap, SortedSet};
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Piece, Reason};
use pepsin_lattice::Lattice;

/// How often threads have arrived at barriers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arrivals {
    counts: Counts<BarrierId>,
    /// `rounds`; a barrier without an entry has seen none of the ego. There are none if the ego may have arrived anywhere: then nothing is known.
    rounds: SortedMap<BarrierId, Congruence>,
    /// The barriers at which the ego serves.
    serving: SortedSet<BarrierId>,
}

impl Arrivals {
    /// The arrivals between bounds, and those of others.
    pub fn counts(&self) -> &Counts<BarrierId> {
        &self.counts
    }

    /// Whether the ego serves at a barrier.
    pub(crate) fn serves(&self, barrier: BarrierId) -> bool {
        self.serving.contains(barrier)
    }

    pub(crate) fn serve(&mut self, barrier: BarrierId) {
        self.serving.insert(barrier);
    }

    /// How often the ego has arrived at a barrier.
    pub(crate) fn rounds(&self, barrier: BarrierId) -> Congruence {
        if self.counts.is_anywhere() {
            return Congruence::ANY;
        }
        self.rounds.get(barrier).copied().unwrap_or(Congruence::ZERO)
    }

    fn arrive(&mut self, operand: &MayBe<BarrierId>) {
        self.counts.contribute(operand);
        if let Some(barrier) = operand.definite() {
            self.counts.count(barrier);
        }
        if self.counts.is_anywhere() {
            self.rounds = SortedMap::default();
            self.serving = SortedSet::default();
            return;
        }
        for barrier in operand.candidates().into_iter().flatten().copied() {
            let before = self.rounds(barrier);
            let mut after = before.next();
            if operand.definite().is_none() {
                after.join(&before);
            }
            self.rounds.insert(barrier, after);
            self.serving.remove(barrier);
        }
    }

    /// Whether a thread waits at a barrier that all its waiters pass together: it has itself done so, or the other one has observed it.
    fn waits_at(&self, barrier: BarrierId, thread: ThreadId, other: &Self) -> bool {
        let observed = |side: &Self| side.counts.has_observed(thread, barrier);
        observed(self) || observed(other)
    }

    /// A barrier at which both threads wait, behind different numbers of rounds, or where both serve.
    fn out_of_step(&self, own: ThreadId, other: &Self, theirs: ThreadId) -> Option<BarrierId> {
        let barriers = self.rounds.keys().chain(other.rounds.keys());
        let mut barriers = barriers.filter(|barrier| {
            let both_wait = self.waits_at(*barrier, own, other) && other.waits_at(*barrier, theirs, self);
            both_wait && self.phase(*barrier).is_apart_from(other.phase(*barrier))
        });
        barriers.next()
    }

    /// What stands between two rounds of a barrier.
    pub fn phase(&self, barrier: BarrierId) -> Phase {
        Phase {
            rounds: self.rounds(barrier),
            serves: self.serves(barrier),
        }
    }
}

/// Where a thread stands that passes a barrier together with others: behind which rounds, and whether it serves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phase {
    rounds: Congruence,
    serves: bool,
}

impl Phase {
    /// Whether two threads that pass the barrier together are not behind the same round.
    pub fn is_apart_from(self, other: Self) -> bool {
        self.serves && other.serves || self.rounds.is_disjoint(other.rounds)
    }

    /// Why they are not, as a sentence.
    pub fn told_apart_from(self, other: Self) -> String {
        match self.serves && other.serves {
            true => "only one of them is told to do what is to be done once".to_owned(),
            false => format!(
                "the accesses stand behind different numbers of rounds: {} and {}",
                self.rounds, other.rounds
            ),
        }
    }
}

impl Lattice for Arrivals {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = self.counts.join(&other.counts);
        changed |= self.serving.intersect(&other.serving);
        if self.counts.is_anywhere() {
            self.rounds = SortedMap::default();
            return changed;
        }
        let barriers: SortedSet<BarrierId> = self.rounds.keys().chain(other.rounds.keys()).collect();
        for barrier in barriers.iter() {
            let mut joined = self.rounds(barrier);
            if joined.join(&other.rounds(barrier)) {
                self.rounds.insert(barrier, joined);
                changed = true;
            }
        }
        changed
    }
}

/// `⟦pass b⟧`.
fn pass(before: &Arrivals, barrier: BarrierId, usage: &BarrierUse, names: &Names) -> Next<Arrivals> {
    let (Some(count), Some(waiters)) = (usage.count, usage.waiters.candidates()) else {
        return Next::Unchanged;
    };
    let waiters: SortedSet<ThreadId> = waiters.iter().copied().collect();
    if !waiters.iter().all(|waiter| names.is_unique(waiter)) {
        return Next::Unchanged;
    }
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if waiters.len() < count {
        return Next::Impossible;
    }
    if waiters.len() > count {
        return Next::Unchanged;
    }
    let mut after = before.clone();
    for waiter in waiters.iter() {
        after.counts.observe(waiter, barrier, before.counts.at_least(barrier));
    }
    let changed = after != *before;
    Next::from_change(after, changed)
}

/// The digest of barriers. It uses thread ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barriers;

impl Digest for Barriers {
    type Element = Arrivals;

    fn start(&self, _names: &Names) -> Arrivals {
        Arrivals::default()
    }

    fn child(&self, creator: &Arrivals, _: &Creation, _: &Context<'_>) -> Next<Arrivals> {
        Next::To(Arrivals {
            counts: creator.counts.inherited(),
            ..Arrivals::default()
        })
    }

    fn step(&self, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
        let facts = context.facts;
        match *action {
            Action::BarrierArrive { barrier } => {
                let mut after = before.clone();
                after.arrive(&facts.barriers(barrier));
                Next::To(after)
            }
            Action::BarrierPass { barrier } => match facts.barriers(barrier).definite() {
                Some(barrier) => pass(before, barrier, &facts.barrier_use(barrier), context.names),
                None => Next::Unchanged,
            },
            Action::BarrierServe { barrier } => {
                let mut after = before.clone();
                if let Some(barrier) = facts.barriers(barrier).definite() {
                    after.serve(barrier);
                }
                let changed = after != *before;
                Next::from_change(after, changed)
            }
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Arrivals, action: &Action, seen: &Arrivals, context: &Context<'_>) -> Next<Arrivals> {
        let (counts, changed) = informed(&before.counts, &seen.counts);
        let informed = Arrivals {
            counts,
            ..before.clone()
        };
        match self.step(&informed, action, context) {
            Next::Unchanged => Next::from_change(informed, changed),
            next => next,
        }
    }

    fn excludes(&self, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
        if let Some(behind) = order(&a.counts, &b.counts, pair) {
            let object = Piece::Barrier(behind.object);
            return Judgement::Excluded(behind.reason("barrier", "arrives at", object, "comes after"));
        }
        let own = |siblings: Siblings<'_>| siblings.get::<ThreadIds>()?.own();
        let threads = own(pair.first).zip(own(pair.second));
        if let Some(barrier) = threads.and_then(|(first, second)| a.out_of_step(first, b, second)) {
            let why = a.phase(barrier).told_apart_from(b.phase(barrier));
            let reason = Reason::new("barrier-rounds").text("both threads pass ");
            return Judgement::Excluded(
                reason
                    .piece(Piece::Barrier(barrier))
                    .text(format!(" together, and {why}")),
            );
        }
        Judgement::NotExcluded(
            Reason::new("no-barrier")
                .text("neither access knows that the other's thread has since arrived at a barrier"),
        )
    }

    fn is_silent(&self, element: &Arrivals) -> bool {
        *element == Arrivals::default()
    }

    fn render(&self, element: &Arrivals, describe: &dyn Describe) -> String {
        let counts = element
            .counts
            .render(|barrier| describe.barrier(barrier), |thread| describe.thread(thread));
        let rounds = element.rounds.iter();
        let rounds: Vec<String> = rounds
            .map(|(barrier, number)| format!("{} = {number}", describe.barrier(barrier)))
            .collect();
        let serving: String = element
            .serving
            .iter()
            .map(|barrier| format!(", serves at {}", describe.barrier(barrier)))
            .collect();
        format!("{counts}, rounds {{{}}}{serving}", rounds.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, BarrierOperand};
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    const BARRIER: BarrierOperand = BarrierOperand(0);

    fn wait(scene: &Scenario, id: DigestId) -> DigestId {
        let arrived = scene.then(id, Action::BarrierArrive { barrier: BARRIER });
        scene.then(arrived, Action::BarrierPass { barrier: BARRIER })
    }

    /// Main and a worker, who alone wait at a barrier for two.
    fn pair() -> (Scenario, DigestId, DigestId) {
        let mut scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let threads = [main, worker].map(|id| scene.digests.thread(id));
        scene.waiting(&threads);
        (scene, main, worker)
    }

    #[test]
    fn rounds_of_a_barrier_order_accesses_on_its_two_sides() {
        let (scene, main, worker) = pair();
        let (mut mine, mut theirs) = (vec![main], vec![worker]);
        for round in 0..3 {
            mine.push(wait(&scene, mine[round]));
            theirs.push(wait(&scene, theirs[round]));
        }
        for (round, &access) in mine.iter().enumerate() {
            for (other_round, &other) in theirs.iter().enumerate() {
                let excluded = scene.excludes("B", access, other);
                assert_eq!(excluded, round != other_round, "rounds {round} and {other_round}");
            }
        }
    }

    #[test]
    fn phases_of_a_loop_are_in_order_however_often_it_runs() {
        let (scene, main, worker) = pair();
        let loop_head = |start: DigestId| {
            let twice = wait(&scene, wait(&scene, start));
            scene.digests.join(start, twice)
        };
        let (mine, theirs) = (loop_head(wait(&scene, wait(&scene, main))), loop_head(worker));
        let (mine_behind, theirs_behind) = (wait(&scene, mine), wait(&scene, theirs));
        assert!(scene.excludes("B", mine, theirs_behind));
        assert!(scene.excludes("B", theirs, mine_behind));
        assert!(!scene.excludes("B", mine, theirs));
        assert!(!scene.excludes("B", mine_behind, theirs_behind));
    }

    #[test]
    fn who_serves_is_in_order_with_who_serves_in_another_round() {
        let (scene, main, worker) = pair();
        let serve = |id| scene.then(wait(&scene, id), Action::BarrierServe { barrier: BARRIER });
        let in_any_round = |id| {
            let next = serve(serve(id));
            scene.digests.join(serve(id), next)
        };
        let (mine, theirs) = (in_any_round(main), in_any_round(worker));
        assert!(scene.excludes("B", mine, theirs));
        let further = wait(&scene, mine);
        assert!(!scene.excludes("B", further, wait(&scene, theirs)));
    }

    #[test]
    fn a_barrier_orders_nothing_while_a_third_thread_may_take_a_place() {
        let (mut scene, main, worker) = pair();
        let (main, third) = scene.create(main, 2);
        let threads = [main, worker, third].map(|id| scene.digests.thread(id));
        scene.waiting(&threads);
        assert!(!scene.excludes("B", wait(&scene, main), worker));
    }

    #[test]
    fn a_barrier_at_which_too_few_wait_is_never_passed() {
        let (mut scene, main, _) = pair();
        scene.waiting(&[scene.digests.thread(main)]);
        let arrived = scene.then(main, Action::BarrierArrive { barrier: BARRIER });
        assert!(scene.act(arrived, Action::BarrierPass { barrier: BARRIER }).is_empty());
    }

    #[test]
    fn arrivals_beyond_the_bound_are_any_number() {
        let (scene, main, worker) = pair();
        let far = (0..20).fold(main, |id, _| wait(&scene, id));
        assert!(!scene.excludes("B", far, (0..20).fold(worker, |id, _| wait(&scene, id))));
        assert!(scene.excludes("B", far, worker));
    }
}
