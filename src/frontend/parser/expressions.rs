//! Expressions (C17 6.5).

use lang_c::ast::{
    AlignOf, CallExpression, CastExpression, CompoundLiteral, ConditionalExpression, Expression, Identifier,
    MemberExpression, MemberOperator, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::Node;

use super::operators::{assignment_operator, binary_operator, postfix_operator, prefix_operator};
use super::{Parsed, Parser};
use crate::frontend::lexer::{Keyword, Kind, Operator};
use crate::frontend::reserved;

impl Parser<'_> {
    /// An expression, commas included.
    pub(super) fn expression(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let first = self.assignment()?;
        if !self.is_mark(b',') {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.accept_mark(b',') {
            parts.push(self.assignment()?);
        }
        Ok(self.node(start, Expression::Comma(Box::new(parts))))
    }

    /// An expression without a comma outside of parentheses.
    pub(super) fn assignment(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let left = self.conditional()?;
        let Some(operator) = assignment_operator(self.kind()) else {
            return Ok(left);
        };
        let operator_start = self.start();
        self.advance();
        let operator = self.node(operator_start, operator);
        let right = self.nested(Self::assignment)?;
        Ok(self.binary_node(start, operator, left, right))
    }

    /// An expression without assignments outside of parentheses, as constants are.
    pub(super) fn conditional(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let condition = self.binary(0)?;
        if !self.accept_mark(b'?') {
            return Ok(condition);
        }
        let then_expression = Box::new(if self.is_mark(b':') {
            self.made_up_name(self.start(), reserved::SAME_AS_CONDITION)
        } else {
            self.nested(Self::expression)?
        });
        self.expect_mark(b':')?;
        let else_expression = Box::new(self.nested(Self::conditional)?);
        let conditional = ConditionalExpression {
            condition: Box::new(condition),
            then_expression,
            else_expression,
        };
        let conditional = Box::new(self.node(start, conditional));
        Ok(self.node(start, Expression::Conditional(conditional)))
    }

    /// Operands joined by binary operators that bind at least as strongly as `least` (precedence climbing).
    fn binary(&mut self, least: u8) -> Parsed<Node<Expression>> {
        let start = self.start();
        let mut left = self.cast()?;
        let mut chain = 0;
        while let Some((operator, strength)) = binary_operator(self.kind()).filter(|(_, strength)| *strength >= least) {
            self.lengthen(&mut chain)?;
            let operator_start = self.start();
            self.advance();
            let operator = self.node(operator_start, operator);
            let right = self.binary(strength + 1)?;
            left = self.binary_node(start, operator, left, right);
        }
        Ok(left)
    }

    fn binary_node(
        &self,
        start: usize,
        operator: Node<lang_c::ast::BinaryOperator>,
        lhs: Node<Expression>,
        rhs: Node<Expression>,
    ) -> Node<Expression> {
        let operation = lang_c::ast::BinaryOperatorExpression {
            operator,
            lhs: Box::new(lhs),
            rhs: Box::new(rhs),
        };
        let operation = Box::new(self.node(start, operation));
        self.node(start, Expression::BinaryOperator(operation))
    }

    fn cast(&mut self) -> Parsed<Node<Expression>> {
        if self.is_mark(b'(') {
            return self.nested(Self::parenthesised);
        }
        self.unary()
    }

    /// What starts with a parenthesis: a cast, a compound literal, or a primary expression.
    fn parenthesised(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        if !self.starts_declaration_ahead(1) {
            return self.postfix();
        }
        self.advance();
        let type_name = self.type_name()?;
        self.expect_mark(b')')?;
        if self.is_mark(b'{') {
            return self.compound_literal(start, type_name);
        }
        let expression = Box::new(self.cast()?);
        let cast = Box::new(self.node(start, CastExpression { type_name, expression }));
        Ok(self.node(start, Expression::Cast(cast)))
    }

    fn compound_literal(&mut self, start: usize, type_name: Node<lang_c::ast::TypeName>) -> Parsed<Node<Expression>> {
        let initializer_list = self.initialiser_list()?;
        let literal = CompoundLiteral {
            type_name,
            initializer_list,
        };
        let literal = Box::new(self.node(start, literal));
        let literal = self.node(start, Expression::CompoundLiteral(literal));
        self.suffixes(start, literal)
    }

    fn unary(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        if let Some(operator) = prefix_operator(self.kind()) {
            self.advance();
            let operator = self.node(start, operator);
            let operand = Box::new(self.nested(Self::cast)?);
            return Ok(self.unary_node(start, operator, operand));
        }
        match self.kind() {
            Kind::Keyword(Keyword::Sizeof) => self.nested(Self::size),
            Kind::Keyword(Keyword::Alignof) => self.nested(Self::alignment),
            Kind::Keyword(Keyword::RealPart) => self.nested(|parser| parser.part(reserved::REAL_PART)),
            Kind::Keyword(Keyword::ImaginaryPart) => self.nested(|parser| parser.part(reserved::IMAGINARY_PART)),
            Kind::Operator(Operator::And) => {
                self.advance();
                let label = self.name()?;
                let label = self.node(label.span.start, Expression::Identifier(Box::new(label)));
                Ok(self.made_up_call(start, reserved::LABEL_ADDRESS, vec![label]))
            }
            _ => self.postfix(),
        }
    }

    /// `_Alignof` of a type, or in GNU C of an expression; `__alignof__` may differ from it.
    fn alignment(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let is_gnu = self.token_text().starts_with("__");
        self.advance();
        if !(self.is_mark(b'(') && self.starts_declaration_ahead(1)) {
            let operand = Box::new(self.unary()?);
            let operand = self.size_of_value(start, operand);
            return Ok(self.made_up_call(start, reserved::ALIGNMENT, vec![operand]));
        }
        self.advance();
        let ty = self.type_name()?;
        self.expect_mark(b')')?;
        if is_gnu {
            let ty = self.size_of_type(start, ty);
            return Ok(self.made_up_call(start, reserved::ALIGNMENT, vec![ty]));
        }
        let operation = Box::new(self.node(start, AlignOf(Box::new(ty))));
        Ok(self.node(start, Expression::AlignOf(operation)))
    }

    /// `__real__ x` and `__imag__ x` are members of a reserved name.
    fn part(&mut self, name: &str) -> Parsed<Node<Expression>> {
        let start = self.start();
        self.advance();
        let operator = self.node(start, MemberOperator::Direct);
        let member = MemberExpression {
            operator,
            expression: Box::new(self.cast()?),
            identifier: self.node(start, Identifier { name: name.to_owned() }),
        };
        let member = Box::new(self.node(start, member));
        Ok(self.node(start, Expression::Member(member)))
    }

    fn unary_node(
        &self,
        start: usize,
        operator: Node<UnaryOperator>,
        operand: Box<Node<Expression>>,
    ) -> Node<Expression> {
        let operation = Box::new(self.node(start, UnaryOperatorExpression { operator, operand }));
        self.node(start, Expression::UnaryOperator(operation))
    }

    /// `sizeof` of a type, or of an expression, a compound literal included.
    fn size(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        self.advance();
        let operand = self.start();
        if !(self.is_mark(b'(') && self.starts_declaration_ahead(1)) {
            let operand = Box::new(self.unary()?);
            return Ok(self.size_of_value(start, operand));
        }
        self.advance();
        let ty = self.type_name()?;
        self.expect_mark(b')')?;
        if self.is_mark(b'{') {
            let literal = Box::new(self.compound_literal(operand, ty)?);
            return Ok(self.size_of_value(start, literal));
        }
        Ok(self.size_of_type(start, ty))
    }

    fn postfix(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let primary = self.primary()?;
        self.suffixes(start, primary)
    }

    /// Calls, indices, members and steps behind an operand.
    fn suffixes(&mut self, start: usize, mut operand: Node<Expression>) -> Parsed<Node<Expression>> {
        let mut chain = 0;
        loop {
            self.lengthen(&mut chain)?;
            operand = match self.kind() {
                Kind::Mark(b'[') => {
                    let operator = self.start();
                    self.advance();
                    let operator = self.node(operator, lang_c::ast::BinaryOperator::Index);
                    let index = self.nested(Self::expression)?;
                    self.expect_mark(b']')?;
                    self.binary_node(start, operator, operand, index)
                }
                Kind::Mark(b'(') => self.call(start, operand)?,
                Kind::Mark(b'.') => self.member(start, operand, MemberOperator::Direct)?,
                Kind::Operator(Operator::Arrow) => self.member(start, operand, MemberOperator::Indirect)?,
                kind => {
                    let Some(operator) = postfix_operator(kind) else {
                        return Ok(operand);
                    };
                    let operator_start = self.start();
                    self.advance();
                    let operator = self.node(operator_start, operator);
                    self.unary_node(start, operator, Box::new(operand))
                }
            };
        }
    }

    fn call(&mut self, start: usize, callee: Node<Expression>) -> Parsed<Node<Expression>> {
        self.advance();
        let mut arguments = Vec::new();
        if !self.accept_mark(b')') {
            arguments = self.nested(|parser| parser.separated(Self::assignment))?;
            if !self.accept_mark(b')') {
                return Err(self.expected("`,` or `)`"));
            }
        }
        let call = CallExpression {
            callee: Box::new(callee),
            arguments,
        };
        let call = Box::new(self.node(start, call));
        Ok(self.node(start, Expression::Call(call)))
    }

    fn member(&mut self, start: usize, record: Node<Expression>, operator: MemberOperator) -> Parsed<Node<Expression>> {
        let operator_start = self.start();
        self.advance();
        let operator = self.node(operator_start, operator);
        let member = MemberExpression {
            operator,
            expression: Box::new(record),
            identifier: self.name()?,
        };
        let member = Box::new(self.node(start, member));
        Ok(self.node(start, Expression::Member(member)))
    }
}
