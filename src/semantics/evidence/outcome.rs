//! From a program to the evidence for the race check: solve, verify, and hand over what the verification pass recorded.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use pepsin_digests::{Digests, Names};
use pepsin_lattice::seeded::{Bug, is_seeded};
use pepsin_solver::verify::Violation;
use pepsin_solver::{Pace, Profiling, SolverSettings, Statistics, solve};

use super::answers::answers;
use super::anywhere::{Fit, TooMany, lost_origins, unknown_accesses};
use super::assumptions::assumptions;
use super::blocking::blocking;
use super::claims::{Claims, claims};
use super::endless::endless_recursions;
use super::hand_over::keep_hand_overs;
use super::handlers::order_flags_of_handlers;
use super::objects::{family, objects};
use super::picture::Picture;
use super::threads::threads;
use super::{members, opaque, phases, segments, undefined};
use crate::deadlocks::Notes;
use crate::ir::{FunctionId, Position, Program};
use crate::library::Library;
use crate::races::{
    Access, Answers, Call, Cut, DeadCode, Effect, Evidence, Freshness, Granularity, Obstacle, Product, Statistic,
    TakenBytes, WatchedValue,
};
use crate::semantics::claims::Findings;
use crate::semantics::evaluate::LOST;
use crate::semantics::origins::clues;
use crate::semantics::prepare::{
    Presumptions, Rounds, TextFacts, Told, double_loops_that_meet, duplicate_tails, name_indices, name_recomputed,
    pass_decided_conditions, settle, shapes, spread_literals, unroll,
};
use crate::semantics::settings::{Flow, Settings, Tails};
use crate::semantics::state::{DispenserWrites, Variable};
use crate::semantics::system::{
    Analysis, Context, Effort, Point, PseudoAccesses, Recorder, Returning, SourceNames, Unknown, WrittenCalls,
};
use crate::values::ObjectId;

/// What the semantics found.
pub struct Outcome {
    /// The evidence for the race check.
    pub evidence: Evidence,
    /// The work that solving took ([`SolverSettings::work`]).
    pub work: u64,
    /// The places of all instructions that are reached.
    pub reached: BTreeSet<Position>,
    /// When threads may wait for locks and for each other, if that was asked for.
    pub blocking: Notes,
    /// Where locks are released of which it is not known whether the thread holds them; nothing if `blocking` tells of it.
    pub uncertain_releases: BTreeSet<Position>,
    /// What the solution claims of single accesses, if it was asked for.
    pub claims: Option<Claims>,
    /// Where evaluations went, if that was asked for.
    pub effort: Effort,
    /// What the solution knows, in words, if that was asked for.
    pub picture: Picture,
    /// What a client inquired, if one did.
    pub answers: Option<Answers>,
}

/// What is recorded of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// What the race check needs.
    Races,
    /// The same, and nothing if no solution is found with a certain amount of work.
    RacesIfQuick,
    /// The same, and nothing if no solution is found with the evaluations that are allowed, and with this work.
    RacesWithin(u64),
    /// What the race check needs, and the claims that executions can contradict.
    Claims,
    /// What the race check needs, and where evaluations went.
    Effort,
    /// What the race check needs, and all that the solution knows, in words.
    Picture,
}

/// Analyses a program.
pub fn analyse(program: &Program, library: &Library, digests: Digests, settings: &Settings) -> Outcome {
    analyse_in_detail(program, library, digests, settings, Detail::Races)
}

