//! Split keys: which states of one place are kept apart.

use super::transfer::Transfer;
use crate::ir::{LocalId, TypeKind};
use crate::semantics::settings::Apart;
use crate::semantics::state::{GuardValue, SplitKey, State};
use crate::values::{Offsets, Scalar};

impl Transfer<'_, '_> {
    /// What keeps a state apart from others.
    pub fn split_key(&self, state: &State) -> SplitKey {
        let function = self.unknown.function;
        let shape = self.analysis.shape(function);
        let guard = |local: &LocalId| Some((*local, self.guard_value(state, *local)?));
        let bound = |local: &LocalId| Some((*local, GuardValue::Number(self.frame_number(state, *local)?)));
        let bounds = match self.analysis.settings.precision.open_rounds {
            0 => &[],
            _ => shape.bounds.as_slice(),
        };
        let tested = match self.analysis.settings.precision.apart {
            Apart::ByLocks | Apart::ByNeed => &[],
            Apart::ByAll => shape.guards.as_slice(),
        };
        let guards = tested.iter().filter_map(guard);
        SplitKey {
            guards: guards.chain(bounds.iter().filter_map(bound)).collect(),
            ..self.analysis.kept_apart(&state.past)
        }
    }

    /// Whether a variable of the frame is zero, if that is known.
    pub fn guard_value(&self, state: &State, variable: LocalId) -> Option<GuardValue> {
        let (object, ty) = self.frame_place(variable)?;
        GuardValue::of(state.frame.get(object)?.read(Offsets::ZERO, ty).truth())
    }

    /// The number that a variable of the frame certainly holds, if it is not a very large one.
    fn frame_number(&self, state: &State, variable: LocalId) -> Option<i64> {
        let (object, ty) = self.frame_place(variable)?;
        let number = state.frame.get(object)?.read(Offsets::ZERO, ty).as_constant()?;
        i64::try_from(number).ok()
    }

    /// What keeps states apart behind a function: what it returned tells what it did, if it synchronises.
    pub fn exit_key(&self, state: &State) -> SplitKey {
        let function = self.unknown.function;
        let result = match self
            .analysis
            .program
            .types
            .kind(self.analysis.program.function(function).ty)
        {
            TypeKind::Function(ty) if self.analysis.shape(function).synchronises => {
                Scalar::of(&self.analysis.program.types, ty.result)
            }
            _ => None,
        };
        SplitKey {
            outcome: result.and_then(|ty| GuardValue::of(state.result.read(Offsets::ZERO, ty).truth())),
            ..self.analysis.kept_apart(&state.past)
        }
    }
}
