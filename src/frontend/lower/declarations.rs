//! Declarations at file scope and in blocks.

use lang_c::ast::{Attribute, Expression, InitDeclarator, Initializer};
use lang_c::span::Node;

use super::Lowering;
use super::declarators::Declared;
use super::objects::{Alias, Declaration, Strength, strength};
use super::records::is_named;
use super::scopes::Symbol;
use super::specifiers::{Specified, Storage};
use super::views::Shared;
use crate::frontend::parser::bare;
use crate::ir::{InstructionKind, LocalId, LocalKind, Place, Position, TypeId, TypeKind};

/// Sections of functions that run before `main` or behind it.
const CALLED_SECTIONS: [&str; 7] = [
    ".init",
    ".fini",
    ".preinit_array",
    ".init_array",
    ".fini_array",
    ".ctors",
    ".dtors",
];

impl<'a> Lowering<'a> {
    /// Reads a declaration, and executes it if it stands in a block.
    pub(super) fn declaration(&mut self, declaration: &'a lang_c::ast::Declaration) {
        let specified = self.declaration_specifiers(&declaration.specifiers);
        for declarator in &declaration.declarators {
            let base = specified.ty.unwrap_or(self.basic.int);
            let declared = self.declarator(&declarator.node.declarator, base);
            let Some(name) = declared.name else { continue };
            if specified.labels {
                self.declare_label(name);
                continue;
            }
            self.declare(&specified, declared, name, &declarator.node);
        }
    }

    fn declare(
        &mut self,
        specified: &Specified<'a>,
        mut declared: Declared<'a>,
        name: &'a str,
        declarator: &'a InitDeclarator,
    ) {
        let at = self.at(declared.span);
        declared.attributes.extend(&specified.attributes);
        self.note_section(&declared);
        let is_function = matches!(self.types().kind(declared.ty), TypeKind::Function(_));
        let is_automatic = specified.storage == Storage::Unspecified && !self.scopes().at_file_scope();
        let is_array = matches!(self.types().kind(declared.ty), TypeKind::Array(..));
        if declared.variable && is_array && !is_automatic && specified.storage != Storage::Typedef {
            return self.error(at, format!("The size of `{name}` is not constant."));
        }
        match specified.storage {
            Storage::Typedef => self.declare_typedef(specified, &declared, name),
            _ if is_function => self.declare_function(specified, &declared, name, at),
            Storage::Static => self.declare_static(specified, &declared, name, declarator, at),
            Storage::Extern => self.declare_extern(specified, &declared, name, declarator, at),
            Storage::Unspecified if self.scopes().at_file_scope() => {
                self.declare_extern(specified, &declared, name, declarator, at)
            }
            Storage::Unspecified => self.declare_automatic(specified, &declared, name, declarator, at),
        }
    }

    fn declare_typedef(&mut self, specified: &Specified<'a>, declared: &Declared<'a>, name: &'a str) {
        let align = self.declared_alignment(specified, declared);
        if let Some(record) = self.types().as_record(declared.ty)
            && is_made_up(&self.types().record(record).name)
        {
            self.types_mut().rename_record(record, name.to_owned());
        }
        if let Some(record) = self.types().as_record(declared.ty)
            && declared
                .attributes
                .iter()
                .any(|attribute| is_named(attribute, "transparent_union"))
        {
            self.transparent.push(record);
        }
        if let Some(length) = declared.length {
            let at = self.at(declared.span);
            let size = match self.scopes().at_file_scope() {
                false => self.size_of_variable_array(declared.ty, length, at),
                true => None,
            };
            match size {
                Some(size) => {
                    let meaning = Symbol::VariableTypedef(declared.ty, align, size);
                    return self.scopes_mut().declare(name, meaning);
                }
                None => self.obstacle(at, format!("The typedef `{name}` names an array of variable length.")),
            }
        }
        self.scopes_mut().declare(name, Symbol::Typedef(declared.ty, align));
    }

