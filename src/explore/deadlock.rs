//! Deadlocks of an execution: threads that wait for locks and for each other in a circle, or for a lock with which a thread has ended.
//!
//! ```text
//!     stuck(t)  ⟸  t waits for a lock that h holds, or for the end of h, and h = t, h is stuck, or h has ended with the lock
//! ```
//!
//! One holder that never lets go is enough, so a circle is for ever, whatever other threads do. It is looked for whenever a thread begins to
//! wait: an execution with a deadlock ends there.

use crate::ir::{FunctionId, Position, Program};

use super::code::{Op, Target, function_at};
use super::library::Routine;
use super::machine::Machine;
use super::race::{Execution, ThreadSnapshot, name_lock, name_locks};
use super::synchronisation::SyncObject;
use super::thread::{LockMode, ThreadState, Wait};

/// What a thread waits for that never comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// A lock, by its name, that another thread holds or has ended with.
    Lock {
        /// The lock.
        name: String,
        /// How it is wanted.
        mode: LockMode,
        /// Whether its holder has ended.
        is_kept: bool,
    },
    /// The end of a thread, by its number.
    End(u32),
}

/// A thread that waits for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StuckThread {
    /// The thread's number, in order of creation; 0 is `main`.
    pub thread: u32,
    /// Its start routine.
    pub routine: FunctionId,
    /// The thread that created it, and where; `None` for `main`.
    pub creator: Option<(u32, Position)>,
    /// Where it waits.
    pub at: Position,
    /// What for.
    pub missing: Missing,
    /// Where it stands, and what it holds.
    pub snapshot: ThreadSnapshot,
}

/// Threads that wait for each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// The threads, each of which waits for the next one; the last one for the first one, or for one that has ended.
    pub threads: Vec<StuckThread>,
    /// Whether the execution had a race before, if it was looked for any.
    pub is_after_race: bool,
    /// The execution, up to the moment when the last one begins to wait.
    pub execution: Execution,
}

impl StuckThread {
    /// Puts the program's names into the locks.
    pub(super) fn name_locks(&mut self, program: &Program) {
        name_locks(program, &mut self.snapshot);
        if let Missing::Lock { name, .. } = &mut self.missing {
            name_lock(program, name);
        }
    }
}

impl Machine<'_> {
    /// The threads that wait in a circle, which a thread begins to wait in; and where the circle does not close, that whose lock is kept is last.
    pub(super) fn circle_from(&self, thread: usize) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.threads.len()];
        let mut path = vec![(thread, self.holders(thread), 0)];
        seen[thread] = true;
        while let Some((_, holders, next)) = path.last_mut() {
            let Some(&holder) = holders.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            if let Some(start) = path.iter().position(|(known, ..)| *known == holder) {
                return Some(path[start..].iter().map(|(known, ..)| *known).collect());
            }
            if self.threads[holder].state == ThreadState::Ended {
                return path.last().map(|(last, ..)| vec![*last]);
            }
            if !std::mem::replace(&mut seen[holder], true) {
                path.push((holder, self.holders(holder), 0));
            }
        }
        None
    }

    /// The threads that wait in a circle, if some do.
    pub(super) fn circle(&self) -> Option<Vec<usize>> {
        (0..self.threads.len()).find_map(|thread| self.circle_from(thread))
    }

    /// The threads of which one must go on before a thread does; none if it does not wait, or for something else.
    fn holders(&self, thread: usize) -> Vec<usize> {
        let ThreadState::Waiting(wait) = self.threads[thread].state else {
            return Vec::new();
        };
        if self.is_poised(thread) || self.waits_for_a_time(thread) {
            return Vec::new();
        }
        let numbers = |threads: &[u32]| threads.iter().map(|thread| *thread as usize).collect();
        match wait {
            // Who joins may be cancelled meanwhile (POSIX.1-2017, 2.9.5.2).
            Wait::Join(_) if self.cancels_threads() => Vec::new(),
            Wait::Join(other) => vec![other as usize],
            Wait::Mutex(address) | Wait::ReadLock(address) | Wait::WriteLock(address) | Wait::Once(address) => {
                match self.synchronisation.get(address) {
                    Some(SyncObject::Mutex(mutex)) => mutex.owner.iter().map(|owner| owner.0 as usize).collect(),
                    Some(SyncObject::Once(once)) => once.running.iter().map(|runner| *runner as usize).collect(),
                    Some(SyncObject::ReadWriteLock(lock)) => match lock.writer {
                        Some(writer) => vec![writer as usize],
                        None => numbers(&lock.readers),
                    },
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Whether the program asks threads to end.
    fn cancels_threads(&self) -> bool {
        let mut calls = self.code.calls.iter();
        calls.any(|call| call.target == Target::Routine(Routine::Cancel))
    }

    /// Whether a thread would stop waiting after some time, as far as is known.
    fn waits_for_a_time(&self, thread: usize) -> bool {
        let target = self.threads[thread].frames.last().and_then(|frame| {
            let function = self.code.functions.get(frame.function as usize)?.as_ref()?;
            let Op::Call { call } = function.ops.get(frame.next as usize)? else {
                return None;
            };
            match self.code.calls.get(*call as usize)?.target {
                Target::Pointer(register) => {
                    let pointer = self.threads[thread].registers.get((frame.base + register) as usize)?;
                    let function = function_at(*pointer, self.code.functions.len())?;
                    self.code.targets.get(function.0 as usize).copied()
                }
                target => Some(target),
            }
        });
        !matches!(target, Some(Target::Routine(routine)) if !matches!(routine, Routine::MutexTimedLock(_)))
    }

    /// A thread that waits for ever, with the names of locks still to be completed.
    pub(super) fn stuck_thread(&self, thread: usize) -> StuckThread {
        let state = &self.threads[thread];
        let lock = |address: u64, mode| Missing::Lock {
            name: self.lock_key(address),
            mode,
            is_kept: self
                .holders(thread)
                .iter()
                .any(|holder| self.threads[*holder].state == ThreadState::Ended),
        };
        let snapshot = self.snapshot_before(thread);
        StuckThread {
            thread: thread as u32,
            routine: FunctionId(state.routine),
            creator: state.creator,
            at: snapshot.stack.last().map_or(Position::BUILT_IN, |(_, at)| *at),
            missing: match state.state {
                ThreadState::Waiting(Wait::ReadLock(address)) => lock(address, LockMode::Read),
                ThreadState::Waiting(Wait::Mutex(address) | Wait::WriteLock(address) | Wait::Once(address)) => {
                    lock(address, LockMode::Write)
                }
                ThreadState::Waiting(Wait::Join(other)) => Missing::End(other),
                _ => Missing::End(thread as u32),
            },
            snapshot,
        }
    }

    /// Where a thread stands that is about to do its last call again.
    fn snapshot_before(&self, thread: usize) -> ThreadSnapshot {
        let mut snapshot = self.snapshot_of(thread);
        let innermost = self.threads[thread].frames.last().and_then(|frame| {
            let function = self.code.functions.get(frame.function as usize)?.as_ref()?;
            function.positions.get(frame.next as usize).copied()
        });
        if let (Some(at), Some(top)) = (innermost, snapshot.stack.last_mut()) {
            top.1 = at;
        }
        snapshot
    }
}
