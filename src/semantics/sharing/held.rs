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

use std::rc::Rc;

use pepsin_lattice::Bottom;

use crate::semantics::settings::Flow;
use crate::semantics::sharing::{interference, names, views};
use crate::semantics::state::{Held, State};
use crate::semantics::system::{Analysis, Fact, Global, Transfer};
use crate::values::{Addresses, Contents, Instance, ObjectId, ObjectKind, Rvalue, Value};

/// Whether it is told apart when memory holds what.
pub fn is_sensitive(analysis: &Analysis<'_>) -> bool {
    analysis.settings.precision.memory == Flow::Sensitive
}

/// Whether it is known only what an object holds at any time.
pub fn is_held(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    !is_sensitive(analysis) && !analysis.is_of_frame(object)
}

/// Whether an object is the most recent instance of an allocation.
pub fn is_recent(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    instance_of(analysis, object) == Some(Instance::Recent)
}

/// Whether states know something of an object of which it is known only what it holds at any time.
pub fn is_in_states(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    matches!(instance_of(analysis, object), Some(Instance::First | Instance::Recent))
}

fn instance_of(analysis: &Analysis<'_>, object: ObjectId) -> Option<Instance> {
    match analysis.objects.kind(object) {
        ObjectKind::Heap { instance, .. } => Some(instance),
        _ => None,
    }
}

/// What an object holds at any time, if anything was ever stored there.
pub fn held(transfer: &Transfer<'_, '_>, object: ObjectId) -> Option<Contents> {
    match transfer.io.global(Global::Held(object)) {
        Fact::Held(held) => Some(held.contents()),
        _ => None,
    }
}

/// Whether the address of an object ever leaves its thread.
pub fn ever_escapes(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    transfer.io.global(Global::Escaped(object)) != Fact::Nothing
}

/// The address of an object leaves its thread.
pub fn let_escape(transfer: &Transfer<'_, '_>, object: ObjectId) {
    transfer.io.side(Global::Escaped(object), Fact::value(Value::ZERO));
}

/// An object holds something at some time. What that points to is settled, and known to other threads if the object is.
pub fn hold(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, contents: Contents) {
    hold_all(transfer, state, vec![(object, contents)]);
}

/// The most recent instance of an allocation becomes one of the older ones.
pub fn settle(transfer: &Transfer<'_, '_>, state: &mut State, recent: ObjectId, older: ObjectId) {
    let taken = take_recent(transfer, state, recent, older);
    hold_all(transfer, state, taken.into_iter().collect());
}

/// What the older instances of an allocation hold besides, once the most recent one is among them.
fn take_recent(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    recent: ObjectId,
    older: ObjectId,
) -> Option<(ObjectId, Contents)> {
    let held = views::seen(transfer, state, recent);
    views::forget_view(transfer, state, recent);
    interference::rename_elsewhere(state, recent, older);
    held.map(|held| (older, held))
}

fn hold_all(transfer: &Transfer<'_, '_>, state: &mut State, mut open: Vec<(ObjectId, Contents)>) {
    while let Some((object, mut contents)) = open.pop() {
        let recents: Vec<ObjectId> = contents
            .objects()
            .filter(|object| is_recent(transfer.analysis, *object))
            .collect();
        for recent in recents {
            let older = transfer.analysis.instance(recent, Instance::Older);
            open.extend(take_recent(transfer, state, recent, older));
            contents = contents.substitute(&|object| if object == recent { older } else { object });
        }
        let is_shared = interference::is_shared(transfer, state, object);
        let leaves = |object: &ObjectId| is_shared || instance_of(transfer.analysis, *object) == Some(Instance::First);
        let leaving: Vec<ObjectId> = contents.objects().filter(leaves).collect();
        for object in leaving
            .into_iter()
            .filter(|object| transfer.analysis.owner(*object).is_some())
        {
            views::note_escaped(transfer, state, object);
        }
        if !contents.is_bottom() {
            transfer
                .io
                .side(Global::Held(object), Fact::Held(Rc::new(Held::new(contents))));
        }
    }
}

/// A value as it is once it stands where an address leads, which other threads need not know.
pub fn settled(transfer: &Transfer<'_, '_>, state: &mut State, to: &Addresses, value: &Rvalue) -> Rvalue {
    if !to.objects().any(|object| is_held(transfer.analysis, object)) {
        return value.clone();
    }
    let objects: Vec<ObjectId> = match value {
        Rvalue::Scalar(value) => value.objects().collect(),
        Rvalue::Record(contents) => contents.objects().collect(),
    };
    for recent in objects
        .into_iter()
        .filter(|object| is_recent(transfer.analysis, *object))
    {
        let older = transfer.analysis.instance(recent, Instance::Older);
        interference::rename(transfer, state, recent, older);
    }
    names::under_new_names(transfer, state, value)
}
