//! Calls of library functions: the effects of their models, and functions of which nothing is known.

use pepsin_digests::Acquisition;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

use crate::ir::{Expr, FunctionId, Place};
use crate::library::model::{Attempt, Effect, FirstPermits, Model, Named, Refused, Returns};
use crate::library::replaced::{asks_for_memory, replaced_allocator};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::acts::locks;
use crate::semantics::calls::{callbacks, ends, once, threads};
use crate::semantics::effects::{atomics, blocking, declared, mutexes, reentry, rounds, semaphores};
use crate::semantics::execute::{guards, stores};
use crate::semantics::origins::symbolic;
use crate::semantics::outside::given::Whose;
use crate::semantics::outside::heap::may_map_what_others_map;
use crate::semantics::outside::results::failure;
use crate::semantics::outside::{arguments, copying, failures, functions, given, heap, results, streams};
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, LibraryCall, Returning, Transfer};
use crate::values::{Offsets, Scalar, Value};

/// Calls a function without body.
pub fn call_library(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    to: Option<&Place>,
    function: FunctionId,
    expressions: &[Expr],
    values: &[Value],
) -> Result<Vec<State>, Stop> {
    let call = LibraryCall {
        to,
        function,
        expressions,
        values,
    };
    let analysis = transfer.analysis;
    let name = &analysis.program.function(function).name;
    let Some(model) = analysis.library.model(name) else {
        state.fences.leave();
        state.fences.give_up();
        return Ok(functions::call_unknown(transfer, state, &call));
    };
    leave_fences(&mut state, model);
    ends::end_if_cancelled(transfer, &state)?;
    let skipped = skipped(transfer, &state, &call, model);
    if let (Some(argument), Some(skipped)) = (model.nothing_for_null, &skipped)
        && call.argument(argument).as_constant() == Some(0)
    {
        return Ok(vec![skipped.clone()]);
    }
    if model.reaches_processes {
        transfer.record(|recorder, at| {
            recorder.memory_of_processes.insert(at);
        });
    }
    note_unmodelled(transfer, &mut state, &call, model);
    arguments::access_arguments(transfer, &mut state, &call, model);
    arguments::access_objects(transfer, &mut state, &call, model);
    for &number in &model.hands_out {
        given::hand_out(
            transfer,
            &mut state,
            &call.argument(number),
            call.pointee(analysis, number),
        );
    }
    streams::access_streams(transfer, &mut state, &call, model);
    arguments::access_library_state(transfer, &mut state, &call, model);
    let operation = analysis.program.function(function).name.as_str();
    // Those that make threads and memory see to it themselves.
    let refused = match model.refused {
        Refused::Seldom => failures::refused(transfer, &state, &call, model),
        Refused::Sometimes | Refused::Never => None,
    };
    let states = match &model.effect {
        Some(effect) if model.stated.is_some() && effect.succeeds_with_zero() && model.returns != Returns::Zero => {
            // What a user's function returns is what its row says, not what such functions mostly return.
            let refused = failures::refused(transfer, &state, &call, model);
            let untold = LibraryCall { to: None, ..call };
            let after = perform(transfer, state, &untold, model, effect)?;
            let value = results::returned(transfer, &call, model);
            let mut after = results::finish_all(transfer, after, &call, &value);
            after.extend(refused);
            after
        }
        Some(effect) => perform(transfer, state, &call, model, effect)?,
        None => {
            let mut value = results::returned(transfer, &call, model);
            match model.returns {
                Returns::Given => value = given::given(transfer, &mut state, &call, Whose::Anybodys),
                Returns::GivenBack => value = given::given(transfer, &mut state, &call, Whose::Programs),
                _ => {}
            }
            if model.returns == Returns::Kept {
                let followed = arguments::followed(transfer, &mut state, model);
                value.join(&followed.with_addresses(followed.as_addresses().moved(Offsets::ANY)));
            }
            if matches!(model.returns, Returns::Memory | Returns::ArgumentOrMemory(_)) {
                value.join(&heap::allocate_linked(transfer, &mut state));
            }
            vec![results::finish(transfer, state, &call, &value)]
        }
    };
    let mut states = states;
    states.extend(skipped);
    states.extend(refused);
    if model.effect.as_ref().is_some_and(Effect::waits) {
        let returns = if states.is_empty() {
            Returning::Never
        } else {
            Returning::Sometimes
        };
        let function = transfer.unknown.function;
        transfer.record(|recorder, at| recorder.waited(at, function, operation, returns));
    }
    Ok(if analysis.program.function(function).no_return {
        Vec::new()
    } else {
        states
    })
}

