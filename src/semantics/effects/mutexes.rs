//! Library calls on mutexes, and what kinds of mutexes they are.
//!
//! The kind decides what locking a mutex twice does: wait for ever, count, or fail (POSIX.1-2017, `pthread_mutexattr_settype`).
//! It comes from the calls that initialise the mutex, and for a variable also from its initialiser, of which the member named
//! `__kind` in the headers of glibc and musl holds the kind, and all else is zero.

use pepsin_digests::{Acquisition, LockId, LockKind, LockMode, MayBe};
use pepsin_lattice::Lattice;

use crate::ir::{Expr, Place, Projection, TypeId, TypeKind, Types};
use crate::library::model::{Attempt, Kind, Mode, Model};
use crate::semantics::origins::Located;
use crate::semantics::outside::failure;
use crate::semantics::state::State;
use crate::semantics::system::{Fact, Global, LibraryCall, Locks, Transfer};
use crate::values::{ObjectId, ObjectKind, Rvalue, Scalar, Strength, Value};

impl Transfer<'_, '_> {
    /// What locking a lock twice does.
    pub fn kind_of(&mut self, locks: &Locks) -> LockKind {
        let MayBe::Definite(lock) = &locks.names else {
            return LockKind::Unknown;
        };
        let object = self.analysis.digests.names().lock_of(*lock).object;
        if self.is_overwritten(object) {
            return LockKind::Unknown;
        }
        let initial = self.initial_kind(*lock);
        let initialised = match self.io.global(Global::MutexKind(*lock)) {
            Fact::Value(kind) => kind.as_constant(),
            _ => initial,
        };
        // A kind other than the default counts from the start of the program.
        match initialised.filter(|kind| initial.is_none_or(|initial| initial == 0 || initial == *kind)) {
            Some(0 | 3) => LockKind::Normal,
            Some(1) => LockKind::Recursive,
            Some(2) => LockKind::ErrorCheck,
            _ => LockKind::Unknown,
        }
    }

    /// The kind that a variable's initialiser gives to a mutex in it: 0 for zeroes; nothing if it is no variable, or the
    /// initialiser is not understood.
    fn initial_kind(&self, lock: LockId) -> Option<i128> {
        let program = self.analysis.program;
        let name = self.analysis.digests.names().lock_of(lock);
        let ObjectKind::Global(global) = self.analysis.objects.kind(name.object) else {
            return None;
        };
        let global = program.global(global);
        let mut kind = 0;
        for initial in &global.initial {
            let offset = i64::try_from(initial.offset).ok()?;
            let inside = (name.offset..name.offset + MOST_BYTES).contains(&offset);
            match self.constant(&initial.value).as_constant() {
                _ if !inside => {}
                Some(0) => {}
                Some(number) if is_named_kind(&program.types, global.ty, initial.offset) => kind = number,
                _ => return None,
            }
        }
        Some(kind)
    }

    pub fn lock_call(
        &mut self,
        state: State,
        call: &LibraryCall<'_>,
        model: &Model,
        (lock, mode, kind, attempt): (usize, Mode, Kind, Attempt),
    ) -> Vec<State> {
        let mode = match mode {
            Mode::Write => LockMode::Write,
            Mode::Read => LockMode::Read,
        };
        let named = kind;
        let kind = match kind {
            Kind::Initialised => None,
            Kind::Normal => Some(LockKind::Normal),
            Kind::Recursive => Some(LockKind::Recursive),
            Kind::Unknown => Some(LockKind::Unknown),
        };
        let locks = self.locks_at(&state, &call.argument(lock));
        let kind = kind.unwrap_or_else(|| self.kind_of(&locks));
        let outcomes = self.outcomes(&state, &locks, named, kind);
        if attempt == Attempt::Blocking {
            self.note_wait_for_lock(&state, &locks, call.expressions.get(lock), (mode, named, kind));
        }
        let (acquisition, success, failure) = match attempt {
            Attempt::Blocking => {
                let failure = outcomes.may_fail.then(|| failure(model));
                (Acquisition::Blocking, outcomes.acquired, failure)
            }
            Attempt::Tried => (Acquisition::Tried, outcomes.acquired, Some(failure(model))),
            Attempt::TriedNonzero => (Acquisition::Tried, Value::constant(1), Some(Value::ZERO)),
        };
        let failed = failure.map(|value| self.finish(state.clone(), call, &value));
        let mut held = self.acquire(state, locks.clone(), mode, kind, acquisition);
        self.note_maybe_held(&mut held, &locks, named, kind);
        self.note_holding(&mut held, &locks, mode, (named, kind));
        self.hold_symbolically(&mut held, call.expressions.get(lock), &call.argument(lock), mode);
        let mut after = self.finish_all(held, call, &success);
        after.extend(failed);
        after
    }

