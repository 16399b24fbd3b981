//! Assignment, compound assignment, `++` and `--` (C17 6.5.16, 6.5.2.4, 6.5.3.1), and expressions evaluated for their effects.

use lang_c::ast::{BinaryOperator, Expression, Statement, UnaryOperator};
use lang_c::span::Node;

use super::Lowering;
use super::expressions::{Operand, Result, Step, Wanted};
use super::operators::arithmetic_operator;
use super::order::{Evaluated, is_stable, parts, position_of};
use crate::ir::{BinaryOp, Expr, InstructionKind, Place, Position, Projection, TypeKind};

impl<'a> Lowering<'a> {
    /// `left = right` whose value is used.
    pub(super) fn assign(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>, at: Position) -> Operand {
        let (place, value) = self.assignment_parts(left, right);
        let ty = self.unqualified(place.ty);
        let width = self.width_of(&place);
        let value = self.in_bit_field(&place, value);
        let value = match value {
            Expr::Integer(..) | Expr::Float(..) | Expr::String(..) | Expr::Function(..) if width.is_none() => value,
            value => self.flow.store(value, ty, at),
        };
        self.note_width(&value, width);
        self.flow.push(
            InstructionKind::Assign {
                to: place,
                value: value.clone(),
            },
            at,
        );
        match value {
            Expr::Load(place) if self.types().as_record(ty).is_some() => Operand::Place(*place),
            value => Operand::Value(value),
        }
    }

    /// `left = right` for its effect.
    fn assign_only(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>, at: Position) {
        let (to, value) = self.assignment_parts(left, right);
        self.flow.push(InstructionKind::Assign { to, value }, at);
    }

    fn assignment_parts(&mut self, left: &'a Node<Expression>, right: &'a Node<Expression>) -> (Place, Expr) {
        let start = self.flow.mark();
        let mut place = self.place(left);
        let mark = self.flow.mark();
        let mut value = self.value(right);
        let at = place.at;
        self.keep_place_and_value(start, (&mut place, mark), &mut value, at);
        self.check_assignable(&place, &value);
        let ty = place.ty;
        (place, self.convert(value, ty))
    }

    /// Refuses assignments that C does not have: of arrays, and between records and scalars.
    fn check_assignable(&mut self, place: &Place, value: &Expr) {
        let (to, from) = (self.types().kind(place.ty), self.types().kind(value.ty()));
        let wrong = match (to, from) {
            (TypeKind::Array(..) | TypeKind::Function(_), _) => true,
            (TypeKind::Record(to), TypeKind::Record(from)) => to != from && !self.compatible(place.ty, value.ty(), 4),
            (TypeKind::Record(_), _) | (_, TypeKind::Record(_)) => true,
            (_, TypeKind::Void) => true,
            _ => false,
        };
        if wrong
            && !matches!(value, Expr::Unknown(_))
            && self.aggregate_kind(place.ty).is_none()
            && self.aggregate_kind(value.ty()).is_none()
        {
            self.error(place.at, "A value of another type is assigned.");
        }
    }

    /// The value that a bit-field holds after a value was stored in it.
    fn in_bit_field(&mut self, place: &Place, value: Expr) -> Expr {
        let Some(Projection::Field(record, field)) = place.projections.last() else {
            return value;
        };
        let Some(bits) = self
            .types()
            .fields(*record)
            .get(*field as usize)
            .and_then(|field| field.bits)
        else {
            return value;
        };
        let Some((size, signed)) = self.integer(place.ty) else {
            return value;
        };
        let unused = u32::from(size) * 8 - bits.width.min(u32::from(size) * 8);
        if unused == 0 || size > 8 {
            return value;
        }
        let (ty, int) = (self.unqualified(place.ty), self.basic.int);
        if signed {
            let by = Expr::Integer(i128::from(unused), int);
            let up = self.binary_raw(BinaryOp::ShiftLeft, value, by.clone(), ty);
            return self.binary_raw(BinaryOp::ShiftRight, up, by, ty);
        }
        let mask = Expr::Integer((1_i128 << bits.width) - 1, ty);
        self.binary_raw(BinaryOp::And, value, mask, ty)
    }

