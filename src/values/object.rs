//! The memory objects of a program, interned: what pointers point to and locations lie in.
//!
//! An abstract object stands for a set of concrete ones, and two abstract objects for disjoint sets,
//! except that the instances of one allocation site (first, recent, older) are one object that changes its name:
//! a thread that doesn't see the next allocation still knows an older instance as the recent one.

use std::cell::RefCell;
use std::rc::Rc;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::ir::{FunctionId, GlobalId, LocalId, TypeId};

pub use pepsin_digests::{ObjectId, ThreadId};

/// Which of the objects that one thread allocates at one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Instance {
    /// The first one.
    First,
    /// The last one allocated so far.
    Recent,
    /// Any other.
    Older,
}

/// What an object is. A thread is absent where thread ids are not tracked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A variable with static storage.
    Global(GlobalId),
    /// The instance of a thread-local variable that belongs to a thread.
    ThreadLocal(GlobalId, Option<ThreadId>),
    /// A local variable of an activation of a function.
    Local {
        /// The function.
        function: FunctionId,
        /// The variable.
        local: LocalId,
        /// The thread that runs the activation.
        thread: Option<ThreadId>,
    },
    /// Allocated memory.
    Heap {
        /// The allocation site, an interned program point.
        site: u32,
        /// The thread that allocates.
        thread: Option<ThreadId>,
        /// The chain of wrapper calls that leads to the site, interned.
        chain: u32,
        /// Which of the objects allocated there.
        instance: Instance,
    },
    /// All string literals: nothing is known of what is in them, and compilers may put equal ones in one place.
    Strings,
    /// A function.
    Function(FunctionId),
    /// What a pointer made outside of the program points to.
    External(Source),
    /// Memory that the library has for each thread, by the function that gives its address.
    LibraryLocal(FunctionId, Option<ThreadId>),
    /// The lock behind `__VERIFIER_atomic_begin` and `…_end`: it has a name, and no memory.
    AtomicBlock,
}

/// Where a pointer to memory outside of the program came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// A function without body gave it; to `main`, the start of the program.
    Function(FunctionId),
    /// A variable held it that the program declares and does not define.
    Variable(GlobalId),
    /// A function without body gave it, or a variable held it that the program does not define: memory of a class of types.
    Outside(u16),
    /// A number was taken for an address.
    Number,
    /// A function gave it that is known by its address only.
    UnknownFunction,
    /// A function of the library keeps it between calls, for all threads: a state of the library, by its number.
    State(u16),
}

/// How many concrete objects an abstract one stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Multiplicity {
    /// One in the whole execution: updates are strong, and a lock in it is one lock.
    Once,
    /// One at any time as its thread sees it, though not always the same: updates are strong.
    Current,
    /// Any number.
    Many,
}

/// An object: its kind and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its size in bytes, if known.
    pub size: Option<u64>,
    /// The type it was declared with, if any.
    pub ty: Option<TypeId>,
    /// How many concrete objects it stands for.
    pub multiplicity: Multiplicity,
    /// The name shown to the user.
    pub name: String,
}

/// Whether allocated memory may lie where other memory lay before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// Nothing is released, so all addresses differ.
    #[default]
    Never,
    /// Memory may be released, and its address given again.
    Possible,
}

/// The table of all objects. It grows while it is shared, so ids can be made wherever an object first appears.
#[derive(Debug, Default)]
pub struct Objects {
    table: RefCell<Table>,
    reuse: Reuse,
}

#[derive(Debug, Default)]
struct Table {
    objects: Vec<Rc<Object>>,
    index: HashMap<ObjectKind, ObjectId, FxBuildHasher>,
}

impl ObjectKind {
    /// Whether concrete objects of the two kinds may be the same:
    /// equal kinds, or instances of one allocation site (see the head of this file).
    pub fn may_be_same(self, other: ObjectKind) -> bool {
        let site_of = |kind| match kind {
            ObjectKind::Heap {
                site, thread, chain, ..
            } => Some((site, thread, chain)),
            _ => None,
        };
        self == other || site_of(self).is_some_and(|site| site_of(other) == Some(site))
    }
}

