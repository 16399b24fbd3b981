//! What fences have ordered, and have yet to order ([`crate::semantics::claims::fences`] has the theory).

use crate::semantics::state::Variable;
use pepsin_digests::set::SortedSet;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use std::rc::Rc;

/// What fences have ordered, and have yet to order. Mostly nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fences(Option<Rc<Known>>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    released: Released,
    unlearned: Unlearned,
    /// What the thread was left by others that these had not learned.
    inherited: Unlearned,
    /// Locks made of variables, by their numbers, that an acquire fence acquires.
    taken: SortedSet<usize>,
}

/// What was touched since the last release fence.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Released {
    /// Anything; or there was no such fence.
    #[default]
    Nothing,
    /// Only this variable, if any.
    But(Option<Variable>),
}

/// What was read without order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unlearned {
    /// Watched variables, by their numbers.
    watched: SortedSet<usize>,
    /// Whether addresses are among it.
    addresses: bool,
}

impl Lattice for Unlearned {
    fn join(&mut self, other: &Self) -> bool {
        let is_new = other.addresses && !self.addresses;
        self.addresses |= other.addresses;
        self.watched.unite(&other.watched) | is_new
    }
}

impl Released {
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Released::But(None), Released::But(touched)) | (Released::But(touched), Released::But(None)) => {
                Released::But(touched)
            }
            (Released::But(mine), Released::But(theirs)) if mine == theirs => self,
            _ => Released::Nothing,
        }
    }
}

impl Lattice for Fences {
    fn join(&mut self, other: &Self) -> bool {
        if self == other {
            return false;
        }
        let before = self.clone();
        let theirs = other.0.as_deref().cloned().unwrap_or_default();
        self.change(|known| {
            known.released = known.released.joined(theirs.released);
            known.unlearned.join(&theirs.unlearned);
            known.inherited.join(&theirs.inherited);
            known.taken.intersect(&theirs.taken);
        });
        *self != before
    }
}

impl Fences {
    /// What a thread starts with, created behind all this.
    #[must_use]
    pub fn inherited(&self) -> Self {
        let mut start = Fences::default();
        start.absorb(&self.unlearned());
        start
    }

    /// What was read without order, by whomever.
    pub fn unlearned(&self) -> Unlearned {
        let mut all = Unlearned::default();
        if let Some(known) = &self.0 {
            all.join(&known.unlearned);
            all.join(&known.inherited);
        }
        all
    }

    /// The ego is left what another thread had read without order.
    pub fn absorb(&mut self, left: &Unlearned) {
        if *left != Unlearned::default() {
            self.change(|known| {
                known.inherited.join(left);
            });
        }
    }

    /// Something is touched, or learned: a write without order does not publish that.
    pub fn leave(&mut self) {
        if self.is_behind_release() && !is_seeded(Bug::FencePublishesLater) {
            self.change(|known| known.released = Released::Nothing);
        }
    }

    /// Locks that were taken without order may be in other hands.
    pub fn give_up(&mut self) {
        if self.0.as_ref().is_some_and(|known| !known.taken.is_empty()) {
            self.change(|known| known.taken = SortedSet::default());
        }
    }

    /// Whether nothing but accesses to one variable stand between the ego and a release fence.
    pub fn is_behind_release(&self) -> bool {
        matches!(&self.0, Some(known) if known.released != Released::Nothing)
    }

    /// Whether addresses were read without order.
    pub fn has_unlearned_addresses(&self) -> bool {
        let has_some = |known: &Known| known.unlearned.addresses || known.inherited.addresses;
        self.0.as_deref().is_some_and(has_some) && !is_seeded(Bug::RelaxedHandover)
    }

    /// Whether a watched variable was read without order.
    pub fn is_unlearned(&self, watched: usize) -> bool {
        let is_among =
            |known: &Known| known.unlearned.watched.contains(watched) || known.inherited.watched.contains(watched);
        self.0.as_deref().is_some_and(is_among) && !is_seeded(Bug::LearnedWithoutFence)
    }

    /// Whether the fence publishes by a write to a variable; to no variable in particular, if nothing was touched since.
    pub fn publishes(&self, variable: Option<Variable>) -> bool {
        match self.0.as_deref().map(|known| known.released) {
            Some(Released::But(None)) => true,
            Some(Released::But(touched)) => touched == variable,
            Some(Released::Nothing) | None => false,
        }
    }

    pub fn release(&mut self) {
        self.change(|known| known.released = Released::But(None));
    }

    pub fn touch(&mut self, variable: Option<Variable>) {
        if self.is_behind_release() {
            self.change(|known| {
                let touched = variable.map_or(Released::Nothing, |variable| Released::But(Some(variable)));
                known.released = known.released.joined(touched);
            });
        }
    }

    pub fn look(&mut self, watched: Option<usize>, addresses: bool) {
        if watched.is_none() && !addresses {
            return;
        }
        self.change(|known| {
            watched.into_iter().for_each(|watched| {
                known.unlearned.watched.insert(watched);
            });
            known.unlearned.addresses |= addresses;
        });
    }

