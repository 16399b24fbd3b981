//! Structs and unions: declaration, and layout by the System V ABI as gcc applies it.

use lang_c::ast::{Attribute, StructDeclaration, StructField, StructKind, StructType};
use lang_c::span::Node;

use super::Lowering;
use super::scopes::Tag;
use super::specifiers::Specified;
use crate::frontend::flags::UnnamedMembers;
use crate::frontend::parser::bare;
use crate::frontend::reserved;
use crate::ir::{BitField, Field, Position, RecordId, RecordKind, TypeId, TypeKind};

/// What attributes and pragmas ask of a record's layout.
#[derive(Clone, Copy, Debug, Default)]
struct Packing {
    /// `packed`: no padding between fields.
    packed: bool,
    /// `#pragma pack(n)`: no field aligned more than this.
    limit: Option<u64>,
    /// `aligned(n)`.
    align: Option<u64>,
}

/// A field as declared: before it has an offset.
struct Member {
    name: String,
    ty: TypeId,
    /// The alignment of its type, or that which the typedef name carries.
    natural: u64,
    align: Option<u64>,
    packed: bool,
    width: Option<u32>,
}

/// The bits of a record that is refused: far beyond any object that fits memory.
const LARGEST: u64 = 1 << 60;

/// The layout while fields are placed.
struct Layout {
    kind: RecordKind,
    packing: Packing,
    /// The next free bit.
    bit: u64,
    /// The end of the largest field, in bits.
    end: u64,
    align: u64,
}

