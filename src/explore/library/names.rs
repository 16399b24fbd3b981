//! From a function's row to what executions do: the routine that the row names or, where a family of functions has a scheme of names,
//! the routine that the name stands for.

use serde::Deserialize;

use super::by_effect::{Returned, executed_by_effect};
use super::{ByEffect, CharacterTable, Exact, Extended, Print, Routine, Scan, atomic_names};
use crate::explore::code::{KeptUse, Row, RowResult, Target};
use crate::explore::shadow::AccessKind;
use crate::ir::{TypeId, TypeKind, Types};
use crate::library::demands::Demands;
use crate::library::model::{Argument, Effect, Model};
use crate::library::{Library, is_reserved, plain_name};

/// Beginnings of names that stand for threads, synchronisation, signals and jumps: without a row they are not merely unknown.
const FAMILIES: &[&str] = &[
    "pthread_",
    "thrd_",
    "mtx_",
    "cnd_",
    "tss_",
    "sem_",
    "sig",
    "timer_",
    "__atomic_",
    "__sync_",
    "exec",
    "longjmp",
    "siglongjmp",
    "swapcontext",
    "__VERIFIER_atomic_",
];

/// What a call of a function without body does, by its name and type; a row that no routine performs alone is added to `rows`.
pub fn target(
    library: &Library,
    types: &Types,
    (name, ty): (&str, TypeId),
    kept: Vec<KeptUse>,
    rows: &mut Vec<Row>,
) -> Target {
    let model = library.model(name);
    let routine = routine(model, name);
    let performed = routine.filter(|routine| *routine != Routine::Unsupported);
    let sized = |arguments: [Option<&Vec<Argument>>; 2]| -> Vec<(usize, u64)> {
        let arguments = arguments.into_iter().flatten().flatten();
        let numbers = arguments.filter_map(|argument| match argument {
            Argument::Number(number) => Some(*number),
            Argument::Rest(_) => None,
        });
        let stated = |number| model.and_then(|model| model.certain.iter().find(|stated| stated.0 == number));
        let bytes = |number| stated(number).map_or_else(|| certain(types, ty, number), |stated| stated.1);
        numbers.map(|number| (number, bytes(number))).collect()
    };
    let mut reads = sized([model.map(|model| &model.reads), model.map(|model| &model.sends)]);
    let formats = model.iter().flat_map(|model| [model.prints, model.scans]).flatten();
    reads.extend(formats.map(|number| (number, certain(types, ty, number))));
    let mut writes = sized([model.map(|model| &model.writes), model.map(|model| &model.receives)]);
    // What is read and written may be found to need no change.
    writes.retain(|(number, _)| !reads.iter().any(|(read, _)| read == number));
    for touched in [&mut reads, &mut writes] {
        touched.retain(|(_, bytes)| *bytes > 0);
    }
    let uses = model.map_or_else(Vec::new, uses);
    // Most routines know themselves what they use.
    let has_uses = |routine: Routine| !uses.is_empty() && routine.uses().is_empty();
    let touches = |routine| !reads.is_empty() || !writes.is_empty() || has_uses(routine);
    let demands = model.map_or_else(Demands::default, |model| model.demands.clone());
    let result = match performed {
        Some(routine) if routine.leaves_accesses_to_row() && (touches(routine) || !demands.is_empty()) => {
            RowResult::Routine(routine)
        }
        Some(routine) if kept.is_empty() => return Target::Routine(routine),
        // All but what it does to what the library keeps, the routine does itself.
        Some(routine) => {
            rows.push(Row {
                kept,
                ..Row::nothing(name, RowResult::Routine(routine))
            });
            return Target::Row(rows.len() as u32 - 1);
        }
        None => match model.and_then(|model| ByEffect::of(model, returned(types, ty))) {
            Some(effect) => RowResult::Effect(effect),
            None => result(model, routine.is_some() || is_reserved(name)),
        },
    };
    rows.push(Row {
        name: name.to_owned(),
        reads,
        writes,
        uses,
        kept,
        demands,
        unmodelled: model.map_or_else(Vec::new, |model| model.unmodelled.clone()),
        nothing_for_null: model.and_then(|model| model.nothing_for_null),
        apart_from: model
            .and_then(|model| model.input.as_ref())
            .and_then(|input| input.apart_from.clone()),
        result,
    });
    Target::Row(rows.len() as u32 - 1)
}

