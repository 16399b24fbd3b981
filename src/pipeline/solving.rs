//! From a program to its conflicting pairs: solve, collect, compare; and once more if something is left open.
//!
//! A first analysis tells apart what most programs need: calls by thread, locks and the arguments that may matter for them.
//! If that was cheap and leaves only a few objects open, a second one tells all arguments, pasts and tested variables
//! apart ([`Precision::refined`]), and a third one the first rounds of loops of unknown length, what their bounds turn out
//! to be, and which created threads may be running ([`Precision::escalated`]). Where much is open, precision is
//! rarely what is missing: on no real program that was tried did it change the number of racy locations.
//! If on the other hand the first analysis is not done with a share of the evaluations that the settings allow, or with a certain amount
//! of work ([`Detail::RacesIfQuick`]), it is given up, and a coarser one is made ([`Precision::coarser`]): calls and states are told
//! apart by thread and locks only, what memory holds is known once for all places of the program, and pointers that may lead to many
//! objects are obstacles. That proves little, but it is complete, where the alternative is to know nothing.
//! Each analysis is sound alone, so a later one counts if it proves the program, or leaves fewer pairs of places open
//! and no others; otherwise the earlier result stands, which is easier to read.
//!
//! What is left open although no execution shows it may rest on accesses outside of their objects. That they are never made is
//! assumed like the absence of other undefined behaviour, but as a last resort ([`solve_by_last_resort`]).

use super::{Errors, Stage};
use crate::config::{
    Checks, Escalation, Failures, LibraryState, MemoryModel, OutsideAccesses, OutsideMemory, Settings, SignedOverflow,
    UnknownFunctions,
};
use crate::deadlocks::{Notes, check};
use crate::ir::{Position, Program};
use crate::limits::Watch;
use crate::races::facts::AccessFact;
use crate::races::pair::pair_until;
use crate::races::predicates::rows_with_ids;
use crate::races::{
    Arguments, Cut, Effect, Evidence, Exploration, Inquiry, Obstacle, Pairing, PairingOptions, Rows, Verdict, decide,
};
use crate::semantics::{self, Detail, Precision};
use crate::values;
use pepsin_digests::Catalogue;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Objects declared or allocated at so many places may be left open by an analysis after which another one is tried.
const MOST_OPEN_PLACES: usize = 16;
/// So many evaluations such an analysis may have taken.
const MOST_EVALUATIONS: u64 = 20_000;
/// A program is small if its first analysis takes at most so many evaluations.
const MOST_OF_SMALL: u64 = 4_000;
/// So many another analysis of a small program may take: it is over in a second.
const AFFORDABLE_IF_SMALL: u64 = 20_000;
/// Another analysis of a larger program may take so many times those of the first one, and the work. What profits from more precision needs little
/// more of them (of all tasks of the competition, at most 1.6 times as many); what needs a multiple was never seen to be proved.
const MOST_TIMES_THE_FIRST: u64 = 2;

/// A first analysis may use one in so many evaluations before a coarser one is made with the rest. (How much work it may do is the
/// semantics' to measure.)
const FIRST_SHARE: u64 = 4;

/// The conflicting pairs of a program, and what they were found in.
pub struct Solved {
    /// What the solution says.
    pub evidence: Evidence,
    /// When threads may wait for locks and for each other, if deadlocks are checked.
    pub blocking: Notes,
    /// Where locks are released of which it is not known whether the thread holds them, and what was told apart then.
    pub uncertain_releases: (BTreeSet<Position>, Precision),
    /// The places of all instructions that are reached.
    pub reached: BTreeSet<Position>,
    /// The work that solving took.
    pub work: u64,
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

    /// Whether another analysis that tells more apart may pay: it was cheap, and little is left open.
    fn is_worth_another(&self) -> bool {
        let open = self.pairing.locations.iter().filter(|location| location.is_open());
        let places: BTreeSet<Position> = open
            .map(|location| self.evidence.objects[location.object.index()].at)
            .collect();
        self.verdict() == Verdict::PossibleRace && places.len() <= MOST_OPEN_PLACES && self.is_cheap()
    }

    fn is_cheap(&self) -> bool {
        self.evaluations() <= MOST_EVALUATIONS
    }

    /// Whether deadlocks are checked, and threads may wait in a circle.
    fn has_open_circles(&self, settings: &Settings) -> bool {
        settings.checks == Checks::RacesAndDeadlocks && !check(&self.blocking, &self.evidence, self.enabled).is_clear()
    }

    fn evaluations(&self) -> u64 {
        let statistics = self.evidence.statistics.iter();
        let evaluations = statistics.filter(|statistic| statistic.name == "evaluations");
        evaluations.map(|statistic| statistic.value).sum()
    }
}

