//! Barriers: every arrival of a round happens before every departure of it.

use crate::explore::library::error_codes::INVALID;
use crate::explore::machine::{Machine, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::synchronisation::{Barrier, SyncObject};
use crate::explore::thread::Wait;

/// No barrier is for more threads.
const MOST_THREADS: u64 = i32::MAX as u64;

/// `PTHREAD_BARRIER_SERIAL_THREAD` of Linux.
const SERIAL: u64 = u64::MAX;

impl Machine<'_> {
    pub(super) fn barrier_init(&mut self, address: u64, count: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let count = u64::from(count as u32);
        if count == 0 || count > MOST_THREADS {
            return Ok(INVALID);
        }
        let object = SyncObject::Barrier(Barrier {
            count,
            ..Barrier::default()
        });
        self.synchronisation.initialise(address, object);
        Ok(0)
    }

    /// The stage of a waiting call is the number of its round plus one.
    pub(super) fn barrier_wait(&mut self, thread: usize, address: u64) -> Result<u64, Stop> {
        self.memory.check(address, 1)?;
        let stage = self.stage(thread);
        let barrier = self.synchronisation.barrier(address, Barrier::default)?;
        if stage > 0 {
            if barrier.round < stage {
                return Err(Stop::Wait(Wait::Barrier(address, stage - 1)));
            }
            self.threads[thread].clock.join(&barrier.departing);
            self.set_stage(thread, 0);
            self.notice();
            return Ok(0);
        }
        if barrier.count == 0 {
            return Err(Stop::Bad(BadAccess::BadSynchronisation));
        }
        barrier.arrived += 1;
        Self::release_joined(&mut self.threads, thread, &mut barrier.arriving);
        if barrier.arrived < barrier.count {
            let round = barrier.round;
            self.set_stage(thread, round + 1);
            return Err(Stop::Wait(Wait::Barrier(address, round)));
        }
        barrier.departing = std::mem::take(&mut barrier.arriving);
        barrier.arrived = 0;
        barrier.round += 1;
        self.threads[thread].clock.join(&barrier.departing);
        self.notice();
        Ok(SERIAL)
    }

    pub(super) fn barrier_passed(&self, address: u64, round: u32) -> bool {
        match self.synchronisation.get(address) {
            Some(SyncObject::Barrier(barrier)) => barrier.round > round,
            _ => false,
        }
    }
}
