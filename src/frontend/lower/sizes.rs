//! Sizes of arrays that are no constants.
//!
//! The size of an array of variable length is evaluated where the array comes to life. So are the sizes in the types of parameters, when the
//! function is entered, and in the types of pointers and casts (C17 6.7.6.2 5, 6.9.1 10). These are not lowered: where evaluating one
//! could be noticed, because it does more than compute with the variables of the function, that is an obstacle.

use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

use super::Lowering;
use super::operators::is_assignment;
use super::scopes::Symbol;

impl<'a> Lowering<'a> {
    /// The size of an array is not evaluated where C would evaluate it.
    pub(super) fn leave_size(&mut self, size: Option<&'a Node<Expression>>) {
        let Some(size) = size.filter(|size| !self.is_private(&size.node)) else {
            return;
        };
        let at = self.at(size.span);
        let what =
            "The size of an array in the type of a pointer or of a parameter is evaluated, which is not followed.";
        self.start_obstacles.push((at, what.to_owned()));
    }

    /// Whether nobody notices that an expression is evaluated: it has no side effects, and reads nothing that others may know.
    fn is_private(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Constant(_) | Expression::SizeOfTy(_) | Expression::SizeOfVal(_) | Expression::AlignOf(_) => {
                true
            }
            Expression::Identifier(name) => !matches!(
                self.scopes().find(&name.node.name),
                Some(Symbol::Object(_) | Symbol::Variable(..))
            ),
            Expression::UnaryOperator(operation) => {
                let operator = &operation.node.operator.node;
                let computes = matches!(
                    operator,
                    UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement | UnaryOperator::Negate
                );
                computes && self.is_private(&operation.node.operand.node)
            }
            Expression::BinaryOperator(operation) => {
                let operator = &operation.node.operator.node;
                !is_assignment(operator)
                    && *operator != BinaryOperator::Index
                    && self.is_private(&operation.node.lhs.node)
                    && self.is_private(&operation.node.rhs.node)
            }
            Expression::Cast(cast) => self.is_private(&cast.node.expression.node),
            _ => false,
        }
    }
}
