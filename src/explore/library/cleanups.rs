//! Functions that clean up when a thread ends otherwise than by returning (POSIX.1-2017, `pthread_cleanup_push`).
//!
//! The macros of the C library note a place, as `setjmp` does, in a buffer that they then name. A thread that ends goes back to the
//! place named last, where the call gives 1 this time: there the function is called that cleans up, and the next place follows, until
//! none is left.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::explore::machine::{Machine, Purpose, Stop};

/// The stage of a call to which a thread has come back; no call waits in it.
const BACK: u32 = 0x200;

/// What becomes of places where threads clean up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cleanup {
    /// The place that was noted in a buffer is where the thread goes when it ends.
    Push,
    /// The last one is taken back.
    Pop,
    /// The function has returned: the end of the thread goes on.
    Next,
}

/// A call to which a thread can go back.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// How many activations there are.
    frames: usize,
    /// The operation, in the innermost of them.
    operation: u32,
}

/// Where threads clean up.
#[derive(Clone, Debug, Default)]
pub struct Cleanups {
    /// By thread and buffer.
    noted: BTreeMap<(usize, u64), Place>,
    /// By thread, the last one last.
    pushed: BTreeMap<usize, Vec<Place>>,
}

impl Machine<'_> {
    /// `setjmp`: gives 0 when it is called, and 1 where the end of the thread goes back to it. Other jumps are followed by the program
    /// as it is lowered.
    pub(super) fn save_place(&mut self, thread: usize, buffer: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a place to jump to in a search of all states".to_owned()));
        }
        let frames = &self.threads[thread].frames;
        if let Some(innermost) = frames.last() {
            let (frames, operation) = (frames.len(), innermost.next.saturating_sub(1));
            let place = Place { frames, operation };
            self.cleanups.noted.insert((thread, buffer), place);
        }
        Ok(0)
    }

    /// What a call gives to which the thread has gone back. Its arguments may be gone by then, so it does nothing else.
    pub(in crate::explore) fn given_on_return(&mut self, thread: usize) -> Option<u64> {
        if self.stage(thread) != BACK {
            return None;
        }
        self.set_stage(thread, 0);
        Some(1)
    }

    /// What becomes of a place that was noted in a buffer.
    pub(super) fn clean_up(&mut self, thread: usize, change: Cleanup, buffer: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "a function that cleans up in a search of all states".to_owned(),
            ));
        }
        match change {
            Cleanup::Push => match self.cleanups.noted.get(&(thread, buffer)) {
                Some(place) => self.cleanups.pushed.entry(thread).or_default().push(*place),
                None => return Err(Stop::Open("a place to clean up that was not noted".to_owned())),
            },
            Cleanup::Pop => {
                self.cleanups.pushed.entry(thread).or_default().pop();
            }
            Cleanup::Next => return self.thread_exit(thread, self.threads[thread].value),
        }
        Ok(0)
    }

    /// Lets a thread that ends go on where it cleans up, if there is such a place left.
    pub(super) fn go_back_to_clean_up(&mut self, thread: usize) -> Result<(), Stop> {
        let pushed = self.cleanups.pushed.get_mut(&thread);
        let Some(place) = pushed.and_then(Vec::pop) else {
            return Ok(());
        };
        while self.threads[thread].frames.len() > place.frames {
            self.pop_frame(thread);
        }
        if self.threads[thread].frames.len() < place.frames {
            return Err(Stop::Open(
                "a thread that cleans up where a function has returned".to_owned(),
            ));
        }
        if let Some(frame) = self.threads[thread].frames.last_mut() {
            (frame.next, frame.stage, frame.accessed) = (place.operation, BACK, false);
        }
        Err(Stop::Elsewhere)
    }
}
