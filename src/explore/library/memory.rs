//! Heap memory, and functions that move bytes. `malloc` always succeeds.

use super::Routine;
use crate::explore::code::{CallSite, Target};
use crate::explore::library::error_codes::INVALID;
use crate::explore::machine::{Machine, Releases, Stop};
use crate::explore::memory::{BadAccess, ObjectKind, ObjectState};
use crate::explore::shadow::AccessKind;

impl Machine<'_> {
    pub(super) fn heap(&mut self, thread: usize, size: u64) -> Result<u64, Stop> {
        self.allocate(thread, size, ObjectKind::Heap)
    }

    pub(super) fn heap_zeroed(&mut self, thread: usize, count: u64, size: u64) -> Result<u64, Stop> {
        self.allocate_filled(thread, count.saturating_mul(size), ObjectKind::Heap, 0)
    }

    /// Whether `posix_memalign` is asked for what it refuses in any case.
    pub(super) fn is_wrong_alignment(&self, thread: usize, call: &CallSite) -> bool {
        let asks = matches!(call.target, Target::Routine(Routine::AllocateAligned));
        asks && !self.is_alignment(self.argument(thread, call, 1))
    }

    fn is_alignment(&self, alignment: u64) -> bool {
        alignment.is_power_of_two() && alignment >= self.code.pointer.size()
    }

    /// `posix_memalign`: an alignment must be a power of two, and a multiple of the size of a pointer.
    pub(super) fn allocate_aligned(
        &mut self,
        thread: usize,
        call: &CallSite,
        (at, alignment, size): (u64, u64, u64),
    ) -> Result<u64, Stop> {
        if !self.is_alignment(alignment) {
            return Ok(INVALID);
        }
        let address = self.heap_at_multiple(thread, alignment, size)?;
        self.write_result(thread, call, at, self.code.pointer, address)?;
        Ok(0)
    }

    /// `aligned_alloc` and `memalign`: memory at a multiple of an alignment. What comes of one that is no power of two, each library
    /// decides for itself.
    pub(super) fn heap_at_multiple(&mut self, thread: usize, alignment: u64, size: u64) -> Result<u64, Stop> {
        match alignment.is_power_of_two() {
            true => self.allocate_at_multiple(thread, alignment, size, ObjectKind::Heap),
            false => Err(Stop::Open("memory is asked for at no power of two".to_owned())),
        }
    }

    /// `alloca`, and `__builtin_alloca_with_align`, whose alignment is in bits.
    pub(super) fn allocate_on_stack(&mut self, thread: usize, size: u64, alignment: u64) -> Result<u64, Stop> {
        let address = self.heap_at_multiple(thread, alignment / 8, size)?;
        let depth = self.threads[thread].frames.len() as u32;
        self.threads[thread].allocas.push((address, depth));
        Ok(address)
    }

    /// The size of what `free` is given: allocated memory that was not released.
    pub(super) fn size_to_free(&self, address: u64) -> Result<u64, BadAccess> {
        let object = self.memory.object_at(address).ok_or(BadAccess::BadFree)?;
        let may_be_freed =
            object.base == address && object.kind == ObjectKind::Heap && object.state == ObjectState::Live;
        may_be_freed.then_some(object.size).ok_or(BadAccess::BadFree)
    }

    pub(super) fn free(&mut self, thread: usize, call: &CallSite, address: u64) -> Result<u64, Stop> {
        if address == 0 {
            return Ok(0);
        }
        if self.settings.releases == Releases::Race
            && let Some(object) = self.memory.object_at(address).filter(|object| object.base == address)
        {
            // Who frees what another thread has freed races with that before anything else is wrong.
            self.access(thread, address, object.size, AccessKind::Free, call.access);
        }
        let size = self.size_to_free(address)?;
        self.end_object(address, size);
        self.notice();
        Ok(0)
    }

    pub(super) fn reallocate(&mut self, thread: usize, call: &CallSite, old: u64, size: u64) -> Result<u64, Stop> {
        if old != 0 && size == 0 {
            // As glibc has it: the memory is released, and there is none.
            return self.free(thread, call, old);
        }
        let new = self.heap(thread, size)?;
        if old != 0 {
            let kept = self.memory.object_at(old).ok_or(BadAccess::BadFree)?.size.min(size);
            self.copy(thread, new, old, kept, call.access, call.access)?;
            self.free(thread, call, old)?;
        }
        Ok(new)
    }

    /// `reallocarray`, of a size that there is.
    pub(super) fn reallocate_array(
        &mut self,
        thread: usize,
        call: &CallSite,
        old: u64,
        (count, size): (u64, u64),
    ) -> Result<u64, Stop> {
        match count.checked_mul(size) {
            Some(size) => self.reallocate(thread, call, old, size),
            None => Err(Stop::Open("more memory is asked for than there is".to_owned())),
        }
    }

    pub(super) fn set_bytes(
        &mut self,
        thread: usize,
        call: &CallSite,
        to: u64,
        value: u64,
        size: u64,
    ) -> Result<u64, Stop> {
        self.require_no_synchronisation(to, size)?;
        self.memory.bytes_mut(to, size)?.fill(value as u8);
        self.access(thread, to, size, AccessKind::Write, call.access);
        Ok(to)
    }
}
