//! Declaration specifiers (C17 6.7.1 to 6.7.5), structs, unions and enumerations.

use lang_c::ast::{
    DeclarationSpecifier, EnumType, Enumerator, FunctionSpecifier, SpecifierQualifier, StorageClassSpecifier,
    StructDeclaration, StructDeclarator, StructField, StructKind, StructType, TS18661FloatFormat, TS18661FloatType,
    TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::declarators::Naming;
use super::tokens::{Keyword, Kind};
use super::type_names::Meaning;
use super::{Parsed, Parser};

impl Parser<'_> {
    /// The specifiers of a declaration. A name is among them only if no type stands before it (C17 6.7.2).
    pub(super) fn declaration_specifiers(&mut self) -> Parsed<Vec<Node<DeclarationSpecifier>>> {
        let mut specifiers = Vec::new();
        let mut has_type = false;
        loop {
            let start = self.start();
            let specifier = if let Some(class) = self.storage_class() {
                DeclarationSpecifier::StorageClass(class)
            } else if let Some(function) = self.function_specifier() {
                DeclarationSpecifier::Function(function)
            } else {
                match self.specifier_qualifier(&mut has_type)? {
                    Some(SpecifierQualifier::TypeSpecifier(ty)) => DeclarationSpecifier::TypeSpecifier(ty),
                    Some(SpecifierQualifier::TypeQualifier(qualifier)) => {
                        DeclarationSpecifier::TypeQualifier(qualifier)
                    }
                    Some(SpecifierQualifier::Extension(extensions)) => DeclarationSpecifier::Extension(extensions),
                    None if specifiers.is_empty() => return Err(self.no_declaration()),
                    None => return Ok(specifiers),
                }
            };
            specifiers.push(self.node(start, specifier));
        }
    }

    /// The specifiers of a member or a type name.
    pub(super) fn specifier_qualifiers(&mut self) -> Parsed<Vec<Node<SpecifierQualifier>>> {
        let mut specifiers = Vec::new();
        let mut has_type = false;
        loop {
            let start = self.start();
            match self.specifier_qualifier(&mut has_type)? {
                Some(specifier) => specifiers.push(self.node(start, specifier)),
                None if specifiers.is_empty() => return Err(self.no_declaration()),
                None => return Ok(specifiers),
            }
        }
    }

    /// The error that no declaration can start here.
    fn no_declaration(&self) -> super::SyntaxError {
        if self.kind() == Kind::Name {
            self.unknown_type()
        } else {
            self.expected("a declaration")
        }
    }

    /// A type specifier, a qualifier or attributes, if one stands here.
    fn specifier_qualifier(&mut self, has_type: &mut bool) -> Parsed<Option<SpecifierQualifier>> {
        if self.kind() == Kind::Keyword(Keyword::Attribute) {
            return Ok(Some(SpecifierQualifier::Extension(self.attributes()?)));
        }
        let is_atomic_type = self.kind() == Kind::Keyword(Keyword::Atomic) && self.kind_ahead(1) == Kind::Mark(b'(');
        if !is_atomic_type && let Some(qualifier) = self.type_qualifier() {
            return Ok(Some(SpecifierQualifier::TypeQualifier(qualifier)));
        }
        let start = self.start();
        let Some(ty) = self.type_specifier(*has_type)? else {
            return Ok(None);
        };
        *has_type = true;
        Ok(Some(SpecifierQualifier::TypeSpecifier(self.node(start, ty))))
    }

    fn storage_class(&mut self) -> Option<Node<StorageClassSpecifier>> {
        let class = match self.kind() {
            Kind::Keyword(Keyword::Typedef) => StorageClassSpecifier::Typedef,
            Kind::Keyword(Keyword::Extern) => StorageClassSpecifier::Extern,
            Kind::Keyword(Keyword::Static) => StorageClassSpecifier::Static,
            Kind::Keyword(Keyword::ThreadLocal) => StorageClassSpecifier::ThreadLocal,
            Kind::Keyword(Keyword::Auto) => StorageClassSpecifier::Auto,
            Kind::Keyword(Keyword::Register) => StorageClassSpecifier::Register,
            _ => return None,
        };
        Some(self.read(class))
    }

    fn function_specifier(&mut self) -> Option<Node<FunctionSpecifier>> {
        let specifier = match self.kind() {
            Kind::Keyword(Keyword::Inline) => FunctionSpecifier::Inline,
            Kind::Keyword(Keyword::Noreturn) => FunctionSpecifier::Noreturn,
            _ => return None,
        };
        Some(self.read(specifier))
    }

    /// A qualifier, if one stands here.
    pub(super) fn type_qualifier(&mut self) -> Option<Node<TypeQualifier>> {
        let qualifier = match self.kind() {
            Kind::Keyword(Keyword::Const) => TypeQualifier::Const,
            Kind::Keyword(Keyword::Volatile) => TypeQualifier::Volatile,
            Kind::Keyword(Keyword::Atomic) => TypeQualifier::Atomic,
            _ => return None,
        };
        Some(self.read(qualifier))
    }

    /// The node of what the current token alone means.
    fn read<T>(&mut self, meaning: T) -> Node<T> {
        let start = self.start();
        self.advance();
        self.node(start, meaning)
    }

    fn type_specifier(&mut self, has_type: bool) -> Parsed<Option<TypeSpecifier>> {
        let simple = match self.kind() {
            Kind::Name if !has_type && self.types.is_type(self.token_text()) => {
                return Ok(Some(TypeSpecifier::TypedefName(self.name()?)));
            }
            Kind::Keyword(Keyword::Struct) => return self.record(StructKind::Struct).map(Some),
            Kind::Keyword(Keyword::Union) => return self.record(StructKind::Union).map(Some),
            Kind::Keyword(Keyword::Enum) => return self.enumeration().map(Some),
            Kind::Keyword(Keyword::Typeof) => return self.type_of().map(Some),
            Kind::Keyword(Keyword::Atomic) => return self.atomic_type().map(Some),
            Kind::Keyword(Keyword::ExtendedFloat) => TypeSpecifier::TS18661Float(extended_float(self.token_text())),
            Kind::Keyword(Keyword::Void) => TypeSpecifier::Void,
            Kind::Keyword(Keyword::Char) => TypeSpecifier::Char,
            Kind::Keyword(Keyword::Short) => TypeSpecifier::Short,
            Kind::Keyword(Keyword::Int) => TypeSpecifier::Int,
            Kind::Keyword(Keyword::Long) => TypeSpecifier::Long,
            Kind::Keyword(Keyword::Float) => TypeSpecifier::Float,
            Kind::Keyword(Keyword::Double) => TypeSpecifier::Double,
            Kind::Keyword(Keyword::Signed) => TypeSpecifier::Signed,
            Kind::Keyword(Keyword::Unsigned) => TypeSpecifier::Unsigned,
            Kind::Keyword(Keyword::Bool) => TypeSpecifier::Bool,
            Kind::Keyword(Keyword::Complex) => TypeSpecifier::Complex,
            _ => return Ok(None),
        };
        self.advance();
        Ok(Some(simple))
    }

    fn atomic_type(&mut self) -> Parsed<TypeSpecifier> {
        self.advance();
        self.expect_mark(b'(')?;
        let ty = self.type_name()?;
        self.expect_mark(b')')?;
        Ok(TypeSpecifier::Atomic(ty))
    }

    fn type_of(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.start();
        self.advance();
        self.expect_mark(b'(')?;
        let operand = if self.starts_declaration() {
            TypeOf::Type(self.nested(Self::type_name)?)
        } else {
            TypeOf::Expression(self.nested(Self::expression)?)
        };
        self.expect_mark(b')')?;
        Ok(TypeSpecifier::TypeOf(self.node(start, operand)))
    }

    fn record(&mut self, kind: StructKind) -> Parsed<TypeSpecifier> {
        let start = self.start();
        let kind = self.read(kind);
        let identifier = if self.kind() == Kind::Name {
            Some(self.name()?)
        } else {
            None
        };
        let declarations = if self.is_mark(b'{') {
            Some(self.nested(Self::members)?)
        } else if identifier.is_some() {
            None
        } else {
            return Err(self.expected("a tag or `{`"));
        };
        let record = StructType {
            kind,
            identifier,
            declarations,
        };
        Ok(TypeSpecifier::Struct(self.node(start, record)))
    }

    fn members(&mut self) -> Parsed<Vec<Node<StructDeclaration>>> {
        self.advance();
        let mut members = Vec::new();
        while !self.accept_mark(b'}') {
            let start = self.start();
            let field = self.member_declaration()?;
            let field = self.node(start, field);
            members.push(self.node(start, StructDeclaration::Field(field)));
        }
        Ok(members)
    }

    fn member_declaration(&mut self) -> Parsed<StructField> {
        let specifiers = self.specifier_qualifiers()?;
        let declarators = if self.is_mark(b';') {
            Vec::new()
        } else {
            self.separated(Self::member_declarator)?
        };
        if !self.accept_mark(b';') && !self.is_mark(b'}') {
            return Err(self.expected("`;`"));
        }
        Ok(StructField {
            specifiers,
            declarators,
        })
    }

    /// A member, or an unnamed bit-field.
    fn member_declarator(&mut self) -> Parsed<Node<StructDeclarator>> {
        let start = self.start();
        let mut declarator = if self.is_mark(b':') {
            None
        } else {
            Some(self.declarator(Naming::Required)?)
        };
        let bit_width = if self.accept_mark(b':') {
            Some(Box::new(self.conditional()?))
        } else {
            None
        };
        // Attributes of a bit-field stand behind its width.
        let mut extensions = self.extensions()?;
        if let Some(declarator) = &mut declarator {
            declarator.node.extensions.append(&mut extensions);
        }
        let member = StructDeclarator { declarator, bit_width };
        Ok(self.node(start, member))
    }

    fn enumeration(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.start();
        self.advance();
        let identifier = if self.kind() == Kind::Name {
            Some(self.name()?)
        } else {
            None
        };
        if self.is_mark(b':') {
            return Err(self.error("An enumeration with a type of its own is not supported.".to_owned()));
        }
        let mut enumerators = Vec::new();
        if self.accept_mark(b'{') {
            while !self.is_mark(b'}') {
                enumerators.push(self.enumerator()?);
                if !self.accept_mark(b',') {
                    break;
                }
            }
            if !self.accept_mark(b'}') {
                return Err(self.expected("`,` or `}`"));
            }
        } else if identifier.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        let enumeration = EnumType {
            identifier,
            enumerators,
        };
        Ok(TypeSpecifier::Enum(self.node(start, enumeration)))
    }

    fn enumerator(&mut self) -> Parsed<Node<Enumerator>> {
        let start = self.start();
        let identifier = self.name()?;
        let extensions = self.extensions()?;
        let expression = if self.accept_mark(b'=') {
            Some(Box::new(self.nested(Self::conditional)?))
        } else {
            None
        };
        if let Some(name) = self.text.get(identifier.span.start..identifier.span.end) {
            self.types.declare(name, Meaning::Value);
        }
        let enumerator = Enumerator {
            identifier,
            expression,
            extensions,
        };
        Ok(self.node(start, enumerator))
    }
}

/// `_Float32`, `_Float64x`, `_Decimal128` and their relatives.
fn extended_float(text: &str) -> TS18661FloatType {
    let (format, width) = match text {
        "_Float16" => (TS18661FloatFormat::BinaryInterchange, 16),
        "_Float32" => (TS18661FloatFormat::BinaryInterchange, 32),
        "_Float64" => (TS18661FloatFormat::BinaryInterchange, 64),
        "_Float32x" => (TS18661FloatFormat::BinaryExtended, 32),
        "_Float64x" => (TS18661FloatFormat::BinaryExtended, 64),
        "_Decimal32" => (TS18661FloatFormat::DecimalInterchange, 32),
        "_Decimal64" => (TS18661FloatFormat::DecimalInterchange, 64),
        "_Decimal128" => (TS18661FloatFormat::DecimalInterchange, 128),
        _ => (TS18661FloatFormat::BinaryInterchange, 128),
    };
    TS18661FloatType { format, width }
}
