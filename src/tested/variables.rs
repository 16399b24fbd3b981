//! What values flow through: variables and fields by their names, and memory by what it holds.
//!
//! A place is called by the last field on the way to it, or else by its variable; members of a union have one more name in common. A place
//! behind a pointer has no name, so it may be any one whose address was taken and that holds the same, a pointer or a number.
//!
//! Where bytes may be looked at as another type than they were written as ([`super::bytes`]), a name is one of many.

use std::collections::BTreeSet;

use super::{Evidence, bytes};
use crate::ir::{
    Expr, FunctionId, GlobalId, LocalId, Place, Program, Projection, RecordId, RecordKind, Root, TypeId, TypeKind,
};

/// What values flow through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    Local(FunctionId, LocalId),
    Global(GlobalId),
    /// The field of all records of a type.
    Field(RecordId, u32),
    /// All members of the unions of a type.
    Union(RecordId),
    /// All that is written to memory through pointers without a name.
    ThroughPointer(Held),
    /// All that is written to memory.
    Memory(Held),
    /// What a function of the program returns.
    Result(FunctionId),
    /// What functions return that are called through pointers, or by the library.
    AnyResult,
    /// What functions get that are called through pointers.
    AnyParameter,
    /// What a call of a function without body passes on, by a number.
    Passed(u32),
    /// What the library keeps of what it is given, for later calls.
    Kept,
    /// What decides which way the program goes, and what it works on.
    Decision,
}

/// What memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    Pointer,
    Number,
}

/// Where it is not known what.
pub const ANYTHING: [Held; 2] = [Held::Pointer, Held::Number];

/// A variable, and how evident it is that a value comes from there, or goes there.
pub type Way = (Variable, Evidence);

/// What is read and written where a pointer points to.
#[derive(Default)]
pub struct Behind {
    pub read: Vec<Way>,
    pub written: Vec<Way>,
}

/// How places of a program are called.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// The records whose bytes may be looked at as others.
    shared: BTreeSet<RecordId>,
    /// Whether the bytes of pointers may be looked at as numbers.
    pub mixes: bool,
}

impl Variables {
    /// How the places of a program are called.
    pub fn of(program: &Program) -> Self {
        Variables {
            shared: bytes::shared_records(program),
            mixes: bytes::mixes(program),
        }
    }

    /// The variables that a read of a place takes its value from.
    pub fn read(&self, program: &Program, function: FunctionId, place: &Place) -> Vec<Way> {
        let Some(name) = name(function, place) else {
            let held = held_behind(program, place).into_iter();
            return held.map(|held| (Variable::Memory(held), Evidence::Held)).collect();
        };
        let mut ways = Self::named(program, name, place);
        if !is_private(program, name) {
            ways.push((Variable::ThroughPointer(held(program, place.ty)), Evidence::Held));
        }
        if self.is_shared(program, name, place) {
            ways.extend(ANYTHING.map(|held| (Variable::Memory(held), Evidence::Possible)));
        }
        ways
    }

    /// The variables that a write to a place gives a value.
    pub fn written(&self, program: &Program, function: FunctionId, place: &Place) -> Vec<Way> {
        let Some(name) = name(function, place) else {
            let held = held_behind(program, place).into_iter();
            let both = |held| [Variable::ThroughPointer(held), Variable::Memory(held)];
            return held.flat_map(both).map(|way| (way, Evidence::Held)).collect();
        };
        let mut ways = Self::named(program, name, place);
        if !is_private(program, name) {
            ways.push((Variable::Memory(held(program, place.ty)), Evidence::Held));
        }
        if self.is_shared(program, name, place) {
            ways.extend(ANYTHING.map(|held| (Variable::Memory(held), Evidence::Possible)));
            ways.extend(ANYTHING.map(|held| (Variable::ThroughPointer(held), Evidence::Possible)));
        }
        ways
    }

    /// What is read and written by a function that is given a pointer: the variable as a whole, with its fields; behind other pointers,
    /// memory as far as the type tells, and bytes may be anything's.
    pub fn behind(&self, program: &Program, function: FunctionId, argument: &Expr) -> Behind {
        let mut behind = Behind::default();
        let argument = without_casts(argument);
        match argument {
            Expr::AddressOf(place, _) if name(function, place).is_some() => {
                behind.read = self.read(program, function, place);
                behind.written = self.written(program, function, place);
                let fields = fields(program, place.ty);
                behind.read.extend(&fields);
                behind.written.extend(fields);
                for held in kinds(program, place.ty) {
                    behind.read.push((Variable::ThroughPointer(held), Evidence::Held));
                    behind.written.push((Variable::Memory(held), Evidence::Held));
                }
            }
            _ => {
                let Some(pointee) = program.types.pointee(argument.ty()) else {
                    return behind;
                };
                let evidence = match program.types.kind(pointee) {
                    TypeKind::Void | TypeKind::Integer { size: 1, .. } => Evidence::Possible,
                    _ => Evidence::Held,
                };
                for held in kinds(program, pointee) {
                    behind.read.push((Variable::Memory(held), evidence));
                    behind.written.push((Variable::Memory(held), evidence));
                    behind.written.push((Variable::ThroughPointer(held), evidence));
                }
            }
        }
        behind
    }

