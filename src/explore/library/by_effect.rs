//! Functions that are performed by the effect of their row: those of which the row says all, as users' rows do.
//!
//! A lock is a lock on an object at the address that is passed, whatever lies there; so are the others. What the row leaves open is no
//! guess: where a lock is taken again by its holder and the row does not say what happens, where the call fails, or where the program looks
//! at a result that the row does not state, the path ends. A search through all states ends at each of them.

use super::threads::{identifier, thread_number};
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::synchronisation::{Mutex, MutexKind, SyncObject};
use crate::library::model::{AllocatedContents, Attempt, CancellationPoint, Effect, Kind, Mode, Model, Named, Returns};

/// What the row of a function says, as far as it can be performed: the effect with the numbers of its arguments, and the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByEffect {
    action: Action,
    gives: Gives,
}

/// An effect, with the numbers of the arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Create {
        id: Option<usize>,
        routine: usize,
        argument: usize,
    },
    Join {
        thread: usize,
        named: Named,
        result: Option<usize>,
    },
    Own,
    Lock {
        lock: usize,
        mode: Mode,
        kind: Kind,
        attempt: Attempt,
    },
    Unlock(usize),
    Renew(usize),
    Wait {
        condition: usize,
        lock: usize,
    },
    Once {
        control: usize,
        routine: usize,
    },
    SemaphoreInit {
        semaphore: usize,
        count: usize,
    },
    SemaphoreWait(usize),
    SemaphorePost(usize),
    Allocate {
        size: usize,
        factor: Option<usize>,
        filled: Filled,
    },
    /// Of a size that only the library knows.
    AllocateOpaque,
    Free(usize),
}

/// What new memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filled {
    WithNothing,
    WithZeroes,
}

/// Whether the program can look into what a function returns a pointer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    /// It is of an incomplete type, or no pointer.
    Opaque,
    /// It is of a type that the program knows.
    Open,
}

/// What the call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gives {
    /// What the effect gives by itself: the address of memory, the id of a thread.
    Own,
    /// 0 for success.
    Zero,
    /// 0 for success, and this code for a try in vain.
    ZeroOr(i32),
    /// 1 for success, and 0 for a try in vain.
    Truth,
    /// What the joined thread returned.
    Joined,
    /// The row does not say.
    Unsaid,
}

/// The word by which a row says that executions follow its effect. A user's row need not say it.
const WORD: &str = "its-effect";

/// Whether a row leaves it to its effect how it is performed.
pub(super) fn executed_by_effect(model: &Model) -> bool {
    match &model.executed_by {
        Some(routine) => routine.as_str() == Some(WORD),
        None => model.stated.is_some(),
    }
}

impl ByEffect {
    /// How a row is performed by its effect; nothing if it says more than is performed here, or leaves it to a routine.
    pub fn of(model: &Model, returned: Returned) -> Option<Self> {
        if !executed_by_effect(model) || changes_more_than_its_effect(model) {
            return None;
        }
        let action = action(model, model.effect.as_ref()?)?;
        if action == Action::AllocateOpaque && returned == Returned::Open {
            return None;
        }
        let gives = match (action, &model.returns) {
            (
                Action::Lock {
                    attempt: Attempt::TriedNonzero,
                    ..
                },
                _,
            ) => Gives::Truth,
            (
                Action::Lock {
                    attempt: Attempt::Tried,
                    ..
                },
                _,
            ) => match model.fails_with.as_slice() {
                [code] => Gives::ZeroOr(*code),
                _ => return None,
            },
            (Action::Create { id: None, .. } | Action::Own | Action::Allocate { .. } | Action::AllocateOpaque, _) => {
                Gives::Own
            }
            (Action::Join { .. }, Returns::Joined) => Gives::Joined,
            (_, Returns::Zero) => Gives::Zero,
            _ => Gives::Unsaid,
        };
        Some(ByEffect { action, gives })
    }
}

