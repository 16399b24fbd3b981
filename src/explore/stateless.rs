//! A search without stored states, for programs whose executions are bounded: one execution at least of each trace.
//!
//! Source sets with sleep sets (Abdulla, Aronis, Jonsson and Sagonas, "Optimal dynamic partial order reduction", 2014).
//! Two events e, e' of an execution E of different threads *race* if they are dependent and no happens-before path leads from e
//! to what the thread of e' did before e'. Then e' could also have come before e: let u be the events behind e that do not happen after it,
//! followed by e'. Some *initial* of u, a thread whose first event in u has no other event of u before it, must be tried where e was;
//! if none of them is among the threads to be tried there, one is added. A thread whose turns were all tried sleeps in what follows,
//! until an event comes that its turn depends on.
//!
//! A turn that cannot be taken now (a lock is held, an assumption fails) takes part as the turn it would be,
//! so what stands in its way is tried later (as in Flanagan and Godefroid, "Dynamic partial-order reduction", 2005).
//! Two accesses race iff their turns do in this sense and both begin with conflicting accesses: then an equivalent execution
//! has a state in which both are about to happen. This holds of an event and the turn of another thread behind it,
//! unless that turn is a whole atomic block, which may take another way before the event than behind it.

use super::code::Layout;
use super::compile::compile;
use super::dependence::Effects;
use super::exhaust::{Conclusion, ExhaustSettings, Exhaustion};
use super::state::StateKey;
use super::turns::{Arrival, Turn, Turns};
use crate::ir::{Position, Program};

/// Events of an execution at most.
const LONGEST: usize = 2_000;

/// Bytes of stack that one event of an execution may need.
const STACK: usize = 64 << 10;

/// Visits one execution at least of each trace of a program, within limits.
pub fn exhaust_traces(program: &Program, settings: &ExhaustSettings) -> Exhaustion {
    let code = compile(program, &settings.library, settings.memory, Layout::Ordinary);
    let mut search = Search {
        turns: Turns::new(&code, settings),
        events: Vec::new(),
        births: Vec::new(),
    };
    let mut race = None;
    for arrival in search.turns.start(program.main.0) {
        if let (Arrival::New(state) | Arrival::Known(state), None) = (arrival, &race) {
            race = search.explore(state, &[]).err();
        }
    }
    search.turns.conclude(race)
}

/// For each thread, how many of its events happened before.
type Past = Vec<u32>;

/// An event of the execution under way.
struct Event {
    turn: Turn,
    /// Its number among the events of its thread, from 1.
    number: u32,
    /// What happened before it, itself included.
    past: Past,
    /// The threads that could go on where it was taken.
    enabled: Vec<usize>,
    /// The threads that are to be tried there.
    tried: Vec<usize>,
}

/// A thread that need not go on until something happens that its turn depends on.
#[derive(Clone)]
struct Sleeper {
    thread: usize,
    effects: Effects,
}

struct Search<'a> {
    turns: Turns<'a>,
    events: Vec<Event>,
    /// By thread, what happened before it was created.
    births: Vec<Past>,
}

fn happened(past: &Past, event: &Event) -> bool {
    past.get(event.turn.thread).is_some_and(|count| *count >= event.number)
}

/// Adds threads to those that are to be tried, behind those that are there.
fn try_all(tried: &mut Vec<usize>, threads: &[usize]) {
    for thread in threads {
        if !tried.contains(thread) {
            tried.push(*thread);
        }
    }
}

