//! Binary floating-point numbers, and what they are in decimal digits, exactly.
//!
//! A finite number is `f · 2^e` with whole numbers `f` and `e`. For `e < 0` that is `f · 5^-e · 10^e`, so its decimal digits are those of a
//! whole number, and there are finitely many of them: rounding looks at all (C17 F.5).

use std::iter::repeat_n;

/// The magnitude of a floating-point number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Magnitude {
    /// `fraction · 2^power`.
    Finite {
        fraction: u64,
        power: i64,
    },
    Infinite,
    NotANumber,
}

/// The bits of the fraction of binary64, and what its exponents are biased by, for fractions that are whole numbers.
const DOUBLE: (u32, i64) = (52, 1023 + 52);

/// The same of the extended format of the x87, where the first bit stands in the number.
const EXTENDED: (u32, i64) = (64, 16383 + 63);

impl Magnitude {
    /// That of a binary64 number.
    pub fn of_double(bits: u64) -> Self {
        let (exponent, rest) = (bits >> DOUBLE.0 & 0x7ff, bits & ((1 << DOUBLE.0) - 1));
        match exponent {
            0x7ff if rest == 0 => Magnitude::Infinite,
            0x7ff => Magnitude::NotANumber,
            0 => Magnitude::Finite {
                fraction: rest,
                power: 1 - DOUBLE.1,
            },
            _ => Magnitude::Finite {
                fraction: rest | 1 << DOUBLE.0,
                power: exponent as i64 - DOUBLE.1,
            },
        }
    }

    /// That of a number in the extended format of the x87.
    pub fn of_extended(bits: u128) -> Self {
        let (exponent, fraction) = ((bits >> EXTENDED.0 & 0x7fff) as i64, bits as u64);
        match exponent {
            0x7fff if fraction << 1 == 0 => Magnitude::Infinite,
            0x7fff => Magnitude::NotANumber,
            _ => Magnitude::Finite {
                fraction,
                power: exponent.max(1) - EXTENDED.1,
            },
        }
    }
}

/// A number `d₀.d₁d₂… · 10^exponent`, whose first and last digits are not 0; zero has no digits.
///
/// The order is that of the numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Decimal {
    exponent: i64,
    digits: Vec<u8>,
}

/// Nine digits fit into a limb.
const LIMB: u64 = 1_000_000_000;
const LIMB_DIGITS: usize = 9;

/// The largest power of five that keeps a product with a limb below 2^64.
const FIVES: (i64, u64) = (13, 1_220_703_125);

/// The same of two.
const TWOS: i64 = 32;

fn multiply(limbs: &mut Vec<u64>, by: u64) {
    let mut carry = 0;
    for limb in limbs.iter_mut() {
        let product = *limb * by + carry;
        (*limb, carry) = (product % LIMB, product / LIMB);
    }
    while carry > 0 {
        limbs.push(carry % LIMB);
        carry /= LIMB;
    }
}

impl Decimal {
    fn zero() -> Self {
        Decimal {
            exponent: i64::MIN,
            digits: Vec::new(),
        }
    }

    /// Whole digits, multiplied by a power of ten.
    pub fn of_digits(mut digits: Vec<u8>, power: i64) -> Self {
        let Some(first) = digits.iter().position(|digit| *digit != 0) else {
            return Self::zero();
        };
        let exponent = power + (digits.len() - first) as i64 - 1;
        let end = digits.iter().rposition(|digit| *digit != 0).map_or(0, |last| last + 1);
        digits.truncate(end);
        digits.drain(..first);
        Decimal { exponent, digits }
    }

    /// `fraction · 2^power`.
    pub fn of_binary(fraction: u128, power: i64) -> Self {
        let mut limbs = Vec::new();
        let mut rest = fraction;
        while rest > 0 {
            limbs.push((rest % u128::from(LIMB)) as u64);
            rest /= u128::from(LIMB);
        }
        if limbs.is_empty() {
            return Self::zero();
        }
        let mut left = power.abs();
        while left > 0 {
            let (step, by) = match power < 0 {
                true if left >= FIVES.0 => FIVES,
                true => (1, 5),
                false => (left.min(TWOS), 1 << left.min(TWOS)),
            };
            multiply(&mut limbs, by);
            left -= step;
        }
        let mut digits = Vec::with_capacity(LIMB_DIGITS * limbs.len());
        for limb in limbs.iter().rev() {
            let text = format!("{limb:0LIMB_DIGITS$}");
            digits.extend(text.bytes().map(|digit| digit - b'0'));
        }
        Self::of_digits(digits, power.min(0))
    }

