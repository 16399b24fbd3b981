//! Declaration specifiers (C17 6.7.1 to 6.7.5): from `static unsigned long const` to a type and a storage class.

use lang_c::ast::{
    AlignmentSpecifier, Attribute, DeclarationSpecifier, Expression, Extension, FunctionSpecifier, SpecifierQualifier,
    StorageClassSpecifier, TS18661FloatFormat, TS18661FloatType, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::expressions::Operand;
use super::scopes::Symbol;
use crate::frontend::reserved;
use crate::ir::{FloatFormat, LocalId, Position, TypeId, TypeKind};

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
    /// `register`.
    pub(super) register: bool,
    /// The alignment that attributes ask for.
    pub(super) align: Option<u64>,
    /// The local that holds the size in bytes of the array of variable length that a typedef name is for.
    pub(super) variable_size: Option<LocalId>,
    /// The alignment that a typedef name carries.
    pub(super) carried_align: Option<u64>,
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
            match (counted.signed, counted.unsigned) {
                (false, false) => basic.character,
                _ => self.types_mut().intern(TypeKind::Integer { size: 1, signed }),
            }
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
            _ if reserved_type(name, counted, specified) => {}
            Some(Symbol::Typedef(ty, align)) => {
                counted.ty = Some(ty);
                specified.carried_align = align;
            }
            Some(Symbol::VariableTypedef(ty, align, size)) => {
                counted.ty = Some(ty);
                specified.carried_align = align;
                specified.variable_size = Some(size);
            }
            _ if name == "__builtin_va_list" => counted.ty = Some(self.va_list()),
            _ => {
                let at = self.at(span);
                self.error(at, format!("`{name}` is used as a type, but is none here."));
            }
        }
    }

    pub(super) fn extended_float(&mut self, float: &TS18661FloatType) -> TypeId {
        let extended = matches!(
            float.format,
            TS18661FloatFormat::BinaryExtended | TS18661FloatFormat::DecimalExtended
        );
        let size = match (float.width, extended) {
            (32, true) => 8,
            (_, true) => 16,
            (width, false) => (width / 8).clamp(2, 16) as u8,
        };
        let binary = matches!(
            float.format,
            TS18661FloatFormat::BinaryExtended | TS18661FloatFormat::BinaryInterchange
        );
        let format = match binary && (extended || float.width < 128) {
            true => FloatFormat::Usual,
            false => FloatFormat::Other,
        };
        // Such an extended format is that of `long double`.
        match (format, size) {
            (FloatFormat::Usual, 16) => self.basic.long_double,
            _ => self.types_mut().intern(TypeKind::Float { size, format }),
        }
    }

    /// `typeof`: of a type, or of an operand, which is not evaluated unless its type depends on the length of an array (C23 6.7.3.6).
    fn type_of(&mut self, of: &'a TypeOf) -> TypeId {
        match of {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(expression) => match self.unqualified_operand(&expression.node) {
                Some(ty) => ty,
                None => {
                    let (ty, does_nothing) = self.typed(expression);
                    if !does_nothing && self.has_variable_length(ty) {
                        let at = self.at(expression.span);
                        let what = "The operand of `typeof` has the length of an array in its type and is evaluated, which is not followed.";
                        self.obstacle(at, what);
                    }
                    ty
                }
            },
        }
    }

    /// Whether a type is one of arrays whose length is not known before they are declared, or leads to such.
    fn has_variable_length(&self, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Array(_, None) => true,
            TypeKind::Array(inner, Some(_)) | TypeKind::Pointer(inner) => self.has_variable_length(*inner),
            _ => false,
        }
    }

    /// The type of the operand of `sizeof` in a call of a reserved name.
    pub(super) fn measured_type(&mut self, measured: &'a Expression) -> TypeId {
        match measured {
            Expression::SizeOfTy(ty) => self.type_name(&ty.node.0.node),
            Expression::SizeOfVal(value) => self.type_of_expression(&value.node.0),
            _ => self.basic.void,
        }
    }

    /// The type that `typeof_unqual` names, if this is one.
    fn unqualified_operand(&mut self, expression: &'a Expression) -> Option<TypeId> {
        let Expression::Call(call) = expression else {
            return None;
        };
        let [measured] = call.node.arguments.as_slice() else {
            return None;
        };
        if !matches!(&call.node.callee.node, Expression::Identifier(name) if name.node.name == reserved::UNQUALIFIED) {
            return None;
        }
        let ty = self.measured_type(&measured.node);
        Some(self.unqualified(ty))
    }

    /// The type of an expression that is not evaluated: that of the object for an lvalue, unqualified otherwise.
    pub(super) fn type_of_expression(&mut self, expression: &'a Node<Expression>) -> TypeId {
        self.typed(expression).0
    }

    /// The type of an expression that is not evaluated, and whether it would do nothing.
    fn typed(&mut self, expression: &'a Node<Expression>) -> (TypeId, bool) {
        self.unevaluated(|lowering| {
            let ty = match lowering.operand(expression) {
                Operand::Place(place) => place.ty,
                Operand::Value(value) => lowering.unqualified(value.ty()),
                Operand::Routine(routine, _) => lowering.routines[routine].ty,
            };
            (ty, lowering.flow.does_nothing())
        })
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

/// Takes a reserved type name for what it stands for; says whether it is one.
fn reserved_type(name: &str, counted: &mut Counted, specified: &mut Specified<'_>) -> bool {
    match name {
        reserved::AUTO_TYPE => specified.deduced = true,
        reserved::LOCAL_LABEL => specified.labels = true,
        reserved::INT128 => counted.long = 4,
        reserved::UNSIGNED_INT128 => (counted.long, counted.unsigned) = (4, true),
        _ => return false,
    }
    true
}

fn storage_class(class: &StorageClassSpecifier, specified: &mut Specified<'_>) {
    match class {
        StorageClassSpecifier::Typedef => specified.storage = Storage::Typedef,
        StorageClassSpecifier::Extern => specified.storage = Storage::Extern,
        StorageClassSpecifier::Static => specified.storage = Storage::Static,
        StorageClassSpecifier::ThreadLocal => specified.thread_local = true,
        StorageClassSpecifier::Register => specified.register = true,
        StorageClassSpecifier::Auto => {}
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
