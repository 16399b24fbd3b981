//! Views: what a right-hand side looks at and changes of the part of a state of which calls pass on only what is touched.
//!
//! Nothing else opens the fields of [`crate::semantics::state::Localised`] to right-hand sides: each function here notes what is touched in the
//! footprint. `tests/layers.rs` checks that.

use crate::ir::FunctionId;
use crate::semantics::sharing::held;
use crate::semantics::state::{Allocation, Set, State};
use crate::semantics::system::{Analysis, Transfer, footprint};
use crate::values::{Contents, Instance, Memory, ObjectId};
use pepsin_digests::LockId;
use pepsin_lattice::{Bottom, Lattice};
use std::rc::Rc;

/// The ego's view of an object; nothing if it never saw it.
pub fn view(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Contents {
    seen(transfer, state, object).unwrap_or_else(Contents::nothing)
}

/// The ego's view of an object, if it is there.
pub fn seen(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> Option<Contents> {
    touch(transfer, object);
    match held::is_held(transfer.analysis, object) {
        true if held::is_recent(transfer.analysis, object) && state.localised.memory.get(object).is_none() => None,
        true => held::held(transfer, object),
        false => state.localised.memory.get(object).cloned(),
    }
}

/// The ego's view of all memory but the frame, as far as it differs from state to state.
pub fn all_seen<'s>(transfer: &Transfer<'_, '_>, state: &'s State) -> &'s Memory {
    if held::is_sensitive(transfer.analysis) {
        footprint::touch_everything(transfer);
    }
    &state.localised.memory
}

/// Changes the ego's view of an object.
pub fn set_view(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, contents: Contents) {
    touch(transfer, object);
    if !held::is_held(transfer.analysis, object) {
        return state.localised.memory.set(object, contents);
    }
    if held::is_recent(transfer.analysis, object) {
        state.localised.memory.set(object, Contents::zero());
    }
    held::hold(transfer, state, object, contents);
}

/// Less is known to be in an object than the ego's view says.
pub fn refine_view(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, contents: Contents) {
    if !held::is_held(transfer.analysis, object) {
        set_view(transfer, state, object, contents);
    }
}

/// Lets the ego's view of an object be what another one had, too.
pub fn join_view(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, contents: &Contents) {
    if held::is_held(transfer.analysis, object) {
        return held::hold(transfer, state, object, contents.clone());
    }
    touch(transfer, object);
    state.localised.memory.join_into(object, contents);
}

/// An object is gone.
pub fn forget_view(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    touch(transfer, object);
    state.localised.memory.remove(object);
}

/// Merges an object into another one, in memory.
pub fn rename_view(transfer: &Transfer<'_, '_>, state: &mut State, from: ObjectId, to: ObjectId) {
    touch(transfer, from);
    touch(transfer, to);
    state.localised.memory.rename(from, to);
}

/// The locks held since the view of an object is current.
pub fn held_since<'s>(transfer: &Transfer<'_, '_>, state: &'s State, object: ObjectId) -> &'s [LockId] {
    touch(transfer, object);
    state.localised.current.since(object)
}

/// The view of an object is current now, while some locks are held.
pub fn note_current(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, held: &Rc<[LockId]>) {
    touch(transfer, object);
    state.localised.current.refresh(object, held);
}

/// A shared object may have been written.
pub fn note_written(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    if !held::is_held(transfer.analysis, object) {
        touch(transfer, object);
        state.localised.written.insert(object);
    }
}

/// The shared objects that may have been written since the thread started.
pub fn all_written(transfer: &Transfer<'_, '_>, state: &State) -> Set<ObjectId> {
    if held::is_sensitive(transfer.analysis) {
        footprint::touch_everything(transfer);
    }
    state.localised.written.clone()
}

/// Whether the address of an object of this thread may have left it.
pub fn has_escaped(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    if held::is_held(transfer.analysis, object) && !held::is_in_states(transfer.analysis, object) {
        return held::ever_escapes(transfer, object);
    }
    touch(transfer, object);
    state.localised.escaped.contains(object)
}