    /// The digits, without zeroes at either end.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The power of ten of the first digit; 0 for zero.
    pub fn exponent(&self) -> i64 {
        if self.is_zero() { 0 } else { self.exponent }
    }

    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The nearest number with so many digits, the even one of two that are equally near; with fewer than one, zero or a power of ten.
    fn rounded(&self, kept: i64) -> Self {
        let Ok(kept) = usize::try_from(kept) else {
            return Self::zero();
        };
        if kept >= self.digits.len() {
            return self.clone();
        }
        let is_odd = kept > 0 && self.digits[kept - 1] % 2 == 1;
        let up = match self.digits[kept] {
            5 => is_odd || self.digits.len() > kept + 1,
            digit => digit > 5,
        };
        let mut digits = self.digits[..kept].to_vec();
        if up {
            while digits.last() == Some(&9) {
                digits.pop();
            }
            match digits.last_mut() {
                Some(last) => *last += 1,
                None => {
                    return Decimal {
                        exponent: self.exponent + 1,
                        digits: vec![1],
                    };
                }
            }
        }
        let power = self.exponent - digits.len() as i64 + 1;
        Self::of_digits(digits, power)
    }

    /// As `ddd.ddd`, with so many digits behind the point.
    pub fn fixed(&self, precision: usize) -> String {
        let rounded = match self.is_zero() {
            true => Self::zero(),
            false => self.rounded(self.exponent + 1 + precision as i64),
        };
        // Zeroes in front, as far as the digits begin behind the point.
        let missing = usize::try_from(-1 - rounded.exponent()).map_or(0, |missing| missing + 1);
        let before = usize::try_from(rounded.exponent()).map_or(1, |exponent| exponent + 1);
        let digits = repeat_n(0, missing).chain(rounded.digits.iter().copied());
        with_point(digits, before, precision)
    }

    /// As `d.ddd`, with so many digits behind the point, and the power of ten.
    pub fn scientific(&self, precision: usize) -> (String, i64) {
        let rounded = self.rounded(precision as i64 + 1);
        let text = with_point(rounded.digits.iter().copied(), 1, precision);
        (text, rounded.exponent())
    }
}

/// Digits with a point behind so many of them, and so many behind the point; zeroes follow what is there.
fn with_point(digits: impl Iterator<Item = u8>, before: usize, behind: usize) -> String {
    let mut text = String::with_capacity(before + behind + 1);
    for (number, digit) in digits.chain(std::iter::repeat(0)).take(before + behind).enumerate() {
        if number == before {
            text.push('.');
        }
        text.push(char::from(b'0' + digit));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(value: f64) -> Decimal {
        match Magnitude::of_double(value.to_bits()) {
            Magnitude::Finite { fraction, power } => Decimal::of_binary(u128::from(fraction), power),
            _ => Decimal::zero(),
        }
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let values = [
            0.0, 1.0, 0.5, 1.5, 2.5, 9.5, 99.5, 0.05, 0.95, 1e22, 1e300, 5e-324, 0.1, 123.456, 1e-7,
        ];
        for value in values {
            for precision in [0, 1, 2, 17, 400] {
                assert_eq!(of(value).fixed(precision), format!("{value:.precision$}"));
                let (digits, exponent) = of(value).scientific(precision);
                assert_eq!(format!("{digits}e{exponent}"), format!("{value:.precision$e}"));
            }
        }
    }

    #[test]
    fn numbers_are_ordered_as_their_values_are() {
        let values = [0.0, 5e-324, 0.099, 0.1, 0.11, 1.0, 1.5, 10.0, 1e300];
        for pair in values.windows(2) {
            assert!(of(pair[0]) < of(pair[1]), "{pair:?}");
        }
    }
}
