//! Cancellation of threads: a cancelled thread ends when it tests whether it is, and where it waits (POSIX.1-2017, 2.9.5).
//!
//! Where it only may end, as in most calls that read or write files, the path ends. Who may be cancelled at any time by others may be so as late as
//! at the next of these points.

use serde::Deserialize;

use std::collections::{BTreeMap, BTreeSet};

use super::Routine;
use super::error_codes::{INVALID, NO_SUCH_THREAD};
use super::threads::thread_number;
use crate::explore::clock::Clock;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::thread::{ThreadState, Wait};
use crate::ir::Program;
use crate::library::model::CancellationPoint;
use crate::library::{Library, plain_name};

/// Which threads are asked to end.
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    /// The clocks of the requests, by thread: the thread learns them when it ends.
    requested: BTreeMap<usize, Clock>,
    /// The threads that have begun to end, which nobody cancels any more.
    ending: BTreeSet<usize>,
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

impl Machine<'_> {
    /// `pthread_cancel`.
    pub(super) fn cancel(&mut self, thread: usize, identifier: u64) -> Result<u64, Stop> {
        let target = thread_number(identifier, self.code.layout);
        let Some(other) = self.threads.get(target) else {
            return Ok(NO_SUCH_THREAD);
        };
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a cancellation in a search of all states".to_owned()));
        }
        if other.state == ThreadState::Ended || self.cancellation.ending.contains(&target) {
            return Ok(0);
        }
        let clock = self.threads[thread].clock.clone();
        self.cancellation.requested.insert(target, clock);
        self.notice();
        if target == thread {
            self.end_at_once(thread)?;
        }
        Ok(0)
    }

    /// `pthread_setcancelstate` and `pthread_setcanceltype`: 0 is what a thread starts with. The old value is told.
    pub(super) fn change_cancellation(&mut self, thread: usize, call: &CallSite, way: Way) -> Result<u64, Stop> {
        let (kind, to) = (self.argument(thread, call, 0), self.argument(thread, call, 1));
        if kind > 1 {
            return Ok(INVALID);
        }
        if self.settings.purpose == Purpose::Exhaust && kind != 0 {
            return Err(Stop::Open("a thread that chooses how it may be cancelled".to_owned()));
        }
        let old = self.cancellation.chosen.insert((thread, way), kind).unwrap_or(0);
        self.write_result(thread, call, to, Scalar::I32, old)?;
        self.end_at_once(thread)?;
        Ok(0)
    }

    /// A thread that does something to its own cancellation, and may be cancelled at any time, is so there.
    fn end_at_once(&mut self, thread: usize) -> Result<(), Stop> {
        let chosen = self.cancellation.chosen.get(&(thread, Way::Type));
        match chosen.is_some_and(|kind| *kind != 0) {
            true => self.test_cancellation(thread).map(drop),
            false => Ok(()),
        }
    }

    /// `pthread_testcancel`, and what is one besides: a cancelled thread ends with `PTHREAD_CANCELED`.
    pub(super) fn test_cancellation(&mut self, thread: usize) -> Result<u64, Stop> {
        if !self.is_cancelled(thread) {
            return Ok(0);
        }
        if let Some(clock) = self.cancellation.requested.remove(&thread) {
            self.threads[thread].clock.join(&clock);
        }
        self.thread_exit(thread, u64::MAX)
    }

    /// From now on nobody cancels the thread.
    pub(super) fn begin_to_end(&mut self, thread: usize) {
        self.cancellation.requested.remove(&thread);
        self.cancellation.ending.insert(thread);
    }

    /// Whether a thread is asked to end, and may be.
    pub(super) fn is_cancelled(&self, thread: usize) -> bool {
        let chosen = self.cancellation.chosen.get(&(thread, Way::State));
        self.cancellation.requested.contains_key(&thread) && chosen.is_none_or(|kind| *kind == 0)
    }

    /// A cancelled thread ends in front of a call where it must. The path ends in front of one where it only may.
    pub(super) fn end_where_cancelled(&mut self, thread: usize, point: CancellationPoint) -> Result<(), Stop> {
        if !self.is_cancelled(thread) {
            return Ok(());
        }
        match point {
            CancellationPoint::Always if self.stage(thread) == 0 => self.test_cancellation(thread).map(|_| ()),
            CancellationPoint::Perhaps => Err(Stop::Open("a cancelled thread that may end in a call".to_owned())),
            CancellationPoint::Always | CancellationPoint::Never => Ok(()),
        }
    }

    /// Whether a cancelled thread ends in a call: by the function's row, or by what the call does.
    pub(super) fn cancellation_point(&self, thread: usize, routine: Routine, call: &CallSite) -> CancellationPoint {
        match self.point_of_row(thread, call) {
            CancellationPoint::Never => point(routine),
            known => known,
        }
    }

    /// Whether a cancelled thread ends in a call by the function's row.
    pub(super) fn point_of_row(&self, thread: usize, call: &CallSite) -> CancellationPoint {
        let known = self
            .called(thread, call)
            .and_then(|function| self.code.cancellation_points.get(function.0 as usize));
        known.copied().unwrap_or(CancellationPoint::Never)
    }

    /// Whether a cancelled thread waits no longer.
    pub(super) fn is_woken_by_cancellation(&self, thread: usize, wait: Wait) -> bool {
        let is_point = matches!(
            wait,
            Wait::Join(_) | Wait::Condition(_) | Wait::Semaphore(_) | Wait::Pipe(_) | Wait::Signal | Wait::SignalOf(_)
        );
        is_point && self.is_cancelled(thread)
    }
}

/// Whether a cancelled thread ends in a call of a function without body, by function number.
pub fn cancellation_points(program: &Program, library: &Library) -> Vec<CancellationPoint> {
    let functions = program.functions.iter();
    let row = |name: &str| library.model(name).or_else(|| library.model(plain_name(name)?));
    let named = functions.map(|function| match function.body {
        Some(_) => CancellationPoint::Never,
        None => row(&function.name).map_or(CancellationPoint::Never, |row| row.cancels),
    });
    named.collect()
}

fn point(routine: Routine) -> CancellationPoint {
    match routine {
        Routine::ThreadJoin
        | Routine::ConditionWait
        | Routine::ConditionTimedWait(_)
        | Routine::SemaphoreWait
        | Routine::SemaphoreTimedWait => CancellationPoint::Always,
        Routine::Print(_)
        | Routine::Scan(_)
        | Routine::FillBytes(..)
        | Routine::ReadBytes(..)
        | Routine::ReadString
        | Routine::PutString(_) => CancellationPoint::Perhaps,
        _ => CancellationPoint::Never,
    }
}
