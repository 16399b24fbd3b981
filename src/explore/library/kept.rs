//! What calls do to what the library keeps.
//!
//! A call on a stream holds its lock for as long as it takes (C17 7.21.2, 7 and 8). Locks of streams are objects of synchronisation at
//! their addresses, if the program takes and keeps them by calls of its own; otherwise nobody waits for them for longer than a call, and
//! no call is to be seen to come before another one by them. States of the library have no locks (POSIX.1-2017, 2.9.1).

use crate::explore::code::{CallSite, KeptPlace, KeptUse, LockOfKept, Row};
use crate::explore::machine::{Machine, Stop, Uses};
use crate::explore::synchronisation::{Mutex, MutexKind, SyncObject};

impl Machine<'_> {
    /// Accesses what the library keeps and a call works on; waits where somebody else has the lock of a stream.
    pub(super) fn use_kept(&mut self, thread: usize, row: &Row, call: &CallSite) -> Result<(), Stop> {
        for kept in row.kept.iter().filter(|kept| kept.lock != LockOfKept::Taken) {
            let Some(address) = self.kept_at(thread, call, kept.place) else {
                continue;
            };
            let held = kept.lock == LockOfKept::HeldMeanwhile && self.take_stream(thread, address)?;
            self.record_kept(thread, address, kept, call);
            if held {
                self.mutex_unlock(thread, address)?;
            }
        }
        Ok(())
    }

    /// Accesses the streams whose locks a call has taken for the program.
    pub(super) fn use_taken(&mut self, thread: usize, row: &Row, call: &CallSite) {
        for kept in row.kept.iter().filter(|kept| kept.lock == LockOfKept::Taken) {
            let address = self.kept_at(thread, call, kept.place);
            if let Some(address) = address.filter(|address| self.holds_stream(thread, *address)) {
                self.record_kept(thread, address, kept, call);
            }
        }
    }

    fn record_kept(&mut self, thread: usize, address: u64, kept: &KeptUse, call: &CallSite) {
        if self.settings.uses == Uses::Race && self.memory.object_at(address).is_some() {
            self.record(thread, address, 1, kept.kind, call.access);
        }
    }

    fn holds_stream(&self, thread: usize, stream: u64) -> bool {
        let owner = match self.synchronisation.get(stream) {
            Some(SyncObject::Mutex(mutex)) => mutex.owner,
            _ => None,
        };
        owner.is_some_and(|(owner, _)| owner as usize == thread)
    }

    fn kept_at(&self, thread: usize, call: &CallSite, place: KeptPlace) -> Option<u64> {
        match place {
            KeptPlace::Argument(number) => Some(self.argument(thread, call, number)),
            KeptPlace::Variable(address) => self.memory.read(address, self.code.pointer.size()).ok(),
            KeptPlace::At(address) => Some(address),
            KeptPlace::ForNull(number, address) => (self.argument(thread, call, number) == 0).then_some(address),
        }
    }

    /// Takes the lock of a stream, if the program itself takes such locks: also before it does, so that this call comes before that.
    fn take_stream(&mut self, thread: usize, stream: u64) -> Result<bool, Stop> {
        let is_stream = self.memory.object_at(stream).is_some();
        if !self.code.holds_streams || !is_stream || self.unfinished.is_some() {
            return Ok(false);
        }
        self.synchronisation
            .mutex(stream, || Mutex::new(MutexKind::Recursive))?;
        self.mutex_lock(thread, stream)?;
        Ok(true)
    }
}
