//! Constants: values of expressions that depend on no state, as in the initialisers of variables.

use crate::ir::{BinaryOp, Expr, Place, Projection, Root, TypeId};
use crate::semantics::system::{Analysis, Transfer, variables};
use crate::values::{Addresses, Offsets, Operation, Scalar, Value};

/// The value of a constant expression, which reads no memory.
pub fn constant(transfer: &Transfer<'_, '_>, expr: &Expr) -> Value {
    match expr {
        Expr::Integer(number, _) => Value::constant(*number),
        Expr::Float(..) => Value::ANY_NUMBER,
        Expr::AddressOf(place, _) => constant_address(transfer, place),
        Expr::Function(function, _) => Value::address(transfer.analysis.function_object(*function), 0),
        Expr::String(..) => Value::addresses(Addresses::of(transfer.analysis.strings(), Offsets::ANY)),
        Expr::Unary(op, operand, ty) => constant(transfer, operand).unary(
            *op,
            variables::scalar(transfer.analysis.program, *ty),
            transfer.analysis.settings.signed_overflow,
        ),
        Expr::Binary(op, left, right, ty) => {
            let operation = operation(transfer.analysis, *op, left.ty(), *ty);
            constant(transfer, left).binary(&constant(transfer, right), &operation, &transfer.analysis.objects)
        }
        Expr::Cast(operand, ty) => constant(transfer, operand).cast(
            variables::scalar(transfer.analysis.program, operand.ty()),
            variables::scalar(transfer.analysis.program, *ty),
        ),
        Expr::Load(_) | Expr::Unknown(_) => {
            Value::top(variables::scalar(transfer.analysis.program, expr.ty()), transfer.at)
        }
    }
}

fn constant_address(transfer: &Transfer<'_, '_>, place: &Place) -> Value {
    let types = &transfer.analysis.program.types;
    let bits = Scalar::pointer(types).bits();
    let root = match &place.root {
        Root::Global(global) => Value::address(transfer.analysis.global(*global, transfer.context.thread), 0),
        Root::Deref(pointer) => constant(transfer, pointer),
        Root::Local(_) => return Value::unknown(place.at),
    };
    place
        .projections
        .iter()
        .fold(root, |value, projection| match projection {
            Projection::Field(record, number) => {
                let offset = types
                    .fields(*record)
                    .get(*number as usize)
                    .map_or(0, |field| field.offset);
                value.field(offset as i64, bits)
            }
            Projection::Index(index, element) => {
                let size = types.size(*element).unwrap_or(1);
                value.element(&constant(transfer, index), size as i64, bits)
            }
        })
}

/// An operator with its types, at the place that is evaluated.
pub fn operation(analysis: &Analysis<'_>, op: BinaryOp, operand: TypeId, result: TypeId) -> Operation {
    let types = &analysis.program.types;
    let element = types
        .pointee(operand)
        .and_then(|pointee| types.size(pointee))
        .unwrap_or(1);
    Operation {
        op,
        operands: variables::scalar(analysis.program, operand),
        result: variables::scalar(analysis.program, result),
        element: element as i64,
        overflow: analysis.settings.signed_overflow,
    }
}
