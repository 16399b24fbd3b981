//! Themes: what orders the accesses that nothing protects.

use super::Generator;
use crate::program::{Condition, Fate, Guard, Lock, Place, Record, Role, Statement, Value, Way};

/// What orders the accesses that nothing protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Theme {
    /// There are no such accesses.
    None,
    /// Barriers.
    Barrier,
    /// Semaphores.
    Semaphore,
    /// Initialisation by `pthread_once`.
    Once,
    /// Locks that a creator holds, and that the created thread takes or not.
    Creation,
    /// Condition variables.
    Condition,
    /// Records whose address becomes known late.
    Publication,
    /// Values of flags that are read and written under a lock.
    Flag,
}

impl Theme {
    pub(super) const ALL: [Theme; 8] = [
        Theme::None,
        Theme::Barrier,
        Theme::Semaphore,
        Theme::Once,
        Theme::Creation,
        Theme::Condition,
        Theme::Publication,
        Theme::Flag,
    ];
}
impl Generator {
    /// What the theme of the program is about; nothing if it does not fit here.
    pub(super) fn themed(&mut self) -> Vec<Statement> {
        let free = self.held.is_empty() && self.bound == 0;
        let place = Place::Global(self.small(3));
        let theme = self.theme;
        match theme {
            Theme::Barrier if free => vec![Statement::Barrier],
            Theme::Semaphore if free && self.chance(2) => vec![Statement::Take(self.small(2))],
            Theme::Semaphore => vec![Statement::Post(self.small(2))],
            Theme::Condition if free && self.chance(2) => vec![Statement::Await(self.small(2))],
            Theme::Condition => vec![Statement::Announce(self.small(2))],
            Theme::Once => self.once(),
            Theme::Creation if self.depth < 3 => self.creation(),
            Theme::Publication if self.fresh > 0 && self.chance(3) => vec![Statement::Hand(self.small(2))],
            Theme::Publication if self.fresh == 0 && self.depth < 3 => {
                self.fresh += 1;
                let inner = self.inner();
                self.fresh -= 1;
                vec![Statement::Fresh(inner, Fate::Published(self.small(2)))]
            }
            Theme::Publication => {
                let record = match self.chance(2) {
                    true => Record::Local,
                    false => Record::Published(self.small(2)),
                };
                let member = self.member();
                vec![self.read_or_write(Place::Member(record, member))]
            }
            Theme::Flag => self.flag(place),
            _ => Vec::new(),
        }
    }

    pub(super) fn once(&mut self) -> Vec<Statement> {
        let functions = self.later(|role| role == Role::Function);
        let place = Place::Global(self.small(3));
        let access = self.read_or_write(place);
        match functions.first() {
            Some(_) => {
                let function = functions[self.random.below(functions.len() as u64) as usize];
                let arguments = self.arguments();
                vec![Statement::Call(function, Way::Once(self.small(2)), arguments), access]
            }
            None => vec![access],
        }
    }

    /// A lock, and under it a thread that is created, or an access.
    pub(super) fn creation(&mut self) -> Vec<Statement> {
        let guard = Guard::Mutex(Lock::Global(self.small(2)));
        let routines = self.later(|role| matches!(role, Role::Thread(_)));
        let create = self.chance(2) && !routines.is_empty();
        let guarded = self.guarded(guard, |generator| {
            let place = Place::Global(generator.small(3));
            let access = generator.read_or_write(place);
            if !create {
                return vec![access];
            }
            let routine = routines[generator.random.below(routines.len() as u64) as usize];
            let inner = match generator.chance(2) {
                true => vec![access],
                false => generator.inner(),
            };
            vec![generator.spawn(routine, inner)]
        });
        vec![guarded]
    }

    /// A flag is set or read under a lock, and what it is decides about an access.
    pub(super) fn flag(&mut self, place: Place) -> Vec<Statement> {
        let guard = Guard::Mutex(Lock::Global(0));
        let flag = Place::Global(3 + self.small(2));
        if self.held.contains(&guard) {
            return vec![self.read_or_write(flag)];
        }
        let access = self.read_or_write(place);
        match self.random.below(3) {
            0 => {
                let value = Value::Constant(self.small(3));
                let set = self.guarded(guard, |_| vec![Statement::Write(flag, value)]);
                vec![access, set]
            }
            1 => {
                let read = self.guarded(guard, |_| vec![Statement::Read(flag)]);
                let test = Condition::LastReadIs(self.small(3));
                vec![read, Statement::If(test, vec![access], Vec::new())]
            }
            _ => {
                let test = Condition::Holds(flag, self.small(3));
                let value = Value::Constant(self.small(3));
                let change = vec![access, Statement::Write(flag, value)];
                vec![self.guarded(guard, |_| vec![Statement::If(test, change, Vec::new())])]
            }
        }
    }
}
