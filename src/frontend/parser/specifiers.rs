//! Declaration specifiers (C17 6.7.1 to 6.7.5).

use lang_c::ast::{
    AlignOf, Attribute, DeclarationSpecifier, Expression, Extension, FunctionSpecifier, SpecifierQualifier,
    StorageClassSpecifier, StructKind, TS18661FloatFormat, TS18661FloatType, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;

use super::{Parsed, Parser, push};
use crate::frontend::lexer::{Dialect, Keyword, Kind};
use crate::frontend::reserved;

impl Parser<'_> {
    /// The specifiers of a declaration. A name is among them only if no type stands before it (C17 6.7.2).
    pub(super) fn declaration_specifiers(&mut self) -> Parsed<Vec<Node<DeclarationSpecifier>>> {
        let mut specifiers = Vec::new();
        let mut has_type = false;
        let mut has_auto = false;
        loop {
            let start = self.start();
            let specifier = if let Some(extensions) = self.record_attributes() {
                DeclarationSpecifier::Extension(extensions)
            } else if let Some(class) = self.storage_class() {
                has_auto |= class.node == StorageClassSpecifier::Auto;
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
                    None if specifiers.is_empty() || self.lacks_type(has_type) => return Err(self.no_declaration()),
                    None => break,
                }
            };
            push(&mut specifiers, self.node(start, specifier));
        }
        if has_auto && !has_type && self.lexed.dialect == Dialect::C23 {
            let start = self.start();
            let deduced = self.node(start, self.made_up_type(start, reserved::AUTO_TYPE));
            specifiers.push(self.node(start, DeclarationSpecifier::TypeSpecifier(deduced)));
        }
        Ok(specifiers)
    }

    /// The attributes of the record read last, if they are still to be put behind it.
    fn record_attributes(&mut self) -> Option<Vec<Node<Extension>>> {
        (!self.of_record.is_empty()).then(|| std::mem::take(&mut self.of_record))
    }

    /// Whether a name stands where a type must, as two names in a row show.
    fn lacks_type(&self, has_type: bool) -> bool {
        !has_type && self.kind() == Kind::Name && self.kind_ahead(1) == Kind::Name
    }

    /// The specifiers of a member or a type name.
    pub(super) fn specifier_qualifiers(&mut self) -> Parsed<Vec<Node<SpecifierQualifier>>> {
        let mut specifiers = Vec::new();
        let mut has_type = false;
        loop {
            let start = self.start();
            match self.specifier_qualifier(&mut has_type)? {
                Some(specifier) => push(&mut specifiers, self.node(start, specifier)),
                None if specifiers.is_empty() || self.lacks_type(has_type) => return Err(self.no_declaration()),
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
        if let Some(extensions) = self.record_attributes() {
            return Ok(Some(SpecifierQualifier::Extension(extensions)));
        }
        match self.kind() {
            Kind::Keyword(Keyword::Alignas) => return self.alignment_specifier().map(Some),
            Kind::Keyword(Keyword::Constexpr) => {
                let name = self.read(reserved::CONSTEXPR.to_owned());
                let start = name.span.start;
                let arguments = Vec::new();
                let attribute = self.node(start, Extension::Attribute(Attribute { name, arguments }));
                return Ok(Some(SpecifierQualifier::Extension(vec![attribute])));
            }
            _ if self.is_attribute() => return Ok(Some(SpecifierQualifier::Extension(self.attributes()?))),
            _ => {}
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

    /// `_Alignas(x)` is `__attribute__((aligned(x)))`.
    fn alignment_specifier(&mut self) -> Parsed<SpecifierQualifier> {
        let name = self.read("aligned".to_owned());
        let start = name.span.start;
        self.expect_mark(b'(')?;
        let argument = if self.starts_declaration() {
            let ty = Box::new(self.type_name()?);
            let operation = Box::new(self.node(start, AlignOf(ty)));
            self.node(start, Expression::AlignOf(operation))
        } else {
            self.nested(Self::conditional)?
        };
        self.expect_mark(b')')?;
        let arguments = vec![argument];
        let attribute = self.node(start, Extension::Attribute(Attribute { name, arguments }));
        Ok(SpecifierQualifier::Extension(vec![attribute]))
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
            Kind::Keyword(Keyword::Restrict) => TypeQualifier::Restrict,
            _ => return None,
        };
        Some(self.read(qualifier))
    }

    /// The node of what the current token alone means.
    pub(super) fn read<T>(&mut self, meaning: T) -> Node<T> {
        let start = self.start();
        self.advance();
        self.node(start, meaning)
    }

    fn type_specifier(&mut self, has_type: bool) -> Parsed<Option<TypeSpecifier>> {
        let start = self.start();
        let simple = match self.kind() {
            Kind::Name if !has_type && self.types.is_type(self.token_text()) => {
                return Ok(Some(TypeSpecifier::TypedefName(self.name()?)));
            }
            Kind::Keyword(Keyword::Struct) => return self.record(StructKind::Struct).map(Some),
            Kind::Keyword(Keyword::Union) => return self.record(StructKind::Union).map(Some),
            Kind::Keyword(Keyword::Enum) => return self.enumeration().map(Some),
            Kind::Keyword(Keyword::Typeof) => return self.type_of().map(Some),
            Kind::Keyword(Keyword::TypeofUnqual) => return self.type_of_unqualified().map(Some),
            Kind::Keyword(Keyword::BitInt) => {
                return Err(self.error("`_BitInt` types are not supported.".to_owned()));
            }
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
            Kind::Keyword(Keyword::Int128) => self.made_up_type(start, reserved::INT128),
            Kind::Keyword(Keyword::UnsignedInt128) => self.made_up_type(start, reserved::UNSIGNED_INT128),
            Kind::Keyword(Keyword::AutoType) => self.made_up_type(start, reserved::AUTO_TYPE),
            Kind::Keyword(Keyword::LocalLabel) => self.made_up_type(start, reserved::LOCAL_LABEL),
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

    /// `typeof_unqual` (C23): `typeof` of a call of a reserved name with `sizeof` of the operand.
    fn type_of_unqualified(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.start();
        self.advance();
        self.expect_mark(b'(')?;
        let operand = if self.starts_declaration() {
            let ty = self.nested(Self::type_name)?;
            self.size_of_type(start, ty)
        } else {
            let operand = Box::new(self.nested(Self::expression)?);
            self.size_of_value(start, operand)
        };
        self.expect_mark(b')')?;
        let operand = TypeOf::Expression(self.made_up_call(start, reserved::UNQUALIFIED, vec![operand]));
        Ok(TypeSpecifier::TypeOf(self.node(start, operand)))
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