fn join(past: &mut Past, other: &Past) {
    if past.len() < other.len() {
        past.resize(other.len(), 0);
    }
    for (mine, theirs) in past.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

impl Search<'_> {
    /// Explores what can follow the events so far; a race is given as the error.
    fn explore(&mut self, state: StateKey, sleep: &[Sleeper]) -> Result<(), Conclusion> {
        self.turns.check_limits();
        if self.events.len() >= LONGEST {
            self.turns.left_out("a very long execution", Position::BUILT_IN);
        }
        if !self.turns.open.is_empty() {
            return Ok(());
        }
        let (turns, mut enabled) = self.next_turns(state);
        for turn in &turns {
            self.reverse_races(turn)?;
        }
        for (number, one) in turns.iter().enumerate() {
            for other in &turns[number + 1..] {
                self.turns.race(one, other)?;
            }
        }
        enabled.retain(|thread| {
            let taken = turns.iter().find(|turn| turn.thread == *thread);
            taken.is_some_and(|turn| turn.arrivals.iter().any(|arrival| *arrival != Arrival::Rejected))
        });
        self.expand(&turns, &enabled, sleep)
    }

    /// The turns that threads would take, and the threads that are not kept from it by others.
    fn next_turns(&mut self, state: StateKey) -> (Vec<Turn>, Vec<usize>) {
        let (enabled, excluded) = self.turns.threads(state);
        let waiting = self.turns.waiting();
        if !excluded.is_empty() {
            self.turns.left_out("a long atomic block", Position::BUILT_IN);
        }
        let mut turns: Vec<Turn> = Vec::new();
        for thread in &enabled {
            turns.push(self.turns.take(state, *thread));
        }
        for thread in waiting {
            turns.push(self.turns.intention(state, thread));
        }
        (turns, enabled)
    }

    /// What a thread knows of the past before its next event.
    fn past_of(&self, thread: usize) -> Past {
        let last = self.events.iter().rfind(|event| event.turn.thread == thread);
        match last {
            Some(event) => event.past.clone(),
            None => self.births.get(thread).cloned().unwrap_or_default(),
        }
    }

    /// For each event that races with a turn: lets an initial of what leads to the turn without the event be tried in its place.
    fn reverse_races(&mut self, turn: &Turn) -> Result<(), Conclusion> {
        let past = self.past_of(turn.thread);
        for number in 0..self.events.len() {
            let event = &self.events[number];
            let racing = event.turn.thread != turn.thread && !happened(&past, event);
            if !racing || !event.turn.effects.depend_on(&turn.effects) {
                continue;
            }
            // An atomic block that comes first might take another way: it is compared where it is tried first.
            if !turn.is_block {
                self.turns.race(&event.turn, turn)?;
            }
            let initials = self.initials(number, turn);
            let event = &mut self.events[number];
            if initials.iter().any(|thread| event.tried.contains(thread)) {
                continue;
            }
            match initials.iter().find(|thread| event.enabled.contains(thread)) {
                Some(thread) => event.tried.push(*thread),
                None => try_all(&mut event.tried, &event.enabled),
            }
        }
        Ok(())
    }

    /// The threads that can begin the events behind one that do not happen after it, followed by a turn.
    fn initials(&self, number: usize, turn: &Turn) -> Vec<usize> {
        let reversed = &self.events[number];
        let mut kept: Vec<&Event> = Vec::new();
        let mut initials: Vec<usize> = Vec::new();
        for event in &self.events[number + 1..] {
            if happened(&event.past, reversed) {
                continue;
            }
            if !kept.iter().any(|before| happened(&event.past, before)) {
                initials.push(event.turn.thread);
            }
            kept.push(event);
        }
        let past = self.past_of(turn.thread);
        let free = kept
            .iter()
            .all(|before| !happened(&past, before) && !before.turn.effects.depend_on(&turn.effects));
        if free {
            initials.push(turn.thread);
        }
        initials
    }

    fn expand(&mut self, turns: &[Turn], enabled: &[usize], sleep: &[Sleeper]) -> Result<(), Conclusion> {
        let mut asleep: Vec<Sleeper> = sleep.to_vec();
        let is_asleep = |asleep: &[Sleeper], thread| asleep.iter().any(|sleeper| sleeper.thread == thread);
        let Some(first) = enabled.iter().find(|thread| !is_asleep(&asleep, **thread)) else {
            return Ok(());
        };
        let mut tried = vec![*first];
        let mut next = 0;
        while next < tried.len() {
            let thread = tried[next];
            next += 1;
            let Some(turn) = turns.iter().find(|turn| turn.thread == thread) else {
                continue;
            };
            if is_asleep(&asleep, thread) || !enabled.contains(&thread) {
                continue;
            }
            let unfinished = |arrival: &Arrival| matches!(arrival, Arrival::Ended | Arrival::Rejected);
            if turn.arrivals.iter().any(unfinished) {
                // What others would have done after it is not seen behind it.
                try_all(&mut tried, enabled);
            }
            let awake = |sleeper: &&Sleeper| !sleeper.effects.depend_on(&turn.effects);
            let still_asleep: Vec<Sleeper> = asleep.iter().filter(awake).cloned().collect();
            for arrival in &turn.arrivals {
                if let Arrival::New(state) | Arrival::Known(state) = arrival {
                    self.happen(turn, *state, enabled, &mut tried, &still_asleep)?;
                }
            }
            asleep.push(Sleeper {
                thread,
                effects: turn.effects.clone(),
            });
        }
        Ok(())
    }

    /// Adds an event, explores what follows, and takes it away again.
    fn happen(
        &mut self,
        turn: &Turn,
        state: StateKey,
        enabled: &[usize],
        tried: &mut Vec<usize>,
        asleep: &[Sleeper],
    ) -> Result<(), Conclusion> {
        let thread = turn.thread;
        let mut past = self.past_of(thread);
        for event in &self.events {
            if event.turn.effects.depend_on(&turn.effects) {
                join(&mut past, &event.past);
            }
        }
        if past.len() <= thread {
            past.resize(thread + 1, 0);
        }
        past[thread] += 1;
        let threads = self.births.len();
        let after = self.turns.thread_count(state);
        self.births.truncate(after);
        while self.births.len() < after {
            // The main thread has no past.
            let birth = if self.births.is_empty() {
                Past::new()
            } else {
                past.clone()
            };
            self.births.push(birth);
        }
        self.events.push(Event {
            turn: turn.clone(),
            number: past[thread],
            past,
            enabled: enabled.to_vec(),
            tried: std::mem::take(tried),
        });
        let result = stacker::maybe_grow(STACK, 64 * STACK, || self.explore(state, asleep));
        if let Some(event) = self.events.pop() {
            *tried = event.tried;
        }
        self.births.truncate(threads.max(1));
        result
    }
}
