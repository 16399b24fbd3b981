//! The memory objects of the program, by what they are: interned where they are first met, with where their widening halts.

use std::rc::Rc;

use pepsin_digests::ThreadId;

use super::analysis::Analysis;
use crate::ir::{FunctionId, GlobalId, LocalId, TypeId, TypeKind, Types};
use crate::races::cells::Division;
use crate::semantics::prepare::made_for;
use crate::semantics::state::Allocation;
use crate::values::{Instance, Multiplicity, Object, ObjectId, ObjectKind, Source};

impl Analysis<'_> {
    /// The object of a global variable, as a thread knows it.
    pub fn global(&self, global: GlobalId, thread: ThreadId) -> ObjectId {
        let variable = self.program.global(global);
        match variable.thread_local {
            true => self.make_global(global, thread),
            false => *self.globals[global.0 as usize].get_or_init(|| self.make_global(global, thread)),
        }
    }

    fn make_global(&self, global: GlobalId, thread: ThreadId) -> ObjectId {
        let variable = self.program.global(global);
        let kind = match variable.thread_local {
            true => ObjectKind::ThreadLocal(global, Some(thread)),
            false => ObjectKind::Global(global),
        };
        let multiplicity = match variable.thread_local && !self.digests.names().is_unique(thread) {
            true => Multiplicity::Current,
            false => Multiplicity::Once,
        };
        let object = self.objects.intern(kind, || Object {
            kind,
            size: self.fixed_size(variable.ty),
            ty: Some(variable.ty),
            multiplicity,
            name: variable.name.clone(),
        });
        self.halts
            .note(object, || self.thresholds.of_global(self.program, global));
        object
    }

    /// The size of a variable, if its type tells: a flexible array at the end of a record may have more elements.
    fn fixed_size(&self, ty: TypeId) -> Option<u64> {
        let types = &self.program.types;
        let last = types
            .as_record(ty)
            .and_then(|record| types.fields(record).last().map(|field| field.ty));
        match last.map(|last| types.kind(last)) {
            Some(TypeKind::Array(_, None | Some(0..=1))) => None,
            _ => types.size(ty),
        }
    }

    /// The object of a local variable in an activation that a thread runs.
    pub fn local(&self, function: FunctionId, local: LocalId, thread: ThreadId) -> ObjectId {
        let known = self
            .locals
            .borrow()
            .get(&(function, thread))
            .map(|objects| objects[local.0 as usize]);
        known.unwrap_or_else(|| {
            let objects = self.make_locals(function, thread);
            let object = objects[local.0 as usize];
            self.locals.borrow_mut().insert((function, thread), objects);
            object
        })
    }

    /// Whether an object is a variable of a frame: a local one whose address is never taken.
    pub fn is_of_frame(&self, object: ObjectId) -> bool {
        let ObjectKind::Local { function, local, .. } = self.objects.kind(object) else {
            return false;
        };
        let body = self.program.function(function).body.as_ref();
        body.is_some_and(|body| !body.locals[local.0 as usize].address_taken)
    }

    fn make_locals(&self, function: FunctionId, thread: ThreadId) -> Rc<[ObjectId]> {
        let body = self.program.function(function).body.as_ref();
        let multiplicity = match self.digests.names().is_unique(thread) {
            true => Multiplicity::Once,
            false => Multiplicity::Current,
        };
        let locals = body.into_iter().flat_map(|body| body.locals.iter().enumerate());
        let objects = locals.map(|(number, local)| {
            let kind = ObjectKind::Local {
                function,
                local: LocalId(number as u32),
                thread: Some(thread),
            };
            let object = self.objects.intern(kind, || Object {
                kind,
                size: self.program.types.size(local.ty),
                ty: Some(local.ty),
                multiplicity,
                name: local.name.clone(),
            });
            let types = &self.program.types;
            let variable = LocalId(number as u32);
            self.halts
                .note(object, || self.thresholds.of_local(types, function, variable, local));
            object
        });
        objects.collect()
    }

    /// The object of all string literals.
    pub fn strings(&self) -> ObjectId {
        let kind = ObjectKind::Strings;
        self.objects.intern(kind, || Object {
            kind,
            size: None,
            ty: None,
            multiplicity: Multiplicity::Many,
            name: "a string literal".to_owned(),
        })
    }

    /// Whether a variable is one of the library that leads to a stream.
    pub fn leads_to_stream(&self, variable: GlobalId) -> bool {
        let variable = self.program.global(variable);
        !variable.defined && self.library.leads_to_stream(&variable.name)
    }

    /// Memory from outside of the program, by where its address came from.
    pub fn external(&self, source: Source) -> ObjectId {
        let kind = ObjectKind::External(source);
        let is_one = matches!(source, Source::Variable(variable) if self.leads_to_stream(variable));
        self.objects.intern(kind, || Object {
            kind,
            size: None,
            ty: None,
            multiplicity: match is_one {
                true => Multiplicity::Once,
                false => Multiplicity::Many,
            },
            name: match source {
                Source::Function(function) => format!("memory given by `{}`", self.program.function(function).name),
                Source::Variable(global) => {
                    format!("memory that `{}` leads to", self.program.global(global).name)
                }
                Source::Outside(class) => self.text.outside().name(self.program, class),
                Source::Number => "memory at a numeric address".to_owned(),
                Source::UnknownFunction => "memory given by a function that is known by its address only".to_owned(),
                Source::State(state) => self.library.state_name(state).to_owned(),
            },
        })
    }

    /// Memory that the library has for a thread, by the function that gives its address.
    pub fn library_local(&self, function: FunctionId, thread: ThreadId) -> ObjectId {
        let kind = ObjectKind::LibraryLocal(function, Some(thread));
        self.objects.intern(kind, || Object {
            kind,
            size: None,
            ty: None,
            multiplicity: match self.digests.names().is_unique(thread) {
                true => Multiplicity::Once,
                false => Multiplicity::Current,
            },
            name: format!("memory of a thread given by `{}`", self.program.function(function).name),
        })
    }

    /// The object of a function.
    pub fn function_object(&self, function: FunctionId) -> ObjectId {
        let kind = ObjectKind::Function(function);
        self.objects.intern(kind, || Object {
            kind,
            size: None,
            ty: None,
            multiplicity: Multiplicity::Once,
            name: self.program.function(function).name.clone(),
        })
    }

    /// Another instance of the same allocation.
    pub fn instance(&self, heap: ObjectId, instance: Instance) -> ObjectId {
        match self.objects.kind(heap) {
            ObjectKind::Heap {
                site, thread, chain, ..
            } => {
                let like = self.objects.get(heap);
                let kind = ObjectKind::Heap {
                    site,
                    thread,
                    chain,
                    instance,
                };
                let multiplicity = match instance {
                    Instance::First => Multiplicity::Once,
                    Instance::Recent => Multiplicity::Current,
                    Instance::Older => Multiplicity::Many,
                };
                let object = self.objects.intern(kind, || Object {
                    kind,
                    multiplicity,
                    ..Object::clone(&like)
                });
                self.halts.note(object, || self.halts.of(heap));
                object
            }
            _ => heap,
        }
    }

    /// The variable that memory is which is allocated once, before any thread is created.
    pub fn variable_of(&self, allocation: Allocation) -> Option<ObjectId> {
        let point = self.program_point(allocation.site);
        let variable = self.text.allocated_once.get(&point)?;
        Some(*self.globals[variable.0 as usize].get()?)
    }

    /// What divides the memory of an allocation into cells: the type for which it is allocated, if that has arrays of records or pointers, or if
    /// it is an element of the array that is allocated.
    pub fn division(&self, heap: ObjectId) -> Option<Division> {
        let known = self.divisions.borrow().get(&heap).copied();
        known.unwrap_or_else(|| {
            let division = self.find_division(heap);
            self.divisions.borrow_mut().insert(heap, division);
            division
        })
    }

    fn find_division(&self, heap: ObjectId) -> Option<Division> {
        let ObjectKind::Heap { site, chain, .. } = self.objects.kind(heap) else {
            return None;
        };
        let types = &self.program.types;
        let is_linked = |ty: TypeId| types.is_record(ty) || types.is_pointer(ty);
        let calls = self.chains.borrow().calls(chain);
        let points = calls.iter().map(|call| call.point).chain([site]);
        let made = points
            .rev()
            .find_map(|point| made_for(self.program, self.program_point(point)));
        let ty = made.filter(|ty| is_linked(*ty))?;
        let whole = types.size(ty).filter(|size| *size > 0)?;
        match self.objects.get(heap).size {
            Some(size) if size < 2 * whole => has_arrays(types, ty, &is_linked).then_some(Division::Type(ty)),
            _ => Some(Division::Elements(i64::try_from(whole).ok()?)),
        }
    }

    /// Where widening of what memory from an allocation holds halts.
    pub fn thresholds_of(&self, allocation: Allocation) -> Rc<[i128]> {
        let calls = self.chains.borrow().calls(allocation.chain);
        let points = calls.iter().map(|call| call.point).chain([allocation.site]);
        let functions = points.map(|point| self.program_point(point).function);
        self.thresholds.of_allocation(&self.program.types, functions)
    }
}

/// Whether a type has an array, at whatever depth, whose elements are as asked.
fn has_arrays(types: &Types, ty: TypeId, asked: &dyn Fn(TypeId) -> bool) -> bool {
    match types.kind(ty) {
        TypeKind::Array(element, _) => asked(*element) || has_arrays(types, *element, asked),
        TypeKind::Record(record) if types.is_opaque(*record) => false,
        TypeKind::Record(record) => types
            .fields(*record)
            .iter()
            .any(|field| has_arrays(types, field.ty, asked)),
        _ => false,
    }
}
