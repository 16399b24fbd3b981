//! What library functions read and write through their arguments.

use std::collections::BTreeSet;

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{DataModel, FunctionId, Program, TypeKind};
use crate::library::model::{Argument, Model};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::evaluate::{accesses, extents, places};
use crate::semantics::execute::{stores, writes};
use crate::semantics::origins::{clues, enclosures, lengths, regions};
use crate::semantics::outside::reach::{self, Reach};
use crate::semantics::outside::{formatted, given};
use crate::semantics::settings::LibraryState;
use crate::semantics::sharing::interference;
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Analysis, Fact, Global, Intent, LibraryCall, Touch, Transfer, Write};
use crate::values::{Addresses, Contents, ObjectId, ObjectKind, Offsets, Scalar, Source, Strength, Value};

/// Up to so many places at one of which bytes are set are told apart; of more, all between the first and the last may be set.
const MOST_FILLED: usize = 16;
/// How the models call what `getenv` looks into.
const ENVIRONMENT: &str = "the environment";

/// Reads and writes through arguments.
pub fn access_arguments(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    let declared = declared_parameters(transfer.analysis.program, call.function);
    let numbers = |arguments: &[Argument]| -> Vec<usize> {
        arguments
            .iter()
            .flat_map(|argument| match argument {
                Argument::Number(number) => *number..*number + 1,
                Argument::Rest(_) => declared..call.values.len().max(declared),
            })
            .collect()
    };
    let size = |number: usize| size_of_single(transfer.analysis.program, model, number);
    let read = (AccessKind::Read, Atomicity::Plain);
    for number in numbers(&model.reads) {
        access_argument(transfer, state, call, number, size(number), read);
    }
    for number in numbers(&model.writes) {
        let value = match model.permutes.contains(&number) {
            true => any_element(transfer, state, &call.argument(number)),
            false => anything_for(transfer.analysis, call, number),
        };
        let size = size(number).or_else(|| lengths::most_text(transfer, call, number));
        overwrite_argument(transfer, state, call, number, size, &value);
    }
    access_within(transfer, state, call, model);
    for number in numbers(&model.sends) {
        access_argument(transfer, state, call, number, size(number), read);
        send(transfer, state, &call.argument(number));
    }
    for number in numbers(&model.tells) {
        tell(transfer, state, &call.argument(number));
    }
    for number in numbers(&model.receives) {
        let mut value = anything_for(transfer.analysis, call, number);
        value.join(&received(transfer));
        overwrite_argument(transfer, state, call, number, size(number), &value);
    }
    formatted::access_formatted(transfer, state, call, model, declared);
    for (pointer, object) in &model.points {
        let object = call.argument(*object);
        let inside = object.with_addresses(object.as_addresses().moved(Offsets::ANY));
        stores::store_through(
            transfer,
            state,
            &call.argument(*pointer),
            call.pointee(transfer.analysis, *pointer),
            &inside,
        );
    }
    for number in numbers(&model.keeps) {
        let kept = interference::escape(transfer, state, &call.argument(number));
        if let Some(name) = state_number(transfer.analysis, model.kept_as.as_deref()) {
            transfer.io.side(Global::Kept(name), Fact::value(kept));
        }
    }
}

/// The size of what an argument leads to, where that is one object.
fn size_of_single(program: &Program, model: &Model, number: usize) -> Option<u64> {
    let mut single = model.single.iter();
    let (_, size) = single.find(|(argument, _)| *argument == number)?;
    (program.types.model() == DataModel::Lp64).then_some(*size)
}

/// Reads and writes what addresses in the memory of arguments lead to.
fn access_within(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    for number in &model.reads_within {
        for inside in within(transfer, state, &call.argument(*number)) {
            access_through(transfer, state, &inside, None, AccessKind::Read, Atomicity::Plain);
        }
    }
    for number in &model.writes_within {
        for inside in within(transfer, state, &call.argument(*number)) {
            overwrite_through(transfer, state, &inside, None, &Value::ANY_NUMBER);
        }
    }
    for number in &model.sends_within {
        for inside in within(transfer, state, &call.argument(*number)) {
            access_through(transfer, state, &inside, None, AccessKind::Read, Atomicity::Plain);
            send(transfer, state, &inside);
        }
    }
    for number in &model.receives_within {
        for inside in within(transfer, state, &call.argument(*number)) {
            let received = received(transfer);
            overwrite_through(transfer, state, &inside, None, &received);
        }
    }
}

