//! Signals that threads block: `pthread_sigmask` and `sigprocmask` (POSIX.1-2017; glibc keeps two signals for itself).

use crate::explore::code::{CallSite, Scalar};
use crate::explore::machine::{Machine, Purpose, Stop};

/// `SIG_BLOCK`, `SIG_UNBLOCK` and `SIG_SETMASK` of Linux.
const BLOCK: u64 = 0;
const UNBLOCK: u64 = 1;
const SET: u64 = 2;
/// Signals that the library keeps for itself, 32 and 33: for cancellation, and to change identities.
pub(super) const INTERNAL: u64 = 1 << 31 | 1 << 32;
/// Signals that cannot be blocked: 9 and 19, and those of the library.
const NEVER: u64 = 1 << 8 | 1 << 18 | INTERNAL;

/// The bit of a signal in a set of them; none if there is no such signal.
pub(super) fn bit(signal: u64) -> Option<u64> {
    let signal = signal as i32;
    (1..=64).contains(&signal).then(|| 1 << (signal - 1))
}

impl Machine<'_> {
    /// Tells which signals the thread blocks, and changes that, where there are pointers to sets.
    pub(super) fn block_signals(&mut self, thread: usize, call: &CallSite) -> Result<u64, Stop> {
        if self.stage(thread) != 0 {
            self.set_stage(thread, 0);
            self.let_signals_in(thread)?;
            return Ok(0);
        }
        let [how, new, old] = [0, 1, 2].map(|number| self.argument(thread, call, number));
        let is_known = matches!(how & 0xffff_ffff, BLOCK | UNBLOCK | SET) || new == 0;
        if self.settings.purpose == Purpose::Exhaust || !is_known {
            return Err(Stop::Open("signals that are blocked".to_owned()));
        }
        self.leave_handlers(thread);
        let blocked = self.mask(thread);
        if new != 0 {
            let set = self.load(thread, new, Scalar::U64, call.access)? & !NEVER;
            let changed = match how & 0xffff_ffff {
                BLOCK => blocked | set,
                UNBLOCK => blocked & !set,
                _ => set,
            };
            self.signal_masks.insert(thread, changed);
        }
        if old != 0 {
            self.store(thread, old, Scalar::U64, blocked, call.access)?;
        }
        self.let_signals_in(thread)?;
        Ok(0)
    }

    /// A new thread blocks what its creator blocks.
    pub(super) fn inherit_signals(&mut self, creator: usize, new: usize) {
        match self.mask(creator) {
            0 => None,
            blocked => self.signal_masks.insert(new, blocked),
        };
    }

    /// The signals that a thread blocks, by bits.
    pub(super) fn mask(&self, thread: usize) -> u64 {
        let chosen = self.signal_masks.get(&thread).copied().unwrap_or(0);
        self.mask_behind_handlers(thread).unwrap_or(chosen)
    }

    /// Whether a thread blocks a signal.
    pub(super) fn blocks(&self, thread: usize, signal: u64) -> bool {
        bit(signal).is_some_and(|bit| self.mask(thread) & bit != 0)
    }
}