/// Analyses a program as [`solve_in_turn`] does. What is a proof then takes for granted that threads hold the locks that they release.
/// Where that is not known of a release, another solution tells which locks may be held ([`semantics::Blocking::Recorded`], which proofs
/// seldom need): if none of those that are meant, nothing is proved.
pub fn solve(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Solved, Errors> {
    let mut solved = solve_in_turn(program, settings, arguments, watch, progress)?;
    if solved.verdict() != Verdict::RaceFree {
        return Ok(solved);
    }
    let (uncertain, precision) = &solved.uncertain_releases;
    let mut obstacles = releases_by_strangers(&solved.blocking);
    if let Some(first) = uncertain.first() {
        let recorded = Settings {
            checks: Checks::RacesAndDeadlocks,
            ..settings.clone()
        };
        let outcome = analyse(
            program,
            &recorded,
            arguments.catalogue(),
            *precision,
            Detail::Races,
            watch,
        )?;
        obstacles = releases_by_strangers(&outcome.blocking);
        if outcome.evidence.cut.is_some() {
            let what = "it was not found out in time whether a lock is released by a thread that holds it".to_owned();
            obstacles.push(hiding(*first, what));
        }
    }
    solved.evidence.obstacles.extend(obstacles);
    Ok(solved)
}

/// Where locks are released, in some state that comes there, that the thread does not hold: others may hold them, and are not alone from
/// then on.
fn releases_by_strangers(notes: &Notes) -> Vec<Obstacle> {
    let places: BTreeSet<Position> = notes.strangers().map(|misuse| misuse.at).collect();
    let what = "a lock is released by a thread that does not hold it";
    places.into_iter().map(|at| hiding(at, what.to_owned())).collect()
}

fn hiding(at: Position, what: String) -> Obstacle {
    Obstacle {
        at,
        what,
        effect: Effect::MayHideRace,
    }
}

/// Analyses a program, and again with more told apart as long as that is promising and something is left open.
fn solve_in_turn(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Solved, Errors> {
    let ordinary = Precision::ordinary(settings.contexts);
    let quick = Settings {
        evaluations: first_share(settings.evaluations),
        ..settings.clone()
    };
    let detail = (ordinary, Detail::RacesIfQuick);
    let first = solve_within(program, &quick, arguments, detail, watch, progress)?;
    let Some(first) = first else {
        let rest = Settings {
            evaluations: settings.evaluations - first_share(settings.evaluations),
            ..settings.clone()
        };
        return solve_once(program, &rest, arguments, ordinary.coarser(), watch, progress);
    };
    let is_promising = first.is_worth_another() || first.has_open_circles(settings) && first.is_cheap();
    if settings.escalation == Escalation::Off || !is_promising {
        return Ok(first);
    }
    let (affordable, work) = match first.evaluations() {
        ..=MOST_OF_SMALL => (AFFORDABLE_IF_SMALL, u64::MAX),
        evaluations => (evaluations * MOST_TIMES_THE_FIRST, first.work * MOST_TIMES_THE_FIRST),
    };
    let limited = Settings {
        evaluations: settings.evaluations.min(affordable),
        ..settings.clone()
    };
    let mut best = first;
    for precision in [ordinary.refined(), ordinary.escalated()] {
        // What tells still more apart takes still more.
        let detail = (precision, Detail::RacesWithin(work));
        let Some(next) = solve_within(program, &limited, arguments, detail, watch, progress)? else {
            break;
        };
        let is_better = match (next.verdict(), best.verdict()) {
            (Verdict::RaceFree, Verdict::RaceFree) => !next.has_open_circles(settings),
            (Verdict::RaceFree, _) => true,
            (Verdict::PossibleRace, _) => next.leaves_less_open_than(&best),
            (Verdict::Race | Verdict::Undecided, _) => false,
        };
        if is_better {
            best = next;
        }
        if best.verdict() == Verdict::RaceFree && !best.has_open_circles(settings) {
            break;
        }
    }
    Ok(best)
}

/// Analyses a program as if accesses outside of their objects were never made, where that is a last resort, and returns the
/// result if it is a proof.
pub fn solve_by_last_resort(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    before: &Solved,
    watch: &Watch,
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
    let solved = solve(program, &absent, arguments, watch, progress)?;
    Ok(Some(solved).filter(|solved| solved.verdict() == Verdict::RaceFree))
}

/// Analyses a program, unless that takes more than a detail allows, or more evaluations than the settings do.
fn solve_within(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    (precision, detail): (Precision, Detail),
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Option<Solved>, Errors> {
    progress(Stage::Solving);
    let outcome = analyse(program, settings, arguments.catalogue(), precision, detail, watch)?;
    let is_of_use = match outcome.evidence.cut {
        None => true,
        // Who asks for the end wants what there is, and has no earlier result.
        Some(Cut::Request) => detail == Detail::RacesIfQuick,
        Some(_) => false,
    };
    Ok(is_of_use.then(|| paired(program, settings, arguments, (outcome, precision), watch, progress)))
}

/// How many of the evaluations that are allowed a first analysis may take.
fn first_share(allowed: u64) -> u64 {
    allowed.div_ceil(FIRST_SHARE)
}

fn solve_once(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    precision: Precision,
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Result<Solved, Errors> {
    progress(Stage::Solving);
    let catalogue = arguments.catalogue();
    let outcome = analyse(program, settings, catalogue, precision, Detail::Races, watch)?;
    Ok(paired(
        program,
        settings,
        arguments,
        (outcome, precision),
        watch,
        progress,
    ))
}

/// The conflicting pairs of what an analysis found.
fn paired(
    program: &Program,
    settings: &Settings,
    arguments: &Arguments,
    (outcome, precision): (semantics::Outcome, Precision),
    watch: &Watch,
    progress: &mut dyn FnMut(Stage),
) -> Solved {
    let semantics::Outcome {
        work,
        mut evidence,
        blocking,
        uncertain_releases,
        reached,
        ..
    } = outcome;
    progress(Stage::Pairing);
    let facts = arguments.facts().to_vec();
    let rows = crate::races::pair::catalogue(&evidence, &facts);
    let enabled = rows_with_ids(&rows, &settings.predicates.ids(arguments.catalogue()));
    let options = PairingOptions {
        enabled,
        listed_pairs: usize::try_from(settings.listed_pairs).unwrap_or(usize::MAX),
        releases: settings.releases,
    };
    let pairing = pair_until(&evidence, &program.types, &facts, &options, watch.interrupt());
    // Whoever was asked to end compared some pairs only.
    evidence.cut = evidence.cut.or(watch.interrupt().reason().map(semantics::cut_of));
    Solved {
        evidence,
        blocking,
        uncertain_releases: (uncertain_releases, precision),
        reached,
        work,
        facts,
        enabled,
        pairing,
    }
}

/// Solves the constraint system of a program, and collects what the race check needs.
pub fn analyse(
    program: &Program,
    settings: &Settings,
    catalogue: &Catalogue,
    precision: Precision,
    detail: Detail,
    watch: &Watch,
) -> Result<semantics::Outcome, Errors> {
    let inquiry = None;
    analyse_for(program, settings, catalogue, (precision, detail), inquiry, watch)
}

/// The same for a client that inquires something of the solution.
pub fn analyse_for(
    program: &Program,
    settings: &Settings,
    catalogue: &Catalogue,
    (precision, detail): (Precision, Detail),
    inquiry: Option<Arc<Inquiry>>,
    watch: &Watch,
) -> Result<semantics::Outcome, Errors> {
    let general = |message: String| Errors::Input(vec![format!("pepsin: error: {message}")]);
    let library = &settings.library;
    let tracked = catalogue.track(&settings.digests.ids(catalogue));
    let digests = tracked.map_err(|error| general(error.to_string()))?;
    let settings = semantics::Settings {
        inquiry,
        unknown_functions: match settings.unknown_functions {
            UnknownFunctions::Pure => semantics::UnknownFunctions::Pure,
            UnknownFunctions::WriteArguments => semantics::UnknownFunctions::WriteArgs,
            UnknownFunctions::Obstacle => semantics::UnknownFunctions::Obstacle,
        },
        memory_model: match settings.memory_model {
            MemoryModel::SequentialConsistency => semantics::MemoryModel::SequentialConsistency,
            MemoryModel::C11 => semantics::MemoryModel::C11,
        },
        outside_memory: match settings.outside_memory {
            OutsideMemory::Any => semantics::OutsideMemory::Any,
            OutsideMemory::Typed => semantics::OutsideMemory::Typed,
            // The callers of an open program pass the same memory to several functions.
            OutsideMemory::Separate if program.open.is_some() => semantics::OutsideMemory::Typed,
            OutsideMemory::Separate => semantics::OutsideMemory::Separate,
        },
        failures: match settings.failures {
            Failures::Tested => semantics::Failures::Tested,
            Failures::Never => semantics::Failures::Never,
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
        blocking: match settings.checks {
            Checks::Races => semantics::Blocking::Ignored,
            Checks::RacesAndDeadlocks => semantics::Blocking::Recorded,
        },
        evaluations: settings.evaluations,
        watch: watch.clone(),
        unroll: settings.unroll,
        split: settings.split.ids(catalogue),
        precision,
    };
    Ok(semantics::analyse_in_detail(
        program, library, digests, &settings, detail,
    ))
}
