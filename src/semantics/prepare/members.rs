//! Members that atomic operations reach through pointers: `atomic_exchange(&lock->taken, 1)` in a function that is given the lock.
//!
//! By the text alone such an operation names no variable. So each variable in static storage that has the member is one that it may
//! mean. As with what is named ([`super::scalars`]), that proposes something, and says nothing of what is true.

use std::collections::BTreeSet;

use super::scalars::Watched;
use crate::ir::{GlobalId, Place, Program, Projection, RecordId, Root, TypeId, Types};

/// Members, by their records and numbers.
#[derive(Default)]
pub struct Members(BTreeSet<(RecordId, u32)>);

impl Members {
    /// The address of a place is an operand.
    pub fn note(&mut self, place: &Place) {
        if let (Root::Deref(_), Some(Projection::Field(record, number))) = (&place.root, place.projections.last()) {
            self.0.insert((*record, *number));
        }
    }

    /// The scalars in static storage that are such members, or what these begin with.
    pub fn in_static_storage(&self, program: &Program) -> Vec<Watched> {
        let mut found = Vec::new();
        if self.0.is_empty() {
            return found;
        }
        for (number, variable) in program.globals.iter().enumerate() {
            if !variable.thread_local {
                let global = GlobalId(number as u32);
                self.within(&program.types, variable.ty, &mut |offset, ty| {
                    found.push(Watched { global, offset, ty })
                });
            }
        }
        found
    }

    /// Those within a type, outside of arrays, with their distances.
    fn within(&self, types: &Types, ty: TypeId, found: &mut dyn FnMut(u64, TypeId)) {
        let Some(record) = types.as_record(ty) else { return };
        for (number, field) in (0..).zip(types.fields(record)) {
            if field.bits.is_some() {
                continue;
            }
            match first_scalar(types, field.ty).filter(|_| self.0.contains(&(record, number))) {
                Some(scalar) => found(field.offset, scalar),
                None => self.within(types, field.ty, &mut |offset, ty| found(field.offset + offset, ty)),
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
