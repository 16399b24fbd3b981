//! One program, analysed and executed, and what the two say about each other.
//!
//! Up to the first race of an execution, the program has behaved as if there were no races, so what the analysis says
//! of it must hold: the first race of *every* execution is a pair of accesses that the analysis left open.
//! This is more than the verdict tells: a wrong exclusion shows even if the program has other races.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use pepsin::config::{Convention, Settings};
use pepsin::deadlocks;
use pepsin::explore::{self, BadAccess, Exploration, ExploreSettings, Failures, Goal, Race, Until, Uses};
use pepsin::frontend::Input;
use pepsin::ir::{Position, Program};
use pepsin::library::Library;
use pepsin::limits::Watch;
use pepsin::nulls::{self, Setting, Text};
use pepsin::pipeline::{Asking, read};
use pepsin::races::{
    self, Arguments, Cut, Effect, Inquiry, Pairing, PairingOptions, Releases, Rows, Verdict, decide, pair,
};
use pepsin::semantics::{self, Detail, Outcome, Precision, analyse_in_detail};

#[cfg(feature = "seeded-bugs")]
use pepsin_lattice::seeded::{Bug, seed};

use crate::contain::{Watching, contradictions};
use crate::shapes;

/// How much a program is executed, and how precisely it is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// How many searches, each of which ends with its first race.
    pub searches: u64,
    /// Executions of one search.
    pub schedules: u64,
    /// Operations of one execution.
    pub steps: u64,
    /// Executions that are watched operation by operation.
    pub watched: u64,
    /// If none shows a race, so many times as many executions follow.
    pub again: u64,
    /// Which creations and allocations may fail.
    pub failures: Failures,
    /// How much the analysis tells apart.
    pub precision: Precision,
    /// Whether deadlocks are looked for.
    pub deadlocks: bool,
    /// Whether dereferences of null pointers are looked for.
    pub nulls: bool,
}

/// What a first analysis tells apart.
const ORDINARY: Precision = Precision::ordinary(64);

impl Effort {
    /// What each generated program gets.
    pub const USUAL: Effort = Effort {
        searches: 10,
        schedules: 24,
        steps: 4_000,
        watched: 16,
        again: 0,
        failures: Failures::Never,
        precision: ORDINARY,
        deadlocks: false,
        nulls: false,
    };

    /// What it gets in the tests of this crate.
    pub const BRIEF: Effort = Effort {
        searches: 4,
        schedules: 12,
        steps: 2_000,
        watched: 6,
        again: 0,
        failures: Failures::Never,
        precision: ORDINARY,
        deadlocks: false,
        nulls: false,
    };

    /// The same, with the analysis that large programs get.
    #[must_use]
    pub const fn coarser(self) -> Self {
        Effort {
            precision: self.precision.coarser(),
            ..self
        }
    }
}

/// The memory model of a comparison: analysis and executions have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// All atomic operations order, as in the competition.
    SequentialConsistency,
    /// Those that ask for it.
    C11,
}

impl Model {
    /// Programs take turns.
    #[must_use]
    pub fn of(number: u64) -> Self {
        match number % 2 {
            0 => Model::C11,
            _ => Model::SequentialConsistency,
        }
    }

    fn analysed(self) -> semantics::MemoryModel {
        match self {
            Model::SequentialConsistency => semantics::MemoryModel::SequentialConsistency,
            Model::C11 => semantics::MemoryModel::C11,
        }
    }

    fn executed(self) -> explore::MemoryModel {
        match self {
            Model::SequentialConsistency => explore::MemoryModel::SequentiallyConsistent,
            Model::C11 => explore::MemoryModel::C11,
        }
    }
}

/// What functions without body do: those of Pepsin's own models, and those of shapes.
pub(crate) fn library() -> Arc<Library> {
    static LIBRARY: LazyLock<Arc<Library>> = LazyLock::new(|| {
        let mut library = Library::clone(&Library::shared());
        library.extend(shapes::MODELS).expect("a test reads these rows");
        Arc::new(library)
    });
    Arc::clone(&LIBRARY)
}

