//! Cancellation of threads, deferred: a cancelled thread ends when it tests whether it is (POSIX, 2.9.5).
//!
//! Other cancellation points of a cancelled thread, and other ways of being cancelled, are open.

use serde::Deserialize;

use std::collections::BTreeMap;

use super::Routine;
use super::error_codes::{INVALID, NO_SUCH_THREAD};
use super::threads::thread_number;
use crate::explore::clock::Clock;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::thread::{ThreadState, Wait};

/// Which threads are asked to end.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// The clocks of the requests, by thread: the thread learns them when it ends.
    requested: BTreeMap<usize, Clock>,
    /// Whether a thread chose another way of being cancelled.
    is_changed: bool,
    /// What threads chose, where it is not 0, which is what they start with.
    chosen: BTreeMap<(usize, Way), u64>,
}

/// What a thread chooses of being cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Whether it may be.
    State,
    /// At which points.
    Type,
}

/// What becomes of functions that clean up when the thread ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cleanup {
    /// One more is named (`pthread_cleanup_push`).
    Push,
    /// The last one is taken back (`pthread_cleanup_pop`).
    Pop,
}

impl Machine<'_> {
    /// Counts the functions that are to clean up. The path ends where a thread with one ends otherwise than by returning.
    pub(super) fn change_cleanups(&mut self, thread: usize, change: Cleanup) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open(
                "a function that cleans up in a search of all states".to_owned(),
            ));
        }
        let count = self.cleanups.entry(thread).or_default();
        *count = match change {
            Cleanup::Push => *count + 1,
            Cleanup::Pop => count.saturating_sub(1),
        };
        Ok(0)
    }

    /// Whether functions are to clean up when a thread ends.
    pub(super) fn cleans_up(&self, thread: usize) -> bool {
        self.cleanups.get(&thread).is_some_and(|count| *count > 0)
    }

    /// `pthread_cancel`.
    pub(super) fn cancel(&mut self, thread: usize, identifier: u64) -> Result<u64, Stop> {
        let target = thread_number(identifier, self.code.layout);
        let Some(other) = self.threads.get(target) else {
            return Ok(NO_SUCH_THREAD);
        };
        let waits = matches!(
            other.state,
            ThreadState::Waiting(Wait::Join(_) | Wait::Condition(_) | Wait::Semaphore(_))
        );
        if waits || target == thread || self.cancellation.is_changed || self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a cancellation that is not deferred to a test".to_owned()));
        }
        let clock = self.threads[thread].clock.clone();
        self.cancellation.requested.insert(target, clock);
        self.notice();
        Ok(0)
    }

    /// `pthread_setcancelstate` and `pthread_setcanceltype`: 0 is what a thread starts with. The old value is told.
    pub(super) fn change_cancellation(&mut self, thread: usize, call: &CallSite, way: Way) -> Result<u64, Stop> {
        let (kind, to) = (self.argument(thread, call, 0), self.argument(thread, call, 1));
        if kind > 1 {
            return Ok(INVALID);
        }
        if self.settings.purpose == Purpose::Exhaust && (kind != 0 || self.cancellation.is_changed) {
            self.cancellation.is_changed = true;
            return Err(Stop::Open("a thread that chooses how it may be cancelled".to_owned()));
        }
        let old = self.cancellation.chosen.insert((thread, way), kind).unwrap_or(0);
        self.write_result(thread, call, to, Scalar::I32, old)?;
        self.cancellation.is_changed |= kind != 0;
        match self.cancellation.is_changed && !self.cancellation.requested.is_empty() {
            true => Err(Stop::Open("a cancellation that is not deferred to a test".to_owned())),
            false => Ok(0),
        }
    }

    /// `pthread_testcancel`, and what is one besides: a cancelled thread ends with `PTHREAD_CANCELED`.
    pub(super) fn test_cancellation(&mut self, thread: usize) -> Result<u64, Stop> {
        let Some(clock) = self.cancellation.requested.remove(&thread) else {
            return Ok(0);
        };
        self.threads[thread].clock.join(&clock);
        self.thread_exit(thread, u64::MAX)
    }

    /// Whether a cancelled thread is about to do what might end it in other ways.
    pub(super) fn may_be_cancelled(&self, thread: usize, routine: Routine) -> bool {
        let waits = matches!(
            routine,
            Routine::ThreadJoin
                | Routine::ConditionWait
                | Routine::ConditionTimedWait(_)
                | Routine::SemaphoreWait
                | Routine::SemaphoreTryWait
                | Routine::SemaphoreTimedWait
                | Routine::Print(_)
                | Routine::Scan(_)
                | Routine::FillBytes(..)
                | Routine::ReadBytes(..)
                | Routine::ReadString
                | Routine::PutString(_)
        );
        waits && self.cancellation.requested.contains_key(&thread)
    }
}
