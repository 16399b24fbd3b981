//! A search through all states: a program has a race iff it has a state in which two threads are about to do conflicting accesses,
//! not both atomic (the definition of sequentially consistent executions; clocks are no part of a state, so caching states is exact).
//!
//! Loops that only wait come back to a state that was seen: textbook mutual exclusion needs no bound.
//!
//! A set of turns is *persistent* in a state if nothing that the other threads can do from there on, without taking one of these turns,
//! depends on them; it suffices to take only those (Godefroid, "Partial-order methods for the verification of concurrent systems", 1996).
//! Here such a set is the turn of one thread. Let w lead from the state to one with a race. If the turn occurs in w, it may as well be
//! taken first; if not, it may be taken in addition, and as no access of others conflicts with it, the two threads still race after it.
//! The turn must lead to a new state: so the argument, repeated, comes to an end.
//! Tries may fail, waits may wake spuriously, inputs take all values; whatever is left out makes the conclusion [`Conclusion::Open`].

use std::collections::{BTreeMap, BTreeSet};

use std::sync::Arc;

use crate::ir::{Position, Program};
use crate::library::Library;
use crate::limits::Interrupt;

use super::code::Layout;
use super::compile::compile;
use super::futures::Futures;
use super::machine::{Failures, Footprint, MemoryModel, Releases, UnknownFunctions, Uses};
use super::search::Goal;
use super::state::StateKey;
use super::turns::{Arrival, Turn, Turns};

/// What a search through all states may use.
#[derive(Clone, Debug, PartialEq)]
pub struct ExhaustSettings {
    /// States at most.
    pub states: usize,
    /// Operations at most.
    pub steps: u64,
    /// Which orders atomic operations give; states are sequentially consistent, so weaker orders make the search open.
    pub memory_model: MemoryModel,
    /// Whether an unordered release of memory counts as a race.
    pub releases: Releases,
    /// Whether calls on objects of synchronisation are accesses.
    pub uses: Uses,
    /// What a function with neither body nor model does.
    pub unknown_functions: UnknownFunctions,
    /// Which creations and allocations may fail.
    pub failures: Failures,
    /// Which accesses are scheduling points.
    pub scheduling: Scheduling,
    /// What is looked for besides races.
    pub goal: Goal,
    /// Which turns are left out because others lead to the same.
    pub reduction: Reduction,
    /// Threads at most.
    pub threads: usize,
    /// Bytes of memory of the program at most.
    pub memory: u64,
    /// Bytes that the states may take at most, estimated.
    pub state_memory: usize,
    /// Who may end the search, between two states.
    pub interrupt: Interrupt,
    /// What functions without body do.
    pub library: Arc<Library>,
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

/// Which turns a search through all states leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// None: all interleavings of turns are visited.
    None,
    /// Where nothing that the others may ever do depends on the turn of one thread, only that one is taken.
    PersistentSets,
}

impl Default for ExhaustSettings {
    fn default() -> Self {
        ExhaustSettings {
            states: 200_000,
            steps: 50_000_000,
            memory_model: MemoryModel::SequentiallyConsistent,
            releases: Releases::Race,
            uses: Uses::Ignored,
            unknown_functions: UnknownFunctions::Open,
            failures: Failures::Never,
            scheduling: Scheduling::AllAccesses,
            goal: Goal::Races,
            reduction: Reduction::PersistentSets,
            threads: 16,
            memory: 1 << 20,
            state_memory: 1 << 30,
            interrupt: Interrupt::default(),
            library: Library::shared(),
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
    /// States in which threads wait for ever: in a circle for locks and ends of threads, or all that have not ended for anything; counted if
    /// that is looked for.
    pub stuck: usize,
}

/// Visits all states of a program, within limits.
pub fn exhaust(program: &Program, settings: &ExhaustSettings) -> Exhaustion {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    let mut search = Search {
        turns: Turns::new(&code, settings),
        reduction: settings.reduction,
        futures: None,
        work: Vec::new(),
        stuck: 0,
    };
    let race = search.run(program.main.0).err();
    Exhaustion {
        stuck: search.stuck,
        ..search.turns.conclude(race)
    }
}

impl Turns<'_> {
    /// What a search shows that ended with a race or without one.
    pub(super) fn conclude(mut self, race: Option<Conclusion>) -> Exhaustion {
        let conclusion = match race {
            Some(race) => race,
            None if self.open.is_empty() => Conclusion::RaceFree,
            None => Conclusion::Open(std::mem::take(&mut self.open)),
        };
        Exhaustion {
            conclusion,
            states: self.states.len(),
            turns: self.taken,
            steps: self.machine.steps,
            stuck: 0,
        }
    }

    /// The race by which a search ends if two turns begin with conflicting accesses.
    pub(super) fn race(&self, one: &Turn, other: &Turn) -> Result<(), Conclusion> {
        let place = |access: Footprint| self.code.accesses[access.site as usize].at;
        match one.race(other) {
            Some((first, second)) => Err(Conclusion::Race {
                first: place(first),
                second: place(second),
            }),
            None => Ok(()),
        }
    }
}

/// States visited without reduction first: most searches end before it is worth its preparation.
const UNREDUCED: usize = 100;

struct Search<'a> {
    turns: Turns<'a>,
    reduction: Reduction,
    futures: Option<Futures>,
    work: Vec<StateKey>,
    /// States in which threads wait for ever.
    stuck: usize,
}

