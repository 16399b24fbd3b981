//! Themes: what orders the accesses that nothing protects.

use pepsin::explore::random::Random;

use super::Generator;
use crate::program::{
    Arguments, Claim, Condition, Fate, Guard, Joined, Lock, Order, Place, Record, Restart, Role, Statement, Value, Way,
};

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
    /// Joins, of all threads or some.
    Join,
    /// Flags that are set and read by atomic operations.
    Signal,
    /// Only the first that comes does something.
    First,
}

impl Theme {
    pub(super) const ALL: [Theme; 11] = [
        Theme::None,
        Theme::Barrier,
        Theme::Semaphore,
        Theme::Once,
        Theme::Creation,
        Theme::Condition,
        Theme::Publication,
        Theme::Flag,
        Theme::Join,
        Theme::Signal,
        Theme::First,
    ];

    /// Half of the programs have none.
    pub(super) fn some(random: &mut Random) -> Theme {
        let count = Theme::ALL.len() as u64;
        Theme::ALL[random.below(2 * count).saturating_sub(count) as usize]
    }
}
impl Generator {
    /// What the theme of the program is about; nothing if it does not fit here.
    pub(super) fn themed(&mut self) -> Vec<Statement> {
        let free = self.held.is_empty() && self.bound == 0;
        let place = Place::Global(self.small(3));
        let theme = self.theme;
        match theme {
            Theme::Barrier if free && self.chance(2) => self.exchange(vec![Statement::Barrier]),
            Theme::Barrier if free => vec![Statement::Barrier],
            Theme::Semaphore if free && self.chance(3) => self.exchange(vec![
                Statement::Post(self.body as u8 & 1),
                Statement::Take(1 - (self.body as u8 & 1)),
            ]),
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
            Theme::Join if self.depth < 3 => {
                let place = Place::Global(self.small(2));
                self.joined(place)
            }
            Theme::Signal => self.signal(place),
            Theme::First if self.depth < 4 => {
                let claim = match self.chance(2) {
                    true => Claim::Counted,
                    false => Claim::Exchanged,
                };
                let inner = vec![self.read_or_write(place)];
                vec![Statement::First(self.small(2), claim, inner)]
            }
            _ => Vec::new(),
        }
    }

    /// Each thread writes a datum of its own, meets the others, and reads theirs.
    fn exchange(&mut self, meeting: Vec<Statement>) -> Vec<Statement> {
        let own = Statement::Write(Place::Global(self.body as u8 % 3), Value::Constant(self.small(4)));
        let other = Statement::Read(Place::Global(self.small(3)));
        let mut all = vec![own];
        all.extend(meeting);
        all.push(other);
        all
    }

    /// Threads that are joined, all or some, and an access behind.
    fn joined(&mut self, place: Place) -> Vec<Statement> {
        let access = self.read_or_write(place);
        let routines = self.later(|role| matches!(role, Role::Thread(_)));
        if routines.is_empty() || self.chance(3) {
            return vec![access];
        }
        let first = routines[self.random.below(routines.len() as u64) as usize];
        let second = routines[self.random.below(routines.len() as u64) as usize];
        let inner = self.held_inner();
        let statement = match self.random.below(7) {
            5 | 6 => return vec![self.restarted(first, place)],
            0 | 1 => {
                let arguments = Arguments {
                    record: Record::Global(0),
                    place: Place::Global(0),
                    lock: Lock::Global(0),
                    number: self.index(),
                };
                Statement::JoinEither(first, second, arguments, inner)
            }
            2 => {
                let mut arguments = self.arguments();
                self.without_locals(&mut arguments, false);
                Statement::Relay(first, second, arguments, inner)
            }
            3 => match self.spawn(first, inner) {
                Statement::Spawn(mut creation, inner) => {
                    creation.count = 2;
                    creation.joined = Joined::One(self.index());
                    self.without_locals(&mut creation.arguments, false);
                    Statement::Spawn(creation, inner)
                }
                other => other,
            },
            _ => self.spawn(first, inner),
        };
        vec![statement, access]
    }

    /// A thread that is started and joined in turns, and accesses beside it and behind.
    fn restarted(&mut self, routine: usize, place: Place) -> Statement {
        let mut arguments = self.arguments();
        self.without_locals(&mut arguments, false);
        let most = if self.chance(4) { 2 } else { 1 };
        let inner = match self.chance(3) {
            true => vec![self.read_or_write(place)],
            false => Vec::new(),
        };
        let after = vec![self.read_or_write(place)];
        let restart = Restart {
            routine,
            most,
            arguments,
        };
        Statement::Restarted(restart, inner, after)
    }

    /// A flag that tells that an access was made, or an access that waits for it.
    fn signal(&mut self, place: Place) -> Vec<Statement> {
        let order = match self.random.below(4) {
            0 => Order::Relaxed,
            1 => Order::ReleaseAcquire,
            _ => Order::Sequential,
        };
        let (access, flag) = (self.read_or_write(place), self.small(2));
        match self.random.below(3) {
            0 => vec![access, Statement::Signal(flag, order)],
            1 if self.depth < 4 => {
                let mut inner = self.inner();
                inner.push(access);
                vec![Statement::Signalled(flag, order, inner)]
            }
            _ => vec![Statement::Signalled(flag, order, vec![access])],
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
