//! Expressions (C17 6.5).

use lang_c::ast::{
    AlignOf, CallExpression, CastExpression, CompoundLiteral, ConditionalExpression, Expression, GenericAssociation,
    GenericAssociationType, GenericSelection, MemberExpression, MemberOperator, OffsetDesignator, OffsetMember,
    OffsetOfExpression, SizeOfTy, SizeOfVal, UnaryOperator, UnaryOperatorExpression, VaArgExpression,
};
use lang_c::span::Node;

use super::operators::{assignment_operator, binary_operator, postfix_operator, prefix_operator};
use super::tokens::{Keyword, Kind, Operator};
use super::{Parsed, Parser, SyntaxError};

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
        let then_expression = Box::new(self.nested(Self::expression)?);
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
            Kind::Keyword(Keyword::Alignof) => {
                self.advance();
                self.expect_mark(b'(')?;
                let ty = Box::new(self.type_name()?);
                self.expect_mark(b')')?;
                let operation = Box::new(self.node(start, AlignOf(ty)));
                Ok(self.node(start, Expression::AlignOf(operation)))
            }
            _ => self.postfix(),
        }
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
        let operation = Box::new(self.node(start, SizeOfTy(ty)));
        Ok(self.node(start, Expression::SizeOfTy(operation)))
    }

    fn size_of_value(&self, start: usize, operand: Box<Node<Expression>>) -> Node<Expression> {
        let operation = Box::new(self.node(start, SizeOfVal(operand)));
        self.node(start, Expression::SizeOfVal(operation))
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

    fn primary(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let expression = match self.kind() {
            Kind::Name => Expression::Identifier(Box::new(self.name()?)),
            Kind::Number => {
                let constant = self.constant()?;
                Expression::Constant(Box::new(self.node(start, constant)))
            }
            Kind::Text => Expression::StringLiteral(Box::new(self.string()?)),
            Kind::Mark(b'(') => return self.in_parentheses(),
            Kind::Keyword(Keyword::Generic) => {
                let selection = self.generic()?;
                Expression::GenericSelection(Box::new(self.node(start, selection)))
            }
            Kind::Keyword(Keyword::OffsetOf) => {
                let offset = self.offset_of()?;
                Expression::OffsetOf(Box::new(self.node(start, offset)))
            }
            Kind::Keyword(Keyword::VaArg) => {
                let argument = self.variable_argument()?;
                Expression::VaArg(Box::new(self.node(start, argument)))
            }
            _ => return Err(self.expected("an expression")),
        };
        Ok(self.node(start, expression))
    }

    /// `(x)`, or GNU C's `({ … })`.
    fn in_parentheses(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        self.advance();
        if !self.is_mark(b'{') {
            let expression = self.expression()?;
            self.expect_mark(b')')?;
            return Ok(expression);
        }
        let block = Box::new(self.block()?);
        self.expect_mark(b')')?;
        Ok(self.node(start, Expression::Statement(block)))
    }

    /// `_Generic(…)` (C17 6.5.1.1).
    fn generic(&mut self) -> Parsed<GenericSelection> {
        self.advance();
        self.expect_mark(b'(')?;
        let expression = Box::new(self.nested(Self::assignment)?);
        let mut associations = Vec::new();
        while self.accept_mark(b',') {
            associations.push(self.nested(Self::association)?);
        }
        self.expect_mark(b')')?;
        Ok(GenericSelection {
            expression,
            associations,
        })
    }

    fn association(&mut self) -> Parsed<Node<GenericAssociation>> {
        let start = self.start();
        let association = if self.accept_keyword(Keyword::Default) {
            self.expect_mark(b':')?;
            GenericAssociation::Default(Box::new(self.assignment()?))
        } else {
            let type_name = self.type_name()?;
            self.expect_mark(b':')?;
            let expression = Box::new(self.assignment()?);
            let association = GenericAssociationType { type_name, expression };
            GenericAssociation::Type(self.node(start, association))
        };
        Ok(self.node(start, association))
    }

    /// `__builtin_va_arg(list, type)`.
    fn variable_argument(&mut self) -> Parsed<VaArgExpression> {
        self.advance();
        self.expect_mark(b'(')?;
        let va_list = Box::new(self.nested(Self::assignment)?);
        self.expect_mark(b',')?;
        let type_name = self.type_name()?;
        self.expect_mark(b')')?;
        Ok(VaArgExpression { va_list, type_name })
    }

    /// `__builtin_offsetof(type, member.member[3])`.
    fn offset_of(&mut self) -> Parsed<OffsetOfExpression> {
        self.advance();
        self.expect_mark(b'(')?;
        let type_name = self.type_name()?;
        self.expect_mark(b',')?;
        let start = self.start();
        let base = self.name()?;
        let mut members = Vec::new();
        while let Some(member) = self.offset_member()? {
            members.push(member);
        }
        let designator = self.node(start, OffsetDesignator { base, members });
        self.expect_mark(b')')?;
        Ok(OffsetOfExpression { type_name, designator })
    }

    fn offset_member(&mut self) -> Parsed<Option<Node<OffsetMember>>> {
        let start = self.start();
        let member = match self.kind() {
            Kind::Mark(b'.') => {
                self.advance();
                OffsetMember::Member(self.name()?)
            }
            Kind::Operator(Operator::Arrow) => {
                self.advance();
                OffsetMember::IndirectMember(self.name()?)
            }
            Kind::Mark(b'[') => {
                self.advance();
                let index = self.nested(Self::expression)?;
                self.expect_mark(b']')?;
                OffsetMember::Index(index)
            }
            _ => return Ok(None),
        };
        Ok(Some(self.node(start, member)))
    }

    /// The error that a name stands where only a type makes sense.
    pub(super) fn unknown_type(&self) -> SyntaxError {
        let name = super::reserved::decode(self.token_text());
        self.error(format!("Syntax error at `{name}`: no type of this name is declared."))
    }
}
