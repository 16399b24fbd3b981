//! Heap objects: allocation and release.
//!
//! An object is named by (allocation site, allocating thread, chain of wrapper calls, instance). The first object that a
//! unique thread allocates at a site is *First*: it is one object. Later ones are *Recent*, the last one allocated by
//! the thread itself and not known to others, and *Older*, all else.

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{DataModel, Program};
use crate::library::mapping::{ANONYMOUS, FIXED, SHARED};
use crate::library::model::{AllocatedContents, Lifetime, Model, Refused, Released};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::acts::locks;
use crate::semantics::execute::stores;
use crate::semantics::origins::{regions, roots, rows};
use crate::semantics::outside::objects::object_of;
use crate::semantics::outside::{arguments, failures, results, stack};
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{Allocation, State};
use crate::semantics::system::{Analysis, LibraryCall, Transfer, variables};
use crate::values::{Addresses, Contents, Instance, ObjectId, ObjectKind, Offsets, Scalar, Value};

/// Makes a new object and returns its address. What was known before is spelled with the names behind it: so are the contents,
/// and so must be what the caller computed before and still uses ([`aged`]).
pub fn allocate(transfer: &Transfer<'_, '_>, state: &mut State, size: Option<u64>, contents: Contents) -> Value {
    let allocation = Allocation {
        site: transfer.point(),
        chain: transfer.context.chain,
    };
    let unique = transfer.analysis.digests.names().is_unique(transfer.context.thread);
    let first = views::pass_point(transfer, state, allocation) && unique;
    let instance = if first { Instance::First } else { Instance::Recent };
    let object = object_of(transfer, allocation, instance, size);
    if !first {
        let older = transfer.analysis.instance(object, Instance::Older);
        roots::note_repeated(transfer, older);
        if views::seen(transfer, state, object).is_some() {
            interference::merge_into_older(transfer, state, object, older);
        }
    }
    let contents = contents.substitute(&|known| name_behind(transfer, known, object));
    rows::note_allocated(transfer, state, object, &contents);
    views::set_view(transfer, state, object, contents);
    Value::address(object, 0)
}

/// A value that was computed before some memory was allocated, by the names that its objects have behind that.
pub fn aged(transfer: &Transfer<'_, '_>, value: &Value, allocated: &Value) -> Value {
    let objects = allocated.objects();
    objects.fold(value.clone(), |value, object| {
        value.substitute(&|known| name_behind(transfer, known, object))
    })
}

/// The name that an object has behind an allocation: what had the name of the new object is one of the older ones.
fn name_behind(transfer: &Transfer<'_, '_>, known: ObjectId, allocated: ObjectId) -> ObjectId {
    match known == allocated {
        true => transfer.analysis.instance(known, Instance::Older),
        false => known,
    }
}

/// The contents of memory that was just allocated.
fn allocated(contents: AllocatedContents) -> Contents {
    match contents {
        AllocatedContents::Indeterminate => Contents::indeterminate(),
        AllocatedContents::Zero => Contents::zero(),
        AllocatedContents::Any | AllocatedContents::Linked => Contents::uniform(&Value::ANY_NUMBER),
    }
}

