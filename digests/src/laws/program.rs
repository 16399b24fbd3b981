//! Small programs with threads, for the laws.
//!
//! A program is a list of routines; routine 0 is main. A routine is a sequence of instructions, made from nested
//! statements. What a program knows of its own operands, an analysis may know only partly: every operand carries how
//! much of it is known ([`Knowledge`]).

use super::choices::Choices;
use crate::action::{Acquisition, LockKind, LockMode, Repetition};

/// How many locks, globals, handles, once-controls, barriers, semaphores, counters and signals a program has, each from 0 on.
pub const EACH: usize = 2;

/// How many threads are needed to open a barrier.
pub const BARRIER_COUNT: usize = 2;

/// The kinds of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement {
    Access,
    Create,
    Join,
    CreateAndJoin,
    Lock,
    Unlock,
    Locked,
    Reset,
    Once,
    Barrier,
    Post,
    Wait,
    Count,
    CountAndCreate,
    SetCounter,
    AwaitZero,
    Give,
    Look,
    Repeated,
    Optional,
}

/// How often each statement is chosen, in sixtieths, by theme: a program that is about few things reaches deeper.
const THEMES: [[(Statement, usize); 20]; 7] = {
    use Statement::{
        Access, AwaitZero, Barrier, Count, CountAndCreate, Create, CreateAndJoin, Give, Join, Lock, Locked, Look, Once,
        Optional, Post, Repeated, Reset, SetCounter, Unlock, Wait,
    };
    [
        // A bit of everything.
        [
            (Access, 9),
            (Create, 8),
            (Join, 6),
            (CreateAndJoin, 3),
            (Lock, 4),
            (Unlock, 4),
            (Locked, 4),
            (Reset, 2),
            (Once, 3),
            (Barrier, 3),
            (Post, 3),
            (Wait, 2),
            (Count, 1),
            (CountAndCreate, 1),
            (SetCounter, 0),
            (AwaitZero, 1),
            (Give, 1),
            (Look, 1),
            (Repeated, 2),
            (Optional, 2),
        ],
        // Threads that start and end.
        [
            (Access, 17),
            (Create, 16),
            (Join, 13),
            (CreateAndJoin, 4),
            (Lock, 0),
            (Unlock, 0),
            (Locked, 2),
            (Reset, 0),
            (Once, 0),
            (Barrier, 0),
            (Post, 0),
            (Wait, 0),
            (Count, 0),
            (CountAndCreate, 0),
            (SetCounter, 0),
            (AwaitZero, 0),
            (Give, 0),
            (Look, 0),
            (Repeated, 5),
            (Optional, 3),
        ],
        // Locks.
        [
            (Access, 18),
            (Create, 12),
            (Join, 4),
            (CreateAndJoin, 0),
            (Lock, 5),
            (Unlock, 5),
            (Locked, 12),
            (Reset, 2),
            (Once, 0),
            (Barrier, 0),
            (Post, 0),
            (Wait, 0),
            (Count, 0),
            (CountAndCreate, 0),
            (SetCounter, 0),
            (AwaitZero, 0),
            (Give, 0),
            (Look, 0),
            (Repeated, 1),
            (Optional, 1),
        ],
        // Once-controls.
        [
            (Access, 22),
            (Create, 10),
            (Join, 2),
            (CreateAndJoin, 2),
            (Lock, 0),
            (Unlock, 0),
            (Locked, 2),
            (Reset, 0),
            (Once, 20),
            (Barrier, 0),
            (Post, 0),
            (Wait, 0),
            (Count, 0),
            (CountAndCreate, 0),
            (SetCounter, 0),
            (AwaitZero, 0),
            (Give, 0),
            (Look, 0),
            (Repeated, 1),
            (Optional, 1),
        ],
        // Barriers and semaphores.
        [
            (Access, 22),
            (Create, 12),
            (Join, 2),
            (CreateAndJoin, 0),
            (Lock, 0),
            (Unlock, 0),
            (Locked, 2),
            (Reset, 0),
            (Once, 0),
            (Barrier, 14),
            (Post, 3),
            (Wait, 3),
            (Count, 0),
            (CountAndCreate, 0),
            (SetCounter, 0),
            (AwaitZero, 0),
            (Give, 0),
            (Look, 0),
            (Repeated, 1),
            (Optional, 1),
        ],
        // Counters.
        [
            (Access, 20),
            (Create, 8),
            (Join, 1),
            (CreateAndJoin, 0),
            (Lock, 0),
            (Unlock, 0),
            (Locked, 1),
            (Reset, 0),
            (Once, 0),
            (Barrier, 0),
            (Post, 0),
            (Wait, 0),
            (Count, 11),
            (CountAndCreate, 4),
            (SetCounter, 5),
            (AwaitZero, 8),
            (Give, 0),
            (Look, 0),
            (Repeated, 1),
            (Optional, 1),
        ],
        // Counters and signals.
        [
            (Access, 14),
            (Create, 8),
            (Join, 1),
            (CreateAndJoin, 0),
            (Lock, 0),
            (Unlock, 0),
            (Locked, 0),
            (Reset, 0),
            (Once, 0),
            (Barrier, 0),
            (Post, 0),
            (Wait, 0),
            (Count, 14),
            (CountAndCreate, 0),
            (SetCounter, 1),
            (AwaitZero, 7),
            (Give, 7),
            (Look, 6),
            (Repeated, 1),
            (Optional, 1),
        ],
    ]
};

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
            let mut writer = Writer {
                choices,
                theme,
                routines,
                point: 0,
                instructions: Vec::new(),
            };
            let length = if routine == 0 { 9 } else { 5 };
            writer.block(length, 2, Repetition::Once);
            writer.instructions
        });
        Self {
            routines: routines.collect(),
            kinds,
        }
    }
}