/// The addresses that lie in the memory that a pointer leads to, and in the memory that these lead to, and so on.
fn within(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) -> Vec<Value> {
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
        for value in interference::contents(transfer, state, object).values() {
            let inside = Value::addresses(value.as_addresses().clone());
            waiting.extend(objects(&inside));
            found.push(inside);
        }
    }
    found
}

/// The bytes of memory leave the program. The addresses in it may come back wherever something is received, in
/// this thread or in another one.
fn send(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) {
    let mut sent = match pointer.as_addresses().origin() {
        Some(origin) => Value::addresses(Addresses::unknown(origin)),
        None => Value::NOTHING,
    };
    for &(object, _) in pointer.as_addresses().targets() {
        for value in interference::contents(transfer, state, object).values() {
            sent.join(&Value::addresses(value.as_addresses().clone()));
        }
    }
    tell(transfer, state, &sent);
}

/// The addresses in a value leave the program.
pub fn tell(transfer: &Transfer<'_, '_>, state: &mut State, value: &Value) {
    let sent = Value::addresses(value.as_addresses().clone());
    if sent.objects().next().is_some() || sent.as_addresses().origin().is_some() {
        let sent = interference::escape(transfer, state, &sent);
        if transfer.analysis.program.open.is_some() {
            given::hand_out(transfer, state, &sent, None);
        }
        transfer.io.side(Global::Sent, Fact::value(sent));
    }
}

/// What may be received: any number, or an address that left the program.
pub fn received(transfer: &Transfer<'_, '_>) -> Value {
    let mut value = Value::ANY_NUMBER;
    if let Fact::Value(sent) = transfer.io.global(Global::Sent) {
        value.join(&sent);
    }
    value
}

/// What may be received where a scalar is expected: an address only where it has room.
pub fn received_as(transfer: &Transfer<'_, '_>, ty: Scalar) -> Value {
    match ty.bits() < Scalar::pointer(&transfer.analysis.program.types).bits() || matches!(ty, Scalar::Float { .. }) {
        true => Value::any_number_of(ty),
        false => received(transfer),
    }
}

/// What the library keeps under a name.
pub fn kept(transfer: &Transfer<'_, '_>, name: Option<&str>) -> Value {
    let Some(number) = state_number(transfer.analysis, name) else {
        return Value::NOTHING;
    };
    match transfer.io.global(Global::Kept(number)) {
        Fact::Value(kept) => Value::clone(&kept),
        _ => Value::NOTHING,
    }
}

/// Reads and writes what the library keeps between calls: its own state, if it does so without a lock, memory that it was given, and variables.
pub fn access_library_state(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    if transfer.analysis.settings.library_state == LibraryState::Races {
        let for_null = model.uses_for_null.iter();
        let for_null = for_null.filter(|(argument, _)| call.argument(*argument).may_be_null());
        let changed = model.uses.0.iter().chain(for_null.map(|(_, name)| name));
        let changed = changed.map(|name| (name, AccessKind::Write));
        let read = model
            .looks_at
            .0
            .iter()
            .filter(|name| transfer.analysis.text.changes_state(name));
        let read = read.map(|name| (name, AccessKind::Read));
        for (name, kind) in changed.chain(read) {
            if let Some(kept) = library_state(transfer.analysis, name) {
                access_through(transfer, state, &kept, None, kind, Atomicity::Plain);
            }
        }
    }
    note_names_of_environment(transfer, model);
    access_kept(transfer, state, model);
    set_variables(transfer, state, call, model);
    set_error_number(transfer, state);
}

/// What the library keeps of the environment is what a third parameter of `main` leads to as well, which no other name does in the analysis.
fn note_names_of_environment(transfer: &Transfer<'_, '_>, model: &Model) {
    let program = transfer.analysis.program;
    let mut states = model.uses.0.iter().chain(&model.looks_at.0);
    if declared_parameters(program, program.main) > 2 && states.any(|state| state == ENVIRONMENT) {
        transfer.obstacle("the environment is what the third parameter of `main` leads to, too".to_owned());
    }
}

