//! The cells to which accessed memory belongs, with the locks held that belong to them (rows R and SL).
//!
//! Memory in a cell of an array belongs to that cell, and heap memory to the cell of its owner ([`super::regions`]). A lock
//! belongs to a cell if its place is a function of the cell: at a constant distance, in step with its number, or always the same.

use crate::ir::{Place, Root};
use crate::races::cells::{Cell, CellLock, LockPlace};
use crate::semantics::origins::{regions, symbolic};
use crate::semantics::state::{Base, Owner, State, SymbolicAddress};
use crate::semantics::system::{Analysis, Located, OwnerCells, Transfer};
use crate::values::Offsets;

/// The cells of the owners of what a place may denote, with the locks held that belong to them.
pub fn owner_cells(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> OwnerCells {
    let Root::Deref(pointer) = &place.root else {
        let owner = regions::owner_of_located(transfer, state, place, located);
        return OwnerCells {
            heap: None,
            root: owner.map(|owner| cell(transfer.analysis, state, &owner)),
        };
    };
    let Some(pointer) = regions::owned_pointer(transfer, state, pointer) else {
        return OwnerCells::default();
    };
    if located.addresses.origin().is_some() || !regions::claims_hold(transfer, pointer.owner.object, &located.addresses)
    {
        return OwnerCells::default();
    }
    let pointer = pointer.plus(regions::way(transfer, state, &place.projections));
    let in_root = located.addresses.offsets_in(pointer.owner.object);
    let stays =
        in_root.is_some_and(|offsets| regions::stays_in_cell(transfer.analysis, pointer, offsets, located.size));
    let cell = cell(transfer.analysis, state, &pointer.owner);
    OwnerCells {
        root: stays.then(|| cell.clone()),
        heap: Some(cell),
    }
}

/// The cell of an array in which an accessed place lies, with the locks held that belong to it.
pub fn accessed_cell(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> Option<Cell> {
    if state.symbolic.held().is_empty() {
        return None;
    }
    let touched = located.touched;
    let address = symbolic::symbolic_place(transfer, state, place)?.moved(touched.0)?;
    let addresses = located.addresses.moved(Offsets::constant(touched.0));
    let owner = regions::cell_at(transfer.analysis, &addresses, address, touched.1)?;
    Some(cell(transfer.analysis, state, &owner))
}

fn cell(analysis: &Analysis<'_>, state: &State, owner: &Owner) -> Cell {
    let fixed = match (owner.start.base, owner.start.index) {
        (Base::Object(_), None) => owner.grid.number(owner.start.offset),
        _ => None,
    };
    let locks = state.symbolic.locks().filter_map(|held| {
        let place = lock_place(analysis, owner, held.address)?;
        Some(CellLock { place, mode: held.mode })
    });
    Cell {
        object: owner.object,
        grid: owner.grid,
        number: fixed,
        locks: locks.collect(),
    }
}

/// Where a lock lies, as a function of a cell.
fn lock_place(analysis: &Analysis<'_>, owner: &Owner, lock: SymbolicAddress) -> Option<LockPlace> {
    if let Some(distance) = owner.start.distance_to(&lock) {
        return Some(LockPlace::Distance(distance));
    }
    let Base::Object(object) = lock.base else { return None };
    if !analysis.objects.is_unique(object) {
        return None;
    }
    match (lock.index, owner.start.index, owner.start.base) {
        (None, ..) => Some(LockPlace::Fixed {
            object,
            offset: lock.offset,
        }),
        (Some((variable, scale)), Some((index, width)), Base::Object(_))
            if variable == index && width == owner.grid.width =>
        {
            // The cell's number is the variable and some more.
            let more = owner.grid.number(owner.start.offset)?;
            let offset = lock.offset.checked_sub(scale.checked_mul(more)?)?;
            Some(LockPlace::InStep { object, scale, offset })
        }
        _ => None,
    }
}
