//! Places: from an lvalue to the bytes of objects that it may denote, and loads and stores through it.

use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::numbers::{self, is_numeric_address};
use crate::ir::{Expr, LocalId, Place, Position, Program, Projection, Root, TypeId, TypeKind, Types};
use crate::races::locations::bit_field_run;
use crate::races::{AccessKind, Atomicity};
use crate::semantics::evaluate::{accesses, expressions, extents};
use crate::semantics::state::State;
use crate::semantics::system::{Clues, Intent, Located, NamedRoot, Touch, Transfer, Undefined};
use crate::values::{Addresses, ObjectId, ObjectKind, Offsets, Scalar, Value};

/// What a place denotes; nothing if execution cannot go on.
pub fn locate(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Located> {
    let located = locate_bytes(transfer, state, place)?;
    if !transfer.records() {
        return Some(located);
    }
    // What the way to the place loads was recorded just now.
    let clues = transfer.unrecorded(|transfer| (transfer.analysis.clues)(transfer, state, place, &located));
    Some(Located { clues, ..located })
}

/// The bytes that a place denotes, without what only the race check asks of an access to them.
pub fn locate_bytes(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Located> {
    let types = &transfer.analysis.program.types;
    let (mut addresses, root, mut ty) = match &place.root {
        Root::Local(local) => locate_local(transfer, *local),
        Root::Global(global) => {
            let object = transfer.analysis.global(*global, transfer.context.thread);
            (
                Addresses::of(object, Offsets::ZERO),
                NamedRoot::Variable,
                transfer.analysis.program.global(*global).ty,
            )
        }
        Root::Deref(pointer) => {
            let value = expressions::value(transfer, state, pointer);
            let target = types.pointee(pointer.ty()).unwrap_or(place.ty);
            let addresses = dereferenced(transfer, &value);
            note_followed(transfer, place.at, pointer, addresses.is_some());
            (addresses?, NamedRoot::Pointer, target)
        }
    };
    let mut bits = None;
    let mut touched = None;
    let mut may_be_longer = false;
    // What a row lies in, if it is one.
    let mut rows = None;
    for projection in &place.projections {
        match projection {
            Projection::Field(record, number) => {
                rows = None;
                let field = types.fields(*record).get(*number as usize)?;
                addresses = addresses.moved(Offsets::constant(field.offset as i64));
                bits = field.bits;
                touched = bit_field_run(types, *record, *number)
                    .map(|(start, size)| (start as i64 - field.offset as i64, size));
                ty = field.ty;
                may_be_longer =
                    types.is_last_field(*record, *number) && may_be_longer_than_declared(transfer, &addresses);
            }
            Projection::Index(index, element) => {
                let index_value = expressions::value(transfer, state, index);
                let size = types.size(*element).unwrap_or(1) as i64;
                let offsets = index_offsets(transfer.analysis.program, &index_value, (ty, may_be_longer, rows))?;
                may_be_longer = false;
                rows = rows.or(Some(ty));
                addresses = addresses.moved(offsets.scaled(size));
                ty = *element;
            }
        }
    }
    let size = types.size(place.ty).unwrap_or(1);
    // A run of bit-fields is touched as a whole (C11, 3.14).
    let touched = touched.unwrap_or((0, size));
    let addresses = extents::within_objects(transfer, addresses, size);
    let located = Located {
        addresses,
        root,
        ty: place.ty,
        size,
        bits,
        touched,
        clues: Clues::default(),
        at: place.at,
    };
    (!located.addresses.is_bottom()).then_some(located)
}

/// The object of the local variable that a place is.
pub fn local_object(transfer: &Transfer<'_, '_>, place: &Place) -> Option<ObjectId> {
    let local = place.as_local()?;
    Some(
        transfer
            .analysis
            .local(transfer.unknown.function, local, transfer.context.thread),
    )
}

pub fn locate_local(transfer: &Transfer<'_, '_>, local: LocalId) -> (Addresses, NamedRoot, TypeId) {
    let analysis = transfer.analysis;
    let function = transfer.unknown.function;
    let object = analysis.local(function, local, transfer.context.thread);
    let body = analysis.program.function(function).body.as_ref();
    let (ty, address_taken) = body
        .and_then(|body| body.locals.get(local.0 as usize))
        .map_or((TypeId(0), true), |local| (local.ty, local.address_taken));
    let root = if address_taken {
        NamedRoot::Variable
    } else {
        NamedRoot::Frame(object)
    };
    (Addresses::of(object, Offsets::ZERO), root, ty)
}

/// The addresses that a dereferenced pointer may have. Null and indeterminate pointers have none: using them is undefined behaviour.
pub fn dereferenced(transfer: &Transfer<'_, '_>, pointer: &Value) -> Option<Addresses> {
    let mut addresses = pointer.as_addresses().clone();
    if is_numeric_address(pointer) {
        addresses = numbers::memory_at_numbers(transfer.analysis);
    }
    if numbers::is_made_of_numbers(transfer.analysis, pointer) {
        transfer.obstacle("an address is made of numbers, so that its object is not known".to_owned());
    }
    (!addresses.is_bottom()).then_some(addresses)
}

/// Notes whether a pointer leads anywhere. Who follows a null constant wants the process to end, as `assert` does.
pub fn note_followed(transfer: &Transfer<'_, '_>, at: Position, pointer: &Expr, leads_somewhere: bool) {
    if pointer.as_number().is_none() && !is_seeded(Bug::NullLeadsSomewhere) {
        transfer.record(|recorder, _| recorder.undefined_unless(at, Undefined::PointerToNowhere, leads_somewhere));
    }
}

/// Indices within an array of known length: beyond it would be undefined behaviour, unless the array may be longer than it says. Where it is
/// a row, an index that stays inside of all rows counts through them, as they lie side by side.
fn index_offsets(
    program: &Program,
    index: &Value,
    (array, may_be_longer, rows): (TypeId, bool, Option<TypeId>),
) -> Option<Offsets> {
    let offsets = Offsets::of_integer(index.as_integer())?;
    match program.types.kind(array) {
        TypeKind::Array(element, Some(count)) if *count > 1 => {
            let last = if may_be_longer { i64::MAX } else { *count as i64 - 1 };
            let elements_of_rows = || {
                let size = program.types.size(*element).filter(|size| *size > 0)?;
                i64::try_from(program.types.size(rows?)? / size).ok()
            };
            match elements_of_rows() {
                Some(elements) if offsets.low() >= 0 && offsets.high() < elements => Some(offsets),
                _ => offsets.clamped(0, last).or(Some(offsets)),
            }
        }
        _ => Some(offsets),
    }
}

/// Whether objects that addresses lead to may have more bytes than their types: only memory that is asked for by its size has, for an array at the
/// end of a record, as flexible ones were written before C99.
pub fn may_be_longer_than_declared(transfer: &Transfer<'_, '_>, addresses: &Addresses) -> bool {
    let mut objects = addresses.objects();
    let is_declared = |object| {
        let kind = transfer.analysis.objects.kind(object);
        matches!(
            kind,
            ObjectKind::Global(_) | ObjectKind::ThreadLocal(..) | ObjectKind::Local { .. }
        )
    };
    addresses.origin().is_some() || objects.any(|object| !is_declared(object))
}

/// The address of a place, which accesses nothing but what the way to it loads.
pub fn address_of(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Value {
    if let (Root::Deref(pointer), true) = (&place.root, place.projections.is_empty()) {
        return expressions::value(transfer, state, pointer);
    }
    let root = match &place.root {
        Root::Deref(pointer) => expressions::value(transfer, state, pointer),
        Root::Local(local) => Value::addresses(locate_local(transfer, *local).0),
        Root::Global(global) => Value::address(transfer.analysis.global(*global, transfer.context.thread), 0),
    };
    moved_address(transfer, state, root, place)
}

/// `&p->f[i]`: a displacement of an address, which need not be one of an object (`offsetof`).
fn moved_address(transfer: &Transfer<'_, '_>, state: &mut State, root: Value, place: &Place) -> Value {
    let types = &transfer.analysis.program.types;
    let bits = Scalar::pointer(types).bits();
    let mut ty = type_of_root(transfer, &place.root);
    let mut may_be_longer = false;
    let mut value = root;
    let is_index = |projection: &Projection| matches!(projection, Projection::Index(..));
    for run in place.projections.chunk_by(|one, next| is_index(one) && is_index(next)) {
        match &run[0] {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize);
                value = value.field(field.map_or(0, |field| field.offset) as i64, bits);
                ty = field.map(|field| field.ty);
                may_be_longer = types.is_last_field(*record, *number)
                    && may_be_longer_than_declared(transfer, value.as_addresses());
            }
            Projection::Index(..) => {
                let most = most_displaced(types, ty, may_be_longer);
                value = element_address(transfer, state, value, most, run);
                ty = run.last().and_then(element_type);
                may_be_longer = false;
            }
        }
    }
    value
}

/// How many bytes behind the first element of an array the address of an element may lie: pointers to elements lead to none before the first
/// one, and at most to one past the last one (C17, 6.5.6, 8), unless the array may be longer than it says.
fn most_displaced(types: &Types, array: Option<TypeId>, may_be_longer: bool) -> Option<i64> {
    let array = array?;
    let TypeKind::Array(_, Some(2..)) = types.kind(array) else {
        return None;
    };
    let size = types.size(array).and_then(|size| i64::try_from(size).ok())?;
    Some(if may_be_longer { i64::MAX } else { size })
}

fn element_type(projection: &Projection) -> Option<TypeId> {
    match projection {
        Projection::Index(_, element) => Some(*element),
        Projection::Field(..) => None,
    }
}

/// The address of an element by its indices, one for each dimension of the array. They are bounded together: where rows lie side by side,
/// programs count through all of them with one index.
fn element_address(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    array: Value,
    most: Option<i64>,
    indices: &[Projection],
) -> Value {
    let types = &transfer.analysis.program.types;
    let bits = Scalar::pointer(types).bits();
    let indices = indices.iter().filter_map(|projection| match projection {
        Projection::Index(index, element) => Some((index, types.size(*element).unwrap_or(1) as i64)),
        Projection::Field(..) => None,
    });
    let indices: Vec<(Value, i64)> = indices
        .map(|(index, size)| (expressions::value(transfer, state, index), size))
        .collect();
    let displacement = || {
        let mut sum = Offsets::ZERO;
        for (index, size) in &indices {
            let is_number = index.as_addresses().is_bottom() && index.as_threads().is_bottom();
            let offsets = Offsets::of_integer(index.as_integer()).filter(|_| is_number)?;
            sum = sum.plus(offsets.scaled(*size));
        }
        Some(sum)
    };
    let within = |most| displacement()?.clamped(0, most);
    match most.and_then(within) {
        Some(displacement) => array.element(&Value::integer(displacement.to_integer()), 1, bits),
        None => indices
            .iter()
            .fold(array, |address, (index, size)| address.element(index, *size, bits)),
    }
}

/// The type of what a place is a part of.
pub fn type_of_root(transfer: &Transfer<'_, '_>, root: &Root) -> Option<TypeId> {
    let program = transfer.analysis.program;
    match root {
        Root::Deref(pointer) => program.types.pointee(pointer.ty()),
        Root::Global(global) => Some(program.global(*global).ty),
        Root::Local(local) => {
            let body = program.function(transfer.unknown.function).body.as_ref()?;
            Some(body.locals.get(local.0 as usize)?.ty)
        }
    }
}

/// Records an access to a place.
pub fn record_place(transfer: &Transfer<'_, '_>, state: &State, located: &Located, kind: AccessKind, intent: Intent) {
    let atomic = transfer.analysis.program.types.get(located.ty).atomic;
    let atomicity = if atomic { Atomicity::Atomic } else { Atomicity::Plain };
    let (start, size) = located.touched;
    let addresses = if start == 0 {
        located.addresses.clone()
    } else {
        located.addresses.moved(Offsets::constant(start))
    };
    let access = Touch {
        size,
        ty: Some(located.ty),
        kind,
        atomicity,
        clues: located.clues.clone(),
        intent,
        at: located.at,
    };
    accesses::record_access(transfer, state, &addresses, &access);
}
