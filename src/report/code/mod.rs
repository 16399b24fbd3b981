//! What the program's code says of a place, for people: how an lvalue is written, which calls lead there, which locks are open.
//!
//! None of it is used to decide anything. It may say less than is true, so it is shown beside what the solution says, never instead.

mod index;
mod joins;
mod locks;
mod lvalue;
mod paths;

pub use index::{AccessedPlace, CallSite, Index};
pub use locks::{OpenLock, OpenLocks};
pub use lvalue::{ExpressionText, place_text};
pub use paths::CallPaths;

use crate::ir::{FunctionId, Position, Program};
use crate::library::Library;
use crate::library::model::Effect;
use crate::races::Call;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// All that the code of a program says of places.
pub struct Code<'p> {
    program: &'p Program,
    /// Calls and accesses by place.
    pub index: Index<'p>,
    /// Ways from threads to functions.
    pub paths: CallPaths,
    /// Locks that are open at a place.
    pub locks: OpenLocks<'p>,
    joining: OnceCell<BTreeSet<FunctionId>>,
}

impl<'p> Code<'p> {
    /// Looks at the code of a program, of which the analysis reached some places and made some calls.
    pub fn new(program: &'p Program, library: Library, reached: &BTreeSet<Position>, made: &[Call]) -> Self {
        Code {
            program,
            index: Index::new(program),
            paths: CallPaths::new(program, reached, made),
            locks: OpenLocks::new(program, library),
            joining: OnceCell::new(),
        }
    }

    /// Whether a place in a function stands behind a call that waits for the end of a thread, and in no loop with it.
    pub fn is_behind_join(&self, function: FunctionId, at: Position) -> bool {
        let joining = || joins::joining_functions(self.program, &self.locks);
        joins::is_behind_join(self.program, self.joining.get_or_init(joining), function, at)
    }

    /// Whether a call at a place installs a signal handler.
    pub fn installs_handler(&self, at: Position) -> bool {
        let call = self.index.call(at);
        let effect = call.and_then(|call| self.locks.effect(&call.callee));
        matches!(effect, Some(Effect::SignalHandler { .. } | Effect::SignalAction { .. }))
    }
}
