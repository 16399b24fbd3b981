//! Declarations and function definitions (C17 6.7, 6.9).

use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, ExternalDeclaration,
    FunctionDefinition, InitDeclarator, StorageClassSpecifier,
};
use lang_c::span::Node;

use super::declarators::Naming;
use super::tokens::{Keyword, Kind};
use super::type_names::Meaning;
use super::{Parsed, Parser};

impl<'t> Parser<'t> {
    /// What stands at file scope: a declaration or a function definition.
    pub(super) fn external_declaration(&mut self) -> Parsed<Node<ExternalDeclaration>> {
        let start = self.start();
        let specifiers = self.declaration_specifiers()?;
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
            declarators.push(self.initialised(&specifiers, declarator)?);
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
        if let Some(span) = name_span(&declarator.node)
            && let Some(name) = self.text.get(span.start..span.end)
        {
            self.types.declare(name, meaning);
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
                    if let Some(name) = self.text.get(name.span.start..name.span.end) {
                        self.types.declare(name, Meaning::Value);
                    }
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
            Kind::Keyword(keyword) => begins_declaration(keyword),
            _ => false,
        }
    }
}

fn begins_declaration(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Atomic
            | Keyword::Attribute
            | Keyword::Auto
            | Keyword::Bool
            | Keyword::Char
            | Keyword::Complex
            | Keyword::Const
            | Keyword::Double
            | Keyword::Enum
            | Keyword::ExtendedFloat
            | Keyword::Extern
            | Keyword::Float
            | Keyword::Inline
            | Keyword::Int
            | Keyword::Long
            | Keyword::Noreturn
            | Keyword::Register
            | Keyword::Short
            | Keyword::Signed
            | Keyword::Static
            | Keyword::Struct
            | Keyword::ThreadLocal
            | Keyword::Typedef
            | Keyword::Typeof
            | Keyword::Union
            | Keyword::Unsigned
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
