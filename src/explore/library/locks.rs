//! Mutexes, spinlocks and reader-writer locks.
//!
//! `lock(m)`: `C_t := C_t ⊔ C_m`; `unlock(m)`: `C_m := C_t`, then a new epoch of t.
//! A failed try under sequential consistency learns that the lock was taken: without the other's lock operation
//! it would have succeeded, so a race must not rest on it. Under C11 a try may fail for no reason and learns nothing.

use super::Routine;
use crate::explore::code::CallSite;
use crate::explore::library::error_codes::{BUSY, DEADLOCK, INVALID, NOT_OWNER, TIMED_OUT};
use crate::explore::machine::{Machine, MemoryModel, Purpose, Stop, Uses};
use crate::explore::memory::BadAccess;
use crate::explore::shadow::AccessKind;
use crate::explore::synchronisation::{Mutex, MutexKind, ReadWriteLock, SyncObject};
use crate::explore::thread::{LockMode, Wait};

/// Byte offset of the mutex kind in glibc's `pthread_mutex_t`, by the size of a pointer.
fn kind_offset(pointer_size: u64) -> u64 {
    if pointer_size == 4 { 12 } else { 16 }
}

/// glibc's numbering of mutex kinds.
fn kind_from_number(number: u64) -> MutexKind {
    match number & 3 {
        1 => MutexKind::Recursive,
        2 => MutexKind::ErrorChecking,
        _ => MutexKind::Normal,
    }
}