/// A call that allocates.
pub fn allocate_call(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (sizes, contents, to, alignment): (&[usize], AllocatedContents, Option<usize>, Option<usize>),
) -> Vec<State> {
    let refused = failures::refused(transfer, &state, call, model);
    let size = call.size(sizes);
    let too_large = may_be_too_large(transfer.analysis.program, call, sizes);
    let pointer = match (contents, model.lifetime) {
        (AllocatedContents::Linked, _) => allocate_linked(transfer, &mut state),
        (_, Lifetime::Released) => allocate(transfer, &mut state, size, allocated(contents)),
        _ if is_seeded(Bug::StackIsNeverReused) => allocate(transfer, &mut state, size, allocated(contents)),
        (_, lifetime) => stack::allocate(transfer, &mut state, call, size, lifetime),
    };
    let allocated = match to {
        Some(to) => {
            let holder = aged(transfer, &call.argument(to), &pointer);
            stores::store_through(
                transfer,
                &mut state,
                &holder,
                call.pointee(transfer.analysis, to),
                &pointer,
            );
            let mut value = results::returned(transfer, call, model);
            if too_large || alignment.is_some_and(|number| !is_alignment(&call.argument(number))) {
                value.join(&Value::any_number_of(Scalar::INT));
            }
            results::finish(transfer, state, call, &value)
        }
        None => {
            // Who ends the process rather than to fail gives null for nothing.
            let of_nothing = model.refused == Refused::Never && !sizes.is_empty() && size.is_none_or(|size| size == 0);
            results::finish(transfer, state, call, &or_null(pointer, too_large || of_nothing))
        }
    };
    std::iter::once(allocated).chain(refused).collect()
}

/// Memory that is mapped at a given place may lie over other memory, and what is shared belongs to other processes, too.
pub fn look_at_flags(transfer: &Transfer<'_, '_>, flags: &Value) {
    if flags.as_constant().is_none_or(|flags| flags & i128::from(SHARED) != 0) {
        transfer.record(|recorder, at| {
            recorder.memory_of_processes.insert(at);
        });
    }
    let is_fixed = flags.as_constant().is_none_or(|flags| flags & i128::from(FIXED) != 0);
    if is_fixed {
        transfer.obstacle("memory is mapped where there may be other memory".to_owned());
    }
}

/// Whether a product of sizes is one that no object has: more than the half of all addresses, or more than a number of the type.
fn may_be_too_large(program: &Program, call: &LibraryCall<'_>, sizes: &[usize]) -> bool {
    let factors = sizes.iter().map(|size| {
        let size = call.argument(*size);
        let size = size.as_integer();
        Some((size.low()?, size.high()?))
    });
    let product = factors.reduce(|product, factor| {
        let ((low, high), (least, most)) = (product?, factor?);
        Some((low.checked_mul(least)?, high.checked_mul(most)?))
    });
    let most = match program.types.model() {
        DataModel::Ilp32 => i128::from(i32::MAX),
        DataModel::Lp64 => i128::from(i64::MAX),
    };
    // A size of which little is known is one that the program chose well.
    matches!(product.flatten(), Some((low, _)) if low > most || low < 0)
}

/// Memory that the library made: numbers, and pointers into it.
pub fn allocate_linked(transfer: &Transfer<'_, '_>, state: &mut State) -> Value {
    let pointer = allocate(transfer, state, None, Contents::uniform(&Value::ANY_NUMBER));
    let mut anything = Value::ANY_NUMBER;
    anything.join(&pointer.with_addresses(pointer.as_addresses().moved(Offsets::ANY)));
    for object in pointer.objects() {
        let contents = Contents::uniform(&anything);
        rows::note_allocated(transfer, state, object, &contents);
        views::set_view(transfer, state, object, contents);
    }
    pointer
}

/// `realloc`: a new object with the bytes of the old one, or the old one.
pub fn reallocate(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (pointer, size): (usize, &[usize]),
) -> Vec<State> {
    let values = with_allocation(transfer, call, pointer);
    let call = &LibraryCall {
        values: &values,
        ..*call
    };
    let refused = failures::refused(transfer, &state, call, model);
    let old = call.argument(pointer);
    let too_large = may_be_too_large(transfer.analysis.program, call, size);
    let size = call.size(size);
    let mut contents = Contents::indeterminate();
    arguments::access_argument(
        transfer,
        &mut state,
        call,
        pointer,
        None,
        (AccessKind::Read, Atomicity::Plain),
    );
    for &(object, _) in old.as_addresses().targets() {
        contents.join(&interference::contents(transfer, &mut state, object));
    }
    if !is_seeded(Bug::ReallocationKeeps) {
        release_memory(transfer, &mut state, call, pointer);
    }
    let kept: Vec<ObjectId> = contents.objects().collect();
    let pointer = allocate(transfer, &mut state, size, contents);
    for object in pointer.objects() {
        regions::mix_by(transfer, object, kept.iter().copied());
    }
    let allocated = results::finish(transfer, state, call, &or_null(pointer, too_large));
    std::iter::once(allocated).chain(refused).collect()
}

