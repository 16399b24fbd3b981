//! Declarators (C17 6.7.6): from `*a[3]` and `(*f)(int)` to a name and a type.

use lang_c::ast::{
    ArrayDeclarator, ArraySize, Attribute, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression,
    Extension, ParameterDeclaration, PointerQualifier, TypeName, TypeQualifier,
};
use lang_c::span::{Node, Span};

use super::Lowering;
use super::records::is_named;
use super::scopes::Symbol;
use super::specifiers::{Specified, collect_attributes};
use crate::frontend::parser::bare;
use crate::ir::{FloatFormat, FunctionType, Position, TypeId, TypeKind};

/// What a declarator declares.
#[derive(Debug)]
pub(super) struct Declared<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) span: Span,
    pub(super) ty: TypeId,
    pub(super) attributes: Vec<&'a Attribute>,
    /// The name for the linker, from `asm("name")`.
    pub(super) link_name: Option<&'a str>,
    /// The size of the outermost array, if it is not a constant.
    pub(super) length: Option<&'a Node<Expression>>,
    /// Whether some array in it has a size that is not a constant.
    pub(super) variable: bool,
}

impl<'a> Lowering<'a> {
    /// Applies a declarator to the type that the specifiers gave.
    pub(super) fn declarator(&mut self, declarator: &'a Node<Declarator>, base: TypeId) -> Declared<'a> {
        let mut declared = Declared {
            name: None,
            span: declarator.span,
            ty: base,
            attributes: Vec::new(),
            link_name: None,
            length: None,
            variable: false,
        };
        self.apply(declarator, &mut declared);
        for attribute in std::mem::take(&mut declared.attributes) {
            let at = self.at(attribute.name.span);
            match self.type_attribute(attribute, declared.ty, at, &mut Specified::default()) {
                Some(ty) => declared.ty = ty,
                None => declared.attributes.push(attribute),
            }
        }
        declared
    }

    fn apply(&mut self, declarator: &'a Node<Declarator>, declared: &mut Declared<'a>) {
        let derived = &declarator.node.derived;
        let pointers = derived.iter().take_while(|part| is_pointer(&part.node)).count();
        for pointer in &derived[..pointers] {
            if let DerivedDeclarator::Pointer(qualifiers) | DerivedDeclarator::Block(qualifiers) = &pointer.node {
                declared.ty = self.pointer(declared.ty, qualifiers);
            }
        }
        if pointers > 0 {
            self.leave_size(declared.length.take());
        }
        for suffix in derived[pointers..].iter().rev() {
            self.suffix(suffix, declared);
        }
        let is_plain = !matches!(declarator.node.kind.node, DeclaratorKind::Declarator(_));
        if is_plain && pointers == derived.len() {
            alignment_behind_star(derived.last().map(|pointer| &pointer.node), declared);
        }
        collect_attributes(&declarator.node.extensions, &mut declared.attributes);
        for extension in &declarator.node.extensions {
            if let Extension::AsmLabel(label) = &extension.node {
                declared.link_name = self.link_name(label);
            }
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => {}
            DeclaratorKind::Identifier(name) => {
                declared.name = Some(&name.node.name);
                declared.span = name.span;
            }
            DeclaratorKind::Declarator(inner) => self.apply(inner, declared),
        }
    }

    /// The name that a label gives. Headers put an empty string in front, for machines whose names have a prefix.
    fn link_name(&mut self, label: &'a Node<Vec<String>>) -> Option<&'a str> {
        let texts = label.node.iter().filter_map(|part| self.string(part)?.plain.as_deref());
        let mut parts = texts.filter(|text| !text.is_empty());
        let name = parts.next()?;
        if parts.next().is_some() {
            let at = self.at(label.span);
            let what = "The label of a declaration is put together of several strings.".to_owned();
            self.start_obstacles.push((at, what));
        }
        Some(name)
    }

    fn pointer(&mut self, target: TypeId, qualifiers: &'a [Node<PointerQualifier>]) -> TypeId {
        let pointer = self.pointer_to(target);
        let (mut atomic, mut volatile) = (false, false);
        for qualifier in qualifiers {
            if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                atomic |= qualifier.node == TypeQualifier::Atomic;
                volatile |= qualifier.node == TypeQualifier::Volatile;
            }
        }
        self.qualified(pointer, atomic, volatile)
    }

    fn suffix(&mut self, suffix: &'a Node<DerivedDeclarator>, declared: &mut Declared<'a>) {
        self.leave_size(declared.length.take());
        match &suffix.node {
            DerivedDeclarator::Array(array) => self.array(&array.node, declared, suffix.span),
            DerivedDeclarator::Function(function) => {
                let parameters = self.prototype(&function.node.parameters);
                let variadic = function.node.ellipsis == Ellipsis::Some || function.node.parameters.is_empty();
                declared.ty = self.function_type(declared.ty, parameters, variadic);
            }
            DerivedDeclarator::KRFunction(_) => declared.ty = self.function_type(declared.ty, Vec::new(), true),
            DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {}
        }
    }

    fn array(&mut self, array: &'a ArrayDeclarator, declared: &mut Declared<'a>, span: Span) {
        let element = declared.ty;
        let count = match &array.size {
            ArraySize::Unknown | ArraySize::VariableUnknown => None,
            ArraySize::VariableExpression(size) | ArraySize::StaticExpression(size) => match self.constant(size) {
                Some(count) => Some(u64::try_from(count).unwrap_or_else(|_| {
                    let at = self.at(span);
                    self.error(at, "An array has a negative size.");
                    0
                })),
                None => {
                    declared.length = Some(size);
                    declared.variable = true;
                    None
                }
            },
        };
        declared.ty = self.types_mut().intern(TypeKind::Array(element, count));
        if count.is_some() && self.types().size(element).is_some() && !self.fits_memory(declared.ty) {
            let at = self.at(span);
            self.error(at, "An array is too large for the address space.");
        }
    }

    /// Whether the distance between any two bytes of an object fits `ptrdiff_t`, as gcc wants it.
    pub(super) fn fits_memory(&self, ty: TypeId) -> bool {
        let bits = self.types().model().pointer_size() * 8;
        self.types().size(ty).is_some_and(|size| size < 1 << (bits - 1))
    }

    /// The parameter types of a prototype.
    fn prototype(&mut self, parameters: &'a [Node<ParameterDeclaration>]) -> Vec<TypeId> {
        self.scopes_mut().enter();
        let mut types = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            let declared = self.parameter(&parameter.node);
            types.push(declared.ty);
            if let Some(name) = declared.name {
                self.scopes_mut().declare(name, Symbol::Parameter(declared.ty));
            }
        }
        self.scopes_mut().leave();
        if types == [self.basic.void] {
            types.clear();
        }
        types
    }

