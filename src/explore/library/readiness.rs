//! Waiting for descriptors: `poll` and `select` (POSIX.1-2017, `<poll.h>`, `<sys/select.h>`; the structures of Linux).
//!
//! When bytes come from peers and from the standard streams is up to the environment; regular files are always ready. What the program's own
//! state determines (the ends of pipes, sockets without a peer) ends the path. Time passes as fast as the environment likes.

use serde::Deserialize;

use super::descriptors::Readiness;
use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};
use crate::explore::shadow::AccessKind;

/// The functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Awaits {
    /// `poll`.
    Poll,
    /// `select`.
    Select,
}

/// `POLLIN` and `POLLOUT` of Linux.
const INCOMING: u64 = 1;
const OUTGOING: u64 = 4;
/// Bytes of a `struct pollfd`, and where its members lie.
const ENTRY: u64 = 8;
const EVENTS: u64 = 4;
const RETURNED: u64 = 6;
/// Descriptors that one call may wait for, here and in an `fd_set`.
const MOST: u64 = 1024;
/// Microseconds of a second.
const MICROSECONDS: u64 = 1_000_000;
/// Descriptors in a word of an `fd_set`, and its bytes.
const WORD: u64 = 64;
const WORD_SIZE: u64 = 8;

fn unknown() -> Stop {
    Stop::Open("whether a descriptor is ready is not known".to_owned())
}

impl Machine<'_> {
    /// Performs a call.
    pub(super) fn await_descriptors(&mut self, thread: usize, call: &CallSite, awaits: Awaits) -> Result<u64, Stop> {
        if self.settings.purpose == Purpose::Exhaust || self.code.pointer.size() != 8 {
            return Err(unknown());
        }
        match awaits {
            Awaits::Poll => self.poll(thread, call),
            Awaits::Select => self.select(thread, call),
        }
    }

    /// Whether a descriptor is ready for something; `must` says that the call cannot end otherwise.
    fn is_ready(&mut self, descriptor: u64, must: bool) -> Result<bool, Stop> {
        match self.readiness(descriptor) {
            Readiness::Always => Ok(true),
            Readiness::OfEnvironment => Ok(must || self.inputs.choice(2) == 0),
            Readiness::Unknown => Err(unknown()),
        }
    }

    fn poll(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [entries, count, limit] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        if count > MOST {
            return Err(unknown());
        }
        let is_endless = (limit as i32) < 0;
        let mut ready = 0;
        for number in 0..count {
            let entry = entries.wrapping_add(number * ENTRY);
            let descriptor = self.load(thread, entry, Scalar::I32, call.access)?;
            let events = self.load(thread, entry.wrapping_add(EVENTS), Scalar::U16, call.access)?;
            let mut returned = 0;
            if descriptor as i32 >= 0 {
                for event in [INCOMING, OUTGOING].into_iter().filter(|event| events & event != 0) {
                    let must = is_endless && ready == 0 && number + 1 == count;
                    if self.is_ready(descriptor, must && returned == 0)? {
                        returned |= event;
                    }
                }
                if events & (INCOMING | OUTGOING) == 0 {
                    return Err(unknown());
                }
            }
            ready += u64::from(returned != 0);
            self.store(thread, entry.wrapping_add(RETURNED), Scalar::U16, returned, call.access)?;
        }
        match ready == 0 && is_endless {
            true => Err(unknown()),
            false => Ok(ready),
        }
    }

    fn select(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        let [count, incoming, outgoing, others] = [0, 1, 2, 3].map(|number| self.argument(thread, call, number));
        let limit = self.argument(thread, call, 4);
        let count = count & 0xffff_ffff;
        let is_shared = |one: u64, other: u64| one != 0 && one == other;
        let shares = is_shared(incoming, outgoing) || is_shared(incoming, others) || is_shared(outgoing, others);
        if count > MOST || shares {
            return Err(unknown());
        }
        let mut left = [0, 0];
        if limit != 0 {
            for (part, offset) in left.iter_mut().zip([0, 8]) {
                *part = self.load(thread, limit.wrapping_add(offset), Scalar::I64, call.access)?;
                if !(0..1_000_000_000).contains(&(*part as i64)) {
                    return Err(unknown());
                }
            }
        }
        let mut asked = Vec::new();
        // Nothing exceptional happens.
        for set in [incoming, outgoing, others].into_iter().filter(|set| *set != 0) {
            for word in 0..count.div_ceil(WORD) {
                let at = set.wrapping_add(word * WORD_SIZE);
                let bits = self.load(thread, at, Scalar::U64, call.access)?;
                let is_asked = |bit: &u64| set != others && bits >> bit & 1 != 0 && word * WORD + bit < count;
                let numbers = (0..WORD).filter(is_asked);
                asked.extend(numbers.map(|bit| (set, word * WORD + bit)));
                self.memory.write(at, WORD_SIZE, 0)?;
                self.access(thread, at, WORD_SIZE, AccessKind::Write, call.access);
            }
        }
        let (mut ready, last) = (0, asked.len().saturating_sub(1));
        for (number, (set, descriptor)) in asked.into_iter().enumerate() {
            let must = limit == 0 && ready == 0 && number == last;
            if self.is_ready(descriptor, must)? {
                let at = set.wrapping_add(descriptor / WORD * WORD_SIZE);
                let bits = self.memory.read(at, WORD_SIZE)? | 1 << (descriptor % WORD);
                self.memory.write(at, WORD_SIZE, bits)?;
                ready += 1;
            }
        }
        match (ready, limit) {
            (0, 0) => return Err(unknown()),
            // No time is left.
            (0, limit) => self.write_bytes(thread, call, limit, &[0; 16])?,
            (_, 0) => {}
            // All of it is left, in seconds and microseconds.
            (_, limit) => {
                let [seconds, rest] = left;
                let whole = [seconds + rest / MICROSECONDS, rest % MICROSECONDS];
                self.write_bytes(thread, call, limit, &whole.map(u64::to_le_bytes).concat())?;
            }
        }
        Ok(ready)
    }
}
