//! Lines: who waits with numbers that are given again, and what tells whether they come to their turns one after the other ([`super::Takes`] has the theory).

use std::collections::{BTreeMap, BTreeSet};

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::prepare::MOST_DISPENSERS;

/// Whether the ego has a number that has not come to its turn yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    /// It has none.
    Outside,
    /// It waits with the number that it took last, and no other one.
    Inside,
    /// It may have some.
    #[default]
    Anywhere,
}

/// For each dispenser, whether the ego waits in its line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lines([Line; MOST_DISPENSERS]);

impl Lines {
    /// The ego waits nowhere.
    pub const IN_NONE: Lines = Lines([Line::Outside; MOST_DISPENSERS]);

    /// Whether it waits in the line of a dispenser.
    pub fn line(&self, dispenser: usize) -> Line {
        self.0.get(dispenser).copied().unwrap_or_default()
    }

    /// It takes a number.
    pub fn enter(&mut self, dispenser: usize) {
        let line = match self.line(dispenser) {
            Line::Outside => Line::Inside,
            _ if is_seeded(Bug::TakenWhileWaiting) => Line::Inside,
            Line::Inside | Line::Anywhere => Line::Anywhere,
        };
        self.set(dispenser, line);
    }

    /// Its last number has come to its turn, and it had no other one.
    pub fn leave(&mut self, dispenser: usize) {
        self.set(dispenser, Line::Outside);
    }

    fn set(&mut self, dispenser: usize, line: Line) {
        if let Some(known) = self.0.get_mut(dispenser) {
            *known = line;
        }
    }
}

impl Lattice for Lines {
    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            if *mine != theirs {
                *mine = Line::Anywhere;
            }
        }
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(other.0);
        pairs
            .into_iter()
            .all(|(mine, theirs)| *mine == theirs || theirs == Line::Anywhere)
    }
}

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
