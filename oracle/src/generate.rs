//! Random programs from a seed.

use pepsin::explore::random::Random;

use crate::program::{Callee, Condition, Location, Lock, Member, Pointee, Program, Protection, Statement, UnionPart};

/// How large programs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Size {
    /// One or two routines of a few statements.
    Small,
    /// Up to three routines, with helpers.
    Medium,
    /// Up to five routines, nested creation, longer bodies.
    Large,
}

/// The program of a seed.
pub fn generate(size: Size, seed: u64) -> Program {
    Generator::new(size, Random::new(seed, 41)).program()
}

struct Generator {
    random: Random,
    size: Size,
    routines: u32,
    helpers: u32,
    /// Each program uses few of the features, so that accesses meet.
    features: u64,
}

/// Where a statement list stands.
#[derive(Clone, Copy)]
struct Context {
    /// Routines with at least this number may be created here; `None` where no thread is created.
    creates: Option<u32>,
    /// Helpers with at least this number may be called.
    calls: u32,
    /// Inside a helper: it has parameters.
    helper: bool,
    loops: u32,
    depth: u32,
    /// Inside an atomic block: nothing that waits.
    atomic: bool,
    /// Kinds of locks held here, as bits: taking one of the same kind again could only deadlock.
    held: u32,
}

impl Generator {
    fn new(size: Size, mut random: Random) -> Self {
        let (routines, helpers) = match size {
            Size::Small => (1 + random.below(2), random.below(2)),
            Size::Medium => (1 + random.below(3), random.below(3)),
            Size::Large => (2 + random.below(4), 1 + random.below(3)),
        };
        Generator {
            features: random.bits(),
            random,
            size,
            routines: routines as u32,
            helpers: helpers as u32,
        }
    }

