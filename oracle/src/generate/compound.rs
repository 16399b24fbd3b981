//! Statements with blocks, calls, and threads.

use super::Generator;
use super::discipline::Discipline;
use super::feature::Feature;
use crate::program::{
    Arguments, Creation, Fate, Guard, Index, Joined, Library, Lock, Place, Record, Role, Statement, Way,
};

impl Generator {
    /// Statements with blocks, and calls.
    pub(super) fn compound(&mut self) -> Option<Statement> {
        Some(match self.random.below(12) {
            0 | 1 => {
                let condition = self.condition();
                let then = self.inner();
                let otherwise = if self.chance(2) { self.inner() } else { Vec::new() };
                Statement::If(condition, then, otherwise)
            }
            2 => {
                let inner = self.inner();
                let rounds = match self.chance(4) && !makes_threads(&inner) {
                    true => 5 + self.small(16),
                    false => 1 + self.small(3),
                };
                Statement::Repeat(rounds, inner)
            }
            3 => Statement::While(self.inner()),
            4 => {
                let guard = self.any_guard();
                self.guarded(guard, |generator| generator.inner())
            }
            5 | 6 => self.call()?,
            7 if self.has(Feature::LockedPerhaps) => {
                let lock = self.any_lock();
                Statement::Perhaps(lock, self.held_inner())
            }
            8 if self.has(Feature::Tried) => {
                let lock = self.any_lock();
                self.held.push(Guard::Mutex(lock));
                let then = self.inner();
                self.held.pop();
                let otherwise = self.inner();
                Statement::Try(lock, then, otherwise)
            }
            8 if self.has(Feature::Waiting) => {
                let number = self.small(3);
                self.held.push(Guard::Mutex(Lock::Global(number)));
                let (before, after) = (self.inner(), self.inner());
                self.held.pop();
                Statement::Waiting(number, before, after)
            }
            9 | 11 if self.has(Feature::Relays) => {
                let routines = self.later(|role| matches!(role, Role::Thread(_)));
                let first = *routines.get(self.random.below(routines.len() as u64) as usize)?;
                let second = routines[self.random.below(routines.len() as u64) as usize];
                let mut arguments = self.arguments();
                arguments.number = Index::Constant(0);
                self.bound += 1;
                let inner = self.inner();
                self.bound -= 1;
                match self.chance(2) {
                    true => Statement::Relay(first, second, arguments, inner),
                    false => {
                        // Nobody waits for the other thread, which must not know what ends here.
                        arguments.record = Record::Global(0);
                        arguments.lock = Lock::Global(0);
                        arguments.place = Place::Global(0);
                        Statement::JoinEither(first, second, arguments, inner)
                    }
                }
            }
            9 if self.has(Feature::EitherLock) => {
                let (first, second) = (self.any_lock(), self.any_lock());
                Statement::Either(first, second, self.held_inner())
            }
            10 => {
                let routines = self.later(|role| matches!(role, Role::Thread(_)));
                let routine = *routines.get(self.random.below(routines.len() as u64) as usize)?;
                if !self.chance(3) {
                    return None;
                }
                let inner = self.inner();
                self.spawn(routine, inner)
            }
            _ if self.has(Feature::Allocation) || self.has(Feature::Handing) => {
                self.fresh += 1;
                let inner = self.inner();
                self.fresh -= 1;
                let fate = match self.random.below(4) {
                    0 => Fate::Kept,
                    1 if !leaks(&inner) => Fate::Freed,
                    _ => Fate::Published(self.small(2)),
                };
                Statement::Fresh(inner, fate)
            }
            _ => return None,
        })
    }

    pub(super) fn guarded(&mut self, guard: Guard, inner: impl FnOnce(&mut Self) -> Vec<Statement>) -> Statement {
        self.held.push(guard);
        let inner = inner(self);
        self.held.pop();
        Statement::Guarded(guard, inner)
    }

