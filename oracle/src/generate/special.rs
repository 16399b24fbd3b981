//! Statements that are rare, and synchronise or change pointers.

use super::Generator;
use super::feature::Feature;
use crate::program::{Condition, Guard, Lock, Place, Record, Role, Statement};

impl Generator {
    /// Statements that are rare, and synchronise or change pointers.
    pub(super) fn special(&mut self) -> Option<Statement> {
        let inside = !self.held.is_empty();
        Some(match self.random.below(18) {
            12 if self.has(Feature::Waiting) => Statement::Wake(self.small(3)),
            13 if self.has(Feature::Handing) && self.fresh > 0 => Statement::Hand(self.small(2)),
            14 if self.has(Feature::SharedLocks) => Statement::ShareLock(self.small(2), Lock::Global(self.small(3))),
            15 if !inside && self.depth > 0 && self.bound == 0 && matches!(self.roles[self.body], Role::Thread(_)) => {
                Statement::Exit
            }
            16 if self.has(Feature::SharedPointers) && self.body == 0 => {
                Statement::Share(self.small(2), Place::Variable)
            }
            17 if self.has(Feature::SharedConditions) => {
                let place = Place::Global(self.small(6));
                Statement::If(Condition::Holds(place, self.small(3)), self.inner(), Vec::new())
            }
            0 => Statement::PointTo(self.protected_place(Record::Local).0),
            1 if !self.held.iter().any(|guard| uses_local(*guard)) => {
                let lock = self.any_lock();
                Statement::Choose(lock)
            }
            2 if self.has(Feature::SharedPointers) => Statement::Share(self.small(2), Place::Global(self.small(6))),
            3 if self.has(Feature::SharedPointers) => {
                let pointer = self.small(2);
                self.read_or_write(Place::Shared(pointer))
            }
            4 if !inside && self.has(Feature::Announcements) => Statement::Await(self.small(2)),
            5 if self.has(Feature::Announcements) => Statement::Announce(self.small(2)),
            6 if !inside && self.has(Feature::Barriers) => Statement::Barrier,
            7 if self.has(Feature::Announcements) => Statement::Post(self.small(2)),
            8 if !inside && self.has(Feature::Announcements) => Statement::Take(self.small(2)),
            9 if !inside && self.depth > 0 && self.bound == 0 && self.fresh == 0 => Statement::Leave,
            10 => {
                let (to, from) = (self.record(), self.record());
                if self.slips == 0 {
                    return None;
                }
                match self.chance(2) {
                    true => Statement::Copy(to, from),
                    false => Statement::Clear(to),
                }
            }
            _ => return None,
        })
    }
}

pub(super) fn uses_local(guard: Guard) -> bool {
    matches!(guard, Guard::Mutex(Lock::Local) | Guard::Wrapped(Lock::Local))
}
