//! O, once: which initialisations run exactly once are going on, and which are finished.
//!
//! **Elements.** `(active, seen)`, two sets of once-controls: the ego is inside the initialisation of each control in
//! `active`, and the initialisation of each control in `seen` is finished in the ego's past
//! (in the frame of Schwarz and Erhard, 2025; the digest is also in Goblint as "once").
//!
//! **Operations.** `init = (∅, ∅)`, `new((active, seen), e) = (∅, seen)`.
//! ```text
//! ⟦enter o⟧(active, seen)  = ∅ if o is definite and in active or seen, else (active ∪ {o}, seen)
//! ⟦finish o⟧(active, seen) = (active ∖ {o}, seen ∪ {o})
//! ⟦skip o⟧(active, seen)   = (active, seen ∪ {o})
//! ⟦observe⟧(A0, A1)        = ∅ if active0 ∩ seen1 ≠ ∅, else (active0, seen0 ∪ seen1) and then as the action says
//! ```
//! A control that is not definite adds nothing; finishing it removes all that it may be. A control that is overwritten
//! leaves both sets.
//!
//! **Joining.** Intersection of both.
//!
//! **Why the predicate is sound.** If the first access is inside `o`, and the second has seen `o` finished, then the first
//! comes before the end of the one initialisation there is, and that before the second. If both are inside `o`, they are
//! made by the one thread that runs it: created threads do not inherit `active`. Being *before* a once orders nothing:
//! `g = 1; once(o)` does race with `once(o); g = 2`.
//!
//! This rests on a control being run once. A control that is initialised again has to be kept from being definite.

use crate::action::{Action, LockTarget};
use crate::digest::{Context, Creation, Digest, Next, Pair};
use crate::names::{Describe, Names, OnceId};
use crate::set::SortedSet;
use crate::verdict::{Judgement, Piece, Reason};
use pepsin_lattice::Lattice;

/// The once-controls that the thread is inside of, and those that it knows to be finished.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnceState {
    active: SortedSet<OnceId>,
    seen: SortedSet<OnceId>,
}

impl OnceState {
    /// The controls inside whose initialisation the thread certainly is.
    pub fn active(&self) -> &SortedSet<OnceId> {
        &self.active
    }

    /// The controls whose initialisation is certainly finished.
    pub fn seen(&self) -> &SortedSet<OnceId> {
        &self.seen
    }

    fn enter(&self, once: OnceId) -> Next<Self> {
        if self.active.contains(once) || self.seen.contains(once) {
            return Next::Impossible;
        }
        let mut after = self.clone();
        after.active.insert(once);
        Next::To(after)
    }

    fn finish(&self, candidates: Option<&[OnceId]>, once: Option<OnceId>) -> Next<Self> {
        let mut after = self.clone();
        let may_be = |active: OnceId| candidates.is_none_or(|some| some.contains(&active));
        let mut changed = after.active.retain(|active| !may_be(active));
        if let Some(once) = once {
            changed |= after.seen.insert(once);
        }
        Next::from_change(after, changed)
    }

    fn skip(&self, once: OnceId) -> Next<Self> {
        let mut after = self.clone();
        let changed = after.seen.insert(once);
        Next::from_change(after, changed)
    }

    fn without(&self, gone: impl Fn(OnceId) -> bool) -> Next<Self> {
        let mut after = self.clone();
        let fewer_active = after.active.retain(|once| !gone(once));
        let fewer_seen = after.seen.retain(|once| !gone(once));
        Next::from_change(after, fewer_active || fewer_seen)
    }
}

impl Lattice for OnceState {
    fn join(&mut self, other: &Self) -> bool {
        let active = self.active.intersect(&other.active);
        let seen = self.seen.intersect(&other.seen);
        active || seen
    }
}

/// The digest of once-controls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Onces;

impl Digest for Onces {
    type Element = OnceState;

    fn start(&self, _names: &Names) -> OnceState {
        OnceState::default()
    }

    fn child(&self, creator: &OnceState, _: &Creation, _: &Context<'_>) -> Next<OnceState> {
        Next::To(OnceState {
            active: SortedSet::default(),
            seen: creator.seen.clone(),
        })
    }

