//! Declarations and function definitions (C17 6.7, 6.9).

use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, ExternalDeclaration,
    FunctionDefinition, InitDeclarator, StaticAssert, StorageClassSpecifier,
};
use lang_c::span::Node;

use super::declarators::Naming;
use super::type_names::Meaning;
use super::{Parsed, Parser, push};
use crate::frontend::lexer::{Keyword, Kind};

impl<'t> Parser<'t> {
    /// What stands at file scope; nothing for a stray `;` and for assembly.
    pub(super) fn external_declaration(&mut self) -> Parsed<Option<Node<ExternalDeclaration>>> {
        let start = self.start();
        if self.accept_mark(b';') {
            return Ok(None);
        }
        if self.accept_keyword(Keyword::Asm) {
            return self.file_assembly(start).map(|()| None);
        }
        if self.accept_keyword(Keyword::StaticAssert) {
            let assertion = self.static_assertion(start)?;
            return Ok(Some(self.node(start, ExternalDeclaration::StaticAssert(assertion))));
        }
        self.declaration_or_definition(start).map(Some)
    }

    fn declaration_or_definition(&mut self, start: usize) -> Parsed<Node<ExternalDeclaration>> {
        let specifiers = if self.has_implicit_type() {
            Vec::new()
        } else {
            self.declaration_specifiers()?
        };
        if self.is_mark(b';') {
            let declaration = self.declaration_behind(start, specifiers, Vec::new())?;
            return Ok(self.node(start, ExternalDeclaration::Declaration(declaration)));
        }
        let declarator = self.declarator(Naming::Required)?;
        if self.is_mark(b'{') || is_function(&declarator.node) && self.starts_declaration() {
            let definition = self.function_definition(start, specifiers, declarator)?;
            return Ok(self.node(start, ExternalDeclaration::FunctionDefinition(definition)));
        }
        let first = self.initialised(&specifiers, declarator)?;
        let declaration = self.declaration_behind(start, specifiers, vec![first])?;
        Ok(self.node(start, ExternalDeclaration::Declaration(declaration)))
    }

    /// Whether a declaration without any specifier starts here, as C90 allows at file scope: the type is `int`.
    fn has_implicit_type(&self) -> bool {
        let behind = match self.kind_ahead(1) {
            Kind::Mark(mark) => matches!(mark, b'(' | b'[' | b'=' | b',' | b';'),
            Kind::Keyword(keyword) => matches!(keyword, Keyword::Asm | Keyword::Attribute),
            _ => false,
        };
        self.kind() == Kind::Name && behind && !self.starts_declaration()
    }

    /// `_Static_assert(condition, "message");`, behind its keyword; the message may be left out.
    pub(super) fn static_assertion(&mut self, start: usize) -> Parsed<Node<StaticAssert>> {
        self.expect_mark(b'(')?;
        let expression = Box::new(self.nested(Self::conditional)?);
        let message = if self.accept_mark(b',') {
            self.string()?
        } else {
            self.node(start, Vec::new())
        };
        self.expect_mark(b')')?;
        self.expect_mark(b';')?;
        Ok(self.node(start, StaticAssert { expression, message }))
    }

    /// A declaration, its `;` included.
    pub(super) fn declaration(&mut self) -> Parsed<Node<Declaration>> {
        let start = self.start();
        let specifiers = self.declaration_specifiers()?;
        if self.is_mark(b';') {
            return self.declaration_behind(start, specifiers, Vec::new());
        }
        let declarator = self.declarator(Naming::Required)?;
        if self.is_mark(b'{') && is_function(&declarator.node) {
            let name = declared_name(&declarator.node).map_or("", |name| name);
            return Err(self.error(format!(
                "`{name}` is a nested function, an extension of GNU C that is not supported."
            )));
        }
        let first = self.initialised(&specifiers, declarator)?;
        self.declaration_behind(start, specifiers, vec![first])
    }

    /// The declarators behind the first one, and the `;`.
    fn declaration_behind(
        &mut self,
        start: usize,
        specifiers: Vec<Node<DeclarationSpecifier>>,
        mut declarators: Vec<Node<InitDeclarator>>,
    ) -> Parsed<Node<Declaration>> {
        while !declarators.is_empty() && self.accept_mark(b',') {
            let declarator = self.declarator(Naming::Required)?;
            let declarator = self.initialised(&specifiers, declarator)?;
            push(&mut declarators, declarator);
        }
        if !self.accept_mark(b';') {
            return Err(self.expected("`;`"));
        }
        let declaration = Declaration {
            specifiers,
            declarators,
        };
        Ok(self.node(start, declaration))
    }

    /// A declarator with its initialiser, in which the name is in scope already (C17 6.2.1 7).
    fn initialised(
        &mut self,
        specifiers: &[Node<DeclarationSpecifier>],
        declarator: Node<Declarator>,
    ) -> Parsed<Node<InitDeclarator>> {
        let meaning = if specifiers.iter().any(|specifier| is_typedef(&specifier.node)) {
            Meaning::Type
        } else {
            Meaning::Value
        };
        self.declare(&declarator, meaning);
        let start = declarator.span.start;
        let initializer = if self.accept_mark(b'=') {
            Some(self.initialiser()?)
        } else {
            None
        };
        let value = InitDeclarator {
            declarator,
            initializer,
        };
        Ok(self.node(start, value))
    }

