//! Berths: places in a row that a variable counts, and bounds that keep it from the next ones, as expressions name them.
//!
//! ```text
//!     &t[i]   &s[i].id   p + i        berth i of the row that begins at t, at s[0].id, where p points to
//!     n   n − 1   16                  a term and a constant
//! ```
//!
//! Both speak of the present values of variables; whoever keeps them forgets them when such a variable is assigned ([`super`]).

use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{BinaryOp, Expr, LocalId, Place, Projection, Root, TypeId};
use crate::semantics::evaluate::{expressions, places};
use crate::semantics::sharing::interference;
use crate::semantics::state::crews::berths::ID;
use crate::semantics::state::{Berth, Berths, Bound, Start, State, Term, Variable};
use crate::semantics::system::{Analysis, Transfer, variables};
use crate::values::{Multiplicity, ObjectId, ObjectKind, Offsets, Scalar, SignedOverflow, Strength};

/// The berth that a pointer leads to.
pub fn berth(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<Berth> {
    match pointer {
        Expr::Cast(operand, ty)
            if variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_every_value(variables::scalar(transfer.analysis.program, *ty)) =>
        {
            berth(transfer, state, operand)
        }
        Expr::Load(place) => state.crews.pointed(variables::frame_variable(transfer, place)?),
        Expr::AddressOf(place, _) => berth_of(transfer, state, place),
        Expr::Binary(BinaryOp::PointerAdd, base, index, ty) => {
            let types = &transfer.analysis.program.types;
            let element = types.pointee(*ty)?;
            let start = start(transfer, state, base)?;
            indexed_berth(transfer, state, start, (index, element))
        }
        _ => None,
    }
}

/// Where berths begin that are counted from a pointer, but for conversions that keep it.
pub fn start_behind_casts(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<(Start, i64)> {
    match pointer {
        Expr::Cast(operand, ty)
            if variables::scalar(transfer.analysis.program, operand.ty())
                .keeps_every_value(variables::scalar(transfer.analysis.program, *ty)) =>
        {
            start_behind_casts(transfer, state, operand)
        }
        _ => start(transfer, state, pointer),
    }
}

/// Where berths begin that are counted from a pointer.
fn start(transfer: &Transfer<'_, '_>, state: &mut State, pointer: &Expr) -> Option<(Start, i64)> {
    if let Expr::AddressOf(place, _) = pointer {
        let variable = transfer.unrecorded(|transfer| variable_at(transfer, state, place))?;
        return Some((Start::Object(variable.object), variable.offset));
    }
    Some((Start::Pointer(term(transfer, state, pointer)?), 0))
}

/// The berth that a place is, or is part of.
pub fn berth_of(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Berth> {
    let mut found = None;
    let mut start = match &place.root {
        Root::Local(local) => {
            let object = transfer
                .analysis
                .local(transfer.unknown.function, *local, transfer.context.thread);
            Some((Start::Object(object), 0_i64))
        }
        Root::Global(global) => Some((
            Start::Object(transfer.analysis.global(*global, transfer.context.thread)),
            0,
        )),
        Root::Deref(pointer) => {
            found = berth(transfer, state, pointer);
            match found {
                Some(_) => None,
                None => Some((Start::Pointer(term(transfer, state, pointer)?), 0)),
            }
        }
    };
    for projection in &place.projections {
        match projection {
            Projection::Field(record, number) => {
                let field = transfer.analysis.program.types.fields(*record).get(*number as usize)?;
                let by = i64::try_from(field.offset).ok()?;
                start = start.and_then(|(start, offset)| Some((start, offset.checked_add(by)?)));
                if let Some(berth) = &mut found {
                    berth.berths.offset = berth.berths.offset.checked_add(by)?;
                }
            }
            Projection::Index(index, element) => {
                found = Some(indexed_berth(transfer, state, start.take()?, (index, *element))?);
            }
        }
    }
    found
}

/// The berth that lies behind a start by an index.
fn indexed_berth(
    transfer: &Transfer<'_, '_>,
    state: &mut State,
    (start, offset): (Start, i64),
    (index, element): (&Expr, TypeId),
) -> Option<Berth> {
    let scale = i64::try_from(transfer.analysis.program.types.size(element)?).ok()?;
    let index = expressions::variable_behind_casts(transfer, state, index)?;
    let berths = Berths { start, offset, scale };
    (scale > 0).then_some(Berth { berths, index })
}

/// Whether a conversion keeps an address, or a number with its order.
pub fn keeps_term(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, to: TypeId) -> bool {
    let types = &transfer.analysis.program.types;
    match types.is_pointer(to) {
        true => variables::scalar(transfer.analysis.program, expr.ty())
            .keeps_every_value(variables::scalar(transfer.analysis.program, to)),
        false => expressions::keeps_number(transfer, state, expr, to),
    }
}

/// What an expression is that names a variable.
fn term(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Term> {
    match expr {
        Expr::Cast(operand, ty) if keeps_term(transfer, state, operand, *ty) => term(transfer, state, operand),
        Expr::Load(place) => match variables::frame_variable(transfer, place) {
            Some(local) => Some(Term::Local(local)),
            None => transfer
                .unrecorded(|transfer| variable_at(transfer, state, place))
                .map(Term::Memory),
        },
        _ => None,
    }
}

/// The variable of the program that a place is, which a pointer leads to only if there is no other one of its name.
pub fn variable_at(transfer: &Transfer<'_, '_>, state: &mut State, place: &Place) -> Option<Variable> {
    let located = places::locate(transfer, state, place)?;
    let variable = Variable::at(&located.addresses, located.size)?;
    let is_certain = !matches!(place.root, Root::Deref(_)) || is_only_one(transfer, state, variable.object);
    (located.bits.is_none() && is_certain && is_of_program(transfer.analysis, variable.object)).then_some(variable)
}

/// Whether an object is the only one of its name in the whole execution, as far as it has any meaning.
pub fn is_only_one(transfer: &Transfer<'_, '_>, state: &State, object: ObjectId) -> bool {
    let is_once = transfer.analysis.objects.multiplicity(object) == Multiplicity::Once;
    (is_once && interference::strength_of_own(transfer, state, object) == Strength::Strong)
        || is_seeded(Bug::PointersToMany)
}

/// The same berths, counted from the object in which they lie, if that is known.
pub fn berths_in_object(transfer: &Transfer<'_, '_>, state: &State, berths: Berths) -> Option<Berths> {
    let Start::Pointer(term) = berths.start else {
        return None;
    };
    let pointer = Scalar::pointer(&transfer.analysis.program.types);
    let value = match term {
        Term::Result => return None,
        Term::Local(local) => {
            let object = transfer
                .analysis
                .local(transfer.unknown.function, local, transfer.context.thread);
            state.frame.get(object)?.read(Offsets::ZERO, pointer)
        }
        Term::Memory(variable) => {
            let contents = interference::peek(transfer, state, variable.object);
            contents.read(Offsets::constant(variable.offset), pointer)
        }
    };
    let target = Variable::at(value.as_addresses(), ID)?;
    let is_certain = is_of_program(transfer.analysis, target.object) && is_only_one(transfer, state, target.object);
    Some(Berths {
        start: Start::Object(target.object),
        offset: berths.offset.checked_add(target.offset)?,
        ..berths
    })
    .filter(|_| is_certain)
}

/// Whether an object is memory of the program, to which nobody outside writes.
pub fn is_of_program(analysis: &Analysis<'_>, object: ObjectId) -> bool {
    match analysis.objects.kind(object) {
        ObjectKind::Global(global) => analysis.program.global(global).defined,
        ObjectKind::Local { .. } | ObjectKind::Heap { .. } => true,
        _ => false,
    }
}

/// The greatest number that an expression may be.
pub fn most(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Bound> {
    let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, expr));
    let plus = i64::try_from(value.as_integer().high()?).ok()?;
    Some(Bound { term: None, plus })
}

/// What an expression is that a variable is compared with: a number that is known, and a term with a constant.
pub fn bounds_by(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Vec<Bound> {
    let number = number(transfer, state, expr).map(|plus| Bound { term: None, plus });
    number.into_iter().chain(bound_by(transfer, state, expr)).collect()
}

/// A number as a term and a constant.
fn bound_by(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<Bound> {
    match expr {
        Expr::Cast(operand, ty) if expressions::keeps_number(transfer, state, operand, *ty) => {
            bound_by(transfer, state, operand)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
            let by = number(transfer, state, right)?;
            let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
            is_exact(transfer, state, left, by, *ty)?;
            bound_by(transfer, state, left)?.moved(by)
        }
        _ => Some(Bound {
            term: Some(term(transfer, state, expr)?),
            plus: 0,
        }),
    }
}

/// A sum of what an expression may be and a constant is a number of a type.
pub fn is_exact(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, by: i64, ty: TypeId) -> Option<()> {
    let Scalar::Integer(sum) = variables::scalar(transfer.analysis.program, ty) else {
        return None;
    };
    let is_assumed = sum.signed && transfer.analysis.settings.signed_overflow == SignedOverflow::Undefined;
    if is_assumed || is_seeded(Bug::IndexWraps) {
        return Some(());
    }
    let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, expr));
    let least = value.as_integer().low()?.checked_add(i128::from(by))?;
    let most = value.as_integer().high()?.checked_add(i128::from(by))?;
    (sum.low() <= least && most <= sum.high()).then_some(())
}

/// A number as what a variable of the running function holds, and so much more.
pub fn number_of_variable(transfer: &Transfer<'_, '_>, state: &mut State, number: &Expr) -> Option<(LocalId, i64)> {
    match number {
        Expr::Load(place) => Some((variables::frame_variable(transfer, place)?, 0)),
        Expr::Cast(operand, ty) if expressions::keeps_value(transfer, state, operand, *ty) => {
            number_of_variable(transfer, state, operand)
        }
        Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), left, right, ty) => {
            let by = self::number(transfer, state, right)?;
            let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
            is_exact(transfer, state, left, by, *ty)?;
            let (variable, plus) = number_of_variable(transfer, state, left)?;
            Some((variable, plus.checked_add(by)?))
        }
        _ => None,
    }
}

/// The number that an expression certainly is.
pub fn number(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<i64> {
    let value = transfer.unrecorded(|transfer| expressions::value(transfer, state, expr));
    value.as_constant().and_then(|number| i64::try_from(number).ok())
}
