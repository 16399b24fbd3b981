//! Signals that the program sends: `pthread_kill`, `kill` to itself, `raise`, `sigwait` (POSIX.1-2017, 2.4).
//!
//! A handler is an activation above what its thread is doing, pushed when the signal is sent; what waits is done again behind it, but
//! for waits that the signal ends. Who sends comes before the handler, though nothing promises that: a race must not rest on the contrary.
//!
//! A signal that is blocked stays pending until it is let in or waited for. `sigwait` in a program that sends no signals itself is given
//! them from outside, in any order.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::actions::DEFAULT;
use super::error_codes::{INTERRUPTED, INVALID, NO_SUCH_THREAD};
use super::masks::bit;
use super::threads::thread_number;
use super::{Action, Routine};
use crate::explore::clock::Clock;
use crate::explore::code::{CallSite, Scalar, Target, function_at};
use crate::explore::machine::{Machine, Stop};
use crate::explore::memory::BadAccess;
use crate::explore::thread::{Ending, ThreadState, Wait};

/// `SIG_IGN`, which names no function, either (POSIX, `<signal.h>`).
const IGNORE: u64 = 1;

/// What nobody hears of who asks for no action: `SIGCHLD`, `SIGCONT`, `SIGURG` and `SIGWINCH` of Linux.
const IGNORED: [u64; 4] = [17, 18, 23, 28];

/// The greatest number of a signal on Linux.
const GREATEST: u64 = 64;

/// The stage of a call that waits, once a handler has interrupted it; no such call has so many others.
const ENDED_BY_A_SIGNAL: u32 = 0x100;

/// To whom a signal is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Receiver {
    /// The caller.
    Itself,
    /// A thread.
    Thread,
    /// A process: any thread that lets the signal in.
    Process,
}

/// Signals that nobody has taken yet, and handlers under way.
#[derive(Clone, Debug, Default)]
pub struct Deliveries {
    /// With what came before they were sent, by thread (none: for the process) and number.
    pending: BTreeMap<(Option<usize>, u64), Clock>,
    /// By thread, the handlers that run, the innermost last.
    handling: BTreeMap<usize, Vec<Handling>>,
}

/// A handler that runs.
#[derive(Clone, Copy, Debug)]
struct Handling {
    /// How many activations there were before.
    before: usize,
    /// What is blocked meanwhile.
    blocks: u64,
    /// What the thread blocked before, and blocks again behind it.
    mask: u64,
}

