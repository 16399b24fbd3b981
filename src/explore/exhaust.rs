//! A search through all states: a program has a race iff it has a state in which two threads are about to do conflicting accesses,
//! not both atomic (the definition of sequentially consistent executions; clocks are no part of a state, so caching states is exact).
//!
//! Loops that only wait come back to a state that was seen: textbook mutual exclusion needs no bound.
//! Tries may fail, waits may wake spuriously, inputs take all values; whatever is left out makes the conclusion [`Conclusion::Open`].

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Position, Program};

use super::code::{AccessSite, Code};
use super::compile::compile;
use super::inputs::Inputs;
use super::machine::{Footprint, Machine, MachineSettings, MemoryModel, PathEnd, Purpose, Stop, UnknownFunctions};
use super::state::{StateKey, States};
use super::thread::ThreadState;
use super::turn::TurnEnd;

/// What a search through all states may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExhaustSettings {
    /// States at most.
    pub states: usize,
    /// Operations at most.
    pub steps: u64,
    /// Which orders atomic operations give; states are sequentially consistent, so weaker orders make the search open.
    pub memory_model: MemoryModel,
    /// What a function with neither body nor model does.
    pub unknown_functions: UnknownFunctions,
    /// Which accesses are scheduling points.
    pub scheduling: Scheduling,
    /// Threads at most.
    pub threads: usize,
    /// Bytes of memory of the program at most.
    pub memory: u64,
    /// Bytes that the states may take at most, estimated.
    pub state_memory: usize,
}

/// Which accesses to memory are scheduling points; operations on synchronisation objects and atomic accesses always are.
///
/// If a sound analysis excluded all pairs of an access, provided that no other accesses race, then that access takes part in no first race,
/// and it is ordered by synchronisation with everything it conflicts with: executions that differ only in when it happens
/// between two scheduling points are equivalent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheduling {
    /// All that other threads could notice.
    AllAccesses,
    /// Those at places of pairs that a sound analysis left open.
    OpenPlaces(BTreeSet<Position>),
}

impl Default for ExhaustSettings {
    fn default() -> Self {
        ExhaustSettings {
            states: 200_000,
            steps: 50_000_000,
            memory_model: MemoryModel::SequentiallyConsistent,
            unknown_functions: UnknownFunctions::Pure,
            scheduling: Scheduling::AllAccesses,
            threads: 16,
            memory: 1 << 20,
            state_memory: 1 << 30,
        }
    }
}

/// What a search through all states shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// No state has two threads before conflicting accesses.
    RaceFree,
    /// A state has. It may rest on a try that failed or a wait that woke without reason: no confirmation by itself.
    Race {
        /// Where one access stands.
        first: Position,
        /// Where the other stands.
        second: Position,
    },
    /// Something was left out, by reason and place.
    Open(BTreeMap<(String, Position), u64>),
}

/// What a search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhaustion {
    /// What it shows.
    pub conclusion: Conclusion,
    /// States visited.
    pub states: usize,
    /// Turns of threads tried.
    pub turns: u64,
    /// Operations executed.
    pub steps: u64,
}

/// Visits all states of a program, within limits.
pub fn exhaust(program: &Program, settings: &ExhaustSettings) -> Exhaustion {
    let code = compile(program, settings.memory);
    let mut search = Search::new(&code, settings);
    let conclusion = match search.run(program.main.0) {
        Err(race) => race,
        Ok(()) if search.open.is_empty() => Conclusion::RaceFree,
        Ok(()) => Conclusion::Open(std::mem::take(&mut search.open)),
    };
    Exhaustion {
        conclusion,
        states: search.states.len(),
        turns: search.turns,
        steps: search.machine.steps,
    }
}

struct Search<'a> {
    settings: &'a ExhaustSettings,
    code: &'a Code,
    machine: Machine<'a>,
    states: States,
    work: Vec<StateKey>,
    open: BTreeMap<(String, Position), u64>,
    turns: u64,
}

/// Combinations of the inputs of one turn at most.
const MOST_COMBINATIONS: usize = 4096;

/// Functions nested at most.
const DEPTH: usize = 200;

impl<'a> Search<'a> {
    fn new(code: &'a Code, settings: &'a ExhaustSettings) -> Self {
        let machine_settings = MachineSettings {
            memory_model: settings.memory_model,
            purpose: Purpose::Exhaust,
            unknown_functions: settings.unknown_functions,
            threads: settings.threads,
            depth: DEPTH,
        };
        let mut machine = Machine::new(code, machine_settings);
        if let Scheduling::OpenPlaces(places) = &settings.scheduling {
            let silent = |site: &AccessSite| !site.atomic && !places.contains(&site.at);
            machine.silence(code.accesses.iter().map(silent).collect());
        }
        Search {
            settings,
            code,
            machine,
            states: States::new(),
            work: Vec::new(),
            open: BTreeMap::new(),
            turns: 0,
        }
    }

    /// Visits states until none is left, or a limit is reached, or something is open; a race is given as the error.
    fn run(&mut self, main: u32) -> Result<(), Conclusion> {
        if self.settings.memory_model == MemoryModel::C11 && self.code.has_weak_orders() {
            self.left_out("atomic orders weaker than sequential consistency", Position::BUILT_IN);
            return Ok(());
        }
        self.start(main);
        while let Some(state) = self.work.pop() {
            if let Some(limit) = self.limit_reached() {
                self.left_out(limit, Position::BUILT_IN);
            }
            if !self.open.is_empty() {
                return Ok(());
            }
            self.visit(state)?;
        }
        Ok(())
    }

