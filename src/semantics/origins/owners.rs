//! The cells to which accessed memory belongs, with the locks held that belong to them (rows R and SL).
//!
//! Memory in a cell of an array belongs to that cell, and heap memory to the cell of its owner ([`super::regions`]). A lock
//! belongs to a cell if its place is a function of the cell: at a constant distance, in step with its number, or always the same.

use super::regions::Owner;
use super::symbolic::{Base, SymbolicAddress};
use crate::ir::{Place, Root};
use crate::races::cells::{Cell, CellLock, LockPlace};
use crate::semantics::origins::Located;
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{ObjectId, ObjectKind, Offsets};

/// The cells of the owners of what a place may denote.
#[derive(Clone, Debug, Default)]
pub struct OwnerCells {
    /// Of heap memory.
    heap: Option<Cell>,
    /// Of bytes in the owner's variable.
    root: Option<Cell>,
}

impl OwnerCells {
    /// The cell of the owner of bytes in an object.
    pub fn of(&self, object: ObjectId, kind: ObjectKind) -> Option<Cell> {
        match kind {
            ObjectKind::Heap { .. } => self.heap.clone(),
            _ => self.root.clone().filter(|cell| cell.object == object),
        }
    }
}

impl Transfer<'_, '_> {
    /// The cells of the owners of what a place may denote, with the locks held that belong to them.
    pub fn owner_cells(&mut self, state: &mut State, place: &Place, located: &Located) -> OwnerCells {
        let Root::Deref(pointer) = &place.root else {
            let owner = self.owner_of_located(state, place, located);
            return OwnerCells {
                heap: None,
                root: owner.map(|owner| self.cell(state, &owner)),
            };
        };
        let Some(pointer) = self.owned_pointer(state, pointer) else {
            return OwnerCells::default();
        };
        if located.addresses.origin().is_some() || !self.claims_hold(pointer.owner.object, &located.addresses) {
            return OwnerCells::default();
        }
        let pointer = pointer.plus(self.constant_way(state, &place.projections));
        let in_root = located.addresses.offsets_in(pointer.owner.object);
        let stays = in_root.is_some_and(|offsets| self.stays_in_cell(pointer, offsets, located.size));
        let cell = self.cell(state, &pointer.owner);
        OwnerCells {
            root: stays.then(|| cell.clone()),
            heap: Some(cell),
        }
    }

    /// The cell of an array in which an accessed place lies, with the locks held that belong to it.
    pub fn accessed_cell(&mut self, state: &mut State, place: &Place, located: &Located) -> Option<Cell> {
        if state.symbolic.held().is_empty() {
            return None;
        }
        let touched = located.touched;
        let address = self.symbolic_place(state, place)?.moved(touched.0)?;
        let addresses = located.addresses.moved(Offsets::constant(touched.0));
        let owner = self.cell_at(&addresses, address, touched.1)?;
        Some(self.cell(state, &owner))
    }

    fn cell(&self, state: &State, owner: &Owner) -> Cell {
        let fixed = match (owner.start.base, owner.start.index) {
            (Base::Object(_), None) => owner.grid.number(owner.start.offset),
            _ => None,
        };
        let locks = state.symbolic.held().iter().filter_map(|held| {
            let place = self.lock_place(owner, held.address)?;
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
    fn lock_place(&self, owner: &Owner, lock: SymbolicAddress) -> Option<LockPlace> {
        if let Some(distance) = owner.start.distance_to(&lock) {
            return Some(LockPlace::Distance(distance));
        }
        let Base::Object(object) = lock.base else { return None };
        if !self.analysis.objects.is_unique(object) {
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
}
