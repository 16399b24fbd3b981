//! Calls: contexts, passing arguments, and what comes back.
//!
//! ```text
//!     [entry of f, c]  ⊒  caller's state with parameters bound            (side effect of the call)
//!     call             :  [exit of f, c] with the caller's frame restored
//! ```
//!
//! where `c` is the own id, the thread flag, the locks held, what is known of the arguments, and the call string for
//! functions that create threads or hand out memory.

use std::rc::Rc;

use pepsin_lattice::Bottom;
use pepsin_solver::Stop;

use super::state::{SplitKey, State, States};
use super::transfer::Transfer;
use super::unknowns::{Context, Point, Unknown};
use crate::ir::{Callee, Expr, FunctionId, Place};
use crate::values::{Contents, Memory, ObjectKind, Strength, Value};
use pepsin_digests::ThreadId;

impl Transfer<'_, '_> {
    /// Executes a call.
    pub fn call(&mut self, mut state: State, to: Option<&Place>, callee: &Callee, arguments: &[Expr]) -> Result<Vec<State>, Stop> {
        let functions = match callee {
            Callee::Function(function) => vec![*function],
            Callee::Pointer(pointer) => {
                let pointer = self.value(&mut state, pointer);
                if pointer.addresses().has_unknown() {
                    self.obstacle("a call through a pointer of which not all targets are known".to_owned());
                }
                self.functions_of(&pointer)
            }
        };
        let values: Vec<Value> = arguments.iter().map(|argument| self.value(&mut state, argument)).collect();
        if values.iter().any(Value::is_bottom) {
            return Ok(Vec::new());
        }
        let mut after = Vec::new();
        for function in functions {
            after.extend(self.call_function(state.clone(), to, function, arguments, &values)?);
        }
        Ok(after)
    }

    fn call_function(&mut self, state: State, to: Option<&Place>, function: FunctionId, arguments: &[Expr], values: &[Value]) -> Result<Vec<State>, Stop> {
        if self.analysis.program.function(function).body.is_none() {
            return self.call_library(state, to, function, arguments, values);
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
    pub fn call_body(&mut self, mut state: State, to: Option<&Place>, function: FunctionId, values: &[Value]) -> Result<Vec<State>, Stop> {
        let context = self.context_of_call(&state, function, values);
        let caller = self.unknown.function;
        let mut entered = state.clone();
        entered.active.insert(caller);
        if entered.active.contains(function) {
            entered.reentered.insert(function);
        }
        entered.frame = Memory::bottom();
        let thread = self.context.thread;
        self.pass_arguments(&mut entered, function, thread, values);
        let entry = Unknown { function, point: Point::Entry, context };
        let key = SplitKey { locks: self.locks_held(&entered), guards: Vec::new() };
        self.io.start(entry, States::single(key, entered));
        let exit = self.io.get(entry.at(Point::Exit))?;
        let mut after = Vec::new();
        // What the callee did to the caller's frame is nothing: only its own variables are there.
        let frame = std::mem::replace(&mut state.frame, Memory::bottom());
        for (_, exit) in exit.iter() {
            let mut back = State { frame: frame.clone(), active: state.active.clone(), result: Value::bottom(), ..exit.clone() };
            if let Some(to) = to {
                self.assign(&mut back, to, &exit.result);
            }
            after.push(back);
        }
        Ok(after)
    }

    fn context_of_call(&mut self, state: &State, function: FunctionId, values: &[Value]) -> super::unknowns::ContextId {
        let digests = &self.analysis.digests;
        let context = Context {
            thread: self.context.thread,
            flag: digests.thread_flag(state.past.id),
            locks: self.locks_held(state),
            arguments: values.iter().map(Value::for_context).collect(),
            chain: self.analysis.extend_chain(self.context.chain, self.point(), function),
        };
        self.analysis.intern_context(function, context)
    }

    /// Binds parameters in the frame of a function that is entered.
    pub fn pass_arguments(&mut self, state: &mut State, function: FunctionId, thread: ThreadId, values: &[Value]) {
        let analysis = self.analysis;
        let Some(body) = &analysis.program.function(function).body else { return };
        let parameters = analysis.parameters(function);
        for (number, local) in body.locals.iter().take(parameters).enumerate() {
            let object = analysis.local(function, crate::ir::LocalId(number as u32), thread);
            let size = analysis.program.types.size(local.ty).unwrap_or(0);
            let mut contents = Contents::indeterminate();
            if let Some(value) = values.get(number) {
                contents.write(&crate::values::Offsets::exactly(0), size, value, Strength::Strong);
            }
            if local.address_taken {
                if state.reentered.contains(function) {
                    pepsin_lattice::Lattice::join(&mut contents, &state.memory.get(object));
                }
                state.memory.insert(object, contents);
            } else {
                state.frame.insert(object, contents);
            }
        }
    }

    /// Leaves a function: its private variables are gone.
    pub fn leave(&mut self, state: &mut State, function: FunctionId) {
        let analysis = self.analysis;
        state.frame = Memory::bottom();
        if state.reentered.contains(function) {
            return;
        }
        let Some(body) = &analysis.program.function(function).body else { return };
        for (number, local) in body.locals.iter().enumerate().filter(|(_, local)| local.address_taken) {
            let _ = local;
            let object = analysis.local(function, crate::ir::LocalId(number as u32), self.context.thread);
            if !state.escaped.contains(object) {
                state.memory.remove(object);
            }
        }
    }

    /// The functions that a value may point to.
    pub fn functions_of(&self, value: &Value) -> Vec<FunctionId> {
        let functions = value.addresses().objects().filter_map(|object| match self.analysis.objects.kind(object) {
            ObjectKind::Function(function) => Some(function),
            _ => None,
        });
        functions.collect()
    }
}
