//! How the semantics analyses a program.

use crate::limits::Watch;
use crate::races::Inquiry;
use crate::values::SignedOverflow;
use std::sync::Arc;

/// The settings of the semantics.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What a function does that has neither a body nor a model.
    pub unknown_functions: UnknownFunctions,
    /// What signed operations that overflow do.
    pub signed_overflow: SignedOverflow,
    /// What accesses do that certainly lie outside of their objects.
    pub outside_accesses: OutsideAccesses,
    /// What atomic accesses order.
    pub memory_model: MemoryModel,
    /// What memory from outside of the program may be the same.
    pub outside_memory: OutsideMemory,
    /// Which creations of threads and allocations of memory may fail.
    pub failures: Failures,
    /// Whether what the library keeps between calls without a lock may race.
    pub library_state: LibraryState,
    /// How many right-hand sides are evaluated at most.
    pub evaluations: u64,
    /// What the analysis may take besides, and who may end it.
    pub watch: Watch,
    /// Loops with a known number of rounds up to this one are unrolled where that tells threads, locks or objects apart.
    pub unroll: u32,
    /// The ids of the digests by which the states at a point are kept apart: of the lockset, the locks.
    pub split: Vec<&'static str>,
    /// Whether it is recorded when threads may wait for locks, and what they may hold meanwhile.
    pub blocking: Blocking,
    /// How much is told apart.
    pub precision: Precision,
    /// Pseudo-accesses that a client asks for.
    pub inquiry: Option<Arc<Inquiry>>,
}

/// Whether it is known of states which locks may be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocking {
    /// Only what is certainly held, which is all that races need.
    Ignored,
    /// What may be held, too, which is what deadlocks need.
    Recorded,
}

/// How much is told apart, at the price of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// By what the calls of a function are told apart, and the states at a point.
    pub apart: Apart,
    /// How many contexts of one function tell its arguments and its past apart.
    pub contexts: u32,
    /// How many rounds are unrolled of a loop whose number of rounds the text does not tell, where that tells threads, locks
    /// or objects apart. Unless it is 0, states are also kept apart by what the bounds of such loops turn out to be.
    pub open_rounds: u32,
    /// The ids of further digests by which the states at a point are kept apart.
    pub split: &'static [&'static str],
    /// How many times as many rounds of loops with a known number of rounds are unrolled as the settings say.
    pub known_rounds: u32,
    /// Where ways through a function meet that chose different locks.
    pub tails: Tails,
    /// To how many objects a pointer that is read may lead; one that may lead to more is lost (`crate::semantics::evaluate::lost`).
    pub targets: usize,
    /// Whether it is told apart when memory held what.
    pub memory: Flow,
}

/// Whether the order in which statements are executed counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// What is known differs from program point to program point.
    Sensitive,
    /// What holds at any time is known once, for all program points (`crate::semantics::sharing::held`).
    Insensitive,
}

/// By what the calls of a function are told apart, and the states at a point, besides thread and locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// Nothing else.
    ByLocks,
    /// Calls by the arguments that are needed (`crate::semantics::prepare::needs`), and by the calls that led there where these make
    /// threads or memory that needs a name.
    ByNeed,
    /// Calls also by all arguments, by the past, by locks held by symbolic address, and those of small functions by the
    /// calls that led there; states also by the truth of variables that are tested.
    ByAll,
}

/// What becomes of the code behind a place where ways through a function meet that chose different locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tails {
    /// It is one for all ways.
    Common,
    /// Each way gets a copy.
    Duplicated,
}

impl Precision {
    /// The precision of a first analysis.
    pub const fn ordinary(contexts: u32) -> Self {
        Precision {
            apart: Apart::ByNeed,
            contexts,
            open_rounds: 0,
            split: &[],
            known_rounds: 1,
            tails: Tails::Common,
            targets: MOST_TARGETS,
            memory: Flow::Sensitive,
        }
    }

    /// The precision of an analysis of a program for which a first one took too long.
    pub const fn coarser(self) -> Self {
        Precision {
            apart: Apart::ByLocks,
            targets: FEW_TARGETS,
            memory: Flow::Insensitive,
            ..self
        }
    }

    /// The precision of a second analysis, of programs for which a first one left something open.
    pub fn refined(self) -> Self {
        Precision {
            apart: Apart::ByAll,
            ..self
        }
    }

    /// The precision of a third analysis.
    pub fn escalated(self) -> Self {
        Precision {
            apart: Apart::ByAll,
            contexts: self.contexts.saturating_mul(4),
            open_rounds: 8,
            split: &[LIVE_CHILDREN],
            known_rounds: 8,
            tails: Tails::Duplicated,
            ..self
        }
    }
}

/// More objects than pointers of a program lead to that keeps its pointers apart.
const MOST_TARGETS: usize = 64;
/// Fewer, where the first analysis took too long: most often that is because everything points to everything.
const FEW_TARGETS: usize = 4;

/// The id of the row of live children: what a program does next often depends on whether a thread is running.
const LIVE_CHILDREN: &str = "LC";

/// The id of the row of locksets.
pub const LOCKSET: &str = "L";

impl Default for Settings {
    fn default() -> Self {
        Settings {
            unknown_functions: UnknownFunctions::Obstacle,
            signed_overflow: SignedOverflow::Undefined,
            outside_accesses: OutsideAccesses::Obstacle,
            memory_model: MemoryModel::C11,
            outside_memory: OutsideMemory::Typed,
            failures: Failures::Tested,
            library_state: LibraryState::Races,
            evaluations: 20_000_000,
            watch: Watch::default(),
            unroll: 16,
            split: vec![LOCKSET],
            blocking: Blocking::Ignored,
            precision: Precision::ordinary(64),
            inquiry: None,
        }
    }
}

/// What memory from outside of the program may be the same (`crate::semantics::prepare`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutsideMemory {
    /// All of it.
    Any,
    /// What has types that are compatible, or one of which contains the other.
    Typed,
    /// None: what comes from different functions and variables is different (the rule of SV-COMP).
    Separate,
}

/// Which creations of threads and allocations of memory may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failures {
    /// Those whose result the program tests (`crate::tested`).
    Tested,
    /// None (the rule of SV-COMP).
    Never,
}

/// Whether what functions of the library keep between calls, and change without a lock, may race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibraryState {
    /// Calls that POSIX and the C library call unsafe for threads race if they are not ordered.
    Races,
    /// Calls of the library are not accesses (the rule of SV-COMP).
    Ignored,
}

/// What atomic accesses order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemoryModel {
    /// All of them order, whatever order they ask for (the rule of SV-COMP).
    SequentialConsistency,
    /// Those that ask for it.
    C11,
}

/// What an access does that lies outside of its object whenever it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutsideAccesses {
    /// It is undefined behaviour, and is assumed never to be made (the rule of SV-COMP).
    Absent,
    /// It touches the object, as if that were larger.
    Object,
    /// It touches the object, and nothing is proved.
    Obstacle,
}

/// What a function does that has neither a body nor a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownFunctions {
    /// It returns any value and touches no memory of the program.
    Pure,
    /// It may read and write what its arguments point to.
    WriteArgs,
    /// The same, and if it is passed a pointer to data, nothing is proved.
    Obstacle,
}
