//! Conditions: short-circuit evaluation becomes control flow.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::Lowering;
use super::aggregates::Aggregate;
use crate::ir::{BlockId, Expr, InstructionKind, Place, Position, Terminator, UnaryOp};

impl<'a> Lowering<'a> {
    /// Evaluates a condition and goes to one of two blocks. What follows must continue in one of them.
    pub(super) fn branch(&mut self, condition: &'a Node<Expression>, then: BlockId, otherwise: BlockId) {
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || {
            self.branch_here(condition, then, otherwise)
        });
    }

    fn branch_here(&mut self, condition: &'a Node<Expression>, then: BlockId, otherwise: BlockId) {
        match &condition.node {
            Expression::BinaryOperator(operation) if operation.node.operator.node == BinaryOperator::LogicalAnd => {
                let next = self.flow.new_block();
                self.branch(&operation.node.lhs, next, otherwise);
                self.flow.continue_in(next);
                self.branch(&operation.node.rhs, then, otherwise);
            }
            Expression::BinaryOperator(operation) if operation.node.operator.node == BinaryOperator::LogicalOr => {
                let next = self.flow.new_block();
                self.branch(&operation.node.lhs, then, next);
                self.flow.continue_in(next);
                self.branch(&operation.node.rhs, then, otherwise);
            }
            Expression::UnaryOperator(operation) if operation.node.operator.node == UnaryOperator::Negate => {
                self.branch(&operation.node.operand, otherwise, then);
            }
            _ => {
                let at = self.at(condition.span);
                let value = self.value(condition);
                self.branch_on(value, then, otherwise, at);
            }
        }
    }

    fn branch_on(&mut self, condition: Expr, then: BlockId, otherwise: BlockId, at: Position) {
        let known = match &condition {
            Expr::Integer(value, _) => Some(*value != 0),
            Expr::Float(value, _) => Some(*value != 0.0),
            Expr::String(..) | Expr::Function(..) => Some(true),
            _ => None,
        };
        let condition = match self.aggregate_kind(condition.ty()) {
            Some(Aggregate::Complex) => {
                self.obstacle(at, "A condition that is a complex number.");
                Expr::Unknown(self.basic.int)
            }
            _ => condition,
        };
        if self.types().as_record(condition.ty()).is_some() {
            self.error(at, "A struct or union can't be a condition.");
        }
        let terminator = match known {
            Some(truth) => Terminator::Goto(if truth { then } else { otherwise }),
            None => Terminator::Branch {
                condition,
                then,
                otherwise,
            },
        };
        self.flow.terminate(terminator, at);
    }

    /// `a && b` (`stop` is false) or `a || b` (`stop` is true) as a value: `stop` decides when the left operand is enough.
    pub(super) fn logical(
        &mut self,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        stop: bool,
        at: Position,
    ) -> Expr {
        if self.folding
            && let Some(value) = self.folded_logical(left, right, stop)
        {
            return value;
        }
        let int = self.basic.int;
        let (go_on, stopped, join) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
        let result = Place::local(self.flow.temporary(int, at), int, at);
        let (then, otherwise) = if stop { (stopped, go_on) } else { (go_on, stopped) };
        self.branch(left, then, otherwise);
        self.flow.continue_in(go_on);
        let opposite = self.flow.new_block();
        let (then, otherwise) = if stop { (stopped, opposite) } else { (opposite, stopped) };
        self.branch(right, then, otherwise);
        for (block, value) in [(stopped, stop), (opposite, !stop)] {
            self.flow.continue_in(block);
            let value = Expr::Integer(i128::from(value), int);
            self.flow.push(
                InstructionKind::Assign {
                    to: result.clone(),
                    value,
                },
                at,
            );
            self.flow.terminate(Terminator::Goto(join), at);
        }
        self.flow.continue_in(join);
        Expr::Load(Box::new(result))
    }

    fn folded_logical(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>, stop: bool) -> Option<Expr> {
        let int = self.basic.int;
        let left = self.value(left);
        let Expr::Integer(left, _) = self.unary(UnaryOp::Not, left, int) else {
            return None;
        };
        if (left == 0) == stop {
            return Some(Expr::Integer(i128::from(stop), int));
        }
        let right = self.value(right);
        match self.unary(UnaryOp::Not, right, int) {
            Expr::Integer(right, _) => Some(Expr::Integer(i128::from(right == 0), int)),
            _ => None,
        }
    }
}