/// `getline`: the memory whose address stands where `to` points is overwritten, or new memory takes its place.
pub fn read_line(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    to: usize,
) -> State {
    let mut buffer = pointer_at(transfer, &mut state, call, to);
    arguments::overwrite_through(transfer, &mut state, &buffer, None, &Value::ANY_NUMBER);
    let new = allocate(transfer, &mut state, None, Contents::uniform(&Value::ANY_NUMBER));
    buffer = aged(transfer, &buffer, &new);
    buffer.join(&new);
    let holder = aged(transfer, &call.argument(to), &new);
    stores::store_through(
        transfer,
        &mut state,
        &holder,
        call.pointee(transfer.analysis, to),
        &buffer,
    );
    let value = results::returned(transfer, call, model);
    results::finish(transfer, state, call, &value)
}

/// `strsep`: a zero is written into the text whose address stands where `to` points, and the address of what follows, or null,
/// takes its place.
pub fn separate(transfer: &Transfer<'_, '_>, mut state: State, call: &LibraryCall<'_>, to: usize) -> State {
    let text = pointer_at(transfer, &mut state, call, to);
    let behind = cut(transfer, &mut state, &text);
    stores::store_through(
        transfer,
        &mut state,
        &call.argument(to),
        call.pointee(transfer.analysis, to),
        &behind,
    );
    results::finish(transfer, state, call, &text)
}

/// A text is read and a zero written into it; gives the place behind that, or null.
fn cut(transfer: &Transfer<'_, '_>, state: &mut State, text: &Value) -> Value {
    arguments::access_through(transfer, state, text, None, AccessKind::Read, Atomicity::Plain);
    arguments::overwrite_through(transfer, state, text, None, &Value::ANY_NUMBER);
    let mut behind = text.with_addresses(text.as_addresses().moved(Offsets::ANY));
    behind.join(&Value::ZERO);
    behind
}

/// `strtok` and its relatives: a zero is written into a text, or into what the last call left of one, and the place behind it is
/// remembered.
pub fn next_token(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (text, position): (usize, Option<usize>),
) -> State {
    let mut text = call.argument(text);
    if text.may_be_null() {
        let left = match position {
            Some(position) => pointer_at(transfer, &mut state, call, position),
            None => arguments::kept(transfer, model.kept_as.as_deref()),
        };
        text.join(&left.with_addresses(left.as_addresses().moved(Offsets::ANY)));
    }
    let behind = cut(transfer, &mut state, &text);
    if let Some(position) = position {
        stores::store_through(
            transfer,
            &mut state,
            &call.argument(position),
            call.pointee(transfer.analysis, position),
            &behind,
        );
    }
    results::finish(transfer, state, call, &behind)
}

/// The pointer that stands where an argument points.
fn pointer_at(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, number: usize) -> Value {
    let holder = call.argument(number);
    let pointee = call.pointee(transfer.analysis, number);
    let ty = pointee.map_or(Scalar::INT, |ty| variables::scalar(transfer.analysis.program, ty));
    let size = pointee.and_then(|ty| transfer.analysis.program.types.size(ty));
    arguments::access_argument(
        transfer,
        state,
        call,
        number,
        size,
        (AccessKind::Read, Atomicity::Plain),
    );
    let mut pointer = Value::NOTHING;
    for &(object, offsets) in holder.as_addresses().targets() {
        pointer.join(&interference::contents(transfer, state, object).read(offsets, ty));
    }
    if holder.as_addresses().origin().is_some() {
        pointer.join(&Value::unknown(transfer.at));
    }
    pointer
}

