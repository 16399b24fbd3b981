//! Split keys: which states of one place are kept apart.

use super::transfer::Transfer;
use crate::ir::{LocalId, TypeKind};
use crate::semantics::settings::Apart;
use crate::semantics::state::{GuardValue, SplitKey, State};
use crate::semantics::system::variables;
use crate::values::{Offsets, Scalar};

/// What keeps a state apart from others.
pub fn split_key(transfer: &Transfer<'_, '_>, state: &State) -> SplitKey {
    let function = transfer.unknown.function;
    let shape = transfer.analysis.shape(function);
    let guard = |local: &LocalId| Some((*local, guard_value(transfer, state, *local)?));
    let bound = |local: &LocalId| Some((*local, GuardValue::Number(frame_number(transfer, state, *local)?)));
    let bounds = match transfer.analysis.settings.precision.open_rounds {
        0 => &[],
        _ => shape.bounds.as_slice(),
    };
    let tested = match transfer.analysis.settings.precision.apart {
        Apart::ByLocks | Apart::ByNeed => &[],
        Apart::ByAll => shape.guards.as_slice(),
    };
    let guards = tested.iter().filter_map(guard);
    SplitKey {
        guards: guards.chain(bounds.iter().filter_map(bound)).collect(),
        ..transfer.analysis.kept_apart(&state.past)
    }
}

/// Whether a variable of the frame is zero, if that is known.
pub fn guard_value(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<GuardValue> {
    let (object, ty) = variables::frame_place(transfer, variable)?;
    GuardValue::of(state.frame.get(object)?.read(Offsets::ZERO, ty).truth())
}

/// The number that a variable of the frame certainly holds, if it is not a very large one.
fn frame_number(transfer: &Transfer<'_, '_>, state: &State, variable: LocalId) -> Option<i64> {
    let (object, ty) = variables::frame_place(transfer, variable)?;
    let number = state.frame.get(object)?.read(Offsets::ZERO, ty).as_constant()?;
    i64::try_from(number).ok()
}

/// What keeps states apart behind a function: what it returned tells what it did, if it synchronises.
pub fn exit_key(transfer: &Transfer<'_, '_>, state: &State) -> SplitKey {
    let function = transfer.unknown.function;
    let result = match transfer
        .analysis
        .program
        .types
        .kind(transfer.analysis.program.function(function).ty)
    {
        TypeKind::Function(ty) if transfer.analysis.shape(function).synchronises => {
            Scalar::of(&transfer.analysis.program.types, ty.result)
        }
        _ => None,
    };
    SplitKey {
        outcome: result.and_then(|ty| GuardValue::of(state.result.read(Offsets::ZERO, ty).truth())),
        ..transfer.analysis.kept_apart(&state.past)
    }
}
