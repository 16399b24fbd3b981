//! Fences: what accesses order that have no order of their own.
//!
//! ```text
//!     data = 1;  fence(release) A;  store(flag, 1, relaxed) X          load(flag, relaxed) Y;  fence(acquire) B;  use(data)
//! ```
//!
//! If `X` is behind the release fence `A` in its thread, and `Y` reads what `X` wrote, or what read-modify-writes made of that, and is
//! ahead of the acquire fence `B`, then `A` comes before `B` (C11 and C17, 7.17.4, 2 to 4; either fence may be missing where the
//! access has the order itself). What lies *between* `A` and `X`, or between `Y` and `B`, is not ordered. Two things are known for
//! that, of each state:
//!
//! **Behind a release fence.** A write without order counts as a release as long as nothing but it stands between it and the fence.
//! Then all that the ego did or has learned before the write, it did or had learned before the fence:
//!
//! ```text
//!     fence(release)                       :  nothing touched since
//!     load, store, update of v, relaxed    :  nothing touched since but v, if that was so
//!     any other access, lock, call, …      :  no fence
//! ```
//!
//! The accesses to `v` itself stand behind the fence. So no values of watched variables are noted for them (row V), and where `v` is a
//! lock, the write that gives it back is not one under the lock. Variables of its own that no other thread can know may be touched
//! in between, unless the write hands over their address.
//!
//! **Ahead of an acquire fence.** What was read without order is *unlearned* until the ego passes an acquire fence: of a watched variable
//! its values are not noted for accesses (row V), and an address leads to memory that is not fresh (row FR). A lock made of a variable
//! that was set without order is *taken*, and acquired by the fence. What a thread inherits from its creator, or absorbs from
//! one that it joins, the other one has read: no fence of its own orders that.
//!
//! What is read under a lock that is held at all writes needs no fence, and neither does what is read or written while no other thread
//! runs: creations and joins order that. A fence for signal handlers orders nothing between threads. A fence with consume
//! acquires; a load with consume counts as one without order, because only what depends on its value is ordered.
//! (Orders of fences: Boehm and Adve, "Foundations of the C++ concurrency memory model", PLDI 2008; Batty et al., POPL 2011, section 2.)

use std::rc::Rc;

