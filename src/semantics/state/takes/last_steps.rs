//! What a thread knows of its last step of a counter that may begin anew ([`super::Takes`] has the theory).

use pepsin_lattice::Lattice;

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
