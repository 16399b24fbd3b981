//! The search for races: many executions with different schedules and inputs.

use std::collections::BTreeMap;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::ir::{Position, Program};

use super::code::{AccessId, Code};
use super::compile::compile;
use super::inputs::Inputs;
use super::machine::{FoundRace, Machine, MachineSettings, MemoryModel, PathEnd, Purpose, Stop};
use super::memory::{BadAccess, ObjectKind};
use super::race::{Race, ThreadSnapshot, name_locks, object_name};
use super::random::Random;
use super::schedule::{Run, Scheduler, Segment, Strategy};

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// At the end of the execution that shows the first race.
    FirstRace,
    /// When the budget is used up.
    BudgetUsed,
}

/// What a search may use.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// Which orders atomic operations give.
    pub memory_model: MemoryModel,
    /// Threads at most; an execution that wants more ends as open.
    pub threads: usize,
    /// Bytes of memory at most.
    pub memory: u64,
}

impl Default for ExploreSettings {
    fn default() -> Self {
        ExploreSettings {
            schedules: 200,
            steps: 200_000,
            total_steps: 20_000_000,
            seed: 1,
            until: Until::FirstRace,
            memory_model: MemoryModel::SequentiallyConsistent,
            threads: 128,
            memory: 64 << 20,
        }
    }
}

/// What a search found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exploration {
    /// The races, each pair of places once, in the order in which they were found.
    pub races: Vec<Race>,
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
    /// Executions that ended in something that cannot be executed, by reason and place.
    pub open: BTreeMap<(String, Position), u64>,
}

/// Activations of functions per thread at most.
const DEPTH: usize = 5_000;

/// Searches for races in a program. Deterministic: the same program and settings give the same result.
pub fn run(program: &Program, settings: &ExploreSettings) -> Exploration {
    let code = compile(program, settings.memory);
    Search::new(program, &code, settings).search()
}

/// Runs one recorded execution again and gives the races it shows.
pub fn replay(program: &Program, settings: &ExploreSettings, schedule: &[Segment], inputs: &[u64]) -> Exploration {
    let code = compile(program, settings.memory);
    let mut search = Search::new(program, &code, settings);
    let strategy = Strategy::Replay {
        segments: schedule.to_vec(),
    };
    let inputs = Inputs::scripted(settings.seed, 0, inputs.to_vec());
    search.execute(strategy, inputs, 0);
    search.result
}

struct Search<'a> {
    program: &'a Program,
    settings: &'a ExploreSettings,
    machine: Machine<'a>,
    /// For the state of the first access of a race.
    second_machine: Machine<'a>,
    reported: HashSet<(AccessId, AccessId), FxBuildHasher>,
    result: Exploration,
    /// Operations that others could notice, in the longest execution so far.
    longest: u64,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, code: &'a Code, settings: &'a ExploreSettings) -> Self {
        let machine_settings = MachineSettings {
            memory_model: settings.memory_model,
            purpose: Purpose::DetectRaces,
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
            result: Exploration::default(),
            longest: 20,
        }
    }

    fn search(mut self) -> Exploration {
        for number in 0..self.settings.schedules {
            let strategy = self.strategy(number);
            let inputs = Inputs::new(self.settings.seed, number);
            self.execute(strategy, inputs, number);
            let found = self.settings.until == Until::FirstRace && !self.result.races.is_empty();
            if found || self.result.steps >= self.settings.total_steps {
                break;
            }
        }
        self.result
    }

    /// Random schedules with short and long turns take turns with priorities of growing depth.
    fn strategy(&self, number: u64) -> Strategy {
        let mut random = Random::new(self.settings.seed, 3 * number + 7);
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

    fn execute(&mut self, strategy: Strategy, inputs: Inputs, number: u64) {
        let main = self.program.main.0;
        let scheduler = Scheduler::new(strategy, Random::new(self.settings.seed, 5 * number + 11));
        let run = match self.machine.start(main, inputs) {
            Ok(()) => scheduler.run(&mut self.machine, self.settings.steps),
            Err(stop) => Run {
                end: start_failure(stop),
                segments: Vec::new(),
            },
        };
        self.result.schedules += 1;
        self.result.steps += self.machine.steps;
        self.longest = self.longest.max(self.machine.visible_steps);
        self.collect_races(&run);
        self.count(run.end);
    }

    fn count(&mut self, end: PathEnd) {
        match end {
            PathEnd::Exit => self.result.exits += 1,
            PathEnd::Rejected => self.result.rejected += 1,
            PathEnd::Deadlock => self.result.deadlocks += 1,
            PathEnd::StepLimit => self.result.step_limits += 1,
            PathEnd::Bad(bad, at) => *self.result.bad_accesses.entry((bad, at)).or_default() += 1,
            PathEnd::Open(reason, at) => *self.result.open.entry((reason, at)).or_default() += 1,
        }
    }

    fn collect_races(&mut self, run: &Run) {
        for found in std::mem::take(&mut self.machine.races) {
            let pair = (
                found.first.site.min(found.second.site),
                found.first.site.max(found.second.site),
            );
            if self.reported.insert(pair) {
                let race = self.complete(&found, run);
                self.result.races.push(race);
            }
        }
    }

    /// Runs the execution again up to the two accesses, for their stacks and locks.
    fn complete(&mut self, found: &FoundRace, run: &Run) -> Race {
        let schedule = cut(&run.segments, found.second.step);
        let inputs = self.machine.inputs.given.clone();
        let first = self.snapshot_at(found.first.step, &schedule, &inputs);
        let second = self.snapshot_at(found.second.step, &schedule, &inputs);
        let machine = &self.second_machine;
        let (kind, base) = match machine.memory.object_at(found.address) {
            Some(object) => (object.kind, object.base),
            None => (ObjectKind::Library, found.address),
        };
        let offset = found.address - base;
        Race {
            object: object_name(self.program, kind, offset),
            kind,
            bytes: (offset, found.size),
            first: machine.racing_access(&found.first, first),
            second: machine.racing_access(&found.second, second),
            schedule,
            inputs: machine.inputs.given.clone(),
        }
    }

    fn snapshot_at(&mut self, step: u64, schedule: &[Segment], inputs: &[u64]) -> ThreadSnapshot {
        let machine = &mut self.second_machine;
        let inputs = Inputs::scripted(self.settings.seed, 0, inputs.to_vec());
        if machine.start(self.program.main.0, inputs).is_err() {
            return ThreadSnapshot::default();
        }
        machine.snapshot = Some((step, None));
        let strategy = Strategy::Replay {
            segments: schedule.to_vec(),
        };
        Scheduler::new(strategy, Random::new(0, 0)).run(machine, self.settings.steps);
        let mut snapshot = machine.snapshot.take().and_then(|asked| asked.1).unwrap_or_default();
        name_locks(self.program, &mut snapshot);
        snapshot
    }
}

fn start_failure(stop: Stop) -> PathEnd {
    match stop {
        Stop::Open(reason) => PathEnd::Open(reason, Position::BUILT_IN),
        Stop::Bad(bad) => PathEnd::Bad(bad, Position::BUILT_IN),
        _ => PathEnd::Open("main cannot be called".to_owned(), Position::BUILT_IN),
    }
}

/// The schedule up to and including an operation, by its number from 1.
fn cut(segments: &[Segment], step: u64) -> Vec<Segment> {
    let mut left = step;
    let mut kept = Vec::new();
    for segment in segments {
        let steps = segment.steps.min(left);
        if steps == 0 {
            break;
        }
        kept.push(Segment { steps, ..*segment });
        left -= steps;
    }
    kept
}
