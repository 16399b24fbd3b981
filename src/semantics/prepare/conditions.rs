//! Conditions, as they are written: what holds exactly if one of them holds, or fails.

use crate::ir::{BinaryOp, Expr, UnaryOp};

fn is_zero(expr: &Expr) -> bool {
    match expr {
        Expr::Integer(number, _) => *number == 0,
        Expr::Cast(operand, _) => is_zero(operand),
        _ => false,
    }
}

/// The comparison, or other expression, that holds or fails exactly if a condition holds, or fails.
pub fn condition_behind(condition: &Expr, holds: bool) -> (&Expr, bool) {
    match condition {
        Expr::Unary(UnaryOp::Not, operand, _) => condition_behind(operand, !holds),
        Expr::Cast(operand, _) if is_condition(operand) => condition_behind(operand, holds),
        Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right, _)
            if is_zero(right) && is_condition(left) =>
        {
            condition_behind(left, (*op == BinaryOp::NotEqual) == holds)
        }
        _ => (condition, holds),
    }
}

/// The two expressions that are equal if a condition holds, or fails.
pub fn equality(condition: &Expr, holds: bool) -> Option<(&Expr, &Expr)> {
    match condition_behind(condition, holds) {
        (Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::NotEqual), left, right, _), holds) => {
            ((*op == BinaryOp::Equal) == holds).then_some((&**left, &**right))
        }
        _ => None,
    }
}

/// Whether an expression is 0 or 1 by its operator, or a conversion of such a one.
pub fn is_condition(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(UnaryOp::Not, ..) => true,
        Expr::Binary(op, ..) => op.is_comparison(),
        Expr::Cast(operand, _) => is_condition(operand),
        _ => false,
    }
}
