//! Mutants of the digests that speak of threads, of when they start and end: TF, TID, J, and the creation histories.

use super::{Change, Mutant, Mutation, also_excluded, mutant, mutations};
use crate::action::{Action, JoinOperand, Repetition};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Facts, MayBe};
use crate::laws::creation::Algebra;
use crate::must_join::{EndSummary, Joined, MustJoins};
use crate::names::{CreationHistory, EdgeId, EdgeSet, Names, ThreadId};
use crate::set::SortedSet;
use crate::thread_flag::{ThreadFlag, ThreadFlags};
use crate::thread_id::{ThreadHistory, ThreadIds};
use crate::verdict::Judgement;

pub(super) fn mutants() -> Vec<Mutant> {
    [thread_flags(), thread_ids(), must_joins(), algebras()]
        .into_iter()
        .flatten()
        .collect()
}

mutations! {
    thread_flags of "TF": ThreadFlags;

    InheritedFlag: "A created thread has its creator's flag." {
        fn child(_: &ThreadFlags, _: &ThreadFlag, _: &Creation, _: &Context<'_>) -> Next<ThreadFlag> {
            Next::Unchanged
        }
    }

    StillAlone: "Main stays alone when it creates a thread." {
        fn step(of: &ThreadFlags, before: &ThreadFlag, action: &Action, context: &Context<'_>) -> Next<ThreadFlag> {
            match action {
                Action::Create { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    AnyJoin: "Main is alone again after any join." {
        fn step(of: &ThreadFlags, before: &ThreadFlag, action: &Action, context: &Context<'_>) -> Next<ThreadFlag> {
            match action {
                Action::Join { .. } if *before == ThreadFlag::MAIN => Next::To(ThreadFlag::ALONE_AGAIN),
                _ => of.step(before, action, context),
            }
        }
    }

    OwnChildrenOnly: "Main is alone again when all it created itself has ended (not clean)." {
        fn step(of: &ThreadFlags, before: &ThreadFlag, action: &Action, context: &Context<'_>) -> Next<ThreadFlag> {
            let threads = context.after.get::<ThreadIds>();
            let joined = context.after.get::<MustJoins>();
            match (action, threads, joined) {
                (Action::Join { .. }, Some(threads), Some(joined)) if *before == ThreadFlag::MAIN => {
                    let created = threads.created_ids(context.names);
                    let all = created.iter().all(|thread| joined.contains(thread));
                    Next::from_change(ThreadFlag::ALONE_AGAIN, all)
                }
                _ => of.step(before, action, context),
            }
        }
    }

    CreatedAgainIgnored: "Main is alone again when the first threads created at each edge have ended." {
        fn step(of: &ThreadFlags, before: &ThreadFlag, action: &Action, context: &Context<'_>) -> Next<ThreadFlag> {
            let threads = context.after.get::<ThreadIds>();
            let joined = context.after.get::<MustJoins>();
            match (action, threads, joined) {
                (Action::Join { .. }, Some(threads), Some(joined)) if *before == ThreadFlag::MAIN => {
                    let edges = threads.created_at().iter();
                    let first: SortedSet<ThreadId> =
                        edges.map(|edge| context.names.compose(Names::MAIN, edge)).collect();
                    Next::from_change(ThreadFlag::ALONE_AGAIN, joined.cover(&first))
                }
                _ => of.step(before, action, context),
            }
        }
    }

    AloneAgainIsDeaf: "Main cannot observe what others left when it is alone again." {
        fn observe(of: &ThreadFlags, before: &ThreadFlag, action: &Action, seen: &ThreadFlag, context: &Context<'_>) -> Next<ThreadFlag> {
            if before.is_alone() && *seen == ThreadFlag::OTHER {
                return Next::Impossible;
            }
            of.observe(before, action, seen, context)
        }
    }

    MainExcludesOthers: "An access of main excludes one of another thread." {
        fn excludes(of: &ThreadFlags, a: &ThreadFlag, b: &ThreadFlag, pair: &Pair<'_>) -> Judgement {
            also_excluded(a.is_main() != b.is_main(), of.excludes(a, b, pair))
        }
    }
}

mutations! {
    thread_ids of "TID": ThreadIds;

    CreatedOnce: "Creating again at an edge starts the first thread only." {
        fn child(of: &ThreadIds, creator: &ThreadHistory, creation: &Creation, context: &Context<'_>) -> Next<ThreadHistory> {
            match of.child(creator, creation, context) {
                Next::Either(mut starts) => {
                    starts.truncate(1);
                    Next::Either(starts)
                }
                other => other,
            }
        }
    }

    CreationForgotten: "A creation is not added to C." {
        fn step(_: &ThreadIds, _: &ThreadHistory, _: &Action, _: &Context<'_>) -> Next<ThreadHistory> {
            Next::Unchanged
        }
    }

    AgainForgotten: "Creating again at an edge is not added to M." {
        fn step(of: &ThreadIds, before: &ThreadHistory, action: &Action, context: &Context<'_>) -> Next<ThreadHistory> {
            match *action {
                Action::Create { edge, .. } if before.created_at().contains(edge) => Next::Unchanged,
                Action::Create { edge, .. } => {
                    let once = Action::Create { edge, repetition: Repetition::Once };
                    of.step(before, &once, context)
                }
                _ => of.step(before, action, context),
            }
        }
    }

    SameId: "Threads with the same id are one thread, unique or not." {
        fn excludes(of: &ThreadIds, a: &ThreadHistory, b: &ThreadHistory, pair: &Pair<'_>) -> Judgement {
            also_excluded(a.own() == b.own(), of.excludes(a, b, pair))
        }
    }

    CreatedByOthers: "A thread is not started if the other one has not created it (no must-ancestor needed)." {
        fn excludes(of: &ThreadIds, a: &ThreadHistory, b: &ThreadHistory, pair: &Pair<'_>) -> Judgement {
            let unrelated = |one: &ThreadHistory, other: &ThreadHistory| {
                let created = one.created_ids(pair.names);
                one.own() != other.own() && other.own().is_some_and(|late| !created.contains(late))
            };
            also_excluded(unrelated(a, b) || unrelated(b, a), of.excludes(a, b, pair))
        }
    }

    DescendantsIgnored: "A thread is not started if its must-ancestor has not created it itself." {
        fn excludes(of: &ThreadIds, a: &ThreadHistory, b: &ThreadHistory, pair: &Pair<'_>) -> Judgement {
            let late = |one: &ThreadHistory, other: &ThreadHistory| {
                let created = one.created_ids(pair.names);
                one.own().zip(other.own()).is_some_and(|(own, late)| {
                    pair.names.must_ancestor(own, late) && !created.contains(late)
                })
            };
            also_excluded(late(a, b) || late(b, a), of.excludes(a, b, pair))
        }
    }
}

/// Takes one of several threads for the one.
struct FirstThread<'a>(&'a dyn Facts);

impl Facts for FirstThread<'_> {
    fn threads(&self, operand: JoinOperand) -> MayBe<ThreadId> {
        match self.0.threads(operand) {
            // The first one is main.
            MayBe::OneOf(threads) if threads.len() > 1 => MayBe::Definite(threads[1]),
            other => other,
        }
    }

    fn ended(&self, thread: ThreadId) -> Option<EndSummary> {
        self.0.ended(thread)
    }
}

/// Says that ended threads had created nothing.
struct Childless<'a>(&'a dyn Facts);

impl Facts for Childless<'_> {
    fn threads(&self, operand: JoinOperand) -> MayBe<ThreadId> {
        self.0.threads(operand)
    }

    fn ended(&self, thread: ThreadId) -> Option<EndSummary> {
        let mut summary = self.0.ended(thread)?;
        summary.created = SortedSet::default();
        Some(summary)
    }
}