/// Analyses a program, and records as much of the solution as is wanted.
pub fn analyse_in_detail(
    program: &Program,
    library: &Library,
    digests: Digests,
    settings: &Settings,
    detail: Detail,
) -> Outcome {
    let named = name_indices(program);
    let program = named.as_ref().unwrap_or(program);
    let shapes = shapes(program, library);
    let mut unrolled = unroll(
        program,
        &shapes,
        Rounds {
            most: settings.unroll.saturating_mul(settings.precision.known_rounds),
            open: settings.precision.open_rounds,
            told: match settings.precision.memory {
                Flow::Sensitive => Told::ByComparing,
                Flow::Insensitive => Told::ByCounting,
            },
        },
    );
    spread_literals(&mut unrolled);
    name_recomputed(&mut unrolled);
    double_loops_that_meet(&mut unrolled, &shapes);
    if settings.precision.tails == Tails::Duplicated {
        pass_decided_conditions(&mut unrolled, &shapes);
        duplicate_tails(&mut unrolled, &shapes);
    }
    let allocated_once = settle(&mut unrolled, library, &shapes);
    let program = &unrolled;
    let text = TextFacts::new(program, library, (shapes, allocated_once), settings.outside_memory);
    let presumes = settings.precision.memory == Flow::Sensitive;
    let mut presumptions = Presumptions {
        no_flags: match presumes {
            true => text.no_flags(),
            false => (0..text.watched.len()).collect(),
        },
        no_tallies: match presumes {
            true => BTreeSet::new(),
            false => (0..text.inside.tallies.len()).collect(),
        },
        ..Presumptions::default()
    };
    let mut refuted = BTreeSet::new();
    loop {
        let analysis = Analysis::new(
            program,
            settings,
            library,
            Rc::new(digests.afresh()),
            &text,
            presumptions.clone(),
            clues::clues,
        );
        let (outcome, findings) = attempt(analysis, detail, &mut refuted);
        if !presumes || outcome.evidence.cut.is_some() || presumptions.agree_with(&findings) {
            return outcome;
        }
        log::trace!(target: "claim", "another solution is looked for, without what was refuted");
    }
}

/// How much of the time and the memory that are left solving may take: what it found must be collected, too.
const PART_OF_SOLVING: f64 = 0.8;
/// The same where a coarser analysis is made if that is not enough. It is [`MOST_QUICK_WORK`] that ends such an attempt, so that all
/// machines make the same one of two analyses; time does only where there is little, or the machine is slow.
const PART_OF_QUICK_SOLVING: f64 = 0.25;
/// The work ([`SolverSettings::work`]) after which it is given up: twice what any first analysis is known to need that ends. Of real programs
/// this is EasyLogger, with 242,000; tasks of the competition need at most 135,000.
const MOST_QUICK_WORK: u64 = 500_000;
/// The pace below which it is given up sooner. At 150 for each unknown, no first analysis that ends needs more than 51,000 besides
/// (a list in an array of the competition); most of those that are given up anyway spend 100,000 besides after 200,000 to 400,000 in all.
const QUICK_PACE: Pace = Pace {
    free: 100_000,
    by_unknown: 150,
};

/// Solves and verifies a program, with some watched variables taken to be locks, and tells what it finds of them.
fn attempt(
    mut analysis: Analysis<'_>,
    detail: Detail,
    refuted: &mut BTreeSet<(Position, String)>,
) -> (Outcome, Findings) {
    let (program, settings) = (analysis.program, analysis.settings);
    let root = root(&analysis, program.main);
    let limits = SolverSettings {
        evaluations: settings.evaluations,
        work: match detail {
            Detail::RacesIfQuick => MOST_QUICK_WORK,
            Detail::RacesWithin(work) => work,
            _ => u64::MAX,
        },
        pace: (detail == Detail::RacesIfQuick).then_some(QUICK_PACE),
        interrupt: settings.watch.interrupt().clone(),
        profiling: match detail {
            Detail::Effort => Profiling::On,
            _ => Profiling::Off,
        },
        ..SolverSettings::default()
    };
    settings.watch.step(match detail {
        Detail::RacesIfQuick => PART_OF_QUICK_SOLVING,
        _ => PART_OF_SOLVING,
    });
    let solution = solve(&analysis, &[root], &limits);
    // What was found until solving was cut is collected all the same.
    settings.watch.step(1.0);
    let mut recorder = Recorder::default();
    recorder.loads = (detail == Detail::Claims).then(Default::default);
    recorder.states = (detail == Detail::Picture).then(Default::default);
    recorder.pseudo = settings.inquiry.clone().map(PseudoAccesses::new);
    analysis.recorder = Some(RefCell::new(recorder));
    analysis.digests.forget_observations();
    let is_of_use = match detail {
        // Who asks for the end wants what there is.
        Detail::RacesIfQuick => matches!(solution.cut_by(), None | Some(pepsin_solver::Cut::Request)),
        Detail::RacesWithin(_) => solution.cut_by().is_none(),
        _ => true,
    };
    let verified = is_of_use.then(|| solution.verify_until(&analysis, settings.watch.interrupt()));
    let cut = match (solution.cut_by(), &verified) {
        (Some(cut), _) => Some(cut_of(cut)),
        (None, Some(Err(Violation::Cut(cut)))) => Some(cut_of(*cut)),
        (None, Some(Err(_))) if is_seeded(Bug::VerificationIgnored) => None,
        (None, Some(Err(_)) | None) => Some(Cut::NotVerified),
        (None, Some(Ok(_))) => None,
    };
    let mut recorder = analysis.recorder.take().map(RefCell::into_inner).unwrap_or_default();
    mark_leaked(&analysis, &mut recorder);
    refuted.append(&mut recorder.refuted);
    let statistics = statistics(solution.statistics(), analysis.contexts(), &recorder);
    let findings = Findings::new(&recorder);
    let outcome = Outcome {
        work: solution.statistics().work,
        evidence: evidence(&analysis, &recorder, statistics, cut),
        blocking: blocking(&analysis, &recorder),
        claims: claims(&analysis, &recorder),
        effort: match detail {
            Detail::Effort => Effort::of(&analysis, &solution),
            _ => Effort::default(),
        },
        picture: match detail {
            Detail::Picture => Picture::of(&analysis, &solution, &recorder, refuted),
            _ => Picture::default(),
        },
        answers: told(&analysis, &mut recorder),
        uncertain_releases: recorder.uncertain_releases,
        reached: recorder.reached,
    };
    (outcome, findings)
}

