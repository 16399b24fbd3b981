//! Declaration specifiers (C17 6.7.1 to 6.7.5): from `static unsigned long const` to a type and a storage class.

use lang_c::ast::{
    AlignmentSpecifier, Attribute, DeclarationSpecifier, EnumType, Expression, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeOf, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::Operand;
use super::scopes::{Symbol, Tag};
use crate::frontend::normalize::reserved;
use crate::ir::{Position, TypeId, TypeKind};

/// The storage class of a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Storage {
    /// None is given.
    #[default]
    Unspecified,
    Typedef,
    Extern,
    Static,
}

/// What the specifiers of a declaration say.
#[derive(Debug, Default)]
pub(super) struct Specified<'a> {
    pub(super) ty: Option<TypeId>,
    pub(super) storage: Storage,
    pub(super) thread_local: bool,
    pub(super) no_return: bool,
    pub(super) inline: bool,
    /// The alignment asked for.
    pub(super) align: Option<u64>,
    /// `__auto_type`.
    pub(super) deduced: bool,
    /// `__label__`.
    pub(super) labels: bool,
    /// The attributes that do not belong to a record declared here.
    pub(super) attributes: Vec<&'a Attribute>,
}

/// Type specifiers counted as they come, since their order is free.
#[derive(Debug, Default)]
struct Counted {
    ty: Option<TypeId>,
    any: bool,
    void: bool,
    boolean: bool,
    character: bool,
    short: bool,
    long: u32,
    signed: bool,
    unsigned: bool,
    float: bool,
    double: bool,
    complex: bool,
    atomic: bool,
    volatile: bool,
}

impl<'a> Lowering<'a> {
    /// Reads the specifiers of a declaration.
    pub(super) fn declaration_specifiers(&mut self, specifiers: &'a [Node<DeclarationSpecifier>]) -> Specified<'a> {
        let mut specified = Specified::default();
        let mut counted = Counted::default();
        // Whether the attributes that come next stand behind the brace of a record declared here.
        let mut of_record = false;
        let mut at = None;
        // A record with no declarator is declared anew in this scope (C17 6.7.2.3 7); declarators are not known here, so the body decides.
        for (index, specifier) in specifiers.iter().enumerate() {
            at.get_or_insert(specifier.span);
            of_record &= matches!(specifier.node, DeclarationSpecifier::Extension(_));
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => storage_class(&class.node, &mut specified),
                DeclarationSpecifier::TypeSpecifier(ty) => {
                    let behind = specifiers[index + 1..].iter().map_while(|next| match &next.node {
                        DeclarationSpecifier::Extension(extensions) => Some(extensions.as_slice()),
                        _ => None,
                    });
                    self.type_specifier(ty, attributes_of(behind), &mut counted, &mut specified);
                    of_record = has_body(&ty.node);
                }
                DeclarationSpecifier::TypeQualifier(qualifier) => counted.qualify(&qualifier.node),
                DeclarationSpecifier::Function(function) => match function.node {
                    FunctionSpecifier::Noreturn => specified.no_return = true,
                    FunctionSpecifier::Inline => specified.inline = true,
                },
                DeclarationSpecifier::Alignment(alignment) => self.alignment(&alignment.node, &mut specified),
                DeclarationSpecifier::Extension(extensions) => {
                    if !of_record {
                        collect_attributes(extensions, &mut specified.attributes);
                    }
                }
            }
        }
        self.complete(counted, at, &mut specified);
        specified
    }

    /// Reads the specifiers and qualifiers of a field or type name.
    pub(super) fn specifier_qualifiers(&mut self, specifiers: &'a [Node<SpecifierQualifier>]) -> Specified<'a> {
        let mut specified = Specified::default();
        let mut counted = Counted::default();
        // Whether the attributes that come next stand behind the brace of a record declared here.
        let mut of_record = false;
        let mut at = None;
        for (index, specifier) in specifiers.iter().enumerate() {
            at.get_or_insert(specifier.span);
            of_record &= matches!(specifier.node, SpecifierQualifier::Extension(_));
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(ty) => {
                    let behind = specifiers[index + 1..].iter().map_while(|next| match &next.node {
                        SpecifierQualifier::Extension(extensions) => Some(extensions.as_slice()),
                        _ => None,
                    });
                    self.type_specifier(ty, attributes_of(behind), &mut counted, &mut specified);
                    of_record = has_body(&ty.node);
                }
                SpecifierQualifier::TypeQualifier(qualifier) => counted.qualify(&qualifier.node),
                SpecifierQualifier::Extension(extensions) => {
                    if !of_record {
                        collect_attributes(extensions, &mut specified.attributes);
                    }
                }
            }
        }
        self.complete(counted, at, &mut specified);
        specified
    }

