//! Anonymous mappings: memory of zeroes, by pages (POSIX.1-2017, `mmap` and `munmap`; Linux, mmap(2)).
//!
//! What is refused, and memory that cannot be written as well as read, ends the path: an access would end the program.

use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Releases, Stop};
use crate::explore::memory::{ObjectKind, ObjectState};
use crate::explore::shadow::AccessKind;
use crate::library::mapping::{ANONYMOUS, FIXED, PRIVATE, SHARED};

/// `PROT_READ | PROT_WRITE`.
const READ_AND_WRITE: u64 = 3;
/// Bytes of a page.
pub(super) const PAGE: u64 = 4096;

impl Machine<'_> {
    /// `mmap`: its size, protection, flags and offset.
    pub(super) fn map(
        &mut self,
        thread: usize,
        (size, protection, flags, offset): (u64, u64, u64, u64),
    ) -> Result<u64, Stop> {
        let open = |why: &str| Err(Stop::Open(why.to_owned()));
        if flags & FIXED != 0 {
            return open("memory is mapped at a place of its own");
        }
        if flags & ANONYMOUS == 0 {
            return open("a file is mapped");
        }
        let is_refused = size == 0 || !matches!(flags & 3, SHARED | PRIVATE) || offset % PAGE != 0;
        if is_refused || protection & READ_AND_WRITE != READ_AND_WRITE {
            return open("memory is mapped that cannot be used");
        }
        self.allocate_filled_at_multiple(thread, (PAGE, size), ObjectKind::Heap, 0)
    }

    /// `munmap`: of a whole mapping.
    pub(super) fn unmap(&mut self, thread: usize, call: &CallSite, (address, size): (u64, u64)) -> Result<u64, Stop> {
        let object = self.memory.object_at(address).copied();
        let mapping = object.filter(|object| {
            let pages = object.size.div_ceil(PAGE);
            let is_mapping = object.kind == ObjectKind::Heap && object.state == ObjectState::Live;
            is_mapping && object.base == address && pages == size.div_ceil(PAGE)
        });
        let Some(mapping) = mapping else {
            return Err(Stop::Open("a part of a mapping is given back".to_owned()));
        };
        if self.settings.releases == Releases::Race {
            self.access(thread, mapping.base, mapping.size, AccessKind::Free, call.access);
        }
        self.end_object(mapping.base, mapping.size);
        self.notice();
        Ok(0)
    }
}
