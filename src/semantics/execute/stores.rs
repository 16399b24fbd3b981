//! Stores: what is written to places and through pointers.

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{Gap, LocalId, Place, TypeId};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::acts::{kinds, locks};
use crate::semantics::claims::taking;
use crate::semantics::evaluate::{accesses, lost, places};
use crate::semantics::execute::writes;
use crate::semantics::origins::{assigned, regions, rows};
use crate::semantics::sharing::{held, interference, looks, names, views};
use crate::semantics::state::crews::Change;
use crate::semantics::state::{Extent, OwnedPointer, State};
use crate::semantics::system::{Intent, Located, NamedRoot, Touch, Transfer, Write, variables};
use crate::values::{
    Addresses, Contents, IntegerType, ObjectId, ObjectKind, Offsets, Rvalue, Scalar, Slot, Strength, Value,
};

/// `place = value`, where nothing more is known of the value; false if execution cannot go on.
pub fn assign(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, value: &Rvalue) -> bool {
    assign_owned(transfer, state, place, value, None, Intent::PLAIN)
}

/// `place = value`, where the value may be known to lead into a region; false if execution cannot go on.
pub fn assign_owned(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    value: &Rvalue,
    pointer: Option<OwnedPointer>,
    intent: Intent,
) -> bool {
    transfer.unrecorded(|transfer| regions::link(transfer, state, place, value, pointer));
    let Some(located) = places::locate(transfer, state, place) else {
        return false;
    };
    kinds::note_kind_member(transfer, place, &located, value);
    store_at(transfer, state, &located, value, intent);
    true
}

/// Stores a value where a place denotes.
pub fn store_at(transfer: &Transfer<'_, '_>, state: &mut State, located: &Located, value: &Rvalue, intent: Intent) {
    if let NamedRoot::Frame(object) = located.root {
        let mut contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
        let offsets = located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO);
        let scalar = variables::scalar(transfer.analysis.program, located.ty);
        write(&mut contents, located, scalar, offsets, value, Strength::Strong);
        state.frame.set(object, contents);
        forget_variable(transfer, state, object, Extent::new(offsets, Some(located.size)));
        return;
    }
    places::record_place(transfer, state, located, AccessKind::Write, intent);
    let intent = Intent {
        is_sole: rows::link(transfer, state, &located.addresses, value),
        ..intent
    };
    let value = escaping(transfer, state, &located.addresses, value);
    // Renaming by escape may have changed what the addresses are called.
    let addresses = names::renamed(transfer, state, &located.addresses);
    locks::overwrite_locks(transfer, state, &addresses, located.size);
    let only = addresses.single().is_some();
    let scalar = variables::scalar(transfer.analysis.program, located.ty);
    for &(object, offsets) in addresses.targets() {
        let strength = if only {
            place_strength(transfer, state, located, object)
        } else {
            Strength::Weak
        };
        let written = Write {
            object,
            bytes: Extent::new(offsets, Some(located.size)),
            strength,
            intent,
        };
        writes::update(transfer, state, &written, |contents, strength| {
            write(contents, located, scalar, offsets, &value, strength);
        });
    }
    if addresses.origin().is_some() {
        lost::write_anywhere(transfer);
    }
}

