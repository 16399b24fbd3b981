//! Integers as text (C17 7.21.6.1p8: `d`, `i`, `o`, `u`, `x`).

use super::directive::{Conversion, Directive};
use super::pad;

/// Adds an integer, of which as many bytes count as its length says.
pub(super) fn write(directive: &Directive, value: u64, word: u64, text: &mut Vec<u8>) {
    let unused = 64 - 8 * directive.length.size(word) as u32;
    let (magnitude, sign, base, capital) = match directive.conversion {
        Conversion::Unsigned(base, capital) => (value << unused >> unused, None, base, capital),
        _ => {
            let value = (value << unused) as i64 >> unused;
            (value.unsigned_abs(), Some(value < 0), 10, false)
        }
    };
    let mut digits = if magnitude == 0 && directive.precision == Some(0) {
        Vec::new()
    } else {
        digits(magnitude, base, capital)
    };
    let least = directive.precision.unwrap_or(0);
    if digits.len() < least {
        digits.splice(0..0, std::iter::repeat_n(b'0', least - digits.len()));
    }
    if directive.alternative && base == 8 && digits.first() != Some(&b'0') {
        digits.insert(0, b'0');
    }
    let prefix: &[u8] = match sign {
        Some(true) => b"-",
        Some(false) if directive.plus => b"+",
        Some(false) if directive.space => b" ",
        None if directive.alternative && base == 16 && magnitude != 0 => {
            if capital {
                b"0X"
            } else {
                b"0x"
            }
        }
        _ => b"",
    };
    // A precision turns zeroes in front off, and so does `-`.
    let zeroes = directive.zero && !directive.left && directive.precision.is_none();
    number(directive, prefix, &digits, zeroes, text);
}

/// Adds a number with its sign or other prefix; where zeroes fill the width, they stand behind the prefix.
pub(super) fn number(directive: &Directive, prefix: &[u8], digits: &[u8], zeroes: bool, text: &mut Vec<u8>) {
    let mut body = prefix.to_vec();
    if zeroes {
        let missing = directive.width.saturating_sub(prefix.len() + digits.len());
        body.resize(body.len() + missing, b'0');
    }
    body.extend_from_slice(digits);
    pad(directive, &body, text);
}

fn digits(mut value: u64, base: u64, capital: bool) -> Vec<u8> {
    let letters = if capital {
        b"0123456789ABCDEF"
    } else {
        b"0123456789abcdef"
    };
    let mut digits = Vec::new();
    loop {
        digits.push(letters[(value % base) as usize]);
        value /= base;
        if value == 0 {
            break;
        }
    }
    digits.reverse();
    digits
}
