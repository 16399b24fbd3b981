//! What the library keeps and the functions of a program work on: streams, and states such as the buffer of `localtime`. Each is an
//! object of the library, and only what may race is one.

use std::collections::{BTreeMap, BTreeSet};

use crate::explore::code::{Code, KeptPlace, KeptUse, LockOfKept};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;
use crate::ir::Program;
use crate::library::Library;
use crate::library::model::{Effect, Model};
use crate::library::streams::{Stream, StreamUse, Streams};

/// Where the objects of the library are.
#[derive(Default)]
pub(super) struct Kept {
    may_race_on_streams: bool,
    /// The streams to which variables of the library lead.
    streams: BTreeMap<String, KeptPlace>,
    /// The states that calls change without a lock.
    states: BTreeMap<String, u64>,
}

/// Lays out the objects of the library that the program does not name.
pub(super) fn lay_out(program: &Program, library: &Library, code: &mut Code) -> Kept {
    let bodiless = program.functions.iter().filter(|function| function.body.is_none());
    let models: Vec<&Model> = bodiless.filter_map(|function| library.model(&function.name)).collect();
    let mut uses = models.iter().flat_map(|model| model.streams.uses());
    let mut kept = Kept {
        may_race_on_streams: uses.any(|(_, how)| how.may_race()),
        ..Kept::default()
    };
    if kept.may_race_on_streams {
        let holds =
            |model: &&Model| matches!(model.effect, Some(Effect::Lock { .. })) && model.streams != Streams::default();
        code.holds_streams = models.iter().any(holds);
        let names: BTreeSet<&String> = models.iter().flat_map(|model| model.streams.variables()).collect();
        for name in names {
            let global = program.globals.iter().position(|global| global.name == *name);
            let place = match global {
                Some(number) => KeptPlace::Variable(code.globals[number]),
                None => KeptPlace::At(object(code)),
            };
            kept.streams.insert(name.clone(), place);
        }
    }
    let changed = |model: &&'_ Model| {
        let for_null = model.uses_for_null.iter().map(|(_, state)| state.clone());
        model.uses.0.iter().cloned().chain(for_null).collect::<Vec<String>>()
    };
    let changed: BTreeSet<String> = models.iter().flat_map(changed).collect();
    for name in changed {
        let at = object(code);
        kept.states.insert(name, at);
    }
    kept
}

/// A new object of the library; 0 where there is no room.
fn object(code: &mut Code) -> u64 {
    let allocated = code.image.allocate(1, ObjectKind::Library, 0);
    code.overfull |= allocated.is_err();
    allocated.unwrap_or(0)
}

impl Kept {
    /// What a function does to the objects of the library.
    pub(super) fn uses_of(&self, library: &Library, function: &str) -> Vec<KeptUse> {
        let Some(model) = library.model(function) else {
            return Vec::new();
        };
        let streams = model.streams.uses().filter(|_| self.may_race_on_streams);
        let streams = streams.filter_map(|(stream, how)| {
            let place = match stream {
                Stream::Argument(number) => KeptPlace::Argument(*number),
                Stream::Variable(name) => *self.streams.get(name)?,
            };
            Some(of_stream(place, how, model))
        });
        let plain = |place, kind| KeptUse {
            place,
            kind,
            lock: LockOfKept::Left,
        };
        let changed = model.uses.0.iter().map(|state| (state, AccessKind::Write));
        let read = model.looks_at.0.iter().map(|state| (state, AccessKind::Read));
        let states = changed
            .chain(read)
            .filter_map(|(state, kind)| Some(plain(KeptPlace::At(*self.states.get(state)?), kind)));
        let for_null = model.uses_for_null.iter().filter_map(|(argument, state)| {
            let place = KeptPlace::ForNull(*argument, *self.states.get(state)?);
            Some(plain(place, AccessKind::Write))
        });
        streams.chain(states).chain(for_null).collect()
    }
}

fn of_stream(place: KeptPlace, how: StreamUse, model: &Model) -> KeptUse {
    let kind = match how {
        StreamUse::Locked => AccessKind::AtomicWrite,
        StreamUse::Asked => AccessKind::AtomicRead,
        StreamUse::Unlocked => AccessKind::Write,
        StreamUse::AskedUnlocked => AccessKind::Read,
        StreamUse::Closed => AccessKind::Renew,
    };
    let is_locked = matches!(how, StreamUse::Locked | StreamUse::Asked | StreamUse::Closed);
    let lock = match model.effect {
        _ if !is_locked => LockOfKept::Left,
        Some(Effect::Lock { .. }) => LockOfKept::Taken,
        Some(Effect::Unlock { .. }) => LockOfKept::Left,
        _ => LockOfKept::HeldMeanwhile,
    };
    KeptUse { place, kind, lock }
}
