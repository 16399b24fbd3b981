//! Calls: contexts, passing arguments, and what comes back.
//!
//! ```text
//!     [entry of f, c]  ⊒  caller's state with parameters bound            (side effect of the call)
//!     call             :  [exit of f, c] with the caller's frame restored
//! ```
//!
//! where `c` is the own id, the thread flag, the locks held, the whole digest, what is known of the arguments, and the call
//! string for functions that create threads or hand out memory. Without the digest, what a helper is called with late
//! (after a creation, behind a join) would come back from its early calls, too. Digest and arguments are given up for a
//! function that has many contexts.

use std::borrow::Cow;

use pepsin_lattice::{Bottom, Lattice};
use pepsin_solver::Stop;

use crate::ir::{Callee, Expr, FunctionId, LocalId, Place, TypeId};
use crate::semantics::crews::{Crews, Delegated};
use crate::semantics::origins::{Bindings, Copies, Symbolic};
use crate::semantics::outside::{Callees, Origin, OutsideCall, function_type};
use crate::semantics::prepare::is_condition;
use crate::semantics::settings::Apart;
use crate::semantics::state::{Entrance, Set, State, States};
use crate::semantics::system::{Context, ContextId, Footprint, Point, Returning, Transfer, Unknown};
use crate::values::{Addresses, Contents, Memory, Offsets, Rvalue, Source, Value};
use pepsin_digests::ThreadId;
use pepsin_digests::countdown::Countdowns;
use std::rc::Rc;

/// A call of a function with a body.
struct WrittenCall<'c> {
    function: FunctionId,
    /// The arguments as the caller writes them, if it does.
    arguments: &'c [Expr],
    values: &'c [Rvalue],
    bindings: Bindings,
    delegated: Delegated,
}

/// What a function does in the part of a state that it touches.
struct Activation {
    /// What it was passed.
    footprint: Footprint,
    /// What it touched of that.
    touched: Footprint,
    /// The part in which it was entered.
    part: State,
    /// What became of the part.
    exits: States,
}

impl Transfer<'_, '_> {
    /// Executes a call. What a condition among the arguments says of watched variables is told apart, because a function
    /// may return only if it holds.
    pub fn call(
        &mut self,
        mut state: State,
        to: Option<&Place>,
        callee: &Callee,
        arguments: &[Expr],
    ) -> Result<Vec<State>, Stop> {
        let mut conditions = arguments.iter().filter(|argument| is_condition(argument));
        let Some(condition) = conditions.find(|condition| self.loads_watched(&mut state, condition)) else {
            return self.call_with(state, to, callee, arguments);
        };
        let mut after = Vec::new();
        for holds in [true, false] {
            let mut state = state.clone();
            if self.assume(&mut state, condition, holds) {
                after.extend(self.call_with(state, to, callee, arguments)?);
            }
        }
        Ok(after)
    }

    fn call_with(
        &mut self,
        mut state: State,
        to: Option<&Place>,
        callee: &Callee,
        arguments: &[Expr],
    ) -> Result<Vec<State>, Stop> {
        let callees = match callee {
            Callee::Function(function) => Callees {
                functions: vec![*function],
                others: false,
            },
            Callee::Pointer(pointer) => {
                let value = self.value(&mut state, pointer);
                self.callees_of_call(&value, pointer.ty())
            }
        };
        let values: Vec<Rvalue> = arguments
            .iter()
            .map(|argument| self.rvalue(&mut state, argument))
            .collect();
        if values.iter().any(Rvalue::is_bottom) {
            return Ok(Vec::new());
        }
        let mut after = Vec::new();
        if callees.others {
            after.push(self.call_others(state.clone(), to, (callee, arguments), &values));
        }
        for function in callees.functions {
            after.extend(self.call_function(state.clone(), to, function, arguments, &values)?);
        }
        Ok(after)
    }

