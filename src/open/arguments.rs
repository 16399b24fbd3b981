//! What callers pass to an entry point, and what they are given by it.
//!
//! | parameter | argument |
//! | --- | --- |
//! | a number | any one |
//! | a pointer to an object of a struct or union type, to void, to a function, or to what is not defined here | null; memory of the callers of that type, which other calls may have, too; what the program handed out |
//! | the same of a struct or union type of which an entry point hands out objects | null, or what was handed out (or also memory of the callers: `open-objects`) |
//! | a pointer to numbers, characters or pointers | null; memory that the call alone has, any number of elements, in which pointers are what they would be as arguments (or like the others: `open-arguments`) |
//! | a struct or union | its members |
//!
//! Callers are given what an entry point returns, and the pointers in memory that it was lent. The program hands out also what it passes to functions of
//! which nothing is known, and what it stores in memory of the callers (`src/semantics/outside/given.rs`).

use super::bodies::{Writer, declare};
use crate::ir::{
    BinaryOp, EntryPoint, Expr, LocalId, Place, Program, Projection, RecordKind, Root, Terminator, TypeId, TypeKind,
};
use std::collections::BTreeSet;

/// Gives any value of a type; pointers lead to memory of callers, or to what was handed out.
const GIVES: &str = "__pepsin_caller_gives";
/// The same, of what was handed out only.
const GIVES_BACK: &str = "__pepsin_caller_gives_back";
/// Lends memory that nobody else has.
const LENDS: &str = "__pepsin_caller_lends";
/// Takes a pointer, which any caller may pass from then on.
const TAKES: &str = "__pepsin_caller_takes";

/// More members of a struct that is passed by value are not told apart.
const MOST_MEMBERS: u64 = 64;

/// Memory that was lent for a call: the argument that points there, and the type of its elements.
pub(super) struct Lent {
    argument: LocalId,
    element: TypeId,
}

/// What is declared of the memory that arguments lead to.
pub(super) struct Memory {
    /// Whose memory of numbers, characters and pointers is.
    pub(super) scalars: Scalars,
    /// The types of objects that only the program makes.
    pub(super) made_here: BTreeSet<TypeId>,
}

/// Whose the memory is that callers pass pointers to numbers and characters to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalars {
    /// The call's own.
    Own,
    /// Anybody's.
    Shared,
}

/// The types of objects that entry points hand out: structs and unions to which one returns a pointer, or stores one where a parameter points.
pub(super) fn handed_out(program: &Program, entries: &[EntryPoint]) -> BTreeSet<TypeId> {
    let types = &program.types;
    let functions = entries
        .iter()
        .filter_map(|entry| match types.kind(program.function(entry.function).ty) {
            TypeKind::Function(ty) => Some(ty),
            _ => None,
        });
    let records = functions.flat_map(|ty| {
        let stored = ty.parameters.iter().filter_map(|parameter| types.pointee(*parameter));
        stored.chain([ty.result]).filter_map(|pointer| types.pointee(pointer))
    });
    records.filter(|ty| types.as_record(*ty).is_some()).collect()
}

/// A variable with what callers pass as a value of a type; what they lend for it is noted.
pub(super) fn pass(writer: &mut Writer<'_>, ty: TypeId, memory: &Memory, lent: &mut Vec<Lent>) -> LocalId {
    let argument = writer.variable(ty);
    let place = writer.place(argument);
    match writer.program.types.kind(ty) {
        TypeKind::Record(_) => {
            let mut left = MOST_MEMBERS;
            fill(writer, memory, &place, &mut left);
        }
        TypeKind::Pointer(pointee) if memory.scalars == Scalars::Own && is_of_scalars(writer, *pointee) => {
            let element = element(writer, *pointee);
            lend(writer, memory, argument, element);
            lent.push(Lent { argument, element });
        }
        _ => give(writer, memory, place, ty),
    }
    argument
}

/// What callers take when a call has returned: pointers among its result, and in what they lent.
pub(super) fn take(writer: &mut Writer<'_>, memory: &Memory, result: Option<LocalId>, lent: &[Lent]) {
    if let Some(result) = result {
        let place = writer.place(result);
        let mut left = MOST_MEMBERS;
        take_pointers(writer, &place, &mut left);
    }
    for Lent { argument, element } in lent {
        if writer.program.types.is_pointer(*element) {
            let present = writer.reserve();
            let behind = writer.reserve();
            // Memory is lent, or there is none.
            let condition = writer.value(*argument);
            let branch = Terminator::Branch {
                condition,
                then: present,
                otherwise: behind,
            };
            writer.end(branch, present);
            let any = any_element(writer, memory, *argument, *element);
            hand(writer, any);
            writer.go_to(behind);
        }
    }
}

/// Numbers or addresses, for the arguments of a variadic function behind its parameters.
pub(super) fn pass_anything(writer: &mut Writer<'_>, memory: &Memory, ty: TypeId) -> LocalId {
    let argument = writer.variable(ty);
    let void = writer.program.types.intern(TypeKind::Void);
    let pointer = writer.program.types.intern(TypeKind::Pointer(void));
    let address = writer.variable(pointer);
    let place = writer.place(address);
    give(writer, memory, place, pointer);
    let cast = Expr::Cast(Box::new(writer.value(address)), ty);
    let place = writer.place(argument);
    writer.assign(place.clone(), cast);
    writer.perhaps(|writer| give(writer, memory, place, ty));
    argument
}

