//! Regions: from which root heap memory is reached.
//!
//! Let every heap object have at most one *owner*: a cell of a global variable (see [`crate::races::cells`]). The owner of a
//! byte of a global variable is its own cell, the owner of a byte of a heap object is the object's. The analysis shows that
//!
//! ```text
//!     (I)   a pointer in a byte with owner O leads to heap objects with owner O only, and, where it leads into the
//!           variable in which O lies, into O
//! ```
//!
//! except where bytes lie in objects that are *mixed*, of which nothing is claimed. An object gets its owner when it is
//! linked: when the pointer to it is stored into a byte with an owner, or a pointer to memory with an owner is stored into
//! it while it is private. (Merging regions, as Seidl and Vojdani, "Region analysis for race detection", SAS 2009, do by
//! union-find when two owned regions are linked, would make them one; here the memory written becomes mixed.)
//!
//! So a pointer loaded from a byte with owner O is known to lead into O's region. That is kept for variables of the
//! running function whose address is never taken, as an [`OwnedPointer`], as long as the variables by which O is named stay
//! as they are. Each store of pointers is held against (I):
//!
//! | stored into | a pointer | |
//! | --- | --- | --- |
//! | a byte with owner O | to a private object that reaches nothing shared | the object, and what it reaches, gets owner O |
//! | | known to lead into O's region | nothing |
//! | | any other | the object written is mixed |
//! | a private object | to another private object | nothing |
//! | | known to lead into O's region | the private object, and what it reaches, gets owner O |
//! | | any other | the object written is mixed |
//!
//! A heap object stands here for all instances of its allocation. Variables with other storage are never mixed, because
//! nothing is claimed of what is loaded from them.

use super::symbolic::SymbolicAddress;
use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root};
use crate::races::cells::Grid;
use crate::semantics::origins::Located;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, Transfer};
use crate::values::{Addresses, Contents, Instance, ObjectId, ObjectKind, Offsets, Rvalue, Value};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// A cell of a global variable, from which heap memory may be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The variable.
    pub object: ObjectId,
    /// How it is divided.
    pub grid: Grid,
    /// The address of the cell's first byte.
    pub start: SymbolicAddress,
}

/// A pointer that leads into the region of an owner: to heap objects of the owner, or into its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedPointer {
    /// The owner.
    pub owner: Owner,
    /// How many bytes it was moved since; nothing if that is not known. Moved so, it may have left the cell, but no heap object.
    pub moved: Option<i64>,
}

impl OwnedPointer {
    /// What is known of a pointer that may be either of two.
    pub fn joined(self, other: Self) -> Option<Self> {
        (self.owner == other.owner).then_some(OwnedPointer {
            moved: self.moved.filter(|_| self.moved == other.moved),
            ..self
        })
    }

    /// The same pointer, with the owner's cell spelled otherwise.
    pub fn starting_at(self, start: SymbolicAddress) -> Self {
        let owner = Owner { start, ..self.owner };
        OwnedPointer { owner, ..self }
    }

    pub fn plus(self, bytes: Option<i64>) -> Self {
        let moved = self
            .moved
            .zip(bytes)
            .and_then(|(moved, bytes)| moved.checked_add(bytes));
        OwnedPointer { moved, ..self }
    }

    /// How far behind the owner's start the pointer leads, if it leads into the owner's variable, to one of `offsets` there.
    fn place_in_cell(self, offsets: Offsets) -> Option<i64> {
        let width = self.owner.grid.width;
        let moved = self.moved?;
        if width == 0 {
            return offsets.single();
        }
        let even = offsets.single().is_some() || offsets.stride().is_multiple_of(width.unsigned_abs());
        even.then(|| {
            self.owner
                .grid
                .within(offsets.low().wrapping_sub(moved))
                .checked_add(moved)
        })?
    }
}

