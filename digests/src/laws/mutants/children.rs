//! Mutants of the digest of live children: LC.

use super::{Mutant, Mutation, also_excluded, mutant, mutations};
use crate::action::{Action, JoinOperand};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Facts, MayBe};
use crate::live_children::{Children, LiveChildren};
use crate::must_join::EndSummary;
use crate::names::{EdgeId, Names, ThreadId};
use crate::thread_id::ThreadIds;
use crate::verdict::Judgement;

pub(super) fn mutants() -> Vec<Mutant> {
    live_children()
}

/// Says of ended threads what `change` makes of it.
struct Changed<'a, C: Fn(&mut Children)> {
    facts: &'a dyn Facts,
    change: C,
}

impl<C: Fn(&mut Children)> Facts for Changed<'_, C> {
    fn threads(&self, operand: JoinOperand) -> MayBe<ThreadId> {
        self.facts.threads(operand)
    }

    fn ended(&self, thread: ThreadId) -> Option<EndSummary> {
        let mut summary = self.facts.ended(thread)?;
        (self.change)(&mut summary.children);
        Some(summary)
    }
}

/// `⟦join⟧` with ended threads that are changed.
fn joining(
    before: &Children,
    action: &Action,
    context: &Context<'_>,
    change: impl Fn(&mut Children),
) -> Next<Children> {
    let facts = Changed {
        facts: context.facts,
        change,
    };
    let context = Context {
        facts: &facts,
        ..*context
    };
    LiveChildren.step(before, action, &context)
}

/// Whether the creator of both knew the one's edge to be finished when it created the other.
fn behind(one: &Children, other: &Children) -> bool {
    let edge = |element: &Children, ancestor: ThreadId| -> Option<EdgeId> {
        let (creator, edge) = element.created()?;
        (creator == ancestor).then_some(edge)
    };
    one.before().any(|(ancestor, edges)| {
        edge(other, ancestor).is_some_and(|edge| !edges.contains(edge)) && edge(one, ancestor).is_some()
    })
}

mutations! {
    live_children of "LC": LiveChildren;

    EndsAll: "Joining one of several threads created at an edge finishes all of them." {
        fn step(of: &LiveChildren, before: &Children, action: &Action, context: &Context<'_>) -> Next<Children> {
            match *action {
                Action::Create { edge, .. } if before.running().any(|(running, _)| running == edge) => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    GathersAll: "Gathering at one edge finishes all threads." {
        fn step(of: &LiveChildren, before: &Children, action: &Action, context: &Context<'_>) -> Next<Children> {
            match action {
                Action::Gather { .. } => {
                    let mut finished = before.clone();
                    finished.finish();
                    Next::To(finished)
                }
                _ => of.step(before, action, context),
            }
        }
    }

    LeavesNothing: "A thread that is joined has left nothing running." {
        fn step(_: &LiveChildren, before: &Children, action: &Action, context: &Context<'_>) -> Next<Children> {
            joining(before, action, context, Children::finish)
        }
    }

    OwnChild: "A thread that is joined was created by the ego, if one with its id may have been." {
        fn step(_: &LiveChildren, before: &Children, action: &Action, context: &Context<'_>) -> Next<Children> {
            let own = context.before.get::<ThreadIds>().and_then(|history| history.own());
            let edge = before.running().next().map(|(edge, _)| edge);
            joining(before, action, context, |children| children.adopt(own.zip(edge)))
        }
    }

    NothingBefore: "A created thread comes behind all that its creator had created." {
        fn child(of: &LiveChildren, creator: &Children, creation: &Creation, context: &Context<'_>) -> Next<Children> {
            let mut finished = creator.clone();
            finished.finish();
            of.child(&finished, creation, context)
        }
    }

    MainCreated: "Every thread was created by main." {
        fn child(of: &LiveChildren, creator: &Children, creation: &Creation, context: &Context<'_>) -> Next<Children> {
            match of.child(creator, creation, context) {
                Next::To(mut child) => {
                    child.adopt(Some((Names::MAIN, creation.edge)));
                    Next::To(child)
                }
                other => other,
            }
        }
    }

    OneWay: "It suffices that one of the threads comes behind the other if it is the later one." {
        fn excludes(of: &LiveChildren, a: &Children, b: &Children, pair: &Pair<'_>) -> Judgement {
            also_excluded(behind(a, b) || behind(b, a), of.excludes(a, b, pair))
        }
    }

    SameChild: "Threads that descend from one child of an ancestor come one after the other." {
        fn excludes(of: &LiveChildren, a: &Children, b: &Children, pair: &Pair<'_>) -> Judgement {
            let common = a.before().any(|(ancestor, _)| b.before().any(|(other, edges)| other == ancestor && edges.is_empty()));
            also_excluded(common, of.excludes(a, b, pair))
        }
    }
}