/// Whether a row says that memory changes, or is kept, besides what its effect does.
fn changes_more_than_its_effect(model: &Model) -> bool {
    let writes = [&model.writes, &model.sends, &model.receives, &model.keeps, &model.tells];
    let formats = [model.prints, model.scans];
    let states = [&model.uses, &model.looks_at];
    let kept = [&model.kept_as, &model.works_on, &model.looks_through];
    writes.iter().any(|arguments| !arguments.is_empty())
        || formats.iter().any(Option::is_some)
        || states.iter().any(|names| !names.0.is_empty())
        || kept.iter().any(|name| name.is_some())
        || !model.reads_within.is_empty()
        || !model.writes_within.is_empty()
        || !model.points.is_empty()
        || !model.sets.is_empty()
        || model.input.is_some()
}

fn action(model: &Model, effect: &Effect) -> Option<Action> {
    Some(match *effect {
        Effect::Create {
            id,
            attribute: None,
            routine,
            argument,
            parameter: 0,
        } => Action::Create { id, routine, argument },
        Effect::Join {
            thread,
            named,
            result,
            attempt: Attempt::Blocking,
        } => Action::Join { thread, named, result },
        Effect::Own {} => Action::Own,
        Effect::Lock {
            lock,
            mode,
            kind,
            attempt,
        } => Action::Lock {
            lock,
            mode,
            kind,
            attempt,
        },
        Effect::Unlock { lock } => Action::Unlock(lock),
        Effect::LockInit { lock, attribute: None } | Effect::LockDestroy { lock } => Action::Renew(lock),
        Effect::Wait { lock } => {
            let mut conditions = model.operates_on.iter().filter(|object| **object != lock);
            let condition = *conditions.next()?;
            match conditions.next() {
                None => Action::Wait { condition, lock },
                Some(_) => return None,
            }
        }
        Effect::Once { control, routine } => Action::Once { control, routine },
        Effect::SemaphoreInit { semaphore, count } => Action::SemaphoreInit { semaphore, count },
        Effect::SemaphoreWait {
            semaphore,
            attempt: Attempt::Blocking,
            ..
        } => Action::SemaphoreWait(semaphore),
        Effect::SemaphorePost { semaphore } => Action::SemaphorePost(semaphore),
        Effect::Allocate {
            ref size,
            contents,
            to: None,
            alignment: None,
            flags: None,
        } => allocation(size, contents)?,
        Effect::Free { pointer, .. } => Action::Free(pointer),
        _ => return None,
    })
}

fn allocation(sizes: &[usize], contents: AllocatedContents) -> Option<Action> {
    let filled = match contents {
        AllocatedContents::Indeterminate => Filled::WithNothing,
        AllocatedContents::Zero => Filled::WithZeroes,
        AllocatedContents::Any if sizes.is_empty() => return Some(Action::AllocateOpaque),
        AllocatedContents::Any | AllocatedContents::Linked => return None,
    };
    let (size, factor) = match *sizes {
        [size] => (size, None),
        [size, factor] => (size, Some(factor)),
        _ => return None,
    };
    Some(Action::Allocate { size, factor, filled })
}

