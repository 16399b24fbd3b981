//! Memory of which it is known only what it holds at any time.
//!
//! Where memory is not told apart by program points ([`Flow::Insensitive`]), an object is one unknown of the whole system, to which
//! every write contributes, and which every read looks at; states know variables of the frame only, and the past:
//!
//! ```text
//!     write g v    :  [held g]     ⊒  v
//!     read g       =  [held g]
//!     write g v    :  [escaped o]              for each o ≠ g to which v points, if g is shared
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
//! the frame, and the instance itself, point to it. When its address is stored to other memory it is *settled*: it becomes one of the
//! older instances. So what other memory holds leads to older instances only, and a structure that is filled before it is linked to
//! others is not shared while it is filled.
//!
//! **Addresses within themselves** (heads of empty lists, ends of queues, cursors of buffers) tell nobody anything, so they settle nothing:
//!
//! ```text
//!     (I)  Where [held r] names r, the most recent instance of an allocation, it means the instance that holds the address.
//! ```
//!
//! [held r] is one unknown for all objects that are the most recent instance at some time, in any thread of the name, so it cannot say
//! which of them holds whose address; (I) says that this is not needed. It is kept as follows.
//! A state has one object for the name r, and names all that it knows at once; so what is written to r under the name r is r's own address
//! ([`settled`] lets it be only if the write goes to r and nowhere else). Who reads r finds its address under the name that r has in the
//! reading state. If r is settled, or is to make room for a new instance, then its name changes in all of the state, and what
//! [held r] tells is contributed to the older instances under their name. What was computed before an allocation is spelled with the names
//! behind it (`crate::semantics::outside::heap`): the bytes that `realloc` copies may hold the address of the *former* most recent instance.
//! Copied out of r, an address is stored to other memory, and settles r; handed to other threads, r is settled, because it is reached from
//! itself.
//!
//! The *first* instance has one name for good; states know whether its address was ever stored to memory, other than its own. That is told
//! apart from [escaped o], which holds as soon as the memory is shared to which it was stored: what the first instance holds leaves with it.

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

/// Whether what an object holds may be known to other threads at some time.
fn is_ever_shared(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    match instance_of(transfer.analysis, object) {
        // States know of it also that unshared memory leads there.
        Some(Instance::First) => {
            transfer.analysis.owner(object) != Some(transfer.context.thread) || ever_escapes(transfer, object)
        }
        _ => interference::is_shared(transfer, state, object),
    }
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
            .filter(|held| *held != object && is_recent(transfer.analysis, *held))
            .collect();
        for recent in recents {
            let older = transfer.analysis.instance(recent, Instance::Older);
            open.extend(take_recent(transfer, state, recent, older));
            contents = contents.substitute(&|object| if object == recent { older } else { object });
        }
        let is_shared = is_ever_shared(transfer, state, object);
        let owned = |held: &ObjectId| *held != object && transfer.analysis.owner(*held).is_some();
        let held: Vec<ObjectId> = contents.objects().filter(owned).collect();
        for held in held {
            match is_shared {
                true => views::note_escaped(transfer, state, held),
                false => views::note_stored(transfer, state, held),
            }
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
    let only = to.single().map(|(object, _)| object);
    let objects: Vec<ObjectId> = match value {
        Rvalue::Scalar(value) => value.objects().collect(),
        Rvalue::Record(contents) => contents.objects().collect(),
    };
    for recent in objects
        .into_iter()
        .filter(|object| Some(*object) != only && is_recent(transfer.analysis, *object))
    {
        let older = transfer.analysis.instance(recent, Instance::Older);
        interference::rename(transfer, state, recent, older);
    }
    names::under_new_names(transfer, state, value)
}
