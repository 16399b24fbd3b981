//! `rand`, `srand` and their like (C17 7.22.2): the implementation chooses a sequence of numbers for each seed, and repeats it.
//!
//! Which sequence that is, is an input; that it is the same behind the same seed is not. In glibc `random` gives the same numbers as
//! `rand` does, and a seed of 0 means 1, which is the seed of a program that sets none.

use std::collections::BTreeMap;

use crate::explore::code::CallSite;
use crate::explore::machine::{Machine, Purpose};

/// The sequences as far as they were chosen, and where in one of them the program is.
#[derive(Clone, Debug)]
pub struct RandomNumbers {
    seed: u32,
    /// How many numbers were given since it was set.
    given: u64,
    chosen: BTreeMap<(u32, u64), u64>,
}

impl Default for RandomNumbers {
    fn default() -> Self {
        RandomNumbers {
            seed: 1,
            given: 0,
            chosen: BTreeMap::new(),
        }
    }
}

impl RandomNumbers {
    /// `srand`: the sequence of a seed begins. Its result is of no type.
    pub fn start(&mut self, seed: u64) -> u64 {
        self.seed = (seed as u32).max(1);
        self.given = 0;
        0
    }
}

impl Machine<'_> {
    /// `rand`: a number that is not negative. Where all states are visited, that is any one at each call.
    pub(super) fn random_number(&mut self, call: &CallSite) -> u64 {
        let place = (self.random_numbers.seed, self.random_numbers.given);
        if self.settings.purpose != Purpose::Exhaust {
            self.random_numbers.given += 1;
            if let Some(number) = self.random_numbers.chosen.get(&place) {
                return *number;
            }
        }
        let Some(scalar) = call.result else { return 0 };
        let value = self.input(scalar);
        if let Some(symbol) = self.fresh {
            self.symbols.restrict(symbol, (0, i64::from(i32::MAX)));
        }
        let number = value & 0x7fff_ffff;
        if self.settings.purpose != Purpose::Exhaust {
            self.random_numbers.chosen.insert(place, number);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_of_zero_is_that_of_a_program_without_seed() {
        let mut numbers = RandomNumbers::default();
        numbers.start(0);
        assert_eq!((numbers.seed, numbers.given), (1, 0));
        numbers.start(7);
        assert_eq!(numbers.seed, 7);
    }
}