/// `T x = { … }` begins with zeroes, but for padding; false if execution cannot go on.
pub fn zero(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> bool {
    let mut contents = Contents::zero();
    for gap in transfer.analysis.program.types.padding(place.ty) {
        without_value(&mut contents, &gap);
    }
    assign_owned(
        transfer,
        state,
        place,
        &Rvalue::Record(contents),
        None,
        Intent::CLEARING,
    )
}

/// Bytes hold any number.
fn without_value(contents: &mut Contents, gap: &Gap) {
    let byte = IntegerType { bits: 8, signed: false };
    let start = Offsets::constant(gap.start as i64);
    let offsets = gap.repeats.iter().fold(start, |offsets, &(stride, count)| {
        let last = stride.saturating_mul(count.saturating_sub(1));
        offsets.plus(Offsets::strided(0, last as i64, stride.max(1)))
    });
    for more in 0..gap.size as i64 {
        let offsets = offsets.plus(Offsets::constant(more));
        contents.write(offsets, Scalar::Integer(byte), &Value::ANY_NUMBER, Strength::Weak);
    }
}

/// The lifetime of a local begins.
pub fn enter_scope(transfer: &Transfer<'_, '_>, state: &mut State, local: LocalId) {
    let (addresses, root, _) = places::locate_local(transfer, local);
    let Some((object, _)) = addresses.single() else { return };
    match root {
        NamedRoot::Frame(object) => {
            state.frame.set(object, Contents::indeterminate());
            forget_variable(transfer, state, object, Extent::ANYWHERE);
        }
        NamedRoot::Variable | NamedRoot::Pointer => begin_lifetime(transfer, state, object),
    }
}

/// An object of the running function begins to live, where one of the same name may have lived before.
pub fn begin_lifetime(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId) {
    looks::forget_copies_of(transfer, state, object);
    taking::forget_shares_of(transfer, state, object);
    state.crews.write(object, Extent::ANYWHERE, &transfer.analysis.objects);
    state.forget_numbers(object, Extent::ANYWHERE, &transfer.analysis.objects);
    let mut contents = Contents::indeterminate();
    if views::is_reentered(transfer, state, transfer.unknown.function)
        || interference::is_shared(transfer, state, object)
    {
        contents.join(&views::view(transfer, state, object));
    }
    views::set_view(transfer, state, object, contents);
}

/// A variable of the frame gets another value in some bytes.
fn forget_variable(transfer: &Transfer<'_, '_>, state: &mut State, object: ObjectId, bytes: Extent) {
    state.forget_numbers(object, bytes, &transfer.analysis.objects);
    if let ObjectKind::Local { local, .. } = transfer.analysis.objects.kind(object) {
        state.symbolic.assign(local, None, None);
        state.owned.assign(local, None);
        state.bounds.assign(local, object);
        assigned::note_assigned(transfer, state, object);
        state.crews.assign(local, Change::Anything);
        looks::forget_copies_of(transfer, state, object);
        taking::forget_shares_of(transfer, state, object);
    }
}

pub fn place_strength(transfer: &Transfer<'_, '_>, state: &State, located: &Located, object: ObjectId) -> Strength {
    match located.root {
        NamedRoot::Variable => interference::strength_of_own(transfer, state, object),
        NamedRoot::Pointer | NamedRoot::Frame(_) => interference::strength(transfer, state, object),
    }
}

/// What is stored into memory that others reach is known to them from then on.
pub fn escaping(transfer: &Transfer<'_, '_>, state: &mut State, to: &Addresses, value: &Rvalue) -> Rvalue {
    let leaves = to.origin().is_some()
        || to
            .objects()
            .any(|object| interference::is_shared(transfer, state, object));
    if !leaves || is_seeded(Bug::StoredStaysFresh) {
        return held::settled(transfer, state, to, value);
    }
    match value {
        Rvalue::Scalar(value) => Rvalue::Scalar(interference::escape(transfer, state, value)),
        Rvalue::Record(contents) => {
            let mut contents = contents.clone();
            let objects: Vec<ObjectId> = contents.objects().collect();
            for object in objects {
                let pointer = Value::address(object, 0);
                let renamed = interference::escape(transfer, state, &pointer);
                if let Some((target, _)) = renamed.as_address().filter(|(target, _)| *target != object) {
                    contents = contents.substitute(&|other| if other == object { target } else { other });
                }
            }
            Rvalue::Record(contents)
        }
    }
}

/// Stores a scalar through a pointer argument, as the library does: an access of the caller.
pub fn store_through(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Value,
    pointee: Option<TypeId>,
    value: &Value,
) {
    let types = &transfer.analysis.program.types;
    let ty = pointee
        .and_then(|ty| Scalar::of(types, ty))
        .unwrap_or(Scalar::pointer(types));
    store_scalar(
        transfer,
        state,
        pointer.as_addresses(),
        ty,
        value,
        Touch::store(Atomicity::Plain, transfer.at),
    );
}

/// Stores a scalar at addresses.
pub fn store_scalar(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    addresses: &Addresses,
    ty: Scalar,
    value: &Value,
    touch: Touch,
) {
    let size = u64::from(ty.bits() / 8);
    let intent = Intent {
        is_sole: rows::link(transfer, state, addresses, &Rvalue::Scalar(value.clone())),
        ..touch.intent
    };
    accesses::record_access(transfer, state, addresses, &Touch { size, ..touch });
    let shared = addresses
        .objects()
        .any(|object| interference::is_shared(transfer, state, object));
    let value = match (
        shared,
        held::settled(transfer, state, addresses, &Rvalue::Scalar(value.clone())),
    ) {
        (false, Rvalue::Scalar(value)) => value,
        (true, _) | (false, Rvalue::Record(_)) => interference::escape(transfer, state, value),
    };
    let addresses = names::renamed(transfer, state, addresses);
    let only = addresses.single().is_some();
    for &(object, offsets) in addresses.targets() {
        if transfer.analysis.is_data(object) {
            let strength = if only {
                interference::strength(transfer, state, object)
            } else {
                Strength::Weak
            };
            let written = Write {
                object,
                bytes: Extent::new(offsets, Some(size)),
                strength,
                intent,
            };
            writes::store(transfer, state, &written, offsets, ty.into(), &value);
        }
    }
}

fn write(
    contents: &mut Contents,
    located: &Located,
    scalar: Scalar,
    offsets: Offsets,
    value: &Rvalue,
    strength: Strength,
) {
    match value {
        Rvalue::Scalar(value) => contents.write(
            offsets,
            Slot {
                ty: scalar,
                field: located.bits,
            },
            value,
            strength,
        ),
        Rvalue::Record(record) => write_part(contents, offsets, Some(located.size), record, strength),
    }
}

/// Replaces the bytes from one of some offsets on; without a length, of a number that is not known.
pub fn write_part(contents: &mut Contents, offsets: Offsets, length: Option<u64>, part: &Contents, strength: Strength) {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) => contents.copy(part, 0, offset, length, strength),
        (None, Some(length)) => contents.absorb_at(offsets, length, part),
        (_, None) => contents.absorb(part),
    }
}
