//! Mutants of the digests that speak of once-controls, barriers and semaphores, and of which writes are visible.

use super::{Change, Mutant, Mutation, also_excluded, mutant, mutations};
use crate::action::{Action, BarrierOperand, SemaphoreOperand};
use crate::barrier::{Arrivals, Barriers};
use crate::declared_order::{Declared, DeclaredOrders};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{BarrierUse, Facts, MayBe, SemaphoreUse};
use crate::must_join::MustJoins;
use crate::names::{BarrierId, SemaphoreId, ThreadId};
use crate::once::{OnceState, Onces};
use crate::product::{DigestId, Digests, Siblings};
use crate::semaphore::{Posts, Semaphores};
use crate::thread_id::ThreadIds;
use crate::verdict::Judgement;

pub(super) fn mutants() -> Vec<Mutant> {
    [onces(), barriers(), semaphores(), declared_orders(), visibilities()]
        .into_iter()
        .flatten()
        .collect()
}

mutations! {
    onces of "O": Onces;

    InheritedActive: "A created thread is inside the initialisations that its creator is inside of." {
        fn child(_: &Onces, _: &OnceState, _: &Creation, _: &Context<'_>) -> Next<OnceState> {
            Next::Unchanged
        }
    }

    NeverFinished: "Finishing an initialisation keeps it active." {
        fn step(of: &Onces, before: &OnceState, action: &Action, context: &Context<'_>) -> Next<OnceState> {
            match *action {
                Action::OnceFinish { once } => of.step(before, &Action::OnceSkip { once }, context),
                _ => of.step(before, action, context),
            }
        }
    }

    SeenAtEntry: "Entering an initialisation counts as seeing it finished." {
        fn step(of: &Onces, before: &OnceState, action: &Action, context: &Context<'_>) -> Next<OnceState> {
            match *action {
                Action::OnceEnter { once } => of.step(before, &Action::OnceSkip { once }, context),
                _ => of.step(before, action, context),
            }
        }
    }

    FinishedElsewhere: "Finishing an initialisation that is not definite keeps all active ones." {
        fn step(of: &Onces, before: &OnceState, action: &Action, context: &Context<'_>) -> Next<OnceState> {
            match *action {
                Action::OnceFinish { once } if context.facts.onces(once).definite().is_none() => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    SeenByAll: "An initialisation finished before both accesses orders them." {
        fn excludes(of: &Onces, a: &OnceState, b: &OnceState, pair: &Pair<'_>) -> Judgement {
            let common = a.seen().iter().any(|once| b.seen().contains(once));
            also_excluded(common, of.excludes(a, b, pair))
        }
    }

    BeforeOnce: "Not having seen an initialisation finished counts as being before it." {
        fn excludes(of: &Onces, a: &OnceState, b: &OnceState, pair: &Pair<'_>) -> Judgement {
            let differ = a.seen().is_empty() != b.seen().is_empty();
            also_excluded(differ, of.excludes(a, b, pair))
        }
    }
}

mutations! {
    declared_orders of "DO": DeclaredOrders;

    InheritedSection: "A created thread is inside the sections that its creator is inside of." {
        fn child(_: &DeclaredOrders, _: &Declared, _: &Creation, _: &Context<'_>) -> Next<Declared> {
            Next::Unchanged
        }
    }

    NeverLeft: "Leaving a section keeps the thread inside." {
        fn step(of: &DeclaredOrders, before: &Declared, action: &Action, context: &Context<'_>) -> Next<Declared> {
            match *action {
                Action::SectionLeave { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    StayingPhase: "A phase that begins is the one before." {
        fn step(of: &DeclaredOrders, before: &Declared, action: &Action, context: &Context<'_>) -> Next<Declared> {
            match *action {
                Action::PhaseBegin => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    InheritedPhase: "A created thread belongs to the phase of its creator." {
        fn child(of: &DeclaredOrders, creator: &Declared, creation: &Creation, context: &Context<'_>) -> Next<Declared> {
            let Next::To(child) = of.child(creator, creation, context) else {
                return Next::Unchanged;
            };
            match creator.phase() {
                Some(phase) => of.step(&child, &Action::PhaseEnter { phase }, context),
                None => Next::To(child),
            }
        }
    }

    FirstPhase: "Whoever enters a phase enters the first one." {
        fn step(of: &DeclaredOrders, before: &Declared, action: &Action, context: &Context<'_>) -> Next<Declared> {
            match *action {
                Action::PhaseEnter { .. } => of.step(before, &Action::PhaseEnter { phase: 0 }, context),
                _ => of.step(before, action, context),
            }
        }
    }

    AnySection: "Being inside of sections orders, whichever these are." {
        fn excludes(of: &DeclaredOrders, a: &Declared, b: &Declared, pair: &Pair<'_>) -> Judgement {
            let both = !a.inside().is_empty() && !b.inside().is_empty();
            also_excluded(both, of.excludes(a, b, pair))
        }
    }

    OneSection: "Being inside of a section orders with whoever is in none." {
        fn excludes(of: &DeclaredOrders, a: &Declared, b: &Declared, pair: &Pair<'_>) -> Judgement {
            let one = a.inside().is_empty() != b.inside().is_empty();
            also_excluded(one, of.excludes(a, b, pair))
        }
    }

    SamePhase: "Accesses of one phase behind the first are ordered." {
        fn excludes(of: &DeclaredOrders, a: &Declared, b: &Declared, pair: &Pair<'_>) -> Judgement {
            let same = a.phase() == b.phase() && a.phase() > Some(0);
            also_excluded(same, of.excludes(a, b, pair))
        }
    }
}

/// Tells as many waiters of a barrier as it counts.
struct EnoughWaiters<'a>(&'a dyn Facts);

impl Facts for EnoughWaiters<'_> {
    fn barriers(&self, operand: BarrierOperand) -> MayBe<BarrierId> {
        self.0.barriers(operand)
    }

    fn barrier_use(&self, barrier: BarrierId) -> BarrierUse {
        let usage = self.0.barrier_use(barrier);
        let count = usage.count.and_then(|count| usize::try_from(count).ok());
        let waiters: Vec<ThreadId> = match (count, usage.waiters.candidates()) {
            (Some(count), Some(all)) if all.len() > count => all[all.len() - count..].to_vec(),
            _ => return usage,
        };
        BarrierUse {
            count: usage.count,
            waiters: MayBe::OneOf(waiters),
        }
    }
}

mutations! {
    barriers of "B": Barriers;

    MoreWaiters: "All waiters have arrived, even if there are more than the barrier counts." {
        fn step(of: &Barriers, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
            let facts = EnoughWaiters(context.facts);
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    ArrivalForgotten: "Arriving at a barrier is not counted." {
        fn step(of: &Barriers, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
            match action {
                Action::BarrierArrive { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    ObservedAtArrival: "Arriving at a barrier counts as passing it." {
        fn step(of: &Barriers, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
            match (action, of.step(before, action, context)) {
                (&Action::BarrierArrive { barrier }, Next::To(arrived)) => {
                    match of.step(&arrived, &Action::BarrierPass { barrier }, context) {
                        Next::Unchanged => Next::To(arrived),
                        other => other,
                    }
                }
                (_, next) => next,
            }
        }
    }

    InheritedArrivals: "A created thread has arrived where its creator has." {
        fn child(_: &Barriers, _: &Arrivals, _: &Creation, _: &Context<'_>) -> Next<Arrivals> {
            Next::Unchanged
        }
    }

    AsOften: "Having been observed as often as it arrived puts an access before the barrier." {
        fn excludes(of: &Barriers, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
            let level = |one: &Arrivals, other: &Arrivals, side: Siblings<'_>| {
                let own = side.get::<ThreadIds>().and_then(|history| history.own());
                one.counts().observed().any(|(thread, barrier, rounds)| {
                    Some(thread) == own && rounds >= other.counts().at_most(barrier)
                })
            };
            let levels = level(a, b, pair.second) || level(b, a, pair.first);
            also_excluded(levels, of.excludes(a, b, pair))
        }
    }

    OtherThread: "Having observed any thread at a barrier excludes accesses of all before it." {
        fn excludes(of: &Barriers, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
            let before = |one: &Arrivals, other: &Arrivals| {
                one.counts().observed().any(|(_, barrier, rounds)| rounds > other.counts().at_most(barrier))
            };
            also_excluded(before(a, b) || before(b, a), of.excludes(a, b, pair))
        }
    }

    ServesOn: "Who was told to serve at a barrier serves behind its next round, too." {
        fn step(of: &Barriers, before: &Arrivals, action: &Action, context: &Context<'_>) -> Next<Arrivals> {
            let mut next = of.step(before, action, context);
            if let (Action::BarrierArrive { barrier }, Next::To(after)) = (action, &mut next)
                && let Some(barrier) = context.facts.barriers(*barrier).definite()
                && before.serves(barrier)
            {
                after.serve(barrier);
            }
            next
        }
    }

    RoundsOfStrangers: "Who never waits at a barrier is in step with those who do." {
        fn excludes(of: &Barriers, a: &Arrivals, b: &Arrivals, pair: &Pair<'_>) -> Judgement {
            let mut barriers = a.counts().observed().chain(b.counts().observed()).map(|(_, barrier, _)| barrier);
            let differ = barriers.any(|barrier| a.rounds(barrier).is_disjoint(b.rounds(barrier)));
            also_excluded(differ, of.excludes(a, b, pair))
        }
    }
}

/// Tells that a semaphore has only one poster, or that nobody else's permits count.
struct OnePoster<'a>(&'a dyn Facts);

impl Facts for OnePoster<'_> {
    fn semaphores(&self, operand: SemaphoreOperand) -> MayBe<SemaphoreId> {
        self.0.semaphores(operand)
    }

    fn semaphore_use(&self, semaphore: SemaphoreId) -> SemaphoreUse {
        let mut usage = self.0.semaphore_use(semaphore);
        if let MayBe::OneOf(posters) = &mut usage.posters {
            posters.truncate(1);
            posters.iter_mut().for_each(|poster| poster.posts = None);
        }
        usage
    }
}

mutations! {
    semaphores of "S": Semaphores;

    OthersIgnored: "All permits come from the first poster." {
        fn step(of: &Semaphores, before: &Posts, action: &Action, context: &Context<'_>) -> Next<Posts> {
            let facts = OnePoster(context.facts);
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    PostForgotten: "Posting is not counted." {
        fn step(of: &Semaphores, before: &Posts, action: &Action, context: &Context<'_>) -> Next<Posts> {
            match action {
                Action::SemaphorePost { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    PostIsWait: "Posting counts as waiting, too." {
        fn step(of: &Semaphores, before: &Posts, action: &Action, context: &Context<'_>) -> Next<Posts> {
            match (action, of.step(before, action, context)) {
                (&Action::SemaphorePost { semaphore }, Next::To(posted)) => {
                    match of.step(&posted, &Action::SemaphoreWait { semaphore }, context) {
                        Next::Unchanged => Next::To(posted),
                        other => other,
                    }
                }
                (_, next) => next,
            }
        }
    }

    InheritedPosts: "A created thread has posted and waited as often as its creator." {
        fn child(_: &Semaphores, _: &Posts, _: &Creation, _: &Context<'_>) -> Next<Posts> {
            Next::Unchanged
        }
    }

    AnyPoster: "Having waited for any post excludes accesses of all that have not posted so often." {
        fn excludes(of: &Semaphores, a: &Posts, b: &Posts, pair: &Pair<'_>) -> Judgement {
            let before = |one: &Posts, other: &Posts| {
                one.observed().any(|(_, semaphore, number)| number > other.at_most(semaphore))
            };
            also_excluded(before(a, b) || before(b, a), of.excludes(a, b, pair))
        }
    }

    PostedAsOften: "Having waited for as many posts as were made puts an access before the post." {
        fn excludes(of: &Semaphores, a: &Posts, b: &Posts, pair: &Pair<'_>) -> Judgement {
            let level = |one: &Posts, other: &Posts, side: Siblings<'_>| {
                let own = side.get::<ThreadIds>().and_then(|history| history.own());
                one.observed().any(|(thread, semaphore, number)| {
                    Some(thread) == own && number >= other.at_most(semaphore)
                })
            };
            let levels = level(a, b, pair.second) || level(b, a, pair.first);
            also_excluded(levels, of.excludes(a, b, pair))
        }
    }
}

fn visibility(change: &'static str, interferes: super::Interferes) -> Mutant {
    Mutant {
        formula: "visibility",
        change,
        part: Change::Visibility(interferes),
    }
}

fn visibilities() -> Vec<Mutant> {
    vec![
        visibility("A common lock makes writes invisible.", |digests, r, w| {
            let locks = digests.set_of(&["L"]);
            digests.interferes(r, w) && !digests.excludes(r, w, locks)
        }),
        visibility("A finished once makes writes invisible.", |digests, r, w| {
            let once = digests.set_of(&["O"]);
            digests.interferes(r, w) && !digests.excludes(r, w, once)
        }),
        visibility("A passed barrier makes writes invisible.", |digests, r, w| {
            let barrier = digests.set_of(&["B"]);
            digests.interferes(r, w) && !digests.excludes(r, w, barrier)
        }),
        visibility("Writes of main are in every view.", |digests, r, w| {
            digests.interferes(r, w) && !digests.thread_flag(w).is_main()
        }),
        visibility(
            "Writes of threads with the reader's id are in its view.",
            |digests, r, w| digests.interferes(r, w) && digests.thread(r) != digests.thread(w),
        ),
        visibility(
            "A writer that knows what the reader knows to have ended is invisible.",
            common_joined,
        ),
    ]
}

fn common_joined(digests: &Digests, reader: DigestId, writer: DigestId) -> bool {
    let joined = |id| digests.element::<MustJoins>(id);
    let common = match (joined(reader), joined(writer)) {
        (Some(read), Some(written)) => read.threads().any(|thread| written.contains(thread)),
        _ => false,
    };
    digests.interferes(reader, writer) && !common
}
