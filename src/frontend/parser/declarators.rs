//! Declarators and type names (C17 6.7.6, 6.7.7).

use lang_c::ast::{
    ArrayDeclarator, ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, FunctionDeclarator,
    ParameterDeclaration, PointerQualifier, TypeName,
};
use lang_c::span::Node;

use super::type_names::Meaning;
use super::{Parsed, Parser, push};
use crate::frontend::lexer::{Keyword, Kind, Operator};

/// Whether a declarator names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// It declares a name.
    Required,
    /// It is that of a parameter.
    Optional,
    /// It is that of a type name.
    Forbidden,
}

impl Parser<'_> {
    /// A declarator, with the attributes and the assembler name behind it.
    pub(super) fn declarator(&mut self, naming: Naming) -> Parsed<Node<Declarator>> {
        self.nested(|parser| parser.declarator_here(naming))
    }

    fn declarator_here(&mut self, naming: Naming) -> Parsed<Node<Declarator>> {
        let start = self.start();
        let mut extensions = self.extensions()?;
        let mut derived = Vec::new();
        let mut chain = 0;
        while self.is_mark(b'*') {
            self.lengthen(&mut chain)?;
            let pointer = self.start();
            self.advance();
            let qualifiers = self.pointer_qualifiers()?;
            push(&mut derived, self.node(pointer, DerivedDeclarator::Pointer(qualifiers)));
        }
        let kind = self.declarator_kind(naming)?;
        loop {
            self.lengthen(&mut chain)?;
            let suffix = self.start();
            let part = match self.kind() {
                Kind::Mark(b'[') if self.is_attribute() => {
                    extensions.append(&mut self.attributes()?);
                    continue;
                }
                Kind::Mark(b'[') => self.array()?,
                Kind::Mark(b'(') => self.function()?,
                _ => break,
            };
            push(&mut derived, self.node(suffix, part));
        }
        extensions.append(&mut self.extensions()?);
        let declarator = Declarator {
            kind,
            derived,
            extensions,
        };
        Ok(self.node(start, declarator))
    }

    fn pointer_qualifiers(&mut self) -> Parsed<Vec<Node<PointerQualifier>>> {
        let mut qualifiers = Vec::new();
        loop {
            let start = self.start();
            let qualifier = if let Some(qualifier) = self.type_qualifier() {
                PointerQualifier::TypeQualifier(qualifier)
            } else if self.is_attribute() {
                PointerQualifier::Extension(self.attributes()?)
            } else {
                return Ok(qualifiers);
            };
            qualifiers.push(self.node(start, qualifier));
        }
    }

    /// The middle of a declarator. A parenthesis without a name in it opens parameters (C17 6.7.6.3 11).
    fn declarator_kind(&mut self, naming: Naming) -> Parsed<Node<DeclaratorKind>> {
        let start = self.start();
        let kind = match self.kind() {
            Kind::Name if naming != Naming::Forbidden => DeclaratorKind::Identifier(self.name()?),
            Kind::Mark(b'(') if naming == Naming::Required || !self.opens_parameters() => {
                self.advance();
                let inner = self.declarator(naming)?;
                self.expect_mark(b')')?;
                DeclaratorKind::Declarator(Box::new(inner))
            }
            _ if naming == Naming::Required => return Err(self.expected("a name")),
            _ => {
                return Ok(Node::new(
                    DeclaratorKind::Abstract,
                    lang_c::span::Span::span(start, start),
                ));
            }
        };
        Ok(self.node(start, kind))
    }

    /// Whether the parenthesis at the current token opens a list of parameters.
    fn opens_parameters(&self) -> bool {
        match self.kind_ahead(1) {
            Kind::Mark(b')') | Kind::Operator(Operator::Ellipsis) => true,
            _ => self.starts_declaration_ahead(1),
        }
    }

    fn array(&mut self) -> Parsed<DerivedDeclarator> {
        let start = self.start();
        self.advance();
        let mut qualifiers = Vec::new();
        let mut at_least = false;
        loop {
            if let Some(qualifier) = self.type_qualifier() {
                qualifiers.push(qualifier);
            } else if self.accept_keyword(Keyword::Static) {
                at_least = true;
            } else {
                break;
            }
        }
        let size = match (self.kind(), self.kind_ahead(1)) {
            (Kind::Mark(b']'), _) => ArraySize::Unknown,
            (Kind::Mark(b'*'), Kind::Mark(b']')) => {
                self.advance();
                ArraySize::VariableUnknown
            }
            _ => {
                let size = Box::new(self.assignment()?);
                if at_least {
                    ArraySize::StaticExpression(size)
                } else {
                    ArraySize::VariableExpression(size)
                }
            }
        };
        self.expect_mark(b']')?;
        let array = self.node(start, ArrayDeclarator { qualifiers, size });
        Ok(DerivedDeclarator::Array(array))
    }

    /// Parameters in parentheses: types, or names alone in the old style.
    fn function(&mut self) -> Parsed<DerivedDeclarator> {
        let start = self.start();
        self.advance();
        if self.accept_mark(b')') {
            return Ok(DerivedDeclarator::KRFunction(Vec::new()));
        }
        if self.kind() == Kind::Name && !self.starts_declaration() {
            let names = self.separated(Self::old_style_parameter)?;
            self.expect_mark(b')')?;
            return Ok(DerivedDeclarator::KRFunction(names));
        }
        self.types.enter();
        let mut parameters = Vec::new();
        let mut ellipsis = Ellipsis::None;
        loop {
            if self.accept(Kind::Operator(Operator::Ellipsis)) {
                ellipsis = Ellipsis::Some;
                break;
            }
            let parameter = self.parameter()?;
            push(&mut parameters, parameter);
            if !self.accept_mark(b',') {
                break;
            }
        }
        self.types.leave();
        self.expect_mark(b')')?;
        let function = self.node(start, FunctionDeclarator { parameters, ellipsis });
        Ok(DerivedDeclarator::Function(function))
    }

    fn old_style_parameter(&mut self) -> Parsed<Node<lang_c::ast::Identifier>> {
        match self.kind_ahead(1) {
            Kind::Mark(b',' | b')') => self.name(),
            _ => Err(self.unknown_type()),
        }
    }

    fn parameter(&mut self) -> Parsed<Node<ParameterDeclaration>> {
        let start = self.start();
        let specifiers = self.declaration_specifiers()?;
        let declarator = match self.kind() {
            Kind::Mark(b',' | b')') => None,
            _ => Some(self.declarator(Naming::Optional)?),
        };
        if let Some(declarator) = &declarator {
            self.declare(declarator, Meaning::Value);
        }
        let parameter = ParameterDeclaration {
            specifiers,
            declarator,
            extensions: Vec::new(),
        };
        Ok(self.node(start, parameter))
    }

    /// A type name, as in casts and `sizeof`.
    pub(super) fn type_name(&mut self) -> Parsed<Node<TypeName>> {
        let start = self.start();
        let specifiers = self.specifier_qualifiers()?;
        let declarator = match self.kind() {
            Kind::Mark(b'*' | b'(' | b'[') | Kind::Keyword(Keyword::Attribute) => {
                Some(self.declarator(Naming::Forbidden)?)
            }
            _ => None,
        };
        Ok(self.node(start, TypeName { specifiers, declarator }))
    }
}
