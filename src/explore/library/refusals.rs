//! Calls that the environment refuses: for want of threads, or of memory.
//!
//! Whether it does is an input, where the program tests the result ([`crate::ir::tested`]). Most executions meet no refusal; a race that
//! needs one says where.

use super::Routine;
use crate::explore::arithmetic::normalise;
use crate::explore::code::CallSite;
use crate::explore::machine::{Failures, Fortune, Machine};

/// What `pthread_create` returns for want of threads: `EAGAIN`.
const NO_MORE_THREADS: u64 = 11;
/// What functions return that give an error number, for want of memory: `ENOMEM`.
const NO_MORE_MEMORY: u64 = 12;
/// What `thrd_create` of glibc returns for want of threads: `thrd_error`.
const NO_THREAD: u64 = 2;
/// What `mmap` returns that maps nothing: `MAP_FAILED`.
const NOTHING_MAPPED: u64 = u64::MAX;

impl Machine<'_> {
    /// What a call returns, if the environment refuses what it asks for.
    pub(super) fn refusal(&mut self, thread: usize, routine: Routine, call: &CallSite) -> Option<u64> {
        let told = match routine {
            Routine::ThreadCreate => NO_MORE_THREADS,
            Routine::C11ThreadCreate => NO_THREAD,
            Routine::AllocateAligned => NO_MORE_MEMORY,
            Routine::Map => normalise(self.code.pointer, NOTHING_MAPPED),
            Routine::Allocate(_) | Routine::AllocateZeroed { .. } | Routine::Reallocate | Routine::ReallocateArray => 0,
            _ => return None,
        };
        let asked = self.settings.failures == Failures::Tested && call.tested;
        let refused = asked && self.inputs.misfortune();
        if refused {
            self.error_may_have_changed(thread);
            self.fortune = Fortune::Refused;
            self.refusals.push(call.access);
        }
        refused.then_some(told)
    }
}