    /// Calls a function through a pointer that came from outside of the program.
    fn call_others(
        &mut self,
        state: State,
        to: Option<&Place>,
        (callee, arguments): (&Callee, &[Expr]),
        values: &[Rvalue],
    ) -> State {
        let program = self.analysis.program;
        let result = match callee {
            Callee::Function(function) => Some(self.result_type(*function)),
            Callee::Pointer(pointer) => {
                let pointee = program.types.pointee(pointer.ty());
                pointee.and_then(|ty| function_type(program, ty)).map(|ty| ty.result)
            }
        };
        let values: Vec<Value> = values.iter().map(Rvalue::as_scalar).collect();
        let call = OutsideCall {
            name: "a function that is known by its address only",
            to,
            expressions: arguments,
            values: &values,
            result: result.or_else(|| to.map(|to| to.ty)).unwrap_or(TypeId(0)),
            source: Source::Number,
            origin: Origin::Unknown,
        };
        self.call_outside(state, &call)
    }

    fn call_function(
        &mut self,
        state: State,
        to: Option<&Place>,
        function: FunctionId,
        arguments: &[Expr],
        values: &[Rvalue],
    ) -> Result<Vec<State>, Stop> {
        if self.analysis.program.function(function).body.is_none() {
            let scalars: Vec<Value> = values.iter().map(Rvalue::as_scalar).collect();
            return self.call_library(state, to, function, arguments, &scalars);
        }
        if !self.analysis.is_atomic(function) {
            return self.call_written(state, to, function, arguments, values);
        }
        let mut after = Vec::new();
        for inside in self.begin_atomic(state) {
            for done in self.call_written(inside, to, function, arguments, values)? {
                after.extend(self.end_atomic(done));
            }
        }
        Ok(after)
    }

    /// Calls a function with a body, with arguments that no expression in the caller stands for.
    pub fn call_body(
        &mut self,
        state: State,
        to: Option<&Place>,
        function: FunctionId,
        values: &[Rvalue],
    ) -> Result<Vec<State>, Stop> {
        self.call_written(state, to, function, &[], values)
    }

    /// Calls a function with a body, with arguments as they are written in the caller.
    fn call_written(
        &mut self,
        mut state: State,
        to: Option<&Place>,
        function: FunctionId,
        arguments: &[Expr],
        values: &[Rvalue],
    ) -> Result<Vec<State>, Stop> {
        let bindings = self.unrecorded(|transfer| transfer.bindings(&mut state, function, arguments));
        let delegated = self.delegated(&mut state, function, arguments);
        let values = self.escaping_arguments(&mut state, function, values);
        let call = WrittenCall {
            function,
            arguments,
            values: &values,
            bindings,
            delegated,
        };
        let (entry, entered) = self.entered(&mut state, &call);
        let activation = self.activate(entry, &entered, &values)?;
        let mut after = Vec::new();
        for (_, exit) in activation.exits.iter() {
            let mut back = self.behind(&state, &call, &activation, exit);
            if !self.learn_from_return(&mut back, function, &exit.frame, arguments) {
                continue;
            }
            if let Some(to) = to {
                self.take_result(&mut back, to, &exit.result);
            }
            after.push(back);
        }
        let returns = if after.is_empty() {
            Returning::Never
        } else {
            Returning::Sometimes
        };
        let caller = self.unknown.function;
        self.record(|recorder, at| recorder.called(caller, function, at, returns));
        Ok(after)
    }

