//! Regions: from which root heap memory is reached.
//!
//! Let every heap object have at most one *owner*: a cell (see [`crate::races::cells`]) of a root: a global variable, or memory that is a
//! table of its own ([`super::roots`]). The owner of a byte of a root is its own cell, the owner of a byte of a heap object is the
//! object's. The analysis shows that
//!
//! ```text
//!     (I)   a pointer in a byte with owner O leads to heap objects with owner O only, and, where it leads into the
//!           root in which O lies, into O; it may lead into other roots
//! ```
//!
//! except where bytes lie in objects that are *mixed*, of which nothing is claimed. An object gets its owner when it is
//! linked: when the pointer to it is stored into a byte with an owner, or a pointer to memory with an owner is stored into
//! it while it is private. A table that only the ego knows gives no owner: what is stored there is private still. (Merging regions, as Seidl and Vojdani, "Region analysis for race detection", SAS 2009, do by
//! union-find when two owned regions are linked, would make them one; here the memory written becomes mixed.)
//!
//! So a pointer loaded from a byte with owner O is known to lead into O's region. That is kept for variables of the
//! running function whose address is never taken, as an [`OwnedPointer`], as long as the variables by which O is named stay
//! as they are. Each store of pointers is held against (I):
//!
//! | stored into | a pointer | |
//! | --- | --- | --- |
//! | a byte with owner O | into roots in which O does not lie | nothing |
//! | | to a private object that reaches nothing shared | the object, and what it reaches, gets owner O |
//! | | known to lead into O's region | nothing |
//! | | any other | the object written is mixed |
//! | a private object | to another private object | nothing |
//! | | known to lead into O's region | the private object, and what it reaches, gets owner O |
//! | | any other | the object written is mixed |
//!
//! A heap object that is no root stands here for all instances of its allocation. Variables with other storage are never mixed, because
//! nothing is claimed of what is loaded from them.

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root};
use crate::races::cells::Grid;
use crate::semantics::evaluate::{expressions, places};
use crate::semantics::origins::roots::{cell_at, family, grid, has_owner, is_heap, is_private};
use crate::semantics::origins::{roots, symbolic};
use crate::semantics::sharing::{interference, views};
use crate::semantics::state::{OwnedPointer, Owner, State, SymbolicAddress, Way};
use crate::semantics::system::{Fact, Global, Located, Transfer, variables, words};
use crate::values::{Addresses, Contents, ObjectId, Offsets, Rvalue, Value};
use pepsin_lattice::seeded::{Bug, is_seeded};

