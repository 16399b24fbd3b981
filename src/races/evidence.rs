//! What the semantics hands over when the constraint system is solved and verified.

use super::access::{Access, ObjectId, ThreadId};
use super::predicates::Predicates;
use crate::ir::{FunctionId, Position, TypeId};

/// All that the race check needs of the solution.
pub struct Evidence {
    /// All accesses to memory that reachable code makes, in any order; equal ones may be listed once.
    pub accesses: Vec<Access>,
    /// The objects, by [`ObjectId`].
    pub objects: Vec<Object>,
    /// The threads, creators before those they create; the first is main.
    pub threads: Vec<Thread>,
    /// What could not be modelled soundly, at reachable points only.
    pub obstacles: Vec<Obstacle>,
    /// What the result takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Code found unreachable behind an operation that waits.
    pub dead_code: Vec<DeadCode>,
    /// Calls of functions with a body, also through pointers: one for each caller and callee.
    pub calls: Vec<Call>,
    /// Figures about the analysis; nothing that differs between two runs.
    pub statistics: Vec<Statistic>,
    /// How much was told apart.
    pub granularity: Granularity,
    /// Why the solution is incomplete, if it is; then nothing follows from what is missing in it.
    pub cut: Option<Cut>,
    /// The predicates on the digests that the accesses carry.
    pub predicates: Box<dyn Predicates>,
}

impl Evidence {
    /// Whether nothing is missing in it: all was analysed, and nothing could hide a race. No search makes good what is missing.
    pub fn is_complete(&self) -> bool {
        self.cut.is_none() && !self.may_hide_race()
    }

    /// Whether something at a reachable point could hide a race from the analysis.
    pub fn may_hide_race(&self) -> bool {
        let hides = |obstacle: &Obstacle| obstacle.effect == Effect::MayHideRace;
        self.obstacles.iter().any(hides)
    }
}

/// A call of a function with a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who calls.
    pub caller: FunctionId,
    /// The first place of such a call.
    pub at: Position,
    /// Who is called.
    pub callee: FunctionId,
}

/// How much an analysis told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Granularity {
    /// What most programs need.
    #[default]
    Ordinary,
    /// Little, because more took too long.
    Coarse,
}

/// A memory object: a name for memory, possibly of many instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name for people: `counter`, or ‘memory allocated at line 7’.
    pub name: String,
    /// What kind of memory it is.
    pub kind: ObjectKind,
    /// Its type, where it is known.
    pub ty: Option<TypeId>,
    /// Its size in bytes, where it is known.
    pub size: Option<u64>,
    /// Where it is declared or allocated.
    pub at: Position,
    /// Whether its address may have left the thread that made it; always so for globals.
    pub reach: Reach,
    /// The first object that may stand for the same memory at another time, itself if there is none:
    /// *recent* and *older* instances of one allocation site share a family, because one turns into the other.
    pub family: ObjectId,
    /// Who touches it besides the program's own instructions, and calls through their arguments.
    pub keeper: Keeper,
}

/// Whose an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keeper {
    /// The program's alone.
    Program,
    /// The library's as well, which touches it by calls that show nothing of it: its static buffers, `environ`, the memory that it was
    /// given. Executions do not make all of these accesses.
    Library,
}

/// Who can know the address of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reach {
    /// Only the thread that made it, at all times.
    OneThread,
    /// Perhaps several threads.
    Escaped,
}

/// The kinds of memory objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ObjectKind {
    /// A variable with static storage.
    Global,
    /// A thread-local variable, one instance per thread.
    ThreadLocal,
    /// A local variable or parameter.
    Local,
    /// Allocated memory.
    Heap,
    /// A string literal.
    String,
    /// Memory of the library, which its models tell of.
    External,
    /// Memory of which the program shows only pointers, from functions and variables that nobody tells of: each may lead to another one.
    Outside,
}

/// An abstract thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its id.
    pub id: ThreadId,
    /// The start routine's name; `main` for the main thread.
    pub routine: String,
    /// Whether the id stands for one thread or several.
    pub multiplicity: Multiplicity,
    /// The creators; empty for main.
    pub creators: Vec<ThreadId>,
    /// Where it is created.
    pub created_at: Vec<Creation>,
    /// Where it is certainly joined.
    pub joined_at: Vec<Position>,
}

/// How many threads an id stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Multiplicity {
    /// At most one.
    Unique,
    /// Any number.
    Multiple,
}

/// A place where threads are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Creation {
    /// The call that creates.
    pub at: Position,
    /// Whether the creator may pass it more than once.
    pub repetition: Repetition,
}

/// How often a place is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Repetition {
    /// At most once by each creator.
    Once,
    /// Perhaps again, in a loop or by calling its function again.
    Repeated,
}

/// Something that the analysis cannot model soundly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Obstacle {
    /// Where.
    pub at: Position,
    /// What, as a sentence.
    pub what: String,
    /// What it means for the verdict.
    pub effect: Effect,
}

/// What an obstacle means for the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// It could hide a race: race freedom is not proved.
    MayHideRace,
    /// It costs precision only: it is listed.
    Imprecise,
}

/// Something that the result takes for granted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assumption {
    /// What, as a sentence.
    pub what: String,
    /// The setting that lifts it, if there is one.
    pub setting: Option<&'static str>,
}

/// Code that the analysis found unreachable behind a lock, a join or a wait.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadCode {
    /// The first unreachable place.
    pub at: Position,
    /// The function it stands in.
    pub function: String,
    /// The call that never returns.
    pub behind: Position,
    /// The name of the function called there.
    pub operation: String,
}

/// A figure about the analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// What is counted, in the singular style of the report: `unknowns`, `evaluations`.
    pub name: &'static str,
    /// How many.
    pub value: u64,
}

/// Why a solution is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// The budget of evaluations of right-hand sides ended.
    Evaluations,
    /// The time limit ended.
    Time,
    /// The recursion of the solver became too deep.
    Depth,
    /// A limit on memory ended.
    Memory,
    /// Somebody asked for the end, by a signal for example.
    Request,
    /// The solution failed its verification: a right-hand side is not below it.
    NotVerified,
}

impl Cut {
    /// What happened, as a sentence for people.
    pub fn sentence(self) -> &'static str {
        match self {
            Cut::Evaluations => "The budget of evaluations ended before the analysis did.",
            Cut::Time => "The time limit ended before the analysis did.",
            Cut::Depth => "The analysis needed too deep a recursion.",
            Cut::Memory => "The memory limit ended before the analysis did.",
            Cut::Request => "The run was asked to end before the analysis did.",
            Cut::NotVerified => "The solution failed its verification, which is a mistake in this program.",
        }
    }
}
