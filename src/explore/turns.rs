//! Turns of threads from stored states, with all values of their inputs: what both searches through all interleavings are made of.
//!
//! A whole atomic block is one turn, since nobody else acts inside it; a block that cannot end is a path that does not exist.

use std::collections::BTreeMap;

use crate::ir::Position;

use super::code::{AccessSite, Code};
use super::dependence::Effects;
use super::exhaust::{ExhaustSettings, Scheduling};
use super::inputs::Inputs;
use super::machine::{Footprint, Fortune, Machine, MachineSettings, PathEnd, Purpose, Stop};
use super::memory::BadAccess;
use super::state::{StateKey, States};
use super::thread::ThreadState;
use super::turn::TurnEnd;

/// Combinations of the inputs of one turn at most.
const MOST_COMBINATIONS: usize = 4096;

/// Operations of one atomic block that others could notice, in one turn at most.
const LONGEST_BLOCK: usize = 256;

/// Functions nested at most.
const DEPTH: usize = 200;

/// What it costs to restore a state and to store another one, in operations that take about as long: in any case,
const COST_OF_STATE: u64 = 25;

/// and for each page of memory or other component that is copied or looked up.
const COST_OF_COMPONENT: u64 = 2;

/// Where a turn led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// To a state that was not seen before.
    New(StateKey),
    /// To a state that was seen before.
    Known(StateKey),
    /// To the end of the program.
    Ended,
    /// Nowhere: an assumption failed, or an atomic block cannot end. It may be otherwise after turns of others.
    Rejected,
}

/// A turn, with all values of its inputs.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The thread.
    pub thread: usize,
    /// Where it led.
    pub arrivals: Vec<Arrival>,
    /// The accesses that it began with, or those of the atomic block that it was.
    pub accesses: Vec<Footprint>,
    /// Whether it was an atomic block.
    pub is_block: bool,
    /// What it touched.
    pub effects: Effects,
}

impl Turn {
    fn of(thread: usize) -> Self {
        Turn {
            thread,
            arrivals: Vec::new(),
            accesses: Vec::new(),
            is_block: false,
            effects: Effects::default(),
        }
    }

    /// The two accesses by which turns of two threads race, if they do.
    pub fn race(&self, other: &Turn) -> Option<(Footprint, Footprint)> {
        if self.is_block && other.is_block {
            return None;
        }
        let mut pairs = self
            .accesses
            .iter()
            .flat_map(|first| other.accesses.iter().map(move |second| (*first, *second)));
        pairs.find(|(first, second)| first.conflicts(second))
    }
}

/// A machine that takes turns, and the states it led to.
pub struct Turns<'a> {
    pub(super) settings: &'a ExhaustSettings,
    pub(super) code: &'a Code,
    pub(super) machine: Machine<'a>,
    pub(super) states: States,
    /// What was left out, by reason and place.
    pub(super) open: BTreeMap<(String, Position), u64>,
    /// Turns taken.
    pub(super) taken: u64,
    /// States restored and stored, also such as were known.
    stored: u64,
}

impl<'a> Turns<'a> {
    /// A machine before program start.
    pub fn new(code: &'a Code, settings: &'a ExhaustSettings) -> Self {
        let machine_settings = MachineSettings {
            memory_model: settings.memory_model,
            purpose: Purpose::Exhaust,
            unknown_functions: settings.unknown_functions,
            failures: settings.failures,
            releases: settings.releases,
            uses: settings.uses,
            threads: settings.threads,
            depth: DEPTH,
        };
        let mut machine = Machine::new(code, machine_settings);
        if let Scheduling::OpenPlaces(places) = &settings.scheduling {
            let silent = |site: &AccessSite| !site.atomic && !places.contains(&site.at);
            machine.silence(code.accesses.iter().map(silent).collect());
        }
        Turns {
            settings,
            code,
            machine,
            states: States::new(),
            open: BTreeMap::new(),
            taken: 0,
            stored: 0,
        }
    }

    /// Notes what was left out.
    pub fn left_out(&mut self, reason: &str, at: Position) {
        *self.open.entry((reason.to_owned(), at)).or_default() += 1;
    }

    /// Operations executed, and what takes as long.
    pub fn steps(&self) -> u64 {
        self.machine.steps + COST_OF_STATE * self.stored + COST_OF_COMPONENT * self.states.work()
    }

    /// Notes the limit that is reached, if one is.
    pub fn check_limits(&mut self) {
        if let Some(reason) = self.reached_limit() {
            self.left_out(reason, Position::BUILT_IN);
        }
    }