impl Machine<'_> {
    /// Does what the effect of a function's row says. Objects of synchronisation are accessed once for each call, when it begins.
    pub(super) fn perform_effect(
        &mut self,
        thread: usize,
        (name, effect): (&str, ByEffect),
        call: &CallSite,
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(format!("`{name}` is not executed")));
        }
        if effect.gives == Gives::Unsaid && call.result.is_some() {
            return Err(Stop::Open(format!("what `{name}` returns")));
        }
        let depth = self.threads[thread].frames.len() - 1;
        self.threads[thread].frames[depth].accessed = true;
        let done = self.act(thread, (name, effect.action), call)?;
        if let Some(frame) = self.threads[thread].frames.get_mut(depth) {
            frame.accessed = false;
        }
        let done = match (effect.action, effect.gives) {
            (Action::Join { .. }, Gives::Zero | Gives::Unsaid) => 0,
            _ => done,
        };
        match (effect.gives, done) {
            (Gives::Own | Gives::Joined, value) => Ok(value),
            (Gives::Truth, outcome) => Ok(u64::from(outcome == 0)),
            (_, 0) => Ok(0),
            (Gives::ZeroOr(code), _) => Ok(i64::from(code) as u64),
            (Gives::Zero | Gives::Unsaid, _) => Err(Stop::Open(format!("`{name}` fails"))),
        }
    }

    /// What the effect gives by itself: 0 for success, where it has no value.
    fn act(&mut self, thread: usize, (name, action): (&str, Action), call: &CallSite) -> Result<u64, Stop> {
        let argument = |number: usize| self.argument(thread, call, number);
        match action {
            Action::Create {
                id,
                routine,
                argument: passed,
            } => {
                let (at, routine, passed) = (id.map(argument), argument(routine), argument(passed));
                self.create_by_effect(thread, call, (at, routine, passed))
            }
            Action::Join {
                thread: other,
                named,
                result,
            } => {
                let (other, at) = (argument(other), result.map(|result| (result, argument(result))));
                self.join_by_effect(thread, call, (other, named), at)
            }
            Action::Own => Ok(identifier(thread, self.code.layout)),
            Action::Lock {
                lock,
                mode,
                kind,
                attempt,
            } => {
                let lock = argument(lock);
                self.lock_by_effect(thread, name, lock, (mode, kind, attempt))
            }
            Action::Unlock(lock) => {
                let lock = argument(lock);
                match self.synchronisation.get(lock) {
                    Some(SyncObject::Mutex(_)) => self.mutex_unlock(thread, lock),
                    Some(SyncObject::ReadWriteLock(_)) => self.read_write_unlock(thread, lock),
                    _ => Err(Stop::Open(format!("`{name}` releases what is not held"))),
                }
            }
            Action::Renew(lock) => {
                let lock = argument(lock);
                self.memory.check(lock, 1)?;
                if !self.mutex_is_free(lock) || !self.can_write_lock(lock) {
                    return Err(Stop::Open(format!("`{name}` is given a lock that is held")));
                }
                self.synchronisation.destroy(lock);
                Ok(0)
            }
            Action::Wait { condition, lock } => {
                let (condition, lock) = (argument(condition), argument(lock));
                self.end_where_cancelled(thread, CancellationPoint::Always)?;
                self.condition_wait(thread, condition, lock)
            }
            Action::Once { control, routine } => {
                let (control, routine) = (argument(control), argument(routine));
                self.once(thread, control, routine)
            }
            Action::SemaphoreInit { semaphore, count } => {
                let (semaphore, count) = (argument(semaphore), argument(count));
                self.semaphore_init(thread, semaphore, count)
            }
            Action::SemaphoreWait(semaphore) => {
                let semaphore = argument(semaphore);
                self.end_where_cancelled(thread, CancellationPoint::Always)?;
                self.semaphore_wait(thread, semaphore)
            }
            Action::SemaphorePost(semaphore) => {
                let semaphore = argument(semaphore);
                self.semaphore_post(thread, semaphore)
            }
            Action::Allocate { size, factor, filled } => {
                let (size, factor) = (argument(size), factor.map_or(1, argument));
                if let Some(told) = self.refused_call(thread, call)? {
                    return Ok(told);
                }
                if size == 0 || factor == 0 {
                    return Err(Stop::Open(format!("`{name}` is asked for nothing")));
                }
                match filled {
                    Filled::WithZeroes => self.heap_zeroed(thread, factor, size),
                    Filled::WithNothing => self.heap(thread, size.saturating_mul(factor)),
                }
            }
            Action::AllocateOpaque => match self.refused_call(thread, call)? {
                Some(told) => Ok(told),
                None => self.heap(thread, 1),
            },
            Action::Free(pointer) => {
                let pointer = argument(pointer);
                self.free(thread, call, pointer)
            }
        }
    }

    fn create_by_effect(
        &mut self,
        thread: usize,
        call: &CallSite,
        (at, routine, passed): (Option<u64>, u64, u64),
    ) -> Result<u64, Stop> {
        if let Some(told) = self.refused_call(thread, call)? {
            return Ok(told);
        }
        let new = self.threads.len();
        self.thread_create(thread, call, at, routine, passed)?;
        Ok(match at {
            Some(_) => 0,
            None => identifier(new, self.code.layout),
        })
    }

    /// Joins a thread; gives what it returned.
    fn join_by_effect(
        &mut self,
        thread: usize,
        call: &CallSite,
        (other, named): (u64, Named),
        at: Option<(usize, u64)>,
    ) -> Result<u64, Stop> {
        self.end_where_cancelled(thread, CancellationPoint::Always)?;
        let pointer = self.code.pointer;
        let id = match named {
            Named::ById => other,
            Named::ByPointer => self.memory.read(other, pointer.size())?,
        };
        let scalar = match at.and_then(|(number, _)| call.pointee_sizes.get(number).copied().flatten()) {
            Some(4) => Scalar::I32,
            _ => pointer,
        };
        let failed = self.thread_join(thread, call, id, at.map_or(0, |(_, at)| at), scalar)?;
        let joined = self.threads.get(thread_number(id, self.code.layout));
        match joined {
            Some(joined) if failed == 0 => Ok(joined.value),
            _ => Err(Stop::Open("a join of what is no thread to be joined".to_owned())),
        }
    }

    /// Takes a lock; what is taken first for reading is a lock for readers and writers.
    fn lock_by_effect(
        &mut self,
        thread: usize,
        name: &str,
        lock: u64,
        (mode, kind, attempt): (Mode, Kind, Attempt),
    ) -> Result<u64, Stop> {
        self.memory.check(lock, 1)?;
        let again = || Stop::Open(format!("`{name}` is given a lock that the thread holds"));
        let is_for_readers = match self.synchronisation.get(lock) {
            None => mode == Mode::Read,
            Some(object) => matches!(object, SyncObject::ReadWriteLock(_)),
        };
        if is_for_readers {
            let held = self.threads[thread].held.iter().any(|(held, _)| *held == lock);
            return match (mode, attempt) {
                _ if held => Err(again()),
                (Mode::Read, Attempt::Blocking) => self.read_lock(thread, lock),
                (Mode::Write, Attempt::Blocking) => self.spin_lock(thread, lock),
                (Mode::Read, _) => self.try_read_lock(thread, lock, 1),
                (Mode::Write, _) => self.try_write_lock(thread, lock, 1),
            };
        }
        if mode == Mode::Read {
            return Err(Stop::Open(format!("`{name}` takes a mutex for reading")));
        }
        let made = match kind {
            Kind::Recursive => MutexKind::Recursive,
            Kind::Initialised | Kind::Normal | Kind::NormalOrRecursive | Kind::Unknown => MutexKind::Normal,
        };
        let mutex = self.synchronisation.mutex(lock, || Mutex::new(made))?;
        let is_own = mutex.owner.is_some_and(|(owner, _)| owner as usize == thread);
        let says_what_happens = match mutex.kind {
            MutexKind::Normal => kind == Kind::Normal,
            MutexKind::Recursive => kind == Kind::Recursive,
            MutexKind::ErrorChecking => false,
        };
        match attempt {
            _ if is_own && !says_what_happens => Err(again()),
            Attempt::Blocking => self.mutex_lock(thread, lock),
            Attempt::Tried | Attempt::TriedNonzero => self.mutex_try_lock(thread, lock, 1),
        }
    }
}