use pepsin_digests::set::SortedSet;
use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::value_locks::Orders;
use crate::ir::{Expr, InstructionKind, Place, Root, Terminator};
use crate::semantics::settings::MemoryModel;
use crate::semantics::state::{State, Variable};
use crate::semantics::system::Transfer;
use crate::values::{Addresses, ObjectKind, Value};

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

    fn release(&mut self) {
        self.change(|known| known.released = Released::But(None));
    }

    fn touch(&mut self, variable: Option<Variable>) {
        if self.is_behind_release() {
            self.change(|known| {
                let touched = variable.map_or(Released::Nothing, |variable| Released::But(Some(variable)));
                known.released = known.released.joined(touched);
            });
        }
    }

    fn look(&mut self, watched: Option<usize>, addresses: bool) {
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
    fn acquire(&mut self) -> SortedSet<usize> {
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

/// An atomic access, as far as it orders something.
pub struct Ordered<'a> {
    /// Where it is made.
    pub addresses: &'a Addresses,
    /// In bytes.
    pub size: u64,
    /// What it orders itself.
    pub orders: Orders,
}

impl Transfer<'_, '_> {
    /// Whether accesses without order, and fences, say something.
    fn knows_orders(&self) -> bool {
        self.analysis.settings.memory_model == MemoryModel::C11
    }

    /// A fence between threads.
    pub fn fence(&mut self, mut state: State, orders: Orders) -> Vec<State> {
        if !self.knows_orders() {
            return vec![state];
        }
        let mut states = match orders.acquires {
            true => {
                let taken = state.fences.acquire();
                state.fences.leave();
                self.acquire_taken(state, &taken)
            }
            false => vec![state],
        };
        let releases = orders.releases || is_seeded(Bug::AnyFenceReleases);
        if releases {
            states.iter_mut().for_each(|state| state.fences.release());
        }
        states
    }

    /// An instruction is about to be executed: it may touch more than variables of the ego's that nobody else knows.
    pub fn leave_by_instruction(&self, state: &mut State, instruction: &InstructionKind) {
        if !state.fences.is_behind_release() {
            return;
        }
        let goes_on = match instruction {
            InstructionKind::Assign { to, .. } | InstructionKind::Zero { place: to } => self.is_own(state, to),
            InstructionKind::Call { .. } | InstructionKind::ScopeEntry(_) | InstructionKind::ScopeEnd(_) => true,
            InstructionKind::Assembly { .. } | InstructionKind::Obstacle { .. } => false,
        };
        let mut reads_own = true;
        instruction.expressions(&mut |expr| reads_own &= self.reads_own(state, expr));
        if !goes_on || !reads_own {
            state.fences.leave();
        }
    }

    /// An instruction was executed: what it calls may return into memory.
    pub fn leave_by_result(&self, state: &mut State, instruction: &InstructionKind) {
        if let InstructionKind::Call { to: Some(to), .. } = instruction
            && state.fences.is_behind_release()
            && !self.is_own(state, to)
        {
            state.fences.leave();
        }
    }

    /// The end of a block is reached: what it decides by may lie in memory.
    pub fn leave_by_terminator(&self, state: &mut State, terminator: &Terminator) {
        if !state.fences.is_behind_release() {
            return;
        }
        let mut reads_own = true;
        if let Terminator::Branch { condition: expr, .. }
        | Terminator::Switch { value: expr, .. }
        | Terminator::Computed { value: expr, .. }
        | Terminator::Return(Some(expr)) = terminator
        {
            expr.expressions(&mut |inner| reads_own &= self.reads_own(state, inner));
        }
        if !reads_own {
            state.fences.leave();
        }
    }

    fn reads_own(&self, state: &State, expr: &Expr) -> bool {
        !matches!(expr, Expr::Load(place) if !self.is_own(state, place))
    }

    /// Whether a place is part of a variable of the running function that no other thread knows.
    fn is_own(&self, state: &State, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => {
                let object = self.analysis.local(self.unknown.function, local, self.context.thread);
                !self.is_shared(state, object)
            }
            Root::Global(_) | Root::Deref(_) => false,
        }
    }

    fn acquire_taken(&mut self, state: State, taken: &SortedSet<usize>) -> Vec<State> {
        let mut states = vec![state];
        for number in taken.iter() {
            let pointer = self.lock_pointer(number);
            let lock = |state| {
                let kind = Some(LockKind::Normal);
                self.lock(state, &pointer, LockMode::Write, kind, Acquisition::Blocking)
            };
            states = states.into_iter().flat_map(lock).collect();
        }
        states
    }

    /// Whether a write publishes what the ego did, by its order or by a fence. It needs no order while no other thread runs:
    /// creations publish.
    pub fn publishes(&mut self, state: &State, access: &Ordered<'_>, written: &Value) -> bool {
        if !self.knows_orders() || access.orders.releases || self.is_alone(state) {
            return true;
        }
        let variable = Variable::at(access.addresses, access.size);
        state.fences.publishes(variable) && !self.hands_over_own(state, written)
    }

    /// Whether a value leads to variables of the ego's that nobody else knows yet, and that may have been touched behind the fence.
    fn hands_over_own(&mut self, state: &State, value: &Value) -> bool {
        let reached = self.reachable(state, std::slice::from_ref(value));
        let mut reached = reached.into_iter();
        reached.any(|object| {
            matches!(self.analysis.objects.kind(object), ObjectKind::Local { .. }) && !self.is_shared(state, object)
        })
    }

    /// An atomic write was made that wrote a value, of which the ego knew whether it publishes.
    pub fn note_published(&mut self, state: &mut State, access: &Ordered<'_>, written: &Value, publishes: bool) {
        if !self.knows_orders() {
            return;
        }
        if !publishes {
            self.note_unreliable(access.addresses);
            self.leak(state, written);
        }
        self.note_touched(state, access);
    }

    /// An atomic access was made that found a value.
    pub fn note_looked(&mut self, state: &mut State, access: &Ordered<'_>, found: &Value) {
        if !self.knows_orders() {
            return;
        }
        self.note_touched(state, access);
        if access.orders.acquires || self.is_alone(state) || self.is_ordered_by_lock(state, access.addresses) {
            return;
        }
        let addresses = found.as_addresses();
        let may_be_address = addresses.origin().is_some() || addresses.objects().next().is_some();
        let watched = self.watched_at(access.addresses, access.size);
        if watched.is_none() {
            self.note_unreliable(access.addresses);
        }
        state
            .fences
            .look(watched, may_be_address && !is_seeded(Bug::AddressesWithoutFence));
    }

    /// Whether what was written at some addresses comes before the ego by a lock under which all of it is written.
    fn is_ordered_by_lock(&mut self, state: &State, addresses: &Addresses) -> bool {
        let object = addresses.single().map(|(object, _)| object);
        object.is_some_and(|object| self.is_current(state, object))
    }

    /// The watched variables that were read without order, and are not known by a lock that protects them either: who took that
    /// before a write cannot have read the write before.
    pub fn unlearned(&mut self, state: &State) -> Vec<Variable> {
        let watched = 0..self.analysis.text.watched.len();
        let unlearned = watched.filter(|number| state.fences.is_unlearned(*number));
        let unlearned: Vec<Variable> = unlearned.map(|number| self.watched_variable(number)).collect();
        let is_open = |variable: &Variable| !self.is_current(state, variable.object);
        unlearned.into_iter().filter(is_open).collect()
    }

    fn note_touched(&self, state: &mut State, access: &Ordered<'_>) {
        match access.orders {
            Orders {
                acquires: false,
                releases: false,
            } => state.fences.touch(Variable::at(access.addresses, access.size)),
            _ => state.fences.leave(),
        }
    }

    /// What is read of the variables at some addresses says nothing of what came before.
    fn note_unreliable(&self, addresses: &Addresses) {
        self.record(|recorder, _| {
            recorder.unreliable.extend(addresses.objects());
            recorder.unreliable_anywhere |= addresses.origin().is_some();
        });
    }

    /// An address travels without order: it may be used before what it points to was initialised, so that what can be reached from
    /// there counts as known to others from the beginning (row FR).
    pub fn leak(&mut self, state: &State, value: &Value) {
        if is_seeded(Bug::RelaxedHandover) {
            return;
        }
        // While solving, too: what is looked at belongs to the footprint.
        let leaked = self.reachable(state, std::slice::from_ref(value));
        self.record(|recorder, _| recorder.leaked.extend(leaked));
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