    /// A parameter: its name, if it has one, and its adjusted type (C17 6.7.6.3 7 and 8).
    pub(super) fn parameter(&mut self, parameter: &'a ParameterDeclaration) -> Declared<'a> {
        let specified = self.declaration_specifiers(&parameter.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        let mut declared = match &parameter.declarator {
            Some(declarator) => self.declarator(declarator, base),
            None => Declared {
                name: None,
                span: Span::span(0, 0),
                ty: base,
                attributes: Vec::new(),
                link_name: None,
                length: None,
                variable: false,
            },
        };
        declared.ty = self.adjusted(declared.ty);
        self.leave_size(declared.length.take());
        declared
    }

    /// Arrays and functions become pointers.
    pub(super) fn adjusted(&mut self, ty: TypeId) -> TypeId {
        match self.types().kind(ty) {
            TypeKind::Array(element, _) => {
                let element = *element;
                self.pointer_to(element)
            }
            TypeKind::Function(_) => self.pointer_to(ty),
            _ => ty,
        }
    }

    /// A function type; without parameters and not `(void)` it is one without prototype.
    fn function_type(&mut self, result: TypeId, parameters: Vec<TypeId>, variadic: bool) -> TypeId {
        let parameters = parameters.into_iter().map(|ty| self.unqualified(ty)).collect();
        let result = self.unqualified(result);
        self.types_mut().intern(TypeKind::Function(FunctionType {
            result,
            parameters,
            variadic,
        }))
    }

    /// `int (*)[3]` as in casts and `sizeof`.
    pub(super) fn type_name(&mut self, name: &'a TypeName) -> TypeId {
        let specified = self.specifier_qualifiers(&name.specifiers);
        let base = specified.ty.unwrap_or(self.basic.int);
        match &name.declarator {
            Some(declarator) => {
                let declared = self.declarator(declarator, base);
                self.leave_size(declared.length);
                declared.ty
            }
            None => base,
        }
    }

    /// Applies an attribute to the type of what it stands at; `None` if it is not about types.
    pub(super) fn type_attribute(
        &mut self,
        attribute: &'a Attribute,
        ty: TypeId,
        at: Position,
        specified: &mut Specified<'a>,
    ) -> Option<TypeId> {
        match bare(&attribute.name.node) {
            "aligned" => {
                specified.align = specified.align.max(Some(self.aligned(attribute)));
                None
            }
            "mode" | "vector_size" => Some(self.changed_by_attribute(attribute, ty, at)),
            _ => None,
        }
    }

    /// The type that `mode` or `vector_size` makes of another one.
    pub(super) fn changed_by_attribute(&mut self, attribute: &'a Attribute, ty: TypeId, at: Position) -> TypeId {
        match bare(&attribute.name.node) {
            "mode" => self.moded(attribute, ty, at),
            "vector_size" => {
                let bytes = attribute.arguments.first().and_then(|size| self.constant(size));
                self.vector(ty, bytes.and_then(|bytes| u64::try_from(bytes).ok()).unwrap_or(0), at)
            }
            _ => ty,
        }
    }

    fn moded(&mut self, attribute: &'a Attribute, ty: TypeId, at: Position) -> TypeId {
        let Some(Expression::Identifier(mode)) = attribute.arguments.first().map(|mode| &mode.node) else {
            return ty;
        };
        let integer = self.integer(ty);
        let long_double = self.types().size(self.basic.long_double).unwrap_or(16) as u8;
        let size = match bare(&mode.node.name) {
            "QI" | "byte" => 1,
            "HI" => 2,
            "SI" | "SF" => 4,
            "DI" | "DF" => 8,
            "TI" | "TF" | "XF" => 16,
            "word" | "pointer" | "unwind_word" => self.types().model().pointer_size() as u8,
            other => {
                self.error(at, format!("The machine mode `{other}` is not supported."));
                return ty;
            }
        };
        let kind = match integer {
            Some((_, signed)) => TypeKind::Integer { size, signed },
            None if self.is_float(ty) => TypeKind::Float {
                size: if bare(&mode.node.name) == "XF" {
                    long_double
                } else {
                    size
                },
                format: match bare(&mode.node.name) {
                    "TF" => FloatFormat::Other,
                    _ => FloatFormat::Usual,
                },
            },
            None => return ty,
        };
        self.types_mut().intern(kind)
    }
}

/// `T * __attribute__((aligned(16))) name`: what is declared is a pointer of that alignment.
fn alignment_behind_star<'a>(last: Option<&'a DerivedDeclarator>, declared: &mut Declared<'a>) {
    if let Some(DerivedDeclarator::Pointer(qualifiers)) = last {
        let mut attributes = Vec::new();
        for qualifier in qualifiers {
            if let PointerQualifier::Extension(extensions) = &qualifier.node {
                collect_attributes(extensions, &mut attributes);
            }
        }
        let aligned = attributes
            .into_iter()
            .filter(|attribute| is_named(attribute, "aligned"));
        declared.attributes.extend(aligned);
    }
}

fn is_pointer(part: &DerivedDeclarator) -> bool {
    matches!(part, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
}
