//! Objects with static or thread storage and functions: declared, merged by C's linkage rules (C17 6.2.2, 6.9.2), numbered when first referred to.

use lang_c::ast::{Attribute, FunctionDefinition, Initializer};
use lang_c::span::Node;

use super::records::is_named;
use super::scopes::Symbol;
use super::second_names::usual_name;
use super::views::Shared;
use super::{Lowering, Work};
use crate::ir::{Function, FunctionId, Global, GlobalId, Linkage, Position, Storage, TypeId, TypeKind};

/// Whether another definition may replace one (`weak`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    Weak,
    Strong,
}

/// The strength that attributes give a definition.
pub(super) fn strength(attributes: &[&Attribute]) -> Strength {
    let weak = attributes.iter().any(|attribute| is_named(attribute, "weak"));
    if weak { Strength::Weak } else { Strength::Strong }
}

/// What a name stands for: another one, by the scopes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Alias<'a> {
    /// The unit that says so.
    pub(super) unit: usize,
    /// The other name.
    pub(super) target: &'a str,
}

/// An object with static or thread storage.
#[derive(Debug)]
pub(super) struct Object<'a> {
    pub(super) name: &'a str,
    /// The name for the linker.
    pub(super) link_name: &'a str,
    /// Whether it has internal linkage, or none.
    pub(super) internal: bool,
    /// The object that it is another name of.
    pub(super) alias: Option<Alias<'a>>,
    /// Whether a declaration says that it may be missing, so that its address is null.
    pub(super) weak: bool,
    /// For a local static, the function that it stands in.
    pub(super) function: Option<String>,
    pub(super) ty: TypeId,
    /// The alignment that it was declared with, if it is not that of its type.
    pub(super) align: Option<u64>,
    /// The value, if it is a `constexpr` integer.
    pub(super) constant: Option<i128>,
    pub(super) thread_local: bool,
    /// The unit of the definition, or of the first declaration.
    pub(super) unit: usize,
    pub(super) initializer: Option<&'a Node<Initializer>>,
    pub(super) defined: bool,
    /// The strength of the definition, if there is one.
    pub(super) strength: Strength,
    pub(super) at: Position,
    pub(super) id: Option<GlobalId>,
}

/// A function.
#[derive(Debug)]
pub(super) struct Routine<'a> {
    pub(super) name: &'a str,
    /// The name for the linker.
    pub(super) link_name: &'a str,
    /// The name that `asm` gives it.
    pub(super) label: Option<&'a str>,
    /// Whether it has internal linkage.
    pub(super) internal: bool,
    pub(super) ty: TypeId,
    /// Its definition and the unit that it stands in.
    pub(super) definition: Option<(usize, &'a Node<FunctionDefinition>)>,
    /// Whether another definition may replace this one: it is `inline`, or weak.
    pub(super) replaceable: bool,
    /// Whether the definition serves for inlining only, and the function itself stands elsewhere (`extern inline` of GNU C).
    pub(super) inline_only: bool,
    pub(super) no_return: bool,
    /// The function that it is another name of.
    pub(super) alias: Option<Alias<'a>>,
    /// Whether a function of the program chooses it when the program is loaded.
    pub(super) resolved: bool,
    /// Whether a declaration says that it may be missing, so that its address is null.
    pub(super) weak: bool,
    /// Runs before `main`, in the order of these priorities.
    pub(super) constructor: Option<u32>,
    /// Runs when the process ends, in the reverse order of these priorities.
    pub(super) destructor: Option<u32>,
    /// Where it is defined, or else declared first.
    pub(super) at: Position,
    /// Where it is declared first.
    pub(super) first: Position,
    pub(super) id: Option<FunctionId>,
}

impl Routine<'_> {
    /// The name that tells what it does: of an alias of what the program does not define, the target's.
    fn symbol_name(&self) -> &str {
        match self.alias {
            _ if self.definition.is_some() || self.resolved => self.name,
            Some(alias) => alias.target,
            None => self.link_name,
        }
    }
}

