//! Random programs.
//!
//! Each datum of a program has a *discipline*: what protects it. Accesses keep to it, but for one in `slips`,
//! so that some programs are free of races and most of the others have few races, which are hard to see.

use pepsin::explore::random::Random;

use crate::program::{
    Arguments, Body, Condition, Fate, Guard, Index, Joined, Lock, Member, Passed, Place, Program, Record, Role,
    Statement, Value, Way,
};

/// How large programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Up to three bodies besides `main`.
    Small,
    /// Up to six.
    Medium,
    /// Up to ten.
    Large,
}

impl Size {
    /// The sizes by name.
    pub const NAMED: [(&'static str, Size); 3] =
        [("small", Size::Small), ("medium", Size::Medium), ("large", Size::Large)];

    fn threads(self) -> u64 {
        match self {
            Size::Small => 2,
            Size::Medium => 3,
            Size::Large => 5,
        }
    }

    fn functions(self) -> u64 {
        match self {
            Size::Small => 1,
            Size::Medium => 3,
            Size::Large => 5,
        }
    }

    fn statements(self) -> u64 {
        match self {
            Size::Small => 4,
            Size::Medium => 5,
            Size::Large => 7,
        }
    }
}

/// How often an access does without its protection, one in so many; 0 for never.
const SLIPS: [u64; 5] = [0, 30, 12, 6, 3];

/// The program with a number among those of a seed.
pub fn generate(seed: u64, number: u64, size: Size) -> Program {
    let mut random = Random::new(seed, number + 1);
    let slips = SLIPS[random.below(5) as usize];
    let threads = 1 + random.below(size.threads()) as usize;
    let functions = random.below(size.functions() + 1) as usize;
    let count = 1 + threads + functions;
    let mut disciplines: Vec<Discipline> = DATA.iter().map(|_| discipline(&mut random)).collect();
    // Few data, so that threads meet.
    let focus = (0..1 + random.below(size.threads() + 2))
        .map(|_| random.below(DATA.len() as u64 + 2).min(DATA.len() as u64 - 1) as usize)
        .collect();
    let theme = Theme::ALL[random.below(16).saturating_sub(8) as usize];
    let mut features = Vec::new();
    for _ in 0..1 + random.below(4) {
        features.push(random.below(FEATURES));
    }
    if theme != Theme::None {
        for discipline in disciplines.iter_mut().take(3) {
            *discipline = Discipline::Bare;
        }
    }
    let mut generator = Generator {
        random,
        theme,
        slips,
        size,
        disciplines,
        focus,
        features,
        roles: Vec::new(),
        body: 0,
        held: Vec::new(),
        depth: 0,
        fresh: 0,
        budget: 0,
        bound: 0,
    };
    generator.roles = (0..count).map(|number| generator.role(number, threads)).collect();
    let bodies = (0..count).map(|number| generator.body(number)).collect();
    Program { bodies }
}

/// What protects a datum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Discipline {
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
    /// Nothing: what orders the accesses, if anything does, is the theme of the program.
    Bare,
}

/// What orders the accesses that nothing protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
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
    const ALL: [Theme; 8] = [
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

/// The data that disciplines are for.
const DATA: &[Datum] = &[
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
enum Datum {
    Global(u8),
    /// The elements of the array.
    Numbers,
    /// The members of records: by the lock of the same record.
    Members,
}

fn discipline(random: &mut Random) -> Discipline {
    match random.below(16) {
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
        _ => Discipline::Owner(random.below(4) as usize),
    }
}

/// How many features there are; each program has a few.
const FEATURES: u64 = 18;

struct Generator {
    random: Random,
    theme: Theme,
    slips: u64,
    size: Size,
    disciplines: Vec<Discipline>,
    /// The data that the program uses, by their numbers.
    focus: Vec<usize>,
    features: Vec<u64>,
    roles: Vec<Role>,
    /// The body being made.
    body: usize,
    /// The guards around.
    held: Vec<Guard>,
    depth: usize,
    /// How many allocated records are the local one: inner ones hide outer ones.
    fresh: usize,
    /// Statements left for this body.
    budget: u64,
    /// Blocks around that must not be left.
    bound: usize,
}

impl Generator {
    fn chance(&mut self, one_in: u64) -> bool {
        self.random.one_in(one_in)
    }

    fn small(&mut self, bound: u64) -> u8 {
        self.random.below(bound) as u8
    }

    fn has(&self, feature: u64) -> bool {
        self.features.contains(&feature)
    }

    fn role(&mut self, number: usize, threads: usize) -> Role {
        match number {
            0 => Role::Main,
            _ if number <= threads => Role::Thread(match self.random.below(6) {
                0 | 1 => Passed::Record,
                2 => Passed::Integer,
                3 => Passed::Lock,
                _ => Passed::Number,
            }),
            _ => Role::Function,
        }
    }

    fn body(&mut self, number: usize) -> Body {
        self.body = number;
        self.held.clear();
        (self.depth, self.fresh, self.bound) = (0, 0, 0);
        self.budget = 2 * self.size.statements() + 4;
        let count = 1 + self.random.below(self.size.statements());
        let mut statements = Vec::new();
        if number == 0 {
            statements.extend(self.block(count / 2));
            statements.extend(self.spawns());
            statements.extend(self.block(1 + count / 2));
        } else {
            statements = self.block(count);
        }
        Body {
            role: self.roles[number],
            statements,
        }
    }

    /// Main creates a thread of each routine, or most of them.
    fn spawns(&mut self) -> Vec<Statement> {
        let routines: Vec<usize> = self.later(|role| matches!(role, Role::Thread(_)));
        let mut inner = self.block(1);
        for routine in routines {
            if self.chance(5) {
                continue;
            }
            let spawn = self.spawn(routine, inner);
            inner = vec![spawn];
            inner.extend(self.block(1));
        }
        inner
    }

    fn later(&self, wanted: impl Fn(Role) -> bool) -> Vec<usize> {
        (self.body + 1..self.roles.len())
            .filter(|number| wanted(self.roles[*number]))
            .collect()
    }

    fn block(&mut self, count: u64) -> Vec<Statement> {
        (0..count).flat_map(|_| self.statements()).collect()
    }

    fn inner(&mut self) -> Vec<Statement> {
        self.depth += 1;
        let count = 1 + self.random.below(3);
        let block = self.block(count);
        self.depth -= 1;
        block
    }

    /// A block that must not be left: locks are held that are not known to protect anything.
    fn held_inner(&mut self) -> Vec<Statement> {
        self.bound += 1;
        let inner = self.inner();
        self.bound -= 1;
        inner
    }

    fn statements(&mut self) -> Vec<Statement> {
        if self.budget == 0 {
            return Vec::new();
        }
        self.budget -= 1;
        if self.theme != Theme::None && self.chance(3) {
            let themed = self.themed();
            if !themed.is_empty() {
                return themed;
            }
        }
        if self.depth < 4
            && self.chance(3)
            && let Some(statement) = self.compound()
        {
            return vec![statement];
        }
        if self.chance(5)
            && let Some(statement) = self.special()
        {
            return vec![statement];
        }
        self.accesses()
    }

    /// Statements with blocks, and calls.
    fn compound(&mut self) -> Option<Statement> {
        Some(match self.random.below(12) {
            0 | 1 => {
                let condition = self.condition();
                let then = self.inner();
                let otherwise = if self.chance(2) { self.inner() } else { Vec::new() };
                Statement::If(condition, then, otherwise)
            }
            2 => {
                let inner = self.inner();
                let rounds = match self.chance(4) && !makes_threads(&inner) {
                    true => 5 + self.small(16),
                    false => 1 + self.small(3),
                };
                Statement::Repeat(rounds, inner)
            }
            3 => Statement::While(self.inner()),
            4 => {
                let guard = self.any_guard();
                self.guarded(guard, |generator| generator.inner())
            }
            5 | 6 => self.call()?,
            7 if self.has(0) => {
                let lock = self.any_lock();
                Statement::Perhaps(lock, self.held_inner())
            }
            8 if self.has(1) || self.has(2) => {
                let lock = self.any_lock();
                self.held.push(Guard::Mutex(lock));
                let then = self.inner();
                self.held.pop();
                let otherwise = self.inner();
                Statement::Try(lock, then, otherwise)
            }
            8 if self.has(13) => {
                let number = self.small(3);
                self.held.push(Guard::Mutex(Lock::Global(number)));
                let (before, after) = (self.inner(), self.inner());
                self.held.pop();
                Statement::Waiting(number, before, after)
            }
            9 if self.has(14) => {
                let routines = self.later(|role| matches!(role, Role::Thread(_)));
                let first = *routines.get(self.random.below(routines.len() as u64) as usize)?;
                let second = routines[self.random.below(routines.len() as u64) as usize];
                let mut arguments = self.arguments();
                arguments.number = Index::Constant(0);
                self.bound += 1;
                let inner = self.inner();
                self.bound -= 1;
                Statement::Relay(first, second, arguments, inner)
            }
            9 if self.has(3) => {
                let (first, second) = (self.any_lock(), self.any_lock());
                Statement::Either(first, second, self.held_inner())
            }
            10 => {
                let routines = self.later(|role| matches!(role, Role::Thread(_)));
                let routine = *routines.get(self.random.below(routines.len() as u64) as usize)?;
                if !self.chance(3) {
                    return None;
                }
                let inner = self.inner();
                self.spawn(routine, inner)
            }
            _ if self.has(4) || self.has(5) || self.has(15) => {
                self.fresh += 1;
                let inner = self.inner();
                self.fresh -= 1;
                let fate = match self.random.below(4) {
                    0 => Fate::Kept,
                    1 if !leaks(&inner) => Fate::Freed,
                    _ => Fate::Published(self.small(2)),
                };
                Statement::Fresh(inner, fate)
            }
            _ => return None,
        })
    }

    fn guarded(&mut self, guard: Guard, inner: impl FnOnce(&mut Self) -> Vec<Statement>) -> Statement {
        self.held.push(guard);
        let inner = inner(self);
        self.held.pop();
        Statement::Guarded(guard, inner)
    }

    fn spawn(&mut self, routine: usize, inner: Vec<Statement>) -> Statement {
        let count = if self.chance(4) { 2 + self.small(2) } else { 1 };
        let joined = match self.random.below(8) {
            0 => Joined::Never,
            1 => Joined::Sometimes,
            _ => Joined::Always,
        };
        let mut arguments = self.arguments();
        if self.body == 0 && self.chance(8) {
            arguments.place = Place::ThreadLocal;
        }
        let local_stays = joined == Joined::Always && !leaves(&inner);
        if self.chance(4) && local_stays {
            arguments.place = Place::Variable;
        }
        if self.fresh > 0 && !local_stays {
            arguments.record = Record::Global(0);
            arguments.lock = Lock::Global(0);
        }
        Statement::Spawn(routine, count, arguments, joined, inner)
    }

    fn call(&mut self) -> Option<Statement> {
        let functions = self.later(|role| role == Role::Function);
        let own = self.roles[self.body] == Role::Function && self.has(6);
        if own && self.chance(3) {
            return Some(Statement::Call(self.body, Way::Again, self.arguments()));
        }
        let function = *functions.get(self.random.below(functions.len() as u64) as usize)?;
        let way = match self.random.below(6) {
            0 if self.has(7) || self.has(8) => {
                let other = functions[self.random.below(functions.len() as u64) as usize];
                Way::Table(other, self.index())
            }
            1 if self.has(8) || self.has(9) => Way::Once(self.small(2)),
            _ => Way::Direct,
        };
        Some(Statement::Call(function, way, self.arguments()))
    }

    /// A record, an integer and the lock that protects it, and a number.
    fn arguments(&mut self) -> Arguments {
        let record = self.record();
        let (place, lock) = self.protected_place(record);
        Arguments {
            record,
            place,
            lock,
            number: self.index(),
        }
    }

    /// A plain integer, mostly with the mutex that protects it.
    fn protected_place(&mut self, record: Record) -> (Place, Lock) {
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

    /// What the theme of the program is about; nothing if it does not fit here.
    fn themed(&mut self) -> Vec<Statement> {
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

    fn once(&mut self) -> Vec<Statement> {
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
    fn creation(&mut self) -> Vec<Statement> {
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
    fn flag(&mut self, place: Place) -> Vec<Statement> {
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

    /// Statements that are rare, and synchronise or change pointers.
    fn special(&mut self) -> Option<Statement> {
        let inside = !self.held.is_empty();
        Some(match self.random.below(18) {
            12 if self.has(13) => Statement::Wake(self.small(3)),
            13 if self.has(15) && self.fresh > 0 => Statement::Hand(self.small(2)),
            14 if self.has(16) => Statement::ShareLock(self.small(2), Lock::Global(self.small(3))),
            15 if !inside && self.depth > 0 && self.bound == 0 && matches!(self.roles[self.body], Role::Thread(_)) => {
                Statement::Exit
            }
            16 if self.has(10) && self.body == 0 => Statement::Share(self.small(2), Place::Variable),
            17 if self.has(17) => {
                let place = Place::Global(self.small(6));
                Statement::If(Condition::Holds(place, self.small(3)), self.inner(), Vec::new())
            }
            0 => Statement::PointTo(self.protected_place(Record::Local).0),
            1 if !self.held.iter().any(|guard| uses_local(*guard)) => {
                let lock = self.any_lock();
                Statement::Choose(lock)
            }
            2 if self.has(10) => Statement::Share(self.small(2), Place::Global(self.small(6))),
            3 if self.has(10) => {
                let pointer = self.small(2);
                self.read_or_write(Place::Shared(pointer))
            }
            4 if !inside && self.has(11) => Statement::Await(self.small(2)),
            5 if self.has(11) => Statement::Announce(self.small(2)),
            6 if !inside && self.has(12) => Statement::Barrier,
            7 if self.has(11) => Statement::Post(self.small(2)),
            8 if !inside && self.has(11) => Statement::Take(self.small(2)),
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

    fn slip(&mut self) -> bool {
        self.slips > 0 && self.random.one_in(self.slips)
    }

    /// An access, or several, mostly with the protection that their datum has.
    fn accesses(&mut self) -> Vec<Statement> {
        match self.random.below(14) {
            0 => return vec![self.read_or_write(Place::ThreadLocal)],
            1 => {
                let place = Place::Atomic(self.small(2));
                return vec![self.read_or_write(place)];
            }
            2 if self.roles[self.body] == Role::Function => return vec![self.through_arguments()],
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

    fn disciplined(&mut self, discipline: Discipline, place: Place) -> Statement {
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
            Discipline::Owner(owner) if owner == self.body => self.read_or_write(place),
            Discipline::Owner(_) => self.read_or_write(Place::Variable),
        }
    }

    /// An access under a guard, which may be there already.
    fn protected(&mut self, guard: Guard, place: Place) -> Statement {
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

    /// `lock(l); *p = …; unlock(l)`: as protected as the caller made it.
    fn through_arguments(&mut self) -> Statement {
        self.protected(Guard::Mutex(Lock::Local), Place::Target)
    }

    fn read_or_write(&mut self, place: Place) -> Statement {
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

    fn member(&mut self) -> Member {
        match self.random.below(10) {
            0..=2 => Member::X,
            3 | 4 => Member::Y,
            5 | 6 => Member::Bits(self.small(3)),
            7 => Member::Whole,
            8 => Member::Byte(self.small(4)),
            _ => Member::Half(self.small(2)),
        }
    }

    fn index(&mut self) -> Index {
        match self.random.below(6) {
            0..=2 => Index::Constant(self.small(4)),
            3 => Index::Counter,
            4 => Index::Number,
            _ => Index::Input,
        }
    }

    fn record(&mut self) -> Record {
        match self.random.below(8) {
            0..=2 => Record::Global(self.small(2)),
            3 => {
                let index = match self.index() {
                    Index::Input => Index::Number,
                    index => index,
                };
                Record::Element(index)
            }
            4 if self.has(4) || self.has(15) => Record::Published(self.small(2)),
            _ => Record::Local,
        }
    }

    fn any_lock(&mut self) -> Lock {
        match self.random.below(10) {
            0 if self.has(16) => Lock::Shared(self.small(2)),
            0..=3 => Lock::Global(self.small(3)),
            4 => Lock::Element(self.index()),
            5 | 6 => Lock::Of(self.record()),
            7 => Lock::Recursive,
            _ => Lock::Local,
        }
    }

    fn any_guard(&mut self) -> Guard {
        match self.random.below(8) {
            0 => Guard::Read(self.small(2)),
            1 => Guard::Write(self.small(2)),
            2 => Guard::Spin(0),
            3 => Guard::Atomic,
            4 => Guard::Wrapped(self.any_lock()),
            _ => Guard::Mutex(self.any_lock()),
        }
    }

    fn condition(&mut self) -> Condition {
        match self.random.below(6) {
            0 | 1 => Condition::Input,
            2 | 3 => Condition::LastReadIs(self.small(3)),
            4 => Condition::Holds(Place::Atomic(self.small(2)), self.small(3)),
            _ => Condition::CounterOdd,
        }
    }
}

/// Whether the record's address may differ between two evaluations.
fn record_varies(record: Record) -> bool {
    matches!(record, Record::Published(_) | Record::Element(Index::Input))
}

fn uses_local(guard: Guard) -> bool {
    matches!(guard, Guard::Mutex(Lock::Local) | Guard::Wrapped(Lock::Local))
}

/// Whether a block creates threads, or may do so.
fn makes_threads(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(
            statement,
            Statement::Spawn(..) | Statement::Relay(..) | Statement::Call(..)
        ) || statement.blocks().into_iter().any(|block| makes_threads(block))
    })
}

/// Whether a block may end early.
fn leaves(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(statement, Statement::Leave | Statement::Exit)
            || statement.blocks().into_iter().any(|block| leaves(block))
    })
}

/// Whether something made in a block may live on.
fn leaks(block: &[Statement]) -> bool {
    block.iter().any(|statement| {
        matches!(
            statement,
            Statement::Spawn(..)
                | Statement::Relay(..)
                | Statement::Hand(_)
                | Statement::Call(..)
                | Statement::PointTo(_)
                | Statement::Choose(_)
        ) || statement.blocks().into_iter().any(|block| leaks(block))
    })
}