/// A way in which the analysis and the executions contradict each other, or one of them fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The generated text is not understood.
    Rejected,
    /// The analysis or the execution panics.
    Crash,
    /// The analysis does not end within its budget, or its solution fails the verification.
    Unfinished,
    /// The verdict is race-free, and an execution has a race.
    UnsoundVerdict,
    /// A pair of accesses is excluded, and they are the first race of an execution.
    UnsoundPair,
    /// What is executed was held to be unreachable.
    DeadCode,
    /// A thread's creation is in the history of no abstract id, or two threads have one unique id.
    ThreadHistory,
    /// An access is made that the analysis does not know.
    MissingAccess,
    /// A lock is not held that the analysis claims to be held.
    Lockset,
    /// A value is read that the analysis excludes.
    Value,
    /// Threads wait in a circle that the analysis excludes.
    Deadlock,
    /// A null pointer is followed where that is held to be safe.
    NullDereference,
}

impl Kind {
    /// Whether an execution contradicts the analysis: the others are failures of one of them.
    #[must_use]
    pub fn is_executed(self) -> bool {
        !matches!(self, Kind::Rejected | Kind::Crash | Kind::Unfinished)
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Kind::Rejected => "the program is not understood",
            Kind::Crash => "a panic",
            Kind::Unfinished => "the analysis does not end, or fails its verification",
            Kind::UnsoundVerdict => "race-free, but a race is executed",
            Kind::UnsoundPair => "a pair is excluded, but its race is executed",
            Kind::DeadCode => "unreachable code is executed",
            Kind::ThreadHistory => "a thread has no id, or two have a unique one",
            Kind::MissingAccess => "an access is executed that is not known",
            Kind::Lockset => "a lock is claimed that is not held",
            Kind::Value => "a value is read that is excluded",
            Kind::Deadlock => "a deadlock is executed that is excluded",
            Kind::NullDereference => "a null pointer is followed where that is safe",
        }
    }
}

/// A contradiction, with what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind it is.
    pub kind: Kind,
    /// Particulars for people.
    pub what: String,
}

/// What was found out about a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Contradictions.
    pub findings: Vec<Finding>,
    /// The verdict of the static analysis alone.
    pub verdict: Option<Verdict>,
    /// Whether an execution showed a race.
    pub raced: bool,
    /// Whether only the executions showed it that follow if none does.
    pub missed: bool,
    /// Different accesses of executions that were compared with what is claimed of them.
    pub compared: u64,
    /// Whether the analysis met something that it does not model.
    pub obstructed: bool,
    /// The lines of the first race that was found.
    pub lines: Option<(u32, u32)>,
    /// Executions that ended in an undefined access: programs should not have any.
    pub undefined: u64,
    /// Executions that ended in something that cannot be executed.
    pub open: u64,
    /// Why some could not be executed, and what the analysis does not model.
    pub limits: BTreeSet<String>,
    /// Whether executions end in deadlocks.
    pub deadlocked: bool,
    /// Whether the analysis proves that no threads wait in a circle.
    pub without_deadlock: bool,
    /// Dereferences that are held to be safe, and places where executions followed null pointers before their first race; if they were looked for.
    pub nulls: Option<(u64, u64)>,
    /// Executions.
    pub executions: u64,
    /// Operations executed.
    pub steps: u64,
}

/// A place for the texts of programs.
#[derive(Debug)]
pub struct Workshop {
    file: PathBuf,
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.file);
    }
}

