//! Running small programs: interleavings, and what happened before what.
//!
//! A run is a sequence of events, each an action of one thread. Each event carries its *past*: how many events of each
//! thread happened before it, itself included, where happens-before is the smallest order that contains program order,
//! creation before the created thread, end before join, unlock before lock, once finished before skipped, arrivals at a
//! round of a barrier before its passages, post before the wait that takes it, each change of a counter before the
//! next one, and before it is found to be zero, the end of a declared section before its next beginning, the ends of the threads
//! that belong to a phase before main's next phase, and the beginning of a phase before a thread enters it. Signals order nothing: who looks at one sees what it is at that moment.
//! The events in the past of a thread's last event are the thread's local trace.
//!
//! Accesses order nothing. The atomicity mutexes order accesses as the run happens to do, and that order is what a race
//! leaves open: two accesses race if neither is in the other's past.

use super::program::{BARRIER_COUNT, EACH, Instruction, Knowledge, Program};
use crate::action::{Acquisition, LockKind, LockMode, Repetition};

/// More threads than this are not created.
const MAX_THREADS: usize = 7;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// An instruction had its effect. A branch or an instruction without effect is no event.
    Did(Instruction),
    /// A thread was created by the instruction.
    Created {
        /// The instruction.
        by: Instruction,
        /// The new thread.
        thread: usize,
    },
    /// A thread was joined.
    Joined {
        /// The ended thread.
        thread: usize,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// The initialisation of a once-control was found finished.
    Skipped(Instruction),
    /// A counter was changed.
    Counted {
        /// Which counter.
        counter: usize,
        /// By how much.
        by: i64,
        /// What it holds now.
        left: i64,
    },
    /// A signal was looked at.
    Looked {
        /// Which signal.
        signal: usize,
        /// Whether it was given.
        given: bool,
    },
    /// The thread ended.
    Ended,
}

/// An event of a run.
#[derive(Clone, Debug)]
pub struct Event {
    /// The thread, numbered from 0, main.
    pub thread: usize,
    /// How many events of this thread came before.
    pub local: usize,
    /// What it did.
    pub what: Happening,
    /// The event that left what this event observed, if it observes one event. None at the first observation of a lock.
    pub observed: Option<usize>,
    /// How many events of each thread are in the past, this one included.
    pub past: Vec<usize>,
}

impl Event {
    /// Whether this event happened before `other`, or is it.
    pub fn before(&self, other: &Self) -> bool {
        other.past.get(self.thread).copied().unwrap_or(0) > self.local
    }
}

/// A run of a program, up to a bound.
#[derive(Clone, Debug, Default)]
pub struct Run {
    /// What happened, in the order in which it did.
    pub events: Vec<Event>,
}

#[derive(Clone, Debug, Default)]
struct Thread {
    routine: usize,
    counter: usize,
    local: usize,
    past: Vec<usize>,
    last: Option<usize>,
    ended: bool,
    joined: bool,
    /// The round at each barrier at which it arrived last.
    rounds: [usize; EACH],
}

#[derive(Clone, Debug, Default)]
struct Lock {
    /// Who holds it, in which mode, in the order of acquisition.
    holders: Vec<(usize, LockMode)>,
    /// The past of all releases from writing, and the last one.
    written: (Vec<usize>, Option<usize>),
    /// The past of all releases, and the last one.
    released: (Vec<usize>, Option<usize>),
}

#[derive(Clone, Debug, Default)]
enum Once {
    #[default]
    Open,
    Running,
    Finished(usize),
}

#[derive(Clone, Debug, Default)]
struct Section {
    /// Who is inside.
    inside: Option<usize>,
    /// The past of all ends.
    past: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Counter {
    value: i64,
    /// The past of all changes.
    past: Vec<usize>,
}

/// A state of a run.
struct Machine<'a> {
    program: &'a Program,
    threads: Vec<Thread>,
    handles: [Option<usize>; EACH],
    locks: [Lock; EACH],
    onces: [Once; EACH],
    /// The events of all arrivals at each barrier.
    arrivals: [Vec<usize>; EACH],
    /// The events of the posts not yet taken.
    posts: [Vec<usize>; EACH],
    counters: [Counter; EACH],
    signals: [bool; EACH],
    sections: [Section; EACH],
    /// The threads that belong to a phase, and main's past when the last one began.
    belonging: Vec<usize>,
    phase_past: Vec<usize>,
    run: Run,
}

