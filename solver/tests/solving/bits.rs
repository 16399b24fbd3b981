//! Subsets of eight things: a finite lattice, which needs no widening.

use pepsin_lattice::{Bottom, Lattice, Widen};

/// A set of numbers below 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits(pub u8);

impl Lattice for Bits {
    fn join(&mut self, other: &Self) -> bool {
        let before = self.0;
        self.0 |= other.0;
        self.0 != before
    }

    fn leq(&self, other: &Self) -> bool {
        self.0 & !other.0 == 0
    }
}

impl Bottom for Bits {
    fn bottom() -> Self {
        Self(0)
    }

    fn is_bottom(&self) -> bool {
        self.0 == 0
    }
}

impl Widen for Bits {}