impl Workshop {
    /// A file of its own in a folder.
    pub fn new(folder: &Path) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("program-{}-{number}.i", std::process::id());
        Workshop {
            file: folder.join(name),
        }
    }

    /// Analyses and executes the program with this text.
    pub fn compare(&self, text: &str, effort: Effort, model: Model) -> Comparison {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.compare_here(text, effort, model)));
        outcome.unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            Comparison::failed(Kind::Crash, message.unwrap_or("a panic").to_owned())
        })
    }

    fn compare_here(&self, text: &str, effort: Effort, model: Model) -> Comparison {
        if let Err(error) = std::fs::write(&self.file, text) {
            return Comparison::failed(Kind::Rejected, error.to_string());
        }
        let analysis = match Analysis::of(&self.file, effort, model) {
            Ok(analysis) => analysis,
            Err(errors) => return Comparison::failed(Kind::Rejected, errors),
        };
        let evidence = &analysis.outcome.evidence;
        let mut comparison = Comparison {
            verdict: Some(decide(evidence, &analysis.pairing, &races::Exploration::Open)),
            ..Comparison::default()
        };
        if let Some(cut) = evidence.cut {
            comparison.add(Kind::Unfinished, format!("{cut:?}"));
            // A solution that failed its verification is whole: what it claims can be compared all the same.
            if cut != Cut::NotVerified {
                return comparison;
            }
        }
        let mut races = comparison.execute(&analysis.program, effort, model);
        if races.is_empty() && effort.again > 0 {
            races = comparison.execute_again(&analysis.program, effort, model);
            comparison.missed = !races.is_empty();
        }
        comparison.judge(&analysis, &races);
        if effort.deadlocks && !comparison.obstructed {
            comparison.compare_deadlocks(&analysis, effort, model);
        }
        if effort.nulls && !comparison.obstructed {
            comparison.compare_nulls(&analysis, effort, model);
        }
        if !comparison.obstructed {
            let watching = Watching {
                executions: effort.watched,
                steps: effort.steps,
                memory_model: model.executed(),
                failures: effort.failures,
            };
            let (found, compared) = contradictions(&analysis.program, &analysis.outcome, watching);
            comparison.findings.extend(found);
            comparison.compared = compared;
        }
        comparison
    }
}

#[cfg(feature = "seeded-bugs")]
impl Workshop {
    /// Which of some defects make the analysis of a program exclude the race that its executions show, by their places.
    pub fn needed(&self, text: &str, effort: Effort, model: Model, bugs: &[Bug]) -> Vec<usize> {
        let mut needed = Vec::new();
        let written = std::fs::write(&self.file, text).is_ok();
        let of = || catch_unwind(AssertUnwindSafe(|| Analysis::of(&self.file, effort, model)));
        let Some(Ok(Ok(whole))) = written.then(of) else {
            return needed;
        };
        let races = Comparison::default().execute(&whole.program, effort, model);
        let excluded = |analysis: &Analysis| {
            let mut comparison = Comparison::default();
            comparison.judge(analysis, &races);
            !comparison.findings.is_empty()
        };
        if races.is_empty() || excluded(&whole) {
            return needed;
        }
        for (place, bug) in bugs.iter().enumerate() {
            seed(Some(*bug));
            let analysis = of();
            seed(None);
            if matches!(analysis, Ok(Ok(analysis)) if excluded(&analysis)) {
                needed.push(place);
            }
        }
        needed
    }
}

/// The static analysis of a program, without exploration.
struct Analysis {
    program: Program,
    outcome: Outcome,
    pairing: Pairing,
    /// What was inquired, if dereferences are looked at.
    inquiry: Option<Arc<Inquiry>>,
}

/// Right-hand sides evaluated at most.
const EVALUATIONS: u64 = 200_000;