/// A thread, and whether it takes the jump of a branch.
type Move = (usize, bool);

impl Run {
    /// Runs `program` for at most `bound` moves; `pick(n)` chooses one of `n` possible moves.
    pub fn of(program: &Program, bound: usize, mut pick: impl FnMut(usize) -> usize) -> Self {
        let mut machine = Machine {
            program,
            threads: vec![Thread::default()],
            handles: Default::default(),
            locks: Default::default(),
            onces: Default::default(),
            arrivals: Default::default(),
            posts: Default::default(),
            counters: Default::default(),
            signals: Default::default(),
            sections: Default::default(),
            belonging: Vec::new(),
            phase_past: Vec::new(),
            run: Self::default(),
        };
        for _ in 0..bound {
            let moves = machine.moves();
            if moves.is_empty() {
                break;
            }
            machine.make(moves[pick(moves.len()).min(moves.len() - 1)]);
        }
        machine.run
    }

    /// Runs `program` in all ways, each for at most `bound` moves, and visits the first `most` runs. Stops early if a
    /// visit returns something.
    pub fn all<T>(
        program: &Program,
        bound: usize,
        most: usize,
        mut visit: impl FnMut(&Self) -> Option<T>,
    ) -> Option<T> {
        // The choices of the last run, each with the number of alternatives there were.
        let mut chosen: Vec<(usize, usize)> = Vec::new();
        for _ in 0..most {
            let mut depth = 0;
            let run = Self::of(program, bound, |alternatives| {
                if depth == chosen.len() {
                    chosen.push((0, alternatives));
                }
                depth += 1;
                chosen[depth - 1].0
            });
            if let Some(found) = visit(&run) {
                return Some(found);
            }
            while let Some((choice, alternatives)) = chosen.pop() {
                if choice + 1 < alternatives {
                    chosen.push((choice + 1, alternatives));
                    break;
                }
            }
            if chosen.is_empty() {
                break;
            }
        }
        None
    }
}

