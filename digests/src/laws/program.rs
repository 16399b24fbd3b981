//! Small programs with threads, for the laws.
//!
//! A program is a list of routines; routine 0 is main. A routine is a sequence of instructions, made from nested
//! statements. What a program knows of its own operands, an analysis may know only partly: every operand carries how
//! much of it is known ([`Knowledge`]).

mod themes;
mod writer;

use self::themes::THEMES;
use self::writer::Writer;
use super::choices::Choices;
use crate::action::{Acquisition, LockKind, LockMode, Repetition};

/// How many locks, globals, handles, once-controls, barriers, semaphores, counters, signals and declared sections a program has, each from 0 on.
pub const EACH: usize = 2;

/// How many threads are needed to open a barrier.
pub const BARRIER_COUNT: usize = 2;

/// How much an analysis knows of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Exactly which thing it is.
    Exact,
    /// That it is one of all the things of its kind.
    OneOf,
    /// Nothing.
    Nothing,
}

/// A step of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Acquires a lock.
    Lock {
        /// Which lock.
        lock: usize,
        /// For reading or for writing.
        mode: LockMode,
        /// Whether it waits. A try that fails does nothing.
        acquisition: Acquisition,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// Releases a lock; does nothing if the thread does not hold it.
    Unlock {
        /// Which lock.
        lock: usize,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// Initialises a lock again; does nothing while another thread holds it.
    Reset {
        /// Which lock.
        lock: usize,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// Accesses a global.
    Access {
        /// Which global.
        global: usize,
        /// Whether it writes.
        writes: bool,
    },
    /// Creates a thread, and stores it in a handle.
    Create {
        /// The created thread's routine.
        routine: usize,
        /// Tells apart the creations of one routine's text; copies of one statement share it.
        point: u32,
        /// Where the thread is stored.
        handle: usize,
        /// What is known of how often this is executed.
        repetition: Repetition,
    },
    /// Joins the thread in a handle; does nothing if there is none, or it was joined already.
    Join {
        /// Where the thread is stored.
        handle: usize,
        /// What is known of the thread.
        knowledge: Knowledge,
    },
    /// Begins the initialisation of a once-control, or skips it.
    Once {
        /// Which once-control.
        control: usize,
        /// The instruction after the initialisation.
        behind: usize,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// Finishes the initialisation of a once-control.
    OnceFinish {
        /// Which once-control.
        control: usize,
        /// What is known of the operand.
        knowledge: Knowledge,
    },
    /// Arrives at a barrier.
    Arrive {
        /// Which barrier.
        barrier: usize,
    },
    /// Leaves a barrier.
    Pass {
        /// Which barrier.
        barrier: usize,
    },
    /// Does something behind a barrier if it is the one that arrived last in the round that it passed, and else goes on behind that.
    Serve {
        /// Which barrier.
        barrier: usize,
        /// Where to go on.
        behind: usize,
    },
    /// Increments a semaphore.
    Post {
        /// Which semaphore.
        semaphore: usize,
    },
    /// Decrements a semaphore, after waiting for it.
    Wait {
        /// Which semaphore.
        semaphore: usize,
    },
    /// Adds to a counter, atomically.
    Count {
        /// Which counter.
        counter: usize,
        /// How much.
        by: i64,
    },
    /// Sets a counter; does nothing unless main executes it and all other threads have ended, as it knows.
    SetCounter {
        /// Which counter.
        counter: usize,
        /// To which value.
        value: i64,
    },
    /// Waits until a counter is zero or less.
    AwaitZero {
        /// Which counter.
        counter: usize,
    },
    /// Gives a signal, or takes it back, which does nothing unless main executes it and all other threads have ended, as
    /// it knows.
    Give {
        /// Which signal.
        signal: usize,
        /// Whether it is given.
        given: bool,
    },
    /// Looks whether a signal is given.
    Look {
        /// Which signal.
        signal: usize,
    },
    /// Begins a declared section, when nobody else is inside of it.
    Enter {
        /// Which section.
        section: usize,
    },
    /// Ends a declared section; does nothing if the thread is not inside.
    Leave {
        /// Which section.
        section: usize,
    },
    /// The thread belongs to the phase that began last, from now on to its end.
    EnterPhase,
    /// Main goes on when all other threads of the phase have ended; does nothing in another thread.
    BeginPhase,
    /// Goes on with the next instruction, or jumps forward.
    Branch {
        /// Where to.
        behind: usize,
    },
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The instructions of each routine; routine 0 is main.
    pub routines: Vec<Vec<Instruction>>,
    /// What locking a lock twice does, for each lock.
    pub kinds: [LockKind; EACH],
}

impl Program {
    /// The program that these choices make.
    pub fn choose(choices: &mut Choices) -> Self {
        let theme = &THEMES[choices.below(THEMES.len())];
        let routines = 1 + choices.below(3);
        let kinds = [LockKind::Normal, LockKind::Recursive];
        let kinds = [0, 1].map(|lock| match choices.below(4) {
            0 => kinds[lock],
            1 => LockKind::Recursive,
            2 => LockKind::Normal,
            _ => LockKind::Unknown,
        });
        let routines = (0..=routines).map(|routine| {
            let length = if routine == 0 { 9 } else { 5 };
            Writer::new(choices, theme, routines).routine(length)
        });
        Self {
            routines: routines.collect(),
            kinds,
        }
    }
}
