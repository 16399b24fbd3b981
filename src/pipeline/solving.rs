//! From a program to its conflicting pairs: solve, collect, compare; and once more if something is left open.
//!
//! A first analysis tells apart as much as most programs need. If it leaves pairs open, a second one tells more apart
//! ([`Precision::escalated`]): the first rounds of loops of unknown length, what their bounds turn out to be,
//! which created threads may be running, more contexts. It may take a few times the evaluations of the first one.
//! Each analysis is sound alone, so the second one counts if it proves the program, or leaves fewer pairs of places open
//! and no others; otherwise the result of the first one stands, which is easier to read.
//!
//! What is left open although no execution shows it may rest on accesses outside of their objects. That they are never made is
//! assumed like the absence of other undefined behaviour, but as a last resort ([`solve_by_last_resort`]).

use super::{Errors, Stage};
use crate::config::{
    Escalation, LibraryState, MemoryModel, OutsideAccesses, Settings, SignedOverflow, UnknownFunctions,
};
use crate::ir::{Position, Program};
use crate::library::Library;
use crate::races::facts::AccessFact;
use crate::races::predicates::rows_with_ids;
use crate::races::{Arguments, Evidence, Exploration, Pairing, PairingOptions, Rows, Verdict, decide, pair};
use crate::semantics::{self, Detail, Precision};
use crate::values;
use pepsin_digests::Catalogue;
use std::collections::BTreeSet;

/// How many times the evaluations of the first analysis the second one may take.
const EVALUATIONS_OF_ESCALATION: u64 = 8;
/// So many evaluations the second analysis may take in any case.
const LEAST_EVALUATIONS: u64 = 20_000;

/// The conflicting pairs of a program, and what they were found in.
pub struct Solved {
    /// What the solution says.
    pub evidence: Evidence,
    /// The places of all instructions that are reached.
    pub reached: BTreeSet<Position>,
    /// The access facts in use.
    pub facts: Vec<&'static dyn AccessFact>,
    /// The rows that may exclude pairs.
    pub enabled: Rows,
    /// The pairs.
    pub pairing: Pairing,
}

impl Solved {
    /// What follows without executions.
    pub fn verdict(&self) -> Verdict {
        decide(&self.evidence, &self.pairing, &Exploration::Open)
    }

    /// Whether the pairs of places left open are some, but not all, of those that another analysis leaves open.
    fn leaves_less_open_than(&self, other: &Solved) -> bool {
        match (self.open_places(), other.open_places()) {
            (Some(mine), Some(theirs)) => mine.len() < theirs.len() && mine.is_subset(&theirs),
            _ => false,
        }
    }

    /// The pairs of places left open; nothing if they are not all listed.
    fn open_places(&self) -> Option<BTreeSet<(Position, Position)>> {
        let locations = &self.pairing.locations;
        let listed = locations.iter().all(|location| location.unlisted == 0);
        let pairs = locations.iter().flat_map(|location| &location.remaining);
        let places = pairs.map(|pair| {
            let (first, second) = self.pairing.accesses_of(*pair);
            (first.at.min(second.at), first.at.max(second.at))
        });
        listed.then(|| places.collect())
    }

    fn evaluations(&self) -> u64 {
        let statistics = self.evidence.statistics.iter();
        let evaluations = statistics.filter(|statistic| statistic.name == "evaluations");
        evaluations.map(|statistic| statistic.value).sum()
    }
}

/// Analyses a program, a second time if the first leaves pairs open.
pub fn solve(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    progress: &mut dyn FnMut(Stage),
) -> Result<Solved, Errors> {
    let ordinary = Precision::ordinary(settings.contexts);
    let first = solve_once(program, settings, arguments, ordinary, progress)?;
    if settings.escalation == Escalation::Off || first.verdict() != Verdict::PossibleRace {
        return Ok(first);
    }
    let affordable = (first.evaluations() * EVALUATIONS_OF_ESCALATION).max(LEAST_EVALUATIONS);
    let limited = Settings {
        evaluations: settings.evaluations.min(affordable),
        ..settings.clone()
    };
    let second = solve_once(program, &limited, arguments, ordinary.escalated(), progress)?;
    let is_better = match second.verdict() {
        Verdict::RaceFree => true,
        Verdict::PossibleRace => second.leaves_less_open_than(&first),
        Verdict::Race | Verdict::Undecided => false,
    };
    Ok(if is_better { second } else { first })
}