impl Machine<'_> {
    /// Sends a signal, named by an argument behind the receiver.
    pub(super) fn send_signal(&mut self, thread: usize, call: &CallSite, to: Receiver) -> Result<u64, Stop> {
        self.end_search_at_signal()?;
        let [first, second] = [0, 1].map(|number| self.argument(thread, call, number));
        let (receiver, signal) = match to {
            Receiver::Itself => (Some(thread), first),
            Receiver::Thread => match thread_number(first, self.code.layout) {
                known if known < self.threads.len() => (Some(known), second),
                _ => return Ok(NO_SUCH_THREAD),
            },
            Receiver::Process if self.constant_inputs.get("getpid") == Some(&first) => (None, second),
            Receiver::Process => return Err(Stop::Open("a signal to another process".to_owned())),
        };
        if self.stage(thread) != 0 {
            self.set_stage(thread, 0);
            return Ok(0);
        }
        match signal {
            0 => Ok(0),
            1..=GREATEST => self.reach(thread, receiver, signal),
            _ if to == Receiver::Thread => Ok(INVALID),
            _ => {
                self.set_error_number(thread, INVALID)?;
                Ok(u64::MAX)
            }
        }
    }

    fn reach(&mut self, thread: usize, receiver: Option<usize>, signal: u64) -> Result<u64, Stop> {
        let lets_in = |other: &usize| self.is_alive(*other) && !self.blocks(*other, signal);
        let receivers: Vec<usize> = match receiver {
            Some(receiver) if !self.is_alive(receiver) => {
                return Err(Stop::Open("a signal to a thread that has ended".to_owned()));
            }
            Some(receiver) => Some(receiver).into_iter().filter(lets_in).collect(),
            None => (0..self.threads.len()).filter(lets_in).collect(),
        };
        let handler = self.signal_handlers.get(&signal).copied().unwrap_or(DEFAULT);
        if handler == IGNORE {
            return Ok(0);
        }
        self.notice();
        let is_asked = |other: usize| receiver.is_none_or(|receiver| receiver == other) && self.is_alive(other);
        if (0..self.threads.len()).any(|other| is_asked(other) && self.handler_blocks(other, signal)) {
            return Err(Stop::Open("a signal that a running handler blocks".to_owned()));
        }
        if receivers.is_empty() {
            let clock = self.threads[thread].clock.clone();
            self.threads[thread].clock.advance(thread);
            self.deliveries
                .pending
                .entry((receiver, signal))
                .or_default()
                .join(&clock);
            return Ok(0);
        }
        let chosen = match receivers.as_slice() {
            [only] => *only,
            several => several[self.inputs.choice(several.len() as u64) as usize],
        };
        let clock = self.threads[thread].clock.clone();
        if chosen == thread {
            self.set_stage(thread, 1);
        } else {
            self.threads[thread].clock.advance(thread);
            self.interrupt(chosen, signal)?;
        }
        self.run_handler(chosen, signal, &clock)?;
        match chosen == thread {
            true => Err(Stop::Again),
            false => Ok(0),
        }
    }

    /// A signal reaches a thread that another one sent: what it waits for ends, or is waited for again behind the handler.
    fn interrupt(&mut self, thread: usize, signal: u64) -> Result<(), Stop> {
        let restarts = self.action_on(signal).restarts();
        match self.threads[thread].state {
            ThreadState::Waiting(Wait::Signal) => self.set_stage(thread, ENDED_BY_A_SIGNAL),
            ThreadState::Waiting(Wait::Semaphore(_)) if !restarts => self.set_stage(thread, ENDED_BY_A_SIGNAL),
            ThreadState::Waiting(Wait::Pipe(_) | Wait::SignalOf(_)) if !restarts => {
                return Err(Stop::Open("a call that a signal interrupts".to_owned()));
            }
            ThreadState::Waiting(_) => {}
            ThreadState::Ended | ThreadState::Ready
                if self.stage(thread) == 0 && self.threads[thread].ending == Ending::NotYet => {}
            ThreadState::Ended | ThreadState::Ready => {
                return Err(Stop::Open("a signal while the library calls back".to_owned()));
            }
        }
        self.threads[thread].state = ThreadState::Ready;
        Ok(())
    }

    /// Runs the handler of a signal in a thread.
    fn run_handler(&mut self, thread: usize, signal: u64, sent: &Clock) -> Result<(), Stop> {
        let handler = self.signal_handlers.get(&signal).copied().unwrap_or(DEFAULT);
        if handler == DEFAULT {
            return Err(Stop::Open("a signal without a handler".to_owned()));
        }
        let action = self.action_on(signal);
        if !action.is_plain() {
            return Err(Stop::Open(
                "a handler of a signal that is told more, or runs once".to_owned(),
            ));
        }
        self.leave_handlers(thread);
        let handling = Handling {
            before: self.threads[thread].frames.len(),
            blocks: action.mask | bit(signal).unwrap_or(0),
            mask: self.mask(thread),
        };
        self.deliveries.handling.entry(thread).or_default().push(handling);
        self.signal_masks.insert(thread, handling.mask | handling.blocks);
        self.threads[thread].clock.join(sent);
        let function = function_at(handler, self.code.functions.len()).ok_or(BadAccess::BadCall)?;
        self.push_frame(thread, function.0, &[signal], None)
    }

    /// The handlers that run in a thread, and those that have returned since that was last asked.
    fn handling(&self, thread: usize) -> (&[Handling], &[Handling]) {
        let all = self.deliveries.handling.get(&thread).map_or(&[][..], Vec::as_slice);
        let frames = self.threads[thread].frames.len();
        all.split_at(all.partition_point(|handling| handling.before < frames))
    }

    fn handler_blocks(&self, thread: usize, signal: u64) -> bool {
        let mut running = self.handling(thread).0.iter();
        running.any(|handling| bit(signal).is_some_and(|bit| handling.blocks & bit != 0))
    }

    /// What a thread blocks, for which handlers have returned.
    pub(super) fn mask_behind_handlers(&self, thread: usize) -> Option<u64> {
        self.handling(thread).1.first().map(|handling| handling.mask)
    }

    /// What handlers blocked that have returned is blocked no more.
    pub(super) fn leave_handlers(&mut self, thread: usize) {
        let mask = self.mask(thread);
        let running = self.handling(thread).0.len();
        if let Some(handling) = self.deliveries.handling.get_mut(&thread) {
            handling.truncate(running);
            self.signal_masks.insert(thread, mask);
        }
    }

    /// Nobody gets a signal any more that is pending and ignored now.
    pub(super) fn discard_ignored(&mut self, signal: u64) {
        let handler = self.signal_handlers.get(&signal).copied().unwrap_or(DEFAULT);
        if handler == IGNORE || handler == DEFAULT && IGNORED.contains(&signal) {
            self.deliveries.pending.retain(|(_, pending), _| *pending != signal);
        }
    }

    fn action_on(&self, signal: u64) -> Action {
        self.signal_actions.get(&signal).copied().unwrap_or_default()
    }

    fn is_alive(&self, thread: usize) -> bool {
        self.threads[thread].state != ThreadState::Ended
    }

    /// Runs the handler of a signal that the thread has just let in, if one is pending; the call is done again behind it.
    pub(super) fn let_signals_in(&mut self, thread: usize) -> Result<(), Stop> {
        let Some(key) = self.first_pending(thread, &|signal| !self.blocks(thread, signal)) else {
            return Ok(());
        };
        let clock = self.deliveries.pending.remove(&key).unwrap_or_default();
        self.set_stage(thread, 1);
        self.run_handler(thread, key.1, &clock)?;
        Err(Stop::Again)
    }

    /// `sigwait`.
    pub(super) fn await_signal(&mut self, thread: usize, call: &CallSite, (set, at): (u64, u64)) -> Result<u64, Stop> {
        self.end_search_at_signal()?;
        self.test_cancellation(thread)?;
        let set = self.load(thread, set, Scalar::U64, call.access)?;
        let came = match self.pending_of(thread, set) {
            Some(key) => {
                let clock = self.deliveries.pending.remove(&key).unwrap_or_default();
                self.threads[thread].clock.join(&clock);
                Some(key.1)
            }
            None if !self.comes_from_outside(set) || self.inputs.choice(2) == 0 => None,
            None => self.any_of(set),
        };
        let Some(signal) = came else {
            return Err(Stop::Wait(Wait::SignalOf(set)));
        };
        self.notice();
        self.write_result(thread, call, at, Scalar::I32, signal)?;
        Ok(0)
    }

    fn pending_of(&self, thread: usize, set: u64) -> Option<(Option<usize>, u64)> {
        let is_in = |signal: u64| bit(signal).is_some_and(|bit| set & bit != 0);
        self.first_pending(thread, &is_in)
    }

    /// The pending signal of some that a thread gets first: of those that were sent to it, and then of those for the process, the one with the
    /// least number, as Linux has it.
    fn first_pending(&self, thread: usize, is_among: &dyn Fn(u64) -> bool) -> Option<(Option<usize>, u64)> {
        let to = |receiver| {
            let mut pending = self.deliveries.pending.keys();
            pending
                .find(|(to, signal)| *to == receiver && is_among(*signal))
                .copied()
        };
        to(Some(thread)).or_else(|| to(None))
    }

    fn any_of(&mut self, set: u64) -> Option<u64> {
        let signals: Vec<u64> = (1..=GREATEST)
            .filter(|signal| bit(*signal).is_some_and(|bit| set & bit != 0))
            .collect();
        match signals.len() as u64 {
            0 => None,
            count => Some(signals[self.inputs.choice(count) as usize]),
        }
    }

    /// Whether others may send a signal of a set. Where the program sends some itself, it may rest on their order.
    fn comes_from_outside(&self, set: u64) -> bool {
        let sends = |target| matches!(target, Target::Routine(Routine::SendSignal(_)));
        set != 0 && !self.code.calls.iter().any(|call| sends(call.target))
    }

    /// Whether a thread need not wait for a signal of a set any longer.
    pub(super) fn signal_has_come(&self, thread: usize, set: u64) -> bool {
        self.pending_of(thread, set).is_some() || self.comes_from_outside(set)
    }

    /// Whether a handler has ended what the thread waits for: then the call fails.
    pub(super) fn was_ended_by_a_signal(&mut self, thread: usize) -> Result<bool, Stop> {
        if self.stage(thread) != ENDED_BY_A_SIGNAL {
            return Ok(false);
        }
        self.set_stage(thread, 0);
        self.set_error_number(thread, INTERRUPTED)?;
        Ok(true)
    }

    /// `pause`: only signals that the program sends end it here.
    pub(super) fn pause(&mut self, thread: usize) -> Result<u64, Stop> {
        self.end_search_at_signal()?;
        if self.was_ended_by_a_signal(thread)? {
            return Ok(u64::MAX);
        }
        self.test_cancellation(thread)?;
        Err(Stop::Wait(Wait::Signal))
    }
}
