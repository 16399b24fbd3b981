//! Structs, unions and enumerations (C17 6.7.2.1, 6.7.2.2).

use lang_c::ast::{
    Attribute, CastExpression, EnumType, Enumerator, Expression, Extension, Identifier, StructDeclaration,
    StructDeclarator, StructField, StructKind, StructType, TypeName, TypeSpecifier,
};
use lang_c::span::Node;

use super::declarators::Naming;
use super::type_names::Meaning;
use super::{Parsed, Parser};
use crate::frontend::lexer::{Keyword, Kind};
use crate::frontend::reserved;

/// What stands between the keyword of a record or enumeration and its brace.
struct Tag {
    name: Option<Node<Identifier>>,
    attributes: Vec<Node<Extension>>,
}

impl Parser<'_> {
    pub(super) fn record(&mut self, kind: StructKind) -> Parsed<TypeSpecifier> {
        let start = self.start();
        let kind = self.read(kind);
        let Tag {
            name: identifier,
            attributes,
        } = self.tag()?;
        let declarations = if self.is_mark(b'{') {
            let members = self.nested(Self::members)?;
            self.end_record(attributes);
            Some(members)
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

    /// The tag of a record or enumeration, if it has one, and the attributes around it that belong to it if a brace follows.
    fn tag(&mut self) -> Parsed<Tag> {
        let mut attributes = self.attributes()?;
        if self.kind() != Kind::Name {
            let name = None;
            return Ok(Tag { name, attributes });
        }
        let name = Some(self.name()?);
        if self.is_attribute() && self.kind_ahead(self.behind_attributes(0)) == Kind::Mark(b'{') {
            attributes.append(&mut self.attributes()?);
        }
        Ok(Tag { name, attributes })
    }

    /// At the closing brace: what stood in front of it belongs behind it, with the `#pragma pack` in force.
    fn end_record(&mut self, mut attributes: Vec<Node<Extension>>) {
        let start = self.start();
        if let Some(limit) = self.lexed.packing.limit_at(start as u32) {
            let name = self.node(start, reserved::PACK.to_owned());
            let arguments = vec![self.made_up_number(start, limit)];
            attributes.push(self.node(start, Extension::Attribute(Attribute { name, arguments })));
        }
        self.of_record = attributes;
    }

    fn members(&mut self) -> Parsed<Vec<Node<StructDeclaration>>> {
        self.advance();
        let mut members = Vec::new();
        while !self.accept_mark(b'}') {
            let start = self.start();
            if self.accept_mark(b';') {
                continue;
            }
            if self.kind() == Kind::End {
                return Err(self.expected("`}`"));
            }
            if self.accept_keyword(Keyword::StaticAssert) {
                let assertion = self.static_assertion(start)?;
                members.push(self.node(start, StructDeclaration::StaticAssert(assertion)));
                continue;
            }
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

    pub(super) fn enumeration(&mut self) -> Parsed<TypeSpecifier> {
        let start = self.start();
        self.advance();
        let Tag {
            name: identifier,
            attributes,
        } = self.tag()?;
        let mut enumerators = Vec::new();
        if self.is_mark(b':') && self.starts_declaration_ahead(1) {
            enumerators.push(self.underlying_type()?);
        }
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
            self.of_record = attributes;
        } else if identifier.is_none() {
            return Err(self.expected("a tag or `{`"));
        }
        let enumeration = EnumType {
            identifier,
            enumerators,
        };
        Ok(TypeSpecifier::Enum(self.node(start, enumeration)))
    }

    /// The type of an enumeration (C23), as an enumerator of a reserved name with a value of that type.
    fn underlying_type(&mut self) -> Parsed<Node<Enumerator>> {
        let start = self.start();
        self.advance();
        let specifiers = self.specifier_qualifiers()?;
        let declarator = None;
        let type_name = self.node(start, TypeName { specifiers, declarator });
        let expression = Box::new(self.made_up_number(start, 0));
        let cast = Box::new(self.node(start, CastExpression { type_name, expression }));
        let name = reserved::UNDERLYING_TYPE.to_owned();
        let enumerator = Enumerator {
            identifier: self.node(start, Identifier { name }),
            expression: Some(Box::new(self.node(start, Expression::Cast(cast)))),
            extensions: Vec::new(),
        };
        Ok(self.node(start, enumerator))
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
        let name = self.text_between(identifier.span.start, identifier.span.end);
        self.types.declare(name, Meaning::Value);
        let enumerator = Enumerator {
            identifier,
            expression,
            extensions,
        };
        Ok(self.node(start, enumerator))
    }
}
