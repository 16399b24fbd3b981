//! How somebody outside asks solving to end: a word that is shared between who asks and who is asked.
//!
//! Time, memory and the patience of a user are not the solver's to measure. Whoever measures them keeps a copy of the [`Interrupt`] and
//! sets it, from any thread; the solver looks at it before each evaluation, which costs one load.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::budget::Cut;

/// A request to end, and why.
///
/// Copies are one request. Two are equal if they are copies of one.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl PartialEq for Interrupt {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Interrupt {}

/// The reasons that can be asked for, by the number that stands for each.
const REASONS: [Option<Cut>; 4] = [None, Some(Cut::Time), Some(Cut::Memory), Some(Cut::Request)];

impl Interrupt {
    /// Asks to end for a reason, which is [`Cut::Time`], [`Cut::Memory`] or [`Cut::Request`]; for another one nothing is asked.
    pub fn ask(&self, reason: Cut) {
        self.set(Some(reason));
    }

    /// Takes the request back: what comes next may begin.
    pub fn withdraw(&self) {
        self.set(None);
    }

    fn set(&self, reason: Option<Cut>) {
        let number = REASONS.iter().position(|known| *known == reason).unwrap_or(0);
        // Nothing else is published by it: a reader may see it late, but sees it.
        self.0.store(number as u8, Ordering::Relaxed);
    }

    /// Why to end, if somebody asks for it.
    pub fn reason(&self) -> Option<Cut> {
        REASONS[usize::from(self.0.load(Ordering::Relaxed)) % REASONS.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_reaches_all_copies_until_it_is_withdrawn() {
        let asked = Interrupt::default();
        let asking = asked.clone();
        assert_eq!(asked.reason(), None);
        for reason in [Cut::Time, Cut::Memory, Cut::Request] {
            asking.ask(reason);
            assert_eq!(asked.reason(), Some(reason));
        }
        asking.withdraw();
        assert_eq!(asked.reason(), None);
        assert!(asked == asking && asked != Interrupt::default());
    }
}
