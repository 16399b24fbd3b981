//! The laws of digests, checked on an executable local-trace semantics.
//!
//! Small programs with threads, locks, globals, creation, join, once-controls, barriers, semaphores, counters and signals
//! ([`Program`]) are run in all ways up to a bound ([`Run`]); each run is replayed with digests, and what their elements
//! say is compared with what is true ([`replay()`]). The laws are listed there. Whoever adds a digest states
//! what its elements mean ([`Meaning`]) and gets all laws checked by [`check`].

mod choices;
mod creation;
mod known;
mod lattice;
mod meaning;
mod moment;
pub mod mutants;
mod program;
mod replay;
mod run;

pub use choices::Choices;
pub use creation::{Algebra, creation_laws};
pub use lattice::lattice_laws;
pub use meaning::{MEANINGS, Meaning};
pub use moment::{Child, Moment, Record, World};
pub use program::{BARRIER_COUNT, EACH, Instruction, Knowledge, Program};
pub use replay::{Failure, Interferes, Pool, Subject, replay};
pub use run::{Event, Happening, Run};

/// How much of a program's behaviour is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// At most so many moves of a run.
    pub moves: usize,
    /// At most so many runs in systematic order.
    pub systematic: usize,
    /// So many runs with random choices.
    pub random: usize,
}

impl Bounds {
    /// Bounds under which most of the programs that [`Program::choose`] makes show what they can.
    pub const USUAL: Self = Self {
        moves: 60,
        systematic: 20,
        random: 20,
    };
}

/// Checks all laws on the program that `choices` makes, and returns how many runs were replayed.
///
/// # Errors
/// The first law that does not hold.
pub fn check(subject: &Subject<'_>, choices: &mut Choices, bounds: Bounds) -> Result<usize, Failure> {
    let program = Program::choose(choices);
    let mut pool = Pool::new();
    let mut runs = 0;
    let mut visit = |run: &Run, choices: &mut Choices| {
        runs += 1;
        replay(subject, &program, run, choices, &mut pool)
    };
    for _ in 0..bounds.random {
        let run = Run::of(&program, bounds.moves, |moves| choices.below(moves));
        visit(&run, choices)?;
    }
    let failure = Run::all(&program, bounds.moves, bounds.systematic, |run| {
        visit(run, choices).err()
    });
    match failure {
        Some(failure) => Err(failure),
        None => {
            lattice_laws(subject.digests, &pool)?;
            Ok(runs)
        }
    }
}
