//! The fast stage: what needs no precise analysis, told in time linear in the size of the program, without values, states or flow.
//!
//! What a pointer may lead to is computed by unification (Steensgaard, *Points-to analysis in almost linear time*, POPL 1996): memory falls into
//! classes, and whatever a class holds leads to one class. Of a record, all fields are one. Calls through pointers call the
//! functions of a class, functions of the library do what their rows say. Upon that:
//!
//! - which code which threads run, and what runs only before the first thread is created (`threads`);
//! - which locks are certainly held: those that are one definite variable each, along the control flow of each function and across calls (`locks`);
//! - who accesses what, how, and with which locks (`accesses`);
//! - so which locations need no more: nobody else reaches them, nobody writes once there are threads, one lock is held everywhere (`verdicts`).
//!
//! Addresses that come back from halves, digits and other numbers lead to whatever was ever made such a number (`numbers`).
//!
//! What is called safe here is so under the assumptions of the precise analysis and those of its own, [`ASSUMPTIONS`]. This stage proves no program: what it leaves
//! out (order by joins, semaphores and conditions, locks that are found through pointers) is what the precise analysis is for.
//!
//! This layer knows the program and the rows of the library. It knows neither the semantics nor the solver.

mod accesses;
mod calls;
mod changes;
mod classes;
mod flows;
mod locks;
mod memory;
mod numbers;
mod rows;
mod spots;
mod threads;
mod verdicts;

use crate::ir::{Position, Program};
use crate::library::Library;

pub use memory::{Kind, Object};
pub use spots::Bytes;
pub use verdicts::{Finding, Reason};

/// What the settings say of what lies outside of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outside {
    /// Whether a function of which nothing is known does nothing to the program's memory.
    pub pure_functions: bool,
    /// Whether one that does something may write any address.
    pub writes_addresses: bool,
    /// Whether memory from outside is never the program's own.
    pub separate_memory: bool,
}

/// What is taken for granted here, besides what the precise analysis does.
pub const ASSUMPTIONS: [&str; 3] = [
    "No address is put together from what conditions tell of it.",
    "Where a record that has pointers has a number, no part of an address comes to lie by a copy of bytes.",
    "What is not understood (`obstacles`) accesses no memory.",
];

/// What the stage finds.
pub struct Findings {
    /// The locations that are accessed and can be told apart, by object and bytes.
    pub findings: Vec<Finding>,
    /// The objects, by the numbers that findings have.
    pub objects: Vec<Object>,
    /// What is not understood, in code that may run, each once.
    pub obstacles: Vec<(Position, String)>,
    /// How many functions some thread may run.
    pub functions: usize,
    /// How many places create threads, or have others call functions at any time.
    pub creations: usize,
}

/// Looks at a program.
pub fn analyse(program: &Program, library: &Library, outside: Outside) -> Findings {
    let mut memory = memory::Memory::new(program, library, outside);
    flows::solve(&mut memory);
    let graph = calls::Graph::new(&mut memory);
    let threads = threads::Threads::new(&memory, &graph);
    let found = accesses::Accesses::new(&mut memory, &graph, &threads);
    let findings = verdicts::verdicts(&mut memory, &found);
    Findings {
        findings,
        functions: threads.running(),
        creations: threads.creations(),
        obstacles: found.obstacles,
        objects: memory.objects,
    }
}
