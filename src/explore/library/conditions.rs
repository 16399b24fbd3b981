//! Condition variables and once-controls.
//!
//! `wait(c, m)` is `unlock(m); lock(m)` with a signal in between. A signal gives no order by itself;
//! but where a thread was woken by one, it ran because of that, and a race must not rest on the contrary: the signal's clock goes
//! to the threads it wakes. A wait may also end without a signal, and is ordered with none then.

use crate::explore::code::function_at;
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::synchronisation::{Condition, Once, SyncObject};
use crate::explore::thread::Wait;

/// Stages of a wait.
const WAITING: u32 = 1;
const WOKEN: u32 = 2;

/// One of so many choices is that a wait ends without a signal (POSIX.1-2017, `pthread_cond_wait`: "spurious wakeups … may occur").
const SPURIOUS: u64 = 4;

impl Machine<'_> {
    pub(super) fn stage(&self, thread: usize) -> u32 {
        self.threads[thread].frames.last().map_or(0, |frame| frame.stage)
    }

    pub(super) fn set_stage(&mut self, thread: usize, stage: u32) {
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            frame.stage = stage;
        }
    }

    pub(super) fn condition_init(&mut self, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        self.synchronisation
            .initialise(address, SyncObject::Condition(Condition::default()));
        Ok(0)
    }

    pub(super) fn condition_wait(&mut self, thread: usize, condition: u64, mutex: u64) -> Result<u64, Stop> {
        self.memory.check(condition, 1)?;
        if self.stage(thread) == 0 {
            let refused = self.mutex_unlock(thread, mutex)?;
            if refused != 0 {
                return Ok(refused);
            }
            if self.settings.purpose != Purpose::Exhaust && self.inputs.choice(SPURIOUS) == SPURIOUS - 1 {
                self.set_stage(thread, WOKEN);
                return Err(Stop::Wait(Wait::Mutex(mutex)));
            }
            let found = self.synchronisation.condition(condition, Condition::default)?;
            // Where wake-ups may be spurious, signals change nothing, and who waits is no part of a state.
            if self.settings.purpose != Purpose::Exhaust {
                found.waiting.push(thread as u32);
            }
            self.set_stage(thread, WAITING);
            return Err(Stop::Wait(Wait::Condition(condition)));
        }
        if self.stage(thread) == WAITING {
            let found = self.synchronisation.condition(condition, Condition::default)?;
            // A spurious wake-up leaves the queue by itself.
            found.waiting.retain(|waiting| *waiting as usize != thread);
            self.threads[thread].clock.join(&found.signalled);
            self.set_stage(thread, WOKEN);
        }
        let result = self.mutex_lock(thread, mutex)?;
        self.set_stage(thread, 0);
        // Who was cancelled meanwhile ends with the mutex locked.
        self.test_cancellation(thread)?;
        Ok(result)
    }

    /// Either waits as [`Machine::condition_wait`], or times out at once.
    pub(super) fn condition_timed_wait(
        &mut self,
        thread: usize,
        (condition, mutex, time): (u64, u64, u64),
        timed_out: u64,
    ) -> Result<u64, Stop> {
        const TIMED_OUT: u32 = 3;
        if self.stage(thread) == 0
            && let Some(refused) = self.refused_time(time, timed_out)?
        {
            return Ok(refused);
        }
        if self.stage(thread) == 0 && self.inputs.choice(2) == 1 {
            let refused = self.mutex_unlock(thread, mutex)?;
            if refused != 0 {
                return Ok(refused);
            }
            self.set_stage(thread, TIMED_OUT);
            // Between the unlock and the lock others may act.
            return Err(Stop::Wait(Wait::Mutex(mutex)));
        }
        if self.stage(thread) != TIMED_OUT {
            return self.condition_wait(thread, condition, mutex);
        }
        self.mutex_lock(thread, mutex)?;
        self.set_stage(thread, 0);
        Ok(timed_out)
    }

    pub(super) fn condition_signal(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let waiting = self
            .synchronisation
            .condition(address, Condition::default)?
            .waiting
            .len() as u64;
        if waiting > 0 {
            let woken = if waiting == 1 { 0 } else { self.inputs.choice(waiting) };
            let condition = self.synchronisation.condition(address, Condition::default)?;
            condition.waiting.remove(woken as usize);
            Self::release_joined(&mut self.threads, thread, &mut condition.signalled);
        }
        self.notice();
        Ok(0)
    }

    pub(super) fn condition_broadcast(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let condition = self.synchronisation.condition(address, Condition::default)?;
        if !condition.waiting.is_empty() {
            condition.waiting.clear();
            Self::release_joined(&mut self.threads, thread, &mut condition.signalled);
        }
        self.notice();
        Ok(0)
    }

    pub(super) fn was_signalled(&self, thread: usize, address: u64) -> bool {
        if self.settings.purpose == Purpose::Exhaust {
            // Wake-ups may be spurious.
            return true;
        }
        match self.synchronisation.get(address) {
            Some(SyncObject::Condition(condition)) => !condition.waiting.contains(&(thread as u32)),
            _ => false,
        }
    }

    /// The routine runs once; every call returns after it has returned, and what it did happens before that.
    pub(super) fn once(&mut self, thread: usize, control: u64, routine: u64) -> Result<u64, Stop> {
        self.memory.check(control, 1)?;
        let entered = self.stage(thread) == 1;
        let once = self.synchronisation.once(control, Once::default)?;
        if entered && once.running == Some(thread as u32) {
            (once.running, once.done) = (None, true);
            Self::release(&mut self.threads, thread, &mut once.finished);
            self.set_stage(thread, 0);
            self.notice();
            return Ok(0);
        }
        if once.done {
            self.threads[thread].clock.join(&once.finished);
            self.notice();
            return Ok(0);
        }
        if once.running.is_some() {
            return Err(Stop::Wait(Wait::Once(control)));
        }
        once.running = Some(thread as u32);
        let function = function_at(routine, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
        self.set_stage(thread, 1);
        self.push_frame(thread, function.0, &[], None)?;
        Err(Stop::Again)
    }

    pub(super) fn once_is_idle(&self, control: u64) -> bool {
        match self.synchronisation.get(control) {
            Some(SyncObject::Once(once)) => once.running.is_none(),
            _ => true,
        }
    }
}
