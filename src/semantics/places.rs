//! Places: from an lvalue to the bytes of objects that it may denote, and loads and stores through it.

use pepsin_lattice::{Bottom, Lattice};

use super::recorder::Touch;
use super::state::State;
use super::transfer::Transfer;
use crate::ir::{BitField, Expr, LocalId, Place, Position, Projection, Root, TypeId, TypeKind};
use crate::races::locations::bit_field_run;
use crate::races::{AccessKind, Atomicity, OwnedBytes, SymbolicLock};
use crate::values::{Addresses, Contents, ObjectId, ObjectKind, Offsets, Scalar, Slot, Strength, Value};

/// What a place denotes.
pub struct Located {
    /// The addresses of its first byte.
    pub addresses: Addresses,
    /// The variable that it is part of, if it is part of one that is named in the place itself.
    pub root: NamedRoot,
    /// Its type.
    pub ty: TypeId,
    /// Its size in bytes.
    pub size: u64,
    /// Its bits in the storage unit, for a bit-field.
    pub bits: Option<BitField>,
    /// The bytes that an access to it touches besides itself: its run of bit-fields, relative to its address.
    pub touched: (i64, u64),
    /// Locks held at constant distances from the first byte touched.
    pub symbolic_locks: Vec<SymbolicLock>,
    /// The bytes touched as a function of what only the ego was given, if they are one.
    pub owned: Option<OwnedBytes>,
    /// Where it stands.
    pub at: Position,
}

/// Whether a place names the variable that it is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedRoot {
    /// A local whose address is never taken: it lives in the frame.
    Frame(ObjectId),
    /// Another variable.
    Variable,
    /// It is reached by a pointer.
    Pointer,
}

/// The value of an expression that is not scalar or is.
#[derive(Clone, Debug, PartialEq)]
pub enum Rvalue {
    /// A number, address, or handle.
    Scalar(Value),
    /// The bytes of a record.
    Record(Contents),
}

impl Rvalue {
    /// The scalar; of a record nothing is known here.
    pub fn as_scalar(&self) -> Value {
        match self {
            Rvalue::Scalar(value) => value.clone(),
            Rvalue::Record(contents) => {
                let mut all = Value::ANY_NUMBER;
                for value in contents.values() {
                    all.join(value);
                }
                all
            }
        }
    }

    /// Whether there is no such value.
    pub fn is_bottom(&self) -> bool {
        match self {
            Rvalue::Scalar(value) => value.is_bottom(),
            Rvalue::Record(contents) => contents.is_bottom(),
        }
    }

    /// The bytes of the value; a scalar has type `ty`.
    pub fn into_contents(self, ty: Scalar) -> Contents {
        match self {
            Rvalue::Scalar(value) => {
                let mut contents = Contents::indeterminate();
                contents.write(Offsets::ZERO, ty, &value, Strength::Strong);
                contents
            }
            Rvalue::Record(contents) => contents,
        }
    }
}

impl Transfer<'_, '_> {
    /// The scalar type of a type; records and `void` count as bytes.
    pub fn scalar(&self, ty: TypeId) -> Scalar {
        Scalar::of(&self.analysis.program.types, ty)
            .unwrap_or(Scalar::Integer(crate::values::IntegerType::of_size(1, false)))
    }

    /// What a place denotes; nothing if execution cannot go on.
    pub fn locate(&mut self, state: &mut State, place: &Place) -> Option<Located> {
        let types = &self.analysis.program.types;
        let (mut addresses, root, mut ty) = match &place.root {
            Root::Local(local) => self.locate_local(*local),
            Root::Global(global) => {
                let object = self.analysis.global(*global, self.context.thread);
                (
                    Addresses::of(object, Offsets::ZERO),
                    NamedRoot::Variable,
                    self.analysis.program.global(*global).ty,
                )
            }
            Root::Deref(pointer) => {
                let value = self.value(state, pointer);
                let target = types.pointee(pointer.ty()).unwrap_or(place.ty);
                (self.dereferenced(&value)?, NamedRoot::Pointer, target)
            }
        };
        let mut bits = None;
        let mut touched = None;
        for projection in &place.projections {
            match projection {
                Projection::Field(record, number) => {
                    let field = types.fields(*record).get(*number as usize)?;
                    addresses = addresses.moved(Offsets::constant(field.offset as i64));
                    bits = field.bits;
                    touched = bit_field_run(types, *record, *number)
                        .map(|(start, size)| (start as i64 - field.offset as i64, size));
                    ty = field.ty;
                }
                Projection::Index(index, element) => {
                    let index_value = self.value(state, index);
                    let size = types.size(*element).unwrap_or(1) as i64;
                    let offsets = self.index_offsets(&index_value, ty)?;
                    addresses = addresses.moved(offsets.scaled(size));
                    ty = *element;
                }
            }
        }
        let size = types.size(place.ty).unwrap_or(1);
        // A run of bit-fields is touched as a whole (C11, 3.14).
        let touched = touched.unwrap_or((0, size));
        let addresses = self.within_objects(&addresses, size);
        let located = Located {
            addresses,
            root,
            ty: place.ty,
            size,
            bits,
            touched,
            symbolic_locks: self.locks_near(state, place, touched.0),
            owned: self.owned_bytes(state, place, touched.0, touched.1),
            at: place.at,
        };
        (!located.addresses.is_bottom()).then_some(located)
    }

