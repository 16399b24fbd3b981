//! How threads are scheduled that are made with an attribute (POSIX.1-2017, `pthread_attr_setinheritsched`; Linux, sched(7)).
//!
//! Which thread runs is up to the environment anyway. But a policy of real time asks for a priority of at least 1, and an attribute has 0
//! as long as none is set, which is not executed: so no thread is made by one that names such a policy and asks for it.

use serde::Deserialize;

use crate::explore::machine::{Machine, Stop};

/// A choice of an attribute of threads; it stands behind whether they are detached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scheduling {
    /// `pthread_attr_setinheritsched`.
    Inheritance,
    /// `pthread_attr_setschedpolicy`.
    Policy,
}

/// `PTHREAD_EXPLICIT_SCHED` of Linux.
const EXPLICIT: u64 = 1;
/// `SCHED_OTHER`, whose priority is 0.
const OTHER: u64 = 0;

impl Scheduling {
    fn offset(self) -> u64 {
        match self {
            Scheduling::Inheritance => 4,
            Scheduling::Policy => 8,
        }
    }

    /// The greatest number that is a choice: `SCHED_RR` is the last policy.
    fn most(self) -> u8 {
        match self {
            Scheduling::Inheritance => 1,
            Scheduling::Policy => 2,
        }
    }
}

impl Machine<'_> {
    /// An attribute of threads says how they are scheduled.
    pub(super) fn choose_scheduling(&mut self, attribute: u64, choice: Scheduling, value: u64) -> Result<u64, Stop> {
        self.choose_by_attribute(attribute.wrapping_add(choice.offset()), value, choice.most())
    }

    /// Whether no thread can be made as an attribute says.
    pub(super) fn lacks_priority(&self, attribute: u64) -> Result<bool, Stop> {
        let chosen = |choice: Scheduling| self.memory.read(attribute.wrapping_add(choice.offset()), 4);
        Ok(chosen(Scheduling::Inheritance)? == EXPLICIT && chosen(Scheduling::Policy)? != OTHER)
    }
}
