//! Members that are reached through pointers: `atomic_exchange(&lock->taken, 1)` or `lock->taken = 1` in a function that is given the lock.
//!
//! By the text alone such an operation names no variable. So each variable in static storage that has the member is one that it may
//! mean. As with what is named ([`super::scalars`]), that proposes something, and says nothing of what is true.

use std::collections::{BTreeMap, BTreeSet};

use super::scalars::{Watched, Writes};
use crate::ir::{GlobalId, Place, Program, Projection, RecordId, Root, TypeId, Types};

/// A member of a record, by its number.
pub type Member = (RecordId, u32);

/// The member of a record behind a pointer that a place is.
pub fn member(place: &Place) -> Option<Member> {
    match (&place.root, place.projections.last()) {
        (Root::Deref(_), Some(Projection::Field(record, number))) => Some((*record, *number)),
        _ => None,
    }
}

/// The member that lies so many bytes from the start of a type, outside of arrays.
pub fn member_at(types: &Types, ty: TypeId, offset: u64) -> Option<Member> {
    let record = types.as_record(ty)?;
    let fields = (0..)
        .zip(types.fields(record))
        .filter(|(_, field)| field.bits.is_none());
    let (number, field) = fields.filter(|(_, field)| field.offset <= offset).last()?;
    match types.as_record(field.ty) {
        Some(_) => member_at(types, field.ty, offset - field.offset),
        None => (field.offset == offset).then_some((record, number)),
    }
}

/// What a text does with members through pointers.
#[derive(Default)]
pub struct Members(BTreeMap<Member, Use>);

/// What a text does with a member.
#[derive(Clone, Debug, Default)]
pub struct Use {
    /// It is tested.
    pub tested: bool,
    /// How it is written.
    pub writes: Writes,
    /// The constants that are assigned.
    pub values: BTreeSet<i128>,
}

impl Use {
    /// Whether something of the kind of a flag may be proposed of it: atomic operations reach it, or it is tested and only constants are assigned.
    fn is_of_flag(&self) -> bool {
        self.writes.by_address || self.tested && self.writes.constant && !self.writes.computed
    }

    /// Whether threads may be counted by it: what is computed is assigned to it, and it is tested.
    fn is_of_counter(&self) -> bool {
        self.tested && self.writes.computed
    }
}

impl Members {
    /// The address of a place is an operand of what may be an atomic operation, which tests and writes.
    pub fn operand(&mut self, place: &Place) {
        if let Some(usage) = self.usage(place) {
            usage.tested = true;
            usage.writes.by_address = true;
        }
    }

    /// A place is tested.
    pub fn test(&mut self, place: &Place) {
        if let Some(usage) = self.usage(place) {
            usage.tested = true;
        }
    }

    /// A constant, or what is computed, is assigned to a place.
    pub fn assign(&mut self, place: &Place, constant: Option<i128>) {
        if let Some(usage) = self.usage(place) {
            usage.writes.assign(constant);
            usage.values.extend(constant);
        }
    }

    fn usage(&mut self, place: &Place) -> Option<&mut Use> {
        Some(self.0.entry(member(place)?).or_default())
    }

    /// The scalars in static storage that are such members and may be flags, or what these begin with: operands of atomic operations first.
    pub fn flags(&self, program: &Program) -> Vec<(Watched, &Use)> {
        let mut found = self.in_static_storage(program, Use::is_of_flag);
        found.sort_by_key(|(_, usage)| !usage.writes.by_address);
        found
    }

    /// The scalars in static storage that are such members and may count threads.
    pub fn counters(&self, program: &Program) -> Vec<Watched> {
        let found = self.in_static_storage(program, Use::is_of_counter);
        found.into_iter().map(|(variable, _)| variable).collect()
    }

    fn in_static_storage(&self, program: &Program, is_meant: fn(&Use) -> bool) -> Vec<(Watched, &Use)> {
        let mut found = Vec::new();
        if !self.0.values().any(is_meant) {
            return found;
        }
        for (number, variable) in program.globals.iter().enumerate() {
            if !variable.thread_local {
                let global = GlobalId(number as u32);
                self.within(&program.types, variable.ty, is_meant, &mut |offset, ty, usage| {
                    found.push((Watched { global, offset, ty }, usage))
                });
            }
        }
        found
    }

    /// Those within a type, outside of arrays, with their distances.
    fn within<'m>(
        &'m self,
        types: &Types,
        ty: TypeId,
        is_meant: fn(&Use) -> bool,
        found: &mut dyn FnMut(u64, TypeId, &'m Use),
    ) {
        let Some(record) = types.as_record(ty) else { return };
        for (number, field) in (0..).zip(types.fields(record)) {
            if field.bits.is_some() {
                continue;
            }
            let usage = self.0.get(&(record, number)).filter(|usage| is_meant(usage));
            match usage.zip(first_scalar(types, field.ty)) {
                Some((usage, scalar)) => found(field.offset, scalar, usage),
                None => self.within(types, field.ty, is_meant, &mut |offset, ty, usage| {
                    found(field.offset + offset, ty, usage)
                }),
            }
        }
    }
}

/// The number or pointer that a type is or begins with.
fn first_scalar(types: &Types, ty: TypeId) -> Option<TypeId> {
    match types.as_record(ty) {
        Some(record) => first_scalar(
            types,
            types.fields(record).first().filter(|field| field.bits.is_none())?.ty,
        ),
        None => (types.is_integer(ty) || types.is_pointer(ty)).then_some(ty),
    }
}
