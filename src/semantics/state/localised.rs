//! The part of a state of which a call passes on only what its callee touches.
//!
//! Whoever looks at it or changes it says so in the footprint of the running function ([`crate::semantics::system::footprint`]). That is
//! not left to memory: the fields are closed, and all that opens them to a right-hand side notes what is touched. Only what is
//! done at the border of a call, where the part is cut out and put back, is exempt from that.

use std::rc::Rc;

use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice};

use super::currency::Currency;
use super::set::{CertainSet, Set};
use super::states::{Allocation, State};
use crate::ir::FunctionId;
use crate::semantics::prepare::Halts;
use crate::semantics::system::{Footprint, Transfer};
use crate::values::{Contents, Instance, Memory, ObjectId};

/// What is known of objects, functions and program points, each for itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Localised {
    /// All memory but the frame: private objects as they are, shared ones as the ego's view.
    memory: Memory,
    /// For shared objects, the locks held ever since the view was known to be current.
    current: Currency,
    /// Shared objects that this thread, or one that it joined, may have written since it started.
    written: Set<ObjectId>,
    /// Objects of this thread whose address may have left it.
    escaped: Set<ObjectId>,
    /// Of these, those of which what they hold was certainly shown to others, or will be with what they hold later.
    introduced: CertainSet<ObjectId>,
    /// Allocations, and initialisations of semaphores, that this thread may have passed.
    allocated: Set<Allocation>,
    /// Functions with a running activation.
    active: Set<FunctionId>,
    /// Functions that may have two running activations.
    reentered: Set<FunctionId>,
}

impl Localised {
    /// What a thread knows at its start: memory, and which of its objects others know.
    pub fn started(memory: Memory, escaped: Set<ObjectId>) -> Self {
        Localised {
            memory,
            escaped,
            ..Localised::default()
        }
    }

    /// Of how many objects something is known.
    pub fn len(&self) -> usize {
        self.memory.len()
    }

    /// The names of the parts in which two differ.
    pub fn parts_that_differ(&self, other: &Self) -> impl Iterator<Item = &'static str> + use<> {
        let objects = |part: &Self| part.memory.iter().map(|(object, _)| object).collect::<Vec<_>>();
        let parts = [
            (
                "objects",
                self.memory != other.memory && objects(self) != objects(other),
            ),
            ("values", self.memory != other.memory && objects(self) == objects(other)),
            ("current", self.current != other.current),
            ("written", self.written != other.written),
            ("escaped", self.escaped != other.escaped),
            ("introduced", self.introduced != other.introduced),
            ("allocated", self.allocated != other.allocated),
            ("active", self.active != other.active),
            ("reentered", self.reentered != other.reentered),
        ];
        parts.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name)
    }

    /// The part in which a function runs that has a footprint.
    pub fn restricted(&self, footprint: &Footprint) -> Self {
        if footprint.is_everything() {
            return self.clone();
        }
        let (objects, functions) = (footprint.objects(), footprint.functions());
        Localised {
            memory: self.memory.restricted(objects.as_map()),
            current: self.current.restricted(objects.as_map()),
            written: self.written.restricted(objects),
            escaped: self.escaped.restricted(objects),
            introduced: self.introduced.restricted(objects),
            allocated: self.allocated.restricted(footprint.allocations()),
            active: self.active.restricted(functions),
            reentered: self.reentered.restricted(functions),
        }
    }

    /// Puts what a function left of the part in which it ran in the place of that part.
    ///
    /// Other callers may have passed on more, which is theirs.
    pub fn replace_part(&mut self, part: &Self, exit: &Self, footprint: &Footprint) {
        let by = exit.restricted(footprint);
        self.memory.replace_part(&part.memory, &by.memory);
        self.current.replace_part(&part.current, &by.current);
        // What is in these never leaves them.
        self.written.join(&by.written);
        self.escaped.join(&by.escaped);
        self.introduced.extend(&by.introduced);
        self.allocated.join(&by.allocated);
        self.reentered.join(&by.reentered);
    }

    /// A function is entered with some locks held.
    pub fn enter(&mut self, held: Rc<[LockId]>) {
        self.current.enter(held);
    }

    /// Only some locks are still held.
    pub fn keep_locks(&mut self, held: &[LockId]) {
        self.current.keep(held);
    }

    /// Applies an operation of the lattice to each component; returns whether any changed.
    pub fn each(&mut self, other: &Self, memory: impl Fn(&mut Memory, &Memory) -> bool) -> bool {
        let mut changed = memory(&mut self.memory, &other.memory);
        changed |= self.current.join(&other.current);
        changed |= self.written.join(&other.written);
        changed |= self.escaped.join(&other.escaped);
        changed |= self.introduced.join(&other.introduced);
        changed |= self.allocated.join(&other.allocated);
        changed |= self.active.join(&other.active);
        changed | self.reentered.join(&other.reentered)
    }

    /// `self △ next` for memory; of the rest, which has finite height, that of `next`. Returns whether memory changed.
    pub fn narrow_with(&mut self, next: &Self, halts: &Halts) -> bool {
        let mut memory = self.memory.clone();
        let changed = memory.narrow_with(&next.memory, |object| halts.of(object));
        *self = Localised { memory, ..next.clone() };
        changed
    }
}