impl Machine<'_> {
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for thread in 0..self.threads.len() {
            if self.is_enabled(thread) {
                moves.push((thread, false));
                if matches!(self.next(thread), Some(Instruction::Branch { .. })) {
                    moves.push((thread, true));
                }
            }
        }
        moves
    }

    fn next(&self, thread: usize) -> Option<Instruction> {
        let Thread { routine, counter, .. } = self.threads[thread];
        self.program.routines[routine].get(counter).copied()
    }

    fn is_enabled(&self, thread: usize) -> bool {
        let Some(instruction) = self.next(thread) else {
            return !self.threads[thread].ended;
        };
        match instruction {
            Instruction::Lock {
                lock,
                mode,
                acquisition,
                ..
            } => acquisition == Acquisition::Tried || self.can_lock(thread, lock, mode),
            Instruction::Join { handle, .. } => match self.joinable(handle) {
                Some(joined) => self.threads[joined].ended,
                None => true,
            },
            Instruction::Once { control, .. } => !matches!(self.onces[control], Once::Running),
            Instruction::Pass { barrier } => {
                let round = self.threads[thread].rounds[barrier];
                self.arrivals[barrier].len() >= (round + 1) * BARRIER_COUNT
            }
            Instruction::Wait { semaphore } => !self.posts[semaphore].is_empty(),
            Instruction::AwaitZero { counter } => self.counters[counter].value <= 0,
            Instruction::Enter { section } => self.sections[section].inside.is_none(),
            Instruction::BeginPhase => thread > 0 || self.belonging.iter().all(|other| self.threads[*other].ended),
            _ => true,
        }
    }

    /// Whether the lock can be acquired: a recursive lock by its holder, a lock for reading if all others read.
    fn can_lock(&self, thread: usize, lock: usize, mode: LockMode) -> bool {
        let recursive = self.program.kinds[lock] == LockKind::Recursive;
        let compatible = |&(holder, held): &(usize, LockMode)| {
            let shared = mode == LockMode::Read && held == LockMode::Read;
            shared || (holder == thread && recursive && mode == held)
        };
        self.locks[lock].holders.iter().all(compatible)
    }

    fn joinable(&self, handle: usize) -> Option<usize> {
        self.handles[handle].filter(|&thread| !self.threads[thread].joined)
    }

    fn make(&mut self, (thread, jumps): Move) {
        let Some(instruction) = self.next(thread) else {
            self.threads[thread].ended = true;
            self.happen(thread, Happening::Ended, None);
            return;
        };
        self.threads[thread].counter += 1;
        let done = Happening::Did(instruction);
        match instruction {
            Instruction::Access { .. } => self.happen(thread, done, None),
            Instruction::Lock { lock, mode, .. } => {
                if self.can_lock(thread, lock, mode) {
                    self.lock(thread, lock, mode, done);
                }
            }
            Instruction::Unlock { lock, .. } => self.unlock(thread, lock, done),
            Instruction::Reset { lock, .. } => {
                let holders = &mut self.locks[lock].holders;
                if holders.iter().all(|&(holder, _)| holder == thread) {
                    holders.clear();
                    // Whoever initialises a lock again knows that nobody is using it.
                    self.learn(thread, self.locks[lock].released.0.clone());
                    self.release(thread, lock, LockMode::Write, done);
                }
            }
            Instruction::Create { routine, handle, .. } => {
                if self.threads.len() < MAX_THREADS {
                    self.create(thread, routine, handle, instruction);
                }
            }
            Instruction::Join { handle, knowledge } => {
                if let Some(joined) = self.joinable(handle) {
                    self.threads[joined].joined = true;
                    self.learn(thread, self.threads[joined].past.clone());
                    let what = Happening::Joined {
                        thread: joined,
                        knowledge,
                    };
                    self.happen(thread, what, self.threads[joined].last);
                }
            }
            Instruction::Once { control, behind, .. } => self.once(thread, control, behind, instruction),
            Instruction::OnceFinish { control, .. } => {
                self.happen(thread, done, None);
                self.onces[control] = Once::Finished(self.run.events.len() - 1);
            }
            Instruction::Arrive { barrier } => {
                self.threads[thread].rounds[barrier] = self.arrivals[barrier].len() / BARRIER_COUNT;
                self.happen(thread, done, None);
                self.arrivals[barrier].push(self.run.events.len() - 1);
            }
            Instruction::Pass { barrier } => {
                let first = self.threads[thread].rounds[barrier] * BARRIER_COUNT;
                for arrival in first..first + BARRIER_COUNT {
                    let event = self.arrivals[barrier][arrival];
                    self.learn(thread, self.run.events[event].past.clone());
                }
                self.happen(thread, done, None);
            }
            Instruction::Serve { barrier, behind } => {
                let next_round = (self.threads[thread].rounds[barrier] + 1) * BARRIER_COUNT;
                let last = self.arrivals[barrier][next_round - 1];
                match self.run.events[last].thread == thread {
                    true => self.happen(thread, done, None),
                    false => self.threads[thread].counter = behind,
                }
            }
            Instruction::Post { semaphore } => {
                self.happen(thread, done, None);
                self.posts[semaphore].push(self.run.events.len() - 1);
            }
            Instruction::Wait { semaphore } => {
                let post = self.posts[semaphore].remove(0);
                self.learn(thread, self.run.events[post].past.clone());
                self.happen(thread, done, Some(post));
            }
            Instruction::Count { counter, by } => {
                self.learn(thread, self.counters[counter].past.clone());
                self.counters[counter].value += by;
                let left = self.counters[counter].value;
                self.happen(thread, Happening::Counted { counter, by, left }, None);
                self.counters[counter].past = self.threads[thread].past.clone();
            }
            Instruction::SetCounter { counter, value } => {
                if thread == 0 && self.main_is_alone() {
                    self.happen(thread, done, None);
                    let past = self.threads[thread].past.clone();
                    self.counters[counter] = Counter { value, past };
                }
            }
            Instruction::Give { signal, given } => {
                if given || thread == 0 && self.main_is_alone() {
                    self.signals[signal] = given;
                    self.happen(thread, done, None);
                }
            }
            Instruction::Look { signal } => {
                let given = self.signals[signal];
                self.happen(thread, Happening::Looked { signal, given }, None);
            }
            Instruction::AwaitZero { counter } => {
                self.learn(thread, self.counters[counter].past.clone());
                self.happen(thread, done, None);
            }
            Instruction::Enter { section } => {
                self.sections[section].inside = Some(thread);
                self.learn(thread, self.sections[section].past.clone());
                self.happen(thread, done, None);
            }
            Instruction::Leave { section } => {
                if self.sections[section].inside == Some(thread) {
                    self.happen(thread, done, None);
                    let past = self.threads[thread].past.clone();
                    self.sections[section] = Section { inside: None, past };
                }
            }
            Instruction::EnterPhase => {
                if thread > 0 {
                    self.belonging.push(thread);
                    self.learn(thread, self.phase_past.clone());
                    self.happen(thread, done, None);
                }
            }
            Instruction::BeginPhase => {
                if thread == 0 {
                    for other in self.belonging.clone() {
                        self.learn(thread, self.threads[other].past.clone());
                    }
                    self.happen(thread, done, None);
                    self.phase_past = self.threads[thread].past.clone();
                }
            }
            Instruction::Branch { behind } => {
                if jumps {
                    self.threads[thread].counter = behind;
                }
            }
        }
    }

    /// Whether all other threads have ended, and main knows that.
    fn main_is_alone(&self) -> bool {
        let past = &self.threads[0].past;
        let mut others = self.threads.iter().enumerate().skip(1);
        others.all(|(number, thread)| thread.ended && past.get(number).is_some_and(|known| *known == thread.local))
    }

    fn lock(&mut self, thread: usize, lock: usize, mode: LockMode, done: Happening) {
        self.locks[lock].holders.push((thread, mode));
        let (past, last) = match mode {
            LockMode::Read => self.locks[lock].written.clone(),
            LockMode::Write => self.locks[lock].released.clone(),
        };
        self.learn(thread, past);
        self.happen(thread, done, last);
    }

    /// Takes away the thread's last acquisition of the lock, if there is one.
    fn unlock(&mut self, thread: usize, lock: usize, done: Happening) {
        let holders = &mut self.locks[lock].holders;
        let last = holders.iter().rposition(|&(holder, _)| holder == thread);
        if let Some(at) = last {
            let (_, mode) = holders.remove(at);
            self.release(thread, lock, mode, done);
        }
    }

    fn release(&mut self, thread: usize, lock: usize, mode: LockMode, done: Happening) {
        self.happen(thread, done, None);
        let event = self.run.events.len() - 1;
        let past = self.threads[thread].past.clone();
        let lock = &mut self.locks[lock];
        unite(&mut lock.released.0, &past);
        lock.released.1 = Some(event);
        if mode == LockMode::Write {
            unite(&mut lock.written.0, &past);
            lock.written.1 = Some(event);
        }
    }

    fn create(&mut self, thread: usize, routine: usize, handle: usize, by: Instruction) {
        let created = self.threads.len();
        let what = Happening::Created { by, thread: created };
        self.happen(thread, what, None);
        self.handles[handle] = Some(created);
        self.threads.push(Thread {
            routine,
            past: self.threads[thread].past.clone(),
            ..Thread::default()
        });
    }

    fn once(&mut self, thread: usize, control: usize, behind: usize, instruction: Instruction) {
        match self.onces[control] {
            Once::Finished(event) => {
                self.threads[thread].counter = behind;
                self.learn(thread, self.run.events[event].past.clone());
                self.happen(thread, Happening::Skipped(instruction), Some(event));
            }
            _ => {
                self.onces[control] = Once::Running;
                self.happen(thread, Happening::Did(instruction), None);
            }
        }
    }

    /// Adds the events that `past` counts to the thread's past.
    fn learn(&mut self, thread: usize, past: Vec<usize>) {
        unite(&mut self.threads[thread].past, &past);
    }

    fn happen(&mut self, thread: usize, what: Happening, observed: Option<usize>) {
        let event = self.run.events.len();
        let ego = &mut self.threads[thread];
        let local = ego.local;
        ego.local += 1;
        ego.last = Some(event);
        if ego.past.len() <= thread {
            ego.past.resize(thread + 1, 0);
        }
        ego.past[thread] = ego.local;
        self.run.events.push(Event {
            thread,
            local,
            what,
            observed,
            past: ego.past.clone(),
        });
    }
}

/// Makes `past` count all that `other` counts, too.
fn unite(past: &mut Vec<usize>, other: &[usize]) {
    if past.len() < other.len() {
        past.resize(other.len(), 0);
    }
    for (mine, &others) in past.iter_mut().zip(other) {
        *mine = (*mine).max(others);
    }
}

/// How often the creation is known to be executed, and where it is: the point and the created routine.
pub(super) fn creation(instruction: Instruction) -> Option<(u32, usize, Repetition)> {
    match instruction {
        Instruction::Create {
            point,
            routine,
            repetition,
            ..
        } => Some((point, routine, repetition)),
        _ => None,
    }
}
