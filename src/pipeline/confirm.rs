//! The stage that executes the program: races that executions show, or that no state has, in the words of the race check.

use std::collections::BTreeSet;

use crate::config::{Failures, MemoryModel, Search, Settings, UnknownFunctions};
use crate::explore::{self, Conclusion, ExhaustSettings, ExploreSettings, Race, RacingAccess, Scheduling, Until};
use crate::ir::{FunctionId, Position, Program};
use crate::limits::Interrupt;
use crate::races::{
    AccessKind, Confirmation, Ended, Evidence, ExecutionEnd, Exploration, Keeper, ObjectKind, Pairing, Releases,
    Sighting,
};
use std::sync::Arc;

/// What executed races are to the race check.
pub fn confirmed(program: &Program, races: &[Race]) -> Exploration {
    Exploration::Confirmed(races.iter().map(|race| confirmation(program, race)).collect())
}

/// What the analysis excluded needs no interleaving, if its result is complete.
pub fn scheduling(evidence: &Evidence, pairing: &Pairing) -> Scheduling {
    let hidden = evidence.may_hide_race();
    let unlisted = pairing.locations.iter().any(|location| location.unlisted > 0);
    if evidence.cut.is_some() || hidden || unlisted {
        return Scheduling::AllAccesses;
    }
    let pairs = pairing.locations.iter().flat_map(|location| &location.remaining);
    let places = pairs.flat_map(|pair| {
        let (first, second) = pairing.accesses_of(*pair);
        [first.at, second.at]
    });
    Scheduling::OpenPlaces(places.collect())
}

/// What may race and executions do not touch as the library does: a search through all states says nothing about it.
pub fn untouched_by_executions(evidence: &Evidence, pairing: &Pairing) -> Vec<ExecutionEnd> {
    let open = pairing.locations.iter().filter(|location| location.is_open());
    let kept = open.filter_map(|location| {
        let object = evidence.objects.get(location.object.index())?;
        (object.keeper == Keeper::Library).then_some((location, object))
    });
    let ends = kept.map(|(location, object)| {
        let access = location.remaining.first();
        let access = access.and_then(|pair| pairing.accesses.get(pair.first as usize));
        ExecutionEnd {
            at: access.map_or(object.at, |access| access.at),
            why: format!("what calls of the library do to {} is not executed", object.name),
            of: Ended::Search,
            times: 1,
        }
    });
    let ends: BTreeSet<ExecutionEnd> = ends.collect();
    ends.into_iter().collect()
}

/// What visiting all states showed.
pub struct Visited {
    /// Whether all were visited, and none has a race.
    pub exploration: Exploration,
    /// Where the visit could not go on.
    pub ends: Vec<ExecutionEnd>,
    /// Whether one has.
    pub has_race: bool,
}

/// Visits all states.
pub fn prove(program: &Program, settings: &Settings, scheduling: Scheduling, interrupt: &Interrupt) -> Visited {
    let limits = exhaust_settings(settings, scheduling, interrupt);
    let exhaustion = explore::exhaust(program, &limits);
    let has_race = matches!(exhaustion.conclusion, Conclusion::Race { .. });
    let (exploration, ends) = match exhaustion.conclusion {
        Conclusion::RaceFree => {
            let states = exhaustion.states as u64;
            (Exploration::Complete { states }, Vec::new())
        }
        // A state with a race may rest on a wait that woke for no reason: it is no execution to show.
        Conclusion::Race { .. } => (Exploration::Open, Vec::new()),
        Conclusion::Open(reasons) => {
            let end = |((why, at), times)| ExecutionEnd {
                at,
                why,
                of: Ended::Search,
                times,
            };
            (Exploration::Open, reasons.into_iter().map(end).collect())
        }
    };
    Visited {
        exploration,
        ends,
        has_race,
    }
}

