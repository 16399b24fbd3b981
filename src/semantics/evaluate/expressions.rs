//! Expressions: the abstract value of each, given a state. Reading shared memory brings the state's view up to date.

use crate::ir::{BinaryOp, Expr, LocalId, TypeId};
use crate::semantics::state::State;
use crate::semantics::system::{Transfer, Undefined, constants, variables};
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::evaluate::{loads, numbers, places};
use crate::values::{Addresses, IntegerType, Offsets, Scalar, Value};

/// The value of a scalar expression; bottom if its evaluation cannot go on.
pub fn value(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Value {
    match expr {
        Expr::Integer(number, _) => Value::constant(*number),
        Expr::Float(..) => Value::ANY_NUMBER,
        Expr::Load(place) => loads::load(transfer, state, place),
        Expr::AddressOf(place, _) => places::address_of(transfer, state, place),
        Expr::Function(function, _) => Value::address(transfer.analysis.function_object(*function), 0),
        Expr::String(..) => Value::addresses(Addresses::of(transfer.analysis.strings(), Offsets::ANY)),
        Expr::Unary(op, operand, ty) => {
            let value = value(transfer, state, operand);
            value.unary(
                *op,
                variables::scalar(transfer.analysis.program, *ty),
                transfer.analysis.settings.signed_overflow,
            )
        }
        Expr::Binary(op, left, right, ty) => {
            let left_value = value(transfer, state, left);
            let right_value = value(transfer, state, right);
            if left_value == Value::NOTHING || right_value == Value::NOTHING {
                return Value::NOTHING;
            }
            let operation = constants::operation(transfer.analysis, *op, left.ty(), *ty);
            let result = left_value.binary(&right_value, &operation, &transfer.analysis.objects);
            if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) {
                note_division(transfer, right, result != Value::NOTHING);
            }
            result
        }
        Expr::Cast(operand, ty) => {
            let value = value(transfer, state, operand);
            let [from, to] = [operand.ty(), *ty].map(|ty| variables::scalar(transfer.analysis.program, ty));
            let cast = value.cast(from, to);
            match (from, to) {
                (Scalar::Integer(_), Scalar::Pointer { .. }) => numbers::as_pointer(transfer.analysis, cast),
                _ => cast,
            }
        }
        Expr::Unknown(ty) => Value::top(variables::scalar(transfer.analysis.program, *ty), transfer.at),
    }
}

/// Notes whether a division has a result. Who divides by a constant zero wants the process to end.
fn note_division(transfer: &Transfer<'_, '_>, divisor: &Expr, has_result: bool) {
    if divisor.as_number().is_some() || is_seeded(Bug::DivisionByZeroIsDead) {
        return;
    }
    transfer.record(|recorder, at| {
        let mut first = None;
        divisor.expressions(&mut |part| first = first.or(part.place().map(|place| place.at)));
        recorder.undefined_unless(first.unwrap_or(at), Undefined::DivisionByZero, has_result);
    });
}

/// Whether a conversion to a type keeps the value of an expression: because the type has all that it may be, or because it
/// has what it is here. Nothing else is looked through by those who ask where a value comes from.
pub fn keeps_value(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, to: TypeId) -> bool {
    let (from, to) = (
        variables::scalar(transfer.analysis.program, expr.ty()),
        variables::scalar(transfer.analysis.program, to),
    );
    if from.keeps_every_value(to) || is_seeded(Bug::AnyConversion) {
        return true;
    }
    let (Scalar::Integer(_), Scalar::Integer(target)) = (from, to) else {
        return false;
    };
    fits(transfer, state, expr, target)
}

/// Whether a conversion keeps the number that an expression is: not just its bits, but also which numbers it is less than.
pub fn keeps_number(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, to: TypeId) -> bool {
    let from = variables::scalar(transfer.analysis.program, expr.ty());
    let to = variables::scalar(transfer.analysis.program, to);
    let (Scalar::Integer(source), Scalar::Integer(target)) = (from, to) else {
        return false;
    };
    let is_kept = target.low() <= source.low() && source.high() <= target.high();
    is_kept || is_seeded(Bug::OrderOfBits) && from.keeps_every_value(to) || fits(transfer, state, expr, target)
}

/// Whether all that an expression may be are numbers of a type.
pub fn fits(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, target: IntegerType) -> bool {
    let value = value(transfer, state, expr);
    let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
    let bounds = (value.as_integer().low(), value.as_integer().high());
    is_number && matches!(bounds, (Some(low), Some(high)) if target.low() <= low && high <= target.high())
}

/// Whether a conversion of an expression to a type is looked through.
type Keeps = fn(&Transfer<'_, '_>, &mut State, &Expr, TypeId) -> bool;

/// The variable of which an expression is the number, but for conversions that keep it.
pub fn number_behind_casts(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<LocalId> {
    behind_casts(transfer, state, expr, keeps_number)
}

/// The variable that an expression is, but for conversions that keep its value.
pub fn variable_behind_casts(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr) -> Option<LocalId> {
    behind_casts(transfer, state, expr, keeps_value)
}

fn behind_casts(transfer: &Transfer<'_, '_>, state: &mut State, expr: &Expr, keeps: Keeps) -> Option<LocalId> {
    match expr {
        Expr::Load(place) => variables::frame_variable(transfer, place),
        Expr::Cast(operand, ty) if keeps(transfer, state, operand, *ty) => {
            behind_casts(transfer, state, operand, keeps)
        }
        _ => None,
    }
}