/// Reads and writes memory that the library was given, and its variables.
pub fn access_kept(transfer: &Transfer<'_, '_>, state: &mut State, model: &Model) {
    let read = kept(transfer, model.looks_through.as_deref());
    access_through(transfer, state, &read, None, AccessKind::Read, Atomicity::Plain);
    // Calls that hold the library's lock do not race with each other, but with all else.
    let changed = kept(transfer, model.works_on.as_deref());
    access_through(transfer, state, &changed, None, AccessKind::Write, Atomicity::Atomic);
    overwrite(transfer, state, &changed, None, &Value::ANY_NUMBER);
    // Calls of the library order what they do to its variables.
    let set = model.sets.iter().map(|name| (name, AccessKind::Write));
    let consulted = model.consults.iter().chain(&model.follows);
    for (name, kind) in set.chain(consulted.map(|name| (name, AccessKind::Read))) {
        if let Some(variable) = library_variable(transfer, name) {
            access_through(transfer, state, &variable, None, kind, Atomicity::Atomic);
        }
    }
    let followed = followed(transfer, state, model);
    access_through(transfer, state, &followed, None, AccessKind::Read, Atomicity::Plain);
    for given in [read, changed, followed] {
        transfer.record(|recorder, _| recorder.given.extend(given.objects()));
    }
}

/// What the library's variables may hold behind a call that sets them: anything of the environment, and what lies in the memory that
/// arguments lead to (`optarg` is a part of what `argv` points to).
fn set_variables(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    let variables = model.sets.iter().filter_map(|name| library_variable(transfer, name));
    let variables: Vec<Value> = variables.collect();
    if variables.is_empty() {
        return;
    }
    let memory = Value::addresses(Addresses::of(
        transfer.analysis.external(Source::Function(call.function)),
        Offsets::ANY,
    ));
    // The variables lead to what the library keeps (`environ` to what `putenv` was given).
    overwrite(
        transfer,
        state,
        &memory,
        None,
        &kept(transfer, model.kept_as.as_deref()),
    );
    let mut set = Value::ANY_NUMBER;
    set.join(&memory);
    for number in &model.reads_within {
        for inside in within(transfer, state, &call.argument(*number)) {
            set.join(&inside.with_addresses(inside.as_addresses().moved(Offsets::ANY)));
        }
    }
    for variable in variables {
        overwrite(transfer, state, &variable, None, &set);
    }
}

/// The address of a variable of the library that the program declares.
fn library_variable(transfer: &Transfer<'_, '_>, name: &str) -> Option<Value> {
    let variable = transfer.analysis.undefined_variable(name)?;
    Some(Value::address(
        transfer.analysis.global(variable, transfer.context.thread),
        0,
    ))
}

/// Whether a variable of the library may lead to a function of the program.
pub fn may_call_through(transfer: &Transfer<'_, '_>, state: &mut State, name: &str) -> bool {
    let Some(variable) = library_variable(transfer, name) else {
        return false;
    };
    let found = within(transfer, state, &variable);
    let mut objects = found.iter().flat_map(|found| found.objects());
    objects.any(|object| matches!(transfer.analysis.objects.kind(object), ObjectKind::Function(_)))
}

/// What the variables lead to that a call follows.
pub fn followed(transfer: &Transfer<'_, '_>, state: &mut State, model: &Model) -> Value {
    let mut found = Value::NOTHING;
    for name in &model.follows {
        if let Some(variable) = library_variable(transfer, name) {
            for inside in within(transfer, state, &variable) {
                found.join(&inside);
            }
        }
    }
    found
}

/// Any call may set `errno` (C17, 7.5, 3), which others see if they were given its address.
fn set_error_number(transfer: &Transfer<'_, '_>, state: &State) {
    let Some(function) = transfer.analysis.undefined_function("__errno_location") else {
        return;
    };
    let object = transfer.analysis.library_local(function, transfer.context.thread);
    if interference::is_shared(transfer, state, object) {
        let address = Value::address(object, 0);
        access_through(transfer, state, &address, None, AccessKind::Write, Atomicity::Plain);
    }
}