    /// Combines what was counted, and applies attributes that change the type.
    fn complete(&mut self, counted: Counted, at: Option<Span>, specified: &mut Specified<'a>) {
        let at = at.map_or(Position::BUILT_IN, |span| self.at(span));
        let mut ty = match counted.ty {
            Some(ty) => self.complex_if(ty, counted.complex),
            None => self.counted_type(&counted),
        };
        for attribute in std::mem::take(&mut specified.attributes) {
            match self.type_attribute(attribute, ty, at, specified) {
                Some(changed) => ty = changed,
                None => specified.attributes.push(attribute),
            }
        }
        specified.ty = Some(self.qualified(ty, counted.atomic, counted.volatile));
    }

    fn counted_type(&mut self, counted: &Counted) -> TypeId {
        let basic = self.basic;
        let signed = !counted.unsigned;
        let pick = |with: TypeId, without: TypeId| if signed { with } else { without };
        let ty = if counted.void {
            basic.void
        } else if counted.boolean {
            basic.boolean
        } else if counted.float {
            basic.float
        } else if counted.double || counted.complex && counted.long <= 1 && !counted.any {
            if counted.long > 0 {
                basic.long_double
            } else {
                basic.double
            }
        } else if counted.character {
            self.types_mut().intern(TypeKind::Integer { size: 1, signed })
        } else if counted.short {
            self.types_mut().intern(TypeKind::Integer { size: 2, signed })
        } else {
            match counted.long {
                0 => pick(basic.int, basic.unsigned),
                1 => pick(basic.long, basic.unsigned_long),
                2 => pick(basic.long_long, basic.unsigned_long_long),
                _ => self.types_mut().intern(TypeKind::Integer { size: 16, signed }),
            }
        };
        self.complex_if(ty, counted.complex)
    }

    fn type_specifier(
        &mut self,
        specifier: &'a Node<TypeSpecifier>,
        behind: Vec<&'a Attribute>,
        counted: &mut Counted,
        specified: &mut Specified<'a>,
    ) {
        counted.any |= !matches!(specifier.node, TypeSpecifier::Complex);
        match &specifier.node {
            TypeSpecifier::Void => counted.void = true,
            TypeSpecifier::Char => counted.character = true,
            TypeSpecifier::Short => counted.short = true,
            TypeSpecifier::Int => {}
            TypeSpecifier::Long => counted.long += 1,
            TypeSpecifier::Float => counted.float = true,
            TypeSpecifier::Double => counted.double = true,
            TypeSpecifier::Signed => counted.signed = true,
            TypeSpecifier::Unsigned => counted.unsigned = true,
            TypeSpecifier::Bool => counted.boolean = true,
            TypeSpecifier::Complex => {
                counted.complex = true;
                counted.any = false;
            }
            TypeSpecifier::Atomic(name) => {
                counted.ty = Some(self.type_name(&name.node));
                counted.atomic = true;
            }
            TypeSpecifier::Struct(record) => counted.ty = Some(self.record_specifier(record, &behind)),
            TypeSpecifier::Enum(enumeration) => {
                counted.ty = Some(self.enum_specifier(&enumeration.node, &behind, specifier.span))
            }
            TypeSpecifier::TypedefName(name) => self.typedef_name(&name.node.name, name.span, counted, specified),
            TypeSpecifier::TypeOf(of) => counted.ty = Some(self.type_of(&of.node)),
            TypeSpecifier::TS18661Float(float) => counted.ty = Some(self.extended_float(float)),
        }
    }

    fn typedef_name(&mut self, name: &'a str, span: Span, counted: &mut Counted, specified: &mut Specified<'a>) {
        match self.scopes().find(name) {
            Some(Symbol::Typedef(ty, align)) => {
                counted.ty = Some(ty);
                specified.align = specified.align.max(align);
            }
            _ if name == "__builtin_va_list" => counted.ty = Some(self.va_list()),
            _ => {
                let at = self.at(span);
                self.error(
                    at,
                    format!("`{}` is used as a type, but is none here.", reserved::decode(name)),
                );
            }
        }
        specified.deduced |= name == reserved::AUTO_TYPE;
        specified.labels |= name == reserved::LOCAL_LABEL;
    }

    fn extended_float(&mut self, float: &TS18661FloatType) -> TypeId {
        let extended = matches!(
            float.format,
            TS18661FloatFormat::BinaryExtended | TS18661FloatFormat::DecimalExtended
        );
        let size = match (float.width, extended) {
            (32, true) => 8,
            (_, true) => 16,
            (width, false) => (width / 8).clamp(2, 16) as u8,
        };
        self.types_mut().intern(TypeKind::Float { size })
    }

    /// `typeof`: of a type, or of an operand that is not evaluated.
    fn type_of(&mut self, of: &'a TypeOf) -> TypeId {
        match of {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(expression) => self.type_of_operand(expression),
        }
    }

    pub(super) fn type_of_operand(&mut self, expression: &'a Node<Expression>) -> TypeId {
        // The grammar takes `typeof(T)` for an expression; the scopes know better.
        if let Expression::Identifier(name) = &expression.node
            && let Some(Symbol::Typedef(ty, _)) = self.scopes().find(&name.node.name)
        {
            return ty;
        }
        if let Expression::BinaryOperator(operation) = &expression.node
            && operation.node.operator.node == lang_c::ast::BinaryOperator::Index
            && let Some(element) = self.misread_element_type(&operation.node.lhs)
        {
            let count = self
                .constant(&operation.node.rhs)
                .and_then(|count| u64::try_from(count).ok());
            return self.types_mut().intern(TypeKind::Array(element, count));
        }
        self.type_of_expression(expression)
    }