    /// Declares the name of a declarator in the innermost scope.
    pub(super) fn declare(&mut self, declarator: &Node<Declarator>, meaning: Meaning) {
        if let Some(span) = name_span(&declarator.node) {
            self.types.declare(self.text_between(span.start, span.end), meaning);
        }
    }

    /// A function definition behind its declarator; in the old style the parameters are declared first.
    fn function_definition(
        &mut self,
        start: usize,
        specifiers: Vec<Node<DeclarationSpecifier>>,
        declarator: Node<Declarator>,
    ) -> Parsed<Node<FunctionDefinition>> {
        self.declare(&declarator, Meaning::Value);
        self.types.enter();
        let mut declarations = Vec::new();
        while !self.is_mark(b'{') {
            declarations.push(self.declaration()?);
        }
        self.declare_parameters(&declarator.node);
        let statement = self.block_in_scope()?;
        self.types.leave();
        let definition = FunctionDefinition {
            specifiers,
            declarator,
            declarations,
            statement,
        };
        Ok(self.node(start, definition))
    }

    /// Declares the parameters of the function that a declarator declares.
    fn declare_parameters(&mut self, declarator: &Declarator) {
        match function_part(declarator) {
            Some(DerivedDeclarator::Function(function)) => {
                for parameter in &function.node.parameters {
                    if let Some(declarator) = &parameter.node.declarator {
                        self.declare(declarator, Meaning::Value);
                    }
                }
            }
            Some(DerivedDeclarator::KRFunction(names)) => {
                for name in names {
                    let name = self.text_between(name.span.start, name.span.end);
                    self.types.declare(name, Meaning::Value);
                }
            }
            _ => {}
        }
    }

    /// Whether a declaration starts at the current token.
    pub(super) fn starts_declaration(&self) -> bool {
        self.starts_declaration_ahead(0)
    }

    /// Whether a declaration, or a type name, starts at the token `ahead` of the current one.
    pub(super) fn starts_declaration_ahead(&self, ahead: usize) -> bool {
        match self.kind_ahead(ahead) {
            Kind::Name => self.types.is_type(self.text_ahead(ahead)),
            Kind::Keyword(Keyword::Attribute) | Kind::Mark(b'[') => {
                let behind = self.behind_attributes(ahead);
                behind > ahead && self.starts_declaration_ahead(behind)
            }
            Kind::Keyword(keyword) => begins_declaration(keyword),
            _ => false,
        }
    }
}

fn begins_declaration(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Alignas
            | Keyword::Atomic
            | Keyword::Auto
            | Keyword::AutoType
            | Keyword::BitInt
            | Keyword::Bool
            | Keyword::Char
            | Keyword::Complex
            | Keyword::Const
            | Keyword::Constexpr
            | Keyword::Double
            | Keyword::Enum
            | Keyword::ExtendedFloat
            | Keyword::Extern
            | Keyword::Float
            | Keyword::Inline
            | Keyword::Int
            | Keyword::Int128
            | Keyword::LocalLabel
            | Keyword::Long
            | Keyword::Noreturn
            | Keyword::Register
            | Keyword::Restrict
            | Keyword::Short
            | Keyword::Signed
            | Keyword::Static
            | Keyword::Struct
            | Keyword::ThreadLocal
            | Keyword::Typedef
            | Keyword::Typeof
            | Keyword::TypeofUnqual
            | Keyword::Union
            | Keyword::Unsigned
            | Keyword::UnsignedInt128
            | Keyword::Void
            | Keyword::Volatile
    )
}

fn is_typedef(specifier: &DeclarationSpecifier) -> bool {
    matches!(specifier, DeclarationSpecifier::StorageClass(class) if class.node == StorageClassSpecifier::Typedef)
}

fn is_function(declarator: &Declarator) -> bool {
    function_part(declarator).is_some()
}

/// The part of a declarator that makes the declared name a function: the first behind the name.
pub(in crate::frontend) fn function_part(declarator: &Declarator) -> Option<&DerivedDeclarator> {
    if let DeclaratorKind::Declarator(inner) = &declarator.kind.node
        && let Some(found) = function_part(&inner.node)
    {
        return Some(found);
    }
    declarator
        .derived
        .iter()
        .map(|part| &part.node)
        .find(|part| matches!(part, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))
}

fn name_span(declarator: &Declarator) -> Option<lang_c::span::Span> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(name.span),
        DeclaratorKind::Declarator(inner) => name_span(&inner.node),
    }
}

fn declared_name(declarator: &Declarator) -> Option<&str> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(name) => Some(&name.node.name),
        DeclaratorKind::Declarator(inner) => declared_name(&inner.node),
    }
}
