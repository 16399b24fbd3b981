//! Calls that fail for want of memory or of threads.
//!
//! A call that fails changes nothing and says so by what it returns. That is followed where the program tests the result
//! ([`crate::ir::tested`]): what it does in such a case is as much part of it as the rest, and often tried less. Where the program does
//! not look, what it does next with a null pointer, or with the id of a thread that was never created, is undefined.

use super::effects::{LibraryCall, failure};
use super::settings::Failures;
use super::state::State;
use super::transfer::Transfer;
use crate::library::model::Model;
use crate::values::Value;

impl Transfer<'_, '_> {
    /// Whether a call may fail for want of something.
    fn may_be_refused(&self, call: &LibraryCall<'_>) -> bool {
        let analysis = self.analysis;
        analysis.settings.failures == Failures::Tested
            && call.to.is_some_and(|to| {
                let tested = analysis.tested();
                tested.decides(analysis.program, self.unknown.function, to)
            })
    }

    /// The state behind a call that was refused and returned a code, if that may happen: as before the call.
    pub fn refused(&mut self, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
        let refused = self.may_be_refused(call);
        refused.then(|| self.finish(state.clone(), call, &failure(model)))
    }

    /// The state behind an allocation that was refused and returned no address, if that may happen: as before the call.
    pub fn unallocated(&mut self, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
        let refused = self.may_be_refused(call);
        let nothing = match model.fails_with.is_empty() {
            true => Value::ZERO,
            false => failure(model),
        };
        refused.then(|| self.finish(state.clone(), call, &nothing))
    }
}
