//! The program as a whole: its end, its inputs, and the atomic blocks of the competition's rules.
//!
//! An atomic block is one lock, ordered by happens-before, and no other thread runs while it is held.

use crate::explore::code::{CallSite, function_at};
use crate::explore::machine::{Machine, PathEnd, Stop};
use crate::explore::memory::BadAccess;

impl Machine<'_> {
    pub(super) fn atomic_begin(&mut self, thread: usize) -> Result<u64, Stop> {
        match &mut self.synchronisation.atomic_block {
            Some((_, depth)) => *depth += 1,
            none => {
                *none = Some((thread as u32, 1));
                self.marks.block = self.mark();
                self.threads[thread].clock.join(&self.synchronisation.atomic_released);
                self.notice();
            }
        }
        Ok(0)
    }

    pub(super) fn atomic_end(&mut self, thread: usize) -> Result<u64, Stop> {
        match &mut self.synchronisation.atomic_block {
            Some((_, depth)) if *depth > 1 => *depth -= 1,
            _ => self.leave_atomic_block(thread),
        }
        Ok(0)
    }

    /// Leaves all atomic blocks that the thread is in.
    pub(super) fn leave_atomic_block(&mut self, thread: usize) {
        if self
            .synchronisation
            .atomic_block
            .is_some_and(|(owner, _)| owner as usize == thread)
        {
            self.synchronisation.atomic_block = None;
            Self::release(&mut self.threads, thread, &mut self.synchronisation.atomic_released);
            self.notice();
        }
    }

    /// `exit`: handlers run, last registered first, then the program ends.
    pub(super) fn exit(&mut self, thread: usize) -> Result<u64, Stop> {
        match self.exit_handlers.pop() {
            Some(handler) => {
                let function = function_at(handler, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
                self.push_frame(thread, function.0, &[], None)?;
                Err(Stop::Again)
            }
            None => Err(Stop::End(PathEnd::Exit)),
        }
    }

    pub(super) fn at_exit(&mut self, handler: u64) -> Result<u64, Stop> {
        self.exit_handlers.push(handler);
        Ok(0)
    }

    /// Any value of the call's result type.
    pub(super) fn any(&mut self, call: &CallSite) -> u64 {
        call.result.map_or(0, |scalar| self.input(scalar))
    }

    /// `rand`: any number that is not negative.
    pub(super) fn random_number(&mut self, call: &CallSite) -> u64 {
        let Some(scalar) = call.result else { return 0 };
        let value = self.input(scalar);
        if let Some(symbol) = self.fresh {
            self.symbols.restrict(symbol, (0, i64::from(i32::MAX)));
        }
        value & 0x7fff_ffff
    }
}