impl Objects {
    /// An empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty table for a program that may release memory, or does not.
    pub fn with(reuse: Reuse) -> Self {
        Objects {
            reuse,
            ..Self::default()
        }
    }

    /// The id of the object of a kind; `describe` is asked for the rest when the kind is new, and must not use this table.
    pub fn intern(&self, kind: ObjectKind, describe: impl FnOnce() -> Object) -> ObjectId {
        if let Some(known) = self.find(kind) {
            return known;
        }
        let object = Rc::new(Object { kind, ..describe() });
        let mut table = self.table.borrow_mut();
        let id = ObjectId::new(table.objects.len() as u32);
        table.objects.push(object);
        table.index.insert(kind, id);
        id
    }

    /// The id of the object of a kind, if it was interned.
    pub fn find(&self, kind: ObjectKind) -> Option<ObjectId> {
        self.table.borrow().index.get(&kind).copied()
    }

    /// The object with an id.
    pub fn get(&self, id: ObjectId) -> Rc<Object> {
        Rc::clone(&self.table.borrow().objects[id.index()])
    }

    /// What kind of object it is.
    pub fn kind(&self, id: ObjectId) -> ObjectKind {
        self.table.borrow().objects[id.index()].kind
    }

    /// The size in bytes, if known.
    pub fn size(&self, id: ObjectId) -> Option<u64> {
        self.table.borrow().objects[id.index()].size
    }

    /// Whether it is created once in the whole execution, so that a lock in it is one lock.
    pub fn is_unique(&self, id: ObjectId) -> bool {
        self.multiplicity(id) == Multiplicity::Once
    }

    /// Whether a write to it may replace what was there.
    pub fn allows_strong_update(&self, id: ObjectId) -> bool {
        self.multiplicity(id) != Multiplicity::Many
    }

    /// How many concrete objects it stands for.
    pub fn multiplicity(&self, id: ObjectId) -> Multiplicity {
        self.table.borrow().objects[id.index()].multiplicity
    }

    /// Whether concrete objects of the two may be the same.
    pub fn may_be_same(&self, left: ObjectId, right: ObjectId) -> bool {
        left == right || self.kind(left).may_be_same(self.kind(right))
    }

    /// Whether one of two different objects may lie where the other one lay, so that an address of the one that is kept as a number is one of
    /// the other: allocated memory, if the program releases any, variables of functions, which end with their blocks, and those of threads, which end with
    /// their threads.
    pub fn may_follow(&self, left: ObjectId, right: ObjectId) -> bool {
        let both = match (self.kind(left), self.kind(right)) {
            (ObjectKind::Heap { .. }, ObjectKind::Heap { .. }) => self.reuse == Reuse::Possible,
            (ObjectKind::Local { .. }, ObjectKind::Local { .. }) => true,
            (ObjectKind::ThreadLocal(_, one), ObjectKind::ThreadLocal(_, other))
            | (ObjectKind::LibraryLocal(_, one), ObjectKind::LibraryLocal(_, other)) => one != other,
            _ => false,
        };
        both && left != right
    }

    /// So many bytes behind its first one certainly belong to no other object. Nothing is known of how large memory from outside is, and it is taken
    /// to be as large as it is used. Only variables may have no bytes at all.
    pub fn least_room(&self, id: ObjectId) -> Option<u64> {
        match (self.kind(id), self.size(id)) {
            (ObjectKind::External(_) | ObjectKind::LibraryLocal(..) | ObjectKind::AtomicBlock, _) => None,
            (ObjectKind::Heap { .. }, size) => Some(size.unwrap_or(1).max(1)),
            (_, size) => Some(size.unwrap_or(1)),
        }
    }

    /// Number of objects; ids are below it.
    pub fn len(&self) -> usize {
        self.table.borrow().objects.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
