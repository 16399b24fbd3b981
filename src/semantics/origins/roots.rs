//! Roots: the objects whose bytes are their own owners, and from which other memory is reached ([`super::regions`]).
//!
//! A root is one object in the whole execution, so that a cell of it is named by a number or by an address. Roots are
//! - the global variables, divided by their types;
//! - the first object of an allocation that is made once: a table in memory, `calloc(n, sizeof(struct bucket))`, divided by the type
//!   for which it is allocated. Where the allocation is found to be made again, its memory is like other heap memory.
//!
//! All other heap memory belongs to one owner, by which it is reached.

use crate::races::cells::{Division, Grid};
use crate::semantics::sharing::interference;
use crate::semantics::state::{Owner, State, SymbolicAddress};
use crate::semantics::system::{Fact, Global, Transfer};
use crate::values::{Addresses, Instance, ObjectId, ObjectKind, Offsets, Value};

/// An allocation makes another object, which is one of the instances with this name.
pub fn note_repeated(transfer: &Transfer<'_, '_>, older: ObjectId) {
    transfer.io.side(Global::Repeated(older), Fact::value(Value::ZERO));
}

/// What divides an object into owners, if it is a root.
fn division(transfer: &Transfer<'_, '_>, object: ObjectId) -> Option<Division> {
    match transfer.analysis.objects.kind(object) {
        ObjectKind::Global(_) => transfer.analysis.objects.get(object).ty.map(Division::Type),
        ObjectKind::Heap {
            instance: Instance::First,
            ..
        } => {
            let division = transfer.analysis.division(object)?;
            let family = family(transfer, object);
            (transfer.io.global(Global::Repeated(family)) == Fact::Nothing).then_some(division)
        }
        _ => None,
    }
}

/// Whether cells of the object are owners.
pub fn is_root(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    division(transfer, object).is_some()
}

/// Whether the object is heap memory that belongs to an owner elsewhere.
pub fn is_heap(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    matches!(transfer.analysis.objects.kind(object), ObjectKind::Heap { .. }) && !is_root(transfer, object)
}

/// Whether bytes of the object have an owner: it is allocated, or a global variable.
pub fn has_owner(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    let kind = transfer.analysis.objects.kind(object);
    matches!(kind, ObjectKind::Heap { .. } | ObjectKind::Global(_))
}

/// Whether the object is one heap object that only the ego knows, and belongs to nobody yet.
pub fn is_private(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    let one = matches!(
        transfer.analysis.objects.kind(object),
        ObjectKind::Heap {
            instance: Instance::First | Instance::Recent,
            ..
        }
    );
    one && !is_root(transfer, object) && !interference::is_shared(transfer, state, object)
}

/// One name for all instances of an allocation.
pub fn family(transfer: &Transfer<'_, '_>, object: ObjectId) -> ObjectId {
    transfer.analysis.instance(object, Instance::Older)
}

/// How the part of a root is divided in which `size` bytes from one of some offsets on lie, none of which lies outside of it.
pub fn grid(transfer: &Transfer<'_, '_>, object: ObjectId, offsets: Offsets, size: u64) -> Option<Grid> {
    let whole = transfer
        .analysis
        .objects
        .size(object)
        .and_then(|whole| i64::try_from(whole).ok());
    let offsets = match whole {
        Some(whole) => offsets.clamped(0, whole.checked_sub(1)?)?,
        None => offsets,
    };
    let last = offsets.high().checked_add(i64::try_from(size.max(1)).ok()? - 1)?;
    division(transfer, object)?.grid(&transfer.analysis.program.types, offsets.low(), last)
}

/// The cell in which `size` bytes from a symbolic address on lie, if they lie in one root.
pub fn cell_at(
    transfer: &Transfer<'_, '_>,
    addresses: &Addresses,
    address: SymbolicAddress,
    size: u64,
) -> Option<Owner> {
    let (object, offsets) = addresses.single()?;
    if addresses.origin().is_some() {
        return None;
    }
    let grid = grid(transfer, object, offsets, size)?;
    if grid == Grid::WHOLE {
        let start = SymbolicAddress::in_object(object, 0);
        return Some(Owner { object, grid, start });
    }
    let width = grid.width.unsigned_abs();
    let within = grid.within(offsets.low());
    let even = offsets.single().is_some() || offsets.stride().is_multiple_of(width);
    let fits = size <= width && within <= (width - size) as i64;
    let start = address.moved(within.checked_neg()?)?;
    (even && fits).then_some(Owner { object, grid, start })
}
