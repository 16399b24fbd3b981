//! Objects of atomic operations: how they are found, read and written.

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::TypeId;
use crate::races::{AccessKind, Atomicity};
use crate::semantics::claims::{Ordered, Orders};
use crate::semantics::evaluate::accesses;
use crate::semantics::execute::stores;
use crate::semantics::origins::clues;
use crate::semantics::outside::arguments;
use crate::semantics::sharing::interference;
use crate::semantics::state::State;
use crate::semantics::system::{Clues, Intent, LibraryCall, Touch, Transfer, variables};
use crate::values::{Addresses, IntegerType, Scalar, Value};

/// The object of an atomic operation.
pub struct AtomicObject {
    /// Where it may lie.
    pub addresses: Addresses,
    clues: Clues,
    /// Its type, if that is known.
    pub ty: Option<TypeId>,
    /// As what it is read and written.
    pub scalar: Scalar,
    /// In bytes.
    pub size: u64,
}

impl AtomicObject {
    /// An access to it, with what that orders.
    pub fn ordered(&self, orders: Orders) -> Ordered<'_> {
        Ordered {
            addresses: &self.addresses,
            size: self.size,
            orders,
        }
    }
}

/// What an argument of a call leads to.
pub fn atomic_object(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
) -> AtomicObject {
    let types = &transfer.analysis.program.types;
    let ty = call.pointee(transfer.analysis, number);
    let size = ty.and_then(|ty| types.size(ty)).unwrap_or(4);
    let is_record = ty.is_some_and(|ty| types.as_record(ty).is_some());
    // A record is taken for a number of its size.
    let number_of_size = match size {
        1 | 2 | 4 | 8 => Some(Scalar::Integer(IntegerType::of_size(size as u8, false))),
        _ => None,
    };
    let scalar = match is_record {
        true => number_of_size.unwrap_or(Scalar::INT),
        false => ty.map_or(Scalar::INT, |ty| variables::scalar(transfer.analysis.program, ty)),
    };
    if is_record && number_of_size.is_none() {
        transfer.obstacle(format!("an atomic operation works on a record of {size} bytes"));
    }
    AtomicObject {
        addresses: call.argument(number).as_addresses().clone(),
        clues: clues::argument_clues(transfer, state, call, number, Some(size)),
        ty,
        scalar,
        size,
    }
}

/// The first byte of what a pointer leads to, whatever that is: flags are set and cleared so.
pub fn atomic_byte(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    number: usize,
) -> AtomicObject {
    let object = atomic_object(transfer, state, call, number);
    if object.size == 1 || is_seeded(Bug::FlagsAreWide) {
        return object;
    }
    AtomicObject {
        clues: clues::argument_clues(transfer, state, call, number, Some(1)),
        ty: None,
        scalar: Scalar::Integer(IntegerType::of_size(1, false)),
        size: 1,
        ..object
    }
}

/// Reads it: an access.
pub fn atomic_read(transfer: &Transfer<'_, '_>, state: &mut State, object: &AtomicObject) -> Value {
    let touch = Touch {
        ty: object.ty,
        clues: object.clues.clone(),
        ..Touch::bytes(object.size, AccessKind::Read, Atomicity::Atomic, transfer.at)
    };
    accesses::record_access(transfer, state, &object.addresses, &touch);
    scalar_at(transfer, state, &object.addresses, object.scalar)
}

fn scalar_at(transfer: &Transfer<'_, '_>, state: &mut State, addresses: &Addresses, scalar: Scalar) -> Value {
    let mut value = Value::NOTHING;
    for &(object, offsets) in addresses.targets() {
        value.join(&interference::contents(transfer, state, object).read(offsets, scalar));
    }
    if let Some(origin) = addresses.origin() {
        value.join(&Value::top(scalar, origin));
    }
    value
}

/// Writes to it: an access.
pub fn atomic_write(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    object: &AtomicObject,
    value: &Value,
    intent: Intent,
) {
    write(transfer, state, object, value, (intent, Atomicity::Atomic));
}

/// Writes to it as an initialisation does, or atomically.
pub fn write(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    object: &AtomicObject,
    value: &Value,
    (intent, atomicity): (Intent, Atomicity),
) {
    let touch = Touch {
        clues: object.clues.clone(),
        intent,
        ..Touch::store(atomicity, transfer.at)
    };
    stores::store_scalar(transfer, state, &object.addresses, object.scalar, value, touch);
}

/// What stands where another argument leads, of as many bytes.
pub fn read_through(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Value, object: &AtomicObject) -> Value {
    arguments::access_through(
        transfer,
        state,
        pointer,
        Some(object.size),
        AccessKind::Read,
        Atomicity::Plain,
    );
    scalar_at(transfer, state, pointer.as_addresses(), object.scalar)
}

/// The operand of an update: an argument, what an argument points to, or 0.
pub fn operand(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    call: &LibraryCall<'_>,
    value: Option<usize>,
    from: Option<usize>,
    object: &AtomicObject,
) -> Value {
    match (value, from) {
        (Some(value), _) => call.argument(value),
        (None, Some(from)) => read_through(transfer, state, &call.argument(from), object),
        (None, None) => Value::ZERO,
    }
}
