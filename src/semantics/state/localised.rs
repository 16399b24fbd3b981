//! The part of a state of which a call passes on only what its callee touches.
//!
//! Whoever looks at it or changes it says so in the footprint of the running function ([`crate::semantics::system::footprint`]). That is
//! not left to memory: the fields are closed, and all that opens them to a right-hand side notes what is touched. Only what is
//! done at the border of a call, where the part is cut out and put back, is exempt from that.

use std::rc::Rc;

use pepsin_digests::LockId;
use pepsin_lattice::Lattice;

use super::currency::Currency;
use super::footprint::Footprint;
use super::set::{CertainSet, Set};
use super::states::Allocation;
use crate::ir::FunctionId;
use crate::semantics::prepare::Halts;
use crate::values::{Memory, ObjectId};

/// What is known of objects, functions and program points, each for itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Localised {
    /// All memory but the frame: private objects as they are, shared ones as the ego's view.
    pub(in crate::semantics) memory: Memory,
    /// For shared objects, the locks held ever since the view was known to be current.
    pub(in crate::semantics) current: Currency,
    /// Shared objects that this thread, or one that it joined, may have written since it started.
    pub(in crate::semantics) written: Set<ObjectId>,
    /// Objects of this thread whose address may have left it.
    pub(in crate::semantics) escaped: Set<ObjectId>,
    /// Of these, those of which what they hold was certainly shown to others, or will be with what they hold later.
    pub(in crate::semantics) introduced: CertainSet<ObjectId>,
    /// Allocations, and initialisations of semaphores, that this thread may have passed.
    pub(in crate::semantics) allocated: Set<Allocation>,
    /// Functions with a running activation.
    pub(in crate::semantics) active: Set<FunctionId>,
    /// Functions that may have two running activations.
    pub(in crate::semantics) reentered: Set<FunctionId>,
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

    /// The views of memory, for people: right-hand sides look at them by functions that note it.
    pub fn views(&self) -> &Memory {
        &self.memory
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
