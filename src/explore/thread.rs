//! A thread of the program under execution: its frames, what it waits for, what it knows and what it holds.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ir::{GlobalId, Position};

use super::clock::Clock;
use super::code::{Register, Scalar};
use super::items::Items;
use super::liveness::Outcome;

/// An activation of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The function's number.
    pub function: u32,
    /// The next operation.
    pub next: u32,
    /// Where its registers start.
    pub base: u32,
    /// How far a library call that waits has come; 0 when no such call is under way.
    pub stage: u32,
    /// Whether the library call under way has made the accesses of its row.
    pub accessed: bool,
    /// Where the caller wants the result, and its type.
    pub result: Option<(Register, Scalar)>,
}

/// What a thread waits for before its library call can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wait {
    /// A mutex or spinlock that it can take.
    Mutex(u64),
    /// A read lock.
    ReadLock(u64),
    /// A write lock.
    WriteLock(u64),
    /// The end of a thread.
    Join(u32),
    /// A signal.
    Condition(u64),
    /// The end of a barrier's round, by its number.
    Barrier(u64, u32),
    /// A semaphore above zero.
    Semaphore(u64),
    /// Bytes from a pipe, by its number, or its end.
    Pipe(usize),
    /// A handler that runs in it.
    Signal,
    /// A signal of a set, by bits from 1.
    SignalOf(u64),
    /// The end of another thread's call through the same once-control.
    Once(u64),
    /// Other threads, which the schedule prefers while they can run: the program is about to end.
    Others,
    /// For ever, within a call of which no more is known than what it accesses.
    Unknown,
    /// For ever, because the limit of threads is reached: the schedule does not choose this thread any more.
    ThreadLimit,
}

/// Whether a thread can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThreadState {
    /// It can run.
    Ready,
    /// It waits.
    Waiting(Wait),
    /// It has ended.
    Ended,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LockMode {
    /// Shared with other readers.
    Read,
    /// Exclusively.
    Write,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The activations, innermost last.
    pub frames: Vec<Frame>,
    /// The registers of all frames.
    pub registers: Items<u64>,
    /// Whether it can run.
    pub state: ThreadState,
    /// What happened before its next step.
    pub clock: Clock,
    /// What an acquire fence would learn from relaxed loads so far.
    pub pending: Clock,
    /// What relaxed stores publish since the last release fence.
    pub fenced: Clock,
    /// Locks held, in the order of acquisition, with their addresses.
    pub held: Vec<(u64, LockMode)>,
    /// Its instances of thread-local variables.
    pub thread_locals: BTreeMap<GlobalId, u64>,
    /// Values of thread-specific data, by key.
    pub specific: BTreeMap<u64, u64>,
    /// What it returned, or gave to `pthread_exit`.
    pub value: u64,
    /// Nobody may join it any more.
    pub detached: bool,
    /// Its start routine's number.
    pub routine: u32,
    /// The thread that created it, and where.
    pub creator: Option<(u32, Position)>,
    /// What the last function returned to a call-back of the library.
    pub answer: u64,
    /// Bytes of the record that the last call returned.
    pub returned: Items<u8>,
    /// Which of these bytes have no value; empty if all have one.
    pub returned_gaps: Vec<bool>,
    /// Memory from `alloca`, with the number of frames at that time.
    pub allocas: Vec<(u64, u32)>,
    /// Rounds of destructors of thread-specific data done at its end.
    pub destructor_rounds: u32,
    /// From which key on values are looked at in this round.
    pub next_key: u64,
    /// How it ends, if it does.
    pub ending: Ending,
}

/// What a thread runs behind the last of its functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Nothing: it has not come to its end yet.
    #[default]
    NotYet,
    /// The destructors of its data, behind which it has ended.
    Destructors,
    /// Exit handlers, behind which the program has ended.
    ExitHandlers,
}

impl Thread {
    /// A thread without frames.
    pub fn new(routine: u32, clock: Clock, creator: Option<(u32, Position)>) -> Self {
        Thread {
            frames: Vec::new(),
            registers: Items::default(),
            state: ThreadState::Ready,
            clock,
            pending: Clock::default(),
            fenced: Clock::default(),
            held: Vec::new(),
            thread_locals: BTreeMap::new(),
            specific: BTreeMap::new(),
            value: 0,
            detached: false,
            routine,
            creator,
            answer: 0,
            returned: Items::default(),
            returned_gaps: Vec::new(),
            allocas: Vec::new(),
            destructor_rounds: 0,
            next_key: 0,
            ending: Ending::NotYet,
        }
    }

    /// Whether an object was put on its stack, and its function has not returned.
    pub fn has_on_stack(&self, address: u64) -> bool {
        self.allocas.iter().any(|(known, _)| *known == address)
    }

    /// All numbers it holds that may be addresses of memory.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let returned = self
            .returned
            .windows(4)
            .map(|window| u64::from(u32::from_le_bytes([window[0], window[1], window[2], window[3]])));
        let registers = self.registers.iter().chain(self.specific.values());
        let held = self.thread_locals.values().chain([&self.value]);
        let allocas = self.allocas.iter().map(|alloca| alloca.0);
        registers.chain(held).copied().chain(allocas).chain(returned)
    }

    /// What becomes of the result of an activation, by its place among the frames, when all states are visited:
    /// there, call-backs of the library look at no results.
    pub fn outcome(&self, depth: usize) -> Outcome {
        match self.frames.get(depth) {
            Some(frame) if depth > 0 && frame.result.is_none() => Outcome::Dropped,
            _ => Outcome::Read,
        }
    }

    /// Estimated bytes that it takes beyond its own size.
    pub fn bytes(&self) -> usize {
        let maps = self.thread_locals.len() + self.specific.len() + self.allocas.len();
        self.frames.len() * size_of::<Frame>() + self.registers.len() * 8 + maps * 32 + self.returned.len()
    }

    /// Forgets one holding of a lock.
    pub fn forget_lock(&mut self, address: u64) {
        if let Some(last) = self.held.iter().rposition(|held| held.0 == address) {
            self.held.remove(last);
        }
    }
}
