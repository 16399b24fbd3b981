//! Primary expressions, and the operators of the compiler that look like calls (C17 6.5.1).

use lang_c::ast::{
    CastExpression, Constant, Expression, GenericAssociation, GenericAssociationType, GenericSelection,
    OffsetDesignator, OffsetMember, OffsetOfExpression, SpecifierQualifier, TypeName, TypeSpecifier, VaArgExpression,
};
use lang_c::span::Node;

use super::{Parsed, Parser, SyntaxError};
use crate::frontend::lexer::{Keyword, Kind, Operator, StringLiteral};
use crate::frontend::reserved;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        let expression = match self.kind() {
            Kind::Name => Expression::Identifier(Box::new(self.name()?)),
            Kind::Number => {
                let constant = self.constant()?;
                Expression::Constant(Box::new(self.node(start, constant)))
            }
            Kind::Character => {
                let constant = Constant::Character(self.literal());
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
            Kind::Keyword(Keyword::TypesCompatible) => return self.types_compatible(),
            Kind::Keyword(Keyword::Nullptr) => {
                self.advance();
                return Ok(self.made_up_name(start, reserved::NULL_POINTER));
            }
            Kind::Keyword(truth @ (Keyword::True | Keyword::False)) => {
                self.advance();
                return Ok(self.truth(start, truth == Keyword::True));
            }
            _ => return Err(self.expected("an expression")),
        };
        Ok(self.node(start, expression))
    }

    /// `true` and `false` of C23: 1 and 0 of type `bool`.
    fn truth(&self, start: usize, truth: bool) -> Node<Expression> {
        let expression = Box::new(self.made_up_number(start, u32::from(truth)));
        let boolean = self.node(start, TypeSpecifier::Bool);
        let specifiers = vec![self.node(start, SpecifierQualifier::TypeSpecifier(boolean))];
        let declarator = None;
        let type_name = self.node(start, TypeName { specifiers, declarator });
        let cast = Box::new(self.node(start, CastExpression { type_name, expression }));
        self.node(start, Expression::Cast(cast))
    }

    /// Reads a string literal or character constant: its index, as text.
    fn literal(&mut self) -> String {
        let token = self.lexed.tokens.get(self.at);
        let bytes = token.and_then(|token| self.lexed.bytes.get(token.start as usize..token.end as usize));
        self.strings.push(StringLiteral::decode(bytes.unwrap_or_default()));
        self.advance();
        (self.strings.len() - 1).to_string()
    }

    /// String literals in a row, which are one.
    pub(super) fn string(&mut self) -> Parsed<Node<Vec<String>>> {
        let start = self.start();
        let mut parts = Vec::new();
        while self.kind() == Kind::Text {
            parts.push(self.literal());
        }
        if parts.is_empty() {
            return Err(self.expected("a string"));
        }
        Ok(self.node(start, parts))
    }

    /// `__builtin_types_compatible_p(T, U)`.
    fn types_compatible(&mut self) -> Parsed<Node<Expression>> {
        let start = self.start();
        self.advance();
        self.expect_mark(b'(')?;
        let types = self.nested(|parser| {
            parser.separated(|parser| {
                let ty = parser.type_name()?;
                Ok(parser.size_of_type(start, ty))
            })
        })?;
        self.expect_mark(b')')?;
        Ok(self.made_up_call(start, reserved::TYPES_COMPATIBLE, types))
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
        let name = self.token_text();
        self.error(format!("Syntax error at `{name}`: no type of this name is declared."))
    }
}