/// Whether the program can look into what a function of a type returns a pointer to.
fn returned(types: &Types, ty: TypeId) -> Returned {
    let pointee = types.result(ty).and_then(|result| types.pointee(result));
    match pointee.and_then(|pointee| types.size(pointee)) {
        Some(size) if size > 0 => Returned::Open,
        // A pointer to void may be converted to any.
        _ if pointee.is_some_and(|pointee| *types.kind(pointee) == TypeKind::Void) => Returned::Open,
        _ => Returned::Opaque,
    }
}

/// The objects of synchronisation that a call works on, and the memory that it ends, and how it accesses them.
fn uses(model: &Model) -> Vec<(usize, AccessKind)> {
    let renewed = model.initialises.iter().chain(&model.destroys);
    let renewed = renewed.map(|number| (*number, AccessKind::Renew));
    let operated = model.operates_on.iter().map(|number| (*number, AccessKind::AtomicRead));
    let freed = match &model.effect {
        Some(Effect::Free { pointer, .. }) => Some((*pointer, AccessKind::Free)),
        _ => None,
    };
    renewed.chain(operated).chain(freed).collect()
}

/// What a function gives that no routine performs.
pub(super) fn result(model: Option<&Model>, is_of_library: bool) -> RowResult {
    let changes_memory = |model: &Model| {
        let is_plain = model.effect.is_none() && model.keeps.is_empty() && model.points.is_empty();
        !is_plain || !model.writes.is_empty() || !model.receives.is_empty()
    };
    let input = model.and_then(|model| model.input.as_ref().filter(|_| !changes_memory(model)));
    match input {
        Some(input) => RowResult::Input(input.changes, input.least, input.most),
        None if model.is_some() || is_of_library => RowResult::Guess,
        None => RowResult::Unknown,
    }
}

/// How many bytes a function certainly touches if it touches what an argument points to: an object of the parameter's type.
fn certain(types: &Types, ty: TypeId, argument: usize) -> u64 {
    let parameter = match types.kind(ty) {
        TypeKind::Function(function) => function.parameters.get(argument).copied(),
        _ => None,
    };
    let size = parameter
        .and_then(|parameter| types.pointee(parameter))
        .and_then(|pointee| types.size(pointee));
    size.unwrap_or(1).max(1)
}

/// Functions that the headers of glibc call under `_FORTIFY_SOURCE` as `__…_chk`, with the size of the target as a last argument more.
const CHECKED: &[&str] = &[
    "memcpy", "memmove", "memset", "mempcpy", "strcpy", "stpcpy", "strncpy", "stpncpy", "strcat", "strncat",
];

/// The function that one with a check stands for.
fn without_check(name: &str) -> Option<&str> {
    let plain = name.strip_prefix("__")?.strip_suffix("_chk")?;
    CHECKED.contains(&plain).then_some(plain)
}

/// The meaning of a library function, by its row and its name; `None` for a function without routine.
pub(super) fn routine(model: Option<&Model>, name: &str) -> Option<Routine> {
    // What a user states of a function is not overruled by its name.
    let is_stated = model.is_some_and(|model| model.stated.is_some() && model.executed_by.is_none());
    if is_stated || model.is_some_and(executed_by_effect) {
        return None;
    }
    if let Some(named) = model.and_then(|model| model.executed_by.as_ref()) {
        return Some(Routine::deserialize(named.clone()).unwrap_or(Routine::Unsupported));
    }
    let plain = plain_name(name).unwrap_or(name);
    let plain = without_check(plain).unwrap_or(plain);
    // What only the compiler knows is determined by its arguments, too.
    let belongs_to_compiler = plain != name;
    let special = || {
        let belongs = FAMILIES.iter().any(|family| plain.starts_with(family));
        (belongs || belongs_to_compiler).then_some(Routine::Unsupported)
    };
    let exact = Exact::of(plain).map(Routine::Exact);
    exact
        .or_else(|| Extended::of(plain).map(Routine::Extended))
        .or_else(|| Print::of(plain).map(Routine::Print))
        .or_else(|| Scan::of(plain).map(Routine::Scan))
        .or_else(|| CharacterTable::of(plain).map(Routine::CharacterTable))
        .or_else(|| atomic_names::routine(plain).map(Routine::Atomic))
        .or_else(special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_routine_that_a_row_names_is_one() {
        let library = Library::shared();
        let named = library
            .rows()
            .filter(|(_, model)| !executed_by_effect(model))
            .filter_map(|(name, model)| Some((name, model.executed_by.clone()?)));
        for (name, routine) in named {
            if let Err(error) = Routine::deserialize(routine) {
                panic!("{name}: {error}");
            }
        }
    }
}
