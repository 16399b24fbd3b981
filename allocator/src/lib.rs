//! An allocator that says when the system refuses memory.
//!
//! A program that is refused memory is ended at once, by a message that names a number of bytes and nothing else: what it knew is lost.
//! [`Telling`] is any allocator that calls a function first, in the thread that was refused. That function may wait for another thread to say
//! what is known, and to end the program.
//!
//! ```
//! use pepsin_allocator::Telling;
//! use std::alloc::System;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! static REFUSED: AtomicBool = AtomicBool::new(false);
//!
//! #[global_allocator]
//! static ALLOCATOR: Telling<System> = Telling::new(System, || REFUSED.store(true, Ordering::Relaxed));
//!
//! let too_much = Vec::<u8>::new().try_reserve_exact(isize::MAX as usize);
//! assert!(too_much.is_err() && REFUSED.load(Ordering::Relaxed));
//! ```

use std::alloc::{GlobalAlloc, Layout};

/// An allocator that calls a function when it has no memory to give, and gives none when that returns.
pub struct Telling<A> {
    inner: A,
    refused: fn(),
}

impl<A> Telling<A> {
    /// An allocator that gives what another one gives.
    pub const fn new(inner: A, refused: fn()) -> Self {
        Telling { inner, refused }
    }

    fn told(&self, memory: *mut u8) -> *mut u8 {
        if memory.is_null() {
            (self.refused)();
        }
        memory
    }
}

// SAFETY: All memory is given and taken back by the inner allocator, with the layouts that it is asked for.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Telling<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: The caller keeps the contract of this function, which is that of the inner one.
        self.told(unsafe { self.inner.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: As above.
        self.told(unsafe { self.inner.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: As above; the memory came from the inner allocator, because all of it does.
        self.told(unsafe { self.inner.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: As above.
        unsafe { self.inner.dealloc(memory, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::System;
    use std::sync::atomic::{AtomicUsize, Ordering};

    static REFUSALS: AtomicUsize = AtomicUsize::new(0);

    /// Gives 64 bytes at most.
    struct Small;

    // SAFETY: What it gives is the system's.
    unsafe impl GlobalAlloc for Small {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            match layout.size() {
                // SAFETY: The contract is the same.
                0..=64 => unsafe { System.alloc(layout) },
                _ => std::ptr::null_mut(),
            }
        }

        unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
            // SAFETY: The memory is the system's.
            unsafe { System.dealloc(memory, layout) }
        }
    }

    #[test]
    fn what_is_refused_is_told_and_what_is_given_is_not() {
        let allocator = Telling::new(Small, || {
            REFUSALS.fetch_add(1, Ordering::Relaxed);
        });
        let refusals = || REFUSALS.load(Ordering::Relaxed);
        let layout = |size| Layout::from_size_align(size, 8).expect("is a layout");
        // SAFETY: No layout is empty, and all that is given is taken back with the size that it has then.
        unsafe {
            let memory = allocator.alloc(layout(16));
            assert!(!memory.is_null() && refusals() == 0);
            let memory = allocator.realloc(memory, layout(16), 32);
            assert!(!memory.is_null() && refusals() == 0);
            assert!(allocator.realloc(memory, layout(32), 128).is_null());
            assert_eq!(refusals(), 1);
            allocator.dealloc(memory, layout(32));
            assert!(allocator.alloc(layout(65)).is_null());
            assert!(allocator.alloc_zeroed(layout(65)).is_null());
        }
        assert_eq!(refusals(), 3);
    }
}