impl Transfer<'_, '_> {
    /// Into whose region a pointer leads.
    pub fn owned_pointer(&mut self, state: &mut State, pointer: &Expr) -> Option<OwnedPointer> {
        let owned = match pointer {
            Expr::Load(place) => match self.frame_variable(place) {
                Some(variable) => state.symbolic.owner(variable),
                None => self.loaded(state, place),
            },
            Expr::Cast(operand, ty) => {
                let keeps = self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty));
                if keeps {
                    self.owned_pointer(state, operand)
                } else {
                    None
                }
            }
            Expr::AddressOf(place, _) => match &place.root {
                Root::Deref(root) => {
                    let bytes = self.constant_way(state, &place.projections);
                    self.owned_pointer(state, root).map(|root| root.plus(bytes))
                }
                Root::Global(_) | Root::Local(_) => None,
            },
            Expr::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::Add | BinaryOp::Subtract), base, index, ty) => {
                let base = self.owned_pointer(state, base)?;
                let types = &self.analysis.program.types;
                let unit = match op {
                    BinaryOp::PointerAdd => {
                        types.pointee(*ty).and_then(|element| types.size(element)).unwrap_or(1) as i64
                    }
                    BinaryOp::Subtract => -1,
                    _ => 1,
                };
                let steps = self.value(state, index).as_constant();
                let bytes = steps.and_then(|steps| i64::try_from(steps).ok()?.checked_mul(unit));
                Some(base.plus(bytes))
            }
            _ => None,
        };
        owned.or_else(|| self.pointer_to_root(state, pointer))
    }

    /// What a pointer in memory leads to, by (I).
    fn loaded(&mut self, state: &mut State, place: &Place) -> Option<OwnedPointer> {
        let owner = self.owner_of(state, place)?;
        Some(OwnedPointer { owner, moved: Some(0) })
    }

    /// A pointer into a global variable leads into the region of its cell.
    fn pointer_to_root(&mut self, state: &mut State, pointer: &Expr) -> Option<OwnedPointer> {
        let value = self.value(state, pointer);
        let start = self.symbolic(state, pointer)?;
        let owner = self.cell_at(value.as_addresses(), start, 1)?;
        Some(OwnedPointer { owner, moved: Some(0) })
    }

    /// The bytes of constant projections.
    pub fn constant_way(&mut self, state: &mut State, projections: &[Projection]) -> Option<i64> {
        let types = &self.analysis.program.types;
        let mut bytes: i64 = 0;
        for projection in projections {
            let step = match projection {
                Projection::Field(record, number) => {
                    i64::try_from(types.fields(*record).get(*number as usize)?.offset).ok()?
                }
                Projection::Index(index, element) => {
                    let index = i64::try_from(self.value(state, index).as_constant()?).ok()?;
                    index.checked_mul(i64::try_from(types.size(*element)?).ok()?)?
                }
            };
            bytes = bytes.checked_add(step)?;
        }
        Some(bytes)
    }

    /// The cell in which `size` bytes from a symbolic address on lie, if they lie in one global variable.
    pub fn cell_at(&self, addresses: &Addresses, address: SymbolicAddress, size: u64) -> Option<Owner> {
        let (object, offsets) = addresses.single()?;
        if addresses.origin().is_some() || !self.is_root(object) {
            return None;
        }
        let grid = self.grid(object, offsets, size)?;
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

    /// Whether cells of the object are owners.
    fn is_root(&self, object: ObjectId) -> bool {
        matches!(self.analysis.objects.kind(object), ObjectKind::Global(_))
    }

    fn is_heap(&self, object: ObjectId) -> bool {
        matches!(self.analysis.objects.kind(object), ObjectKind::Heap { .. })
    }

    /// Whether the object is one heap object that only the ego knows.
    fn is_private(&self, state: &State, object: ObjectId) -> bool {
        let one = matches!(
            self.analysis.objects.kind(object),
            ObjectKind::Heap {
                instance: Instance::First | Instance::Recent,
                ..
            }
        );
        one && !self.is_shared(state, object)
    }

    /// The owner of the bytes at a place.
    pub fn owner_of(&mut self, state: &mut State, place: &Place) -> Option<Owner> {
        let located = self.locate_bytes(state, place)?;
        self.owner_of_located(state, place, &located)
    }

    /// The owner of the bytes at a place that denotes `located`.
    pub fn owner_of_located(&mut self, state: &mut State, place: &Place, located: &Located) -> Option<Owner> {
        let by_pointer = match &place.root {
            Root::Deref(pointer) => {
                let pointer = self.owned_pointer(state, pointer)?;
                let bytes = self.constant_way(state, &place.projections);
                self.owner_through(located, pointer.plus(bytes))
            }
            Root::Global(_) | Root::Local(_) => {
                let address = self.symbolic_place(state, place)?;
                self.cell_at(&located.addresses, address, located.size)
            }
        }?;
        let claimed = self.claims_hold(by_pointer.object, &located.addresses);
        claimed.then_some(by_pointer)
    }

    /// The owner of the bytes to which an owned pointer leads: heap memory, or bytes of the owner's cell.
    fn owner_through(&self, located: &Located, pointer: OwnedPointer) -> Option<Owner> {
        let stays = |&(object, offsets): &(ObjectId, Offsets)| {
            self.is_heap(object) || object == pointer.owner.object && self.stays_in_cell(pointer, offsets, located.size)
        };
        let known = located.addresses.origin().is_none() && located.addresses.targets().iter().all(stays);
        known.then_some(pointer.owner)
    }

    /// Whether neither the owner's variable nor any of the heap objects is mixed.
    pub fn claims_hold(&mut self, root: ObjectId, addresses: &Addresses) -> bool {
        let heap: Vec<ObjectId> = addresses.objects().filter(|object| self.is_heap(*object)).collect();
        !self.is_mixed(root) && !heap.into_iter().any(|object| self.is_mixed(object))
    }

    fn is_mixed(&mut self, object: ObjectId) -> bool {
        let family = self.family(object);
        self.io.global(Global::Mixed(family)) != Fact::Nothing && !is_seeded(Bug::RegionsUnclaimed)
    }

    /// One name for all instances of an allocation.
    fn family(&self, object: ObjectId) -> ObjectId {
        self.analysis.instance(object, Instance::Older)
    }

    /// Nothing is claimed any more of what pointers in the objects lead to.
    pub fn mix(&mut self, addresses: &Addresses) {
        for object in addresses.objects() {
            if self.has_owner(object) {
                let family = self.family(object);
                self.io.side(Global::Mixed(family), Fact::value(Value::ZERO));
            }
        }
    }

    /// Pointers of which nothing is known are stored into an object.
    pub fn mix_by(&mut self, object: ObjectId, stored: impl Iterator<Item = ObjectId>) {
        let mut stored = stored;
        if stored.any(|stored| self.has_owner(stored)) {
            self.mix(&Addresses::of(object, Offsets::ANY));
        }
    }

    /// Holds a store against (I), before it is done; `pointer` tells what is known of a pointer that is stored.
    pub fn link(&mut self, state: &mut State, to: &Place, value: &Rvalue, pointer: Option<OwnedPointer>) {
        if !self.may_lead_to_memory(value) || self.frame_variable(to).is_some() {
            return;
        }
        let Some(located) = self.locate_bytes(state, to) else {
            return;
        };
        if !located.addresses.objects().any(|object| self.has_owner(object)) {
            return;
        }
        let pointer = pointer.filter(|pointer| self.leads_there(value, *pointer));
        let fresh = self.fresh(state, value);
        let owner = self.owner_of_located(state, to, &located);
        let target = located.addresses.single().map(|(object, _)| object);
        let private = target.filter(|object| self.is_private(state, *object));
        let (closure, leaves) = private.map_or((Vec::new(), true), |object| self.private_closure(state, object));
        match (owner, fresh, pointer) {
            // Nothing has an owner yet.
            (_, Some(_), _) if !leaves => {}
            (Some(owner), Some(linked), _) => self.adopt(state, &linked, owner),
            (Some(owner), None, Some(pointer)) if owner == pointer.owner => {}
            (None, None, Some(pointer)) if !leaves => self.adopt(state, &closure, pointer.owner),
            _ => self.mix(&located.addresses),
        }
    }

    /// Whether bytes of the object have an owner: it is allocated, or a global variable.
    fn has_owner(&self, object: ObjectId) -> bool {
        self.is_heap(object) || self.is_root(object)
    }

    /// Whether a value holds pointers to memory of which something is claimed.
    fn may_lead_to_memory(&self, value: &Rvalue) -> bool {
        match value {
            Rvalue::Scalar(value) => {
                value.as_addresses().origin().is_some() || value.objects().any(|object| self.has_owner(object))
            }
            Rvalue::Record(contents) => {
                may_lead_anywhere(contents) || contents.objects().any(|object| self.has_owner(object))
            }
        }
    }

    /// Whether a value, known to be an owned pointer, leads into the owner's cell where it leads into the owner's variable.
    fn leads_there(&self, value: &Rvalue, pointer: OwnedPointer) -> bool {
        let Rvalue::Scalar(value) = value else { return false };
        let inside = value.as_addresses().offsets_in(pointer.owner.object);
        let known = value.as_addresses().origin().is_none();
        known && inside.is_none_or(|offsets| self.stays_in_cell(pointer, offsets, 1))
    }

    /// Whether bytes to which the pointer leads lie in the owner's cell, if they lie in its variable.
    pub fn stays_in_cell(&self, pointer: OwnedPointer, offsets: Offsets, size: u64) -> bool {
        let owner = pointer.owner;
        if is_seeded(Bug::CellsAreWide) {
            return true;
        }
        if self.grid(owner.object, offsets, size) != Some(owner.grid) {
            return false;
        }
        let Some(place) = pointer.place_in_cell(offsets) else {
            return owner.grid == Grid::WHOLE && pointer.moved.is_some();
        };
        let end = i64::try_from(size).ok().and_then(|size| place.checked_add(size));
        owner.grid == Grid::WHOLE || place >= 0 && end.is_some_and(|end| end <= owner.grid.width)
    }

    /// How the part of a variable is divided in which `size` bytes from one of some offsets on lie.
    fn grid(&self, object: ObjectId, offsets: Offsets, size: u64) -> Option<Grid> {
        let ty = self.analysis.objects.get(object).ty?;
        let last = offsets.high().checked_add(i64::try_from(size.max(1)).ok()? - 1)?;
        Grid::of(&self.analysis.program.types, ty, offsets.low(), last)
    }

    /// Holds the initial value of a global variable against (I).
    pub fn link_initial(&mut self, object: ObjectId, offset: i64, value: &Value) {
        let Some(inside) = value.as_addresses().offsets_in(object) else {
            return;
        };
        let cell = |offsets: Offsets| {
            let grid = self.grid(object, offsets, 1)?;
            let start = offsets.low().checked_sub(grid.within(offsets.low()))?;
            offsets.single().and_then(|_| Some((grid, grid.number(start)?)))
        };
        let (from, to) = (cell(Offsets::constant(offset)), cell(inside));
        if from.is_none() || from != to {
            self.mix(&Addresses::of(object, Offsets::ANY));
        }
    }

    /// The private objects that a pointer to one leads to, if it leads to nothing else.
    fn fresh(&self, state: &State, value: &Rvalue) -> Option<Vec<ObjectId>> {
        let Rvalue::Scalar(value) = value else { return None };
        let (object, _) = value
            .as_address()
            .filter(|(object, _)| self.is_private(state, *object))?;
        let (closure, leaves) = self.private_closure(state, object);
        (!leaves).then_some(closure)
    }

    /// The private objects reached from one, and whether other memory is.
    fn private_closure(&self, state: &State, object: ObjectId) -> (Vec<ObjectId>, bool) {
        let mut closure = vec![object];
        let mut leaves = false;
        let mut next = 0;
        while let Some(&object) = closure.get(next) {
            let contents = self.view(state, object);
            for reached in contents.objects() {
                if self.is_private(state, reached) {
                    if !closure.contains(&reached) {
                        closure.push(reached);
                    }
                } else {
                    leaves |= self.has_owner(reached);
                }
            }
            leaves |= may_lead_anywhere(&contents);
            next += 1;
        }
        (closure, leaves)
    }

    /// Private objects get an owner: the variables that lead to them lead into its region from now on.
    fn adopt(&mut self, state: &mut State, objects: &[ObjectId], owner: Owner) {
        let analysis = self.analysis;
        let function = self.unknown.function;
        let Some(body) = &analysis.program.function(function).body else {
            return;
        };
        for (number, local) in body.locals.iter().enumerate().filter(|(_, local)| !local.address_taken) {
            let variable = LocalId(number as u32);
            if !analysis.program.types.is_pointer(local.ty) {
                continue;
            }
            let object = analysis.local(function, variable, self.context.thread);
            let contents = state.frame.get(object);
            let value = contents.map(|contents| contents.read(Offsets::ZERO, self.scalar(local.ty)));
            let target = value.and_then(|value| value.as_address());
            if target.is_some_and(|(target, _)| objects.contains(&target)) {
                state.symbolic.adopt(variable, OwnedPointer { owner, moved: Some(0) });
            }
        }
    }

    /// The value of a pointer that is not equal to an address: if it leads into the region of the cell at that address,
    /// then it can lead to the cell's variable at this one address only, so it leads to heap memory.
    pub fn without_root(&mut self, state: &mut State, pointer: &Expr, value: &Value, other: &Expr) -> Option<ObjectId> {
        let heap = value.objects().any(|object| self.is_heap(object));
        let owned = if heap { self.owned_pointer(state, pointer) } else { None }?;
        let offsets = value.as_addresses().offsets_in(owned.owner.object)?;
        let root = owned.owner.start.moved(owned.place_in_cell(offsets)?)?;
        (self.symbolic(state, other)? == root && !self.is_mixed(owned.owner.object)).then_some(owned.owner.object)
    }
}

/// Whether bytes may hold a pointer of which nothing is known.
fn may_lead_anywhere(contents: &Contents) -> bool {
    contents.values().any(|value| value.as_addresses().origin().is_some())
}
