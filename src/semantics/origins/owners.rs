//! The cells to which accessed memory belongs, with the locks held that belong to them (rows R and SL).
//!
//! Memory in a cell of an array belongs to that cell, and heap memory to the cell of its owner ([`super::regions`]). A lock
//! belongs to a cell if its place is a function of the cell: at a constant distance, in step with its number, or always the same.

use crate::ir::{Place, Root};
use crate::races::cells::{Cell, CellLock, LockPlace};
use crate::semantics::origins::{regions, roots, symbolic};
use crate::semantics::state::{Base, Index, Owner, State, SymbolicAddress};
use crate::semantics::system::{Analysis, Located, OwnerCells, Transfer};
use crate::values::{ObjectId, Offsets};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// The cells of the owners of what a place may denote, with the locks held that belong to them.
pub fn owner_cells(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> OwnerCells {
    let Root::Deref(pointer) = &place.root else {
        let owner = regions::owner_of_located(transfer, state, place, located);
        return OwnerCells {
            heap: None,
            root: owner.map(|owner| cell(transfer, state, &owner)),
            roots: Vec::new(),
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
    let stays = in_root.is_some_and(|offsets| regions::stays_in_cell(transfer, pointer, offsets, located.size));
    let cell = cell(transfer, state, &pointer.owner);
    OwnerCells {
        root: stays.then(|| cell.clone()),
        heap: Some(cell),
        roots: located
            .addresses
            .objects()
            .filter(|object| roots::is_root(transfer, *object))
            .collect(),
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
    let owner = roots::cell_at(transfer, &addresses, address, touched.1)?;
    Some(cell(transfer, state, &owner))
}

fn cell(transfer: &Transfer<'_, '_>, state: &State, owner: &Owner) -> Cell {
    let fixed = match (owner.start.base, owner.start.index) {
        (Base::Object(_), None) => owner.grid.number(owner.start.offset),
        _ => None,
    };
    let locks = state.symbolic.locks().filter_map(|held| {
        let place = lock_place(transfer.analysis, state, owner, held.address)?;
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
fn lock_place(analysis: &Analysis<'_>, state: &State, owner: &Owner, lock: SymbolicAddress) -> Option<LockPlace> {
    if let Some(distance) = owner.start.distance_to(&lock) {
        return Some(LockPlace::Distance(distance));
    }
    let Base::Object(object) = lock.base else { return None };
    if !analysis.objects.is_unique(object) {
        return None;
    }
    let Some(index) = lock.index else {
        let offset = lock.offset;
        return Some(LockPlace::Fixed { object, offset });
    };
    let cells = owner.start.index.filter(|cells| cells.scale == owner.grid.width)?;
    let Base::Object(_) = owner.start.base else { return None };
    let more = owner.grid.number(owner.start.offset)?;
    state.symbolic.spellings(index).find_map(|index| {
        let mut cells = state.symbolic.spellings(cells);
        cells.find_map(|cells| in_step(object, (index, lock.offset), (cells, more)))
    })
}

/// Where a lock of an object lies, by an index and a distance, if that is in step with the number of a cell: an index, and some more.
fn in_step(object: ObjectId, (index, offset): (Index, i64), (cells, more): (Index, i64)) -> Option<LockPlace> {
    let modulus = match (index.modulus, cells.modulus) {
        (locks, cells) if locks == cells => None,
        (Some(locks), None) => Some(locks),
        (Some(locks), Some(cells)) if cells % locks == 0 || is_seeded(Bug::StripesAcrossCells) => Some(locks),
        _ => return None,
    };
    let starts_with_cells = modulus.is_none() || more == 0;
    let offset = offset.checked_sub(index.scale.checked_mul(more)?)?;
    (index.variable == cells.variable && starts_with_cells).then_some(LockPlace::InStep {
        object,
        modulus,
        scale: index.scale,
        offset,
    })
}
