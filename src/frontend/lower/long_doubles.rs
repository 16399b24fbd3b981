//! Constants of type `long double` in integer constant expressions (C17 6.6p6: a cast makes an integer of a floating constant).
//!
//! A constant that no `double` is, is the sum of two that are (`literals.rs`), and stays an expression; what it is as an integer is computed
//! in the extended format of the x87.

use rustc_apfloat::ieee::{Double, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::Lowering;
use crate::ir::{BinaryOp, Expr, FloatFormat, TypeId, TypeKind, UnaryOp};

/// Operators inside each other in a constant that is computed at most.
const DEEPEST: u32 = 64;

impl Lowering<'_> {
    /// The integer that a constant of type `long double` is without its fraction; nothing if it is none, or does not fit.
    pub(super) fn whole_of_long_double(&self, value: &Expr) -> Option<i128> {
        let number = self.long_double(value, DEEPEST)?;
        let whole = number.to_i128_r(128, Round::TowardZero, &mut false);
        (!whole.status.contains(Status::INVALID_OP)).then_some(whole.value)
    }

    fn is_long_double(&self, ty: TypeId) -> bool {
        let kind = self.types().kind(ty);
        matches!(kind, TypeKind::Float { size, format: FloatFormat::Usual } if *size > 8)
    }

    fn long_double(&self, value: &Expr, depth: u32) -> Option<X87DoubleExtended> {
        let deeper = depth.checked_sub(1)?;
        if !self.is_long_double(value.ty()) {
            return None;
        }
        match value {
            Expr::Float(number, _) => {
                let double = Double::from_bits(u128::from(number.to_bits()));
                Some(double.convert(&mut false).value)
            }
            Expr::Unary(UnaryOp::Negate, operand, _) => self.long_double(operand, deeper).map(|number| -number),
            Expr::Binary(operator, left, right, _) => {
                let (one, other) = (self.long_double(left, deeper)?, self.long_double(right, deeper)?);
                let result = match operator {
                    BinaryOp::Add => one + other,
                    BinaryOp::Subtract => one - other,
                    BinaryOp::Multiply => one * other,
                    BinaryOp::Divide => one / other,
                    _ => return None,
                };
                Some(result.value)
            }
            _ => None,
        }
    }
}
