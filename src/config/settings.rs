//! The resolved settings of an analysis.

use super::choices::choices;
use super::selection::Selection;
use crate::ir::DataModel;
use crate::races::Releases;

/// All settings, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Sizes of the basic types.
    pub data_model: DataModel,
    /// What a function does that has neither a body nor a model.
    pub unknown_functions: UnknownFunctions,
    /// What a relaxed atomic access may see, and what order atomic accesses give.
    pub memory_model: MemoryModel,
    /// What signed overflow does.
    pub signed_overflow: SignedOverflow,
    /// Whether allocation may fail.
    pub allocation: Allocation,
    /// Whether pthread calls other than try and timed ones may fail.
    pub pthread_calls: PthreadCalls,
    /// Whether an unordered release of memory is a race.
    pub releases: Releases,
    /// The digests that are tracked along the threads.
    pub digests: Selection,
    /// The digests and access facts that may exclude pairs.
    pub predicates: Selection,
    /// The digests by which states are kept apart, where others are joined.
    pub split: Selection,
    /// Loops with a known number of rounds up to this one are unrolled where that tells threads, locks or objects apart.
    pub unroll: u32,
    /// How deep calls are told apart by their contexts.
    pub context_depth: u32,
    /// How many right-hand sides are evaluated at most.
    pub evaluations: u64,
    /// After how many seconds the analysis is cut off; 0 for never.
    pub seconds: u64,
    /// Whether executions are searched for what the analysis left open.
    pub exploration: Execution,
    /// How many steps the executions take at most, all together.
    pub steps: u64,
    /// How many pairs of a location are listed at most.
    pub listed_pairs: u64,
    /// The C compiler that preprocesses.
    pub compiler: String,
}

choices! {
    /// What a function does that has neither a body nor a model.
    UnknownFunctions {
        /// It returns any value and touches no shared memory.
        Pure = "pure",
        /// It may read and write all that its arguments reach.
        WriteArguments = "write-args",
        /// If it is given a pointer to shared memory, nothing is proved.
        Obstacle = "obstacle",
    }
}

choices! {
    /// The memory model.
    MemoryModel {
        /// Sequential consistency, the rule of SV-COMP.
        SequentialConsistency = "sc",
        /// C11: relaxed accesses give no order.
        C11 = "c11",
    }
}

choices! {
    /// What signed overflow does.
    SignedOverflow {
        /// It does not happen: it would be undefined behaviour.
        Absent = "absent",
        /// It wraps around, as with `-fwrapv`.
        Wraps = "wraps",
    }
}

choices! {
    /// Whether allocation may fail.
    Allocation {
        /// `malloc` and its like return memory.
        Succeeds = "succeeds",
        /// They may return a null pointer.
        MayFail = "may-fail",
    }
}

choices! {
    /// Whether pthread calls other than try and timed ones may fail.
    PthreadCalls {
        /// They return 0.
        Succeed = "succeed",
        /// They may return an error and do nothing.
        MayFail = "may-fail",
    }
}

choices! {
    /// Whether the program is executed under controlled schedules.
    Execution {
        /// Where pairs remain.
        On = "on",
        /// Never.
        Off = "off",
    }
}

choices! {
    /// Whose rules a program is judged by.
    Convention {
        /// What a programmer asks of a program.
        Check = "check",
        /// The rules of the competition on software verification.
        SvComp = "svcomp",
    }
}

impl Settings {
    /// The defaults of a convention.
    pub fn new(convention: Convention) -> Self {
        let competition = convention == Convention::SvComp;
        Settings {
            data_model: DataModel::Lp64,
            unknown_functions: if competition {
                UnknownFunctions::Pure
            } else {
                UnknownFunctions::Obstacle
            },
            memory_model: if competition {
                MemoryModel::SequentialConsistency
            } else {
                MemoryModel::C11
            },
            signed_overflow: SignedOverflow::Absent,
            allocation: Allocation::Succeeds,
            pthread_calls: PthreadCalls::Succeed,
            releases: if competition { Releases::Ignored } else { Releases::Race },
            digests: Selection::default_rows(),
            predicates: Selection::all(),
            split: Selection::named("L"),
            unroll: 16,
            context_depth: 8,
            evaluations: 2_000_000,
            seconds: 0,
            exploration: Execution::On,
            steps: 20_000_000,
            listed_pairs: 20,
            compiler: "cc".to_owned(),
        }
    }
}