    /// The arguments as the callee gets them. Other threads may know a parameter from an earlier activation by the same name; what is
    /// passed to it is known to them, too.
    fn escaping_arguments<'v>(
        &mut self,
        state: &mut State,
        function: FunctionId,
        values: &'v [Rvalue],
    ) -> Cow<'v, [Rvalue]> {
        let analysis = self.analysis;
        let mut passed = Cow::Borrowed(values);
        let body = analysis.program.function(function).body.as_ref();
        let locals = body.into_iter().flat_map(|body| body.locals.iter().enumerate());
        for (number, local) in locals.take(values.len().min(analysis.parameters(function))) {
            let parameter = analysis.local(function, LocalId(number as u32), self.context.thread);
            if !local.address_taken || !self.is_shared(state, parameter) {
                continue;
            }
            let to = Addresses::of(parameter, Offsets::ZERO);
            let values = passed.to_mut();
            values[number] = self.escaping(state, &to, &values[number]);
            for value in values {
                *value = self.under_new_names(state, value);
            }
        }
        passed
    }

    /// Where a call enters its function, and the whole state there.
    fn entered(&mut self, state: &mut State, call: &WrittenCall<'_>) -> (Unknown, State) {
        let function = call.function;
        let symbolic = state.symbolic.entered(&call.bindings);
        let context = self.context_of_call(state, function, call.values, &symbolic);
        let mut entered = State {
            frame: Memory::bottom(),
            copies: Copies::default(),
            takes: self.takes_of_callee(state, function, call.arguments),
            symbolic,
            owned: self.owned_by_parameters(state, function, call.arguments),
            crews: Crews::default(),
            holdings: state.holdings.entered(),
            renamed: Set::default(),
            entrance: Entrance::Called,
            variadic: self.variadic_arguments(state, function, call.values),
            result: Contents::nothing(),
            ..state.clone()
        };
        self.note_activation(&mut entered, function);
        entered.localised.enter(self.locks_held(state));
        self.pass_arguments(&mut entered, function, self.context.thread, call.values);
        entered.crews = self.crews_of_callee(&state.crews, function, &call.delegated);
        let entry = Unknown {
            function,
            point: Point::Entry,
            context,
        };
        (entry, entered)
    }

    /// Runs a function in the part of a state that it touches.
    fn activate(&mut self, entry: Unknown, entered: &State, arguments: &[Rvalue]) -> Result<Activation, Stop> {
        let key = self.analysis.kept_apart(&entered.past);
        let mut known = self.footprint_of(entry);
        loop {
            let footprint = self.passed_on(known.clone(), entered, entry, arguments);
            let part = State {
                localised: entered.localised.restricted(&footprint),
                pending: entered.pending_for(&footprint, &self.locks_held(entered)),
                ..entered.clone()
            };
            self.io.start(entry, States::single(key.clone(), part.clone()));
            let exits = self.io.get(entry.at(Point::Exit))?;
            let touched = self.footprint_of(entry);
            if touched == known {
                self.touch_all_of(&footprint);
                return Ok(Activation {
                    footprint,
                    touched,
                    part,
                    exits,
                });
            }
            known = touched;
        }
    }

    /// The caller's state behind a call that ended in a state. The callee does nothing to what it was not passed but give
    /// other names to what that points to. If it does not act, the past is the caller's own, whoever else calls it.
    fn behind(&self, state: &State, call: &WrittenCall<'_>, activation: &Activation, exit: &State) -> State {
        let mut renamed = exit.renamed.clone();
        renamed.join(&state.renamed);
        let waiting = state
            .pending
            .iter()
            .filter(|pair| !activation.part.pending.contains(*pair));
        let mut back = State {
            past: match activation.footprint.acts() {
                true => exit.past.clone(),
                false => state.past.clone(),
            },
            pending: waiting.chain(exit.pending.iter()).collect(),
            renamed,
            // The callee may have looked again.
            copies: Copies::default(),
            takes: self.takes_behind(&state.takes, &exit.takes, call.function),
            symbolic: state.symbolic.returned(&exit.symbolic, &call.bindings),
            crews: self.crews_after_call(&state.crews, &activation.touched),
            specific: exit.specific.clone(),
            maybe_held: exit.maybe_held.clone(),
            holdings: state.holdings.returned(&exit.holdings),
            fences: exit.fences.clone(),
            result: Contents::nothing(),
            ..state.clone()
        };
        let made = self.crews_of_caller(exit, call.function, &call.delegated, &activation.touched);
        back.crews.adopt(made);
        self.age(&mut back, &exit.renamed);
        let Activation { footprint, part, .. } = activation;
        back.localised.replace_part(&part.localised, &exit.localised, footprint);
        back
    }

    /// Assigns what a function returned.
    fn take_result(&mut self, state: &mut State, to: &Place, result: &Contents) {
        let value = self.result_for(to, result);
        let holder = self.holder(state, to);
        let share = state.takes.take_result();
        self.assign(state, to, &value);
        if let Some(holder) = holder {
            self.hold_share(state, holder, share);
        }
    }

    fn context_of_call(
        &mut self,
        state: &State,
        function: FunctionId,
        values: &[Rvalue],
        symbolic: &Symbolic,
    ) -> ContextId {
        let digests = &self.analysis.digests;
        let shape = self.analysis.shape(function);
        let apart = self.analysis.settings.precision.apart;
        let all = apart == Apart::ByAll;
        let past = match (apart, shape.creates) {
            (Apart::ByLocks, _) => None,
            (_, true) => Some(state.past.id),
            // What has been counted so far would tell too many calls apart.
            (_, false) => (all || shape.synchronises).then(|| digests.without::<Countdowns>(state.past.id)),
        };
        let is_needed = |number: usize| match apart {
            Apart::ByLocks => false,
            Apart::ByNeed => shape.needed.get(number) == Some(&true),
            Apart::ByAll => true,
        };
        let arguments = values
            .iter()
            .enumerate()
            .map(|(number, value)| match is_needed(number) {
                true => for_context(value),
                false => Value::ANY_NUMBER,
            });
        let context = Context {
            thread: self.context.thread,
            flag: digests.thread_flag(state.past.id),
            locks: self.locks_held(state),
            symbolic_locks: match all {
                true => symbolic.names(),
                false => Rc::from([]),
            },
            past,
            arguments: arguments.collect(),
            chain: self.analysis.extend_chain(self.context.chain, self.point(), function),
        };
        self.analysis.intern_context(function, context)
    }

    /// Binds parameters in the frame of a function that is entered.
    pub fn pass_arguments(&mut self, state: &mut State, function: FunctionId, thread: ThreadId, values: &[Rvalue]) {
        let analysis = self.analysis;
        let Some(body) = &analysis.program.function(function).body else {
            return;
        };
        let parameters = analysis.parameters(function);
        for (number, local) in body.locals.iter().take(parameters).enumerate() {
            let object = analysis.local(function, LocalId(number as u32), thread);
            let passed = values.get(number).cloned();
            let mut contents = passed.map_or_else(Contents::indeterminate, |value| {
                value.into_contents(self.scalar(local.ty))
            });
            if local.address_taken {
                if self.is_reentered(state, function) {
                    contents.join(&self.view(state, object));
                }
                // Other threads may still know the variable of an earlier activation by the same name.
                if self.has_escaped(state, object) && !self.is_alone(state) {
                    self.introduce(state, object, &contents);
                }
                self.set_view(state, object, contents);
            } else {
                state.frame.set(object, contents);
            }
        }
    }

    /// The result of a function as the value of the place that it is assigned to.
    fn result_for(&self, to: &Place, result: &Contents) -> Rvalue {
        match self.analysis.program.types.as_record(to.ty) {
            Some(_) => Rvalue::Record(result.clone()),
            None => Rvalue::Scalar(result.read(Offsets::ZERO, self.scalar(to.ty))),
        }
    }

    /// Leaves a function: its private variables are gone, but for the parameters that still tell what it was passed.
    pub fn leave(&mut self, state: &mut State, function: FunctionId) {
        let analysis = self.analysis;
        self.settle_crews(state, function);
        state.frame = self.lasting_parameters(state, function);
        if self.is_reentered(state, function) {
            return;
        }
        let Some(body) = &analysis.program.function(function).body else {
            return;
        };
        for (number, _) in body.locals.iter().enumerate().filter(|(_, local)| local.address_taken) {
            let object = analysis.local(function, crate::ir::LocalId(number as u32), self.context.thread);
            if !self.has_escaped(state, object) {
                self.forget_view(state, object);
            }
        }
    }
}

/// What a context keeps of an argument: addresses and definite numbers; the value of another one is not told apart.
fn for_context(argument: &Rvalue) -> Value {
    match argument {
        Rvalue::Scalar(value) if value.as_constant().is_some() || value.as_integer().is_bottom() => value.clone(),
        _ => Value::ANY_NUMBER,
    }
}
