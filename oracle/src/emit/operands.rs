//! Places, records, indices, locks, values, conditions.

use super::Emitter;
use crate::program::{Condition, Index, Lock, Member, Place, Record, Value};

impl Emitter<'_> {
    pub(super) fn counter(&self) -> &str {
        self.counters.last().map_or("n", |counter| &counter.0)
    }

    pub(super) fn index(&self, index: Index) -> String {
        match index {
            Index::Constant(number) => number.to_string(),
            Index::Counter => match self.counters.last() {
                Some((counter, ..=4)) => counter.clone(),
                _ => format!("({} & 3)", self.counter()),
            },
            Index::Picked => "picked".to_owned(),
            Index::Number => "(n & 3)".to_owned(),
            Index::Input => "(__VERIFIER_nondet_int() & 3)".to_owned(),
        }
    }

    pub(super) fn record(&self, record: Record) -> String {
        match record {
            Record::Global(number) => format!("s{number}"),
            Record::Element(index) => format!("records[{}]", self.index(index)),
            Record::Published(number) => format!("(*h{number})"),
            Record::Local => "(*q)".to_owned(),
        }
    }

    pub(super) fn place(&self, place: Place) -> String {
        match place {
            Place::Global(number) => format!("g{number}"),
            Place::ByteOf(number, byte) => format!("((char *)&g{number})[{byte}]"),
            Place::Element(index) => format!("numbers[{}]", self.index(index)),
            Place::Member(record, member) => format!("{}.{}", self.record(record), self.member(member)),
            Place::Target => "(*p)".to_owned(),
            Place::Shared(number) => format!("(*gp{number})"),
            Place::ThreadLocal => "own".to_owned(),
            Place::Atomic(number) => format!("at{number}"),
            Place::Variable => "v".to_owned(),
        }
    }

    pub(super) fn member(&self, member: Member) -> String {
        match member {
            Member::X => "d.x".to_owned(),
            Member::Y => "d.y".to_owned(),
            Member::Bits(0) => "a".to_owned(),
            Member::Bits(1) => "b".to_owned(),
            Member::Bits(_) => "c".to_owned(),
            Member::Whole => "u.whole".to_owned(),
            Member::Byte(number) => format!("u.bytes[{number}]"),
            Member::Half(number) => format!("u.halves[{number}]"),
        }
    }

    pub(super) fn lock(&self, lock: Lock) -> String {
        match lock {
            Lock::Global(number) => format!("&m{number}"),
            Lock::Element(index) => format!("&mutexes[{}]", self.index(index)),
            Lock::Of(record) => format!("&{}.lock", self.record(record)),
            Lock::Local => "l".to_owned(),
            Lock::Shared(number) => format!("gl{number}"),
            Lock::Recursive => "&recursive".to_owned(),
        }
    }

    pub(super) fn value(&self, value: Value) -> String {
        match value {
            Value::Constant(number) => number.to_string(),
            Value::LastRead => "x".to_owned(),
            Value::Next => "(x & 7) + 1".to_owned(),
            Value::Counter => self.counter().to_owned(),
        }
    }

    pub(super) fn condition(&self, condition: Condition) -> String {
        match condition {
            Condition::Input => "__VERIFIER_nondet_int()".to_owned(),
            Condition::LastReadIs(number) => format!("x == {number}"),
            Condition::Holds(place, number) => format!("{} == {number}", self.place(place)),
            Condition::CounterOdd => format!("{} & 1", self.counter()),
        }
    }
}
