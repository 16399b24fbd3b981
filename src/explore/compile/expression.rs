//! Expressions: each value ends up in a register.

use crate::explore::arithmetic;
use crate::explore::code::{Op, Register, Scalar, function_address};
use crate::ir::{BinaryOp, Expr, Place, TypeId, UnaryOp};

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
                Some(scalar) => {
                    let value = arithmetic::normalise(scalar, *value as u64);
                    self.draft.emit(Op::Constant { to, value });
                }
                None => self.open("a 16-byte integer"),
            },
            // The digits beyond the precision of double are not known any more.
            Expr::Float(_, ty) if is_extended(self.scalar_of(*ty)) => {
                self.open("a constant of type long double");
            }
            Expr::Float(value, ty) => {
                let value = self
                    .scalar_of(*ty)
                    .map_or(0, |scalar| arithmetic::normalise(scalar, value.to_bits()));
                self.draft.emit(Op::Constant { to, value });
            }
            Expr::Load(place) => self.load(place, to),
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
            return self.open("the value of a 16-byte integer or of an aggregate");
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
            None => self.open("a bit-field across its storage unit"),
        }
    }

    fn unary(&mut self, operator: UnaryOp, operand: &Expr, ty: TypeId, to: Register) {
        let from = self.expression(operand);
        let of = if operator == UnaryOp::Not { operand.ty() } else { ty };
        match self.scalar_of(of) {
            Some(scalar) => self.draft.emit(Op::Unary {
                operator,
                scalar,
                to,
                from,
            }),
            None => self.open("arithmetic on a 16-byte integer"),
        }
    }

    fn binary(&mut self, operator: BinaryOp, left: &Expr, right: &Expr, ty: TypeId, to: Register) {
        let (base, index) = (self.expression(left), self.expression(right));
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
            _ if is_extended(self.scalar_of(left.ty())) && !operator.is_comparison() => {
                return self.open("arithmetic on long double");
            }
            _ => self.scalar_of(left.ty()).map(|scalar| Op::Binary {
                operator,
                scalar,
                to,
                left: base,
                right: index,
            }),
        };
        match op {
            Some(op) => self.draft.emit(op),
            None => self.open("arithmetic on a 16-byte integer"),
        }
    }

    fn cast(&mut self, operand: &Expr, ty: TypeId, to: Register) {
        let from = self.expression(operand);
        match (self.scalar_of(operand.ty()), self.scalar_of(ty)) {
            (Some(Scalar::I64 | Scalar::U64), Some(Scalar::Extended(_))) => {
                self.open("a conversion to long double");
            }
            (Some(source), Some(target)) => self.draft.emit(Op::Convert {
                source,
                target,
                to,
                from,
            }),
            // A conversion to `void` keeps nothing.
            (_, None) if self.program.types.size(ty) == Some(1) => {}
            _ => self.open("a conversion of a 16-byte integer"),
        }
    }
}

/// Whether values have a precision that they are not computed in.
fn is_extended(scalar: Option<Scalar>) -> bool {
    matches!(scalar, Some(Scalar::Extended(_)))
}
