//! The programs of the oracle as data, so that they can be generated, shrunk and printed.
//!
//! Valid by construction: every pointer points to a live object, loops end, threads are joined at most once and after their creation,
//! locks are released by the thread that took them, in reverse order. Races are the only undefined behaviour left.

/// A shared (or thread-local) `int`-like location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// `g0`, `g1`, ….
    Global(u32),
    /// `array[n]`.
    Element(u32),
    /// `array[i % 4]` with the innermost loop's counter, or `array[0]` outside loops.
    ElementOfLoop,
    /// A member of `cell0`, `cell1`, ….
    Cell(u32, Member),
    /// A member of what `heap0`, `heap1`, … points to.
    Heap(u32, Member),
    /// A member of `cells[n]`.
    CellElement(u32, Member),
    /// What the pointer `p0`, `p1`, … points to.
    Pointer(u32),
    /// What the function's pointer parameter points to.
    Parameter,
    /// A part of the union `word`: the whole, its halves, or its bytes, by number.
    Union(UnionPart),
    /// The thread-local `own`.
    ThreadLocal,
    /// A variable of the function whose address does not leave it.
    Local,
}

/// A member of `struct Cell`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// `value`.
    Value,
    /// `other`.
    Other,
    /// The bit-field `low`.
    Low,
    /// The bit-field `high`, adjacent to `low`.
    High,
    /// The bit-field `apart`, behind a zero-width one.
    Apart,
}

/// A part of `union Word`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnionPart {
    /// All four bytes.
    Whole,
    /// Two bytes, by number.
    Half(u32),
    /// One byte, by number.
    Byte(u32),
}

/// A mutex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lock {
    /// `m0`, `m1`, ….
    Global(u32),
    /// `locks[n]`.
    Element(u32),
    /// `locks[i % 3]` with the innermost loop's counter.
    ElementOfLoop,
    /// `cell0.lock`, ….
    Cell(u32),
    /// `heap0->lock`, ….
    Heap(u32),
    /// `cells[n].lock`.
    CellElement(u32),
    /// The function's lock parameter.
    Parameter,
}

/// How a region of code is protected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protection {
    /// `pthread_mutex_lock`.
    Mutex(Lock),
    /// `pthread_mutex_trylock`, with the body run only if it succeeds.
    TryLock(Lock),
    /// `pthread_mutex_trylock`, with the body run whether it succeeds or not.
    IgnoredTryLock(Lock),
    /// `pthread_rwlock_rdlock(&rw)`.
    Reading,
    /// `pthread_rwlock_wrlock(&rw)`.
    Writing,
    /// `pthread_spin_lock(&spin)`.
    Spin,
    /// `__VERIFIER_atomic_begin` and `…_end`.
    Atomic,
}

/// A condition without side effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An input.
    Input,
    /// Whether a location is zero.
    IsZero(Location),
    /// Whether the atomic flag, by number, is set.
    Flag(u32),
    /// Whether the loop's counter is even.
    EvenTurn,
}

/// What a pointer variable is made to point to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pointee {
    /// `&g0`, ….
    Global(u32),
    /// `&array[n]`.
    Element(u32),
    /// `&cell0.value`, ….
    Cell(u32),
    /// `&heap0->value`, ….
    Heap(u32),
    /// Another pointer variable's value.
    Pointer(u32),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `location = number`.
    Write(Location, u32),
    /// `location = location + 1`.
    Increment(Location),
    /// `local = location`.
    Read(Location),
    /// `pN = …`.
    Point(u32, Pointee),
    /// Statements under a lock.
    Protected(Protection, Vec<Statement>),
    /// A branch.
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop with a fixed number of turns.
    Repeat(u32, Vec<Statement>),
    /// A call of a helper, by number, with a lock and a pointer: directly or through a function pointer.
    Call(u32, Lock, Pointee, Callee),
    /// Creates the thread with this slot.
    Create(u32, u32),
    /// Joins the thread with this slot.
    Join(u32),
    /// Creates a number of threads that run one routine, keeping their ids in an array.
    CreateMany(u32, u32),
    /// Joins what [`Statement::CreateMany`] created.
    JoinMany(u32),
    /// `flagN = 1`, atomically.
    SetFlag(u32),
    /// `__atomic_fetch_add(&g, 1, order)` on a plain global.
    AtomicAdd(u32),
    /// `pthread_once(&control, routine)`: the routine is a statement list of the program.
    Once(u32),
    /// `sem_post`.
    Post,
    /// `sem_wait`.
    WaitSemaphore,
    /// `while (!ready) pthread_cond_wait` under `m0`.
    AwaitReady,
    /// Sets `ready` under `m0` and broadcasts.
    MakeReady,
    /// `pthread_barrier_wait`.
    Barrier,
}

/// How a helper is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// By its name.
    Direct,
    /// Through a local function pointer.
    Pointer,
    /// Through a global table of function pointers.
    Table,
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// `main`, after the heap objects were made.
    pub main: Vec<Statement>,
    /// The routines of threads.
    pub routines: Vec<Vec<Statement>>,
    /// Functions with a lock and a pointer as parameters; a helper calls only helpers with greater numbers.
    pub helpers: Vec<Vec<Statement>>,
    /// The routines of the once-controls.
    pub once: Vec<Vec<Statement>>,
}

impl Statement {
    /// The statement lists inside.
    pub fn bodies(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Protected(_, body) | Statement::Repeat(_, body) => vec![body],
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }

    /// The statement lists inside, to be changed.
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Protected(_, body) | Statement::Repeat(_, body) => vec![body],
            Statement::If(_, then, otherwise) => vec![then, otherwise],
            _ => Vec::new(),
        }
    }
}

impl Program {
    /// All outermost statement lists.
    pub fn lists(&self) -> Vec<&Vec<Statement>> {
        let rest = self.routines.iter().chain(&self.helpers).chain(&self.once);
        std::iter::once(&self.main).chain(rest).collect()
    }

    /// All outermost statement lists, to be changed.
    pub fn lists_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        let rest = self.routines.iter_mut().chain(&mut self.helpers).chain(&mut self.once);
        std::iter::once(&mut self.main).chain(rest).collect()
    }

    /// Number of statements, nested ones included.
    pub fn size(&self) -> usize {
        fn count(list: &[Statement]) -> usize {
            list.iter()
                .map(|statement| 1 + statement.bodies().into_iter().map(|body| count(body)).sum::<usize>())
                .sum()
        }
        self.lists().into_iter().map(|list| count(list)).sum()
    }
}