    /// An acquire fence: what was taken by then is acquired.
    pub fn acquire(&mut self) -> SortedSet<usize> {
        let mut taken = SortedSet::default();
        if self.0.is_some() {
            self.change(|known| {
                known.unlearned = Unlearned::default();
                if is_seeded(Bug::ForeignFences) {
                    known.inherited = Unlearned::default();
                }
                taken = std::mem::take(&mut known.taken);
            });
        }
        taken
    }

    /// A lock made of a variable was taken without order.
    pub fn take(&mut self, lock: usize) {
        self.change(|known| {
            known.taken.insert(lock);
        });
    }

    /// A lock made of a variable was written to.
    pub fn drop_lock(&mut self, lock: usize) {
        if matches!(&self.0, Some(known) if known.taken.contains(lock)) {
            self.change(|known| {
                known.taken.remove(lock);
            });
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Known)) {
        let mut known = self.0.take().map_or_else(Known::default, Rc::unwrap_or_clone);
        change(&mut known);
        if known != Known::default() {
            self.0 = Some(Rc::new(known));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::ObjectId;

    const FLAG: Variable = Variable {
        object: ObjectId::new(1),
        offset: 0,
        size: 4,
    };

    /// What a thread does, besides accesses to variables of its own.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Step {
        /// It touches something, or learns what another thread did.
        Act,
        /// It reads the flag without order.
        Look,
        Release,
        Acquire,
        Both,
    }

    const STEPS: [Step; 5] = [Step::Act, Step::Look, Step::Release, Step::Acquire, Step::Both];

    impl Step {
        fn releases(self) -> bool {
            matches!(self, Step::Release | Step::Both)
        }

        fn acquires(self) -> bool {
            matches!(self, Step::Acquire | Step::Both)
        }

        fn apply(self, fences: &mut Fences) {
            match self {
                Step::Act => fences.leave(),
                Step::Look => {
                    fences.touch(Some(FLAG));
                    fences.look(Some(0), true);
                }
                Step::Release | Step::Acquire | Step::Both => {
                    if self.acquires() {
                        fences.acquire();
                        fences.leave();
                    }
                    if self.releases() {
                        fences.release();
                    }
                }
            }
        }
    }

    fn after(steps: &[Step]) -> Fences {
        let mut fences = Fences::default();
        steps.iter().for_each(|step| step.apply(&mut fences));
        fences
    }

    fn sequences() -> Vec<Vec<Step>> {
        let mut all = vec![Vec::new()];
        let mut last = all.clone();
        for _ in 0..4 {
            let longer = last.iter().flat_map(|steps| {
                let next = |step| steps.iter().copied().chain([step]).collect::<Vec<Step>>();
                STEPS.map(next)
            });
            last = longer.collect();
            all.extend(last.clone());
        }
        all
    }

    #[test]
    fn a_write_publishes_only_what_a_release_fence_stands_behind() {
        for steps in sequences() {
            // An acquire fence may teach the thread what others did.
            let teaches = |step: &Step| *step == Step::Act || step.acquires() && *step != Step::Both;
            let fence = steps.iter().rposition(|step| step.releases());
            let is_behind = fence.is_some_and(|fence| !steps[fence..].iter().any(teaches));
            assert_eq!(after(&steps).publishes(Some(FLAG)), is_behind, "{steps:?}");
        }
    }

    #[test]
    fn what_was_read_is_learned_only_by_an_acquire_fence_behind_it() {
        for steps in sequences() {
            let look = steps.iter().rposition(|step| *step == Step::Look);
            let is_open = look.is_some_and(|look| !steps[look..].iter().any(|step| step.acquires()));
            let fences = after(&steps);
            assert_eq!(fences.is_unlearned(0), is_open, "{steps:?}");
            assert_eq!(fences.has_unlearned_addresses(), is_open, "{steps:?}");
        }
    }

    #[test]
    fn a_thread_learns_nothing_of_what_it_inherits() {
        for steps in sequences() {
            let left = after(&steps);
            let mut inherited = left.inherited();
            Step::Both.apply(&mut inherited);
            assert_eq!(inherited.is_unlearned(0), left.is_unlearned(0), "{steps:?}");
        }
    }

    #[test]
    fn joining_claims_nothing_that_one_side_does_not() {
        let known: Vec<Fences> = sequences()
            .iter()
            .filter(|steps| steps.len() < 4)
            .map(|steps| after(steps))
            .collect();
        for mine in &known {
            for theirs in &known {
                let mut joined = mine.clone();
                assert_eq!(joined.join(theirs), joined != *mine);
                let mut turned = theirs.clone();
                turned.join(mine);
                assert_eq!(joined, turned);
                assert!(mine.leq(&joined) && theirs.leq(&joined));
                assert!(!joined.publishes(Some(FLAG)) || mine.publishes(Some(FLAG)) && theirs.publishes(Some(FLAG)));
                assert_eq!(joined.is_unlearned(0), mine.is_unlearned(0) || theirs.is_unlearned(0));
            }
        }
    }

    #[test]
    fn a_lock_is_taken_only_if_it_is_on_both_ways() {
        let mut taken = Fences::default();
        taken.take(3);
        let mut both = taken.clone();
        assert!(both.join(&Fences::default()));
        assert!(both.acquire().is_empty());
        assert_eq!(taken.acquire().iter().collect::<Vec<_>>(), [3]);
        assert!(taken.acquire().is_empty());
    }
}
