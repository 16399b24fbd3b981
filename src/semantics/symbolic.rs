//! Symbolic addresses: addresses as an unknown base, a multiple of a variable, and a constant distance.
//!
//! ```text
//!     address  =  base + scale · variable + offset
//! ```
//!
//! Where the abstract value of an address is a set, its symbolic form may still tell that a lock and the memory accessed
//! lie at a constant distance (row SL), or that no other thread can compute the same address (row OW, see
//! [`super::tickets`]). A form speaks of the present values of variables of the running function whose address is never
//! taken; it is forgotten when one of them is assigned.

use std::rc::Rc;

use pepsin_digests::LockMode;
use pepsin_lattice::Lattice;

use super::state::State;
use super::transfer::Transfer;
use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root};
use crate::races::SymbolicLock;
use crate::values::{Addresses, ObjectId, Objects, Offsets, Value};

/// From where a symbolic address counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// The value of a variable.
    Variable(LocalId),
    /// The first byte of an object of which there is one.
    Object(ObjectId),
}

/// An address in symbolic form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolicAddress {
    /// From where it counts.
    pub base: Base,
    /// A variable and the bytes that each unit of it stands for.
    pub index: Option<(LocalId, i64)>,
    /// The constant distance in bytes.
    pub offset: i64,
}

impl SymbolicAddress {
    fn mentions(&self, variable: LocalId) -> bool {
        self.base == Base::Variable(variable) || self.index.is_some_and(|(index, _)| index == variable)
    }

    fn moved(self, by: i64) -> Option<Self> {
        Some(SymbolicAddress {
            offset: self.offset.checked_add(by)?,
            ..self
        })
    }

    /// `other − self` in bytes, if it is a constant.
    fn distance_to(&self, other: &Self) -> Option<i64> {
        (self.base == other.base && self.index == other.index).then(|| other.offset.checked_sub(self.offset))?
    }
}

/// A lock that is held, by its symbolic address and by where it may lie.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldSymbolically {
    address: SymbolicAddress,
    mode: LockMode,
    addresses: Addresses,
}

/// What is known by symbolic address: locks that are certainly held, and what pointer variables certainly are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Symbolic {
    held: Rc<Vec<HeldSymbolically>>,
    pointers: Rc<Vec<(LocalId, SymbolicAddress)>>,
}

impl Symbolic {
    /// What is left when a function has run that may release locks.
    pub fn without_locks(&self) -> Self {
        Symbolic {
            pointers: Rc::clone(&self.pointers),
            ..Symbolic::default()
        }
    }

    /// A variable is assigned; `value` is its new value in terms of the others, if that is known.
    pub fn assign(&mut self, variable: LocalId, value: Option<SymbolicAddress>) {
        self.retain(|held| !held.address.mentions(variable));
        let stays = |entry: &(LocalId, SymbolicAddress)| entry.0 != variable && !entry.1.mentions(variable);
        if !self.pointers.iter().all(stays) {
            self.pointers = Rc::new(self.pointers.iter().filter(|entry| stays(entry)).copied().collect());
        }
        if let Some(value) = value.filter(|value| !value.mentions(variable)) {
            Rc::make_mut(&mut self.pointers).push((variable, value));
        }
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
        if !self.held.contains(&held) {
            Rc::make_mut(&mut self.held).push(held);
        }
    }

    fn retain(&mut self, keep: impl Fn(&HeldSymbolically) -> bool) {
        if !self.held.iter().all(&keep) {
            self.held = Rc::new(self.held.iter().filter(|held| keep(held)).cloned().collect());
        }
    }
}

impl Lattice for Symbolic {
    fn join(&mut self, other: &Self) -> bool {
        let before = (self.held.len(), self.pointers.len());
        self.retain(|held| other.held.contains(held));
        if !self.pointers.iter().all(|entry| other.pointers.contains(entry)) {
            let common = self.pointers.iter().filter(|entry| other.pointers.contains(entry));
            self.pointers = Rc::new(common.copied().collect());
        }
        (self.held.len(), self.pointers.len()) != before
    }

    fn leq(&self, other: &Self) -> bool {
        let held = Rc::ptr_eq(&self.held, &other.held) || other.held.iter().all(|held| self.held.contains(held));
        let pointers = Rc::ptr_eq(&self.pointers, &other.pointers);
        held && (pointers || other.pointers.iter().all(|entry| self.pointers.contains(entry)))
    }
}

impl Transfer<'_, '_> {
    /// The symbolic form of the value of a pointer expression.
    pub fn symbolic(&mut self, state: &mut State, pointer: &Expr) -> Option<SymbolicAddress> {
        match pointer {
            Expr::Load(place) => self.symbolic_variable(state, pointer, place),
            Expr::Cast(operand, ty) => {
                let narrows = self.scalar(*ty).bits() < self.scalar(operand.ty()).bits();
                if narrows { None } else { self.symbolic(state, operand) }
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
            return Some(SymbolicAddress {
                base: Base::Object(object),
                index: None,
                offset,
            });
        }
        let variable = self.frame_variable(place)?;
        if let Some(address) = state.symbolic.pointer(variable) {
            return Some(address);
        }
        let base = Base::Variable(variable);
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
        let object = |object| SymbolicAddress {
            base: Base::Object(object),
            index: None,
            offset: 0,
        };
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
        let variable = self.variable_behind_casts(index)?;
        base.index.is_none().then_some(SymbolicAddress {
            index: Some((variable, size)),
            ..base
        })
    }

    /// The variable that an expression is, but for conversions that keep its value.
    fn variable_behind_casts(&self, expr: &Expr) -> Option<LocalId> {
        match expr {
            Expr::Load(place) => self.frame_variable(place),
            Expr::Cast(operand, ty) if self.scalar(*ty).bits() >= self.scalar(operand.ty()).bits() => {
                self.variable_behind_casts(operand)
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
                None => !meets(&held.addresses),
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
                distance,
                mode: held.mode,
            })
        });
        near.collect()
    }
}
