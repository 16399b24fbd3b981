//! Concurrent programs as trees: what the generator makes, the emitter writes as C, and the reducer cuts.
//!
//! Every tree is a valid program, and stays one whatever part is cut out:
//! - bodies call and create only bodies behind them, so that everything ends but recursion, which counts down;
//! - locks are taken and released by one node, and what names the lock does not change in between;
//! - all pointers are valid from the start, indices are masked, handles are joined where they are made.
//!
//! What a tree may do wrong is what the oracle is about: races and deadlocks.

/// A program: the first body is `main`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The bodies; each one refers to later ones only.
    pub bodies: Vec<Body>,
}

/// The body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What calls it.
    pub role: Role,
    /// What it does.
    pub statements: Vec<Statement>,
}

/// What calls a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The program starts here.
    Main,
    /// It is the start routine of threads, whose argument is this.
    Thread(Passed),
    /// It is called, directly, through a table of functions or by `pthread_once`.
    Function,
}

/// What a thread's argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The address of a record.
    Record,
    /// The address of an integer.
    Integer,
    /// The address of a mutex.
    Lock,
    /// A small number.
    Number,
}

/// A number from 0 to 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Index {
    /// Itself.
    Constant(u8),
    /// The innermost loop's counter, or the number that was passed.
    Counter,
    /// The number that was passed.
    Number,
    /// An input.
    Input,
}

/// A record, which has data and a lock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A global.
    Global(u8),
    /// An element of the global array.
    Element(Index),
    /// What a global pointer points to.
    Published(u8),
    /// What the local pointer points to.
    Local,
}

/// A member of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Two ordinary ones, in a record of their own.
    X,
    /// The second.
    Y,
    /// Bit-fields: the first two are one memory location, the third is behind a border.
    Bits(u8),
    /// A union: as a whole.
    Whole,
    /// The union: a byte of it.
    Byte(u8),
    /// The union: a half of it.
    Half(u8),
}

/// An lvalue of integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A global.
    Global(u8),
    /// A byte of a global.
    ByteOf(u8, u8),
    /// An element of the global array of integers.
    Element(Index),
    /// A member of a record.
    Member(Record, Member),
    /// What the local pointer points to.
    Target,
    /// What a global pointer points to.
    Shared(u8),
    /// A thread-local variable.
    ThreadLocal,
    /// A global of atomic type.
    Atomic(u8),
    /// A local variable of the function, whose address may be handed out.
    Variable,
}

impl Place {
    /// Whether its address is that of an `int`.
    pub fn is_plain_integer(self) -> bool {
        match self {
            Place::Global(_) | Place::Element(_) | Place::Target | Place::Shared(_) | Place::ThreadLocal => true,
            Place::Member(_, member) => matches!(member, Member::X | Member::Y | Member::Whole),
            Place::ByteOf(..) | Place::Atomic(_) | Place::Variable => false,
        }
    }
}

/// A mutex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lock {
    /// A global.
    Global(u8),
    /// An element of the global array of mutexes.
    Element(Index),
    /// The one in a record.
    Of(Record),
    /// What the local pointer points to.
    Local,
    /// A recursive one.
    Recursive,
    /// What a global pointer points to.
    Shared(u8),
}

impl Lock {
    /// Whether the name may stand for another lock when it is released.
    pub fn is_volatile(self) -> bool {
        match self {
            Lock::Element(index) | Lock::Of(Record::Element(index)) => index == Index::Input,
            Lock::Of(Record::Published(_)) | Lock::Shared(_) => true,
            Lock::Global(_) | Lock::Of(_) | Lock::Local | Lock::Recursive => false,
        }
    }
}

/// What protects a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// A mutex.
    Mutex(Lock),
    /// A mutex, through a function that takes its address.
    Wrapped(Lock),
    /// A read-write lock, for reading.
    Read(u8),
    /// A read-write lock, for writing.
    Write(u8),
    /// A spinlock.
    Spin(u8),
    /// An atomic block.
    Atomic,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A constant.
    Constant(u8),
    /// What was read last.
    LastRead,
    /// One more than what was read last.
    Next,
    /// The innermost loop's counter, or the number that was passed.
    Counter,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An input.
    Input,
    /// What was read last is this.
    LastReadIs(u8),
    /// A place holds this: reads it.
    Holds(Place, u8),
    /// The counter is odd.
    CounterOdd,
}

/// Whether a created thread is joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// Always.
    Always,
    /// If an input says so.
    Sometimes,
    /// Never.
    Never,
}

/// What is passed to a called function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arguments {
    /// A record.
    pub record: Record,
    /// An integer; it must be a plain one.
    pub place: Place,
    /// A mutex.
    pub lock: Lock,
    /// A number.
    pub number: Index,
}

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By its name.
    Direct,
    /// Through a table of two functions: this one and the other, by an index.
    Table(usize, Index),
    /// By `pthread_once`, with a control.
    Once(u8),
    /// By itself, with a smaller number.
    Again,
}