    /// `left op= right`: the lvalue is evaluated once. Of an `_Atomic` lvalue it is one atomic read-modify-write.
    pub(super) fn compound_assign(
        &mut self,
        operator: &BinaryOperator,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        at: Position,
    ) -> Operand {
        let (place, old, right) = self.update_parts(left, right, at);
        let Some(operator) = arithmetic_operator(operator) else {
            return Operand::Value(Expr::Unknown(self.basic.int));
        };
        if self.types().get(place.ty).atomic {
            return Operand::Value(self.atomic_update(place, operator, right, Result::New, at));
        }
        let new = match self.binary(operator, old, right, at) {
            Operand::Value(value) => value,
            other => return other,
        };
        let ty = place.ty;
        let new = self.convert(new, ty);
        Operand::Value(self.store_new(place, new, at))
    }

    fn compound_assign_only(
        &mut self,
        operator: &BinaryOperator,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        at: Position,
    ) {
        let (place, old, right) = self.update_parts(left, right, at);
        let Some(operator) = arithmetic_operator(operator) else {
            return;
        };
        if self.types().get(place.ty).atomic {
            self.atomic_update(place, operator, right, Result::Unused, at);
            return;
        }
        let new = self.binary(operator, old, right, at);
        let new = self.decay(new);
        let value = self.convert(new, place.ty);
        self.flow.push(InstructionKind::Assign { to: place, value }, at);
    }

    /// The place that is updated, its old value, which is read behind the operand unless the order matters, and the operand.
    fn update_parts(
        &mut self,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        at: Position,
    ) -> (Place, Expr, Expr) {
        let start = self.flow.mark();
        let mut place = self.place(left);
        let mark = self.flow.mark();
        let mut right = self.value(right);
        let mut old = self.load(place.clone());
        let is_atomic = self.types().get(place.ty).atomic;
        let operands = vec![
            Evaluated {
                values: parts(&mut place)
                    .into_iter()
                    .chain((!is_atomic).then_some(&mut old))
                    .collect(),
                end: mark,
            },
            Evaluated {
                values: vec![&mut right],
                end: self.flow.mark(),
            },
        ];
        if !self.in_either_order(start, operands, at) {
            self.stabilise(&mut place, mark);
            old = self.load(place.clone());
        }
        (place, old, right)
    }

    /// Stores a new value and gives it.
    fn store_new(&mut self, place: Place, new: Expr, at: Position) -> Expr {
        let (ty, width) = (self.unqualified(place.ty), self.width_of(&place));
        let new = self.in_bit_field(&place, new);
        let kept = self.flow.store(new, ty, at);
        self.note_width(&kept, width);
        self.flow.push(
            InstructionKind::Assign {
                to: place,
                value: kept.clone(),
            },
            at,
        );
        kept
    }

    /// `x++` and its relatives.
    pub(super) fn step(&mut self, operand: &'a Node<Expression>, step: Step, result: Result, at: Position) -> Expr {
        let mut place = self.place(operand);
        let mark = self.flow.mark();
        self.stabilise(&mut place, mark);
        let one = Expr::Integer(1, self.basic.int);
        let operator = if step == Step::Up {
            BinaryOp::Add
        } else {
            BinaryOp::Subtract
        };
        if self.types().get(place.ty).atomic {
            return self.atomic_update(place, operator, one, result, at);
        }
        let ty = self.unqualified(place.ty);
        let mut old = self.load(place.clone());
        if result == Result::Old {
            old = self.keep(old, at);
        }
        let new = self.binary(operator, old.clone(), one, at);
        let new = self.decay(new);
        let new = self.convert(new, ty);
        match result {
            Result::New => self.store_new(place, new, at),
            Result::Old | Result::Unused => {
                self.flow.push(InstructionKind::Assign { to: place, value: new }, at);
                old
            }
        }
    }