    fn step(&self, before: &OnceState, action: &Action, context: &Context<'_>) -> Next<OnceState> {
        match *action {
            Action::OnceEnter { once } => match context.facts.onces(once).definite() {
                Some(once) => before.enter(once),
                None => Next::Unchanged,
            },
            Action::OnceFinish { once } => {
                let operand = context.facts.onces(once);
                before.finish(operand.candidates(), operand.definite())
            }
            Action::OnceSkip { once } => match context.facts.onces(once).definite() {
                Some(once) => before.skip(once),
                None => Next::Unchanged,
            },
            Action::LockReset { target } => match target {
                LockTarget::Lock(_) => Next::Unchanged,
                LockTarget::Inside(object) => before.without(|once| context.names.once_of(once).object == object),
                LockTarget::Anything => before.without(|_| true),
            },
            _ => Next::Unchanged,
        }
    }

    fn observe(&self, before: &OnceState, action: &Action, seen: &OnceState, context: &Context<'_>) -> Next<OnceState> {
        if before.active.iter().any(|once| seen.seen.contains(once)) {
            return Next::Impossible;
        }
        let mut informed = before.clone();
        let learnt = informed.seen.unite(&seen.seen);
        match self.step(&informed, action, context) {
            Next::Unchanged => Next::from_change(informed, learnt),
            next => next,
        }
    }

    fn excludes(&self, a: &OnceState, b: &OnceState, _: &Pair<'_>) -> Judgement {
        if let Some(once) = a.active.iter().find(|&once| b.active.contains(once)) {
            let reason = Reason::new("inside-the-same-once").text("both accesses are made by the thread that runs ");
            return Judgement::Excluded(reason.piece(Piece::Once(once)));
        }
        for (inside, after, side) in [(a, b, "first"), (b, a, "second")] {
            if let Some(once) = inside.active.iter().find(|&once| after.seen.contains(once)) {
                let reason = Reason::new("once-finished")
                    .text(format!("the {side} access is made inside "))
                    .piece(Piece::Once(once));
                return Judgement::Excluded(reason.text(", which is finished when the other one is made"));
            }
        }
        Judgement::NotExcluded(
            Reason::new("not-ordered-by-once")
                .text("neither access is inside an initialisation that the other knows to be finished"),
        )
    }

    fn is_silent(&self, element: &OnceState) -> bool {
        element.active.is_empty() && element.seen.is_empty()
    }

    fn render(&self, element: &OnceState, describe: &dyn Describe) -> String {
        let list = |set: &SortedSet<OnceId>| {
            let names: Vec<String> = set.iter().map(|once| describe.once(once)).collect();
            names.join(", ")
        };
        let (active, seen) = (list(&element.active), list(&element.seen));
        format!("inside {{{active}}}, finished {{{seen}}}")
    }
}

#[cfg(test)]
mod tests {
    use crate::action::{Action, OnceOperand};
    use crate::product::DigestId;
    use crate::scenario::Scenario;

    const ONCE: OnceOperand = OnceOperand(0);

    fn enter(scene: &Scenario, id: DigestId) -> DigestId {
        scene.then(id, Action::OnceEnter { once: ONCE })
    }

    fn skip(scene: &Scenario, id: DigestId) -> DigestId {
        scene.then(id, Action::OnceSkip { once: ONCE })
    }

    #[test]
    fn what_is_done_inside_once_is_ordered_with_what_is_done_behind_it_but_not_before_it() {
        let scene = Scenario::new();
        let (main, worker) = scene.create(scene.digests.start(), 1);
        let inside = enter(&scene, worker);
        assert!(scene.excludes("O", inside, skip(&scene, main)));
        assert!(scene.excludes("O", inside, enter(&scene, main)));
        assert!(!scene.excludes("O", inside, main));
        assert!(!scene.excludes("O", main, skip(&scene, worker)));
    }

    #[test]
    fn a_thread_created_inside_is_not_inside() {
        let scene = Scenario::new();
        let inside = enter(&scene, scene.digests.start());
        let (inside, created) = scene.create(inside, 1);
        assert!(!scene.excludes("O", inside, created));
    }

    #[test]
    fn an_initialisation_that_is_finished_cannot_begin_again() {
        let scene = Scenario::new();
        let inside = enter(&scene, scene.digests.start());
        assert!(scene.act(inside, Action::OnceEnter { once: ONCE }).is_empty());
        let behind = scene.then(inside, Action::OnceFinish { once: ONCE });
        assert!(scene.act(behind, Action::OnceEnter { once: ONCE }).is_empty());
    }
}