/// What becomes of allocated memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is kept.
    Kept,
    /// It is freed.
    Freed,
    /// A global pointer gets its address.
    Published(u8),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `place = value`.
    Write(Place, Value),
    /// `last = place`.
    Read(Place),
    /// An atomic operation on a plain integer.
    AtomicAdd(Place),
    /// An atomic load of a plain integer.
    AtomicRead(Place),
    /// A copy of the two ordinary members.
    Copy(Record, Record),
    /// The two ordinary members become 0, by `memset`.
    Clear(Record),
    /// A protected block.
    Guarded(Guard, Vec<Statement>),
    /// A block protected by a mutex on one of two paths, and again at its end.
    Perhaps(Lock, Vec<Statement>),
    /// `trylock`, and what is done if it succeeds and if it fails.
    Try(Lock, Vec<Statement>, Vec<Statement>),
    /// Two locks, the first of which may be released in the middle through a pointer that may be either.
    Either(Lock, Lock, Vec<Statement>),
    /// A branch.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop with a number of rounds.
    Repeat(u8, Vec<Statement>),
    /// A loop whose end an input decides.
    While(Vec<Statement>),
    /// A call of a body.
    Call(usize, Way, Arguments),
    /// Threads created, one or more, what is done meanwhile, and whether they are joined.
    Spawn(usize, u8, Arguments, Joined, Vec<Statement>),
    /// A new record, its use as the local one, and what becomes of it.
    Fresh(Vec<Statement>, Fate),
    /// The local pointer to integers gets a new target.
    PointTo(Place),
    /// A global pointer to integers gets a new target.
    Share(u8, Place),
    /// The local pointer to mutexes gets a new target.
    Choose(Lock),
    /// Waits for a condition variable until a global holds 1; the lock of the condition variable is held meanwhile.
    Await(u8),
    /// The same global becomes 1, under its lock, and all are woken.
    Announce(u8),
    /// A global pointer to mutexes gets a new target.
    ShareLock(u8, Lock),
    /// A block protected by a global mutex, with a wait on a condition variable in the middle.
    Waiting(u8, Vec<Statement>, Vec<Statement>),
    /// Those who wait there are woken.
    Wake(u8),
    /// A global pointer to records gets the local one, which stays in use.
    Hand(u8),
    /// Two threads, the second of which joins the first before it begins, and is joined itself.
    Relay(usize, usize, Arguments, Vec<Statement>),
    /// Two threads, one of which is joined at the end, as an input says.
    JoinEither(usize, usize, Arguments, Vec<Statement>),
    /// Ends the thread, by `pthread_exit`; not inside guarded blocks.
    Exit,
    /// Waits at the barrier for two.
    Barrier,
    /// `sem_post`.
    Post(u8),
    /// `sem_wait`.
    Take(u8),
    /// Leaves the function; not inside guarded blocks.
    Leave,
}

impl Statement {
    /// The blocks inside.
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Guarded(_, body)
            | Statement::Perhaps(_, body)
            | Statement::Either(_, _, body)
            | Statement::Repeat(_, body)
            | Statement::While(body)
            | Statement::Spawn(_, _, _, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
            | Statement::Waiting(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// The blocks inside, to be changed.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Guarded(_, body)
            | Statement::Perhaps(_, body)
            | Statement::Either(_, _, body)
            | Statement::Repeat(_, body)
            | Statement::While(body)
            | Statement::Spawn(_, _, _, _, body)
            | Statement::Relay(_, _, _, body)
            | Statement::JoinEither(_, _, _, body)
            | Statement::Fresh(body, _) => vec![body],
            Statement::Try(_, then, otherwise)
            | Statement::If(_, then, otherwise)
            | Statement::Waiting(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }
}

impl Program {
    /// How many statements there are in bodies that are used.
    pub fn size(&self) -> usize {
        fn count(block: &[Statement]) -> usize {
            let inner = |statement: &Statement| statement.blocks().into_iter().map(|block| count(block)).sum::<usize>();
            block.iter().map(|statement| 1 + inner(statement)).sum()
        }
        let used = self.bodies.iter().zip(self.used()).filter(|(_, used)| *used);
        used.map(|(body, _)| count(&body.statements)).sum()
    }

    /// Which bodies are called or created, from `main` on.
    pub fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.bodies.len()];
        used[0] = true;
        for number in 0..self.bodies.len() {
            if used[number] {
                mark(&self.bodies[number].statements, &mut used);
            }
        }
        used
    }
}

fn mark(block: &[Statement], used: &mut [bool]) {
    for statement in block {
        match statement {
            Statement::Call(body, Way::Table(other, _), _)
            | Statement::Relay(body, other, ..)
            | Statement::JoinEither(body, other, ..) => {
                used[*body] = true;
                used[*other] = true;
            }
            Statement::Call(body, ..) | Statement::Spawn(body, ..) => used[*body] = true,
            _ => {}
        }
        for inner in statement.blocks() {
            mark(inner, used);
        }
    }
}
