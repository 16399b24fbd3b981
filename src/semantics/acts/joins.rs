//! What a thread that has ended leaves to who joins it.

use crate::semantics::sharing::{looks, views};
use crate::semantics::state::State;
use crate::semantics::system::{Ended, Fact, Global, Transfer};
use pepsin_digests::ThreadId;
use std::rc::Rc;

/// Whose thread it was that ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Creator {
    /// The ego created it: what it did not write since, the ego knows at least as well.
    Ego,
    /// Another thread created it, whose view it inherited.
    Other,
}

/// Takes over the view that an ended thread had. What was known of the view before, by copies, is past.
pub fn absorb(transfer: &Transfer<'_, '_>, state: &mut State, end: &Ended, creator: Creator) {
    state.fences.absorb(&end.unlearned);
    let written = match creator {
        Creator::Ego => end.written.clone(),
        Creator::Other => end.view.iter().map(|(object, _)| object).collect(),
    };
    for object in written.iter() {
        if let Some(view) = end.view.get(object) {
            looks::forget_copies_of(transfer, state, object);
            views::join_view(transfer, state, object, view);
        }
        views::note_written(transfer, state, object);
    }
}

/// Takes over what a thread wrote that the ego created, and that has ended.
pub fn absorb_child(transfer: &Transfer<'_, '_>, state: &mut State, end: &Ended) {
    absorb(transfer, state, end, Creator::Ego);
}

/// How threads with an id ended, if one did.
pub fn ended(transfer: &Transfer<'_, '_>, thread: ThreadId) -> Option<Rc<Ended>> {
    match transfer.io.global(Global::Ended(thread)) {
        Fact::Ended(end) => Some(end),
        _ => None,
    }
}
