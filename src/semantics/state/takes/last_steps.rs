//! What a thread knows of its last step of a counter that may begin anew, and of the numbers that it waits with ([`super::Takes`] has the theory).

use pepsin_lattice::Lattice;
use pepsin_lattice::seeded::{Bug, is_seeded};

use crate::semantics::prepare::MOST_DISPENSERS;

/// For each dispenser, an `m` such that the ego has not stepped it yet, or started its last step below `2^m`; none if nothing is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastSteps([u8; MOST_DISPENSERS]);

impl LastSteps {
    /// Stands for: nothing is known.
    const ANYWHERE: u8 = u8::MAX;
    /// No step was made.
    pub const NONE: LastSteps = LastSteps([0; MOST_DISPENSERS]);

    /// The power for a dispenser, if one is known.
    pub fn below(&self, dispenser: usize) -> Option<u8> {
        let known = self.0.get(dispenser).copied();
        known.filter(|power| *power != LastSteps::ANYWHERE)
    }

    /// The last step, if there was one, started at a number or below.
    pub fn bound(&mut self, dispenser: usize, most: i128) {
        let power = match most {
            ..=0 => 0,
            _ => 128 - most.leading_zeros() as u8,
        };
        if let Some(known) = self.0.get_mut(dispenser) {
            *known = power.min(*known);
        }
    }

    /// There is another step.
    pub fn step(&mut self, dispenser: usize) {
        if let Some(known) = self.0.get_mut(dispenser) {
            *known = LastSteps::ANYWHERE;
        }
    }
}

impl Default for LastSteps {
    fn default() -> Self {
        LastSteps([LastSteps::ANYWHERE; MOST_DISPENSERS])
    }
}

impl Lattice for LastSteps {
    fn join(&mut self, other: &Self) -> bool {
        let before = *self;
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = theirs.max(*mine);
        }
        *self != before
    }

    fn leq(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine <= theirs)
    }
}

/// A step of a counter that may begin anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NarrowStep {
    /// By how much.
    pub by: i64,
    /// The ego's last step, if there was one, started below two to this power, if that is known.
    pub last_below: Option<u8>,
    /// Whether each number that the ego took before has come to its turn.
    pub is_outside: bool,
    /// The greatest number of the counter's type.
    pub high: i128,
}

impl NarrowStep {
    /// The greatest number at which the last step may have started.
    pub fn last(&self) -> i128 {
        let end = self.last_below.and_then(|power| 1_u128.checked_shl(power.into()));
        end.and_then(|end| i128::try_from(end - 1).ok()).unwrap_or(i128::MAX)
    }
}

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