fn state_number(analysis: &Analysis<'_>, name: Option<&str>) -> Option<u16> {
    analysis.library.state(name?)
}

/// The address of a state of the library.
pub fn library_state(analysis: &Analysis<'_>, name: &str) -> Option<Value> {
    let number = analysis.library.state(name)?;
    let object = analysis.external(Source::State(number));
    Some(Value::addresses(Addresses::of(object, Offsets::ANY)))
}

/// What the library may write where an argument points to: any number, or an address of its own where a pointer is declared.
pub fn anything_for(analysis: &Analysis<'_>, call: &LibraryCall<'_>, number: usize) -> Value {
    let types = &analysis.program.types;
    let is_pointer = call
        .pointee(analysis, number)
        .is_some_and(|pointee| types.is_pointer(pointee));
    match is_pointer {
        true => Value::addresses(Addresses::of(
            analysis.external(Source::Function(call.function)),
            Offsets::ANY,
        )),
        false => Value::any_number_of(Scalar::Integer(crate::values::IntegerType::of_size(1, false))),
    }
}

/// What may stand anywhere in an array whose elements change places.
fn any_element(transfer: &Transfer<'_, '_>, state: &mut State, array: &Value) -> Value {
    let mut element = match array.as_addresses().origin() {
        Some(origin) => Value::addresses(Addresses::unknown(origin)),
        None => Value::ANY_NUMBER,
    };
    for object in array.objects() {
        for value in interference::contents(transfer, state, object).values() {
            element.join(value);
        }
    }
    element
}

fn declared_parameters(program: &Program, function: FunctionId) -> usize {
    match program.types.kind(program.function(function).ty) {
        TypeKind::Function(ty) => ty.parameters.len(),
        _ => 0,
    }
}

/// Records an access to the bytes from a pointer on; to all that follow in the object if the number is not known.
pub fn access_through(
    transfer: &Transfer<'_, '_>,
    state: &State,
    pointer: &Value,
    size: Option<u64>,
    kind: AccessKind,
    atomicity: Atomicity,
) {
    let touch = Touch::bytes(0, kind, atomicity, transfer.at);
    access_bytes(transfer, state, pointer, size, touch);
}

/// Records an access through an argument of a call, with what the way in which it is written tells of the bytes.
pub fn access_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    size: Option<u64>,
    (kind, atomicity): (AccessKind, Atomicity),
) {
    let size = size.or_else(|| enclosures::bytes_of_array(transfer, call, number).filter(|_| kind != AccessKind::Free));
    let touch = Touch {
        clues: clues::argument_clues(transfer, state, call, number, size),
        ..Touch::bytes(0, kind, atomicity, transfer.at)
    };
    let pointer = accessed_argument(transfer, state, call, number);
    let Reach { pointer, size, .. } = match kind {
        AccessKind::Free => Reach::whole(pointer, size),
        _ => reach::of_argument(transfer, state, call, number, (pointer, size)),
    };
    access_bytes(transfer, state, &pointer, size, touch);
}

/// Where an argument leads if something is accessed there: no element lies behind the last one.
fn accessed_argument(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, number: usize) -> Value {
    let pointer = call.argument(number);
    let Some(part) = enclosures::argument_part(transfer, call, number).filter(|_| transfer.records()) else {
        return pointer;
    };
    if part.projections.is_empty() {
        return pointer;
    }
    let located = transfer.unrecorded(|transfer| places::locate_bytes(transfer, state, &part));
    located.map_or(pointer.clone(), |located| pointer.with_addresses(located.addresses))
}

/// Records accesses to objects of synchronisation, before the call does anything: operations do not race with each other, but
/// with whoever makes the object, ends it or writes over it. What a call does once it has waited is no access, so that
/// an object may be destroyed after its last release.
pub fn access_objects(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, model: &Model) {
    let accesses = [
        (&model.operates_on, (AccessKind::Write, Atomicity::Atomic)),
        (&model.initialises, (AccessKind::Write, Atomicity::Plain)),
        (&model.destroys, (AccessKind::Destroy, Atomicity::Plain)),
    ];
    for (arguments, access) in accesses {
        for &number in arguments {
            let types = &transfer.analysis.program.types;
            let size = call
                .pointee(transfer.analysis, number)
                .and_then(|object| types.size(object))
                .unwrap_or(1);
            note_operated(transfer, call, number, size);
            access_argument(transfer, state, call, number, Some(size), access);
        }
    }
}

