//! Expressions: the abstract value of each, given a state. Reading shared memory brings the state's view up to date.

use crate::ir::{BinaryOp, Expr, Place, Projection, Root, TypeId};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use pepsin_lattice::Bottom;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::values::{Addresses, Offsets, Operation, Scalar, Value};

impl Transfer<'_, '_> {
    /// The value of a scalar expression; bottom if its evaluation cannot go on.
    pub fn value(&mut self, state: &mut State, expr: &Expr) -> Value {
        match expr {
            Expr::Integer(number, _) => Value::constant(*number),
            Expr::Float(..) => Value::ANY_NUMBER,
            Expr::Load(place) => self.load(state, place),
            Expr::AddressOf(place, _) => self.address_of(state, place),
            Expr::Function(function, _) => Value::address(self.analysis.function_object(*function), 0),
            Expr::String(..) => Value::addresses(Addresses::of(self.analysis.strings(), Offsets::ANY)),
            Expr::Unary(op, operand, ty) => {
                let value = self.value(state, operand);
                value.unary(*op, self.scalar(*ty), self.analysis.settings.signed_overflow)
            }
            Expr::Binary(op, left, right, ty) => {
                let left_value = self.value(state, left);
                let right_value = self.value(state, right);
                if left_value == Value::NOTHING || right_value == Value::NOTHING {
                    return Value::NOTHING;
                }
                let operation = self.operation(*op, left.ty(), *ty);
                left_value.binary(&right_value, &operation, &self.analysis.objects)
            }
            Expr::Cast(operand, ty) => {
                let value = self.value(state, operand);
                value.cast(self.scalar(operand.ty()), self.scalar(*ty))
            }
            Expr::Unknown(ty) => Value::top(self.scalar(*ty), self.at),
        }
    }

    /// Whether a conversion to a type keeps the value of an expression: because the type has all that it may be, or because it
    /// has what it is here. Nothing else is looked through by those who ask where a value comes from.
    pub fn keeps_value(&mut self, state: &mut State, expr: &Expr, to: TypeId) -> bool {
        let (from, to) = (self.scalar(expr.ty()), self.scalar(to));
        if from.keeps_every_value(to) || is_seeded(Bug::AnyConversion) {
            return true;
        }
        let (Scalar::Integer(_), Scalar::Integer(target)) = (from, to) else {
            return false;
        };
        let value = self.value(state, expr);
        let is_number = value.as_addresses().is_bottom() && value.as_threads().is_bottom();
        let bounds = (value.as_integer().low(), value.as_integer().high());
        let fits = matches!(bounds, (Some(low), Some(high)) if target.low() <= low && high <= target.high());
        is_number && fits
    }

    /// The value of a constant expression, which reads no memory.
    pub fn constant(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Integer(number, _) => Value::constant(*number),
            Expr::Float(..) => Value::ANY_NUMBER,
            Expr::AddressOf(place, _) => self.constant_address(place),
            Expr::Function(function, _) => Value::address(self.analysis.function_object(*function), 0),
            Expr::String(..) => Value::addresses(Addresses::of(self.analysis.strings(), Offsets::ANY)),
            Expr::Unary(op, operand, ty) => {
                self.constant(operand)
                    .unary(*op, self.scalar(*ty), self.analysis.settings.signed_overflow)
            }
            Expr::Binary(op, left, right, ty) => {
                let operation = self.operation(*op, left.ty(), *ty);
                self.constant(left)
                    .binary(&self.constant(right), &operation, &self.analysis.objects)
            }
            Expr::Cast(operand, ty) => self.constant(operand).cast(self.scalar(operand.ty()), self.scalar(*ty)),
            Expr::Load(_) | Expr::Unknown(_) => Value::top(self.scalar(expr.ty()), self.at),
        }
    }

    fn constant_address(&self, place: &Place) -> Value {
        let types = &self.analysis.program.types;
        let bits = Scalar::pointer(types).bits();
        let root = match &place.root {
            Root::Global(global) => Value::address(self.analysis.global(*global, self.context.thread), 0),
            Root::Deref(pointer) => self.constant(pointer),
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
                    value.element(&self.constant(index), size as i64, bits)
                }
            })
    }

    /// An operator with its types, at the place that is evaluated.
    pub fn operation(&self, op: BinaryOp, operand: TypeId, result: TypeId) -> Operation {
        let types = &self.analysis.program.types;
        let element = types
            .pointee(operand)
            .and_then(|pointee| types.size(pointee))
            .unwrap_or(1);
        Operation {
            op,
            operands: self.scalar(operand),
            result: self.scalar(result),
            element: element as i64,
            overflow: self.analysis.settings.signed_overflow,
        }
    }
}
