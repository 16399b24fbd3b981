//! Kinds of mutexes: what is known of how one was initialised.

use crate::ir::{Begins, Expr, Place, Projection};
use crate::semantics::state::Extent;
use crate::semantics::system::{Fact, Global, KIND, Located, Locks, Transfer, constants};
use crate::values::{Addresses, Integer, ObjectId, ObjectKind, Offsets, Rvalue, Value};
use pepsin_digests::{LockId, LockKind, MayBe, PlaceName};

/// A lock has this many bytes at most.
const MOST_BYTES: i64 = 64;
/// No mutex, semaphore or barrier has more bytes, in glibc and musl.
const LARGEST: u64 = 40;

/// What locking a lock twice does.
pub fn kind_of(transfer: &Transfer<'_, '_>, locks: &Locks) -> LockKind {
    let MayBe::Definite(lock) = &locks.names else {
        return LockKind::Unknown;
    };
    if is_overwritten(transfer, transfer.analysis.digests.names().lock_of(*lock)) {
        return LockKind::Unknown;
    }
    let initial = initial_kind(transfer, *lock);
    let initialised = match transfer.io.global(Global::MutexKind(*lock)) {
        Fact::Value(kind) => kind.as_constant(),
        _ => initial,
    };
    // A kind other than the default counts from the start of the program.
    match initialised.filter(|kind| initial.is_none_or(|initial| initial == 0 || initial == *kind)) {
        Some(0 | 3) => LockKind::Normal,
        Some(1) => LockKind::Recursive,
        Some(2) => LockKind::ErrorCheck,
        _ => LockKind::Unknown,
    }
}

/// The kind that a variable's initialiser gives to a mutex in it: 0 for zeroes; nothing if it is no variable, or the
/// initialiser is not understood.
fn initial_kind(transfer: &Transfer<'_, '_>, lock: LockId) -> Option<i128> {
    let program = transfer.analysis.program;
    let name = transfer.analysis.digests.names().lock_of(lock);
    let ObjectKind::Global(global) = transfer.analysis.objects.kind(name.object) else {
        return None;
    };
    let global = program.global(global);
    if global.storage.begins() == Begins::Indeterminate {
        return None;
    }
    let mut kind = 0;
    for initial in &global.initial {
        let offset = i64::try_from(initial.offset).ok()?;
        let inside = (name.offset..name.offset + MOST_BYTES).contains(&offset);
        match constants::constant(transfer, &initial.value).as_constant() {
            _ if !inside => {}
            Some(0) => {}
            Some(number) if program.types.has_member(global.ty, initial.offset, KIND) => kind = number,
            _ => return None,
        }
    }
    Some(kind)
}

/// Whether a variable of the program is initialised as a mutex that is not normal.
pub fn has_odd_mutex(transfer: &Transfer<'_, '_>, global: &crate::ir::Global) -> bool {
    let types = &transfer.analysis.program.types;
    let is_odd = |value: &Expr| constants::constant(transfer, value).as_constant() != Some(0);
    let mut kinds = global
        .initial
        .iter()
        .filter(|initial| types.has_member(global.ty, initial.offset, KIND));
    kinds.any(|initial| is_odd(&initial.value))
}

/// Bytes are copied over some of an object: what was said of a mutex, semaphore or barrier there when it was initialised, does not
/// hold any more. What is kept of all such writes is where they may begin, as addresses, and how many bytes one has at most, as a number.
pub fn note_overwritten(transfer: &Transfer<'_, '_>, object: ObjectId, bytes: Extent) {
    let starts = Value::addresses(Addresses::of(object, bytes.offsets));
    let written = starts.with_integer(Integer::constant(i128::from(bytes.size)));
    transfer.io.side(Global::Overwritten(object), Fact::value(written));
}

/// Whether bytes may be copied over the mutex, semaphore or barrier at a place.
pub fn is_overwritten(transfer: &Transfer<'_, '_>, place: PlaceName) -> bool {
    let Fact::Value(written) = transfer.io.global(Global::Overwritten(place.object)) else {
        return false;
    };
    let starts = written.as_addresses().offsets_in(place.object).unwrap_or(Offsets::ANY);
    let most = written.as_integer().high().and_then(|most| u64::try_from(most).ok());
    let size = most.unwrap_or(Extent::ANYWHERE.size);
    starts.overlaps(size, Offsets::constant(place.offset), LARGEST)
}

/// A member of a mutex is assigned: its kind, as initialisers of the library do.
pub fn note_kind_member(transfer: &Transfer<'_, '_>, place: &Place, located: &Located, value: &Rvalue) {
    let Some(Projection::Field(record, number)) = place.projections.last() else {
        return;
    };
    let fields = transfer.analysis.program.types.fields(*record);
    let is_kind = fields.get(*number as usize).is_some_and(|field| field.name == KIND);
    let is_normal = matches!(value, Rvalue::Scalar(kind) if kind.as_constant() == Some(0));
    if is_kind && !is_normal {
        transfer.io.side(Global::OddMutexes, Fact::value(Value::ANY_NUMBER));
        for (object, offsets) in located.addresses.targets() {
            note_overwritten(transfer, *object, Extent::new(*offsets, Some(1)));
        }
    }
}
