//! Calls of library functions: the effects of their models, and functions of which nothing is known.

use std::cell::RefCell;

use pepsin_digests::Acquisition;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::Stop;

use super::heap::may_map_what_others_map;
use super::results::failure;
use crate::ir::{Expr, FunctionId, Place};
use crate::library::model::{Attempt, Effect, Model, Named, Returns};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, LibraryCall, Returning, Transfer};
use crate::values::{Offsets, Scalar, Value};

impl Transfer<'_, '_> {
    /// Calls a function without body.
    pub fn call_library(
        &mut self,
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
        let analysis = self.analysis;
        let name = &analysis.program.function(function).name;
        let Some(model) = analysis.library.model(name) else {
            state.fences.leave();
            state.fences.give_up();
            return Ok(self.call_unknown(state, &call));
        };
        leave_fences(&mut state, model);
        self.end_if_cancelled(&state)?;
        let skipped = self.skipped(&state, &call, model);
        if let (Some(argument), Some(skipped)) = (model.nothing_for_null, &skipped)
            && call.argument(argument).as_constant() == Some(0)
        {
            return Ok(vec![skipped.clone()]);
        }
        self.access_arguments(&mut state, &call, model);
        self.access_objects(&mut state, &call, model);
        self.access_library_state(&mut state, &call, model);
        let operation = analysis.program.function(function).name.as_str();
        let states = match &model.effect {
            Some(effect) if model.stated.is_some() && effect.succeeds_with_zero() && model.returns != Returns::Zero => {
                // What a user's function returns is what its row says, not what such functions mostly return.
                let refused = self.refused(&state, &call, model);
                let untold = LibraryCall { to: None, ..call };
                let after = self.effect(state, &untold, model, effect)?;
                let value = self.returned(&call, model);
                let mut after = self.finish_all(after, &call, &value);
                after.extend(refused);
                after
            }
            Some(effect) => self.effect(state, &call, model, effect)?,
            None => {
                let mut value = self.returned(&call, model);
                if model.returns == Returns::Kept {
                    let followed = self.followed(&mut state, model);
                    value.join(&followed.with_addresses(followed.as_addresses().moved(Offsets::ANY)));
                }
                if matches!(model.returns, Returns::Memory | Returns::ArgumentOrMemory(_)) {
                    value.join(&self.allocate_linked(&mut state));
                }
                vec![self.finish(state, &call, &value)]
            }
        };
        let mut states = states;
        states.extend(skipped);
        if model.effect.as_ref().is_some_and(Effect::waits) {
            let returns = if states.is_empty() {
                Returning::Never
            } else {
                Returning::Sometimes
            };
            let function = self.unknown.function;
            self.record(|recorder, at| recorder.waited(at, function, operation, returns));
        }
        Ok(if analysis.program.function(function).no_return {
            Vec::new()
        } else {
            states
        })
    }

    /// The state behind a call that does nothing, because its argument is null; nothing if that cannot be.
    fn skipped(&mut self, state: &State, call: &LibraryCall<'_>, model: &Model) -> Option<State> {
        let argument = model.nothing_for_null?;
        call.argument(argument)
            .may_be_null()
            .then(|| self.finish(state.clone(), call, &Value::ANY_NUMBER))
    }

