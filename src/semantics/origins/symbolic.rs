//! Symbolic addresses: addresses as an unknown base, a multiple of a variable, and a constant distance.
//!
//! ```text
//!     address  =  base + scale · variable + offset
//! ```
//!
//! Where the abstract value of an address is a set, its symbolic form may still tell that a lock and the memory accessed
//! lie at a constant distance (row SL), or that no other thread can compute the same address (row OW, see
//! [`super::tickets`]). A form speaks of the present values of variables of the running function, or of one of its callers,
//! whose address is never taken; it is forgotten when one of them is assigned. How forms pass calls is told in
//! [`super::bindings`].

use std::rc::Rc;

use pepsin_digests::LockMode;
use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use super::bindings::Bindings;
use super::regions::OwnedPointer;
use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root};
use crate::races::{RelativePlace, SymbolicLock};
use crate::semantics::state::{State, Table};
use crate::semantics::system::Transfer;
use crate::values::{Addresses, ObjectId, Objects, Offsets, Value};

/// A variable of the running function, or of one of its callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable {
    /// How many calls ago its function was entered; 0 for the running function.
    pub calls: u8,
    /// The variable.
    pub local: LocalId,
}

impl Variable {
    /// A variable of the running function.
    pub fn own(local: LocalId) -> Self {
        Variable { calls: 0, local }
    }
}

/// From where a symbolic address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Base {
    /// The value of a variable.
    Variable(Variable),
    /// The first byte of an object of which there is one.
    Object(ObjectId),
}

/// An address in symbolic form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolicAddress {
    /// From where it counts.
    pub base: Base,
    /// A variable and the bytes that each unit of it stands for.
    pub index: Option<(Variable, i64)>,
    /// The constant distance in bytes.
    pub offset: i64,
}

impl SymbolicAddress {
    /// A byte of an object of which there is one.
    pub fn in_object(object: ObjectId, offset: i64) -> Self {
        SymbolicAddress {
            base: Base::Object(object),
            index: None,
            offset,
        }
    }

    /// Whether it speaks of a variable of the running function.
    pub fn mentions(&self, variable: LocalId) -> bool {
        let variable = Variable::own(variable);
        self.base == Base::Variable(variable) || self.index.is_some_and(|(index, _)| index == variable)
    }

    /// The address some bytes further on.
    pub fn moved(self, by: i64) -> Option<Self> {
        Some(SymbolicAddress {
            offset: self.offset.checked_add(by)?,
            ..self
        })
    }

    /// `other − self` in bytes, if it is a constant.
    pub fn distance_to(&self, other: &Self) -> Option<i64> {
        (self.base == other.base && self.index == other.index).then(|| other.offset.checked_sub(self.offset))?
    }
}

/// A lock that is held, by its symbolic address and by where it may lie.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSymbolically {
    /// Where it certainly lies.
    pub address: SymbolicAddress,
    /// In which mode it is held.
    pub mode: LockMode,
    /// Where it may lie.
    pub addresses: Addresses,
}

/// What is known by symbolic address.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbolic {
    /// Locks that are certainly held, each once.
    held: Table<HeldSymbolically>,
    /// What pointer variables of the running function certainly are.
    pointers: Table<(LocalId, SymbolicAddress)>,
    /// Into which regions pointer variables of the running function lead.
    owners: Table<(LocalId, OwnedPointer)>,
}

impl Symbolic {
    /// The locks that are certainly held.
    pub fn held(&self) -> &[HeldSymbolically] {
        &self.held
    }

    /// The addresses and modes of the locks that are certainly held, in order.
    pub fn names(&self) -> Rc<[(SymbolicAddress, LockMode)]> {
        let mut names: Vec<_> = self.held.iter().map(|held| (held.address, held.mode)).collect();
        names.sort_unstable();
        Rc::from(names)
    }

    /// What the callee of a call knows.
    pub fn entered(&self, bindings: &Bindings) -> Self {
        let mut entered = Symbolic {
            held: Table::default(),
            pointers: bindings.pointers().collect(),
            owners: bindings.owners().into_iter().collect(),
        };
        for held in self.held.iter() {
            for address in bindings.entered(held.address) {
                entered.add(HeldSymbolically {
                    address,
                    ..held.clone()
                });
            }
        }
        entered
    }

    /// What the caller knows behind a call, when the callee ended with `ended`: the locks may be others, the caller's
    /// variables are the same.
    pub fn returned(&self, ended: &Self, bindings: &Bindings) -> Self {
        let mut returned = Symbolic {
            held: Table::default(),
            ..self.clone()
        };
        for held in ended.held.iter() {
            if let Some(address) = bindings.returned(held.address) {
                returned.add(HeldSymbolically {
                    address,
                    ..held.clone()
                });
            }
        }
        returned
    }