/// Into whose region a pointer leads.
pub fn owned_pointer(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<OwnedPointer> {
    let owned = match pointer {
        Expr::Load(place) => match variables::frame_variable(transfer, place) {
            Some(variable) => state.symbolic.owner(variable),
            None => loaded(transfer, state, place),
        },
        Expr::Cast(operand, ty) => {
            let keeps = variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_every_value(variables::scalar(transfer.analysis.program, *ty));
            if keeps {
                owned_pointer(transfer, state, operand)
            } else {
                None
            }
        }
        Expr::AddressOf(place, _) => match &place.root {
            Root::Deref(root) => {
                let bytes = way(transfer, state, &place.projections);
                let owned = owned_pointer(transfer, state, root).map(|root| root.plus(bytes));
                match owned {
                    // It leads on into the next cells of the root.
                    Some(pointer) if pointer.has_left_cell() => pointer_into_root(transfer, state, place).or(owned),
                    _ => owned,
                }
            }
            Root::Global(_) => pointer_into_root(transfer, state, place),
            Root::Local(_) => None,
        },
        Expr::Binary(op @ (BinaryOp::PointerAdd | BinaryOp::Add | BinaryOp::Subtract), base, index, ty) => {
            let base = owned_pointer(transfer, state, base)?;
            let types = &transfer.analysis.program.types;
            let unit = match op {
                BinaryOp::PointerAdd => types.pointee(*ty).and_then(|element| types.size(element)).unwrap_or(1) as i64,
                BinaryOp::Subtract => -1,
                _ => 1,
            };
            Some(base.plus(steps(transfer, state, index, unit)))
        }
        _ => None,
    };
    owned.or_else(|| pointer_to_root(transfer, state, pointer))
}

/// What a pointer in memory leads to, by (I).
fn loaded(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<OwnedPointer> {
    let owner = owner_of(transfer, state, place)?;
    Some(OwnedPointer::found(owner))
}

/// A pointer into a global variable leads into the region of its cell.
fn pointer_to_root(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<OwnedPointer> {
    let value = expressions::value(transfer, state, pointer);
    let start = symbolic::symbolic(transfer, state, pointer)?;
    pointer_at(transfer, value.as_addresses(), start)
}

/// A pointer to these addresses, of which there is one in each cell.
fn pointer_at(transfer: &Transfer<'_, '_>, addresses: &Addresses, start: SymbolicAddress) -> Option<OwnedPointer> {
    let owner = cell_at(transfer, addresses, start, 1)?;
    let (_, offsets) = addresses.single()?;
    let from = Some(owner.grid.within(offsets.low()));
    Some(OwnedPointer {
        from,
        ..OwnedPointer::found(owner)
    })
}

/// A pointer to a part of a global variable (`&shards[i].slots[j]`): the cell is that of the longest way to the part on which all indices are
/// told, and what follows does not leave it.
fn pointer_into_root(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<OwnedPointer> {
    let mut start = place.clone();
    loop {
        let followed = place.projections.get(start.projections.len()..)?;
        let address = symbolic::symbolic_place(transfer, state, &start);
        let told = address.and_then(|address| {
            let value = transfer.unrecorded(|transfer| places::address_of(transfer, state, &start));
            pointer_at(transfer, value.as_addresses(), address)
        });
        if let Some(told) = told {
            let pointer = told.plus(way(transfer, state, followed));
            return Some(pointer).filter(|pointer| pointer.is_in_cell());
        }
        start.projections.pop()?;
    }
}

/// The bytes of projections.
pub fn way(transfer: &Transfer<'_, '_>, state: &mut State, projections: &[Projection]) -> Option<Way> {
    let types = &transfer.analysis.program.types;
    let mut way = Way::of(0);
    for projection in projections {
        let step = match projection {
            Projection::Field(record, number) => {
                Way::of(i64::try_from(types.fields(*record).get(*number as usize)?.offset).ok()?)
            }
            Projection::Index(index, element) => {
                let size = i64::try_from(types.size(*element)?).ok()?;
                steps(transfer, state, index, size)?
            }
        };
        way = way.plus(step)?;
    }
    Some(way)
}

/// As many times so many bytes as a number says.
fn steps(transfer: &Transfer<'_, '_>, state: &mut State, number: &Expr, bytes: i64) -> Option<Way> {
    let number = expressions::value(transfer, state, number);
    let known = number.as_integer();
    let end = |end: Option<i128>| i64::try_from(end?).ok()?.checked_mul(bytes);
    let (one, other) = (end(known.low())?, end(known.high())?);
    let is_number = number.objects().next().is_none() && number.as_addresses().origin().is_none();
    is_number.then_some(Way {
        least: one.min(other),
        most: one.max(other),
    })
}

/// The owner of the bytes at a place.
pub fn owner_of(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Owner> {
    let located = places::locate_bytes(transfer, state, place)?;
    owner_of_located(transfer, state, place, &located)
}

/// The owner of the bytes at a place that denotes `located`.
pub fn owner_of_located(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    place: &Place,
    located: &Located,
) -> Option<Owner> {
    let through_pointer = match &place.root {
        Root::Deref(pointer) => {
            let bytes = way(transfer, state, &place.projections);
            let pointer = owned_pointer(transfer, state, pointer);
            pointer.and_then(|pointer| owner_through(transfer, located, pointer.plus(bytes)))
        }
        Root::Global(_) | Root::Local(_) => None,
    };
    let owner = through_pointer.or_else(|| owner_in_root(transfer, state, place, located))?;
    let claimed = claims_hold(transfer, owner.object, &located.addresses);
    claimed.then_some(owner)
}

/// The owner of the bytes at a place, if they lie in a root.
fn owner_in_root(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place, located: &Located) -> Option<Owner> {
    let address = symbolic::symbolic_place(transfer, state, place);
    let cell = address.and_then(|it| cell_at(transfer, &located.addresses, it, located.size));
    cell.or_else(|| {
        let pointer = pointer_into_root(transfer, state, place)?;
        owner_through(transfer, located, pointer)
    })
}

/// The owner of the bytes to which an owned pointer leads: heap memory, or bytes of the owner's cell.
fn owner_through(transfer: &Transfer<'_, '_>, located: &Located, pointer: OwnedPointer) -> Option<Owner> {
    let stays = |&(object, offsets): &(ObjectId, Offsets)| {
        is_heap(transfer, object)
            || object == pointer.owner.object && stays_in_cell(transfer, pointer, offsets, located.size)
    };
    let known = located.addresses.origin().is_none() && located.addresses.targets().iter().all(stays);
    known.then_some(pointer.owner)
}

/// Whether neither the owner's variable nor any of the heap objects is mixed.
pub fn claims_hold(transfer: &Transfer<'_, '_>, root: ObjectId, addresses: &Addresses) -> bool {
    let heap: Vec<ObjectId> = addresses
        .objects()
        .filter(|object| is_heap(transfer, *object))
        .collect();
    !is_mixed(transfer, root) && !heap.into_iter().any(|object| is_mixed(transfer, object))
}

fn is_mixed(transfer: &Transfer<'_, '_>, object: ObjectId) -> bool {
    let family = family(transfer, object);
    transfer.io.global(Global::Mixed(family)) != Fact::Nothing && !is_seeded(Bug::RegionsUnclaimed)
}

/// Nothing is claimed any more of what pointers in the objects lead to.
pub fn mix(transfer: &Transfer<'_, '_>, addresses: &Addresses) {
    for object in addresses.objects() {
        if has_owner(transfer, object) {
            let family = family(transfer, object);
            transfer.io.side(Global::Mixed(family), Fact::value(Value::ZERO));
        }
    }
}

/// Pointers of which nothing is known are stored into an object.
pub fn mix_by(transfer: &Transfer<'_, '_>, object: ObjectId, stored: impl Iterator<Item = ObjectId>) {
    let mut stored = stored;
    if stored.any(|stored| has_owner(transfer, stored)) {
        mix(transfer, &Addresses::of(object, Offsets::ANY));
    }
}

/// Holds a store against (I), before it is done; `pointer` tells what is known of a pointer that is stored.
pub fn link(transfer: &Transfer<'_, '_>, state: &mut State, to: &Place, value: &Rvalue, pointer: Option<OwnedPointer>) {
    if !may_lead_to_memory(transfer, value) || variables::frame_variable(transfer, to).is_some() {
        return;
    }
    let Some(located) = places::locate_bytes(transfer, state, to) else {
        return;
    };
    if !located.addresses.objects().any(|object| has_owner(transfer, object)) {
        return;
    }
    let pointer = pointer.filter(|pointer| leads_there(transfer, value, *pointer));
    let fresh = fresh(transfer, state, value);
    let owner = owner_of_located(transfer, state, to, &located);
    // What is stored in memory that nobody else knows may be stored elsewhere, too.
    let is_known =
        |owner: &Owner| interference::is_shared(transfer, state, owner.object) || is_seeded(Bug::TablesOwnNothing);
    let owner = owner.filter(is_known);
    let target = located.addresses.single().map(|(object, _)| object);
    let private = target.filter(|object| is_private(transfer, state, *object));
    let (closure, leaves) = private.map_or((Vec::new(), true), |object| private_closure(transfer, state, object));
    match (owner, fresh, pointer) {
        // Nothing has an owner yet.
        (_, Some(_), _) if !leaves => {}
        (Some(owner), ..) if leads_to_other_roots(transfer, value, owner) => {}
        (Some(owner), Some(linked), _) => adopt(transfer, state, &linked, owner),
        (Some(owner), None, Some(pointer)) if owner == pointer.owner => {}
        (None, None, Some(pointer)) if !leaves => adopt(transfer, state, &closure, pointer.owner),
        _ => {
            transfer.refute(|| {
                let objects = located
                    .addresses
                    .objects()
                    .map(|id| words::object(transfer.analysis, id));
                let objects: Vec<String> = objects.collect();
                format!(
                    "{} is reached from no one root alone, because of the pointer stored here",
                    objects.join(", ")
                )
            });
            mix(transfer, &located.addresses);
        }
    }
}

/// Whether a value holds pointers to memory of which something is claimed.
fn may_lead_to_memory(transfer: &Transfer<'_, '_>, value: &Rvalue) -> bool {
    match value {
        Rvalue::Scalar(value) => {
            value.as_addresses().origin().is_some() || value.objects().any(|object| has_owner(transfer, object))
        }
        Rvalue::Record(contents) => {
            may_lead_anywhere(contents) || contents.objects().any(|object| has_owner(transfer, object))
        }
    }
}

/// Whether a value leads into roots only, and not into that in which an owner lies.
fn leads_to_other_roots(transfer: &Transfer<'_, '_>, value: &Rvalue, owner: Owner) -> bool {
    let Rvalue::Scalar(value) = value else { return false };
    let is_known = value.as_addresses().origin().is_none();
    is_known
        && value
            .objects()
            .all(|object| object != owner.object && roots::is_root(transfer, object))
}

/// Whether a value, known to be an owned pointer, leads into the owner's cell where it leads into the owner's variable.
fn leads_there(transfer: &Transfer<'_, '_>, value: &Rvalue, pointer: OwnedPointer) -> bool {
    let Rvalue::Scalar(value) = value else { return false };
    let inside = value.as_addresses().offsets_in(pointer.owner.object);
    let known = value.as_addresses().origin().is_none();
    known && inside.is_none_or(|offsets| stays_in_cell(transfer, pointer, offsets, 1))
}

/// Whether bytes to which the pointer leads lie in the owner's cell, if they lie in its variable.
pub fn stays_in_cell(transfer: &Transfer<'_, '_>, pointer: OwnedPointer, offsets: Offsets, size: u64) -> bool {
    let owner = pointer.owner;
    if is_seeded(Bug::CellsAreWide) {
        return true;
    }
    if grid(transfer, owner.object, offsets, size) != Some(owner.grid) {
        return false;
    }
    let Some(place) = pointer.place_in_cell(offsets) else {
        return owner.grid == Grid::WHOLE && pointer.moved.is_some();
    };
    let end = i64::try_from(size).ok().and_then(|size| place.most.checked_add(size));
    owner.grid == Grid::WHOLE || place.least >= 0 && end.is_some_and(|end| end <= owner.grid.width)
}

/// Holds the initial value of a global variable against (I).
pub fn link_initial(transfer: &Transfer<'_, '_>, object: ObjectId, offset: i64, value: &Value) {
    let Some(inside) = value.as_addresses().offsets_in(object) else {
        return;
    };
    let cell = |offsets: Offsets| {
        let grid = grid(transfer, object, offsets, 1)?;
        let start = offsets.low().checked_sub(grid.within(offsets.low()))?;
        offsets.single().and_then(|_| Some((grid, grid.number(start)?)))
    };
    let (from, to) = (cell(Offsets::constant(offset)), cell(inside));
    if from.is_none() || from != to {
        mix(transfer, &Addresses::of(object, Offsets::ANY));
    }
}

/// The private objects that a pointer to one leads to, if it leads to nothing else.
fn fresh(transfer: &Transfer<'_, '_>, state: &State, value: &Rvalue) -> Option<Vec<ObjectId>> {
    let Rvalue::Scalar(value) = value else { return None };
    let (object, _) = value
        .as_address()
        .filter(|(object, _)| is_private(transfer, state, *object))?;
    let (closure, leaves) = private_closure(transfer, state, object);
    (!leaves).then_some(closure)
}

/// The private objects reached from one, and whether other memory is.
fn private_closure(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> (Vec<ObjectId>, bool) {
    let mut closure = vec![object];
    let mut leaves = false;
    let mut next = 0;
    while let Some(&object) = closure.get(next) {
        let contents = views::view(transfer, state, object);
        for reached in contents.objects() {
            if is_private(transfer, state, reached) {
                if !closure.contains(&reached) {
                    closure.push(reached);
                }
            } else {
                leaves |= has_owner(transfer, reached);
            }
        }
        leaves |= may_lead_anywhere(&contents);
        next += 1;
    }
    (closure, leaves)
}

/// Private objects get an owner: the variables that lead to them lead into its region from now on.
fn adopt(transfer: &Transfer<'_, '_>, state: &mut State, objects: &[ObjectId], owner: Owner) {
    let analysis = transfer.analysis;
    let function = transfer.unknown.function;
    let Some(body) = &analysis.program.function(function).body else {
        return;
    };
    for (number, local) in body.locals.iter().enumerate().filter(|(_, local)| !local.address_taken) {
        let variable = LocalId(number as u32);
        if !analysis.program.types.is_pointer(local.ty) {
            continue;
        }
        let object = analysis.local(function, variable, transfer.context.thread);
        let contents = state.frame.get(object);
        let value = contents
            .map(|contents| contents.read(Offsets::ZERO, variables::scalar(transfer.analysis.program, local.ty)));
        let target = value.and_then(|value| value.as_address());
        if target.is_some_and(|(target, _)| objects.contains(&target)) {
            state.symbolic.adopt(variable, OwnedPointer::found(owner));
        }
    }
}

/// The value of a pointer that is not equal to an address: if it leads into the region of the cell at that address,
/// then it can lead to the cell's variable at this one address only, so it leads to heap memory.
pub fn without_root(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    pointer: &Expr,
    value: &Value,
    other: &Expr,
) -> Option<ObjectId> {
    let heap = value.objects().any(|object| is_heap(transfer, object));
    let owned = if heap {
        owned_pointer(transfer, state, pointer)
    } else {
        None
    }?;
    let offsets = value.as_addresses().offsets_in(owned.owner.object)?;
    let root = owned.owner.start.moved(owned.place_in_cell(offsets)?.single()?)?;
    (symbolic::symbolic(transfer, state, other)? == root && !is_mixed(transfer, owned.owner.object))
        .then_some(owned.owner.object)
}

/// Whether bytes may hold a pointer of which nothing is known.
fn may_lead_anywhere(contents: &Contents) -> bool {
    contents.values().any(|value| value.as_addresses().origin().is_some())
}
