//! B, barriers: at which barriers threads have arrived, and how often.
//!
//! **Elements.** `(W, K, O)`:
//! - `W(b)`, awaited: the ego has arrived at `b` at most so often (everywhere any number, if an arrival is at an unknown
//!   barrier);
//! - `K(b)`, arrived: the ego has arrived at `b` at least so often;
//! - `O(t, b)`, observed: the arrival at `b` with this number, of the unique thread `t`, is in the ego's past.
//!
//! **Operations.** `init = (∅, ∅, ∅)`, `new((W, K, O), e) = (∅, ∅, O)`.
//! ```text
//! ⟦arrive b⟧(W, K, O) = (W with one more at all that b may be, K with one more at b if it is definite, O)
//! ⟦pass b⟧(W, K, O)   = (W, K, O ⊔ {(t, b) ↦ K(b) | t waits at b})   if as many unique threads wait at b as it counts
//!                     = ∅                                            if fewer do
//!                     = (W, K, O)                                    otherwise, or if any of this is not known
//! ⟦observe⟧(A0, A1)   = (W0, K0, O0 ⊔ O1) and then as the action says
//! ```
//! Who waits at `b`, in the whole program, and how many it counts, is a fact of the solution. If these are `n` unique
//! threads and the count is `n`, then each round consists of one arrival of each of them, because a thread that has arrived
//! waits for the round to end. So what ends the ego's round `k` are the arrivals with number `k`.
//!
//! **Joining.** `W` by union and maximum, `K` and `O` by intersection and minimum. Counts beyond a bound count as any
//! number in `W`, and as the bound in `K` and `O`.
//!
//! **Why the predicate is sound.** Let `O1(t2, b) > W2(b)`: the first access knows of an arrival of the second one's
//! thread that lies behind the second access, which has arrived less often. So the second comes before that arrival, and
//! that before the first.

use crate::action::Action;
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{BarrierUse, MayBe};
use crate::names::{BarrierId, Describe, Names, ThreadId};
use crate::product::Siblings;
use crate::set::{SortedMap, SortedSet};
use crate::thread_id::ThreadIds;
use crate::verdict::{Judgement, Piece, Reason};
use pepsin_lattice::Lattice;

/// The greatest number of arrivals that is told apart.
const MOST: u8 = 8;

/// Any number of arrivals.
const ANY: u8 = u8::MAX;

/// How often threads have arrived at barriers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arrivals {
    /// `W`, at most so often; a barrier without an entry was not awaited.
    awaited: SortedMap<BarrierId, u8>,
    /// Whether an unknown barrier may have been awaited.
    awaited_anywhere: bool,
    /// `K`, at least so often.
    arrived: SortedMap<BarrierId, u8>,
    /// `O`, at least so often by others.
    observed: SortedMap<(ThreadId, BarrierId), u8>,
}

impl Arrivals {
    /// How often the ego has arrived at a barrier, at most.
    pub fn at_most(&self, barrier: BarrierId) -> u8 {
        if self.awaited_anywhere {
            return ANY;
        }
        self.awaited.get(barrier).copied().unwrap_or(0)
    }

    /// How often the ego has arrived at a barrier, at least.
    pub fn at_least(&self, barrier: BarrierId) -> u8 {
        self.arrived.get(barrier).copied().unwrap_or(0)
    }

    /// The arrivals of other threads in the ego's past: the thread, the barrier, and how often at least.
    pub fn observed(&self) -> impl Iterator<Item = (ThreadId, BarrierId, u8)> + '_ {
        let entries = self.observed.iter();
        entries.map(|((thread, barrier), &rounds)| (thread, barrier, rounds))
    }

    fn arrive(&self, operand: &MayBe<BarrierId>) -> Next<Self> {
        let mut after = self.clone();
        let Some(candidates) = operand.candidates() else {
            after.awaited_anywhere = true;
            return Next::To(after);
        };
        for &barrier in candidates {
            let count = after.awaited.get(barrier).copied().unwrap_or(0);
            let more = if count < MOST { count + 1 } else { ANY };
            after.awaited.insert(barrier, more);
        }
        if let Some(barrier) = operand.definite() {
            let count = (self.at_least(barrier) + 1).min(MOST);
            after.arrived.insert(barrier, count);
        }
        Next::To(after)
    }

    fn pass(&self, barrier: BarrierId, usage: &BarrierUse, names: &Names) -> Next<Self> {
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
        let round = self.at_least(barrier);
        let mut after = self.clone();
        for waiter in waiters.iter().filter(|_| round > 0) {
            after.observe((waiter, barrier), round);
        }
        Next::To(after)
    }

    fn observe(&mut self, key: (ThreadId, BarrierId), rounds: u8) {
        let known = self.observed.get(key).copied().unwrap_or(0);
        self.observed.insert(key, known.max(rounds));
    }

    /// A barrier at which the ego has observed `other`'s thread behind the access with `other`.
    fn ahead_of(&self, other: &Self, thread: ThreadId) -> Option<BarrierId> {
        let behind = |&(observed, barrier, rounds): &(ThreadId, BarrierId, u8)| {
            observed == thread && rounds > other.at_most(barrier)
        };
        self.observed().find(behind).map(|(_, barrier, _)| barrier)
    }
}

