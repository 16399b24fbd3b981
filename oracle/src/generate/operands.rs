//! What statements are about: places, records, indices, locks, conditions.

use super::Generator;
use super::feature::Feature;
use crate::program::{Condition, Guard, Index, Lock, Member, Place, Record};

impl Generator {
    pub(super) fn member(&mut self) -> Member {
        match self.random.below(10) {
            0..=2 => Member::X,
            3 | 4 => Member::Y,
            5 | 6 => Member::Bits(self.small(3)),
            7 => Member::Whole,
            8 => Member::Byte(self.small(4)),
            _ => Member::Half(self.small(2)),
        }
    }

    pub(super) fn index(&mut self) -> Index {
        match self.random.below(6) {
            0..=2 => Index::Constant(self.small(4)),
            3 => Index::Counter,
            4 => Index::Number,
            _ if self.has(Feature::Picking) => Index::Picked,
            _ => Index::Input,
        }
    }

    pub(super) fn record(&mut self) -> Record {
        match self.random.below(8) {
            0..=2 => Record::Global(self.small(2)),
            3 => {
                let index = match self.index() {
                    Index::Input => Index::Number,
                    index => index,
                };
                Record::Element(index)
            }
            4 if self.has(Feature::Allocation) || self.has(Feature::Handing) => Record::Published(self.small(2)),
            _ => Record::Local,
        }
    }

    pub(super) fn any_lock(&mut self) -> Lock {
        match self.random.below(10) {
            0 if self.has(Feature::SharedLocks) => Lock::Shared(self.small(2)),
            0..=3 => Lock::Global(self.small(3)),
            4 => Lock::Element(self.index()),
            5 | 6 => Lock::Of(self.record()),
            7 => Lock::Recursive,
            _ => Lock::Local,
        }
    }

    pub(super) fn any_guard(&mut self) -> Guard {
        match self.random.below(9) {
            8 if self.has(Feature::StandardThreads) => Guard::Standard(self.small(2)),
            0 => Guard::Read(self.small(2)),
            1 => Guard::Write(self.small(2)),
            2 => Guard::Spin(0),
            3 => Guard::Atomic,
            4 => Guard::Wrapped(self.any_lock()),
            _ => Guard::Mutex(self.any_lock()),
        }
    }

    pub(super) fn condition(&mut self) -> Condition {
        match self.random.below(6) {
            0 | 1 => Condition::Input,
            2 | 3 => Condition::LastReadIs(self.small(3)),
            4 => Condition::Holds(Place::Atomic(self.small(2)), self.small(3)),
            _ => Condition::CounterOdd,
        }
    }
}

/// Whether the record's address may differ between two evaluations.
pub(super) fn record_varies(record: Record) -> bool {
    matches!(record, Record::Published(_) | Record::Element(Index::Input))
}
