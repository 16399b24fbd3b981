//! What tells whether those who wait with numbers that are given again come to their turns one after the other ([`super::Takes`] has the theory).

use std::collections::{BTreeMap, BTreeSet};

use pepsin_lattice::seeded::{Bug, is_seeded};

/// The numbers that a variable may hold where the first threads are started; `None` is one that is not known.
type Starts = BTreeMap<usize, BTreeSet<Option<i128>>>;

/// What a solution shows of lines.
#[derive(Clone, Debug, Default)]
pub struct LineWrites {
    /// What dispensers hold where the first threads are started, if whoever starts them waits with none of their numbers.
    given_first: Starts,
    /// What watched variables hold there.
    served_first: Starts,
    /// Watched variables that are written otherwise than by passing the turn on by one, since other threads were started.
    skipped: BTreeSet<usize>,
    /// Dispensers of which another number than the last one of a thread came to its turn, or may have.
    jumped: BTreeSet<usize>,
}

impl LineWrites {
    /// A dispenser may hold this number where the first threads are started.
    pub fn give_first(&mut self, dispenser: usize, number: Option<i128>) {
        self.given_first.entry(dispenser).or_default().insert(number);
    }

    /// A watched variable may hold this number where the first threads are started.
    pub fn serve_first(&mut self, variable: usize, number: Option<i128>) {
        self.served_first.entry(variable).or_default().insert(number);
    }

    /// A watched variable is written otherwise than by passing the turn on by one.
    pub fn skip(&mut self, variable: usize) {
        self.skipped.insert(variable);
    }

    /// Perhaps another number than the last one of a thread came to its turn.
    pub fn jump(&mut self, dispenser: usize) {
        self.jumped.insert(dispenser);
    }

    /// Whether those who got numbers from a dispenser come to their turns at a variable one after the other.
    pub fn hold(&self, variable: usize, dispenser: usize) -> bool {
        let starts = self.served_first.get(&variable).zip(self.given_first.get(&dispenser));
        let start_alike = starts.is_some_and(|(served, given)| {
            served == given && served.len() == 1 && !served.contains(&None) || is_seeded(Bug::LinesStartAnywhere)
        });
        let skips = self.skipped.contains(&variable) && !is_seeded(Bug::TurnsSkipped);
        let jumps = self.jumped.contains(&dispenser) && !is_seeded(Bug::EarlierNumbersServed);
        start_alike && !skips && !jumps
    }
}
