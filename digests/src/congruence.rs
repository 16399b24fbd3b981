//! Congruences: what is known of a number that grows by one at a time.
//!
//! **Elements.** `(r, m)` stands for the numbers `r + m · k` that are not negative: with `m = 0` for `r` alone, with `m = 1` for any number.
//!
//! **Joining.** `(r₁, m₁) ⊔ (r₂, m₂) = (r₁, gcd(m₁, m₂, |r₁ − r₂|))`, so that what a loop counts in steps of `m` is known modulo `m`. (Granger,
//! "Static analysis of arithmetical congruences", 1989.) Chains end: a modulus is only ever replaced by one of its divisors.

use pepsin_lattice::Lattice;

/// So far single numbers are told apart.
const MOST: u32 = 64;

/// A class of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Congruence {
    /// Less than the modulus, if that is not zero.
    remainder: u32,
    modulus: u32,
}

impl Congruence {
    /// Nothing was counted.
    pub const ZERO: Congruence = Congruence {
        remainder: 0,
        modulus: 0,
    };

    /// Any number.
    pub const ANY: Congruence = Congruence {
        remainder: 0,
        modulus: 1,
    };

    /// The numbers behind these.
    #[must_use]
    pub fn next(self) -> Self {
        match self.modulus {
            0 if self.remainder >= MOST => Congruence::ANY,
            modulus => Congruence::of(self.remainder + 1, modulus),
        }
    }

    /// Whether no number is in both classes: `r₁ ≢ r₂ (mod gcd(m₁, m₂))`.
    pub fn is_disjoint(self, other: Self) -> bool {
        let distance = self.remainder.abs_diff(other.remainder);
        match greatest_common_divisor(self.modulus, other.modulus) {
            0 => distance != 0,
            modulus => !distance.is_multiple_of(modulus),
        }
    }

    /// Whether a number is in the class.
    pub fn contains(self, number: usize) -> bool {
        let (remainder, modulus) = (self.remainder as usize, self.modulus as usize);
        number.checked_rem(modulus).unwrap_or(number) == remainder
    }

    fn of(number: u32, modulus: u32) -> Self {
        Congruence {
            remainder: number.checked_rem(modulus).unwrap_or(number),
            modulus,
        }
    }
}

impl Lattice for Congruence {
    fn join(&mut self, other: &Self) -> bool {
        let distance = self.remainder.abs_diff(other.remainder);
        let modulus = greatest_common_divisor(greatest_common_divisor(self.modulus, other.modulus), distance);
        let joined = Congruence::of(self.remainder, modulus);
        let changed = joined != *self;
        *self = joined;
        changed
    }
}

impl std::fmt::Display for Congruence {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.remainder, self.modulus) {
            (number, 0) => write!(formatter, "{number}"),
            (_, 1) => formatter.write_str("any"),
            (remainder, modulus) => write!(formatter, "{remainder} mod {modulus}"),
        }
    }
}

/// Zero is divided by all numbers.
fn greatest_common_divisor(mut one: u32, mut other: u32) -> u32 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn class() -> impl Strategy<Value = Congruence> {
        (0_u32..12, 0_u32..7).prop_map(|(number, modulus)| Congruence::of(number, modulus))
    }

    proptest! {
        #[test]
        fn a_join_contains_what_both_contain(one in class(), other in class()) {
            let mut joined = one;
            joined.join(&other);
            for number in 0..200 {
                let is_in_one = one.contains(number) || other.contains(number);
                prop_assert!(!is_in_one || joined.contains(number), "{one}, {other}: {number}");
            }
        }

        #[test]
        fn joins_are_bounds(one in class(), other in class()) {
            let mut joined = one;
            joined.join(&other);
            prop_assert!(!joined.clone().join(&one) && !joined.clone().join(&other));
        }

        #[test]
        fn the_next_numbers_are_those_behind(class in class()) {
            for number in 0..60 {
                prop_assert!(!class.contains(number) || class.next().contains(number + 1));
            }
        }

        #[test]
        fn disjoint_classes_share_no_number(one in class(), other in class()) {
            let shared = (0..200).any(|number| one.contains(number) && other.contains(number));
            prop_assert_eq!(one.is_disjoint(other), !shared);
        }
    }
}
