//! The stage that executes the program: races that executions show, in the words of the race check.

use crate::config::{Search, Settings, UnknownFunctions};
use crate::explore::{self, Conclusion, ExhaustSettings, ExploreSettings, RacingAccess, Scheduling, Until};
use crate::ir::Program;
use crate::races::{AccessKind, Confirmation, Effect, Evidence, Exploration, Pairing, Sighting};

/// Searches executions for races, as far as the settings allow.
pub fn confirm(program: &Program, settings: &Settings, evidence: &Evidence, pairing: &Pairing) -> Exploration {
    let until = match settings.exploration {
        Search::Off => return Exploration::Open,
        Search::First => Until::FirstRace,
        Search::All => Until::BudgetUsed,
    };
    let limits = ExploreSettings {
        until,
        total_steps: settings.steps,
        ..ExploreSettings::default()
    };
    let races = explore::run(program, &limits).races;
    if races.is_empty() {
        return settle(program, settings, scheduling(evidence, pairing));
    }
    let confirmation = |race: &explore::Race| Confirmation {
        first: sighting(program, &race.first),
        second: sighting(program, &race.second),
        object: race.object.clone(),
        bytes: (race.bytes.0, race.bytes.0.saturating_add(race.bytes.1)),
    };
    Exploration::Confirmed(races.iter().map(confirmation).collect())
}

/// Visits all states of the program, if it has few enough: then the absence of races is proved.
fn settle(program: &Program, settings: &Settings, scheduling: Scheduling) -> Exploration {
    let limits = ExhaustSettings {
        scheduling,
        steps: settings.steps,
        unknown_functions: match settings.unknown_functions {
            UnknownFunctions::Pure => explore::UnknownFunctions::Pure,
            UnknownFunctions::WriteArguments | UnknownFunctions::Obstacle => {
                explore::UnknownFunctions::OpenWithPointers
            }
        },
        ..ExhaustSettings::default()
    };
    match explore::exhaust(program, &limits).conclusion {
        Conclusion::RaceFree => Exploration::Complete,
        // A state with a race may rest on a wait that woke for no reason: it is no execution to show.
        Conclusion::Race { .. } | Conclusion::Open(_) => Exploration::Open,
    }
}

/// What the analysis excluded needs no interleaving, if its result is complete.
fn scheduling(evidence: &Evidence, pairing: &Pairing) -> Scheduling {
    let hidden = evidence
        .obstacles
        .iter()
        .any(|obstacle| obstacle.effect == Effect::MayHideRace);
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

fn sighting(program: &Program, access: &RacingAccess) -> Sighting {
    let name = |function| program.function(function).name.clone();
    let thread = match access.creator {
        None => name(access.routine),
        Some((_, at)) => format!("{} created at line {}", name(access.routine), at.line),
    };
    Sighting {
        at: access.at,
        function: name(access.function),
        kind: if access.kind.writes() {
            AccessKind::Write
        } else {
            AccessKind::Read
        },
        thread,
        locks: access.snapshot.locks.iter().map(|(lock, _)| lock.clone()).collect(),
    }
}
