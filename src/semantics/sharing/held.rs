//! Memory of which it is known only what it holds at any time.
//!
//! Where memory is not told apart by program points ([`Flow::Insensitive`]), an object is one unknown of the whole system, to which
//! every write contributes, and which every read looks at; states know variables of the frame only, and the past:
//!
//! ```text
//!     write g v    :  [held g]     ⊒  v
//!     read g       =  [held g]
//!     write g v    :  [escaped o]              for each o to which v points, if g is shared
//!     g is shared  ⟺  g is no thread's own, or another one's, or [escaped g]
//! ```
//!
//! (Andersen, "Program analysis and specialization for the C programming language", 1994, chapter 4, for memory; the rest stays as
//! sensitive to the flow as it is, as in Goblint's privatisation *none*.) A state then has the size of a frame, a write wakes those
//! who read the object and nobody on the way to them, and what an object holds grows a bounded number of times.
//!
//! The transitive closure of escape needs no search: who wrote the address of o to g looks at [escaped g], and contributes [escaped o]
//! as soon as that holds.
//!
//! **The most recent instance** of an allocation is an exception: that it is there is known by states, as long as only variables of
//! the frame point to it. When its address is stored to memory it is *settled*: it becomes one of the older instances. So what
//! memory holds leads to older instances only, and a structure that is filled before it is linked to others is not shared while it
//! is filled. The *first* instance has one name for good; states know whether its address was ever stored to memory.

use std::cell::OnceCell;
use std::rc::Rc;

use pepsin_lattice::{Bottom, Lattice, Widen};

use crate::semantics::settings::Flow;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, Transfer};
use crate::values::{Addresses, Contents, Instance, ObjectId, ObjectKind, Rvalue, Value};

/// What an object may hold at any time: what it begins with, and what is written to it. Both are kept apart, because the order of a
/// record and of contents that are none ([`Contents`]) is not one that widening respects.
#[derive(Clone, Debug)]
pub struct Held {
    whole: Contents,
    record: Contents,
    /// Both together, once somebody asked.
    together: OnceCell<Contents>,
}

impl Held {
    fn new(contents: Contents) -> Self {
        let (whole, record) = match contents.is_record() {
            true => (Contents::nothing(), contents),
            false => (contents, Contents::nothing()),
        };
        Held {
            whole,
            record,
            together: OnceCell::new(),
        }
    }

    /// What the object may hold.
    fn contents(&self) -> Contents {
        let together = || {
            let mut contents = self.whole.clone();
            contents.join(&self.record);
            contents
        };
        self.together.get_or_init(together).clone()
    }

    fn each(&mut self, other: &Self, combine: impl Fn(&mut Contents, &Contents) -> bool) -> bool {
        let changed = combine(&mut self.whole, &other.whole) | combine(&mut self.record, &other.record);
        if changed {
            self.together = OnceCell::new();
        }
        changed
    }

    /// `self ▽ next`.
    pub fn widen(&mut self, next: &Self) -> bool {
        self.each(next, Contents::widen)
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        self.whole == other.whole && self.record == other.record
    }
}

impl Lattice for Held {
    fn join(&mut self, other: &Self) -> bool {
        self.each(other, Contents::join)
    }

    fn leq(&self, other: &Self) -> bool {
        self.whole.leq(&other.whole) && self.record.leq(&other.record)
    }
}

impl Transfer<'_, '_> {
    /// Whether it is told apart when memory holds what.
    pub fn is_sensitive(&self) -> bool {
        self.analysis.settings.precision.memory == Flow::Sensitive
    }

    /// Whether it is known only what an object holds at any time.
    pub fn is_held(&self, object: ObjectId) -> bool {
        !self.is_sensitive() && !self.analysis.is_of_frame(object)
    }

    /// Whether an object is the most recent instance of an allocation.
    pub fn is_recent(&self, object: ObjectId) -> bool {
        self.instance_of(object) == Some(Instance::Recent)
    }

    /// Whether states know something of an object of which it is known only what it holds at any time.
    pub fn is_in_states(&self, object: ObjectId) -> bool {
        matches!(self.instance_of(object), Some(Instance::First | Instance::Recent))
    }

    fn instance_of(&self, object: ObjectId) -> Option<Instance> {
        match self.analysis.objects.kind(object) {
            ObjectKind::Heap { instance, .. } => Some(instance),
            _ => None,
        }
    }

    /// What an object holds at any time, if anything was ever stored there.
    pub fn held(&self, object: ObjectId) -> Option<Contents> {
        match self.io.global(Global::Held(object)) {
            Fact::Held(held) => Some(held.contents()),
            _ => None,
        }
    }

    /// Whether the address of an object ever leaves its thread.
    pub fn ever_escapes(&self, object: ObjectId) -> bool {
        self.io.global(Global::Escaped(object)) != Fact::Nothing
    }

    /// The address of an object leaves its thread.
    pub fn let_escape(&self, object: ObjectId) {
        self.io.side(Global::Escaped(object), Fact::value(Value::ZERO));
    }

    /// An object holds something at some time. What that points to is settled, and known to other threads if the object is.
    pub fn hold(&self, state: &mut State, object: ObjectId, contents: Contents) {
        self.hold_all(state, vec![(object, contents)]);
    }

    /// The most recent instance of an allocation becomes one of the older ones.
    pub fn settle(&self, state: &mut State, recent: ObjectId, older: ObjectId) {
        let taken = self.take_recent(state, recent, older);
        self.hold_all(state, taken.into_iter().collect());
    }

    /// What the older instances of an allocation hold besides, once the most recent one is among them.
    fn take_recent(&self, state: &mut State, recent: ObjectId, older: ObjectId) -> Option<(ObjectId, Contents)> {
        let held = self.seen(state, recent);
        self.forget_view(state, recent);
        self.rename_elsewhere(state, recent, older);
        held.map(|held| (older, held))
    }

    fn hold_all(&self, state: &mut State, mut open: Vec<(ObjectId, Contents)>) {
        while let Some((object, mut contents)) = open.pop() {
            let recents: Vec<ObjectId> = contents.objects().filter(|object| self.is_recent(*object)).collect();
            for recent in recents {
                let older = self.analysis.instance(recent, Instance::Older);
                open.extend(self.take_recent(state, recent, older));
                contents = contents.substitute(&|object| if object == recent { older } else { object });
            }
            let is_shared = self.is_shared(state, object);
            let leaves = |object: &ObjectId| is_shared || self.instance_of(*object) == Some(Instance::First);
            let leaving: Vec<ObjectId> = contents.objects().filter(leaves).collect();
            for object in leaving
                .into_iter()
                .filter(|object| self.analysis.owner(*object).is_some())
            {
                self.note_escaped(state, object);
            }
            if !contents.is_bottom() {
                self.io
                    .side(Global::Held(object), Fact::Held(Rc::new(Held::new(contents))));
            }
        }
    }

    /// A value as it is once it stands where an address leads, which other threads need not know.
    pub fn settled(&mut self, state: &mut State, to: &Addresses, value: &Rvalue) -> Rvalue {
        if !to.objects().any(|object| self.is_held(object)) {
            return value.clone();
        }
        let objects: Vec<ObjectId> = match value {
            Rvalue::Scalar(value) => value.objects().collect(),
            Rvalue::Record(contents) => contents.objects().collect(),
        };
        for recent in objects.into_iter().filter(|object| self.is_recent(*object)) {
            let older = self.analysis.instance(recent, Instance::Older);
            self.rename(state, recent, older);
        }
        self.under_new_names(state, value)
    }
}