impl Lattice for Localised {
    fn join(&mut self, other: &Self) -> bool {
        self.each(other, Memory::join)
    }

    fn leq(&self, other: &Self) -> bool {
        self.memory.leq(&other.memory)
            && self.current.leq(&other.current)
            && self.written.leq(&other.written)
            && self.escaped.leq(&other.escaped)
            && self.introduced.leq(&other.introduced)
            && self.allocated.leq(&other.allocated)
            && self.active.leq(&other.active)
            && self.reentered.leq(&other.reentered)
    }
}

impl Transfer<'_, '_> {
    /// The ego's view of an object; nothing if it never saw it.
    pub fn view(&self, state: &State, object: ObjectId) -> Contents {
        self.seen(state, object).unwrap_or_else(Contents::nothing)
    }

    /// The ego's view of an object, if it is there.
    pub fn seen(&self, state: &State, object: ObjectId) -> Option<Contents> {
        self.touch(object);
        match self.is_held(object) {
            true if self.is_recent(object) && state.localised.memory.get(object).is_none() => None,
            true => self.held(object),
            false => state.localised.memory.get(object).cloned(),
        }
    }

    /// The ego's view of all memory but the frame, as far as it differs from state to state.
    pub fn all_seen<'s>(&self, state: &'s State) -> &'s Memory {
        if self.is_sensitive() {
            self.touch_everything();
        }
        &state.localised.memory
    }

    /// Changes the ego's view of an object.
    pub fn set_view(&self, state: &mut State, object: ObjectId, contents: Contents) {
        self.touch(object);
        if !self.is_held(object) {
            return state.localised.memory.set(object, contents);
        }
        if self.is_recent(object) {
            state.localised.memory.set(object, Contents::zero());
        }
        self.hold(state, object, contents);
    }

    /// Less is known to be in an object than the ego's view says.
    pub fn refine_view(&self, state: &mut State, object: ObjectId, contents: Contents) {
        if !self.is_held(object) {
            self.set_view(state, object, contents);
        }
    }

    /// Lets the ego's view of an object be what another one had, too.
    pub fn join_view(&self, state: &mut State, object: ObjectId, contents: &Contents) {
        if self.is_held(object) {
            return self.hold(state, object, contents.clone());
        }
        self.touch(object);
        state.localised.memory.join_into(object, contents);
    }

    /// An object is gone.
    pub fn forget_view(&self, state: &mut State, object: ObjectId) {
        self.touch(object);
        state.localised.memory.remove(object);
    }

    /// Merges an object into another one, in memory.
    pub fn rename_view(&self, state: &mut State, from: ObjectId, to: ObjectId) {
        self.touch(from);
        self.touch(to);
        state.localised.memory.rename(from, to);
    }

    /// The locks held since the view of an object is current.
    pub fn held_since<'s>(&self, state: &'s State, object: ObjectId) -> &'s [LockId] {
        self.touch(object);
        state.localised.current.since(object)
    }

    /// The view of an object is current now, while some locks are held.
    pub fn note_current(&self, state: &mut State, object: ObjectId, held: &Rc<[LockId]>) {
        self.touch(object);
        state.localised.current.refresh(object, held);
    }

    /// A shared object may have been written.
    pub fn note_written(&self, state: &mut State, object: ObjectId) {
        if !self.is_held(object) {
            self.touch(object);
            state.localised.written.insert(object);
        }
    }

    /// The shared objects that may have been written since the thread started.
    pub fn all_written(&self, state: &State) -> Set<ObjectId> {
        if self.is_sensitive() {
            self.touch_everything();
        }
        state.localised.written.clone()
    }

    /// Whether the address of an object of this thread may have left it.
    pub fn has_escaped(&self, state: &State, object: ObjectId) -> bool {
        if self.is_held(object) && !self.is_in_states(object) {
            return self.ever_escapes(object);
        }
        self.touch(object);
        state.localised.escaped.contains(object)
    }

    /// The address of an object may have left this thread.
    pub fn note_escaped(&self, state: &mut State, object: ObjectId) {
        if self.is_held(object) && !self.is_in_states(object) {
            return self.let_escape(object);
        }
        self.touch(object);
        state.localised.escaped.insert(object);
    }

    /// Whether what an object holds was certainly shown to others.
    pub fn is_introduced(&self, state: &State, object: ObjectId) -> bool {
        if self.is_held(object) {
            return true;
        }
        self.touch(object);
        state.localised.introduced.contains(object)
    }

    /// What an object holds is shown to others.
    pub fn note_introduced(&self, state: &mut State, object: ObjectId) {
        self.touch(object);
        state.localised.introduced.insert(object);
    }

    /// The thread passes a program point; returns whether it certainly never did before.
    pub fn pass_point(&self, state: &mut State, point: Allocation) -> bool {
        self.touched.borrow_mut().add_allocation(point);
        state.localised.allocated.insert(point)
    }

    /// Whether a function that is about to be called may have a running activation.
    pub fn is_active(&self, state: &State, function: FunctionId) -> bool {
        if !self.is_sensitive() {
            return self.analysis.may_recurse(function);
        }
        self.touched.borrow_mut().add_function(function);
        state.localised.active.contains(function)
    }

    /// Whether a function may have two running activations.
    pub fn is_reentered(&self, state: &State, function: FunctionId) -> bool {
        if !self.is_sensitive() {
            return self.analysis.may_recurse(function);
        }
        self.touched.borrow_mut().add_function(function);
        state.localised.reentered.contains(function)
    }

    /// The running function calls another one: the caller has a running activation from now on, the callee may have two.
    pub fn note_activation(&self, state: &mut State, function: FunctionId) {
        if !self.is_sensitive() {
            return;
        }
        state.localised.active.insert(self.unknown.function);
        if self.is_active(state, function) {
            state.localised.reentered.insert(function);
        }
    }

    /// Behind a call in which the most recent instances `renamed` may have become older ones, what points to one may point
    /// to either, be it in the part that the callee was passed or not.
    pub fn age(&self, state: &mut State, renamed: &Set<ObjectId>) {
        state.frame = self.with_older(&state.frame, renamed);
        state.localised.memory = self.with_older(&state.localised.memory, renamed);
    }

    fn with_older(&self, memory: &Memory, renamed: &Set<ObjectId>) -> Memory {
        let mut either = memory.clone();
        if !renamed.is_bottom() {
            let older = |object| match renamed.contains(object) {
                true => self.analysis.instance(object, Instance::Older),
                false => object,
            };
            either.join(&memory.substitute(&older));
        }
        either
    }

    /// Something is asked of an object, or it changes. Variables of the frame are in no part that is passed on, nor is what is known
    /// for all program points.
    pub fn touch(&self, object: ObjectId) {
        if (!self.is_held(object) || self.is_in_states(object)) && !self.analysis.is_of_frame(object) {
            self.touched.borrow_mut().add(object);
        }
    }
}
