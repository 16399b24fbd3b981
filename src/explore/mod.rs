//! Exploration: concrete execution of the IR under controlled schedules.
//!
//! [`run`] executes a program many times, all threads under one scheduler on byte-accurate memory, and looks for races:
//! two conflicting accesses, not both atomic, that happens-before leaves unordered. Each execution is one that the program really has,
//! so the first race of an execution is a race of the program, and it can be replayed from the schedule and the inputs.
//! What cannot be executed ends the path as *open* with a reason: finding nothing never proves anything.
//!
//! The stages: `compile` makes flat register code of the IR; a `machine::Machine` holds the state of an execution
//! (`memory`, `thread`, `synchronisation`), `interpret` advances one thread, `library` has the library functions,
//! `exhaust` visits all states instead (`turns` of threads from stored states (`state`, `tree`), with inputs as `symbols`,
//! reduced by what threads may still touch: `dependence`, `futures`, and `liveness`); `stateless` visits one execution of each trace.
//! `deadlock` finds threads that wait in a circle. `schedule` chooses threads, `inputs` chooses values, `guide` has what others tell of both, `shadow` finds races by vector clocks (`clock`).
//!
//! This layer knows the IR, and neither the parser nor the static analysis.

mod accesses;
#[cfg(test)]
mod against_compiler;
mod arithmetic;
mod blocks;
mod clock;
mod code;
mod compile;
mod completion;
mod deadlock;
mod dependence;
mod exhaust;
mod futures;
mod guide;
mod inputs;
mod interpret;
mod items;
mod layouts;
mod library;
mod liveness;
mod machine;
mod marks;
mod memory;
mod observe;
mod pages;
mod race;
pub mod random;
mod schedule;
mod search;
mod segments;
mod settings;
mod shadow;
mod state;
mod stateless;
mod stop;
mod symbolic;
mod symbols;
mod synchronisation;
#[cfg(test)]
mod tests;
mod thread;
mod tree;
mod turn;
mod turns;
mod wide;

pub use deadlock::{Deadlock, Missing, StuckThread};
pub use exhaust::{Conclusion, ExhaustSettings, Exhaustion, Reduction, Scheduling, exhaust};
pub use guide::{Guide, GuideStep, GuidedAct};
pub use library::{Performance, performance};
pub use machine::{Failures, MemoryModel, PathEnd, Releases, UnknownFunctions, Uses};
pub use memory::{BadAccess, ObjectKind};
pub use observe::{MemoryKind, Observation, ObserveSettings, ThreadOrigin, Touched, observe};
pub use race::{Execution, LOCK_WITHOUT_NAME, Race, RacingAccess, ThreadSnapshot};
pub use schedule::Segment;
pub use search::{Detection, Exploration, ExploreSettings, Goal, Guided, Until, replay, run, run_for, run_guided};
pub use shadow::AccessKind;
pub use stateless::exhaust_traces;
pub use thread::LockMode;
