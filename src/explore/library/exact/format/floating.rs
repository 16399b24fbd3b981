//! Floating-point numbers as text (C17 7.21.6.1p8: `f`, `e`, `g`, `a`), exact and rounded to the nearest, to even where two are equally near.

use super::directive::{Directive, Style};
use super::integer::number;

/// The exponent of the least normal number of binary64, and the bits of its fraction.
const LEAST: i64 = -1022;
const FRACTION: u32 = 52;

/// Adds a number.
pub(super) fn write(directive: &Directive, style: Style, value: f64, text: &mut Vec<u8>) {
    let mut prefix: Vec<u8> = match value.is_sign_negative() {
        true => b"-".to_vec(),
        false if directive.plus => b"+".to_vec(),
        false if directive.space => b" ".to_vec(),
        false => Vec::new(),
    };
    let magnitude = value.abs();
    let mut digits = match (magnitude.is_finite(), style.letter) {
        (false, _) if magnitude.is_nan() => b"nan".to_vec(),
        (false, _) => b"inf".to_vec(),
        (true, b'f') => fixed(directive, magnitude, directive.precision.unwrap_or(6)),
        (true, b'e') => scientific(directive, magnitude, directive.precision.unwrap_or(6)),
        (true, b'g') => shorter(directive, magnitude),
        _ => {
            prefix.extend_from_slice(b"0x");
            hexadecimal(directive, magnitude)
        }
    };
    if style.capital {
        digits.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    let zeroes = directive.zero && !directive.left && magnitude.is_finite();
    number(directive, &prefix, &digits, zeroes, text);
}

/// Whether `%#g` rounds a number up to the power of ten from which on it is written with an exponent:
/// there glibc drops zeroes that the standard keeps.
pub(super) fn is_disputed(directive: &Directive, style: Style, value: f64) -> bool {
    let precision = directive.precision.unwrap_or(6).max(1);
    style.letter == b'g'
        && directive.alternative
        && value.is_finite()
        && digits_and_exponent(value.abs(), precision - 1).1 == precision as i64
        && digits_and_exponent(value.abs(), 800).1 < precision as i64
}

fn fixed(directive: &Directive, value: f64, precision: usize) -> Vec<u8> {
    let mut text = format!("{value:.precision$}").into_bytes();
    if precision == 0 && directive.alternative {
        text.push(b'.');
    }
    text
}

/// The digits of `d.ddd`, and the exponent.
fn digits_and_exponent(value: f64, precision: usize) -> (String, i64) {
    let text = format!("{value:.precision$e}");
    match text.split_once('e') {
        Some((digits, exponent)) => (digits.to_owned(), exponent.parse().unwrap_or(0)),
        None => (text, 0),
    }
}

fn scientific(directive: &Directive, value: f64, precision: usize) -> Vec<u8> {
    let (mut digits, exponent) = digits_and_exponent(value, precision);
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
fn shorter(directive: &Directive, value: f64) -> Vec<u8> {
    let precision = directive.precision.unwrap_or(6).max(1);
    let (mut digits, exponent) = digits_and_exponent(value, precision - 1);
    let in_scientific = exponent < -4 || exponent >= precision as i64;
    if !in_scientific {
        digits = format!("{value:.*}", (precision as i64 - 1 - exponent) as usize);
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

/// `a`, behind the `0x`: one digit before the point, 1 for normal numbers.
fn hexadecimal(directive: &Directive, value: f64) -> Vec<u8> {
    let bits = value.to_bits();
    let (biased, mut fraction) = (bits >> FRACTION, bits & ((1 << FRACTION) - 1));
    let (mut first, exponent) = match biased {
        0 if fraction == 0 => (0, 0),
        0 => (0, LEAST),
        _ => (1, biased as i64 + LEAST - 1),
    };
    let mut digits = FRACTION as usize / 4;
    match directive.precision {
        Some(precision) if precision < digits => {
            let dropped = 4 * (digits - precision) as u32;
            let whole = first << FRACTION | fraction;
            let (kept, lost, half) = (whole >> dropped, whole & ((1 << dropped) - 1), 1u64 << (dropped - 1));
            let rounded = kept + u64::from(lost > half || (lost == half && kept & 1 == 1));
            let width = 4 * precision as u32;
            first = rounded >> width;
            fraction = rounded & ((1 << width) - 1);
            digits = precision;
        }
        Some(_) => {}
        None => {
            while digits > 0 && fraction & 0xf == 0 {
                fraction >>= 4;
                digits -= 1;
            }
        }
    }
    let mut text = first.to_string();
    let wanted = directive.precision.unwrap_or(digits);
    if wanted > 0 || directive.alternative {
        text.push('.');
    }
    if digits > 0 {
        text.push_str(&format!("{fraction:0digits$x}"));
    }
    text.extend(std::iter::repeat_n('0', wanted.saturating_sub(digits)));
    format!("{text}p{exponent:+}").into_bytes()
}
