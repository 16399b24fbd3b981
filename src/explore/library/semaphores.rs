//! Counting semaphores: what happens before a post happens before every later wait.
//!
//! A wait really takes one of the posts; that it is taken to be after all of them can only hide a race, never invent one.

use crate::explore::code::{CallSite, Scalar};
use crate::explore::library::error_codes::{AGAIN, INVALID, OVERFLOW, TIMED_OUT};
use crate::explore::machine::{Machine, MemoryModel, Purpose, Stop};
use crate::explore::synchronisation::{Semaphore, SyncObject};
use crate::explore::thread::Wait;

/// `SEM_VALUE_MAX` of Linux.
const MOST_PERMITS: u64 = i32::MAX as u64;

impl Machine<'_> {
    pub(super) fn semaphore_init(&mut self, thread: usize, address: u64, count: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let count = u64::from(count as u32);
        if count > MOST_PERMITS {
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        }
        let object = SyncObject::Semaphore(Semaphore {
            count,
            ..Semaphore::default()
        });
        self.synchronisation.initialise(address, object);
        Ok(0)
    }

    fn semaphore_at(&mut self, address: u64) -> Result<&mut Semaphore, Stop> {
        self.memory.check(address, 1)?;
        Ok(self.synchronisation.semaphore(address, Semaphore::default)?)
    }

    fn take_semaphore(&mut self, thread: usize, address: u64) -> Result<bool, Stop> {
        let semaphore = self.semaphore_at(address)?;
        if semaphore.count == 0 {
            return Ok(false);
        }
        semaphore.count -= 1;
        let semaphore = self.synchronisation.semaphore(address, Semaphore::default)?;
        self.threads[thread].clock.join(&semaphore.posted);
        Self::release_joined(&mut self.threads, thread, &mut semaphore.taken);
        self.notice();
        Ok(true)
    }

    pub(super) fn semaphore_wait(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        if self.was_ended_by_a_signal(thread)? {
            return Ok(u64::MAX);
        }
        match self.take_semaphore(thread, address)? {
            true => Ok(0),
            false => Err(Stop::Wait(Wait::Semaphore(address))),
        }
    }

    pub(super) fn semaphore_try_wait(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        if !self.fails_for_no_reason() && self.take_semaphore(thread, address)? {
            return Ok(0);
        }
        if self.settings.memory_model == MemoryModel::SequentiallyConsistent {
            let semaphore = self.synchronisation.semaphore(address, Semaphore::default)?;
            self.threads[thread].clock.join(&semaphore.taken);
        }
        self.notice();
        self.set_error_number(thread, AGAIN)?;
        Ok(u64::MAX)
    }

    /// `sem_timedwait`: as a try, but for a time that is none.
    pub(super) fn semaphore_timed_wait(&mut self, thread: usize, address: u64, time: u64) -> Result<u64, Stop> {
        if self.refused_time(time, TIMED_OUT)?.is_some() {
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        }
        let result = self.semaphore_try_wait(thread, address)?;
        if result != 0 {
            self.set_error_number(thread, TIMED_OUT)?;
        }
        Ok(result)
    }

    pub(super) fn semaphore_post(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        let semaphore = self.semaphore_at(address)?;
        if semaphore.count >= MOST_PERMITS {
            self.set_error_number(thread, OVERFLOW)?;
            return Ok(u64::MAX);
        }
        semaphore.count += 1;
        let semaphore = self.synchronisation.semaphore(address, Semaphore::default)?;
        Self::release_joined(&mut self.threads, thread, &mut semaphore.posted);
        self.notice();
        Ok(0)
    }

    /// `sem_getvalue`. POSIX does not say that it synchronises (IEEE Std 1003.1-2017, 4.12), and implementations do not, so what lies
    /// behind a post that it tells of is not proved; nor is a race confirmed by it.
    pub(super) fn semaphore_value(
        &mut self,
        thread: usize,
        call: &CallSite,
        address: u64,
        at: u64,
    ) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "whether looking at a semaphore orders what lies before its posts".to_owned(),
            ));
        }
        let semaphore = self.semaphore_at(address)?;
        let count = semaphore.count;
        let (posted, taken) = (semaphore.posted.clone(), semaphore.taken.clone());
        self.threads[thread].clock.join(&posted);
        self.threads[thread].clock.join(&taken);
        self.write_result(thread, call, at, Scalar::I32, count)?;
        Ok(0)
    }

    pub(super) fn semaphore_is_positive(&self, address: u64) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::Semaphore(semaphore)) => semaphore.count > 0,
            _ => false,
        }
    }
}