fn give(writer: &mut Writer<'_>, memory: &Memory, to: Place, ty: TypeId) {
    let plain = plain(writer, ty);
    let pointee = writer.program.types.pointee(plain);
    let is_made_here = pointee.is_some_and(|pointee| memory.made_here.contains(&pointee));
    let name = if is_made_here { GIVES_BACK } else { GIVES };
    let gives = declare(writer.program, name, plain, Vec::new());
    writer.call(Some(to), gives, Vec::new());
}

/// Null, or memory of any size that nobody else has.
fn lend(writer: &mut Writer<'_>, memory: &Memory, argument: LocalId, element: TypeId) {
    let place = writer.place(argument);
    let ty = plain(writer, place.ty);
    writer.assign(place.clone(), Expr::Integer(0, ty));
    writer.perhaps(|writer| {
        let lends = declare(writer.program, LENDS, ty, Vec::new());
        writer.call(Some(place), lends, Vec::new());
        if writer.program.types.is_pointer(element) {
            let to = any_element(writer, memory, argument, element);
            give(writer, memory, to, element);
        }
    });
}

/// One of the elements where an argument points.
fn any_element(writer: &mut Writer<'_>, memory: &Memory, argument: LocalId, element: TypeId) -> Place {
    let long = writer.number(8);
    let index = writer.variable(long);
    let to = writer.place(index);
    give(writer, memory, to, long);
    let pointer = writer.program.types.intern(TypeKind::Pointer(element));
    let base = Expr::Cast(Box::new(writer.value(argument)), pointer);
    let address = Expr::Binary(
        BinaryOp::PointerAdd,
        Box::new(base),
        Box::new(writer.value(index)),
        pointer,
    );
    Place {
        root: Root::Deref(Box::new(address)),
        projections: Vec::new(),
        ty: element,
        at: writer.at,
    }
}

/// Gives the members of a struct their values. What has more than some, or is a union, is not known.
fn fill(writer: &mut Writer<'_>, memory: &Memory, place: &Place, left: &mut u64) {
    match parts(writer, place, left) {
        Some(parts) => parts.iter().for_each(|part| fill(writer, memory, part, left)),
        None if is_whole(writer, place.ty) => writer.assign(place.clone(), Expr::Unknown(place.ty)),
        None => give(writer, memory, place.clone(), place.ty),
    }
}

fn take_pointers(writer: &mut Writer<'_>, place: &Place, left: &mut u64) {
    match parts(writer, place, left) {
        Some(parts) => parts.iter().for_each(|part| take_pointers(writer, part, left)),
        None if writer.program.types.is_pointer(place.ty) => hand(writer, place.clone()),
        None => {}
    }
}

fn hand(writer: &mut Writer<'_>, from: Place) {
    let void = writer.program.types.intern(TypeKind::Void);
    let ty = plain(writer, from.ty);
    let takes = declare(writer.program, TAKES, void, vec![ty]);
    writer.call(None, takes, vec![Expr::Load(Box::new(from))]);
}

/// The members of a struct, or the elements of an array; nothing if it is neither, or has too many.
fn parts(writer: &Writer<'_>, place: &Place, left: &mut u64) -> Option<Vec<Place>> {
    let types = &writer.program.types;
    let part = |projection: Projection, ty: TypeId| {
        let mut projections = place.projections.clone();
        projections.push(projection);
        Place {
            projections,
            ty,
            ..place.clone()
        }
    };
    match types.kind(place.ty) {
        TypeKind::Record(record) if types.record(*record).kind == RecordKind::Struct => {
            let fields = types.fields(*record).iter();
            *left = left.checked_sub(fields.len() as u64)?;
            let named = fields
                .enumerate()
                .filter(|(_, field)| field.bits.is_none_or(|bits| bits.width != 0));
            Some(
                named
                    .map(|(number, field)| part(Projection::Field(*record, number as u32), field.ty))
                    .collect(),
            )
        }
        TypeKind::Array(element, Some(count)) => {
            *left = left.checked_sub(*count)?;
            let long = types.find_integer(8)?;
            let index = |number: u64| Projection::Index(Box::new(Expr::Integer(i128::from(number), long)), *element);
            Some((0..*count).map(|number| part(index(number), *element)).collect())
        }
        _ => None,
    }
}

/// Whether a type is one of which values are not given part by part.
fn is_whole(writer: &Writer<'_>, ty: TypeId) -> bool {
    matches!(writer.program.types.kind(ty), TypeKind::Record(_) | TypeKind::Array(..))
}

/// The element of an array, however often nested.
fn element(writer: &Writer<'_>, mut ty: TypeId) -> TypeId {
    while let TypeKind::Array(element, _) = writer.program.types.kind(ty) {
        ty = *element;
    }
    ty
}

/// Whether memory of a type consists of numbers, characters or pointers.
fn is_of_scalars(writer: &Writer<'_>, ty: TypeId) -> bool {
    let kind = writer.program.types.kind(element(writer, ty));
    matches!(
        kind,
        TypeKind::Bool | TypeKind::Integer { .. } | TypeKind::Float { .. } | TypeKind::Pointer(_)
    )
}

/// A type without qualifiers.
fn plain(writer: &mut Writer<'_>, ty: TypeId) -> TypeId {
    let kind = writer.program.types.kind(ty).clone();
    writer.program.types.intern(kind)
}