    /// A variable is assigned; `value` is its new value in terms of the others, and `owner` the region into which it
    /// leads, if that is known.
    pub fn assign(&mut self, variable: LocalId, value: Option<SymbolicAddress>, owner: Option<OwnedPointer>) {
        self.retain(|held| !held.address.mentions(variable));
        self.pointers
            .retain(|(known, address)| *known != variable && !address.mentions(variable));
        if let Some(value) = value.filter(|value| !value.mentions(variable)) {
            self.pointers.push((variable, value));
        }
        self.owners
            .retain(|(known, pointer)| *known != variable && !pointer.owner.start.mentions(variable));
        if let Some(owner) = owner.filter(|owner| !owner.owner.start.mentions(variable)) {
            self.owners.push((variable, owner));
        }
    }

    /// A variable leads into a region from now on.
    pub fn adopt(&mut self, variable: LocalId, owner: OwnedPointer) {
        self.owners.retain(|entry| entry.0 != variable);
        self.owners.push((variable, owner));
    }

    /// Into which region a variable leads.
    pub fn owner(&self, variable: LocalId) -> Option<OwnedPointer> {
        self.owners
            .iter()
            .find(|entry| entry.0 == variable)
            .map(|entry| entry.1)
    }

    fn pointer(&self, variable: LocalId) -> Option<SymbolicAddress> {
        self.pointers
            .iter()
            .find(|entry| entry.0 == variable)
            .map(|entry| entry.1)
    }

    /// Forgets locks that begin in bytes that are overwritten.
    pub fn overwritten(&mut self, addresses: &Addresses, size: u64, objects: &Objects) {
        self.retain(|held| {
            let meets = |object, offsets: Offsets| {
                let mut others = held.addresses.targets().iter();
                others.any(|(other, at)| objects.may_be_same(object, *other) && offsets.overlaps(size, *at, 1))
            };
            !addresses
                .targets()
                .iter()
                .any(|(object, offsets)| meets(*object, *offsets))
        });
    }

    fn add(&mut self, held: HeldSymbolically) {
        if self.find(&held).is_none() {
            self.held.push(held);
        }
    }

    /// The same lock, wherever it may lie.
    fn find(&self, held: &HeldSymbolically) -> Option<&HeldSymbolically> {
        let same = |known: &&HeldSymbolically| (known.address, known.mode) == (held.address, held.mode);
        self.held.iter().find(same)
    }

    fn retain(&mut self, keep: impl Fn(&HeldSymbolically) -> bool) {
        self.held.retain(keep);
    }
}

impl Lattice for Symbolic {
    fn join(&mut self, other: &Self) -> bool {
        if self.leq(other) && other.leq(self) {
            return false;
        }
        let before = self.clone();
        let held = self.held.iter().filter_map(|mine| {
            let mut mine = mine.clone();
            mine.addresses.join(&other.find(&mine)?.addresses);
            Some(mine)
        });
        self.held = held.collect();
        let common = self.pointers.iter().filter(|entry| other.pointers.contains(entry));
        self.pointers = common.copied().collect();
        let owners = self.owners.iter().filter_map(|(variable, mine)| {
            let joined = mine.joined(other.owner(*variable)?)?;
            Some((*variable, joined))
        });
        self.owners = owners.collect();
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let is_held = |theirs: &HeldSymbolically| {
            self.find(theirs)
                .is_some_and(|mine| mine.addresses.leq(&theirs.addresses))
        };
        let is_known = |(variable, theirs): &(LocalId, OwnedPointer)| {
            self.owner(*variable).and_then(|mine| mine.joined(*theirs)) == Some(*theirs)
        };
        (self.held.same(&other.held) || other.held.iter().all(is_held))
            && (self.pointers.same(&other.pointers) || other.pointers.iter().all(|entry| self.pointers.contains(entry)))
            && (self.owners.same(&other.owners) || other.owners.iter().all(is_known))
    }
}

