//! Schedules: which thread runs next, and for how long.
//!
//! *Random*: a thread chosen evenly among those that can run, for a random number of operations that others could notice.
//! *Priorities* (PCT: Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010): the thread of the highest random priority runs;
//! at d − 1 random points its priority drops below all others. A bug of depth d among n threads and k steps
//! is found with probability at least 1 / (n · k^(d−1)) per run. A thread that runs very long without waiting drops too,
//! since it may spin on what another thread has to do.
//! *Replay*: the recorded segments.
//! Before any of these, a guide is followed where there is one ([`super::guide`]).

use super::guide::{Following, Guide};
use super::inputs::Inputs;
use super::interpret::Pause;
use super::machine::{Machine, PathEnd};
use super::race::Execution;
use super::random::Random;
use super::search::Goal;
use super::thread::{ThreadState, Wait};
use crate::limits::Interrupt;

/// A thread ran for a number of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// The thread's number, in order of creation.
    pub thread: u32,
    /// Operations, at least one.
    pub steps: u64,
}

/// How the next thread is chosen.
#[derive(Clone, Debug)]
pub enum Strategy {
    /// Evenly; a turn lasts up to twice this many operations that others could notice.
    Random { turn: u64 },
    /// By priorities that drop at these counts of operations that others could notice, sorted.
    Priorities { changes: Vec<u64> },
    /// Evenly among those that hold the fewest locks, and in one of so many turns among all, if not 0; a turn lasts one operation and up to twice
    /// this many more: a thread that has a lock does not go on before all others have one (after Joshi, Park, Sen and Naik, "A randomized
    /// dynamic program analysis technique for detecting real deadlocks", PLDI 2009).
    Hoarding { turn: u64, lavish: u64 },
    /// As recorded.
    Replay { segments: Vec<Segment> },
}

/// A recorded beginning of an execution, after which a strategy goes on.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// What is repeated.
    pub segments: Vec<Segment>,
    /// The thread that does not run next, if another one can.
    pub banned: Option<u32>,
}

/// Operations that others could notice, after which a thread that never waited loses its priority.
const PATIENCE: u64 = 400;

/// What one execution did.
#[derive(Clone, Debug)]
pub struct Run {
    /// Why it ended.
    pub end: PathEnd,
    /// The schedule that it took.
    pub segments: Vec<Segment>,
    /// How many steps of its guide it met.
    pub met: usize,
}

/// A scheduler for one execution.
pub struct Scheduler {
    strategy: Strategy,
    goal: Goal,
    beginning: Beginning,
    following: Following,
    random: Random,
    /// By thread; higher runs first.
    priorities: Vec<u64>,
    /// The next priority below all others.
    lowest: u64,
    segments: Vec<Segment>,
    replayed: usize,
    /// What is left of a repeated segment: its thread waited for something that was already there, or the machine was halted.
    rest: Option<Segment>,
}

impl Machine<'_> {
    /// Starts on an execution that was recorded, and gives the scheduler that repeats it; nothing if it cannot be started.
    pub(super) fn repeat(&mut self, entry: u32, seed: u64, execution: &Execution) -> Option<Scheduler> {
        self.limit_threads(execution.threads);
        let inputs = Inputs::scripted(seed, 0, execution.inputs.clone());
        self.start(entry, inputs).ok()?;
        let strategy = Strategy::Replay {
            segments: execution.segments.clone(),
        };
        Some(Scheduler::new(strategy, Random::new(0, 0)))
    }
}

impl Scheduler {
    /// A scheduler whose choices come from a seed.
    pub fn new(strategy: Strategy, random: Random) -> Self {
        Scheduler {
            strategy,
            goal: Goal::Races,
            beginning: Beginning::default(),
            following: Following::default(),
            random,
            priorities: Vec::new(),
            lowest: 1 << 32,
            segments: Vec::new(),
            replayed: 0,
            rest: None,
        }
    }

    /// The same scheduler, for executions that end where threads begin to wait in a circle.
    pub fn towards(self, goal: Goal) -> Self {
        Scheduler { goal, ..self }
    }

    /// A scheduler that first repeats the beginning of an execution.
    pub fn resuming(beginning: Beginning, strategy: Strategy, random: Random) -> Self {
        Scheduler {
            beginning,
            ..Scheduler::new(strategy, random)
        }
    }

    /// The same scheduler, which follows a guide before it chooses.
    pub fn guided(self, guide: Guide) -> Self {
        Scheduler {
            following: Following::new(guide),
            ..self
        }
    }

    /// Runs a started machine until its execution ends, `budget` operations are done, or somebody asks for the end.
    pub fn run(mut self, machine: &mut Machine<'_>, budget: u64, interrupt: &Interrupt) -> Run {
        let end = self.go_on(machine, budget, interrupt);
        Run {
            end: machine.end_of_unfinished().unwrap_or(end),
            segments: self.segments,
            met: self.following.met,
        }
    }

