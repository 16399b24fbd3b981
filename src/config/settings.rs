//! The resolved settings of an analysis.

use super::choices::choices;
use super::selection::Selection;
use crate::ir::{DataModel, Declaration};
use crate::library::Library;
use crate::limits::{self, Limits};
use crate::races::Releases;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// All settings, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// What the program is checked for.
    pub checks: Checks,
    /// Sizes of the basic types.
    pub data_model: DataModel,
    /// What a function does that has neither a body nor a model.
    pub unknown_functions: UnknownFunctions,
    /// What atomic accesses order.
    pub memory_model: MemoryModel,
    /// What signed overflow does.
    pub signed_overflow: SignedOverflow,
    /// What accesses do that certainly lie outside of their objects.
    pub outside_accesses: OutsideAccesses,
    /// Whether an unordered release of memory is a race.
    pub releases: Releases,
    /// What memory from outside of the program may be the same.
    pub outside_memory: OutsideMemory,
    /// Which calls may fail.
    pub failures: Failures,
    /// Whether calls race that change what the library keeps between calls.
    pub library_state: LibraryState,
    /// The digests that are tracked along the threads.
    pub digests: Selection,
    /// The digests and access facts that may exclude pairs.
    pub predicates: Selection,
    /// The digests by which the states at a program point are kept apart.
    pub split: Selection,
    /// Loops with a known number of rounds up to this one are unrolled where that tells threads, locks or objects apart.
    pub unroll: u32,
    /// How many contexts of one function tell its arguments and its past apart.
    pub contexts: u32,
    /// Whether a program for which something is left open is analysed once more, with more told apart.
    pub escalation: Escalation,
    /// How many right-hand sides are evaluated at most.
    pub evaluations: u64,
    /// How many seconds the whole run may take; 0 for any number.
    pub seconds: u64,
    /// How many seconds of the processor the whole run may take; 0 for any number.
    pub cpu_seconds: u64,
    /// How many MiB of memory the whole run may take; 0 for three quarters of what the machine allows.
    pub memory: u64,
    /// Whether executions are searched for races that the analysis left open.
    pub exploration: Search,
    /// How many steps these executions take at most, all together.
    pub steps: u64,
    /// How many states are visited at most to prove that no execution has a race; 0 for none.
    pub states: u64,
    /// How many MiB these states take at most.
    pub state_memory: u64,
    /// How many pairs of a location are listed at most.
    pub listed_pairs: u64,
    /// The C compiler that preprocesses.
    pub compiler: String,
    /// The file whose `main` is the program's, where several units define one.
    pub main: Option<PathBuf>,
    /// Whether the program is entered by callers outside of it, in place of a `main`.
    pub open: OpenProgram,
    /// Which functions callers of an open program know.
    pub open_entries: OpenEntries,
    /// Whose the memory is that callers pass pointers to numbers and characters to.
    pub open_arguments: OpenArguments,
    /// Who makes objects of types of which an open program hands out some.
    pub open_objects: OpenObjects,
    /// What is declared of the calls of an open program.
    pub open_groups: Vec<Declaration>,
    /// Files with models of functions.
    pub models: Vec<PathBuf>,
    /// The models of functions: those that come with Pepsin, and those of the files.
    pub library: Arc<Library>,
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
    /// What signed overflow does.
    SignedOverflow {
        /// It does not happen: it would be undefined behaviour.
        Absent = "absent",
        /// It wraps around, as with `-fwrapv`.
        Wraps = "wraps",
    }
}

choices! {
    /// What an access does that lies outside of its object whenever it is made.
    OutsideAccesses {
        /// It is assumed never to be made: it would be undefined behaviour.
        Absent = "absent",
        /// It touches that object, as if it were larger.
        Object = "object",
        /// It touches that object; but if that leaves open what no execution shows, it is assumed never to be made.
        LastResort = "last-resort",
        /// Nothing is proved.
        Obstacle = "obstacle",
    }
}

choices! {
    /// What memory may be the same that functions without body return and undefined variables point to.
    OutsideMemory {
        /// All of it, and variables with external linkage.
        Any = "any",
        /// What has types that are compatible, or one of which contains the other.
        Typed = "typed",
        /// None: each function and variable has memory of its own, as the rules of SV-COMP have it.
        Separate = "separate",
    }
}

choices! {
    /// Whether creations of threads and allocations of memory may fail.
    Failures {
        /// Those whose result the program tests.
        Tested = "tested",
        /// None does: the rule of SV-COMP.
        Never = "never",
    }
}