/// What a search through all states may use.
pub fn exhaust_settings(settings: &Settings, scheduling: Scheduling, interrupt: &Interrupt) -> ExhaustSettings {
    ExhaustSettings {
        scheduling,
        states: usize::try_from(settings.states).unwrap_or(usize::MAX),
        state_memory: usize::try_from(settings.state_memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX),
        steps: settings.steps - steps_to_find(settings),
        memory_model: memory_model(settings),
        releases: releases(settings),
        uses: uses(settings),
        unknown_functions: unknown_functions(settings),
        failures: failures(settings),
        library: Arc::clone(&settings.library),
        interrupt: interrupt.clone(),
        ..ExhaustSettings::default()
    }
}

/// The orders that atomic operations give in an execution.
fn memory_model(settings: &Settings) -> explore::MemoryModel {
    match settings.memory_model {
        MemoryModel::SequentialConsistency => explore::MemoryModel::SequentiallyConsistent,
        MemoryModel::C11 => explore::MemoryModel::C11,
    }
}

/// Whether calls on objects of synchronisation are accesses of an execution, as releases are.
fn uses(settings: &Settings) -> explore::Uses {
    match settings.releases {
        Releases::Race => explore::Uses::Race,
        Releases::Ignored => explore::Uses::Ignored,
    }
}

/// What becomes of an execution that calls a function with neither body nor model.
fn unknown_functions(settings: &Settings) -> explore::UnknownFunctions {
    match settings.unknown_functions {
        UnknownFunctions::Pure => explore::UnknownFunctions::Inputs,
        UnknownFunctions::WriteArguments | UnknownFunctions::Obstacle => explore::UnknownFunctions::Open,
    }
}

/// Which creations of threads and allocations fail in an execution.
fn failures(settings: &Settings) -> explore::Failures {
    match settings.failures {
        Failures::Tested => explore::Failures::Tested,
        Failures::Never => explore::Failures::Never,
    }
}

/// Whether a release of memory is an access of an execution.
fn releases(settings: &Settings) -> explore::Releases {
    match settings.releases {
        Releases::Race => explore::Releases::Race,
        Releases::Ignored => explore::Releases::Ignored,
    }
}

/// A tenth of the steps shows nearly all races that any number shows; the others are for the search through all states.
fn steps_to_find(settings: &Settings) -> u64 {
    match settings.exploration {
        Search::All | Search::Off => settings.steps / 2,
        Search::First => settings.steps / 10,
    }
}

/// What executions showed.
#[derive(Default)]
pub struct Found {
    /// Races.
    pub races: Vec<Race>,
    /// Where executions could not go on.
    pub ends: Vec<ExecutionEnd>,
}

/// How much longer an execution may be if most are longer than others.
const LONG_EXECUTIONS: u64 = 25;
/// How many more schedules are tried where a state is known that has a race.
const MORE_SCHEDULES: u64 = 50;

/// Searches executions for races.
pub fn find(program: &Program, settings: &Settings, interrupt: &Interrupt) -> Found {
    let limits = limits_to_find(settings, interrupt);
    if settings.exploration == Search::Off {
        return Found::default();
    }
    let mut found = explore::run(program, &limits);
    if found.races.is_empty() && 2 * found.step_limits > found.schedules {
        let longer = ExploreSettings {
            steps: limits.steps.saturating_mul(LONG_EXECUTIONS),
            ..limits
        };
        found = explore::run(program, &longer);
    }
    told(found, interrupt)
}

/// Searches more executions for a race, of which one state is known that has one.
pub fn find_known(program: &Program, settings: &Settings, interrupt: &Interrupt) -> Found {
    let limits = limits_to_find(settings, interrupt);
    let more = ExploreSettings {
        until: Until::FirstRace,
        schedules: limits.schedules.saturating_mul(MORE_SCHEDULES),
        ..limits
    };
    told(explore::run(program, &more), interrupt)
}

