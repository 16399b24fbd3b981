//! What callers pass to an entry point, and what they are given by it.
//!
//! | parameter | argument |
//! | --- | --- |
//! | a number | any one |
//! | a pointer to an object of a struct or union type, to void, to a function, or to what is not defined here | null; memory of the callers of that type, which other calls may have, too; what the program handed out |
//! | a pointer to numbers, characters or pointers | null; memory that the call alone has, any number of elements, in which pointers are what they would be as arguments (or like the others: `open-arguments`) |
//! | a struct or union | its members |
//!
//! Callers are given what an entry point returns, and the pointers in memory that it was lent. The program hands out also what it passes to functions of
//! which nothing is known, and what it stores in memory of the callers (`src/semantics/outside/given.rs`).

use super::Scalars;
use super::bodies::{Writer, declare};
use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, RecordKind, Root, Terminator, TypeId, TypeKind};

/// Gives any value of a type; pointers lead to memory of callers, or to what was handed out.
const GIVES: &str = "__pepsin_caller_gives";
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

/// A variable with what callers pass as a value of a type; what they lend for it is noted.
pub(super) fn pass(writer: &mut Writer<'_>, ty: TypeId, scalars: Scalars, lent: &mut Vec<Lent>) -> LocalId {
    let argument = writer.variable(ty);
    let place = writer.place(argument);
    match writer.program.types.kind(ty) {
        TypeKind::Record(_) => {
            let mut left = MOST_MEMBERS;
            fill(writer, &place, &mut left);
        }
        TypeKind::Pointer(pointee) if scalars == Scalars::Own && is_of_scalars(writer, *pointee) => {
            let element = element(writer, *pointee);
            lend(writer, argument, element);
            lent.push(Lent { argument, element });
        }
        _ => give(writer, place, ty),
    }
    argument
}

/// What callers take when a call has returned: pointers among its result, and in what they lent.
pub(super) fn take(writer: &mut Writer<'_>, result: Option<LocalId>, lent: &[Lent]) {
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
            let any = any_element(writer, *argument, *element);
            hand(writer, any);
            writer.go_to(behind);
        }
    }
}

/// Numbers or addresses, for the arguments of a variadic function behind its parameters.
pub(super) fn pass_anything(writer: &mut Writer<'_>, ty: TypeId) -> LocalId {
    let argument = writer.variable(ty);
    let void = writer.program.types.intern(TypeKind::Void);
    let pointer = writer.program.types.intern(TypeKind::Pointer(void));
    let address = writer.variable(pointer);
    let place = writer.place(address);
    give(writer, place, pointer);
    let cast = Expr::Cast(Box::new(writer.value(address)), ty);
    let place = writer.place(argument);
    writer.assign(place.clone(), cast);
    writer.perhaps(|writer| give(writer, place, ty));
    argument
}

fn give(writer: &mut Writer<'_>, to: Place, ty: TypeId) {
    let plain = plain(writer, ty);
    let gives = declare(writer.program, GIVES, plain, Vec::new());
    writer.call(Some(to), gives, Vec::new());
}

/// Null, or memory of any size that nobody else has.
fn lend(writer: &mut Writer<'_>, argument: LocalId, element: TypeId) {
    let place = writer.place(argument);
    let ty = plain(writer, place.ty);
    writer.assign(place.clone(), Expr::Integer(0, ty));
    writer.perhaps(|writer| {
        let lends = declare(writer.program, LENDS, ty, Vec::new());
        writer.call(Some(place), lends, Vec::new());
        if writer.program.types.is_pointer(element) {
            let to = any_element(writer, argument, element);
            give(writer, to, element);
        }
    });
}

/// One of the elements where an argument points.
fn any_element(writer: &mut Writer<'_>, argument: LocalId, element: TypeId) -> Place {
    let long = writer.number(8);
    let index = writer.variable(long);
    let to = writer.place(index);
    give(writer, to, long);
    let pointer = writer.program.types.intern(TypeKind::Pointer(element));
    let base = Expr::Cast(Box::new(writer.value(argument)), pointer);
    let address = Expr::Binary(BinaryOp::PointerAdd, Box::new(base), Box::new(writer.value(index)), pointer);
    Place {
        root: Root::Deref(Box::new(address)),
        projections: Vec::new(),
        ty: element,
        at: writer.at,
    }
}

/// Gives the members of a struct their values. What has more than some, or is a union, is not known.
fn fill(writer: &mut Writer<'_>, place: &Place, left: &mut u64) {
    match parts(writer, place, left) {
        Some(parts) => parts.iter().for_each(|part| fill(writer, part, left)),
        None if is_whole(writer, place.ty) => writer.assign(place.clone(), Expr::Unknown(place.ty)),
        None => give(writer, place.clone(), place.ty),
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
            let named = fields.enumerate().filter(|(_, field)| !field.bits.is_some_and(|bits| bits.width == 0));
            Some(named.map(|(number, field)| part(Projection::Field(*record, number as u32), field.ty)).collect())
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
