//! What a condition tells of the heap in which it holds.

use super::execution::{Execution, Frame};
use super::heap::{Broken, Heap, Symbol};
use crate::ir::{BinaryOp, Expr, UnaryOp};

impl<'p> Execution<'p> {
    /// The heaps in which a condition has a truth.
    pub(super) fn assume(
        &mut self,
        frame: &Frame<'p>,
        heap: Heap,
        condition: &'p Expr,
        truth: bool,
    ) -> Result<Vec<Heap>, Broken> {
        match condition {
            Expr::Unary(UnaryOp::Not, operand, _) => self.assume(frame, heap, operand, !truth),
            Expr::Binary(operator, left, right, _) if operator.is_comparison() => {
                let mut heaps = Vec::new();
                for (heap, one) in self.evaluate(frame, heap, left)? {
                    for (mut heap, other) in self.evaluate(frame, heap, right)? {
                        let learned = self.compared(&mut heap, *operator, ((left, one), (right, other)), truth);
                        let agrees = learned.unwrap_or_else(|| may_compare(*operator, one, other, truth));
                        self.remember(frame, &mut heap, condition, truth);
                        heaps.extend(agrees.then_some(heap));
                    }
                }
                Ok(heaps)
            }
            _ => {
                let values = self.evaluate(frame, heap, condition)?;
                let mut heaps = Vec::new();
                for (mut heap, value) in values {
                    let operator = if truth { BinaryOp::NotEqual } else { BinaryOp::Equal };
                    let learned = match (value, &mut heap.ring) {
                        (Symbol::Cursor(cursor), Some(ring)) => Some(ring.compare(cursor, operator, 0)),
                        _ => are_equal(value, Symbol::Null).map(|null| null != truth),
                    };
                    self.remember(frame, &mut heap, condition, truth);
                    heaps.extend(learned.unwrap_or(true).then_some(heap));
                }
                Ok(heaps)
            }
        }
    }
}

/// Whether a comparison may have an outcome. Of numbers that are not zero nothing is known but that.
fn may_compare(operator: BinaryOp, one: Symbol, other: Symbol, truth: bool) -> bool {
    match operator {
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let wanted = (operator == BinaryOp::Equal) == truth;
            are_equal(one, other).is_none_or(|equal| equal == wanted)
        }
        _ => {
            let zeroes_agree = matches!(operator, BinaryOp::LessEqual | BinaryOp::GreaterEqual) == truth;
            (one, other) != (Symbol::Null, Symbol::Null) || zeroes_agree
        }
    }
}

fn are_equal(one: Symbol, other: Symbol) -> Option<bool> {
    match (one, other) {
        (Symbol::Null, Symbol::Null) => Some(true),
        (Symbol::Node(one), Symbol::Node(other)) => Some(one == other),
        (Symbol::Null, other) | (other, Symbol::Null) => match other {
            Symbol::Node(_) | Symbol::Link(_) | Symbol::Head(_) | Symbol::NotZero => Some(false),
            _ => None,
        },
        _ => None,
    }
}
