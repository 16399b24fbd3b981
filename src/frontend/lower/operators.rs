//! Binary operators (C17 6.5.5 to 6.5.14) and the conditional operator.

use lang_c::ast::{BinaryOperator, BinaryOperatorExpression, ConditionalExpression, Expression};
use lang_c::span::Span;

use super::Lowering;
use super::expressions::Operand;
use crate::frontend::reserved;
use crate::ir::{BinaryOp, BlockId, Expr, InstructionKind, Place, Position, Terminator, TypeId, TypeKind, UnaryOp};

/// The arithmetic operator of an operator or compound assignment.
pub(super) fn arithmetic_operator(operator: &BinaryOperator) -> Option<BinaryOp> {
    use BinaryOperator as Syntax;
    Some(match operator {
        Syntax::Multiply | Syntax::AssignMultiply => BinaryOp::Multiply,
        Syntax::Divide | Syntax::AssignDivide => BinaryOp::Divide,
        Syntax::Modulo | Syntax::AssignModulo => BinaryOp::Remainder,
        Syntax::Plus | Syntax::AssignPlus => BinaryOp::Add,
        Syntax::Minus | Syntax::AssignMinus => BinaryOp::Subtract,
        Syntax::ShiftLeft | Syntax::AssignShiftLeft => BinaryOp::ShiftLeft,
        Syntax::ShiftRight | Syntax::AssignShiftRight => BinaryOp::ShiftRight,
        Syntax::BitwiseAnd | Syntax::AssignBitwiseAnd => BinaryOp::And,
        Syntax::BitwiseXor | Syntax::AssignBitwiseXor => BinaryOp::Xor,
        Syntax::BitwiseOr | Syntax::AssignBitwiseOr => BinaryOp::Or,
        Syntax::Less => BinaryOp::Less,
        Syntax::Greater => BinaryOp::Greater,
        Syntax::LessOrEqual => BinaryOp::LessEqual,
        Syntax::GreaterOrEqual => BinaryOp::GreaterEqual,
        Syntax::Equals => BinaryOp::Equal,
        Syntax::NotEquals => BinaryOp::NotEqual,
        Syntax::Index | Syntax::LogicalAnd | Syntax::LogicalOr | Syntax::Assign => return None,
    })
}

impl<'a> Lowering<'a> {
    pub(super) fn binary_operator(&mut self, operation: &'a BinaryOperatorExpression, span: Span) -> Operand {
        let at = self.at(span);
        let (left, right) = (&operation.lhs, &operation.rhs);
        match operation.operator.node {
            BinaryOperator::Index => self.index(left, right, at),
            BinaryOperator::LogicalAnd => Operand::Value(self.logical(left, right, false, at)),
            BinaryOperator::LogicalOr => Operand::Value(self.logical(left, right, true, at)),
            BinaryOperator::Assign => self.assign(left, right, at),
            ref operator if is_assignment(operator) => self.compound_assign(operator, left, right, at),
            ref operator => {
                let start = self.flow.mark();
                let left = self.value(left);
                let mark = self.flow.mark();
                let right = self.value(right);
                let [left, right] = self.keep_both(start, (left, mark), right, at);
                match arithmetic_operator(operator) {
                    Some(operator) => self.binary(operator, left, right, at),
                    None => Operand::Value(Expr::Unknown(self.basic.int)),
                }
            }
        }
    }

    /// Applies an operator to two values, with C's conversions.
    pub(super) fn binary(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Position) -> Operand {
        if let Some(record) = [&left, &right]
            .into_iter()
            .find(|value| self.types().as_record(value.ty()).is_some())
        {
            let ty = record.ty();
            return self.aggregate_result(ty, at);
        }
        let pointers = (self.types().is_pointer(left.ty()), self.types().is_pointer(right.ty()));
        Operand::Value(match (operator, pointers) {
            (BinaryOp::Add, (true, false)) => self.pointer_sum(left, right, at),
            (BinaryOp::Add, (false, true)) => self.pointer_sum(right, left, at),
            (BinaryOp::Subtract, (true, false)) => {
                let index = self.promote(right);
                let wide = self.basic.long;
                let index = self.convert(index, wide);
                let index = self.unary(UnaryOp::Negate, index, wide);
                self.pointer_sum(left, index, at)
            }
            (BinaryOp::Subtract, (true, true)) => self.pointer_difference(left, right, at),
            (operator, (false, false)) => self.arithmetic(operator, left, right, at),
            (operator, _) if operator.is_comparison() => self.pointer_comparison(operator, left, right),
            _ => self.wrong(at, "This operator does not apply to pointers."),
        })
    }