    fn limit_reached(&self) -> Option<&'static str> {
        if self.states.len() > self.settings.states {
            Some("the limit of states")
        } else if self.machine.steps > self.settings.steps {
            Some("the limit of steps")
        } else if self.states.bytes() > self.settings.state_memory {
            Some("the limit of memory for states")
        } else {
            None
        }
    }

    fn left_out(&mut self, reason: &str, at: Position) {
        *self.open.entry((reason.to_owned(), at)).or_default() += 1;
    }

    /// The states after the main thread's first computation, for all inputs.
    fn start(&mut self, main: u32) {
        self.for_all_inputs(|search| match search.machine.start_keeping_steps(main) {
            Ok(()) => search.machine.settle(0),
            Err(Stop::Open(reason)) => TurnEnd::Ended(PathEnd::Open(reason, Position::BUILT_IN)),
            Err(_) => TurnEnd::Ended(PathEnd::Open("main cannot be called".to_owned(), Position::BUILT_IN)),
        });
    }

    /// Does something once for each combination of the inputs that it asks for, and keeps the states that it leads to.
    fn for_all_inputs(&mut self, mut act: impl FnMut(&mut Self) -> TurnEnd) {
        let mut script = Vec::new();
        for _ in 0..MOST_COMBINATIONS {
            if self.machine.steps > self.settings.steps {
                return self.left_out("the limit of steps", Position::BUILT_IN);
            }
            self.machine.inputs = Inputs::enumerated(script);
            let end = act(self);
            let domains = self.machine.inputs.domains.take().unwrap_or_default();
            let given = std::mem::take(&mut self.machine.inputs.given);
            if domains.contains(&0) {
                return self.left_out("an input with too many values", Position::BUILT_IN);
            }
            self.arrive(end);
            match next_script(given, &domains) {
                Some(next) => script = next,
                None => return,
            }
        }
        self.left_out("many combinations of inputs in one turn", Position::BUILT_IN);
    }

    fn arrive(&mut self, end: TurnEnd) {
        match end {
            TurnEnd::Settled => {
                let (key, new) = self.states.enter(&mut self.machine);
                if new {
                    self.work.push(key);
                }
            }
            TurnEnd::Ended(PathEnd::Open(reason, at)) => self.left_out(&reason, at),
            TurnEnd::Ended(PathEnd::Bad(bad, at)) => self.left_out(&format!("undefined behaviour: {bad:?}"), at),
            TurnEnd::Ended(_) => {}
        }
    }

    fn visit(&mut self, state: StateKey) -> Result<(), Conclusion> {
        let mut poised: Vec<(usize, Vec<Footprint>)> = Vec::new();
        self.states.restore(state, &mut self.machine);
        let enabled: Vec<bool> = (0..self.machine.threads.len())
            .map(|thread| self.machine.enabled(thread))
            .collect();
        let excluded: Vec<usize> = (0..enabled.len())
            .filter(|thread| !enabled[*thread] && self.machine.is_poised(*thread))
            .collect();
        for thread in (0..enabled.len()).filter(|thread| enabled[*thread]) {
            poised.push((thread, self.turn(state, thread)));
        }
        for thread in excluded {
            poised.push((thread, self.intention(state, thread)));
        }
        self.check(&poised)
    }

    /// Lets a thread take its turn, for all inputs; threads that it creates settle. Gives the accesses of its first operation.
    fn turn(&mut self, state: StateKey, thread: usize) -> Vec<Footprint> {
        self.turns += 1;
        let mut footprints = Vec::new();
        self.for_all_inputs(|search| {
            search.states.restore(state, &mut search.machine);
            let before = search.machine.threads.len();
            let mut end = search.machine.visible_step(thread);
            footprints.append(&mut search.machine.footprint);
            let after = search.machine.threads.len();
            for settling in std::iter::once(thread).chain(before..after) {
                if end == TurnEnd::Settled && search.machine.threads[settling].state == ThreadState::Ready {
                    end = search.machine.settle(settling);
                }
            }
            end
        });
        footprints
    }

    /// The accesses that a thread would make if no other one were in an atomic block.
    fn intention(&mut self, state: StateKey, thread: usize) -> Vec<Footprint> {
        let mut footprints = Vec::new();
        self.for_all_inputs(|search| {
            search.states.restore(state, &mut search.machine);
            search.machine.visible_step(thread);
            footprints.append(&mut search.machine.footprint);
            TurnEnd::Ended(PathEnd::Rejected)
        });
        footprints
    }

    /// Two threads before conflicting accesses.
    fn check(&self, poised: &[(usize, Vec<Footprint>)]) -> Result<(), Conclusion> {
        for (number, (_, one)) in poised.iter().enumerate() {
            for (_, other) in &poised[number + 1..] {
                for (first, second) in one
                    .iter()
                    .flat_map(|first| other.iter().map(move |second| (first, second)))
                {
                    if first.conflicts(second) {
                        return Err(Conclusion::Race {
                            first: self.code.accesses[first.site as usize].at,
                            second: self.code.accesses[second.site as usize].at,
                        });
                    }
                }
            }
        }
        Ok(())
    }
}

/// The next combination of inputs, the last one counting fastest.
fn next_script(mut given: Vec<u64>, domains: &[u64]) -> Option<Vec<u64>> {
    while let Some(last) = given.pop() {
        if last + 1 < domains[given.len()] {
            given.push(last + 1);
            return Some(given);
        }
    }
    None
}
