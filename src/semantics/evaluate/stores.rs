//! Stores: what is written to places and through pointers.

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::ir::{LocalId, Place, TypeId};
use crate::races::{AccessKind, Atomicity};
use crate::semantics::crews::Change;
use crate::semantics::origins::{Located, NamedRoot, OwnedPointer};
use crate::semantics::state::{Extent, State};
use crate::semantics::system::{Touch, Transfer};
use crate::values::{Addresses, Contents, ObjectId, ObjectKind, Offsets, Rvalue, Scalar, Slot, Strength, Value};

impl Transfer<'_, '_> {
    /// `place = value`, where nothing more is known of the value; false if execution cannot go on.
    pub fn assign(&mut self, state: &mut State, place: &Place, value: &Rvalue) -> bool {
        self.assign_owned(state, place, value, None)
    }

    /// `place = value`, where the value may be known to lead into a region; false if execution cannot go on.
    pub fn assign_owned(
        &mut self,
        state: &mut State,
        place: &Place,
        value: &Rvalue,
        pointer: Option<OwnedPointer>,
    ) -> bool {
        self.unrecorded(|transfer| transfer.link(state, place, value, pointer));
        let Some(located) = self.locate(state, place) else {
            return false;
        };
        self.note_kind_member(place, &located, value);
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
                Extent::new(offsets, Some(located.size)),
                |contents, strength| write(contents, located, scalar, offsets, &value, strength),
                strength,
            );
        }
        if addresses.origin().is_some() {
            self.write_anywhere();
        }
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
                self.forget_copies_of(state, object);
                self.forget_shares_of(state, object);
                state.crews.write(object, Extent::ANYWHERE, &self.analysis.objects);
                let mut contents = Contents::indeterminate();
                if self.is_reentered(state, self.unknown.function) || self.is_shared(state, object) {
                    contents.join(&self.view(state, object));
                }
                self.set_view(state, object, contents);
            }
        }
    }

    /// A variable of the frame gets another value.
    fn forget_variable(&self, state: &mut State, object: ObjectId) {
        if let ObjectKind::Local { local, .. } = self.analysis.objects.kind(object) {
            state.symbolic.assign(local, None, None);
            state.owned.assign(local, None);
            state.crews.assign(local, Change::Anything);
            self.forget_copies_of(state, object);
            self.forget_shares_of(state, object);
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
        if !leaves || is_seeded(Bug::StoredStaysFresh) {
            return self.settled(state, to, value);
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

    /// Stores a scalar through a pointer argument, as the library does: an access of the caller.
    pub fn store_through(&mut self, state: &mut State, pointer: &Value, pointee: Option<TypeId>, value: &Value) {
        let types = &self.analysis.program.types;
        let ty = pointee
            .and_then(|ty| Scalar::of(types, ty))
            .unwrap_or(Scalar::pointer(types));
        self.store_scalar(
            state,
            pointer.as_addresses(),
            ty,
            value,
            Touch::store(Atomicity::Plain, self.at),
        );
    }

    /// Stores a scalar at addresses.
    pub fn store_scalar(&mut self, state: &mut State, addresses: &Addresses, ty: Scalar, value: &Value, touch: Touch) {
        let size = u64::from(ty.bits() / 8);
        self.record_access(state, addresses, &Touch { size, ..touch });
        let shared = addresses.objects().any(|object| self.is_shared(state, object));
        let value = match (shared, self.settled(state, addresses, &Rvalue::Scalar(value.clone()))) {
            (false, Rvalue::Scalar(value)) => value,
            (true, _) | (false, Rvalue::Record(_)) => self.escape(state, value),
        };
        let addresses = self.renamed(state, addresses);
        let only = addresses.single().is_some();
        for &(object, offsets) in addresses.targets() {
            if self.analysis.is_data(object) {
                let strength = if only {
                    self.strength(state, object)
                } else {
                    Strength::Weak
                };
                self.store(state, object, offsets, ty.into(), &value, strength);
            }
        }
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

/// Replaces the bytes from one of some offsets on; without a length, of a number that is not known.
pub fn write_part(contents: &mut Contents, offsets: Offsets, length: Option<u64>, part: &Contents, strength: Strength) {
    match (offsets.single(), length) {
        (Some(offset), Some(length)) => contents.copy(part, 0, offset, length, strength),
        (None, Some(length)) => contents.absorb_at(offsets, length, part),
        (_, None) => contents.absorb(part),
    }
}