    fn pointer_difference(&mut self, left: Expr, right: Expr, at: Position) -> Expr {
        let difference = self.basic.long;
        let size = self
            .types()
            .pointee(left.ty())
            .and_then(|target| self.types().size(target));
        match (&left, &right, size) {
            (Expr::Integer(one, _), Expr::Integer(other, _), Some(size)) if size > 0 => {
                Expr::Integer((one - other) / i128::from(size), difference)
            }
            (_, _, None) => {
                self.obstacle(at, "Arithmetic on a pointer to a type of unknown size.");
                Expr::Unknown(difference)
            }
            _ => Expr::Binary(BinaryOp::PointerDifference, Box::new(left), Box::new(right), difference),
        }
    }

    fn pointer_comparison(&mut self, operator: BinaryOp, left: Expr, right: Expr) -> Expr {
        let common = if self.types().is_pointer(left.ty()) {
            left.ty()
        } else {
            right.ty()
        };
        let common = self.unqualified(common);
        let (left, right) = (self.convert(left, common), self.convert(right, common));
        let int = self.basic.int;
        self.fold(operator, left, right, int)
    }

    fn arithmetic(&mut self, operator: BinaryOp, left: Expr, right: Expr, at: Position) -> Expr {
        if matches!(operator, BinaryOp::ShiftLeft | BinaryOp::ShiftRight) {
            if operator == BinaryOp::ShiftLeft {
                self.check_wide_shift(&left, at);
            }
            let (left, right) = (self.promote(left), self.promote(right));
            let ty = self.unqualified(left.ty());
            return self.fold(operator, left, right, ty);
        }
        let void = self.basic.void;
        if left.ty() == void || right.ty() == void {
            return self.wrong(at, "A value of type `void` is used.");
        }
        let (left, right) = self.with_wide_bit_fields(operator, left, right, at);
        let (left, right, common) = self.usual_conversions(left, right);
        let ty = if operator.is_comparison() {
            self.basic.int
        } else {
            common
        };
        self.fold(operator, left, right, ty)
    }