/// Notes objects of synchronisation: of what the library stores there the rows tell nothing.
fn note_operated(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, number: usize, size: u64) {
    transfer.record(|recorder, _| {
        for &(object, offsets) in call.argument(number).as_addresses().targets() {
            recorder.operated(object, Extent::new(offsets, Some(size)));
        }
    });
}

fn access_bytes(transfer: &Transfer<'_, '_>, state: &State, pointer: &Value, size: Option<u64>, touch: Touch) {
    for &(object, offsets) in pointer.as_addresses().targets() {
        let bytes = size.or_else(|| bytes_behind(transfer, object, offsets));
        let size = bytes.unwrap_or(u64::MAX >> 1);
        let touch = Touch { size, ..touch.clone() };
        accesses::record_access(transfer, state, &Addresses::of(object, offsets), &touch);
    }
    if let Some(origin) = pointer.as_addresses().origin() {
        let size = size.unwrap_or(u64::MAX >> 1);
        accesses::record_access(transfer, state, &Addresses::unknown(origin), &Touch { size, ..touch });
    }
}

fn bytes_behind(transfer: &Transfer<'_, '_>, object: ObjectId, offsets: Offsets) -> Option<u64> {
    let whole = extents::extent(transfer, object)? as i64;
    u64::try_from(whole - offsets.low()).ok()
}

/// Writes unknown bytes of a kind from a pointer on.
pub fn overwrite_through(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Value,
    size: Option<u64>,
    byte: &Value,
) {
    access_through(transfer, state, pointer, size, AccessKind::Write, Atomicity::Plain);
    overwrite(transfer, state, pointer, size, byte);
}

/// Writes unknown bytes of a kind to where an argument of a call points.
pub fn overwrite_argument(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
    size: Option<u64>,
    byte: &Value,
) {
    access_argument(
        transfer,
        state,
        call,
        number,
        size,
        (AccessKind::Write, Atomicity::Plain),
    );
    let reach = reach::of_argument(transfer, state, call, number, (call.argument(number), size));
    overwrite(transfer, state, &reach.pointer, reach.size, byte);
}

/// An object of synchronisation that is initialised holds something from then on, which copies of it hold, too.
pub fn fill_initialised(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value) {
    fill_as(
        Intent::INITIALISATION,
        transfer,
        state,
        pointer,
        Some(4),
        &Value::ANY_NUMBER,
    );
}

/// The same, by an access that is recorded elsewhere.
fn overwrite(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value, size: Option<u64>, byte: &Value) {
    fill_as(Intent::PLAIN, transfer, state, pointer, size, byte);
}

fn fill_as(
    intent: Intent,
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Value,
    size: Option<u64>,
    byte: &Value,
) {
    let addresses = pointer.as_addresses().clone();
    for &(object, offsets) in addresses.targets() {
        if !transfer.analysis.is_data(object) {
            continue;
        }
        let write = Write {
            intent,
            ..Write::plain(object, Extent::new(offsets, size), Strength::Weak)
        };
        if !is_seeded(Bug::LibraryLinksNothing) {
            regions::mix_by(transfer, object, byte.objects());
        }
        writes::update(transfer, state, &write, |contents, _| {
            fill(contents, offsets, size, byte)
        });
    }
}

/// Sets bytes from one of some offsets on; without a length, any number of them.
fn fill(contents: &mut Contents, offsets: Offsets, length: Option<u64>, byte: &Value) {
    let Some(length) = length.filter(|_| offsets.is_bounded()) else {
        return contents.fill(0, None, byte, Strength::Weak);
    };
    match offsets.members(MOST_FILLED) {
        Some(members) => members.for_each(|offset| contents.fill(offset, Some(length), byte, Strength::Weak)),
        None => {
            let span = offsets.high().abs_diff(offsets.low());
            contents.fill(offsets.low(), span.checked_add(length), byte, Strength::Weak);
        }
    }
}