    fn reached_limit(&self) -> Option<&'static str> {
        if self.states.len() > self.settings.states {
            Some("the limit of states")
        } else if self.steps() > self.settings.steps {
            Some("the limit of steps")
        } else if self.states.bytes() > self.settings.state_memory {
            Some("the limit of memory for states")
        } else if self.settings.interrupt.reason().is_some() {
            Some("the end of what the whole run may take")
        } else {
            None
        }
    }

    /// The states after the main thread's first computation.
    pub fn start(&mut self, main: u32) -> Vec<Arrival> {
        self.for_all_inputs(|turns| match turns.machine.start_keeping_steps(main) {
            Ok(()) => turns.machine.settle(0),
            Err(Stop::Open(reason)) => TurnEnd::Ended(PathEnd::Open(reason, Position::BUILT_IN)),
            Err(_) => TurnEnd::Ended(PathEnd::Open("main cannot be called".to_owned(), Position::BUILT_IN)),
        })
    }

    /// The threads that could go on from a state, and those that could if no other thread were in an atomic block.
    pub fn threads(&mut self, state: StateKey) -> (Vec<usize>, Vec<usize>) {
        self.states.restore(state, &mut self.machine);
        let machine = &self.machine;
        let poised = (0..machine.threads.len()).filter(|thread| machine.is_poised(*thread));
        poised.partition(|thread| machine.enabled(*thread))
    }

    /// The threads that wait for something in the state that was last asked for.
    pub fn waiting(&self) -> Vec<usize> {
        let machine = &self.machine;
        let waits = |thread: &usize| matches!(machine.threads[*thread].state, ThreadState::Waiting(_));
        let waiting = (0..machine.threads.len()).filter(waits);
        waiting.filter(|thread| !machine.is_poised(*thread)).collect()
    }

    /// The number of threads in a state.
    pub fn thread_count(&mut self, state: StateKey) -> usize {
        self.states.restore(state, &mut self.machine);
        self.machine.threads.len()
    }

    /// Lets a thread take its turn; threads that it creates do what others cannot notice.
    pub fn take(&mut self, state: StateKey, thread: usize) -> Turn {
        self.taken += 1;
        let mut turn = Turn::of(thread);
        turn.arrivals = self.for_all_inputs(|turns| {
            turns.states.restore(state, &mut turns.machine);
            let end = turns.step(&mut turn);
            turn.effects.add(std::mem::take(&mut turns.machine.effects));
            end
        });
        turn
    }

    /// One operation that others could notice, or an atomic block.
    fn step(&mut self, turn: &mut Turn) -> TurnEnd {
        let was_inside = self.is_inside_block(turn.thread);
        for _ in 0..LONGEST_BLOCK {
            let end = self.single_step(turn);
            if end != TurnEnd::Settled || !self.is_inside_block(turn.thread) {
                return end;
            }
            turn.is_block |= !was_inside;
            if !self.machine.enabled(turn.thread) {
                return TurnEnd::Ended(PathEnd::Rejected);
            }
        }
        TurnEnd::Settled
    }

    fn single_step(&mut self, turn: &mut Turn) -> TurnEnd {
        let machine = &mut self.machine;
        let before = machine.threads.len();
        let mut end = machine.visible_step(turn.thread);
        turn.accesses.extend_from_slice(&machine.footprint);
        for settling in std::iter::once(turn.thread).chain(before..machine.threads.len()) {
            if end == TurnEnd::Settled && machine.threads[settling].state == ThreadState::Ready {
                end = machine.settle(settling);
            }
        }
        turn.effects.add_accesses(&machine.footprint);
        end
    }

    fn is_inside_block(&self, thread: usize) -> bool {
        let block = self.machine.synchronisation.atomic_block;
        block.is_some_and(|(owner, _)| owner as usize == thread)
    }

    /// The accesses that a thread would make if no other one were in an atomic block.
    pub fn intention(&mut self, state: StateKey, thread: usize) -> Turn {
        let mut turn = Turn::of(thread);
        self.for_all_inputs(|turns| {
            turns.states.restore(state, &mut turns.machine);
            turns.machine.visible_step(thread);
            turn.accesses.extend_from_slice(&turns.machine.footprint);
            turn.effects.add_accesses(&turns.machine.footprint);
            turn.effects.add(std::mem::take(&mut turns.machine.effects));
            TurnEnd::Ended(PathEnd::Rejected)
        });
        turn
    }

    /// Does something once for each combination of the inputs that it asks for, and keeps the states that it leads to.
    fn for_all_inputs(&mut self, mut act: impl FnMut(&mut Self) -> TurnEnd) -> Vec<Arrival> {
        let mut script = Vec::new();
        let mut arrivals = Vec::new();
        for _ in 0..MOST_COMBINATIONS {
            if self.reached_limit().is_some() {
                self.check_limits();
                return arrivals;
            }
            self.machine.inputs = Inputs::enumerated(script);
            let end = act(self);
            self.stored += 1;
            let domains = self.machine.inputs.domains.take().unwrap_or_default();
            let given = std::mem::take(&mut self.machine.inputs.given);
            if domains.contains(&0) {
                self.left_out("an input with too many values", Position::BUILT_IN);
                return arrivals;
            }
            arrivals.push(self.arrive(end));
            match next_script(given, &domains) {
                Some(next) => script = next,
                None => return arrivals,
            }
        }
        self.left_out("many combinations of inputs in one turn", Position::BUILT_IN);
        arrivals
    }

    fn arrive(&mut self, end: TurnEnd) -> Arrival {
        match end {
            TurnEnd::Settled => {
                let (key, new) = self.states.enter(&mut self.machine);
                if new { Arrival::New(key) } else { Arrival::Known(key) }
            }
            TurnEnd::Ended(PathEnd::Rejected) => Arrival::Rejected,
            TurnEnd::Ended(end) => {
                match end {
                    PathEnd::Open(reason, at) => self.left_out(&reason, at),
                    // Who follows a null pointer did not look whether there was memory.
                    PathEnd::Bad(BadAccess::Null, _) if self.machine.fortune == Fortune::Refused => {}
                    PathEnd::Bad(bad, at) => self.left_out(&format!("{bad} is undefined"), at),
                    _ => {}
                }
                Arrival::Ended
            }
        }
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