impl Analysis {
    fn of(file: &Path, effort: Effort, model: Model) -> Result<Self, String> {
        let settings = Settings {
            library: library(),
            ..Settings::new(Convention::Check)
        };
        let (program, _) =
            read(&[Input::new(file)], &settings, &Watch::default()).map_err(|errors| errors.to_string())?;
        let library = library();
        let arguments = Arguments::standard();
        let inquiry = effort.nulls.then(|| Arc::new(nulls::inquiry(&Text::new(&program))));
        let limits = semantics::Settings {
            inquiry: inquiry.clone(),
            evaluations: EVALUATIONS,
            memory_model: model.analysed(),
            precision: effort.precision,
            blocking: match effort.deadlocks {
                true => semantics::Blocking::Recorded,
                false => semantics::Blocking::Ignored,
            },
            ..semantics::Settings::default()
        };
        let digests = arguments.catalogue().track_defaults();
        let outcome = analyse_in_detail(&program, &library, digests, &limits, Detail::Claims);
        let options = PairingOptions {
            enabled: Rows::ALL,
            listed_pairs: usize::MAX,
            releases: Releases::Race,
        };
        let pairing = pair(&outcome.evidence, &program.types, arguments.facts(), &options);
        Ok(Analysis {
            program,
            outcome,
            pairing,
            inquiry,
        })
    }
}

impl Analysis {
    /// The places at which all dereferences are held to be safe, by all that the race check knows.
    fn safe_dereferences(&self) -> BTreeSet<Position> {
        let (Some(inquiry), Some(answers)) = (&self.inquiry, &self.outcome.answers) else {
            return BTreeSet::new();
        };
        let arguments = Arguments::standard();
        let (evidence, facts) = (&self.outcome.evidence, arguments.facts());
        let ids: Vec<&str> = pair::catalogue(evidence, facts).iter().map(|row| row.id).collect();
        let asking = Asking::new((evidence, facts), &ids, answers, inquiry);
        let found = nulls::find(&Text::new(&self.program), &asking.within(Setting::Full));
        let places = |is_meant: bool| {
            let judged = found.judged.iter().filter(move |(_, is_safe)| **is_safe == is_meant);
            judged.map(|(site, _)| site.at)
        };
        let unsafe_places: BTreeSet<Position> = places(false).collect();
        places(true).filter(|at| !unsafe_places.contains(at)).collect()
    }
}

impl Comparison {
    fn failed(kind: Kind, what: String) -> Self {
        Comparison {
            findings: vec![Finding { kind, what }],
            ..Comparison::default()
        }
    }

    fn add(&mut self, kind: Kind, what: String) {
        self.findings.push(Finding { kind, what });
    }

    /// The first races of executions.
    fn execute(&mut self, program: &Program, effort: Effort, model: Model) -> Vec<Race> {
        let mut races: Vec<Race> = Vec::new();
        for seed in 1..=effort.searches {
            let settings = ExploreSettings {
                schedules: effort.schedules,
                steps: effort.steps,
                seed,
                until: Until::FirstRace,
                threads: 32,
                memory_model: model.executed(),
                uses: Uses::Race,
                failures: effort.failures,
                library: library(),
                ..ExploreSettings::default()
            };
            let mut found = explore::run(program, &settings);
            self.count(&found);
            if !found.races.is_empty() {
                races.push(found.races.swap_remove(0));
            }
        }
        races
    }

    /// Looks for executions that end with threads that wait in a circle, and for that circle among those that are not excluded. Behind a race
    /// anything may happen.
    fn compare_deadlocks(&mut self, analysis: &Analysis, effort: Effort, model: Model) {
        let outcome = &analysis.outcome;
        let checked = deadlocks::check(&outcome.blocking, &outcome.evidence, Rows::ALL);
        self.without_deadlock = checked.is_clear() && outcome.blocking.obstacles.is_empty();
        let settings = ExploreSettings {
            goal: Goal::Deadlocks,
            schedules: effort.searches * effort.schedules,
            steps: effort.steps,
            until: Until::BudgetUsed,
            threads: 32,
            memory_model: model.executed(),
            uses: Uses::Race,
            failures: effort.failures,
            library: library(),
            ..ExploreSettings::default()
        };
        let found = explore::run(&analysis.program, &settings);
        for circle in found.circles.iter().filter(|circle| !circle.is_after_race) {
            self.deadlocked = true;
            let places: BTreeSet<Position> = circle.threads.iter().map(|thread| thread.at).collect();
            let mut known = checked.circles.iter().map(|circle| {
                let at = circle.edges.iter().map(|edge| edge.moment.at);
                at.collect::<BTreeSet<Position>>()
            });
            if !checked.has_more && !known.any(|known| known.is_subset(&places)) {
                let lines: Vec<String> = places.iter().map(|at| at.line.to_string()).collect();
                self.add(Kind::Deadlock, format!("at lines {}", lines.join(", ")));
                return;
            }
        }
    }