/// A declaration of an object or function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Declaration<'a> {
    pub(super) name: &'a str,
    /// The name for the linker.
    pub(super) link_name: &'a str,
    pub(super) ty: TypeId,
    pub(super) internal: bool,
    pub(super) at: Position,
}

/// Who can name what has internal linkage, or has not.
fn linkage(internal: bool) -> Linkage {
    match internal {
        true => Linkage::Internal,
        false => Linkage::External,
    }
}

/// The functions that never return though headers don't always say so.
const NEVER_RETURN: [&str; 8] = [
    "abort",
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "pthread_exit",
    "thrd_exit",
    "__assert_fail",
];

impl<'a> Lowering<'a> {
    /// Declares an object, merged with earlier declarations of the same thing.
    pub(super) fn declare_object(&mut self, declaration: Declaration<'a>, thread_local: bool) -> usize {
        let known = self.linked(declaration.link_name, declaration.internal);
        let index = match known {
            Some(Symbol::Object(index)) => {
                self.merge_object(index, &declaration);
                self.objects[index].thread_local |= thread_local;
                index
            }
            Some(_) => {
                self.error(
                    declaration.at,
                    format!(
                        "`{}` is declared as an object here, and as a function before.",
                        declaration.name
                    ),
                );
                self.new_object(&declaration, thread_local)
            }
            None => self.new_object(&declaration, thread_local),
        };
        if !declaration.internal {
            self.externals.insert(declaration.link_name, Symbol::Object(index));
            if self.types().size(declaration.ty).is_some() {
                let (unit, at) = (self.unit, declaration.at);
                self.views.note(unit, Shared::Object(index), (declaration.ty, at));
            }
        }
        index
    }

    /// What a name with linkage denotes already.
    fn linked(&self, name: &str, internal: bool) -> Option<Symbol> {
        if internal {
            return self
                .scopes()
                .find_at_file_scope(name)
                .filter(|symbol| self.is_linked(*symbol));
        }
        self.externals.get(name).copied()
    }

