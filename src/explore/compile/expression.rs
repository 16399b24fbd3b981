//! Expressions: each value ends up in a register.

use crate::explore::arithmetic;
use crate::explore::code::{CallSite, KEPT_BY_LIBRARY, Op, Register, Scalar, Target, function_address};
use crate::explore::library::Routine;
use crate::explore::wide::{self, WideOperation};
use crate::ir::{BinaryOp, Expr, Place, TypeId, UnaryOp};
use crate::tested::Look;

use super::body::BodyCompiler;
use super::place::LastIndex;

impl BodyCompiler<'_> {
    /// Emits an expression; the register may be that of a local.
    pub(super) fn expression(&mut self, expression: &Expr) -> Register {
        if let Expr::Load(place) = expression
            && let Some(local) = self.register_local(place)
        {
            return local;
        }
        let to = self.draft.temporary();
        self.expression_into(expression, to);
        to
    }

    /// Emits an expression whose value goes to a register, which is written by the last operation only.
    pub(super) fn expression_into(&mut self, expression: &Expr, to: Register) {
        match expression {
            Expr::Integer(value, ty) => match self.scalar_of(*ty) {
                Some(scalar) if scalar.is_wide() => {
                    let value = self.code.wide_numbers.place(*value as u128);
                    self.draft.emit(Op::Constant { to, value });
                }
                Some(scalar) => {
                    let value = arithmetic::normalise(scalar, *value as u64);
                    self.draft.emit(Op::Constant { to, value });
                }
                None => self.open(UNUSUAL_TYPE),
            },
            Expr::Float(value, ty) => match self.scalar_of(*ty) {
                Some(scalar) if scalar.is_wide() => {
                    let number = wide::convert(Scalar::F64, scalar, u128::from(value.to_bits()));
                    let value = self.code.wide_numbers.place(number.unwrap_or(0));
                    self.draft.emit(Op::Constant { to, value });
                }
                Some(scalar) => {
                    let value = arithmetic::normalise(scalar, value.to_bits());
                    self.draft.emit(Op::Constant { to, value });
                }
                None => self.open(UNUSUAL_TYPE),
            },
            Expr::Load(place) => {
                self.load(place, to);
                if place.is_opaque(&self.program.types) {
                    self.open(KEPT_BY_LIBRARY);
                }
            }
            Expr::AddressOf(place, _) => {
                let located = self.locate(place, LastIndex::MayBeEnd);
                match located.offset {
                    0 => self.draft.emit(Op::Move { to, from: located.base }),
                    offset => self.draft.emit(Op::Offset {
                        to,
                        base: located.base,
                        offset,
                    }),
                }
            }
            Expr::Function(id, _) => {
                let value = function_address(*id);
                self.draft.emit(Op::Constant { to, value });
            }
            Expr::String(id, _) => {
                let value = self.strings.get(id.0 as usize).copied().unwrap_or(0);
                self.draft.emit(Op::Constant { to, value });
            }
            Expr::Unary(operator, operand, ty) => self.unary(*operator, operand, *ty, to),
            Expr::Binary(operator, left, right, ty) => self.binary(*operator, left, right, *ty, to),
            Expr::Cast(operand, ty) => self.cast(operand, *ty, to),
            // Any value would be a guess.
            Expr::Unknown(_) => self.open("a value that is not computed"),
        }
    }

    fn load(&mut self, place: &Place, to: Register) {
        if let Some(from) = self.register_local(place) {
            return self.draft.emit(Op::Move { to, from });
        }
        let located = self.locate(place, LastIndex::Inside);
        let Some(scalar) = self.scalar_of(place.ty) else {
            return self.open("the value of an aggregate, or of a type that executions do not compute with");
        };
        let access = self.access(place, &located);
        if located.bits.is_none() {
            return self.draft.emit(Op::Load {
                to,
                address: located.base,
                offset: located.offset,
                scalar,
                access,
            });
        }
        match self.bits_in_memory(place, &located) {
            Some(bits) => self.draft.emit(Op::LoadBits {
                to,
                address: located.base,
                bits,
                access,
            }),
            None => self.open("a bit-field of more than 64 bits"),
        }
    }

    fn unary(&mut self, operator: UnaryOp, operand: &Expr, ty: TypeId, to: Register) {
        let from = self.expression(operand);
        let of = if operator == UnaryOp::Not { operand.ty() } else { ty };
        match self.scalar_of(of) {
            Some(scalar) if scalar.is_wide() => {
                let result = if operator == UnaryOp::Not { Scalar::I32 } else { scalar };
                self.wide(WideOperation::Unary(operator, scalar), &[from], to, result);
            }
            Some(scalar) => self.draft.emit(Op::Unary {
                operator,
                scalar,
                to,
                from,
            }),
            None => self.open(UNUSUAL_TYPE),
        }
    }

    /// Emits an operation on numbers of more than 64 bits.
    fn wide(&mut self, operation: WideOperation, operands: &[Register], to: Register, result: Scalar) {
        let access = self.own_access();
        self.code.calls.push(CallSite {
            target: Target::Routine(Routine::Wide(operation)),
            arguments: operands.to_vec(),
            scalars: Vec::new(),
            sizes: Vec::new(),
            pointee_sizes: Vec::new(),
            to: Some(to),
            result: Some(result),
            function: None,
            look: Look::Never,
            access,
        });
        let call = self.code.calls.len() as u32 - 1;
        self.draft.emit(Op::Call { call });
    }

    /// Emits a conversion of a register.
    pub(super) fn convert(&mut self, (source, target): (Scalar, Scalar), from: Register, to: Register) {
        if source.is_wide() || target.is_wide() {
            return self.wide(WideOperation::Convert(source, target), &[from], to, target);
        }
        self.draft.emit(Op::Convert {
            source,
            target,
            to,
            from,
        });
    }

    /// Emits an expression that is a number of elements or of bits: no more than 64 bits count.
    pub(super) fn distance(&mut self, expression: &Expr) -> Register {
        let register = self.expression(expression);
        match self.scalar_of(expression.ty()) {
            Some(scalar) if scalar.is_wide() => {
                let to = self.draft.temporary();
                self.convert((scalar, Scalar::I64), register, to);
                to
            }
            _ => register,
        }
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr, ty: TypeId, to: Register) {
        let is_distance = matches!(
            operator,
            BinaryOp::PointerAdd | BinaryOp::ShiftLeft | BinaryOp::ShiftRight
        );
        let base = self.expression(left);
        let index = match is_distance {
            true => self.distance(right),
            false => self.expression(right),
        };
        let element = |pointer: TypeId| {
            let pointee = self.program.types.pointee(pointer)?;
            // GNU C counts functions as one byte.
            u32::try_from(self.program.types.size(pointee).unwrap_or(1)).ok()
        };
        let op = match operator {
            BinaryOp::PointerAdd => element(ty).map(|scale| Op::PointerAdd { to, base, index, scale }),
            BinaryOp::PointerDifference => element(left.ty()).map(|scale| Op::PointerDifference {
                to,
                left: base,
                right: index,
                scale: scale.max(1),
            }),
            _ => match self.scalar_of(left.ty()) {
                Some(scalar) if scalar.is_wide() => {
                    let result = if operator.is_comparison() { Scalar::I32 } else { scalar };
                    return self.wide(WideOperation::Binary(operator, scalar), &[base, index], to, result);
                }
                scalar => scalar.map(|scalar| Op::Binary {
                    operator,
                    scalar,
                    to,
                    left: base,
                    right: index,
                }),
            },
        };
        match op {
            Some(op) => self.draft.emit(op),
            None => self.open(UNUSUAL_TYPE),
        }
    }

    fn cast(&mut self, operand: &Expr, ty: TypeId, to: Register) {
        let from = self.expression(operand);
        match (self.scalar_of(operand.ty()), self.scalar_of(ty)) {
            (Some(source), Some(target)) => self.convert((source, target), from, to),
            // A conversion to `void` keeps nothing.
            (_, None) if self.program.types.size(ty) == Some(1) => {}
            _ => self.open(UNUSUAL_TYPE),
        }
    }
}

/// Why a path ends that computes with binary128 or with decimal numbers.
pub(super) const UNUSUAL_TYPE: &str = "arithmetic in a type that executions do not compute with";
