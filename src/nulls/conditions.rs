//! What expressions and tests tell of pointers.

use super::facts::{Fact, Facts};
use super::text::Text;
use crate::ir::{BinaryOp, Expr, FunctionId, Root, UnaryOp};

/// Whether the value of a pointer is certainly not null.
pub fn is_not_null(text: &Text<'_>, function: FunctionId, facts: &Facts, expr: &Expr) -> bool {
    let inner = |expr| is_not_null(text, function, facts, expr);
    match expr {
        Expr::Function(..) | Expr::String(..) => true,
        Expr::Integer(number, _) => *number != 0,
        Expr::AddressOf(place, _) => match &place.root {
            Root::Local(_) | Root::Global(_) => true,
            // An address within an object that there is.
            Root::Deref(pointer) => inner(pointer),
        },
        Expr::Cast(operand, ty) => keeps_zero(text, operand, *ty) && inner(operand),
        // Beside a null pointer, nothing can be computed.
        Expr::Binary(BinaryOp::PointerAdd, pointer, _, _) => inner(pointer),
        Expr::Load(_) => text
            .path_read(function, expr)
            .is_some_and(|path| facts.is_not_null(path)),
        _ => false,
    }
}

/// What is known where a condition holds, or fails, besides what was known before.
pub fn learned(text: &Text<'_>, function: FunctionId, facts: &Facts, condition: &Expr, holds: bool) -> Vec<Fact> {
    let learned = |condition, holds| learned(text, function, facts, condition, holds);
    match condition {
        Expr::Load(_) if holds => {
            let path = text.path_read(function, condition);
            path.map(Fact::NotNull).into_iter().collect()
        }
        Expr::Cast(operand, ty) if keeps_zero(text, operand, *ty) => learned(operand, holds),
        Expr::Unary(UnaryOp::Not, operand, _) => learned(operand, !holds),
        Expr::Binary(BinaryOp::Equal | BinaryOp::NotEqual, left, right, _) => {
            let are_equal = matches!(condition, Expr::Binary(BinaryOp::Equal, ..)) == holds;
            let is_null = |expr: &Expr| expr.as_number() == Some(0);
            let is_known = |expr: &Expr| is_not_null(text, function, facts, expr);
            match (is_null(left), is_null(right)) {
                (_, true) => learned(left, !are_equal),
                (true, _) => learned(right, !are_equal),
                _ if are_equal && is_known(left) => learned(right, true),
                _ if are_equal && is_known(right) => learned(left, true),
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Whether a conversion gives zero for zero only.
fn keeps_zero(text: &Text<'_>, operand: &Expr, ty: crate::ir::TypeId) -> bool {
    let types = &text.program.types;
    let is_truth = match operand {
        Expr::Unary(UnaryOp::Not, ..) => true,
        Expr::Binary(operator, ..) => operator.is_comparison(),
        _ => false,
    };
    is_truth || types.size(ty) >= types.size(operand.ty())
}
