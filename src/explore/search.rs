//! The search for races: many executions with different schedules and inputs.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use std::sync::Arc;

use crate::ir::{Position, Program};
use crate::library::Library;
use crate::limits::Interrupt;

use super::code::{AccessId, Code, Layout};
use super::compile::compile;
use super::deadlock::{Deadlock, StuckThread};
use super::guide::Guide;
use super::inputs::Inputs;
use super::machine::{
    Failures, Machine, MachineSettings, Mark, MemoryModel, PathEnd, Purpose, Releases, Stop, UnknownFunctions, Uses,
};
use super::memory::BadAccess;
use super::race::{Execution, Race};
use super::random::Random;
use super::schedule::{Beginning, Run, Scheduler, Strategy, up_to};

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the execution that shows the first race.
    FirstRace,
    /// Where it finds nothing new any more: it has gone on several times as long as until the last new race. Else when the budget is used up.
    NothingNew,
    /// When the budget is used up.
    BudgetUsed,
}

/// What executions are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Races.
    Races,
    /// Threads that wait in a circle: executions end there, and schedules make threads keep what they hold.
    Deadlocks,
}

/// Whether executions are searched for races.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detection {
    /// By vector clocks.
    Races,
    /// They are only run: what that costs, and how they end.
    Off,
}

/// What a search may use.
#[derive(Clone, Debug, PartialEq)]
pub struct ExploreSettings {
    /// Executions at most.
    pub schedules: u64,
    /// Operations per execution at most.
    pub steps: u64,
    /// Operations of all executions together at most.
    pub total_steps: u64,
    /// Where all choices come from.
    pub seed: u64,
    /// When to stop.
    pub until: Until,
    /// What is looked for.
    pub goal: Goal,
    /// Whether races are looked for.
    pub detection: Detection,
    /// Which orders atomic operations give.
    pub memory_model: MemoryModel,
    /// Whether an unordered release of memory counts as a race.
    pub releases: Releases,
    /// Whether calls on objects of synchronisation are accesses.
    pub uses: Uses,
    /// Threads at most; an execution that wants more ends as open.
    pub threads: usize,
    /// Threads at most in the one execution that may be crowded, with five times as many operations.
    pub crowd: usize,
    /// Bytes of memory at most.
    pub memory: u64,
    /// What a function with neither body nor model does.
    pub unknown_functions: UnknownFunctions,
    /// Which creations and allocations may fail.
    pub failures: Failures,
    /// Who may end the search.
    pub interrupt: Interrupt,
    /// What functions without body do.
    pub library: Arc<Library>,
}

impl Default for ExploreSettings {
    fn default() -> Self {
        ExploreSettings {
            schedules: 1000,
            steps: 200_000,
            total_steps: 20_000_000,
            seed: 1,
            until: Until::FirstRace,
            goal: Goal::Races,
            detection: Detection::Races,
            memory_model: MemoryModel::SequentiallyConsistent,
            releases: Releases::Race,
            uses: Uses::Ignored,
            threads: 128,
            crowd: 12_000,
            memory: 64 << 20,
            unknown_functions: UnknownFunctions::Open,
            failures: Failures::Never,
            interrupt: Interrupt::default(),
            library: Library::shared(),
        }
    }
}

/// What a search found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// The races, each pair of places once, in the order in which they were found.
    pub races: Vec<Race>,
    /// Executions that ended with threads that wait in a circle, each set of places once.
    pub circles: Vec<Deadlock>,
    /// Executions.
    pub schedules: u64,
    /// Operations of all executions.
    pub steps: u64,
    /// Executions that ended by themselves.
    pub exits: u64,
    /// Executions that ended in a failed assumption or an abort.
    pub rejected: u64,
    /// Executions that ended with all threads waiting.
    pub deadlocks: u64,
    /// Executions that used up their operations.
    pub step_limits: u64,
    /// Executions that ended in an undefined access, by kind and place.
    pub bad_accesses: BTreeMap<(BadAccess, Position), u64>,
    /// Those before which an execution had no race.
    pub bad_without_race: BTreeSet<(BadAccess, Position)>,
    /// Executions that ended in something that cannot be executed, by reason and place.
    pub open: BTreeMap<(String, Position), u64>,
}

/// The number of the execution that may be crowded: late enough that most races are found before it.
const CROWDED: u64 = 40;

/// How many times as many operations a crowded execution may take.
const CROWDED_STEPS: u64 = 5;

/// How many times as long as until the last new race a search goes on for another one, and how many operations more.
const PATIENCE: (u64, u64) = (4, 2_000_000);

/// How often a rejected execution is taken up again from an earlier point.
const RETREATS: u64 = 12;

/// Why an execution does not go on that wants more threads than all may have.
const THREADS: &str = "more threads than the limit";