/// The unknown whose solution contains the whole program: the end of main.
fn root(analysis: &Analysis<'_>, main: FunctionId) -> Unknown {
    let context = Context {
        thread: Names::MAIN,
        flag: analysis.digests.thread_flag(analysis.start.id),
        locks: Rc::from([]),
        symbolic_locks: Rc::from([]),
        past: None,
        arguments: Vec::new(),
        chain: 0,
    };
    Unknown {
        function: main,
        point: Point::Thread,
        context: analysis.intern_context(main, context),
    }
}

/// What cut the solver, in the words of the race check.
pub fn cut_of(cut: pepsin_solver::Cut) -> Cut {
    match cut {
        pepsin_solver::Cut::Time => Cut::Time,
        pepsin_solver::Cut::Memory => Cut::Memory,
        pepsin_solver::Cut::Request => Cut::Request,
        pepsin_solver::Cut::Depth => Cut::Depth,
        pepsin_solver::Cut::Evaluations | pepsin_solver::Cut::System => Cut::Evaluations,
    }
}

fn statistics(solver: &Statistics, contexts: usize, recorder: &Recorder) -> Vec<Statistic> {
    let count = |name, value| Statistic { name, value };
    vec![
        count("local unknowns", solver.reached as u64),
        count("global unknowns", solver.globals as u64),
        count("contexts", contexts as u64),
        count("evaluations", solver.evaluations),
        count("widenings", solver.widenings),
        count("narrowings", solver.narrowings),
        count("accesses", recorder.accesses.len() as u64),
    ]
}

fn evidence(analysis: &Analysis<'_>, recorder: &Recorder, statistics: Vec<Statistic>, cut: Option<Cut>) -> Evidence {
    let mut accesses = recorder.accesses.clone();
    let mut obstacles = obstacles(recorder);
    obstacles.extend(endless_recursions(analysis, recorder));
    obstacles.extend(undefined::obstacles(analysis, recorder));
    obstacles.extend(opaque::obstacles(analysis, recorder));
    let fit = match obstacles.is_empty() {
        true => Fit::Any,
        false => Fit::Typed,
    };
    match unknown_accesses(analysis, recorder, fit) {
        Ok(anywhere) => accesses.extend(anywhere),
        Err(TooMany { first }) => obstacles.push(Obstacle {
            at: first,
            what: "here and elsewhere, memory is accessed through unknown pointers: too often to compare all accesses"
                .to_owned(),
            effect: Effect::MayHideRace,
        }),
    }
    accesses
        .iter_mut()
        .for_each(|access| forget_unreliable(recorder, access));
    for access in &mut accesses {
        access.taken.take_if(|taken| !is_dispenser(recorder, taken));
    }
    members::keep(analysis, recorder, &mut accesses);
    segments::keep(analysis, recorder, &mut accesses);
    phases::tell(analysis, recorder, &mut accesses);
    keep_hand_overs(analysis, recorder, &mut accesses);
    order_flags_of_handlers(analysis, recorder, &mut accesses);
    let names = SourceNames::new(analysis, recorder);
    Evidence {
        objects: objects(analysis, recorder),
        threads: threads(analysis, recorder),
        obstacles,
        assumptions: assumptions(analysis, recorder),
        dead_code: dead_code(analysis, recorder),
        calls: calls(recorder),
        predicates: Box::new(Product::new(Rc::clone(&analysis.digests), Box::new(names))),
        accesses,
        statistics,
        granularity: match analysis.settings.precision.memory {
            Flow::Sensitive => Granularity::Ordinary,
            Flow::Insensitive => Granularity::Coarse,
        },
        cut,
    }
}