    /// What a result is written to: the place, and the fields of a record.
    pub fn written_whole(&self, program: &Program, function: FunctionId, place: &Place) -> Vec<Way> {
        let mut ways = self.written(program, function, place);
        ways.extend(fields(program, place.ty));
        ways
    }

    /// The name of a place, and those of the unions on the way to it.
    fn named(program: &Program, name: Variable, place: &Place) -> Vec<Way> {
        let names = std::iter::once(name).chain(unions(program, place));
        names.map(|name| (name, Evidence::Named)).collect()
    }

    /// Whether a place may be looked at as another one with a name.
    fn is_shared(&self, program: &Program, name: Variable, place: &Place) -> bool {
        let is_field = matches!(name, Variable::Field(record, _) if self.shared.contains(&record));
        is_field || unions(program, place).next().is_some()
    }
}

/// What a place is called: the last field on the way to it, or else the variable.
fn name(function: FunctionId, place: &Place) -> Option<Variable> {
    let field = place.projections.iter().rev().find_map(|projection| match projection {
        Projection::Field(record, number) => Some(Variable::Field(*record, *number)),
        Projection::Index(..) => None,
    });
    field.or(match place.root {
        Root::Local(local) => Some(Variable::Local(function, local)),
        Root::Global(global) => Some(Variable::Global(global)),
        Root::Deref(_) => None,
    })
}

/// The unions on the way to a place.
fn unions<'a>(program: &'a Program, place: &'a Place) -> impl Iterator<Item = Variable> + 'a {
    place.projections.iter().filter_map(|projection| match projection {
        Projection::Field(record, _) => is_union(program, *record).then_some(Variable::Union(*record)),
        Projection::Index(..) => None,
    })
}

pub fn is_union(program: &Program, record: RecordId) -> bool {
    program.types.record(record).kind == RecordKind::Union
}

/// Whether no pointer leads to a variable.
fn is_private(program: &Program, variable: Variable) -> bool {
    let Variable::Local(function, local) = variable else {
        return false;
    };
    let body = program.function(function).body.as_ref();
    let declared = body.and_then(|body| body.locals.get(local.0 as usize));
    declared.is_some_and(|declared| !declared.address_taken)
}

/// What values of a type are; a record counts as a number.
pub fn held(program: &Program, ty: TypeId) -> Held {
    match program.types.is_pointer(ty) {
        true => Held::Pointer,
        false => Held::Number,
    }
}

/// What memory of a type holds.
pub fn kinds(program: &Program, ty: TypeId) -> Vec<Held> {
    match program.types.kind(ty) {
        TypeKind::Void => ANYTHING.to_vec(),
        TypeKind::Pointer(_) => vec![Held::Pointer],
        TypeKind::Array(element, _) => kinds(program, *element),
        TypeKind::Record(record) => {
            let fields = program.types.fields(*record).iter();
            let held: BTreeSet<Held> = fields.flat_map(|field| kinds(program, field.ty)).collect();
            held.into_iter().collect()
        }
        _ => vec![Held::Number],
    }
}

/// What may be behind a pointer that is followed: the type of the place, and of what it is made from by conversion.
fn held_behind(program: &Program, place: &Place) -> Vec<Held> {
    let mut all = BTreeSet::from([held(program, place.ty)]);
    if let Root::Deref(pointer) = &place.root
        && let Some(origin) = converted(pointer)
        && let Some(pointee) = program.types.pointee(origin.ty())
        && !matches!(program.types.kind(pointee), TypeKind::Void)
    {
        all.extend(kinds(program, pointee));
    }
    all.into_iter().collect()
}

/// The pointer of which another one is made, perhaps with a distance.
fn converted(pointer: &Expr) -> Option<&Expr> {
    match pointer {
        Expr::Cast(..) => Some(without_casts(pointer)),
        Expr::Binary(_, left, ..) => converted(left),
        _ => None,
    }
}

/// What is converted in the end.
pub fn without_casts(argument: &Expr) -> &Expr {
    match argument {
        Expr::Cast(operand, _) => without_casts(operand),
        _ => argument,
    }
}

/// The fields of a record, of those within it, and of the elements of an array.
fn fields(program: &Program, ty: TypeId) -> Vec<Way> {
    let mut fields = BTreeSet::new();
    add_fields(program, ty, &mut fields);
    fields.into_iter().map(|field| (field, Evidence::Named)).collect()
}

fn add_fields(program: &Program, ty: TypeId, fields: &mut BTreeSet<Variable>) {
    match program.types.kind(ty) {
        TypeKind::Array(element, _) => add_fields(program, *element, fields),
        TypeKind::Record(record) => {
            if is_union(program, *record) {
                fields.insert(Variable::Union(*record));
            }
            for (number, field) in program.types.fields(*record).iter().enumerate() {
                fields.insert(Variable::Field(*record, number as u32));
                add_fields(program, field.ty, fields);
            }
        }
        _ => {}
    }
}