impl Machine<'_> {
    /// What an attribute chooses is stored in its first bytes: one of the numbers up to `most`.
    pub(super) fn choose_by_attribute(&mut self, attribute: u64, choice: u64, most: u8) -> Result<u64, Stop> {
        if choice as u32 > u32::from(most) {
            return Ok(INVALID);
        }
        self.memory.write(attribute, 4, choice)?;
        Ok(0)
    }

    /// An attribute begins with the first of each of its choices.
    pub(super) fn begin_attribute(&mut self, attribute: u64, choices: u8) -> Result<u64, Stop> {
        for choice in 0..u64::from(choices) {
            self.choose_by_attribute(attribute.wrapping_add(4 * choice), 0, 0)?;
        }
        Ok(0)
    }

    /// What makes a thread or an object of synchronisation reads its attribute, if it is given one.
    pub(super) fn read_attribute(&mut self, thread: usize, routine: Routine, call: &CallSite) {
        let has_attribute = matches!(
            routine,
            Routine::ThreadCreate
                | Routine::MutexInit
                | Routine::ConditionInit
                | Routine::ReadWriteInit
                | Routine::BarrierInit
        );
        // What stands there in `pthread_spin_init` is a number.
        let is_pointer = call.pointee_sizes.get(1).copied().flatten().is_some();
        if has_attribute && is_pointer && self.settings.uses == Uses::Race {
            self.use_object(thread, call, 1, AccessKind::Read);
        }
    }

    pub(super) fn mutex_init(&mut self, address: u64, attribute: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let kind = if attribute == 0 {
            0
        } else {
            self.memory.read(attribute, 4)?
        };
        self.new_mutex(address, kind_from_number(kind))
    }

    pub(super) fn c11_mutex_init(&mut self, address: u64, kind: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        self.new_mutex(address, kind_from_number(kind & 1))
    }

    fn new_mutex(&mut self, address: u64, kind: MutexKind) -> Result<u64, Stop> {
        self.synchronisation
            .initialise(address, SyncObject::Mutex(Mutex::new(kind)));
        Ok(0)
    }

    pub(super) fn destroy(&mut self, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        if let Some(SyncObject::Mutex(Mutex { owner: Some(_), .. })) = self.synchronisation.get(address) {
            return Ok(BUSY);
        }
        self.synchronisation.destroy(address);
        Ok(0)
    }

    /// The mutex at an address; one with a static initialiser says there what kind it is.
    fn mutex_at(&mut self, address: u64) -> Result<&mut Mutex, Stop> {
        self.memory.check(address, 1)?;
        let number = self
            .memory
            .read(address.wrapping_add(kind_offset(self.code.pointer.size())), 4);
        let kind = kind_from_number(number.unwrap_or(0));
        Ok(self.synchronisation.mutex(address, || Mutex::new(kind))?)
    }

    /// Takes the mutex if the thread can; `None` if it must wait.
    fn take_mutex(&mut self, thread: usize, address: u64) -> Result<Option<u64>, Stop> {
        let mutex = self.mutex_at(address)?;
        match (mutex.owner, mutex.kind) {
            (None, _) => mutex.owner = Some((thread as u32, 1)),
            (Some((owner, depth)), MutexKind::Recursive) if owner as usize == thread => {
                mutex.owner = Some((owner, depth + 1));
            }
            (Some((owner, _)), MutexKind::ErrorChecking) if owner as usize == thread => return Ok(Some(DEADLOCK)),
            _ => return Ok(None),
        }
        self.acquired(thread, address)?;
        self.notice();
        Ok(Some(0))
    }

    fn acquired(&mut self, thread: usize, address: u64) -> Result<(), Stop> {
        let mutex = self.synchronisation.mutex(address, || Mutex::new(MutexKind::Normal))?;
        self.threads[thread].clock.join(&mutex.released);
        Self::release(&mut self.threads, thread, &mut mutex.taken);
        self.threads[thread].held.push((address, LockMode::Write));
        Ok(())
    }

    pub(super) fn mutex_lock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        self.take_mutex(thread, address)?
            .ok_or(Stop::Wait(Wait::Mutex(address)))
    }

    /// Whether a try fails although it could succeed: when all states are visited it may.
    pub(super) fn fails_for_no_reason(&mut self) -> bool {
        self.settings.purpose == Purpose::Exhaust && self.inputs.choice(2) == 1
    }

    pub(super) fn mutex_try_lock(&mut self, thread: usize, address: u64, busy: u64) -> Result<u64, Stop> {
        if self.fails_for_no_reason() {
            self.notice();
            return Ok(busy);
        }
        match self.take_mutex(thread, address)? {
            Some(DEADLOCK) => Ok(busy),
            Some(taken) => Ok(taken),
            None => {
                self.failed_mutex(thread, address)?;
                Ok(busy)
            }
        }
    }

    fn failed_mutex(&mut self, thread: usize, address: u64) -> Result<(), Stop> {
        if self.settings.memory_model == MemoryModel::SequentiallyConsistent {
            let mutex = self.synchronisation.mutex(address, || Mutex::new(MutexKind::Normal))?;
            self.threads[thread].clock.join(&mutex.taken);
        }
        self.notice();
        Ok(())
    }

    /// Waits for the mutex, or gives up while another thread holds it. The time is not looked at where the mutex is free.
    pub(super) fn mutex_timed_lock(
        &mut self,
        thread: usize,
        (address, time): (u64, u64),
        timed_out: u64,
    ) -> Result<u64, Stop> {
        if self.fails_for_no_reason() {
            self.notice();
            let refused = self.refused_time(time, timed_out)?;
            return Ok(refused.unwrap_or(timed_out));
        }
        if let Some(result) = self.take_mutex(thread, address)? {
            return Ok(result);
        }
        let refused = self.refused_time(time, timed_out)?;
        if refused.is_some() || self.inputs.choice(2) == 1 {
            self.failed_mutex(thread, address)?;
            return Ok(refused.unwrap_or(timed_out));
        }
        Err(Stop::Wait(Wait::Mutex(address)))
    }

    pub(super) fn mutex_unlock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        let mutex = self.mutex_at(address)?;
        match (mutex.owner, mutex.kind) {
            (None, MutexKind::Normal) => return Ok(0),
            (None, _) => return Ok(NOT_OWNER),
            (Some((owner, _)), MutexKind::Recursive | MutexKind::ErrorChecking) if owner as usize != thread => {
                return Ok(NOT_OWNER);
            }
            // Undefined: "the mutex is not held by the calling thread".
            (Some((owner, _)), MutexKind::Normal) if owner as usize != thread => {
                return Err(Stop::Bad(BadAccess::BadSynchronisation));
            }
            (Some((owner, depth)), MutexKind::Recursive) if depth > 1 => mutex.owner = Some((owner, depth - 1)),
            (Some((owner, _)), _) => {
                mutex.owner = None;
                Self::release(
                    &mut self.threads,
                    thread,
                    &mut self
                        .synchronisation
                        .mutex(address, || Mutex::new(MutexKind::Normal))?
                        .released,
                );
                self.threads[owner as usize].forget_lock(address);
                self.notice();
                return Ok(0);
            }
        }
        self.threads[thread].forget_lock(address);
        Ok(0)
    }

    pub(super) fn mutex_is_free(&self, address: u64) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::Mutex(mutex)) => mutex.owner.is_none(),
            _ => true,
        }
    }

    pub(super) fn read_write_init(&mut self, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        self.synchronisation
            .initialise(address, SyncObject::ReadWriteLock(ReadWriteLock::default()));
        Ok(0)
    }

    pub(super) fn can_read_lock(&self, address: u64) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::ReadWriteLock(lock)) => lock.writer.is_none(),
            _ => true,
        }
    }

    pub(super) fn can_write_lock(&self, address: u64) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::ReadWriteLock(lock)) => lock.writer.is_none() && lock.readers.is_empty(),
            _ => true,
        }
    }

    fn take_for_reading(&mut self, thread: usize, address: u64) -> Result<bool, Stop> {
        self.memory.check(address, 1)?;
        let free = self.can_read_lock(address);
        let lock = self.synchronisation.read_write_lock(address, ReadWriteLock::default)?;
        if free {
            lock.readers.push(thread as u32);
            self.threads[thread].clock.join(&lock.written);
            Self::release_joined(&mut self.threads, thread, &mut lock.taken);
            self.threads[thread].held.push((address, LockMode::Read));
            self.notice();
        }
        Ok(free)
    }

    fn take_for_writing(&mut self, thread: usize, address: u64) -> Result<bool, Stop> {
        self.memory.check(address, 1)?;
        let free = self.can_write_lock(address);
        let lock = self.synchronisation.read_write_lock(address, ReadWriteLock::default)?;
        if free {
            lock.writer = Some(thread as u32);
            self.threads[thread].clock.join(&lock.written);
            self.threads[thread].clock.join(&lock.read);
            Self::release(&mut self.threads, thread, &mut lock.taken);
            self.threads[thread].held.push((address, LockMode::Write));
            self.notice();
        }
        Ok(free)
    }

    fn failed_read_write(&mut self, thread: usize, address: u64) -> Result<(), Stop> {
        if self.settings.memory_model == MemoryModel::SequentiallyConsistent {
            let lock = self.synchronisation.read_write_lock(address, ReadWriteLock::default)?;
            self.threads[thread].clock.join(&lock.taken);
        }
        self.notice();
        Ok(())
    }

    pub(super) fn read_lock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        match self.take_for_reading(thread, address)? {
            true => Ok(0),
            false if self.writes(thread, address) => Ok(DEADLOCK),
            false => Err(Stop::Wait(Wait::ReadLock(address))),
        }
    }

    /// Whether a thread holds a read-write lock for writing, so that it is told when it asks for it again.
    fn writes(&self, thread: usize, address: u64) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::ReadWriteLock(lock)) => lock.writer == Some(thread as u32),
            _ => false,
        }
    }

    pub(super) fn try_read_lock(&mut self, thread: usize, address: u64, busy: u64) -> Result<u64, Stop> {
        if !self.fails_for_no_reason() && self.take_for_reading(thread, address)? {
            return Ok(0);
        }
        self.failed_read_write(thread, address)?;
        Ok(busy)
    }

    /// `pthread_rwlock_timedrdlock` and `pthread_rwlock_timedwrlock`: as a try, but for what is wrong with the call.
    pub(super) fn timed_read_write_lock(
        &mut self,
        thread: usize,
        (address, time): (u64, u64),
        mode: LockMode,
    ) -> Result<u64, Stop> {
        if let Some(refused) = self.refused_time(time, TIMED_OUT)? {
            return Ok(refused);
        }
        if self.writes(thread, address) {
            return Ok(DEADLOCK);
        }
        match mode {
            LockMode::Read => self.try_read_lock(thread, address, TIMED_OUT),
            LockMode::Write => self.try_write_lock(thread, address, TIMED_OUT),
        }
    }

    pub(super) fn write_lock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        match self.take_for_writing(thread, address)? {
            true => Ok(0),
            false if self.writes(thread, address) => Ok(DEADLOCK),
            false if self.reads_and_is_told(thread, address) => Ok(DEADLOCK),
            false => Err(Stop::Wait(Wait::WriteLock(address))),
        }
    }

    /// Whether a thread that holds a lock for reading is told that it would wait for itself: POSIX lets the call fail (2017,
    /// `pthread_rwlock_wrlock`), glibc waits.
    fn reads_and_is_told(&mut self, thread: usize, address: u64) -> bool {
        let reads = match self.synchronisation.get(address) {
            Some(SyncObject::ReadWriteLock(lock)) => lock.readers.contains(&(thread as u32)),
            _ => false,
        };
        reads && self.settings.purpose == Purpose::Exhaust && self.inputs.choice(2) == 1
    }

    /// A lock for writing that does not tell its holder that it waits for itself.
    pub(super) fn spin_lock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        match self.take_for_writing(thread, address)? {
            true => Ok(0),
            false => Err(Stop::Wait(Wait::WriteLock(address))),
        }
    }

    pub(super) fn try_write_lock(&mut self, thread: usize, address: u64, busy: u64) -> Result<u64, Stop> {
        if !self.fails_for_no_reason() && self.take_for_writing(thread, address)? {
            return Ok(0);
        }
        self.failed_read_write(thread, address)?;
        Ok(busy)
    }

    /// A write unlock replaces what was left before; read unlocks add to it.
    pub(super) fn read_write_unlock(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let lock = self.synchronisation.read_write_lock(address, ReadWriteLock::default)?;
        if lock.writer.is_some_and(|writer| writer as usize != thread) {
            return Err(Stop::Bad(BadAccess::BadSynchronisation));
        }
        if lock.writer.is_some() {
            lock.writer = None;
            lock.read.clear();
            Self::release(&mut self.threads, thread, &mut lock.written);
        } else if let Some(reader) = lock.readers.iter().position(|reader| *reader as usize == thread) {
            lock.readers.remove(reader);
            Self::release_joined(&mut self.threads, thread, &mut lock.read);
        } else {
            return Ok(0);
        }
        self.threads[thread].forget_lock(address);
        self.notice();
        Ok(0)
    }
}
