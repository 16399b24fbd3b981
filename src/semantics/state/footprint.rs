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

use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice, Widen};

use crate::ir::FunctionId;
use crate::semantics::state::{Allocation, Set, State};
use crate::values::{ObjectId, Objects};

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

    /// Whether an object may be one of these, under another name.
    pub fn may_touch(&self, object: ObjectId, objects: &Objects) -> bool {
        self.objects.iter().any(|touched| objects.may_be_same(object, touched))
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

    /// Something is asked of each of some objects, or it changes.
    pub fn add_all(&mut self, objects: &Set<ObjectId>) {
        self.objects.join(objects);
    }

    /// It is asked whether a function is running.
    pub fn add_function(&mut self, function: FunctionId) {
        self.functions.insert(function);
    }

    /// It is asked whether the thread passed a program point.
    pub fn add_allocation(&mut self, allocation: Allocation) {
        self.allocations.insert(allocation);
    }

    /// A lock is held no more behind an action.
    pub fn add_released(&mut self, lock: LockId) {
        self.released.insert(lock);
    }

    /// A thread is created at a program point.
    pub fn add_creation(&mut self, point: u32) {
        self.creations.insert(point);
    }

    /// The past changes.
    pub fn add_act(&mut self) {
        self.acts = Acts::Perhaps;
    }

    /// Something is asked of the whole state.
    pub fn add_everything(&mut self) {
        self.extent = Extent::Everything;
    }
}
