//! Bit-fields of 33 to 63 bits.
//!
//! C leaves their type to the compiler (C17 6.7.2.1 5); to gcc each has a type of its very width, whose rank lies between `int` and `long`.
//! So with an operand of 64 bits they are converted to its type, and otherwise the operation is done in their own width.
//! There is no such type here: where the difference can be seen, which takes an unsigned one and a result that wraps or a negative operand, it is an obstacle.

use super::Lowering;
use crate::ir::{BinaryOp, Expr, Position};

impl Lowering<'_> {
    /// Whether a value is that of a bit-field of 33 to 63 bits.
    fn is_wide_bit_field(&self, value: &Expr) -> bool {
        self.bit_width(value).is_some_and(|width| (33..64).contains(&width))
    }

    fn is_unsigned_wide_bit_field(&self, value: &Expr) -> bool {
        self.is_wide_bit_field(value) && self.integer(value.ty()).is_some_and(|(_, signed)| !signed)
    }

    /// The operands of an arithmetic operator, wide bit-fields converted to the type of the other operand where that is the common one.
    pub(super) fn with_wide_bit_fields(
        &mut self,
        operator: BinaryOp,
        left: Expr,
        right: Expr,
        at: Position,
    ) -> (Expr, Expr) {
        if !self.is_wide_bit_field(&left) && !self.is_wide_bit_field(&right) {
            return (left, right);
        }
        let ranks_above = |lowering: &Self, value: &Expr| {
            lowering.types().size(value.ty()) >= Some(8) && !lowering.is_wide_bit_field(value)
        };
        if ranks_above(self, &left) {
            let ty = self.unqualified(left.ty());
            let right = self.convert(right, ty);
            return (left, right);
        }
        if ranks_above(self, &right) {
            let ty = self.unqualified(right.ty());
            let left = self.convert(left, ty);
            return (left, right);
        }
        let stays_below = operator.is_comparison()
            || matches!(
                operator,
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Divide | BinaryOp::Remainder
            );
        let natural = |value: &Expr| matches!(value, Expr::Integer(0.., _));
        let harmless = stays_below && (natural(&left) || natural(&right));
        if !harmless && (self.is_unsigned_wide_bit_field(&left) || self.is_unsigned_wide_bit_field(&right)) {
            self.wide_bit_field_obstacle(at);
        }
        (left, right)
    }

    /// Whether a conditional has the width of a bit-field, because one of its values has, and no one ranks above.
    pub(super) fn has_wide_width(&self, one: &Expr, other: &Expr) -> bool {
        let is_wide = |value: &Expr| self.is_wide_bit_field(value);
        let ranks_above = |value: &Expr| self.types().size(value.ty()) >= Some(8) && !is_wide(value);
        (is_wide(one) || is_wide(other)) && !ranks_above(one) && !ranks_above(other)
    }

    /// A shift to the left of a wide bit-field, which loses what goes beyond its width.
    pub(super) fn check_wide_shift(&mut self, operand: &Expr, at: Position) {
        if self.is_wide_bit_field(operand) {
            self.wide_bit_field_obstacle(at);
        }
    }

    /// `~` or `-` of a wide bit-field.
    pub(super) fn check_wide_operand(&mut self, operand: &Expr, at: Position) {
        if self.is_unsigned_wide_bit_field(operand) {
            self.wide_bit_field_obstacle(at);
        }
    }

    pub(super) fn wide_bit_field_obstacle(&mut self, at: Position) {
        self.obstacle(at, "Arithmetic in the width of a bit-field of more than 32 bits.");
    }
}
