//! Footprints: the part of a state that a function touches, which is all that a call passes on.
//!
//! If the whole state flowed through each function, every change of a variable would pass through functions that have
//! nothing to do with it, and what callers of a helper know would meet in the helper and come back mixed. So a call cuts
//! the state in two: the callee runs in the part that it touches, the rest waits, and behind the call both are put together
//! ("access-based localisation", Oh, Brutschy and Yi, VMCAI 2011; the frame rule of separation logic, O'Hearn, Reynolds
//! and Yang, CSL 2001):
//!
//! ```text
//!     [entry of f, c]     ⊒  σ|F                            where F = [footprint of f, c] ∪ names f
//!     behind the call     :  (σ ∖ F) ∪ [exit of f, c]
//!     [footprint of f, c] ⊒  what evaluating f's blocks looks at or changes, and the footprints of f's calls in c
//! ```
//!
//! What is touched is not guessed before: it is contributed to a global unknown, and a call that finds the footprint of its
//! callee grown passes on more. In the solution every touch is in the footprint, so that nothing was missing where it was
//! looked for; the verification pass checks that like any other contribution. What is passed on in part can be looked at in no other
//! way than by functions that note it ([`crate::semantics::state::localised`]).
//! To come there quickly, a call passes on from the beginning what the text of the callee, and of those it calls by name,
//! names: global variables, besides what the arguments point to, and the watched variables ([`crate::semantics::claims::watched`]). Each of
//! these that came later would wake all callers once. (What a flow-insensitive analysis says of each function does not pay:
//! it mixes what the contexts of a function touch, and more that flows wakes more than it spares.)
//!
//! What is said of all memory at once touches everything: the creation and the end of threads.

use std::rc::Rc;

use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice, Widen};

use super::transfer::Transfer;
use super::unknowns::{Fact, Global, Unknown};
use crate::ir::{Callee, FunctionId, GlobalId, InstructionKind, LocalId, Program, Root};
use crate::semantics::state::{Allocation, Set, State};
use crate::values::{ObjectId, Rvalue};

/// How much of a state is touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// What is listed.
    #[default]
    Listed,
    /// Everything.
    Everything,
}

/// The part of a state that is touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprint {
    extent: Extent,
    /// Memory objects of which anything is asked, or that change.
    objects: Set<ObjectId>,
    /// Functions of which it is asked whether they are running.
    functions: Set<FunctionId>,
    /// Program points of which it is asked whether the thread passed them.
    allocations: Set<Allocation>,
    /// Program points at which threads are created.
    creations: Set<u32>,
    /// Locks that are held no more behind an action.
    released: Set<LockId>,
    /// Whether the past changes.
    acts: Acts,
}

/// Whether the past changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Acts {
    /// It stays as it was at the entry.
    #[default]
    Never,
    /// It may become another one.
    Perhaps,
}

impl Lattice for Footprint {
    fn join(&mut self, other: &Self) -> bool {
        let extent = self.extent.max(other.extent);
        let acts = self.acts.max(other.acts);
        (std::mem::replace(&mut self.extent, extent) != extent)
            | self.objects.join(&other.objects)
            | self.functions.join(&other.functions)
            | self.allocations.join(&other.allocations)
            | self.creations.join(&other.creations)
            | self.released.join(&other.released)
            | (std::mem::replace(&mut self.acts, acts) != acts)
    }

    fn leq(&self, other: &Self) -> bool {
        self.extent <= other.extent
            && self.objects.leq(&other.objects)
            && self.functions.leq(&other.functions)
            && self.allocations.leq(&other.allocations)
            && self.creations.leq(&other.creations)
            && self.released.leq(&other.released)
            && self.acts <= other.acts
    }
}

impl Bottom for Footprint {
    fn bottom() -> Self {
        Self::default()
    }

    fn is_bottom(&self) -> bool {
        *self == Self::default()
    }
}

impl Widen for Footprint {}

impl State {
    /// The writes that a function may have to publish, which is entered with some locks held: those under locks that it
    /// releases, or that may have been released before.
    pub fn pending_for(&self, footprint: &Footprint, held: &[LockId]) -> Set<(ObjectId, LockId)> {
        let may_be_free = |lock| !held.contains(&lock) || footprint.released.contains(lock);
        match footprint.extent {
            Extent::Everything => self.pending.clone(),
            Extent::Listed => self.pending.iter().filter(|pair| may_be_free(pair.1)).collect(),
        }
    }
}

impl Transfer<'_, '_> {
    /// A lock is held no more behind an action.
    pub fn touch_released(&self, lock: LockId) {
        self.touched.borrow_mut().released.insert(lock);
    }

    /// A thread is created here.
    pub fn touch_creation(&self) {
        self.touched.borrow_mut().creations.insert(self.point());
    }

    /// The past changes.
    pub fn touch_past(&self) {
        self.touched.borrow_mut().acts = Acts::Perhaps;
    }