    pub fn attribute_kind(&mut self, state: &mut State, attribute: Option<Value>) -> Value {
        let Some(attribute) = attribute else { return Value::ZERO };
        let mut kind = if attribute.may_be_null() {
            Value::ZERO
        } else {
            Value::NOTHING
        };
        for &(object, offsets) in attribute.as_addresses().targets() {
            kind.join(&self.contents(state, object).read(offsets, Scalar::INT));
        }
        kind
    }

    pub fn set_attribute(&mut self, mut state: State, call: &LibraryCall<'_>, attribute: usize, kind: &Value) -> State {
        let pointer = call.argument(attribute);
        let only = pointer.as_addresses().single().is_some();
        for &(object, offsets) in pointer.as_addresses().targets() {
            let strength = if only {
                self.strength(&state, object)
            } else {
                Strength::Weak
            };
            self.store(&mut state, object, offsets, Scalar::INT.into(), kind, strength);
        }
        self.finish(state, call, &Value::ZERO)
    }

    /// Whether a variable of the program is initialised as a mutex that is not normal.
    pub fn has_odd_mutex(&self, global: &crate::ir::Global) -> bool {
        let types = &self.analysis.program.types;
        let is_odd = |value: &Expr| self.constant(value).as_constant() != Some(0);
        let mut kinds = global
            .initial
            .iter()
            .filter(|initial| is_named_kind(types, global.ty, initial.offset));
        kinds.any(|initial| is_odd(&initial.value))
    }

    /// Bytes are copied over an object: what was said of mutexes, semaphores and barriers in it when they were initialised, does not
    /// hold any more.
    pub fn note_overwritten(&mut self, object: ObjectId) {
        self.io.side(Global::Overwritten(object), Fact::value(Value::ZERO));
    }

    /// Whether bytes are copied over an object.
    pub fn is_overwritten(&mut self, object: ObjectId) -> bool {
        self.io.global(Global::Overwritten(object)) != Fact::Nothing
    }

    /// A member of a mutex is assigned: its kind, as initialisers of the library do.
    pub fn note_kind_member(&mut self, place: &Place, located: &Located, value: &Rvalue) {
        let Some(Projection::Field(record, number)) = place.projections.last() else {
            return;
        };
        let fields = self.analysis.program.types.fields(*record);
        let is_kind = fields.get(*number as usize).is_some_and(|field| field.name == KIND);
        let is_normal = matches!(value, Rvalue::Scalar(kind) if kind.as_constant() == Some(0));
        if is_kind && !is_normal {
            self.io.side(Global::OddMutexes, Fact::value(Value::ANY_NUMBER));
            for object in located.addresses.objects() {
                self.note_overwritten(object);
            }
        }
    }

    /// Records that a mutex was initialised with a kind.
    pub fn note_kind(&mut self, state: &mut State, pointer: &Value, kind: &Value) {
        if !matches!(kind.as_constant(), Some(0 | 3)) {
            self.io.side(Global::OddMutexes, Fact::value(kind.clone()));
            self.fill_initialised(state, pointer);
        }
        if let Some(locks) = self.locks_at(state, pointer).names.candidates() {
            for lock in locks {
                self.io.side(Global::MutexKind(*lock), Fact::value(kind.clone()));
            }
        }
    }
}

/// The member of a mutex that says what kind it is, in the headers of glibc and musl.
const KIND: &str = "__kind";

/// A mutex has this many bytes at most.
const MOST_BYTES: i64 = 64;

/// Whether a member named `__kind` starts at an offset.
fn is_named_kind(types: &Types, ty: TypeId, offset: u64) -> bool {
    match types.kind(ty) {
        TypeKind::Record(record) => types.fields(*record).iter().any(|field| {
            let inside = field.offset <= offset && offset - field.offset < types.size(field.ty).unwrap_or(0);
            inside
                && (field.offset == offset && field.name == KIND
                    || is_named_kind(types, field.ty, offset - field.offset))
        }),
        TypeKind::Array(element, _) => match types.size(*element) {
            Some(size) if size > 0 => is_named_kind(types, *element, offset % size),
            _ => false,
        },
        _ => false,
    }
}