/// The same, of threads that wait in a circle.
const LAYOUT_OF_CIRCLE: &str = "a deadlock depends on the bits of an address or of a thread\u{2019}s number";

/// Activations of functions per thread at most.
const DEPTH: usize = 5_000;

/// Searches for races in a program. Deterministic: the same program and settings give the same result.
pub fn run(program: &Program, settings: &ExploreSettings) -> Exploration {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    Search::new(program, &code, settings).search()
}

/// Searches until a number of races, or of circles, is found.
pub fn run_for(program: &Program, settings: &ExploreSettings, wanted: usize) -> Exploration {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    let mut search = Search::new(program, &code, settings);
    search.wanted = wanted;
    search.search()
}

/// An execution that shows a race, and how much of its guide it followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guided {
    /// The race.
    pub race: Race,
    /// How many steps it met.
    pub steps: usize,
    /// How many inputs are those that the guide tells.
    pub inputs: usize,
}

/// Searches for races in executions that follow a guide as far as they can; gives the number of executions, too.
pub fn run_guided(program: &Program, settings: &ExploreSettings, guide: &Guide) -> (Vec<Guided>, u64) {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    let mut search = Search::new(program, &code, settings);
    search.guide = Some(guide);
    let (mut found, mut executions) = (Vec::new(), 0);
    for number in 0..settings.schedules {
        if search.is_asked_to_end() || search.result.steps >= settings.total_steps {
            break;
        }
        let inputs = Inputs::new(settings.seed, number).guided(guide);
        let strategy = search.strategy(number);
        search.machine.limit_threads(settings.threads);
        search.execute(strategy, inputs, number);
        executions = search.result.schedules;
        let races = std::mem::take(&mut search.result.races);
        found.extend(races.into_iter().map(|race| Guided {
            race,
            steps: search.met,
            inputs: search.machine.inputs.told.given,
        }));
        if found.len() >= search.wanted {
            break;
        }
    }
    (found, executions)
}

/// Runs one recorded execution again and gives the races it shows.
pub fn replay(program: &Program, settings: &ExploreSettings, execution: &Execution) -> Exploration {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    let mut search = Search::new(program, &code, settings);
    search.machine.limit_threads(execution.threads);
    let strategy = Strategy::Replay {
        segments: execution.segments.clone(),
    };
    let inputs = Inputs::scripted(settings.seed, 0, execution.inputs.clone());
    // Recorded executions end by themselves, even crowded ones.
    search.execute(strategy, inputs, CROWDED);
    search.result
}

