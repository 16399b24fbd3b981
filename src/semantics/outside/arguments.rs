//! What library functions read and write through their arguments.

use std::collections::BTreeSet;

use pepsin_lattice::Lattice;

use crate::ir::{FunctionId, TypeKind};
use crate::library::model::{Argument, Model};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::settings::LibraryState;
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Fact, Global, LibraryCall, Touch, Transfer};
use crate::values::{Addresses, Contents, ObjectId, Offsets, Scalar, Source, Strength, Value};

impl Transfer<'_, '_> {
    /// Reads and writes through arguments.
    pub fn access_arguments(&mut self, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
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
            self.access_argument(state, call, number, None, (AccessKind::Read, Atomicity::Plain));
        }
        for number in numbers(&model.writes) {
            let value = self.anything_for(call, number);
            self.overwrite_argument(state, call, number, None, &value);
        }
        self.access_within(state, call, model);
        for number in numbers(&model.sends) {
            self.access_argument(state, call, number, None, (AccessKind::Read, Atomicity::Plain));
            self.send(state, &call.argument(number));
        }
        for number in numbers(&model.tells) {
            self.tell(state, &call.argument(number));
        }
        for number in numbers(&model.receives) {
            let mut value = self.anything_for(call, number);
            value.join(&self.received());
            self.overwrite_argument(state, call, number, None, &value);
        }
        self.access_formatted(state, call, model, declared);
        for (pointer, object) in &model.points {
            let object = call.argument(*object);
            let inside = object.with_addresses(object.as_addresses().moved(Offsets::ANY));
            self.store_through(state, &call.argument(*pointer), call.pointee(self, *pointer), &inside);
        }
        for number in numbers(&model.keeps) {
            let kept = self.escape(state, &call.argument(number));
            if let Some(name) = self.state_number(model.kept_as.as_deref()) {
                self.io.side(Global::Kept(name), Fact::value(kept));
            }
        }
    }

    /// Reads and writes what addresses in the memory of arguments lead to.
    fn access_within(&mut self, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
        for number in &model.reads_within {
            for inside in self.within(state, &call.argument(*number)) {
                self.access_through(state, &inside, None, AccessKind::Read, Atomicity::Plain);
            }
        }
        for number in &model.writes_within {
            for inside in self.within(state, &call.argument(*number)) {
                self.overwrite_through(state, &inside, None, &Value::ANY_NUMBER);
            }
        }
        for number in &model.sends_within {
            for inside in self.within(state, &call.argument(*number)) {
                self.access_through(state, &inside, None, AccessKind::Read, Atomicity::Plain);
                self.send(state, &inside);
            }
        }
        for number in &model.receives_within {
            for inside in self.within(state, &call.argument(*number)) {
                let received = self.received();
                self.overwrite_through(state, &inside, None, &received);
            }
        }
    }

    /// The addresses that lie in the memory that a pointer leads to, and in the memory that these lead to, and so on.
    fn within(&mut self, state: &mut State, pointer: &Value) -> Vec<Value> {
        let objects = |value: &Value| -> Vec<ObjectId> {
            let targets = value.as_addresses().targets().iter();
            targets.map(|(object, _)| *object).collect()
        };
        let mut found = Vec::new();
        let mut waiting = objects(pointer);
        let mut visited = BTreeSet::new();
        while let Some(object) = waiting.pop() {
            if !visited.insert(object) {
                continue;
            }
            for value in self.contents(state, object).values() {
                let inside = Value::addresses(value.as_addresses().clone());
                waiting.extend(objects(&inside));
                found.push(inside);
            }
        }
        found
    }

    /// The bytes of memory leave the program. The addresses in it may come back wherever something is received, in
    /// this thread or in another one.
    fn send(&mut self, state: &mut State, pointer: &Value) {
        let mut sent = match pointer.as_addresses().origin() {
            Some(origin) => Value::addresses(Addresses::unknown(origin)),
            None => Value::NOTHING,
        };
        for &(object, _) in pointer.as_addresses().targets() {
            for value in self.contents(state, object).values() {
                sent.join(&Value::addresses(value.as_addresses().clone()));
            }
        }
        self.tell(state, &sent);
    }

    /// The addresses in a value leave the program.
    pub fn tell(&mut self, state: &mut State, value: &Value) {
        let sent = Value::addresses(value.as_addresses().clone());
        if sent.objects().next().is_some() || sent.as_addresses().origin().is_some() {
            let sent = self.escape(state, &sent);
            self.io.side(Global::Sent, Fact::value(sent));
        }
    }

    /// What may be received: any number, or an address that left the program.
    pub fn received(&mut self) -> Value {
        let mut value = Value::ANY_NUMBER;
        if let Fact::Value(sent) = self.io.global(Global::Sent) {
            value.join(&sent);
        }
        value
    }

    /// What may be received where a scalar is expected: an address only where it has room.
    pub fn received_as(&mut self, ty: Scalar) -> Value {
        match ty.bits() < Scalar::pointer(&self.analysis.program.types).bits() || matches!(ty, Scalar::Float { .. }) {
            true => Value::any_number_of(ty),
            false => self.received(),
        }
    }

    /// What the library keeps under a name.
    pub fn kept(&mut self, name: Option<&str>) -> Value {
        let Some(number) = self.state_number(name) else {
            return Value::NOTHING;
        };
        match self.io.global(Global::Kept(number)) {
            Fact::Value(kept) => Value::clone(&kept),
            _ => Value::NOTHING,
        }
    }

    /// Reads and writes what the library keeps between calls: its own state, if it does so without a lock, memory that it was given, and variables.
    pub fn access_library_state(&mut self, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
        if self.analysis.settings.library_state == LibraryState::Races {
            let for_null = model.uses_for_null.iter();
            let for_null = for_null.filter(|(argument, _)| call.argument(*argument).may_be_null());
            let changed = model.uses.0.iter().chain(for_null.map(|(_, name)| name));
            let changed = changed.map(|name| (name, AccessKind::Write));
            let read = model.looks_at.0.iter().map(|name| (name, AccessKind::Read));
            for (name, kind) in changed.chain(read) {
                if let Some(kept) = self.library_state(name) {
                    self.access_through(state, &kept, None, kind, Atomicity::Plain);
                }
            }
        }
        self.access_kept(state, model);
        self.set_error_number(state);
    }

    /// Reads and writes memory that the library was given, and its variables.
    pub fn access_kept(&mut self, state: &mut State, model: &Model) {
        let read = self.kept(model.looks_through.as_deref());
        self.access_through(state, &read, None, AccessKind::Read, Atomicity::Plain);
        // Calls that hold the library's lock do not race with each other, but with all else.
        let changed = self.kept(model.works_on.as_deref());
        self.access_through(state, &changed, None, AccessKind::Write, Atomicity::Atomic);
        self.overwrite(state, &changed, None, &Value::ANY_NUMBER);
        // Calls of the library order what they do to its variables.
        let set = model.sets.iter().map(|name| (name, AccessKind::Write));
        let consulted = model.consults.iter().chain(&model.follows);
        for (name, kind) in set.chain(consulted.map(|name| (name, AccessKind::Read))) {
            if let Some(variable) = self.library_variable(name) {
                self.access_through(state, &variable, None, kind, Atomicity::Atomic);
            }
        }
        let followed = self.followed(state, model);
        self.access_through(state, &followed, None, AccessKind::Read, Atomicity::Plain);
        for given in [read, changed, followed] {
            self.record(|recorder, _| recorder.given.extend(given.objects()));
        }
    }

    /// The address of a variable of the library that the program declares.
    fn library_variable(&self, name: &str) -> Option<Value> {
        let variable = self.analysis.undefined_variable(name)?;
        Some(Value::address(self.analysis.global(variable, self.context.thread), 0))
    }

    /// What the variables lead to that a call follows.
    pub fn followed(&mut self, state: &mut State, model: &Model) -> Value {
        let mut found = Value::NOTHING;
        for name in &model.follows {
            if let Some(variable) = self.library_variable(name) {
                for inside in self.within(state, &variable) {
                    found.join(&inside);
                }
            }
        }
        found
    }

    /// Any call may set `errno` (C17, 7.5, 3), which others see if they were given its address.
    fn set_error_number(&mut self, state: &State) {
        let Some(function) = self.analysis.undefined_function("__errno_location") else {
            return;
        };
        let object = self.analysis.library_local(function, self.context.thread);
        if self.is_shared(state, object) {
            let address = Value::address(object, 0);
            self.access_through(state, &address, None, AccessKind::Write, Atomicity::Plain);
        }
    }

    fn state_number(&self, name: Option<&str>) -> Option<u16> {
        self.analysis.library.state(name?)
    }

    /// The address of a state of the library.
    pub fn library_state(&self, name: &str) -> Option<Value> {
        let number = self.analysis.library.state(name)?;
        let object = self.analysis.external(Source::State(number));
        Some(Value::addresses(Addresses::of(object, Offsets::ANY)))
    }

    /// What the library may write where an argument points to: any number, or an address of its own where a pointer is declared.
    pub fn anything_for(&self, call: &LibraryCall<'_>, number: usize) -> Value {
        let types = &self.analysis.program.types;
        let is_pointer = call
            .pointee(self, number)
            .is_some_and(|pointee| types.is_pointer(pointee));
        match is_pointer {
            true => Value::addresses(Addresses::of(
                self.analysis.external(Source::Function(call.function)),
                Offsets::ANY,
            )),
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
        let touch = Touch::bytes(0, kind, atomicity, self.at);
        self.access_bytes(state, pointer, size, touch);
    }

    /// Records an access through an argument of a call, with what the way in which it is written tells of the bytes.
    pub fn access_argument(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        number: usize,
        size: Option<u64>,
        (kind, atomicity): (AccessKind, Atomicity),
    ) {
        let size = size.or_else(|| self.bytes_of_array(call, number).filter(|_| kind != AccessKind::Free));
        let touch = Touch {
            clues: self.argument_clues(state, call, number, size),
            ..Touch::bytes(0, kind, atomicity, self.at)
        };
        let pointer = self.accessed_argument(state, call, number);
        self.access_bytes(state, &pointer, size, touch);
    }

    /// Where an argument leads if something is accessed there: no element lies behind the last one.
    fn accessed_argument(&mut self, state: &mut State, call: &LibraryCall<'_>, number: usize) -> Value {
        let pointer = call.argument(number);
        let Some(part) = self.argument_part(call, number).filter(|_| self.records()) else {
            return pointer;
        };
        if part.projections.is_empty() {
            return pointer;
        }
        let located = self.unrecorded(|transfer| transfer.locate_bytes(state, &part));
        located.map_or(pointer.clone(), |located| pointer.with_addresses(located.addresses))
    }

    /// Records accesses to objects of synchronisation, before the call does anything: operations do not race with each other, but
    /// with whoever makes the object, ends it or writes over it. What a call does once it has waited is no access, so that
    /// an object may be destroyed after its last release.
    pub fn access_objects(&mut self, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
        let accesses = [
            (&model.operates_on, (AccessKind::Write, Atomicity::Atomic)),
            (&model.initialises, (AccessKind::Write, Atomicity::Plain)),
            (&model.destroys, (AccessKind::Destroy, Atomicity::Plain)),
        ];
        for (arguments, access) in accesses {
            for &number in arguments {
                let types = &self.analysis.program.types;
                let size = call.pointee(self, number).and_then(|object| types.size(object));
                self.access_argument(state, call, number, Some(size.unwrap_or(1)), access);
            }
        }
    }

    fn access_bytes(&mut self, state: &State, pointer: &Value, size: Option<u64>, touch: Touch) {
        for &(object, offsets) in pointer.as_addresses().targets() {
            let bytes = size.or_else(|| self.bytes_behind(object, offsets));
            let size = bytes.unwrap_or(u64::MAX >> 1);
            let touch = Touch { size, ..touch.clone() };
            self.record_access(state, &Addresses::of(object, offsets), &touch);
        }
        if let Some(origin) = pointer.as_addresses().origin() {
            let size = size.unwrap_or(u64::MAX >> 1);
            self.record_access(state, &Addresses::unknown(origin), &Touch { size, ..touch });
        }
    }

    fn bytes_behind(&mut self, object: ObjectId, offsets: Offsets) -> Option<u64> {
        let whole = self.extent(object)? as i64;
        u64::try_from(whole - offsets.low()).ok()
    }

    /// Writes unknown bytes of a kind from a pointer on.
    pub fn overwrite_through(&mut self, state: &mut State, pointer: &Value, size: Option<u64>, byte: &Value) {
        self.access_through(state, pointer, size, AccessKind::Write, Atomicity::Plain);
        self.overwrite(state, pointer, size, byte);
    }

    /// Writes unknown bytes of a kind to where an argument of a call points.
    pub fn overwrite_argument(
        &mut self,
        state: &mut State,
        call: &LibraryCall<'_>,
        number: usize,
        size: Option<u64>,
        byte: &Value,
    ) {
        self.access_argument(state, call, number, size, (AccessKind::Write, Atomicity::Plain));
        self.overwrite(state, &call.argument(number), size, byte);
    }

    /// An object of synchronisation that is initialised holds something from then on, which copies of it hold, too.
    pub fn fill_initialised(&mut self, state: &mut State, pointer: &Value) {
        self.overwrite(state, pointer, Some(4), &Value::ANY_NUMBER);
    }

    /// The same, by an access that is recorded elsewhere.
    fn overwrite(&mut self, state: &mut State, pointer: &Value, size: Option<u64>, byte: &Value) {
        let addresses = pointer.as_addresses().clone();
        for &(object, offsets) in addresses.targets() {
            if !self.analysis.is_data(object) {
                continue;
            }
            self.update(
                state,
                object,
                Extent::new(offsets, size),
                |contents, _| fill(contents, offsets, size, byte),
                Strength::Weak,
            );
        }
    }
}

/// Sets bytes from one of some offsets on; without a length, any number of them.
fn fill(contents: &mut Contents, offsets: Offsets, length: Option<u64>, byte: &Value) {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) => contents.fill(offset, Some(length), byte, Strength::Weak),
        _ => contents.fill(0, None, byte, Strength::Weak),
    }
}