    /// Evaluates an expression whose value nobody wants.
    pub(super) fn effect(&mut self, expression: &'a Node<Expression>) {
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.effect_here(expression));
    }

    fn effect_here(&mut self, expression: &'a Node<Expression>) {
        match &expression.node {
            Expression::BinaryOperator(operation) => {
                let at = self.at(expression.span);
                let (left, right) = (&operation.node.lhs, &operation.node.rhs);
                match &operation.node.operator.node {
                    BinaryOperator::Assign => self.assign_only(left, right, at),
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                        self.logical_effect(&operation.node.operator.node, left, right, at)
                    }
                    operator if super::operators::is_assignment(operator) => {
                        self.compound_assign_only(operator, left, right, at)
                    }
                    _ => self.discard(expression),
                }
            }
            Expression::UnaryOperator(operation) => {
                let at = self.at(expression.span);
                let operand = &operation.node.operand;
                match operation.node.operator.node {
                    UnaryOperator::PostIncrement | UnaryOperator::PreIncrement => {
                        drop(self.step(operand, Step::Up, Result::Unused, at))
                    }
                    UnaryOperator::PostDecrement | UnaryOperator::PreDecrement => {
                        drop(self.step(operand, Step::Down, Result::Unused, at))
                    }
                    _ => self.discard(expression),
                }
            }
            Expression::Call(call) => {
                let result = self.call(&call.node, expression.span, Wanted::No);
                self.read_for_nothing(result);
            }
            Expression::Comma(parts) => parts.iter().for_each(|part| self.effect(part)),
            Expression::Conditional(conditional) if !self.is_without_then(&conditional.node) => {
                let at = self.at(expression.span);
                let (then, otherwise, join) = (self.flow.new_block(), self.flow.new_block(), self.flow.new_block());
                self.branch(&conditional.node.condition, then, otherwise);
                self.flow.continue_in(then);
                self.effect(&conditional.node.then_expression);
                self.flow.terminate(crate::ir::Terminator::Goto(join), at);
                self.flow.continue_in(otherwise);
                self.effect(&conditional.node.else_expression);
                self.flow.flow_into(join, at);
            }
            Expression::Statement(statement) => {
                let at = self.at(expression.span);
                if let Statement::Compound(items) = &statement.node {
                    self.open_scope();
                    self.block_items(items);
                    self.close_scope(at);
                }
            }
            _ => self.discard(expression),
        }
    }

    fn logical_effect(
        &mut self,
        operator: &BinaryOperator,
        left: &'a Node<Expression>,
        right: &'a Node<Expression>,
        at: Position,
    ) {
        let (next, join) = (self.flow.new_block(), self.flow.new_block());
        let (then, otherwise) = if *operator == BinaryOperator::LogicalAnd {
            (next, join)
        } else {
            (join, next)
        };
        self.branch(left, then, otherwise);
        self.flow.continue_in(next);
        self.effect(right);
        self.flow.flow_into(join, at);
    }

    /// A value that is computed for nothing still reads what it reads.
    fn discard(&mut self, expression: &'a Node<Expression>) {
        let operand = self.operand(expression);
        self.read_for_nothing(operand);
    }

    /// A value is read, and nobody wants it.
    pub(super) fn read_for_nothing(&mut self, operand: Operand) {
        let is_read = |place: &Place| {
            let types = self.types();
            let has_value = types.size(place.ty).is_some() && types.kind(place.ty) != &TypeKind::Void;
            // Compilers read such a record, as it is written, only if it is volatile.
            has_value && (types.as_record(place.ty).is_none() || types.get(place.ty).volatile)
        };
        let value = match operand {
            Operand::Place(place) if !is_read(&place) => return,
            other => self.decay(other),
        };
        if !is_stable(&value) {
            let ty = self.unqualified(value.ty());
            let at = position_of(&value);
            self.flow.store(value, ty, at);
        }
    }
}
