//! Mutants of the digests that speak of locks: L, CL, DL.

use super::{Mutant, Mutation, also_excluded, mutant, mutations};
use crate::action::{Action, LockKind, LockMode, LockOperand};
use crate::creation_lockset::{CreationLocks, CreationLocksets};
use crate::descendant_lockset::{DescendantLocks, DescendantLocksets};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::facts::{Facts, MayBe};
use crate::lockset::{Lockset, Locksets};
use crate::names::LockId;
use crate::product::Siblings;
use crate::verdict::Judgement;

pub(super) fn mutants() -> Vec<Mutant> {
    [locksets(), creation_locksets(), descendant_locksets()]
        .into_iter()
        .flatten()
        .collect()
}

/// Takes one of several locks for the one.
struct FirstLock<'a>(&'a dyn Facts);

impl Facts for FirstLock<'_> {
    fn locks(&self, operand: LockOperand) -> MayBe<LockId> {
        match self.0.locks(operand) {
            MayBe::OneOf(locks) if !locks.is_empty() => MayBe::Definite(locks[0]),
            other => other,
        }
    }
}

/// Takes every operand for one that denotes none of the locks known.
struct NoLock;

impl Facts for NoLock {
    fn locks(&self, _: LockOperand) -> MayBe<LockId> {
        MayBe::OneOf(Vec::new())
    }
}

fn with_facts<'a>(context: &Context<'a>, facts: &'a dyn Facts) -> Context<'a> {
    Context { facts, ..*context }
}

fn changed_lock(action: &Action, change: impl Fn(&mut LockMode, &mut LockKind)) -> Action {
    let mut action = *action;
    if let Action::Lock { mode, kind, .. } = &mut action {
        change(mode, kind);
    }
    action
}

