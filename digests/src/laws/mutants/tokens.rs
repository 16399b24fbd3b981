//! Mutants of the digest of countdowns: CD.

use super::{Mutant, Mutation, also_excluded, mutant, mutations};
use crate::action::{Action, CounterOperand, Exclusion};
use crate::countdown::{Countdowns, Finding, Tokens};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Facts, MayBe};
use crate::names::CounterId;
use crate::thread_id::ThreadIds;
use crate::verdict::Judgement;

pub(super) fn mutants() -> Vec<Mutant> {
    countdowns()
}

/// Says other things of what is promised to created threads.
struct Promising<'a> {
    facts: &'a dyn Facts,
    promised: Vec<(CounterId, u8)>,
}

impl Facts for Promising<'_> {
    fn counters(&self, operand: CounterOperand) -> MayBe<CounterId> {
        self.facts.counters(operand)
    }

    fn promised(&self) -> Vec<(CounterId, u8)> {
        self.promised.clone()
    }
}

/// The operand of the action, if it is one on a counter.
fn operand(action: &Action) -> Option<CounterOperand> {
    match *action {
        Action::CounterAdd { counter, .. }
        | Action::CounterSet { counter, .. }
        | Action::CounterGone { counter, .. } => Some(counter),
        _ => None,
    }
}

/// `⟦act⟧`, and then `⟦k ≤ 0⟧` as found by `by`.
fn and_gone(of: &Countdowns, before: &Tokens, action: &Action, by: Finding, context: &Context<'_>) -> Next<Tokens> {
    let after = of.step(before, action, context);
    let Some(counter) = operand(action) else {
        return after;
    };
    let reached = match &after {
        Next::To(reached) => reached,
        _ => before,
    };
    match of.step(reached, &Action::CounterGone { counter, by }, context) {
        Next::Unchanged => after,
        found => found,
    }
}

/// What the ego knows of the counter that an action is on.
fn finding(before: &Tokens, action: &Action, context: &Context<'_>) -> Option<Finding> {
    let counter = context.facts.counters(operand(action)?).definite()?;
    before.finding(counter)
}

mutations! {
    countdowns of "CD": Countdowns;

    NothingPaid: "Who creates a thread keeps the tokens that it gives." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            let facts = Promising { facts: context.facts, promised: Vec::new() };
            of.step(before, action, &Context { facts: &facts, ..*context })
        }
    }

    PaidTwice: "A created thread gets twice as many tokens as its creator gives." {
        fn child(of: &Countdowns, creator: &Tokens, creation: &Creation, context: &Context<'_>) -> Next<Tokens> {
            let promised = context.facts.promised().into_iter().map(|(counter, tokens)| (counter, tokens * 2));
            let facts = Promising { facts: context.facts, promised: promised.collect() };
            of.child(creator, creation, &Context { facts: &facts, ..*context })
        }
    }

    InheritedTokens: "A created thread has the tokens of its creator, and has found what that has found." {
        fn child(of: &Countdowns, creator: &Tokens, creation: &Creation, context: &Context<'_>) -> Next<Tokens> {
            of.child(creator, creation, context);
            Next::Unchanged
        }
    }

    AnyCount: "Counting down finds the counter at zero." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match action {
                Action::CounterAdd { by: ..0, .. } => and_gone(of, before, action, Finding::Reader, context),
                _ => of.step(before, action, context),
            }
        }
    }

    MadeSince: "Tokens made since the counter was found at zero do not matter." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match (action, finding(before, action, context)) {
                (Action::CounterAdd { by: 1.., .. }, Some(found)) => and_gone(of, before, action, found, context),
                _ => of.step(before, action, context),
            }
        }
    }

    ReaderDestroys: "Who reads that the counter is zero has destroyed the last token." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match *action {
                Action::CounterGone { counter, .. } => {
                    let by = Finding::Destroyer;
                    of.step(before, &Action::CounterGone { counter, by }, context)
                }
                _ => of.step(before, action, context),
            }
        }
    }

    AddedTwice: "What is added makes twice as many tokens." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match *action {
                Action::CounterAdd { counter, by: by @ 1.., exclusion } => {
                    of.step(before, &Action::CounterAdd { counter, by: by * 2, exclusion }, context)
                }
                _ => of.step(before, action, context),
            }
        }
    }

    UnseenMakers: "Who adds is not known to make tokens while others are running." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match *action {
                Action::CounterAdd { counter, by: 1.., exclusion: Exclusion::Atomic } => {
                    match before.at_least(context.facts.counters(counter).definite().unwrap_or(CounterId::new(0))) {
                        Some(tokens) => of.step(before, &Action::CounterSet { counter, least: i64::from(tokens) + 1 }, context),
                        None => Next::Unchanged,
                    }
                }
                _ => of.step(before, action, context),
            }
        }
    }

    LookGives: "Who finds that a signal is not given knows that it is." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match *action {
                Action::SignalAwaited { signal } => of.step(before, &Action::SignalGiven { signal }, context),
                _ => of.step(before, action, context),
            }
        }
    }

    GivenForever: "A signal that is taken back is still given." {
        fn step(of: &Countdowns, before: &Tokens, action: &Action, context: &Context<'_>) -> Next<Tokens> {
            match action {
                Action::SignalReset { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    InheritedWait: "A created thread has had the tokens of its creator since a signal was not given." {
        fn child(of: &Countdowns, creator: &Tokens, creation: &Creation, context: &Context<'_>) -> Next<Tokens> {
            match creator.waiting().next() {
                Some(_) => Next::Unchanged,
                None => of.child(creator, creation, context),
            }
        }
    }

    AnyTime: "An access behind a signal and a count excludes those of threads that did not see the signal." {
        fn excludes(of: &Countdowns, a: &Tokens, b: &Tokens, pair: &Pair<'_>) -> Judgement {
            let later = |one: &Tokens, other: &Tokens| {
                one.waiting().any(|(_, signal)| other.given().any(|given| given == signal))
            };
            also_excluded(later(a, b) || later(b, a), of.excludes(a, b, pair))
        }
    }

    AnyHolder: "What any other thread does comes before the counter is found at zero." {
        fn excludes(of: &Countdowns, a: &Tokens, b: &Tokens, pair: &Pair<'_>) -> Judgement {
            let found = |tokens: &Tokens| (0..2).any(|counter| tokens.finding(CounterId::new(counter)).is_some());
            let own = |siblings: crate::product::Siblings<'_>| siblings.get::<ThreadIds>().and_then(|history| history.own());
            let apart = own(pair.first) != own(pair.second);
            also_excluded(apart && (found(a) || found(b)), of.excludes(a, b, pair))
        }
    }
}
