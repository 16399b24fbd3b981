//! Vector clocks: what a thread, or a synchronisation object, knows of the pasts of all threads
//! (Mattern 1989; for races Flanagan and Freund, "FastTrack", PLDI 2009).

use super::items::Items;

/// For each thread, by number, the number of its epochs that happened before; threads beyond the end count 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock(Items<u32>);

impl Clock {
    /// The epoch of a thread that this clock knows of.
    #[inline]
    pub fn of(&self, thread: usize) -> u32 {
        self.0.get(thread).copied().unwrap_or(0)
    }

    /// `self := self ⊔ other`, the pointwise maximum.
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(other.0.iter()) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// `self := other`, keeping the allocation.
    pub fn set(&mut self, other: &Clock) {
        self.0.clone_from(&other.0);
    }

    /// Begins a new epoch of a thread that has begun one: what it does from now on is not covered by clocks copied before.
    /// Where clocks are not kept no thread ever begins, and all clocks stay empty.
    pub fn advance(&mut self, thread: usize) {
        if self.of(thread) > 0 {
            self.begin(thread);
        }
    }

    /// Begins the first epoch of a thread, or the next.
    pub fn begin(&mut self, thread: usize) {
        if self.0.len() <= thread {
            self.0.resize(thread + 1, 0);
        }
        self.0[thread] += 1;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
