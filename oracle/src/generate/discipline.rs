//! Disciplines: what protects each datum, and accesses that keep to it or slip.

use super::Generator;
use super::operands::record_varies;
use crate::program::{Condition, Guard, Index, Lock, Member, Passed, Place, Record, Role, Statement, Value};
use pepsin::explore::random::Random;

/// What protects the elements of the array.
pub(super) fn elements(random: &mut Random) -> Discipline {
    match random.below(4) {
        0 => Discipline::InStep,
        1 => Discipline::Ticket,
        _ => discipline(random),
    }
}

/// What protects a datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Discipline {
    /// A lock or atomic block.
    Guard(Guard),
    /// All accesses are atomic.
    Atomics,
    /// It is only read.
    Constant,
    /// Reading under a read lock, writing under a write lock.
    ReadersAndWriter(u8),
    /// Only this body uses it.
    Owner(usize),
    /// Elements of the array, each by the mutex with the same index.
    InStep,
    /// Elements of the array, each by the thread that got its index.
    Ticket,
    /// Nothing: what orders the accesses, if anything does, is the theme of the program.
    Bare,
}
/// The data that disciplines are for.
pub(super) const DATA: &[Datum] = &[
    Datum::Global(0),
    Datum::Global(1),
    Datum::Global(2),
    Datum::Global(3),
    Datum::Global(4),
    Datum::Global(5),
    Datum::Numbers,
    Datum::Members,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Datum {
    Global(u8),
    /// The elements of the array.
    Numbers,
    /// The members of records: by the lock of the same record.
    Members,
}

pub(super) fn discipline(random: &mut Random) -> Discipline {
    match random.below(18) {
        0..=4 => Discipline::Guard(Guard::Mutex(Lock::Global(random.below(3) as u8))),
        5 => Discipline::Guard(Guard::Mutex(Lock::Element(Index::Constant(random.below(4) as u8)))),
        6 => Discipline::Guard(Guard::Mutex(Lock::Of(Record::Global(random.below(2) as u8)))),
        7 => Discipline::Guard(Guard::Mutex(Lock::Of(Record::Element(Index::Constant(
            random.below(4) as u8,
        ))))),
        8 => Discipline::Guard(Guard::Spin(0)),
        9 => Discipline::Guard(Guard::Atomic),
        10 => Discipline::Atomics,
        11 => Discipline::Constant,
        12 => Discipline::ReadersAndWriter(random.below(2) as u8),
        13 => Discipline::Guard(Guard::Mutex(Lock::Recursive)),
        14 => match random.below(4) {
            0 => Discipline::Guard(Guard::Permit),
            1 => Discipline::Guard(Guard::Exchanged),
            number => Discipline::Guard(Guard::Standard(number as u8 - 2)),
        },
        _ => Discipline::Owner(random.below(4) as usize),
    }
}
impl Generator {
    /// An access, or several, mostly with the protection that their datum has.
    pub(super) fn accesses(&mut self) -> Vec<Statement> {
        match self.random.below(14) {
            0 => return vec![self.read_or_write(Place::ThreadLocal)],
            1 => {
                let place = Place::Atomic(self.small(2));
                return vec![self.read_or_write(place)];
            }
            2 if self.roles[self.body] == Role::Function => return vec![self.through_arguments()],
            2 if self.roles[self.body] == Role::Thread(Passed::Integer) => {
                return vec![self.read_or_write(Place::Target)];
            }
            3 => return vec![self.read_or_write(Place::Variable)],
            _ => {}
        }
        let number = self.focus[self.random.below(self.focus.len() as u64) as usize];
        let (datum, discipline) = (DATA[number], self.disciplines[number]);
        if let Datum::Members = datum {
            let record = self.record();
            let lock = Lock::Of(record);
            let place = Place::Member(record, self.member());
            return vec![self.protected(Guard::Mutex(lock), place)];
        }
        let place = match datum {
            Datum::Global(number) if self.chance(8) => Place::ByteOf(number, self.small(4)),
            Datum::Global(number) => Place::Global(number),
            _ => Place::Element(self.index()),
        };
        vec![self.disciplined(discipline, place)]
    }

    pub(super) fn disciplined(&mut self, discipline: Discipline, place: Place) -> Statement {
        if self.slip() {
            return self.read_or_write(place);
        }
        match discipline {
            Discipline::Guard(guard) => self.protected(guard, place),
            Discipline::Atomics if place.is_plain_integer() => match self.chance(2) {
                true => Statement::AtomicAdd(place),
                false => Statement::AtomicRead(place),
            },
            Discipline::Atomics | Discipline::Constant => Statement::Read(place),
            Discipline::ReadersAndWriter(lock) => match self.chance(2) {
                true => self.guarded(Guard::Read(lock), |_| vec![Statement::Read(place)]),
                false => self.protected(Guard::Write(lock), place),
            },
            Discipline::Bare => self.read_or_write(place),
            Discipline::InStep => {
                let index = self.index();
                self.protected(Guard::Mutex(Lock::Element(index)), Place::Element(index))
            }
            Discipline::Ticket if self.roles[self.body] == Role::Thread(Passed::Number) => {
                self.read_or_write(Place::Element(Index::Number))
            }
            Discipline::Ticket => self.read_or_write(Place::Variable),
            Discipline::Owner(owner) if owner == self.body => self.read_or_write(place),
            Discipline::Owner(_) => self.read_or_write(Place::Variable),
        }
    }

    /// An access under a guard, which may be there already.
    pub(super) fn protected(&mut self, guard: Guard, place: Place) -> Statement {
        if self.held.contains(&guard) || self.slip() {
            return self.read_or_write(place);
        }
        let guard = match guard {
            Guard::Mutex(lock) if self.chance(6) => Guard::Wrapped(lock),
            _ => guard,
        };
        self.guarded(guard, |generator| {
            let mut block = vec![generator.read_or_write(place)];
            if generator.chance(3) {
                block.push(generator.read_or_write(place));
            }
            if generator.chance(6) && generator.depth < 4 {
                let condition = Condition::LastReadIs(generator.small(3));
                let inner = generator.inner();
                block.push(Statement::If(condition, inner, Vec::new()));
            }
            block
        })
    }

    /// A plain integer, mostly with the mutex that protects it.
    pub(super) fn protected_place(&mut self, record: Record) -> (Place, Lock) {
        let mut protected = Vec::new();
        for (datum, discipline) in DATA.iter().zip(&self.disciplines) {
            if let (Datum::Global(number), Discipline::Guard(Guard::Mutex(lock))) = (datum, discipline) {
                protected.push((Place::Global(*number), *lock));
            }
        }
        if !record_varies(record) {
            protected.push((Place::Member(record, Member::X), Lock::Of(record)));
        }
        if self.slip() || protected.is_empty() {
            return (Place::Global(self.small(6)), self.any_lock());
        }
        protected[self.random.below(protected.len() as u64) as usize]
    }

    /// `lock(l); *p = …; unlock(l)`: as protected as the caller made it.
    pub(super) fn through_arguments(&mut self) -> Statement {
        self.protected(Guard::Mutex(Lock::Local), Place::Target)
    }

    pub(super) fn read_or_write(&mut self, place: Place) -> Statement {
        if self.chance(2) {
            return Statement::Read(place);
        }
        let value = match self.random.below(6) {
            0 => Value::LastRead,
            1 => Value::Next,
            2 => Value::Counter,
            _ => Value::Constant(self.small(4)),
        };
        Statement::Write(place, value)
    }
}