    fn locate_local(&self, local: LocalId) -> (Addresses, NamedRoot, TypeId) {
        let analysis = self.analysis;
        let function = self.unknown.function;
        let object = analysis.local(function, local, self.context.thread);
        let body = analysis.program.function(function).body.as_ref();
        let (ty, address_taken) = body
            .and_then(|body| body.locals.get(local.0 as usize))
            .map_or((TypeId(0), true), |local| (local.ty, local.address_taken));
        let root = if address_taken {
            NamedRoot::Variable
        } else {
            NamedRoot::Frame(object)
        };
        (Addresses::of(object, Offsets::ZERO), root, ty)
    }

    /// The addresses that a dereferenced pointer may have. Null and indeterminate pointers have none: using them is undefined behaviour.
    pub fn dereferenced(&self, pointer: &Value) -> Option<Addresses> {
        let mut addresses = pointer.as_addresses().clone();
        let number = pointer.as_integer();
        if addresses.is_bottom()
            && !pointer.is_indeterminate()
            && !number.is_bottom()
            && number.as_constant() != Some(0)
        {
            // An address given as a number: memory that only the program's author knows.
            addresses = Addresses::of(self.analysis.external(u32::MAX), Offsets::ANY);
        }
        (!addresses.is_bottom()).then_some(addresses)
    }

    /// Indices within an array of known length: beyond it would be undefined behaviour.
    fn index_offsets(&self, index: &Value, array: TypeId) -> Option<Offsets> {
        let offsets = Offsets::of_integer(index.as_integer())?;
        match self.analysis.program.types.kind(array) {
            TypeKind::Array(_, Some(count)) if *count > 1 => offsets.clamped(0, *count as i64 - 1).or(Some(offsets)),
            _ => Some(offsets),
        }
    }

    /// Addresses from which `size` bytes lie within their objects, where the objects' sizes are known.
    fn within_objects(&self, addresses: &Addresses, size: u64) -> Addresses {
        let objects = &self.analysis.objects;
        addresses.map(|object, offsets| match objects.size(object) {
            Some(whole) if whole >= size && offsets.single().is_none() => offsets
                .clamped(0, (whole - size) as i64)
                .map(|offsets| (object, offsets)),
            _ => Some((object, offsets)),
        })
    }

    /// The address of a place, which accesses nothing but what the way to it loads.
    pub fn address_of(&mut self, state: &mut State, place: &Place) -> Value {
        if let (Root::Deref(pointer), true) = (&place.root, place.projections.is_empty()) {
            return self.value(state, pointer);
        }
        if let Root::Deref(pointer) = &place.root {
            return self.moved_address(state, pointer, &place.projections);
        }
        match self.locate(state, place) {
            Some(located) => Value::addresses(located.addresses),
            None => Value::NOTHING,
        }
    }

    /// `&p->f[i]`: a displacement of the pointer, which need not point to an object (`offsetof`).
    fn moved_address(&mut self, state: &mut State, pointer: &Expr, projections: &[Projection]) -> Value {
        let types = &self.analysis.program.types;
        let bits = Scalar::pointer(types).bits();
        let mut value = self.value(state, pointer);
        for projection in projections {
            value = match projection {
                Projection::Field(record, number) => {
                    let offset = types
                        .fields(*record)
                        .get(*number as usize)
                        .map_or(0, |field| field.offset);
                    value.field(offset as i64, bits, self.at)
                }
                Projection::Index(index, element) => {
                    let index = self.value(state, index);
                    let size = types.size(*element).unwrap_or(1);
                    value.element(&index, size as i64, bits, self.at)
                }
            };
        }
        value
    }