/// Analyses a program as if accesses outside of their objects were never made, where that is a last resort, and returns the
/// result if it is a proof.
pub fn solve_by_last_resort(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    before: &Solved,
    progress: &mut dyn FnMut(Stage),
) -> Result<Option<Solved>, Errors> {
    let assumptions = &mut before.evidence.assumptions.iter();
    let are_met = assumptions.any(|assumption| assumption.setting == Some("outside-accesses"));
    if settings.outside_accesses != OutsideAccesses::LastResort || !are_met {
        return Ok(None);
    }
    let absent = Settings {
        outside_accesses: OutsideAccesses::Absent,
        ..settings.clone()
    };
    let solved = solve(program, &absent, arguments, progress)?;
    Ok(Some(solved).filter(|solved| solved.verdict() == Verdict::RaceFree))
}

fn solve_once(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    precision: Precision,
    progress: &mut dyn FnMut(Stage),
) -> Result<Solved, Errors> {
    progress(Stage::Solving);
    let semantics::Outcome { evidence, reached, .. } =
        analyse(program, settings, arguments.catalogue(), precision, Detail::Races)?;
    progress(Stage::Pairing);
    let facts = arguments.facts().to_vec();
    let rows = crate::races::pair::catalogue(&evidence, &facts);
    let enabled = rows_with_ids(&rows, &settings.predicates.ids(arguments.catalogue()));
    let options = PairingOptions {
        enabled,
        listed_pairs: usize::try_from(settings.listed_pairs).unwrap_or(usize::MAX),
        releases: settings.releases,
    };
    let pairing = pair(&evidence, &program.types, &facts, &options);
    Ok(Solved {
        evidence,
        reached,
        facts,
        enabled,
        pairing,
    })
}

/// Solves the constraint system of a program, and collects what the race check needs.
pub fn analyse(
    program: &Program,
    settings: &Settings,
    catalogue: &Catalogue,
    precision: Precision,
    detail: Detail,
) -> Result<semantics::Outcome, Errors> {
    let general = |message: String| Errors(vec![format!("pepsin: error: {message}")]);
    let library = Library::standard().map_err(general)?;
    let tracked = catalogue.track(&settings.digests.ids(catalogue));
    let digests = tracked.map_err(|error| general(error.to_string()))?;
    let settings = semantics::Settings {
        unknown_functions: match settings.unknown_functions {
            UnknownFunctions::Pure => semantics::UnknownFunctions::Pure,
            UnknownFunctions::WriteArguments => semantics::UnknownFunctions::WriteArgs,
            UnknownFunctions::Obstacle => semantics::UnknownFunctions::Obstacle,
        },
        memory_model: match settings.memory_model {
            MemoryModel::SequentialConsistency => semantics::MemoryModel::SequentialConsistency,
            MemoryModel::C11 => semantics::MemoryModel::C11,
        },
        library_state: match settings.library_state {
            LibraryState::Race => semantics::LibraryState::Races,
            LibraryState::Ignored => semantics::LibraryState::Ignored,
        },
        signed_overflow: match settings.signed_overflow {
            SignedOverflow::Absent => values::SignedOverflow::Undefined,
            SignedOverflow::Wraps => values::SignedOverflow::Wraps,
        },
        outside_accesses: match settings.outside_accesses {
            OutsideAccesses::Absent => semantics::OutsideAccesses::Absent,
            OutsideAccesses::Object | OutsideAccesses::LastResort => semantics::OutsideAccesses::Object,
            OutsideAccesses::Obstacle => semantics::OutsideAccesses::Obstacle,
        },
        evaluations: settings.evaluations,
        seconds: settings.seconds,
        unroll: settings.unroll,
        split: settings.split.ids(catalogue),
        precision,
    };
    Ok(semantics::analyse_in_detail(
        program, &library, digests, &settings, detail,
    ))
}