mutations! {
    locksets of "L": Locksets;

    UnlockOnlyDefinite: "Unlocking keeps the locks that the operand only may be." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            match action {
                Action::Unlock { lock } if context.facts.locks(*lock).definite().is_none() => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    LockOneOfSeveral: "Locking one of several locks adds the first one." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            match action {
                Action::Lock { .. } => {
                    let facts = FirstLock(context.facts);
                    of.step(before, action, &with_facts(context, &facts))
                }
                _ => of.step(before, action, context),
            }
        }
    }

    InheritedLockset: "A created thread holds its creator's locks." {
        fn child(_: &Locksets, _: &Lockset, _: &Creation, _: &Context<'_>) -> Next<Lockset> {
            Next::Unchanged
        }
    }

    ReadersExclude: "A common lock excludes, even if both hold it for reading." {
        fn excludes(of: &Locksets, a: &Lockset, b: &Lockset, pair: &Pair<'_>) -> Judgement {
            let common = a.locks().any(|lock| b.hold(lock).is_some());
            also_excluded(common, of.excludes(a, b, pair))
        }
    }

    ReadIsWrite: "Locking for reading counts as locking for writing." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            let action = changed_lock(action, |mode, _| *mode = LockMode::Write);
            of.step(before, &action, context)
        }
    }

    AlwaysNormal: "Locking a recursive lock twice is impossible." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            let action = changed_lock(action, |_, kind| *kind = LockKind::Normal);
            of.step(before, &action, context)
        }
    }

    ImpossibleUnlock: "Unlocking a lock that is not in the lockset is impossible." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            match action {
                Action::Unlock { lock } => match context.facts.locks(*lock).definite() {
                    Some(lock) if before.hold(lock).is_none() => Next::Impossible,
                    _ => of.step(before, action, context),
                },
                _ => of.step(before, action, context),
            }
        }
    }

    ResetKeeps: "Initialising a lock again keeps it in the lockset." {
        fn step(of: &Locksets, before: &Lockset, action: &Action, context: &Context<'_>) -> Next<Lockset> {
            match action {
                Action::LockReset { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    ExactLocksets: "Observing is impossible where locksets overlap, as for exact locksets." {
        fn observe(of: &Locksets, before: &Lockset, action: &Action, seen: &Lockset, context: &Context<'_>) -> Next<Lockset> {
            if before.common(seen).is_some() {
                return Next::Impossible;
            }
            of.observe(before, action, seen, context)
        }
    }
}

mutations! {
    creation_locksets of "CL": CreationLocksets;

    ReleasesUnnoted: "Releases by the ancestor are not noted." {
        fn step(_: &CreationLocksets, _: &CreationLocks, _: &Action, _: &Context<'_>) -> Next<CreationLocks> {
            Next::Unchanged
        }
    }

    UncertainReleasesUnnoted: "Releases of a lock that is not definite are not noted." {
        fn step(of: &CreationLocksets, before: &CreationLocks, action: &Action, context: &Context<'_>) -> Next<CreationLocks> {
            match action {
                Action::Unlock { lock } if context.facts.locks(*lock).definite().is_none() => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    CreatorKeepsOutItself: "The ancestor's own accesses are excluded, too." {
        fn excludes(of: &CreationLocksets, a: &CreationLocks, b: &CreationLocks, pair: &Pair<'_>) -> Judgement {
            let holds = |element: &CreationLocks, other: Siblings<'_>| {
                let lockset = other.get::<Locksets>();
                element.iter().any(|(_, lock)| lockset.as_ref().is_some_and(|held| held.hold(lock).is_some()))
            };
            let own = holds(a, pair.second) || holds(b, pair.first);
            also_excluded(own, of.excludes(a, b, pair))
        }
    }

    SameHolder: "Two threads created under one lock by one thread exclude each other." {
        fn excludes(of: &CreationLocksets, a: &CreationLocks, b: &CreationLocks, pair: &Pair<'_>) -> Judgement {
            let common = a.iter().any(|one| b.iter().any(|other| one == other));
            also_excluded(common, of.excludes(a, b, pair))
        }
    }
}

mutations! {
    descendant_locksets of "DL": DescendantLocksets;

    HeldForEver: "A lock stays in H after it is released." {
        fn step(of: &DescendantLocksets, before: &DescendantLocks, action: &Action, context: &Context<'_>) -> Next<DescendantLocks> {
            match action {
                Action::Unlock { .. } | Action::LockReset { .. } => Next::Unchanged,
                _ => of.step(before, action, context),
            }
        }
    }

    TakenByUnknown: "A lock counts as taken by a thread that took one of several." {
        fn step(of: &DescendantLocksets, before: &DescendantLocks, action: &Action, context: &Context<'_>) -> Next<DescendantLocks> {
            let facts = FirstLock(context.facts);
            of.step(before, action, &with_facts(context, &facts))
        }
    }

    TakenForWriting: "Taking a lock for reading counts as taking it for writing." {
        fn step(of: &DescendantLocksets, before: &DescendantLocks, action: &Action, context: &Context<'_>) -> Next<DescendantLocks> {
            let action = changed_lock(action, |mode, _| *mode = LockMode::Write);
            of.step(before, &action, context)
        }
    }

    OnlyTaken: "A lock taken by a descendant excludes, whether the ancestor has held it or not." {
        fn excludes(of: &DescendantLocksets, a: &DescendantLocks, b: &DescendantLocks, pair: &Pair<'_>) -> Judgement {
            let took = |one: &DescendantLocks, other: &DescendantLocks| {
                other.taken().any(|(taker, _, _)| one.created().any(|created| created == taker))
            };
            let taken = took(a, b) || took(b, a);
            also_excluded(taken, of.excludes(a, b, pair))
        }
    }

    UnlockedElsewhere: "An unlock that is not definite breaks nothing." {
        fn step(of: &DescendantLocksets, before: &DescendantLocks, action: &Action, context: &Context<'_>) -> Next<DescendantLocks> {
            match action {
                Action::Unlock { lock } if context.facts.locks(*lock).definite().is_none() => {
                    of.step(before, &Action::End, &with_facts(context, &NoLock))
                }
                _ => of.step(before, action, context),
            }
        }
    }
}
