//! Where accesses go: a variable of the function's own, bytes of one object, or a class.

use super::classes::Class;
use super::flows::value;
use super::memory::{Memory, ObjectNumber};
use super::rows::uncast;
use crate::ir::{BinaryOp, Expr, FunctionId, Place, Projection, Root, TypeId, TypeKind, Types};

/// Where an access goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A variable whose address nobody has.
    Private,
    /// Bytes of an object; all, if it is not known which.
    Object(ObjectNumber, Option<Bytes>),
    /// Anything in a class.
    Class(Class),
}

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes {
    /// The first one.
    pub start: u64,
    /// The one behind the last one.
    pub end: u64,
}

/// Where a place begins.
#[derive(Clone, Copy)]
enum Base {
    Private,
    Object(ObjectNumber, Option<u64>),
    Class(Class),
}

/// Where a place lies.
pub fn of_place(memory: &mut Memory<'_>, function: FunctionId, place: &Place) -> Spot {
    let base = base_of_place(memory, function, place);
    match base {
        Base::Private => Spot::Private,
        Base::Class(class) => Spot::Class(class),
        Base::Object(object, start) => {
            let types = &memory.program.types;
            Spot::Object(object, start.and_then(|start| bytes(types, start, place)))
        }
    }
}

/// Where a pointer leads, to so many bytes.
pub fn of_pointer(memory: &mut Memory<'_>, function: FunctionId, pointer: &Expr, size: Option<u64>) -> Spot {
    match base_of_pointer(memory, function, pointer) {
        Base::Private => Spot::Private,
        Base::Class(class) => Spot::Class(class),
        Base::Object(object, start) => {
            let bytes = start.zip(size).map(|(start, size)| Bytes {
                start,
                end: start.saturating_add(size),
            });
            Spot::Object(object, bytes)
        }
    }
}

/// The root of a place: the object, and the byte at which it begins there.
fn base_of_place(memory: &mut Memory<'_>, function: FunctionId, place: &Place) -> Base {
    match &place.root {
        Root::Global(global) => Base::Object(memory.object_of_global[global.0 as usize], Some(0)),
        Root::Local(local) => match memory.object_of_local.get(&(function, *local)) {
            Some(object) => Base::Object(*object, Some(0)),
            None => Base::Private,
        },
        Root::Deref(pointer) => base_of_pointer(memory, function, pointer),
    }
}

fn base_of_pointer(memory: &mut Memory<'_>, function: FunctionId, pointer: &Expr) -> Base {
    match uncast(pointer) {
        Expr::AddressOf(place, _) => match base_of_place(memory, function, place) {
            Base::Object(object, start) => {
                let types = &memory.program.types;
                let exact = start.and_then(|start| exact_offset(types, start, place));
                Base::Object(object, exact)
            }
            other => other,
        },
        Expr::Binary(BinaryOp::PointerAdd, inner, _, _) => match base_of_pointer(memory, function, inner) {
            // A distance may lead to another object of the class.
            Base::Object(object, _) => match memory.is_alone(object) {
                true => Base::Object(object, None),
                false => Base::Class(memory.objects[object].class),
            },
            other => other,
        },
        other => match value(memory, function, other) {
            Some(class) => Base::Class(class),
            // It leads nowhere.
            None => Base::Private,
        },
    }
}

/// Where a place begins, if that is always at one byte.
fn exact_offset(types: &Types, start: u64, place: &Place) -> Option<u64> {
    let mut offset = start;
    for projection in &place.projections {
        let step = match projection {
            Projection::Field(record, number) => types.fields(*record).get(*number as usize)?.offset,
            Projection::Index(index, element) => {
                let index = u64::try_from(index.as_number()?).ok()?;
                index.checked_mul(types.size(*element)?)?
            }
        };
        offset = offset.checked_add(step)?;
    }
    Some(offset)
}

/// The bytes of a place: those of the whole array where it is not known which element is meant, of all its rows where it has several, and of the whole
/// record where it is a bit-field. An array of at most one element may stand for more than its type says.
fn bytes(types: &Types, start: u64, place: &Place) -> Option<Bytes> {
    let mut start = start;
    let mut container = root_type(types, place);
    // Where the container is a row of an array or one itself: that array, if its size is known.
    let mut rows: Option<Option<Bytes>> = None;
    for projection in &place.projections {
        let end = |size: u64| start.saturating_add(size);
        match projection {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                if field.bits.is_some() {
                    let end = end(types.record(*record).size);
                    return Some(Bytes { start, end });
                }
                start = start.checked_add(field.offset)?;
                container = Some(field.ty);
                rows = None;
            }
            Projection::Index(index, element) => {
                let size = container.and_then(|container| types.size(container));
                rows = rows.or_else(|| Some(size.map(|size| Bytes { start, end: end(size) })));
                let Some(index) = index.as_number().and_then(|index| u64::try_from(index).ok()) else {
                    return rows.flatten().filter(|_| size > types.size(*element));
                };
                start = start.checked_add(index.checked_mul(types.size(*element)?)?)?;
                container = Some(*element);
            }
        }
    }
    let size = types.size(place.ty)?;
    Some(Bytes {
        start,
        end: start.checked_add(size)?,
    })
}

/// The type of what a place begins with; nothing for a variable that is an array, which is known by its object.
fn root_type(types: &Types, place: &Place) -> Option<TypeId> {
    match (&place.root, place.projections.first()) {
        (_, None) => Some(place.ty),
        (_, Some(Projection::Field(..))) => Some(place.ty),
        (Root::Deref(pointer), Some(Projection::Index(..))) => types.pointee(pointer.ty()),
        (_, Some(Projection::Index(..))) => None,
    }
}

/// Whether a type is an array, whose elements are several things.
pub fn is_array(types: &Types, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Array(..))
}