    /// Lets a machine go on until its execution ends, it has done `budget` operations since it was started, or somebody asks for the end.
    pub fn go_on(&mut self, machine: &mut Machine<'_>, budget: u64, interrupt: &Interrupt) -> PathEnd {
        loop {
            if machine.steps >= budget || machine.is_overdue() || interrupt.reason().is_some() {
                break PathEnd::StepLimit;
            }
            let enabled: Vec<usize> = (0..machine.threads.len())
                .filter(|thread| machine.enabled(*thread))
                .collect();
            if enabled.is_empty() {
                break self.stuck(machine);
            }
            let Some((thread, fuel, visible)) = self.choose(machine, &enabled) else {
                break PathEnd::StepLimit;
            };
            let before = machine.steps;
            let pause = machine.advance(thread, fuel.min(budget - before), visible);
            let steps = machine.steps - before;
            self.record(thread, steps);
            let is_halted = pause == Pause::Blocked || machine.steps >= budget;
            if is_halted && fuel < u64::MAX && steps < fuel {
                self.rest = Some(Segment {
                    thread: thread as u32,
                    steps: fuel - steps,
                });
            }
            if pause == Pause::Blocked && self.goal == Goal::Deadlocks && machine.circle_from(thread).is_some() {
                break PathEnd::Deadlock;
            }
            match pause {
                Pause::End(end) => break end,
                Pause::Budget if machine.visible == 0 && visible >= PATIENCE => self.drop_priority(thread),
                Pause::Budget | Pause::Blocked => {}
            }
        }
    }

    fn stuck(&self, machine: &Machine<'_>) -> PathEnd {
        // An atomic block that cannot go on is an execution that does not exist.
        let inside_atomic = machine.synchronisation.atomic_block.is_some();
        let ended = machine.threads.iter().all(|thread| thread.state == ThreadState::Ended);
        let limited = |thread: &super::thread::Thread| thread.state == ThreadState::Waiting(Wait::ThreadLimit);
        match (inside_atomic, ended) {
            (true, _) => PathEnd::Rejected,
            (false, true) => PathEnd::Exit,
            (false, false) if machine.threads.iter().any(limited) => PathEnd::ThreadLimit,
            (false, false) => PathEnd::Deadlock,
        }
    }

    fn record(&mut self, thread: usize, steps: u64) {
        let thread = thread as u32;
        match self.segments.last_mut() {
            // Only in a replay is a boundary between two turns of a thread of no consequence to what follows.
            Some(last) if last.thread == thread => last.steps += steps,
            _ => self.segments.push(Segment { thread, steps }),
        }
    }

    /// The next thread, the operations it may do, and those of them that others could notice.
    fn choose(&mut self, machine: &Machine<'_>, enabled: &[usize]) -> Option<(usize, u64, u64)> {
        let rest = self.rest.take();
        if let Some(rest) = rest.filter(|rest| enabled.contains(&(rest.thread as usize))) {
            return replayed(rest, enabled);
        }
        if let Some(segment) = self.beginning.segments.get(self.replayed) {
            self.replayed += 1;
            return replayed(*segment, enabled);
        }
        if let Some(banned) = self.beginning.banned.take() {
            let others: Vec<usize> = enabled
                .iter()
                .copied()
                .filter(|thread| *thread != banned as usize)
                .collect();
            if !others.is_empty() {
                self.drop_priority(banned as usize);
                return self.choose(machine, &others);
            }
        }
        if let Some(thread) = self.following.choose(machine, enabled, &mut self.random) {
            return Some((thread, 1, u64::MAX));
        }
        match &self.strategy {
            Strategy::Random { turn } => {
                let thread = enabled[self.random.below(enabled.len() as u64) as usize];
                Some((thread, u64::MAX, 1 + self.random.below(2 * turn)))
            }
            Strategy::Hoarding { turn, lavish } => {
                let fewest = enabled.iter().map(|thread| machine.threads[*thread].held.len()).min()?;
                let poor = enabled
                    .iter()
                    .filter(|thread| machine.threads[**thread].held.len() == fewest);
                let among: Vec<usize> = match *lavish > 0 && self.random.below(*lavish) == 0 {
                    true => enabled.to_vec(),
                    false => poor.copied().collect(),
                };
                let thread = among[self.random.below(among.len() as u64) as usize];
                Some((thread, u64::MAX, 1 + self.random.below(2 * turn + 1)))
            }
            Strategy::Priorities { changes } => {
                let passed = changes.partition_point(|change| *change <= machine.visible_steps);
                let next = changes
                    .get(passed)
                    .map_or(u64::MAX, |change| change - machine.visible_steps);
                self.assign_priorities(machine.threads.len());
                let thread = enabled.iter().copied().max_by_key(|thread| self.priorities[*thread])?;
                if next <= PATIENCE {
                    // At the change point another thread may take over.
                    self.drop_after_turn(thread);
                }
                Some((thread, u64::MAX, next.min(PATIENCE)))
            }
            Strategy::Replay { segments } => {
                let segment = segments.get(self.replayed)?;
                self.replayed += 1;
                replayed(*segment, enabled)
            }
        }
    }

    fn assign_priorities(&mut self, threads: usize) {
        while self.priorities.len() < threads {
            self.priorities.push((1 << 32) + self.random.below(1 << 32));
        }
    }

    fn drop_priority(&mut self, thread: usize) {
        self.assign_priorities(thread + 1);
        self.lowest -= 1;
        self.priorities[thread] = self.lowest;
    }

    fn drop_after_turn(&mut self, thread: usize) {
        self.drop_priority(thread);
    }
}

/// A recorded segment as a choice; `None` if its thread cannot run.
fn replayed(segment: Segment, enabled: &[usize]) -> Option<(usize, u64, u64)> {
    let thread = segment.thread as usize;
    enabled.contains(&thread).then_some((thread, segment.steps, u64::MAX))
}

/// A schedule up to and including an operation, by its number from 1.
pub(super) fn up_to(segments: &[Segment], step: u64) -> Vec<Segment> {
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