pub(super) struct Search<'a> {
    pub(super) program: &'a Program,
    pub(super) settings: &'a ExploreSettings,
    pub(super) machine: Machine<'a>,
    /// For the state of the first access of a race.
    pub(super) second_machine: Machine<'a>,
    pub(super) reported: HashSet<(AccessId, AccessId), FxBuildHasher>,
    /// The places of circles that were kept.
    circles: BTreeSet<Vec<Position>>,
    /// After so many finds the search ends.
    wanted: usize,
    /// What somebody else tells of executions.
    guide: Option<&'a Guide>,
    /// How many steps of it the last execution met.
    met: usize,
    pub(super) result: Exploration,
    /// Operations that others could notice, in the longest execution so far.
    longest: u64,
    /// Operations of all executions until the last new race, if there was one.
    last_find: Option<u64>,
    /// The program in another layout, once that is asked for.
    other: Option<Code>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, code: &'a Code, settings: &'a ExploreSettings) -> Self {
        let machine_settings = MachineSettings {
            memory_model: settings.memory_model,
            purpose: match settings.detection {
                Detection::Races => Purpose::DetectRaces,
                Detection::Off => Purpose::Run,
            },
            unknown_functions: settings.unknown_functions,
            failures: settings.failures,
            releases: settings.releases,
            uses: settings.uses,
            threads: settings.threads,
            depth: DEPTH,
        };
        let without_detection = MachineSettings {
            purpose: Purpose::Run,
            ..machine_settings
        };
        Search {
            program,
            settings,
            machine: Machine::new(code, machine_settings),
            second_machine: Machine::new(code, without_detection),
            reported: HashSet::default(),
            circles: BTreeSet::new(),
            wanted: match settings.until {
                Until::FirstRace => 1,
                Until::NothingNew | Until::BudgetUsed => usize::MAX,
            },
            guide: None,
            met: 0,
            result: Exploration::default(),
            longest: 20,
            last_find: None,
            other: None,
        }
    }

    fn search(mut self) -> Exploration {
        for number in 0..self.settings.schedules {
            if self.result.schedules >= self.settings.schedules || self.is_asked_to_end() {
                break;
            }
            let strategy = self.strategy(number);
            self.machine.limit_threads(self.threads(number));
            let inputs = Inputs::new(self.settings.seed, number);
            self.execute(strategy, inputs, number);
            if self.has_found() || self.result.steps >= self.settings.total_steps || self.finds_nothing_new() {
                break;
            }
        }
        self.result
    }

    /// Whether the search may end because the last new race was found long ago.
    fn finds_nothing_new(&self) -> bool {
        let (times, more) = PATIENCE;
        self.settings.until == Until::NothingNew
            && self
                .last_find
                .is_some_and(|last| self.result.steps > (times + 1) * last + more)
    }

    /// Whether the first find ends the search, and there is one.
    fn has_found(&self) -> bool {
        let finds = match self.settings.goal {
            Goal::Races => self.result.races.len(),
            Goal::Deadlocks => self.result.circles.len(),
        };
        finds >= self.wanted
    }

    fn is_asked_to_end(&self) -> bool {
        self.settings.interrupt.reason().is_some()
    }

    /// Executions with few threads are short; that others were never created is only a matter of scheduling.
    fn threads(&self, number: u64) -> usize {
        match number % 3 {
            _ if number == CROWDED => self.settings.threads.max(self.settings.crowd),
            0 => self.settings.threads,
            1 => self.settings.threads.min(4),
            _ => self.settings.threads.min(12),
        }
    }

    /// Random schedules with short and long turns take turns with priorities of growing depth.
    fn strategy(&self, number: u64) -> Strategy {
        let mut random = Random::new(self.settings.seed, 3 * number + 7);
        if self.settings.goal == Goal::Deadlocks && number % 3 != 2 {
            let lavish = [0, 8, 3][(number / 3 % 3) as usize];
            let turn = number % 2;
            return Strategy::Hoarding { turn, lavish };
        }
        match number % 6 {
            0 => Strategy::Random { turn: 2 },
            1 => Strategy::Random { turn: 10 },
            2 => Strategy::Random { turn: 1 },
            depth => {
                let count = depth - 3 + random.below(3);
                let mut changes: Vec<u64> = (0..count).map(|_| random.below(self.longest + 1)).collect();
                changes.sort_unstable();
                Strategy::Priorities { changes }
            }
        }
    }

    /// One execution; if it is rejected, others that share its beginning.
    fn execute(&mut self, strategy: Strategy, inputs: Inputs, number: u64) {
        let mut beginning = Beginning::default();
        let mut inputs = inputs;
        for attempt in 0..=RETREATS {
            let stream = 5 * number + 11 + (attempt << 32);
            let random = Random::new(self.settings.seed, stream);
            let mut scheduler = Scheduler::resuming(beginning, strategy.clone(), random);
            // What is taken up again is in the midst of it.
            if let Some(guide) = self.guide.filter(|_| attempt == 0) {
                scheduler = scheduler.guided(guide.clone());
            }
            let run = self.execute_once(scheduler, inputs, self.steps(number));
            self.met = run.met;
            let rejected = run.end == PathEnd::Rejected && !matches!(strategy, Strategy::Replay { .. });
            self.count(run.end.clone());
            if !rejected || self.has_found() || self.result.steps >= self.settings.total_steps || self.is_asked_to_end()
            {
                return;
            }
            let mark = self.retreat(&run, &mut Random::new(self.settings.seed, stream + 2));
            let script = self.machine.inputs.given[..mark.inputs].to_vec();
            inputs = Inputs::scripted(self.settings.seed, number + ((attempt + 1) << 32), script);
            if let Some(guide) = self.guide {
                inputs = inputs.guided(guide);
            }
            beginning = Beginning {
                segments: up_to(&run.segments, mark.steps),
                banned: run.segments.last().map(|segment| segment.thread),
            };
        }
    }

    /// Operations of one execution at most.
    fn steps(&self, number: u64) -> u64 {
        match number {
            CROWDED => self.settings.steps.saturating_mul(CROWDED_STEPS),
            _ => self.settings.steps,
        }
    }

    fn execute_once(&mut self, scheduler: Scheduler, inputs: Inputs, steps: u64) -> Run {
        let run = match self.machine.start(self.program.main.0, inputs) {
            Ok(()) => scheduler
                .towards(self.settings.goal)
                .run(&mut self.machine, steps, &self.settings.interrupt),
            Err(stop) => Run {
                end: start_failure(stop),
                segments: Vec::new(),
                met: 0,
            },
        };
        self.result.schedules += 1;
        self.result.steps += self.machine.steps;
        self.longest = self.longest.max(self.machine.visible_steps);
        let found = self.result.races.len();
        match self.settings.goal {
            Goal::Races => self.collect_races(&run),
            Goal::Deadlocks => self.collect_circle(&run),
        }
        if self.result.races.len() > found {
            self.last_find = Some(self.result.steps);
        }
        run
    }

    /// The point to which a rejected execution goes back: the atomic block that could not go on, the last input,
    /// or the last operation of the thread that others could notice.
    fn retreat(&self, run: &Run, random: &mut Random) -> Mark {
        let machine = &self.machine;
        let last_segment = run.segments.last().map_or(0, |segment| segment.steps);
        let turn = machine.steps - last_segment;
        let inputs_at = |steps: u64| machine.inputs.steps.partition_point(|step| *step <= steps);
        let (last_input, inputs) = match machine.inputs.steps.last() {
            Some(step) => (step.saturating_sub(1), machine.inputs.given.len() - 1),
            None => (0, 0),
        };
        let by_schedule = if machine.synchronisation.atomic_block.is_some() {
            machine.marks.block
        } else {
            machine.marks.visible
        };
        let by_input = Mark {
            steps: last_input,
            inputs,
        };
        match random.below(8) {
            // Back to the beginning of the turn, or of the whole execution.
            0 => Mark {
                steps: turn,
                inputs: inputs_at(turn),
            },
            1 => Mark::default(),
            2..=4 => by_input,
            _ => by_schedule,
        }
    }

    fn count(&mut self, end: PathEnd) {
        match end {
            PathEnd::Exit => self.result.exits += 1,
            PathEnd::Rejected => self.result.rejected += 1,
            PathEnd::Deadlock => self.result.deadlocks += 1,
            PathEnd::StepLimit => self.result.step_limits += 1,
            // Fewer threads than others may have were the search's own choice.
            PathEnd::ThreadLimit if self.machine.settings.threads < self.settings.threads => {}
            PathEnd::ThreadLimit => {
                let end = (THREADS.to_owned(), Position::BUILT_IN);
                *self.result.open.entry(end).or_default() += 1;
            }
            PathEnd::Bad(bad, at) => {
                *self.result.bad_accesses.entry((bad, at)).or_default() += 1;
                if self.machine.races.is_empty() {
                    self.result.bad_without_race.insert((bad, at));
                }
            }
            PathEnd::Open(reason, at) => *self.result.open.entry((reason, at)).or_default() += 1,
        }
    }

    /// Keeps an execution that ended with threads that wait in a circle.
    fn collect_circle(&mut self, run: &Run) {
        if run.end != PathEnd::Deadlock {
            return;
        }
        let Some(threads) = self.machine.circle() else { return };
        let execution = Execution {
            segments: run.segments.clone(),
            inputs: self.machine.inputs.given.clone(),
            threads: self.machine.thread_limit(),
        };
        let mut threads: Vec<StuckThread> = threads
            .iter()
            .map(|thread| self.machine.stuck_thread(*thread))
            .collect();
        threads.iter_mut().for_each(|thread| thread.name_locks(self.program));
        let mut places: Vec<Position> = threads.iter().map(|thread| thread.at).collect();
        places.sort();
        if self.circles.contains(&places) {
            return;
        }
        if self.is_robust_circle(&execution, &places) {
            self.circles.insert(places);
            self.result.circles.push(Deadlock {
                threads,
                is_after_race: !self.machine.races.is_empty(),
                execution,
            });
        } else {
            let at = threads.first().map_or(Position::BUILT_IN, |thread| thread.at);
            *self.result.open.entry((LAYOUT_OF_CIRCLE.to_owned(), at)).or_default() += 1;
        }
    }

    /// Whether an execution ends in a circle at the same places where objects and threads have other addresses, too.
    fn is_robust_circle(&mut self, execution: &Execution, places: &[Position]) -> bool {
        let Some(machine) = self.repeated_elsewhere(execution, Goal::Deadlocks) else {
            return false;
        };
        let mut again: Vec<Position> = machine
            .circle()
            .iter()
            .flatten()
            .map(|thread| machine.stuck_thread(*thread).at)
            .collect();
        again.sort();
        again == places
    }

    /// A machine that has run an execution again where objects and threads have other addresses; nothing if it cannot be started there.
    pub(super) fn repeated_elsewhere(&mut self, execution: &Execution, goal: Goal) -> Option<Machine<'_>> {
        let (program, settings) = (self.program, self.settings);
        let code = self
            .other
            .get_or_insert_with(|| compile(program, &settings.library, 2 * settings.memory, Layout::Other));
        let mut machine = Machine::new(code, self.machine.settings);
        let scheduler = machine.repeat(program.main.0, settings.seed, execution)?;
        let steps = execution.segments.iter().map(|segment| segment.steps).sum();
        scheduler.towards(goal).run(&mut machine, steps, &Interrupt::default());
        Some(machine)
    }
}

fn start_failure(stop: Stop) -> PathEnd {
    match stop {
        Stop::Open(reason) => PathEnd::Open(reason, Position::BUILT_IN),
        Stop::Bad(bad) => PathEnd::Bad(bad, Position::BUILT_IN),
        _ => PathEnd::Open("main cannot be called".to_owned(), Position::BUILT_IN),
    }
}