/// Says that ended threads had joined all that they created.
struct AllJoined<'a>(&'a dyn Facts);

impl Facts for AllJoined<'_> {
    fn threads(&self, operand: JoinOperand) -> MayBe<ThreadId> {
        self.0.threads(operand)
    }

    fn ended(&self, thread: ThreadId) -> Option<EndSummary> {
        let mut summary = self.0.ended(thread)?;
        for created in summary.created.clone().iter() {
            summary.joined.add(created, &SortedSet::default());
        }
        Some(summary)
    }
}

mutations! {
    must_joins of "J": MustJoins;

    JoinOneOfSeveral: "Joining one of several threads counts as joining a certain one." {
        fn step(of: &MustJoins, before: &Joined, action: &Action, context: &Context<'_>) -> Next<Joined> {
            let facts = FirstThread(context.facts);
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    CreatedUnknown: "Nothing is known to have been created by a thread that is joined." {
        fn step(of: &MustJoins, before: &Joined, action: &Action, context: &Context<'_>) -> Next<Joined> {
            let facts = Childless(context.facts);
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    JoinsDescendants: "Joining a thread joins what it created, too." {
        fn step(of: &MustJoins, before: &Joined, action: &Action, context: &Context<'_>) -> Next<Joined> {
            let facts = AllJoined(context.facts);
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    AnyObservation: "Observing anything of a thread counts as joining it." {
        fn observe(of: &MustJoins, before: &Joined, action: &Action, seen: &Joined, context: &Context<'_>) -> Next<Joined> {
            let mut after = before.clone();
            let own = context.seen.and_then(|seen| seen.get::<ThreadIds>()?.own());
            match (action, own) {
                (Action::Lock { .. }, Some(own)) if own != Names::MAIN => {
                    after.add(own, &SortedSet::default());
                    Next::To(after)
                }
                _ => of.observe(before, action, seen, context),
            }
        }
    }

    CommonJoined: "Two accesses that know the same thread to have ended are ordered." {
        fn excludes(of: &MustJoins, a: &Joined, b: &Joined, pair: &Pair<'_>) -> Judgement {
            let common = a.threads().any(|thread| b.contains(thread));
            also_excluded(common, of.excludes(a, b, pair))
        }
    }

    JoinedByOne: "A thread that only one side knows to have ended orders the accesses." {
        fn excludes(of: &MustJoins, a: &Joined, b: &Joined, pair: &Pair<'_>) -> Judgement {
            let only = |one: &Joined, other: &Joined| one.threads().any(|thread| !other.contains(thread));
            also_excluded(only(a, b) || only(b, a), of.excludes(a, b, pair))
        }
    }

    NothingToLearn: "Observing a trace that knows of more ended threads is impossible." {
        fn observe(of: &MustJoins, before: &Joined, action: &Action, seen: &Joined, context: &Context<'_>) -> Next<Joined> {
            if seen.threads().any(|thread| !before.contains(thread)) {
                return Next::Impossible;
            }
            of.observe(before, action, seen, context)
        }
    }
}

fn algebra(change: &'static str, algebra: Algebra) -> Mutant {
    Mutant {
        formula: "creation history",
        change,
        part: Change::Algebra(algebra),
    }
}

fn algebras() -> Vec<Mutant> {
    vec![
        algebra(
            "A further thread created at an edge has the id of the first one.",
            Algebra {
                compose_again: CreationHistory::compose,
                ..Algebra::TRUE
            },
        ),
        algebra(
            "The edges that are cut off are forgotten.",
            Algebra {
                compose: forgetful_cut,
                ..Algebra::TRUE
            },
        ),
        algebra(
            "What a non-unique thread creates is not recorded.",
            Algebra {
                compose: forgetful_set,
                ..Algebra::TRUE
            },
        ),
        algebra(
            "A must-ancestor need not be unique.",
            Algebra {
                must_ancestor: |a, b| b.path.starts_with(&a.path) && a != b,
                ..Algebra::TRUE
            },
        ),
        algebra(
            "A must-ancestor's path need not be a prefix.",
            Algebra {
                must_ancestor: |a, b| a.is_unique() && a.path.len() < b.path.len(),
                ..Algebra::TRUE
            },
        ),
        algebra(
            "Only must-ancestors are may-ancestors.",
            Algebra {
                may_ancestor: CreationHistory::must_ancestor,
                ..Algebra::TRUE
            },
        ),
        algebra(
            "A may-ancestor's set must be the same.",
            Algebra {
                may_ancestor: |a, b| a.may_ancestor(b) && (a.is_unique() || a.set == b.set),
                ..Algebra::TRUE
            },
        ),
        algebra(
            "A may-ancestor's path must be kept.",
            Algebra {
                may_ancestor: |a, b| a.may_ancestor(b) && b.path.starts_with(&a.path),
                ..Algebra::TRUE
            },
        ),
    ]
}

fn forgetful_cut(creator: &CreationHistory, edge: EdgeId) -> CreationHistory {
    let at = creator.path.iter().position(|&passed| passed == edge);
    match at {
        Some(at) => CreationHistory {
            path: creator.path[..at].to_vec(),
            set: EdgeSet::of([edge]),
        },
        None => creator.compose(edge),
    }
}

fn forgetful_set(creator: &CreationHistory, edge: EdgeId) -> CreationHistory {
    if creator.is_unique() {
        creator.compose(edge)
    } else {
        CreationHistory {
            path: creator.path.clone(),
            set: EdgeSet::of([edge]),
        }
    }
}