fn calls(recorder: &Recorder) -> Vec<Call> {
    let call = |(&(caller, callee), calls): (&(FunctionId, FunctionId), &WrittenCalls)| Call {
        caller,
        at: calls.at,
        callee,
    };
    recorder.calls.iter().map(call).collect()
}

fn obstacles(recorder: &Recorder) -> Vec<Obstacle> {
    let lost = lost_origins(recorder).into_iter().map(|at| (at, LOST.to_owned()));
    let found: BTreeSet<(Position, String)> = recorder.obstacles.iter().cloned().chain(lost).collect();
    let obstacle = |(at, what)| Obstacle {
        at,
        what,
        effect: Effect::MayHideRace,
    };
    found.into_iter().map(obstacle).collect()
}

/// What is read by an access that does not order says nothing of what came before, and what is read of a variable that is
/// written in part says nothing of the whole.
fn forget_unreliable(recorder: &Recorder, access: &mut Access) {
    let is_whole = |watched: &WatchedValue| {
        let WatchedValue {
            object, offset, size, ..
        } = *watched;
        !recorder.accessed_across.contains(&Variable { object, offset, size })
    };
    let reliable = |watched: &&WatchedValue| {
        let unreliable = recorder.unreliable_anywhere || recorder.unreliable.contains(&watched.object);
        (!unreliable || is_seeded(Bug::UnorderedValues)) && is_whole(watched)
    };
    if !access.watched.iter().all(|watched| reliable(&watched)) {
        access.watched = access.watched.iter().filter(reliable).cloned().collect();
    }
}

/// What was asked for by a client, as far as the whole solution keeps to it.
fn told(analysis: &Analysis<'_>, recorder: &mut Recorder) -> Option<Answers> {
    let pseudo = recorder.pseudo.take()?;
    let leaked = leaked_families(analysis, recorder);
    let keep = |access: &mut Access| {
        if leaked.contains(&family(analysis, access.object)) {
            access.freshness = Freshness::Shared;
        }
        forget_unreliable(recorder, access);
    };
    Some(answers(analysis, pseudo, keep))
}

/// Memory whose address travels without order is known to others from the beginning, under all its names.
fn mark_leaked(analysis: &Analysis<'_>, recorder: &mut Recorder) {
    let leaked = leaked_families(analysis, recorder);
    for access in &mut recorder.accesses {
        if leaked.contains(&family(analysis, access.object)) {
            access.freshness = Freshness::Shared;
            recorder.escaped.insert(access.object);
        }
    }
}

fn leaked_families(analysis: &Analysis<'_>, recorder: &Recorder) -> BTreeSet<ObjectId> {
    let leaked = recorder.leaked.iter().map(|object| family(analysis, *object));
    leaked.collect()
}

fn is_dispenser(recorder: &Recorder, taken: &TakenBytes) -> bool {
    let writes = recorder.dispenser_writes.get(&taken.dispenser);
    writes.is_some_and(DispenserWrites::are_of_dispenser)
}

fn dead_code(analysis: &Analysis<'_>, recorder: &Recorder) -> Vec<DeadCode> {
    let never = recorder
        .waits
        .iter()
        .filter(|(_, waiting)| waiting.returns == Returning::Never);
    let dead = never.map(|(at, waiting)| DeadCode {
        at: *at,
        function: analysis.program.function(waiting.function).name.clone(),
        behind: *at,
        operation: waiting.operation.clone(),
    });
    dead.collect()
}