    /// Looks for executions that follow a null pointer before their first race, where all dereferences are held to be safe.
    fn compare_nulls(&mut self, analysis: &Analysis, effort: Effort, model: Model) {
        let safe = analysis.safe_dereferences();
        let settings = ExploreSettings {
            schedules: effort.searches * effort.schedules,
            steps: effort.steps,
            until: Until::BudgetUsed,
            threads: 32,
            memory_model: model.executed(),
            uses: Uses::Race,
            failures: effort.failures,
            library: library(),
            ..ExploreSettings::default()
        };
        let found = explore::run(&analysis.program, &settings);
        let null = found.bad_without_race.iter().filter(|(bad, _)| *bad == BadAccess::Null);
        let null: BTreeSet<Position> = null.map(|(_, at)| *at).collect();
        self.nulls = Some((safe.len() as u64, null.len() as u64));
        if let Some(at) = null.intersection(&safe).next() {
            self.add(Kind::NullDereference, format!("at line {}", at.line));
        }
    }

    /// The first race of many more executions.
    fn execute_again(&mut self, program: &Program, effort: Effort, model: Model) -> Vec<Race> {
        let settings = ExploreSettings {
            schedules: effort.searches * effort.schedules * effort.again,
            steps: effort.steps,
            total_steps: u64::MAX,
            seed: effort.searches + 1,
            until: Until::FirstRace,
            threads: 32,
            memory_model: model.executed(),
            uses: Uses::Race,
            failures: effort.failures,
            library: library(),
            ..ExploreSettings::default()
        };
        let mut found = explore::run(program, &settings);
        found.races.truncate(1);
        found.races
    }

    fn count(&mut self, found: &Exploration) {
        self.undefined += found.bad_accesses.values().sum::<u64>();
        self.open += found.open.values().sum::<u64>();
        self.limits.extend(found.open.keys().map(|key| key.0.clone()));
        self.limits
            .extend(found.bad_accesses.keys().map(|key| format!("{:?}", key.0)));
        self.executions += found.schedules;
        self.steps += found.steps;
    }

    fn judge(&mut self, analysis: &Analysis, races: &[Race]) {
        self.raced = !races.is_empty();
        self.lines = races.first().map(|race| (race.first.at.line, race.second.at.line));
        let hidden = |effect| effect == Effect::MayHideRace;
        if let Some(obstacle) = analysis
            .outcome
            .evidence
            .obstacles
            .iter()
            .find(|obstacle| hidden(obstacle.effect))
        {
            self.limits.insert(format!("analysis: {}", obstacle.what));
            self.obstructed = true;
            return;
        }
        let open = open_pairs(analysis);
        for race in races {
            let (first, second) = (race.first.at, race.second.at);
            if open.contains(&(first, second)) {
                continue;
            }
            let kind = match self.verdict {
                Some(Verdict::RaceFree) => Kind::UnsoundVerdict,
                _ => Kind::UnsoundPair,
            };
            let what = format!("{} at lines {} and {}", race.object, first.line, second.line);
            self.add(kind, what);
            return;
        }
    }
}

/// The pairs of places that the analysis left open, in both orders.
fn open_pairs(analysis: &Analysis) -> BTreeSet<(Position, Position)> {
    let pairing = &analysis.pairing;
    let pairs = pairing.locations.iter().flat_map(|location| &location.remaining);
    pairs
        .flat_map(|pair| {
            let (first, second) = pairing.accesses_of(*pair);
            [(first.at, second.at), (second.at, first.at)]
        })
        .collect()
}
