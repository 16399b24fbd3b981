//! How places are spelled and addressed, from the text alone.

use super::heap::Base;
use crate::ir::{BinaryOp, Body, Expr, GlobalId, LocalId, Place, Projection, RecordId, Root, TypeId, Types};

/// One step of the way to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// It starts at a variable of the function.
    Local(LocalId),
    /// It starts at a variable of static storage.
    Global(GlobalId),
    /// It follows the pointer there.
    Follow,
    /// It goes to a field.
    Field(RecordId, u32),
    /// It goes to some element.
    Element,
}

/// The way to a place, if it leads through variables, fields, elements and pointers only.
pub fn spelled(types: &Types, place: &Place) -> Option<Vec<Step>> {
    let mut way = match &place.root {
        Root::Local(local) => vec![Step::Local(*local)],
        Root::Global(global) => vec![Step::Global(*global)],
        Root::Deref(pointer) => spelled_behind(types, pointer)?,
    };
    way.extend(place.projections.iter().map(|projection| match projection {
        Projection::Field(record, field) => Step::Field(*record, *field),
        Projection::Index(..) => Step::Element,
    }));
    Some(way)
}

/// The way to where a pointer leads; one that is moved leads to some element.
pub fn spelled_behind(types: &Types, pointer: &Expr) -> Option<Vec<Step>> {
    let (mut way, step) = match without_casts(types, pointer) {
        Expr::Load(pointer) => (spelled(types, pointer)?, Step::Follow),
        Expr::Binary(BinaryOp::PointerAdd, pointer, ..) => (spelled_behind(types, pointer)?, Step::Element),
        Expr::AddressOf(place, _) => return spelled(types, place),
        _ => return None,
    };
    way.push(step);
    Some(way)
}

/// What an address is counted from, and its distance.
pub fn resolve(types: &Types, body: &Body, address: &Expr) -> Option<(Base, i64)> {
    match without_casts(types, address) {
        Expr::AddressOf(place, _) => resolve_place(types, body, place),
        Expr::Load(place) => match (&place.root, place.projections.is_empty()) {
            (Root::Local(local), true) if !body.locals.get(local.0 as usize)?.address_taken => {
                Some((Base::Behind(*local), 0))
            }
            (Root::Global(global), true) => Some((Base::BehindGlobal(*global), 0)),
            _ => None,
        },
        _ => None,
    }
}

/// What the address of a place is counted from, and its distance.
pub fn resolve_place(types: &Types, body: &Body, place: &Place) -> Option<(Base, i64)> {
    let (base, from) = match &place.root {
        Root::Local(local) => (Base::Local(*local), 0),
        Root::Global(global) => (Base::Global(*global), 0),
        Root::Deref(pointer) => resolve(types, body, pointer)?,
    };
    Some((base, from.checked_add(constant_bytes(types, &place.projections)?)?))
}

/// The bytes of projections to fields; nothing if there are others.
pub fn constant_bytes(types: &Types, projections: &[Projection]) -> Option<i64> {
    projections
        .iter()
        .try_fold(0_i64, |bytes, projection| match projection {
            Projection::Field(record, field) => {
                let field = types.fields(*record).get(*field as usize)?;
                field.bits.is_none().then_some(())?;
                bytes.checked_add(i64::try_from(field.offset).ok()?)
            }
            Projection::Index(..) => None,
        })
}

/// An expression without casts that keep every value of a pointer.
pub fn without_casts<'e>(types: &Types, expr: &'e Expr) -> &'e Expr {
    match expr {
        Expr::Cast(operand, ty)
            if is_as_wide_as_pointers(types, *ty) && is_as_wide_as_pointers(types, operand.ty()) =>
        {
            without_casts(types, operand)
        }
        other => other,
    }
}

fn is_as_wide_as_pointers(types: &Types, ty: TypeId) -> bool {
    (types.is_pointer(ty) || types.is_integer(ty)) && types.size(ty) == Some(types.model().pointer_size())
}