    /// An operator on operands that are converted already.
    pub(super) fn binary_raw(&self, operator: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Expr {
        self.fold(operator, left, right, ty)
    }

    /// `c ? a : b`: its type is common to both branches (C17 6.5.15).
    pub(super) fn conditional(&mut self, conditional: &'a ConditionalExpression, span: Span) -> Operand {
        let at = self.at(span);
        if self.folding
            && let Some(operand) = self.folded_conditional(conditional)
        {
            return operand;
        }
        if self.is_without_then(conditional) {
            return self.condition_or(conditional, at);
        }
        let (then, otherwise, join) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
        self.branch(&conditional.condition, then, otherwise);
        self.flow.continue_in(then);
        let left = self.value(&conditional.then_expression);
        let then_end = self.flow.current();
        self.flow.continue_in(otherwise);
        let right = self.value(&conditional.else_expression);
        let otherwise_end = self.flow.current();
        self.join_values((then_end, left), (otherwise_end, right), join, at)
    }

    /// Whether this is `c ?: b`.
    pub(super) fn is_without_then(&self, conditional: &ConditionalExpression) -> bool {
        matches!(&conditional.then_expression.node, Expression::Identifier(name) if name.node.name == reserved::SAME_AS_CONDITION)
    }

    /// `c ?: b`: the condition is evaluated once.
    fn condition_or(&mut self, conditional: &'a ConditionalExpression, at: Position) -> Operand {
        let (then, otherwise, join) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
        let value = self.value(&conditional.condition);
        let kept = self.keep(value, at);
        self.flow.terminate(
            Terminator::Branch {
                condition: kept.clone(),
                then,
                otherwise,
            },
            at,
        );
        self.flow.continue_in(otherwise);
        let right = self.value(&conditional.else_expression);
        let otherwise_end = self.flow.current();
        self.join_values((then, kept), (otherwise_end, right), join, at)
    }

    fn join_values(
        &mut self,
        then: (BlockId, Expr),
        otherwise: (BlockId, Expr),
        join: BlockId,
        at: Position,
    ) -> Operand {
        let ty = self.conditional_type(&then.1, &otherwise.1);
        let keeps_width = self.has_wide_width(&then.1, &otherwise.1);
        let result = (ty != self.basic.void).then(|| Place::local(self.flow.temporary(ty, at), ty, at));
        for (block, value) in [then, otherwise] {
            self.flow.continue_in(block);
            if let Some(place) = &result {
                let value = self.convert(value, ty);
                self.flow.push(
                    InstructionKind::Assign {
                        to: place.clone(),
                        value,
                    },
                    at,
                );
            }
            self.flow.terminate(Terminator::Goto(join), at);
        }
        self.flow.continue_in(join);
        if keeps_width {
            self.wide_bit_field_obstacle(at);
        }
        match result {
            Some(place) if self.types().as_record(ty).is_some() => Operand::Place(place),
            Some(place) => Operand::Value(Expr::Load(Box::new(place))),
            None => Operand::Value(Expr::Unknown(ty)),
        }
    }

    fn conditional_type(&mut self, left: &Expr, right: &Expr) -> TypeId {
        let (one, other) = (self.unqualified(left.ty()), self.unqualified(right.ty()));
        let void = self.basic.void;
        match (self.types().kind(one), self.types().kind(other)) {
            (TypeKind::Void, _) | (_, TypeKind::Void) => void,
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) if one == other => one,
            (TypeKind::Pointer(target), TypeKind::Pointer(_)) if *target == void && is_null(left) => other,
            (TypeKind::Pointer(_), TypeKind::Pointer(target)) if *target == void && is_null(right) => one,
            (TypeKind::Pointer(_), TypeKind::Pointer(target)) if *target == void => other,
            (TypeKind::Pointer(_), _) => one,
            (_, TypeKind::Pointer(_)) => other,
            (TypeKind::Record(_), _) => one,
            (_, TypeKind::Record(_)) => other,
            // Bit-fields of one type may become other ones.
            _ => self.usual_conversions(left.clone(), right.clone()).2,
        }
    }

    fn folded_conditional(&mut self, conditional: &'a ConditionalExpression) -> Option<Operand> {
        let Expr::Integer(condition, _) = self.value(&conditional.condition) else {
            return None;
        };
        // The type depends on both branches, the value on one.
        let same = self.is_without_then(conditional);
        let then = self.value(if same {
            &conditional.condition
        } else {
            &conditional.then_expression
        });
        let otherwise = self.value(&conditional.else_expression);
        let ty = self.conditional_type(&then, &otherwise);
        let chosen = if condition != 0 { then } else { otherwise };
        Some(Operand::Value(self.convert(chosen, ty)))
    }
}

/// A null pointer constant (C17 6.3.2.3 3), if it is a pointer to `void`.
fn is_null(value: &Expr) -> bool {
    matches!(value, Expr::Integer(0, _))
}

pub(super) fn is_assignment(operator: &BinaryOperator) -> bool {
    use BinaryOperator::{
        AssignBitwiseAnd, AssignBitwiseOr, AssignBitwiseXor, AssignDivide, AssignMinus, AssignModulo, AssignMultiply,
        AssignPlus, AssignShiftLeft, AssignShiftRight,
    };
    matches!(
        operator,
        AssignMultiply
            | AssignDivide
            | AssignModulo
            | AssignPlus
            | AssignMinus
            | AssignShiftLeft
            | AssignShiftRight
            | AssignBitwiseAnd
            | AssignBitwiseXor
            | AssignBitwiseOr
    )
}
