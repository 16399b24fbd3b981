//! Times that the program gives to the library: for how long to sleep, and until when to wait.
//!
//! Time passes as fast as the environment likes, so a sleep takes no time, and a wait with an end may end at once.
//! But nanoseconds that are not within a second are refused (POSIX.1-2017, `nanosleep`, `pthread_mutex_timedlock` and others).

use serde::Deserialize;

use super::error_codes::{C11_ERROR, C11_TIMED_OUT, INVALID};
use super::exact::calendar;
use super::host::CallHost;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::memory::ObjectKind;
use crate::explore::shadow::AccessKind;

/// Nanoseconds of a second.
const SECOND: u64 = 1_000_000_000;
/// What `thrd_sleep` of glibc gives for what is no time: -2.
const NO_TIME: u64 = u64::MAX - 1;

/// Functions that tell what a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// `gettimeofday`: seconds and microseconds where the first argument points.
    OfDay,
    /// `clock_gettime`: seconds and nanoseconds where the second argument points, of the clock with a number.
    Named,
}

/// Zones of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// Universal Time.
    Universal,
    /// The zone that the user is in, who chooses Universal Time here.
    Local,
}

impl Zone {
    fn name(self) -> &'static [u8] {
        match self {
            Zone::Universal => b"GMT",
            Zone::Local => b"UTC",
        }
    }
}

/// `CLOCK_PROCESS_CPUTIME_ID`.
const OF_PROCESS: u64 = 2;
/// The clocks that Linux has (`CLOCK_SGI_CYCLE`, 10, is none any more).
const CLOCKS: [std::ops::RangeInclusive<u64>; 2] = [0..=9, 11..=11];

impl Machine<'_> {
    /// What a clock shows: not less than any clock showed before.
    pub(super) fn show_time(
        &mut self,
        thread: usize,
        call: &CallSite,
        clock: Clock,
        [first, second]: [u64; 2],
    ) -> Result<u64, Stop> {
        let (at, unit, is_known) = match clock {
            Clock::OfDay => (first, SECOND / 1_000_000, second == 0),
            Clock::Named => (second, 1, CLOCKS.iter().any(|clocks| clocks.contains(&first))),
        };
        if at == 0 || !is_known {
            return Err(Stop::Open("a clock that there is not".to_owned()));
        }
        let size = self.code.pointer.size();
        if self.settings.purpose == Purpose::Exhaust {
            self.memory.bytes(at, 2 * size)?;
            self.memory.mark_indeterminate(at, 2 * size);
            self.access(thread, at, 2 * size, AccessKind::Write, call.access);
            return Ok(self.any(call));
        }
        let shown = match clock {
            // `clock` shows the same.
            Clock::Named if first == OF_PROCESS => self.time_taken() * (SECOND / 1_000_000),
            Clock::Named | Clock::OfDay => self.time_of_day(),
        };
        let (seconds, rest) = (shown / SECOND, shown % SECOND / unit);
        self.memory.write(at, size, seconds)?;
        self.memory.write(at.wrapping_add(size), size, rest)?;
        self.access(thread, at, 2 * size, AccessKind::Write, call.access);
        Ok(0)
    }

    fn time_of_day(&mut self) -> u64 {
        self.clock += match self.inputs.choice(4) {
            0 => 0,
            1 => 1,
            2 => SECOND,
            _ => SECOND * (1 + self.inputs.among(1 << 30)),
        };
        self.clock
    }

    /// `clock`: the time that the process has taken does not go back.
    pub(super) fn processor_time(&mut self, call: &CallSite) -> u64 {
        if self.settings.purpose == Purpose::Exhaust {
            return self.input_between(call, (-1, i64::MAX));
        }
        let taken = self.time_taken();
        match self.code.pointer.size() {
            4 => taken & 0x7fff_ffff,
            _ => taken,
        }
    }

    /// The time that the process has taken, in microseconds.
    fn time_taken(&mut self) -> u64 {
        self.processor_clock += match self.inputs.choice(4) {
            0 => 0,
            1 => 1,
            2 => SECOND / 1_000,
            _ => self.inputs.among(1 << 30),
        };
        self.processor_clock
    }

    /// `times`: ticks of the clock since some moment, and of the processor for the process and its children; none of them goes back.
    pub(super) fn ticks(&mut self, thread: usize, call: &CallSite, at: u64) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 {
            return Err(Stop::Open("the time that a process has taken".to_owned()));
        }
        if self.has_processes {
            return Err(Stop::Open("the time that other processes have taken".to_owned()));
        }
        // One thread takes no more than what passes, for the program and for the system.
        let passed = match self.inputs.choice(3) {
            0 => 0,
            1 => 1,
            _ => self.inputs.among(1 << 20),
        };
        let taken = self.inputs.among(passed + 1);
        let by_system = self.inputs.among(taken + 1);
        for (ticks, more) in self.ticks.iter_mut().zip([passed, taken - by_system, by_system]) {
            *ticks += more;
        }
        let [now, of_process @ ..] = self.ticks;
        if at != 0 {
            let bytes = of_process.map(u64::to_le_bytes).concat();
            self.write_bytes(thread, call, at, &bytes)?;
        }
        Ok(now)
    }

    /// `localtime` and `gmtime`: the date stands in memory of the library, of which no access is claimed.
    pub(super) fn date(&mut self, thread: usize, call: &CallSite, at: u64, zone: Zone) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust {
            return Err(Stop::Open("a date in a search of all states".to_owned()));
        }
        let seconds = self.load(thread, at, Scalar::I64, call.access)? as i64;
        if self.date == 0 {
            self.date = self.allocate_filled(thread, calendar::SIZE, ObjectKind::Library, 0)?;
        }
        let (to, name) = (self.date, zone.name());
        calendar::write(&mut CallHost::new(self, thread, call), to, seconds, name)?;
        Ok(to)
    }

    /// `nanosleep`: a time that is none is refused; else it takes no time here.
    pub(super) fn sleep(&mut self, thread: usize, time: u64) -> Result<u64, Stop> {
        if !self.is_time(time)? {
            self.set_error_number(thread, INVALID)?;
            return Ok(u64::MAX);
        }
        self.test_cancellation(thread)
    }

    /// `thrd_sleep`: what is no time gives another negative number than what is interrupted, which is -1.
    pub(super) fn c11_sleep(&mut self, thread: usize, time: u64) -> Result<u64, Stop> {
        match self.is_time(time)? {
            true => self.test_cancellation(thread),
            false => Ok(NO_TIME),
        }
    }

    /// Whether a `struct timespec` says for how long.
    fn is_time(&self, time: u64) -> Result<bool, Stop> {
        let size = self.code.pointer.size();
        let is_negative = self.memory.read(time, size)? >> (8 * size - 1) != 0;
        Ok(!is_negative && self.has_nanoseconds(time)?)
    }

    fn has_nanoseconds(&self, time: u64) -> Result<bool, Stop> {
        let size = self.code.pointer.size();
        Ok(self.memory.read(time.wrapping_add(size), size)? < SECOND)
    }

    /// What a call that waits until a time gives if that is none, by what it gives when it times out. A search lets it be either.
    pub(super) fn refused_time(&mut self, time: u64, timed_out: u64) -> Result<Option<u64>, Stop> {
        let is_refused = match self.settings.purpose {
            Purpose::Exhaust => self.inputs.choice(2) == 1,
            Purpose::DetectRaces | Purpose::Run => !self.has_nanoseconds(time)?,
        };
        let refused = if timed_out == C11_TIMED_OUT { C11_ERROR } else { INVALID };
        Ok(is_refused.then_some(refused))
    }
}