    fn has(&self, feature: u32) -> bool {
        self.features >> feature & 1 == 1
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.random.one_in(n)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.random.below(from.len() as u64) as usize].clone()
    }

    fn program(mut self) -> Program {
        let context = |creates, calls, helper| Context {
            creates,
            calls,
            helper,
            loops: 0,
            depth: 0,
            atomic: false,
            held: 0,
        };
        let once = (0..2).map(|_| self.leaves(context(None, u32::MAX, false), 2)).collect();
        let helpers = (0..self.helpers)
            .map(|number| self.list(context(None, number + 1, true), 3))
            .collect();
        let routines = (0..self.routines)
            .map(|number| {
                let nested = (number + 1 < self.routines && self.one_in(4)).then_some(number + 1);
                let length = self.length();
                self.list(context(nested, 0, false), length)
            })
            .collect();
        let main = self.main(context(Some(0), 0, false));
        Program {
            main,
            routines,
            helpers,
            once,
        }
    }

    fn length(&mut self) -> u64 {
        1 + match self.size {
            Size::Small => self.random.below(3),
            Size::Medium => self.random.below(5),
            Size::Large => self.random.below(8),
        }
    }

    /// `main` creates at least two threads, or one and acts itself.
    fn main(&mut self, context: Context) -> Vec<Statement> {
        let mut statements = self.list(context, 1);
        let mut created = Vec::new();
        for slot in 0..=self.random.below(u64::from(self.routines) + 1) as u32 {
            let routine = self.random.below(u64::from(self.routines)) as u32;
            statements.push(Statement::Create(slot + 10, routine));
            created.push(slot + 10);
            if self.one_in(2) {
                statements.extend(self.list(context, 1));
            }
        }
        for slot in created {
            if !self.one_in(4) {
                statements.push(Statement::Join(slot));
            }
            if self.one_in(2) {
                statements.extend(self.list(context, 1));
            }
        }
        statements
    }

    fn list(&mut self, context: Context, length: u64) -> Vec<Statement> {
        let mut statements = Vec::new();
        let mut slot = 0;
        for _ in 0..length {
            match context.creates {
                Some(first) if self.one_in(8) && first < self.routines && context.depth < 3 => {
                    self.threads(context, first, slot + 20 * (context.depth + 1), &mut statements);
                    slot += 1;
                }
                _ => statements.push(self.statement(context)),
            }
        }
        statements
    }

    fn leaves(&mut self, context: Context, length: u64) -> Vec<Statement> {
        (0..length).map(|_| self.access(context)).collect()
    }

    /// A thread or several, joined more often than not, with something in between.
    fn threads(&mut self, context: Context, first: u32, slot: u32, into: &mut Vec<Statement>) {
        let routine = first + self.random.below(u64::from(self.routines - first)) as u32;
        let many = self.one_in(2);
        let count = 1 + self.random.below(3) as u32;
        into.push(if many {
            Statement::CreateMany(count, routine)
        } else {
            Statement::Create(slot, routine)
        });
        if self.one_in(2) {
            into.push(self.statement(Context {
                creates: None,
                ..context
            }));
        }
        if !self.one_in(3) {
            into.push(if many {
                Statement::JoinMany(count)
            } else {
                Statement::Join(slot)
            });
        }
    }

    fn statement(&mut self, context: Context) -> Statement {
        let deeper = Context {
            depth: context.depth + 1,
            ..context
        };
        let length = 1 + self.random.below(2);
        if context.depth >= 3 || context.atomic {
            return self.access(context);
        }
        match self.random.below(20) {
            0..=5 => self.access(context),
            6..=11 => {
                let protection = self.protection(context);
                let kind = kind_of(&protection);
                if context.held & kind != 0 {
                    return self.access(context);
                }
                let atomic = protection == Protection::Atomic;
                let creates = if atomic || !self.one_in(4) {
                    None
                } else {
                    context.creates
                };
                let inside = Context {
                    creates,
                    atomic,
                    held: context.held | kind,
                    ..deeper
                };
                Statement::Protected(protection, self.list(inside, length))
            }
            12 | 13 => {
                let condition = self.condition(context);
                let then = self.list(deeper, length);
                let otherwise = if self.one_in(2) {
                    self.list(deeper, 1)
                } else {
                    Vec::new()
                };
                Statement::If(condition, then, otherwise)
            }
            14 => {
                let inside = Context {
                    loops: context.loops + 1,
                    ..deeper
                };
                let count = 2 + self.random.below(3) as u32;
                Statement::Repeat(count, self.list(inside, length))
            }
            15 | 16 if context.calls < self.helpers && (context.held == 0 || self.one_in(4)) => {
                let number = context.calls + self.random.below(u64::from(self.helpers - context.calls)) as u32;
                let callee = self.pick(&[Callee::Direct, Callee::Direct, Callee::Pointer, Callee::Table]);
                Statement::Call(number, self.lock(context), self.pointee(), callee)
            }
            17 if self.has(0) && context.creates.is_some() => Statement::Once(self.random.below(2) as u32),
            18 => self.signal(context),
            19 if self.has(1) => Statement::Point(self.random.below(2) as u32, self.pointee()),
            _ => self.access(context),
        }
    }

    /// Statements by which threads tell each other something.
    fn signal(&mut self, context: Context) -> Statement {
        // A wait inside a helper or under a lock mostly blocks for ever.
        let waits = context.depth == 0 && !context.helper;
        match self.random.below(7) {
            0 if self.has(2) => Statement::Post,
            1 if self.has(2) && waits => Statement::WaitSemaphore,
            2 if self.has(3) && waits => Statement::MakeReady,
            3 if self.has(3) && waits => Statement::AwaitReady,
            4 if self.has(4) && self.has(5) && waits => Statement::Barrier,
            5 if self.has(6) => Statement::SetFlag(self.random.below(2) as u32),
            6 if self.has(7) => Statement::AtomicAdd(self.random.below(2) as u32),
            _ => self.access(context),
        }
    }

    fn access(&mut self, context: Context) -> Statement {
        let location = self.location(context);
        match self.random.below(5) {
            0 | 1 => Statement::Increment(location),
            2 => Statement::Write(location, self.random.below(3) as u32),
            _ => Statement::Read(location),
        }
    }

    fn location(&mut self, context: Context) -> Location {
        let two = self.random.below(2) as u32;
        let member = self.pick(&[
            Member::Value,
            Member::Value,
            Member::Other,
            Member::Low,
            Member::High,
            Member::Apart,
        ]);
        match self.random.below(16) {
            0..=4 => Location::Global(self.random.below(3) as u32),
            5 if self.has(8) => Location::Element(two),
            6 if self.has(8) && context.loops > 0 => Location::ElementOfLoop,
            7 | 8 if self.has(9) => Location::Cell(two, member),
            9 if self.has(10) => Location::Heap(two, member),
            10 if self.has(11) => Location::CellElement(two, member),
            11 if self.has(1) => Location::Pointer(two),
            12 if self.has(12) => Location::Union(self.pick(&[
                UnionPart::Whole,
                UnionPart::Half(0),
                UnionPart::Half(1),
                UnionPart::Byte(0),
                UnionPart::Byte(3),
            ])),
            13 if self.has(13) => Location::ThreadLocal,
            14 => Location::Local,
            _ if context.helper => Location::Parameter,
            _ => Location::Global(two),
        }
    }

    fn protection(&mut self, context: Context) -> Protection {
        match self.random.below(16) {
            0 | 1 => Protection::TryLock(self.lock(context)),
            2 if self.one_in(4) => Protection::IgnoredTryLock(self.lock(context)),
            3 if self.has(14) => Protection::Reading,
            4 if self.has(14) => Protection::Writing,
            5 if self.has(15) => Protection::Spin,
            6 if self.has(16) => Protection::Atomic,
            _ => Protection::Mutex(self.lock(context)),
        }
    }

    fn lock(&mut self, context: Context) -> Lock {
        let two = self.random.below(2) as u32;
        match self.random.below(12) {
            5 if self.has(17) => Lock::Element(self.random.below(3) as u32),
            6 if self.has(17) && context.loops > 0 => Lock::ElementOfLoop,
            7 if self.has(9) => Lock::Cell(two),
            8 if self.has(10) => Lock::Heap(two),
            9 if self.has(11) => Lock::CellElement(two),
            10 | 11 if context.helper => Lock::Parameter,
            _ if self.has(18) => Lock::Global(0),
            _ => Lock::Global(two),
        }
    }

    fn pointee(&mut self) -> Pointee {
        let two = self.random.below(2) as u32;
        match self.random.below(8) {
            0 if self.has(8) => Pointee::Element(two),
            1 if self.has(9) => Pointee::Cell(two),
            2 if self.has(10) => Pointee::Heap(two),
            3 if self.has(1) => Pointee::Pointer(two),
            _ => Pointee::Global(self.random.below(3) as u32),
        }
    }

    fn condition(&mut self, context: Context) -> Condition {
        match self.random.below(4) {
            0 => Condition::IsZero(self.location(context)),
            1 if self.has(6) => Condition::Flag(self.random.below(2) as u32),
            2 if context.loops > 0 => Condition::EvenTurn,
            _ => Condition::Input,
        }
    }
}

/// The kind of lock that a protection takes, as a bit.
fn kind_of(protection: &Protection) -> u32 {
    match protection {
        Protection::Mutex(lock) | Protection::TryLock(lock) | Protection::IgnoredTryLock(lock) => match lock {
            Lock::Global(number) => 1 << number,
            Lock::Element(_) | Lock::ElementOfLoop => 1 << 8,
            Lock::Cell(number) => 1 << (9 + number),
            Lock::Heap(number) => 1 << (12 + number),
            Lock::CellElement(number) => 1 << (15 + number),
            Lock::Parameter => 1 << 18,
        },
        Protection::Reading | Protection::Writing => 1 << 19,
        Protection::Spin => 1 << 20,
        Protection::Atomic => 1 << 21,
    }
}
