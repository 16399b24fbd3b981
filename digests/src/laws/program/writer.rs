//! Writing a routine: nested statements, chosen one after the other, become instructions.

use super::themes::Statement;
use super::{EACH, Instruction, Knowledge};
use crate::action::{Acquisition, LockMode, Repetition};
use crate::laws::choices::Choices;

/// Writes the instructions of one routine.
pub(super) struct Writer<'a> {
    choices: &'a mut Choices,
    theme: &'static [(Statement, usize)],
    /// The number of routines that can be created, from 1 on.
    routines: usize,
    point: u32,
    instructions: Vec<Instruction>,
}

impl<'a> Writer<'a> {
    /// A writer of a routine, in a program of which so many routines can be created.
    pub(super) fn new(choices: &'a mut Choices, theme: &'static [(Statement, usize)], routines: usize) -> Self {
        Self {
            choices,
            theme,
            routines,
            point: 0,
            instructions: Vec::new(),
        }
    }

    /// The instructions of a routine of so many statements.
    pub(super) fn routine(mut self, length: usize) -> Vec<Instruction> {
        self.block(length, 2, Repetition::Once);
        self.instructions
    }

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
            Statement::BeginPhase => self.instructions.push(Instruction::BeginPhase),
            Statement::EnterPhase => self.instructions.push(Instruction::EnterPhase),
            Statement::Section if depth > 0 => self.section(depth, repetition),
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
        if self.choices.chance(1, 2) {
            self.serve(barrier);
        }
    }

    /// What one thread does behind a barrier.
    fn serve(&mut self, barrier: usize) {
        let start = self.instructions.len();
        self.instructions.push(Instruction::Branch { behind: 0 });
        self.access();
        self.instructions[start] = Instruction::Serve {
            barrier,
            behind: self.instructions.len(),
        };
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

    /// A block inside a declared section.
    fn section(&mut self, depth: usize, repetition: Repetition) {
        let section = self.choices.below(EACH);
        self.instructions.push(Instruction::Enter { section });
        self.block(3, depth - 1, repetition);
        self.instructions.push(Instruction::Leave { section });
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