/// What a call does that no effect tells of: functions of the program that the library calls by itself, and what arguments ask for.
fn note_unmodelled(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    let program = transfer.analysis.program;
    let name = &program.function(call.function).name;
    if asks_for_memory(name, model)
        && let Some(allocator) = replaced_allocator(program.defined_names())
    {
        transfer.obstacle(format!(
            "`{name}` asks for memory, and the program defines `{allocator}`"
        ));
    }
    for variable in &model.calls_through {
        if arguments::may_call_through(transfer, state, variable) {
            transfer.obstacle(format!("`{name}` calls what `{variable}` leads to"));
        }
    }
    for &(argument, least, most) in &model.unmodelled {
        let asked = call.argument(argument);
        if (least..=most).any(|number| asked.as_integer().contains(number.into())) {
            transfer.obstacle(format!("`{name}` asks for what is not modelled"));
        }
    }
}

/// The state behind a call that does nothing, because its argument is null; nothing if that cannot be.
fn skipped(transfer: &Transfer<'_, '_>, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
    let argument = model.nothing_for_null?;
    call.argument(argument)
        .may_be_null()
        .then(|| results::finish(transfer, state.clone(), call, &Value::ANY_NUMBER))
}

fn perform(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    effect: &Effect,
) -> Result<Vec<State>, Stop> {
    Ok(match effect {
        Effect::Create { .. } => threads::create(transfer, state, call, model, effect)?,
        Effect::Join {
            thread,
            named,
            result,
            attempt,
        } => {
            let id = match named {
                Named::ById => call.argument(*thread),
                Named::ByPointer => {
                    arguments::access_argument(
                        transfer,
                        &mut state,
                        call,
                        *thread,
                        None,
                        (AccessKind::Read, Atomicity::Plain),
                    );
                    threads::id_behind(transfer, &mut state, &call.argument(*thread))
                }
            };
            threads::join(transfer, state, call, model, (*thread, &id), (*result, *attempt))
        }
        Effect::ThreadExit { value } => {
            ends::finish_thread(transfer, state, &call.argument(*value))?;
            Vec::new()
        }
        Effect::Cancel { thread } => {
            transfer.io.side(Global::Cancelled, Fact::value(call.argument(*thread)));
            let failed = failures::failed(transfer, &state, call, model);
            let cancelled = results::finish(transfer, state, call, &Value::ZERO);
            std::iter::once(cancelled).chain(failed).collect()
        }
        Effect::Detach { thread } => {
            transfer.io.side(Global::Detached, Fact::value(call.argument(*thread)));
            // Of a thread that is detached already, glibc says so.
            let failed = failures::failed(transfer, &state, call, model);
            let detached = results::finish(transfer, state, call, &Value::ZERO);
            std::iter::once(detached).chain(failed).collect()
        }
        Effect::AttributeDetach { state: choice } => {
            if call.argument(*choice).truth().may_hold {
                transfer.io.side(Global::DetachingAttributes, Fact::value(Value::ZERO));
            }
            let value = results::returned(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::CancelType { kind } => {
            if call.argument(*kind).truth().may_hold && !is_seeded(Bug::CancelledInTime) {
                transfer.obstacle("a thread may be cancelled at any time".to_owned());
            }
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::Own {} => vec![results::finish(
            transfer,
            state,
            call,
            &Value::thread(transfer.context.thread),
        )],
        Effect::Lock {
            lock,
            mode,
            kind,
            attempt,
        } => mutexes::lock_call(transfer, state, call, model, (*lock, *mode, *kind, *attempt)),
        Effect::Unlock { lock } => {
            let mut state = state;
            blocking::note_release(transfer, &mut state, call.expressions.get(*lock), &call.argument(*lock));
            symbolic::release_symbolically(transfer, &mut state, call.expressions.get(*lock), &call.argument(*lock));
            let value = reentry::note_released(transfer, &mut state, &call.argument(*lock));
            let after = locks::unlock(transfer, state, &call.argument(*lock));
            results::finish_all(transfer, after, call, &value)
        }
        Effect::LockInit { lock, attribute } => {
            let mut state = state;
            blocking::note_lock_ended(transfer, &state, &call.argument(*lock));
            let kind = mutexes::attribute_kind(
                transfer,
                &mut state,
                attribute.map(|attribute| call.argument(attribute)),
            );
            mutexes::note_kind(transfer, &mut state, &call.argument(*lock), &kind);
            symbolic::release_symbolically(transfer, &mut state, call.expressions.get(*lock), &call.argument(*lock));
            let after = locks::reset_lock(transfer, state, &call.argument(*lock));
            results::finish_all(transfer, after, call, &Value::ZERO)
        }
        Effect::LockDestroy { lock } => {
            let mut state = state;
            blocking::note_lock_ended(transfer, &state, &call.argument(*lock));
            symbolic::release_symbolically(transfer, &mut state, call.expressions.get(*lock), &call.argument(*lock));
            let after = locks::reset_lock(transfer, state, &call.argument(*lock));
            let value = results::returned_by_effect(transfer, call, model);
            results::finish_all(transfer, after, call, &value)
        }
        Effect::AttributeInit { attribute } => {
            vec![mutexes::set_attribute(transfer, state, call, *attribute, &Value::ZERO)]
        }
        Effect::AttributeKind { attribute, kind } => {
            let value = results::returned(transfer, call, model);
            let state = mutexes::set_attribute(transfer, state, call, *attribute, &call.argument(*kind));
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::AttributeRobust { attribute, robust } => {
            let value = results::returned(transfer, call, model);
            if call.argument(*robust).as_constant() == Some(0) {
                return Ok(vec![results::finish(transfer, state, call, &value)]);
            }
            transfer.io.side(Global::RobustMutexes, Fact::value(Value::ZERO));
            let state = mutexes::set_attribute(transfer, state, call, *attribute, &Value::ANY_NUMBER);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::Wait { lock } => mutexes::wait_call(transfer, state, call, model, *lock),
        Effect::SectionEnter { section, object, mode } => {
            declared::enter(transfer, state, call, *section, (*object, *mode))
        }
        Effect::SectionLeave { section, object } => declared::leave(transfer, state, call, *section, *object),
        Effect::PhaseEnter { phase } => declared::enter_phase(transfer, state, call, *phase),
        Effect::PhaseBegin {} => declared::begin_phase(transfer, state),
        Effect::AtomicBegin {} => locks::begin_atomic(transfer, state),
        Effect::AtomicEnd {} => locks::end_atomic(transfer, state),
        Effect::Assume { condition } => match call.expressions.get(*condition) {
            Some(condition) => {
                let mut state = state;
                if guards::assume(transfer, &mut state, condition, true) {
                    vec![state]
                } else {
                    Vec::new()
                }
            }
            None => vec![state],
        },
        Effect::Unsupported { what } => {
            transfer.obstacle(format!("{what}, of which there is no model"));
            let value = results::returned(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::Unwind {} => {
            if transfer.analysis.text.may_end_threads() {
                let what = "a thread goes on ending behind a function that cleaned up, of which there is no model";
                transfer.obstacle(what.to_owned());
            }
            Vec::new()
        }
        Effect::SystemCall {} => {
            let names_memory =
                |value: &Value| value.as_addresses().origin().is_some() || value.objects().next().is_some();
            if call.values.iter().any(names_memory) {
                transfer.obstacle("the operating system is called directly, with a pointer".to_owned());
            }
            let value = results::returned(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::Terminate {} => Vec::new(),
        Effect::ProcessExit { unless_zero } => process_exit_call(transfer, state, call, *unless_zero)?,
        Effect::Once { control, routine } => {
            let after = once::once(transfer, state, &call.argument(*control), &call.argument(*routine))?;
            results::finish_all(transfer, after, call, &Value::ZERO)
        }
        Effect::KeyCreate { key, destructor } => {
            let mut state = state;
            transfer
                .io
                .side(Global::Destructors, Fact::value(call.argument(*destructor)));
            // Which number a key is, is the library's affair.
            let any = Value::any_number_of(Scalar::Integer(crate::values::IntegerType::of_size(4, false)));
            stores::store_through(
                transfer,
                &mut state,
                &call.argument(*key),
                call.pointee(transfer.analysis, *key),
                &any,
            );
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::KeySet { value, .. } => {
            let mut state = state;
            state.specific.join(&call.argument(*value));
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::KeyGet { .. } => {
            let value = state.specific.clone();
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::AtExit { function, argument } => {
            let mut state = state;
            let argument = argument.map(|argument| call.argument(argument));
            ends::at_exit(transfer, &mut state, &call.argument(*function), argument.as_ref());
            vec![results::finish(transfer, state, call, &Value::ZERO)]
        }
        Effect::SignalHandler { handler } => ends::install_handler(transfer, state, call, &call.argument(*handler))?,
        Effect::SignalAction { action } => {
            let mut state = state;
            let handlers = ends::functions_reachable(transfer, &mut state, &call.argument(*action));
            ends::install_handler(transfer, state, call, &handlers)?
        }
        Effect::BarrierInit { barrier, count } => {
            let mut state = state;
            let written = (&call.argument(*count), call.expressions.get(*count));
            rounds::initialise_barrier(transfer, &mut state, &call.argument(*barrier), written);
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::BarrierShare { shared } => {
            if call.argument(*shared).as_constant() != Some(0) {
                rounds::note_unknown_barrier(transfer, &state);
            }
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::BarrierWait { barrier } => rounds::wait_at_barrier(transfer, state, call, &call.argument(*barrier)),
        Effect::SemaphoreInit { semaphore, count } => {
            let mut state = state;
            semaphores::initialise_semaphore(transfer, &mut state, &call.argument(*semaphore), &call.argument(*count));
            let value = results::returned_by_effect(transfer, call, model);
            vec![results::finish(transfer, state, call, &value)]
        }
        Effect::SemaphorePost { semaphore } => {
            let overflown = failures::failed(transfer, &state, call, model);
            let after = semaphores::post_semaphore(transfer, state, &call.argument(*semaphore));
            let mut after = results::finish_all(transfer, after, call, &Value::ZERO);
            after.extend(overflown);
            after
        }
        Effect::SemaphoreWait {
            semaphore,
            attempt,
            first_permits,
        } => semaphore_wait_call(transfer, state, call, model, (*semaphore, *attempt, *first_permits)),
        Effect::Allocate {
            size,
            contents,
            to,
            alignment,
            flags,
        } => {
            if let Some(flags) = flags {
                let flags = call.argument(*flags);
                heap::look_at_flags(transfer, &flags);
                if may_map_what_others_map(&flags) {
                    let mapped = results::outside_or_null(transfer.analysis, call);
                    return Ok(vec![results::finish(transfer, state, call, &mapped)]);
                }
            }
            heap::allocate_call(transfer, state, call, model, (size, *contents, *to, *alignment))
        }
        Effect::Reallocate { pointer, size } => heap::reallocate(transfer, state, call, model, (*pointer, size)),
        Effect::ReadLine { to } => vec![heap::read_line(transfer, state, call, model, *to)],
        Effect::Separate { text } => vec![heap::separate(transfer, state, call, *text)],
        Effect::NextToken { text, position } => {
            vec![heap::next_token(transfer, state, call, model, (*text, *position))]
        }
        Effect::Break { increment } => vec![heap::move_break(transfer, state, call, model, *increment)],
        Effect::Free { pointer, ends } => vec![heap::free(transfer, state, call, model, (*pointer, *ends))],
        Effect::Discard {
            pointer,
            length,
            advice,
        } => copying::discard(transfer, state, call, model, (*pointer, *length, *advice)),
        Effect::Copy { to, from, length } => {
            vec![copying::copy(
                transfer,
                state,
                call,
                *to,
                *from,
                *length,
                &model.returns,
            )]
        }
        Effect::Fill { to, value, length } => {
            vec![copying::fill(
                transfer,
                state,
                call,
                *to,
                *value,
                *length,
                &model.returns,
            )]
        }
        Effect::Sort {
            base,
            elements,
            compare,
            passed,
        } => callbacks::sort(transfer, state, call, (*base, *elements), (*compare, *passed))?,
        Effect::Search {
            key,
            base,
            elements,
            compare,
        } => callbacks::search(transfer, state, call, *key, (*base, *elements), *compare)?,
        Effect::CallBack { function, passes } => callbacks::visit(transfer, state, call, model, (*function, passes))?,
        Effect::CallLater { function, also, passes } => {
            let functions = [Some(*function), *also];
            callbacks::register(transfer, state, call, model, (functions, passes))?
        }
        atomic => atomics::atomic(transfer, state, call, atomic),
    })
}

/// A call that ends the process, unless a status is named that is 0.
fn process_exit_call(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    unless_zero: Option<usize>,
) -> Result<Vec<State>, Stop> {
    let status = unless_zero.map_or(Value::constant(1), |status| call.argument(status));
    let status = status.truth();
    if status.may_hold {
        ends::process_exit(transfer, state.clone())?;
    }
    Ok(match status.may_fail {
        true => vec![results::finish(transfer, state, call, &Value::ZERO)],
        false => Vec::new(),
    })
}

fn semaphore_wait_call(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (semaphore, attempt, first): (usize, Attempt, FirstPermits),
) -> Vec<State> {
    let handled = transfer.io.global(Global::SignalHandlers) != Fact::Nothing;
    let interrupted = handled && !is_seeded(Bug::WaitNeverInterrupted);
    let (acquisition, failed) = match attempt {
        Attempt::Blocking => (Acquisition::Blocking, interrupted.then(|| state.clone())),
        Attempt::Tried | Attempt::TriedNonzero => (Acquisition::Tried, Some(state.clone())),
    };
    let waited = semaphores::wait_for_semaphore(transfer, state, &call.argument(semaphore), (acquisition, first));
    let mut after = results::finish_all(transfer, waited, call, &Value::ZERO);
    after.extend(failed.map(|state| results::finish(transfer, state, call, &failure(model))));
    after
}

/// A call that is no atomic access and no fence: it may touch anything, and what else it does may put a lock into other hands.
fn leave_fences(state: &mut State, model: &Model) {
    match &model.effect {
        Some(
            Effect::AtomicLoad { .. }
            | Effect::AtomicStore { .. }
            | Effect::AtomicUpdate { .. }
            | Effect::CompareExchange { .. }
            | Effect::Fence { .. },
        ) => {}
        None => state.fences.leave(),
        Some(_) => {
            state.fences.leave();
            state.fences.give_up();
        }
    }
}