    /// Something is asked of the whole state.
    pub fn touch_everything(&self) {
        self.touched.borrow_mut().extent = Extent::Everything;
    }

    /// Contributes what was touched to the footprint of the function under evaluation.
    pub fn leave_footprint(&mut self) {
        let touched = self.touched.borrow().clone();
        if !touched.is_bottom() {
            let own = Global::Footprint(self.unknown.function, self.unknown.context);
            self.io.side(own, Fact::Footprint(Rc::new(touched)));
        }
    }

    /// What a function touches, as far as that is known.
    pub fn footprint_of(&mut self, callee: Unknown) -> Footprint {
        match self.io.global(Global::Footprint(callee.function, callee.context)) {
            Fact::Footprint(footprint) => Footprint::clone(&footprint),
            _ => Footprint::default(),
        }
    }

    /// What a call passes on: what the function is known to touch, and what it will touch by its text and its arguments.
    /// Where other threads run, nearly each access asks of the watched variables.
    pub fn passed_on(
        &self,
        mut footprint: Footprint,
        entered: &State,
        callee: Unknown,
        arguments: &[Rvalue],
    ) -> Footprint {
        let is_passed_on = |object: &ObjectId| !self.is_held(*object) || self.is_in_states(*object);
        for argument in arguments {
            match argument {
                Rvalue::Scalar(value) => value
                    .objects()
                    .filter(is_passed_on)
                    .for_each(|object| footprint.add(object)),
                Rvalue::Record(contents) => {
                    let objects = contents.objects().filter(is_passed_on);
                    objects.for_each(|object| footprint.add(object));
                }
            }
        }
        if !self.is_sensitive() {
            return footprint;
        }
        footprint.functions.insert(callee.function);
        footprint.objects.join(self.analysis.named(callee.function));
        if !self.is_alone(entered) {
            for number in 0..self.analysis.text.watched.len() {
                footprint.add(self.watched_variable(number).object);
            }
        }
        let body = self.analysis.program.function(callee.function).body.as_ref();
        let locals = body.into_iter().flat_map(|body| body.locals.iter().enumerate());
        for (number, _) in locals.filter(|(_, local)| local.address_taken) {
            let local = LocalId(number as u32);
            footprint.add(self.analysis.local(callee.function, local, self.context.thread));
        }
        footprint
    }

    /// The caller touches what its callee does.
    pub fn touch_all_of(&self, footprint: &Footprint) {
        self.touched.borrow_mut().join(footprint);
    }
}

impl Footprint {
    /// Whether everything is touched.
    pub fn is_everything(&self) -> bool {
        self.extent == Extent::Everything
    }

    /// Whether the past may change.
    pub fn acts(&self) -> bool {
        self.acts == Acts::Perhaps
    }

    /// The memory objects that are touched, if not everything is.
    pub fn objects(&self) -> &Set<ObjectId> {
        &self.objects
    }

    /// The functions of which it is asked whether they are running, if not everything is touched.
    pub fn functions(&self) -> &Set<FunctionId> {
        &self.functions
    }

    /// The program points of which it is asked whether the thread passed them, if not everything is touched.
    pub fn allocations(&self) -> &Set<Allocation> {
        &self.allocations
    }

    /// The program points at which threads are created.
    pub fn creations(&self) -> &Set<u32> {
        &self.creations
    }

    /// Something is asked of an object, or it changes.
    pub fn add(&mut self, object: ObjectId) {
        self.objects.insert(object);
    }

    /// It is asked whether a function is running.
    pub fn add_function(&mut self, function: FunctionId) {
        self.functions.insert(function);
    }

    /// It is asked whether the thread passed a program point.
    pub fn add_allocation(&mut self, allocation: Allocation) {
        self.allocations.insert(allocation);
    }
}

/// For each function the global variables that its text names, or that of those which it calls by name.
pub fn named_variables(program: &Program, object: &dyn Fn(GlobalId) -> ObjectId) -> Vec<Set<ObjectId>> {
    let count = program.functions.len();
    let mut named: Vec<Set<ObjectId>> = vec![Set::default(); count];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (number, function) in program.functions.iter().enumerate() {
        let Some(body) = &function.body else { continue };
        body.places(&mut |place| {
            if let Root::Global(global) = place.root
                && !program.global(global).thread_local
            {
                named[number].insert(object(global));
            }
        });
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let InstructionKind::Call {
                callee: Callee::Function(callee),
                ..
            } = &instruction.kind
            {
                callers[callee.0 as usize].push(number);
            }
        }
    }
    let mut open: Vec<usize> = (0..count).collect();
    while let Some(callee) = open.pop() {
        let names = named[callee].clone();
        for &caller in &callers[callee] {
            if named[caller].join(&names) {
                open.push(caller);
            }
        }
    }
    named
}
