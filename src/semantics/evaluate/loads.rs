//! Loads: what is read of places.

use pepsin_lattice::{Bottom, Lattice};

use crate::ir::{Expr, Place, Root, TypeKind};
use crate::races::AccessKind;
use crate::semantics::origins::{Located, NamedRoot};
use crate::semantics::state::State;
use crate::semantics::system::Transfer;
use crate::values::{Addresses, Contents, Instance, ObjectKind, Offsets, Rvalue, Scalar, Slot, Strength, Value};

impl Transfer<'_, '_> {
    /// Reads a scalar.
    pub fn load(&mut self, state: &mut State, place: &Place) -> Value {
        match &place.root {
            Root::Deref(_) | Root::Global(_) => self.recalled(place).unwrap_or_else(|| {
                let value = self.load_anew(state, place);
                self.remember(place, &value);
                value
            }),
            Root::Local(_) => self.load_anew(state, place),
        }
    }

    fn load_anew(&mut self, state: &mut State, place: &Place) -> Value {
        let Some(located) = self.locate(state, place) else {
            return Value::NOTHING;
        };
        let scalar = self.scalar(place.ty);
        if let NamedRoot::Frame(object) = located.root {
            let contents = state.frame.get(object).cloned().unwrap_or_else(Contents::indeterminate);
            let offsets = located.addresses.offsets_in(object).unwrap_or(Offsets::ZERO);
            let value = self.unless_lost(self.read(&contents, &located, offsets, scalar));
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
        let value = self.unless_lost(value);
        let thread = self.analysis.digests.thread(state.past.id);
        self.record(|recorder, _| recorder.load(located.at, thread, &value));
        if value.is_bottom() && !self.is_yet_to_be_made(state, &located.addresses) {
            self.obstacle("memory is read that nothing was stored to".to_owned());
        }
        value
    }

    /// Whether all addresses are of objects that the ego would have made, and has not: others learned them from it at
    /// another time, so no execution comes here with them.
    fn is_yet_to_be_made(&self, state: &State, addresses: &Addresses) -> bool {
        let own = self.context.thread;
        let is_absent = |object| {
            let kept_name = |instance| instance != Instance::Recent;
            matches!(self.analysis.objects.kind(object),
                ObjectKind::Heap { thread, instance, .. } if thread == Some(own) && kept_name(instance))
                && self.seen(state, object).is_none()
        };
        addresses.origin().is_none()
            && self.analysis.digests.names().is_unique(own)
            && addresses.objects().all(is_absent)
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
