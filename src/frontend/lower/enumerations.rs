//! Enumerations (C17 6.7.2.2, and with a type of their own as C23 has them): they are their integer type.

use lang_c::ast::{Attribute, EnumType, Enumerator};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::records::is_named;
use super::scopes::{Symbol, Tag};
use crate::frontend::flags::Width;
use crate::frontend::reserved;
use crate::ir::{TypeId, TypeKind};

impl<'a> Lowering<'a> {
    /// `enum`, with or without a body; `behind` are the attributes behind its brace.
    pub(super) fn enum_specifier(&mut self, enumeration: &'a EnumType, behind: &[&'a Attribute], span: Span) -> TypeId {
        let (own, enumerators) = self.underlying_type(&enumeration.enumerators);
        let name = enumeration.identifier.as_ref().map(|name| name.node.name.as_str());
        let known = name.and_then(|name| self.scopes().find_tag(name));
        let ty = match (enumerators, own, known) {
            ([], Some(own), _) => own,
            ([], None, Some(Tag::Enum(Some(ty)))) => return ty,
            ([], None, Some(Tag::Record(_))) => {
                let at = self.at(span);
                self.error(at, "The tag belongs to a struct or union, not to an enumeration.");
                return self.basic.int;
            }
            // GNU C lets an enumeration be named before it is complete.
            ([], None, _) => return self.basic.unsigned,
            (enumerators, Some(own), _) => {
                self.enumerators(enumerators);
                self.retype(enumerators, own, own);
                own
            }
            (enumerators, None, _) => {
                let (least, greatest) = self.enumerators(enumerators);
                let packed = behind.iter().any(|attribute| is_named(attribute, "packed"));
                let ty = self.enumeration_type(least, greatest, packed);
                let int = self.basic.int;
                self.retype(enumerators, int, ty);
                ty
            }
        };
        if let Some(name) = name {
            self.scopes_mut().declare_tag(name, Tag::Enum(Some(ty)));
        }
        ty
    }

    /// The type that an enumeration is given (C23), and its enumerators proper.
    fn underlying_type(&mut self, enumerators: &'a [Node<Enumerator>]) -> (Option<TypeId>, &'a [Node<Enumerator>]) {
        match enumerators.split_first() {
            Some((first, rest)) if first.node.identifier.node.name == reserved::UNDERLYING_TYPE => {
                let ty = first
                    .node
                    .expression
                    .as_ref()
                    .map(|value| self.type_of_expression(value));
                if let Some(ty) = ty
                    && !self.types().is_integer(ty)
                {
                    let at = self.at(first.span);
                    self.error(at, "The type of an enumeration is no integer type.");
                }
                (ty, rest)
            }
            _ => (None, enumerators),
        }
    }

    /// Declares the enumerators with the types that they have up to the closing brace. Returns the least and the greatest value, at most and at least 0.
    fn enumerators(&mut self, enumerators: &'a [Node<Enumerator>]) -> (i128, i128) {
        let mut next = 0_i128;
        let (mut least, mut greatest) = (0_i128, 0_i128);
        for enumerator in enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.required_constant(value);
            }
            let ty = self.enumerator_type(next);
            self.scopes_mut()
                .declare(&enumerator.node.identifier.node.name, Symbol::Constant(next, ty));
            (least, greatest) = (least.min(next), greatest.max(next));
            next = next.saturating_add(1);
        }
        (least, greatest)
    }

    /// Behind the closing brace enumerators have type `narrow` if their value fits, and type `wide` otherwise (gcc, `finish_enum`).
    fn retype(&mut self, enumerators: &'a [Node<Enumerator>], narrow: TypeId, wide: TypeId) {
        for enumerator in enumerators {
            let name = enumerator.node.identifier.node.name.as_str();
            if let Some(Symbol::Constant(value, _)) = self.scopes().find(name) {
                let ty = if self.fits(value, narrow) { narrow } else { wide };
                if !self.fits(value, ty) {
                    let at = self.at(enumerator.span);
                    self.error(
                        at,
                        format!("The value of `{name}` is not one that its enumeration can have."),
                    );
                }
                self.scopes_mut().declare(name, Symbol::Constant(value, ty));
            }
        }
    }

    /// Whether an integer type has a value.
    fn fits(&self, value: i128, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Bool => (0..=1).contains(&value),
            TypeKind::Integer { size, signed } => super::arithmetic::wrap(value, *size, *signed) == value,
            _ => true,
        }
    }

    fn enumerator_type(&self, value: i128) -> TypeId {
        match value {
            -0x8000_0000..=0x7fff_ffff => self.basic.int,
            0x8000_0000..=0xffff_ffff => self.basic.unsigned,
            value if value > i128::from(i64::MAX) => self.basic.unsigned_long_long,
            _ => self.basic.long_long,
        }
    }

    /// The integer type of an enumeration, as gcc chooses it: unsigned unless there are negative values.
    fn enumeration_type(&mut self, least: i128, greatest: i128, packed: bool) -> TypeId {
        let signed = least < 0;
        let fits = |size: u32| {
            let bits = size * 8 - u32::from(signed);
            greatest < 1_i128 << bits && (!signed || least >= -(1_i128 << bits))
        };
        let sizes: &[u8] = if packed || self.reading().enumerations == Width::Least {
            &[1, 2, 4]
        } else {
            &[4]
        };
        let size = sizes.iter().copied().find(|size| fits(u32::from(*size))).unwrap_or(8);
        self.types_mut().intern(TypeKind::Integer { size, signed })
    }
}