fn limits_to_find(settings: &Settings, interrupt: &Interrupt) -> ExploreSettings {
    ExploreSettings {
        until: match settings.exploration {
            Search::First | Search::Off => Until::FirstRace,
            Search::All => Until::NothingNew,
        },
        total_steps: steps_to_find(settings),
        interrupt: interrupt.clone(),
        ..execution_settings(settings)
    }
}

/// What executions showed, and where they ended.
fn told(found: explore::Exploration, interrupt: &Interrupt) -> Found {
    let end = |at, why, times| ExecutionEnd {
        at,
        why,
        of: Ended::Executions,
        times,
    };
    let open = found.open.into_iter().map(|((why, at), times)| end(at, why, times));
    let undefined = found.bad_accesses.into_iter();
    let undefined = undefined.map(|((bad, at), times)| end(at, format!("{bad} is undefined"), times));
    let limit = (found.step_limits > 0).then(|| {
        let why = "the limit of operations of one execution is reached".to_owned();
        end(Position::BUILT_IN, why, found.step_limits)
    });
    let asked = interrupt.reason().map(|_| {
        let why = "the end of what the whole run may take".to_owned();
        end(Position::BUILT_IN, why, 1)
    });
    Found {
        ends: open.chain(undefined).chain(limit).chain(asked).collect(),
        races: found.races,
    }
}

/// What counts as a race of an execution.
pub fn execution_settings(settings: &Settings) -> ExploreSettings {
    ExploreSettings {
        memory_model: memory_model(settings),
        releases: releases(settings),
        uses: uses(settings),
        unknown_functions: unknown_functions(settings),
        failures: failures(settings),
        library: Arc::clone(&settings.library),
        ..ExploreSettings::default()
    }
}

fn confirmation(program: &Program, race: &Race) -> Confirmation {
    Confirmation {
        first: sighting(program, &race.first),
        second: sighting(program, &race.second),
        object: race.object.clone(),
        kind: kind(race.kind),
        declared: declared(program, race.kind),
        bytes: (race.bytes.0, race.bytes.0.saturating_add(race.bytes.1)),
        refused: race.refused.clone(),
    }
}

fn kind(kind: explore::ObjectKind) -> ObjectKind {
    match kind {
        explore::ObjectKind::Global(_) => ObjectKind::Global,
        explore::ObjectKind::ThreadLocal(..) => ObjectKind::ThreadLocal,
        explore::ObjectKind::Local(..) => ObjectKind::Local,
        explore::ObjectKind::Heap => ObjectKind::Heap,
        explore::ObjectKind::String(_) => ObjectKind::String,
        explore::ObjectKind::Library => ObjectKind::External,
    }
}

/// Where an object of an execution is declared, if it has one declaration in the whole program.
fn declared(program: &Program, kind: explore::ObjectKind) -> Option<Position> {
    match kind {
        explore::ObjectKind::Global(global) | explore::ObjectKind::ThreadLocal(global, _) => {
            Some(program.global(global).at)
        }
        explore::ObjectKind::Local(..)
        | explore::ObjectKind::Heap
        | explore::ObjectKind::String(_)
        | explore::ObjectKind::Library => None,
    }
}

/// What a thread of an execution is called.
pub fn thread_name(program: &Program, routine: FunctionId, creator: Option<(u32, Position)>) -> String {
    let name = &program.function(routine).name;
    match creator {
        None => name.clone(),
        Some((_, at)) => format!("{name} created at line {}", at.line),
    }
}

fn sighting(program: &Program, access: &RacingAccess) -> Sighting {
    let name = |function| program.function(function).name.clone();
    Sighting {
        at: access.at,
        function: name(access.function),
        kind: match access.kind {
            explore::AccessKind::Free => AccessKind::Free,
            kind if kind.writes() => AccessKind::Write,
            _ => AccessKind::Read,
        },
        thread: thread_name(program, access.routine, access.creator),
        locks: access.snapshot.locks.iter().map(|(lock, _)| lock.clone()).collect(),
        stack: access
            .snapshot
            .stack
            .iter()
            .map(|(function, at)| (name(*function), *at))
            .collect(),
    }
}