    fn effect(
        &mut self,
        mut state: State,
        call: &LibraryCall<'_>,
        model: &Model,
        effect: &Effect,
    ) -> Result<Vec<State>, Stop> {
        Ok(match effect {
            Effect::Create { .. } => self.create_call(state, call, model, effect)?,
            Effect::Join {
                thread,
                named,
                result,
                attempt,
            } => {
                let id = match named {
                    Named::ById => call.argument(*thread),
                    Named::ByPointer => {
                        self.access_argument(&mut state, call, *thread, None, (AccessKind::Read, Atomicity::Plain));
                        self.id_behind(&mut state, &call.argument(*thread))
                    }
                };
                self.join_call(state, call, model, (*thread, &id), (*result, *attempt))
            }
            Effect::ThreadExit { value } => {
                self.finish_thread(state, &call.argument(*value))?;
                Vec::new()
            }
            Effect::Cancel { thread } => {
                self.io.side(Global::Cancelled, Fact::value(call.argument(*thread)));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::Detach { thread } => {
                self.io.side(Global::Detached, Fact::value(call.argument(*thread)));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::AttributeDetach { state: choice } => {
                if call.argument(*choice).truth().may_hold {
                    self.io.side(Global::DetachingAttributes, Fact::value(Value::ZERO));
                }
                let value = self.returned(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::CancelType { kind } => {
                if call.argument(*kind).truth().may_hold && !is_seeded(Bug::CancelledInTime) {
                    self.obstacle("a thread may be cancelled at any time".to_owned());
                }
                let value = self.returned_by_effect(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::Own {} => vec![self.finish(state, call, &Value::thread(self.context.thread))],
            Effect::Lock {
                lock,
                mode,
                kind,
                attempt,
            } => self.lock_call(state, call, model, (*lock, *mode, *kind, *attempt)),
            Effect::Unlock { lock } => {
                let mut state = state;
                self.note_release(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let value = self.note_released(&mut state, &call.argument(*lock));
                let after = self.unlock(state, &call.argument(*lock));
                self.finish_all(after, call, &value)
            }
            Effect::LockInit { lock, attribute } => {
                let mut state = state;
                self.note_lock_ended(&state, &call.argument(*lock));
                let kind = self.attribute_kind(&mut state, attribute.map(|attribute| call.argument(attribute)));
                self.note_kind(&mut state, &call.argument(*lock), &kind);
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let after = self.reset_lock(state, &call.argument(*lock));
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::LockDestroy { lock } => {
                let mut state = state;
                self.note_lock_ended(&state, &call.argument(*lock));
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let after = self.reset_lock(state, &call.argument(*lock));
                let value = self.returned_by_effect(call, model);
                self.finish_all(after, call, &value)
            }
            Effect::AttributeInit { attribute } => vec![self.set_attribute(state, call, *attribute, &Value::ZERO)],
            Effect::AttributeKind { attribute, kind } => {
                let value = self.returned(call, model);
                let state = self.set_attribute(state, call, *attribute, &call.argument(*kind));
                vec![self.finish(state, call, &value)]
            }
            Effect::AttributeRobust { attribute, robust } => {
                if call.argument(*robust).as_constant() == Some(0) {
                    vec![self.finish(state, call, &Value::ZERO)]
                } else {
                    self.io.side(Global::RobustMutexes, Fact::value(Value::ZERO));
                    vec![self.set_attribute(state, call, *attribute, &Value::ANY_NUMBER)]
                }
            }
            Effect::Wait { lock } => {
                // The lock is held again afterwards, so what is known of it symbolically stays true.
                let after = self.wait(state, &call.argument(*lock));
                let value = self.returned(call, model);
                self.finish_all(after, call, &value)
            }
            Effect::AtomicBegin {} => self.begin_atomic(state),
            Effect::AtomicEnd {} => self.end_atomic(state),
            Effect::Assume { condition } => match call.expressions.get(*condition) {
                Some(condition) => {
                    let mut state = state;
                    if self.assume(&mut state, condition, true) {
                        vec![state]
                    } else {
                        Vec::new()
                    }
                }
                None => vec![state],
            },
            Effect::Unsupported { what } => {
                self.obstacle(format!("{what}, of which there is no model"));
                let value = self.returned(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::Unwind {} => {
                if self.analysis.text.may_end_threads() {
                    let what = "a thread goes on ending behind a function that cleaned up, of which there is no model";
                    self.obstacle(what.to_owned());
                }
                Vec::new()
            }
            Effect::SystemCall {} => {
                let names_memory =
                    |value: &Value| value.as_addresses().origin().is_some() || value.objects().next().is_some();
                if call.values.iter().any(names_memory) {
                    self.obstacle("the operating system is called directly, with a pointer".to_owned());
                }
                let value = self.returned(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::Terminate {} => Vec::new(),
            Effect::ProcessExit { unless_zero } => self.process_exit_call(state, call, *unless_zero)?,
            Effect::Once { control, routine } => {
                let after = self.once(state, &call.argument(*control), &call.argument(*routine))?;
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::KeyCreate { key, destructor } => {
                let mut state = state;
                self.io
                    .side(Global::Destructors, Fact::value(call.argument(*destructor)));
                // Which number a key is, is the library's affair.
                let any = Value::any_number_of(Scalar::Integer(crate::values::IntegerType::of_size(4, false)));
                self.store_through(&mut state, &call.argument(*key), call.pointee(self, *key), &any);
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::KeySet { value, .. } => {
                let mut state = state;
                state.specific.join(&call.argument(*value));
                let value = self.returned_by_effect(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::KeyGet { .. } => {
                let value = state.specific.clone();
                vec![self.finish(state, call, &value)]
            }
            Effect::AtExit { function, argument } => {
                let mut state = state;
                let argument = argument.map(|argument| call.argument(argument));
                self.at_exit(&mut state, &call.argument(*function), argument.as_ref());
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::SignalHandler { handler } => self.install_handler(state, call, &call.argument(*handler))?,
            Effect::SignalAction { action } => {
                let mut state = state;
                let handlers = self.functions_reachable(&mut state, &call.argument(*action));
                self.install_handler(state, call, &handlers)?
            }
            Effect::BarrierInit { barrier, count } => {
                let mut state = state;
                self.initialise_barrier(&mut state, &call.argument(*barrier), &call.argument(*count));
                let value = self.returned_by_effect(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::BarrierWait { barrier } => self.wait_at_barrier(state, call, &call.argument(*barrier)),
            Effect::SemaphoreInit { semaphore, count } => {
                let mut state = state;
                self.initialise_semaphore(&mut state, &call.argument(*semaphore), &call.argument(*count));
                let value = self.returned_by_effect(call, model);
                vec![self.finish(state, call, &value)]
            }
            Effect::SemaphorePost { semaphore } => {
                let after = self.post_semaphore(state, &call.argument(*semaphore));
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::SemaphoreWait { semaphore, attempt } => {
                self.semaphore_wait_call(state, call, model, (*semaphore, *attempt))
            }
            Effect::Allocate {
                size,
                contents,
                to,
                alignment,
                flags,
            } => {
                if let Some(flags) = flags {
                    let flags = call.argument(*flags);
                    self.look_at_flags(&flags);
                    if may_map_what_others_map(&flags) {
                        let mapped = self.outside_or_null(call);
                        return Ok(vec![self.finish(state, call, &mapped)]);
                    }
                }
                self.allocate_call(state, call, model, (size, *contents, *to, *alignment))
            }
            Effect::Reallocate { pointer, size } => self.reallocate(state, call, model, (*pointer, size)),
            Effect::ReadLine { to } => vec![self.read_line(state, call, model, *to)],
            Effect::Separate { text } => vec![self.separate(state, call, *text)],
            Effect::NextToken { text, position } => vec![self.next_token(state, call, model, (*text, *position))],
            Effect::Free { pointer } => vec![self.free(state, call, model, *pointer)],
            Effect::Discard {
                pointer,
                length,
                advice,
            } => self.discard(state, call, model, (*pointer, *length, *advice)),
            Effect::Copy { to, from, length } => vec![self.copy(state, call, *to, *from, *length, &model.returns)],
            Effect::Fill { to, value, length } => vec![self.fill(state, call, *to, *value, *length, &model.returns)],
            Effect::Sort { base, compare } => self.sort(state, call, *base, *compare)?,
            Effect::Search { key, base, compare } => self.search(state, call, *key, *base, *compare)?,
            Effect::CallBack { function, passes } => self.visit(state, call, model, (*function, passes))?,
            atomic => self.atomic(state, call, atomic),
        })
    }

    /// A call that ends the process, unless a status is named that is 0.
    fn process_exit_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        unless_zero: Option<usize>,
    ) -> Result<Vec<State>, Stop> {
        let status = unless_zero.map_or(Value::constant(1), |status| call.argument(status));
        let status = status.truth();
        if status.may_hold {
            self.process_exit(state.clone())?;
        }
        Ok(match status.may_fail {
            true => vec![self.finish(state, call, &Value::ZERO)],
            false => Vec::new(),
        })
    }

    /// A call that starts a thread.
    fn create_call(
        &mut self,
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
            self.crews_with(&mut state, (pointer, handle), passed.1)
        });
        let mut refused = self.refused(&state, call, model);
        let returned = RefCell::new(Value::NOTHING);
        let mut created = self.create(state, &routine, (parameter, passed), |transfer, state, value| {
            if attribute != Value::ZERO {
                transfer.io.side(Global::WithAttribute, Fact::value(value.clone()));
            }
            match &handle {
                Some((id, handle)) => transfer.store_through(state, handle, call.pointee(transfer, *id), value),
                None => drop(returned.borrow_mut().join(value)),
            }
        })?;
        // No thread is in a berth for which none was created.
        if let Some(crews) = crews {
            created
                .iter_mut()
                .chain(&mut refused)
                .for_each(|state| state.crews = crews.clone());
        }
        // What is returned is stored when the thread runs already.
        let value = match handle {
            Some(_) => Value::ZERO,
            None => returned.into_inner(),
        };
        let mut after = self.finish_all(created, call, &value);
        after.extend(refused);
        Ok(after)
    }

    /// The id that a pointer leads to.
    fn id_behind(&mut self, state: &mut State, pointer: &Value) -> Value {
        let word = Scalar::Pointer {
            bits: 8 * self.analysis.program.types.model().pointer_size() as u32,
        };
        let mut id = match pointer.as_addresses().origin() {
            Some(_) => Value::unknown(self.at),
            None => Value::NOTHING,
        };
        for &(object, offsets) in pointer.as_addresses().targets() {
            id.join(&self.contents(state, object).read(offsets, word));
        }
        id
    }

    fn join_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        model: &Model,
        (thread, id): (usize, &Value),
        (result, attempt): (Option<usize>, Attempt),
    ) -> Vec<State> {
        let mut after = Vec::new();
        if self.may_refuse_to_join(&state, id) {
            let value = Value::any_number_of(Scalar::INT).nonzero();
            after.push(self.finish(state.clone(), call, &value));
        }
        let failed = (attempt != Attempt::Blocking).then(|| state.clone());
        if attempt == Attempt::Blocking {
            self.note_wait_for_end(&state, id);
        }
        for (mut joined, value) in self.join(state, id) {
            if attempt == Attempt::Blocking {
                self.note_joined(&mut joined, call.expressions.get(thread));
            }
            if let Some(result) = result {
                self.store_through(&mut joined, &call.argument(result), call.pointee(self, result), &value);
            }
            let told = match model.returns {
                Returns::Joined => value,
                _ => Value::ZERO,
            };
            after.push(self.finish(joined, call, &told));
        }
        after.extend(failed.map(|state| self.finish(state, call, &failure(model))));
        after
    }

    fn semaphore_wait_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        model: &Model,
        (semaphore, attempt): (usize, Attempt),
    ) -> Vec<State> {
        let handled = self.io.global(Global::SignalHandlers) != Fact::Nothing;
        let interrupted = handled && !is_seeded(Bug::WaitNeverInterrupted);
        let (acquisition, failed) = match attempt {
            Attempt::Blocking => (Acquisition::Blocking, interrupted.then(|| state.clone())),
            Attempt::Tried | Attempt::TriedNonzero => (Acquisition::Tried, Some(state.clone())),
        };
        let waited = self.wait_for_semaphore(state, &call.argument(semaphore), acquisition);
        let mut after = self.finish_all(waited, call, &Value::ZERO);
        after.extend(failed.map(|state| self.finish(state, call, &failure(model))));
        after
    }
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