impl Search<'_> {
    /// Visits states until none is left, or a limit is reached, or something is open; a race is given as the error.
    fn run(&mut self, main: u32) -> Result<(), Conclusion> {
        let arrivals = self.turns.start(main);
        self.push(&arrivals);
        while let Some(state) = self.work.pop() {
            self.turns.check_limits();
            if !self.turns.open.is_empty() {
                return Ok(());
            }
            let wanted = self.reduction == Reduction::PersistentSets && self.turns.states.len() > UNREDUCED;
            if wanted && self.futures.is_none() {
                self.futures = Some(Futures::new(self.turns.code));
            }
            self.visit(state)?;
        }
        Ok(())
    }

    fn push(&mut self, arrivals: &[Arrival]) {
        self.work.extend(arrivals.iter().filter_map(|arrival| match arrival {
            Arrival::New(key) => Some(*key),
            _ => None,
        }));
    }

    fn visit(&mut self, state: StateKey) -> Result<(), Conclusion> {
        let (enabled, excluded) = self.turns.threads(state);
        if self.turns.settings.goal == Goal::Deadlocks {
            // Who waits in a circle goes on waiting, whatever turns are taken besides: none is missed because of those left out.
            let nobody_goes_on = enabled.is_empty() && excluded.is_empty() && !self.turns.waiting().is_empty();
            self.stuck += usize::from(nobody_goes_on || self.turns.machine.circle().is_some());
        }
        let alone = match &self.futures {
            Some(futures) if excluded.is_empty() => futures.independent_thread(&self.turns.machine, &enabled),
            _ => None,
        };
        let mut taken: Vec<Turn> = Vec::new();
        if let Some(thread) = alone {
            let turn = self.turns.take(state, thread);
            self.push(&turn.arrivals);
            if self.is_persistent(state, &turn) {
                return Ok(());
            }
            taken.push(turn);
        }
        for thread in enabled.into_iter().filter(|thread| Some(*thread) != alone) {
            let turn = self.turns.take(state, thread);
            self.push(&turn.arrivals);
            taken.push(turn);
        }
        for thread in excluded {
            taken.push(self.turns.intention(state, thread));
        }
        for (number, one) in taken.iter().enumerate() {
            for other in &taken[number + 1..] {
                self.turns.race(one, other)?;
            }
        }
        Ok(())
    }

    /// Whether a turn alone is a persistent set that leads on: nothing that other threads may ever do depends on it,
    /// and it leads to a new state (the proviso, by which no thread is put off for ever).
    fn is_persistent(&mut self, state: StateKey, turn: &Turn) -> bool {
        let leads_on = turn.arrivals.iter().any(|arrival| matches!(arrival, Arrival::New(_)));
        let certain = turn.arrivals.iter().all(|arrival| *arrival != Arrival::Ended);
        let Some(futures) = &self.futures else { return false };
        if !leads_on || !certain {
            return false;
        }
        self.turns.states.restore(state, &mut self.turns.machine);
        futures.are_independent(&self.turns.machine, turn)
    }
}
