//! Calls that start threads, and that wait for them to end.

use std::cell::RefCell;

use pepsin_lattice::Lattice;
use pepsin_solver::Stop;

use crate::library::model::{Attempt, Effect, Model, Returns};
use crate::semantics::crews::gathering;
use crate::semantics::effects::{blocking, threads};
use crate::semantics::execute::stores;
use crate::semantics::origins::tickets;
use crate::semantics::outside::results::failure;
use crate::semantics::outside::{failures, results};
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, LibraryCall, Transfer};
use crate::values::{Scalar, Value};

/// A call that starts a thread.
pub fn create(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    effect: &Effect,
) -> Result<Vec<State>, Stop> {
    let &Effect::Create {
        id,
        attribute,
        routine,
        argument,
        parameter,
    } = effect
    else {
        return Ok(vec![state]);
    };
    let routine = call.argument(routine);
    let passed = (&call.argument(argument), call.expressions.get(argument));
    let attribute = attribute.map_or(Value::ZERO, |attribute| call.argument(attribute));
    let handle = id.map(|id| (id, call.argument(id)));
    let crews = handle.as_ref().map(|(id, handle)| {
        let pointer = call.expressions.get(*id);
        let named = passed.1.filter(|_| !state.crews.is_empty());
        let named = named.map(|argument| tickets::passed(transfer, &mut state, argument));
        gathering::crews_with(transfer, &mut state, (pointer, handle), &named.unwrap_or_default())
    });
    let mut refused = failures::refused(transfer, &state, call, model);
    let returned = RefCell::new(Value::NOTHING);
    let mut created = threads::create(
        transfer,
        state,
        &routine,
        (parameter, passed),
        |transfer, state, value| {
            if attribute != Value::ZERO {
                transfer.io.side(Global::WithAttribute, Fact::value(value.clone()));
            }
            match &handle {
                Some((id, handle)) => {
                    stores::store_through(transfer, state, handle, call.pointee(transfer.analysis, *id), value)
                }
                None => drop(returned.borrow_mut().join(value)),
            }
        },
    )?;
    if let Some(crews) = crews {
        created.iter_mut().for_each(|state| state.crews = crews.made.clone());
        refused.iter_mut().for_each(|state| state.crews = crews.refused.clone());
    }
    // What is returned is stored when the thread runs already.
    let value = match handle {
        Some(_) => Value::ZERO,
        None => returned.into_inner(),
    };
    let mut after = results::finish_all(transfer, created, call, &value);
    after.extend(refused);
    Ok(after)
}

/// The id that a pointer leads to.
pub fn id_behind(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) -> Value {
    let word = Scalar::Pointer {
        bits: 8 * transfer.analysis.program.types.model().pointer_size() as u32,
    };
    let mut id = match pointer.as_addresses().origin() {
        Some(origin) => Value::unknown(origin),
        None => Value::NOTHING,
    };
    for &(object, offsets) in pointer.as_addresses().targets() {
        id.join(&interference::contents(transfer, state, object).read(offsets, word));
    }
    id
}

pub fn join(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (thread, id): (usize, &Value),
    (result, attempt): (Option<usize>, Attempt),
) -> Vec<State> {
    let mut after = Vec::new();
    if threads::may_refuse_to_join(transfer, &state, id) {
        let value = Value::any_number_of(Scalar::INT).nonzero();
        after.push(results::finish(transfer, state.clone(), call, &value));
    }
    let failed = (attempt != Attempt::Blocking).then(|| state.clone());
    if attempt == Attempt::Blocking {
        blocking::note_wait_for_end(transfer, &state, id);
    }
    for (mut joined, value) in threads::join(transfer, state, id) {
        if attempt == Attempt::Blocking {
            gathering::note_joined(transfer, &mut joined, call.expressions.get(thread));
        }
        if let Some(result) = result {
            stores::store_through(
                transfer,
                &mut joined,
                &call.argument(result),
                call.pointee(transfer.analysis, result),
                &value,
            );
        }
        let told = match model.returns {
            Returns::Joined => value,
            _ => Value::ZERO,
        };
        after.push(results::finish(transfer, joined, call, &told));
    }
    after.extend(failed.map(|state| results::finish(transfer, state, call, &failure(model))));
    after
}