impl<'a> Lowering<'a> {
    /// `struct` or `union`, with or without a body; `behind` are the attributes behind its brace.
    pub(super) fn record_specifier(&mut self, record: &'a Node<StructType>, behind: &[&'a Attribute]) -> TypeId {
        let kind = match record.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let id = self.record_id(record, kind);
        if let Some(declarations) = &record.node.declarations {
            if self.types().record(id).fields.is_some() {
                let at = self.at(record.span);
                self.error(at, format!("`{}` is defined twice.", self.types().record(id).name));
            } else {
                self.define_record(id, kind, declarations, behind);
            }
        }
        self.types_mut().intern(TypeKind::Record(id))
    }

    fn record_id(&mut self, record: &'a Node<StructType>, kind: RecordKind) -> RecordId {
        let Some(tag) = &record.node.identifier else {
            let name = self.unnamed("anonymous");
            return self.types_mut().declare_record(kind, name);
        };
        let tag = tag.node.name.as_str();
        let known = match record.node.declarations {
            Some(_) => self.scopes().find_innermost_tag(tag),
            None => self.scopes().find_tag(tag),
        };
        match known {
            Some(Tag::Record(id)) if self.types().record(id).kind == kind => id,
            Some(_) => {
                let at = self.at(record.span);
                self.error(at, format!("The tag `{tag}` is declared as something else."));
                self.types_mut().declare_record(kind, tag.to_owned())
            }
            None => {
                let id = self.types_mut().declare_record(kind, tag.to_owned());
                self.scopes_mut().declare_tag(tag, Tag::Record(id));
                id
            }
        }
    }

    fn define_record(
        &mut self,
        id: RecordId,
        kind: RecordKind,
        declarations: &'a [Node<StructDeclaration>],
        behind: &[&'a Attribute],
    ) {
        let packing = self.packing(behind);
        let mut members = Vec::new();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::Field(field) => self.members(&field.node, &mut members),
                StructDeclaration::StaticAssert(assertion) => self.static_assertion(assertion),
            }
        }
        let mut layout = Layout {
            kind,
            packing,
            bit: 0,
            end: 0,
            align: 1,
        };
        let mut fields = Vec::with_capacity(members.len());
        for (member, index) in members.into_iter().zip(0..) {
            let (field, align) = self.place_member(member, &mut layout);
            if align != self.types().align(field.ty) {
                self.field_alignments.insert((id, index), align);
            }
            fields.push(field);
        }
        let align = layout.align.max(packing.align.unwrap_or(1));
        let size = layout.end.div_ceil(8).next_multiple_of(align);
        self.types_mut().complete_record(id, fields, size, align);
        let ty = self.types_mut().intern(TypeKind::Record(id));
        if layout.end >= LARGEST || !self.fits_memory(ty) {
            let at = declarations
                .first()
                .map_or(Position::BUILT_IN, |first| self.at(first.span));
            self.error(at, "A struct or union is too large for the address space.");
        }
        if behind.iter().any(|attribute| is_named(attribute, "transparent_union")) {
            self.transparent.push(id);
        }
    }

    fn packing(&mut self, attributes: &[&'a Attribute]) -> Packing {
        let mut packing = Packing::default();
        for attribute in attributes {
            match bare(&attribute.name.node) {
                "packed" => packing.packed = true,
                "aligned" => packing.align = packing.align.max(Some(self.aligned(attribute))),
                reserved::PACK => {
                    let limit = attribute.arguments.first().and_then(|limit| self.constant(limit));
                    packing.limit = limit
                        .and_then(|limit| u64::try_from(limit).ok())
                        .filter(|limit| *limit > 0);
                }
                unsupported @ ("scalar_storage_order" | "ms_struct") => {
                    let at = self.at(attribute.name.span);
                    self.error(at, format!("The attribute `{unsupported}` is not supported."));
                }
                _ => {}
            }
        }
        packing
    }

    /// The alignment that `aligned` or `aligned(n)` asks for.
    pub(super) fn aligned(&mut self, attribute: &'a Attribute) -> u64 {
        let value = attribute.arguments.first().and_then(|value| self.constant(value));
        let align = value.and_then(|value| u64::try_from(value).ok()).unwrap_or(16);
        if align.is_power_of_two() && align <= 1 << 28 {
            align
        } else {
            1
        }
    }

    fn members(&mut self, field: &'a StructField, members: &mut Vec<Member>) {
        let specified = self.specifier_qualifiers(&field.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        if field.declarators.is_empty() {
            // An anonymous struct or union; a mere declaration of one with a tag declares no member.
            if let Some(record) = self.types().as_record(base)
                && self.types().record(record).fields.is_some()
                && (self.types().record(record).name.starts_with("<anonymous")
                    || self.reading().unnamed_members == UnnamedMembers::All)
            {
                members.push(Member {
                    name: String::new(),
                    ty: base,
                    natural: self.natural_alignment(&specified, base),
                    align: specified.align,
                    packed: false,
                    width: None,
                });
            }
            return;
        }
        for declarator in &field.declarators {
            let mut attributes = specified.attributes.clone();
            let (mut name, mut ty, mut variable) = ("", base, false);
            let at = self.at(declarator.span);
            if let Some(declared) = &declarator.node.declarator {
                let found = self.declarator(declared, base);
                (name, ty, variable) = (found.name.unwrap_or(""), found.ty, found.variable);
                attributes.extend(found.attributes);
            }
            let ty = self.checked_member(ty, variable, at);
            let natural = self.natural_alignment(&specified, ty);
            let (changed, align, packed) = self.member_attributes(&attributes, ty, specified.align, at);
            let natural = if changed == ty {
                natural
            } else {
                self.types().align(changed)
            };
            let ty = changed;
            let width = declarator.node.bit_width.as_ref().map(|width| {
                let width = self.required_constant(width);
                self.check_width(width, ty, at)
            });
            members.push(Member {
                name: name.to_owned(),
                ty,
                natural,
                align,
                packed,
                width,
            });
        }
    }

    /// The type of a member: it has a size, unless it is an array at the end of a struct (C17 6.7.2.1 3).
    /// In the place of another one stands `int`, so that no record is a part of itself.
    fn checked_member(&mut self, ty: TypeId, variable: bool, at: Position) -> TypeId {
        let is_flexible = match *self.types().kind(ty) {
            TypeKind::Array(element, None) => self.types().size(element).is_some(),
            _ => false,
        };
        if variable {
            self.error(at, "A member is an array of variable length.");
        } else if self.types().size(ty).is_none() && !is_flexible {
            self.error(at, "A member has an incomplete type.");
        } else {
            return ty;
        }
        self.basic.int
    }

    fn natural_alignment(&self, specified: &Specified<'a>, ty: TypeId) -> u64 {
        self.carried_alignment(specified, ty)
            .unwrap_or_else(|| self.types().align(ty))
    }

    fn member_attributes(
        &mut self,
        attributes: &[&'a Attribute],
        mut ty: TypeId,
        mut align: Option<u64>,
        at: Position,
    ) -> (TypeId, Option<u64>, bool) {
        let mut packed = false;
        for attribute in attributes {
            match bare(&attribute.name.node) {
                "packed" => packed = true,
                "aligned" => align = align.max(Some(self.aligned(attribute))),
                _ => ty = self.changed_by_attribute(attribute, ty, at),
            }
        }
        (ty, align, packed)
    }

    fn check_width(&mut self, width: i128, ty: TypeId, at: Position) -> u32 {
        let most = self.types().size(ty).unwrap_or(0) * 8;
        match u32::try_from(width) {
            Ok(width) if self.types().is_integer(ty) && u64::from(width) <= most => width,
            _ => {
                self.error(at, "The width of a bit-field is not one that its type has.");
                1
            }
        }
    }

    /// Gives a member its offset; its alignment comes with it.
    fn place_member(&mut self, member: Member, layout: &mut Layout) -> (Field, u64) {
        let size = self.types().size(member.ty).unwrap_or(0);
        let natural = member.natural;
        let packed = layout.packing.packed || member.packed;
        match member.width {
            Some(width) => (layout.place_bits(member, width, size, natural, packed), natural),
            None => layout.place_whole(member, size, natural, packed),
        }
    }
}

impl Layout {
    fn start(&mut self) -> u64 {
        match self.kind {
            RecordKind::Struct => self.bit,
            RecordKind::Union => 0,
        }
    }

    fn limited(&self, align: u64) -> u64 {
        self.packing.limit.map_or(align, |limit| align.min(limit))
    }

    fn advance(&mut self, bit: u64) {
        // Sums stay free of overflow.
        let bit = bit.min(LARGEST);
        self.bit = bit;
        self.end = self.end.max(bit);
    }

    fn place_whole(&mut self, member: Member, size: u64, natural: u64, packed: bool) -> (Field, u64) {
        let natural = if packed { 1 } else { natural };
        let align = self
            .limited(natural)
            .max(member.align.map_or(1, |align| self.limited(align)));
        let offset = self.start().div_ceil(8).next_multiple_of(align);
        self.align = self.align.max(align);
        self.advance(offset.saturating_add(size).saturating_mul(8));
        let field = Field {
            name: member.name,
            ty: member.ty,
            offset,
            bits: None,
        };
        (field, align)
    }

    /// A bit-field goes into the next free bits, unless it would cross more units of its type's alignment than its type does
    /// (gcc's `PCC_BITFIELD_TYPE_MATTERS`); width 0 closes the unit.
    fn place_bits(&mut self, member: Member, width: u32, size: u64, natural: u64, packed: bool) -> Field {
        let mut bit = self.start();
        let align = self.limited(natural);
        let unit = size.max(1) * 8;
        if width == 0 {
            // Neither `packed` nor `#pragma pack` reaches it.
            let align = natural.max(member.align.unwrap_or(1));
            bit = bit.next_multiple_of(align * 8);
            self.advance(bit);
            return Field {
                name: member.name,
                ty: member.ty,
                offset: bit / 8,
                bits: Some(BitField { offset: 0, width: 0 }),
            };
        }
        if let Some(align) = member.align {
            bit = bit.next_multiple_of(self.limited(align) * 8);
        }
        let crosses = (bit % (align * 8) + u64::from(width)).div_ceil(align * 8) > (unit / (align * 8)).max(1);
        if !packed && self.packing.limit.is_none() && crosses {
            bit = bit.next_multiple_of(align * 8);
        }
        if !member.name.is_empty() {
            // `#pragma pack` beats `packed` here.
            let own = if packed && self.packing.limit.is_none() {
                1
            } else {
                align
            };
            let asked = self.limited(member.align.unwrap_or(1));
            self.align = self.align.max(own).max(asked);
        }
        self.advance(bit + u64::from(width));
        let aligned = bit / unit * size.max(1);
        let fits = bit - aligned * 8 + u64::from(width) <= unit;
        let offset = if fits && !packed && self.packing.limit.is_none() {
            aligned
        } else {
            bit / 8
        };
        let bits = BitField {
            offset: (bit - offset * 8) as u32,
            width,
        };
        Field {
            name: member.name,
            ty: member.ty,
            offset,
            bits: Some(bits),
        }
    }
}

/// Whether an attribute has a name.
pub(super) fn is_named(attribute: &Attribute, name: &str) -> bool {
    bare(&attribute.name.node) == name
}
