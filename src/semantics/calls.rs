//! Calls: contexts, passing arguments, and what comes back.
//!
//! ```text
//!     [entry of f, c]  ⊒  caller's state with parameters bound            (side effect of the call)
//!     call             :  [exit of f, c] with the caller's frame restored
//! ```
//!
//! where `c` is the own id, the thread flag, the locks held, what is known of the arguments, and the call string for
//! functions that create threads or hand out memory.

use pepsin_lattice::{Bottom, Lattice};
use pepsin_solver::Stop;

use super::interference::view;
use super::places::Rvalue;
use super::set::Set;
use super::state::{SplitKey, State, States};
use super::symbolic::Symbolic;
use super::tickets::Owned;
use super::transfer::Transfer;
use super::unknowns::{Context, Point, Unknown};
use crate::ir::{Callee, Expr, FunctionId, Place};
use crate::values::{Contents, Memory, ObjectKind, Offsets, Value};
use pepsin_digests::ThreadId;

impl Transfer<'_, '_> {
    /// Executes a call.
    pub fn call(
        &mut self,
        mut state: State,
        to: Option<&Place>,
        callee: &Callee,
        arguments: &[Expr],
    ) -> Result<Vec<State>, Stop> {
        let functions = match callee {
            Callee::Function(function) => vec![*function],
            Callee::Pointer(pointer) => {
                let pointer = self.value(&mut state, pointer);
                if pointer.as_addresses().origin().is_some() {
                    self.obstacle("a call through a pointer of which not all targets are known".to_owned());
                }
                self.functions_of(&pointer)
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
        for function in functions {
            after.extend(self.call_function(state.clone(), to, function, arguments, &values)?);
        }
        Ok(after)
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
            return self.call_body(state, to, function, values);
        }
        let mut after = Vec::new();
        for inside in self.begin_atomic(state) {
            for done in self.call_body(inside, to, function, values)? {
                after.extend(self.end_atomic(done));
            }
        }
        Ok(after)
    }

    /// Calls a function with a body.
    pub fn call_body(
        &mut self,
        mut state: State,
        to: Option<&Place>,
        function: FunctionId,
        values: &[Rvalue],
    ) -> Result<Vec<State>, Stop> {
        let context = self.context_of_call(&state, function, values);
        let caller = self.unknown.function;
        let mut entered = state.clone();
        entered.active.insert(caller);
        if entered.active.contains(function) {
            entered.reentered.insert(function);
        }
        entered.frame = Memory::bottom();
        entered.symbolic = Symbolic::default();
        entered.owned = Owned::default();
        entered.renamed = Set::default();
        entered.result = Contents::nothing();
        let thread = self.context.thread;
        self.pass_arguments(&mut entered, function, thread, values);
        let entry = Unknown {
            function,
            point: Point::Entry,
            context,
        };
        let key = SplitKey {
            locks: self.locks_held(&entered),
            ..SplitKey::default()
        };
        self.io.start(entry, States::single(key, entered));
        let exit = self.io.get(entry.at(Point::Exit))?;
        let mut after = Vec::new();
        // The callee does nothing to the caller's frame but give other names to what it points to.
        let frame = std::mem::replace(&mut state.frame, Memory::bottom());
        let symbolic = match self.analysis.shape(function).synchronises {
            true => state.symbolic.without_locks(),
            false => state.symbolic.clone(),
        };
        for (_, exit) in exit.iter() {
            let mut renamed = exit.renamed.clone();
            renamed.join(&state.renamed);
            let mut back = State {
                frame: self.with_older(&frame, &exit.renamed),
                renamed,
                symbolic: symbolic.clone(),
                owned: state.owned.clone(),
                active: state.active.clone(),
                result: Contents::nothing(),
                ..exit.clone()
            };
            if let Some(to) = to {
                let value = self.result_for(to, &exit.result);
                self.assign(&mut back, to, &value);
            }
            after.push(back);
        }
        Ok(after)
    }

    fn context_of_call(
        &mut self,
        state: &State,
        function: FunctionId,
        values: &[Rvalue],
    ) -> super::unknowns::ContextId {
        let digests = &self.analysis.digests;
        let context = Context {
            thread: self.context.thread,
            flag: digests.thread_flag(state.past.id),
            locks: self.locks_held(state),
            arguments: values.iter().map(for_context).collect(),
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
            let object = analysis.local(function, crate::ir::LocalId(number as u32), thread);
            let passed = values.get(number).cloned();
            let mut contents = passed.map_or_else(Contents::indeterminate, |value| {
                value.into_contents(self.scalar(local.ty))
            });
            if local.address_taken {
                if state.reentered.contains(function) {
                    contents.join(&view(state, object));
                }
                state.memory.set(object, contents);
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

    /// Leaves a function: its private variables are gone.
    pub fn leave(&mut self, state: &mut State, function: FunctionId) {
        let analysis = self.analysis;
        state.frame = Memory::bottom();
        if state.reentered.contains(function) {
            return;
        }
        let Some(body) = &analysis.program.function(function).body else {
            return;
        };
        for (number, _) in body.locals.iter().enumerate().filter(|(_, local)| local.address_taken) {
            let object = analysis.local(function, crate::ir::LocalId(number as u32), self.context.thread);
            if !state.escaped.contains(object) {
                state.memory.remove(object);
            }
        }
    }

    /// The functions that a value may point to.
    pub fn functions_of(&self, value: &Value) -> Vec<FunctionId> {
        let functions = value
            .objects()
            .filter_map(|object| match self.analysis.objects.kind(object) {
                ObjectKind::Function(function) => Some(function),
                _ => None,
            });
        functions.collect()
    }
}

/// What a context keeps of an argument: addresses and definite numbers; the value of another one is not told apart.
fn for_context(argument: &Rvalue) -> Value {
    match argument {
        Rvalue::Scalar(value) if value.as_constant().is_some() || value.as_integer().is_bottom() => value.clone(),
        _ => Value::ANY_NUMBER,
    }
}