impl Transfer<'_, '_> {
    /// The symbolic form of the value of a pointer expression.
    pub fn symbolic(&mut self, state: &mut State, pointer: &Expr) -> Option<SymbolicAddress> {
        match pointer {
            Expr::Load(place) => self.symbolic_variable(state, pointer, place),
            Expr::Cast(operand, ty) => {
                let keeps = self.scalar(operand.ty()).keeps_every_value(self.scalar(*ty));
                if keeps { self.symbolic(state, operand) } else { None }
            }
            Expr::AddressOf(place, _) => self.symbolic_place(state, place),
            Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
                let types = &self.analysis.program.types;
                let size = types.pointee(*ty).and_then(|element| types.size(element)).unwrap_or(1);
                let base = self.symbolic(state, base)?;
                self.indexed(state, base, index, i64::try_from(size).ok()?)
            }
            _ => None,
        }
    }

    fn symbolic_variable(&mut self, state: &mut State, pointer: &Expr, place: &Place) -> Option<SymbolicAddress> {
        let value = self.value(state, pointer);
        if let Some((object, offsets)) = value.as_address()
            && let Some(offset) = offsets.single()
            && self.analysis.objects.is_unique(object)
        {
            return Some(SymbolicAddress::in_object(object, offset));
        }
        let variable = self.frame_variable(place)?;
        if let Some(address) = state.symbolic.pointer(variable) {
            return Some(address);
        }
        let base = Base::Variable(Variable::own(variable));
        Some(SymbolicAddress {
            base,
            index: None,
            offset: 0,
        })
    }

    /// The variable that a place is, if its address is never taken.
    pub fn frame_variable(&self, place: &Place) -> Option<LocalId> {
        let local = place.as_local()?;
        let body = self.analysis.program.function(self.unknown.function).body.as_ref()?;
        (!body.locals.get(local.0 as usize)?.address_taken).then_some(local)
    }

    /// The symbolic form of the address of a place.
    pub fn symbolic_place(&mut self, state: &mut State, place: &Place) -> Option<SymbolicAddress> {
        let object = |object| SymbolicAddress::in_object(object, 0);
        let mut address = match &place.root {
            Root::Local(local) => object(self.analysis.local(self.unknown.function, *local, self.context.thread)),
            Root::Global(global) => object(self.analysis.global(*global, self.context.thread)),
            Root::Deref(pointer) => self.symbolic(state, pointer)?,
        };
        for projection in &place.projections {
            let types = &self.analysis.program.types;
            address = match projection {
                Projection::Field(record, number) => {
                    let field = types.fields(*record).get(*number as usize)?;
                    address.moved(i64::try_from(field.offset).ok()?)?
                }
                Projection::Index(index, element) => {
                    let size = i64::try_from(types.size(*element)?).ok()?;
                    self.indexed(state, address, index, size)?
                }
            };
        }
        Some(address)
    }

    fn indexed(
        &mut self,
        state: &mut State,
        base: SymbolicAddress,
        index: &Expr,
        size: i64,
    ) -> Option<SymbolicAddress> {
        if let Some(constant) = self.value(state, index).as_constant() {
            return base.moved(i64::try_from(constant).ok()?.checked_mul(size)?);
        }
        let variable = self.variable_behind_casts(state, index)?;
        base.index.is_none().then_some(SymbolicAddress {
            index: Some((Variable::own(variable), size)),
            ..base
        })
    }

    /// The variable that an expression is, but for conversions that keep its value.
    pub fn variable_behind_casts(&mut self, state: &mut State, expr: &Expr) -> Option<LocalId> {
        match expr {
            Expr::Load(place) => self.frame_variable(place),
            Expr::Cast(operand, ty) if self.keeps_value(state, operand, *ty) => {
                self.variable_behind_casts(state, operand)
            }
            _ => None,
        }
    }

    /// A lock was acquired through a pointer expression.
    pub fn hold_symbolically(&mut self, states: &mut [State], pointer: Option<&Expr>, value: &Value, mode: LockMode) {
        let Some(pointer) = pointer else { return };
        for state in states {
            if let Some(address) = self.symbolic(state, pointer) {
                state.symbolic.add(HeldSymbolically {
                    address,
                    mode,
                    addresses: value.as_addresses().clone(),
                });
            }
        }
    }

    /// A lock is released through a pointer expression: all that may be the same lock is forgotten.
    pub fn release_symbolically(&mut self, state: &mut State, pointer: Option<&Expr>, value: &Value) {
        if state.symbolic.held.is_empty() {
            return;
        }
        let released = pointer.and_then(|pointer| self.symbolic(state, pointer));
        let objects = &self.analysis.objects;
        let meets = |addresses: &Addresses| {
            let may_be_same = |left, right| objects.may_be_same(left, right);
            let known = addresses
                .objects()
                .any(|left| value.objects().any(|right| may_be_same(left, right)));
            known || addresses.origin().is_some() || value.as_addresses().origin().is_some()
        };
        state.symbolic.retain(
            |held| match released.and_then(|released| released.distance_to(&held.address)) {
                Some(distance) => distance != 0,
                None => !meets(&held.addresses) || is_seeded(Bug::AliasStaysHeld),
            },
        );
    }

    /// The locks held at constant distances from the first byte that an access to a place touches.
    pub fn locks_near(&mut self, state: &mut State, place: &Place, touched_from: i64) -> Vec<SymbolicLock> {
        if self.analysis.recorder.is_none() || state.symbolic.held.is_empty() {
            return Vec::new();
        }
        let Some(accessed) = self
            .symbolic_place(state, place)
            .and_then(|address| address.moved(touched_from))
        else {
            return Vec::new();
        };
        let near = state.symbolic.held.iter().filter_map(|held| {
            let distance = accessed.distance_to(&held.address)?;
            Some(SymbolicLock {
                place: RelativePlace::NearByte(distance),
                mode: held.mode,
            })
        });
        near.collect()
    }
}