    fn is_linked(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Object(index) => self.objects[index].function.is_none(),
            Symbol::Routine(_) => true,
            _ => false,
        }
    }

    pub(super) fn new_object(&mut self, declaration: &Declaration<'a>, thread_local: bool) -> usize {
        let name = match declaration.internal {
            true => declaration.name,
            false => usual_name(declaration.name),
        };
        self.objects.push(Object {
            name,
            link_name: declaration.link_name,
            internal: declaration.internal,
            alias: None,
            weak: false,
            function: None,
            ty: declaration.ty,
            align: None,
            constant: None,
            thread_local,
            unit: self.unit,
            initializer: None,
            defined: false,
            strength: Strength::Strong,
            at: declaration.at,
            id: None,
        });
        self.objects.len() - 1
    }

    fn merge_object(&mut self, index: usize, declaration: &Declaration<'a>) {
        let shared = Shared::Object(index);
        let known = self.objects[index].ty;
        if self.compatible(known, declaration.ty, 8) {
            self.views.alike(known, declaration.ty);
            if self.types().size(known).is_none() {
                self.set_object_type(index, declaration.ty);
            }
            return;
        }
        match self.views.of(self.unit, shared) {
            Some((own, at)) if !self.compatible(own, declaration.ty, 8) => {
                let message = self.declared_otherwise(declaration.name, at);
                self.error(declaration.at, message);
            }
            _ if declaration.internal => {
                let message = self.declared_otherwise(declaration.name, self.objects[index].at);
                self.error(declaration.at, message);
            }
            _ => self.views.doubt(shared),
        }
    }

    pub(super) fn set_object_type(&mut self, index: usize, ty: TypeId) {
        self.objects[index].ty = ty;
        if let Some(id) = self.objects[index].id {
            self.globals[id.0 as usize].ty = ty;
        }
    }

    /// Says that what is named here was declared with another type elsewhere.
    pub(super) fn declared_otherwise(&self, name: &str, at: Position) -> String {
        format!(
            "`{name}` is declared with another type here than at {}.",
            self.files.display(at)
        )
    }

    /// Declares a function, merged with earlier declarations of the same one.
    pub(super) fn declare_routine(&mut self, declaration: Declaration<'a>) -> usize {
        let index = match self.linked(declaration.link_name, declaration.internal) {
            Some(Symbol::Routine(index)) => {
                self.merge_routine(index, &declaration);
                index
            }
            Some(_) => {
                self.error(
                    declaration.at,
                    format!(
                        "`{}` is declared as a function here, and as an object before.",
                        declaration.name
                    ),
                );
                self.new_routine(&declaration)
            }
            None => self.new_routine(&declaration),
        };
        if !declaration.internal {
            self.externals.insert(declaration.link_name, Symbol::Routine(index));
            if self.has_prototype(declaration.ty) {
                let (unit, at) = (self.unit, declaration.at);
                self.views.note(unit, Shared::Routine(index), (declaration.ty, at));
            }
        }
        index
    }

    fn new_routine(&mut self, declaration: &Declaration<'a>) -> usize {
        self.routines.push(Routine {
            name: declaration.name,
            link_name: declaration.link_name,
            label: None,
            internal: declaration.internal,
            ty: declaration.ty,
            definition: None,
            replaceable: false,
            inline_only: false,
            no_return: NEVER_RETURN.contains(&declaration.link_name),
            alias: None,
            resolved: false,
            weak: false,
            constructor: None,
            destructor: None,
            at: declaration.at,
            first: declaration.at,
            id: None,
        });
        self.routines.len() - 1
    }

    /// A prototype replaces a declaration without one.
    fn merge_routine(&mut self, index: usize, declaration: &Declaration<'a>) {
        let shared = Shared::Routine(index);
        let known = self.routines[index].ty;
        let (before, now) = (self.has_prototype(known), self.has_prototype(declaration.ty));
        if before && now && !self.compatible_functions(known, declaration.ty) {
            match self.views.of(self.unit, shared) {
                Some((own, _)) if !self.compatible_functions(own, declaration.ty) => {
                    self.conflicts.push((index, declaration.at));
                }
                _ if declaration.internal => self.conflicts.push((index, declaration.at)),
                _ => self.views.doubt(shared),
            }
        } else {
            self.views.alike(known, declaration.ty);
        }
        if !before && now {
            self.routines[index].ty = declaration.ty;
            if let Some(id) = self.routines[index].id {
                self.functions[id.0 as usize].ty = declaration.ty;
            }
        }
    }

    pub(super) fn has_prototype(&self, ty: TypeId) -> bool {
        match self.types().kind(ty) {
            TypeKind::Function(function) => !(function.parameters.is_empty() && function.variadic),
            _ => false,
        }
    }

    /// Whether two types can be those of one object in different declarations (C17 6.2.7); looks `depth` levels deep.
    pub(super) fn compatible(&self, one: TypeId, other: TypeId, depth: u32) -> bool {
        if one == other || depth == 0 {
            return true;
        }
        match (self.types().kind(one), self.types().kind(other)) {
            (TypeKind::Array(one, count), TypeKind::Array(other, other_count)) => {
                (count == other_count || count.is_none() || other_count.is_none())
                    && self.compatible(*one, *other, depth - 1)
            }
            (TypeKind::Pointer(one), TypeKind::Pointer(other)) => self.compatible(*one, *other, depth - 1),
            (TypeKind::Record(one), TypeKind::Record(other)) => self.compatible_records(*one, *other, depth),
            (TypeKind::Function(_), TypeKind::Function(_)) => true,
            // Headers of different units may spell an integer type differently.
            (TypeKind::Integer { size: one, .. }, TypeKind::Integer { size: other, .. }) => one == other,
            (one, other) => one == other,
        }
    }

    /// Reports the functions of the program that are declared with another type than they are defined with.
    /// Declarations of library functions may differ: headers declare some by the macros that a unit defines.
    pub(super) fn report_conflicts(&mut self) {
        for (index, at) in std::mem::take(&mut self.conflicts) {
            let routine = &self.routines[index];
            if routine.definition.is_none() {
                continue;
            }
            let mut other = routine.at;
            if other == at {
                other = routine.first;
            }
            let message = self.declared_otherwise(routine.name, other);
            self.error(at, message);
        }
    }

    /// Whether two prototypes can be those of one function (C17 6.7.6.3 15). Pointers of all types pass the same way, which programs rely on.
    pub(super) fn compatible_functions(&self, one: TypeId, other: TypeId) -> bool {
        let (TypeKind::Function(one), TypeKind::Function(other)) = (self.types().kind(one), self.types().kind(other))
        else {
            return true;
        };
        let alike = |one: TypeId, other: TypeId| {
            self.types().is_pointer(one) && self.types().is_pointer(other)
                || self
                    .types()
                    .as_record(one)
                    .is_some_and(|record| self.transparent.contains(&record))
                || self
                    .types()
                    .as_record(other)
                    .is_some_and(|record| self.transparent.contains(&record))
                || self.compatible(one, other, 4)
        };
        one.variadic == other.variadic
            && one.parameters.len() == other.parameters.len()
            && alike(one.result, other.result)
            && one
                .parameters
                .iter()
                .zip(&other.parameters)
                .all(|(one, other)| alike(*one, *other))
    }

    fn compatible_records(&self, one: crate::ir::RecordId, other: crate::ir::RecordId, depth: u32) -> bool {
        let (one, other) = (self.types().record(one), self.types().record(other));
        let (Some(fields), Some(other_fields)) = (&one.fields, &other.fields) else {
            return one.kind == other.kind;
        };
        one.kind == other.kind
            && one.size == other.size
            && fields.len() == other_fields.len()
            && fields.iter().zip(other_fields).all(|(one, other)| {
                one.offset == other.offset && one.bits == other.bits && self.compatible(one.ty, other.ty, depth - 1)
            })
    }

    /// The number of an object in the program; its initialiser will be lowered.
    pub(super) fn object_id(&mut self, index: usize) -> GlobalId {
        if let Some(id) = self.objects[index].id {
            return id;
        }
        let id = GlobalId(self.globals.len() as u32);
        let object = &self.objects[index];
        let align = object.align.unwrap_or_else(|| self.preferred_alignment(object.ty));
        let object = &mut self.objects[index];
        object.id = Some(id);
        let global = Global {
            name: object.name.to_owned(),
            function: object.function.clone(),
            linkage: linkage(object.internal),
            ty: object.ty,
            align,
            thread_local: object.thread_local,
            defined: object.defined,
            storage: Storage::Static,
            initial: Vec::new(),
            at: object.at,
        };
        self.globals.push(global);
        if self.objects[index].initializer.is_some() && self.objects[index].function.is_none() {
            self.work.push(Work::Object(index));
        }
        id
    }

    /// The number of a function in the program; its body will be lowered.
    pub(super) fn routine_id(&mut self, index: usize) -> FunctionId {
        let index = self.aliased_routine(index);
        // A definition that serves for inlining calls the function itself under its own name.
        if self.routines[index].inline_only
            && self.body_of == Some(index)
            && let TypeKind::Function(function) = self.types().kind(self.routines[index].ty).clone()
        {
            return self.builtin(self.routines[index].link_name, function.result);
        }
        if let Some(id) = self.routines[index].id {
            return id;
        }
        let id = FunctionId(self.functions.len() as u32);
        let routine = &mut self.routines[index];
        routine.id = Some(id);
        let function = Function {
            name: routine.symbol_name().to_owned(),
            ty: routine.ty,
            linkage: linkage(routine.internal),
            body: None,
            no_return: routine.no_return,
            constructor: routine.constructor,
            destructor: routine.destructor,
            at: routine.at,
        };
        self.functions.push(function);
        self.routine_of.insert(id, index);
        self.work.push(Work::Routine(index));
        id
    }
}
