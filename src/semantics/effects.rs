//! Calls of library functions: the effects of their models, and functions of which nothing is known.

use pepsin_digests::{Acquisition, LockKind, LockMode};
use pepsin_lattice::Lattice;
use pepsin_solver::Stop;

use super::library::model::{Argument, Attempt, Effect, Kind, Mode, Model, Returns};
use super::places::Rvalue;
use super::recorder::{Returning, Touch};
use super::settings::UnknownFunctions;
use super::state::State;
use super::transfer::Transfer;
use super::unknowns::{Fact, Global};
use crate::ir::{Expr, FunctionId, Place, TypeId, TypeKind};
use crate::races::{AccessKind, Atomicity};
use crate::values::{Addresses, Contents, Integer, ObjectId, Offsets, Scalar, Strength, Value};

/// A call of a library function: what was written, and what the arguments are.
pub struct LibraryCall<'c> {
    /// Where the result goes.
    pub to: Option<&'c Place>,
    /// The function.
    pub function: FunctionId,
    /// The arguments as they were written.
    pub expressions: &'c [Expr],
    /// Their values.
    pub values: &'c [Value],
}

impl LibraryCall<'_> {
    /// The value of an argument; null where it is missing.
    pub fn argument(&self, number: usize) -> Value {
        self.values.get(number).cloned().unwrap_or(Value::ZERO)
    }

    /// The type that an argument, written with all its casts, points to.
    pub fn pointee(&self, transfer: &Transfer<'_, '_>, number: usize) -> Option<TypeId> {
        let types = &transfer.analysis.program.types;
        let mut expr = self.expressions.get(number)?;
        loop {
            if let Some(pointee) = types
                .pointee(expr.ty())
                .filter(|pointee| *types.kind(*pointee) != TypeKind::Void)
            {
                return Some(pointee);
            }
            let Expr::Cast(inner, _) = expr else { return None };
            expr = inner;
        }
    }
}

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
            return Ok(self.call_unknown(state, &call));
        };
        self.access_arguments(&mut state, &call, model);
        let operation = analysis.program.function(function).name.as_str();
        let states = match &model.effect {
            Some(effect) => self.effect(state, &call, model, effect)?,
            None => {
                let value = self.returned(&call, &model.returns);
                vec![self.finish(state, &call, &value)]
            }
        };
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

    /// Reads and writes through arguments.
    fn access_arguments(&mut self, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
        let declared = self.declared_parameters(call.function);
        let numbers = |arguments: &[Argument]| -> Vec<usize> {
            arguments
                .iter()
                .flat_map(|argument| match argument {
                    Argument::Number(number) => *number..*number + 1,
                    Argument::Rest(_) => declared..call.values.len().max(declared),
                })
                .collect()
        };
        for number in numbers(&model.reads) {
            self.access_through(state, &call.argument(number), None, AccessKind::Read, Atomicity::Plain);
        }
        for number in numbers(&model.writes) {
            let value = self.anything_for(call, number);
            self.overwrite_through(state, &call.argument(number), None, &value);
        }
        for (pointer, object) in &model.points {
            let object = call.argument(*object);
            let inside = object.with_addresses(object.as_addresses().moved(Offsets::ANY));
            self.store_through(state, &call.argument(*pointer), call.pointee(self, *pointer), &inside);
        }
        for number in numbers(&model.keeps) {
            self.escape(state, &call.argument(number));
        }
    }

    /// What the library may write where an argument points to: any number, or an address of its own where a pointer is declared.
    fn anything_for(&self, call: &LibraryCall<'_>, number: usize) -> Value {
        let types = &self.analysis.program.types;
        let is_pointer = call
            .pointee(self, number)
            .is_some_and(|pointee| types.is_pointer(pointee));
        match is_pointer {
            true => Value::addresses(Addresses::of(self.analysis.external(call.function.0), Offsets::ANY)),
            false => Value::any_number_of(Scalar::Integer(crate::values::IntegerType::of_size(1, false))),
        }
    }

    fn declared_parameters(&self, function: FunctionId) -> usize {
        match self
            .analysis
            .program
            .types
            .kind(self.analysis.program.function(function).ty)
        {
            TypeKind::Function(ty) => ty.parameters.len(),
            _ => 0,
        }
    }

    /// Records an access to the bytes from a pointer on; to all that follow in the object if the number is not known.
    pub fn access_through(
        &mut self,
        state: &State,
        pointer: &Value,
        size: Option<u64>,
        kind: AccessKind,
        atomicity: Atomicity,
    ) {
        for &(object, offsets) in pointer.as_addresses().targets() {
            let bytes = size.or_else(|| self.bytes_behind(object, offsets));
            let addresses = Addresses::of(object, offsets);
            self.record_access(
                state,
                &addresses,
                &Touch::bytes(bytes.unwrap_or(u64::MAX >> 1), kind, atomicity, self.at),
            );
        }
        if let Some(origin) = pointer.as_addresses().origin() {
            let touch = Touch::bytes(size.unwrap_or(u64::MAX >> 1), kind, atomicity, self.at);
            self.record_access(state, &Addresses::unknown(origin), &touch);
        }
    }

    fn bytes_behind(&self, object: ObjectId, offsets: Offsets) -> Option<u64> {
        let whole = self.analysis.objects.size(object)? as i64;
        u64::try_from(whole - offsets.low()).ok()
    }

    /// Writes unknown bytes of a kind from a pointer on.
    pub fn overwrite_through(&mut self, state: &mut State, pointer: &Value, size: Option<u64>, byte: &Value) {
        self.access_through(state, pointer, size, AccessKind::Write, Atomicity::Plain);
        let addresses = pointer.as_addresses().clone();
        for &(object, offsets) in addresses.targets() {
            if !self.analysis.is_data(object) {
                continue;
            }
            self.update(
                state,
                object,
                |contents, _| fill(contents, offsets, size, byte),
                Strength::Weak,
            );
        }
    }

    /// The value that a model without effect returns.
    fn returned(&mut self, call: &LibraryCall<'_>, returns: &Returns) -> Value {
        let result = self.result_type(call.function);
        match returns {
            Returns::Zero => Value::ZERO,
            Returns::Argument(number) => call.argument(*number),
            Returns::Any => Value::any_number_of(self.scalar(result)),
            Returns::External => {
                let outside = Addresses::of(self.analysis.external(call.function.0), Offsets::ANY);
                let mut value = Value::addresses(outside);
                value.join(&Value::ZERO);
                value
            }
            Returns::Unknown => Value::unknown(self.at),
            Returns::Into(number) => {
                let addresses = call.argument(*number).as_addresses().moved(Offsets::ANY);
                let mut value = Value::addresses(addresses);
                value.join(&Value::ZERO);
                value
            }
        }
    }

    /// The type that a function returns.
    pub fn result_type(&self, function: FunctionId) -> TypeId {
        match self
            .analysis
            .program
            .types
            .kind(self.analysis.program.function(function).ty)
        {
            TypeKind::Function(ty) => ty.result,
            _ => TypeId(0),
        }
    }

    /// The state after a call that returns `value`.
    pub fn finish(&mut self, mut state: State, call: &LibraryCall<'_>, value: &Value) -> State {
        if let Some(to) = call.to {
            let value = match self.analysis.program.types.as_record(to.ty) {
                Some(_) => Rvalue::Record(Contents::unknown(self.at)),
                None => Rvalue::Scalar(value.clone()),
            };
            self.assign(&mut state, to, &value);
        }
        state
    }

    fn effect(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        model: &Model,
        effect: &Effect,
    ) -> Result<Vec<State>, Stop> {
        Ok(match effect {
            Effect::Create { id, routine, argument } => {
                let (handle, routine) = (call.argument(*id), call.argument(*routine));
                let passed = (&call.argument(*argument), call.expressions.get(*argument));
                let created = self.create(state, &routine, passed, |transfer, state, value| {
                    transfer.store_through(state, &handle, call.pointee(transfer, *id), value);
                })?;
                self.finish_all(created, call, &Value::ZERO)
            }
            Effect::Join {
                thread,
                result,
                attempt,
            } => self.join_call(state, call, *thread, *result, *attempt),
            Effect::ThreadExit { value } => {
                self.finish_thread(state, &call.argument(*value))?;
                Vec::new()
            }
            Effect::Own {} => vec![self.finish(state, call, &Value::thread(self.context.thread))],
            Effect::Lock {
                lock,
                mode,
                kind,
                attempt,
            } => self.lock_call(state, call, *lock, *mode, *kind, *attempt),
            Effect::Unlock { lock } => {
                let mut state = state;
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let after = self.unlock(state, &call.argument(*lock));
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::LockInit { lock, attribute } => {
                let mut state = state;
                let kind = self.attribute_kind(&mut state, attribute.map(|attribute| call.argument(attribute)));
                self.note_kind(&state, &call.argument(*lock), &kind);
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let after = self.reset_lock(state, &call.argument(*lock));
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::LockDestroy { lock } => {
                let mut state = state;
                self.release_symbolically(&mut state, call.expressions.get(*lock), &call.argument(*lock));
                let after = self.reset_lock(state, &call.argument(*lock));
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::AttributeInit { attribute } => vec![self.set_attribute(state, call, *attribute, &Value::ZERO)],
            Effect::AttributeKind { attribute, kind } => {
                vec![self.set_attribute(state, call, *attribute, &call.argument(*kind))]
            }
            Effect::Wait { lock } => {
                // The lock is held again afterwards, so what is known of it symbolically stays true.
                let after = self.wait(state, &call.argument(*lock));
                let value = self.returned(call, &model.returns);
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
                let value = self.returned(call, &model.returns);
                vec![self.finish(state, call, &value)]
            }
            Effect::Terminate {} => Vec::new(),
            Effect::ProcessExit {} => {
                self.process_exit(state)?;
                Vec::new()
            }
            Effect::Once { control, routine } => {
                let after = self.once(state, &call.argument(*control), &call.argument(*routine))?;
                self.finish_all(after, call, &Value::ZERO)
            }
            Effect::KeyCreate { destructor, .. } => {
                self.io
                    .side(Global::Destructors, Fact::Value(call.argument(*destructor)));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::KeySet { value, .. } => {
                let mut state = state;
                state.specific.join(&call.argument(*value));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::KeyGet { .. } => {
                let value = state.specific.clone();
                vec![self.finish(state, call, &value)]
            }
            Effect::AtExit { function, .. } => {
                self.io
                    .side(Global::ExitHandlers, Fact::Value(call.argument(*function)));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::SignalHandler { handler } => self.install_handler(state, call, &call.argument(*handler))?,
            Effect::SignalAction { action } => {
                let mut state = state;
                let handlers = self.functions_reachable(&mut state, &call.argument(*action));
                self.install_handler(state, call, &handlers)?
            }
            Effect::BarrierInit { barrier, count } => {
                self.initialise_barrier(&call.argument(*barrier), &call.argument(*count));
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::SemaphoreInit { .. } | Effect::SemaphorePost { .. } => {
                vec![self.finish(state, call, &Value::ZERO)]
            }
            Effect::BarrierWait { barrier } => self.wait_at_barrier(state, call, &call.argument(*barrier)),
            Effect::SemaphoreWait { attempt, .. } => {
                let value = if *attempt == Attempt::Blocking {
                    Value::ZERO
                } else {
                    Value::any_number_of(Scalar::INT)
                };
                vec![self.finish(state, call, &value)]
            }
            Effect::Allocate { size, contents, to } => vec![self.allocate_call(state, call, size, *contents, *to)],
            Effect::Reallocate { pointer, size } => vec![self.reallocate(state, call, *pointer, *size)],
            Effect::Free { pointer } => vec![self.free(state, call, *pointer)],
            Effect::Copy { to, from, length } => vec![self.copy(state, call, *to, *from, *length, &model.returns)],
            Effect::Fill { to, value, length } => vec![self.fill(state, call, *to, *value, *length, &model.returns)],
            Effect::Sort { base, compare } => self.sort(state, call, *base, *compare)?,
            Effect::Search { key, base, compare } => self.search(state, call, *key, *base, *compare)?,
            atomic => self.atomic(state, call, atomic),
        })
    }

    /// The states after a call that returns `value`.
    pub fn finish_all(&mut self, states: Vec<State>, call: &LibraryCall<'_>, value: &Value) -> Vec<State> {
        states
            .into_iter()
            .map(|state| self.finish(state, call, value))
            .collect()
    }

    fn join_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        thread: usize,
        result: Option<usize>,
        attempt: Attempt,
    ) -> Vec<State> {
        let failed = (attempt != Attempt::Blocking).then(|| state.clone());
        let mut after = Vec::new();
        for (mut joined, value) in self.join(state, &call.argument(thread)) {
            if let Some(result) = result {
                self.store_through(&mut joined, &call.argument(result), call.pointee(self, result), &value);
            }
            after.push(self.finish(joined, call, &Value::ZERO));
        }
        after.extend(failed.map(|state| self.finish(state, call, &nonzero())));
        after
    }

    fn lock_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        lock: usize,
        mode: Mode,
        kind: Kind,
        attempt: Attempt,
    ) -> Vec<State> {
        let mode = match mode {
            Mode::Write => LockMode::Write,
            Mode::Read => LockMode::Read,
        };
        let kind = match kind {
            Kind::Initialised => None,
            Kind::Normal => Some(LockKind::Normal),
            Kind::Unknown => Some(LockKind::Unknown),
        };
        let (acquisition, success, failure) = match attempt {
            Attempt::Blocking => (Acquisition::Blocking, Value::ZERO, None),
            Attempt::Tried => (Acquisition::Tried, Value::ZERO, Some(nonzero())),
            Attempt::TriedNonzero => (Acquisition::Tried, Value::constant(1), Some(Value::ZERO)),
        };
        let failed = failure.map(|value| self.finish(state.clone(), call, &value));
        let mut held = self.lock(state, &call.argument(lock), mode, kind, acquisition);
        self.hold_symbolically(&mut held, call.expressions.get(lock), &call.argument(lock), mode);
        let mut after = self.finish_all(held, call, &success);
        after.extend(failed);
        after
    }

    /// Stores a scalar through a pointer argument, as the library does: an access of the caller.
    pub fn store_through(&mut self, state: &mut State, pointer: &Value, pointee: Option<TypeId>, value: &Value) {
        let types = &self.analysis.program.types;
        let ty = pointee
            .and_then(|ty| Scalar::of(types, ty))
            .unwrap_or(Scalar::pointer(types));
        self.store_scalar(state, pointer.as_addresses(), ty, value, Atomicity::Plain);
    }

    /// Stores a scalar at addresses.
    pub fn store_scalar(
        &mut self,
        state: &mut State,
        addresses: &Addresses,
        ty: Scalar,
        value: &Value,
        atomicity: Atomicity,
    ) {
        let size = u64::from(ty.bits() / 8);
        self.record_access(
            state,
            addresses,
            &Touch::bytes(size, AccessKind::Write, atomicity, self.at),
        );
        let shared = addresses.objects().any(|object| self.is_shared(state, object));
        let value = if shared {
            self.escape(state, value)
        } else {
            value.clone()
        };
        let addresses = self.renamed(state, addresses);
        let only = addresses.single().is_some();
        for &(object, offsets) in addresses.targets() {
            if self.analysis.is_data(object) {
                let strength = if only {
                    self.strength(state, object)
                } else {
                    Strength::Weak
                };
                self.store(state, object, offsets, ty.into(), &value, strength);
            }
        }
    }

    fn attribute_kind(&mut self, state: &mut State, attribute: Option<Value>) -> Value {
        let Some(attribute) = attribute else { return Value::ZERO };
        let mut kind = if attribute.may_be_null() {
            Value::ZERO
        } else {
            Value::NOTHING
        };
        for &(object, offsets) in attribute.as_addresses().targets() {
            kind.join(&self.contents(state, object).read(offsets, Scalar::INT));
        }
        kind
    }

    fn set_attribute(&mut self, mut state: State, call: &LibraryCall<'_>, attribute: usize, kind: &Value) -> State {
        let pointer = call.argument(attribute);
        let only = pointer.as_addresses().single().is_some();
        for &(object, offsets) in pointer.as_addresses().targets() {
            let strength = if only {
                self.strength(&state, object)
            } else {
                Strength::Weak
            };
            self.store(&mut state, object, offsets, Scalar::INT.into(), kind, strength);
        }
        self.finish(state, call, &Value::ZERO)
    }

    /// A call of a function of which nothing is known.
    fn call_unknown(&mut self, mut state: State, call: &LibraryCall<'_>) -> Vec<State> {
        let analysis = self.analysis;
        let function = analysis.program.function(call.function);
        let shares = call
            .values
            .iter()
            .any(|value| value.objects().any(|object| analysis.is_data(object)));
        match analysis.settings.unknown_functions {
            UnknownFunctions::Pure => self.record(|recorder, _| recorder.unknown_function(&function.name)),
            UnknownFunctions::WriteArgs | UnknownFunctions::Obstacle => {
                for value in call.values {
                    self.escape(&mut state, value);
                    self.access_through(&state, value, None, AccessKind::Write, Atomicity::Plain);
                    let anything = Value::unknown(self.at);
                    self.overwrite_through(&mut state, value, None, &anything);
                }
                if shares && analysis.settings.unknown_functions == UnknownFunctions::Obstacle {
                    self.obstacle(format!(
                        "`{}` has neither a body nor a model, and is passed a pointer",
                        function.name
                    ));
                } else {
                    self.record(|recorder, _| recorder.unknown_function(&function.name));
                }
            }
        }
        if function.no_return {
            return Vec::new();
        }
        let result = self.result_type(call.function);
        let value = match analysis.program.types.is_pointer(result) {
            true => {
                let mut value = Value::addresses(Addresses::of(analysis.external(call.function.0), Offsets::ANY));
                value.join(&Value::ZERO);
                value
            }
            false => Value::any_number_of(self.scalar(result)),
        };
        vec![self.finish(state, call, &value)]
    }
}

/// Sets bytes from one of some offsets on; without a length, any number of them.
fn fill(contents: &mut Contents, offsets: Offsets, length: Option<u64>, byte: &Value) {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) => contents.fill(offset, Some(length), byte, Strength::Weak),
        _ => contents.fill(0, None, byte, Strength::Weak),
    }
}

/// A value that is certainly not zero, as a result.
fn nonzero() -> Value {
    Value::integer(Integer::interval(1, i128::from(i32::MAX)))
}
