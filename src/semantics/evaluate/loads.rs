//! Loads: what is read of places.

use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_lattice::{Bottom, Lattice};

use crate::ir::{Expr, LocalId, Place, Position, Root, TypeKind};
use crate::races::AccessKind;
use crate::semantics::claims::tallies;
use crate::semantics::evaluate::{expressions, lost, places};
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::State;
use crate::semantics::system::{Intent, Located, NamedRoot, Transfer, variables};
use crate::values::{Addresses, Contents, Instance, ObjectKind, Offsets, Rvalue, Scalar, Slot, Value};

/// Reads a scalar.
pub fn load(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Value {
    match &place.root {
        Root::Deref(_) | Root::Global(_) => transfer.recalled(place).unwrap_or_else(|| {
            let value = load_anew(transfer, state, place);
            transfer.remember(place, &value);
            value
        }),
        Root::Local(_) => load_anew(transfer, state, place),
    }
}

fn load_anew(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Value {
    let value = load_known(transfer, state, place);
    let types = &transfer.analysis.program.types;
    // What the library stores there no call tells.
    match place.is_opaque(types) && !value.is_bottom() && !is_seeded(Bug::OpaqueStaysZero) {
        true => Value::top(variables::scalar(transfer.analysis.program, place.ty), transfer.at),
        false => value,
    }
}

fn load_known(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Value {
    let Some(located) = places::locate(transfer, state, place) else {
        return Value::NOTHING;
    };
    let scalar = variables::scalar(transfer.analysis.program, place.ty);
    if let NamedRoot::Frame(object) = located.root {
        let contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
        let offsets = located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO);
        let value = lost::unless_lost(transfer, read(&contents, &located, offsets, scalar));
        note_load(transfer, state, located.at, &value);
        return value;
    }
    places::record_place(transfer, state, &located, AccessKind::Read, Intent::PLAIN);
    let mut value = Value::NOTHING;
    for &(object, offsets) in located.addresses.targets() {
        let contents = interference::contents(transfer, state, object);
        value.join(&read(&contents, &located, offsets, scalar));
    }
    if let Some(origin) = located.addresses.origin() {
        value.join(&Value::top(scalar, origin));
    }
    let value = lost::unless_lost(transfer, value);
    note_load(transfer, state, located.at, &value);
    if value.is_bottom() && !is_yet_to_be_made(transfer, state, &located.addresses) {
        transfer.obstacle("memory is read that nothing was stored to".to_owned());
    }
    tallies::known_inside(transfer, state, &located, value)
}

fn note_load(transfer: &Transfer<'_, '_>, state: &State, at: Position, value: &Value) {
    transfer.record(|recorder, _| {
        let thread = transfer.analysis.digests.thread(state.past.id);
        recorder.load(at, thread, value);
    });
}

/// Whether all addresses are of objects that the ego would have made, and has not: others learned them from it at
/// another time, so no execution comes here with them.
fn is_yet_to_be_made(transfer: &Transfer<'_, '_>, state: &State, addresses: &Addresses) -> bool {
    let own = transfer.context.thread;
    let is_absent = |object| {
        let kept_name = |instance| instance != Instance::Recent;
        matches!(transfer.analysis.objects.kind(object),
            ObjectKind::Heap { thread, instance, .. } if thread == Some(own) && kept_name(instance))
            && views::seen(transfer, state, object).is_none()
    };
    addresses.origin().is_none()
        && transfer.analysis.digests.names().is_unique(own)
        && addresses.objects().all(is_absent)
}

fn read(contents: &Contents, located: &Located, offsets: Offsets, scalar: Scalar) -> Value {
    let slot = Slot {
        ty: scalar,
        field: located.bits,
    };
    contents.read(offsets, slot)
}

/// The value of a variable of the running function whose address is never taken.
pub fn frame_value(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<Value> {
    let ty = transfer.body()?.locals[variable.0 as usize].ty;
    // A record is not a number, though its first byte is.
    let scalar = Scalar::of(&transfer.analysis.program.types, ty)?;
    let (object, _) = variables::frame_place(transfer, variable)?;
    Some(state.frame.get(object)?.read(Offsets::ZERO, scalar))
}

/// The value of an expression, scalar or record.
pub fn rvalue(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Rvalue {
    let types = &transfer.analysis.program.types;
    match expr {
        Expr::Load(place)
            if types.as_record(place.ty).is_some() || matches!(types.kind(place.ty), TypeKind::Array(..)) =>
        {
            Rvalue::Record(load_record(transfer, state, place))
        }
        Expr::Unknown(ty) if types.as_record(*ty).is_some() => Rvalue::Record(Contents::unknown(transfer.at)),
        _ => Rvalue::Scalar(expressions::value(transfer, state, expr)),
    }
}

fn load_record(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Contents {
    let Some(located) = places::locate(transfer, state, place) else {
        return Contents::bottom();
    };
    if let NamedRoot::Frame(object) = located.root {
        let contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
        return part(
            &contents,
            located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO),
            Some(located.size),
        );
    }
    places::record_place(transfer, state, &located, AccessKind::Read, Intent::PLAIN);
    let mut record = Contents::bottom();
    for &(object, offsets) in located.addresses.targets() {
        let contents = interference::contents(transfer, state, object);
        record.join(&part(&contents, offsets, Some(located.size)));
    }
    if let Some(origin) = located.addresses.origin() {
        record.join(&Contents::unknown(origin));
    }
    record
}

/// The bytes from one of some offsets on; without a length, all that may be there.
pub fn part(contents: &Contents, offsets: Offsets, length: Option<u64>) -> Contents {
    match length {
        Some(length) => contents.cut(offsets, length),
        None => {
            let mut part = Contents::nothing();
            part.absorb(contents);
            part
        }
    }
}