    /// `T` of `typeof(T[3])`, which the grammar takes for an indexing.
    fn misread_element_type(&mut self, expression: &'a Node<Expression>) -> Option<TypeId> {
        let Expression::Identifier(name) = &expression.node else {
            return None;
        };
        match self.scopes().find(&name.node.name) {
            Some(Symbol::Typedef(ty, _)) => Some(ty),
            _ => None,
        }
    }

    /// The type of an expression that is not evaluated: that of the object for an lvalue, unqualified otherwise.
    pub(super) fn type_of_expression(&mut self, expression: &'a Node<Expression>) -> TypeId {
        self.unevaluated(|lowering| match lowering.operand(expression) {
            Operand::Place(place) => place.ty,
            Operand::Value(value) => lowering.unqualified(value.ty()),
            Operand::Routine(routine, _) => lowering.routines[routine].ty,
        })
    }

    fn enum_specifier(&mut self, enumeration: &'a EnumType, behind: &[&'a Attribute], span: Span) -> TypeId {
        let name = enumeration.identifier.as_ref().map(|name| name.node.name.as_str());
        if enumeration.enumerators.is_empty() {
            return match name.and_then(|name| self.scopes().find_tag(name)) {
                Some(Tag::Enum(Some(ty))) => ty,
                Some(Tag::Record(_)) => {
                    let at = self.at(span);
                    self.error(at, "The tag belongs to a struct or union, not to an enumeration.");
                    self.basic.int
                }
                // GNU C lets an enumeration be named before it is complete.
                _ => self.basic.unsigned,
            };
        }
        let mut next = 0_i128;
        let (mut least, mut greatest) = (0_i128, 0_i128);
        for enumerator in &enumeration.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.required_constant(value);
            }
            let ty = self.enumerator_type(next);
            self.scopes_mut()
                .declare(&enumerator.node.identifier.node.name, Symbol::Constant(next, ty));
            (least, greatest) = (least.min(next), greatest.max(next));
            next = next.saturating_add(1);
        }
        let packed = behind
            .iter()
            .any(|attribute| super::records::is_named(attribute, "packed"));
        let ty = self.enumeration_type(least, greatest, packed);
        if let Some(name) = name {
            self.scopes_mut().declare_tag(name, Tag::Enum(Some(ty)));
        }
        ty
    }

    fn enumerator_type(&mut self, value: i128) -> TypeId {
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
        let sizes: &[u8] = if packed { &[1, 2, 4] } else { &[4] };
        let size = sizes.iter().copied().find(|size| fits(u32::from(*size))).unwrap_or(8);
        self.types_mut().intern(TypeKind::Integer { size, signed })
    }

    fn alignment(&mut self, alignment: &'a AlignmentSpecifier, specified: &mut Specified<'a>) {
        let align = match alignment {
            AlignmentSpecifier::Type(name) => {
                let ty = self.type_name(&name.node);
                Some(self.types().align(ty))
            }
            AlignmentSpecifier::Constant(value) => self.constant(value).and_then(|value| u64::try_from(value).ok()),
        };
        specified.align = specified.align.max(align);
    }
}

impl Counted {
    fn qualify(&mut self, qualifier: &TypeQualifier) {
        match qualifier {
            TypeQualifier::Volatile => self.volatile = true,
            TypeQualifier::Atomic => self.atomic = true,
            _ => {}
        }
    }
}

fn storage_class(class: &StorageClassSpecifier, specified: &mut Specified<'_>) {
    match class {
        StorageClassSpecifier::Typedef => specified.storage = Storage::Typedef,
        StorageClassSpecifier::Extern => specified.storage = Storage::Extern,
        StorageClassSpecifier::Static => specified.storage = Storage::Static,
        StorageClassSpecifier::ThreadLocal => specified.thread_local = true,
        StorageClassSpecifier::Auto | StorageClassSpecifier::Register => {}
    }
}

fn has_body(specifier: &TypeSpecifier) -> bool {
    match specifier {
        TypeSpecifier::Struct(record) => record.node.declarations.is_some(),
        TypeSpecifier::Enum(enumeration) => !enumeration.node.enumerators.is_empty(),
        _ => false,
    }
}

/// The attributes among extensions.
pub(super) fn collect_attributes<'a>(extensions: &'a [Node<Extension>], attributes: &mut Vec<&'a Attribute>) {
    for extension in extensions {
        if let Extension::Attribute(attribute) = &extension.node {
            attributes.push(attribute);
        }
    }
}

/// The attributes of several lists.
fn attributes_of<'a>(extensions: impl Iterator<Item = &'a [Node<Extension>]>) -> Vec<&'a Attribute> {
    let mut attributes = Vec::new();
    extensions.for_each(|extensions| collect_attributes(extensions, &mut attributes));
    attributes
}