/// The address of an object may have left this thread.
pub fn note_escaped(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    if held::is_held(transfer.analysis, object) {
        held::let_escape(transfer, object);
    }
    note_stored(transfer, state, object);
}

/// The address of an object was stored to memory, which others need not know.
pub fn note_stored(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    if held::is_held(transfer.analysis, object) && !held::is_in_states(transfer.analysis, object) {
        return;
    }
    touch(transfer, object);
    state.localised.escaped.insert(object);
}

/// Whether what an object holds was certainly shown to others.
pub fn is_introduced(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    if held::is_held(transfer.analysis, object) {
        return true;
    }
    touch(transfer, object);
    state.localised.introduced.contains(object)
}

/// What an object holds is shown to others.
pub fn note_introduced(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    touch(transfer, object);
    state.localised.introduced.insert(object);
}

/// The thread passes a program point; returns whether it certainly never did before.
pub fn pass_point(transfer: &Transfer<'_, '_>, state: &mut State, point: Allocation) -> bool {
    transfer.touched.borrow_mut().add_allocation(point);
    state.localised.allocated.insert(point)
}

/// Whether a function that is about to be called may have a running activation.
pub fn is_active(transfer: &Transfer<'_, '_>, state: &State, function: FunctionId) -> bool {
    if !held::is_sensitive(transfer.analysis) {
        return transfer.analysis.may_recurse(function);
    }
    transfer.touched.borrow_mut().add_function(function);
    state.localised.active.contains(function)
}

/// Whether a function may have two running activations.
pub fn is_reentered(transfer: &Transfer<'_, '_>, state: &State, function: FunctionId) -> bool {
    if !held::is_sensitive(transfer.analysis) {
        return transfer.analysis.may_recurse(function);
    }
    transfer.touched.borrow_mut().add_function(function);
    state.localised.reentered.contains(function)
}

/// The running function calls another one: the caller has a running activation from now on, the callee may have two.
pub fn note_activation(transfer: &Transfer<'_, '_>, state: &mut State, function: FunctionId) {
    if !held::is_sensitive(transfer.analysis) {
        return;
    }
    state.localised.active.insert(transfer.unknown.function);
    if is_active(transfer, state, function) {
        state.localised.reentered.insert(function);
    }
}

/// Behind a call in which the most recent instances `renamed` may have become older ones, what points to one may point
/// to either, be it in the part that the callee was passed or not.
pub fn age(analysis: &Analysis<'_>, state: &mut State, renamed: &Set<ObjectId>) {
    state.frame = with_older(analysis, &state.frame, renamed);
    state.localised.memory = with_older(analysis, &state.localised.memory, renamed);
    if !renamed.is_bottom() {
        let older = state.variadic.substitute(&|object| older(analysis, renamed, object));
        state.variadic.join(&older);
    }
}

/// The name of an object, if what has been renamed is one of the older instances.
fn older(analysis: &Analysis<'_>, renamed: &Set<ObjectId>, object: ObjectId) -> ObjectId {
    match renamed.contains(object) {
        true => analysis.instance(object, Instance::Older),
        false => object,
    }
}

fn with_older(analysis: &Analysis<'_>, memory: &Memory, renamed: &Set<ObjectId>) -> Memory {
    let mut either = memory.clone();
    if !renamed.is_bottom() {
        either.join(&memory.substitute(&|object| older(analysis, renamed, object)));
    }
    either
}

/// Something is asked of an object, or it changes. Variables of the frame are in no part that is passed on, nor is what is known
/// for all program points.
pub fn touch(transfer: &Transfer<'_, '_>, object: ObjectId) {
    if (!held::is_held(transfer.analysis, object) || held::is_in_states(transfer.analysis, object))
        && !transfer.analysis.is_of_frame(object)
    {
        transfer.touched.borrow_mut().add(object);
    }
}