/// `sbrk`: what earlier calls gave may be given back, if the end of the memory moves back.
pub fn move_break(
    transfer: &Transfer<'_, '_>,
    state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    increment: usize,
) -> State {
    let increment = call.argument(increment);
    if increment.as_integer().low().is_none_or(|low| low < 0) {
        let given = results::outside_or_null(transfer.analysis, call);
        arguments::access_through(transfer, &state, &given, None, AccessKind::Free, Atomicity::Plain);
    }
    let value = results::returned(transfer, call, model);
    results::finish(transfer, state, call, &value)
}

/// `free`, `munmap`.
pub fn free(
    transfer: &Transfer<'_, '_>,
    mut state: State,
    call: &LibraryCall<'_>,
    model: &Model,
    (pointer, ends): (usize, Released),
) -> State {
    let values = match ends {
        Released::Mapping => call.values.to_vec(),
        Released::Allocation => with_allocation(transfer, call, pointer),
    };
    let released = LibraryCall {
        values: &values,
        ..*call
    };
    release_memory(transfer, &mut state, &released, pointer);
    let value = results::returned(transfer, call, model);
    results::finish(transfer, state, call, &value)
}

fn release_memory(transfer: &Transfer<'_, '_>, state: &mut State, call: &LibraryCall<'_>, pointer: usize) {
    if is_seeded(Bug::ReleaseTouchesNothing) {
        return;
    }
    arguments::access_argument(
        transfer,
        state,
        call,
        pointer,
        None,
        (AccessKind::Free, Atomicity::Plain),
    );
    for object in call.argument(pointer).objects() {
        locks::reset_locks_inside(transfer, state, object);
    }
}

/// The arguments of a call that takes back memory. What it is given is what an allocation gave, or null (C17, 7.22.3.3): all else is undefined,
/// and left out where something else is possible.
fn with_allocation(transfer: &Transfer<'_, '_>, call: &LibraryCall<'_>, pointer: usize) -> Vec<Value> {
    let mut values = call.values.to_vec();
    if let Some(value) = values.get_mut(pointer) {
        let addresses = value
            .as_addresses()
            .only(|object, offsets| may_be_allocation(transfer.analysis, object, offsets));
        if addresses != Addresses::NONE || value.may_be_null() {
            *value = value.with_addresses(addresses);
        }
    }
    values
}

/// Whether an address may be the one that an allocation gave: that of memory of the program is its first byte's.
fn may_be_allocation(analysis: &Analysis<'_>, object: ObjectId, offsets: Offsets) -> bool {
    match analysis.objects.kind(object) {
        _ if analysis.is_allocated(object) => offsets.contains(0),
        ObjectKind::External(_) | ObjectKind::LibraryLocal(..) => true,
        ObjectKind::Global(_)
        | ObjectKind::Heap { .. }
        | ObjectKind::ThreadLocal(..)
        | ObjectKind::Local { .. }
        | ObjectKind::Strings
        | ObjectKind::Function(_)
        | ObjectKind::AtomicBlock => false,
    }
}

/// Whether a mapping may show what another one shows: a file, or an object of shared memory.
pub fn may_map_what_others_map(flags: &Value) -> bool {
    flags
        .as_constant()
        .is_none_or(|flags| flags & i128::from(SHARED) != 0 && flags & i128::from(ANONYMOUS) == 0)
}

/// A new object, or null, if it may be too large.
fn or_null(pointer: Value, too_large: bool) -> Value {
    let mut pointer = pointer;
    if too_large {
        pointer.join(&Value::ZERO);
    }
    pointer
}

/// Whether a number certainly is an alignment that `posix_memalign` takes.
fn is_alignment(number: &Value) -> bool {
    let number = number.as_constant().and_then(|number| u64::try_from(number).ok());
    number.is_some_and(|number| number.is_power_of_two() && number >= 4)
}