/// Keeps the keys of both maps, each with the smaller count; returns whether anything changed.
fn keep_least<K: Copy + Ord>(mine: &mut SortedMap<K, u8>, others: &SortedMap<K, u8>) -> bool {
    let mut less = false;
    let fewer = mine.retain(|key, count| {
        let Some(&other) = others.get(key) else {
            return false;
        };
        less |= other < *count;
        *count = other.min(*count);
        true
    });
    fewer || less
}

impl Lattice for Arrivals {
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = other.awaited_anywhere && !self.awaited_anywhere;
        self.awaited_anywhere |= other.awaited_anywhere;
        for (barrier, &count) in other.awaited.iter() {
            let known = self.awaited.get(barrier).copied().unwrap_or(0);
            if count > known {
                self.awaited.insert(barrier, count);
                changed = true;
            }
        }
        changed |= keep_least(&mut self.arrived, &other.arrived);
        changed |= keep_least(&mut self.observed, &other.observed);
        changed
    }
}

/// The digest of barriers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Barriers;

impl Digest for Barriers {
    type Element = Arrivals;

    fn start(&self, _names: &Names) -> Arrivals {
        Arrivals::default()
    }

    fn child(&self, creator: &Arrivals, _: &Creation, _: &Context<'_>) -> Next<Arrivals> {
        Next::To(Arrivals {
            observed: creator.observed.clone(),
            ..Arrivals::default()
        })
    }

    fn step(&self, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
        let facts = context.facts;
        match *action {
            Action::BarrierArrive { barrier } => before.arrive(&facts.barriers(barrier)),
            Action::BarrierPass { barrier } => match facts.barriers(barrier).definite() {
                Some(barrier) => before.pass(barrier, &facts.barrier_use(barrier), context.names),
                None => Next::Unchanged,
            },
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &Arrivals, action: &Action, seen: &Arrivals, context: &Context<'_>) -> Next<Arrivals> {
        let mut informed = before.clone();
        for (thread, barrier, rounds) in seen.observed() {
            informed.observe((thread, barrier), rounds);
        }
        match self.step(&informed, action, context) {
            Next::Unchanged => {
                let changed = informed != *before;
                Next::from_change(informed, changed)
            }
            next => next,
        }
    }

    fn excludes(&self, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
        let own = |siblings: Siblings<'_>| siblings.get::<ThreadIds>()?.own();
        let sides = [
            (a, b, own(pair.second), "second", "first"),
            (b, a, own(pair.first), "first", "second"),
        ];
        for (after, before, thread, side, other_side) in sides {
            let Some(thread) = thread else { continue };
            if let Some(barrier) = after.ahead_of(before, thread) {
                let reason = Reason::new("barrier")
                    .text(format!("the {side} access is made before "))
                    .thread(thread)
                    .text(" arrives at ")
                    .piece(Piece::Barrier(barrier));
                return Judgement::Excluded(reason.text(format!(", which the {other_side} access comes after")));
            }
        }
        Judgement::NotExcluded(
            Reason::new("no-barrier")
                .text("neither access knows that the other's thread has since arrived at a barrier"),
        )
    }

    fn render(&self, element: &Arrivals, describe: &dyn Describe) -> String {
        let own = element.awaited.iter().map(|(barrier, &most)| {
            let least = element.at_least(barrier);
            let most = if most == ANY {
                "any".to_owned()
            } else {
                most.to_string()
            };
            format!("{} {least}..{most}", describe.barrier(barrier))
        });
        let anywhere = element.awaited_anywhere.then(|| "an unknown barrier".to_owned());
        let own: Vec<String> = own.chain(anywhere).collect();
        let observed = element.observed().map(|(thread, barrier, rounds)| {
            let (thread, barrier) = (describe.thread(thread), describe.barrier(barrier));
            format!("{thread} at {barrier} {rounds}")
        });
        let observed: Vec<String> = observed.collect();
        let (own, observed) = (own.join(", "), observed.join(", "));
        format!("awaited {{{own}}}, observed {{{observed}}}")
    }
}
