//! Floating-point numbers as text (C17 7.21.6.1p8: `f`, `e`, `g`, `a`), exact and rounded to the nearest, to even where two are equally near.

use super::super::expansion::{Decimal, Magnitude};
use super::directive::{Directive, Style};
use super::integer::number;

/// A number of a floating-point type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    is_negative: bool,
    magnitude: Magnitude,
    /// Bits behind the first hexadecimal digit: 52 of a `double`, whose first digit is 1, and 60 of a `long double`.
    behind: u32,
}

impl Number {
    pub fn of_double(bits: u64) -> Self {
        Number {
            is_negative: bits >> 63 == 1,
            magnitude: Magnitude::of_double(bits),
            behind: 52,
        }
    }

    pub fn of_extended(bits: u128) -> Self {
        Number {
            is_negative: bits >> 79 & 1 == 1,
            magnitude: Magnitude::of_extended(bits),
            behind: 60,
        }
    }

    /// The magnitude in decimal digits; zero where it is not finite.
    fn decimal(self) -> Decimal {
        match self.magnitude {
            Magnitude::Finite { fraction, power } => Decimal::of_binary(u128::from(fraction), power),
            Magnitude::Infinite | Magnitude::NotANumber => Decimal::of_binary(0, 0),
        }
    }
}

/// Adds a number.
pub(super) fn write(directive: &Directive, style: Style, value: Number, text: &mut Vec<u8>) {
    let mut prefix: Vec<u8> = match value.is_negative {
        true => b"-".to_vec(),
        false if directive.plus => b"+".to_vec(),
        false if directive.space => b" ".to_vec(),
        false => Vec::new(),
    };
    let mut digits = match (value.magnitude, style.letter) {
        (Magnitude::NotANumber, _) => b"nan".to_vec(),
        (Magnitude::Infinite, _) => b"inf".to_vec(),
        (_, b'f') => fixed(directive, &value.decimal(), directive.precision.unwrap_or(6)),
        (_, b'e') => scientific(directive, &value.decimal(), directive.precision.unwrap_or(6)),
        (_, b'g') => shorter(directive, &value.decimal()),
        (Magnitude::Finite { fraction, power }, _) => {
            prefix.extend_from_slice(b"0x");
            hexadecimal(directive, (fraction, power), value.behind)
        }
    };
    if style.capital {
        digits.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    let zeroes = directive.zero && !directive.left && matches!(value.magnitude, Magnitude::Finite { .. });
    number(directive, &prefix, &digits, zeroes, text);
}

/// Whether `%#g` rounds a number up to the power of ten from which on it is written with an exponent:
/// there glibc drops zeroes that the standard keeps.
pub(super) fn is_disputed(directive: &Directive, style: Style, value: Number) -> bool {
    if style.letter != b'g' || !directive.alternative {
        return false;
    }
    let precision = directive.precision.unwrap_or(6).max(1);
    let decimal = value.decimal();
    decimal.scientific(precision - 1).1 == precision as i64 && decimal.exponent() < precision as i64
}

fn fixed(directive: &Directive, value: &Decimal, precision: usize) -> Vec<u8> {
    let mut text = value.fixed(precision);
    if precision == 0 && directive.alternative {
        text.push('.');
    }
    text.into_bytes()
}

fn scientific(directive: &Directive, value: &Decimal, precision: usize) -> Vec<u8> {
    let (mut digits, exponent) = value.scientific(precision);
    if precision == 0 && directive.alternative {
        digits.push('.');
    }
    with_exponent(digits, exponent)
}

fn with_exponent(digits: String, exponent: i64) -> Vec<u8> {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs()).into_bytes()
}

/// `g`: as `e` if the exponent is below -4 or not below the precision, else as `f`; zeroes at the end go, unless `#` keeps them.
fn shorter(directive: &Directive, value: &Decimal) -> Vec<u8> {
    let precision = directive.precision.unwrap_or(6).max(1);
    let (mut digits, exponent) = value.scientific(precision - 1);
    let in_scientific = exponent < -4 || exponent >= precision as i64;
    if !in_scientific {
        digits = value.fixed((precision as i64 - 1 - exponent) as usize);
    }
    if directive.alternative {
        if !digits.contains('.') {
            digits.push('.');
        }
    } else if digits.contains('.') {
        let kept = digits.trim_end_matches('0').trim_end_matches('.').len();
        digits.truncate(kept);
    }
    match in_scientific {
        true => with_exponent(digits, exponent),
        false => digits.into_bytes(),
    }
}

/// `a`, behind the `0x`: one digit before the point.
fn hexadecimal(directive: &Directive, (whole, power): (u64, i64), behind: u32) -> Vec<u8> {
    let (mut first, mut rest) = (whole >> behind, whole & ((1 << behind) - 1));
    let mut exponent = if whole == 0 { 0 } else { power + i64::from(behind) };
    let mut digits = behind as usize / 4;
    match directive.precision {
        Some(precision) if precision < digits => {
            let dropped = 4 * (digits - precision) as u32;
            let (kept, lost, half) = (whole >> dropped, whole & ((1 << dropped) - 1), 1u64 << (dropped - 1));
            let rounded = kept + u64::from(lost > half || (lost == half && kept & 1 == 1));
            let width = 4 * precision as u32;
            first = rounded >> width;
            rest = rounded & ((1 << width) - 1);
            digits = precision;
            if first == 16 {
                (first, exponent) = (1, exponent + 4);
            }
        }
        Some(_) => {}
        None => {
            while digits > 0 && rest & 0xf == 0 {
                rest >>= 4;
                digits -= 1;
            }
        }
    }
    let mut text = format!("{first:x}");
    let wanted = directive.precision.unwrap_or(digits);
    if wanted > 0 || directive.alternative {
        text.push('.');
    }
    if digits > 0 {
        text.push_str(&format!("{rest:0digits$x}"));
    }
    text.extend(std::iter::repeat_n('0', wanted.saturating_sub(digits)));
    format!("{text}p{exponent:+}").into_bytes()
}
