//! Trees for what the source says in other words: calls and types with [`reserved`](crate::frontend::reserved) names.

use lang_c::ast::{
    CallExpression, Constant, Expression, Identifier, Integer, IntegerBase, IntegerSize, IntegerSuffix, SizeOfTy,
    SizeOfVal, TypeName, TypeSpecifier,
};
use lang_c::span::Node;

use super::Parser;

impl Parser<'_> {
    fn made_up_identifier(&self, start: usize, name: &str) -> Node<Identifier> {
        self.node(start, Identifier { name: name.to_owned() })
    }

    /// A reserved name as an expression.
    pub(super) fn made_up_name(&self, start: usize, name: &str) -> Node<Expression> {
        let name = Box::new(self.made_up_identifier(start, name));
        self.node(start, Expression::Identifier(name))
    }

    /// A constant of type `int`.
    pub(super) fn made_up_number(&self, start: usize, number: u32) -> Node<Expression> {
        let integer = Integer {
            base: IntegerBase::Decimal,
            number: number.to_string().into(),
            suffix: IntegerSuffix {
                size: IntegerSize::Int,
                unsigned: false,
                imaginary: false,
            },
        };
        let constant = Box::new(self.node(start, Constant::Integer(integer)));
        self.node(start, Expression::Constant(constant))
    }

    /// A reserved name as a type.
    pub(super) fn made_up_type(&self, start: usize, name: &str) -> TypeSpecifier {
        TypeSpecifier::TypedefName(self.made_up_identifier(start, name))
    }

    /// A call of a reserved name.
    pub(super) fn made_up_call(&self, start: usize, name: &str, arguments: Vec<Node<Expression>>) -> Node<Expression> {
        let callee = Box::new(self.made_up_name(start, name));
        let call = Box::new(self.node(start, CallExpression { callee, arguments }));
        self.node(start, Expression::Call(call))
    }

    /// `sizeof` a type, by which calls of reserved names take types.
    pub(super) fn size_of_type(&self, start: usize, ty: Node<TypeName>) -> Node<Expression> {
        let operation = Box::new(self.node(start, SizeOfTy(ty)));
        self.node(start, Expression::SizeOfTy(operation))
    }

    /// `sizeof` an operand.
    pub(super) fn size_of_value(&self, start: usize, operand: Box<Node<Expression>>) -> Node<Expression> {
        let operation = Box::new(self.node(start, SizeOfVal(operand)));
        self.node(start, Expression::SizeOfVal(operation))
    }
}