choices! {
    /// Whether calls race that change what the library keeps between calls, like the buffer of `localtime`.
    LibraryState {
        /// Yes, if they are not ordered.
        Race = "race",
        /// No: the rule of SV-COMP.
        Ignored = "ignored",
    }
}

choices! {
    /// What atomic accesses order.
    MemoryModel {
        /// All of them order, whatever order they ask for: sequential consistency, the rule of SV-COMP.
        SequentialConsistency = "sc",
        /// Those that ask for it, as in C11.
        C11 = "c11",
    }
}

choices! {
    /// What a program is checked for.
    Checks {
        /// Data races.
        Races = "race",
        /// Deadlocks as well, which rest on the analysis of races.
        RacesAndDeadlocks = "race,deadlock",
    }
}

choices! {
    /// Whether a program for which something is left open is analysed once more.
    Escalation {
        /// No.
        Off = "off",
        /// With longer loops unrolled and more contexts told apart, within the same limits.
        On = "on",
    }
}

choices! {
    /// Whether executions are searched for races that the analysis left open.
    Search {
        /// No.
        Off = "off",
        /// Until one shows a race.
        First = "first",
        /// For as many races as the steps allow.
        All = "all",
    }
}

choices! {
    /// Whether a program is entered by callers outside of it: an open program.
    OpenProgram {
        /// No: it has a `main`.
        Never = "never",
        /// If it has no `main`.
        WithoutMain = "without-main",
        /// Whatever it has: a `main` is left out.
        Always = "always",
    }
}

choices! {
    /// Whose the memory is that callers of an open program pass pointers to numbers and characters to.
    OpenArguments {
        /// The call's own: no other call has it meanwhile.
        Own = "own",
        /// Anybody's.
        Shared = "shared",
    }
}

choices! {
    /// Which functions callers of an open program know.
    OpenEntries {
        /// Those with external linkage, and those whose addresses are handed out.
        Exported = "exported",
        /// Those whose addresses are handed out, and those that are declared: a driver exports none.
        HandedOut = "handed-out",
    }
}

choices! {
    /// Which objects callers pass to an open program, of types of which it hands out some.
    OpenObjects {
        /// Those that it handed out.
        HandedOut = "handed-out",
        /// Those, and others of their own.
        Any = "any",
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
            checks: Checks::Races,
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
            outside_accesses: if competition {
                OutsideAccesses::LastResort
            } else {
                OutsideAccesses::Obstacle
            },
            releases: if competition { Releases::Ignored } else { Releases::Race },
            outside_memory: if competition {
                OutsideMemory::Separate
            } else {
                OutsideMemory::Typed
            },
            failures: if competition { Failures::Never } else { Failures::Tested },
            library_state: if competition {
                LibraryState::Ignored
            } else {
                LibraryState::Race
            },
            digests: Selection::default_rows(),
            predicates: Selection::all(),
            split: Selection::listed(&["L"]),
            unroll: 16,
            contexts: 64,
            escalation: Escalation::On,
            evaluations: 20_000_000,
            seconds: if competition { 0 } else { 60 },
            cpu_seconds: if competition { 800 } else { 0 },
            memory: 0,
            exploration: if competition { Search::First } else { Search::All },
            steps: if competition { 200_000_000 } else { 20_000_000 },
            states: if competition { 10_000_000 } else { 2_000_000 },
            state_memory: 1024,
            listed_pairs: 20,
            compiler: "cc".to_owned(),
            main: None,
            open: OpenProgram::Never,
            open_entries: OpenEntries::Exported,
            open_arguments: OpenArguments::Own,
            open_objects: OpenObjects::HandedOut,
            open_groups: Vec::new(),
            models: Vec::new(),
            library: Library::shared(),
        }
    }
    /// Declarations of which it is not known where they are written stand here.
    pub(super) fn note_place(&mut self, at: &str) {
        let unplaced = self.open_groups.iter_mut().filter(|group| group.at.is_empty());
        unplaced.for_each(|group| at.clone_into(&mut group.at));
    }

    /// What a run may take.
    pub fn limits(&self) -> Limits {
        let seconds = |number: u64| (number > 0).then(|| Duration::from_secs(number));
        Limits {
            wall: seconds(self.seconds),
            processor: seconds(self.cpu_seconds),
            memory: match self.memory {
                0 => limits::usual_memory(),
                mebibytes => Some(mebibytes.saturating_mul(1 << 20)),
            },
        }
    }
}