/// Writes the instructions of one routine.
struct Writer<'a> {
    choices: &'a mut Choices,
    theme: &'static [(Statement, usize)],
    /// The number of routines that can be created, from 1 on.
    routines: usize,
    point: u32,
    instructions: Vec<Instruction>,
}

impl Writer<'_> {
    fn block(&mut self, length: usize, depth: usize, repetition: Repetition) {
        for _ in 0..self.choices.below(length + 1) {
            self.statement(depth, repetition);
        }
    }

    fn knowledge(&mut self) -> Knowledge {
        match self.choices.below(8) {
            6 => Knowledge::OneOf,
            7 => Knowledge::Nothing,
            _ => Knowledge::Exact,
        }
    }

    /// Chooses a statement by the weights of the theme.
    fn kind(&mut self) -> Statement {
        let total = self.theme.iter().map(|(_, weight)| weight).sum();
        let mut left = self.choices.below(total);
        for &(statement, weight) in self.theme {
            if left < weight {
                return statement;
            }
            left -= weight;
        }
        Statement::Access
    }

    fn statement(&mut self, depth: usize, repetition: Repetition) {
        match self.kind() {
            Statement::Create => self.create(repetition),
            Statement::Join => self.join(),
            Statement::CreateAndJoin => {
                self.create(repetition);
                self.join();
            }
            Statement::Lock => self.lock(),
            Statement::Unlock => self.unlock(),
            Statement::Reset => self.reset(),
            Statement::Barrier => self.barrier(),
            Statement::Post => {
                let semaphore = self.choices.below(EACH);
                self.instructions.push(Instruction::Post { semaphore });
            }
            Statement::Wait => {
                let semaphore = self.choices.below(EACH);
                self.instructions.push(Instruction::Wait { semaphore });
            }
            Statement::Count => {
                let by = [-1, -1, -1, 1, 1, -2][self.choices.below(6)];
                self.count(by);
            }
            Statement::CountAndCreate => {
                self.count(1);
                self.create(repetition);
            }
            Statement::SetCounter => {
                let counter = self.choices.below(EACH);
                let value = [1, 2, 0][self.choices.below(3)];
                self.instructions.push(Instruction::SetCounter { counter, value });
            }
            Statement::AwaitZero => {
                let counter = self.choices.below(EACH);
                self.instructions.push(Instruction::AwaitZero { counter });
            }
            Statement::Give => {
                let signal = self.choices.below(EACH);
                let given = self.choices.below(5) > 0;
                self.instructions.push(Instruction::Give { signal, given });
            }
            Statement::Look => {
                let signal = self.choices.below(EACH);
                self.instructions.push(Instruction::Look { signal });
            }
            Statement::Locked if depth > 0 => self.locked(depth, repetition),
            Statement::Once if depth > 0 => self.once(depth, repetition),
            Statement::Repeated if depth > 0 => self.repeated(depth),
            Statement::Optional if depth > 0 => self.optional(depth, repetition),
            _ => self.access(),
        }
    }

    fn count(&mut self, by: i64) {
        let counter = self.choices.below(EACH);
        self.instructions.push(Instruction::Count { counter, by });
    }

    fn access(&mut self) {
        let global = self.choices.below(EACH);
        let writes = self.choices.below(3) < 2;
        self.instructions.push(Instruction::Access { global, writes });
    }

    fn create(&mut self, repetition: Repetition) {
        self.point += 1;
        let create = Instruction::Create {
            routine: 1 + self.choices.below(self.routines),
            point: self.point,
            handle: self.choices.below(EACH),
            repetition,
        };
        self.instructions.push(create);
    }

    fn join(&mut self) {
        let handle = self.choices.below(EACH);
        let knowledge = self.knowledge();
        self.instructions.push(Instruction::Join { handle, knowledge });
    }

    fn lock(&mut self) {
        let lock = self.choices.below(EACH);
        let mode = match self.choices.below(4) {
            3 => LockMode::Read,
            _ => LockMode::Write,
        };
        let acquisition = match self.choices.below(4) {
            3 => Acquisition::Tried,
            _ => Acquisition::Blocking,
        };
        let knowledge = self.knowledge();
        self.instructions.push(Instruction::Lock {
            lock,
            mode,
            acquisition,
            knowledge,
        });
    }

    fn unlock(&mut self) {
        let lock = self.choices.below(EACH);
        let knowledge = self.knowledge();
        self.instructions.push(Instruction::Unlock { lock, knowledge });
    }

    fn reset(&mut self) {
        let lock = self.choices.below(EACH);
        let knowledge = self.knowledge();
        self.instructions.push(Instruction::Reset { lock, knowledge });
    }

    fn barrier(&mut self) {
        let barrier = self.choices.below(EACH);
        self.instructions.push(Instruction::Arrive { barrier });
        self.instructions.push(Instruction::Pass { barrier });
    }

    /// A block inside a critical section.
    fn locked(&mut self, depth: usize, repetition: Repetition) {
        self.lock();
        let Some(&Instruction::Lock { lock, .. }) = self.instructions.last() else {
            return;
        };
        self.block(3, depth - 1, repetition);
        let knowledge = self.knowledge();
        self.instructions.push(Instruction::Unlock { lock, knowledge });
    }

    /// A block that is the initialisation of a once-control.
    fn once(&mut self, depth: usize, repetition: Repetition) {
        let control = self.choices.below(EACH);
        let knowledge = self.knowledge();
        let start = self.instructions.len();
        self.instructions.push(Instruction::Branch { behind: 0 });
        self.block(3, depth - 1, repetition);
        let at_the_end = self.knowledge();
        self.instructions.push(Instruction::OnceFinish {
            control,
            knowledge: at_the_end,
        });
        self.instructions[start] = Instruction::Once {
            control,
            behind: self.instructions.len(),
            knowledge,
        };
    }

    /// A block that is executed twice, and of which each execution may be known by itself, or not.
    fn repeated(&mut self, depth: usize) {
        let start = self.instructions.len();
        let repetition = match self.choices.below(2) {
            0 => Repetition::Once,
            _ => Repetition::MaybeAgain,
        };
        self.block(3, depth - 1, repetition);
        let length = self.instructions.len() - start;
        for at in start..start + length {
            let copy = shifted(self.instructions[at], length);
            self.instructions.push(copy);
        }
    }

    /// A block that may be left out.
    fn optional(&mut self, depth: usize, repetition: Repetition) {
        let start = self.instructions.len();
        self.instructions.push(Instruction::Branch { behind: 0 });
        self.block(3, depth - 1, repetition);
        let behind = self.instructions.len();
        self.instructions[start] = Instruction::Branch { behind };
    }
}

/// The instruction in the next execution of a repeated block, `distance` behind: jumps are moved, and handles are the
/// next elements of an array.
fn shifted(instruction: Instruction, distance: usize) -> Instruction {
    match instruction {
        Instruction::Create {
            routine,
            point,
            handle,
            repetition,
        } => Instruction::Create {
            routine,
            point,
            handle: (handle + 1) % EACH,
            repetition,
        },
        Instruction::Join { handle, knowledge } => Instruction::Join {
            handle: (handle + 1) % EACH,
            knowledge,
        },
        Instruction::Branch { behind } => Instruction::Branch {
            behind: behind + distance,
        },
        Instruction::Once {
            control,
            behind,
            knowledge,
        } => Instruction::Once {
            control,
            behind: behind + distance,
            knowledge,
        },
        other => other,
    }
}
