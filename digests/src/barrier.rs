//! B, barriers: at which barriers threads have arrived, and how often.
//!
//! **Elements.** [`Counts`] of arrivals: the ego has arrived at `b` at most `most(b)` and at least `least(b)` times, and the
//! arrival with number `observed(t, b)`, of the unique thread `t`, is in its past.
//!
//! **Operations.** `init` knows nothing, and a created thread inherits what was observed.
//! ```text
//! ⟦arrive b⟧(A)      = A with one more arrival at all that b may be, at least one more if b is definite
//! ⟦pass b⟧(A)        = A with observed(t, b) ≥ least(b) for all t that wait at b    if as many unique threads do as b counts
//!                    = ∅                                                            if fewer do
//!                    = A                                                            otherwise, or if this is not known
//! ⟦observe⟧(A0, A1)  = A0 with what A1 has observed, and then as the action says
//! ```
//! Who waits at `b`, in the whole program, and how many it counts, is a fact of the solution. If these are `n` unique
//! threads and the count is `n`, then each round consists of one arrival of each of them, because a thread that has arrived
//! waits for the round to end. So what ends the ego's round `k` are the arrivals with number `k`.
//!
//! **Why the predicate is sound.** See the order that [`Counts`] give: the first access comes behind an arrival of the
//! second one's thread that the second access comes before.

use crate::action::Action;
use crate::counting::{Counts, observe, order};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::BarrierUse;
use crate::names::{BarrierId, Describe, Names, ThreadId};
use crate::set::SortedSet;
use crate::verdict::{Judgement, Piece, Reason};

/// How often threads have arrived at barriers.
pub type Arrivals = Counts<BarrierId>;

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
        after.observe(waiter, barrier, before.at_least(barrier));
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
        Next::To(creator.inherited())
    }

    fn step(&self, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
        let facts = context.facts;
        match *action {
            Action::BarrierArrive { barrier } => {
                let operand = facts.barriers(barrier);
                let mut after = before.clone();
                after.contribute(&operand);
                operand.definite().into_iter().for_each(|barrier| after.count(barrier));
                Next::To(after)
            }
            Action::BarrierPass { barrier } => match facts.barriers(barrier).definite() {
                Some(barrier) => pass(before, barrier, &facts.barrier_use(barrier), context.names),
                None => Next::Unchanged,
            },
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Arrivals, action: &Action, seen: &Arrivals, context: &Context<'_>) -> Next<Arrivals> {
        observe(before, seen, |informed| self.step(informed, action, context))
    }

    fn excludes(&self, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
        if let Some(behind) = order(a, b, pair) {
            let object = Piece::Barrier(behind.object);
            return Judgement::Excluded(behind.reason("barrier", "arrives at", object, "comes after"));
        }
        Judgement::NotExcluded(
            Reason::new("no-barrier")
                .text("neither access knows that the other's thread has since arrived at a barrier"),
        )
    }

    fn is_silent(&self, element: &Arrivals) -> bool {
        element.is_silent()
    }

    fn render(&self, element: &Arrivals, describe: &dyn Describe) -> String {
        element.render(|barrier| describe.barrier(barrier), |thread| describe.thread(thread))
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
