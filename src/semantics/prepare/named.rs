//! Scalars as the text names them: variables in static storage, and members of what pointers lead to, each of which may mean any record of its type
//! that lies there.

use super::scalars::Watched;
use crate::ir::{Expr, GlobalId, Place, Program, Projection, RecordId, Root, TypeId, Types};

/// A scalar as the text names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// It lies in static storage.
    Variable(Watched),
    /// A member of what a pointer leads to.
    Member(RecordId, u32, TypeId),
}

impl Named {
    /// How a place names a scalar.
    pub fn of(types: &Types, place: &Place) -> Option<Named> {
        if !types.is_integer(place.ty) {
            return None;
        }
        let fields = place.projections.iter().map(|part| match part {
            Projection::Field(record, number) => {
                let field = types.fields(*record).get(*number as usize)?;
                field.bits.is_none().then_some((*record, *number, field.offset))
            }
            Projection::Index(..) => None,
        });
        let fields: Vec<(RecordId, u32, u64)> = fields.collect::<Option<_>>()?;
        match &place.root {
            Root::Global(global) => Some(Named::Variable(Watched {
                global: *global,
                offset: fields.iter().map(|field| field.2).sum(),
                ty: place.ty,
            })),
            Root::Deref(_) => fields
                .last()
                .map(|(record, number, _)| Named::Member(*record, *number, place.ty)),
            Root::Local(_) => None,
        }
    }

    /// The variables that a name may mean.
    pub fn variables(self, program: &Program) -> impl Iterator<Item = Watched> {
        let found = match self {
            Named::Variable(variable) => vec![variable],
            Named::Member(record, number, ty) => {
                let places = places_of(program, record).into_iter();
                places.map(|place| member(program, record, place, number, ty)).collect()
            }
        };
        found.into_iter()
    }
}

/// The variables that two names mean at once: in each record in static storage, if they are members.
pub fn resolved(program: &Program, count: Named, flag: Named) -> Vec<(Watched, Watched)> {
    match (count, flag) {
        (Named::Variable(count), Named::Variable(flag)) => vec![(count, flag)],
        (Named::Member(record, count, count_ty), Named::Member(other, flag, flag_ty)) if record == other => {
            let member = |(global, base), number, ty| member(program, record, (global, base), number, ty);
            let places = places_of(program, record).into_iter();
            places
                .map(|place| (member(place, count, count_ty), member(place, flag, flag_ty)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn member(program: &Program, record: RecordId, (global, base): (GlobalId, u64), number: u32, ty: TypeId) -> Watched {
    let offset = base + program.types.fields(record)[number as usize].offset;
    Watched { global, offset, ty }
}

/// Where records of a type lie in static storage.
pub fn places_of(program: &Program, record: RecordId) -> Vec<(GlobalId, u64)> {
    let globals = (0..).map(GlobalId).zip(&program.globals);
    let records = globals.filter(|(_, variable)| !variable.thread_local);
    let places = records.flat_map(|(global, variable)| {
        let bases = occurrences(&program.types, variable.ty, record);
        bases.into_iter().map(move |base| (global, base))
    });
    places.collect()
}

/// Where records of a type lie in one of another type, outside of arrays.
fn occurrences(types: &Types, ty: TypeId, record: RecordId) -> Vec<u64> {
    match types.as_record(ty) {
        Some(found) if found == record => vec![0],
        Some(around) => {
            let fields = types.fields(around).iter().filter(|field| field.bits.is_none());
            fields
                .flat_map(|field| {
                    let inside = occurrences(types, field.ty, record);
                    inside.into_iter().map(move |offset| field.offset + offset)
                })
                .collect()
        }
        None => Vec::new(),
    }
}

/// The place that is read where a value is nothing but that.
pub fn loaded(value: &Expr) -> Option<&Place> {
    match value {
        Expr::Load(place) => Some(place),
        Expr::Cast(operand, _) => loaded(operand),
        _ => None,
    }
}