    /// Reads a scalar.
    pub fn load(&mut self, state: &mut State, place: &Place) -> Value {
        let Some(located) = self.locate(state, place) else {
            return Value::NOTHING;
        };
        let scalar = self.scalar(place.ty);
        if let NamedRoot::Frame(object) = located.root {
            let contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            let offsets = located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO);
            let value = self.read(&contents, &located, offsets, scalar);
            let thread = self.analysis.digests.thread(state.past.id);
            self.record(|recorder, _| recorder.load(located.at, thread, &value));
            return value;
        }
        self.record_place(state, &located, AccessKind::Read);
        let mut value = Value::NOTHING;
        for &(object, offsets) in located.addresses.targets() {
            let contents = self.contents(state, object);
            value.join(&self.read(&contents, &located, offsets, scalar));
        }
        if let Some(origin) = located.addresses.origin() {
            value.join(&Value::top(scalar, origin));
        }
        let thread = self.analysis.digests.thread(state.past.id);
        self.record(|recorder, _| recorder.load(located.at, thread, &value));
        if value.is_bottom() {
            self.obstacle("memory is read that nothing was stored to".to_owned());
        }
        value
    }

    fn read(&self, contents: &Contents, located: &Located, offsets: Offsets, scalar: Scalar) -> Value {
        let slot = Slot {
            ty: scalar,
            field: located.bits,
        };
        contents.read(offsets, slot)
    }

    /// The value of an expression, scalar or record.
    pub fn rvalue(&mut self, state: &mut State, expr: &Expr) -> Rvalue {
        let types = &self.analysis.program.types;
        match expr {
            Expr::Load(place)
                if types.as_record(place.ty).is_some() || matches!(types.kind(place.ty), TypeKind::Array(..)) =>
            {
                Rvalue::Record(self.load_record(state, place))
            }
            Expr::Unknown(ty) if types.as_record(*ty).is_some() => Rvalue::Record(Contents::unknown(self.at)),
            _ => Rvalue::Scalar(self.value(state, expr)),
        }
    }

    fn load_record(&mut self, state: &mut State, place: &Place) -> Contents {
        let Some(located) = self.locate(state, place) else {
            return Contents::bottom();
        };
        if let NamedRoot::Frame(object) = located.root {
            let contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            return part(
                &contents,
                located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO),
                Some(located.size),
            );
        }
        self.record_place(state, &located, AccessKind::Read);
        let mut record = Contents::bottom();
        for &(object, offsets) in located.addresses.targets() {
            let contents = self.contents(state, object);
            record.join(&part(&contents, offsets, Some(located.size)));
        }
        if let Some(origin) = located.addresses.origin() {
            record.join(&Contents::unknown(origin));
        }
        record
    }

    /// `place = value`; false if execution cannot go on.
    pub fn assign(&mut self, state: &mut State, place: &Place, value: &Rvalue) -> bool {
        let Some(located) = self.locate(state, place) else {
            return false;
        };
        self.store_at(state, &located, value);
        true
    }

    /// Stores a value where a place denotes.
    pub fn store_at(&mut self, state: &mut State, located: &Located, value: &Rvalue) {
        if let NamedRoot::Frame(object) = located.root {
            let mut contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            let offsets = located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO);
            let scalar = self.scalar(located.ty);
            write(&mut contents, located, scalar, offsets, value, Strength::Strong);
            state.frame.set(object, contents);
            self.forget_variable(state, object);
            return;
        }
        self.record_place(state, located, AccessKind::Write);
        let value = self.escaping(state, &located.addresses, value);
        // Renaming by escape may have changed what the addresses are called.
        let addresses = self.renamed(state, &located.addresses);
        self.overwrite_locks(state, &addresses, located.size);
        let only = addresses.single().is_some();
        let scalar = self.scalar(located.ty);
        for &(object, offsets) in addresses.targets() {
            let strength = if only {
                self.place_strength(state, located, object)
            } else {
                Strength::Weak
            };
            self.update(
                state,
                object,
                |contents, strength| write(contents, located, scalar, offsets, &value, strength),
                strength,
            );
        }
        if let Some(origin) = addresses.origin() {
            self.write_anywhere(state, &value, origin);
        }
    }

    /// A variable of the frame gets another value.
    fn forget_variable(&self, state: &mut State, object: ObjectId) {
        if let ObjectKind::Local { local, .. } = self.analysis.objects.kind(object) {
            state.symbolic.assign(local, None);
            state.owned.assign(local, None);
        }
    }

    pub fn place_strength(&self, state: &State, located: &Located, object: ObjectId) -> Strength {
        match located.root {
            NamedRoot::Variable => self.strength_of_own(state, object),
            NamedRoot::Pointer | NamedRoot::Frame(_) => self.strength(state, object),
        }
    }

    /// What is stored into memory that others reach is known to them from then on.
    pub fn escaping(&mut self, state: &mut State, to: &Addresses, value: &Rvalue) -> Rvalue {
        let leaves = to.origin().is_some() || to.objects().any(|object| self.is_shared(state, object));
        if !leaves {
            return value.clone();
        }
        match value {
            Rvalue::Scalar(value) => Rvalue::Scalar(self.escape(state, value)),
            Rvalue::Record(contents) => {
                let mut contents = contents.clone();
                let objects: Vec<ObjectId> = contents.objects().collect();
                for object in objects {
                    let pointer = Value::address(object, 0);
                    let renamed = self.escape(state, &pointer);
                    if let Some((target, _)) = renamed.as_address().filter(|(target, _)| *target != object) {
                        contents = contents.substitute(&|other| if other == object { target } else { other });
                    }
                }
                Rvalue::Record(contents)
            }
        }
    }

    /// A write through a pointer of which nothing is known: any memory that others reach may have changed.
    fn write_anywhere(&mut self, state: &mut State, value: &Rvalue, origin: Position) {
        let objects: Vec<ObjectId> = state.memory.iter().map(|(object, _)| object).collect();
        let mut written = Value::unknown(origin);
        if let Rvalue::Scalar(value) = value {
            written.join(value);
        }
        for object in objects {
            if self.is_shared(state, object) && self.analysis.is_data(object) {
                self.update(
                    state,
                    object,
                    |contents, _| contents.fill(0, None, &written, Strength::Weak),
                    Strength::Weak,
                );
            }
        }
        self.obstacle("a write through a pointer of which not all targets are known".to_owned());
    }

    /// `T x = { … }` begins with zeroes; false if execution cannot go on.
    pub fn zero(&mut self, state: &mut State, place: &Place) -> bool {
        self.assign(state, place, &Rvalue::Record(Contents::zero()))
    }

    /// The lifetime of a local begins.
    pub fn enter_scope(&mut self, state: &mut State, local: LocalId) {
        let (addresses, root, _) = self.locate_local(local);
        let Some((object, _)) = addresses.single() else { return };
        match root {
            NamedRoot::Frame(object) => {
                state.frame.set(object, Contents::indeterminate());
                self.forget_variable(state, object);
            }
            NamedRoot::Variable | NamedRoot::Pointer => {
                let mut contents = Contents::indeterminate();
                if state.reentered.contains(self.unknown.function) || self.is_shared(state, object) {
                    contents.join(&state.memory.get(object).cloned().unwrap_or_else(Contents::bottom));
                }
                state.memory.set(object, contents);
            }
        }
    }

    /// Inline assembly: outputs become unknown, memory operands are accessed. Returns whether an input is a pointer to shared memory.
    pub fn assembly(&mut self, state: &mut State, outputs: &[Place], inputs: &[Expr], memory: &[Place]) -> bool {
        let mut pointers = false;
        for input in inputs {
            let value = self.value(state, input);
            pointers |=
                value.objects().any(|object| self.is_shared(state, object)) || value.as_addresses().origin().is_some();
        }
        for place in memory {
            if let Some(located) = self.locate(state, place) {
                self.record_place(state, &located, AccessKind::Read);
            }
        }
        for place in outputs {
            if let Some(located) = self.locate(state, place) {
                let value = Value::top(self.scalar(place.ty), place.at);
                self.store_at(state, &located, &Rvalue::Scalar(value));
            }
        }
        pointers
    }

    /// Records an access to a place.
    pub fn record_place(&self, state: &State, located: &Located, kind: AccessKind) {
        let atomic = self.analysis.program.types.get(located.ty).atomic;
        let atomicity = if atomic { Atomicity::Atomic } else { Atomicity::Plain };
        let (start, size) = located.touched;
        let addresses = if start == 0 {
            located.addresses.clone()
        } else {
            located.addresses.moved(Offsets::constant(start))
        };
        let access = Touch {
            size,
            ty: Some(located.ty),
            kind,
            atomicity,
            symbolic_locks: located.symbolic_locks.clone(),
            owned: located.owned,
            at: located.at,
        };
        self.record_access(state, &addresses, &access);
    }
}