    fn declare_function(&mut self, specified: &Specified<'a>, declared: &Declared<'a>, name: &'a str, at: Position) {
        let internal = specified.storage == Storage::Static || self.is_internal(name);
        let link_name = if internal {
            name
        } else {
            self.function_link_name(name, declared.link_name)
        };
        let routine = self.declare_routine(Declaration {
            name,
            link_name,
            ty: declared.ty,
            internal,
            at,
        });
        self.routines[routine].label = declared.link_name.or(self.routines[routine].label);
        self.routine_attributes((routine, name), specified, &declared.attributes);
        self.scopes_mut().declare(name, Symbol::Routine(routine));
        self.scopes_mut().declare_at_file_scope(name, Symbol::Routine(routine));
    }

    /// Whether a name has internal linkage already (C17 6.2.2 4 and 5).
    pub(super) fn is_internal(&self, name: &str) -> bool {
        match self.scopes().find_at_file_scope(name) {
            Some(Symbol::Routine(known)) => self.routines[known].internal,
            Some(Symbol::Object(known)) => self.objects[known].internal,
            _ => false,
        }
    }

    /// Attributes of a declaration of a function. That calls by a second name never return, says nothing of those by the first one: glibc calls `error` by
    /// another name where the program is to end.
    pub(super) fn routine_attributes(
        &mut self,
        (routine, name): (usize, &str),
        specified: &Specified<'a>,
        attributes: &[&'a Attribute],
    ) {
        let is_first_name = name == self.routines[routine].link_name;
        self.routines[routine].no_return |= is_first_name && specified.no_return;
        for attribute in attributes {
            match bare(&attribute.name.node) {
                "noreturn" => self.routines[routine].no_return |= is_first_name,
                "weak" => self.routines[routine].weak = true,
                "constructor" => self.routines[routine].constructor = Some(self.priority(attribute)),
                "destructor" => self.routines[routine].destructor = Some(self.priority(attribute)),
                _ => {}
            }
        }
        let entry = &self.routines[routine];
        if let Some(id) = entry.id {
            let function = &mut self.functions[id.0 as usize];
            function.no_return = entry.no_return;
            (function.constructor, function.destructor) = (entry.constructor, entry.destructor);
        }
        for attribute in attributes {
            if matches!(bare(&attribute.name.node), "alias" | "weakref" | "ifunc") {
                let target = attribute
                    .arguments
                    .first()
                    .and_then(|argument| self.attribute_string(&argument.node));
                let unit = self.unit;
                let entry = &mut self.routines[routine];
                entry.resolved |= bare(&attribute.name.node) == "ifunc";
                entry.alias = match target {
                    Some(target) if !entry.resolved => Some(Alias { unit, target }),
                    _ => entry.alias,
                };
            }
        }
    }

    /// The priority that a `constructor` or `destructor` attribute gives; without one, a constructor runs last.
    fn priority(&mut self, attribute: &'a Attribute) -> u32 {
        let given = attribute.arguments.first().and_then(|priority| self.constant(priority));
        given
            .and_then(|priority| u32::try_from(priority).ok())
            .unwrap_or(u32::MAX)
    }

    fn attribute_string(&self, argument: &'a Expression) -> Option<&'a str> {
        let Expression::StringLiteral(literal) = argument else {
            return None;
        };
        self.string(literal.node.first()?)?.plain.as_deref()
    }

    fn declare_static(
        &mut self,
        specified: &Specified<'a>,
        declared: &Declared<'a>,
        name: &'a str,
        declarator: &'a InitDeclarator,
        at: Position,
    ) {
        if self.scopes().at_file_scope() {
            let ty = self.static_type(specified, declared, declarator);
            let declaration = Declaration {
                name,
                link_name: name,
                ty,
                internal: true,
                at,
            };
            let object = self.declare_object(declaration, specified.thread_local);
            let align = self.declared_alignment(specified, declared);
            self.objects[object].align = align.or(self.objects[object].align);
            self.objects[object].alias = self.object_alias(&declared.attributes).or(self.objects[object].alias);
            self.objects[object].weak |= strength(&declared.attributes) == Strength::Weak;
            self.objects[object].constant = self.constexpr_value(declared, declarator.initializer.as_ref());
            return self.define_object(
                object,
                name,
                declarator.initializer.as_ref(),
                strength(&declared.attributes),
                at,
            );
        }
        let ty = self.static_type(specified, declared, declarator);
        let declaration = Declaration {
            name,
            link_name: name,
            ty,
            internal: true,
            at,
        };
        let object = self.new_object(&declaration, specified.thread_local);
        self.objects[object].align = self.declared_alignment(specified, declared);
        self.objects[object].constant = self.constexpr_value(declared, declarator.initializer.as_ref());
        self.objects[object].function = Some(self.flow.function.to_owned());
        self.objects[object].defined = true;
        self.objects[object].initializer = declarator.initializer.as_ref();
        self.scopes_mut().declare(name, Symbol::Object(object));
        if declarator.initializer.is_some() {
            // Names in it mean what they mean here.
            self.object_id(object);
            self.static_value(object);
        }
    }

    /// The type of an object with static storage, by its initialiser where the declaration leaves it open.
    fn static_type(
        &mut self,
        specified: &Specified<'a>,
        declared: &Declared<'a>,
        declarator: &'a InitDeclarator,
    ) -> TypeId {
        match declarator.initializer.as_ref().map(|initializer| &initializer.node) {
            Some(Initializer::Expression(value)) if specified.deduced => {
                let ty = self.unevaluated(|lowering| lowering.value(value)).ty();
                self.unqualified(ty)
            }
            _ => self.completed(declared.ty, declarator.initializer.as_ref()),
        }
    }

    fn declare_extern(
        &mut self,
        specified: &Specified<'a>,
        declared: &Declared<'a>,
        name: &'a str,
        declarator: &'a InitDeclarator,
        at: Position,
    ) {
        let ty = self.static_type(specified, declared, declarator);
        let internal = specified.storage == Storage::Extern && self.is_internal(name);
        // The label of a global register variable names the register: each thread has its own, with a value from elsewhere.
        let label = declared.link_name.filter(|_| !specified.register);
        let link_name = if internal {
            name
        } else {
            self.object_link_name(name, label)
        };
        let declaration = Declaration {
            name,
            link_name,
            ty,
            internal,
            at,
        };
        let object = self.declare_object(declaration, specified.thread_local || specified.register);
        let align = self.declared_alignment(specified, declared);
        self.objects[object].align = align.or(self.objects[object].align);
        self.objects[object].alias = self.object_alias(&declared.attributes).or(self.objects[object].alias);
        self.objects[object].weak |= strength(&declared.attributes) == Strength::Weak;
        self.objects[object].constant = self.constexpr_value(declared, declarator.initializer.as_ref());
        let defines = specified.storage != Storage::Extern && !specified.register || declarator.initializer.is_some();
        if defines {
            self.define_object(
                object,
                name,
                declarator.initializer.as_ref(),
                strength(&declared.attributes),
                at,
            );
        } else {
            self.scopes_mut().declare(name, Symbol::Object(object));
            if !self.scopes().at_file_scope() && self.scopes().find_at_file_scope(name).is_none() {
                self.scopes_mut().declare_at_file_scope(name, Symbol::Object(object));
            }
        }
    }

    /// An object that the linker places among the functions to call at start or at the end is called by address.
    fn note_section(&mut self, declared: &Declared<'a>) {
        let sections = declared
            .attributes
            .iter()
            .filter(|attribute| is_named(attribute, "section"));
        let names = sections.filter_map(|attribute| self.attribute_string(&attribute.arguments.first()?.node));
        let called = names.filter(|name| CALLED_SECTIONS.iter().any(|section| name.starts_with(section)));
        let called: Vec<&str> = called.collect();
        for name in called {
            let at = self.at(declared.span);
            let what = format!("What lies in the section `{name}` is called at start or at the end of the program.");
            self.start_obstacles.push((at, what));
        }
    }

    /// What the attributes of an object make it another name of.
    fn object_alias(&self, attributes: &[&'a Attribute]) -> Option<Alias<'a>> {
        let mut aliases = attributes
            .iter()
            .filter(|attribute| is_named(attribute, "alias") || is_named(attribute, "weakref"));
        let target = aliases.find_map(|alias| self.attribute_string(&alias.arguments.first()?.node))?;
        let unit = self.unit;
        Some(Alias { unit, target })
    }

    /// A definition, or a tentative one without initialiser.
    fn define_object(
        &mut self,
        object: usize,
        name: &'a str,
        initializer: Option<&'a Node<Initializer>>,
        strength: Strength,
        at: Position,
    ) {
        self.scopes_mut().declare(name, Symbol::Object(object));
        let unit = self.unit;
        let entry = &mut self.objects[object];
        match (entry.defined, entry.strength, strength) {
            (true, Strength::Strong, Strength::Weak) => return,
            (true, Strength::Weak, Strength::Strong) => entry.initializer = None,
            _ => {}
        }
        let first = initializer.is_some() || !entry.defined;
        let twice = initializer.is_some() && entry.initializer.is_some() && strength == Strength::Strong;
        if initializer.is_some() || !entry.defined {
            entry.unit = unit;
            entry.at = at;
        }
        entry.defined = true;
        entry.strength = strength;
        entry.initializer = initializer.or(entry.initializer);
        // Where units disagree about the type, the definition says how the object lies in memory.
        if first
            && let Some((ty, _)) = self.views.of(unit, Shared::Object(object))
            && !self.compatible(self.objects[object].ty, ty, 8)
        {
            self.set_object_type(object, ty);
        }
        if twice {
            self.error(at, format!("`{name}` is defined twice."));
        }
    }

    fn declare_automatic(
        &mut self,
        specified: &Specified<'a>,
        declared: &Declared<'a>,
        name: &'a str,
        declarator: &'a InitDeclarator,
        at: Position,
    ) {
        let typedef_size = specified.variable_size.filter(|_| specified.ty == Some(declared.ty));
        if declared.length.is_some() || typedef_size.is_some() {
            if declared
                .attributes
                .iter()
                .any(|attribute| is_named(attribute, "cleanup"))
            {
                self.obstacle(at, "An array of variable length with a `cleanup` function.");
            }
            let align = self.declared_alignment(specified, declared);
            let size = match (declared.length, typedef_size) {
                (Some(length), _) => self.size_of_variable_array(declared.ty, length, at),
                (None, size) => size,
            };
            return match size {
                Some(size) => self.declare_variable_array((declared.ty, align), name, size, at),
                None => self.refuse_variable_array(declared.ty, name, at),
            };
        }
        if specified.deduced {
            return self.declare_deduced(specified, declared, name, declarator, at);
        }
        let ty = self.completed(declared.ty, declarator.initializer.as_ref());
        if self.types().size(ty).is_none() && (declared.variable || specified.variable_size.is_some()) {
            return self.refuse_variable_array(ty, name, at);
        }
        if self.types().size(ty).is_none() {
            self.error(at, format!("`{name}` has an incomplete type."));
        }
        let local = self.flow.new_local(name, ty, LocalKind::Variable, at);
        self.scopes_mut().declare(name, Symbol::Local(local));
        if let Some(align) = self.declared_alignment(specified, declared) {
            self.flow.align(local, align);
        }
        if let Some(value) = self.constexpr_value(declared, declarator.initializer.as_ref()) {
            self.flow.constants.insert(local, value);
        }
        self.flow.push(InstructionKind::ScopeEntry(local), at);
        if let Some(initializer) = &declarator.initializer {
            self.initialise(Place::local(local, ty, at), initializer);
        }
        self.note_cleanup(local, &declared.attributes, at);
    }

    /// `__auto_type x = value;`.
    fn declare_deduced(
        &mut self,
        specified: &Specified<'a>,
        declared: &Declared<'a>,
        name: &'a str,
        declarator: &'a InitDeclarator,
        at: Position,
    ) {
        let Some(Initializer::Expression(value)) = declarator.initializer.as_ref().map(|initializer| &initializer.node)
        else {
            return self.error(at, format!("`{name}` has neither type nor value."));
        };
        let value = self.value(value);
        let ty = self.unqualified(value.ty());
        let local = self.flow.new_local(name, ty, LocalKind::Variable, at);
        self.scopes_mut().declare(name, Symbol::Local(local));
        if let Some(align) = self.declared_alignment(specified, declared) {
            self.flow.align(local, align);
        }
        self.flow.push(InstructionKind::ScopeEntry(local), at);
        self.flow.push(
            InstructionKind::Assign {
                to: Place::local(local, ty, at),
                value,
            },
            at,
        );
        self.note_cleanup(local, &declared.attributes, at);
    }

    /// Evaluates how many bytes an array of variable length has, into a local; nothing if its elements have no known size.
    fn size_of_variable_array(&mut self, ty: TypeId, length: &'a Node<Expression>, at: Position) -> Option<LocalId> {
        let TypeKind::Array(element, _) = *self.types().kind(ty) else {
            return None;
        };
        let size_type = self.basic.unsigned_long;
        let count = self.value(length);
        let count = self.convert(count, size_type);
        let element_size = self.types().size(element)?;
        let bytes = self.binary_raw(
            crate::ir::BinaryOp::Multiply,
            count,
            crate::ir::Expr::Integer(i128::from(element_size), size_type),
            size_type,
        );
        let size = self.flow.temporary(size_type, at);
        let to = Place::local(size, size_type, at);
        self.flow.push(InstructionKind::Assign { to, value: bytes }, at);
        Some(size)
    }

    /// An array of variable length lives where memory on the stack is had; a hidden local holds its address.
    fn declare_variable_array(
        &mut self,
        (ty, align): (TypeId, Option<u64>),
        name: &'a str,
        size: LocalId,
        at: Position,
    ) {
        let TypeKind::Array(element, _) = *self.types().kind(ty) else {
            return;
        };
        let size_type = self.basic.unsigned_long;
        let size_place = Place::local(size, size_type, at);
        let pointer_type = self.basic.void_pointer;
        let pointer = self.flow.temporary(pointer_type, at);
        let bytes = crate::ir::Expr::Load(Box::new(size_place));
        let align = self.types().align(element).max(align.unwrap_or(1));
        // As gcc does: what this function gives ends with the block.
        let bits = crate::ir::Expr::Integer(i128::from(align.max(LEAST_ALIGNMENT) * 8), size_type);
        let arguments = vec![bytes, bits];
        let callee = crate::ir::Callee::Function(self.builtin("__builtin_alloca_with_align", pointer_type));
        self.flow.push(
            InstructionKind::Call {
                to: Some(Place::local(pointer, pointer_type, at)),
                callee,
                arguments,
            },
            at,
        );
        self.scopes_mut().declare(name, Symbol::Variable(pointer, size, ty));
    }

    /// Arrays of arrays of variable length are not modelled: what is done with them is done to unknown memory.
    fn refuse_variable_array(&mut self, ty: TypeId, name: &'a str, at: Position) {
        self.obstacle(at, format!("`{name}` is an array of arrays of variable length."));
        self.scopes_mut().declare(name, Symbol::Parameter(ty));
    }
}

/// The address of an array of variable length is a multiple of this many bytes.
const LEAST_ALIGNMENT: u64 = 16;

/// Whether a record had no tag in the program as it was written: CIL makes up tags of its own.
fn is_made_up(tag: &str) -> bool {
    ["<anonymous", "__anonstruct_", "__anonunion_"]
        .iter()
        .any(|prefix| tag.starts_with(prefix))
}
