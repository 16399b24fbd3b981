//! Calls that fail for want of memory, of threads or of room in a counter.
//!
//! A call that fails changes nothing and says so by what it returns. That is followed where the program tests the result
//! ([`crate::tested`]): what it does in such a case is as much part of it as the rest, and often tried less. Where the program does
//! not look, what it does next with a null pointer, or with the id of a thread that was never created, is undefined.

use super::results::failure;
use crate::library::model::{Model, Refusal};
use crate::semantics::outside::results;
use crate::semantics::settings::Failures;
use crate::semantics::state::State;
use crate::semantics::system::{LibraryCall, Transfer};
use crate::tested::{Look, Telling};
use crate::values::Value;

/// Whether a call may fail for want of something.
fn may_be_refused(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, model: &Model) -> bool {
    let analysis = transfer.analysis;
    let telling = Telling {
        caller: transfer.unknown.function,
        to: call.to,
        arguments: call.expressions,
        model: Some(model),
    };
    analysis.settings.failures == Failures::Tested
        && analysis.text.tested().look(analysis.program, telling) != Look::Never
}

/// The state behind a call that was refused what it asks for, if that may happen: as before the call, but for what it returns.
pub fn refused(transfer: &Transfer<'_, '_>, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
    let refusal = model.refusal().filter(|_| may_be_refused(transfer, call, model))?;
    let told = match refusal {
        Refusal::Null => Value::ZERO,
        Refusal::Code(_) | Refusal::Error => failure(model),
    };
    Some(results::finish(transfer, state.clone(), call, &told))
}

/// The state behind a call that failed with one of its codes, if the program looks: as before the call, but for what it returns.
pub fn failed(transfer: &Transfer<'_, '_>, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
    let fails = !model.fails_with.is_empty() && may_be_refused(transfer, call, model);
    fails.then(|| results::finish(transfer, state.clone(), call, &failure(model)))
}
