//! Expressions: the dispatcher, from a syntax tree to a place, a value or a function.

use lang_c::ast::{
    AlignOf, CastExpression, CompoundLiteral, Expression, OffsetMember, OffsetOfExpression, Statement, UnaryOperator,
    UnaryOperatorExpression,
};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::scopes::Symbol;
use super::views::Shared;
use crate::frontend::lexer::Encoding;
use crate::frontend::reserved;
use crate::ir::{Expr, Place, Position, Projection, Root, TypeId, TypeKind, UnaryOp};

/// What an expression denotes.
#[derive(Debug)]
pub(super) enum Operand {
    /// An object: an lvalue, or a record kept in a temporary.
    Place(Place),
    /// A scalar value.
    Value(Expr),
    /// A function, by its index among the routines.
    Routine(usize, Position),
}

impl<'a> Lowering<'a> {
    /// Lowers an expression without converting lvalues to values.
    pub(super) fn operand(&mut self, expression: &'a Node<Expression>) -> Operand {
        // Trees are as deep as the source nests.
        stacker::maybe_grow(64 * 1024, 4 * 1024 * 1024, || self.operand_here(expression))
    }

    fn operand_here(&mut self, expression: &'a Node<Expression>) -> Operand {
        match &expression.node {
            Expression::Identifier(name) => self.identifier(&name.node.name, name.span),
            Expression::Constant(constant) => Operand::Value(self.literal(constant)),
            Expression::StringLiteral(literal) => self.string_operand(&literal.node, expression.span),
            Expression::GenericSelection(selection) => self.generic(&selection.node, expression.span),
            Expression::Member(member) => self.member(&member.node, expression.span),
            Expression::Call(call) => self.call(&call.node, expression.span, Wanted::Yes),
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, expression.span),
            Expression::SizeOfTy(ty) => {
                let at = self.at(expression.span);
                let ty = self.type_name(&ty.node.0.node);
                Operand::Value(self.size_of(ty, at))
            }
            Expression::SizeOfVal(value) => self.size_of_value(&value.node.0, expression.span),
            Expression::AlignOf(ty) => {
                let AlignOf(ty) = &ty.node;
                Operand::Value(self.alignment_of_type(&ty.node))
            }
            Expression::UnaryOperator(operation) => self.unary_operator(&operation.node, expression.span),
            Expression::Cast(cast) => self.cast(&cast.node, expression.span),
            Expression::BinaryOperator(operation) => self.binary_operator(&operation.node, expression.span),
            Expression::Conditional(conditional) => self.conditional(&conditional.node, expression.span),
            Expression::Comma(parts) => self.comma(parts),
            Expression::OffsetOf(offset) => Operand::Value(self.offset_of(&offset.node, expression.span)),
            Expression::VaArg(argument) => {
                let at = self.at(expression.span);
                let ty = self.type_name(&argument.node.type_name.node);
                self.variable_argument(&argument.node.va_list, ty, at)
            }
            Expression::Statement(statement) => self.statement_expression(statement, expression.span),
        }
    }

    /// The value of an expression: lvalues are loaded, arrays and functions decay (C17 6.3.2.1).
    pub(super) fn value(&mut self, expression: &'a Node<Expression>) -> Expr {
        let operand = self.operand(expression);
        self.decay(operand)
    }

    /// The value of what an expression denotes.
    pub(super) fn decay(&mut self, operand: Operand) -> Expr {
        match operand {
            Operand::Value(value) => value,
            Operand::Routine(routine, at) => {
                let ty = self.routines[routine].ty;
                self.note_missing_routine(routine, at);
                self.note_differing(Shared::Routine(routine), at);
                let pointer = self.pointer_to(ty);
                Expr::Function(self.routine_id(routine), pointer)
            }
            Operand::Place(place) => self.load(place),
        }
    }

    /// The value stored at a place.
    pub(super) fn load(&mut self, place: Place) -> Expr {
        match self.types().kind(place.ty) {
            TypeKind::Array(element, _) => {
                let element = *element;
                let pointer = self.pointer_to(element);
                self.address_of(place, pointer)
            }
            TypeKind::Function(_) => {
                let pointer = self.pointer_to(place.ty);
                self.address_of(place, pointer)
            }
            _ => Expr::Load(Box::new(place)),
        }
    }

    /// The lvalue that an expression is.
    pub(super) fn place(&mut self, expression: &'a Node<Expression>) -> Place {
        match self.operand(expression) {
            Operand::Place(place) => place,
            Operand::Value(value) => {
                let at = self.at(expression.span);
                if !matches!(value, Expr::Unknown(_)) {
                    self.error(at, "This is not an lvalue.");
                }
                let ty = self.unqualified(value.ty());
                let local = self.flow.temporary(ty, at);
                Place::local(local, ty, at)
            }
            Operand::Routine(routine, at) => {
                let value = self.decay(Operand::Routine(routine, at));
                let ty = self.routines[routine].ty;
                Place {
                    root: Root::Deref(Box::new(value)),
                    projections: Vec::new(),
                    ty,
                    at,
                }
            }
        }
    }

    fn identifier(&mut self, name: &'a str, span: Span) -> Operand {
        let at = self.at(span);
        match self.scopes().find(name) {
            Some(Symbol::Local(local)) => {
                let ty = self.flow.locals[local.0 as usize].ty;
                if let Some(value) = self.flow.constants.get(&local).filter(|_| self.folding) {
                    return Operand::Value(Expr::Integer(*value, ty));
                }
                Operand::Place(Place::local(local, ty, at))
            }
            Some(Symbol::Parameter(ty)) => {
                let root = Root::Deref(Box::new(Expr::Unknown(self.basic.void_pointer)));
                Operand::Place(Place {
                    root,
                    projections: Vec::new(),
                    ty,
                    at,
                })
            }
            Some(Symbol::Variable(pointer, _, ty)) => {
                let address = Expr::Load(Box::new(Place::local(pointer, self.basic.void_pointer, at)));
                let to = self.pointer_to(ty);
                let address = self.convert(address, to);
                Operand::Place(Place {
                    root: Root::Deref(Box::new(address)),
                    projections: Vec::new(),
                    ty,
                    at,
                })
            }
            Some(Symbol::Object(object)) => {
                if let Some(value) = self.objects[object].constant.filter(|_| self.folding) {
                    return Operand::Value(Expr::Integer(value, self.objects[object].ty));
                }
                self.note_missing_object(object, at);
                Operand::Place(self.object_place(object, at))
            }
            Some(Symbol::Routine(routine)) => Operand::Routine(routine, at),
            Some(Symbol::Constant(value, ty)) => Operand::Value(Expr::Integer(value, ty)),
            Some(Symbol::Typedef(..) | Symbol::VariableTypedef(..)) => {
                Operand::Value(self.wrong(at, format!("`{name}` is a type here, but is used as a value.")))
            }
            None => self.unknown_identifier(name, at),
        }
    }

    fn unknown_identifier(&mut self, name: &'a str, at: Position) -> Operand {
        match name {
            "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                let elements: Vec<u32> = self.flow.function.bytes().map(u32::from).collect();
                self.string_place(Encoding::Bytes, &elements, at)
            }
            reserved::CHOICE => Operand::Value(Expr::Unknown(self.basic.int)),
            reserved::NULL_POINTER | "nullptr" | "__null" => Operand::Value(Expr::Integer(0, self.basic.void_pointer)),
            _ if name.starts_with("__builtin_") || name.starts_with("__sync_") || name.starts_with("__atomic_") => {
                let ty = self.basic.void_pointer;
                let function = self.builtin(name, ty);
                Operand::Value(Expr::Function(function, ty))
            }
            _ => Operand::Value(self.wrong(at, format!("`{name}` is not declared."))),
        }
    }

    fn string_operand(&mut self, parts: &'a [String], span: Span) -> Operand {
        let at = self.at(span);
        let (encoding, elements) = self.string_elements(parts);
        self.string_place(encoding, &elements, at)
    }

    fn string_place(&mut self, encoding: Encoding, elements: &[u32], at: Position) -> Operand {
        let (id, array) = self.add_string(encoding, elements);
        let pointer = self.pointer_to(array);
        let root = Root::Deref(Box::new(Expr::String(id, pointer)));
        Operand::Place(Place {
            root,
            projections: Vec::new(),
            ty: array,
            at,
        })
    }

    fn compound_literal(&mut self, literal: &'a CompoundLiteral, span: Span) -> Operand {
        let at = self.at(span);
        let ty = self.type_name(&literal.type_name.node);
        let ty = self.completed_by_list(ty, &literal.initializer_list);
        if self.flow.result.is_none() {
            return self.static_literal(ty, literal, at);
        }
        let name = self.unnamed("literal");
        let local = self.flow.new_local(&name, ty, crate::ir::LocalKind::Variable, at);
        self.flow.push(crate::ir::InstructionKind::ScopeEntry(local), at);
        let place = Place::local(local, ty, at);
        self.initialise_list(place.clone(), &literal.initializer_list);
        Operand::Place(place)
    }

    /// `sizeof`; 1 for `void` and functions, as GNU C has it.
    fn size_of(&mut self, ty: TypeId, at: Position) -> Expr {
        let size_type = self.basic.unsigned_long;
        let size = match self.types().kind(ty) {
            TypeKind::Function(_) => Some(1),
            _ => self.types().size(ty),
        };
        match size {
            Some(size) => Expr::Integer(i128::from(size), size_type),
            None => {
                self.obstacle(at, "The size of a type that is incomplete or of variable length.");
                Expr::Unknown(size_type)
            }
        }
    }

    fn size_of_value(&mut self, value: &'a Node<Expression>, span: Span) -> Operand {
        let at = self.at(span);
        if let Expression::Identifier(name) = &value.node {
            match self.scopes().find(&name.node.name) {
                Some(Symbol::Variable(_, size, _) | Symbol::VariableTypedef(_, _, size)) => {
                    let place = Place::local(size, self.basic.unsigned_long, at);
                    return Operand::Value(Expr::Load(Box::new(place)));
                }
                Some(Symbol::Typedef(ty, _)) => return Operand::Value(self.size_of(ty, at)),
                _ => {}
            }
        }
        let ty = self.type_of_expression(value);
        Operand::Value(self.size_of(ty, at))
    }

    fn unary_operator(&mut self, operation: &'a UnaryOperatorExpression, span: Span) -> Operand {
        let at = self.at(span);
        match operation.operator.node {
            UnaryOperator::PostIncrement => Operand::Value(self.step(&operation.operand, Step::Up, Result::Old, at)),
            UnaryOperator::PostDecrement => Operand::Value(self.step(&operation.operand, Step::Down, Result::Old, at)),
            UnaryOperator::PreIncrement => Operand::Value(self.step(&operation.operand, Step::Up, Result::New, at)),
            UnaryOperator::PreDecrement => Operand::Value(self.step(&operation.operand, Step::Down, Result::New, at)),
            UnaryOperator::Address => self.address(&operation.operand),
            UnaryOperator::Indirection => self.indirection(&operation.operand, at),
            UnaryOperator::Plus => {
                let value = self.value(&operation.operand);
                self.scalar(value, at, Self::promote)
            }
            UnaryOperator::Minus => self.negated(&operation.operand, UnaryOp::Negate, at),
            UnaryOperator::Complement => self.negated(&operation.operand, UnaryOp::Complement, at),
            UnaryOperator::Negate => {
                let value = self.value(&operation.operand);
                let int = self.basic.int;
                Operand::Value(self.unary(UnaryOp::Not, value, int))
            }
        }
    }

    fn negated(&mut self, operand: &'a Node<Expression>, operator: UnaryOp, at: Position) -> Operand {
        let value = self.value(operand);
        self.scalar(value, at, |lowering, value| {
            lowering.check_wide_operand(&value, at);
            let value = lowering.promote(value);
            let ty = lowering.unqualified(value.ty());
            lowering.unary(operator, value, ty)
        })
    }

    /// Applies an operation to a scalar; complex numbers and vectors are not computed with.
    fn scalar(&mut self, value: Expr, at: Position, apply: impl FnOnce(&mut Self, Expr) -> Expr) -> Operand {
        if self.types().as_record(value.ty()).is_some() {
            return self.aggregate_result(value.ty(), at);
        }
        Operand::Value(apply(self, value))
    }

    fn address(&mut self, operand: &'a Node<Expression>) -> Operand {
        match self.operand(operand) {
            Operand::Place(place) => {
                let pointer = self.pointer_to(place.ty);
                Operand::Value(self.address_of(place, pointer))
            }
            Operand::Routine(routine, at) => Operand::Value(self.decay(Operand::Routine(routine, at))),
            Operand::Value(value) => {
                let at = self.at(operand.span);
                if !matches!(value, Expr::Unknown(_)) {
                    self.error(at, "The address of something that is not an lvalue.");
                }
                Operand::Value(Expr::Unknown(self.basic.void_pointer))
            }
        }
    }

    fn cast(&mut self, cast: &'a CastExpression, span: Span) -> Operand {
        let ty = self.type_name(&cast.type_name.node);
        if ty == self.basic.void {
            self.effect(&cast.expression);
            return Operand::Value(Expr::Unknown(ty));
        }
        if let Some(record) = self.types().as_record(ty) {
            return self.cast_to_record(record, ty, &cast.expression, span);
        }
        let value = self.value(&cast.expression);
        let value = self.explicit_conversion(value, ty);
        Operand::Value(value)
    }

    /// A cast takes a bit-field's width away, even if it names the declared type: what is promoted then is a plain value.
    fn explicit_conversion(&mut self, value: Expr, ty: TypeId) -> Expr {
        let of_bit_field = self.bit_width(&value).is_some();
        let converted = self.convert(value, ty);
        if of_bit_field && matches!(converted, Expr::Load(_)) {
            let ty = self.unqualified(ty);
            return Expr::Cast(Box::new(converted), ty);
        }
        converted
    }

    fn comma(&mut self, parts: &'a [Node<Expression>]) -> Operand {
        let Some((last, before)) = parts.split_last() else {
            return Operand::Value(Expr::Unknown(self.basic.void));
        };
        for part in before {
            self.effect(part);
        }
        let value = self.value(last);
        // The result is no lvalue, but records are only known as places.
        match value {
            Expr::Load(place) if self.types().as_record(place.ty).is_some() => Operand::Place(*place),
            value => Operand::Value(value),
        }
    }

    fn offset_of(&mut self, offset: &'a OffsetOfExpression, span: Span) -> Expr {
        let at = self.at(span);
        let ty = self.type_name(&offset.type_name.node);
        let pointer = self.pointer_to(ty);
        let root = Root::Deref(Box::new(Expr::Integer(0, pointer)));
        let mut place = Place {
            root,
            projections: Vec::new(),
            ty,
            at,
        };
        self.select(&mut place, &offset.designator.node.base.node.name, at);
        for member in &offset.designator.node.members {
            match &member.node {
                OffsetMember::Member(name) => self.select(&mut place, &name.node.name, at),
                OffsetMember::IndirectMember(name) => {
                    self.element(&mut place, Expr::Integer(0, self.basic.int));
                    self.select(&mut place, &name.node.name, at);
                }
                OffsetMember::Index(index) => {
                    let index = self.value(index);
                    self.element(&mut place, index);
                }
            }
        }
        let size_type = self.basic.unsigned_long;
        match self.address_of(place, pointer) {
            Expr::Integer(value, _) => Expr::Integer(value, size_type),
            address => self.convert(address, size_type),
        }
    }

    /// Moves a place of array type to one of its elements.
    pub(super) fn element(&mut self, place: &mut Place, index: Expr) {
        if let TypeKind::Array(element, _) = *self.types().kind(place.ty) {
            place.projections.push(Projection::Index(Box::new(index), element));
            place.ty = element;
        }
    }

    /// `({ … })`: its value is that of the last expression statement.
    fn statement_expression(&mut self, statement: &'a Node<Statement>, span: Span) -> Operand {
        let at = self.at(span);
        let Statement::Compound(items) = &statement.node else {
            return Operand::Value(Expr::Unknown(self.basic.void));
        };
        self.open_scope();
        let value = self.items_with_value(items);
        let result = match value {
            Some(value) if value.ty() != self.basic.void => {
                let ty = self.unqualified(value.ty());
                match value {
                    Expr::Integer(..) | Expr::Float(..) | Expr::String(..) | Expr::Function(..) => {
                        Operand::Value(value)
                    }
                    value => match self.keep(value, at) {
                        Expr::Load(place) if self.types().as_record(ty).is_some() => Operand::Place(*place),
                        loaded => Operand::Value(loaded),
                    },
                }
            }
            _ => Operand::Value(Expr::Unknown(self.basic.void)),
        };
        self.close_scope(at);
        result
    }
}

/// Whether the result of a call is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Yes,
    No,
}

/// `++` or `--`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Up,
    Down,
}

/// Whether a step gives the value from before or from after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Result {
    Old,
    New,
    Unused,
}