fn write(
    contents: &mut Contents,
    located: &Located,
    scalar: Scalar,
    offsets: Offsets,
    value: &Rvalue,
    strength: Strength,
) {
    match value {
        Rvalue::Scalar(value) => contents.write(
            offsets,
            Slot {
                ty: scalar,
                field: located.bits,
            },
            value,
            strength,
        ),
        Rvalue::Record(record) => write_part(contents, offsets, Some(located.size), record, strength),
    }
}

/// The bytes from one of some offsets on; without a length, all that may be there.
pub fn part(contents: &Contents, offsets: Offsets, length: Option<u64>) -> Contents {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) if !contents.is_bottom() => {
            let mut part = Contents::indeterminate();
            part.copy(contents, offset, 0, length, Strength::Strong);
            part
        }
        _ => {
            let mut part = Contents::nothing();
            part.absorb(contents);
            part
        }
    }
}

/// Replaces the bytes from one of some offsets on; without a length, of a number that is not known.
pub fn write_part(contents: &mut Contents, offsets: Offsets, length: Option<u64>, part: &Contents, strength: Strength) {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) => contents.copy(part, 0, offset, length, strength),
        (None, Some(length)) => contents.absorb_at(offsets, length, part),
        (_, None) => contents.absorb(part),
    }
}
