//! The semantics: from a program to a constraint system, and from its solution to the evidence for the race check.
//!
//! **In**: a linked [`Program`](crate::ir::Program), the [`Library`] of models, the tracked digests, [`Settings`].
//! **Out**: the [`Evidence`](crate::races::Evidence) for the race check, read off the verified solution.
//!
//! | file | what it is |
//! | --- | --- |
//! | `unknowns` | the unknowns of the system and the facts of the global ones |
//! | `past`, `set`, `table` | parts of states: the digest, sets of names, short lists |
//! | `state` | the values of local unknowns: states by split key, with the ego's view of shared memory |
//! | `steady` | what the loops of a function leave alone |
//! | `transfer` | the right-hand sides: blocks, returns, ends of threads |
//! | `shape`, `needs`, `thresholds` | what the text alone tells of functions and variables |
//! | `expressions`, `places`, `extents`, `loads`, `stores`, `assignments`, `guards`, `assembly` | evaluation, loads and stores, conditions |
//! | `interference`, `publication` | shared memory: views, interference, escape, what is found under a lock |
//! | `held` | memory of which it is known only what it holds at any time |
//! | `footprint`, `localised`, `currency` | what functions touch, the part of a state of which calls pass on only that, and since when a view in it is current |
//! | `bindings`, `returning` | what passes calls besides memory |
//! | `symbolic`, `regions`, `owners`, `enclosures`, `tickets`, `clues` | where an address comes from: a variable, a root, with the locks that belong to it, what only this thread was given |
//! | `recursion` | which functions may have two running activations, by the text |
//! | `contexts`, `interner` | in what circumstances functions are analysed, as numbers |
//! | `objects` | the memory objects of the program |
//! | `formatted` | what formats of printing and scanning say of the arguments that they are for |
//! | `outside` | functions and memory of which the program has only the names |
//! | `locks`, `rounds`, `semaphores`, `permits`, `threads`, `calls`, `heap`, `atomics` | the effects that the model stands on |
//! | `library`, `effects`, `arguments`, `callbacks`, `mutexes`, `reentry`, `ends` | models of functions without body, what their effects do, which locks fail, and how threads and the process end |
//! | `variable` | of which bytes something is claimed, and how accesses lie to them |
//! | `value_locks`, `turns` | locks made of variables: flags, and numbers of whose turn it is |
//! | `unroll`, `tails` | code that becomes several copies, so that more is told apart |
//! | `berths`, `crews`, `gathering`, `vacancies` | threads created in one loop and joined in another |
//! | `takes`, `taking` | numbers that threads take from counters |
//! | `wrapping` | whether counters come to where they were |
//! | `counters`, `signals` | counters that threads count down, and signals that end them |
//! | `copies` | which variables hold what was read from flags and the like |
//! | `watched` | what flags and the like hold at the time of each access |
//! | `claims` | what the solution says of single accesses, for comparison with executions |
//! | `effort` | where evaluations go |
//! | `recorder`, `evidence`, `names` | what the verification pass records, and how it is handed on |
//!
//! This layer does not know how C is parsed, what a pair of accesses is, or how a result is printed.

pub mod analysis;
mod anywhere;
mod arguments;
mod assembly;
mod assignments;
mod assumptions;
mod atomics;
mod berths;
mod bindings;
mod callbacks;
mod calls;
pub mod claims;
mod clues;
mod contexts;
mod copies;
mod counters;
mod crews;
mod currency;
mod effects;
pub mod effort;
mod enclosures;
mod endless;
mod ends;
mod evidence;
mod expressions;
mod extents;
mod failures;
mod footprint;
mod formatted;
mod gathering;
mod guards;
mod heap;
mod held;
mod interference;
mod interner;
mod loads;
mod localised;
mod locks;
mod lost;
mod mutexes;
mod names;
mod needs;
mod objects;
mod outside;
mod outside_memory;
mod owners;
mod past;
mod permits;
mod places;
mod publication;
mod recorder;
mod recursion;
mod reentry;
mod regions;
mod returning;
mod rounds;
mod semaphores;
mod set;
pub mod settings;
mod shape;
mod signals;
mod state;
mod steady;
mod stores;
mod symbolic;
mod table;
mod tails;
mod takes;
mod taking;
mod threads;
mod thresholds;
mod tickets;
mod transfer;
mod turns;
mod unknowns;
mod unroll;
mod vacancies;
mod value_locks;
mod variable;
mod watched;
mod wrapping;

pub use claims::Claims;
pub use evidence::{Detail, Outcome, analyse, analyse_in_detail, cut_of};
pub use settings::{
    Failures, LibraryState, MemoryModel, OutsideAccesses, OutsideMemory, Precision, Settings, UnknownFunctions,
};
