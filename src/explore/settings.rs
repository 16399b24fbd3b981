//! What an execution is for, and what may happen in it.

/// Which orders atomic operations give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryModel {
    /// Every atomic operation is sequentially consistent, whatever order it names.
    SequentiallyConsistent,
    /// The orders of C11 count.
    C11,
}

/// What a machine is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find races of an execution by vector clocks.
    DetectRaces,
    /// To run an execution, without looking for races.
    Run,
    /// To visit all states: clocks are not kept, reading indeterminate memory is open, tries may fail and waits wake spuriously.
    Exhaust,
}

/// Whether an unordered release of memory counts as a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Releases {
    /// `free` conflicts with every access to the memory.
    Race,
    /// `free` is not an access (the rule of SV-COMP).
    Ignored,
}

/// Whether a call on an object of synchronisation that is unordered with its initialisation, destruction or release is a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// It is.
    Race,
    /// It is no access (the rule of SV-COMP).
    Ignored,
}

/// What a function with neither body nor model does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownFunctions {
    /// It returns an input and touches no memory of the program: the convention of the competition.
    Inputs,
    /// Nobody knows: the path ends.
    Open,
}

/// Which creations of threads and allocations of memory may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failures {
    /// Those whose result the program tests.
    Tested,
    /// None.
    Never,
}

/// Whether the environment refused anything since program start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fortune {
    /// Nothing.
    #[default]
    Granted,
    /// A call, of those that may fail.
    Refused,
}

/// Limits and options of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineSettings {
    /// Which orders atomic operations give.
    pub memory_model: MemoryModel,
    /// What it is for.
    pub purpose: Purpose,
    /// What a function with neither body nor model does.
    pub unknown_functions: UnknownFunctions,
    /// Which creations and allocations may fail.
    pub failures: Failures,
    /// Whether an unordered release of memory counts as a race.
    pub releases: Releases,
    /// Whether calls on objects of synchronisation are accesses.
    pub uses: Uses,
    /// Threads at most.
    pub threads: usize,
    /// Activations of functions per thread at most.
    pub depth: usize,
}