    pub(super) fn spawn(&mut self, routine: usize, mut inner: Vec<Statement>) -> Statement {
        let count = if self.chance(4) { 2 + self.small(2) } else { 1 };
        let joined = match self.random.below(8) {
            0 => Joined::Never,
            1 => Joined::Sometimes,
            2 if count > 1 => Joined::One(self.index()),
            _ => Joined::Always,
        };
        let mut arguments = self.arguments();
        if self.body == 0 && self.chance(8) {
            arguments.place = Place::ThreadLocal;
        }
        if self.disciplines.contains(&Discipline::Ticket) && !self.slip() {
            arguments.number = match count {
                1 => Index::Constant(routine as u8 & 3),
                _ => Index::Counter,
            };
        }
        let local_stays = joined == Joined::Always && !leaves(&inner);
        if self.chance(4) && local_stays {
            arguments.place = Place::Variable;
            inner.push(self.read_or_write(Place::Variable));
        }
        self.without_locals(&mut arguments, local_stays);
        let library = match self.has(Feature::StandardThreads) && self.chance(2) {
            true => Library::Standard,
            false => Library::Posix,
        };
        let creation = Creation {
            routine,
            count,
            arguments,
            joined,
            library,
        };
        Statement::Spawn(creation, inner)
    }

    /// A thread that may outlive what its creator has must not know it.
    pub(super) fn without_locals(&self, arguments: &mut Arguments, local_stays: bool) {
        let may_be_on_stack = self.has(Feature::Stacks) && self.body != 0;
        if (self.fresh > 0 || may_be_on_stack) && !local_stays {
            arguments.record = Record::Global(0);
            arguments.lock = Lock::Global(0);
            if matches!(arguments.place, Place::Member(..)) {
                arguments.place = Place::Global(0);
            }
        }
    }

    pub(super) fn call(&mut self) -> Option<Statement> {
        let functions = self.later(|role| role == Role::Function);
        if self.has(Feature::Installing) && self.roles[self.body] != Role::Function && self.chance(3) {
            let function = *functions.get(self.random.below(functions.len() as u64) as usize)?;
            return Some(Statement::Call(
                function,
                Way::Installed(self.small(2)),
                self.arguments(),
            ));
        }
        let own = self.roles[self.body] == Role::Function && self.has(Feature::Recursion);
        if own && self.chance(3) {
            return Some(Statement::Call(self.body, Way::Again, self.arguments()));
        }
        let function = *functions.get(self.random.below(functions.len() as u64) as usize)?;
        let way = match self.random.below(6) {
            0 if self.has(Feature::Tables) => {
                let other = functions[self.random.below(functions.len() as u64) as usize];
                Way::Table(other, self.index())
            }
            1 if self.has(Feature::Once) => Way::Once(self.small(2)),
            2 | 3 if self.has(Feature::Comparing) => Way::Comparing,
            _ => Way::Direct,
        };
        Some(Statement::Call(function, way, self.arguments()))
    }

    /// A record, an integer and the lock that protects it, and a number.
    pub(super) fn arguments(&mut self) -> Arguments {
        let record = self.record();
        let (place, lock) = self.protected_place(record);
        Arguments {
            record,
            place,
            lock,
            number: self.index(),
        }
    }
}

/// Whether a block creates threads, or may do so.
pub(super) fn makes_threads(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(
            statement,
            Statement::Spawn(..)
                | Statement::Collect(..)
                | Statement::Relay(..)
                | Statement::JoinEither(..)
                | Statement::Restarted(..)
                | Statement::Call(..)
        ) || statement.blocks().into_iter().any(|block| makes_threads(block))
    })
}

/// Whether a block may end early.
pub(super) fn leaves(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(statement, Statement::Leave | Statement::Exit)
            || statement.blocks().into_iter().any(|block| leaves(block))
    })
}

/// Whether something made in a block may live on.
pub(super) fn leaks(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(
            statement,
            Statement::Spawn(..)
                | Statement::Relay(..)
                | Statement::Restarted(..)
                | Statement::Hand(_)
                | Statement::Keep
                | Statement::Collect(..)
                | Statement::Attach(_)
                | Statement::Call(..)
                | Statement::PointTo(_)
                | Statement::Choose(_)
        ) || statement.blocks().into_iter().any(|block| leaks(block))
    })
}
